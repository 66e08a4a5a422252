//! The players at the board: people and agents.

use std::mem;

use kring_agents::{AgentSpec, ParameterValue, Role, Unplayable};
use kring_board::Colour;

use super::game::TerminalGame;
use super::people::{People, PlayerSeat, Seats};
use kring_agents::default_agent;

impl TerminalGame {
    /// The index of the seat that plays a colour.
    fn seat_index(&self, colour: Colour) -> usize {
        self.session.game().seat_of(colour).index()
    }

    fn seat(&self, colour: Colour) -> &PlayerSeat {
        &self.seats.seats[self.seat_index(colour)]
    }

    /// Whether a person plays the colour now.
    pub fn is_person(&self, colour: Colour) -> bool {
        self.seat(colour).is_person
    }

    /// Whether a person made the move with this number, counted from zero.
    pub(super) fn was_person(&self, number: usize, mover: Colour) -> bool {
        self.seats.seats[self.session.game().seat_before(mover, number).index()].is_person
    }

    /// Whether no person plays: agents move one by one.
    pub(super) fn is_watched(&self) -> bool {
        self.seats.seats.iter().all(|seat| !seat.is_person)
    }

    pub(super) fn is_for_two(&self) -> bool {
        self.seats.seats.iter().all(|seat| seat.is_person)
    }

    pub(super) fn single_person(&self) -> Option<Colour> {
        match Colour::ALL.map(|colour| self.is_person(colour)) {
            [true, false] => Some(Colour::Black),
            [false, true] => Some(Colour::White),
            _ => None,
        }
    }

    pub(super) fn set_people(&mut self, people: People) -> Result<(), String> {
        let mut seats = self.seats.clone();
        for colour in Colour::ALL {
            let is_person = people == People::Both || people == People::One(colour);
            seats.seats[self.seat_index(colour)].is_person = is_person;
        }
        self.change_seats(seats)
    }

    /// Sets the agent of a colour or of both; none: the default agent.
    pub(super) fn choose_agent(
        &mut self,
        only: Option<Colour>,
        agent: Option<&AgentSpec>,
    ) -> Result<(), String> {
        let mut seats = self.seats.clone();
        for colour in Colour::ALL.into_iter().filter(|colour| only.is_none_or(|it| it == *colour)) {
            seats.seats[self.seat_index(colour)].agent = agent.cloned();
        }
        self.change_seats(seats)
    }

    /// Sets the strength of all agents that play.
    pub(super) fn set_level(&mut self, level: u64) -> Result<(), String> {
        let with_level = |agent: &AgentSpec| {
            let changed = agent.with_value(Role::Level, ParameterValue::Whole(level));
            changed.map_err(|error| error.to_string())
        };
        let mut seats = Seats { level: Some(level), ..self.seats.clone() };
        for agent in seats.seats.iter_mut().filter_map(|seat| seat.agent.as_mut()) {
            *agent = with_level(agent)?;
        }
        let game = self.position().game();
        with_level(&default_agent(game.rules(), game.size(), Colour::White))?;
        self.change_seats(seats)
    }

    /// Changes the seats; an error leaves them unchanged.
    fn change_seats(&mut self, seats: Seats) -> Result<(), String> {
        let before = mem::replace(&mut self.seats, seats);
        let changed = self.take_seats();
        if changed.is_err() {
            self.seats = before;
            // The old seats were valid.
            let _ = self.take_seats();
        }
        changed
    }

    /// Sets the agents in the session. A person's colour has the default agent at full strength,
    /// for hints.
    pub(super) fn take_seats(&mut self) -> Result<(), String> {
        for colour in Colour::ALL {
            let agent = self.agent(colour);
            if let Some(agent) = &agent {
                self.check_agent(agent, colour)?;
            }
            if self.seated[colour.index()] != agent {
                self.ask(|session, _| session.seat(&[colour], agent.as_ref()))?;
                self.seated[colour.index()] = agent;
            }
        }
        Ok(())
    }

    /// The agent that plays a colour; none if a person does.
    pub(super) fn agent(&self, colour: Colour) -> Option<AgentSpec> {
        let seat = self.seat(colour);
        let default = || {
            let position = self.position();
            let default = default_agent(position.rules(), position.size(), colour);
            match self.seats.level {
                Some(level) => default.with_nearest(Role::Level, level as f64),
                None => default,
            }
        };
        (!seat.is_person).then(|| seat.agent.clone().unwrap_or_else(default))
    }

    /// Replaces agents that do not play this game by the default ones.
    pub(super) fn replace_unfit_agents(&mut self) {
        for colour in Colour::ALL {
            let Some(agent) = self.agent(colour) else { continue };
            if let Err(why) = self.check_agent(&agent, colour) {
                let index = self.seat_index(colour);
                self.seats.seats[index].agent = None;
                let now = self.agent(colour).map(|agent| agent.to_string()).unwrap_or_default();
                self.say(format!("{why}; now {now} plays {colour}"));
            }
        }
    }

    fn check_agent(&self, agent: &AgentSpec, colour: Colour) -> Result<(), String> {
        let position = self.position();
        let entry = agent.entry();
        entry
            .plays(position.rules(), position.size(), colour)
            .map_err(|why| Unplayable::here(entry.name, colour, why).to_string())
    }
}
