//! Many threads in one tree on tiny boards with little memory, so that they meet at every node.
//! The reports of the search, and its final tree, must be exact.

use std::{collections::HashMap, time::Duration};

use kring_board::{
    Colour, Position, Turns,
    chance::{self, Purpose},
};

use super::{KeptTree, NodeProof, Tree, TreeNode};
use crate::{
    agent::{Agent, Choice, Task, Watch},
    mcts::{Mcts, MctsSettings},
    neural::{Neural, NeuralSettings},
    spec::AgentSpec,
};

/// Searches until this number of reported values has been checked.
fn search(agent: &str, threads: usize, rules: &str, size: &str, values: u64) {
    let spec = format!("{agent} threads={threads} memory=1");
    let spec: AgentSpec = spec.parse().unwrap();
    let mut position =
        Position::new(chance::game(size.parse().unwrap(), rules.parse().unwrap(), 1));
    let mut rng = chance::generator(1, Purpose::Agent(Colour::Black));
    let mut winners = Winners::default();
    let mut checked = 0;
    while checked < values {
        let colour = if position.ply().is_multiple_of(2) { Colour::Black } else { Colour::White };
        let mut see = |choice: &Choice| checked += check_report(choice);
        let mut task = Task::new(&position, colour, &mut rng);
        task.watch = Some(Watch { every: Duration::ZERO, see: &mut see });
        let (choice, kept) = decide(&spec, task);
        checked += check_report(&choice);
        // Larger boards take too long by brute force.
        if let Some(kept) = kept.filter(|kept| kept.position.size().cells() <= 12) {
            check_tree(&kept, threads as u32, &mut winners);
        }
        match choice.mv.cell() {
            Some(cell) if position.winner().is_none() => position.play_unchecked(colour, cell),
            _ => position = Position::new(position.game().clone()),
        }
        if position.winner().is_some() {
            position = Position::new(position.game().clone());
        }
    }
}

/// A decision by a new agent, and the tree that it keeps.
fn decide(spec: &AgentSpec, task: Task<'_>) -> (Choice, Option<KeptTree>) {
    if let Some(settings) = spec.settings_as::<MctsSettings>() {
        let mut agent = Mcts::new(settings);
        (agent.choose(task), agent.last.take())
    } else {
        let settings = spec.settings_as::<NeuralSettings>().expect("mcts or neural");
        let mut agent = Neural::new(settings, None);
        (agent.choose(task), agent.last.take())
    }
}

/// Checks that all values in a report are probabilities, and returns their number.
fn check_report(choice: &Choice) -> u64 {
    let scores = choice.scores.iter().map(|(_, score)| *score);
    let candidates = choice.candidates.iter().flat_map(|seen| [seen.win_rate, seen.prior]);
    let mut count = 0;
    for value in choice.value.into_iter().chain(scores).chain(candidates) {
        assert!((0.0..=1.0).contains(&value), "{value} in {choice:?}");
        count += 1;
    }
    count
}

/// Checks that every visit of a child is one of its parent, that values are probabilities, and
/// that proofs are correct.
fn check_tree(kept: &KeptTree, threads: u32, winners: &mut Winners) {
    let root = kept.tree.node(Tree::ROOT);
    let mut position = kept.position.clone();
    check_node(&kept.tree, root, (&mut position, kept.colour), threads, winners);
}

fn check_node(
    tree: &Tree,
    node: TreeNode<'_>,
    (position, to_move): (&mut Position, Colour),
    threads: u32,
    winners: &mut Winners,
) {
    let results = node.results();
    assert!((0.0..=1.0).contains(&results.value), "{results:?}");
    if results.proof != NodeProof::Open {
        let winner = if results.proof == NodeProof::Won { to_move.other() } else { to_move };
        assert_eq!(winners.of(position, to_move), winner);
    }
    let mut below = 0;
    for colour in Colour::ALL {
        for child in tree.children(node, colour).unwrap_or_default().iter() {
            below += child.visits();
            if child.visits() > 0 {
                position.play_unchecked(colour, child.cell());
                check_node(tree, child, (position, colour.other()), threads, winners);
                position.undo();
            }
        }
    }
    assert!(below <= results.visits, "{results:?}, but {below} visits below it");
    // A node is expanded after a few visits of its own. While a batch is under evaluation, each
    // thread can add some before it sees the children. A proven node is not searched further.
    let own = results.visits - below;
    let is_expanded = Colour::ALL.iter().any(|&colour| tree.children(node, colour).is_some());
    if is_expanded && results.proof == NodeProof::Open {
        assert!(own <= 4 + 8 * threads, "{own} own visits of {}", results.visits);
    }
}

/// The winner with best play, by brute force.
#[derive(Default)]
struct Winners(HashMap<u64, Colour>);

impl Winners {
    fn of(&mut self, position: &mut Position, to_move: Colour) -> Colour {
        if let Some(winner) = position.winner() {
            return winner;
        }
        assert_eq!(
            position.rules().turns,
            Turns::Alternating,
            "a coin decides, and nothing is proven"
        );
        let hash = position.hash_for(to_move);
        if let Some(winner) = self.0.get(&hash) {
            return *winner;
        }
        let mut winner = to_move.other();
        for cell in position.legal_cells(to_move).iter() {
            position.play_unchecked(to_move, cell);
            let found = self.of(position, to_move.other());
            position.undo();
            if found == to_move {
                winner = to_move;
                break;
            }
        }
        self.0.insert(hash, winner);
        winner
    }
}

/// Tiny boards, which a search solves within its first simulations.
const TINY: [(&str, &str); 4] =
    [("hex", "3x3"), ("torus", "3x3"), ("seasons=2", "4x3"), ("turns=random", "3x3")];

/// Runs searches of all kinds by playouts, until each has reported this number of values.
fn stress_mcts(threads: usize, boards: [(&str, &str); 4], simulations: u64, values: u64) {
    for (rules, size) in boards {
        for kind in ["rave=on", "rave=off", "plain=on"] {
            let agent = format!("mcts {kind} sims={simulations}");
            search(&agent, threads, rules, size, values);
        }
    }
}

#[test]
fn the_tree_of_mcts_is_exact_with_few_and_with_many_threads() {
    for threads in [2, 16, 64] {
        stress_mcts(threads, TINY, 1000, 2_000);
    }
}

#[test]
fn the_tree_of_neural_is_exact_with_few_and_with_many_threads() {
    for threads in [2, 16, 64] {
        for (rules, size) in &TINY[..3] {
            search("neural evals=100", threads, rules, size, 700);
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn ten_million_values_are_exact() {
    let boards = [("hex", "6x6"), ("torus", "5x5"), ("seasons=2", "5x5"), ("turns=random", "4x4")];
    for threads in [16, 64] {
        stress_mcts(threads, boards, 100_000, 770_000);
        search("neural evals=10000", threads, "hex", "6x6", 770_000);
    }
}
