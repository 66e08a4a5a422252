//! How `mcts` selects moves and credits wins.

use kring_agents::{
    mcts::{Credit, PlainUctWorker, RaveScores, Simulator},
    tree::{NodeProof, SearchWorker, Tree, TreeNode},
};
use kring_board::{Cell, Colour, Position, Size, chance};
use kring_eval::{PlayoutEvaluator, PlayoutResult};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn eight_at_a_time_are_the_same_as_one_by_one() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for round in 0..2000 {
        let tree = Tree::new(1 << 20);
        let root = tree.node(Tree::ROOT);
        let moves: Vec<_> = (0..rng.random_range(1..60))
            .map(|cell| {
                let games = rng.random_range(2..if round % 2 == 0 { 4 } else { 32_000 });
                (Cell(cell), rng.random_range(0..=games) << 16 | games)
            })
            .collect();
        tree.expand(root, Colour::Black, moves.into_iter());
        let children = tree.children(root, Colour::Black).unwrap();
        for child in children.iter() {
            for _ in 0..rng.random_range(0..3) {
                child.add_virtual_loss();
                child.add_result(f32::from(rng.random::<bool>()));
            }
            match rng.random_range(0..40) {
                0 => child.prove(NodeProof::Won),
                1..20 => child.prove(NodeProof::Lost),
                _ => {}
            }
        }
        let explore = [0.0, 0.7][rng.random_range(0..2)];
        let weight = [1e-6, 50.0, 1e6][rng.random_range(0..3)];
        let scores = RaveScores { explore, weight, swap_aware: rng.random() };
        assert_eq!(scores.best(children), scores.best_one_by_one(children));
    }
}

/// Every simulation goes through a child and one of its children, except the first and those
/// that end at the child. So the wins of a child are the wins of its children, or the games
/// that they lose.
#[test]
fn wins_are_credited_to_the_mover_or_to_the_player_at_the_root() {
    let game = chance::game(Size::new(4, 4).unwrap(), "hex".parse().unwrap(), 1);
    let position = Position::new(game);
    for credit in [Credit::Mover, Credit::Root] {
        let tree = Tree::new(1 << 20);
        let simulator = Simulator {
            tree: &tree,
            position: position.clone(),
            colour: Colour::Black,
            evaluator: PlayoutEvaluator::new(&position, 1, false, false),
            evaluation: PlayoutResult::default(),
            rng: ChaCha8Rng::seed_from_u64(1),
        };
        let mut plain = PlainUctWorker::new(1.4, credit, simulator);
        plain.simulate(400);
        let root = tree.node(Tree::ROOT);
        let children = tree.children(root, Colour::Black).unwrap();
        assert_eq!(children.iter().map(TreeNode::visits).sum::<u32>(), 400);
        let wins = |node: TreeNode<'_>| node.value() * node.visits() as f32;
        for child in children.iter() {
            let replies = tree.children(child, Colour::White).unwrap();
            let visits: u32 = replies.iter().map(TreeNode::visits).sum();
            let theirs: f32 = replies.iter().map(wins).sum();
            assert!(child.visits() - visits <= 1);
            let expected = match credit {
                Credit::Mover => visits as f32 - theirs,
                Credit::Root => theirs,
            };
            assert!((wins(child) - expected).abs() < 1.01, "{credit:?}");
        }
    }
}
