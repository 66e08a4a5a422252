//! What the six contacts of an empty cell say about it, for every state.
//!
//! A state has two bits for each contact, in the order of the board's steps,
//! so that one contact touches the next. The argument is local: if in every
//! completion the black contacts are one arc of the circle, a black walk
//! through the cell can go round it through that arc, so the cell's colour
//! decides nothing. (A circle of two arcs has two changes of colour.)

use std::sync::{Arc, LazyLock};

/// A contact that is a dead cell: it can be taken as either colour. Black and
/// white are `1 + colour.index()`, an empty cell is 0.
pub(super) const WILD: u16 = 3;
/// The state of a cell that is not empty, beside its contacts: nothing is known.
pub(super) const TAKEN: u16 = 1 << 12;
const STATES: usize = 1 << 12;
const DEAD: u16 = 1;

/// What is known of a cell in one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry(u16);

impl Entry {
    /// Nothing is known.
    #[inline]
    pub fn is_nothing(self) -> bool {
        self.0 == 0
    }

    /// The colour of the cell decides nothing.
    #[inline]
    pub fn is_dead(self) -> bool {
        self.0 & DEAD != 0
    }

    /// The contacts (a bit for each) that make the cell dead if the colour with
    /// this index takes one of them.
    #[inline]
    pub fn killers(self, colour: usize) -> u16 {
        self.0 >> (1 + 6 * colour) & 63
    }
}

/// The entries of all states.
#[derive(Clone, Debug)]
pub(super) struct Table {
    entries: Box<[Entry]>,
    hints: Box<[u16]>,
}

impl Table {
    /// The table, built once.
    pub fn shared() -> Arc<Table> {
        static TABLE: LazyLock<Arc<Table>> = LazyLock::new(|| Arc::new(Table::new()));
        TABLE.clone()
    }

    fn new() -> Table {
        let dead: Vec<bool> = (0..STATES as u16).map(is_dead).collect();
        let killers = |state: u16, colour: u16| {
            let kills = |i: &u16| {
                state >> (2 * i) & 3 == 0 && dead[usize::from(state | (1 + colour) << (2 * i))]
            };
            (0..6).filter(kills).fold(0, |set, i| set | 1 << i)
        };
        let entry = |state: u16| match dead[usize::from(state)] {
            true => Entry(DEAD),
            false => Entry(killers(state, 0) << 1 | killers(state, 1) << 7),
        };
        let entries = (0..STATES as u16).map(entry).chain([Entry(0); STATES]).collect();
        Table::of_entries(entries)
    }

    fn of_entries(entries: Box<[Entry]>) -> Table {
        let hints = |state: u16| {
            let tells = |hint: &u16| {
                let (colour, i) = (hint / 6, hint % 6);
                let entry = entries[usize::from(state | (1 + colour) << (2 * i))];
                let known = entry.is_dead() || entry.killers(usize::from(colour)) != 0;
                state >> (2 * i) & 3 == 0 && known
            };
            (0..12).filter(tells).fold(0, |set, hint| set | 1 << hint)
        };
        let hints = (0..2 * STATES as u16).map(hints).collect();
        Table { entries, hints }
    }

    /// What is known of a cell in this state.
    #[inline]
    pub fn of(&self, state: u16) -> Entry {
        self.entries[usize::from(state) & (2 * STATES - 1)]
    }

    /// The index of the colour that most contacts have: a dead cell is given
    /// to it.
    #[inline]
    pub fn majority(state: u16) -> usize {
        const BLACK: u16 = 0b01_01_01_01_01_01;
        usize::from((state & BLACK << 1).count_ones() > (state & BLACK).count_ones())
    }

    /// The contacts (six bits for black, six for white) that tell something of
    /// the cell if that colour takes one of them.
    #[inline]
    pub fn hints(&self, state: u16) -> u16 {
        self.hints[usize::from(state) & (2 * STATES - 1)]
    }

    /// For tests: the same table, but wrong in one state.
    #[cfg(test)]
    pub fn with_dead(&self, state: u16) -> Table {
        let mut entries = self.entries.clone();
        entries[usize::from(state)] = Entry(DEAD);
        Table::of_entries(entries)
    }

    /// For tests: the same table with one wrong killer.
    #[cfg(test)]
    pub fn with_killer(&self, state: u16, colour: usize, contact: usize) -> Table {
        let mut entries = self.entries.clone();
        entries[usize::from(state)].0 |= 1 << (1 + 6 * colour + contact);
        Table::of_entries(entries)
    }
}

fn contacts(state: u16) -> impl Iterator<Item = u16> {
    (0..6).map(move |i| state >> (2 * i) & 3)
}

/// Whether there are colours for the wild contacts such that, whatever the
/// empty ones become, the contacts of each colour are one arc.
fn is_dead(state: u16) -> bool {
    let with = |i: usize, code: u16| is_dead(state & !(3 << (2 * i)) | code << (2 * i));
    if let Some(i) = contacts(state).position(|c| c == WILD) {
        return with(i, 1) || with(i, 2);
    }
    if let Some(i) = contacts(state).position(|c| c == 0) {
        return with(i, 1) && with(i, 2);
    }
    let changes = (0..6).filter(|i| state >> (2 * i) & 3 != state >> (2 * ((i + 1) % 6)) & 3);
    changes.count() <= 2
}
