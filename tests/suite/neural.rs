//! The agent `neural`: it knows solved boards, reuses its tree, swaps when it
//! should, and is the default for the games that it plays.

use kring::{
    agents::{AgentFactory, AgentSpec, Networks, Role, Stop, default_agent},
    board::{
        Cell, Colour, Move, Rules, Size,
        chance::{self, Purpose},
    },
};

use crate::{
    helper::{answer, fresh_session},
    mcts::{agent, choose, counter},
    small_boards::{Score, openings},
};
use kring_reference::empty;

#[test]
fn it_opens_solved_boards_with_a_winning_move_without_search() {
    for (side, openings) in [(3, "c1 a2 b2 c2 a3"), (4, "d1 c2 b3 a4")] {
        let mut agent = agent("neural evals=1");
        let choice = choose(agent.as_mut(), &empty("hex", side, side), Stop::default());
        let name = choice.mv.name(Size::new(side, side).unwrap());
        assert!(openings.split(' ').any(|opening| opening == name), "{name}");
    }
}

#[test]
fn one_thread_is_reproducible() {
    for variant in ["hex", "cylinder swap=on", "torus", "hex seasons=3", "torus seasons=2"] {
        let position = empty(variant, 6, 6);
        let game = |spec| choose(agent(spec).as_mut(), &position, Stop::default()).visits;
        assert_eq!(game("neural evals=60"), game("neural evals=60"), "{variant}");
    }
}

#[test]
fn the_tree_is_kept_and_its_memory_is_capped() {
    let mut position = empty("hex", 7, 7);
    let mut agent = agent("neural evals=200 memory=1");
    let first = choose(agent.as_mut(), &position, Stop::default());
    assert!(counter(&first, "nodes") <= (1 << 19) as f64 / 40.0 + 8192.0, "{first:?}");
    let reply = first.variation[1];
    position.play(Colour::Black, first.mv).unwrap();
    position.play(Colour::White, reply).unwrap();
    let begun = first.visits.iter().map(|(_, visits)| visits).sum::<u64>();
    let second = choose(agent.as_mut(), &position, Stop::default());
    let visits: u64 = second.visits.iter().map(|(_, visits)| visits).sum();
    assert!(begun <= 200 && visits > counter(&second, "evaluations") as u64, "{visits}");
}

#[test]
fn it_swaps_a_good_opening_and_opens_evenly() {
    for variant in ["hex swap=on", "torus swap=on", "cylinder swap=on"] {
        let mut position = empty(variant, 7, 7);
        let opening = choose(agent("neural evals=1").as_mut(), &position, Stop::default());
        if variant == "hex swap=on" {
            assert_ne!(opening.mv, Move::Cell(Cell::unchecked(24)), "the centre is too good");
        }
        position.play(Colour::Black, Move::Cell(Cell::unchecked(24))).unwrap();
        let choice = choose(agent("neural evals=100").as_mut(), &position, Stop::default());
        assert!(!matches!(choice.mv, Move::Cell(_)), "{variant}: {choice:?}");
    }
    let mut position = empty("hex swap=on", 7, 7);
    position.play(Colour::Black, Move::Cell(Cell::unchecked(0))).unwrap();
    let choice = choose(agent("neural evals=100").as_mut(), &position, Stop::default());
    assert!(matches!(choice.mv, Move::Cell(_)));
}

#[test]
fn low_levels_vary_and_the_best_does_not() {
    let position = empty("hex", 7, 7);
    let moves = |spec: &str| {
        let mut agent = agent(spec);
        let mut moves: Vec<Move> = Vec::new();
        for seed in 0..20 {
            let rng = &mut chance::generator(seed, Purpose::Coin);
            let limits = kring::agents::Limits::default();
            let colour = Colour::Black;
            let task =
                kring::agents::Task { limits, ..kring::agents::Task::new(&position, colour, rng) };
            moves.push(agent.choose(task).mv);
        }
        moves.sort_by_key(|mv| mv.cell());
        moves.dedup();
        moves.len()
    };
    // One of the 16 moves that the network likes best.
    assert!((6..=16).contains(&moves("neural level=1")));
    assert_eq!(moves("neural level=7"), 1);
    assert!(moves("neural evals=20 temperature=5") > 3);
}

