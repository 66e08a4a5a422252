//! A round robin: rounds won, drawn and lost, published and measured, and who
//! won how many games against whom.

use super::{Picture, Report, text};
use crate::{
    arena::{
        Seat,
        statistics::{self, Estimate},
    },
    experiment::{Counts, Experiment},
    picture::{Bar, BarGroup, Bars},
};

/// Rounds won, drawn and lost.
type Rounds = [u64; 3];

/// The share of games that rounds of two games stand for.
fn score([won, drawn, lost]: Rounds) -> Estimate {
    statistics::score(2 * won + drawn, 2 * (won + drawn + lost))
}

/// The report.
pub fn report(experiment: &Experiment, counts: &[Counts]) -> Report {
    let players = &experiment.file.players;
    let totals: Vec<Rounds> = (0..players.len()).map(|i| rounds(experiment, counts, i)).collect();
    let mut rows = vec![text::heads(&[
        "player",
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
    let (mut lines, mut groups) = (Vec::new(), Vec::new());
    for (player, &total) in players.iter().zip(&totals) {
        let show = |rounds: Rounds| rounds.map(|count| count.to_string());
        let found = score(total);
        let mut row = vec![player.label.clone()];
        row.extend(player.published.map(show).unwrap_or_default());
        row.extend(show(total));
        row.extend([found.value, found.low, found.high].map(text::plain));
        rows.push(row);
        lines.push(vec![
            player.label.clone(),
            player.published.map_or_else(text::dash, |rounds| show(rounds).join(" / ")),
            player.published.map_or_else(text::dash, |rounds| text::share(score(rounds))),
            show(total).join(" / "),
            text::share(found),
        ]);
        let bar = |series, Estimate { value, low, high }| Bar { series, value, low, high };
        let published = player.published.map(|rounds| bar(0, score(rounds)));
        let bars = published.into_iter().chain([bar(1, found)]).collect();
        groups.push(BarGroup { label: player.label.clone(), bars });
    }
    let heads = text::heads(&[
        "player",
        "published rounds, won / drawn / lost",
        "games won (95 %)",
        "measured rounds",
        "games won (95 %)",
    ]);
    let body = format!("{}\n{}", text::table(&heads, &lines), cross_table(experiment, counts));
    Report { body, rows, pictures: vec![picture(experiment, groups)] }
}

/// The rounds of a player against all. Against itself those of the first seat
/// count, once: so each player has as many rounds as it has opponents and one.
fn rounds(experiment: &Experiment, counts: &[Counts], player: usize) -> Rounds {
    let mut sum = [0; 3];
    for (bout, counts) in experiment.bouts.iter().zip(counts) {
        let [won, drawn, lost] = counts.rounds;
        let own = match bout.players {
            [first, _] if first == player => [won, drawn, lost],
            [_, second] if second == player => [lost, drawn, won],
            _ => [0; 3],
        };
        sum.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
    }
    sum
}

/// The games that the player of the row won against that of the column.
fn cross_table(experiment: &Experiment, counts: &[Counts]) -> String {
    let labels = || experiment.file.players.iter().map(|player| player.label.clone());
    let count = experiment.file.players.len();
    let mut cells = vec![vec![String::new(); count]; count];
    for (bout, counts) in experiment.bouts.iter().zip(counts) {
        let [first, second] = bout.players;
        let [won, lost] = Seat::ALL.map(|seat| counts.tally.wins(seat));
        cells[second][first] = format!("{lost} : {won}");
        cells[first][second] = format!("{won} : {lost}");
    }
    let heads: Vec<String> = ["games won".to_owned()].into_iter().chain(labels()).collect();
    let rows: Vec<Vec<String>> =
        labels().zip(cells).map(|(label, cells)| [vec![label], cells].concat()).collect();
    text::table(&heads, &rows)
}

fn picture(experiment: &Experiment, groups: Vec<BarGroup>) -> Picture {
    let title = experiment.file.title.clone();
    let bars = Bars {
        title: title.clone(),
        y_label: "games won".to_owned(),
        percent: true,
        groups,
        series: text::heads(&["published", "measured"]),
    };
    Picture { title, svg: bars.svg() }
}
