//! Coins and seasons: exact and sampled values of random turns, the agents that
//! use random fills, and games in which no season runs out.

use kring::{
    agents::{AgentSpec, Choice, Task},
    board::{
        Cell, Colour, Move, Position, Rules, Size,
        chance::{self, Purpose},
    },
    literature::coin::{CellWins, CoinValue, ExactChances, MoveWins},
};
use rand::seq::IndexedRandom;

use crate::helper::{answer, fresh_session};

fn empty(variant: &str, columns: usize, rows: usize) -> Position {
    let rules: Rules = variant.parse().unwrap();
    Position::new(chance::game(Size::new(columns, rows).unwrap(), rules, 1))
}

/// The position after stones of either colour: `b` or `w`, then the cell.
fn with_stones(position: Position, stones: &str) -> Position {
    let mut setup = position.setup().clone();
    for stone in stones.split_whitespace() {
        let colour = if stone.starts_with('b') { Colour::Black } else { Colour::White };
        let cell = Cell::from_name(position.size(), &stone[1..]).unwrap();
        setup.stones.push((colour, cell));
    }
    Position::from_setup(position.game().clone(), setup).unwrap()
}

fn choose(agent: &str, position: &Position, colour: Colour, seed: u64) -> Choice {
    let spec: AgentSpec = agent.parse().unwrap();
    let rng = &mut chance::generator(seed, Purpose::Agent(colour));
    spec.build().unwrap().choose(Task::new(position, colour, rng))
}

/// Known values: variant, columns, rows, black's chance.
const EXACT: [(&str, usize, usize, &str); 8] = [
    ("random-turn", 3, 3, "0.5000000000"),
    ("random-turn", 3, 4, "0.3684082031"),
    ("random-turn", 4, 3, "0.6315917969"),
    ("random-turn", 4, 4, "0.5000000000"),
    ("cylinder turns=random", 3, 3, "0.5937500000"),
    ("cylinder turns=random", 3, 4, "0.4902343750"),
    ("cylinder turns=random", 4, 3, "0.7077636719"),
    ("cylinder turns=random", 4, 4, "0.6134185791"),
];

#[test]
fn exact_values_are_the_known_ones() {
    let mut session = fresh_session();
    for (variant, columns, rows, expected) in EXACT {
        let exact = ExactChances::of(&empty(variant, columns, rows), 24, &|_| true).unwrap();
        assert_eq!(format!("{:.10}", exact.black), expected, "{variant} {columns}x{rows}");
        answer(&mut session, format!("boardsize {columns} {rows}"));
        answer(&mut session, format!("variant {variant}"));
        assert_eq!(answer(&mut session, "coin-value"), format!("= {expected} exact\n\n"));
    }
}

/// Compared with fills that are placed stone by stone.
#[test]
fn pivotal_cells_are_those_of_the_fills() {
    for variant in ["random-turn", "cylinder turns=random"] {
        let position = with_stones(empty(variant, 4, 4), "bb2 wc3 wa4 bd1");
        let exact = ExactChances::of(&position, 24, &|_| true).unwrap();
        let cells: Vec<Cell> = position.empty().iter().collect();
        let black_wins = |fill: u32| {
            let mut full = position.clone();
            for (i, &cell) in cells.iter().enumerate() {
                full.play_unchecked(Colour::ALL[(fill >> i & 1) as usize], cell);
            }
            full.winner() == Some(Colour::Black)
        };
        let wins: Vec<bool> = (0..1 << cells.len()).map(black_wins).collect();
        let share = |count: usize| count as f64 / wins.len() as f64;
        assert_eq!(exact.black, share(wins.iter().filter(|win| **win).count()));
        for (i, &(cell, pivotal)) in exact.pivotal.iter().enumerate() {
            let decides = |fill: &usize| wins[*fill] != wins[*fill ^ 1 << i];
            assert_eq!((cell, pivotal), (cells[i], share((0..wins.len()).filter(decides).count())));
        }
    }
    assert_eq!(ExactChances::of(&empty("torus turns=random", 3, 3), 24, &|_| true), None);
    assert_eq!(ExactChances::of(&empty("random-turn", 5, 5), 24, &|_| true), None);
}

#[test]
fn sampled_values_are_within_four_standard_errors() {
    for side in 5..=11 {
        let rng = &mut chance::generator(side as u64, Purpose::CoinValue);
        let value = CoinValue::sampled(&empty("random-turn", side, side), 1_000_000, rng, || false);
        let error = value.error.unwrap();
        assert!((error - 0.0005).abs() < 1e-6, "{value:?}");
        assert!((value.black - 0.5).abs() < 4.0 * error, "{side}: {value:?}");
    }
}

