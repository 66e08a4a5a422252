//! Van Hees's claims about small boards and sub-boards of five columns
//! (sections 5.3 and 5.4), each by a search of all games on its own board.

use std::collections::HashMap;

const COLUMNS: u32 = 5;

/// The cell of a column and a ring, both from 1, as one bit.
fn at(column: u32, ring: u32) -> u32 {
    1 << ((ring - 1) * COLUMNS + column - 1)
}

/// All cells of a ring.
fn ring(ring: u32) -> u32 {
    31 << ((ring - 1) * COLUMNS)
}

/// A sub-board on which black wants to join stones in `from` with stones in
/// `to`, and white wants to prevent it.
struct SubBoard {
    rings: u32,
    from: u32,
    to: u32,
    known: HashMap<(u32, u32), bool>,
}

impl SubBoard {
    fn new(rings: u32, from: u32, to: u32) -> SubBoard {
        SubBoard { rings, from, to, known: HashMap::new() }
    }

    /// The cells that touch these, here included.
    fn grown(&self, cells: u32) -> u32 {
        let first = (0..self.rings).fold(0, |all, ring| all | 1 << (ring * COLUMNS));
        let last = first << (COLUMNS - 1);
        let right = (cells & !last) << 1 | (cells & last) >> (COLUMNS - 1);
        let left = (cells & !first) >> 1 | (cells & first) << (COLUMNS - 1);
        let down = (cells | left) << COLUMNS;
        let up = (cells | right) >> COLUMNS;
        (cells | right | left | down | up) & ((1 << (self.rings * COLUMNS)) - 1)
    }

    /// Whether a chain within these cells joins both ends.
    fn joins(&self, cells: u32) -> bool {
        let mut reached = self.from & cells;
        loop {
            let more = self.grown(reached) & cells;
            if more == reached {
                return reached & self.to != 0;
            }
            reached = more;
        }
    }

    /// Whether black joins the ends with white to move.
    fn is_won(&mut self, black: u32, white: u32) -> bool {
        if let Some(&known) = self.known.get(&(black, white)) {
            return known;
        }
        let all = (1 << (self.rings * COLUMNS)) - 1;
        let empty = all & !black & !white;
        let mut wins = self.joins(black);
        if !wins && self.joins(all & !white) {
            let threats = bits(empty).filter(|cell| self.joins(black | cell));
            let threats = threats.fold(0, |all, cell| all | cell);
            // White must take a cell where black would win at once.
            let replies = if threats == 0 { empty } else { threats };
            wins = threats.count_ones() > 1
                || bits(replies).all(|reply| self.has_answer(black, white | reply, empty & !reply));
        }
        self.known.insert((black, white), wins);
        wins
    }

    /// Whether black to move joins the ends.
    fn has_answer(&mut self, black: u32, white: u32, empty: u32) -> bool {
        let all = black | empty;
        if bits(empty).any(|cell| self.joins(black | cell)) {
            return true;
        }
        // Black must take a cell where white would cut all ways.
        let cuts = bits(empty).filter(|cell| !self.joins(all & !cell));
        let cuts = cuts.fold(0, |all, cell| all | cell);
        let answers = if cuts == 0 { empty } else { cuts };
        // Cells beside the stones first.
        let near = answers & self.grown(black);
        bits(near).chain(bits(answers & !near)).any(|answer| self.is_won(black | answer, white))
    }
}

fn bits(mut cells: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = cells & cells.wrapping_neg();
        cells ^= cell;
        (cell != 0).then_some(cell)
    })
}

/// Section 5.3 (p. 20), two and three rings: black's first stone and its answers
/// to every first stone of white. More than the text claims: all of them win.
#[test]
fn every_answer_wins_on_two_and_three_rings_of_five() {
    for rings in 2..=3 {
        let mut board = SubBoard::new(rings, ring(1), ring(rings));
        for white in (1..=rings).map(|ring| at(1, ring)) {
            assert!(board.is_won(white, 0), "black begins on {rings} rings");
            for black in bits(((1 << (rings * COLUMNS)) - 1) & !white) {
                assert!(board.is_won(black, white), "{black:b} to {white:b} on {rings} rings");
            }
        }
    }
}

/// Section 5.3 (pp. 20 and 21), four and five rings: black begins in ring 2 and in
/// ring 3; if white begins, black answers in its ring.
#[test]
#[ignore = "takes more than five minutes"]
fn black_wins_on_four_and_five_rings_of_five() {
    for (rings, first) in [(4, 2), (5, 3)] {
        let mut board = SubBoard::new(rings, ring(1), ring(rings));
        assert!(board.is_won(at(3, first), 0), "{rings} rings");
        for own in 1..=rings {
            assert!(board.is_won(at(3, own), at(1, own)), "white begins in {own} of {rings}");
        }
    }
}

/// Section 5.4 (pp. 21 and 22): white (2,j), black (4,j), white in ring j+k and
/// any black answer in that ring: rings j and j+k can be joined.
fn every_answer_in_the_ring_joins(further: u32) {
    let last = further + 1;
    let mut board = SubBoard::new(last, ring(1), ring(last));
    for white in 1..=5 {
        for answer in (1..=5).filter(|&answer| answer != white) {
            let won = board.is_won(at(4, 1) | at(answer, last), at(2, 1) | at(white, last));
            assert!(won, "ring j+{further}: white {white}, black {answer}");
        }
    }
}

#[test]
fn every_answer_in_the_ring_joins_sub_boards_of_up_to_four_rings() {
    (1..=3).for_each(every_answer_in_the_ring_joins);
}

#[test]
#[ignore = "takes more than five minutes"]
fn every_answer_in_the_ring_joins_a_sub_board_of_five_rings() {
    every_answer_in_the_ring_joins(4);
}

/// Ring j+3 again, the answer joined with the stone (4,j) itself. Each answer of
/// the text's table is among those that can be; (5,j+3), which the text also
/// allows, is so if white is in column 2 or 3.
#[test]
fn the_table_of_van_hees_joins_the_stones_themselves() {
    let joined = [(1, "3 4"), (2, "1 4 5"), (3, "1 4 5"), (4, "1 2"), (5, "2 3")];
    for (white, expected) in joined {
        let found: Vec<String> = (1..=5)
            .filter(|&answer| answer != white)
            .filter(|&answer| {
                let mut board = SubBoard::new(4, at(4, 1), at(answer, 4));
                board.is_won(at(4, 1) | at(answer, 4), at(2, 1) | at(white, 4))
            })
            .map(|answer| answer.to_string())
            .collect();
        assert_eq!(found.join(" "), expected, "white ({white}, j+3)");
    }
}
