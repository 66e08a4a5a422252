//! Analysis that streams: `kata-analyze` and its relatives. The client sees the
//! moves at each interval, until it sends a line.

use std::{
    thread,
    time::{Duration, Instant},
};

use super::{
    super::{
        Failure, Session,
        command::Arguments,
        info::{Format, Info, Style, infos, owner, significant},
        session::Question,
    },
    kata::{evaluation, is_settled},
};
use crate::{
    agent::{Choice, Limits, Stop, Watch},
    board::{Cell, CellSet, Move},
    rules::Colour,
};

type Answer = Result<String, Failure>;

/// The first line comes after this time, however long the interval is.
const FIRST: Duration = Duration::from_millis(50);

/// The shortest interval: enough for any eye, and no flood.
const SHORTEST: Duration = Duration::from_millis(10);

/// How often it is looked whether a line has come, when no search runs.
const LOOK_EVERY: Duration = Duration::from_millis(2);

pub fn kata_analyze(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    analyze(session, arguments, Style::Kata)
}

pub fn lz_analyze(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    analyze(session, arguments, Style::LeelaZero)
}

fn analyze(session: &mut Session, arguments: &Arguments<'_>, style: Style) -> Answer {
    let analysis = Analysis::new(session, arguments, style)?;
    let Some(next_line) = arguments.next_line else {
        // Nobody could end it: one line, of a search like any other.
        let limits = session.limits(analysis.colour, arguments.stop);
        let infos = analysis.run(session, limits, false, None)?;
        return Ok(analysis.line(infos).unwrap_or_default());
    };
    let mut stream = Stream::begin(arguments, analysis.interval, next_line);
    let time = session.sandbox.as_ref().map(|sandbox| sandbox.time.into());
    let limits = Limits { time, stop: next_line.clone() };
    let infos = analysis.run(session, limits, true, Some(&mut stream))?;
    // The search is over before the client has sent a line: nothing changes.
    let line = analysis.line(infos);
    while !next_line.is_set() {
        line.iter().for_each(|line| stream.show(line));
        thread::sleep(LOOK_EVERY);
    }
    Ok(String::new())
}

pub fn genmove_analyze(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let analysis = Analysis::new(session, arguments, Style::Kata)?;
    let (colour, begin) = (analysis.colour, Instant::now());
    let limits = session.limits(colour, arguments.stop);
    let mut stream =
        arguments.next_line.map(|_| Stream::begin(arguments, analysis.interval, arguments.stop));
    let mut mv = Move::Resign;
    let mut line = None;
    if session.position.winner().is_none() {
        let choice = analysis.choose(session, limits, false, stream.as_mut())?;
        let infos = infos(&choice, analysis.allowed.as_ref());
        let is_allowed = |cell| analysis.allowed.is_none_or(|allowed| allowed.contains(cell));
        let allowed = Some(choice.mv).filter(|mv| mv.cell().is_none_or(is_allowed));
        mv = allowed.or(infos.first().map(|info| info.mv)).unwrap_or(Move::Resign);
        line = analysis.line(infos);
    }
    session.clock.spend(colour, begin.elapsed(), &session.position);
    if mv != Move::Resign {
        session.play(colour, mv)?;
    }
    let name = session.coordinates.write(session.position.size(), mv);
    let text = format!("{}play {name}\n", line.unwrap_or_default());
    if let Some(stream) = &mut stream {
        stream.write(&text);
    }
    Ok(text)
}

/// What a client wants to have analysed.
struct Analysis {
    colour: Colour,
    /// The time between two lines; none: no lines.
    interval: Option<Duration>,
    /// The only moves to look at.
    allowed: Option<CellSet>,
    /// At least so many moves are shown.
    least: usize,
    format: Format,
    /// What the network says of the moves, where it is needed.
    policy: Vec<(Cell, f64)>,
}

impl Analysis {
    /// Reads `[COLOR] [INTERVAL] [KEY VALUE ...]`.
    fn new(
        session: &mut Session,
        arguments: &Arguments<'_>,
        style: Style,
    ) -> Result<Analysis, Failure> {
        let first = arguments.words.first();
        let has_colour = first.is_some_and(|word| word.parse::<Colour>().is_ok());
        let colour = arguments.colour_or_turn(if has_colour { 0 } else { usize::MAX }, session)?;
        let (size, coordinates) = (session.position.size(), session.coordinates);
        let format = Format {
            style,
            coordinates,
            size,
            most: usize::MAX,
            variation_visits: false,
            ownership: None,
        };
        let (interval, allowed) = (None, None);
        let mut analysis =
            Analysis { colour, interval, allowed, least: 0, format, policy: Vec::new() };
        let mut words = arguments.words[usize::from(has_colour)..].iter().map(String::as_str);
        while let Some(word) = words.next() {
            analysis.set(session, word, &mut words)?;
        }
        session.check_agent(colour)?;
        if analysis.least > 0 || analysis.allowed.is_some() {
            analysis.policy = match session.players[colour.index()].factory.network() {
                Some(_) => evaluation(session, arguments, colour, 0)?.policy,
                None => Vec::new(),
            };
        }
        Ok(analysis)
    }

