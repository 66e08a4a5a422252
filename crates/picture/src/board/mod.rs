//! A board as a picture: stones, seasons, heat, and the seams where it closes on itself.

mod cells;
mod sheet;

use cells::{GameMarks, Painter, stone_colours};
use kring_board::{Cell, Colour, Position, Topology};
use sheet::BoardSheet;

use super::colour::{BLANK, CELL, CHAIN, ColourScale, INK, WINNING, season_colour};
use super::frame::{LegendKey, framed};
use super::scale::{ends, written};
use super::shape::{Anchor, Canvas, PagePoint, Picture, Stroke, Style, TextStyle};

/// The distance from a cell's centre to its corners.
const RADIUS: f64 = 22.0;
const STONE: f64 = 0.66 * RADIUS;

/// A position to be drawn.
///
/// ```
/// use kring_board::{Position, chance};
/// use kring_picture::BoardPicture;
///
/// let game = chance::game("5x5".parse()?, "torus".parse()?, 1);
/// let position = Position::new(game);
/// assert!(BoardPicture::new(&position).draw().to_svg().starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardPicture<'a> {
    /// The position, with its moves.
    pub position: &'a Position,
    /// The title above the board; empty for none.
    pub title: String,
    /// Whether each stone has the number of its move.
    pub move_numbers: bool,
    /// Values of some cells.
    pub heat: Option<Heat>,
    /// Whether a cylinder is drawn as rings around a centre, row 1 outside. Other
    /// boards are always flat.
    pub annulus: bool,
    /// Stones that are not on the board: the moves of a variation or a comment.
    pub ghosts: Vec<Ghost>,
    /// The winner after each legal move.
    pub openings: Option<OpeningMap>,
}

/// The winner after each first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningMap {
    /// The colour to move.
    pub to_move: Colour,
    /// The cells of the moves, each with its winner; none if it is unknown.
    pub winners: Vec<(Cell, Option<Colour>)>,
}

/// A move that was not made in the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ghost {
    /// The cell of the stone.
    pub cell: Cell,
    /// The colour of the stone.
    pub colour: Colour,
    /// The text on it: a number or a sign.
    pub label: String,
    /// Whether it is a bad move or a good one.
    pub bad: bool,
}

/// Values of cells, shown as colours.
#[derive(Clone, Debug, Default)]
pub struct Heat {
    /// What the values are.
    pub label: String,
    /// The values, from 0 to 1. The colours go from the lowest to the highest.
    pub values: Vec<(Cell, f64)>,
    /// Whether the values are also written into the cells, in percent.
    pub numbers: bool,
    /// The colours.
    pub scale: ColourScale,
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
            ghosts: Vec::new(),
            openings: None,
        }
    }

    /// The board as a picture.
    pub fn draw(&self) -> Picture {
        let geometry = self.position.geometry();
        let rings = self.annulus && geometry.topology() == Topology::Cylinder;
        let sheet = BoardSheet::new(geometry, rings);
        let marks = GameMarks::new(self.position);
        let keys = keys(self, &marks, rings);
        framed(&self.title, keys, sheet.size, |canvas, corner| {
            let sheet = sheet.moved_to(corner);
            let painter = Painter::new(self, &sheet, &marks);
            // Copies beyond a seam are pale.
            let (own, copies) = sheet.places();
            if !copies.is_empty() {
                canvas.group(0.38, |canvas| {
                    sheet::sides(canvas, &sheet, geometry, &copies);
                    painter.paint(canvas, &copies);
                });
            }
            sheet::sides(canvas, &sheet, geometry, &own);
            painter.paint(canvas, &own);
            sheet::coordinates(canvas, &sheet);
        })
    }
}

impl Heat {
    /// The lowest and the highest value; 0 and 1 if they are the same.
    fn range(&self) -> (f64, f64) {
        if self.scale == ColourScale::Sides {
            return (0.0, 1.0);
        }
        let ends = ends(self.values.iter().map(|(_, value)| *value));
        ends.filter(|(low, high)| low < high).unwrap_or((0.0, 1.0))
    }

    /// The number of decimals that the range of the values needs.
    fn decimals(&self) -> usize {
        let (low, high) = self.range();
        match high - low {
            range if range >= 0.1 => 0,
            range if range >= 0.01 || high >= 0.9995 => 1,
            _ => 2,
        }
    }

    /// A value in percent, for a cell.
    fn text(&self, value: f64) -> String {
        written(100.0 * value, self.decimals(), false)
    }

