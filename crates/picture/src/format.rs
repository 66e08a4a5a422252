//! The formats of files.

use std::path::Path;

use super::error::PictureError;
use super::shape::Picture;

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
    /// The format that a file's name asks for; SVG if it has no ending.
    ///
    /// # Errors
    ///
    /// If the ending is another one. The error names the formats.
    pub fn of(path: &Path) -> Result<PictureFormat, PictureError> {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match ending.as_str() {
            "svg" | "" => Ok(PictureFormat::Svg),
            "png" => Ok(PictureFormat::Png),
            "pdf" => Ok(PictureFormat::Pdf),
            _ => Err(PictureError::Format(path.to_owned())),
        }
    }

    /// A picture as a file of this format.
    ///
    /// # Errors
    ///
    /// If the picture cannot be drawn; see [`Picture::to_png`] and [`Picture::to_pdf`].
    pub fn encode(self, picture: &Picture) -> Result<Vec<u8>, PictureError> {
        match self {
            PictureFormat::Svg => Ok(picture.to_svg().into_bytes()),
            PictureFormat::Png => picture.to_png(),
            PictureFormat::Pdf => picture.to_pdf(),
        }
    }
}
