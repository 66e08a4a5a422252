//! The shapes of a picture, read from the SVG text that the canvas writes: one element per line.

use std::mem;

use super::super::shape::PagePoint;

pub type Rgb = [u8; 3];

/// A picture as groups of shapes, from the back to the front. Each group has an opacity.
pub struct Drawing {
    pub size: PagePoint,
    pub title: String,
    pub groups: Vec<(f64, Vec<Shape>)>,
}

pub struct Shape {
    pub outline: Outline,
    pub fill: Option<Rgb>,
    /// The colour and the width of the line.
    pub stroke: Option<(Rgb, f64)>,
}

pub enum Outline {
    Circle(PagePoint, f64),
    /// The points, and whether the last one is joined to the first.
    Path(Vec<PagePoint>, bool),
    Text(Text),
}

pub struct Text {
    /// The point of its anchor, on the baseline.
    pub at: PagePoint,
    pub size: f64,
    /// The share of its width that lies left of this point.
    pub left_share: f64,
    pub is_bold: bool,
    pub text: String,
}

impl Drawing {
    pub fn read(svg: &str) -> Drawing {
        let (size, title, mut shapes) = ((1.0, 1.0), String::new(), Vec::new());
        let mut drawing = Drawing { size, title, groups: Vec::new() };
        let mut opacity = 1.0;
        for line in svg.lines() {
            let element = Element(line);
            if let Some(shape) = element.shape() {
                shapes.push(shape);
            } else if line.starts_with("<svg") {
                drawing.size = (element.number("width"), element.number("height"));
            } else if line.starts_with("<title") {
                drawing.title = element.text();
            } else if line.starts_with("<g") || line.starts_with("</") {
                drawing.groups.push((opacity, mem::take(&mut shapes)));
                opacity = if line.starts_with("<g") { element.number("opacity") } else { 1.0 };
            }
        }
        drawing
    }
}

struct Element<'a>(&'a str);

impl<'a> Element<'a> {
    fn attribute(&self, name: &str) -> Option<&'a str> {
        let begin = self.0.find(&format!(" {name}=\""))? + name.len() + 3;
        self.0[begin..].split('"').next()
    }

    fn number(&self, name: &str) -> f64 {
        self.attribute(name).and_then(|text| text.parse().ok()).unwrap_or(0.0)
    }

    fn colour(&self, name: &str) -> Option<Rgb> {
        let hex = self.attribute(name)?.strip_prefix('#')?;
        let value = u32::from_str_radix(hex, 16).ok()?;
        Some([16, 8, 0].map(|shift| (value >> shift) as u8))
    }

    /// The text between the tags.
    fn text(&self) -> String {
        let inner = self.0.split_once('>').map_or("", |(_, rest)| rest);
        let inner = inner.rsplit_once("</").map_or(inner, |(inner, _)| inner);
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
        entities.iter().fold(inner.to_owned(), |text, (from, to)| text.replace(from, to))
    }

    fn shape(&self) -> Option<Shape> {
        let name = self.0.strip_prefix('<')?.split(' ').next()?;
        let outline = match name {
            "circle" => Outline::Circle((self.number("cx"), self.number("cy")), self.number("r")),
            "rect" => Outline::Path(self.rectangle(), true),
            "polygon" => Outline::Path(self.points(), true),
            "polyline" => Outline::Path(self.points(), false),
            "text" => Outline::Text(self.label()),
            _ => return None,
        };
        let width = self.attribute("stroke-width").and_then(|width| width.parse().ok());
        let stroke = self.colour("stroke").map(|colour| (colour, width.unwrap_or(1.0)));
        Some(Shape { outline, fill: self.colour("fill"), stroke })
    }

    fn points(&self) -> Vec<PagePoint> {
        let pairs = self.attribute("points").unwrap_or_default().split(' ');
        let point = |pair: &str| {
            let (x, y) = pair.split_once(',')?;
            Some((x.parse().ok()?, y.parse().ok()?))
        };
        pairs.filter_map(point).collect()
    }

    /// The corners, each rounded by a quarter of a circle.
    fn rectangle(&self) -> Vec<PagePoint> {
        const STEPS: i32 = 6;
        let [x, y, w, h, r] = ["x", "y", "width", "height", "rx"].map(|name| self.number(name));
        let corners =
            [(x + w - r, y + r), (x + w - r, y + h - r), (x + r, y + h - r), (x + r, y + r)];
        let mut points = Vec::new();
        for (corner, quarter) in corners.into_iter().zip(-1..) {
            for step in 0..=if r > 0.0 { STEPS } else { 0 } {
                let angle = (f64::from(quarter) + f64::from(step) / f64::from(STEPS))
                    * std::f64::consts::FRAC_PI_2;
                points.push((corner.0 + r * angle.cos(), corner.1 + r * angle.sin()));
            }
        }
        points
    }

    fn label(&self) -> Text {
        let left_share = match self.attribute("text-anchor") {
            Some("middle") => 0.5,
            Some("end") => 1.0,
            _ => 0.0,
        };
        Text {
            at: (self.number("x"), self.number("y")),
            size: self.number("font-size"),
            left_share,
            is_bold: self.attribute("font-weight").is_some(),
            text: self.text(),
        }
    }
}
