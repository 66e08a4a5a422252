//! Pictures as PNG files.

use resvg::tiny_skia::{Pixmap, Transform};

use super::error::PictureError;
use super::shape::Picture;
use super::tree;

/// Pixels for each unit of the page: enough for sharp text on high-density screens.
const SCALE: f32 = 2.0;

impl Picture {
    /// The picture as a PNG file, with two pixels for each unit of its size. What is not painted is
    /// transparent. The same picture gives the same file on every machine.
    ///
    /// # Errors
    ///
    /// If the picture has no area, or more pixels than fit into memory.
    pub fn to_png(&self) -> Result<Vec<u8>, PictureError> {
        let tree = tree::of(self)?;
        let width = SCALE * tree.size().width();
        let height = SCALE * tree.size().height();
        let pixels = Pixmap::new(width.ceil() as u32, height.ceil() as u32);
        let mut pixels = pixels.ok_or(PictureError::Size(self.size))?;
        resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| PictureError::Refused(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Anchor, Canvas, Rgb, Style, TextStyle};

    fn pixels(canvas: Canvas) -> Pixmap {
        let file = canvas.picture("a picture", (100.0, 40.0)).to_png().expect("a file");
        let pixels = Pixmap::decode_png(&file).expect("a PNG file");
        assert_eq!((pixels.width(), pixels.height()), (200, 80));
        pixels
    }

    /// The number of pixels that are painted.
    fn painted(text: &str) -> usize {
        let mut canvas = Canvas::default();
        let style = TextStyle::new(20.0, Anchor::Middle, Rgb::new(0x000000));
        canvas.text((50.0, 20.0), style, text);
        pixels(canvas).pixels().iter().filter(|pixel| pixel.alpha() > 128).count()
    }

    #[test]
    fn shapes_have_their_colours() {
        let mut canvas = Canvas::default();
        canvas.circle((20.0, 20.0), 10.0, Style::filled(Rgb::new(0xc2410c)));
        let pixels = pixels(canvas);
        let colour = |x: u32, y: u32| {
            let pixel = pixels.pixel(x, y).expect("a pixel").demultiply();
            [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
        };
        assert_eq!(colour(40, 40), [0xc2, 0x41, 0x0c, 0xff]);
        assert_eq!(colour(0, 0), [0; 4]);
    }

    /// A character that the font lacks is an empty box, and never a reason to fail.
    #[test]
    fn every_text_is_drawn() {
        assert_eq!(painted(" "), 0);
        for text in ["White", "Иванов", "Αθηνά", "李世石", "🙂", "\u{7}\u{fffe}x", "עברית", "ع"]
        {
            assert!(painted(text) > 50, "{text}");
        }
    }

    #[test]
    fn a_picture_without_area_is_refused() {
        let picture = Canvas::default().picture("nothing", (0.0, 10.0));
        assert_eq!(picture.to_png(), Err(PictureError::Size((0.0, 10.0))));
    }
}
