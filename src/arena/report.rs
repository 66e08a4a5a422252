//! The printed results of a match and of a tournament.

use std::fmt::{self, Formatter};

use kring_board::Colour;

use super::statistics::{self, Estimate};
use crate::arena::{
    event::{ArenaEvent, Pairing},
    game_result::Outcome,
    plan::MatchPlan,
    player::{Reason, Seat},
    sprt::{Sprt, SprtTrial},
    tally::{MatchTally, PairTally},
};

/// The results of a match; `Display` prints them as a table.
pub struct MatchReport<'a> {
    /// The settings of the match.
    pub plan: &'a MatchPlan,
    /// The names of the players.
    pub names: [String; 2],
    /// The counts.
    pub tally: &'a MatchTally,
    /// The games two by two, where each opening is played with both colours.
    pub pairs: Option<&'a PairTally>,
}

impl fmt::Display for MatchReport<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plan = self.plan;
        writeln!(f, "{} {}", plan.size, plan.rules)?;
        writeln!(f, "openings {}, seed {}", plan.openings, plan.seed)?;
        self.scores(f)?;
        self.figures(f)?;
        self.faults(f)
    }
}

impl MatchReport<'_> {
    /// Wins of each player, with each colour, and times.
    fn scores(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        writeln!(
            f,
            "\n        {:<width$}  {:>8}  {:>7}  {:>15}  {:>15}  {:>9}  {:>9}",
            "player", "wins", "score", "as black", "as white", "mean move", "worst",
        )?;
        for seat in Seat::ALL {
            let wins = self.tally.wins(seat);
            let share = 100.0 * wins as f64 / self.tally.games.max(1) as f64;
            let [black, white] = Colour::ALL.map(|colour| {
                let (wins, games) =
                    (self.tally.wins_as(seat, colour), self.tally.games_as(seat, colour));
                format!("{wins}/{games}")
            });
            let clock = self.tally.clocks[seat.index()];
            let [mean, worst] = [clock.mean(), clock.worst].map(|time| format!("{time:.1?}"));
            writeln!(
                f,
                "{seat:<6}  {:<width$}  {wins:>8}  {share:>5.1} %  {black:>15}  {white:>15}  {mean:>9}  {worst:>9}",
                self.names[seat.index()],
            )?;
        }
        Ok(())
    }

    /// Scores and Elo differences with their intervals.
    fn figures(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let tally = self.tally;
        let (games, different) = (tally.games, tally.different());
        let length = tally.mean_length();
        writeln!(f, "\ngames            {games}, {length:.1} moves on average")?;
        if different < games {
            let repeated = games - different;
            writeln!(
                f,
                "different games  {different}: {repeated} repeat others move for move and tell"
            )?;
            writeln!(
                f,
                "                 nothing new, so the intervals below are those of {different}"
            )?;
            writeln!(f, "                 games; --openings makes games differ")?;
        }
        if self.plan.rules.swap {
            writeln!(f, "swaps            {}", tally.swaps)?;
        }
        let score = tally.score_of_different();
        writeln!(f, "score of first   {}", percent(score))?;
        writeln!(f, "Elo difference   {}", elo(score))?;
        let Some(pairs) = self.pairs.filter(|pairs| pairs.count() > 0) else { return Ok(()) };
        let ([lost, split, won], score) = (pairs.counts(), pairs.score());
        writeln!(f, "pairs of games   {won} won, {split} split, {lost} lost by the first player")?;
        writeln!(f, "  score          {}", percent(score))?;
        writeln!(f, "  Elo difference {}", elo(score))
    }

    /// Losses by resignation or by a fault.
    fn faults(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for reason in Reason::ALL.into_iter().filter(|reason| *reason != Reason::Connection) {
            let [first, second] = Seat::ALL.map(|seat| self.tally.losses(seat, reason));
            if first + second > 0 {
                writeln!(f, "lost by {reason:<12}  first {first}, second {second}")?;
            }
        }
        Ok(())
    }
}

fn percent(Estimate { value, low, high }: Estimate) -> String {
    let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
    format!("{value:.1} %  (95 %: {low:.1} to {high:.1})")
}

fn elo(score: Estimate) -> String {
    let elo = statistics::elo_difference(score);
    // Adding zero turns minus zero into zero.
    let [value, low, high] = [elo.value, elo.low, elo.high].map(|elo| elo.round() + 0.0);
    format!("{value:+}  (95 %: {low:+} to {high:+})")
}

/// The counts of a tournament; `Display` prints them as tables.
pub struct Standings<'a> {
    event: &'a ArenaEvent<'a>,
    /// The wins of each player against each other player.
    wins: Vec<Vec<u64>>,
    /// The counts of each pairing.
    matches: Vec<PairingResults>,
    /// The losses of each player for each reason.
    losses: Vec<[u64; Reason::ALL.len()]>,
}

/// The games of two players on one board.
struct PairingResults {
    tally: MatchTally,
    pairs: Option<PairTally>,
    trial: Option<SprtTrial>,
}

