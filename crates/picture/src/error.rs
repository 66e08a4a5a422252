//! Why there is no file of a picture.

use std::path::PathBuf;

use super::shape::PagePoint;

/// Why there is no file of a picture.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PictureError {
    /// The file's name asks for a format that there is not.
    #[error("{}: pictures are .svg, .png or .pdf", .0.display())]
    Format(PathBuf),
    /// The picture has no area, or more pixels than fit into memory.
    #[error("a picture of {} × {} cannot be drawn", .0.0, .0.1)]
    Size(PagePoint),
    /// The library that draws refuses the picture, for this reason.
    #[error("the picture cannot be drawn: {0}")]
    Refused(String),
}
