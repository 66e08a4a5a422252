//! Sends any number of random commands, valid and invalid.

use std::{
    io::{BufRead, Write},
    thread,
    time::Instant,
};

use kring::{
    board::chance::{self, Purpose},
    gtp::COMMANDS,
};
use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use super::Engine;

/// Sends random commands and prints the memory of the engine.
pub fn run(commands: usize) {
    let mut engine = Engine::start();
    let mut input = engine.input;
    let mut output = engine.output;
    let sender = thread::spawn(move || {
        let mut rng = chance::generator(7, Purpose::Coin);
        for _ in 0..commands {
            let mut line = random_line(&mut rng);
            line.push(b'\n');
            input.write_all(&line).unwrap();
        }
        input
    });
    let begin = Instant::now();
    let mut replies = 0;
    let mut refused = 0;
    let mut line = Vec::new();
    while replies < commands {
        line.clear();
        assert!(output.read_until(b'\n', &mut line).unwrap() > 0, "the engine has gone");
        replies += usize::from(line == b"\n");
        refused += usize::from(line.first() == Some(&b'?'));
        if line == b"\n" && replies % (commands / 10).max(1) == 0 {
            let seconds = begin.elapsed().as_secs_f64();
            let memory = resident(engine.child.id()).unwrap_or(f64::NAN);
            println!("{replies} replies, {refused} refused, {seconds:.0} s, {memory:.1} MB");
        }
    }
    engine.input = sender.join().unwrap();
    engine.output = output;
    engine.quit();
}

/// The memory that a process uses now, in MB.
pub fn resident(id: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS"))?;
    Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? / 1024.0)
}

/// One command line, never blank and never a comment.
fn random_line(rng: &mut ChaCha8Rng) -> Vec<u8> {
    let word = |rng: &mut ChaCha8Rng, words: &[&str]| words.choose(rng).unwrap().to_string();
    let colour = word(rng, &["b", "w", "black", "White", "blue"]);
    let number = rng.random_range(0..14);
    let cell = format!("{}{number}", (b'a' + rng.random_range(0..13)) as char);
    match rng.random_range(0..100) {
        0..50 => format!("play {colour} {cell}"),
        50..60 => "undo".to_owned(),
        60..70 => format!("{number} genmove {colour}"),
        70..73 => format!("boardsize {number} {}", rng.random_range(1..12)),
        73..76 => {
            let topology = word(rng, &["hex", "cylinder", "torus", "seasonal", "random-turn"]);
            let swap = word(rng, &["on", "off", "maybe"]);
            format!("variant {topology} seasons={} swap={swap}", rng.random_range(0..5))
        }
        76..80 => word(rng, &["play w swap-pieces", "play w swap-sides", "play b resign", "toss"]),
        80..82 => format!("season-map fair {number}"),
        82..84 => format!("season-cycle {colour} {}", word(rng, &["1", "1,2", "1,2,3", "x"])),
        84..86 => "clear_board".to_owned(),
        86..96 => {
            let harmless = |name: &str| !["quit", "savesgf", "loadsgf"].contains(&name);
            let names: Vec<&str> =
                COMMANDS.iter().map(|command| command.name).filter(|n| harmless(n)).collect();
            let name = word(rng, &names);
            let arguments = word(rng, &["", " b", " 1", " w a1", " random", " b random", " 1 2 3"]);
            format!("{name}{arguments}")
        }
        _ => {
            let bytes = (0..rng.random_range(1..40)).map(|_| rng.random::<u8>());
            let plain = bytes.filter(|byte| *byte != b'\n' && *byte != b'#');
            return b"x".iter().copied().chain(plain).collect();
        }
    }
    .into_bytes()
}
