//! The options that follow Kunčarová's thesis, each compared with its text or
//! pseudo-code.

use std::collections::BTreeSet;

use kring::{
    agents::{Choice, Limits, Task},
    board::{
        Cell, Colour, Move, Position,
        chance::{self, Purpose},
    },
};

use kring_reference::empty;

use crate::mcts::agent;

fn choose(spec: &str, position: &Position, seed: u64) -> Choice {
    let rng = &mut chance::generator(seed, Purpose::Coin);
    let colour = position.turn().unwrap();
    agent(spec).choose(Task::new(position, colour, rng))
}

fn after(columns: usize, rows: usize, moves: &str) -> Position {
    let mut position = empty("hex", columns, rows);
    for name in moves.split(' ') {
        let mv = Move::from_name(position.size(), name).unwrap();
        position.play(position.turn().unwrap(), mv).unwrap();
    }
    position
}

/// Lines 19 to 31 of the pseudo-code (section 2.2.6): an unvisited child is
/// taken before any other.
#[test]
fn plain_search_tries_every_move_once_first() {
    let position = empty("hex", 5, 5);
    for (simulations, unvisited) in [(1, 24), (24, 1), (25, 0)] {
        let choice = choose(&format!("mcts plain=on sims={simulations}"), &position, 1);
        let times = |n| choice.visits.iter().filter(|(_, visits)| *visits == n).count();
        assert_eq!((times(0), times(1)), (unvisited, simulations), "{choice:?}");
    }
}

/// Section 2.2: "no domain knowledge". A win in one move is found by random
/// games or not at all, and the tree of the last move is not used.
#[test]
fn plain_search_knows_no_forced_moves_and_begins_anew() {
    let position = after(4, 4, "b1 a1 b2 a2 b3 a3");
    for spec in ["mcts plain=on sims=500", "mcts plain=literal sims=500"] {
        let mut agent = agent(spec);
        for _ in 0..2 {
            let rng = &mut chance::generator(1, Purpose::Coin);
            let limits = Limits::default();
            let colour = Colour::Black;
            let task = Task { limits, ..Task::new(&position, colour, rng) };
            let choice = agent.choose(task);
            assert_eq!(choice.visits.len(), 10, "all legal moves are visited");
            assert_eq!(choice.visits.iter().map(|(_, visits)| visits).sum::<u64>(), 500);
            // Nothing is proved: the bound of other moves still rises.
            assert!(choice.value.unwrap() <= 1.0);
            assert!(choice.visits.iter().all(|(_, visits)| *visits > 0));
            // Section 2.2.5: the child with the most visits.
            let most = choice.visits.iter().map(|(_, visits)| *visits).max();
            let chosen = choice.visits.iter().find(|(cell, _)| choice.mv == Move::Cell(*cell));
            assert_eq!(chosen.map(|(_, visits)| *visits), most);
        }
    }
    let default = choose("mcts sims=500", &position, 1);
    assert_eq!(default.visits.len(), 1, "the default search takes the win");
}

/// Section 5.3: against itself one move deep, the player of section 4.2.2 wins
/// 52 of 100 games, not all or none: equal moves are chosen at random.
#[test]
fn equal_moves_are_equally_likely() {
    let mut found = [0; 2];
    for moves in ["a1 e5", "a5 e1", "b2 d4", "c3 d2", "a1 b1 a2 b2"] {
        let position = after(5, 5, moves);
        for (spec, found) in
            ["minimax depth=2 ties=random", "minimax depth=2"].iter().zip(&mut found)
        {
            let choices: Vec<Choice> = (0..30).map(|seed| choose(spec, &position, seed)).collect();
            let scores = &choices[0].scores;
            let high = scores.iter().map(|(_, score)| *score).fold(0.0, f64::max);
            let best: BTreeSet<Cell> =
                scores.iter().filter(|(_, score)| *score == high).map(|(cell, _)| *cell).collect();
            let chosen: BTreeSet<Cell> = choices.iter().filter_map(|c| c.mv.cell()).collect();
            assert!(chosen.is_subset(&best), "{moves}: {chosen:?}, not of {best:?}");
            assert!(!spec.contains("random") || chosen.len() > 1 || best.len() == 1);
            *found += chosen.len();
        }
    }
    let [at_random, by_potential] = found;
    assert!(at_random > by_potential, "{at_random} moves, {by_potential} by potential");
}

/// Lines 3 to 6 of the pseudo-code (section 2.1.4): a position in which the
/// game is over is evaluated like any leaf, so a win three moves ahead is
/// as good as a win now.
#[test]
fn a_later_win_is_as_good_as_one_now() {
    // b4 wins at once; other moves leave b4 and a4 (or another way) open.
    let position = after(4, 4, "b1 a1 b2 d4 b3 d3");
    let wins = position.winning_cells(Colour::Black);
    let moves = |spec: &str| -> BTreeSet<Cell> {
        (0..60).filter_map(|seed| choose(spec, &position, seed).mv.cell()).collect()
    };
    let soonest = moves("minimax depth=3 ties=random");
    assert!(soonest.iter().all(|cell| wins.contains(*cell)), "{soonest:?}");
    let equal = moves("minimax depth=3 ties=random wins=equal");
    assert!(equal.iter().any(|cell| !wins.contains(*cell)), "{equal:?}");
    let shallow = moves("minimax depth=2 ties=random wins=equal");
    assert!(shallow.iter().all(|cell| wins.contains(*cell)), "{shallow:?}");
}
