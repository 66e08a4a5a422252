//! The symmetries of a game, and the images of positions.

use super::{Cell, Game, Move, PlanePoint, Position, Setup};
use crate::{Colour, Size, Topology};

/// A map of the board onto itself under which the game stays the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    cells: Box<[u16]>,
    swaps_colours: bool,
    /// The images of a step by one column and of a step by one row.
    steps: [PlanePoint; 2],
}

impl Symmetry {
    /// Every symmetry of a game, the identity first.
    ///
    /// Every board can be turned by 180 degrees. A square rhombus or torus can be mirrored if the
    /// colours are exchanged. Wrapped sides can be shifted. The cylinder also has the mirror
    /// image (x, y) → (−x−y, y); on the torus this map would turn some of white's rings into
    /// rings that wind only the other way. With seasons, only maps that preserve the season of
    /// every cell remain.
    pub fn all(game: &Game) -> Vec<Symmetry> {
        let size = game.size();
        let topology = game.rules().topology;
        let columns = if topology.wraps_columns() { size.columns() } else { 1 };
        let rows = if topology.wraps_rows() { size.rows() } else { 1 };
        let mut all = Symmetry::shifted(game, columns as i32, rows as i32);
        all.retain(|symmetry| symmetry.respects_seasons(game));
        all
    }

    /// For each cell the first one that is equal to it on the empty board, by the symmetries that
    /// keep the colours.
    pub fn first_equal_cells(game: &Game) -> Vec<Cell> {
        let mut symmetries = Symmetry::all(game);
        symmetries.retain(|symmetry| !symmetry.swaps_colours());
        let first = |cell| symmetries.iter().map(|symmetry| symmetry.cell(cell)).min();
        game.cells().iter().map(|cell| first(cell).unwrap_or(cell)).collect()
    }

    /// The symmetries without a shift, the identity first. Every symmetry is one of them followed
    /// by a shift.
    pub fn unshifted(game: &Game) -> Vec<Symmetry> {
        let mut unshifted = Symmetry::of_board(game);
        unshifted.retain(|symmetry| symmetry.respects_seasons(game));
        unshifted
    }

    /// The symmetries without a shift of the board alone: with seasons, the image may be a game
    /// with another season map.
    pub fn of_board(game: &Game) -> Vec<Symmetry> {
        Symmetry::shifted(game, 1, 1)
    }

    /// Symmetries of the board with all shifts by fewer columns and rows than given.
    fn shifted(game: &Game, columns: i32, rows: i32) -> Vec<Symmetry> {
        let mut all = Vec::new();
        for map in PlaneMap::of_board(game) {
            for row in 0..rows {
                for column in 0..columns {
                    all.push(Symmetry::new(game, map, column, row));
                }
            }
        }
        all
    }

    /// The map, followed by a shift by some columns and rows.
    fn new(game: &Game, map: PlaneMap, columns: i32, rows: i32) -> Symmetry {
        let size = game.size();
        let width = size.columns() as i32;
        let height = size.rows() as i32;
        let mut cells = Vec::with_capacity(size.cells());
        for cell in Cell::all(size) {
            let point = (cell.column(size) as i32, cell.row(size) as i32);
            let (x, y) = map.image(size, point);
            let column = (x + columns).rem_euclid(width);
            let row = (y + rows).rem_euclid(height);
            cells.push((row * width + column) as u16);
        }
        let origin = map.image(size, (0, 0));
        let step = |to: PlanePoint| {
            let (x, y) = map.image(size, to);
            (x - origin.0, y - origin.1)
        };
        Symmetry {
            cells: cells.into(),
            swaps_colours: map.swaps_colours,
            steps: [step((1, 0)), step((0, 1))],
        }
    }

    fn respects_seasons(&self, game: &Game) -> bool {
        let is_kept = |cell| game.season_of(cell) == game.season_of(self.cell(cell));
        game.rules().seasons.count() == 1 || !self.swaps_colours && game.cells().iter().all(is_kept)
    }

    /// The image of a cell.
    #[inline]
    pub fn cell(&self, cell: Cell) -> Cell {
        Cell(self.cells[cell.index()])
    }

