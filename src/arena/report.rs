//! What a match has shown, for people.

use std::fmt::{self, Formatter};

use super::{
    Pairs, Plan, Reason, Seat, Tally,
    statistics::{self, Estimate},
};
use crate::rules::Colour;

/// The table of a match, by `Display`.
pub struct Report<'a> {
    /// What was played.
    pub plan: &'a Plan,
    /// Who played.
    pub names: [String; 2],
    /// The counts.
    pub tally: &'a Tally,
    /// The games two by two, where each opening is played with both colours.
    pub pairs: Option<&'a Pairs>,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plan = self.plan;
        writeln!(f, "{} {}", plan.size, plan.rules)?;
        writeln!(f, "openings {}, seed {}", plan.openings, plan.seed)?;
        self.scores(f)?;
        self.figures(f)?;
        self.faults(f)
    }
}

impl Report<'_> {
    /// Who won how often, with each colour, and how fast.
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

    /// What the scores mean.
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

    /// Losses that the board does not show.
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
    // A zero is added because a small negative number rounds to minus zero.
    let [value, low, high] = [elo.value, elo.low, elo.high].map(|elo| elo.round() + 0.0);
    format!("{value:+}  (95 %: {low:+} to {high:+})")
}
