//! Plays from a certificate, on a board of any height.
//!
//! The winner's move depends on the stones alone: after it there must be an allowed position with the
//! loser's stones, some of the winner's, and stones of the winner outside of the board. The rows of such a position are
//! chosen one after another, from the top.

use kring_board::{Cell, Position, Rules, Size, Topology, Turns, stop::Stop};

use super::{
    Boards, Certificate, CertificateError, Row, check_until,
    rows::{LOSER, WINNER, cell},
};

/// A checked certificate that supplies the winner's moves.
pub struct Replies {
    certificate: Certificate,
    /// The rows that may lie below a row, for each phase.
    below: Vec<Vec<Vec<Row>>>,
    /// The columns with stones of the winner and of the loser, for each row.
    stones: Vec<[u8; 2]>,
    /// The rows without stones of the loser that may lie just above a board, and just below it, for each phase.
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
        let rows = 3usize.pow(certificate.columns as u32);
        let mut below = vec![vec![Vec::new(); rows]; certificate.phases.len()];
        for (phase, pairs) in certificate.phases.iter().enumerate() {
            pairs.iter().for_each(|&(a, b)| below[phase][usize::from(a)].push(b));
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
        // The row above the board has the height −1.
        let mut phase = period - 1;
        let mut last = self.outside[0][phase].clone();
        for [winner, loser] in board {
            let mut next = vec![false; last.len()];
            for row in self.after(&last, phase) {
                let [own, other] = self.stones[usize::from(row)];
                next[usize::from(row)] |= own & !winner == 0 && other == *loser;
            }
            (last, phase) = (next, (phase + 1) % period);
        }
        let end = &self.outside[1][(phase + 1) % period];
        self.after(&last, phase).any(|row| end[usize::from(row)])
    }

    /// The rows that may lie below one of the rows of a set.
    fn after(&self, rows: &[bool], phase: usize) -> impl Iterator<Item = Row> {
        let above = (0..rows.len()).filter(|&row| rows[row]);
        above.flat_map(move |row| self.below[phase][row].iter().copied())
    }

    /// The rows without stones of the loser that allowed pairs join with empty rows far above, or far
    /// below.
    fn outside(&self, is_below: bool) -> Vec<Vec<bool>> {
        let period = self.certificate.phases.len();
        let mut known = vec![vec![false; self.stones.len()]; period];
        known.iter_mut().for_each(|rows| rows[0] = true);
        loop {
            let mut grown = false;
            for (phase, pairs) in self.certificate.phases.iter().enumerate() {
                for &(a, b) in pairs {
                    let (upper, lower) = ((phase, a), ((phase + 1) % period, b));
                    let (from, to) = if is_below { (lower, upper) } else { (upper, lower) };
                    let has_loser = self.stones[usize::from(to.1)][1] != 0;
                    if known[from.0][usize::from(from.1)] && !has_loser {
                        grown |= !std::mem::replace(&mut known[to.0][usize::from(to.1)], true);
                    }
                }
            }
            if !grown {
                return known;
            }
        }
    }
}
