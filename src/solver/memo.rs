//! What the search remembers, in a table that never outgrows its limit.
//!
//! Forgetting is harmless: a forgotten position is searched again. So the
//! table grows while it may, and then gives up what took the least work.

use std::hash::Hasher;

use super::canon::{Key, Mixer};

/// What is known of a position with white to move: so many stones do not
/// suffice, so many do.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub too_few: u8,
    pub enough: u8,
}

impl Known {
    /// Nothing.
    pub const NOTHING: Known = Known { too_few: 0, enough: u8::MAX };

    /// The depth of the deepest search behind it; none for a free place.
    fn depth(self) -> u8 {
        match self.enough {
            u8::MAX => self.too_few,
            enough => self.too_few.max(enough),
        }
    }
}

/// Positions and what is known of them.
pub(super) struct Memo {
    /// A position can lie anywhere in one group of places.
    places: Vec<(Key, Known)>,
    held: usize,
    most: usize,
}

/// Places of a group.
const GROUP: usize = 4;

/// Places at the start.
const FEW: usize = 1 << 12;

impl Memo {
    /// An empty memory that takes at most so many bytes, and a few thousand
    /// places in any case.
    pub fn new(bytes: usize) -> Memo {
        let places = (bytes / size_of::<(Key, Known)>()).max(FEW);
        let most = 1 << places.ilog2();
        Memo { places: vec![(Key::default(), Known::NOTHING); FEW], held: 0, most }
    }

    /// The positions remembered.
    pub fn len(&self) -> usize {
        self.held
    }

    /// What is known of a position.
    pub fn get(&self, key: Key) -> Known {
        let group = &self.places[self.group(key)..][..GROUP];
        let found = group.iter().find(|place| place.0 == key && place.1.depth() > 0);
        found.map_or(Known::NOTHING, |place| place.1)
    }

    /// Remembers what is known of a position now.
    pub fn put(&mut self, key: Key, known: Known) {
        let start = self.group(key);
        let group = &self.places[start..][..GROUP];
        let same = group.iter().position(|place| place.0 == key && place.1.depth() > 0);
        let place = same.unwrap_or_else(|| {
            (0..GROUP).min_by_key(|&place| group[place].1.depth()).unwrap_or_default()
        });
        let free = group[place].1.depth() == 0;
        if same.is_none() && !free && self.places.len() * 2 <= self.most {
            self.grow();
            return self.put(key, known);
        }
        self.places[start + place] = (key, known);
        self.held += usize::from(free);
    }

    /// The first place of a position's group.
    fn group(&self, key: Key) -> usize {
        let mut mixer = Mixer::default();
        mixer.write_u64(key.0);
        mixer.write_u64(key.1);
        mixer.finish() as usize & (self.places.len() - 1) & !(GROUP - 1)
    }

    /// Twice as many places. A group's positions go to two groups, so there
    /// is room for all.
    fn grow(&mut self) {
        let twice = self.places.len() * 2;
        let old =
            std::mem::replace(&mut self.places, vec![(Key::default(), Known::NOTHING); twice]);
        self.held = 0;
        for (key, known) in old.into_iter().filter(|place| place.1.depth() > 0) {
            self.put(key, known);
        }
    }
}
