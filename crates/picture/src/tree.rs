//! A picture as a tree of `usvg`, of which the libraries make PNG and PDF files. Its only way in is
//! SVG text.

use std::sync::{Arc, LazyLock};

use usvg::fontdb::{Database, Source};
use usvg::{Error, Options, Tree};

use super::error::PictureError;
use super::shape::Picture;

/// The font of PNG and PDF files: Liberation Sans 2.1.5, whose letters are as wide as those of
/// Helvetica and Arial. It is here, because the machine may have no fonts, and everybody gets the
/// same files. It has Latin, Greek, Cyrillic and Hebrew letters; a character that it lacks becomes
/// an empty box.
const REGULAR: &[u8] = include_bytes!("../fonts/LiberationSans-Regular.ttf");
const BOLD: &[u8] = include_bytes!("../fonts/LiberationSans-Bold.ttf");

static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_source(Source::Binary(Arc::new(REGULAR)));
    fonts.load_font_source(Source::Binary(Arc::new(BOLD)));
    fonts.set_sans_serif_family("Liberation Sans");
    Arc::new(fonts)
});

/// The tree of a picture.
pub fn of(picture: &Picture) -> Result<Tree, PictureError> {
    let options = Options { fontdb: Arc::clone(&FONTS), ..Options::default() };
    Tree::from_str(&picture.to_svg(), &options).map_err(|error| match error {
        Error::InvalidSize => PictureError::Size(picture.size),
        other => PictureError::Refused(other.to_string()),
    })
}
