//! The report on matches: one row for each, with the published and the measured result.

use super::{Comparison, ExperimentReport, RunNumbers, comparison, text};
use crate::arena::{MatchCounts, MatchTally, Seat, statistics};
use crate::experiment::{Experiment, ExperimentMatch, MatchEntry};

pub fn report(experiment: &Experiment, counts: &[MatchCounts]) -> ExperimentReport {
    let mut rows = vec![text::cells(
        "match|first|second|size|variant|published_first|published_second|published_moves|games|\
         measured_first|share|low|high|measured_moves",
    )];
    let mut lines = Vec::new();
    let mut scores = Vec::new();
    for (played, MatchCounts { tally, .. }) in experiment.matches.iter().zip(counts) {
        let entry = &experiment.file.matches[played.entry];
        let published = entry.published.map(|p| statistics::score(p.first, p.first + p.second));
        let score = Comparison { label: entry.label.clone(), published, measured: tally.score() };
        lines.push(line(entry, tally, &score));
        rows.push(row(experiment, played, tally));
        scores.push(score);
    }
    let mut headers = text::cells(
        "first – second|published|share of first (95 %)|moves|measured|share of first (95 %)|\
         moves|intervals",
    );
    if scores.iter().all(|score| score.published.is_none()) {
        for line in lines.iter_mut().chain([&mut headers]) {
            line.drain(1..4);
            line.pop();
        }
    }
    let body = text::table(&headers, &lines);
    let picture = comparison(&experiment.file.title, "games won by the first", scores.iter());
    let numbers = numbers(&scores, counts);
    ExperimentReport { body, rows, pictures: vec![picture], numbers }
}

/// For each match its wins, its share and its moves; and those of all matches as lists.
fn numbers(scores: &[Comparison], counts: &[MatchCounts]) -> RunNumbers {
    let mut numbers = RunNumbers::default();
    let mut all_wins = Vec::new();
    let mut all_moves = Vec::new();
    for (score, MatchCounts { tally, .. }) in scores.iter().zip(counts) {
        let label = &score.label;
        let wins = tally.wins(Seat::First).to_string();
        let moves = format!("{:.1}", tally.mean_length());
        numbers.add_share(&format!("{label}, share"), Some(score.measured));
        numbers.add(format!("{label}, wins"), &wins);
        numbers.add(format!("{label}, moves"), &moves);
        all_wins.push(wins);
        all_moves.push(moves);
    }
    numbers.add("wins", text::listed(&all_wins));
    numbers.add("moves", text::listed(&all_moves));
    numbers.add_rows("rows", scores.iter());
    numbers
}

fn line(entry: &MatchEntry, tally: &MatchTally, score: &Comparison) -> Vec<String> {
    let ratio = |first: u64, second: u64| format!("{first} : {second}");
    let [published_share, share, intervals] = score.cells();
    let published = entry.published;
    let published_moves = published.and_then(|p| p.moves).map(|moves| format!("{moves:.1}"));
    vec![
        entry.label.clone(),
        text::or_dash(published.map(|p| ratio(p.first, p.second))),
        published_share,
        text::or_dash(published_moves),
        ratio(tally.wins(Seat::First), tally.wins(Seat::Second)),
        share,
        format!("{:.1}", tally.mean_length()),
        intervals,
    ]
}

/// The row of the CSV table. A short run changes the players, so it names those that played.
fn row(experiment: &Experiment, played: &ExperimentMatch, tally: &MatchTally) -> Vec<String> {
    let MatchEntry { label, published, .. } = &experiment.file.matches[played.entry];
    let or_empty = |number: Option<String>| number.unwrap_or_default();
    let mut row = vec![label.clone()];
    row.extend(played.players.map(|player| experiment.players[player].to_string()));
    row.extend([
        played.plan.size.to_string(),
        played.plan.rules.to_string(),
        or_empty(published.map(|p| p.first.to_string())),
        or_empty(published.map(|p| p.second.to_string())),
        or_empty(published.and_then(|p| p.moves).map(|moves| moves.to_string())),
        tally.games.to_string(),
        tally.wins(Seat::First).to_string(),
    ]);
    row.extend(text::csv_estimate(Some(tally.score())));
    row.push(text::csv_number(tally.mean_length()));
    row
}
