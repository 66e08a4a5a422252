//! The options of an analysis: `[COLOR] [INTERVAL] [KEY VALUE ...]`.

use std::time::Duration;

use kring_board::{Cell, CellSet, Colour, word::short};
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_until};
use nom::character::complete::char;
use nom::combinator::{eof, not, opt, recognize};
use nom::multi::many0;
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandResult, syntax};
use crate::gtp::gtp_session::GtpSession;
use crate::gtp::info::{InfoFormat, InfoStyle, owner, significant};
use crate::session::{Ask, Session, SessionError};

/// The shortest interval between two lines. More lines would flood the client.
const SHORTEST: Duration = Duration::from_millis(10);

pub struct AnalysisOptions {
    pub colour: Colour,
    /// The time between two lines; none: no lines are written.
    pub interval: Option<Duration>,
    /// The only cells to search.
    pub allowed: Option<CellSet>,
    pub min_moves: usize,
    pub format: InfoFormat,
    /// The network's policy, where it is needed.
    pub policy: Vec<(Cell, f64)>,
}

impl AnalysisOptions {
    pub fn new(
        client: &GtpSession,
        arguments: &Arguments<'_>,
        style: InfoStyle,
    ) -> CommandResult<AnalysisOptions> {
        let session = &client.session;
        let first = arguments.words.first();
        let has_colour = first.is_some_and(|word| word.parse::<Colour>().is_ok());
        let at = if has_colour { 0 } else { usize::MAX };
        let colour = arguments.colour_or_turn(at, session.position())?;
        let format = InfoFormat {
            style,
            coordinates: client.coordinates,
            size: session.position().size(),
            max_moves: usize::MAX,
            variation_visits: false,
            ownership: None,
        };
        let mut analysis = AnalysisOptions {
            colour,
            interval: None,
            allowed: None,
            min_moves: 0,
            format,
            policy: Vec::new(),
        };
        let mut words = arguments.words[usize::from(has_colour)..].iter().map(String::as_str);
        while let Some(word) = words.next() {
            analysis.set(session, word, &mut words)?;
        }
        session.check_agent(colour).map_err(SessionError::from)?;
        let needs_policy = analysis.min_moves > 0 || analysis.allowed.is_some();
        if needs_policy && session.has_network(colour) {
            analysis.policy = session.evaluate(Ask::new(colour, arguments.stop), 0)?.policy;
        }
        Ok(analysis)
    }

    /// Reads one option; its values are the next words.
    fn set<'a>(
        &mut self,
        session: &Session,
        key: &str,
        words: &mut impl Iterator<Item = &'a str>,
    ) -> CommandResult {
        let is_kata = self.format.style == InfoStyle::Kata;
        let mut value = || words.next().ok_or_else(|| syntax(format!("'{key}' needs a value")));
        match key {
            "interval" => self.set_interval(value()?)?,
            "minmoves" => self.min_moves = number(value()?)?,
            "maxmoves" => self.format.max_moves = number(value()?)?,
            "pvVisits" if is_kata => self.format.variation_visits = switch(value()?)?,
            "ownership" if is_kata => {
                let position = session.position();
                let cells = Cell::all(position.size());
                let owners = cells.map(|cell| significant(owner(position, cell)));
                let text = switch(value()?)?.then(|| owners.collect::<Vec<_>>().join(" "));
                self.format.ownership = text;
            }
            "allow" | "avoid" => {
                let [colour, cells, depth] = [value()?, value()?, value()?];
                let colour: Colour = colour.parse()?;
                let cells = self.cells(cells)?;
                if number(depth)? == 0 {
                    return Err(syntax("a depth is at least 1"));
                }
                if colour == self.colour {
                    let before = self.allowed.unwrap_or_else(|| CellSet::full(self.format.size));
                    let is_allowed = key == "allow";
                    self.allowed =
                        Some(if is_allowed { before.and(&cells) } else { before.without(&cells) });
                }
            }
            _ if key.parse::<f64>().is_ok() => self.set_interval(key)?,
            _ => return Err(syntax(format!("'{}' is no option of an analysis", short(key)))),
        }
        Ok(())
    }

    fn set_interval(&mut self, word: &str) -> CommandResult {
        if self.interval.is_some() {
            return Err(syntax("the interval is given twice"));
        }
        // Capped at about a year.
        let whole = number(word).map_err(|_| {
            let word = short(word);
            syntax(format!("the interval is whole hundredths of a second, not '{word}'"))
        })?;
        let centiseconds = whole.min(3_200_000_000) as u64;
        self.interval = Some(Duration::from_millis(10 * centiseconds).max(SHORTEST));
        Ok(())
    }

    /// Cells with commas between them. `pass` is skipped, because no agent passes.
    fn cells(&self, text: &str) -> CommandResult<CellSet> {
        let mut cells = CellSet::EMPTY;
        let (_, words) = listed(text).unwrap_or_default();
        for word in words {
            if !word.eq_ignore_ascii_case("pass") {
                cells.insert(self.format.coordinates.read_cell(self.format.size, word)?);
            }
        }
        Ok(cells)
    }
}

/// Words with commas between them, or behind them. A cell may contain a comma: `(3,4)`.
fn listed(text: &str) -> IResult<&str, Vec<&str>, ()> {
    let brackets = opt((char('('), take_until(")")));
    let word = recognize((brackets, take_till(|c| c == ',')));
    let word = terminated(word, alt((tag(","), eof)));
    many0(preceded(not(eof), word)).parse(text)
}

fn number(word: &str) -> CommandResult<usize> {
    Ok(kring_protocol::parse_number(word)?)
}

fn switch(word: &str) -> CommandResult<bool> {
    match word {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(syntax(format!("'{}': expected true or false", short(word)))),
    }
}
