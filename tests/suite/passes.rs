//! A pass lays no stone and is a move all the same.

use kring::{
    agents::{AgentSpec, Choice, Networks, Task},
    board::{Colour, Move, Position, Rules, Size, Turns, chance},
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::helper::all_rules;

/// Everything about a position that a pass leaves alone.
fn on_the_board(position: &Position) -> impl PartialEq + std::fmt::Debug {
    let of = |colour| (*position.stones(colour), position.season(colour));
    (Colour::ALL.map(of), position.winner(), position.empty_count())
}

#[test]
fn a_pass_changes_the_turn_and_nothing_else_until_the_board_is_full_and_after() {
    for (rules, size) in all_rules().zip([(3, 3), (4, 2), (1, 1)].into_iter().cycle()) {
        let size = Size::new(size.0, size.1).unwrap();
        let mut position = Position::new(chance::game(size, rules.clone(), 1));
        let beginning = position.clone();
        for number in 0.. {
            let colour = position.turn().unwrap_or(Colour::ALL[number % 2]);
            position.declare(colour);
            let before = position.clone();
            for passer in Colour::ALL {
                assert!(!position.legal_moves(passer).contains(&Move::Pass));
                position.play(passer, Move::Pass).unwrap();
                assert_eq!(on_the_board(&position), on_the_board(&before), "{rules}");
                let next = (rules.turns == Turns::Alternating).then(|| passer.other());
                assert_eq!((position.turn(), position.declared()), (next, None), "{rules}");
                assert_eq!(position.swap(Colour::White), None);
                let text = format!("last move: {passer} pass\n");
                assert!(position.to_string().contains(&text), "{position}");
                position.undo().unwrap();
                assert!(position == before, "{position}");
            }
            position.play(colour, Move::Pass).unwrap();
            let Some(cell) = position.legal_cells(colour).iter().next() else { break };
            position.play(colour, Move::Cell(cell)).unwrap();
        }
        assert_eq!(position.empty_count(), 0);
        while position.undo().is_some() {}
        position.declare(Colour::Black);
        let mut expected = beginning;
        expected.declare(Colour::Black);
        assert!(position == expected, "{position}");
    }
}

#[test]
fn passes_alone_cannot_make_a_game_longer_than_any_other() {
    let size = Size::new(2, 2).unwrap();
    let mut position = Position::new(chance::game(size, Rules::default(), 1));
    for _ in 0..4096 {
        position.play(Colour::White, Move::Pass).unwrap();
    }
    let refused = position.play(Colour::Black, Move::Pass).unwrap_err();
    assert_eq!(refused.to_string(), "comes too late: with passes a game has at most 4096 moves");
    let cell = Move::from_name(size, "a1").unwrap();
    assert_eq!(position.play(Colour::Black, cell), Ok(()));
}

/// A search that went on below a pass with what it knew from before would
/// take the moves of one colour for those of the other.
#[test]
fn no_search_keeps_a_tree_over_a_pass() {
    let size = Size::new(5, 5).unwrap();
    for agent in ["mcts sims=300 threads=1", "neural evals=8 threads=1"] {
        let spec: AgentSpec = agent.parse().unwrap();
        let factory = spec.load(&Networks::default()).unwrap();
        let mut used = factory.build();
        let think = |agent: &mut Box<dyn kring::agents::Agent>, position: &Position, colour| {
            let mut rng = ChaCha8Rng::seed_from_u64(5);
            let Choice { mv, scores, .. } = agent.choose(Task::new(position, colour, &mut rng));
            (mv, scores)
        };
        let mut position = Position::new(chance::game(size, Rules::default(), 1));
        let (first, _) = think(&mut used, &position, Colour::Black);
        for passes in [&[Colour::White][..], &[Colour::Black, Colour::White]] {
            if position.ply() == 0 {
                position.play(Colour::Black, first).unwrap();
            }
            for &by in passes {
                position.play(by, Move::Pass).unwrap();
            }
            let fresh = think(&mut factory.build(), &position, Colour::Black);
            assert_eq!(think(&mut used, &position, Colour::Black), fresh, "{agent}");
        }
    }
}
