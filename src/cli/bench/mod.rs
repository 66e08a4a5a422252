//! `kring bench`: a table of speeds, to compare machines and versions. Other
//! work on the machine slows the measurements, so the best of several rounds is
//! printed, and what is compared is measured in turns.

mod kernels;
mod machine;
mod measure;

use super::output::out_line;
use serde::Serialize;

use kernels::KernelRow;
use machine::Machine;

/// The options of `kring bench`.
#[derive(clap::Args)]
pub struct Options {
    /// How many moves with time=1 on two threads are measured for the rows on
    /// time limits
    #[arg(long, value_name = "N", default_value_t = 3)]
    timed_moves: u32,
    /// Prints one object of JSON instead of tables
    #[arg(long)]
    json: bool,
}

/// A measured speed.
#[derive(Serialize)]
struct Row {
    name: String,
    value: f64,
    unit: &'static str,
    /// What it should reach, if there is such a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    bar: Option<Bar>,
}

/// A value that should be reached.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
enum Bar {
    AtLeast(f64),
    AtMost(f64),
}

/// Everything that was measured.
#[derive(Serialize)]
struct Report {
    version: &'static str,
    machine: Machine,
    /// The network's kernels, the fastest first for each number of threads.
    kernels: Vec<KernelRow>,
    rows: Vec<Row>,
}

impl Options {
    /// Measures everything and prints it; tables part by part.
    pub fn run(self) -> anyhow::Result<()> {
        let (version, machine) = (env!("CARGO_PKG_VERSION"), Machine::this());
        if !self.json {
            out_line!("Kring {version}");
            machine.print();
        }
        let kernels = kernels::measure()?;
        if !self.json {
            out_line!("");
            kernels::print(&kernels);
            out_line!("\n{:<58} {:>14}   bar", "on an empty 11x11 board, one core", "measured");
        }
        let mut rows = Vec::new();
        measure::all(self.timed_moves, &mut |row: Row| {
            if !self.json {
                row.print();
            }
            rows.push(row);
        })?;
        if self.json {
            out_line!("{}", serde_json::to_string(&Report { version, machine, kernels, rows })?);
        }
        Ok(())
    }
}

impl Row {
    fn print(&self) {
        let Row { name, value, unit, bar } = self;
        let bar = match bar {
            Some(Bar::AtLeast(bar)) => format!(">= {bar} {unit}"),
            Some(Bar::AtMost(bar)) => format!("<= {bar} {unit}"),
            None => String::new(),
        };
        let decimals = if *value < 100.0 { 2 } else { 0 };
        out_line!("{name:<58} {:>14}   {bar}", format!("{value:.decimals$} {unit}"));
    }
}
