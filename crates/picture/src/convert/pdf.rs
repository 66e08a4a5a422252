//! PDF files of one page. Text is set in Helvetica, which every reader has.

use std::fmt::Write;

use super::super::shape::PagePoint;
use super::drawing::{Drawing, Outline, Rgb, Shape, Text};
use super::glyphs;

/// The distance of the Bézier control points of a quarter circle from its ends, in radii.
const ROUND: f64 = 0.5523;

pub fn encoded(drawing: &Drawing) -> Vec<u8> {
    let (width, height) = drawing.size;
    let mut page = String::new();
    let (mut pale, mut states, mut names) = (Vec::new(), String::new(), String::new());
    for (opacity, shapes) in &drawing.groups {
        let mut group = String::new();
        shapes.iter().for_each(|shape| draw(&mut group, shape, height));
        if *opacity == 1.0 {
            page += &group;
            continue;
        }
        let number = pale.len();
        let _ = writeln!(page, "q /S{number} gs /G{number} Do Q");
        let _ = write!(states, "/S{number} << /ca {opacity} /CA {opacity} >> ");
        // The groups follow the six objects of the page.
        let _ = write!(names, "/G{number} {} 0 R ", 7 + number);
        pale.push(group);
    }
    let fonts = "/Font << /F 4 0 R /B 5 0 R >>";
    let font = |name: &str| {
        format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>")
    };
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".into(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".into(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 6 0 R \
             /Resources << {fonts} /ExtGState << {states}>> /XObject << {names}>> >> >>"
        )
        .into_bytes(),
        font("Helvetica").into_bytes(),
        font("Helvetica-Bold").into_bytes(),
        stream("", &page),
    ];
    let form = format!(
        "/Type /XObject /Subtype /Form /BBox [0 0 {width} {height}] /Resources << {fonts} >> \
         /Group << /S /Transparency >> "
    );
    objects.extend(pale.iter().map(|group| stream(&form, group)));
    file(&objects, &drawing.title)
}

/// The objects in order, followed by the cross-reference table of their offsets.
fn file(objects: &[Vec<u8>], title: &str) -> Vec<u8> {
    let mut bytes = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut places = Vec::new();
    let mut info = b"<< /Title (".to_vec();
    info.extend(latin(title));
    info.extend(b") /Producer (Kring) >>");
    for (number, object) in objects.iter().chain([&info]).enumerate() {
        places.push(bytes.len());
        bytes.extend(format!("{} 0 obj\n", number + 1).bytes());
        bytes.extend(object);
        bytes.extend(b"\nendobj\n");
    }
    let (count, begin) = (places.len() + 1, bytes.len());
    bytes.extend(format!("xref\n0 {count}\n0000000000 65535 f \n").bytes());
    places.iter().for_each(|place| bytes.extend(format!("{place:010} 00000 n \n").bytes()));
    let info = places.len();
    let trailer = format!("trailer\n<< /Size {count} /Root 1 0 R /Info {info} 0 R >>\n");
    bytes.extend(format!("{trailer}startxref\n{begin}\n%%EOF\n").bytes());
    bytes
}

fn stream(entries: &str, content: &str) -> Vec<u8> {
    // Only texts are not ASCII, and `latin` has encoded each of their characters as one byte.
    let content: Vec<u8> = content.chars().map(|c| c as u8).collect();
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&content, 6);
    let head = format!("<< {entries}/Length {} /Filter /FlateDecode >>\nstream\n", packed.len());
    [head.as_bytes(), &packed, b"\nendstream"].concat()
}

