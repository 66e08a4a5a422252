//! Who wins, by brute force: a reference for the solver that shares no code
//! with it. The board is built here a second time, from the rules alone.

use kring::board::{Colour, Topology};

/// A cell's neighbours in the unwrapped plane.
const STEPS: [(i32, i32); 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];

/// A contact with a neighbour: which cell it is, and the step that leads there.
struct Contact {
    cell: usize,
    step: (i32, i32),
}

/// A board, with a table of all sets of stones: whether they win.
pub struct Board {
    pub topology: Topology,
    pub columns: usize,
    pub rows: usize,
    contacts: Vec<Vec<Contact>>,
    won: [Vec<bool>; 2],
}

impl Board {
    pub fn new(topology: Topology, columns: usize, rows: usize) -> Board {
        let inside = |at: i32, length: usize, wraps: bool| {
            let at = if wraps { at.rem_euclid(length as i32) } else { at };
            usize::try_from(at).ok().filter(|&at| at < length)
        };
        let around = topology != Topology::Rhombus;
        let down = topology == Topology::Torus;
        let contact = |cell: usize, (dx, dy): (i32, i32)| {
            let x = inside((cell % columns) as i32 + dx, columns, around)?;
            let y = inside((cell / columns) as i32 + dy, rows, down)?;
            Some(Contact { cell: y * columns + x, step: (dx, dy) })
        };
        let cells = columns * rows;
        let contacts =
            (0..cells).map(|cell| STEPS.iter().filter_map(|&step| contact(cell, step)).collect());
        let contacts = contacts.collect();
        let mut board = Board { topology, columns, rows, contacts, won: [Vec::new(), Vec::new()] };
        for colour in Colour::ALL {
            let mut won = vec![false; 1 << cells];
            for stones in 1..won.len() {
                // More stones never undo a path or a ring.
                won[stones] = won[stones & (stones - 1)] || board.joins(colour, stones as u32);
            }
            board.won[colour.index()] = won;
        }
        board
    }

    pub fn cells(&self) -> usize {
        self.columns * self.rows
    }

    /// Whether these stones of a colour hold what it needs.
    pub fn has_won(&self, colour: Colour, stones: u32) -> bool {
        self.won[colour.index()][stones as usize]
    }

    /// Walks through every group of stones and keeps how far each stone is from
    /// the first one in the unwrapped plane: a stone that is reached twice, with
    /// different displacements, closes a ring.
    fn joins(&self, colour: Colour, stones: u32) -> bool {
        let ring = match colour {
            Colour::Black => self.topology == Topology::Torus,
            Colour::White => self.topology != Topology::Rhombus,
        };
        let mut offsets = [None; 32];
        for start in (0..self.cells()).filter(|start| stones >> start & 1 != 0) {
            if offsets[start].is_some() {
                continue;
            }
            let mut first = false;
            let mut last = false;
            offsets[start] = Some((0, 0));
            let mut open = vec![(start, (0, 0))];
            while let Some((cell, (x, y))) = open.pop() {
                let (at, length) = match colour {
                    Colour::Black => (cell / self.columns, self.rows),
                    Colour::White => (cell % self.columns, self.columns),
                };
                first |= at == 0;
                last |= at + 1 == length;
                for to in self.contacts[cell].iter().filter(|to| stones >> to.cell & 1 != 0) {
                    let here = (x + to.step.0, y + to.step.1);
                    match (offsets[to.cell], colour) {
                        (None, _) => {
                            offsets[to.cell] = Some(here);
                            open.push((to.cell, here));
                        }
                        (Some((_, y)), Colour::Black) if ring && y != here.1 => return true,
                        (Some((x, _)), Colour::White) if ring && x != here.0 => return true,
                        _ => {}
                    }
                }
            }
            if !ring && first && last {
                return true;
            }
        }
        false
    }

    /// The search from these stones on, by which nobody has won.
    pub fn search(&self, stones: [u32; 2]) -> Search<'_> {
        let mut values = 1;
        let mut values_of = |cell| {
            let here = values;
            if (stones[0] | stones[1]) >> cell & 1 == 0 {
                values *= 3;
            }
            here
        };
        let places = (0..self.cells()).map(&mut values_of).collect();
        Search { board: self, begin: stones, places, known: vec![0; values] }
    }
}

/// Plays every game, with a table of all positions: empty, black or white for
/// each cell that was empty at the beginning. As long as nobody has won, the
/// stones and the colour to move say all about a position, on the torus too:
/// the order in which they were laid only matters once both have a ring, and the
/// search ends with the first.
pub struct Search<'a> {
    board: &'a Board,
    begin: [u32; 2],
    /// What a black stone on a cell adds to the number of the position.
    places: Vec<usize>,
    /// Two bits for each colour to move: it loses (1) or it wins (2).
    known: Vec<u8>,
}

impl Search<'_> {
    /// Who wins with this colour to move: the stones are those of the beginning
    /// and any others.
    pub fn winner(&mut self, stones: [u32; 2], to_move: Colour) -> Colour {
        let won = Colour::ALL.map(|colour| self.board.has_won(colour, stones[colour.index()]));
        match won {
            [true, true] => panic!("who was the first?"),
            [true, false] => Colour::Black,
            [false, true] => Colour::White,
            [false, false] => {
                let number = (0..self.places.len()).map(|cell| {
                    let laid = |colour: usize| {
                        ((stones[colour] & !self.begin[colour]) >> cell & 1) as usize
                    };
                    self.places[cell] * (laid(0) + 2 * laid(1))
                });
                let number = number.sum();
                if self.wins(stones, number, to_move) { to_move } else { to_move.other() }
            }
        }
    }

    /// Whether the colour to move wins; nobody has won yet.
    fn wins(&mut self, stones: [u32; 2], number: usize, to_move: Colour) -> bool {
        let mover = to_move.index();
        let known = self.known[number] >> (2 * mover) & 3;
        if known != 0 {
            return known == 2;
        }
        let board = self.board;
        let taken = stones[0] | stones[1];
        let empty = || (0..board.cells()).filter(move |cell| taken >> cell & 1 == 0);
        assert!(empty().next().is_some(), "a full board has a winner");
        let own = stones[mover];
        let wins = empty().any(|cell| board.has_won(to_move, own | 1 << cell))
            || empty().any(|cell| {
                let mut stones = stones;
                stones[mover] |= 1 << cell;
                !self.wins(stones, number + self.places[cell] * (1 + mover), to_move.other())
            });
        self.known[number] |= if wins { 2 } else { 1 } << (2 * mover);
        wins
    }
}
