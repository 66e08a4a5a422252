//! The strategies of the literature: their published games, their symmetries,
//! and their rules compared with slow, obvious code.

use kring::{
    agents::{self, AGENTS, AgentSpec, Limits, Task},
    board::{
        Cell, CellSet, Colour, Move, Position, Rules, Size, Symmetry,
        chance::{self, Purpose},
    },
    literature::strategy::{RingView, Strategy, permitted},
};
use rand::{RngExt, seq::IteratorRandom};

const ALL: [&str; 8] = [
    "pairing",
    "three-rings",
    "shift by=2",
    "five-rings",
    "bridge-rings",
    "bridge-rings connected=pass",
    "bridge-rings connected=play wrap=off",
    "ring-master",
];

fn strategy(text: &str) -> Box<dyn Strategy> {
    agents::strategy(&text.parse().unwrap()).unwrap()
}

fn empty(variant: &str, columns: usize, rows: usize) -> Position {
    let rules: Rules = variant.parse().unwrap();
    Position::new(chance::game(Size::new(columns, rows).unwrap(), rules, 1))
}

/// A position after some random moves that end with white's, undecided.
fn scattered(variant: &str, columns: usize, rows: usize, seed: u64) -> Position {
    let mut rng = chance::generator(seed, Purpose::Openings);
    loop {
        let mut position = empty(variant, columns, rows);
        let mut colour = Colour::White;
        for _ in 0..=2 * rng.random_range(0..columns * rows / 2) {
            let Some(cell) = position.empty().iter().choose(&mut rng) else { break };
            position.play_unchecked(colour, cell);
            colour = colour.other();
        }
        if position.winner().is_none() && colour == Colour::Black {
            return position;
        }
    }
}

/// The game that refutes `three-rings` on five columns (van Hees, theorem 5.2,
/// p. 18). Its last move is printed as (5,5), which is red since the first
/// answer; (4,5) is meant, and it closes the ring.
#[test]
fn three_rings_permits_van_hees_game() {
    let mut position = empty("cylinder", 5, 7);
    let three_rings = strategy("three-rings");
    let game = [
        (1, 5),
        (5, 5),
        (2, 5),
        (4, 6),
        (3, 6),
        (4, 7),
        (2, 6),
        (1, 6),
        (3, 3),
        (4, 3),
        (2, 3),
        (3, 4),
        (5, 4),
        (3, 5),
        (1, 4),
        (1, 3),
        (4, 5),
    ];
    let mut colour = Colour::White;
    for (column, ring) in game {
        let cell = Cell::at(position.size(), column - 1, ring - 1).unwrap();
        if colour == Colour::Black {
            let permitted = permitted(three_rings.as_ref(), &position, &|| false);
            assert!(permitted.contains(cell), "({column}, {ring})\n{position}");
        }
        assert_eq!(position.winner(), None);
        position.play(colour, Move::Cell(cell)).unwrap();
        colour = colour.other();
    }
    assert_eq!(position.winner(), Some(Colour::White));
}

/// The images of permitted moves are permitted in the image of the position.
#[test]
fn strategies_have_the_symmetries_that_they_claim() {
    for text in ALL {
        let strategy = strategy(text);
        let mut used = 0;
        let sizes = [(3, 5), (5, 5), (7, 4), (4, 4), (2, 5), (5, 2), (6, 1)];
        for (seed, (columns, rows)) in (0..40).zip(sizes.into_iter().cycle()) {
            for variant in ["cylinder", "torus"] {
                let position = scattered(variant, columns, rows, seed);
                let size = position.size();
                let permitted = strategy.permitted(&RingView::until(&position, &|| false));
                for symmetry in Symmetry::all(position.game()) {
                    if symmetry.swaps_colours() || !strategy.respects(&symmetry, size) {
                        continue;
                    }
                    used += 1;
                    let image = position.image(&symmetry);
                    let images: CellSet =
                        permitted.iter().map(|cell| symmetry.cell(cell)).collect();
                    assert_eq!(
                        strategy.permitted(&RingView::until(&image, &|| false)),
                        images,
                        "{text}\n{position}"
                    );
                }
            }
        }
        assert!(used > 200, "{text}");
    }
}

/// The order of the moves before white's last does not matter.
#[test]
fn what_is_permitted_depends_on_stones_and_last_move_only() {
    for text in ALL {
        for seed in 0..50 {
            let position = scattered("cylinder", 5, 5, seed);
            let mut moves: Vec<(Colour, Move)> = position.moves().collect();
            let last = moves.pop().unwrap();
            moves.reverse();
            let mut other = Position::new(position.game().clone());
            for (colour, mv) in moves.into_iter().chain([last]) {
                other.play(colour, mv).unwrap();
            }
            let [one, two] =
                [&position, &other].map(|p| permitted(strategy(text).as_ref(), p, &|| false));
            assert_eq!(one, two, "{text}\n{position}");
        }
    }
}

