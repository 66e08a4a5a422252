//! The steps between two moves of a person: coins, moves of agents, the analysis.

use kring_agents::{AgentSpec, Candidate};
use kring_board::{Colour, Move};

use super::game::{TerminalGame, chance};
use crate::session::Ask;

/// The number of moves that an analysis shows.
pub(super) const SHOWN: usize = 3;

impl TerminalGame {
    /// Lets agents move until a person is to move. If only agents play, one of them makes one move
    /// if `step` is set. `show` is called before each search with the name of the thinking player.
    pub fn advance(&mut self, mut step: bool, show: &mut dyn FnMut(&mut TerminalGame, &str)) {
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
            let seated = self.seated[turn.index()].as_ref();
            let name = seated.map_or_else(|| "default".to_owned(), AgentSpec::to_string);
            show(self, &format!("{turn} ({name})"));
            if let Err(error) = self.generate(turn) {
                return self.refuse(error);
            }
        }
        if self.analysis && self.candidates.is_empty() && self.position().winner().is_none() {
            show(self, "the analysis");
            self.analyse(SHOWN).unwrap_or_else(|error| self.refuse(error));
        }
    }

    /// Tosses the coin of random turns if it is due.
    fn toss(&mut self) {
        if let Some(colour) = self.session.game_mut().toss_if_due() {
            self.say(format!("the coin says {colour}"));
        }
    }

    fn generate(&mut self, colour: Colour) -> Result<(), String> {
        let before = self.position().clone();
        let choice = self.ask(|session, stop| session.generate(Ask::new(colour, stop)))?;
        if choice.mv == Move::Resign {
            self.ask(|session, _| session.play(colour, Move::Resign))?;
        }
        let mut candidates = choice.considered(&before, colour, None).into_iter();
        let chosen = candidates.find(|candidate| candidate.mv == choice.mv);
        self.moved();
        self.announce_move(colour, choice.mv);
        if let Some(chosen) = chosen {
            self.set_chance(colour, &chosen);
        }
        Ok(())
    }

    pub(super) fn announce_move(&mut self, colour: Colour, mv: Move) {
        let size = self.position().size();
        let text = match mv {
            Move::SwapPieces => {
                let stone = self.position().last_stone();
                let cell = stone.map(|cell| cell.name(size)).unwrap_or_default();
                format!("{colour} swaps: the stone is {colour} now, mirrored to {cell}")
            }
            Move::SwapSides => match self.single_person() {
                Some(own) => format!("{colour} swaps the sides: you play {own} now"),
                None => format!("{colour} swaps the sides: the players exchange their colours"),
            },
            Move::Resign => format!("{colour} resigns"),
            Move::Cell(_) | Move::Pass => format!("{colour} plays {}", mv.name(size)),
        };
        self.say(text);
    }

    /// Lets the agent of the colour to move find its best moves: so many cells, and a swap.
    pub(super) fn analyse(&mut self, most: usize) -> Result<(), String> {
        let turn = self.turn()?;
        let choice = self.ask(|session, stop| session.think(Ask::new(turn, stop)))?;
        let mut candidates = choice.considered(self.position(), turn, None);
        let mut cells = 0;
        candidates.retain(|candidate| {
            cells += usize::from(!candidate.is_swap());
            candidate.is_swap() || cells <= most
        });
        if let Some(best) = candidates.first() {
            self.set_chance(turn, best);
        }
        self.hint = candidates.first().and_then(|best| best.mv.cell());
        self.candidates = candidates;
        self.is_changed = true;
        Ok(())
    }

    /// The best moves and their principal variations as lines of text.
    pub(super) fn analysis(&self) -> Vec<String> {
        let size = self.position().size();
        let line = |candidate: &Candidate| {
            let chance = chance(candidate).map(percent).unwrap_or_default();
            let expected = candidate.variation.iter().skip(1).take(9);
            let expected: String = expected.map(|mv| format!(" {}", mv.name(size))).collect();
            let name = candidate.mv.name(size);
            let visits = candidate.visits;
            let text = format!("{name:<4} {chance:>5}, visits {visits}");
            if expected.is_empty() { text } else { format!("{text}, then{expected}") }
        };
        self.candidates.iter().map(line).collect()
    }
}

pub fn percent(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance)
}
