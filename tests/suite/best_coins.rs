//! Best play under random turns on rhombus and cylinder: the default agent compared with exact
//! values of all moves.

use kring::{
    agents::{AgentSpec, Task, default_agent},
    board::{
        Cell, Colour, Move, Position, Size,
        chance::{self, Purpose},
    },
    literature::{coin::ExactChances, pivots::PivotCounts},
};
use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use kring_reference::empty;

use crate::mcts::agent;

const VARIANTS: [&str; 2] = ["random-turn", "cylinder turns=random"];

/// The random fills of the default agent.
const FILLS: f64 = 200_000.0;

/// The positions of a random game in which a move can matter, each with a colour to move.
fn random_game(start: &Position, rng: &mut ChaCha8Rng) -> Vec<(Position, Colour)> {
    let mut position = start.clone();
    let mut game = Vec::new();
    while position.winner().is_none() {
        let colour = Colour::ALL[usize::from(rng.random::<bool>())];
        game.push((position.clone(), colour));
        let cells: Vec<Cell> = position.empty().iter().collect();
        position.play_unchecked(colour, *cells.choose(rng).unwrap());
    }
    game
}

/// What the best move gains, and what the agent's move gains: half of the probability that its
/// cell is pivotal.
fn gains(spec: &str, (position, colour): &(Position, Colour), rng: &mut ChaCha8Rng) -> [f64; 2] {
    let exact = ExactChances::of(position, 25, &|_| true).unwrap();
    let choice = agent(spec).choose(Task::new(position, *colour, rng));
    let gain = |cell: Cell| exact.pivotal.iter().find(|(c, _)| *c == cell).unwrap().1 / 2.0;
    let best = exact.pivotal.iter().map(|(_, pivotal)| pivotal / 2.0).fold(0.0, f64::max);
    [best, gain(choice.mv.cell().unwrap())]
}

/// The largest loss that the noise of the fills explains. The estimate of a gain g is the share
/// of the fills in which the cell is white and pivotal, so its variance is at most g / fills. That
/// of the difference of two gains is at most twice as large; five standard errors are exceeded
/// once in millions of comparisons.
fn tolerance(best: f64, fills: f64) -> f64 {
    5.0 * (2.0 * best / fills).sqrt()
}

#[test]
fn the_default_agent_plays_best_on_small_boards() {
    for variant in VARIANTS {
        for (columns, rows) in (2..=4).flat_map(|c| (2..=4).map(move |r| (c, r))) {
            let start = empty(variant, columns, rows);
            let default = default_agent(start.rules(), start.size(), Colour::Black).to_string();
            let rng = &mut chance::generator((columns * 10 + rows) as u64, Purpose::Coin);
            for position in random_game(&start, rng) {
                let [best, played] = gains(&default, &position, rng);
                assert!(best - played < 1e-12, "{variant} {position:?}: {played} of {best}");
                // The same as on a board that is too large to count all fills.
                let [best, played] = gains(&format!("{default} cells=0"), &position, rng);
                let most = tolerance(best, FILLS);
                assert!(best - played < most, "{variant} {position:?}: {played} of {best}");
            }
        }
    }
}

/// Prints how often random fills find a best cell, and what they lose.
/// `cargo test --release --test suite -- --ignored --nocapture random_fills_find`
#[test]
#[ignore = "takes minutes"]
fn random_fills_find_the_best_cell_on_all_boards_to_5x5() {
    for variant in VARIANTS {
        for spec in ["coin-exact cells=0", "random-spot fills=200000", "mcts"] {
            let mut decisions = 0u32;
            let mut found = 0;
            let mut sum = 0.0;
            let mut worst = 0.0f64;
            for (columns, rows) in (1..=5).flat_map(|c| (1..=5).map(move |r| (c, r))) {
                let start = empty(variant, columns, rows);
                let rng = &mut chance::generator((columns * 10 + rows) as u64, Purpose::Coin);
                for _ in 0..5 {
                    for position in random_game(&start, rng) {
                        let rng = &mut chance::generator(u64::from(decisions), Purpose::Openings);
                        let [best, played] = gains(spec, &position, rng);
                        if spec.starts_with("coin-exact") {
                            assert!(best - played < tolerance(best, FILLS), "{position:?}");
                        }
                        decisions += 1;
                        found += u32::from(best - played < 1e-12);
                        sum += best - played;
                        worst = worst.max(best - played);
                    }
                }
            }
            let [share, mean] = [f64::from(found), sum].map(|x| 100.0 * x / f64::from(decisions));
            println!(
                "{variant}, {spec}: {decisions} decisions, {share:.1} % best, mean loss \
                 {mean:.4} %, largest {:.3} %",
                100.0 * worst
            );
        }
    }
}

#[test]
fn pivot_counts_are_the_exact_probabilities() {
    for (variant, columns, rows) in [
        ("random-turn", 4, 4),
        ("cylinder turns=random", 4, 4),
        ("random-turn", 1, 5),
        ("cylinder turns=random", 1, 4),
        ("cylinder turns=random", 5, 1),
        ("random-turn", 5, 3),
        ("cylinder turns=random", 2, 5),
        ("cylinder turns=random", 3, 4),
    ] {
        let rng = &mut chance::generator(5, Purpose::Coin);
        for (position, _) in random_game(&empty(variant, columns, rows), rng) {
            let exact = ExactChances::of(&position, 24, &|_| true).unwrap();
            let mut counts = PivotCounts::new(&position);
            counts.add(100_003, rng);
            assert_eq!(counts.fills, 100_003);
            let n = counts.fills as f64;
            let near = |found: f64, exact: f64| {
                let error = (exact * (1.0 - exact) / n).sqrt();
                assert!(
                    (found - exact).abs() <= 5.0 * error + 1e-12,
                    "{found} {exact}\n{position}"
                );
            };
            near(counts.chance(Colour::Black), exact.black);
            for &(cell, p) in &exact.pivotal {
                near(counts.gain(cell), p / 2.0);
            }
        }
    }
}

