//! A picture as a list of shapes, from the back to the front.

use std::fmt;

/// A point on the page: the distance from its left side, and from its top.
pub type PagePoint = (f64, f64);

/// A colour of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb {
    /// The share of red, from 0 to 255.
    pub red: u8,
    /// The share of green.
    pub green: u8,
    /// The share of blue.
    pub blue: u8,
}

impl Rgb {
    /// A colour from its number in the notation of the web: `0xrrggbb`.
    pub const fn new(number: u32) -> Rgb {
        let [_, red, green, blue] = number.to_be_bytes();
        Rgb { red, green, blue }
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The colour of the line.
    pub colour: Rgb,
    /// The width of the line.
    pub width: f64,
    /// Whether the corners of the line are round.
    pub round_joins: bool,
    /// Whether the ends of the line are round.
    pub round_ends: bool,
    /// The lengths of the dashes and of the gaps between them, if the line is broken.
    pub dashes: Option<[f64; 2]>,
}

impl Stroke {
    /// A line of this colour with width 1 and sharp corners.
    pub fn new(colour: Rgb) -> Stroke {
        Stroke { colour, width: 1.0, round_joins: false, round_ends: false, dashes: None }
    }

    /// The same line with another width.
    pub fn width(self, width: f64) -> Stroke {
        Stroke { width, ..self }
    }
}

/// How the inside and the rim of a shape are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// The colour of the inside, if it is painted.
    pub fill: Option<Rgb>,
    /// The opacity of the inside, from 0 to 1.
    pub fill_opacity: f64,
    /// The line around the shape, if there is one.
    pub stroke: Option<Stroke>,
}

impl Style {
    /// A shape of one colour without a line around it.
    pub fn filled(colour: Rgb) -> Style {
        Style { fill: Some(colour), fill_opacity: 1.0, stroke: None }
    }

    /// A line around a shape whose inside is not painted.
    pub fn outline(stroke: Stroke) -> Style {
        Style { fill: None, fill_opacity: 1.0, stroke: Some(stroke) }
    }

    /// The same shape with this line around it.
    pub fn stroke(self, stroke: Stroke) -> Style {
        Style { stroke: Some(stroke), ..self }
    }
}

/// Which part of a text is at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

/// How a text is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStyle {
    /// The size of the font.
    pub size: f64,
    /// Which part of the text is at its point.
    pub anchor: Anchor,
    /// The colour of the letters.
    pub colour: Rgb,
    /// Whether the letters are bold.
    pub bold: bool,
}

impl TextStyle {
    /// A text that is not bold.
    pub fn new(size: f64, anchor: Anchor, colour: Rgb) -> TextStyle {
        TextStyle { size, anchor, colour, bold: false }
    }
}

/// A part of a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A circle.
    Circle {
        /// Its centre.
        centre: PagePoint,
        /// Its radius.
        radius: f64,
        /// Its colours.
        style: Style,
    },
    /// A rectangle.
    Rect {
        /// Its top left corner.
        corner: PagePoint,
        /// Its width and height.
        size: PagePoint,
        /// The radius of its corners; 0 for sharp ones.
        rounding: f64,
        /// Its colours.
        style: Style,
    },
    /// A closed line and its inside.
    Polygon {
        /// Its corners in order.
        points: Vec<PagePoint>,
        /// Its colours.
        style: Style,
    },
    /// A line from point to point.
    Line {
        /// The points in order.
        points: Vec<PagePoint>,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A line of text.
    Text {
        /// The point of its anchor. Half of a capital letter is above it.
        at: PagePoint,
        /// The text.
        text: String,
        /// How it is set.
        style: TextStyle,
    },
    /// Shapes that are drawn as one picture, which is then laid over what is below.
    Group {
        /// The opacity of this picture, from 0 to 1.
        opacity: f64,
        /// The shapes, from the back to the front.
        shapes: Vec<Shape>,
    },
}

/// A finished picture.
///
/// ```
/// use kring_picture::{Canvas, Rgb, Style};
///
/// let mut canvas = Canvas::default();
/// canvas.circle((10.0, 10.0), 8.0, Style::filled(Rgb::new(0xc2410c)));
/// let picture = canvas.picture("A red disc", (20.0, 20.0));
/// assert!(picture.to_svg().contains("<circle cx=\"10\" cy=\"10\" r=\"8\" fill=\"#c2410c\"/>"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// What the picture shows. Screen readers read it out.
    pub title: String,
    /// Its width and height.
    pub size: PagePoint,
    /// Its shapes, from the back to the front.
    pub shapes: Vec<Shape>,
}

/// The shapes of a picture that is being drawn.
#[derive(Clone, Debug, Default)]
pub struct Canvas(Vec<Shape>);

impl Canvas {
    /// Adds a circle.
    pub fn circle(&mut self, centre: PagePoint, radius: f64, style: Style) {
        self.0.push(Shape::Circle { centre, radius, style });
    }

    /// Adds a rectangle; `corner` is its top left one.
    pub fn rect(&mut self, corner: PagePoint, size: PagePoint, style: Style) {
        self.rounded_rect(corner, size, 0.0, style);
    }

    /// Adds a rectangle whose corners have a radius.
    pub fn rounded_rect(
        &mut self,
        corner: PagePoint,
        size: PagePoint,
        rounding: f64,
        style: Style,
    ) {
        self.0.push(Shape::Rect { corner, size, rounding, style });
    }

    /// Adds a closed line and its inside.
    pub fn polygon(&mut self, points: &[PagePoint], style: Style) {
        self.0.push(Shape::Polygon { points: points.to_vec(), style });
    }

    /// Adds a line from point to point.
    pub fn line(&mut self, points: &[PagePoint], stroke: Stroke) {
        self.0.push(Shape::Line { points: points.to_vec(), stroke });
    }

    /// Adds a line of text. Half of a capital letter is above the point.
    pub fn text(&mut self, at: PagePoint, style: TextStyle, text: &str) {
        self.0.push(Shape::Text { at, text: text.to_owned(), style });
    }

    /// Adds what `draw` draws, with this opacity.
    pub fn group(&mut self, opacity: f64, draw: impl FnOnce(&mut Canvas)) {
        let mut group = Canvas::default();
        draw(&mut group);
        self.0.push(Shape::Group { opacity, shapes: group.0 });
    }

    /// The shapes as a picture of this width and height, which are rounded up.
    pub fn picture(self, title: &str, (width, height): PagePoint) -> Picture {
        let size = (width.ceil(), height.ceil());
        Picture { title: title.to_owned(), size, shapes: self.0 }
    }
}
