//! The second condition of `docs/ALL-N.md`: every stone of the loser has a reply.
//!
//! With tuples of k rows, a *middle* is the row of the loser's stone and k − 2 rows on either side of it. One row
//! above it and one below it complete the window.

use std::cell::OnceCell;

use super::{
    CertificateError, Row,
    check::{Checker, Way},
    rows::{LOSER, add, empty},
    word::Word,
};

/// Rows that may lie above or below a middle after the loser's stone, alike in what matters.
struct Edge {
    rows: Vec<Row>,
    /// The replies in the loser's row that fit to them, as a set.
    fits: u128,
    /// Whether they fit to the loser's row without a reply in it.
    stays: bool,
    /// One of them without a reply on this side for something that lies beyond.
    stuck: OnceCell<Option<Row>>,
}

impl Checker<'_> {
    /// Every stone of the loser in the middle of allowed rows has a reply that leads to allowed rows.
    pub(super) fn windows(&self) -> Result<(), CertificateError> {
        let at = self.certificate.tuple - 2;
        for phase in 0..self.certificate.phases.len() {
            for middle in self.middles(self.further(Way::Up, phase, at)) {
                for x in empty(middle[at], self.certificate.columns) {
                    self.window(phase, middle, x)?;
                }
            }
        }
        Ok(())
    }

    /// The middles whose first row has a height.
    fn middles(&self, height: usize) -> Vec<Word> {
        let mut middles = self.states(height);
        for more in 0..self.certificate.tuple - 2 {
            let there = self.further(Way::Down, height, more);
            for word in std::mem::take(&mut middles) {
                let rows = self.beyond(Way::Down, there, &word[more..]);
                middles.extend(rows.iter().map(|&row| word.then(row)));
            }
        }
        middles
    }

    /// The loser's stone in column `x` of a middle has a reply, whatever lies above and below.
    fn window(&self, phase: usize, middle: Word, x: usize) -> Result<(), CertificateError> {
        let at = self.certificate.tuple - 2;
        let played = middle.with(at, add(middle[at], x, LOSER));
        let above = self.edges(Way::Up, phase, middle.reversed(), played.reversed())?;
        let below = self.edges(Way::Down, phase, middle, played)?;
        self.count(above.len() * below.len())?;
        for (top, bottom) in above.iter().flat_map(|top| below.iter().map(move |b| (top, b))) {
            if top.fits & bottom.fits != 0 {
                continue;
            }
            // A reply above changes nothing below, so that the rows further above and those
            // further below can be considered separately.
            let Some(up) = self.stuck(Way::Up, phase, played.reversed(), top, bottom) else {
                continue;
            };
            let Some(down) = self.stuck(Way::Down, phase, played, bottom, top) else { continue };
            self.count(0)?;
            let loser = self.certificate.boards.winner().other();
            let rows = self.text(&[&[up], &middle[..], &[down]].concat());
            return Err(CertificateError::Window { loser, phase, rows, cell: x + 1 });
        }
        Ok(())
    }

    /// The rows that may lie beyond a middle, which is read in a direction, before and after the loser's stone.
    /// `phase` is the height of this stone.
    fn edges(
        &self,
        way: Way,
        phase: usize,
        middle: Word,
        played: Word,
    ) -> Result<Vec<Edge>, CertificateError> {
        let at = self.certificate.tuple - 2;
        let replies = &self.replies[usize::from(played[at])];
        // Beside the loser's stone seven columns leave 64 replies; fewer have at most 32, with up to four marks.
        assert!(replies.len() <= 128, "a row with a stone of the loser has at most 128 replies");
        // With triples the middle itself is one, which the reply must fit to.
        let first = self.first(way, phase);
        let inside = |&reply: &Row| at == 0 || self.allowed(way, first, &played.with(at, reply));
        let inside: Vec<bool> = replies.iter().map(inside).collect();
        let mut edges: Vec<Edge> = Vec::new();
        for &row in self.beyond(way, phase, &middle[at..]) {
            self.count(replies.len() + edges.len())?;
            let longer = played.then(row);
            let fit = |reply| self.allowed(way, phase, &longer.with(at, reply)[at..]);
            let fitting = (0..replies.len()).filter(|&i| inside[i] && fit(replies[i]));
            let fits = fitting.fold(0, |set, i| set | 1 << i);
            let stays = fit(played[at]);
            match edges.iter_mut().find(|edge| edge.fits == fits && edge.stays == stays) {
                Some(edge) => edge.rows.push(row),
                None => edges.push(Edge { rows: vec![row], fits, stays, stuck: OnceCell::new() }),
            }
        }
        Ok(edges)
    }

    /// One of the rows of an edge without a reply on its side, if there is one, after the loser's stone. A reply there
    /// must leave the row of this stone as it is, next to the other edge.
    fn stuck(
        &self,
        way: Way,
        phase: usize,
        played: Word,
        edge: &Edge,
        other: &Edge,
    ) -> Option<Row> {
        if !other.stays {
            return edge.rows.first().copied();
        }
        let first = self.first(way, phase);
        let is_stuck = |row: &Row| !self.answered(way, first, played.then(*row), 1);
        *edge.stuck.get_or_init(|| edge.rows.iter().copied().find(is_stuck))
    }

    /// The height of the first row of a middle that is read in a direction.
    fn first(&self, way: Way, phase: usize) -> usize {
        let back = if way == Way::Down { Way::Up } else { Way::Down };
        self.further(back, phase, self.certificate.tuple - 2)
    }

    /// Whether there is a reply on a side, whatever lies beyond. After too many steps there is none.
    ///
    /// The side begins k − 1 rows before the nearest row in which the reply may be. It ends k − 2 rows after
    /// this row, whose distance from the loser's stone is given.
    fn answered(&self, way: Way, height: usize, side: Word, distance: usize) -> bool {
        let at = self.certificate.tuple - 1;
        let replies = &self.replies[usize::from(side[at])];
        let is_over = self.stop.is_set() || self.is_too_long(replies.len());
        if distance > self.certificate.reach || is_over {
            return false;
        }
        let there = self.further(way, height, at);
        // The tuples of the side that have the row of the reply.
        let tuple = |first: usize, rows: &[Row]| {
            self.allowed(way, self.further(way, height, first), &rows[first..=first + at])
        };
        let fits = |&reply: &Row| (0..at).all(|first| tuple(first, &side.with(at, reply)));
        let here: Vec<Row> = replies.iter().copied().filter(fits).collect();
        // Replies further away leave the first tuple as it is.
        let stays = tuple(0, &side);
        self.beyond(way, there, &side[at..]).iter().all(|&beyond| {
            let longer = side.then(beyond);
            !self.is_too_long(here.len())
                && here.iter().any(|&reply| tuple(at, &longer.with(at, reply)))
                || stays && {
                    let next = self.further(way, height, 1);
                    self.answered(way, next, Word::new(&longer[1..]), distance + 1)
                }
        })
    }
}
