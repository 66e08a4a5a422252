//! The queue of positions: those that wait, by priority, and those that are being searched, so
//! that a client can stop them.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::query::AnalysisJob;

/// While this many positions wait, no more input is read, so that a file of any length fits into
/// memory.
const MOST_WAITING: usize = 1024;

/// If no search finishes for this long, input is read nevertheless: it may stop a search, or the
/// client may read no replies before it has sent all queries.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum WorkerKind {
    Batch = 0,
    Agent = 1,
}

/// Sorts by high priority first, then by age.
type JobRank = (Reverse<i64>, u64);

#[derive(Default)]
pub struct JobQueue {
    threads: usize,
    state: Mutex<QueueState>,
    /// Signalled when there is work for a kind of thread, or at the end.
    work: [Condvar; 2],
    /// Signalled when a search has finished while the input waits, and at the end.
    progress: Condvar,
}

#[derive(Default)]
struct QueueState {
    waiting: [BTreeMap<JobRank, Arc<AnalysisJob>>; 2],
    open: Vec<Arc<AnalysisJob>>,
    /// Threads that wait for work.
    idle: [usize; 2],
    next: u64,
    finished: u64,
    /// The input thread waits, because the queue is full.
    input_waits: bool,
    /// No search has finished for PATIENCE.
    is_stalled: bool,
    input_ended: bool,
    is_closed: bool,
}

impl QueueState {
    fn waiting(&self) -> usize {
        self.waiting.iter().map(BTreeMap::len).sum()
    }

    fn is_at_end(&self) -> bool {
        self.is_closed || self.input_ended && self.waiting() == 0 && self.open.is_empty()
    }
}

impl JobQueue {
    pub fn new(threads: usize) -> JobQueue {
        JobQueue { threads: threads.max(1), ..JobQueue::default() }
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes all waiting threads at the end. Called after every change.
    fn notify_end(&self, state: &QueueState) {
        if state.is_at_end() {
            for condition in &self.work {
                condition.notify_all();
            }
            self.progress.notify_all();
        }
    }

    /// Waits for room and puts positions into the queue.
    pub fn push(&self, jobs: Vec<AnalysisJob>) {
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
            let worker =
                if job.query.agent.is_some() { WorkerKind::Agent } else { WorkerKind::Batch };
            state.next += 1;
            job.number = state.next;
            let rank = (Reverse(job.priority), job.number);
            state.waiting[worker as usize].insert(rank, Arc::new(job));
        }
        for (kind, work) in self.work.iter().enumerate() {
            if state.idle[kind] > 0 && !state.waiting[kind].is_empty() {
                work.notify_all();
            }
        }
    }

    /// Takes positions to search: at most `room`, and at most `reserve` more of a higher priority
    /// than the thread's open ones. A thread without open positions waits for one. Returns none
    /// at the end.
    pub fn take(
        &self,
        worker: WorkerKind,
        room: usize,
        reserve: usize,
        open_priority: Option<i64>,
    ) -> Option<Vec<Arc<AnalysisJob>>> {
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
        // Each thread takes its share and leaves one position for each idle thread.
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
            taken.push(first.remove());
        }
        state.open.extend(taken.iter().cloned());
        if state.input_ended {
            for job in taken.iter().filter(|job| job.is_endless()) {
                job.stop.set();
            }
        }
        Some(taken)
    }

    /// Marks positions as finished; their replies have been sent.
    pub fn finish<'a>(&self, jobs: impl IntoIterator<Item = &'a Arc<AnalysisJob>>) {
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
        self.notify_end(&state);
    }

    /// Ends the positions of which `is_meant` is true: those that wait are passed to
    /// `on_dropped`, and then the open ones are stopped.
    pub fn terminate(
        &self,
        is_meant: impl Fn(&AnalysisJob) -> bool,
        on_dropped: impl FnOnce(&[Arc<AnalysisJob>]),
    ) {
        let mut state = self.lock();
        let mut dropped = Vec::new();
        for waiting in &mut state.waiting {
            dropped.extend(waiting.extract_if(.., |_, job| is_meant(job)).map(|(_, job)| job));
        }
        let stopped: Vec<_> = state.open.iter().filter(|job| is_meant(job)).cloned().collect();
        // Writing can take time if the client is slow to read.
        drop(state);
        on_dropped(&dropped);
        for job in &stopped {
            job.stop.set();
        }
        self.lock().finished += dropped.len() as u64;
    }

    /// Marks the end of input and stops endless searches.
    pub fn end_input(&self) {
        let mut state = self.lock();
        state.input_ended = true;
        for job in state.open.iter().filter(|job| job.is_endless()) {
            job.stop.set();
        }
        self.notify_end(&state);
    }

    /// Stops all searches, because the client has closed the pipe.
    pub fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        for job in &state.open {
            job.stop.set();
        }
        self.notify_end(&state);
    }

    pub fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    /// Waits until the queue is closed, or the input has ended and all searches have finished.
    pub fn wait_for_end(&self) {
        drop(self.progress.wait_while(self.lock(), |state| !state.is_at_end()));
    }

    pub fn finished_count(&self) -> u64 {
        self.lock().finished
    }
}
