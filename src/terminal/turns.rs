//! The steps between two moves of a person: coins, moves of agents, the analysis, which is parsed
//! from the lines of the engine.

use kring_agents::Candidate;
use kring_board::{Colour, Move, Turns};

use super::game::{TerminalGame, chance};
use crate::arena::engine::info;

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
            show(self, &format!("{turn} ({})", self.seated[turn.index()]));
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
        let is_random = self.position().rules().turns == Turns::Random;
        if is_random && self.position().turn().is_none() {
            match self.ask("toss") {
                Ok(colour) => self.say(format!("the coin says {colour}")),
                Err(error) => self.refuse(error),
            }
        }
    }

    fn generate(&mut self, colour: Colour) -> Result<(), String> {
        let text = self.ask(&format!("kata-genmove_analyze {colour}"))?;
        let name = text.lines().find_map(|line| line.strip_prefix("play ")).unwrap_or("resign");
        if name == "resign" {
            self.ask(&format!("play {colour} resign"))?;
        }
        let mv = Move::from_name(self.position().size(), name);
        let considered = self.candidates_in(&text).into_iter().find(|found| Some(found.mv) == mv);
        self.moved();
        self.announce_move(colour, name);
        considered.iter().for_each(|found| self.set_chance(colour, found));
        Ok(())
    }

    pub(super) fn announce_move(&mut self, colour: Colour, name: &str) {
        let size = self.position().size();
        let text = match name {
            "swap-pieces" => {
                let stone = self.position().last_stone();
                let cell = stone.map(|cell| cell.name(size)).unwrap_or_default();
                format!("{colour} swaps: the stone is {colour} now, mirrored to {cell}")
            }
            "swap-sides" => match self.single_person() {
                Some(own) => format!("{colour} swaps the sides: you play {own} now"),
                None => format!("{colour} swaps the sides: the players exchange their colours"),
            },
            "resign" => format!("{colour} resigns"),
            _ => format!("{colour} plays {name}"),
        };
        self.say(text);
    }

    /// Lets the agent of the colour to move find its best moves.
    pub(super) fn analyse(&mut self, most: usize) -> Result<(), String> {
        let turn = self.turn()?;
        let text = self.ask(&format!("kata-analyze {turn} maxmoves {most}"))?;
        self.candidates = self.candidates_in(&text);
        let best = self.candidates.first().cloned();
        best.iter().for_each(|best| self.set_chance(turn, best));
        self.hint = best.and_then(|best| best.mv.cell());
        self.is_changed = true;
        Ok(())
    }

    /// The moves of the `info` line of a reply, the best first.
    fn candidates_in(&self, reply: &str) -> Vec<Candidate> {
        let line = reply.lines().find(|line| line.starts_with("info ")).unwrap_or_default();
        info::candidates(line, &|name| Move::from_name(self.position().size(), name))
    }

    /// The best moves and their principal variations as lines of text.
    pub(super) fn analysis(&self) -> Vec<String> {
        let size = self.position().size();
        let line = |candidate: &Candidate| {
            let chance = chance(candidate).map(percent).unwrap_or_default();
            let expected = candidate.variation.iter().skip(1).take(9);
            let expected: String = expected.map(|mv| format!(" {}", mv.name(size))).collect();
            let (name, visits) = (candidate.mv.name(size), candidate.visits);
            let text = format!("{name:<4} {chance:>5}, visits {visits}");
            if expected.is_empty() { text } else { format!("{text}, then{expected}") }
        };
        self.candidates.iter().map(line).collect()
    }
}

pub fn percent(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance)
}
