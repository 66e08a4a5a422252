//! Figure 22 of van den Broek's thesis gives black more wins on taller tori,
//! though rings of white are shorter there. What would a program find that
//! looks for rings on the full board only, and for black's first? On a full
//! torus both colours can have one.

use std::{fmt::Write, sync::Arc};

use kring::{
    board::{Cell, CellSet, Game, Position},
    chance::{self, Purpose},
    rules::{Colour, Size},
};
use rand::{RngExt, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Judge {
    /// Whoever closed the first ring.
    First,
    /// Random games: this colour, if it has a ring at the end. The game
    /// itself: whoever closed the first ring.
    Playouts(Colour),
    /// Random games and the game itself: this colour, if it has a ring once
    /// the board is full.
    Full(Colour),
}

fn torus(columns: usize, rows: usize) -> Arc<Game> {
    chance::game(Size::new(columns, rows).unwrap(), "torus".parse().unwrap(), 0)
}

/// Whether a colour's stones hold a ring, whatever the others hold.
fn has_ring(game: &Arc<Game>, colour: Colour, stones: &CellSet) -> bool {
    let mut alone = Position::new(Arc::clone(game));
    stones.iter().for_each(|cell| alone.place(colour, cell));
    alone.winner() == Some(colour)
}

fn on_full_board(position: &Position, asked: Colour) -> Colour {
    match has_ring(position.game(), asked, position.stones(asked)) {
        true => asked,
        false => asked.other(),
    }
}

/// Lays random stones until the judge can say who has won.
fn playout(position: &Position, to_move: Colour, judge: Judge, rng: &mut ChaCha8Rng) -> Colour {
    let mut position = position.clone();
    let mut cells: Vec<Cell> = position.empty().iter().collect();
    cells.shuffle(rng);
    let mut colour = to_move;
    for cell in cells {
        position.place(colour, cell);
        colour = colour.other();
        if let (Judge::First, Some(winner)) = (judge, position.winner()) {
            return winner;
        }
    }
    match judge {
        Judge::First => unreachable!("a full torus has a ring"),
        Judge::Playouts(asked) | Judge::Full(asked) => on_full_board(&position, asked),
    }
}

/// A game between two players who try every cell with some random games.
fn game(
    game: &Arc<Game>,
    starter: Colour,
    judge: Judge,
    playouts: usize,
    rng: &mut ChaCha8Rng,
) -> Colour {
    let mut position = Position::new(Arc::clone(game));
    let mut colour = starter;
    while position.empty_count() > 0 {
        let mut best = (-1.0, Cell(0));
        for cell in position.empty().iter() {
            position.place(colour, cell);
            let wins = match (judge, position.winner()) {
                (Judge::First | Judge::Playouts(_), Some(winner)) if winner == colour => playouts,
                _ => (0..playouts)
                    .filter(|_| playout(&position, colour.other(), judge, rng) == colour)
                    .count(),
            };
            position.undo();
            let value = wins as f64 + 0.5 * rng.random::<f64>();
            if value > best.0 {
                best = (value, cell);
            }
        }
        position.place(colour, best.1);
        colour = colour.other();
        if let (Judge::First | Judge::Playouts(_), Some(winner)) = (judge, position.winner()) {
            return winner;
        }
    }
    match judge {
        Judge::Full(asked) | Judge::Playouts(asked) => on_full_board(&position, asked),
        Judge::First => unreachable!("a full torus has a ring"),
    }
}

/// Prints the share of black's wins by height and width.
#[test]
#[ignore = "an experiment of a few minutes: docs/RESULTS.md says what it shows"]
fn what_the_judge_changes_on_the_torus() {
    const GAMES: usize = 60;
    let sides = [3, 4, 5, 6, 7];
    let [black, white] = Colour::ALL;
    let judges = [Judge::First, Judge::Playouts(black), Judge::Full(black), Judge::Full(white)];
    for judge in judges {
        for starter in Colour::ALL {
            let mut text = format!("{judge:?}, {starter} starts; width {sides:?}\n");
            for rows in sides {
                write!(text, "height {rows}").unwrap();
                for columns in sides {
                    let board = torus(columns, rows);
                    let mut rng = chance::generator(1, Purpose::Game(0));
                    let won = (0..GAMES)
                        .filter(|_| game(&board, starter, judge, 30, &mut rng) == Colour::Black)
                        .count();
                    write!(text, " {:4.0}", 100.0 * won as f64 / GAMES as f64).unwrap();
                }
                text.push('\n');
            }
            println!("{text}");
        }
    }
}

/// Random full boards: how often black, white and both have a ring.
#[test]
fn full_tori_often_hold_rings_of_both_colours() {
    let mut rng = chance::generator(1, Purpose::Game(0));
    for (columns, rows) in [(3, 3), (3, 5), (5, 3), (5, 5), (4, 7), (7, 4), (5, 9), (9, 5)] {
        let board = torus(columns, rows);
        let mut found = [0; 3];
        for _ in 0..2000 {
            let mut position = Position::new(Arc::clone(&board));
            let mut cells: Vec<Cell> = position.empty().iter().collect();
            cells.shuffle(&mut rng);
            let colours = Colour::ALL.into_iter().cycle();
            cells.iter().zip(colours).for_each(|(&cell, colour)| position.place(colour, cell));
            let rings = Colour::ALL.map(|c| has_ring(&board, c, position.stones(c)));
            assert!(rings[0] || rings[1], "a full torus has a ring");
            found[0] += usize::from(rings[0]);
            found[1] += usize::from(rings[1]);
            found[2] += usize::from(rings[0] && rings[1]);
        }
        let [black, white, both] = found.map(|count| count as f64 / 2000.0);
        println!("{columns}x{rows}: black {black:.3}, white {white:.3}, both {both:.3}");
        assert!(both > 0.0);
    }
}
