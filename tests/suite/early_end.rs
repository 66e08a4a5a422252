//! Searches on a clock answer as soon as no other answer is possible.

use std::time::{Duration, Instant};

use kring::{
    agents::{Choice, Task},
    board::{
        Cell, Colour, Game, Position, Rules, SeasonMap, Size,
        chance::{self, Purpose},
    },
};

use kring_reference::empty;

use crate::mcts::agent;

/// White's choice, and the time that it took.
fn choose(spec: &str, position: &Position) -> (Choice, Duration) {
    let rng = &mut chance::generator(1, Purpose::Agent(Colour::White));
    let begin = Instant::now();
    let choice = agent(spec).choose(Task::new(position, Colour::White, rng));
    (choice, begin.elapsed())
}

fn after(rules: &str, (columns, rows): (usize, usize), stones: &[(Colour, &str)]) -> Position {
    let mut position = empty(rules, columns, rows);
    for (colour, name) in stones {
        position.place(*colour, Cell::from_name(position.size(), name).unwrap());
    }
    position
}

/// A long time, but no test waits for it if the answer comes late.
const TIME: &str = "time=20";
const SOON: Duration = Duration::from_secs(5);

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
        let (choice, time) = choose(&format!("{agent} {TIME}"), &seasonal);
        assert!(time < SOON, "{agent}: {time:?} {choice:?}");
        assert_eq!(choice.mv.name(size), "a1", "{agent}");
    }
    for agent in ["mcts", "neural", "neural threads=2", "neural endgame=15", "solver"] {
        let (choice, time) = choose(&format!("{agent} {TIME}"), &threat);
        assert!(time < SOON, "{agent}: {time:?} {choice:?}");
        assert_eq!(choice.mv.name(threat.size()), "b3", "{agent}");
    }
}

#[test]
fn a_move_that_cannot_be_overtaken_is_played() {
    let stones = [(Colour::Black, "c3")];
    for agent in ["mcts", "mcts threads=2", "neural"] {
        let (_, time) = choose(&format!("{agent} time=2"), &after("hex", (6, 6), &stones));
        assert!(time < Duration::from_millis(1900), "{agent}: {time:?}");
    }
    // But an open swap is another move, and the value decides about it.
    let open = after("hex swap=on", (9, 9), &stones);
    for agent in ["mcts", "neural"] {
        let (_, time) = choose(&format!("{agent} time=0.5"), &open);
        assert!(time > Duration::from_millis(480), "{agent}: {time:?}");
    }
}