    fn key(&self) -> LegendKey {
        let (low, high) = self.range();
        let ends = [low, high].map(|value| written(value, self.decimals(), true));
        LegendKey::heat(ends, self.scale, &self.label)
    }
}

impl OpeningMap {
    /// The winner after a move on this cell, if that is in the map.
    fn at(&self, cell: Cell) -> Option<Option<Colour>> {
        self.winners.iter().find(|(other, _)| *other == cell).map(|(_, winner)| *winner)
    }

    /// The legend of the signs that occur in the map.
    fn keys(&self) -> Vec<LegendKey> {
        let to_move = self.to_move;
        let kinds = [Some(to_move), Some(to_move.other()), None];
        let is_there = |kind: &Option<Colour>| self.winners.iter().any(|(_, w)| w == kind);
        let key = |winner: Option<Colour>| {
            let sign = move |canvas: &mut Canvas, (x, y): PagePoint| {
                let fill = if winner == Some(to_move) { WINNING } else { CELL };
                canvas.rect((x, y - 9.0), (18.0, 18.0), Style::filled(fill));
                winner_sign(canvas, (x + 9.0, y), 5.5, winner);
            };
            let meaning = match winner {
                Some(winner) if winner == to_move => format!("{to_move} wins by playing here"),
                Some(winner) => format!("{winner} wins against it"),
                None => "unknown".to_owned(),
            };
            LegendKey::new(18.0, sign, meaning)
        };
        kinds.into_iter().filter(is_there).map(key).collect()
    }
}

/// A small stone of the winner, or a question mark.
fn winner_sign(canvas: &mut Canvas, spot: PagePoint, radius: f64, winner: Option<Colour>) {
    match winner {
        Some(winner) => {
            let style = Style::filled(stone_colours(winner).0).stroke(Stroke::new(INK));
            canvas.circle(spot, radius, style);
        }
        None => canvas.text(spot, TextStyle::new(2.4 * radius, Anchor::Middle, INK), "?"),
    }
}

fn keys(picture: &BoardPicture<'_>, marks: &GameMarks, rings: bool) -> Vec<LegendKey> {
    let position = picture.position;
    let key = |colour: Colour| {
        let aim = match colour {
            Colour::Black if rings => "joins the outer side and the inner",
            Colour::White if rings => "closes a ring around the centre",
            _ => position.aim(colour),
        };
        let sign = move |canvas: &mut Canvas, (x, y): PagePoint| {
            winner_sign(canvas, (x + 8.0, y), 7.0, Some(colour));
        };
        LegendKey::new(16.0, sign, format!("{colour} {aim}"))
    };
    let mut keys = Vec::from(Colour::ALL.map(key));
    let seasons = position.rules().seasons.count();
    if seasons > 1 {
        keys.extend((0..seasons).map(|season| {
            let number = (season + 1).to_string();
            // Heat replaces the tints, and only the digits are left.
            let fill = if picture.heat.is_some() { BLANK } else { season_colour(season) };
            LegendKey::square(fill, number.clone(), format!("season {number}"))
        }));
    }
    keys.extend(picture.heat.iter().map(Heat::key));
    keys.extend(ghost_keys(picture));
    keys.extend(picture.openings.iter().flat_map(OpeningMap::keys));
    let has_chain = marks.chain.iter().any(|links| !links.is_empty());
    if let Some(winner) = position.winner().filter(|_| has_chain) {
        let sign = |canvas: &mut Canvas, (x, y): PagePoint| {
            canvas.line(&[(x, y), (x + 24.0, y)], Stroke::new(CHAIN).width(7.0));
        };
        keys.push(LegendKey::new(24.0, sign, format!("{winner} has won")));
    }
    keys
}

/// The legend entries of the bad moves and of the good ones.
fn ghost_keys(picture: &BoardPicture<'_>) -> Vec<LegendKey> {
    let kinds = [(true, "the move that was played"), (false, "the better moves, in order")];
    let key = |(bad, meaning)| {
        let ghost = picture.ghosts.iter().find(|ghost| ghost.bad == bad)?.clone();
        let sign = move |canvas: &mut Canvas, (x, y): PagePoint| {
            cells::ghost(canvas, (x + 10.0, y), 9.0, &ghost);
        };
        Some(LegendKey::new(20.0, sign, meaning))
    };
    kinds.into_iter().filter_map(key).collect()
}
