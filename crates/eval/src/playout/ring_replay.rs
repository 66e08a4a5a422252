//! Replays games on the torus stone by stone, to find the first ring. That is slow for many
//! games: see `ring_search.rs`.

use std::sync::Arc;

use kring_board::{Cell, CellSet, Colour, Game, Position, STEPS, bits::Bits};

use crate::{
    BoardBatch,
    bit_flood::{bits, is_none},
};

/// A colour, and a function that is called with each of its cells that would have won a lost game.
pub(super) type Notes<'a> = (Colour, &'a mut dyn FnMut(Cell));

/// The progress of a step along a colour's axis: rows for black, columns for white. Only rings
/// that advance along this axis win.
#[inline(always)]
fn advance(colour: Colour, (x, y): (i32, i32)) -> i16 {
    (if colour == Colour::Black { y } else { x }) as i16
}

/// The owner of an empty cell.
const EMPTY: u8 = 2;

/// A stone and its group. Every stone stores its group's root, and is updated when the group
/// joins a larger one. Moves are never undone here, and most groups that join another are small,
/// so updates are short.
#[derive(Clone, Copy)]
struct GroupStone {
    root: u16,
    /// The next stone of the group, in a circular list.
    next: u16,
    /// The size of the group, if this is its root.
    size: u16,
    /// The distance of this stone from the root along the axis.
    ahead: i16,
}

pub(super) struct RingReplay {
    game: Arc<Game>,
    /// Whether cells are their own neighbours.
    thin: bool,
    stones: [CellSet; 2],
    /// The colour that has won before the games start.
    pub winner: Option<Colour>,
    /// The groups of the starting position; empty until `build_start`.
    start: ReplayBoard,
    board: ReplayBoard,
}

#[derive(Default)]
struct ReplayBoard {
    stones: Vec<GroupStone>,
    owners: Vec<u8>,
}

impl RingReplay {
    pub fn new(game: &Arc<Game>) -> RingReplay {
        let size = game.size();
        RingReplay {
            game: Arc::clone(game),
            thin: size.columns() == 1 || size.rows() == 1,
            stones: [CellSet::EMPTY; 2],
            winner: None,
            start: ReplayBoard::default(),
            board: ReplayBoard::default(),
        }
    }

    /// Prepares games from this position.
    pub fn prepare(&mut self, position: &Position) {
        self.stones = Colour::each(|colour| *position.stones(colour));
        self.winner = position.winner();
        self.start.stones.clear();
    }

    /// The boards that black wins, of those given; `game` gives the stones of a board in the
    /// order of play. Where the colour of `notes` loses, the function of `notes` is called with the
    /// cells of the colour's later stones that would have closed a ring in time.
    pub fn black_wins<const W: usize, G: Iterator<Item = (Colour, Cell)>>(
        &mut self,
        boards: BoardBatch<W>,
        game: impl Fn(usize, u64) -> G,
        mut notes: Option<Notes<'_>>,
    ) -> BoardBatch<W> {
        if is_none(&boards) {
            return boards;
        }
        if let Some(winner) = self.winner {
            return boards.map(|word| if winner == Colour::Black { word } else { 0 });
        }
        self.build_start();
        let mut wins = [0; W];
        for w in 0..W {
            for bit in bits(boards[w]) {
                self.board.copy(&self.start);
                let lay = |&(colour, cell): &_| self.board.lay(&self.game, self.thin, colour, cell);
                let mut stones = game(w, bit);
                let Some((winner, _)) = stones.by_ref().find(lay) else { continue };
                if winner == Colour::Black {
                    wins[w] |= bit;
                }
                if let Some((loser, note)) = notes.as_mut().filter(|(own, _)| *own != winner) {
                    let late = stones.filter(|(owner, _)| owner == loser).map(|(_, cell)| cell);
                    let closing = |cell: &Cell| self.board.closes(&self.game, *loser, *cell);
                    late.filter(closing).for_each(&mut **note);
                }
            }
        }
        wins
    }

