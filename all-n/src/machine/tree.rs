//! States are told apart by a tree of suffixes. A word is sifted down the tree: what the oracle says about
//! the word with the suffix of a node leads to one of its children.

use anyhow::Result;
use kring_proof::all_n::Row;

use super::Oracle;

/// A node of the tree.
enum Node {
    /// The leaf of a state.
    Leaf(usize),
    /// A suffix, and the child for each verdict.
    Inner(Vec<Row>, [Option<usize>; 3]),
}

/// A tree; node 0 is its root.
pub struct Tree {
    nodes: Vec<Node>,
    /// The word by which each state was found.
    pub words: Vec<Vec<Row>>,
    /// The leaf of each state.
    leaves: Vec<usize>,
}

impl Tree {
    /// A tree without states, whose root asks for the verdict of the word itself.
    pub fn new() -> Tree {
        let nodes = vec![Node::Inner(Vec::new(), [None; 3])];
        Tree { nodes, words: Vec::new(), leaves: Vec::new() }
    }

    /// The state of a node, if it is a leaf.
    pub fn state(&self, node: usize) -> Option<usize> {
        match self.nodes[node] {
            Node::Leaf(state) => Some(state),
            Node::Inner(..) => None,
        }
    }

    /// The leaf to which a word belongs, from a node downwards. A new one becomes a state.
    pub fn sift(&mut self, oracle: &mut Oracle, mut node: usize, word: &[Row]) -> Result<usize> {
        loop {
            let Node::Inner(suffix, children) = &self.nodes[node] else { return Ok(node) };
            let verdict = oracle.verdict(&[word, suffix].concat())? as usize;
            node = match children[verdict] {
                Some(child) => child,
                None => self.add_state(node, verdict, word.to_vec()),
            };
        }
    }

    /// Divides a state by a suffix about which its word and a new word differ.
    pub fn split(
        &mut self,
        oracle: &mut Oracle,
        old: usize,
        new: Vec<Row>,
        suffix: Vec<Row>,
    ) -> Result<()> {
        let old_verdict = oracle.verdict(&[&self.words[old][..], &suffix].concat())?;
        let new_verdict = oracle.verdict(&[&new[..], &suffix].concat())?;
        // The leaf becomes a node, with a new leaf for the old state.
        let leaf = self.nodes.len();
        let node = std::mem::replace(&mut self.leaves[old], leaf);
        self.nodes.push(Node::Leaf(old));
        let mut children = [None; 3];
        children[old_verdict as usize] = Some(leaf);
        self.nodes[node] = Node::Inner(suffix, children);
        self.add_state(node, new_verdict as usize, new);
        Ok(())
    }

    /// Adds a state as the child of a node. Returns its leaf.
    fn add_state(&mut self, parent: usize, verdict: usize, word: Vec<Row>) -> usize {
        let leaf = self.nodes.len();
        self.nodes.push(Node::Leaf(self.words.len()));
        self.words.push(word);
        self.leaves.push(leaf);
        if let Node::Inner(_, children) = &mut self.nodes[parent] {
            children[verdict] = Some(leaf);
        }
        leaf
    }
}
