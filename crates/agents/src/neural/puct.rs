//! PUCT: selects the move that a search visits next, by its results so far and by an exploration
//! term, which is high for a move with a high prior and few visits.

use kring_board::{Cell, Colour, Position, Symmetry};
use kring_eval::{Evaluation, Input, NetEvaluator};

use crate::{
    choose::swap_aware_value,
    tree::{Children, NodeProof, TreeNode},
};

/// How much worse than its parent a move without visits is assumed to be, when
/// all priors belong to visited moves ("first play urgency").
const FIRST_PLAY_REDUCTION: f32 = 0.1;

/// The child to visit next, by PUCT: the highest value + exploration · prior · √(visits of all
/// children) / (1 + own visits).
///
/// With `swap_aware` an even first move is best, because the opponent takes over a better one.
pub fn select(
    parent: TreeNode<'_>,
    children: Children<'_>,
    exploration: f32,
    swap_aware: bool,
) -> usize {
    // Visits that are under way count as visits, but not as losses: a value that sinks with the
    // number of threads sends them to moves that one thread would not try.
    let numbers = |child: TreeNode<'_>| {
        let results = child.results();
        let prior = child.prior();
        (results, prior.value(), results.visits + prior.under_way())
    };
    let mut seen = 0.0;
    let mut visits = 0;
    for (_, prior, begun) in children.iter().map(numbers).filter(|(.., begun)| *begun > 0) {
        seen += prior;
        visits += begun;
    }
    let explore = exploration * (visits.max(1) as f32).sqrt();
    // The higher the priors of the visited moves, the worse the others are assumed to be.
    let unseen =
        swap_aware_value(1.0 - parent.value(), swap_aware) - FIRST_PLAY_REDUCTION * f32::sqrt(seen);
    let mut best = 0;
    let mut highest = f32::NEG_INFINITY;
    for (i, (results, prior, begun)) in children.iter().map(numbers).enumerate() {
        let value = match (results.proof, results.visits, begun) {
            (NodeProof::Won, ..) => return i,
            // If all moves lose, any of them may be chosen.
            (NodeProof::Lost, ..) => continue,
            (_, 0, 0) => unseen,
            // Its first evaluation is under way: another visit would find the same position.
            (_, 0, _) => 0.0,
            _ => swap_aware_value(results.value, swap_aware),
        };
        let score = value + explore * prior / (1.0 + begun as f32);
        if score > highest {
            (best, highest) = (i, score);
        }
    }
    best
}

/// The priors of these cells: the softmax of the network's policy. Where a network with extreme
/// weights has overflowed, all are equal.
pub fn priors(policy: &[f32], cells: &[Cell]) -> Vec<f32> {
    let logit = |cell: &Cell| policy[cell.index()];
    let most = cells.iter().map(logit).fold(f32::NEG_INFINITY, f32::max);
    let mut priors: Vec<f32> = cells.iter().map(|cell| libm::expf(logit(cell) - most)).collect();
    let sum: f32 = priors.iter().sum();
    if sum.is_finite() {
        for prior in &mut priors {
            *prior /= sum;
        }
    } else {
        priors.fill(1.0 / cells.len() as f32);
    }
    priors
}

/// Symmetric images of the board: rotated, and on the cylinder mirrored.
pub struct Views(Vec<Symmetry>);

impl Views {
    /// Up to `most` images of a position, itself first.
    pub fn new(position: &Position, most: usize) -> Views {
        // A shifted board is the same to the network, and it always sees the mover connect top to
        // bottom. Seasons move with their cells.
        let mut all = Symmetry::of_board(position.game());
        all.retain(|view| !view.swaps_colours());
        all.truncate(most);
        Views(all)
    }

    /// One image. Its number wraps around, as there are few.
    pub fn one(position: &Position, number: usize) -> Views {
        let Views(mut views) = Views::new(position, usize::MAX);
        let view = views.swap_remove(number % views.len());
        Views(vec![view])
    }

    /// The mean of the network's evaluations of all images, or of those before `go_on` says no.
    pub fn evaluate(
        &self,
        evaluate: &mut NetEvaluator,
        position: &Position,
        colour: Colour,
        go_on: impl FnMut() -> bool,
    ) -> Evaluation {
        let inputs: Vec<Input> = self.inputs(position, colour).collect();
        let mut evaluations = vec![Evaluation::default(); inputs.len()];
        let done = evaluate.evaluate_while(&inputs, &mut evaluations, go_on);
        self.mean(&evaluations[..done])
    }

    pub fn inputs(&self, position: &Position, colour: Colour) -> impl Iterator<Item = Input> {
        let input = Input::new(position, colour);
        self.0.iter().map(move |view| input.image(view))
    }

    /// The mean of the evaluations of the images, for the position itself.
    pub fn mean(&self, evaluations: &[Evaluation]) -> Evaluation {
        let cells = evaluations.first().map_or(0, |evaluation| evaluation.policy.len());
        let mut mean = Evaluation { logit: 0.0, policy: vec![0.0; cells] };
        let share = 1.0 / evaluations.len() as f32;
        for (view, evaluation) in self.0.iter().zip(evaluations) {
            mean.logit += evaluation.logit * share;
            for (i, logit) in mean.policy.iter_mut().enumerate() {
                *logit += evaluation.policy[view.cell(Cell::unchecked(i as u16)).index()] * share;
            }
        }
        mean
    }
}
