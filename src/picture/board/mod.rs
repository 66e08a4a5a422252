//! A board as a picture: stones, seasons, heat, and how it closes on itself.

mod cells;
mod frame;
mod meaning;
mod score;
mod sheet;

use cells::Painter;
use score::Score;
use sheet::Sheet;

use super::panel::panel;
use crate::{
    board::{Cell, Position},
    rules::Topology,
};

/// The distance from a cell's centre to its corners.
const RADIUS: f64 = 22.0;
/// The radius of a stone.
const STONE: f64 = 0.66 * RADIUS;

/// A position to be drawn.
///
/// ```
/// use kring::{board::Position, chance, picture::BoardPicture};
///
/// let game = chance::game("5x5".parse()?, "torus".parse()?, 1);
/// let position = Position::new(game);
/// assert!(BoardPicture::new(&position).svg().starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardPicture<'a> {
    /// The stones, and how they came.
    pub position: &'a Position,
    /// What stands above the board; nothing if it is empty.
    pub title: String,
    /// The number of its move stands on each stone.
    pub move_numbers: bool,
    /// A value for each of some cells.
    pub heat: Option<Heat>,
    /// A cylinder is drawn as rings around a centre, row 1 outside. Other
    /// boards are always flat.
    pub annulus: bool,
}

/// Values of cells, shown as colours.
#[derive(Clone, Debug, Default)]
pub struct Heat {
    /// What the values are.
    pub label: String,
    /// The values, from 0 to 1. The colours go from the lowest to the highest.
    pub values: Vec<(Cell, f64)>,
    /// The values stand in the cells too, in percent.
    pub numbers: bool,
}

impl<'a> BoardPicture<'a> {
    /// The position with the numbers of its moves, flat, and no title.
    pub fn new(position: &'a Position) -> BoardPicture<'a> {
        BoardPicture {
            position,
            title: String::new(),
            move_numbers: true,
            heat: None,
            annulus: false,
        }
    }

    /// The board as SVG text.
    pub fn svg(&self) -> String {
        let geometry = self.position.geometry();
        let rings = self.annulus && geometry.topology() == Topology::Cylinder;
        let sheet = Sheet::new(geometry, rings);
        let score = Score::new(self.position);
        let keys = meaning::keys(self, &score, rings);
        panel(&self.title, keys, sheet.size(), |canvas, corner| {
            let sheet = sheet.moved_to(corner);
            let painter = Painter::new(self, &sheet, &score);
            // Pale like mist: what lies beyond a seam is there only once.
            let (own, copies) = sheet.places();
            if !copies.is_empty() {
                canvas.group("opacity=\"0.38\"", |canvas| {
                    frame::sides(canvas, &sheet, geometry, &copies);
                    painter.paint(canvas, &copies);
                });
            }
            frame::sides(canvas, &sheet, geometry, &own);
            painter.paint(canvas, &own);
            frame::coordinates(canvas, &sheet);
        })
    }
}
