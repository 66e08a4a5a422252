//! The effect of the six contacts of an empty cell on it, for every state.
//!
//! A state has two bits for each contact, in the order of the board's steps, so that consecutive
//! contacts touch. The reason is local: if in every completion the black contacts form one arc
//! of the circle, a black walk through the cell can go round it through that arc, so the cell's
//! colour decides nothing.

use std::sync::LazyLock;

/// A contact that is a dead cell: it counts as either colour. Black and white are `1 +
/// colour.index()`, an empty cell is 0.
pub(super) const WILD: u16 = 3;
/// Marks the state of a taken cell, beside its contacts; its entry is zero.
pub(super) const TAKEN: u16 = 1 << 12;
const STATES: usize = 1 << 12;
const DEAD: u16 = 1;

/// The entry of one state: whether the cell is dead, and which contacts kill it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ContactEntry(u16);

impl ContactEntry {
    /// Whether the cell is neither dead nor can be killed by a contact.
    #[inline]
    pub fn is_nothing(self) -> bool {
        self.0 == 0
    }

    /// Whether the colour of the cell decides nothing.
    #[inline]
    pub fn is_dead(self) -> bool {
        self.0 & DEAD != 0
    }

    /// The contacts (one bit each) that make the cell dead if the colour with this index takes
    /// one of them.
    #[inline]
    pub fn killers(self, colour: usize) -> u16 {
        self.0 >> (1 + 6 * colour) & 63
    }
}

#[derive(Clone, Debug)]
pub(super) struct ContactTable {
    entries: Box<[ContactEntry]>,
    triggers: Box<[u16]>,
}

impl ContactTable {
    pub fn shared() -> &'static ContactTable {
        static TABLE: LazyLock<ContactTable> = LazyLock::new(ContactTable::new);
        &TABLE
    }

    fn new() -> ContactTable {
        let dead: Vec<bool> = (0..STATES as u16).map(is_dead).collect();
        let killers = |state: u16, colour: u16| {
            let kills = |i: &u16| {
                state >> (2 * i) & 3 == 0 && dead[usize::from(state | (1 + colour) << (2 * i))]
            };
            (0..6).filter(kills).fold(0, |set, i| set | 1 << i)
        };
        let entry = |state: u16| {
            if dead[usize::from(state)] {
                ContactEntry(DEAD)
            } else {
                ContactEntry(killers(state, 0) << 1 | killers(state, 1) << 7)
            }
        };
        let states = (0..STATES as u16).map(entry);
        let entries: Box<[_]> = states.chain([ContactEntry(0); STATES]).collect();
        let triggers = |state: u16| {
            let has_effect = |trigger: &u16| {
                let colour = trigger / 6;
                let i = trigger % 6;
                let entry = entries[usize::from(state | (1 + colour) << (2 * i))];
                let has_entry = entry.is_dead() || entry.killers(usize::from(colour)) != 0;
                state >> (2 * i) & 3 == 0 && has_entry
            };
            (0..12).filter(has_effect).fold(0, |set, trigger| set | 1 << trigger)
        };
        let triggers = (0..2 * STATES as u16).map(triggers).collect();
        ContactTable { entries, triggers }
    }

    #[inline]
    pub fn of(&self, state: u16) -> ContactEntry {
        self.entries[usize::from(state) & (2 * STATES - 1)]
    }

    /// The index of the colour that most contacts have: a dead cell goes to it.
    #[inline]
    pub fn majority(state: u16) -> usize {
        const BLACK: u16 = 0b01_01_01_01_01_01;
        usize::from((state & BLACK << 1).count_ones() > (state & BLACK).count_ones())
    }

    /// The contacts (six bits for black, six for white) that make the cell dead, or killable by
    /// the same colour, if that colour takes one of them.
    #[inline]
    pub fn triggers(&self, state: u16) -> u16 {
        self.triggers[usize::from(state) & (2 * STATES - 1)]
    }
}

fn contacts(state: u16) -> impl Iterator<Item = u16> {
    (0..6).map(move |i| state >> (2 * i) & 3)
}

/// Whether there are colours for the wild contacts such that, whatever the empty ones become, the
/// contacts of each colour form one arc.
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
