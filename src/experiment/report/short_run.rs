//! What a run that is not the one of the file has played instead.

use crate::experiment::{Experiment, Kind};

/// A paragraph about it; nothing if all is as the file says.
pub fn note(experiment: &Experiment) -> Option<String> {
    let (file, scale) = (&experiment.file, &experiment.scale);
    let mut parts = Vec::new();
    if let Some(games) = scale.games.filter(|games| *games != file.games) {
        let each = match file.kind {
            Kind::Matches => "games of each match",
            Kind::Boards => "games of each match on each board",
            Kind::RoundRobin => "games of each pair",
            Kind::FirstMoves => "questions to each player",
            Kind::Convergence => "pairs of heat maps for each number of fills",
        };
        parts.push(format!("{games} {each} (the file: {})", file.games));
    }
    for (what, sides, own) in
        [("widths", &scale.columns, &file.columns), ("heights", &scale.rows, &file.rows)]
    {
        if !sides.is_empty() && sides != own {
            parts.push(format!("boards with the {what} {} (the file: {})", list(sides), list(own)));
        }
    }
    if scale.effort != 1.0 {
        let players: Vec<String> = experiment.players.iter().map(|p| format!("`{p}`")).collect();
        let share = 100.0 * scale.effort;
        let players = players.join(", ");
        parts.push(format!("{share} % of the work for each move, that is, the players {players}"));
    }
    if parts.is_empty() {
        return None;
    }
    Some(format!("**A short run**, not what is described above. Played were {}.", parts.join("; ")))
}

fn list(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}
