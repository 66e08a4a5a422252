//! Streamed analysis: `kata-analyze`, `kata-genmove_analyze` and the same for `lz-`. The client
//! gets the candidates at each interval until it sends a line.

use std::time::Duration;

use kring_agents::{Candidate, Choice, Limits, Task, Watch};
use kring_board::host::{self, Instant};
use kring_board::{Cell, Move};

use super::analysis_options::AnalysisOptions;
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandFailure, CommandResult};
use crate::gtp::info::InfoStyle;
use crate::gtp::stream::ReplyStream;
use crate::session::Session;
use crate::session::evaluation::is_settled;

/// The first line comes after this time, however long the interval is.
const FIRST: Duration = Duration::from_millis(50);

/// How often to check for a new line when no search is running.
const POLL_EVERY: Duration = Duration::from_millis(2);

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// A move, which is played.
    Move,
    /// An analysis until the client sends a line. The agent keeps its tree.
    Stream,
    /// One line of an analysis, by a new agent.
    Line,
}

pub fn analyze(
    session: &mut Session,
    arguments: &Arguments<'_>,
    style: InfoStyle,
) -> CommandResult {
    let analysis = AnalysisOptions::new(session, arguments, style)?;
    let Some(next_line) = arguments.next_line else {
        // No further line can end the analysis, so it is one line after an ordinary search.
        let limits = session.limits(analysis.colour, arguments.stop);
        let infos = analysis.run(session, limits, None)?;
        return Ok(analysis.line(infos).unwrap_or_default());
    };
    let mut stream = ReplyStream::begin(arguments, analysis.interval, next_line);
    let time = session.sandbox.as_ref().map(|sandbox| sandbox.time.into());
    let limits = Limits { time, stop: next_line.clone() };
    let infos = analysis.run(session, limits, Some(&mut stream))?;
    // The search ended before the client sent a line. Its result is repeated until then.
    let line = analysis.line(infos);
    while !next_line.is_set() {
        line.iter().for_each(|line| stream.show(line));
        host::sleep(POLL_EVERY);
    }
    Ok(String::new())
}

pub fn genmove_analyze(
    session: &mut Session,
    arguments: &Arguments<'_>,
    style: InfoStyle,
) -> CommandResult {
    let analysis = AnalysisOptions::new(session, arguments, style)?;
    if analysis.forbids_all(session) {
        return Err(CommandFailure::Illegal("none of the allowed cells can be played".to_owned()));
    }
    let (colour, begin) = (analysis.colour, Instant::now());
    let limits = session.limits(colour, arguments.stop);
    let mut stream = arguments
        .next_line
        .map(|_| ReplyStream::begin(arguments, analysis.interval, arguments.stop));
    let mut mv = Move::Resign;
    let mut line = None;
    if session.position().winner().is_none() {
        let choice = analysis.choose(session, limits, Purpose::Move, stream.as_mut())?;
        let infos = analysis.infos(session, &choice);
        let is_allowed = |mv: &Move| match mv.cell() {
            Some(cell) => analysis.allows(cell),
            None => analysis.allowed.is_none(),
        };
        let allowed = Some(choice.mv).filter(is_allowed);
        mv = allowed.or(infos.first().map(|info| info.mv)).unwrap_or(Move::Resign);
        line = analysis.line(infos);
    }
    let name = session.make(colour, mv, begin)?;
    let text = format!("{}play {name}\n", line.unwrap_or_default());
    if let Some(stream) = &mut stream {
        stream.write(&text);
    }
    Ok(text)
}

impl AnalysisOptions {
    fn allows(&self, cell: Cell) -> bool {
        self.allowed.is_none_or(|allowed| allowed.contains(cell))
    }

    /// Whether there are legal cells, and none of them is allowed.
    fn forbids_all(&self, session: &Session) -> bool {
        let legal = session.position().legal_cells(self.colour);
        !legal.is_empty() && self.allowed.is_some_and(|allowed| allowed.and(&legal).is_empty())
    }

