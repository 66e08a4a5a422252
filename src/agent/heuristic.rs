use super::{
    Agent, Choice, Entry, Settings, Task, TimeManager, choose_by_value, entry::every_game,
};

/// Looks one move ahead: plays the move after which the opponent's distance
/// to the goal exceeds its own by most.
pub struct Heuristic {
    settings: Settings,
}

/// The agent's row in the list of agents.
pub(super) const ENTRY: Entry = Entry {
    name: "heuristic",
    summary: "plays the move with the best difference of distances",
    parameters: &[choose_by_value::METRIC, choose_by_value::POTENTIAL],
    quick: "",
    plays: every_game,
    build: |settings| Box::new(Heuristic::new(settings)),
};

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
