//! The report on matches: one row for each, with the published and the measured result.

use super::{Comparison, ExperimentReport, comparison, text};
use crate::arena::{MatchCounts, MatchTally, Seat, statistics};
use crate::experiment::{Experiment, ExperimentMatch, MatchEntry};

struct MatchRow<'a> {
    entry: &'a MatchEntry,
    played: &'a ExperimentMatch,
    tally: &'a MatchTally,
    score: Comparison,
}

pub fn report(experiment: &Experiment, counts: &[MatchCounts]) -> ExperimentReport {
    let played = experiment.matches.iter().zip(counts);
    let lines = played.map(|(played, MatchCounts { tally, .. })| {
        let entry = &experiment.file.matches[played.entry];
        let published = entry.published.map(|p| statistics::score(p.first, p.first + p.second));
        let score = Comparison { label: entry.label.clone(), published, measured: tally.score() };
        MatchRow { entry, played, tally, score }
    });
    let lines: Vec<MatchRow<'_>> = lines.collect();
    let mut rows = vec![text::cells(
        "match|first|second|size|variant|published_first|published_second|published_moves|games|\
         measured_first|share|low|high|measured_moves",
    )];
    rows.extend(lines.iter().map(|line| line.row(experiment)));
    let scores = lines.iter().map(|line| &line.score);
    let picture = comparison(&experiment.file.title, "games won by the first", scores);
    ExperimentReport { body: body(&lines), rows, pictures: vec![picture] }
}

fn body(lines: &[MatchRow<'_>]) -> String {
    let mut headers = text::cells(
        "first – second|published|share of first (95 %)|moves|measured|share of first (95 %)|\
         moves|intervals",
    );
    let mut rows: Vec<Vec<String>> = lines.iter().map(MatchRow::cells).collect();
    if lines.iter().all(|line| line.entry.published.is_none()) {
        for row in rows.iter_mut().chain([&mut headers]) {
            row.drain(1..4);
            row.pop();
        }
    }
    text::table(&headers, &rows)
}

impl MatchRow<'_> {
    fn cells(&self) -> Vec<String> {
        let ratio = |first: u64, second: u64| format!("{first} : {second}");
        let [published_share, share, intervals] = self.score.cells();
        let published = self.entry.published;
        let published_moves = published.and_then(|p| p.moves).map(|moves| format!("{moves:.1}"));
        vec![
            self.entry.label.clone(),
            text::or_dash(published.map(|p| ratio(p.first, p.second))),
            published_share,
            text::or_dash(published_moves),
            ratio(self.tally.wins(Seat::First), self.tally.wins(Seat::Second)),
            share,
            format!("{:.1}", self.tally.mean_length()),
            intervals,
        ]
    }

    /// The row of the CSV table. A short run changes the players, so it names those that played.
    fn row(&self, experiment: &Experiment) -> Vec<String> {
        let published = self.entry.published;
        let or_empty = |number: Option<String>| number.unwrap_or_default();
        let mut row = vec![self.entry.label.clone()];
        row.extend(self.played.players.map(|player| experiment.players[player].to_string()));
        row.extend([
            self.played.plan.size.to_string(),
            self.played.plan.rules.to_string(),
            or_empty(published.map(|p| p.first.to_string())),
            or_empty(published.map(|p| p.second.to_string())),
            or_empty(published.and_then(|p| p.moves).map(|moves| moves.to_string())),
            self.tally.games.to_string(),
            self.tally.wins(Seat::First).to_string(),
        ]);
        row.extend(text::csv_estimate(Some(self.score.measured)));
        row.push(text::csv_number(self.tally.mean_length()));
        row
    }
}
