//! The transposition table of the proof-number search. It never exceeds its memory: entries that
//! took the least work are replaced.

use std::sync::{
    Mutex, MutexGuard, PoisonError, RwLock,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

use super::{
    ProofNumbers,
    bits::{Bits, mix},
    connections::{NO_RACE, RaceMoves},
    graph::NO_MOVE,
    orientation::BitPosition,
};

/// The number of moves kept in order, best first.
pub const MOVES: usize = 15;

#[derive(Clone, Copy, Debug)]
pub struct DfpnEntry<B> {
    /// The position; both sets are full in a free slot.
    pub stones: BitPosition<B>,
    /// The proof number of a win for the mover.
    pub phi: u32,
    /// The proof number of a loss for the mover.
    pub delta: u32,
    /// If solved, the winner's carrier; otherwise the moves that are not refuted.
    pub set: B,
    /// If not solved, the carriers that refute the other moves.
    pub used: B,
    /// How fast the winner is; if not solved, how fast it is after the moves refuted so far.
    pub race: RaceMoves,
    /// The approximate number of positions searched below.
    pub work: u32,
    /// The number of threads that search below.
    pub busy: u8,
    /// If the mover wins, the winning move; otherwise the moves to try, best first.
    pub moves: [u8; MOVES],
}

impl<B: Bits> DfpnEntry<B> {
    pub fn new(stones: BitPosition<B>) -> DfpnEntry<B> {
        DfpnEntry {
            stones,
            phi: 1,
            delta: 1,
            set: B::EMPTY,
            used: B::EMPTY,
            race: NO_RACE,
            work: 0,
            busy: 0,
            moves: [NO_MOVE; MOVES],
        }
    }

    /// Whether the mover wins; `None` if unsolved.
    #[inline]
    pub fn wins(&self) -> Option<bool> {
        match (self.phi, self.delta) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// Marks the entry as solved, with the winner's carrier and speed, and the move if the mover
    /// wins.
    pub fn solve(&mut self, wins: bool, carrier: B, race: RaceMoves, cell: u8) {
        let numbers = ProofNumbers::of(wins);
        self.phi = numbers.proof;
        self.delta = numbers.disproof;
        self.race = race;
        self.set = carrier;
        self.moves = [NO_MOVE; MOVES];
        self.moves[0] = cell;
    }

    /// Takes over the result of a search, unless the entry is solved and the result is not.
    pub fn learn(&mut self, found: &DfpnEntry<B>) {
        if self.wins().is_none() || found.wins().is_some() {
            *self = DfpnEntry { busy: self.busy, ..*found };
        }
    }

    fn is_free(&self) -> bool {
        self.stones.of[0] == !B::EMPTY
    }
}

/// Slots in a bucket. A position can be in any of them.
const BUCKET: usize = 4;

const PART: usize = 1 << 8;

type EntryBucket<B> = [DfpnEntry<B>; BUCKET];

type TablePart<B> = Box<[Mutex<EntryBucket<B>>]>;

/// A transposition table that several threads share.
pub struct DfpnTable<B> {
    /// The table grows part by part, so that its limit always holds.
    parts: RwLock<Vec<TablePart<B>>>,
    most_parts: AtomicUsize,
}

impl<B: Bits> DfpnTable<B> {
    const PART_BYTES: usize = PART * size_of::<Mutex<EntryBucket<B>>>();

    /// An empty table of about a thousand slots, which may not grow.
    pub fn new() -> DfpnTable<B> {
        let mut first = Vec::with_capacity(PART);
        first.resize_with(PART, free_bucket);
        DfpnTable { parts: RwLock::new(vec![first.into()]), most_parts: AtomicUsize::new(1) }
    }

    /// The memory that it takes now.
    pub fn bytes(&self) -> usize {
        self.parts.read().unwrap_or_else(PoisonError::into_inner).len() * Self::PART_BYTES
    }

    /// Lets the table grow to this number of bytes. It never shrinks.
    pub fn limit(&self, bytes: usize) {
        let most_parts = (bytes / Self::PART_BYTES).max(1);
        self.most_parts.store(1 << most_parts.ilog2(), Relaxed);
    }

    pub fn get(&self, stones: BitPosition<B>) -> Option<DfpnEntry<B>> {
        let parts = self.parts.read().unwrap_or_else(PoisonError::into_inner);
        let bucket = bucket(&parts, hash(stones));
        bucket.iter().find(|entry| entry.stones == stones).copied()
    }

    /// Changes the entry of a position, which is created if it is missing.
    pub fn update(&self, stones: BitPosition<B>, change: &dyn Fn(&mut DfpnEntry<B>)) {
        let hash = hash(stones);
        loop {
            let parts = self.parts.read().unwrap_or_else(PoisonError::into_inner);
            let mut bucket = bucket(&parts, hash);
            let same = bucket.iter().position(|entry| entry.stones == stones);
            let slot = same.or_else(|| bucket.iter().position(DfpnEntry::is_free));
            let least = || (0..BUCKET).min_by_key(|&i| (bucket[i].busy, bucket[i].work));
            if slot.is_none() && parts.len() * 2 <= self.most_parts.load(Relaxed) {
                let count = parts.len();
                drop(bucket);
                drop(parts);
                self.grow(count);
                continue;
            }
            let slot = slot.or_else(least).unwrap_or_default();
            if same.is_none() {
                bucket[slot] = DfpnEntry::new(stones);
            }
            change(&mut bucket[slot]);
            return;
        }
    }

    /// The solved positions that took at least this much work.
    pub fn solved(&self, work: u32) -> Vec<DfpnEntry<B>> {
        let parts = self.parts.read().unwrap_or_else(PoisonError::into_inner);
        let mut solved = Vec::new();
        for bucket in parts.iter().flatten() {
            let bucket = bucket.lock().unwrap_or_else(PoisonError::into_inner);
            let is_wanted = |entry: &&DfpnEntry<B>| entry.wins().is_some() && entry.work >= work;
            solved.extend(bucket.iter().filter(is_wanted));
        }
        solved
    }

    /// Doubles the number of parts, unless another thread was faster. Where there is no memory for
    /// them, the table stays as large as it is.
    fn grow(&self, count: usize) {
        let mut parts = self.parts.write().unwrap_or_else(PoisonError::into_inner);
        if parts.len() != count {
            return;
        }
        let Some(new_parts) = free_parts(count) else {
            log::warn!("no memory is left: the table of the search stays as large as it is");
            self.most_parts.store(count, Relaxed);
            return;
        };
        parts.reserve_exact(count);
        for (i, mut new) in new_parts.into_iter().enumerate() {
            for (bucket, to) in parts[i].iter_mut().zip(&mut new) {
                let bucket = bucket.get_mut().unwrap_or_else(PoisonError::into_inner);
                let to = to.get_mut().unwrap_or_else(PoisonError::into_inner);
                for (entry, to) in bucket.iter_mut().zip(to) {
                    if !entry.is_free() && (hash(entry.stones) / PART) & count != 0 {
                        std::mem::swap(entry, to);
                    }
                }
            }
            parts.push(new);
        }
    }
}

fn free_bucket<B: Bits>() -> Mutex<EntryBucket<B>> {
    Mutex::new([DfpnEntry::new(BitPosition { of: [!B::EMPTY; 2], mover: 0 }); BUCKET])
}

/// Parts of free slots; `None` if there is no memory for them.
fn free_parts<B: Bits>(count: usize) -> Option<Vec<TablePart<B>>> {
    let mut parts = Vec::new();
    for _ in 0..count {
        let mut part = Vec::new();
        part.try_reserve_exact(PART).ok()?;
        part.resize_with(PART, free_bucket);
        parts.push(part.into_boxed_slice());
    }
    Some(parts)
}

fn bucket<B: Bits>(parts: &[TablePart<B>], hash: usize) -> MutexGuard<'_, EntryBucket<B>> {
    let part = &parts[(hash / PART) & (parts.len() - 1)];
    part[hash % PART].lock().unwrap_or_else(PoisonError::into_inner)
}

fn hash<B: Bits>(stones: BitPosition<B>) -> usize {
    let spread = |hash: u64, set: B| {
        let low = mix(hash, set.wide() as u64);
        if B::MAX_CELLS > 64 { mix(low, (set.wide() >> 64) as u64) } else { low }
    };
    stones.of.into_iter().fold(stones.mover as u64, spread) as usize
}
