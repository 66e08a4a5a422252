//! What every agent must do under every combination of rules. A new agent in
//! the table is tested here without further code.

use std::time::Duration;

use kring::{
    agents::{AGENTS, Agent, AgentEntry, AgentSpec, Limits, Role, Task},
    board::{
        Cell, CellSet, Colour, Move, Position, Rules, Setup, Size, Symmetry, Topology, Turns,
        chance::{self, Purpose},
    },
};
use rand::RngExt;

use crate::helper::{LARGEST, all_rules};
use kring_reference::{check_unwrapped, has_won, is_winning_chain};

/// All sizes from 1×1 to 8×8.
fn all_sizes() -> impl Iterator<Item = Size> {
    (1..=8).flat_map(|m| (1..=8).map(move |n| Size::new(m, n).unwrap()))
}

/// The agent with its smallest sensible settings.
fn quick(entry: &AgentEntry) -> AgentSpec {
    quick_with(entry, "")
}

/// The same with other settings besides.
fn quick_with(entry: &AgentEntry, more: &str) -> AgentSpec {
    format!("{} {} {more}", entry.name, entry.quick).parse().unwrap()
}

/// A game in progress, with the position after each move.
struct Played {
    stages: Vec<Position>,
}

impl Played {
    fn last(&self) -> &Position {
        self.stages.last().unwrap()
    }
}

/// A whole game of an agent against itself (or against a random player where
/// it plays one colour only), checked move by move.
fn game(entry: &AgentEntry, rules: &Rules, size: Size, seed: u64) -> Played {
    game_with(entry, "", rules, size, seed)
}

/// The same with other settings besides.
fn game_with(entry: &AgentEntry, more: &str, rules: &Rules, size: Size, seed: u64) -> Played {
    let mut position = Position::new(chance::game(size, rules.clone(), seed));
    let mut agents = Colour::ALL.map(|colour| match entry.plays(rules, size, colour) {
        Ok(()) => quick_with(entry, more).build().unwrap(),
        Err(why) => {
            assert!(!why.to_string().is_empty());
            quick(AGENTS.iter().find(|entry| entry.name == "random").unwrap()).build().unwrap()
        }
    });
    let mut rngs = Colour::ALL.map(|colour| chance::generator(seed, Purpose::Agent(colour)));
    let mut coin = chance::generator(seed, Purpose::Coin);
    let mut stages = vec![position.clone()];
    while position.winner().is_none() {
        if rules.turns == Turns::Random {
            position.declare(Colour::ALL[usize::from(coin.random::<bool>())]);
        }
        let colour = position.turn().unwrap();
        let agent: &mut dyn Agent = agents[colour.index()].as_mut();
        let rng = &mut rngs[colour.index()];
        let before = position.clone();
        let limits = Limits::default();
        let task = Task { limits, ..Task::new(&position, colour, rng) };
        let choice = agent.choose(task);
        assert_eq!(before, position);
        let legal = position.legal_moves(colour);
        assert!(legal.contains(&choice.mv), "{} {rules} {size}: {choice:?}", entry.name);
        let in_range = |score: &f64| (0.0..=1.0).contains(score);
        assert!(choice.scores.iter().all(|(_, score)| in_range(score)), "{choice:?}");
        let wins =
            choice.mv.cell().is_some_and(|cell| position.winning_cells(colour).contains(cell));
        position.play(colour, choice.mv).unwrap();
        assert_eq!(position.winner().is_some(), wins, "{position}");
        stages.push(position.clone());
    }
    Played { stages }
}

/// The winner came with the last move, as a search from scratch sees it too.
fn check_winner(game: &Played) {
    let position = game.last();
    let winner = position.winner().unwrap();
    assert!(has_won(position, winner), "{position}");
    assert!(!has_won(position, winner.other()), "{position}");
    let before = &game.stages[game.stages.len() - 2];
    assert!(Colour::ALL.iter().all(|&colour| !has_won(before, colour)), "{before}");
    let chain = position.winning_chain();
    assert!(is_winning_chain(position, winner, &chain), "{position}");
    check_unwrapped(position, winner, &chain);
}

/// Filled to the last cell, a board has a winner, and only the torus two.
fn check_full_board(game: &Played) {
    let mut position = game.last().clone();
    let winner = position.winner();
    while !position.empty().is_empty() {
        let colour = Colour::ALL[position.ply() % 2];
        let cell = position.legal_cells(colour).iter().next().unwrap();
        position.play(colour, Move::Cell(cell)).unwrap();
    }
    assert_eq!(position.winner(), winner);
    let won = Colour::ALL.map(|colour| has_won(&position, colour));
    match position.rules().topology {
        Topology::Torus => assert!(won[0] || won[1], "{position}"),
        _ => assert!(won[0] != won[1], "{position}"),
    }
}

/// Undoing goes back through equal positions with equal hashes.
fn check_undo(game: &Played) {
    let mut position = game.last().clone();
    for stage in game.stages.iter().rev().skip(1) {
        position.undo().unwrap();
        // The coin of the undone move is restored.
        let coin = position.declared();
        let mut stage = stage.clone();
        if let Some(coin) = coin {
            stage.declare(coin);
        }
        assert!(position == stage, "{position}\n{stage}");
        assert_eq!(position.hash(), stage.hash());
    }
    assert_eq!(position.undo(), None);
}

