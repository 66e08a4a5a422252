//! The players of Trevorah's listings, compared with slow replicas of the
//! listings: matrices, whole numbers, and the order of the scan.

use std::cmp::Ordering;

use kring_agents::{AgentSpec, Choice, Task};
use kring_board::{
    Cell, Colour, Geometry, Position, Rules,
    chance::{self, Purpose},
};
use rand::seq::IndexedRandom;

type Matrix = Vec<Vec<f64>>;

/// A position after some random moves, while nobody has won.
fn position(variant: &str, size: &str, seed: u64, moves: usize) -> Position {
    let rules: Rules = variant.parse().unwrap();
    let mut position = Position::new(chance::game(size.parse().unwrap(), rules, seed));
    let mut rng = chance::generator(seed, Purpose::Openings);
    for ply in 0..moves {
        let colour = Colour::ALL[ply % 2];
        let cells: Vec<Cell> = position.legal_cells(colour).iter().collect();
        position.play_unchecked(colour, *cells.choose(&mut rng).unwrap());
        if position.winner().is_some() {
            position.undo();
            break;
        }
    }
    position
}

/// A position of plain Hex with these stones.
fn set_up(size: &str, stones: &[(Colour, &str)]) -> Position {
    let game = chance::game(size.parse().unwrap(), Rules::default(), 1);
    let cell = |name| Cell::from_name(game.size(), name).unwrap();
    let setup = stones.iter().map(|&(colour, name)| (colour, cell(name))).collect();
    Position::from_setup(game.clone(), setup).unwrap()
}

fn choose(agent: &str, position: &Position, colour: Colour, seed: u64) -> Choice {
    let spec: AgentSpec = agent.parse().unwrap();
    let rng = &mut chance::generator(seed, Purpose::Agent(colour));
    spec.build().unwrap().choose(Task::new(position, colour, rng))
}

/// A colour's matrix: the cells, then its two sides. Ones on the diagonal; own
/// stones bypassed, the other's wiped.
fn matrix(position: &Position, colour: Colour) -> Matrix {
    let geometry = position.geometry();
    let cells = position.size().cells();
    let mut links = vec![vec![0.0; cells + 2]; cells + 2];
    for (node, row) in links.iter_mut().enumerate() {
        row[node] = 1.0;
    }
    for cell in (0..cells as u16).map(Cell::unchecked) {
        for &to in geometry.neighbours(cell).iter().filter(|to| **to != Geometry::OUTSIDE) {
            links[cell.index()][usize::from(to)] = 1.0;
        }
        for side in (0..2).filter(|side| geometry.sides(colour, cell) >> side & 1 != 0) {
            links[cell.index()][cells + side] = 1.0;
            links[cells + side][cell.index()] = 1.0;
        }
    }
    for cell in 0..cells {
        let Some(owner) = position.at(Cell::unchecked(cell as u16)) else { continue };
        let around: Vec<usize> =
            (0..cells + 2).filter(|&to| to != cell && links[cell][to] > 0.0).collect();
        for &a in &around {
            if owner == colour {
                for &b in &around {
                    links[a][b] = 1.0;
                }
            }
            links[a][cell] = 0.0;
            links[cell][a] = 0.0;
        }
    }
    links
}

/// The matrix of a season: links of its cells among themselves, to the cells
/// of the next season and back, and to the sides.
fn of_season(links: &Matrix, map: &[u8], season: u8, next: u8) -> Matrix {
    let mut part = links.clone();
    for (a, row) in part.iter_mut().enumerate() {
        for (b, link) in row.iter_mut().enumerate() {
            let linked = match (map.get(a), map.get(b)) {
                (Some(&a), Some(&b)) => {
                    a == season && (b == season || b == next) || b == season && a == next
                }
                (Some(&cell), None) | (None, Some(&cell)) => cell == season,
                (None, None) => true,
            };
            if a != b && !linked {
                *link = 0.0;
            }
        }
    }
    part
}

fn times(a: &Matrix, b: &Matrix) -> Matrix {
    let entry = |row: &[f64], j: usize| row.iter().zip(b).map(|(x, other)| x * other[j]).sum();
    a.iter().map(|row| (0..b.len()).map(|j| entry(row, j)).collect()).collect()
}

