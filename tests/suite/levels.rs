//! The nine levels: legal and quick under all rules, stronger from level to level,
//! and free of blunders.

use kring::{
    agents::{AgentSpec, Choice, Task, default_agent},
    board::{
        Colour, Move, Position, Rules, Size, Turns,
        chance::{self, Purpose},
    },
};
use rand::RngExt;

use crate::{
    helper::all_rules,
    mcts::{agent, counter},
};
use kring_reference::empty;

fn choose(spec: &str, position: &Position, colour: Colour, seed: u64) -> Choice {
    let mut rng = chance::generator(seed, Purpose::Agent(colour));
    agent(spec).choose(Task::new(position, colour, &mut rng))
}

/// The default agent of the game at a level.
fn at_level(rules: &Rules, level: usize) -> String {
    let size = Size::new(5, 5).unwrap();
    format!("{} level={level}", default_agent(rules, size, Colour::Black))
}

/// Plays a game; the winner.
fn play(position: &Position, specs: [&str; 2], seed: u64) -> Colour {
    let mut position = position.clone();
    let mut agents = specs.map(|spec| spec.parse::<AgentSpec>().unwrap().build().unwrap());
    let mut rngs = Colour::ALL.map(|colour| chance::generator(seed, Purpose::Agent(colour)));
    let mut coin = chance::generator(seed, Purpose::Coin);
    loop {
        if let Some(winner) = position.winner() {
            return winner;
        }
        if position.rules().turns == Turns::Random {
            position.declare(Colour::ALL[usize::from(coin.random::<bool>())]);
        }
        let colour = position.turn().unwrap();
        let agent = &mut agents[colour.index()];
        let rng = &mut rngs[colour.index()];
        let choice = agent.choose(Task::new(&position, colour, rng));
        assert!(position.legal_moves(colour).contains(&choice.mv), "{specs:?}\n{position}");
        position.play(colour, choice.mv).unwrap();
    }
}

#[test]
fn every_level_plays_every_game() {
    for rules in all_rules() {
        let position = empty(&rules.to_string(), 4, 4);
        for level in [1, 4, 7, 8] {
            let spec = at_level(&rules, level);
            play(&position, [&spec, &spec], level as u64);
        }
    }
}

#[test]
fn a_high_level_beats_a_low_one() {
    for (rules, side) in [("hex", 7), ("torus", 5), ("hex seasons=3", 5), ("random-turn", 5)] {
        let position = empty(rules, side, side);
        let [low, high] = [1, 7].map(|level| at_level(position.rules(), level));
        let mut won = 0;
        for seed in 0..8 {
            won += u32::from(play(&position, [&low, &high], seed) == Colour::White);
            won += u32::from(play(&position, [&high, &low], seed) == Colour::Black);
        }
        // A coin decides a part of the games.
        let least = if rules == "random-turn" { 9 } else { 13 };
        assert!(won >= least, "{rules}: {won} of 16");
    }
}

#[test]
fn every_level_takes_a_win_and_all_but_the_first_stop_a_threat() {
    let size = Size::new(5, 5).unwrap();
    let mut position = empty("hex", 5, 5);
    let mut colour = Colour::Black;
    let mut play = |position: &mut Position, name: &str| {
        let cell = kring::board::Cell::from_name(size, name).unwrap();
        position.play(colour, Move::Cell(cell)).unwrap();
        colour = colour.other();
    };
    for name in &["c1", "a1", "c2", "b5", "c3", "e3", "c4"] {
        play(&mut position, name);
    }
    let answers = |position: &Position, level: usize, colour: Colour| {
        let spec = format!("neural level={level}");
        (0..20).filter(|&seed| choose(&spec, position, colour, seed).mv.name(size) == "c5").count()
    };
    // White is lost unless it plays c5, which a beginner overlooks at times.
    assert!((1..20).contains(&answers(&position, 1, Colour::White)));
    assert!((2..=8).all(|level| answers(&position, level, Colour::White) == 20));
    play(&mut position, "a2");
    assert!((1..=8).all(|level| answers(&position, level, Colour::Black) == 20));
}

#[test]
fn levels_think_little_on_every_board() {
    for (rules, side) in [("hex", 19), ("torus", 13), ("cylinder swap=on", 11)] {
        let position = empty(rules, side, side);
        for level in 1..=8 {
            let choice = choose(&format!("neural level={level}"), &position, Colour::Black, 1);
            // The first move of a game with swap needs a look at all of them.
            let most = if rules.ends_with("swap=on") { side * side + 1 } else { 200 };
            assert!(counter(&choice, "evaluations") <= most as f64, "{rules}: {choice:?}");
        }
    }
}

#[test]
fn low_levels_vary_and_give_away_little_when_they_are_ahead() {
    let size = Size::new(7, 7).unwrap();
    let mut position = empty("hex", 7, 7);
    for (colour, name) in [(Colour::Black, "d4"), (Colour::White, "a1"), (Colour::Black, "e2")] {
        let cell = kring::board::Cell::from_name(size, name).unwrap();
        position.play(colour, Move::Cell(cell)).unwrap();
    }
    position.play(Colour::White, Move::Cell(kring::board::Cell::unchecked(47))).unwrap();
    // Black is far ahead, and stays ahead after every move of every level.
    for level in 1..=8 {
        let mut moves = Vec::new();
        for seed in 0..if level > 3 { 3 } else { 10 } {
            let choice = choose(&format!("neural level={level}"), &position, Colour::Black, seed);
            let mut next = position.clone();
            next.play(Colour::Black, choice.mv).unwrap();
            let answer = choose("neural evals=50", &next, Colour::White, 1);
            assert!(answer.value.unwrap() < 0.5, "level {level}: {choice:?}");
            moves.push(choice.mv.name(size));
        }
        moves.sort();
        moves.dedup();
        assert!(level > 3 || moves.len() > 2, "level {level}: {moves:?}");
    }
}
