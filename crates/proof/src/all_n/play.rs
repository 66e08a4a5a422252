//! Plays from a certificate, on a board of any height.
//!
//! The winner's move depends on the stones alone: after it there must be an allowed position with the
//! loser's stones, some of the winner's, and stones of the winner outside of the board. The rows of such a position are
//! chosen one after another, from the top.

use kring_board::{Cell, Position, Rules, Size, Topology, Turns, stop::Stop};

use super::{
    Boards, Certificate, CertificateError, Row, Word, check_until, index,
    rows::{LOSER, WINNER, cell},
};

/// A checked certificate that supplies the winner's moves.
///
/// A *state* is the number of some rows, one fewer than a tuple has.
pub struct Replies {
    certificate: Certificate,
    /// The rows that may lie below a state, each with the state of the last rows, for each phase.
    below: Vec<Vec<Vec<(Row, usize)>>>,
    /// The columns with stones of the winner and of the loser, for each row.
    stones: Vec<[u8; 2]>,
    /// The states without stones of the loser that may lie just above a board, and just below it, for the phase
    /// of their first row.
    outside: [Vec<Vec<bool>>; 2],
}

impl Replies {
    /// Replies from a certificate, which is checked first.
    pub fn new(certificate: Certificate) -> Result<Replies, CertificateError> {
        Replies::checked(certificate, &Stop::default())
    }

    /// The same, unless the check is stopped.
    pub fn checked(certificate: Certificate, stop: &Stop) -> Result<Replies, CertificateError> {
        check_until(&certificate, stop)?;
        let rows = 3usize.pow(certificate.columns as u32) * certificate.marks;
        let states = rows.pow(certificate.tuple as u32 - 1);
        let mut below = vec![vec![Vec::new(); states]; certificate.phases.len()];
        for (phase, words) in certificate.phases.iter().enumerate() {
            for word in words {
                let [from, to] = ends(word, rows);
                below[phase][from].push((word[word.len() - 1], to));
            }
        }
        let columns = |row, stone| {
            (0..certificate.columns)
                .filter(|&x| cell(row, x) == stone)
                .fold(0, |set, x| set | 1 << x)
        };
        let stones =
            (0..rows as Row).map(|row| [columns(row, WINNER), columns(row, LOSER)]).collect();
        let mut replies = Replies { certificate, below, stones, outside: [Vec::new(), Vec::new()] };
        replies.outside = [replies.outside(false), replies.outside(true)];
        Ok(replies)
    }

    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// Whether the certificate is about a game on one of its boards.
    pub fn is_about(&self, rules: &Rules, size: Size) -> bool {
        let fits = match self.certificate.boards {
            Boards::Cylinder => rules.topology == Topology::Cylinder,
            Boards::Rhombus { rows } => rules.topology == Topology::Rhombus && size.rows() >= rows,
        };
        fits && size.columns() == self.certificate.columns
            && rules.seasons.count() == 1
            && rules.turns == Turns::Alternating
            && !rules.swap
    }

    /// The winner's move in a position of such a game, if the certificate has one.
    pub fn reply(&self, position: &Position) -> Option<Cell> {
        self.reply_until(position, &Stop::default())
    }

    /// The same; none if it is stopped.
    pub fn reply_until(&self, position: &Position, stop: &Stop) -> Option<Cell> {
        if !self.is_about(position.rules(), position.size()) {
            return None;
        }
        let winner = self.certificate.boards.winner();
        let legal = position.legal_cells(winner);
        if let Some(cell) = position.winning_cells(winner).and(&legal).iter().next() {
            return Some(cell);
        }
        let columns = self.certificate.columns;
        let mut board = vec![[0u8; 2]; position.size().rows()];
        for (colour, index) in [(winner, 0), (winner.other(), 1)] {
            for cell in position.stones(colour).iter() {
                board[cell.index() / columns][index] |= 1 << (cell.index() % columns);
            }
        }
        legal.iter().take_while(|_| !stop.is_set()).find(|cell| {
            let mut board = board.clone();
            board[cell.index() / columns][0] |= 1 << (cell.index() % columns);
            self.covers(&board)
        })
    }

    /// Whether there is an allowed position with the loser's stones of the board and some of the winner's.
    fn covers(&self, board: &[[u8; 2]]) -> bool {
        let period = self.certificate.phases.len();
        let height = self.certificate.tuple - 1;
        // The last row of the state above the board has the height −1.
        let mut phase = (period - 1) * height % period;
        let mut last: Vec<usize> = numbers(&self.outside[0][phase]).collect();
        let mut is_next = vec![false; self.below[0].len()];
        // Below the board the winner may have any stones, the loser none.
        for [winner, loser] in board.iter().chain(&[[u8::MAX, 0]; 2][..height]) {
            let steps = last.iter().flat_map(|&state| &self.below[phase][state]);
            for &(row, state) in steps {
                let [own, other] = self.stones[usize::from(row)];
                is_next[state] |= own & !winner == 0 && other == *loser;
            }
            last = numbers(&is_next).collect();
            for &state in &last {
                is_next[state] = false;
            }
            phase = (phase + 1) % period;
        }
        last.iter().any(|&state| self.outside[1][phase][state])
    }

    /// The states without stones of the loser that allowed tuples join with empty rows far above, or far
    /// below.
    fn outside(&self, is_below: bool) -> Vec<Vec<bool>> {
        let period = self.certificate.phases.len();
        let rows = self.stones.len();
        let mut known = vec![vec![false; self.below[0].len()]; period];
        for states in &mut known {
            states[0] = true;
        }
        loop {
            let mut grown = false;
            for (phase, words) in self.certificate.phases.iter().enumerate() {
                let lower = (phase + 1) % period;
                let is_free = |row: &Row| self.stones[usize::from(*row)][1] == 0;
                for word in words.iter().filter(|word| word.iter().all(is_free)) {
                    let [from, to] = ends(word, rows);
                    let [from, to] = if is_below {
                        [(lower, to), (phase, from)]
                    } else {
                        [(phase, from), (lower, to)]
                    };
                    if known[from.0][from.1] {
                        grown |= !std::mem::replace(&mut known[to.0][to.1], true);
                    }
                }
            }
            if !grown {
                return known;
            }
        }
    }
}

/// The state of the first rows of a tuple, and that of its last.
fn ends(word: &Word, rows: usize) -> [usize; 2] {
    [index(&word[..word.len() - 1], rows), index(&word[1..], rows)]
}

/// The numbers of a set.
fn numbers(set: &[bool]) -> impl Iterator<Item = usize> {
    (0..set.len()).filter(|&number| set[number])
}