/// How often the matrices are multiplied until the sides are linked, and how
/// often they then are. `begin` is the place in the cycle of the first matrix.
fn steps_and_paths(position: &Position, colour: Colour, begin: usize, seasonal: bool) -> [i32; 2] {
    let links = matrix(position, colour);
    let cycle = position.rules().seasons.cycle(colour);
    let map = position.game().map().cells();
    let of_step = |step: usize| {
        if seasonal {
            of_season(&links, map, cycle.season(begin + step), cycle.season(begin + step + 1))
        } else {
            links.clone()
        }
    };
    let first = map.len();
    let second = map.len() + 1;
    let mut product = of_step(0);
    let mut steps = 0;
    while product[first][second] == 0.0 && steps < map.len() {
        steps += 1;
        product = times(&product, &of_step(steps));
    }
    [steps as i32, product[first][second] as i32]
}

/// The two scores of each legal move, as whole numbers.
fn listed_scores(position: &Position, colour: Colour, seasonal: bool) -> Vec<(Cell, [i32; 2])> {
    let score = |cell: Cell| {
        let mut after = position.clone();
        after.play_unchecked(colour, cell);
        // The moves that each has made before this one.
        let made = |player: Colour| position.moves().filter(|(mover, _)| *mover == player).count();
        let [mine, theirs] = [colour, colour.other()]
            .map(|player| steps_and_paths(&after, player, made(player), seasonal));
        let length = (0.5 * f64::from(mine[0]) - 0.5 * f64::from(theirs[0])) as i32;
        let paths = (0.5 * -f64::from(mine[1]) + 0.5 * f64::from(theirs[1])) as i32;
        (cell, [length, paths])
    };
    position.legal_cells(colour).iter().map(score).collect()
}

/// The order of the cells is that of the listing's scores, and a best one is played.
fn check(agent: &str, variant: &str, seasonal: bool) {
    let mut unequal = 0;
    for seed in 0..24 {
        let (size, cells) = if seed % 2 == 0 { ("4x4", 16) } else { ("5x5", 25) };
        let position = position(variant, size, seed, seed as usize * 5 % (cells - 4));
        let colour = Colour::ALL[position.ply() % 2];
        let listed = listed_scores(&position, colour, seasonal);
        let choice = choose(agent, &position, colour, seed);
        assert_eq!(choice.scores.len(), listed.len());
        for ((a, listed_a), (_, found_a)) in listed.iter().zip(&choice.scores) {
            for ((b, listed_b), (_, found_b)) in listed.iter().zip(&choice.scores) {
                let expected = listed_b.cmp(listed_a);
                assert_eq!(
                    found_a.total_cmp(found_b),
                    expected,
                    "{a:?} {b:?} {listed:?}\n{position}"
                );
                unequal += u32::from(expected != Ordering::Equal);
            }
        }
        let best = listed.iter().map(|(_, score)| *score).min().unwrap();
        let chosen = listed.iter().find(|(cell, _)| Some(*cell) == choice.mv.cell());
        assert_eq!(chosen.map(|(_, score)| *score), Some(best), "{choice:?}");
    }
    assert!(unequal > 300, "{unequal}");
}

#[test]
fn adjacency_with_rounding_is_the_player_of_listing_e6() {
    check("adjacency rounding=on", "hex", false);
    check("adjacency rounding=on", "seasonal", false);
}

#[test]
fn seasonal_adjacency_with_rounding_is_the_player_of_listing_e7() {
    check("seasonal-adjacency rounding=on links=both-ways", "seasonal", true);
    check("seasonal-adjacency rounding=on links=both-ways", "hex", false);
}

/// Rounding matters: fewer moves have different scores.
#[test]
fn rounding_makes_moves_equal_that_are_not() {
    let position = position("hex", "4x4", 3, 0);
    let kinds = |agent: &str| {
        let mut scores: Vec<f64> =
            choose(agent, &position, Colour::Black, 1).scores.iter().map(|(_, s)| *s).collect();
        scores.sort_by(f64::total_cmp);
        scores.dedup();
        scores.len()
    };
    assert!(kinds("adjacency rounding=on") < kinds("adjacency"));
}

