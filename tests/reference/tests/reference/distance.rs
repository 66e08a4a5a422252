//! Distances against slow, obvious answers: trying all sets of stones on
//! small boards, and a plain search of the unwrapped board on larger ones.

use std::collections::{HashMap, VecDeque};

use kring_board::{
    Cell, CellSet, Colour, Goal, Position, Rules, STEPS, Size, Topology,
    chance::{self, Purpose},
};
use kring_eval::distance::{DistanceEval, Distances, Metric, STONE, UNREACHABLE, WIN};
use rand::{Rng, RngExt};

use kring_reference::{LARGEST, has_won};

pub fn board(topology: Topology, columns: usize, rows: usize) -> Position {
    let rules = Rules { topology, ..Rules::default() };
    Position::new(chance::game(Size::new(columns, rows).unwrap(), rules, 0))
}

/// Stones of both colours on about this share of the cells.
pub fn scatter(position: &mut Position, share: f64, rng: &mut impl Rng) {
    for cell in position.empty().iter() {
        if rng.random_bool(share) {
            position.play_unchecked(Colour::ALL[usize::from(rng.random::<bool>())], cell);
        }
    }
}

pub fn distance(position: &Position, colour: Colour) -> u32 {
    let [own, enemy] = [colour, colour.other()].map(|colour| position.stones(colour));
    Distances::new(position.geometry()).distance(colour, own, enemy)
}

/// The fewest stones that win, by trying all sets of empty cells.
fn brute_force(position: &Position, colour: Colour) -> u32 {
    let empty: Vec<Cell> = position.empty().iter().collect();
    let wins = |set: &u32| {
        let mut filled = position.clone();
        let chosen = empty.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0);
        for (_, &cell) in chosen {
            filled.play_unchecked(colour, cell);
        }
        has_won(&filled, colour)
    };
    let sets = (0..1 << empty.len()).filter(wins);
    sets.map(u32::count_ones).min().unwrap_or(UNREACHABLE)
}

/// The distance by a plain 0–1 search: from one side to the other, or from
/// each cell of the first line to its other copies.
fn plain(position: &Position, colour: Colour) -> u32 {
    let size = position.size();
    plain_within(position, colour, size.columns().max(size.rows()) as i32 + 1)
}

/// The same with this number of copies of the board on either side.
fn plain_within(position: &Position, colour: Colour, bound: i32) -> u32 {
    let size = position.size();
    let geometry = position.geometry();
    let [first, last] = geometry.edges(colour);
    let cost = |cell: Cell| match position.at(cell) {
        Some(stone) if stone == colour => Some(0),
        Some(_) => None,
        None => Some(1),
    };
    let ring = geometry.goal(colour) == Goal::Ring;
    let turn = |cell: Cell, (dx, dy): (i32, i32)| match colour {
        Colour::Black => (cell.row(size) as i32 + dy).div_euclid(size.rows() as i32),
        Colour::White => (cell.column(size) as i32 + dx).div_euclid(size.columns() as i32),
    };
    let search = |starts: Vec<(Cell, u32)>, ends: &dyn Fn(Cell, i32) -> bool| {
        let mut known: HashMap<(Cell, i32), u32> = HashMap::new();
        let mut queue: VecDeque<(Cell, i32, u32)> = VecDeque::new();
        for (cell, stones) in starts {
            let state = (cell, 0, stones);
            if stones == 0 { queue.push_front(state) } else { queue.push_back(state) }
        }
        while let Some((cell, turns, stones)) = queue.pop_front() {
            if known.contains_key(&(cell, turns)) {
                continue;
            }
            known.insert((cell, turns), stones);
            if ends(cell, turns) {
                return Some(stones);
            }
            for (&to, step) in geometry.neighbours(cell).iter().zip(STEPS) {
                let turns = if ring { turns + turn(cell, step) } else { 0 };
                match Some(Cell::unchecked(to)).filter(|c| c.index() < size.cells()).and_then(cost)
                {
                    Some(cost) if turns.abs() <= bound => {
                        let state = (Cell::unchecked(to), turns, stones + cost);
                        if cost == 0 { queue.push_front(state) } else { queue.push_back(state) }
                    }
                    _ => {}
                }
            }
        }
        None
    };
    let passable: Vec<Cell> = first.iter().filter(|&cell| cost(cell).is_some()).collect();
    let found = if ring {
        let through =
            |&start: &Cell| search(vec![(start, 0)], &|cell, turns| cell == start && turns != 0);
        passable.iter().filter_map(through).min()
    } else {
        let starts = passable.iter().map(|&cell| (cell, cost(cell).unwrap())).collect();
        search(starts, &|cell, _| last.contains(cell))
    };
    found.unwrap_or(UNREACHABLE)
}

#[test]
fn small_boards_agree_with_all_sets_of_stones() {
    let mut rng = chance::generator(1, Purpose::Coin);
    for topology in Topology::ALL {
        for (columns, rows) in (1..=4).flat_map(|m| (1..=4).map(move |n| (m, n))) {
            for _ in 0..12 {
                let mut position = board(topology, columns, rows);
                let cells = (columns * rows) as f64;
                scatter(&mut position, (1.0 - 7.0 / cells).max(0.3), &mut rng);
                for colour in Colour::ALL {
                    let expected = brute_force(&position, colour);
                    assert_eq!(distance(&position, colour), expected, "{colour}\n{position}");
                    assert_eq!(plain(&position, colour), expected, "{colour}\n{position}");
                }
            }
        }
    }
}