    /// The cell that has this image.
    pub fn cell_with_image(&self, image: Cell) -> Cell {
        let index = self.cells.iter().position(|&cell| cell == image.0);
        index.map_or(image, |index| Cell(index as u16))
    }

    /// The image of a displacement in the unwrapped plane, in columns and rows.
    pub fn displacement(&self, (x, y): PlanePoint) -> PlanePoint {
        let [column, row] = self.steps;
        (x * column.0 + y * row.0, x * column.1 + y * row.1)
    }

    /// The image of a colour.
    #[inline]
    pub fn colour(&self, colour: Colour) -> Colour {
        if self.swaps_colours { colour.other() } else { colour }
    }

    /// Whether black and white exchange their roles.
    pub fn swaps_colours(&self) -> bool {
        self.swaps_colours
    }
}

/// A map of the plane onto itself that maps the board onto itself: these maps, one after the other.
#[derive(Clone, Copy)]
struct PlaneMap {
    /// (x, y) → (y, x): the colours exchange their sides.
    swaps_colours: bool,
    /// (x, y) → (−x−y, y).
    shears: bool,
    /// By 180 degrees.
    turns: bool,
}

impl PlaneMap {
    /// The maps for a board, the identity first.
    fn of_board(game: &Game) -> Vec<PlaneMap> {
        let topology = game.rules().topology;
        // Only white can swap, so exchanging the colours changes a game with swap.
        let can_swap_colours = topology.is_self_dual(game.size()) && !game.rules().swap;
        let can_shear = topology == Topology::Cylinder;
        let mut maps = Vec::new();
        for swaps_colours in [false, true] {
            for shears in [false, true] {
                for turns in [false, true] {
                    if (can_swap_colours || !swaps_colours) && (can_shear || !shears) {
                        maps.push(PlaneMap { swaps_colours, shears, turns });
                    }
                }
            }
        }
        maps
    }

    fn image(self, size: Size, (mut x, mut y): PlanePoint) -> PlanePoint {
        if self.swaps_colours {
            (x, y) = (y, x);
        }
        if self.shears {
            x = -x - y;
        }
        if self.turns {
            x = size.columns() as i32 - 1 - x;
            y = size.rows() as i32 - 1 - y;
        }
        (x, y)
    }
}

impl Position {
    /// The image of the position: the same game, move for move.
    pub fn image(&self, symmetry: &Symmetry) -> Position {
        let mut image =
            Position::from_setup_unchecked(self.game().clone(), self.setup().image(symmetry));
        for (i, played) in self.record.iter().enumerate() {
            if let Some(declared) = played.declared {
                image.declare(symmetry.colour(declared));
            }
            let mover = symmetry.colour(played.mover);
            match played.mv {
                Move::Cell(cell) => image.play_unchecked(mover, self.image_of(i, cell, symmetry)),
                // A legal move has a legal image, so this cannot fail.
                other => drop(image.play(mover, other)),
            }
        }
        if let Some(declared) = self.declared() {
            image.declare(symmetry.colour(declared));
        }
        image
    }

    /// The image of the stone of move `i`. Mirroring does not commute with shifts, so the image
    /// of a stone that is swapped is chosen such that the swap moves it to the image of the
    /// swapped stone.
    fn image_of(&self, i: usize, cell: Cell, symmetry: &Symmetry) -> Cell {
        let is_swapped = i == 0 && matches!(self.moves().nth(1), Some((_, Move::SwapPieces)));
        if !is_swapped {
            return symmetry.cell(cell);
        }
        let mirrored = |cell| self.geometry().mirrored(cell).unwrap_or(cell);
        mirrored(symmetry.cell(mirrored(cell)))
    }
}

impl Setup {
    fn image(&self, symmetry: &Symmetry) -> Setup {
        let mut image = Setup::default();
        for &(colour, cell) in &self.stones {
            image.stones.push((symmetry.colour(colour), symmetry.cell(cell)));
        }
        image.turn = self.turn.map(|turn| symmetry.colour(turn));
        for colour in Colour::ALL {
            image.steps[symmetry.colour(colour).index()] = self.steps[colour.index()];
        }
        image
    }
}
