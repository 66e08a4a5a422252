//! Searches on a clock answer as soon as no other answer is possible.

use std::{
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use kring::{
    agents::{Choice, Limits, Task},
    board::{
        Cell, Colour, Game, Position, Rules, SeasonMap, Size,
        chance::{self, Purpose},
    },
};

use kring_reference::empty;

use crate::{helper::LIMIT, mcts::agent};

/// White's choice, which must come before the limit of a test.
fn choose(spec: &str, position: &Position) -> Choice {
    let rng = &mut chance::generator(1, Purpose::Agent(Colour::White));
    let limits = Limits::default();
    let stop = limits.stop.clone();
    let (has_ended, end) = channel::<()>();
    let watch = thread::spawn(move || {
        if end.recv_timeout(LIMIT) == Err(RecvTimeoutError::Timeout) {
            stop.set();
        }
    });
    let task = Task { limits: limits.clone(), ..Task::new(position, Colour::White, rng) };
    let choice = agent(spec).choose(task);
    drop(has_ended);
    watch.join().unwrap();
    assert!(!limits.stop.is_set(), "{spec}: it does not end: {choice:?}");
    choice
}

/// How many simulations or evaluations a search has made.
fn count(choice: &Choice) -> f64 {
    let is_count = |name: &str| ["simulations", "evaluations"].contains(&name);
    choice.counters.iter().find(|(name, _)| is_count(name)).unwrap().1
}

fn after(rules: &str, (columns, rows): (usize, usize), stones: &[(Colour, &str)]) -> Position {
    let mut position = empty(rules, columns, rows);
    for (colour, name) in stones {
        position.play_unchecked(*colour, Cell::from_name(position.size(), name).unwrap());
    }
    position
}

/// More than any test waits for.
const TIME: &str = "time=100000";

#[test]
fn a_single_move_needs_no_time() {
    use Colour::{Black, White};
    // White begins in season 3, which has one cell.
    let size = Size::new(8, 8).unwrap();
    let rules: Rules = "hex seasons=3".parse().unwrap();
    let rows = format!("31212121{}", " 12121212".repeat(7));
    let map = SeasonMap::parse(size, &rules.seasons, &rows).unwrap();
    let seasonal = Position::new(Game::new(size, rules, map));
    // Black threatens to win at b3, and nowhere else.
    let stones = [(Black, "b1"), (White, "d1"), (Black, "b2"), (White, "a3")];
    let threat = after("hex", (5, 3), &stones);
    for agent in ["mcts", "mcts threads=2", "mcts plain=on", "minimax", "solver"] {
        let choice = choose(&format!("{agent} {TIME}"), &seasonal);
        assert_eq!(choice.mv.name(size), "a1", "{agent}");
    }
    for agent in ["mcts", "neural", "neural threads=2", "neural endgame=15", "solver"] {
        let choice = choose(&format!("{agent} {TIME}"), &threat);
        assert_eq!(choice.mv.name(threat.size()), "b3", "{agent}");
    }
}

#[test]
fn a_move_that_cannot_be_overtaken_is_played() {
    let stones = [(Colour::Black, "c3")];
    for (agent, most) in [
        ("mcts sims=100000 time=100000", 100_000.0),
        ("mcts threads=2 sims=100000 time=100000", 100_000.0),
        ("neural evals=4000 time=100000", 4000.0),
    ] {
        let done = count(&choose(agent, &after("hex", (6, 6), &stones)));
        assert!(done < 0.95 * most, "{agent}: {done}");
    }
    // But an open swap is another move, and the value decides about it.
    let open = after("hex swap=on", (9, 9), &stones);
    for agent in ["mcts", "neural"] {
        let begin = Instant::now();
        choose(&format!("{agent} time=0.5"), &open);
        assert!(begin.elapsed() > Duration::from_millis(480), "{agent}: {:?}", begin.elapsed());
    }
}
