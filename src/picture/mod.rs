//! Pictures as SVG text: boards, tables and charts of what was measured.
//!
//! Every picture is a value that a caller fills in, and a `svg` that turns it
//! into text. The same value gives the same text, byte for byte, so pictures
//! can be kept in version control. Where the numbers come from is none of
//! this module's business.
//!
//! All pictures stand on a light panel of their own instead of following the
//! viewer's theme: a picture in a page is told the theme of the system, not
//! that of the page, and plain image viewers tell it nothing.

mod bars;
mod board;
mod canvas;
mod heat_table;
mod lines;
mod panel;
mod scale;

pub use bars::{Bar, BarGroup, Bars};
pub use board::{BoardPicture, Heat};
pub use heat_table::HeatTable;
pub use lines::{Line, Lines, Point};

/// A place on the page: right of its left side, below its top.
type Spot = (f64, f64);