/// `three-rings` as in its published text, tried stone by stone.
fn three_rings(position: &Position) -> CellSet {
    let size = position.size();
    let geometry = position.geometry();
    let white = position.moves().rfind(|(colour, _)| *colour == Colour::White);
    let ring = white.unwrap().1.cell().unwrap().row(size) as i32;
    let holds = |black: &CellSet, sides: &[i32]| {
        let touches = |stone: Cell, side: i32| {
            let row = ring + side;
            let outside = !(0..size.rows() as i32).contains(&row);
            let on_row = |cell: &Cell| cell.row(size) as i32 == row && black.contains(*cell);
            outside || geometry.touching(stone).any(|cell| on_row(&cell))
        };
        let in_ring = |stone: &Cell| stone.row(size) as i32 == ring;
        black.iter().filter(in_ring).any(|stone| sides.iter().all(|&side| touches(stone, side)))
    };
    let rule = |sides: &[i32]| -> CellSet {
        let named = |cell: &Cell| {
            let row = cell.row(size) as i32;
            row == ring || sides.iter().any(|side| row == ring + side)
        };
        let works = |cell: &Cell| {
            let mut black = *position.stones(Colour::Black);
            black.insert(*cell);
            holds(&black, sides)
        };
        position.empty().iter().filter(named).filter(works).collect()
    };
    let in_ring = |cell: &Cell| cell.row(size) as i32 == ring;
    let rules = [
        rule(&[-1, 1]),
        rule(&[1]),
        rule(&[-1]),
        position.empty().iter().filter(in_ring).collect(),
    ];
    rules.into_iter().find(|cells| !cells.is_empty()).unwrap_or(position.empty())
}

#[test]
fn three_rings_does_what_its_text_says() {
    for (seed, (columns, rows)) in
        (0..600).zip([(3, 5), (5, 5), (4, 3), (2, 4), (7, 2), (5, 1)].into_iter().cycle())
    {
        let position = scattered("cylinder", columns, rows, seed);
        let permitted = permitted(strategy("three-rings").as_ref(), &position, &|| false);
        assert_eq!(permitted, three_rings(&position), "{position}");
    }
}

#[test]
fn strategies_say_what_they_play() {
    let why = |text: &str, variant: &str, size: Size, colour: Colour| {
        let spec: AgentSpec = text.parse().unwrap();
        let plays = spec.entry().plays(&variant.parse().unwrap(), size, colour);
        plays.err().map(|why| why.to_string())
    };
    let odd = Size::new(5, 4).unwrap();
    let even = Size::new(4, 5).unwrap();
    for text in ALL {
        let size = if text == "pairing" { even } else { odd };
        assert_eq!(why(text, "cylinder", size, Colour::Black), None, "{text}");
        for (variant, colour) in [("hex", Colour::Black), ("cylinder", Colour::White)] {
            assert!(why(text, variant, size, colour).unwrap().contains("plays black on"), "{text}");
        }
        let on_torus = why(text, "torus", size, Colour::Black).is_none();
        assert_eq!(on_torus, text.starts_with("bridge-rings") || text == "ring-master");
    }
    assert!(why("pairing", "cylinder", odd, Colour::Black).is_some());
    assert!(why("five-rings", "cylinder", even, Colour::Black).is_some());
    for name in agents::strategy_names() {
        assert!(AGENTS.iter().any(|entry| entry.name == name));
    }
}

