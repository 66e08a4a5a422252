//! An agent's candidates, parsed from the engine's analysis lines.

/// A move that an agent considers.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveCandidate {
    /// The move.
    pub name: String,
    /// How often a search has visited it.
    pub visits: u64,
    /// The mover's chance to win; none if the agent has no estimate.
    pub win_rate: Option<f64>,
    /// The principal variation, this move first.
    pub expected: Vec<String>,
}

/// The moves of an `info` line, the best first.
pub fn candidates(text: &str) -> Vec<MoveCandidate> {
    let line = text.lines().find(|line| line.starts_with("info ")).unwrap_or_default();
    line.split("info move ").filter_map(candidate).collect()
}

fn candidate(text: &str) -> Option<MoveCandidate> {
    let mut words = text.split_whitespace();
    let name = words.next()?.to_owned();
    let (mut visits, mut win_rate) = (0, None);
    while let Some(key) = words.next().filter(|key| *key != "pv") {
        let value = words.next().unwrap_or_default();
        match key {
            "visits" => visits = value.parse().unwrap_or(0),
            "winrate" => win_rate = value.parse().ok(),
            _ => {}
        }
    }
    // The engine reports one half for agents without an estimate.
    let win_rate = win_rate.filter(|rate| visits > 1 || *rate != 0.5);
    Some(MoveCandidate { name, visits, win_rate, expected: words.map(str::to_owned).collect() })
}

pub fn percent(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance)
}
