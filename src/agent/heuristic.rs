use super::{Agent, Choice, Settings, Task, TimeManager, choose_by_value};

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
        let mut distance_eval =
            choose_by_value::distance_eval(&self.settings, task.position.geometry());
        let limits = TimeManager::new(&task.limits, None);
        let values = distance_eval
            .moves(task.position, task.colour, &|| limits.is_up())
            .unwrap_or_else(|| choose_by_value::at_a_glance(task.position, task.colour));
        choose_by_value::decide(task, &values, &[])
    }
}
