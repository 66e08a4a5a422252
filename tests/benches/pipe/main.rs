//! The engine behind a pipe: `cargo bench --bench pipe`. Measures the time from start to first
//! reply, commands per second (sent ahead, and one at a time), and the memory of an idle engine.
//! `cargo bench --bench pipe -- soak 10000000` sends that number of random commands and watches
//! the memory instead.

mod soak;

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kring"))
            .args(["--seed", "1", "--agent", "random"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Engine { child, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Reads replies and checks that they are successes.
    fn receive(&mut self, replies: usize) {
        read_replies(&mut self.output, replies);
    }

    fn quit(mut self) {
        self.send("quit");
        self.receive(1);
        self.child.wait().unwrap();
    }
}

fn read_replies(output: &mut impl BufRead, replies: usize) {
    let mut line = String::new();
    for _ in 0..replies {
        line.clear();
        output.read_line(&mut line).unwrap();
        assert!(line.starts_with('='), "{line}");
        while line != "\n" {
            line.clear();
            output.read_line(&mut line).unwrap();
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    match words.iter().position(|word| word == "soak").and_then(|at| words.get(at + 1)) {
        Some(commands) => soak::run(commands.parse().unwrap()),
        None => measure(),
    }
}

fn measure() {
    let first_reply = |_: u32| {
        let begin = Instant::now();
        let mut engine = Engine::start();
        engine.send("name");
        engine.receive(1);
        let time = begin.elapsed();
        engine.quit();
        time
    };
    let mut times: Vec<Duration> = (0..21).map(first_reply).collect();
    times.sort();
    println!("start to first reply      {:.1?} median, {:.1?} worst", times[10], times[20]);

    let mut engine = Engine::start();
    engine.send("name");
    engine.receive(1);
    if let Some(memory) = soak::resident(engine.child.id()) {
        println!("memory when idle          {memory:.1} MB");
    }

    let pairs = 500_000;
    let begin = Instant::now();
    let mut output = engine.output;
    let reader = thread::spawn(move || {
        read_replies(&mut output, 2 * pairs);
        output
    });
    let batch = "play black f6\nundo\n".repeat(1000);
    for _ in 0..pairs / 1000 {
        engine.input.write_all(batch.as_bytes()).unwrap();
    }
    engine.output = reader.join().unwrap();
    let rate = 2.0 * pairs as f64 / begin.elapsed().as_secs_f64();
    println!("commands, sent ahead      {rate:.0} a second");

    let begin = Instant::now();
    for _ in 0..20_000 {
        engine.send("play black f6");
        engine.receive(1);
        engine.send("undo");
        engine.receive(1);
    }
    println!("commands, one at a time   {:.0} a second", 40_000.0 / begin.elapsed().as_secs_f64());
    engine.quit();
}