/// Black's chance with the first stone on each cell, where white swaps if it should, and whether
/// it should: from exact values.
fn openings(variant: &str, columns: usize, rows: usize) -> Vec<(Cell, f64, bool)> {
    let start = empty(variant, columns, rows);
    let worth = |cell: Cell| {
        let mut after = start.clone();
        after.play_unchecked(Colour::Black, cell);
        let exact = ExactChances::of(&after, 24, &|_| true).unwrap();
        let gain = exact.pivotal.iter().map(|(_, p)| p / 2.0).fold(0.0, f64::max);
        let kept = exact.black - gain;
        let swapped = 1.0 - exact.black;
        // A fair coin decides whether black moves again or white has the choice.
        (cell, (exact.black + gain + kept.min(swapped)) / 2.0, swapped < kept)
    };
    start.empty().iter().map(worth).collect()
}

#[test]
fn openings_and_swaps_under_random_turns_are_best() {
    let mut is_strongest_best = Vec::new();
    for (variant, columns, rows) in [
        ("random-turn", 3, 3),
        ("random-turn", 4, 3),
        ("random-turn", 3, 4),
        ("random-turn", 4, 4),
        ("cylinder turns=random", 3, 3),
        ("cylinder turns=random", 4, 4),
    ] {
        let openings = openings(variant, columns, rows);
        let best = openings.iter().map(|(_, worth, _)| *worth).fold(0.0, f64::max);
        let start = empty(&format!("{variant} swap=on"), columns, rows);
        for spec in ["coin-exact", "coin-exact cells=0", "solver"] {
            let rng = &mut chance::generator(2, Purpose::Coin);
            let choice = agent(spec).choose(Task::new(&start, Colour::Black, rng));
            let (_, played, _) =
                openings.iter().find(|(cell, ..)| Some(*cell) == choice.mv.cell()).unwrap();
            let most = if spec == "coin-exact" { 1e-12 } else { 0.01 };
            assert!(best - played < most, "{variant} {spec}: {played} of {best}");
            assert!((choice.value.unwrap() - played).abs() < most, "{spec}: {choice:?}");
            for (cell, worth, swaps) in &openings {
                let mut after = start.clone();
                after.play_unchecked(Colour::Black, *cell);
                let choice = agent(spec).choose(Task::new(&after, Colour::White, rng));
                let is_clear = spec == "coin-exact" || (worth - 0.5).abs() > 0.02;
                let is_swapped = !matches!(choice.mv, Move::Cell(_));
                assert!(!is_clear || is_swapped == *swaps, "{variant} {spec} {cell:?}: {choice:?}");
            }
        }
        let plain = empty(variant, columns, rows);
        let rng = &mut chance::generator(2, Purpose::Coin);
        let strongest = agent("coin-exact").choose(Task::new(&plain, Colour::Black, rng)).mv;
        let (_, worth, _) = openings.iter().find(|o| Some(o.0) == strongest.cell()).unwrap();
        is_strongest_best.push(best - worth < 1e-12);
    }
    // The strongest stone is not always the best one to begin with.
    assert!(is_strongest_best.contains(&false), "{is_strongest_best:?}");
}

#[test]
fn an_own_time_is_used_and_a_clock_is_not() {
    let position = empty("random-turn", 7, 7);
    let fills = |spec: &str, clock: Option<u64>| {
        let rng = &mut chance::generator(2, Purpose::Coin);
        let mut task = Task::new(&position, Colour::Black, rng);
        task.limits.time = clock.map(|ms| std::time::Duration::from_millis(ms).into());
        let choice = spec.parse::<AgentSpec>().unwrap().build().unwrap().choose(task);
        choice.counters.iter().find(|(name, _)| *name == "fills").unwrap().1
    };
    assert_eq!(fills("coin-exact", None), FILLS);
    assert_eq!(fills("coin-exact", Some(100_000)), FILLS);
    assert_eq!(fills("coin-exact fills=700", Some(100_000)), 700.0);
    assert!(fills("coin-exact time=0.000001", None) < FILLS);
    // A slow machine needs more time for more than the usual number.
    assert!(
        ["0.3", "3", "30", "300"]
            .iter()
            .any(|s| fills(&format!("coin-exact time={s}"), None) > FILLS)
    );
    assert!(fills("coin-exact fills=1000000000", Some(1)) < 1e9);
}

#[test]
fn it_is_the_default_where_fills_decide() {
    let name = |rules: &str| {
        let rules = rules.parse().unwrap();
        default_agent(&rules, Size::new(5, 7).unwrap(), Colour::White).to_string()
    };
    for rules in ["random-turn", "random-turn swap=on", "cylinder turns=random"] {
        assert_eq!(name(rules), "coin-exact");
    }
    for rules in
        ["torus turns=random", "hex seasons=3 turns=random", "cylinder seasons=2 turns=random"]
    {
        assert_eq!(name(rules), "mcts");
    }
}
