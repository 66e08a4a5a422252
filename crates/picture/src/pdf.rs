//! Pictures as PDF files.

use krilla::Document;
use krilla::geom::Size;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};

use super::error::PictureError;
use super::shape::Picture;
use super::tree;

impl Picture {
    /// The picture as a PDF file of one page, one point for each unit of its size. Its text can be
    /// searched and copied. The same picture gives the same file on every machine.
    ///
    /// # Errors
    ///
    /// If the picture has no area.
    pub fn to_pdf(&self) -> Result<Vec<u8>, PictureError> {
        let tree = tree::of(self)?;
        let size = Size::from_wh(tree.size().width(), tree.size().height());
        let size = size.ok_or(PictureError::Size(self.size))?;
        let mut document = Document::new();
        let metadata = Metadata::new().title(self.title.clone()).producer("Kring".to_owned());
        document.set_metadata(metadata);
        let mut page = document.start_page_with(PageSettings::new(size));
        let mut surface = page.surface();
        surface.draw_svg(&tree, size, SvgSettings::default());
        surface.finish();
        page.finish();
        document.finish().map_err(|error| PictureError::Refused(error.to_string()))
    }
}
