//! The report on boards: for each match a table of widths and heights, and the
//! means of wide, square and tall boards.

use std::cmp::Ordering;

use kring_board::Size;

use super::{ExperimentReport, RunNumbers, text};
use crate::arena::MatchCounts;
use crate::arena::statistics::{self, Estimate, RunningMean};
use crate::experiment::{Experiment, Measure, matches};
use crate::picture::{HeatTable, Picture};

/// The boards of one match, row by row.
struct BoardGrid<'a> {
    label: &'a str,
    boards: Vec<(Size, &'a MatchCounts)>,
    measure: Measure,
}

pub fn report(experiment: &Experiment, counts: &[MatchCounts]) -> ExperimentReport {
    let matches = || experiment.matches.iter().zip(counts);
    let grids: Vec<BoardGrid<'_>> = (0..experiment.file.matches.len())
        .map(|entry| BoardGrid {
            label: &experiment.file.matches[entry].label,
            boards: matches()
                .filter(|(played, _)| played.entry == entry)
                .map(|(played, counts)| (played.plan.size, counts))
                .collect(),
            measure: experiment.file.measure,
        })
        .collect();
    let axes = matches::boards(&experiment.file, &experiment.scale);
    let body = shapes(&grids);
    let mut rows = vec![text::cells("match|columns|rows|games|black_wins|measure|low|high|moves")];
    rows.extend(grids.iter().flat_map(BoardGrid::rows));
    let picture = |grid: &BoardGrid<'_>| grid.picture(&experiment.file.title, &axes);
    let pictures = grids.iter().map(picture).collect();
    let mut numbers = RunNumbers::default();
    for grid in &grids {
        grid.add_numbers(&axes, &mut numbers);
    }
    ExperimentReport { body, rows, pictures, numbers }
}

/// The means over all boards, and over wide, square and tall ones.
fn shapes(grids: &[BoardGrid<'_>]) -> String {
    let headers = text::cells("|all boards|wider than high|square|higher than wide");
    let row = |grid: &BoardGrid<'_>| {
        let shape = |size: &Size| size.rows().cmp(&size.columns());
        let orders = [Ordering::Less, Ordering::Equal, Ordering::Greater];
        let mut row = vec![grid.label.to_owned(), grid.over(|_| true)];
        row.extend(orders.map(|order| grid.over(|size| shape(size) == order)));
        row
    };
    text::table(&headers, &grids.iter().map(row).collect::<Vec<_>>())
}

impl Measure {
    /// The measure over these games; `None` without games.
    fn of(self, counts: &[&MatchCounts]) -> Option<Estimate> {
        match self {
            Measure::BlackWins => {
                let games = counts.iter().map(|counts| counts.tally.games).sum();
                let won = counts.iter().map(|counts| counts.tally.black_wins()).sum();
                (games > 0).then(|| statistics::score(won, games))
            }
            Measure::BlackStones => {
                let mut mean = RunningMean::default();
                for counts in counts {
                    mean.merge(counts.tally.black_stones);
                }
                mean.estimate()
            }
        }
    }
}

impl BoardGrid<'_> {
    /// The measure over some of the boards.
    fn measured(&self, which: impl Fn(&Size) -> bool) -> Option<Estimate> {
        let counts: Vec<&MatchCounts> =
            self.boards.iter().filter(|(size, _)| which(size)).map(|(_, counts)| *counts).collect();
        self.measure.of(&counts)
    }

    fn over(&self, which: impl Fn(&Size) -> bool) -> String {
        text::or_dash(self.measured(which).map(match self.measure {
            Measure::BlackWins => text::share,
            Measure::BlackStones => text::number,
        }))
    }

    /// The measure of each board, each width, and of boards of the same kind.
    fn add_numbers(&self, [columns, rows]: &[Vec<usize>; 2], numbers: &mut RunNumbers) {
        let mut add = |boards: &str, which: &dyn Fn(&Size) -> bool| {
            let name = format!("{}, {boards}", self.label);
            let measured = self.measured(which);
            match self.measure {
                Measure::BlackWins => numbers.add_share(&name, measured),
                Measure::BlackStones => {
                    let mean = measured.map(|mean| format!("{:.1}", mean.value));
                    numbers.add(name, text::or_dash(mean));
                }
            }
        };
        add("all", &|_| true);
        add("wider", &|size| size.columns() > size.rows());
        add("square", &|size| size.columns() == size.rows());
        add("higher", &|size| size.columns() < size.rows());
        add("odd", &|size| !size.cells().is_multiple_of(2));
        add("even", &|size| size.cells().is_multiple_of(2));
        for &width in columns {
            add(&format!("width {width}"), &|size| size.columns() == width);
            for &height in rows {
                let board = format!("{width}x{height}");
                add(&board, &|size| size.columns() == width && size.rows() == height);
            }
        }
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let row = |(size, counts): &(Size, &MatchCounts)| {
            let mut row = vec![self.label.to_owned()];
            row.extend([size.columns(), size.rows()].map(|side| side.to_string()));
            row.extend(
                [counts.tally.games, counts.tally.black_wins()].map(|count| count.to_string()),
            );
            row.extend(text::csv_estimate(self.measure.of(&[counts])));
            row.push(text::csv_number(counts.tally.mean_length()));
            row
        };
        self.boards.iter().map(row).collect()
    }

    fn picture(&self, title: &str, [columns, rows]: &[Vec<usize>; 2]) -> Picture {
        let percent = self.measure == Measure::BlackWins;
        let measure = if percent { "games won by black" } else { "black stones" };
        let title = format!("{title}: {measure}, {}", self.label);
        let at = |columns: usize, rows: usize| {
            let fits = |size: Size| size.columns() == columns && size.rows() == rows;
            let (_, counts) = self.boards.iter().find(|(size, _)| fits(*size))?;
            self.measure.of(&[counts]).map(|found| found.value)
        };
        let values: Vec<Vec<Option<f64>>> =
            rows.iter().map(|&n| columns.iter().map(|&m| at(m, n)).collect()).collect();
        let most = values.iter().flatten().flatten().copied().fold(1.0, f64::max);
        HeatTable {
            title,
            x_label: "width".to_owned(),
            y_label: "height".to_owned(),
            columns: columns.iter().map(usize::to_string).collect(),
            rows: rows.iter().map(usize::to_string).collect(),
            values,
            low: 0.0,
            high: if percent { 1.0 } else { most },
            percent,
        }
        .draw()
    }
}
