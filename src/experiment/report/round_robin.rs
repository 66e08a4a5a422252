//! The report on a round robin: published and measured rounds won, drawn and
//! lost, and the wins of each player against each other.

use super::{Comparison, ExperimentReport, RunNumbers, comparison, text};
use crate::arena::statistics::{self, Estimate};
use crate::arena::{MatchCounts, Seat};
use crate::experiment::{Experiment, ExperimentMatch, PlayerEntry};

/// Rounds won, drawn and lost.
type RoundCounts = [u64; 3];

/// The rounds of two games of a match, from the side of its first player.
fn rounds_of(counts: &MatchCounts) -> RoundCounts {
    let [lost, drawn, won] = counts.pairs.as_ref().map_or([0; 3], |pairs| pairs.counts);
    [won, drawn, lost]
}

/// The share of games won in these rounds of two games.
fn score([won, drawn, lost]: RoundCounts) -> Estimate {
    statistics::score(2 * won + drawn, 2 * (won + drawn + lost))
}

fn show(rounds: RoundCounts) -> [String; 3] {
    rounds.map(|count| count.to_string())
}

/// Rounds of a player against one other, or against all.
struct RoundsRow {
    /// The names in the CSV table.
    names: [String; 2],
    published: Option<RoundCounts>,
    found: RoundCounts,
    score: Comparison,
}

impl RoundsRow {
    fn new(
        label: String,
        names: [String; 2],
        published: Option<RoundCounts>,
        found: RoundCounts,
    ) -> RoundsRow {
        let measured = score(found);
        let score = Comparison { label, published: published.map(score), measured };
        RoundsRow { names, published, found, score }
    }

    /// A row of the CSV table.
    fn row(&self) -> Vec<String> {
        let mut row = self.names.to_vec();
        row.extend(self.published.map(show).unwrap_or_default());
        row.extend(show(self.found));
        row.extend(text::csv_estimate(Some(self.score.measured)));
        row
    }

    /// A row of the section; `expected` is how many rounds there should be.
    fn cells(&self, expected: Option<u64>) -> Vec<String> {
        let published = self.published.map(|rounds| {
            let count: u64 = rounds.iter().sum();
            let note = match expected {
                Some(expected) if expected != count => format!(" ({count} rounds)"),
                _ => String::new(),
            };
            show(rounds).join(" / ") + &note
        });
        let [published_share, share, intervals] = self.score.cells();
        let label = self.score.label.clone();
        let published = text::or_dash(published);
        vec![label, published, published_share, show(self.found).join(" / "), share, intervals]
    }
}

pub fn report(experiment: &Experiment, counts: &[MatchCounts]) -> ExperimentReport {
    let totals = totals(experiment, counts);
    let pairings = pairings(experiment, counts);
    let mut rows = vec![text::cells(
        "player|opponent|published_won|published_drawn|published_lost|won|drawn|lost|share|low|high",
    )];
    rows.extend(totals.iter().chain(&pairings).map(RoundsRow::row));
    let table = |first: &str, lines: &[RoundsRow], expected: Option<u64>| {
        let headers = text::cells(&format!(
            "{first}|published rounds, won / drawn / lost|games won (95 %)|measured rounds|\
             games won (95 %)|intervals"
        ));
        text::table(&headers, &lines.iter().map(|line| line.cells(expected)).collect::<Vec<_>>())
    };
    let mut body = table("player", &totals, None) + "\n";
    body += &if pairings.iter().any(|line| line.published.is_some()) {
        table("player – opponent", &pairings, most_common_rounds(&pairings))
    } else {
        cross_table(experiment, counts)
    };
    let scores = totals.iter().map(|line| &line.score);
    let picture = comparison(&experiment.file.title, "games won", scores);
    let numbers = numbers(&totals, &pairings);
    ExperimentReport { body, rows, pictures: vec![picture], numbers }
}

/// The share of games that each player won, of all and against each other.
fn numbers(totals: &[RoundsRow], pairings: &[RoundsRow]) -> RunNumbers {
    let mut numbers = RunNumbers::default();
    for row in totals.iter().chain(pairings) {
        numbers.add_share(&row.score.label, Some(row.score.measured));
    }
    numbers.add_rows("totals", totals.iter().map(|row| &row.score));
    numbers.add_rows("pairings", pairings.iter().map(|row| &row.score));
    numbers
}

fn totals(experiment: &Experiment, counts: &[MatchCounts]) -> Vec<RoundsRow> {
    let players = experiment.file.players.iter().enumerate();
    let line = |(i, player): (usize, &PlayerEntry)| {
        let names = [player.label.clone(), "all".to_owned()];
        let found = rounds(experiment, counts, i);
        RoundsRow::new(player.label.clone(), names, player.published, found)
    };
    players.map(line).collect()
}

/// Each pair once, from the side of its first player.
fn pairings(experiment: &Experiment, counts: &[MatchCounts]) -> Vec<RoundsRow> {
    let players = &experiment.file.players;
    let line = |(played, counts): (&ExperimentMatch, &MatchCounts)| {
        let names = played.players.map(|player| players[player].label.clone());
        let published = players[played.players[0]].pairings.get(played.players[1]).copied();
        RoundsRow::new(names.join(" – "), names, published, rounds_of(counts))
    };
    experiment.matches.iter().zip(counts).map(line).collect()
}

/// The number of rounds that most of the published pairings have.
fn most_common_rounds(pairings: &[RoundsRow]) -> Option<u64> {
    let published = || pairings.iter().filter_map(|line| line.published);
    let counts = || published().map(|rounds| rounds.iter().sum::<u64>());
    counts().max_by_key(|count| counts().filter(|other| other == count).count())
}

/// The rounds of a player against all. Rounds against itself count once, for the first seat.
fn rounds(experiment: &Experiment, counts: &[MatchCounts], player: usize) -> RoundCounts {
    let mut sum = [0; 3];
    for (played, counts) in experiment.matches.iter().zip(counts) {
        let [won, drawn, lost] = rounds_of(counts);
        let own = match played.players {
            [first, _] if first == player => [won, drawn, lost],
            [_, second] if second == player => [lost, drawn, won],
            _ => [0; 3],
        };
        for (sum, own) in sum.iter_mut().zip(own) {
            *sum += own;
        }
    }
    sum
}

/// The wins and losses of the player of a row against that of a column.
fn cross_table(experiment: &Experiment, counts: &[MatchCounts]) -> String {
    let labels = || experiment.file.players.iter().map(|player| player.label.clone());
    let count = experiment.file.players.len();
    let mut cells = vec![vec![String::new(); count]; count];
    for (played, counts) in experiment.matches.iter().zip(counts) {
        let [first, second] = played.players;
        let [won, lost] = Seat::ALL.map(|seat| counts.tally.wins(seat));
        cells[second][first] = format!("{lost} : {won}");
        cells[first][second] = format!("{won} : {lost}");
    }
    let headers: Vec<String> = ["games won".to_owned()].into_iter().chain(labels()).collect();
    let rows: Vec<Vec<String>> =
        labels().zip(cells).map(|(label, cells)| [vec![label], cells].concat()).collect();
    text::table(&headers, &rows)
}
