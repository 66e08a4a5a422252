//! Pictures as SVG text, PNG or PDF: boards, tables and charts.
//!
//! Every picture is a value that a caller fills in, with a method `svg` that turns it into text.
//! The same value gives the same text, byte for byte, so pictures can be kept in version control.
//! The module is independent of where the numbers come from.
//!
//! All pictures have a light background of their own and do not follow the
//! viewer's theme. A picture in a page knows the theme of the system, but not
//! that of the page; in an image viewer it knows neither.

mod bars;
mod board;
mod canvas;
#[cfg(feature = "cli")]
mod convert;
mod frame;
mod heat_table;
mod lines;
mod scale;

pub use bars::{Bar, BarChart, BarGroup};
pub use board::{BoardPicture, Ghost, Heat, OpeningMap};
pub use canvas::{ColourScale, escaped as escaped_xml};
#[cfg(feature = "cli")]
pub use convert::PictureFormat;
pub use heat_table::HeatTable;
pub use lines::{ChartLine, ChartPoint, Drawn, LineChart};
pub(crate) use scale::grouped;

/// A point on the page: the distance from its left side, and from its top.
type PagePoint = (f64, f64);