    /// Builds the groups of the starting position, unless that is done.
    fn build_start(&mut self) {
        if !self.start.stones.is_empty() {
            return;
        }
        self.start.clear(self.game.size().cells());
        for colour in Colour::ALL {
            for cell in self.stones[colour.index()].iter() {
                self.start.lay(&self.game, self.thin, colour, cell);
            }
        }
    }
}

impl ReplayBoard {
    fn clear(&mut self, cells: usize) {
        self.stones.clear();
        let alone = |cell| GroupStone { root: cell, next: cell, size: 1, ahead: 0 };
        self.stones.extend((0..cells as u16).map(alone));
        self.owners.clear();
        self.owners.resize(cells, EMPTY);
    }

    fn copy(&mut self, other: &ReplayBoard) {
        self.stones.clone_from(&other.stones);
        self.owners.clone_from(&other.owners);
    }

    /// Places a stone; returns whether it closes a ring of its colour.
    #[inline(always)]
    fn lay(&mut self, game: &Game, thin: bool, colour: Colour, cell: Cell) -> bool {
        let own = colour.index() as u8;
        self.owners[cell.index()] = own;
        let around = game.geometry().neighbours(cell);
        let touches = |i: usize| u8::from(self.owners[usize::from(around[i])] == own) << i;
        let touching = (0..6).fold(0, |all, i| all | touches(i));
        // Neighbours that follow each other round the cell touch, and have been joined before, so
        // the first of each run is enough. Only a cell that is its own neighbour is not joined
        // yet.
        let links: u8 = match touching {
            _ if thin => touching,
            0b11_1111 => 1,
            _ => touching & !(touching << 1 | touching >> 5),
        };
        let mut ring = false;
        for i in u64::from(links).cells() {
            ring |= self.link(cell.number(), around[i], advance(colour, STEPS[i]));
        }
        ring
    }

    /// Whether a stone on an empty cell would close a ring of its colour.
    fn closes(&self, game: &Game, colour: Colour, cell: Cell) -> bool {
        let mut offsets = [(u16::MAX, 0); 6];
        for (i, &to) in game.geometry().neighbours(cell).iter().enumerate() {
            let step = advance(colour, STEPS[i]);
            if to == cell.number() && step != 0 {
                return true;
            }
            if self.owners[usize::from(to)] == colour.index() as u8 {
                // The offset of the cell from this neighbour's root.
                let stone = self.stones[usize::from(to)];
                let offset = (stone.root, stone.ahead - step);
                if offsets.iter().any(|&(root, at)| root == offset.0 && at != offset.1) {
                    return true;
                }
                offsets[i] = offset;
            }
        }
        false
    }

    /// Joins two stones of which `b` is `step` ahead of `a`; returns whether that closes a ring.
    #[inline]
    fn link(&mut self, a: u16, b: u16, step: i16) -> bool {
        let [stone_a, stone_b] = [a, b].map(|stone| self.stones[usize::from(stone)]);
        let between = stone_a.ahead + step - stone_b.ahead;
        if stone_a.root == stone_b.root {
            return between != 0;
        }
        let [size_a, size_b] =
            [stone_a, stone_b].map(|stone| self.stones[usize::from(stone.root)].size);
        let (top, below, ahead) = if size_a < size_b {
            (stone_b.root, stone_a.root, -between)
        } else {
            (stone_a.root, stone_b.root, between)
        };
        let mut at = below;
        loop {
            let stone = &mut self.stones[usize::from(at)];
            stone.root = top;
            stone.ahead += ahead;
            if stone.next == below {
                break;
            }
            at = stone.next;
        }
        let root = &mut self.stones[usize::from(top)];
        root.size = size_a + size_b;
        let next = std::mem::replace(&mut root.next, below);
        self.stones[usize::from(at)].next = next;
        false
    }
}
