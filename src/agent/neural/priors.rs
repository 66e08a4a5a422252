//! How likely each move is, as the network says.

use std::collections::HashSet;

use crate::{
    board::{Cell, Position, Symmetry},
    eval::{Input, Judge, Judgement},
    rules::Colour,
};

/// The shares of these cells, which add up to one.
pub fn shares(policy: &[f32], cells: &[Cell]) -> Vec<f32> {
    let logit = |cell: &Cell| policy[cell.index()];
    let most = cells.iter().map(logit).fold(f32::NEG_INFINITY, f32::max);
    let mut shares: Vec<f32> = cells.iter().map(|cell| (logit(cell) - most).exp()).collect();
    let sum: f32 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}

/// What the network says of a position, on the average over up to so many
/// views: the board turned, and on the cylinder mirrored.
pub fn of_root(judge: &mut Judge, position: &Position, colour: Colour, views: usize) -> Judgement {
    let views = distinct_views(position, views);
    let inputs: Vec<Input> =
        views.iter().map(|view| Input::new(&position.image(view), colour)).collect();
    let mut judgements = vec![Judgement::default(); inputs.len()];
    judge.judge(&inputs, &mut judgements);
    let mut mean = Judgement { logit: 0.0, policy: vec![0.0; position.size().cells()] };
    let share = 1.0 / views.len() as f32;
    for (view, judgement) in views.iter().zip(&judgements) {
        mean.logit += judgement.logit * share;
        for (i, logit) in mean.policy.iter_mut().enumerate() {
            *logit += judgement.policy[view.cell(Cell(i as u16)).index()] * share;
        }
    }
    mean
}

/// Symmetries that show the network something new. It sees no difference
/// between a board and a shifted one, so of those that differ by a shift only
/// one is of use; and it always sees the mover go from top to bottom.
fn distinct_views(position: &Position, most: usize) -> Vec<Symmetry> {
    let size = position.size();
    let place = |cell: Cell| (cell.column(size), cell.row(size));
    // Where a cell's right and lower neighbours go, seen from the cell's image.
    let steps = |symmetry: &Symmetry| {
        let (x, y) = place(symmetry.cell(Cell(0)));
        let beside = [1 % size.columns(), (1 % size.rows()) * size.columns()];
        beside.map(|cell| {
            let (to_x, to_y) = place(symmetry.cell(Cell(cell as u16)));
            let (m, n) = (size.columns(), size.rows());
            ((to_x + m - x) % m, (to_y + n - y) % n)
        })
    };
    let mut found = HashSet::new();
    let all = Symmetry::all(position.game());
    let mut views = Vec::new();
    for view in all.into_iter().filter(|view| !view.swaps_colours()) {
        if views.len() < most.max(1) && found.insert(steps(&view)) {
            views.push(view);
        }
    }
    views
}
