//! The steps between two moves of a person: coins, moves of agents, the analysis, which is parsed
//! from the lines of the engine.

use kring_board::{Cell, Colour, Turns};

use super::TerminalGame;

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
            let analysed = self.analyse(SHOWN);
            analysed.unwrap_or_else(|error| self.refuse(error));
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

    /// Lets the colour's agent move.
    fn generate(&mut self, colour: Colour) -> Result<(), String> {
        let text = self.ask(&format!("kata-genmove_analyze {colour}"))?;
        let name = text.lines().find_map(|line| line.strip_prefix("play ")).unwrap_or("resign");
        if name == "resign" {
            self.ask(&format!("play {colour} resign"))?;
        }
        let considered = candidates(&text).into_iter().find(|candidate| candidate.name == name);
        self.moved();
        self.announce_move(colour, name);
        self.set_chance(side_after(colour, name), considered.and_then(|found| found.win_rate));
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
        self.candidates = candidates(&text);
        let best = self.candidates.first();
        let cell = best.and_then(|best| Cell::from_name(self.position().size(), &best.name));
        let chance = best.and_then(|best| best.win_rate);
        let colour = best.map_or(turn, |best| side_after(turn, &best.name));
        self.hint = cell;
        self.set_chance(colour, chance);
        self.is_changed = true;
        Ok(())
    }

    /// The best moves and their principal variations as lines of text.
    pub(super) fn analysis(&self) -> Vec<String> {
        let line = |candidate: &MoveCandidate| {
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

/// The mover's colour after a move: the other one after a swap of sides.
fn side_after(colour: Colour, name: &str) -> Colour {
    if name == "swap-sides" { colour.other() } else { colour }
}

/// A move that an agent considers.
pub(super) struct MoveCandidate {
    pub name: String,
    pub visits: u64,
    /// The mover's chance to win; none if the agent has no estimate.
    pub win_rate: Option<f64>,
    /// The principal variation, this move first.
    expected: Vec<String>,
}

/// The moves of an `info` line, the best first.
fn candidates(text: &str) -> Vec<MoveCandidate> {
    let line = text.lines().find(|line| line.starts_with("info ")).unwrap_or_default();
    line.split("info move ").filter_map(candidate).collect()
}

fn candidate(text: &str) -> Option<MoveCandidate> {
    let mut words = text.split_whitespace();
    let name = words.next()?.to_owned();
    let (mut visits, mut win_rate) = (0, None);
    while let Some(key) = words.next().filter(|key| *key != "pv") {
        let value = words.next().unwrap_or_default();
        match key {
            "visits" => visits = value.parse().unwrap_or(0),
            "winrate" => win_rate = value.parse().ok(),
            _ => {}
        }
    }
    // The engine reports one half for agents without an estimate.
    let win_rate = win_rate.filter(|rate| visits > 1 || *rate != 0.5);
    Some(MoveCandidate { name, visits, win_rate, expected: words.map(str::to_owned).collect() })
}

pub fn percent(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance)
}