impl<'a> Standings<'a> {
    /// The counts before the first game. Each pairing has its own test, if
    /// there is one.
    pub fn new(event: &'a ArenaEvent<'a>, sprt: Option<Sprt>) -> Standings<'a> {
        let of = |pairing: &Pairing| PairingResults {
            tally: MatchTally::default(),
            pairs: PairTally::of(&pairing.schedule),
            trial: sprt.map(|sprt| SprtTrial::new(sprt, &pairing.schedule)),
        };
        let players = event.entrants().len();
        Standings {
            event,
            wins: vec![vec![0; players]; players],
            matches: event.pairings().iter().map(of).collect(),
            losses: vec![[0; Reason::ALL.len()]; players],
        }
    }

    /// Counts a game.
    ///
    /// # Panics
    ///
    /// If the event has no game with this number.
    pub fn add(&mut self, number: usize, outcome: &Outcome) {
        let index = self.event.pairing_of(number);
        let [first, second] = self.event.pairings()[index].players;
        let (winner, loser) = match outcome.winner {
            Seat::First => (first, second),
            Seat::Second => (second, first),
        };
        self.wins[winner][loser] += 1;
        self.losses[loser][outcome.reason as usize] += 1;
        let PairingResults { tally, pairs, trial } = &mut self.matches[index];
        tally.add(outcome);
        pairs.iter_mut().for_each(|pairs| pairs.add(number, outcome));
        trial.iter_mut().for_each(|trial| trial.add(number, outcome));
    }

    /// Whether the test has decided the match that a game belongs to.
    ///
    /// # Panics
    ///
    /// If the event has no game with this number.
    pub fn is_decided(&self, number: usize) -> bool {
        let trial = &self.matches[self.event.pairing_of(number)].trial;
        trial.as_ref().is_some_and(|trial| trial.decision().is_some())
    }

    /// How many games have been counted.
    pub fn games(&self) -> u64 {
        self.matches.iter().map(|found| found.tally.games).sum()
    }

    fn won(&self, player: usize) -> u64 {
        self.wins[player].iter().sum()
    }

    fn played(&self, player: usize) -> u64 {
        self.won(player) + self.wins.iter().map(|row| row[player]).sum::<u64>()
    }

    /// The players, best first, with their wins against each other.
    fn cross_table(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.event.entrants().iter().map(|e| e.name()).collect();
        let ratings = statistics::ratings(&self.wins);
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|&a, &b| ratings.elo[b].value.total_cmp(&ratings.elo[a].value));
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        write!(f, "{:>3}  {:<width$}  {:>6}  {:>16}", "", "player", "Elo", "95 %")?;
        write!(f, "  {:>7}  {:>7}", "games", "score")?;
        (1..=order.len()).try_for_each(|rank| write!(f, "  {rank:>9}"))?;
        writeln!(f)?;
        for (rank, &player) in (1..).zip(&order) {
            let elo = ratings.elo[player];
            let [value, low, high] = [elo.value, elo.low, elo.high].map(|elo| elo.round() + 0.0);
            let range = format!("{low:+} to {high:+}");
            let (won, played) = (self.won(player), self.played(player));
            let share = 100.0 * won as f64 / played.max(1) as f64;
            write!(f, "{rank:>3}  {:<width$}  {value:>+6}  {range:>16}", names[player])?;
            write!(f, "  {played:>7}  {share:>5.1} %")?;
            for &other in &order {
                let (won, lost) = (self.wins[player][other], self.wins[other][player]);
                let cell = if won + lost == 0 { "-".to_owned() } else { format!("{won}:{lost}") };
                write!(f, "  {cell:>9}")?;
            }
            writeln!(f)?;
        }
        if ratings.with_prior {
            writeln!(f, "\nThe results alone set no limit to some ratings, so each player was")?;
            writeln!(f, "given half a won and half a lost game against an average one.")?;
        }
        Ok(())
    }

    /// Black's score on each board.
    fn boards(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut boards: Vec<(String, [u64; 2])> = Vec::new();
        for (pairing, PairingResults { tally, .. }) in
            self.event.pairings().iter().zip(&self.matches)
        {
            let plan = pairing.schedule.plan();
            let black = Seat::ALL.map(|seat| tally.wins_as(seat, Colour::Black));
            let counts = [tally.games, black.iter().sum()];
            let board = format!("{} {}", plan.size, plan.rules);
            match boards.iter_mut().find(|(other, _)| *other == board) {
                Some((_, sum)) => (0..2).for_each(|i| sum[i] += counts[i]),
                None => boards.push((board, counts)),
            }
        }
        writeln!(f)?;
        for (board, [games, black]) in boards {
            let share = 100.0 * black as f64 / games.max(1) as f64;
            writeln!(f, "{board}: {games} games, black won {share:.1} %")?;
        }
        Ok(())
    }

    /// The results of each match: pairs of games, the test, repeated games.
    fn matches(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (pairing, PairingResults { tally, pairs, trial }) in
            self.event.pairings().iter().zip(&self.matches)
        {
            let [first, second] =
                pairing.players.map(|player| self.event.entrants()[player].name());
            let plan = pairing.schedule.plan();
            let repeated = tally.games - tally.different();
            if tally.games == 0 || trial.is_none() && repeated == 0 {
                continue;
            }
            write!(f, "\n{first} v {second}, {} {}: ", plan.size, plan.rules)?;
            let [won, lost] = Seat::ALL.map(|seat| tally.wins(seat));
            write!(f, "{won} : {lost}")?;
            if let Some(pairs) = pairs.as_ref().filter(|pairs| pairs.count() > 0) {
                let [lost, split, won] = pairs.counts();
                write!(f, ", pairs {won} won {split} split {lost} lost")?;
            }
            writeln!(f)?;
            trial.iter().try_for_each(|trial| writeln!(f, "  {trial}"))?;
            if repeated > 0 {
                let games = tally.games;
                writeln!(
                    f,
                    "  repeated move for move, so nothing new: {repeated} of {games} games"
                )?;
            }
        }
        Ok(())
    }

    /// Losses by resignation or by a fault.
    fn faults(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (entrant, losses) in self.event.entrants().iter().zip(&self.losses) {
            for (reason, count) in Reason::ALL.into_iter().zip(losses) {
                if *count > 0 && reason != Reason::Connection {
                    writeln!(f, "{} lost {count} by {reason}", entrant.name())?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Standings<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.cross_table(f)?;
        self.boards(f)?;
        self.matches(f)?;
        self.faults(f)
    }
}
