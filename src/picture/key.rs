//! The key of a picture: what its signs mean, in as many lines as it takes.

use super::{
    Spot,
    canvas::{Anchor, Canvas, Style},
    colours::{self, INK, OUTLINE},
    text::{self, SIZE},
};

/// The height of a line of keys.
const LINE: f64 = 24.0;
const GAP: f64 = 22.0;
const RAMP: f64 = 130.0;

/// Draws a sign whose left side has its middle at a place.
type Sign = Box<dyn Fn(&mut Canvas, Spot)>;

/// A sign and what it means.
pub struct Key {
    width: f64,
    sign: Sign,
    meaning: String,
}

impl Key {
    /// A sign of this width.
    pub fn new(
        width: f64,
        sign: impl Fn(&mut Canvas, Spot) + 'static,
        meaning: impl Into<String>,
    ) -> Key {
        Key { width, sign: Box::new(sign), meaning: meaning.into() }
    }

    /// A coloured square, with a digit or without.
    pub fn square(fill: &'static str, digit: String, meaning: impl Into<String>) -> Key {
        let sign = move |canvas: &mut Canvas, (x, y): Spot| {
            let attributes = format!("fill=\"{fill}\" stroke=\"{OUTLINE}\"");
            canvas.rect((x, y - 8.0), (16.0, 16.0), &attributes);
            if !digit.is_empty() {
                canvas.text((x + 8.0, y), Style::new(11.0, Anchor::Middle), &digit);
            }
        };
        Key::new(16.0, sign, meaning)
    }

    /// The scale of heat between two values.
    pub fn heat(low: String, high: String, meaning: impl Into<String>) -> Key {
        let [left, right] = [&low, &high].map(|end| text::width(end, SIZE) + 6.0);
        let sign = move |canvas: &mut Canvas, (x, y): Spot| {
            canvas.text((x, y), Style::new(SIZE, Anchor::Start), &low);
            const STEPS: usize = 26;
            let step = RAMP / STEPS as f64;
            for i in 0..STEPS {
                let (fill, _) = colours::heat(i as f64 / (STEPS - 1) as f64);
                let from = (x + left + step * i as f64, y - 7.0);
                // The overlap hides the seams that viewers show otherwise.
                let width = if i + 1 < STEPS { step + 0.5 } else { step };
                canvas.rect(from, (width, 14.0), &format!("fill=\"{fill}\""));
            }
            let frame = format!("fill=\"none\" stroke=\"{OUTLINE}\"");
            canvas.rect((x + left, y - 7.0), (RAMP, 14.0), &frame);
            canvas.text((x + left + RAMP + 6.0, y), Style::new(SIZE, Anchor::Start), &high);
        };
        Key::new(left + RAMP + right, sign, meaning)
    }

    /// The width of the sign and of the longest of its lines.
    fn span(&self, lines: &[String]) -> f64 {
        self.width + 8.0 + text::widest(lines, SIZE)
    }
}

/// Keys in lines within a width.
pub struct KeyBlock {
    placed: Vec<(Spot, Key, Vec<String>)>,
    /// The width that it needs.
    pub width: f64,
    /// The height that it needs.
    pub height: f64,
}

impl KeyBlock {
    /// Fills line after line; a long meaning is broken into lines.
    pub fn new(keys: Vec<Key>, room: f64) -> KeyBlock {
        let mut block = KeyBlock { placed: Vec::new(), width: 0.0, height: 0.0 };
        let (mut x, mut y, mut depth) = (0.0, 0.0, 1);
        for key in keys {
            let lines = text::wrapped(&key.meaning, SIZE, (room - key.width - 8.0).max(120.0));
            let span = key.span(&lines);
            if x > 0.0 && x + span > room {
                (x, y, depth) = (0.0, y + LINE * f64::from(depth), 1);
            }
            depth = depth.max(lines.len() as i32);
            block.width = block.width.max(x + span);
            block.height = y + LINE * f64::from(depth);
            block.placed.push(((x, y), key, lines));
            x += span + GAP;
        }
        block
    }

    /// Draws the block with its top left corner at a place.
    pub fn draw(&self, canvas: &mut Canvas, (left, top): Spot) {
        for ((x, y), key, lines) in &self.placed {
            let (x, mut y) = (left + x, top + y + LINE / 2.0);
            (key.sign)(canvas, (x, y));
            for line in lines {
                let style = Style { fill: INK, ..Style::new(SIZE, Anchor::Start) };
                canvas.text((x + key.width + 8.0, y), style, line);
                y += LINE;
            }
        }
    }
}
