//! Nodes: visits, priors and RAVE counts.

use kring_agents::tree::{NodeProof, NodeResults, Tree, TreeNode};
use kring_board::{Cell, Colour};

const NEW: NodeResults = NodeResults { visits: 0, value: 0.0, proof: NodeProof::Open };

#[test]
fn a_virtual_loss_counts_as_lost_until_its_result() {
    let visited = NEW.with_virtual_loss().with_result(0.75);
    let waiting = visited.with_virtual_loss().with_virtual_loss();
    assert_eq!(waiting.visits, 3);
    assert!((waiting.value - 0.25).abs() < 1e-6);
    let ended = waiting.with_result(0.75).with_result(0.75);
    assert!((ended.value - 0.75).abs() < 1e-6);
}

#[test]
fn priors_lose_little_and_losses_leave_them_alone() {
    let tree = Tree::new(1 << 20);
    let root = tree.node(Tree::ROOT);
    for prior in [1.0, 0.5, 0.1234567, 1e-6, 1e-20, 0.0] {
        root.set_prior(prior);
        (0..4095).for_each(|_| root.begin_visit());
        assert_eq!((root.prior_and_losses().1, root.begun_visits()), (4095, 4095));
        assert!((root.prior() - prior).abs() <= prior / 2048.0);
        (0..4095).for_each(|_| root.cancel_visit());
        assert_eq!(root.prior_and_losses(), (root.prior(), 0));
    }
}

#[test]
#[cfg_attr(miri, ignore = "millions of visits")]
fn new_results_count_after_any_number_of_visits() {
    for (result, start) in [(1.0, 0.0), (0.0, 1.0), (0.5, 0.2)] {
        for visits in [1 << 18, 1 << 25, NodeResults::MOST_VISITS] {
            let mut results = NodeResults { visits, value: start, proof: NodeProof::Open };
            for _ in 0..2_000_000 {
                results = results.with_virtual_loss().with_result(result);
            }
            assert!((results.value - result).abs() < 0.01, "{visits} {results:?}");
            assert!((0.0..=1.0).contains(&results.value));
        }
    }
}

#[test]
fn rave_counts_are_halved_before_they_overflow() {
    let tree = Tree::new(1 << 20);
    let root = tree.node(Tree::ROOT);
    let moves = [(Cell(3), TreeNode::RAVE_PRIOR), (Cell(0), TreeNode::RAVE_PRIOR)];
    tree.expand(root, Colour::Black, moves.into_iter());
    let children = tree.children(root, Colour::Black).unwrap();
    // All playouts of one cell are won, and a quarter of those of the other.
    let games = [16 << 16 | 64, 0, 0, 48 << 16 | 48];
    let share = |at| {
        let count = children.get(at).prior_bits();
        f64::from(count >> 16) / f64::from(count & 0xffff)
    };
    for visit in 1..10_000 {
        children.add_rave(&games);
        let expected = if visit < 100 { 0.03 } else { 0.001 };
        assert!((share(0) - 1.0).abs() < expected, "{visit}");
        assert!((share(1) - 0.25).abs() < expected, "{visit}");
    }
}
