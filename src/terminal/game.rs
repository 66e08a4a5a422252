//! A game with people at the board.

use std::{
    mem,
    sync::{Arc, Mutex, PoisonError},
};

use kring_agents::{AgentSpec, Stop};
use kring_board::{Cell, Colour, Position, Rules, Size};

use super::{People, hint::Candidate, seats::Seats};
use crate::engine::Session;

/// Ends the search that runs now, from another thread: the agent moves at once.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<Mutex<Option<Stop>>>);

impl Interrupt {
    /// Ends the search; `false` if none runs.
    pub fn interrupt(&self) -> bool {
        let running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        running.iter().for_each(Stop::set);
        running.is_some()
    }

    fn set(&self, stop: Option<Stop>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = stop;
    }
}

/// How a game begins.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The size of the board.
    pub size: Size,
    /// The rules.
    pub rules: Rules,
    /// Who plays.
    pub people: People,
    /// The opponent; none: the usual agent for the game.
    pub agent: Option<AgentSpec>,
    /// The level of the usual agent; none: full strength.
    pub level: Option<u64>,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// What a person is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// What happened.
    Told(String),
    /// What cannot be done.
    Refused(String),
    /// A long text, which may stand in place of the board.
    Page(String),
}

/// A game with people and agents at the board.
pub struct Game {
    pub(super) session: Session,
    pub(super) seats: Seats,
    /// The agents that the session was told of.
    pub(super) seated: [String; 2],
    seed: u64,
    interrupt: Interrupt,
    /// Black's chance after each move, where an agent has said it.
    chances: Vec<Option<f64>>,
    /// Whether moves are analysed before a person is asked for one.
    pub(super) analysis: bool,
    pub(super) candidates: Vec<Candidate>,
    pub(super) hint: Option<Cell>,
    notes: Vec<Note>,
    pub(super) is_changed: bool,
    pub(super) is_finished: bool,
}

impl Game {
    /// A new game; fails if the agent does not play it.
    pub fn new(setup: Setup, interrupt: Interrupt) -> Result<Game, String> {
        let mut game = Game {
            session: Session::new(setup.size, setup.rules, None, setup.seed),
            seats: Seats { level: setup.level, ..Seats::default() },
            seated: ["default".to_owned(), "default".to_owned()],
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
        // Before the agent, which may play only one of the colours.
        game.set_people(setup.people)?;
        game.choose_agent(None, setup.agent.as_ref())?;
        Ok(game)
    }

    /// The game as it stands.
    pub fn position(&self) -> &Position {
        self.session.position()
    }

    /// Whether the person has left.
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// Tells something at the next opportunity.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.notes.push(Note::Told(text.into()));
    }

    pub(super) fn refuse(&mut self, text: impl Into<String>) {
        self.notes.push(Note::Refused(text.into()));
    }

    pub(super) fn show_page(&mut self, text: impl Into<String>) {
        self.notes.push(Note::Page(text.into()));
    }

    /// What is to be told, once.
    pub fn take_notes(&mut self) -> Vec<Note> {
        mem::take(&mut self.notes)
    }

    /// Whether the board has to be drawn again, once.
    pub fn take_change(&mut self) -> bool {
        mem::take(&mut self.is_changed)
    }

    /// The reply to a command of the engine. It can be interrupted.
    pub(super) fn ask(&mut self, line: &str) -> Result<String, String> {
        let stop = Stop::default();
        self.interrupt.set(Some(stop.clone()));
        let reply = self.session.respond(line.as_bytes(), &stop);
        self.interrupt.set(None);
        reply.map_or_else(|| Ok(String::new()), |reply| reply.body)
    }

    /// The colour to move; refuses a game that is over.
    pub(super) fn turn(&self) -> Result<Colour, String> {
        let over = "the game is over: 'new' begins another, 'undo' takes the last move back";
        let turn = self.position().turn().filter(|_| self.position().winner().is_none());
        turn.ok_or_else(|| over.to_owned())
    }

    /// Begins another game. Its random numbers are new ones.
    pub(super) fn begin(&mut self, size: Size, rules: &Rules) -> Result<(), String> {
        self.seed = self.seed.wrapping_add(1);
        for line in [format!("seed {}", self.seed), format!("boardsize {size}")] {
            self.ask(&line)?;
        }
        self.ask(&format!("variant {rules}"))?;
        self.replace_unfit_agents();
        self.moved();
        Ok(())
    }

    /// To be called when the position has changed.
    pub(super) fn moved(&mut self) {
        self.chances.resize(self.position().ply() + 1, None);
        self.candidates.clear();
        self.hint = None;
        self.is_changed = true;
    }

    /// Black's chance to win, as far as it was said in the last two moves.
    pub fn chance(&self) -> Option<f64> {
        self.chances.iter().rev().take(2).find_map(|chance| *chance)
    }

    pub(super) fn set_chance(&mut self, colour: Colour, chance: Option<f64>) {
        let black = |chance| if colour == Colour::Black { chance } else { 1.0 - chance };
        if let Some(last) = self.chances.last_mut() {
            *last = chance.map(black).or(*last);
        }
    }
}