/// The images of a game are games with the image of the winner.
fn check_symmetries(game: &Played) {
    let position = game.last();
    let symmetries = Symmetry::all(position.game());
    let identity = &symmetries[0];
    assert!(position.image(identity) == *position, "{position}");
    for symmetry in &symmetries {
        let image = position.image(symmetry);
        let winner = position.winner().map(|colour| symmetry.colour(colour));
        assert_eq!(image.winner(), winner, "{position}\n{image}");
        for colour in Colour::ALL {
            let stones: CellSet =
                position.stones(colour).iter().map(|cell| symmetry.cell(cell)).collect();
            assert_eq!(*image.stones(symmetry.colour(colour)), stones, "{position}\n{image}");
        }
    }
}

/// Under each rule combination an agent plays every fourth size, and `random`, which is fast, plays
/// all. The sizes differ from rules to rules, so that every agent plays every size nine times. Every
/// third game is played again, and is the same. `solver`, which mostly plays as `neural`
/// does, plays every eighth size.
#[test]
fn every_agent_plays_every_game() {
    for entry in AGENTS.iter().filter(|entry| !entry.needs_file()) {
        let every = match entry.name {
            "random" => 1,
            "solver" => 8,
            _ => 4,
        };
        let games = all_rules().enumerate().flat_map(|(number, rules)| {
            all_sizes()
                .skip((number + number / 4) % every)
                .step_by(every)
                .map(move |s| (rules.clone(), s))
        });
        for (seed, (rules, size)) in (0..).zip(games) {
            let first = game(entry, &rules, size, seed);
            check_winner(&first);
            check_full_board(&first);
            check_undo(&first);
            check_symmetries(&first);
            if seed % 3 == 0 {
                let again = game(entry, &rules, size, seed);
                assert!(first.last().moves().eq(again.last().moves()), "{} {rules}", entry.name);
            }
        }
    }
}

/// The moves of several threads are not repeatable, but as right as others. A
/// few sizes are enough: each move starts and joins threads.
#[test]
fn every_agent_with_threads_plays_every_game() {
    let sizes = [(1, 1), (2, 3), (4, 4), (5, 3), (6, 6)].map(|(m, n)| Size::new(m, n).unwrap());
    let has_threads =
        |entry: &&'static AgentEntry| AgentSpec::new(entry).parameter(Role::Threads).is_some();
    let entries: Vec<&AgentEntry> = AGENTS.iter().filter(has_threads).collect();
    assert_eq!(entries.iter().map(|entry| entry.name).collect::<Vec<_>>(), THREADED);
    for entry in entries {
        for (seed, (rules, size)) in
            (0..).zip(all_rules().flat_map(|r| sizes.map(|s| (r.clone(), s))))
        {
            let game = game_with(entry, "threads=4", &rules, size, seed);
            check_winner(&game);
            check_undo(&game);
        }
    }
}

/// The agents that have threads.
const THREADED: [&str; 3] = ["mcts", "neural", "solver"];

/// Random games to the last cell on the largest boards.
#[test]
fn games_on_the_largest_boards_are_sound() {
    let random = AGENTS.iter().find(|entry| entry.name == "random").unwrap();
    for (seed, (columns, rows)) in (0..).zip(LARGEST) {
        let size = Size::new(columns, rows).unwrap();
        for rules in ["hex swap=on", "cylinder", "torus", "torus seasons=3 turns=random"] {
            let game = game(random, &rules.parse().unwrap(), size, seed);
            check_winner(&game);
            check_full_board(&game);
            check_undo(&game);
            if size.cells() < 200 {
                check_symmetries(&game);
            }
        }
    }
}

#[test]
fn every_agent_moves_on_the_largest_boards() {
    let playing = AGENTS.iter().filter(|entry| !entry.needs_file());
    for (entry, (columns, rows)) in playing.flat_map(|e| LARGEST.map(|size| (e, size))) {
        let size = Size::new(columns, rows).unwrap();
        for rules in ["hex", "cylinder", "torus", "torus seasons=2 turns=random"] {
            let rules: Rules = rules.parse().unwrap();
            let cells =
                [size.cells() - 1, size.cells() / 2].map(|cell| Cell::unchecked(cell as u16));
            let setup: Setup = Colour::ALL.into_iter().zip(cells).collect();
            let game = chance::game(size, rules.clone(), 1);
            let mut position = Position::from_setup(game, setup).unwrap();
            if position.winner().is_some() {
                continue;
            }
            let plays = |colour: &Colour| entry.plays(&rules, size, *colour).is_ok();
            for colour in Colour::ALL.into_iter().filter(plays) {
                position.declare(colour);
                let rng = &mut chance::generator(1, Purpose::Agent(colour));
                let time = Some(Duration::from_millis(20).into());
                let limits = Limits { time, ..Limits::default() };
                let task = Task { limits, ..Task::new(&position, colour, rng) };
                let choice = quick(entry).build().unwrap().choose(task);
                let legal = position.legal_moves(colour);
                assert!(legal.contains(&choice.mv), "{} {rules} {size}: {choice:?}", entry.name);
            }
        }
    }
}
