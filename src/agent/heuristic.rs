use super::{Agent, Choice, Settings, Task, verdict};

/// Looks one move ahead: plays the move after which the opponent's distance
/// to the goal exceeds its own by most.
pub struct Heuristic {
    settings: Settings,
}

impl Heuristic {
    /// With these settings.
    pub fn new(settings: &Settings) -> Heuristic {
        Heuristic { settings: settings.clone() }
    }
}

impl Agent for Heuristic {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let mut race = verdict::race(&self.settings, task.position.geometry());
        let values = race.moves(task.position, task.colour, &|| false);
        verdict::decide(task, &values.unwrap_or_default(), &[])
    }
}
