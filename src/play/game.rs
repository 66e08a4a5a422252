//! A game with people at the board.

use std::sync::{Arc, Mutex, PoisonError};

use kring_agents::{AgentSpec, Candidate, Stop};
use kring_board::{Cell, Colour, Move, Position, Rules, Size};

use super::line::CharStyle;
use super::people::{People, Seats};
use crate::gtp::CommandFailure;
use crate::session::{Session, SessionError};

/// Interrupts the running search from another thread, so that the agent moves at once.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<Mutex<Option<Stop>>>);

impl Interrupt {
    /// Interrupts the search; `false` if none runs.
    pub fn interrupt(&self) -> bool {
        let running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stop) = running.as_ref() {
            stop.set();
        }
        running.is_some()
    }

    fn set(&self, stop: Option<Stop>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = stop;
    }
}

/// The set-up of a game.
#[derive(Clone, Debug)]
pub struct PlaySetup {
    /// The size of the board.
    pub size: Size,
    /// The rules.
    pub rules: Rules,
    /// The colours that people play.
    pub people: People,
    /// The opponent; none: the default agent for the game.
    pub agent: Option<AgentSpec>,
    /// The level of the default agent; none: full strength.
    pub level: Option<u64>,
    /// The seed of all random numbers.
    pub seed: u64,
}

const PROBLEM: CharStyle = CharStyle::fore(167).bold();

#[derive(Default)]
pub(super) struct TerminalNote {
    pub text: String,
    pub style: CharStyle,
    /// A long text, which may replace the board.
    pub is_page: bool,
}

/// A game with people and agents at the board.
pub struct TerminalGame {
    pub(super) session: Session,
    pub(super) seats: Seats,
    /// The agents that are set in the session; none: the default one.
    pub(super) seated: [Option<AgentSpec>; 2],
    seed: u64,
    interrupt: Interrupt,
    /// Black's chance after each move, where an agent has estimated it.
    chances: Vec<Option<f64>>,
    /// Whether moves are analysed before a person is asked for one.
    pub(super) analysis: bool,
    pub(super) candidates: Vec<Candidate>,
    pub(super) hint: Option<Cell>,
    pub(super) notes: Vec<TerminalNote>,
    /// Whether the board has to be drawn again.
    pub(super) is_changed: bool,
    /// Whether the user has left.
    pub is_finished: bool,
}

impl TerminalGame {
    /// A new game; fails if the agent does not play it.
    pub fn new(setup: PlaySetup, interrupt: Interrupt) -> Result<TerminalGame, String> {
        let mut game = TerminalGame {
            session: Session::new(setup.size, setup.rules, None, setup.seed),
            seats: Seats { level: setup.level, ..Seats::default() },
            seated: [None, None],
            seed: setup.seed,
            interrupt,
            chances: Vec::new(),
            analysis: false,
            candidates: Vec::new(),
            hint: None,
            notes: Vec::new(),
            is_changed: true,
            is_finished: false,
        };
        // Set before the agent, which may play only one of the colours.
        game.set_people(setup.people)?;
        game.choose_agent(None, setup.agent.as_ref())?;
        Ok(game)
    }

    /// The game as it stands.
    pub fn position(&self) -> &Position {
        self.session.position()
    }

    /// Switches the analysis on or off, and says so.
    pub fn toggle_analysis(&mut self) {
        self.analysis = !self.analysis;
        self.candidates.clear();
        self.hint = None;
        self.say(if self.analysis { "the analysis is on" } else { "the analysis is off" });
    }

    /// Shows a message with the next drawing.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.notes.push(TerminalNote { text: text.into(), ..TerminalNote::default() });
    }

    pub(super) fn refuse(&mut self, text: String) {
        self.notes.push(TerminalNote { text, style: PROBLEM, is_page: false });
    }

    pub(super) fn show_page(&mut self, text: String) {
        self.notes.push(TerminalNote { text, is_page: true, ..TerminalNote::default() });
    }

    /// Asks the session for something that can be interrupted.
    pub(super) fn ask<T>(
        &mut self,
        ask: impl FnOnce(&mut Session, &Stop) -> Result<T, SessionError>,
    ) -> Result<T, String> {
        let stop = Stop::default();
        self.interrupt.set(Some(stop.clone()));
        let answer = self.session.guarded(|session| ask(session, &stop));
        self.interrupt.set(None);
        answer.map_err(words)
    }

    /// The colour to move; refuses a game that is over.
    pub(super) fn turn(&self) -> Result<Colour, String> {
        let over = "the game is over: 'new' begins another, 'undo' takes the last move back";
        let turn = self.position().turn().filter(|_| self.position().winner().is_none());
        turn.ok_or_else(|| over.to_owned())
    }

    /// Begins another game with a new seed.
    pub(super) fn begin(&mut self, size: Size, rules: &Rules) -> Result<(), String> {
        self.seed = self.seed.wrapping_add(1);
        self.session.reseed(self.seed);
        self.session.set_up(size, rules.clone()).map_err(|error| words(error.into()))?;
        self.replace_unfit_agents();
        self.moved();
        Ok(())
    }

    /// Must be called after each change of the position.
    pub(super) fn moved(&mut self) {
        self.chances.resize(self.position().ply() + 1, None);
        self.candidates.clear();
        self.hint = None;
        self.is_changed = true;
    }

    /// Black's chance to win, if it was estimated in the last two moves.
    pub(super) fn chance(&self) -> Option<f64> {
        self.chances.iter().rev().take(2).find_map(|chance| *chance)
    }

    /// Keeps the estimate of a move that this colour makes.
    pub(super) fn set_chance(&mut self, mover: Colour, candidate: &Candidate) {
        // After a swap of sides the mover has the other colour.
        let is_black = (mover == Colour::Black) != (candidate.mv == Move::SwapSides);
        let black = |chance| if is_black { chance } else { 1.0 - chance };
        if let Some(last) = self.chances.last_mut() {
            *last = chance(candidate).map(black).or(*last);
        }
    }
}

/// The mover's chance to win with a move. An agent without an estimate says one half.
pub(super) fn chance(candidate: &Candidate) -> Option<f64> {
    Some(candidate.win_rate).filter(|rate| candidate.visits > 1 || *rate != 0.5)
}

/// A failure in the words of the engine's replies.
pub(super) fn words(error: SessionError) -> String {
    CommandFailure::from(error).to_string()
}