/// Of equal moves the last of the scan is played in half of all cases, the one
/// before it in a quarter, and so on.
#[test]
fn ties_are_broken_in_the_order_of_the_listing() {
    let position = position("hex", "5x5", 1, 0);
    let listed = listed_scores(&position, Colour::Black, false);
    let best = listed.iter().map(|(_, score)| *score).min().unwrap();
    let ties: Vec<Cell> =
        listed.iter().filter(|(_, score)| *score == best).map(|(cell, _)| *cell).collect();
    assert!(ties.len() > 2, "{ties:?}");
    let games = 400;
    let mut counts = vec![0; ties.len()];
    for seed in 0..games {
        let mv = choose("adjacency rounding=on", &position, Colour::Black, seed).mv;
        counts[ties.iter().position(|cell| Some(*cell) == mv.cell()).unwrap()] += 1;
    }
    let share = |back: usize| f64::from(counts[ties.len() - back]) / games as f64;
    assert!((share(1) - 0.5).abs() < 0.1 && (share(2) - 0.25).abs() < 0.09, "{counts:?}");
}

/// Listing E.5 divides the fills by the cells of the board, whatever is legal,
/// and of equal moves takes the first, unless it began with another of them.
#[test]
fn random_spot_without_sharing_is_the_player_of_listing_e5() {
    let empty = position("hex", "7x7", 1, 0);
    let counted = |fills: u64, position: &Position| {
        let agent = format!("random-spot sharing=off fills={fills}");
        choose(&agent, position, Colour::Black, 1).counters[0].1
    };
    assert_eq!(counted(1000, &empty), 20.0 * 49.0);
    assert_eq!(counted(10, &empty), 49.0);
    let season = position("seasonal", "7x7", 1, 0);
    assert_eq!(counted(1000, &season), 20.0 * season.legal_cells(Colour::Black).len() as f64);
    // Black wins with a2 or b2, and with nothing else.
    let stones = [(Colour::Black, "b1"), (Colour::Black, "a3"), (Colour::White, "c2")];
    let won = set_up("3x3", &stones);
    let [first, second] = ["a2", "b2"].map(|name| Cell::from_name(won.size(), name).unwrap());
    let times_second = |agent: &str| {
        let chosen: Vec<Cell> = (0..300)
            .map(|seed| choose(agent, &won, Colour::Black, seed).mv.cell().unwrap())
            .collect();
        assert!(chosen.iter().all(|cell| [first, second].contains(cell)), "{agent}: {chosen:?}");
        chosen.iter().filter(|cell| **cell == second).count()
    };
    // Six cells are empty, so one scan in six begins with b2.
    assert!((25..=80).contains(&times_second("random-spot sharing=off fills=900")));
    assert!((105..=195).contains(&times_second("random-spot fills=900")));
}

/// Listing E.4 plays any legal move where no fill is won.
#[test]
fn random_path_without_fallback_is_the_player_of_listing_e4() {
    let lost = set_up("3x3", &["a2", "c2", "c1"].map(|name| (Colour::White, name)));
    let legal: Vec<Cell> = lost.legal_cells(Colour::Black).iter().collect();
    let mut chosen = vec![0; legal.len()];
    for seed in 0..600 {
        let choice = choose("random-path fills=1 fallback=off", &lost, Colour::Black, seed);
        if choice.value == Some(0.0) {
            assert!(choice.scores.iter().all(|(_, score)| *score == 0.0), "{choice:?}");
            let at = legal.iter().position(|cell| Some(*cell) == choice.mv.cell());
            chosen[at.unwrap()] += 1;
        }
    }
    let all: usize = chosen.iter().sum();
    let even = all as f64 / legal.len() as f64;
    assert!(all > 200, "{chosen:?}");
    assert!(chosen.iter().all(|&n| (n as f64 - even).abs() < 4.5 * even.sqrt()), "{chosen:?}");
}
