//! `kring bench`: a table of speeds, to compare machines and versions. Other work on the machine
//! slows the measurements, so the best of several rounds is printed, and measurements that are
//! compared alternate. With `--signature` or `--sessions`: what the agents play, to see whether
//! two versions play alike.

mod kernels;
mod measure;

use std::env::consts;
use std::time::{Duration, Instant};

use kring::signature::{Signature, sessions};
use kring_eval::Kernel;
use serde::Serialize;

use super::{cores, output::out_line};

use kernels::KernelRow;

/// The number of rounds; the best one counts.
const ROUNDS: usize = 5;

/// The rate per second in a round. `step` does a part of the work and returns its amount.
fn rate(mut step: impl FnMut() -> usize) -> f64 {
    const ROUND: Duration = Duration::from_millis(100);
    let begin = Instant::now();
    let mut count = 0;
    while begin.elapsed() < ROUND {
        count += step();
    }
    count as f64 / begin.elapsed().as_secs_f64()
}

#[derive(clap::Args)]
pub struct Options {
    /// How many moves with time=1 on two threads are measured for the rows on time limits
    #[arg(long, value_name = "N", default_value_t = 3)]
    timed_moves: u32,
    /// Prints one object of JSON instead of tables
    #[arg(long)]
    json: bool,
    /// Prints the signature instead: one number for what all agents play at fixed seeds, by the
    /// kernel portable or that of KRING_KERNEL
    #[arg(long)]
    signature: bool,
    /// With --signature: a line for each setting of an agent too
    #[arg(long, requires = "signature")]
    each: bool,
    /// Plays 660 sessions with a GTP engine instead, on ten rules and three boards, and prints two
    /// hashes for each, of the moves and of the answers to questions: two versions that play alike
    /// print the same
    #[arg(long, value_name = "COMMAND", conflicts_with = "signature")]
    sessions: Option<String>,
}

#[derive(Serialize)]
struct SpeedRow {
    name: String,
    value: f64,
    unit: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    bar: Option<SpeedTarget>,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
enum SpeedTarget {
    AtLeast(f64),
    AtMost(f64),
}

#[derive(Serialize)]
struct BenchReport {
    version: &'static str,
    machine: Machine,
    /// The network's kernels, the fastest first for each number of threads.
    kernels: Vec<KernelRow>,
    rows: Vec<SpeedRow>,
}

impl Options {
    pub fn run(self) -> anyhow::Result<()> {
        if self.signature {
            print_signature(self.each);
            return Ok(());
        }
        if let Some(command) = &self.sessions {
            return Ok(sessions::play(command, |session| out_line!("{session}"))?);
        }
        let version = env!("CARGO_PKG_VERSION");
        let machine = Machine { processor: processor(), cores: cores().get(), system: consts::OS };
        if !self.json {
            let Machine { processor, cores, system } = &machine;
            out_line!("Kring {version}");
            out_line!("{processor}, {cores} processors, {system} on {}", consts::ARCH);
        }
        let kernels = kernels::measure()?;
        if !self.json {
            out_line!("");
            kernels::print(&kernels);
            out_line!("\n{:<58} {:>14}   bar", "on an empty 11x11 board, one core", "measured");
        }
        let mut rows = Vec::new();
        measure::all(self.timed_moves, &mut |row: SpeedRow| {
            if !self.json {
                row.print();
            }
            rows.push(row);
        })?;
        if self.json {
            let report = BenchReport { version, machine, kernels, rows };
            out_line!("{}", serde_json::to_string(&report)?);
        }
        Ok(())
    }
}

fn print_signature(with_settings: bool) {
    Kernel::Portable.set_default();
    let signature = Signature::compute();
    out_line!("{}", signature.whole);
    if with_settings {
        for (setting, number) in signature.settings {
            out_line!("{number} {setting}");
        }
    }
}

impl SpeedRow {
    fn print(&self) {
        let SpeedRow { name, value, unit, bar } = self;
        let bar = match bar {
            Some(SpeedTarget::AtLeast(bar)) => format!(">= {bar} {unit}"),
            Some(SpeedTarget::AtMost(bar)) => format!("<= {bar} {unit}"),
            None => String::new(),
        };
        let decimals = if *value < 100.0 { 2 } else { 0 };
        out_line!("{name:<58} {:>14}   {bar}", format!("{value:.decimals$} {unit}"));
    }
}

#[derive(Serialize)]
struct Machine {
    processor: String,
    /// The number of processors that this program may use.
    cores: usize,
    system: &'static str,
}

/// The name of the processor, as CPUID reports it.
#[cfg(target_arch = "x86_64")]
fn processor() -> String {
    use std::arch::x86_64::__cpuid;

    const LEAVES: std::ops::RangeInclusive<u32> = 0x8000_0002..=0x8000_0004;
    if __cpuid(0x8000_0000).eax < *LEAVES.end() {
        return consts::ARCH.to_owned();
    }
    let words = LEAVES.map(__cpuid).flat_map(|leaf| [leaf.eax, leaf.ebx, leaf.ecx, leaf.edx]);
    let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).take_while(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&bytes).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The architecture, in place of the name of the processor.
#[cfg(not(target_arch = "x86_64"))]
fn processor() -> String {
    consts::ARCH.to_owned()
}
