//! Rings that are faster than the opponent's. On the torus both colours can
//! have a ring, and the first one wins.
//!
//! A colour that follows a full connection with a carrier of k cells has its
//! ring after at most k / 2 own moves, and after (k + 1) / 2 with a semi
//! connection, wherever the opponent plays. For neighbours this holds. AND adds
//! up disjoint carriers; a key is one move and one cell more; and OR joins at
//! least one more cell to the largest of its carriers. A move that is not
//! needed for an answer goes to the key of some part, which takes one move off
//! the rest just as an answer does. So the ring counts if the opponent has not
//! enough moves for another one by then.

use super::{
    super::{bits::Bits, graph::Winding},
    Connections,
    wins::Win,
};

/// Wins that count because they are fast.
#[derive(Clone, Debug)]
pub struct Race<B> {
    /// The most own moves that such a win may take.
    most: usize,
    full: Option<Win<B>>,
    semis: Vec<Win<B>>,
}

impl<B: Bits> Race<B> {
    /// No win takes so few moves.
    pub fn none() -> Race<B> {
        Race { most: 0, full: None, semis: Vec::new() }
    }
}

impl<B: Bits> Connections<'_, B> {
    /// Begins a race in which the opponent may have a ring of its own.
    pub(super) fn begin_race(&mut self, own: B, other: B, with_the_move: bool) {
        self.race = Race::none();
        if !self.all_rings {
            // Without the move, the opponent has the same number of moves as
            // the colour when the colour's last one comes.
            let moves = self.least_moves(own, other);
            self.race.most = if with_the_move { moves } else { moves.saturating_sub(1) };
        }
    }

    /// Notes a ring that is not one of those that leave the opponent none.
    pub(super) fn note_race(&mut self, winding: Winding, win: Win<B>, is_full: bool) {
        let moves = (win.carrier.len() + usize::from(!is_full)) / 2;
        if !self.graph.windings.wins[usize::from(winding)] || moves > self.race.most {
            return;
        }
        let win = Win { pure: false, ..win };
        if is_full {
            self.race.full.get_or_insert(win);
        } else if !self.race.semis.iter().any(|semi| semi.carrier.within(win.carrier)) {
            self.race.semis.push(win);
        }
    }

    /// Takes these wins where the others do not decide: they say nothing about
    /// other positions.
    pub(super) fn end_race(&mut self) {
        if self.reach.full.is_none() {
            self.reach.full = self.race.full;
        }
        for win in std::mem::take(&mut self.race.semis) {
            self.note_win(win);
        }
    }

    /// The least number of moves that the opponent needs for a ring.
    ///
    /// A ring crosses the seam. It can be followed from a cell right behind the
    /// seam, so that it never comes back over it there: a closed walk gains
    /// ground, so it leaves each line behind some time.
    fn least_moves(&self, own: B, other: B) -> usize {
        let open = self.graph.all & !own;
        let is_behind = |cell: &usize| {
            self.graph.arcs[*cell].iter().any(|&(_, winding)| self.across(winding) < 0)
        };
        let starts = open.cells().filter(is_behind);
        starts.map(|start| self.moves_round(start, open, other)).min().unwrap_or(usize::MAX)
    }

    /// The empty cells on the shortest ring from this cell on, or fewer if it
    /// goes round more than twice.
    fn moves_round(&self, start: usize, open: B, stones: B) -> usize {
        let mut reached = [B::one(start), B::EMPTY, B::EMPTY];
        let mut moves = usize::from(!stones.has(start));
        loop {
            let mut next = self.steps(&reached);
            while self.add(&mut reached, &next, stones) {
                next = self.steps(&reached);
            }
            if next[1].has(start) || next[2].has(start) || next[3].meets(open) {
                return moves;
            }
            if !self.add(&mut reached, &next, open) {
                return usize::MAX;
            }
            moves += 1;
        }
    }

    /// Adds those of the next cells that are allowed; whether there are any.
    fn add(&self, reached: &mut Lines<B>, next: &[B; 4], allowed: B) -> bool {
        let before = *reached;
        for (cells, next) in reached.iter_mut().zip(next) {
            *cells |= *next & allowed;
        }
        *reached != before
    }

    /// The neighbours of cells, so many times round.
    fn steps(&self, from: &Lines<B>) -> [B; 4] {
        let mut next = [B::EMPTY; 4];
        for (round, cells) in from.iter().enumerate() {
            for &(to, winding) in cells.cells().flat_map(|cell| &self.graph.arcs[cell]) {
                if let Some(round) = round.checked_add_signed(self.across(winding) as isize) {
                    next[round] |= B::one(usize::from(to));
                }
            }
        }
        next
    }

    /// How often a step goes round the way of the opponent's rings.
    fn across(&self, winding: Winding) -> i32 {
        let windings = &self.graph.windings;
        windings.turned(windings.rounds(winding)).0
    }
}

/// Cells that were reached, not once round the board, once, and twice.
type Lines<B> = [B; 3];
