//! A game with people at the board: the session, and what happens between two
//! moves of a person.

use std::{
    mem,
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    People,
    hint::{Candidate, candidates, percent},
    seats::Seats,
};
use crate::{
    agent::{AgentSpec, Stop},
    board::{Cell, Position},
    engine::Session,
    rules::{Colour, Rules, Size, Turns},
};

/// The moves that an analysis shows.
pub(super) const SHOWN: usize = 3;

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

    fn set_chance(&mut self, colour: Colour, chance: Option<f64>) {
        let black = |chance| if colour == Colour::Black { chance } else { 1.0 - chance };
        if let Some(last) = self.chances.last_mut() {
            *last = chance.map(black).or(*last);
        }
    }

    /// Lets agents move until a person is to move. Where only agents play, one
    /// of them makes one move if `step` says so. `show` is called before each
    /// search with who thinks.
    pub fn advance(&mut self, mut step: bool, show: &mut dyn FnMut(&mut Game, &str)) {
        while self.position().winner().is_none() {
            self.toss();
            let Ok(turn) = self.turn() else { break };
            if let Err(error) = self.take_seats() {
                return self.refuse(error);
            }
            if self.is_person(turn) || (self.is_watched() && !step) {
                break;
            }
            step = false;
            show(self, &format!("{turn} ({})", self.seated[turn.index()]));
            if let Err(error) = self.generate(turn) {
                return self.refuse(error);
            }
        }
        if self.analysis && self.candidates.is_empty() && self.position().winner().is_none() {
            show(self, "the analysis");
            let analysed = self.analyse(SHOWN);
            analysed.unwrap_or_else(|error| self.refuse(error));
        }
    }

    /// Tosses the coin of random turns where it is due.
    fn toss(&mut self) {
        let is_random = self.position().rules().turns == Turns::Random;
        if is_random && self.position().turn().is_none() {
            match self.ask("toss") {
                Ok(colour) => self.say(format!("the coin says {colour}")),
                Err(error) => self.refuse(error),
            }
        }
    }

    /// Lets the colour's agent move.
    fn generate(&mut self, colour: Colour) -> Result<(), String> {
        let text = self.ask(&format!("kata-genmove_analyze {colour}"))?;
        let name = text.lines().find_map(|line| line.strip_prefix("play ")).unwrap_or("resign");
        if name == "resign" {
            self.ask(&format!("play {colour} resign"))?;
        }
        let considered = candidates(&text).into_iter().find(|candidate| candidate.name == name);
        self.moved();
        self.tell_move(colour, name);
        self.set_chance(colour, considered.and_then(|candidate| candidate.win_rate));
        Ok(())
    }

    /// Says which move was made.
    pub(super) fn tell_move(&mut self, colour: Colour, name: &str) {
        let size = self.position().size();
        let text = match name {
            "swap-pieces" => {
                let stone = self.position().last_stone();
                let cell = stone.map(|cell| cell.name(size)).unwrap_or_default();
                format!("{colour} swaps: the stone is {colour} now, mirrored to {cell}")
            }
            "swap-sides" => {
                let person = Colour::ALL.into_iter().find(|colour| self.is_person(*colour));
                match person.filter(|_| !self.is_for_two()) {
                    Some(own) => format!("{colour} swaps the sides: you play {own} now"),
                    None => format!("{colour} swaps the sides: the players exchange their colours"),
                }
            }
            "resign" => format!("{colour} resigns"),
            _ => format!("{colour} plays {name}"),
        };
        self.say(text);
    }

    /// Asks the agent of the colour to move for its best moves.
    pub(super) fn analyse(&mut self, most: usize) -> Result<(), String> {
        let turn = self.turn()?;
        let text = self.ask(&format!("kata-analyze {turn} maxmoves {most}"))?;
        self.candidates = candidates(&text);
        let best = self.candidates.first();
        let cell = best.and_then(|best| Cell::from_name(self.position().size(), &best.name));
        let chance = best.and_then(|best| best.win_rate);
        self.hint = cell;
        self.set_chance(turn, chance);
        self.is_changed = true;
        Ok(())
    }

    /// The best moves as lines of text, and what is expected after them.
    pub fn analysis(&self) -> Vec<String> {
        let line = |candidate: &Candidate| {
            let chance = candidate.win_rate.map(percent).unwrap_or_default();
            let expected = candidate.expected.iter().skip(1).take(9).cloned();
            let expected: String = expected.map(|name| format!(" {name}")).collect();
            let (name, visits) = (&candidate.name, candidate.visits);
            let text = format!("{name:<4} {chance:>5}, visits {visits}");
            if expected.is_empty() { text } else { format!("{text}, then{expected}") }
        };
        self.candidates.iter().map(line).collect()
    }
}
