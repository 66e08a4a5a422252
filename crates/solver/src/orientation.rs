//! Positions up to symmetry: the smallest of all symmetric ones is the canonical one.

use kring_board::{Cell, Colour, Game, Position, Symmetry};

use super::bits::{Bits, SetImages};

/// The stones of black and of white, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BitPosition<B> {
    pub of: [B; 2],
    /// The index of the colour to move.
    pub mover: usize,
}

impl<B: Bits> BitPosition<B> {
    pub fn of(position: &Position, to_move: Colour) -> BitPosition<B> {
        let set = |colour: Colour| B::narrow(position.stones(colour).wide());
        BitPosition { of: Colour::each(set), mover: to_move.index() }
    }

    /// The stones after a move of the side to move.
    #[inline]
    pub fn after(self, cell: usize) -> BitPosition<B> {
        let mut of = self.of;
        of[self.mover] |= B::one(cell);
        BitPosition { of, mover: 1 - self.mover }
    }

    #[inline]
    pub fn taken(self) -> B {
        self.of[0] | self.of[1]
    }
}

struct OrientationMap<B> {
    images: SetImages<B>,
    swaps: bool,
    /// The inverse symmetry.
    back: usize,
}

pub struct Orientations<B> {
    maps: Vec<OrientationMap<B>>,
    /// Whether these are all symmetries of the game, in their order.
    complete: bool,
}

/// An index into [`Orientations`]; the identity is the first.
pub type Orientation = usize;

/// The maximum size of the tables in bytes; larger boards use fewer symmetries.
const MOST_BYTES: usize = 4 << 20;

impl<B: Bits> Orientations<B> {
    pub fn new(game: &Game) -> Orientations<B> {
        let cells = game.size().cells();
        let all = Symmetry::all(game);
        let bytes = all.len() * cells.div_ceil(8) * 256 * size_of::<B>();
        let complete = bytes <= MOST_BYTES;
        let all = if complete { all } else { Symmetry::unshifted(game) };
        let is_back = |a: &Symmetry, b: &Symmetry| {
            a.swaps_colours() == b.swaps_colours()
                && (0..cells as u16).map(Cell::unchecked).all(|cell| b.cell(a.cell(cell)) == cell)
        };
        let map = |symmetry: &Symmetry| OrientationMap {
            images: SetImages::new(cells, |cell| {
                symmetry.cell(Cell::unchecked(cell as u16)).index()
            }),
            swaps: symmetry.swaps_colours(),
            back: all.iter().position(|other| is_back(symmetry, other)).unwrap_or_default(),
        };
        Orientations { maps: all.iter().map(map).collect(), complete }
    }

    #[inline]
    pub fn set(&self, orientation: Orientation, set: B) -> B {
        match orientation {
            0 => set,
            _ => self.maps[orientation].images.of([set])[0],
        }
    }

    pub fn cell(&self, orientation: Orientation, cell: usize) -> usize {
        self.set(orientation, B::one(cell)).first()
    }

    pub fn back(&self, orientation: Orientation) -> Orientation {
        self.maps[orientation].back
    }

    /// The smallest of all images of a set under symmetries that keep the colours, and the
    /// symmetry that maps to it.
    pub fn first_set(&self, set: B) -> (B, Orientation) {
        let all = if self.complete { self.maps.len() } else { 1 };
        let kept = (0..all).filter(|&i| !self.maps[i].swaps);
        kept.map(|i| (self.set(i, set), i)).min().unwrap_or((set, 0))
    }

    /// The canonical one of all symmetric positions, and the symmetry that maps to it.
    pub fn first(&self, stones: BitPosition<B>) -> (BitPosition<B>, Orientation) {
        let mut best = (stones, 0);
        for (i, map) in self.maps.iter().enumerate().skip(1) {
            let swap = usize::from(map.swaps);
            let mut image = BitPosition { of: [B::EMPTY; 2], mover: stones.mover ^ swap };
            image.of[0] = self.set(i, stones.of[swap]);
            if image.of[0] > best.0.of[0] {
                continue;
            }
            image.of[1] = self.set(i, stones.of[1 - swap]);
            if image < best.0 {
                best = (image, i);
            }
        }
        best
    }
}