#[test]
fn larger_boards_agree_with_a_plain_search() {
    let mut rng = chance::generator(2, Purpose::Coin);
    for topology in Topology::ALL {
        for (columns, rows) in [(1, 9), (9, 1), (2, 7), (7, 2), (5, 6), (8, 8), (11, 9), (6, 13)] {
            for share in [0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] {
                let mut position = board(topology, columns, rows);
                scatter(&mut position, share, &mut rng);
                for colour in Colour::ALL {
                    let expected = plain(&position, colour);
                    assert_eq!(distance(&position, colour), expected, "{colour}\n{position}");
                }
            }
        }
    }
}

#[test]
fn the_largest_boards_agree_with_a_plain_search() {
    let mut rng = chance::generator(7, Purpose::Coin);
    for topology in Topology::ALL {
        for (columns, rows) in LARGEST {
            for share in [0.0, 0.3, 0.6, 0.9] {
                let mut position = board(topology, columns, rows);
                scatter(&mut position, share, &mut rng);
                for colour in Colour::ALL {
                    let expected = plain(&position, colour);
                    assert_eq!(distance(&position, colour), expected, "{colour}\n{position}");
                    if columns * rows < 200 {
                        check_cheapest(&position, colour);
                    }
                }
            }
        }
    }
}

/// The sample must hold rings that a search within one turn misses.
#[test]
fn rings_may_need_several_turns() {
    let mut rng = chance::generator(5, Purpose::Coin);
    let mut missed = 0;
    for _ in 0..2000 {
        let mut position = board(Topology::Torus, 3, 7);
        scatter(&mut position, 0.9, &mut rng);
        let expected = plain(&position, Colour::White);
        assert_eq!(distance(&position, Colour::White), expected, "{position}");
        missed += usize::from(plain_within(&position, Colour::White, 1) != expected);
    }
    assert!(missed > 0);
}

#[test]
fn a_stone_brings_the_goal_nearer_exactly_on_the_cheapest_ways() {
    let mut rng = chance::generator(3, Purpose::Coin);
    for topology in Topology::ALL {
        for (columns, rows, share) in
            [(1, 3, 0.2), (2, 2, 0.3), (4, 3, 0.3), (5, 7, 0.2), (7, 5, 0.5), (8, 8, 0.6)]
        {
            for _ in 0..30 {
                let mut position = board(topology, columns, rows);
                scatter(&mut position, share, &mut rng);
                for &colour in &Colour::ALL {
                    check_cheapest(&position, colour);
                }
            }
        }
    }
}

fn check_cheapest(position: &Position, colour: Colour) {
    let mut distances = Distances::new(position.geometry());
    let [own, enemy] = [colour, colour.other()].map(|colour| *position.stones(colour));
    let cheapest = distances.cheapest(colour, &own, &enemy);
    assert_eq!(cheapest.distance, distances.distance(colour, &own, &enemy));
    if cheapest.distance == UNREACHABLE {
        return;
    }
    for cell in position.empty().iter() {
        let with = |stones: &CellSet| stones.or(&CellSet::from_iter([cell]));
        let nearer = distances.distance(colour, &with(&own), &enemy) < cheapest.distance;
        assert_eq!(cheapest.cells.contains(cell), nearer, "{colour} {cell:?}\n{position}");
        let dearer = distances.distance(colour, &own, &with(&enemy)) > cheapest.distance;
        assert!(cheapest.vital.contains(cell) || !dearer, "{colour} {cell:?}\n{position}");
    }
}

#[test]
fn all_moves_at_once_have_the_values_of_each_move_alone() {
    let mut rng = chance::generator(4, Purpose::Coin);
    for topology in Topology::ALL {
        for (columns, rows, share) in [(1, 1, 0.0), (3, 4, 0.2), (6, 6, 0.4), (7, 8, 0.3)] {
            for _ in 0..20 {
                let mut position = board(topology, columns, rows);
                scatter(&mut position, share, &mut rng);
                if position.winner().is_none() {
                    for &colour in &Colour::ALL {
                        check_moves(&position, colour);
                    }
                }
            }
        }
    }
}

fn check_moves(position: &Position, colour: Colour) {
    let mut distance_eval = DistanceEval::new(position.geometry(), Metric::One, false);
    let moves = distance_eval.moves(position, colour, &|| false).unwrap();
    assert_eq!(moves.len(), position.legal_cells(colour).len());
    for &(cell, value) in &moves {
        let mut after = position.clone();
        after.play_unchecked(colour, cell);
        let expected = match after.winner() {
            Some(_) => WIN,
            None => {
                let apart =
                    distance(&after, colour.other()) as i32 - distance(&after, colour) as i32;
                apart * STONE
            }
        };
        assert_eq!(value, expected, "{colour} {cell:?}\n{position}");
    }
    let best = distance_eval.best(position, colour, i32::MAX, &|| false).unwrap();
    assert_eq!(Some(best.1), moves.iter().map(|(_, value)| *value).max());
    assert!(moves.contains(&best));
}
