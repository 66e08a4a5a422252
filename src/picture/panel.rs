//! The panel that every picture stands on: title above, key below.

use super::{
    Spot,
    canvas::{Anchor, Canvas, Style},
    colours::{BORDER, PANEL},
    key::{Key, KeyBlock},
    text,
};

const TITLE: f64 = 17.0;
const TITLE_LINE: f64 = 23.0;
const MARGIN: f64 = 16.0;
/// Titles and keys of small pictures may be this wide.
const LEAST_ROOM: f64 = 470.0;

/// Draws a picture's content, of a given size, on a panel. `draw` is told
/// where the content's top left corner is.
pub fn panel(
    title: &str,
    keys: Vec<Key>,
    (width, height): Spot,
    draw: impl FnOnce(&mut Canvas, Spot),
) -> String {
    let room = width.max(LEAST_ROOM);
    // Bold letters are a tenth wider.
    let bold = 1.1 * TITLE;
    let lines = text::wrapped(title, bold, room);
    let keys = KeyBlock::new(keys, room);
    let inner = width.max(text::widest(&lines, bold)).max(keys.width);
    let title_height = TITLE_LINE * lines.len() as f64 + if lines.is_empty() { 0.0 } else { 8.0 };
    let key_gap = if keys.height > 0.0 { 10.0 } else { 0.0 };
    let page = (inner + 2.0 * MARGIN, title_height + height + key_gap + keys.height + 2.0 * MARGIN);
    let mut canvas = Canvas::default();
    let back = format!("rx=\"6\" fill=\"{PANEL}\" stroke=\"{BORDER}\"");
    canvas.rect((0.5, 0.5), (page.0.ceil() - 1.0, page.1.ceil() - 1.0), &back);
    for (line, number) in lines.iter().zip(0..) {
        let style = Style { bold: true, ..Style::new(TITLE, Anchor::Start) };
        let y = MARGIN + TITLE_LINE * (f64::from(number) + 0.5);
        canvas.text((MARGIN, y), style, line);
    }
    let top = MARGIN + title_height;
    draw(&mut canvas, ((page.0 - width) / 2.0, top));
    keys.draw(&mut canvas, (MARGIN, top + height + key_gap));
    canvas.document(page, title)
}
