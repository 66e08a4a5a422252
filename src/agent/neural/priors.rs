//! How likely each move is, as the network says.

use crate::{
    board::{Cell, Position, Symmetry},
    eval::{Evaluation, Input, NetEvaluator},
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
pub fn of_root(
    evaluate: &mut NetEvaluator,
    position: &Position,
    colour: Colour,
    views: usize,
) -> Evaluation {
    // A shifted board is the same to the network, and it always sees the
    // mover go from top to bottom.
    let mut all = Symmetry::unshifted(position.game());
    all.retain(|view| !view.swaps_colours());
    all.truncate(views);
    let views = all;
    let inputs: Vec<Input> =
        views.iter().map(|view| Input::new(&position.image(view), colour)).collect();
    let mut judgements = vec![Evaluation::default(); inputs.len()];
    evaluate.evaluate(&inputs, &mut judgements);
    let mut mean = Evaluation { logit: 0.0, policy: vec![0.0; position.size().cells()] };
    let share = 1.0 / views.len() as f32;
    for (view, evaluation) in views.iter().zip(&judgements) {
        mean.logit += evaluation.logit * share;
        for (i, logit) in mean.policy.iter_mut().enumerate() {
            *logit += evaluation.policy[view.cell(Cell(i as u16)).index()] * share;
        }
    }
    mean
}
