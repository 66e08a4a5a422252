//! The threads that let an agent analyse positions, one at a time each.

use kring_agents::{Choice, Limits, Task, Watch};
use kring_board::Move;
use kring_board::chance::{self, Purpose};

use super::{AnalysisState, query::AnalysisJob, queue::WorkerKind, reply};

/// Analyses positions until the queue ends.
pub fn run(shared: &AnalysisState) {
    while let Some(jobs) = shared.queue.take(WorkerKind::Agent, 1, 0, None) {
        for job in &jobs {
            analyse(shared, job);
        }
        shared.queue.finish(&jobs);
    }
}

fn analyse(shared: &AnalysisState, job: &AnalysisJob) {
    let send = |choice: &Choice, is_during_search| {
        let policy = || policy(job, choice);
        let mut line = Vec::new();
        reply::analysis(&mut line, job, is_during_search, choice, visits(choice), policy);
        shared.output.send_in_turn(&line);
    };
    let choice = match (&job.query.agent, job.position.winner()) {
        (Some(factory), None) => {
            let seed = shared.settings.seed;
            let rng = &mut chance::generator(seed, Purpose::Agent(job.colour));
            let mut see = |choice: &Choice| send(choice, true);
            let every = job.query.report_every;
            factory.build().choose(Task {
                limits: Limits { time: job.query.time.map(Into::into), stop: job.stop.clone() },
                watch: every.map(|every| Watch { every, see: &mut see }),
                ..Task::new(&job.position, job.colour, rng)
            })
        }
        (_, winner) => {
            let won = winner.map(|winner| f64::from(u8::from(winner == job.colour)));
            Choice { value: won, ..Choice::new(Move::Resign) }
        }
    };
    send(&choice, false);
}

/// The total visits of the search; at least one, and those of any move.
fn visits(choice: &Choice) -> u64 {
    let most = choice.candidates.iter().map(|candidate| candidate.visits).max().unwrap_or(1);
    choice.visits.iter().map(|(_, visits)| visits).sum::<u64>().max(most)
}

/// The agent's scores as a policy. Without scores all legal moves are equal.
fn policy(job: &AnalysisJob, choice: &Choice) -> Vec<Option<f32>> {
    let mut policy = vec![None; job.position.size().cells()];
    let legal = job.position.legal_cells(job.colour);
    let total: f64 = choice.scores.iter().map(|(_, score)| score).sum();
    let share = 1.0 / legal.len().max(1) as f64;
    for cell in legal.iter() {
        policy[cell.index()] = Some(if total > 0.0 { 0.0 } else { share as f32 });
    }
    for (cell, score) in choice.scores.iter().filter(|_| total > 0.0) {
        policy[cell.index()] = Some((score / total) as f32);
    }
    policy
}
