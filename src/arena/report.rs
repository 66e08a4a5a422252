//! The printed results of a match and of a tournament.

use std::fmt::{self, Formatter};

use kring_board::Colour;

use super::event::Pairing;
use super::plan::MatchPlan;
use super::player::Reason;
use super::standings::{MatchCounts, Standings};
use super::statistics::{self, Estimate};
use crate::document;
use crate::game::Seat;

/// The results of an event with one match; `Display` prints them as a table.
pub struct MatchReport<'a>(pub &'a Standings<'a>);

impl fmt::Display for MatchReport<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (Pairing { schedule, .. }, counts) in self.0.pairings() {
            let plan = schedule.plan();
            writeln!(f, "{} {}", plan.size, plan.rules)?;
            writeln!(f, "openings {}, seed {}", plan.openings, plan.seed)?;
            counts.scores(&self.0.event.players, f)?;
            counts.figures(plan, f)?;
            if let Some(read) = self.0.games_read() {
                writeln!(f, "resumed          {read}")?;
            }
            counts.faults(f)?;
            counts.sprt.iter().try_for_each(|sprt| writeln!(f, "{sprt}"))?;
        }
        Ok(())
    }
}

impl MatchCounts {
    /// Wins of each player, with each colour, and times.
    fn scores(&self, names: &[String], f: &mut Formatter<'_>) -> fmt::Result {
        let width = document::columns(names).max(6);
        writeln!(
            f,
            "\n        {:<width$}  {:>8}  {:>7}  {:>15}  {:>15}  {:>9}  {:>9}",
            "player", "wins", "score", "as black", "as white", "mean move", "worst",
        )?;
        for seat in Seat::ALL {
            let tally = &self.tally;
            let wins = tally.wins(seat);
            let share = 100.0 * wins as f64 / tally.games.max(1) as f64;
            let [black, white] = Colour::ALL.map(|colour| {
                format!("{}/{}", tally.wins_as(seat, colour), tally.games_as(seat, colour))
            });
            let thinking = tally.thinking[seat.index()];
            let [mean, worst] = [thinking.mean(), thinking.worst].map(|time| format!("{time:.1?}"));
            writeln!(
                f,
                "{seat:<6}  {}  {wins:>8}  {share:>5.1} %  {black:>15}  {white:>15}  {mean:>9}  {worst:>9}",
                document::padded(&names[seat.index()], width),
            )?;
        }
        Ok(())
    }

    /// Scores and Elo differences with their intervals.
    fn figures(&self, plan: &MatchPlan, f: &mut Formatter<'_>) -> fmt::Result {
        let tally = &self.tally;
        let games = tally.games;
        let different = tally.different();
        let length = tally.mean_length();
        writeln!(f, "\ngames            {games}, {length:.1} moves on average")?;
        if different < games {
            let repeated = games - different;
            let indent = " ".repeat(17);
            writeln!(
                f,
                "different games  {different}: {repeated} repeat others move for move and tell\n\
                 {indent}nothing new, so the intervals below are those of {different}\n\
                 {indent}games; --openings makes games differ"
            )?;
        }
        if plan.rules.swap {
            writeln!(f, "swaps            {}", tally.swaps)?;
        }
        // Repeated games carry no information.
        let score = statistics::range(tally.score().value, different as f64);
        writeln!(f, "score of first   {}", percent(score))?;
        writeln!(f, "Elo difference   {}", elo(score))?;
        let Some(pairs) = self.pairs.as_ref().filter(|pairs| pairs.count() > 0) else {
            return Ok(());
        };
        let [lost, split, won] = pairs.counts;
        let score = pairs.score();
        writeln!(f, "pairs of games   {won} won, {split} split, {lost} lost by the first player")?;
        writeln!(f, "  score          {}", percent(score))?;
        writeln!(f, "  Elo difference {}", elo(score))
    }

    /// Losses by resignation or by a fault.
    fn faults(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // All but the first, a connection.
        for (reason, name) in &Reason::ALL[1..] {
            let [first, second] = Seat::ALL.map(|seat| self.tally.losses(seat, *reason));
            if first + second > 0 {
                writeln!(f, "lost by {name:<12}  first {first}, second {second}")?;
            }
        }
        Ok(())
    }
}

fn percent(Estimate { value, low, high }: Estimate) -> String {
    format!("{:.1} %  (95 %: {:.1} to {:.1})", 100.0 * value, 100.0 * low, 100.0 * high)
}

