//! The solved boards and exact values of the literature, reproduced by a
//! small brute-force search over positions.

use std::collections::HashMap;

use kring_board::{Cell, Colour, Position, Size};
use kring_reference::{empty, wins};

/// Who wins if black begins.
fn winner(variant: &str, columns: usize, rows: usize) -> Colour {
    let win = wins(&mut empty(variant, columns, rows), Colour::Black, &mut HashMap::new());
    if win { Colour::Black } else { Colour::White }
}

#[test]
fn solved_boards() {
    use Colour::{Black, White};
    for (columns, rows, rhombus, cylinder, torus) in [
        (2, 2, Black, Black, Black),
        (3, 3, Black, Black, Black),
        (4, 4, Black, Black, Black),
        (3, 4, White, Black, Black),
        (4, 3, Black, Black, Black),
        (3, 5, White, Black, White),
        (5, 3, Black, Black, Black),
    ] {
        assert_eq!(winner("hex", columns, rows), rhombus, "rhombus {columns}x{rows}");
        assert_eq!(winner("cylinder", columns, rows), cylinder, "cylinder {columns}x{rows}");
        assert_eq!(winner("torus", columns, rows), torus, "torus {columns}x{rows}");
    }
}

#[test]
fn winning_openings() {
    for (side, names) in [(3, "c1 a2 b2 c2 a3"), (4, "d1 c2 b3 a4")] {
        let mut position = empty("hex", side, side);
        let known = &mut HashMap::new();
        let opens = |cell: &Cell| {
            position.play_unchecked(Colour::Black, *cell);
            let wins = !wins(&mut position, Colour::White, known);
            position.undo();
            wins
        };
        let size = Size::new(side, side).unwrap();
        let cells = Cell::all(size).filter(opens);
        assert_eq!(cells.map(|cell| cell.name(size)).collect::<Vec<_>>().join(" "), names);
    }
}

/// The probability that black wins when a coin colours every empty cell.
fn fill_probability(variant: &str, columns: usize, rows: usize) -> f64 {
    let mut position = empty(variant, columns, rows);
    let cells = position.size().cells();
    let black_wins = |fill: &u32| {
        for i in 0..cells {
            let colour = Colour::ALL[(fill >> i & 1) as usize];
            position.play_unchecked(colour, Cell::unchecked(i as u16));
        }
        let winner = position.winner();
        for _ in 0..cells {
            assert!(position.undo().is_some());
        }
        winner == Some(Colour::Black)
    };
    let fills = 1u32 << cells;
    (0..fills).filter(black_wins).count() as f64 / f64::from(fills)
}

/// The value of random turns under best play: the mean of both players' best.
fn coin_value(position: &mut Position, known: &mut HashMap<u64, f64>) -> f64 {
    if let Some(winner) = position.winner() {
        return if winner == Colour::Black { 1.0 } else { 0.0 };
    }
    let key = position.hash();
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let cells: Vec<Cell> = position.empty().iter().collect();
    let mut best = |colour: Colour, better: fn(f64, f64) -> f64| {
        let values: Vec<f64> = cells
            .iter()
            .map(|&cell| {
                position.play_unchecked(colour, cell);
                let value = coin_value(position, known);
                position.undo();
                value
            })
            .collect();
        values.into_iter().reduce(better).unwrap()
    };
    let value = (best(Colour::Black, f64::max) + best(Colour::White, f64::min)) / 2.0;
    known.insert(key, value);
    value
}

#[test]
fn random_turns_have_the_exact_values() {
    for (columns, rows, rhombus, cylinder) in [
        (3, 3, 0.5, 0.59375),
        (3, 4, 0.3684082031, 0.4902343750),
        (4, 3, 0.6315917969, 0.7077636719),
        (4, 4, 0.5, 0.6134185791),
    ] {
        for (variant, expected) in [("random-turn", rhombus), ("cylinder turns=random", cylinder)] {
            let value = fill_probability(variant, columns, rows);
            assert!((value - expected).abs() < 1e-9, "{variant} {columns}x{rows}: {value}");
            if columns * rows <= 9 {
                let best = coin_value(&mut empty(variant, columns, rows), &mut HashMap::new());
                assert!((best - expected).abs() < 1e-9, "{variant} {columns}x{rows}: {best}");
            }
        }
    }
}