#[test]
fn spots_are_exact_chances_after_the_move() {
    for variant in ["random-turn", "cylinder", "cylinder seasons=2 turns=random"] {
        let position = with_stones(empty(variant, 4, 4), "bb2 wc3 wa4 bd1");
        let exact = ExactChances::of(&position, 24, &|_| true).unwrap();
        for (colour, black) in [(Colour::Black, exact.black), (Colour::White, 1.0 - exact.black)] {
            let rng = &mut chance::generator(7, Purpose::Agent(colour));
            let cells: Vec<Cell> = exact.pivotal.iter().map(|(cell, _)| *cell).collect();
            let share = 10_007;
            let wins = MoveWins::new(&position, colour).wins(&|| true, &cells, share, rng).unwrap();
            for (wins, (cell, pivotal)) in wins.into_iter().zip(&exact.pivotal) {
                let chance = black + pivotal / 2.0;
                let n = share as f64;
                let error = (chance * (1.0 - chance) / n).sqrt();
                let found = wins as f64 / n;
                assert!((found - chance).abs() <= 4.5 * error, "{cell:?} {found} {chance}");
            }
        }
    }
}

/// The same where each fill counts for all cells, with much less noise for the
/// same work: half of the fills count for a cell, instead of one in twelve.
#[test]
fn shared_fills_give_exact_chances_with_less_noise() {
    for variant in ["random-turn", "cylinder", "cylinder seasons=2 turns=random"] {
        let position = with_stones(empty(variant, 4, 4), "bb2 wc3 wa4 bd1");
        let exact = ExactChances::of(&position, 24, &|_| true).unwrap();
        let cells: Vec<Cell> = exact.pivotal.iter().map(|(cell, _)| *cell).collect();
        for (colour, black) in [(Colour::Black, exact.black), (Colour::White, 1.0 - exact.black)] {
            let rng = &mut chance::generator(7, Purpose::Agent(colour));
            let mut wins = CellWins::new(&position, colour, cells.clone());
            wins.add(100_003, rng);
            for ((cell, found), (_, pivotal)) in wins.chances().into_iter().zip(&exact.pivotal) {
                let chance = black + pivotal / 2.0;
                let error = (chance * (1.0 - chance) / 50_000.0).sqrt();
                assert!((found - chance).abs() <= 4.5 * error, "{cell:?} {found} {chance}");
            }
            // The squared errors of 40 maps of 240 fills.
            let mut errors = [0.0; 2];
            for _ in 0..40 {
                let mut wins = CellWins::new(&position, colour, cells.clone());
                wins.add(240, rng);
                let own = MoveWins::new(&position, colour).wins(&|| true, &cells, 20, rng).unwrap();
                let own = own.into_iter().map(|wins| wins as f64 / 20.0);
                let shared = wins.chances().into_iter().map(|(_, chance)| chance);
                for (((_, pivotal), own), shared) in exact.pivotal.iter().zip(own).zip(shared) {
                    let chance = black + pivotal / 2.0;
                    errors[0] += (shared - chance).powi(2);
                    errors[1] += (own - chance).powi(2);
                }
            }
            assert!(4.0 * errors[0] < errors[1], "{variant} {colour}: {errors:?}");
        }
    }
}

/// On the torus the move comes before the other stones of a fill, also where
/// each fill counts for all cells.
#[test]
fn shared_fills_on_the_torus_are_fills_after_the_move() {
    for (columns, rows, stones) in [(3, 3, ""), (4, 4, "bb1 wc3 wa2"), (2, 3, ""), (1, 4, "")] {
        let position = with_stones(empty("torus turns=random", columns, rows), stones);
        let cells: Vec<Cell> = position.empty().iter().collect();
        for colour in Colour::ALL {
            let rng = &mut chance::generator(11, Purpose::Agent(colour));
            let share = 20_000;
            let own = MoveWins::new(&position, colour).wins(&|| true, &cells, share, rng).unwrap();
            let mut wins = CellWins::new(&position, colour, cells.clone());
            wins.add(2 * share, rng);
            for (own, (cell, shared)) in own.into_iter().zip(wins.chances()) {
                let own = own as f64 / share as f64;
                let error = (2.0 * own * (1.0 - own) / share as f64).sqrt();
                // Boards of one batch have their stones placed in the same order.
                assert!((own - shared).abs() <= 6.0 * error, "{cell:?} {own} {shared}\n{position}");
            }
        }
    }
}

/// On the torus a move that closes a ring wins all fills, whatever else they
/// hold.
#[test]
fn spots_on_the_torus_see_the_first_ring() {
    let position = with_stones(empty("torus turns=random seasons=2", 4, 4), "bb1 bb2 bb3 wd1 wc3");
    let closing = position.winning_cells(Colour::Black);
    let cells: Vec<Cell> = position.empty().iter().collect();
    let rng = &mut chance::generator(7, Purpose::Coin);
    let wins = MoveWins::new(&position, Colour::Black).wins(&|| true, &cells, 600, rng).unwrap();
    for (cell, wins) in cells.into_iter().zip(wins) {
        assert_eq!(wins == 600, closing.contains(cell), "{cell:?} {wins}");
    }
}

