use super::{ExperimentError, ExperimentFile};
use crate::arena::PlayerSpec;

/// How large a run is, against what the file says.
#[derive(Clone, Debug)]
pub struct RunScale {
    /// Games of every match, whatever the file says.
    pub games: Option<usize>,
    /// The share of the work that the file gives to its agents.
    pub effort: f64,
    /// Other widths than the file's; none: the same.
    pub columns: Vec<usize>,
    /// Other heights.
    pub rows: Vec<usize>,
}

/// The parameters that say how much an agent works for a move.
const WORK: [&str; 5] = ["sims", "evals", "playouts", "fills", "time"];

impl RunScale {
    /// All that the file says.
    pub fn full() -> RunScale {
        RunScale { games: None, effort: 1.0, columns: Vec::new(), rows: Vec::new() }
    }

    /// The short run of a file.
    pub fn quick(file: &ExperimentFile) -> RunScale {
        let quick = file.quick.clone();
        RunScale {
            games: Some(quick.games),
            effort: quick.effort,
            columns: quick.columns,
            rows: quick.rows,
        }
    }

    /// The player with its share of the work. Only what stands in the file
    /// is changed: limits that an agent has by default stay.
    pub(super) fn scaled(&self, player: &PlayerSpec) -> Result<PlayerSpec, ExperimentError> {
        let PlayerSpec::Agent(agent) = player else { return Ok(player.clone()) };
        let name = agent.to_string();
        let words: Vec<String> = name.split(' ').map(|word| self.scaled_word(word)).collect();
        words.join(" ").parse().map_err(|error| ExperimentError::Player {
            name,
            what: format!("with an effort of {}: {error}", self.effort),
        })
    }

    fn scaled_word(&self, word: &str) -> String {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        match value.parse::<f64>() {
            Ok(seconds) if key == "time" => format!("time={}", seconds * self.effort),
            Ok(count) if WORK.contains(&key) => {
                format!("{key}={}", (count * self.effort).round().max(1.0))
            }
            _ => word.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_changes_work_and_nothing_else() {
        let half = RunScale { effort: 0.5, ..RunScale::full() };
        for (full, expected) in [
            ("mcts sims=3300 rave=off", "mcts sims=1650 rave=off"),
            ("mcts time=0.5 threads=2", "mcts time=0.25 threads=2"),
            ("random-path fills=1 both=on", "random-path fills=1 both=on"),
            ("minimax depth=3", "minimax depth=3"),
        ] {
            let scaled = half.scaled(&full.parse().unwrap()).unwrap();
            assert_eq!(scaled.to_string(), expected);
        }
    }
}
