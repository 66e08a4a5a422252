//! Positions that were set up, where one side has more stones than alternating
//! play could give it: agents stay legal and see what is near.

use kring::{
    agents::{AGENTS, AgentSpec, Choice, Task},
    board::{
        CellSet, Colour, Position, Rules, Setup, Size, Topology, Turns,
        chance::{self, Purpose},
    },
};
use rand::{RngExt, seq::IteratorRandom};
use rand_chacha::ChaCha8Rng;

use crate::helper::all_rules;

/// A board without a winner: this number of stones of each colour, and some more of
/// one of them; and who has fewer.
fn set_up(rules: &Rules, size: Size, rng: &mut ChaCha8Rng) -> (Position, Colour) {
    loop {
        let mut setup = Setup::default();
        let mut empty = CellSet::full(size);
        let stones = rng.random_range(1..=size.cells() / 4);
        let weaker = Colour::ALL[rng.random_range(0..2)];
        let extra = rng.random_range(1..=4);
        for colour in Colour::ALL {
            let more = if colour == weaker { 0 } else { extra };
            for _ in 0..stones + more {
                let Some(cell) = empty.iter().choose(rng) else { break };
                empty.remove(cell);
                setup.stones.push((colour, cell));
            }
        }
        let game = chance::game(size, rules.clone(), 1);
        let position = Position::from_setup(game, setup).unwrap();
        if position.winner().is_none() && !position.legal_cells(weaker).is_empty() {
            return (position, weaker);
        }
    }
}

fn choose(spec: &str, position: &Position, colour: Colour) -> Choice {
    let mut rng = chance::generator(1, Purpose::Agent(colour));
    let mut agent = spec.parse::<AgentSpec>().unwrap().build().unwrap();
    agent.choose(Task::new(position, colour, &mut rng))
}

#[test]
fn every_agent_plays_a_legal_move_whoever_has_more_stones() {
    let mut rng = chance::generator(11, Purpose::Coin);
    for rules in all_rules() {
        for _ in 0..3 {
            let (position, weaker) = set_up(&rules, Size::new(6, 6).unwrap(), &mut rng);
            for entry in AGENTS.iter().filter(|entry| !entry.needs_file()) {
                for colour in [weaker, weaker.other()] {
                    let plays = entry.plays(&rules, position.size(), colour).is_ok();
                    if !plays || position.legal_cells(colour).is_empty() {
                        continue;
                    }
                    let spec = format!("{} {}", entry.name, entry.quick);
                    let choice = choose(&spec, &position, colour);
                    let cell = choice.mv.cell().expect("a cell");
                    let is_legal = position.legal_cells(colour).contains(cell);
                    assert!(is_legal, "{spec} {rules}\n{position}");
                    let chance = choice.value.unwrap_or(0.5);
                    assert!((0.0..=1.0).contains(&chance), "{spec} {rules}: {chance}\n{position}");
                }
            }
        }
    }
}

#[test]
fn searches_take_a_win_and_stop_a_loss_whoever_has_more_stones() {
    let mut rng = chance::generator(12, Purpose::Coin);
    // Level 1 of neural is a beginner, who may overlook a loss.
    let beginner = "neural level=1";
    let specs = ["neural evals=8", beginner, "neural level=2", "neural level=8"]
        .into_iter()
        .chain(["mcts sims=100", "mcts level=1", "mcts level=5", "minimax depth=2"]);
    let specs: Vec<&str> = specs.collect();
    for topology in Topology::ALL {
        let rules = Rules { topology, ..Rules::default() };
        assert_eq!(rules.turns, Turns::Alternating);
        let mut wins = 0;
        let mut blocks = 0;
        while wins < 8 || blocks < 8 {
            let (position, colour) = set_up(&rules, Size::new(6, 7).unwrap(), &mut rng);
            let own = position.winning_cells(colour);
            let threats = position.winning_cells(colour.other());
            let wanted: CellSet = match (own.is_empty(), threats.len()) {
                (false, _) if wins < 8 => own,
                (true, 1) if blocks < 8 => threats,
                _ => continue,
            };
            if own.is_empty() {
                blocks += 1;
            } else {
                wins += 1;
            }
            for spec in specs.iter().filter(|spec| !own.is_empty() || **spec != beginner) {
                let cell = choose(spec, &position, colour).mv.cell().expect("a cell");
                assert!(wanted.contains(cell), "{spec}, {colour}: {wanted:?}\n{position}");
            }
        }
    }
}
