use super::{Form, TournamentError, TournamentFile, TournamentPlayer};
use crate::{
    arena::{Colours, Entrant, Event, Pairing, Plan, Schedule, Seat},
    rules::{Colour, Rules, Size},
};

impl TournamentFile {
    /// All games of the tournament: each board and rules, and on each of them
    /// each pair.
    pub fn event<'a>(&self, players: &'a [TournamentPlayer]) -> Result<Event<'a>, TournamentError> {
        self.event_of(players, true)
    }

    /// The same games, but no engine is started: all are believed to play
    /// what the file says. Where pairs that cannot play are left out they
    /// must be asked all the same.
    pub fn event_to_show<'a>(
        &self,
        players: &'a [TournamentPlayer],
    ) -> Result<Event<'a>, TournamentError> {
        self.event_of(players, self.skip_unplayable)
    }

    fn event_of<'a>(
        &self,
        players: &'a [TournamentPlayer],
        is_asked: bool,
    ) -> Result<Event<'a>, TournamentError> {
        let pairs = self.pairs(players)?;
        let mut pairings = Vec::new();
        for &size in &self.sizes {
            for rules in &self.variants {
                let able = is_asked.then(|| Eligibility::new(self, players, size, rules));
                let schedule = Schedule::new(self.plan(size, rules))?;
                for &pair in &pairs {
                    if able.as_ref().map_or(Ok(true), |able| able.both(pair))? {
                        pairings.push(Pairing { players: pair, schedule: schedule.clone() });
                    }
                }
            }
        }
        if pairings.is_empty() {
            return Err(TournamentError::Nobody("no pair can play any of these games"));
        }
        let entrants = players.iter().map(|player| player as &dyn Entrant).collect();
        Ok(Event::new(entrants, pairings))
    }

    /// Every pair has the same openings and maps: they follow from the seed
    /// alone.
    fn plan(&self, size: Size, rules: &Rules) -> Plan {
        Plan {
            size,
            rules: rules.clone(),
            openings: self.openings.clone(),
            colours: self.colours,
            games: self.games,
            seed: self.seed,
        }
    }

    /// Who meets whom.
    fn pairs(&self, players: &[TournamentPlayer]) -> Result<Vec<[usize; 2]>, TournamentError> {
        let challenges = |i: usize| match players.iter().any(|player| player.challenger) {
            true => players[i].challenger,
            false => i == 0,
        };
        let all = (0..players.len()).flat_map(|i| (i + 1..players.len()).map(move |j| [i, j]));
        let pairs: Vec<[usize; 2]> = match self.form {
            Form::RoundRobin => all.collect(),
            // The challenger is the first of its pair.
            Form::Gauntlet => all
                .filter(|&[i, j]| challenges(i) != challenges(j))
                .map(|[i, j]| if challenges(i) { [i, j] } else { [j, i] })
                .collect(),
        };
        match pairs.is_empty() {
            true => Err(TournamentError::Nobody("a tournament needs at least two players")),
            false => Ok(pairs),
        }
    }
}

/// Who plays which colour of one game; asked once, since engines are started
/// for it.
struct Eligibility<'a> {
    file: &'a TournamentFile,
    players: &'a [TournamentPlayer],
    size: Size,
    rules: &'a Rules,
    plays: Vec<[Result<(), String>; 2]>,
}

impl<'a> Eligibility<'a> {
    fn new(
        file: &'a TournamentFile,
        players: &'a [TournamentPlayer],
        size: Size,
        rules: &'a Rules,
    ) -> Eligibility<'a> {
        let of = |player: &TournamentPlayer| Colour::ALL.map(|c| player.plays(rules, size, c));
        Eligibility { file, players, size, rules, plays: players.iter().map(of).collect() }
    }

    /// Whether both play the colours that they would get.
    fn both(&self, pair: [usize; 2]) -> Result<bool, TournamentError> {
        for (player, seat) in pair.into_iter().zip(Seat::ALL) {
            for colour in Colour::ALL.into_iter().filter(|c| self.file.colours.gives(seat, *c)) {
                match &self.plays[player][colour.index()] {
                    Ok(()) => {}
                    Err(why) if self.file.skip_unplayable => {
                        log::info!("left out: {}: {why}", self.players[player].name());
                        return Ok(false);
                    }
                    Err(why) => {
                        return Err(TournamentError::Unplayable {
                            name: self.players[player].name(),
                            colour,
                            size: self.size,
                            rules: self.rules.clone(),
                            why: why.clone(),
                        });
                    }
                }
            }
        }
        Ok(true)
    }
}

impl Colours {
    /// Whether a seat gets this colour in some game.
    pub fn gives(self, seat: Seat, colour: Colour) -> bool {
        match (self, seat) {
            (Colours::Alternate, _) => true,
            (Colours::Fixed(first), Seat::First) => first == colour,
            (Colours::Fixed(first), Seat::Second) => first != colour,
        }
    }
}
