//! The frame of a picture: the title above, the legend below, the background. The legend explains the signs of
//! the picture.

use super::colour::{BACKGROUND, BORDER, ColourScale, INK, OUTLINE};
use super::shape::{Anchor, Canvas, PagePoint, Picture, Rgb, Stroke, Style, TextStyle};
use super::text::{SIZE, plain, text_width, widest, wrapped};

const TITLE: f64 = 17.0;
const TITLE_LINE: f64 = 23.0;
const MARGIN: f64 = 16.0;
/// The width that titles and legends may have even in small pictures.
const LEAST_ROOM: f64 = 470.0;

/// Draws a picture's content, of a given size, in a frame. `draw` gets the top
/// left corner of the content.
pub fn framed(
    title: &str,
    keys: Vec<LegendKey>,
    (width, height): PagePoint,
    draw: impl FnOnce(&mut Canvas, PagePoint),
) -> Picture {
    let room = width.max(LEAST_ROOM);
    // Bold letters are a tenth wider.
    let bold = 1.1 * TITLE;
    let lines = wrapped(title, bold, room);
    let keys = LegendBlock::new(keys, room);
    let inner = width.max(widest(&lines, bold)).max(keys.width);
    let title_height = TITLE_LINE * lines.len() as f64 + if lines.is_empty() { 0.0 } else { 8.0 };
    let key_gap = if keys.height > 0.0 { 10.0 } else { 0.0 };
    let page = (inner + 2.0 * MARGIN, title_height + height + key_gap + keys.height + 2.0 * MARGIN);
    let mut canvas = Canvas::default();
    let back = Style::filled(BACKGROUND).stroke(Stroke::new(BORDER));
    canvas.rounded_rect((0.5, 0.5), (page.0.ceil() - 1.0, page.1.ceil() - 1.0), 6.0, back);
    let style = TextStyle { bold: true, ..TextStyle::new(TITLE, Anchor::Start, INK) };
    for (number, line) in lines.iter().enumerate() {
        let y = MARGIN + TITLE_LINE * (number as f64 + 0.5);
        canvas.text((MARGIN, y), style, line);
    }
    let top = MARGIN + title_height;
    draw(&mut canvas, ((page.0 - width) / 2.0, top));
    keys.draw(&mut canvas, (MARGIN, top + height + key_gap));
    canvas.picture(title, page)
}

const KEY_LINE: f64 = 24.0;
const KEY_GAP: f64 = 22.0;
const RAMP: f64 = 130.0;

/// Draws a sign; the point is the middle of its left side.
type LegendSign = Box<dyn Fn(&mut Canvas, PagePoint)>;

/// A sign of the legend and its meaning.
pub struct LegendKey {
    width: f64,
    sign: LegendSign,
    meaning: String,
}

impl LegendKey {
    pub fn new(
        width: f64,
        sign: impl Fn(&mut Canvas, PagePoint) + 'static,
        meaning: impl Into<String>,
    ) -> LegendKey {
        LegendKey { width, sign: Box::new(sign), meaning: meaning.into() }
    }

    /// A coloured square, with a digit or without.
    pub fn square(fill: Rgb, digit: String, meaning: impl Into<String>) -> LegendKey {
        let sign = move |canvas: &mut Canvas, (x, y): PagePoint| {
            let style = Style::filled(fill).stroke(Stroke::new(OUTLINE));
            canvas.rect((x, y - 8.0), (16.0, 16.0), style);
            if !digit.is_empty() {
                canvas.text((x + 8.0, y), TextStyle::new(11.0, Anchor::Middle, INK), &digit);
            }
        };
        LegendKey::new(16.0, sign, meaning)
    }

    /// The colour scale between two values.
    pub fn heat(ends: [String; 2], scale: ColourScale, meaning: &str) -> LegendKey {
        let [left, right] = ends.each_ref().map(|end| text_width(end, SIZE) + 6.0);
        let sign = move |canvas: &mut Canvas, (x, y): PagePoint| {
            canvas.text((x, y), plain(Anchor::Start), &ends[0]);
            const STEPS: usize = 26;
            let step = RAMP / STEPS as f64;
            for i in 0..STEPS {
                let fill = scale.at(i as f64 / (STEPS - 1) as f64);
                let from = (x + left + step * i as f64, y - 7.0);
                // The overlap hides seams between the steps.
                let width = if i + 1 < STEPS { step + 0.5 } else { step };
                canvas.rect(from, (width, 14.0), Style::filled(fill));
            }
            let frame = Style::outline(Stroke::new(OUTLINE));
            canvas.rect((x + left, y - 7.0), (RAMP, 14.0), frame);
            canvas.text((x + left + RAMP + 6.0, y), plain(Anchor::Start), &ends[1]);
        };
        LegendKey::new(left + RAMP + right, sign, meaning)
    }
}

/// The signs of a legend, laid out in lines within a width.
pub struct LegendBlock {
    placed: Vec<(PagePoint, LegendKey, Vec<String>)>,
    pub width: f64,
    pub height: f64,
}

impl LegendBlock {
    /// Fills line after line; a long meaning is broken into lines.
    pub fn new(keys: Vec<LegendKey>, room: f64) -> LegendBlock {
        let mut block = LegendBlock { placed: Vec::new(), width: 0.0, height: 0.0 };
        let mut x = 0.0;
        let mut y = 0.0;
        let mut depth = 1;
        for key in keys {
            let lines = wrapped(&key.meaning, SIZE, (room - key.width - 8.0).max(120.0));
            let span = key.width + 8.0 + widest(&lines, SIZE);
            if x > 0.0 && x + span > room {
                (x, y, depth) = (0.0, y + KEY_LINE * f64::from(depth), 1);
            }
            depth = depth.max(lines.len() as i32);
            block.width = block.width.max(x + span);
            block.height = y + KEY_LINE * f64::from(depth);
            block.placed.push(((x, y), key, lines));
            x += span + KEY_GAP;
        }
        block
    }

    pub fn draw(&self, canvas: &mut Canvas, (left, top): PagePoint) {
        for ((x, y), key, lines) in &self.placed {
            let x = left + x;
            let mut y = top + y + KEY_LINE / 2.0;
            (key.sign)(canvas, (x, y));
            for line in lines {
                let spot = (x + key.width + 8.0, y);
                canvas.text(spot, plain(Anchor::Start), line);
                y += KEY_LINE;
            }
        }
    }
}
