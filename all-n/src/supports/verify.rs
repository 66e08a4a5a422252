//! Checks a set with supports by its definition, without the formula.

use std::collections::{HashSet, VecDeque};

use anyhow::{Result, ensure};
use kring_proof::all_n::{Boards, Crossing, Row};

use crate::{
    rows::{digit, power},
    window::Way,
};

use super::tiles::{Tile, Tiles};

/// An error if a set is not one.
pub fn verify(tiles: &Tiles, reach: usize) -> Result<()> {
    let none = tiles.contracts.none();
    ensure!(tiles.has(none, 0, none), "the empty board is not allowed");
    for tile in tiles.iter() {
        for &played in &tiles.rows.moves[usize::from(tile.row)] {
            ensure!(is_answered(tiles, tile, played, reach), "a move has no answer");
        }
    }
    ensure!(is_ordered(tiles), "a better tile is not allowed");
    ensure!(!has_ring(tiles), "white can have a ring");
    Ok(())
}

/// Whether a tile remains allowed with a better cell or a better contract.
fn is_ordered(tiles: &Tiles) -> bool {
    let columns = tiles.rows.columns;
    let better = |row: Row, x| match digit(row, x) {
        0 => row + power(x),
        2 => row - 2 * power(x),
        _ => row,
    };
    let contracts = || 0..tiles.contracts.count();
    tiles.iter().all(|Tile { above, row, below }| {
        (0..columns).all(|x| tiles.has(above, better(row, x), below))
            && tiles.contracts.next(above).into_iter().all(|other| tiles.has(other, row, below))
            && contracts()
                .filter(|&other| tiles.contracts.next(other).contains(&below))
                .all(|other| tiles.has(above, row, other))
    })
}

/// Whether a move, which makes the row of a tile `played`, has an answer whatever lies above and below.
fn is_answered(tiles: &Tiles, tile: Tile, played: Row, reach: usize) -> bool {
    let Tile { above, below, .. } = tile;
    let mut contracts = 0..tiles.contracts.count();
    let replies = &tiles.rows.replies[usize::from(played)];
    replies.iter().any(|&reply| tiles.has(above, reply, below))
        || contracts.clone().any(|to| {
            tiles.has(to, played, below) && can_change(tiles, Way::Up, [above, to], reach)
        })
        || contracts.any(|to| {
            tiles.has(above, played, to) && can_change(tiles, Way::Down, [below, to], reach)
        })
}

/// Whether a reply in the rows that lie in a direction, whatever they are, can change the contract with them.
fn can_change(tiles: &Tiles, way: Way, [from, to]: [usize; 2], reach: usize) -> bool {
    let has = |beyond, row, contract| match way {
        Way::Up => tiles.has(beyond, row, contract),
        Way::Down => tiles.has(contract, row, beyond),
    };
    let with = |beyond, row: Row| {
        let replies = &tiles.rows.replies[usize::from(row)];
        let mut further = (0..tiles.contracts.count()).filter(|_| reach > 1);
        replies.iter().any(|&reply| has(beyond, reply, to))
            || further.any(|other| {
                has(other, row, to) && can_change(tiles, way, [beyond, other], reach - 1)
            })
    };
    reach > 0
        && tiles.iter().all(|Tile { above, row, below }| {
            let (beyond, contract) = if way == Way::Up { (above, below) } else { (below, above) };
            contract != from || with(beyond, row)
        })
}

/// Whether some allowed rows have a white ring.
fn has_ring(tiles: &Tiles) -> bool {
    let all: Vec<Tile> = tiles.iter().collect();
    let first =
        |tile: &Tile| (tile.below, Crossing::first(Boards::Cylinder, tile.row, tiles.rows.columns));
    let mut queue: VecDeque<(usize, Crossing)> = all.iter().map(first).collect();
    let mut seen: HashSet<(usize, Crossing)> = queue.iter().cloned().collect();
    while let Some((contract, crossing)) = queue.pop_front() {
        if crossing.is_cut() {
            return true;
        }
        for tile in all.iter().filter(|tile| tile.above == contract) {
            let state = (tile.below, crossing.then(tile.row));
            if seen.insert(state.clone()) {
                queue.push_back(state);
            }
        }
    }
    false
}