fn elo(score: Estimate) -> String {
    let [value, low, high] = rounded(statistics::elo_difference(score));
    format!("{value:+}  (95 %: {low:+} to {high:+})")
}

fn rounded(elo: Estimate) -> [f64; 3] {
    // Adding zero turns minus zero into zero.
    [elo.value, elo.low, elo.high].map(|elo| elo.round() + 0.0)
}

impl Standings<'_> {
    fn pairings(&self) -> impl Iterator<Item = (&Pairing, &MatchCounts)> {
        self.event.pairings.iter().zip(&self.matches)
    }

    /// The wins of each player against each other player.
    fn wins(&self) -> Vec<Vec<u64>> {
        let players = self.event.players.len();
        let mut wins = vec![vec![0; players]; players];
        for (&Pairing { players: [first, second], .. }, counts) in self.pairings() {
            wins[first][second] += counts.tally.wins(Seat::First);
            wins[second][first] += counts.tally.wins(Seat::Second);
        }
        wins
    }

    /// The players, best first, with their wins against each other.
    fn cross_table(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let names = &self.event.players;
        let wins = self.wins();
        let ratings = statistics::ratings(&wins);
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|&a, &b| ratings.elo[b].value.total_cmp(&ratings.elo[a].value));
        let width = document::columns(names).max(6);
        write!(f, "{:>3}  {:<width$}  {:>6}  {:>16}", "", "player", "Elo", "95 %")?;
        write!(f, "  {:>7}  {:>7}", "games", "score")?;
        (1..=order.len()).try_for_each(|rank| write!(f, "  {rank:>9}"))?;
        writeln!(f)?;
        for (rank, &player) in (1..).zip(&order) {
            let [value, low, high] = rounded(ratings.elo[player]);
            let range = format!("{low:+} to {high:+}");
            let won: u64 = wins[player].iter().sum();
            let played = won + wins.iter().map(|row| row[player]).sum::<u64>();
            let share = 100.0 * won as f64 / played.max(1) as f64;
            let name = document::padded(&names[player], width);
            write!(f, "{rank:>3}  {name}  {value:>+6}  {range:>16}")?;
            write!(f, "  {played:>7}  {share:>5.1} %")?;
            for &other in &order {
                let won = wins[player][other];
                let lost = wins[other][player];
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
        for (pairing, MatchCounts { tally, .. }) in self.pairings() {
            let plan = pairing.schedule.plan();
            let counts = [tally.games, tally.black_wins()];
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
    fn match_results(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (pairing, counts) in self.pairings() {
            let MatchCounts { tally, pairs, sprt, .. } = counts;
            let [first, second] = self.event.names(*pairing.schedule.numbers().start());
            let plan = pairing.schedule.plan();
            let repeated = tally.games - tally.different();
            if tally.games == 0 || sprt.is_none() && repeated == 0 {
                continue;
            }
            let [won, lost] = Seat::ALL.map(|seat| tally.wins(seat));
            write!(f, "\n{first} v {second}, {} {}: {won} : {lost}", plan.size, plan.rules)?;
            if let Some(pairs) = pairs.as_ref().filter(|pairs| pairs.count() > 0) {
                let [lost, split, won] = pairs.counts;
                write!(f, ", pairs {won} won {split} split {lost} lost")?;
            }
            writeln!(f)?;
            sprt.iter().try_for_each(|sprt| writeln!(f, "  {sprt}"))?;
            if repeated > 0 {
                let what = "repeated move for move, so nothing new";
                writeln!(f, "  {what}: {repeated} of {} games", tally.games)?;
            }
        }
        Ok(())
    }

    /// Losses by resignation or by a fault.
    fn faults(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (player, name) in self.event.players.iter().enumerate() {
            // All but the first, a connection.
            for &(reason, _) in &Reason::ALL[1..] {
                let lost = |(pairing, counts): (&Pairing, &MatchCounts)| -> u64 {
                    let seats = Seat::ALL.into_iter().zip(pairing.players);
                    let own = seats.filter(|(_, other)| *other == player);
                    own.map(|(seat, _)| counts.tally.losses(seat, reason)).sum()
                };
                let count: u64 = self.pairings().map(lost).sum();
                if count > 0 {
                    writeln!(f, "{name} lost {count} by {reason}")?;
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
        if let Some(read) = self.games_read() {
            writeln!(f, "{read}")?;
        }
        self.match_results(f)?;
        self.faults(f)
    }
}
