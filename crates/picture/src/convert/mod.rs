//! Pictures in other formats: PNG for documents and chats, PDF for papers.
//!
//! Both are made from the SVG text, which [`drawing`] parses. It knows only the elements that the
//! canvas writes.

mod drawing;
mod glyphs;
mod pdf;
mod png;
mod raster;

use std::path::Path;

/// The format of a picture's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// Text, for the web and for vector programs.
    Svg,
    /// Pixels.
    Png,
    /// A page.
    Pdf,
}

impl PictureFormat {
    /// The format that a file's name asks for; SVG if it has no ending. The error names the
    /// formats.
    pub fn of(path: &Path) -> Result<PictureFormat, String> {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match ending.as_str() {
            "svg" | "" => Ok(PictureFormat::Svg),
            "png" => Ok(PictureFormat::Png),
            "pdf" => Ok(PictureFormat::Pdf),
            _ => Err(format!("{}: pictures are .svg, .png or .pdf", path.display())),
        }
    }

    /// The bytes of a picture in this format.
    pub fn encoded(self, svg: &str) -> Vec<u8> {
        match self {
            PictureFormat::Svg => svg.as_bytes().to_vec(),
            PictureFormat::Png => png::encoded(&drawing::Drawing::read(svg)),
            PictureFormat::Pdf => pdf::encoded(&drawing::Drawing::read(svg)),
        }
    }
}