/// Bridges that white intrudes into are completed; wins come first.
#[test]
fn bridge_rings_completes_bridges_and_wins() {
    let play = |moves: &str| {
        let mut position = empty("cylinder", 5, 5);
        for (colour, name) in
            [Colour::Black, Colour::White].into_iter().cycle().zip(moves.split(' '))
        {
            let mv = Move::from_name(position.size(), name).unwrap();
            position.play(colour, mv).unwrap();
        }
        let cells = permitted(strategy("bridge-rings").as_ref(), &position, &|| false);
        cells.iter().map(|cell| cell.name(position.size())).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(play("c3 a1 b5 b4"), "c4");
    assert_eq!(play("c2 c1"), "d1");
    assert_eq!(play("c3 a1 c2 a2 c4 a3 c1 b5"), "c5");
    assert_eq!(play("c1 a1 c2 a2 c3 a3 c4 a4"), "b5 c5");
}

/// The cells that a strategy permits after these stones and white's last move.
fn answers(text: &str, rules: &str, size: (usize, usize), black: &str, white: &str) -> String {
    let mut position = empty(rules, size.0, size.1);
    for (colour, names) in [(Colour::Black, black), (Colour::White, white)] {
        for name in names.split(' ').filter(|name| !name.is_empty()) {
            position.play_unchecked(colour, Cell::from_name(position.size(), name).unwrap());
        }
    }
    let cells = permitted(strategy(text).as_ref(), &position, &|| false);
    cells.iter().map(|cell| cell.name(position.size())).collect::<Vec<_>>().join(" ")
}

/// Van den Broek, sections 5.3 and 6 (pp. 21 to 23): white's ring is already
/// encompassed in a path, so the path is lengthened. Rings 3 to 7 are joined by
/// bridges, both ends are equally close, and rule 14 goes down by a bridge.
#[test]
fn bridge_rings_lengthens_the_path_around_an_encompassed_ring() {
    let after = |text: &str, white: &str| answers(text, "cylinder", (5, 9), "c5 b7 d3", white);
    assert_eq!(after("bridge-rings", "e1 e8 a5"), "a9");
    // A ring that the path only bridges over is encompassed, too; the end
    // below is nearer to ring 6, and the end above to ring 4.
    assert_eq!(after("bridge-rings", "e1 e8 e6"), "a9");
    assert_eq!(after("bridge-rings", "a1 a8 a4"), "e1");
    // The other reading fills its own bridge by rule 7.
    assert!(after("bridge-rings connected=pass", "e1 e8 a5").contains("c6"));
    // Rule 13 answers in a ring without black that no path passes.
    assert_eq!(answers("bridge-rings", "cylinder", (5, 9), "", "a5"), "b5 c5 d5 e5");
}

/// Section 7.2 (p. 27): on the torus Algorithm 3 goes from border to border as
/// on the cylinder. Only rule 1 distinguishes the boards.
#[test]
fn bridge_rings_without_wrap_plays_the_torus_as_a_cylinder() {
    let unwrapped = strategy("bridge-rings wrap=off");
    let mut compared = 0;
    for (seed, (columns, rows)) in
        (0..300).zip([(5, 5), (4, 6), (3, 4), (7, 3)].into_iter().cycle())
    {
        let torus = scattered("torus", columns, rows, seed);
        let mut cylinder = empty("cylinder", columns, rows);
        for (colour, mv) in torus.moves() {
            cylinder.play_unchecked(colour, mv.cell().unwrap());
        }
        let wins = [&torus, &cylinder].map(|p| p.winning_cells(Colour::Black));
        if cylinder.winner().is_none() && wins.iter().all(|cells| cells.is_empty()) {
            let [on_torus, on_cylinder] =
                [&torus, &cylinder].map(|p| permitted(unwrapped.as_ref(), p, &|| false));
            assert_eq!(on_torus, on_cylinder, "{torus}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

/// Van Hees, figure 25 and section 5.4 (pp. 20 to 22): no bridge joins ring j
/// with white's ring j+2, but the long bridge from (4,j) to (5,j+2) does; and
/// the answers three rings below a stone.
#[test]
fn five_rings_joins_by_long_bridges_and_by_its_table() {
    let after = |white: &str| answers("five-rings", "cylinder", (5, 12), "d6", white);
    assert!(after("b6 c8").split(' ').any(|cell| cell == "e8"), "{}", after("b6 c8"));
    for (white, answer) in [("a", "c"), ("e", "c"), ("d", "b"), ("b", "d"), ("c", "a")] {
        assert_eq!(after(&format!("b6 {white}9")), format!("{answer}9"));
    }
}

/// Rules 2 to 4 of `ring-master`, and the published strategies that it uses.
#[test]
fn ring_master_wins_blocks_and_takes_proved_strategies() {
    let after =
        |size, black: &str, white: &str| answers("ring-master", "cylinder", size, black, white);
    assert_eq!(after((5, 3), "", ""), "c2");
    assert_eq!(after((5, 3), "c1 c2", "a1 a2"), "b3 c3");
    // White lacks one stone of a ring.
    assert_eq!(after((5, 4), "a1 b3 c4", "b2 c2 d2 e2"), "a2");
    assert_eq!(after((6, 4), "", "b2"), "e2");
    assert_eq!(after((3, 4), "", "b2"), answers("three-rings", "cylinder", (3, 4), "", "b2"));
}

#[test]
fn monte_carlo_sees_wins_and_counts_all_games() {
    for (variant, playouts) in [("hex", 1), ("cylinder", 63), ("torus", 513), ("seasonal", 64)] {
        let position = empty(variant, 2, 1);
        let spec: AgentSpec = format!("montecarlo playouts={playouts}").parse().unwrap();
        let mut rng = chance::generator(1, Purpose::Agent(Colour::Black));
        let limits = Limits::default();
        let colour = Colour::Black;
        let task = Task { limits, ..Task::new(&position, colour, &mut rng) };
        let choice = spec.build().unwrap().choose(task);
        if variant != "torus" {
            assert_eq!(choice.value, Some(1.0), "{variant}: {choice:?}");
        }
        let games = position.legal_moves(colour).len() * playouts;
        assert_eq!(choice.counters, [("playouts", games as f64)]);
    }
}
