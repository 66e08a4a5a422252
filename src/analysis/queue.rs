//! The queue of positions: which are waiting, by priority, and which are being
//! searched, so that a client can end them.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use kring_agents::Stop;

use super::query::Job;

/// While so many positions wait, no more input is read, so that a file of any
/// length fits into memory.
const MOST_WAITING: usize = 1024;

/// If nothing is finished for so long, input is read nevertheless: perhaps it
/// ends a search, or perhaps the client reads no replies before it has sent
/// all queries.
const PATIENCE: Duration = Duration::from_secs(2);

/// Who works on a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Worker {
    /// A search by the network.
    Batch = 0,
    /// Another agent.
    Agent = 1,
}

/// High priorities first; of equal ones, the oldest.
type Rank = (Reverse<i64>, u64);

/// All positions, for all threads.
pub struct Queue {
    threads: usize,
    state: Mutex<State>,
    /// There is work for a kind of thread, or there will be none.
    work: [Condvar; 2],
    /// Something was finished.
    progress: Condvar,
    /// All is done.
    end: Condvar,
}

#[derive(Default)]
struct State {
    /// Boxed: the map moves its entries a lot.
    waiting: [BTreeMap<Rank, Box<Job>>; 2],
    /// Those that are being searched.
    open: Vec<Open>,
    /// Threads that wait for work.
    idle: [usize; 2],
    next: u64,
    finished: u64,
    /// No input is read, because much is waiting.
    input_waits: bool,
    /// Nothing has been finished for a while.
    is_stalled: bool,
    input_ended: bool,
    is_closed: bool,
}

/// A position that is being searched.
struct Open {
    number: u64,
    id: String,
    turn: usize,
    is_endless: bool,
    stop: Stop,
}

impl State {
    fn waiting(&self) -> usize {
        self.waiting.iter().map(BTreeMap::len).sum()
    }

    fn is_at_end(&self) -> bool {
        self.is_closed || self.input_ended && self.waiting() == 0 && self.open.is_empty()
    }
}

impl Queue {
    /// An empty queue for so many threads of each kind.
    pub fn new(threads: usize) -> Queue {
        Queue {
            threads: threads.max(1),
            state: Mutex::default(),
            work: Default::default(),
            progress: Condvar::new(),
            end: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// After every change: whoever waits for the end learns of it.
    fn tell_end(&self, state: &State) {
        if state.is_at_end() {
            self.work.iter().for_each(Condvar::notify_all);
            self.progress.notify_all();
            self.end.notify_all();
        }
    }

    /// Puts positions into the queue, once there is room.
    pub fn push(&self, jobs: Vec<Job>) {
        let mut state = self.lock();
        while state.waiting() >= MOST_WAITING && !state.is_stalled && !state.is_closed {
            let before = state.finished;
            state.input_waits = true;
            let waited = self.progress.wait_timeout(state, PATIENCE);
            let (guard, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            state = guard;
            state.input_waits = false;
            state.is_stalled = timeout.timed_out() && state.finished == before;
        }
        for mut job in jobs {
            let worker = if job.query.agent.is_some() { Worker::Agent } else { Worker::Batch };
            state.next += 1;
            job.number = state.next;
            let rank = (Reverse(job.priority), job.number);
            state.waiting[worker as usize].insert(rank, Box::new(job));
        }
        for (kind, work) in self.work.iter().enumerate() {
            if state.idle[kind] > 0 && !state.waiting[kind].is_empty() {
                work.notify_all();
            }
        }
    }

    /// Positions to work on: at most `room`, and at most `reserve` more of a
    /// higher priority than those that the thread has open. A thread that has
    /// nothing open waits for one. None: there will be no more.
    pub fn take(
        &self,
        worker: Worker,
        room: usize,
        reserve: usize,
        open_priority: Option<i64>,
    ) -> Option<Vec<Job>> {
        let mut state = self.lock();
        let kind = worker as usize;
        if open_priority.is_none() {
            state.idle[kind] += 1;
            while state.waiting[kind].is_empty() && !state.is_at_end() {
                state = self.work[kind].wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            state.idle[kind] -= 1;
            if state.waiting[kind].is_empty() {
                return None;
            }
        }
        if state.is_closed {
            return None;
        }
        // Each thread takes its share, and threads without work come first.
        let spare = state.waiting[kind].len().saturating_sub(state.idle[kind]);
        let most = match open_priority {
            None => spare.max(1).div_ceil(self.threads),
            Some(_) => spare.div_ceil(self.threads),
        };
        let mut taken = Vec::new();
        while taken.len() < most.min(room + reserve)
            && let Some(first) = state.waiting[kind].first_entry()
        {
            let is_urgent = open_priority.is_some_and(|open| first.get().priority > open);
            if taken.len() >= room && !is_urgent {
                break;
            }
            taken.push(*first.remove());
        }
        state.open.extend(taken.iter().map(|job| Open {
            number: job.number,
            id: job.query.id.clone(),
            turn: job.turn,
            is_endless: job.is_endless(),
            stop: job.stop.clone(),
        }));
        if state.input_ended {
            taken.iter().filter(|job| job.is_endless()).for_each(|job| job.stop.set());
        }
        Some(taken)
    }

    /// These positions are finished, and their replies written.
    pub fn finish(&self, jobs: &[Job]) {
        let mut state = self.lock();
        for job in jobs {
            let at = state.open.iter().position(|open| open.number == job.number);
            at.map(|at| state.open.swap_remove(at));
            state.finished += 1;
            state.is_stalled = false;
        }
        if state.input_waits {
            self.progress.notify_all();
        }
        self.tell_end(&state);
    }

    /// Ends the positions of which `is_meant` is true: those that wait go to
    /// `say_before`, and then searches are told to stop.
    pub fn terminate(
        &self,
        is_meant: impl Fn(&str, usize) -> bool,
        say_before: impl FnOnce(&[Job]),
    ) {
        let mut state = self.lock();
        let mut dropped = Vec::new();
        for waiting in &mut state.waiting {
            let meant = waiting.extract_if(.., |_, job| is_meant(&job.query.id, job.turn));
            dropped.extend(meant.map(|(_, job)| *job));
        }
        let meant = state.open.iter().filter(|open| is_meant(&open.id, open.turn));
        let stops: Vec<Stop> = meant.map(|open| open.stop.clone()).collect();
        // Writing can take time if the client is slow to read.
        drop(state);
        say_before(&dropped);
        stops.iter().for_each(Stop::set);
        self.lock().finished += dropped.len() as u64;
    }

    /// No more positions will come. Searches without an end are ended.
    pub fn end_input(&self) {
        let mut state = self.lock();
        state.input_ended = true;
        state.open.iter().filter(|open| open.is_endless).for_each(|open| open.stop.set());
        self.tell_end(&state);
    }

    /// Nobody is interested any more: everything ends.
    pub fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        state.open.iter().for_each(|open| open.stop.set());
        self.tell_end(&state);
    }

    /// Whether everything ends.
    pub fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    /// Waits until all is done that can be done.
    pub fn wait_for_end(&self) {
        let mut state = self.lock();
        while !state.is_at_end() {
            state = self.end.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The number of positions that are finished.
    pub fn finished_count(&self) -> u64 {
        self.lock().finished
    }
}
