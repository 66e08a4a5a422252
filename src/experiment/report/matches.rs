//! The report on matches: one row for each, with the published and the measured
//! result.

use super::{ExperimentReport, compared, comparison, text};
use crate::{
    arena::{
        Seat,
        statistics::{self, Estimate},
    },
    experiment::{Experiment, ExperimentMatch, GameCounts, MatchEntry, Published},
    picture::BarGroup,
};

/// A match and its counts.
struct MatchRow<'a> {
    entry: &'a MatchEntry,
    played: &'a ExperimentMatch,
    /// The players, which a short run changes.
    players: [String; 2],
    counts: &'a GameCounts,
}

impl Published {
    fn score(self) -> Estimate {
        statistics::score(self.first, self.first + self.second)
    }
}

/// The report.
pub fn report(experiment: &Experiment, counts: &[GameCounts]) -> ExperimentReport {
    let line = |(played, counts)| {
        let played: &ExperimentMatch = played;
        let players = played.players.map(|player| experiment.players[player].to_string());
        MatchRow { entry: &experiment.file.matches[played.entry], played, players, counts }
    };
    let lines: Vec<MatchRow<'_>> = experiment.matches.iter().zip(counts).map(line).collect();
    let mut rows = vec![text::headers(&COLUMNS)];
    rows.extend(lines.iter().map(MatchRow::row));
    let groups = lines.iter().map(MatchRow::bars).collect();
    let picture = comparison(&experiment.file.title, "games won by the first", groups);
    ExperimentReport { body: body(&lines), rows, pictures: vec![picture] }
}

fn body(lines: &[MatchRow<'_>]) -> String {
    let mut headers = text::headers(&[
        "first – second",
        "published",
        "share of first (95 %)",
        "moves",
        "measured",
        "share of first (95 %)",
        "moves",
        "intervals",
    ]);
    let mut rows: Vec<Vec<String>> = lines.iter().map(MatchRow::cells).collect();
    if lines.iter().all(|line| line.entry.published.is_none()) {
        for row in rows.iter_mut().chain([&mut headers]) {
            row.drain(1..4);
            row.pop();
        }
    }
    text::table(&headers, &rows)
}

const COLUMNS: [&str; 14] = [
    "match",
    "first",
    "second",
    "size",
    "variant",
    "published_first",
    "published_second",
    "published_moves",
    "games",
    "measured_first",
    "share",
    "low",
    "high",
    "measured_moves",
];

impl MatchRow<'_> {
    fn wins(&self) -> [u64; 2] {
        Seat::ALL.map(|seat| self.counts.tally.wins(seat))
    }

    fn cells(&self) -> Vec<String> {
        let ratio = |first: u64, second: u64| format!("{first} : {second}");
        let [first, second] = self.wins();
        let score = self.counts.tally.score();
        let published = match self.entry.published {
            None => [text::dash(), text::dash(), text::dash()],
            Some(published) => [
                ratio(published.first, published.second),
                text::share(published.score()),
                published.moves.map_or_else(text::dash, |moves| format!("{moves:.1}")),
            ],
        };
        let mut cells = vec![self.entry.label.clone()];
        cells.extend(published);
        cells.push(ratio(first, second));
        cells.push(text::share(score));
        cells.push(format!("{:.1}", self.counts.tally.mean_length()));
        let published = self.entry.published;
        cells.push(published.map_or_else(text::dash, |p| text::overlap(p.score(), score)));
        cells
    }

    fn row(&self) -> Vec<String> {
        let published = self.entry.published;
        let or_empty = |number: Option<String>| number.unwrap_or_default();
        let score = self.counts.tally.score();
        vec![
            self.entry.label.clone(),
            self.players[0].clone(),
            self.players[1].clone(),
            self.played.plan.size.to_string(),
            self.played.plan.rules.to_string(),
            or_empty(published.map(|published| published.first.to_string())),
            or_empty(published.map(|published| published.second.to_string())),
            or_empty(published.and_then(|p| p.moves).map(|moves| moves.to_string())),
            self.counts.tally.games.to_string(),
            self.wins()[0].to_string(),
            text::plain(score.value),
            text::plain(score.low),
            text::plain(score.high),
            text::plain(self.counts.tally.mean_length()),
        ]
    }

    fn bars(&self) -> BarGroup {
        let published = self.entry.published.map(Published::score);
        compared(&self.entry.label, published, self.counts.tally.score())
    }
}
