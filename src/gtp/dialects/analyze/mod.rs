//! Streamed analysis: `kata-analyze`, `kata-genmove_analyze` and the same for `lz-`. The client
//! gets the candidates at each interval until it sends a line.

mod options;

use std::time::Duration;

use kring_agents::{Candidate, Choice, Stop, Watch};
use kring_board::host::{self, Instant};
use kring_board::{Cell, Move};

use crate::gtp::call::Call;
use crate::gtp::failure::{CommandFailure, CommandResult};
use crate::gtp::gtp_session::GtpSession;
use crate::gtp::info::InfoStyle;
use crate::gtp::reply::Reply;
use crate::session::evaluation::is_settled;
use crate::session::{Ask, Session, SessionError};
use options::AnalysisOptions;

/// The first line comes after this time, however long the interval is.
const FIRST: Duration = Duration::from_millis(50);

/// How often to check for a new line when no search is running.
const POLL_EVERY: Duration = Duration::from_millis(2);

pub fn kata_analyze(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    analyze(client, call, InfoStyle::Kata)
}

pub fn lz_analyze(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    analyze(client, call, InfoStyle::LeelaZero)
}

pub fn kata_genmove_analyze(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    genmove_analyze(client, call, InfoStyle::Kata)
}

pub fn lz_genmove_analyze(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    genmove_analyze(client, call, InfoStyle::LeelaZero)
}

fn analyze(client: &mut GtpSession, call: &mut Call<'_>, style: InfoStyle) -> CommandResult {
    let analysis = AnalysisOptions::new(client, &call.arguments, style)?;
    let Some(next_line) = call.reply.next_line() else {
        // No further line can end the analysis, so it is one line after an ordinary search.
        let think = |session: &mut Session, ask: Ask<'_>| session.think(ask);
        let ask = analysis.ask(call.arguments.stop);
        let infos = analysis.candidates(&mut client.session, ask, think)?;
        call.reply.text(analysis.line(infos).unwrap_or_default());
        return Ok(());
    };
    let mut lines = TimedLines::new(&mut call.reply, analysis.interval);
    let infos = analysis.watched(client, next_line, &mut lines, |session, ask| {
        analysis.candidates(session, ask, Session::analyse)
    })?;
    // The search ended before the client sent a line. Its result is repeated until then.
    let line = analysis.line(infos);
    while !next_line.is_set() {
        if let Some(line) = &line {
            lines.show(line);
        }
        host::sleep(POLL_EVERY);
    }
    Ok(())
}

fn genmove_analyze(
    client: &mut GtpSession,
    call: &mut Call<'_>,
    style: InfoStyle,
) -> CommandResult {
    let analysis = AnalysisOptions::new(client, &call.arguments, style)?;
    if analysis.forbids_all(&client.session) {
        return Err(CommandFailure::Illegal("none of the allowed cells can be played".to_owned()));
    }
    let begin = Instant::now();
    let is_over = client.position().winner().is_some();
    let choose = |session: &mut Session, ask: Ask<'_>| {
        if is_over { Ok(None) } else { session.choose(ask).map(Some) }
    };
    let choice = if call.reply.next_line().is_some() {
        let mut lines = TimedLines::new(&mut call.reply, analysis.interval);
        analysis.watched(client, call.arguments.stop, &mut lines, choose)?
    } else {
        choose(&mut client.session, analysis.ask(call.arguments.stop))?
    };
    let mut mv = Move::Resign;
    let mut line = None;
    if let Some(choice) = choice {
        let infos = analysis.infos(&client.session, &choice);
        mv = analysis.permitted(choice.mv, &infos);
        line = analysis.line(infos);
    }
    client.session.make(analysis.colour, mv, begin)?;
    call.reply.text(format!("{}play {}\n", line.unwrap_or_default(), client.write_move(mv)));
    Ok(())
}

/// Lines of a streamed reply, at intervals.
struct TimedLines<'a, 'b> {
    reply: &'a mut Reply<'b>,
    interval: Option<Duration>,
    last: Option<Instant>,
}

impl<'a, 'b> TimedLines<'a, 'b> {
    /// Begins the call.reply.
    fn new(reply: &'a mut Reply<'b>, interval: Option<Duration>) -> TimedLines<'a, 'b> {
        reply.stream("");
        TimedLines { reply, interval, last: None }
    }

    fn is_due(&self) -> bool {
        let Some(every) = self.interval else { return false };
        self.last.is_none_or(|last| last.elapsed() >= every)
    }

    /// Writes a line if it is time for one.
    fn show(&mut self, line: &str) {
        if self.is_due() {
            self.last = Some(Instant::now());
            self.reply.stream(line);
        }
    }
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

    /// The move that was chosen, or the best that is allowed.
    fn permitted(&self, chosen: Move, infos: &[Candidate]) -> Move {
        let is_allowed = match chosen.cell() {
            Some(cell) => self.allows(cell),
            None => self.allowed.is_none(),
        };
        if is_allowed {
            return chosen;
        }
        infos.first().map_or(Move::Resign, |info| info.mv)
    }

    fn ask<'a>(&self, stop: &'a Stop) -> Ask<'a> {
        Ask { allowed: self.allowed, ..Ask::new(self.colour, stop) }
    }

    /// Asks the session, and writes a line with the candidates at each interval.
    fn watched<T>(
        &self,
        client: &mut GtpSession,
        stop: &Stop,
        lines: &mut TimedLines<'_, '_>,
        ask: impl FnOnce(&mut Session, Ask<'_>) -> Result<T, SessionError>,
    ) -> CommandResult<T> {
        let Some(interval) = self.interval else {
            return Ok(ask(&mut client.session, self.ask(stop))?);
        };
        let position = client.position().clone();
        let mut see = |choice: &Choice| {
            if !lines.is_due() {
                return;
            }
            let infos = choice.considered(&position, self.colour, self.allowed.as_ref());
            if let Some(line) = self.line(infos) {
                lines.show(&line);
            }
        };
        let watch = Some(Watch { every: FIRST.min(interval), see: &mut see });
        Ok(ask(&mut client.session, Ask { watch, ..self.ask(stop) })?)
    }

    /// The candidates that a search finds, the best first.
    fn candidates<'a>(
        &self,
        session: &mut Session,
        ask: Ask<'a>,
        search: impl FnOnce(&mut Session, Ask<'a>) -> Result<Choice, SessionError>,
    ) -> Result<Vec<Candidate>, SessionError> {
        if is_settled(session.position(), self.colour) {
            return Ok(self.settled(session));
        }
        if self.forbids_all(session) {
            return Ok(Vec::new());
        }
        let choice = search(session, ask)?;
        Ok(self.infos(session, &choice))
    }

    fn infos(&self, session: &Session, choice: &Choice) -> Vec<Candidate> {
        choice.considered(session.position(), self.colour, self.allowed.as_ref())
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
        let evaluation = session.raw_evaluation(self.colour, 0);
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