    /// Reads one option; its values are the next words.
    fn set<'a>(
        &mut self,
        session: &Session,
        key: &str,
        words: &mut impl Iterator<Item = &'a str>,
    ) -> Result<(), Failure> {
        let is_kata = self.format.style == Style::Kata;
        let mut value =
            || words.next().ok_or_else(|| Failure::Syntax(format!("'{key}' needs a value")));
        match key {
            "interval" => self.set_interval(value()?)?,
            "minmoves" => self.least = number(value()?)?,
            "maxmoves" => self.format.most = number(value()?)?,
            "pvVisits" if is_kata => self.format.variation_visits = switch(value()?)?,
            "ownership" if is_kata => {
                let position = &session.position;
                let cells = (0..position.size().cells() as u16).map(Cell);
                let owners = cells.map(|cell| significant(owner(position, cell)));
                let text = switch(value()?)?.then(|| owners.collect::<Vec<_>>().join(" "));
                self.format.ownership = text;
            }
            "allow" | "avoid" => {
                let [colour, cells, depth] = [value()?, value()?, value()?];
                let (colour, cells) = (colour.parse::<Colour>()?, self.cells(cells)?);
                if number(depth)? == 0 {
                    return Err(Failure::Syntax("a depth is at least 1".to_owned()));
                }
                if colour == self.colour {
                    self.restrict(key == "allow", &cells);
                }
            }
            _ if key.bytes().all(|byte| byte.is_ascii_digit()) => self.set_interval(key)?,
            _ => {
                return Err(Failure::Syntax(format!(
                    "'{}' is no option of an analysis",
                    short(key)
                )));
            }
        }
        Ok(())
    }

    fn set_interval(&mut self, word: &str) -> Result<(), Failure> {
        if self.interval.is_some() {
            return Err(Failure::Syntax("the interval is given twice".to_owned()));
        }
        // Longer than a year is as good as never.
        let centiseconds = number(word)?.min(3_200_000_000) as u64;
        self.interval = Some(Duration::from_millis(10 * centiseconds).max(SHORTEST));
        Ok(())
    }

    /// Cells with commas between them. `pass`, which no agent plays, is none.
    fn cells(&self, text: &str) -> Result<CellSet, Failure> {
        let mut cells = CellSet::EMPTY;
        let mut rest = text;
        while !rest.is_empty() {
            // A cell may be written with a comma of its own: (3,4).
            let inside = if rest.starts_with('(') { rest.find(')').unwrap_or(0) } else { 0 };
            let end = rest[inside..].find(',').map_or(rest.len(), |at| inside + at);
            if !rest[..end].eq_ignore_ascii_case("pass") {
                cells.insert(self.format.coordinates.read_cell(self.format.size, &rest[..end])?);
            }
            rest = rest[end..].strip_prefix(',').unwrap_or_default();
        }
        Ok(cells)
    }

    fn restrict(&mut self, to_these: bool, cells: &CellSet) {
        let before = self.allowed.unwrap_or_else(|| CellSet::full(self.format.size));
        self.allowed = Some(if to_these { before.and(cells) } else { before.without(cells) });
    }

    /// The moves that a search within these limits finds, the best first.
    fn run(
        &self,
        session: &mut Session,
        limits: Limits,
        endless: bool,
        stream: Option<&mut Stream<'_, '_>>,
    ) -> Result<Vec<Info>, Failure> {
        if is_settled(&session.position, self.colour) {
            return Ok(self.settled(session));
        }
        let choice = self.choose(session, limits, endless, stream)?;
        Ok(infos(&choice, self.allowed.as_ref()))
    }

    fn choose(
        &self,
        session: &mut Session,
        limits: Limits,
        endless: bool,
        stream: Option<&mut Stream<'_, '_>>,
    ) -> Result<Choice, Failure> {
        let legal = session.position.legal_cells(self.colour);
        if self.allowed.is_some_and(|allowed| allowed.and(&legal).is_empty()) {
            return Ok(Choice::plain(Move::Resign));
        }
        let show = |stream: &mut Stream<'_, '_>, choice: &Choice| {
            let line = || self.line(infos(choice, self.allowed.as_ref()));
            if stream.is_due()
                && let Some(line) = line()
            {
                stream.show(&line);
            }
        };
        let watched = stream.filter(|stream| stream.interval.is_some());
        let every = FIRST.min(self.interval.unwrap_or(FIRST));
        let mut see = watched.map(|stream| move |choice: &Choice| show(stream, choice));
        let watch = see.as_mut().map(|see| Watch { every, see });
        session.analyse(self.colour, Question { limits, allowed: self.allowed, endless, watch })
    }

    /// The moves of a game that is over, which change nothing; on a full board a
    /// pass.
    fn settled(&self, session: &Session) -> Vec<Info> {
        let position = &session.position;
        let win_rate = match position.winner() {
            Some(winner) => f64::from(u8::from(winner == self.colour)),
            None => 0.5,
        };
        let legal = position.legal_cells(self.colour);
        if legal.is_empty() {
            return vec![Info::plain(Move::Pass, win_rate, 1.0)];
        }
        let share = 1.0 / legal.len() as f64;
        let factory = &session.players[self.colour.index()].factory;
        let evaluation = factory.raw_evaluation(position, self.colour, 0);
        let mut policy = evaluation.map_or_else(
            || legal.iter().map(|cell| (cell, share)).collect(),
            |evaluation| evaluation.policy,
        );
        policy.retain(|(cell, _)| self.allowed.is_none_or(|allowed| allowed.contains(*cell)));
        policy.sort_by(|a, b| b.1.total_cmp(&a.1));
        let info = |&(cell, prior): &(Cell, f64)| Info::plain(Move::Cell(cell), win_rate, prior);
        policy.iter().map(info).collect()
    }

    /// The line for these moves. If a client wants more than were searched,
    /// those that the network likes follow.
    fn line(&self, mut infos: Vec<Info>) -> Option<String> {
        if self.allowed.is_some() {
            // A restricted search knows the shares of its own moves only.
            for info in &mut infos {
                let known = self.policy.iter().find(|(cell, _)| info.mv == Move::Cell(*cell));
                info.prior = known.map_or(info.prior, |(_, share)| *share);
            }
        }
        let mut others = self.policy.clone();
        others.sort_by(|a, b| b.1.total_cmp(&a.1));
        let win_rate = infos.first().map_or(0.5, |info| info.win_rate);
        for (cell, prior) in others {
            let is_allowed = self.allowed.is_none_or(|allowed| allowed.contains(cell));
            let mv = Move::Cell(cell);
            if infos.len() >= self.least {
                break;
            }
            if is_allowed && infos.iter().all(|info| info.mv != mv) {
                let unseen = Info::plain(mv, win_rate, prior);
                infos.push(Info { visits: 0, variation_visits: vec![0], ..unseen });
            }
        }
        self.format.line(&infos)
    }
}

