//! The report of an experiment: a section of Markdown, a table, pictures. It does not depend on
//! times or on the number of runs, so the same experiment always gives the same report.

mod boards;
mod matches;
mod numbers;
mod round_robin;
pub(super) mod text;

use super::{EventFileError, Experiment, ExperimentKind, Result};
use crate::arena::MatchCounts;
use crate::arena::statistics::Estimate;
use crate::document;
use crate::picture::{Bar, BarChart, BarGroup, Picture};
use crate::signature::SIGNATURE;

pub use numbers::RunNumbers;

/// The results of an experiment.
#[derive(Clone, Debug, Default)]
pub struct ExperimentReport {
    /// The numbers as Markdown.
    pub body: String,
    /// The numbers as rows of a table, the names of its columns first.
    pub rows: Vec<Vec<String>>,
    /// The pictures.
    pub pictures: Vec<Picture>,
    /// The numbers that a discussion can name.
    pub numbers: RunNumbers,
}

/// The information that a reader needs to run the experiment again.
#[derive(Clone, Copy, Debug)]
pub struct RunInfo<'a> {
    /// The name of the experiment.
    pub name: &'a str,
    /// The command line.
    pub command: &'a str,
    /// Where the files of the report are, as a prefix of links.
    pub files: &'a str,
    /// Whether the discussion in the file is about these results.
    pub discussed: bool,
}

impl ExperimentReport {
    /// The report on the games of all matches.
    pub fn of_games(experiment: &Experiment, counts: &[MatchCounts]) -> ExperimentReport {
        let mut report = match experiment.file.kind {
            ExperimentKind::Boards => boards::report(experiment, counts),
            ExperimentKind::RoundRobin => round_robin::report(experiment, counts),
            ExperimentKind::Matches | ExperimentKind::FirstMoves | ExperimentKind::Convergence => {
                matches::report(experiment, counts)
            }
        };
        let games: u64 = counts.iter().map(|counts| counts.tally.games).sum();
        let moves: u64 = counts.iter().map(|counts| counts.tally.moves).sum();
        let mean = moves as f64 / games.max(1) as f64;
        report.body.push_str(&format!("\n{games} games of {mean:.1} moves on average.\n"));
        report.numbers.add("games", games);
        report
    }

    /// The table as CSV.
    pub fn csv(&self) -> Vec<u8> {
        document::csv(&self.rows)
    }

    /// The names of the files of the pictures.
    pub fn picture_names(&self, name: &str) -> Vec<String> {
        match self.pictures.len() {
            1 => vec![format!("{name}.svg")],
            count => (1..=count).map(|number| format!("{name}-{number}.svg")).collect(),
        }
    }

    /// The section of the experiment in a document. Fails if the discussion names a number that
    /// the run does not have.
    pub fn section(&self, experiment: &Experiment, run: RunInfo<'_>) -> Result<String> {
        let file = &experiment.file;
        let mut text = format!("### {}\n\n*{}*", file.title, file.source.trim());
        let mut add = |part: &str| {
            if !part.trim().is_empty() {
                text.push_str(&format!("\n\n{}", part.trim()));
            }
        };
        add(&file.about);
        if !file.finding.is_empty() {
            add(&format!("**Published.** {}", file.finding.trim()));
        }
        add(&quick_run(experiment).unwrap_or_default());
        add(&self.body);
        for (picture, name) in self.pictures.iter().zip(self.picture_names(run.name)) {
            add(&format!("![{}]({}{name})", picture.title, run.files));
        }
        if run.discussed && !file.discussion.is_empty() {
            let discussion = self.numbers.fill_in(file.discussion.trim())?;
            add(&format!("**Discussion.** {discussion}"));
        }
        add(&format!(
            "`{}`, seed {}, Kring {}, signature {SIGNATURE}; all numbers: [{name}.csv]({}{name}.csv)",
            run.command,
            file.seed,
            env!("CARGO_PKG_VERSION"),
            run.files,
            name = run.name,
        ));
        text.push('\n');
        Ok(text)
    }
}

/// A paragraph on how a run differs from the file; `None` if it does not.
fn quick_run(experiment: &Experiment) -> Option<String> {
    let file = &experiment.file;
    let scale = &experiment.scale;
    let mut parts = Vec::new();
    if let Some(games) = scale.games.filter(|games| *games != file.games) {
        let each = match file.kind {
            ExperimentKind::Matches => "games per match",
            ExperimentKind::Boards => "games per match and board",
            ExperimentKind::RoundRobin => "games per pair",
            ExperimentKind::FirstMoves => "questions per player",
            ExperimentKind::Convergence => "pairs of heat maps per number of fills",
        };
        parts.push(format!("{games} of {} {each}", file.games));
    }
    for (what, sides, own) in
        [("widths", &scale.columns, &file.columns), ("heights", &scale.rows, &file.rows)]
    {
        if !sides.is_empty() && sides != own {
            parts.push(format!("{what} {} instead of {}", list(sides), list(own)));
        }
    }
    if scale.effort != 1.0 {
        let players: Vec<String> = experiment.players.iter().map(|p| format!("`{p}`")).collect();
        let share = 100.0 * scale.effort;
        let players = players.join(", ");
        parts.push(format!("{share} % of the work per move, that is, the players {players}"));
    }
    if parts.is_empty() {
        return None;
    }
    Some(format!("**Quick run**, not the whole experiment: {}.", parts.join("; ")))
}

fn list(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

/// A published and a measured share of games won.
struct Comparison {
    label: String,
    published: Option<Estimate>,
    measured: Estimate,
}

impl Comparison {
    /// The published share, the measured one, and whether their intervals overlap.
    fn cells(&self) -> [String; 3] {
        let intervals =
            self.overlaps().map(|overlaps| if overlaps { "overlap" } else { "**apart**" });
        [
            text::or_dash(self.published.map(text::share)),
            text::share(self.measured),
            text::or_dash(intervals.map(str::to_owned)),
        ]
    }

    /// Whether the intervals overlap, if there is a published one.
    fn overlaps(&self) -> Option<bool> {
        let published = self.published?;
        Some(published.low <= self.measured.high && self.measured.low <= published.high)
    }

    /// The bars of a chart. Measured values always have the first colour, published ones the
    /// second.
    fn bars(&self) -> BarGroup {
        let bar = |series, Estimate { value, low, high }| Bar { series, value, low, high };
        let published = self.published.map(|published| bar(1, published));
        let bars = published.into_iter().chain([bar(0, self.measured)]).collect();
        BarGroup { label: self.label.clone(), bars }
    }
}

/// A chart of shares of games won, measured and published.
fn comparison<'a>(
    title: &str,
    y_label: &str,
    rows: impl Iterator<Item = &'a Comparison>,
) -> Picture {
    let groups: Vec<BarGroup> = rows.map(Comparison::bars).collect();
    let has_published = groups.iter().any(|group| group.bars.len() > 1);
    BarChart {
        title: title.to_owned(),
        y_label: y_label.to_owned(),
        percent: true,
        groups,
        series: text::cells(if has_published { "measured|published" } else { "measured" }),
    }
    .draw()
}

/// Puts the section of an experiment into a document. It replaces the earlier
/// section between its marks, or is added at the end.
pub fn insert(document: &str, name: &str, section: &str) -> Result<String> {
    let begin = format!("<!-- kring experiment {name} -->");
    document::insert(document, &begin, section).ok_or_else(|| {
        EventFileError::Invalid(format!("the section of {name} has a beginning but no end"))
    })
}