#[test]
fn it_is_the_default_where_it_plays() {
    let default_name = |rules: &str| {
        let rules: Rules = rules.parse().unwrap();
        default_agent(&rules, Size::new(5, 7).unwrap(), Colour::White).to_string()
    };
    for rules in ["hex", "cylinder swap=on", "torus", "hex seasons=3", "torus seasons=2"] {
        assert_eq!(default_name(rules), "neural");
    }
}

#[test]
fn networks_are_read_when_an_agent_is_loaded_and_not_when_it_is_named() {
    let spec: AgentSpec = "neural net=Cargo.toml".parse().unwrap();
    let error = spec.build().err().unwrap().to_string();
    assert!(error.starts_with("net=Cargo.toml: ") && error.contains("safetensors"), "{error}");
    // A session refuses the agent at once and keeps the one it has.
    let session = &mut fresh_session();
    let refused = "? cannot load file: net=missing: ";
    let reply = answer(session, "set-agent neural net=missing");
    assert!(reply.starts_with(refused), "{reply}");
    assert_eq!(answer(session, "agent black"), "= random\n\n");
    answer(session, "set-agent neural evals=2");
    let reply = answer(session, "param_agent net missing");
    assert!(reply.starts_with(refused), "{reply}");
    assert_eq!(answer(session, "agent black"), "= neural evals=2\n\n");
}

#[test]
fn the_default_network_is_that_of_the_session_and_files_are_read_once() {
    let folder = std::env::temp_dir().join(format!("kring-networks-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("other.safetensors");
    std::fs::copy("crates/eval/nets/kring-6x64.safetensors", &file).unwrap();
    let networks = Networks::with_default(&file).unwrap();
    let named: AgentSpec = format!("neural evals=2 net={}", file.display()).parse().unwrap();
    let named = named.load(&Networks::default()).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let name = |factory: &AgentFactory| factory.network().map(|net| net.name().to_owned());
    let load = |text: &str| text.parse::<AgentSpec>().unwrap().load(&networks).unwrap();
    assert_eq!(name(&load("neural")).unwrap(), "other");
    assert_eq!(name(&load("mcts")), None);
    let changed = named.spec().with_nearest(Role::Level, 3.0);
    let changed = named.change(changed, &Networks::default()).unwrap();
    for factory in [named, changed] {
        assert_eq!(name(&factory).unwrap(), "other");
        let choice = choose(factory.build().as_mut(), &empty("hex", 5, 5), Stop::default());
        assert!(choice.mv.cell().is_some());
    }
}

/// A few of the boards of `small_boards.rs`, which has them all: `neural` knows most
/// openings without a search, and every one with 3,000 positions.
#[test]
fn it_knows_small_solved_boards() {
    let agent = |spec: &str| spec.parse::<AgentSpec>().unwrap().load(&Networks::default()).unwrap();
    let [quick, thorough] = ["neural evals=1", "neural evals=3000"].map(agent);
    let mut guessed = Score::default();
    for (variant, columns, rows) in [
        ("hex", 4, 3),
        ("cylinder", 3, 4),
        ("torus", 4, 3),
        ("hex seasons=2", 3, 4),
        ("cylinder seasons=3", 4, 3),
        ("torus seasons=2 black-cycle=1,1,2 white-cycle=2,1", 3, 4),
        ("torus seasons=3", 4, 3),
    ] {
        let openings = openings(empty(variant, columns, rows).game());
        let mut searched = Score::default();
        for opening in &openings {
            guessed.add(&quick, opening);
            searched.add(&thorough, opening);
        }
        assert_eq!(searched.right, searched.all, "{:?}", searched.wrong);
    }
    assert!(guessed.right as f64 >= 0.8 * guessed.all as f64, "{:?}", guessed.wrong);
}
