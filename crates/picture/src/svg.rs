//! Pictures as SVG text.
//!
//! The text is written here and not by a library, because there are only six elements, and the
//! same picture has to give the same bytes in every version of Kring: pictures are kept in version
//! control.

use std::fmt::Write;

use super::shape::{Anchor, PagePoint, Picture, Shape, Stroke, Style, TextStyle};

/// Fonts that most systems have; [`text_width`](super::text::text_width) holds for the widest.
const FONTS: &str = "Helvetica, Arial, 'DejaVu Sans', sans-serif";

impl Picture {
    /// The picture as SVG text. The same picture gives the same text, byte for byte.
    pub fn to_svg(&self) -> String {
        let [width, height] = [self.size.0, self.size.1].map(rounded);
        let title = escaped(&self.title);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\" role=\"img\">\n\
             <title>{title}</title>\n"
        );
        for shape in &self.shapes {
            write_shape(&mut svg, shape);
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn write_shape(svg: &mut String, shape: &Shape) {
    match shape {
        Shape::Circle { centre, radius, style } => {
            let [x, y, radius] = [centre.0, centre.1, *radius].map(rounded);
            *svg += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"");
            write_style(svg, style);
            svg.push_str("/>\n");
        }
        Shape::Rect { corner, size, rounding, style } => {
            let [x, y, width, height] = [corner.0, corner.1, size.0, size.1].map(rounded);
            *svg += &format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
            if *rounding > 0.0 {
                *svg += &format!(" rx=\"{}\"", rounded(*rounding));
            }
            write_style(svg, style);
            svg.push_str("/>\n");
        }
        Shape::Polygon { points, style } => {
            *svg += &format!("<polygon points=\"{}\"", list(points));
            write_style(svg, style);
            svg.push_str("/>\n");
        }
        Shape::Line { points, stroke } => {
            *svg += &format!("<polyline points=\"{}\"", list(points));
            write_style(svg, &Style::outline(*stroke));
            svg.push_str("/>\n");
        }
        Shape::Text { at, text, style } => write_text(svg, *at, text, style),
        Shape::Group { opacity, shapes } => {
            *svg += &format!("<g opacity=\"{opacity}\">\n");
            for shape in shapes {
                write_shape(svg, shape);
            }
            svg.push_str("</g>\n");
        }
    }
}

fn write_style(svg: &mut String, style: &Style) {
    match style.fill {
        Some(fill) => *svg += &format!(" fill=\"{fill}\""),
        None => svg.push_str(" fill=\"none\""),
    }
    if style.fill_opacity < 1.0 {
        *svg += &format!(" fill-opacity=\"{}\"", style.fill_opacity);
    }
    if let Some(stroke) = &style.stroke {
        write_stroke(svg, stroke);
    }
}

fn write_stroke(svg: &mut String, stroke: &Stroke) {
    *svg += &format!(" stroke=\"{}\"", stroke.colour);
    if stroke.width != 1.0 {
        *svg += &format!(" stroke-width=\"{}\"", rounded(stroke.width));
    }
    if stroke.round_joins {
        svg.push_str(" stroke-linejoin=\"round\"");
    }
    if stroke.round_ends {
        svg.push_str(" stroke-linecap=\"round\"");
    }
    if let Some([dash, gap]) = stroke.dashes {
        *svg += &format!(" stroke-dasharray=\"{} {}\"", rounded(dash), rounded(gap));
    }
}

fn write_text(svg: &mut String, (x, y): PagePoint, text: &str, style: &TextStyle) {
    let anchor = match style.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let weight = if style.bold { " font-weight=\"bold\"" } else { "" };
    // Not every viewer supports `dominant-baseline`; this is half the height of a capital.
    let baseline = y + 0.36 * style.size;
    let [x, baseline, size] = [x, baseline, style.size].map(rounded);
    let colour = style.colour;
    let text = escaped(text);
    *svg += &format!(
        "<text x=\"{x}\" y=\"{baseline}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
         fill=\"{colour}\"{weight}>{text}</text>\n"
    );
}

fn list(points: &[PagePoint]) -> String {
    let mut list = String::new();
    for (number, &(x, y)) in points.iter().enumerate() {
        if number > 0 {
            list.push(' ');
        }
        let _ = write!(list, "{},{}", rounded(x), rounded(y));
    }
    list
}

/// A length with at most one digit after the point.
fn rounded(length: f64) -> f64 {
    // Adding zero turns minus zero into zero.
    (10.0 * length).round() / 10.0 + 0.0
}

/// Escapes a text for XML. Control characters, which XML does not allow, become spaces.
pub fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => result.push(' '),
            c => result.push(c),
        }
    }
    result
}