    /// The candidates that a search within these limits finds, the best first. It is endless if
    /// they are streamed.
    fn run(
        &self,
        session: &mut Session,
        limits: Limits,
        stream: Option<&mut ReplyStream<'_, '_>>,
    ) -> CommandResult<Vec<Candidate>> {
        if is_settled(session.position(), self.colour) {
            return Ok(self.settled(session));
        }
        if self.forbids_all(session) {
            return Ok(Vec::new());
        }
        let purpose = if stream.is_some() { Purpose::Stream } else { Purpose::Line };
        let choice = self.choose(session, limits, purpose, stream)?;
        Ok(self.infos(session, &choice))
    }

    fn infos(&self, session: &Session, choice: &Choice) -> Vec<Candidate> {
        choice.considered(session.position(), self.colour, self.allowed.as_ref())
    }

    fn choose(
        &self,
        session: &mut Session,
        limits: Limits,
        purpose: Purpose,
        stream: Option<&mut ReplyStream<'_, '_>>,
    ) -> CommandResult<Choice> {
        let (position, allowed) = (session.game.position(), self.allowed.as_ref());
        let show = |stream: &mut ReplyStream<'_, '_>, choice: &Choice| {
            let line = || self.line(choice.considered(position, self.colour, allowed));
            let line = if stream.is_due() { line() } else { None };
            line.iter().for_each(|line| stream.show(line));
        };
        let watched = stream.filter(|_| self.interval.is_some());
        let every = FIRST.min(self.interval.unwrap_or(FIRST));
        let mut see = watched.map(|stream| move |choice: &Choice| show(stream, choice));
        let watch = see.as_mut().map(|see| Watch { every, see });
        let mut rng = session.question_rng(position, self.colour);
        let player = &mut session.players[self.colour.index()];
        if purpose == Purpose::Move {
            return player.choose(position, self.colour, |task| {
                task.limits = limits;
                task.allowed = self.allowed;
                task.watch = watch;
            });
        }
        let endless = purpose == Purpose::Stream;
        let question = Task::new(position, self.colour, &mut rng);
        let task = Task { limits, watch, allowed: self.allowed, endless, ..question };
        if endless { player.analyse(task) } else { player.think(task) }
    }

    /// The legal moves of a game that is over, with its result as win rate; a pass on a full board.
    fn settled(&self, session: &Session) -> Vec<Candidate> {
        let position = session.position();
        let win_rate = match position.winner() {
            Some(winner) => f64::from(u8::from(winner == self.colour)),
            None => 0.5,
        };
        let legal = position.legal_cells(self.colour);
        if legal.is_empty() {
            return vec![Candidate::unsearched(Move::Pass, 1, win_rate, 1.0)];
        }
        let share = 1.0 / legal.len() as f64;
        let factory = &session.players[self.colour.index()].factory;
        let evaluation = factory.raw_evaluation(position, self.colour, 0);
        let equal = || legal.iter().map(|cell| (cell, share)).collect();
        let mut policy = evaluation.map_or_else(equal, |evaluation| evaluation.policy);
        policy.retain(|(cell, _)| self.allows(*cell));
        policy.sort_by(|a, b| b.1.total_cmp(&a.1));
        let info = |&(cell, prior): &(Cell, f64)| {
            Candidate::unsearched(Move::Cell(cell), 1, win_rate, prior)
        };
        policy.iter().map(info).collect()
    }

    /// The line for these moves. If the client wants more than were searched, the moves with the
    /// largest priors follow.
    fn line(&self, mut infos: Vec<Candidate>) -> Option<String> {
        if self.allowed.is_some() {
            // The priors of a restricted search are normalised over the allowed moves only.
            for info in &mut infos {
                let network = self.policy.iter().find(|(cell, _)| info.mv == Move::Cell(*cell));
                info.prior = network.map_or(info.prior, |(_, share)| *share);
            }
        }
        let mut others = self.policy.clone();
        others.sort_by(|a, b| b.1.total_cmp(&a.1));
        let best_cell = infos.iter().find(|info| info.mv.cell().is_some());
        let win_rate = best_cell.map_or(0.5, |info| info.win_rate);
        for (cell, prior) in others {
            let mv = Move::Cell(cell);
            if infos.len() >= self.min_moves {
                break;
            }
            if self.allows(cell) && infos.iter().all(|info| info.mv != mv) {
                infos.push(Candidate::unsearched(mv, 0, win_rate, prior));
            }
        }
        self.format.line(&infos)
    }
}