fn draw(page: &mut String, shape: &Shape, height: f64) {
    let place = |(x, y): PagePoint| format!("{x:.2} {:.2}", height - y);
    let mut path = String::new();
    match &shape.outline {
        Outline::Path(points, is_closed) => {
            for (i, point) in points.iter().enumerate() {
                let operator = if i == 0 { "m" } else { "l" };
                let _ = write!(path, "{} {operator} ", place(*point));
            }
            path.push_str(if *is_closed { "h " } else { "" });
        }
        Outline::Circle(centre, radius) => path = circle(*centre, *radius, place),
        Outline::Text(text) => return label(page, text, shape.fill.unwrap_or([0; 3]), height),
    }
    let mut paint = "n";
    if let Some(colour) = shape.fill {
        let _ = write!(page, "{} rg ", rgb(colour));
        paint = "f";
    }
    if let Some((colour, width)) = shape.stroke {
        let _ = write!(page, "{} RG {width:.2} w 1 J 1 j ", rgb(colour));
        paint = if shape.fill.is_some() { "B" } else { "S" };
    }
    let _ = writeln!(page, "{path}{paint}");
}

fn rgb(colour: Rgb) -> String {
    colour.map(|channel| format!("{:.3}", f64::from(channel) / 255.0)).join(" ")
}

fn circle((x, y): PagePoint, r: f64, place: impl Fn(PagePoint) -> String) -> String {
    let mut path = format!("{} m ", place((x + r, y)));
    for (a, b) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
        // A quarter circle, from the direction (a, b) to (-b, a).
        let points = [
            (x + r * (a - ROUND * b), y + r * (b + ROUND * a)),
            (x + r * (-b + ROUND * a), y + r * (a + ROUND * b)),
            (x - r * b, y + r * a),
        ];
        let _ = write!(path, "{} c ", points.map(&place).join(" "));
    }
    path
}

fn label(page: &mut String, text: &Text, colour: Rgb, height: f64) {
    let bold = if text.is_bold { 1.06 } else { 1.0 };
    let width: f64 = text.text.chars().map(|c| bold * text.size * advance(c)).sum();
    let (x, y, size) = (text.at.0 - text.left_share * width, height - text.at.1, text.size);
    let font = if text.is_bold { "B" } else { "F" };
    let letters: String = latin(&text.text).into_iter().map(char::from).collect();
    let font = format!("{} rg /{font} {size:.2} Tf", rgb(colour));
    let _ = writeln!(page, "BT {font} {x:.2} {y:.2} Td ({letters}) Tj ET");
}

/// The content of a PDF string, in Windows-1252.
fn latin(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for c in text.chars() {
        match c {
            '(' | ')' | '\\' => bytes.extend([b'\\', c as u8]),
            '–' => bytes.push(0x96),
            '…' => bytes.push(0x85),
            '’' => bytes.push(0x92),
            '−' => bytes.push(b'-'),
            '“' | '”' | '„' => bytes.push(b'"'),
            c => {
                let latin = u8::try_from(c).or_else(|_| u8::try_from(glyphs::base(c).0));
                bytes.push(latin.unwrap_or(b'?'));
            }
        }
    }
    bytes
}

/// The width of a letter of Helvetica, in units of its size.
fn advance(c: char) -> f64 {
    let thousandths = match c {
        'i' | 'j' | 'l' => 222,
        ' ' | '!' | ',' | '.' | '/' | ':' | ';' | 'I' | '[' | ']' | '\\' | 'f' | 't' => 278,
        '(' | ')' | '-' | 'r' | '`' => 333,
        '"' => 355,
        '\'' => 191,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | 'J' => 500,
        'F' | 'T' | 'Z' => 611,
        '&' | 'A' | 'B' | 'E' | 'K' | 'P' | 'S' | 'V' | 'X' | 'Y' => 667,
        'C' | 'D' | 'H' | 'N' | 'R' | 'U' | 'w' => 722,
        'G' | 'O' | 'Q' => 778,
        'M' | 'm' => 833,
        '%' => 889,
        'W' => 944,
        '@' => 1015,
        '+' | '<' | '=' | '>' | '~' | '×' | '±' | '−' => 584,
        _ => 556,
    };
    f64::from(thousandths) / 1000.0
}
