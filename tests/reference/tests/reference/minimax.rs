//! The heuristic and the minimax agent, compared with simple versions of them.

use std::{
    sync::{Arc, atomic::AtomicU64},
    time::Duration,
};

use kring_agents::{Agent, AgentSpec, Choice, Limits, Stop, Task};
use kring_board::{
    Cell, Colour, Move, Position, Rules, Size, Turns,
    chance::{self, Purpose},
};
use kring_eval::distance::{Distances, STONE, WIN};
use rand::{Rng, RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

fn agent(text: &str) -> Box<dyn Agent> {
    text.parse::<AgentSpec>().unwrap().build().unwrap()
}

fn choose(agent: &str, position: &Position, colour: Colour, rng: &mut ChaCha8Rng) -> Choice {
    self::agent(agent).choose(Task::new(position, colour, rng))
}

/// A position of a game that is not over, after some random moves.
fn random_position(rules: &Rules, size: Size, moves: usize, rng: &mut impl Rng) -> Position {
    let game = chance::game(size, rules.clone(), rng.random());
    loop {
        let mut position = Position::new(game.clone());
        for ply in 0..moves {
            let colour = match rules.turns {
                Turns::Alternating => Colour::ALL[ply % 2],
                Turns::Random => Colour::ALL[usize::from(rng.random::<bool>())],
            };
            let cells: Vec<Cell> = position.legal_cells(colour).iter().collect();
            position.play_unchecked(colour, *cells.choose(rng).unwrap());
        }
        if position.winner().is_none() {
            return position;
        }
    }
}

/// All moves and their values, by a full search.
fn plain(position: &mut Position, colour: Colour, depth: u8, ply: i32) -> Vec<(Cell, i32)> {
    let cells: Vec<Cell> = position.legal_cells(colour).iter().collect();
    let value = |cell: Cell| {
        position.play_unchecked(colour, cell);
        let value = match (position.winner(), position.rules().turns) {
            (Some(_), _) => WIN - ply,
            _ if depth == 1 => {
                let mut distances = Distances::new(position.geometry());
                let [mine, theirs] = [colour, colour.other()].map(|colour| {
                    let stones = [colour, colour.other()].map(|colour| position.stones(colour));
                    distances.distance(colour, stones[0], stones[1]) as i32
                });
                (theirs - mine) * STONE
            }
            (_, Turns::Alternating) => -best(position, colour.other(), depth - 1, ply + 1),
            (_, Turns::Random) => {
                let next = |mover| best(position, mover, depth - 1, ply + 1);
                let [mine, theirs] = [colour, colour.other()].map(next);
                (mine - theirs) / 2
            }
        };
        position.undo();
        value
    };
    let values: Vec<i32> = cells.iter().copied().map(value).collect();
    cells.into_iter().zip(values).collect()
}

fn best(position: &mut Position, colour: Colour, depth: u8, ply: i32) -> i32 {
    plain(position, colour, depth, ply).into_iter().map(|(_, value)| value).max().unwrap()
}

#[test]
fn search_finds_the_value_of_a_full_search() {
    let mut rng = chance::generator(1, Purpose::Coin);
    for topology in ["rhombus", "cylinder", "torus"] {
        for rest in ["", " turns=random", " seasons=2", " seasons=3 turns=random"] {
            let rules: Rules = format!("{topology}{rest}").parse().unwrap();
            for (columns, rows, moves, depth) in
                [(3, 3, 2, 3), (2, 4, 1, 4), (4, 4, 9, 5), (4, 4, 3, 3), (5, 4, 5, 2)]
            {
                let depth = if rest.contains("random") { depth.min(4) } else { depth };
                for _ in 0..4 {
                    let size = Size::new(columns, rows).unwrap();
                    let mut position = random_position(&rules, size, moves, &mut rng);
                    let colour = position.turn().unwrap_or(Colour::White);
                    let values = plain(&mut position, colour, depth, 0);
                    let best = values.iter().map(|(_, value)| *value).max().unwrap();
                    let own = &mut chance::generator(rng.random(), Purpose::Agent(colour));
                    let text = format!("minimax depth={depth} memory=1");
                    let choice = choose(&text, &position, colour, own);
                    let found = choice.counters.iter().find(|(name, _)| *name == "value").unwrap();
                    assert_eq!(found.1 * f64::from(STONE), f64::from(best), "{position}");
                    let is_best = |(cell, value): &(Cell, i32)| {
                        choice.mv == Move::Cell(*cell) && *value == best
                    };
                    assert!(values.iter().any(is_best), "{position}\n{choice:?}");
                    assert_eq!(choice.variation[0], choice.mv);
                    check_ties(&values, best, &choice);
                }
            }
        }
    }
}

/// The moves with the highest score are exactly the best ones.
fn check_ties(values: &[(Cell, i32)], best: i32, choice: &Choice) {
    let high = choice.scores.iter().map(|(_, score)| *score).fold(0.0, f64::max);
    for (&(cell, value), &(scored, score)) in values.iter().zip(&choice.scores) {
        assert_eq!(cell, scored);
        assert_eq!(value == best, score == high, "{values:?} {choice:?}");
    }
}

#[test]
fn depth_one_is_the_heuristic() {
    for rules in
        ["hex", "hex swap=on", "cylinder", "torus swap=on", "cylinder seasons=3 turns=random"]
    {
        let rules: Rules = rules.parse().unwrap();
        for options in ["", " metric=two", " potential=on", " metric=two potential=on"] {
            let size = Size::new(5, 6).unwrap();
            let mut position = Position::new(chance::game(size, rules.clone(), 1));
            let mut rngs =
                [1, 1].map(|seed| chance::generator(seed, Purpose::Agent(Colour::Black)));
            let [one, two] = &mut rngs;
            while position.winner().is_none() {
                let colour = position.turn().unwrap_or(Colour::ALL[position.ply() % 2]);
                let heuristic = choose(&format!("heuristic{options}"), &position, colour, one);
                let minimax = choose(&format!("minimax depth=1{options}"), &position, colour, two);
                assert_eq!(heuristic.mv, minimax.mv, "{rules}{options}\n{position}");
                assert_eq!(heuristic.scores, minimax.scores);
                position.play(colour, heuristic.mv).unwrap();
            }
        }
    }
}

#[test]
fn swaps_exactly_what_is_better_for_the_other_side() {
    let rules: Rules = "hex swap=on".parse().unwrap();
    let size = Size::new(5, 5).unwrap();
    let empty = Position::new(chance::game(size, rules, 1));
    for text in ["heuristic", "heuristic metric=two", "minimax depth=2", "minimax depth=3"] {
        let rng = &mut chance::generator(3, Purpose::Agent(Colour::White));
        let mut swaps = 0;
        for cell in empty.empty().iter() {
            let mut position = empty.clone();
            position.play(Colour::Black, Move::Cell(cell)).unwrap();
            let choice = choose(text, &position, Colour::White, rng);
            let worse = choice.scores.iter().all(|(_, score)| *score < 0.5);
            assert_eq!(choice.mv == Move::SwapPieces, worse, "{text} {cell:?}");
            swaps += usize::from(worse);
        }
        // The first move is as even as one can be.
        let first = choose(text, &empty, Colour::Black, rng);
        let apart = |score: f64| (score - 0.5).abs();
        let least = first.scores.iter().map(|(_, score)| apart(*score)).fold(1.0, f64::min);
        let chosen = first.scores.iter().find(|(cell, _)| first.mv == Move::Cell(*cell));
        assert!(apart(chosen.unwrap().1) <= least + 1e-9, "{text}: {first:?}");
        assert!(swaps < size.cells(), "{text}");
    }
}

#[test]
fn a_win_is_never_missed_and_the_fastest_one_is_taken() {
    let rng = &mut chance::generator(1, Purpose::Coin);
    let rules: Rules = "torus".parse().unwrap();
    for _ in 0..40 {
        let position = random_position(&rules, Size::new(5, 5).unwrap(), 12, rng);
        let colour = position.turn().unwrap();
        let wins = |cell: &Cell| {
            let mut after = position.clone();
            after.play_unchecked(colour, *cell);
            after.winner().is_some()
        };
        let can_win = position.legal_cells(colour).iter().any(|cell| wins(&cell));
        for text in ["heuristic", "heuristic metric=two potential=on", "minimax depth=4"] {
            let choice = choose(text, &position, colour, rng);
            assert_eq!(choice.mv.cell().as_ref().is_some_and(wins), can_win, "{text}\n{position}");
        }
    }
}

#[test]
fn limits_end_the_search() {
    let rules: Rules = "torus".parse().unwrap();
    let position = Position::new(chance::game(Size::new(13, 13).unwrap(), rules, 1));
    let colour = Colour::Black;
    let interrupted = Stop::new(Arc::new(AtomicU64::new(1)), 1);
    let soon = Some(Duration::from_millis(20).into());
    for (text, limits) in [
        ("minimax time=0.02", Limits::default()),
        ("minimax depth=9", Limits { time: soon, stop: Stop::default() }),
        ("minimax depth=9 metric=two", Limits { time: soon, stop: Stop::default() }),
        ("minimax depth=9", Limits { time: None, stop: interrupted }),
    ] {
        let rng = &mut chance::generator(1, Purpose::Agent(colour));
        let mut agent = agent(text);
        // Nine plies would take days.
        let choice = agent.choose(Task { limits, ..Task::new(&position, colour, rng) });
        assert!(position.legal_moves(colour).contains(&choice.mv));
    }
}