fn number(word: &str) -> Result<usize, Failure> {
    Ok(kring_protocol::parse_number(word)?)
}

fn switch(word: &str) -> Result<bool, Failure> {
    match word {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(Failure::Syntax(format!("'{}': expected true or false", short(word)))),
    }
}

fn short(word: &str) -> String {
    crate::grammar::short(word)
}

/// A reply that is written line by line.
struct Stream<'a, 'b> {
    arguments: &'a Arguments<'b>,
    interval: Option<Duration>,
    last: Option<Instant>,
    /// Ends the search if nobody reads its lines any more.
    stop: &'a Stop,
}

impl<'a, 'b> Stream<'a, 'b> {
    /// Writes the first line of the reply: the command has been understood.
    fn begin(
        arguments: &'a Arguments<'b>,
        interval: Option<Duration>,
        stop: &'a Stop,
    ) -> Stream<'a, 'b> {
        arguments.is_streamed.set(true);
        let mut stream = Stream { arguments, interval, last: None, stop };
        let id = arguments.request.id.map(|id| id.to_string()).unwrap_or_default();
        stream.write(&format!("={id}\n"));
        stream
    }

    fn is_due(&self) -> bool {
        let is_over = |last: Instant| self.interval.is_some_and(|every| last.elapsed() >= every);
        self.interval.is_some() && self.last.is_none_or(is_over)
    }

    /// Writes a line if it is time for one.
    fn show(&mut self, line: &str) {
        if self.is_due() {
            self.last = Some(Instant::now());
            self.write(line);
        }
    }

    fn write(&mut self, text: &str) {
        log::debug!("> {text:?}");
        let mut live = self.arguments.live.borrow_mut();
        if live.write_all(text.as_bytes()).and_then(|()| live.flush()).is_err() {
            self.stop.set();
        }
    }
}
