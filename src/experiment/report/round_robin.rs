//! The report on a round robin: published and measured rounds won, drawn and
//! lost, and the wins of each player against each other.

use super::{ExperimentReport, compared, comparison, text};
use crate::{
    arena::{
        Seat,
        statistics::{self, Estimate},
    },
    experiment::{Experiment, ExperimentMatch, GameCounts, PlayerEntry},
    picture::BarGroup,
};

/// Rounds won, drawn and lost.
type RoundCounts = [u64; 3];

/// The share of games won in these rounds of two games.
fn score([won, drawn, lost]: RoundCounts) -> Estimate {
    statistics::score(2 * won + drawn, 2 * (won + drawn + lost))
}

fn show(rounds: RoundCounts) -> [String; 3] {
    rounds.map(|count| count.to_string())
}

/// Rounds of a player against one other, or against all.
struct RoundsRow {
    label: String,
    /// The names in the CSV table.
    names: [String; 2],
    published: Option<RoundCounts>,
    found: RoundCounts,
}

impl RoundsRow {
    /// A row of the CSV table.
    fn row(&self) -> Vec<String> {
        let found = score(self.found);
        let mut row = self.names.to_vec();
        row.extend(self.published.map(show).unwrap_or_default());
        row.extend(show(self.found));
        row.extend([found.value, found.low, found.high].map(text::plain));
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
        let found = score(self.found);
        vec![
            self.label.clone(),
            published.unwrap_or_else(text::dash),
            self.published.map_or_else(text::dash, |rounds| text::share(score(rounds))),
            show(self.found).join(" / "),
            text::share(found),
            self.published.map_or_else(text::dash, |p| text::overlap(score(p), found)),
        ]
    }

    fn bars(&self) -> BarGroup {
        compared(&self.label, self.published.map(score), score(self.found))
    }
}

/// The report.
pub fn report(experiment: &Experiment, counts: &[GameCounts]) -> ExperimentReport {
    let totals = totals(experiment, counts);
    let pairings = pairings(experiment, counts);
    let mut rows = vec![text::headers(&[
        "player",
        "opponent",
        "published_won",
        "published_drawn",
        "published_lost",
        "won",
        "drawn",
        "lost",
        "share",
        "low",
        "high",
    ])];
    rows.extend(totals.iter().chain(&pairings).map(RoundsRow::row));
    let headers = |first: &str| {
        text::headers(&[
            first,
            "published rounds, won / drawn / lost",
            "games won (95 %)",
            "measured rounds",
            "games won (95 %)",
            "intervals",
        ])
    };
    let all: Vec<Vec<String>> = totals.iter().map(|line| line.cells(None)).collect();
    let mut body = text::table(&headers("player"), &all);
    if pairings.iter().any(|line| line.published.is_some()) {
        let expected = most_common_rounds(&pairings);
        let each: Vec<Vec<String>> = pairings.iter().map(|line| line.cells(expected)).collect();
        body += &format!("\n{}", text::table(&headers("player – opponent"), &each));
    } else {
        body += &format!("\n{}", cross_table(experiment, counts));
    }
    let groups = totals.iter().map(RoundsRow::bars).collect();
    let picture = comparison(&experiment.file.title, "games won", groups);
    ExperimentReport { body, rows, pictures: vec![picture] }
}

fn totals(experiment: &Experiment, counts: &[GameCounts]) -> Vec<RoundsRow> {
    let players = experiment.file.players.iter().enumerate();
    let line = |(i, player): (usize, &PlayerEntry)| RoundsRow {
        label: player.label.clone(),
        names: [player.label.clone(), "all".to_owned()],
        published: player.published,
        found: rounds(experiment, counts, i),
    };
    players.map(line).collect()
}

/// Each pair once, from the side of its first player.
fn pairings(experiment: &Experiment, counts: &[GameCounts]) -> Vec<RoundsRow> {
    let players = &experiment.file.players;
    let line = |(played, counts): (&ExperimentMatch, &GameCounts)| {
        let names = played.players.map(|player| players[player].label.clone());
        RoundsRow {
            label: names.join(" – "),
            names,
            published: players[played.players[0]].pairings.get(played.players[1]).copied(),
            found: counts.rounds,
        }
    };
    experiment.matches.iter().zip(counts).map(line).collect()
}

/// The number of rounds that most of the published pairings have.
fn most_common_rounds(pairings: &[RoundsRow]) -> Option<u64> {
    let published = || pairings.iter().filter_map(|line| line.published);
    let counts = || published().map(|rounds| rounds.iter().sum::<u64>());
    counts().max_by_key(|count| counts().filter(|other| other == count).count())
}

/// The rounds of a player against all. Rounds against itself count once, for the
/// first seat.
fn rounds(experiment: &Experiment, counts: &[GameCounts], player: usize) -> RoundCounts {
    let mut sum = [0; 3];
    for (played, counts) in experiment.matches.iter().zip(counts) {
        let [won, drawn, lost] = counts.rounds;
        let own = match played.players {
            [first, _] if first == player => [won, drawn, lost],
            [_, second] if second == player => [lost, drawn, won],
            _ => [0; 3],
        };
        sum.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
    }
    sum
}

/// The wins and losses of the player of a row against that of a column.
fn cross_table(experiment: &Experiment, counts: &[GameCounts]) -> String {
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
