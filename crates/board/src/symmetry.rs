//! The symmetries of a game, and the images of positions.

use super::{Cell, Game, Move, Position, Setup};
use crate::{Colour, Topology};

/// A map of the board onto itself under which the game stays the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    cells: Box<[u16]>,
    swaps_colours: bool,
    /// The images of a step by one column and of a step by one row.
    steps: [(i32, i32); 2],
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
        let (size, topology) = (game.size(), game.rules().topology);
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
        let size = game.size();
        let (m, n) = (size.columns() as i32, size.rows() as i32);
        let topology = game.rules().topology;
        let sheared = topology == Topology::Cylinder;
        // Only white can swap, so exchanging the colours changes a game with swap.
        let mirrored = topology.is_self_dual(size) && !game.rules().swap;
        let mut all = Vec::new();
        for swap in [false, true].into_iter().filter(|&swap| mirrored || !swap) {
            for shear in [false, true].into_iter().filter(|&shear| sheared || !shear) {
                for turn in [false, true] {
                    let image = |x: i32, y: i32| {
                        let (x, y) = if swap { (y, x) } else { (x, y) };
                        let (x, y) = if shear { (-x - y, y) } else { (x, y) };
                        if turn { (m - 1 - x, n - 1 - y) } else { (x, y) }
                    };
                    let (a, b) = image(0, 0);
                    let step = |(x, y)| (x - a, y - b);
                    let steps = [step(image(1, 0)), step(image(0, 1))];
                    for (dx, dy) in (0..rows * columns).map(|i| (i % columns, i / columns)) {
                        let to = |cell: Cell| {
                            let (x, y) = image(cell.column(size) as i32, cell.row(size) as i32);
                            ((y + dy).rem_euclid(n) * m + (x + dx).rem_euclid(m)) as u16
                        };
                        let cells = game.cells().iter().map(to).collect();
                        all.push(Symmetry { cells, swaps_colours: swap, steps });
                    }
                }
            }
        }
        all
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
    pub fn displacement(&self, (x, y): (i32, i32)) -> (i32, i32) {
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
