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
        let values = values.unwrap_or_default();
        let at_once: Vec<_> = values.iter().map(|(_, value)| *value).collect();
        verdict::decide(task, &values, &at_once)
    }
}
