//! Boards of Hex and charts as pictures.
//!
//! What a board or a chart shows is a value that a caller fills in: [`BoardPicture`],
//! [`HeatTable`], [`BarChart`], [`LineChart`]. Its method `draw` gives a [`Picture`], a list of
//! shapes with a size, and the writers turn that into SVG, PNG or PDF.
//! The same value gives the same file, byte for byte, so pictures can be kept in version control.
//! The crate is independent of where the numbers come from.
//!
//! PNG and PDF need the features `png` and `pdf`; the libraries `resvg` and `krilla-svg` make them
//! from the SVG text. The charts are drawn here and not by `plotters`, because they share the
//! shapes, the legends and the breaking of labels with boards and tables, and so all three writers.
//!
//! All pictures have a light background of their own and do not follow the
//! viewer's theme. A picture in a page knows the theme of the system, but not
//! that of the page; in an image viewer it knows neither.

#![forbid(unsafe_code)]

mod bars;
mod board;
pub mod colour;
#[cfg(any(feature = "png", feature = "pdf"))]
mod error;
#[cfg(all(feature = "png", feature = "pdf"))]
mod format;
mod frame;
mod heat_table;
mod lines;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(feature = "png")]
mod png;
mod scale;
mod shape;
mod svg;
mod text;
#[cfg(any(feature = "png", feature = "pdf"))]
mod tree;

pub use bars::{Bar, BarChart, BarGroup};
pub use board::{BoardPicture, Ghost, Heat, OpeningMap};
pub use colour::ColourScale;
#[cfg(any(feature = "png", feature = "pdf"))]
pub use error::PictureError;
#[cfg(all(feature = "png", feature = "pdf"))]
pub use format::PictureFormat;
pub use heat_table::HeatTable;
pub use lines::{ChartLine, ChartPoint, Drawn, LineChart};
pub use scale::grouped;
pub use shape::{Anchor, Canvas, PagePoint, Picture, Rgb, Shape, Stroke, Style, TextStyle};
pub use svg::escaped as escaped_xml;
