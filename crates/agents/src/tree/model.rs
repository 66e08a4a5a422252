//! The shared tree under the model checker: `loom` runs every interleaving of the threads of a
//! model, with every value that the memory order allows a load to see. `scripts/model.sh` runs it.

use kring_board::{Cell, Colour};
use loom::{model, sync::Arc, thread};

use super::{Extra, NodeProof, Tree, TreeNode};

fn moves(first: u16) -> impl ExactSizeIterator<Item = (Cell, Extra)> {
    (first..first + 3).map(|cell| (Cell::unchecked(cell), Extra(u32::from(cell) + 100)))
}

/// A tree of a root with three children.
fn tree() -> Arc<Tree> {
    let tree = Tree::new(0);
    tree.expand(tree.node(Tree::ROOT), Colour::Black, moves(1));
    Arc::new(tree)
}

fn child(tree: &Tree) -> TreeNode<'_> {
    tree.children(tree.node(Tree::ROOT), Colour::Black).unwrap().get(1)
}

/// Runs both functions on one child at the same time.
fn race(tree: &Arc<Tree>, one: fn(TreeNode<'_>), other: fn(TreeNode<'_>)) {
    let shared = tree.clone();
    let thread = thread::spawn(move || other(child(&shared)));
    one(child(tree));
    thread.join().unwrap();
}

fn visit(node: TreeNode<'_>, result: f32) {
    node.add_virtual_loss();
    node.add_result(result);
}

#[test]
fn no_visit_is_lost() {
    model(|| {
        let tree = tree();
        race(&tree, |node| visit(node, 1.0), |node| visit(node, 0.5));
        let results = child(&tree).results();
        assert_eq!((results.visits, results.value), (2, 0.75));
    });
}

#[test]
fn visits_of_a_network_search_leave_no_virtual_loss() {
    model(|| {
        let tree = tree();
        let prior = child(&tree).extra();
        let end = |node: TreeNode<'_>| {
            node.begin_visit();
            node.end_visit(1.0);
        };
        let cancel = |node: TreeNode<'_>| {
            node.begin_visit();
            node.cancel_visit();
        };
        race(&tree, end, cancel);
        let results = child(&tree).results();
        assert_eq!((results.visits, results.value), (1, 1.0));
        assert_eq!(child(&tree).extra(), prior);
    });
}

#[test]
fn the_value_is_never_out_of_range() {
    model(|| {
        let tree = tree();
        let watch = |node: TreeNode<'_>| {
            let results = node.results();
            assert!((0.0..=1.0).contains(&results.value), "{results:?}");
        };
        race(&tree, |node| visit(node, 1.0), watch);
    });
}

#[test]
fn a_proof_outlives_a_visit() {
    model(|| {
        let tree = tree();
        race(&tree, |node| visit(node, 1.0), |node| node.prove(NodeProof::Won));
        let results = child(&tree).results();
        assert_eq!((results.visits, results.proof), (1, NodeProof::Won));
    });
}

#[test]
fn no_rave_count_is_lost() {
    model(|| {
        let tree = tree();
        let games = [1 << 16 | 2; 8];
        let add = move |tree: &Tree| {
            let children = tree.children(tree.node(Tree::ROOT), Colour::Black).unwrap();
            children.add_rave(&games);
        };
        let shared = tree.clone();
        let thread = thread::spawn(move || add(&shared));
        add(&tree);
        thread.join().unwrap();
        assert_eq!(child(&tree).extra(), Extra(102 + 2 * (1 << 16 | 2)));
    });
}

/// One thread expands a node while another reads its children: it finds none, or complete ones.
#[test]
fn children_are_complete_when_they_are_found() {
    model(|| {
        let tree = tree();
        let shared = tree.clone();
        let thread = thread::spawn(move || shared.expand(child(&shared), Colour::White, moves(5)));
        if let Some(found) = tree.children(child(&tree), Colour::White) {
            let found: Vec<_> = found.iter().map(|node| (node.cell(), node.extra())).collect();
            assert_eq!(found, moves(5).collect::<Vec<_>>());
        }
        thread.join().unwrap();
    });
}

/// Two threads expand the same node, one of them for both colours, as under random turns: the
/// node gets each block of children once.
#[test]
fn nodes_are_expanded_once() {
    model(|| {
        let tree = tree();
        let shared = tree.clone();
        let thread = thread::spawn(move || {
            shared.expand(child(&shared), Colour::White, moves(5));
            shared.expand(child(&shared), Colour::Black, moves(9));
        });
        tree.expand(child(&tree), Colour::White, moves(5));
        thread.join().unwrap();
        let cells = |colour| -> Vec<u16> {
            let children = tree.children(child(&tree), colour);
            children.unwrap().iter().map(|node| node.cell().number()).collect()
        };
        assert_eq!(cells(Colour::White), [5, 6, 7]);
        assert!(matches!(cells(Colour::Black)[..], [9, 10, 11]));
        assert_eq!(tree.len(), 1 + 3 + 3 + 3);
    });
}