/// Best play under random turns: no move has a better value.
#[test]
fn coin_exact_plays_a_most_pivotal_cell() {
    for (seed, stones) in (0..).zip(["", "bb2", "bb2 wc3", "wa4 wd1 bc2 bb1 wb4"]) {
        let position = with_stones(empty("random-turn", 4, 4), stones);
        for colour in Colour::ALL {
            let choice = choose("coin-exact", &position, colour, seed);
            let value = |cell: Cell| {
                let mut after = position.clone();
                after.play_unchecked(colour, cell);
                let black = ExactChances::of(&after, 24, &|_| true).unwrap().black;
                if colour == Colour::Black { black } else { 1.0 - black }
            };
            let best = position.empty().iter().map(value).fold(0.0, f64::max);
            let played = value(choice.mv.cell().unwrap());
            assert!((played - best).abs() < 1e-12, "{stones}: {choice:?}");
            assert!((choice.value.unwrap() - best).abs() < 1e-12);
        }
    }
}

#[test]
fn coin_value_is_exact_or_sampled_and_refuses_other_games() {
    let mut session = fresh_session();
    let refusal = answer(&mut session, "coin-value");
    assert!(refusal.starts_with("? the turns alternate"), "{refusal}");
    answer(&mut session, "variant random-turn");
    let sampled = answer(&mut session, "coin-value 100000");
    assert!(sampled.ends_with(" sampled\n\n") && sampled.contains(" +- "), "{sampled}");
    assert_eq!(answer(&mut session, "coin-value 100000"), sampled);
    answer(&mut session, "variant torus turns=random");
    assert!(answer(&mut session, "coin-value").starts_with("? on the torus"));
    answer(&mut session, "variant random-turn seasons=2");
    assert!(answer(&mut session, "coin-value").starts_with("? the seasons"));
    answer(&mut session, "variant random-turn");
    for line in ["boardsize 2 1", "play white a1", "play white b1"] {
        answer(&mut session, line);
    }
    assert_eq!(answer(&mut session, "coin-value"), "= 0.0000000000 exact\n\n");
}

/// Black wins a fill only by taking the one cell that white needs; or it wins
/// no fill at all, and then any legal answer is accepted.
#[test]
fn random_path_has_an_answer_where_no_fill_is_won() {
    // White has all of row 2 except c2, and there is no way round.
    let position = with_stones(empty("hex", 4, 4), "wa2 wb2 wd2 bb3 bc3 bd1");
    let c2 = Move::from_name(position.size(), "c2").unwrap();
    let mut lost = 0;
    for agent in ["random-path fills=1", "random-path fills=1 both=on", "random-path fills=400"] {
        for seed in 0..20 {
            let choice = choose(agent, &position, Colour::Black, seed);
            if agent.contains("400") {
                assert_eq!(choice.mv, c2, "{agent} {seed}: {choice:?}");
            }
            // Without a win the cell is one of the opponent's path.
            let score = choice.scores.iter().find(|(cell, _)| Some(*cell) == choice.mv.cell());
            assert!(score.is_some_and(|(_, score)| *score > 0.0), "{agent} {seed}: {choice:?}");
            lost += u32::from(choice.value == Some(0.0));
        }
    }
    assert!(lost > 5, "{lost}");
    let lost = with_stones(empty("hex", 3, 3), "wa2 wc2 wa3 wc1");
    for seed in 0..20 {
        let choice = choose("random-path fills=8", &lost, Colour::Black, seed);
        assert!(lost.legal_moves(Colour::Black).contains(&choice.mv), "{choice:?}");
    }
}

/// A cell on the only path is worth most for both players.
#[test]
fn players_take_a_win_and_deny_one() {
    let position = with_stones(empty("hex", 5, 5), "bc1 bc2 bb4 ba5 we1 we2 we3 wd4");
    let win = choose("random-path fills=500", &position, Colour::Black, 1).mv;
    assert!(position.winning_cells(Colour::Black).contains(win.cell().unwrap()), "{win:?}");
    let agents = ["adjacency", "seasonal-adjacency", "random-spot", "random-path both=on"];
    for agent in agents {
        let mv = choose(agent, &position, Colour::Black, 3).mv;
        let mut after = position.clone();
        after.play(Colour::Black, mv).unwrap();
        assert_eq!(after.winner(), Some(Colour::Black), "{agent}: {mv:?}\n{after}");
    }
}

/// Random games to the last cell; how many moves found their season empty.
fn run_outs(games: u64, seasons: u8) -> u64 {
    let mut run_outs = 0;
    let rules: Rules = format!("seasonal seasons={seasons}").parse().unwrap();
    for game in 0..games {
        let size = Size::new(3 + game as usize % 9, 3 + game as usize / 9 % 9).unwrap();
        let mut position = Position::new(chance::game(size, rules.clone(), game));
        let mut rng = chance::generator(game, Purpose::Agent(Colour::Black));
        for ply in 0..size.cells() {
            let colour = Colour::ALL[ply % 2];
            let due = rules.seasons.cycle(colour).season(ply / 2);
            run_outs += u64::from(position.season(colour) != Some(usize::from(due)));
            let cells: Vec<Cell> = position.legal_cells(colour).iter().collect();
            position.play(colour, Move::Cell(*cells.choose(&mut rng).unwrap())).unwrap();
        }
    }
    run_outs
}

#[test]
fn no_season_runs_out_on_fair_maps() {
    for seasons in [2, 3, 5] {
        assert_eq!(run_outs(10_000, seasons), 0, "{seasons} seasons");
    }
}
