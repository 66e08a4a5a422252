//! A tree that is cut down to a subtree.

use kring_agents::tree::{Children, NodeProof, Tree, TreeNode};
use kring_board::{Cell, Colour};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The subtree of a node as text.
fn text(tree: &Tree, node: TreeNode<'_>) -> String {
    let mut text = format!("{}:{:?}:{}", node.cell().0, node.results(), node.prior_bits());
    for colour in Colour::ALL {
        if let Some(children) = tree.children(node, colour) {
            let children: Vec<String> = children.iter().map(|c| self::text(tree, c)).collect();
            text += &format!("({colour} {})", children.join(" "));
        }
    }
    text
}

/// Adds blocks at random nodes until the tree has this number of nodes.
fn grow(tree: &Tree, nodes: u32, rng: &mut ChaCha8Rng) {
    while tree.len() < nodes {
        let mut node = tree.node(Tree::ROOT);
        let colour = loop {
            node.add_virtual_loss();
            let colour = Colour::ALL[usize::from(rng.random::<bool>())];
            match tree.children(node, colour) {
                Some(children) => node = children.get(rng.random_range(0..children.len())),
                None => break colour,
            }
        };
        node.prove([NodeProof::Open, NodeProof::Won, NodeProof::Lost][rng.random_range(0..3)]);
        let moves: Vec<_> =
            (0..rng.random_range(1..200)).map(|cell| (Cell(cell), rng.random())).collect();
        tree.expand(node, colour, moves.into_iter());
        for child in tree.children(node, colour).unwrap().iter() {
            assert_eq!((child.visits(), child.value(), child.proof()), (0, 0.0, NodeProof::Open));
            let is_expanded = |&colour: &Colour| tree.children(child, colour).is_some();
            assert!(!Colour::ALL.iter().any(is_expanded), "memory that was freed is not zero");
        }
    }
}

#[test]
fn the_kept_subtree_is_unchanged_and_freed_memory_is_zero() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut tree = Tree::new(8 << 20);
    for _ in 0..4 {
        grow(&tree, if cfg!(miri) { 300 } else { 60_000 }, &mut rng);
        let root = tree.node(Tree::ROOT);
        let size = |children: Children<'_>, at| text(&tree, children.get(at)).len();
        let children = Colour::ALL.into_iter().find_map(|colour| tree.children(root, colour));
        let children = children.unwrap();
        let at = (0..children.len()).max_by_key(|&at| size(children, at)).unwrap();
        let before = text(&tree, children.get(at));
        let id = children.id(at);
        tree.cut_down_to(id);
        assert_eq!(text(&tree, tree.node(Tree::ROOT)), before);
        assert_eq!(before.matches(':').count(), 5 * tree.len() as usize);
    }
}
