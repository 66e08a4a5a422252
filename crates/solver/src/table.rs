//! The table of positions: what is known of each. It never outgrows its memory;
//! what took the least work makes room.

use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use super::{
    bits::{Bits, mix},
    orientation::Stones,
};

/// The moves of a position that are kept in order, best first.
pub const MOVES: usize = 15;

/// Stands for no move.
pub const NO_MOVE: u8 = 255;

/// Proof numbers from here on are proofs.
pub const INFINITE: u32 = u32::MAX / 4;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry<B> {
    /// The position; both sets full in a free place.
    pub stones: Stones<B>,
    /// How hard it is to prove that the mover wins, and that it loses.
    pub phi: u32,
    /// How hard it is to prove that the mover loses.
    pub delta: u32,
    /// If it is solved, the winner's carrier; otherwise the moves that are
    /// not refuted.
    pub set: B,
    /// If it is not solved, the carriers that refute the other moves.
    pub used: B,
    /// Positions searched below, about.
    pub work: u32,
    /// The threads that are at work below.
    pub busy: u8,
    /// If the mover wins, the move; otherwise moves to try, best first.
    pub moves: [u8; MOVES],
}

impl<B: Bits> Entry<B> {
    /// Nothing is known.
    pub fn new(stones: Stones<B>) -> Entry<B> {
        Entry {
            stones,
            phi: 1,
            delta: 1,
            set: B::EMPTY,
            used: B::EMPTY,
            work: 0,
            busy: 0,
            moves: [NO_MOVE; MOVES],
        }
    }

    /// Whether the mover wins, if that is known.
    #[inline]
    pub fn wins(&self) -> Option<bool> {
        match (self.phi, self.delta) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// Makes it solved: the winner's carrier, and the move if the mover wins.
    pub fn solve(&mut self, wins: bool, carrier: B, cell: u8) {
        (self.phi, self.delta) = if wins { (0, INFINITE) } else { (INFINITE, 0) };
        self.set = carrier;
        self.moves = [NO_MOVE; MOVES];
        self.moves[0] = cell;
    }

    /// Takes over what a search has found, unless more is known already.
    pub fn learn(&mut self, found: &Entry<B>) {
        if self.wins().is_none() || found.wins().is_some() {
            *self = Entry { busy: self.busy, ..*found };
        }
    }

    fn free() -> Entry<B> {
        Entry::new(Stones { of: [!B::EMPTY; 2], mover: 0 })
    }

    fn is_free(&self) -> bool {
        self.stones.of[0] == !B::EMPTY
    }
}

/// Places that a position can lie in.
const GROUP: usize = 4;

/// Groups of a part.
const PART: usize = 1 << 8;

type Group<B> = [Entry<B>; GROUP];

/// A part of the table.
type Part<B> = Box<[Mutex<Group<B>>]>;

/// Positions and what is known of them, for several threads.
pub struct Table<B> {
    /// The table grows part by part, so that its limit holds at every moment.
    parts: RwLock<Vec<Part<B>>>,
    most_parts: usize,
}

impl<B: Bits> Table<B> {
    /// An empty table of at most so many bytes, and about a thousand places in
    /// any case.
    pub fn new(bytes: usize) -> Table<B> {
        let most_parts = (bytes / (PART * size_of::<Mutex<Group<B>>>())).max(1);
        Table { parts: RwLock::new(vec![part()]), most_parts: 1 << most_parts.ilog2() }
    }

    /// What is known of a position.
    pub fn get(&self, stones: Stones<B>) -> Option<Entry<B>> {
        let parts = self.parts.read().unwrap_or_else(PoisonError::into_inner);
        let group = group(&parts, hash(stones));
        group.iter().find(|entry| entry.stones == stones).copied()
    }

    /// Changes what is known of a position; if nothing was, it is new now.
    pub fn update(&self, stones: Stones<B>, change: impl FnOnce(&mut Entry<B>)) {
        let hash = hash(stones);
        loop {
            let parts = self.parts.read().unwrap_or_else(PoisonError::into_inner);
            let mut group = group(&parts, hash);
            let same = group.iter().position(|entry| entry.stones == stones);
            let place = same.or_else(|| group.iter().position(Entry::is_free));
            let least = || (0..GROUP).min_by_key(|&i| (group[i].busy, group[i].work));
            if place.is_none() && parts.len() * 2 <= self.most_parts {
                let known = parts.len();
                drop(group);
                drop(parts);
                self.grow(known);
                continue;
            }
            let place = place.or_else(least).unwrap_or_default();
            if same.is_none() {
                group[place] = Entry::new(stones);
            }
            change(&mut group[place]);
            return;
        }
    }

    /// Every solved position that took so much work.
    pub fn solved(&self, work: u32, mut tell: impl FnMut(&Entry<B>)) {
        let parts = self.parts.read().unwrap_or_else(PoisonError::into_inner);
        for group in parts.iter().flatten() {
            let group = group.lock().unwrap_or_else(PoisonError::into_inner);
            let solved = |entry: &&Entry<B>| entry.wins().is_some() && entry.work >= work;
            group.iter().filter(|entry| !entry.is_free()).filter(solved).for_each(&mut tell);
        }
    }

    /// Twice as many parts, unless another thread was faster.
    fn grow(&self, known: usize) {
        let mut parts = self.parts.write().unwrap_or_else(PoisonError::into_inner);
        if parts.len() != known {
            return;
        }
        parts.reserve_exact(known);
        for i in 0..known {
            let mut new = part();
            for (group, to) in parts[i].iter_mut().zip(&mut new) {
                let group = group.get_mut().unwrap_or_else(PoisonError::into_inner);
                let to = to.get_mut().unwrap_or_else(PoisonError::into_inner);
                for (entry, to) in group.iter_mut().zip(to) {
                    if !entry.is_free() && (hash(entry.stones) / PART) & known != 0 {
                        std::mem::swap(entry, to);
                    }
                }
            }
            parts.push(new);
        }
    }
}

fn part<B: Bits>() -> Part<B> {
    (0..PART).map(|_| Mutex::new([Entry::free(); GROUP])).collect()
}

fn group<B: Bits>(parts: &[Part<B>], hash: usize) -> MutexGuard<'_, Group<B>> {
    let part = &parts[(hash / PART) & (parts.len() - 1)];
    part[hash % PART].lock().unwrap_or_else(PoisonError::into_inner)
}

/// Spreads positions over the table.
fn hash<B: Bits>(stones: Stones<B>) -> usize {
    let spread = |hash: u64, set: B| {
        let low = mix(hash, set.wide() as u64);
        if B::MOST > 64 { mix(low, (set.wide() >> 64) as u64) } else { low }
    };
    stones.of.into_iter().fold(u64::from(stones.mover), spread) as usize
}
