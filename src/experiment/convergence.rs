//! How fast heat maps of random fills converge: how much two maps agree, with
//! each other and with the exact values, by the number of fills.

use kring_agents::{AgentFactory, Effort, Networks, ParameterValue, Role};
use kring_board::{Cell, Position, Size, Topology, Turns, chance};
use kring_literature::coin::ExactChances;

use super::first_moves::{agent, first_move};
use super::report::{ExperimentReport, RunNumbers, text};
use super::{EventFileError, Experiment, Result};
use crate::arena::statistics::{Estimate, RunningMean};
use crate::picture::{ChartLine, ChartPoint, LineChart, Picture};

/// The largest board, in cells, whose exact values are computed.
const MOST_CELLS: usize = 25;

/// How well the heat maps of a player agree at one number of fills.
#[derive(Clone, Debug)]
pub struct Convergence {
    /// The board.
    pub board: Size,
    /// The index of the player.
    pub player: usize,
    /// The number of random fills.
    pub fills: u64,
    /// The correlation of two maps of different seeds.
    pub seeds: RunningMean,
    /// The correlation of a map with the exact values, where these can be computed.
    pub exact: RunningMean,
    /// How many maps were compared with the exact values.
    pub compared: u64,
    /// How many of these maps have a best cell that is also best by the exact values.
    pub best: u64,
}

impl Experiment {
    /// Makes pairs of heat maps of each player for each number of fills and each
    /// board, and compares them.
    pub fn convergence(&self) -> Result<Vec<Convergence>> {
        let file = &self.file;
        let scale = &self.scale;
        if file.boards.is_empty() || file.fills.is_empty() {
            return Err(EventFileError::invalid("boards = [...] and fills = [...] are missing"));
        }
        let pairs = scale.games.unwrap_or(file.games) as u64;
        let mut found = Vec::new();
        for &board in &file.boards {
            let position = Position::new(chance::game(board, file.variant.clone(), file.seed));
            let exact = exact(&position);
            for (player, spec) in self.players.iter().enumerate() {
                for &fills in &file.fills {
                    let fills = (fills as f64 * scale.effort).round().max(1.0) as u64;
                    let agent = with_fills(agent(spec)?, fills)?;
                    let mut row = Convergence::new(board, player, fills);
                    for pair in 0..pairs {
                        let map = |number| first_move(&agent, &position, file.seed, number).scores;
                        row.add([2 * pair + 1, 2 * pair + 2].map(map), exact.as_deref());
                    }
                    found.push(row);
                }
            }
        }
        Ok(found)
    }
}

fn with_fills(agent: &AgentFactory, fills: u64) -> Result<AgentFactory> {
    let role = Role::Effort(Effort::Fills);
    let spec = agent.spec().with_value(role, ParameterValue::Whole(fills));
    spec.and_then(|spec| agent.change(spec, &Networks::default()))
        .map_err(|error| EventFileError::Invalid(format!("{agent} fills={fills}: {error}")))
}

/// The exact value of each cell under random turns, if it can be computed.
fn exact(position: &Position) -> Option<Vec<(Cell, f64)>> {
    let rules = position.rules();
    let is_computable = rules.turns == Turns::Random
        && rules.seasons.count() == 1
        && rules.topology != Topology::Torus;
    let exact =
        is_computable.then(|| ExactChances::of(position, MOST_CELLS, &|_| true)).flatten()?;
    Some(exact.pivotal)
}

impl Convergence {
    fn new(board: Size, player: usize, fills: u64) -> Convergence {
        let seeds = RunningMean::default();
        let exact = RunningMean::default();
        Convergence { board, player, fills, seeds, exact, compared: 0, best: 0 }
    }

    fn add(&mut self, maps: [Vec<(Cell, f64)>; 2], exact: Option<&[(Cell, f64)]>) {
        self.seeds.add(correlation(&maps[0], &maps[1]));
        let Some(exact) = exact else { return };
        let most = exact.iter().map(|(_, value)| *value).fold(f64::MIN, f64::max);
        for map in &maps {
            self.exact.add(correlation(map, exact));
            let top = map.iter().max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(cell, _)| *cell);
            let is_best = |(cell, value): &(Cell, f64)| Some(*cell) == top && *value > most - 1e-9;
            self.compared += 1;
            self.best += u64::from(exact.iter().any(is_best));
        }
    }
}

/// Pearson's correlation of two maps of the same cells; 0 if one is flat.
pub fn correlation(a: &[(Cell, f64)], b: &[(Cell, f64)]) -> f64 {
    let mean = |map: &[(Cell, f64)]| map.iter().map(|(_, v)| v).sum::<f64>() / map.len() as f64;
    let mean_a = mean(a);
    let mean_b = mean(b);
    let (mut both, mut squares) = (0.0, [0.0; 2]);
    for ((_, a), (_, b)) in a.iter().zip(b) {
        let a = a - mean_a;
        let b = b - mean_b;
        both += a * b;
        squares = [squares[0] + a * a, squares[1] + b * b];
    }
    let spread = (squares[0] * squares[1]).sqrt();
    if spread > 0.0 { both / spread } else { 0.0 }
}

impl ExperimentReport {
    /// The report on heat maps.
    pub fn of_convergence(experiment: &Experiment) -> Result<ExperimentReport> {
        let found = experiment.convergence()?;
        let mut report = ExperimentReport {
            rows: rows(experiment, &found),
            numbers: numbers(experiment, &found),
            ..ExperimentReport::default()
        };
        for &board in &experiment.file.boards {
            for agreement in &AGREEMENTS {
                let is_of = |row: &&Convergence| {
                    row.board == board && (agreement.mean)(row).estimate().is_some()
                };
                let rows: Vec<&Convergence> = found.iter().filter(is_of).collect();
                if !rows.is_empty() {
                    report.body.push_str(&table(experiment, agreement, &rows));
                    report.pictures.push(picture(experiment, agreement, &rows));
                }
            }
        }
        Ok(report)
    }
}

/// The correlation of two seeds, and that with the exact values, for each player, board and number
/// of fills.
fn numbers(experiment: &Experiment, found: &[Convergence]) -> RunNumbers {
    let mut numbers = RunNumbers::default();
    for row in found {
        let name = format!("{}, {}, {}", label(experiment, row.player), row.board, row.fills);
        for (mean, suffix) in [(row.seeds, "seeds"), (row.exact, "exact")] {
            if let Some(mean) = mean.estimate() {
                numbers.add(format!("{name}, {suffix}"), format!("{:.3}", mean.value));
            }
        }
    }
    numbers
}

struct Agreement {
    title: &'static str,
    mean: fn(&Convergence) -> RunningMean,
    /// Whether the table also shows how often the best cell was found.
    has_best: bool,
}

const AGREEMENTS: [Agreement; 2] = [
    Agreement { title: "correlation of two seeds", mean: |row| row.seeds, has_best: false },
    Agreement { title: "correlation with the exact values", mean: |row| row.exact, has_best: true },
];

/// The table of a measure on one board, that of all these rows.
fn table(experiment: &Experiment, agreement: &Agreement, rows: &[&Convergence]) -> String {
    let mut fills: Vec<u64> = rows.iter().map(|row| row.fills).collect();
    fills.sort_unstable();
    fills.dedup();
    let mut headers = vec![format!("{}, {}", rows[0].board, agreement.title)];
    headers.extend(fills.iter().map(|fills| format!("{fills} fills")));
    let cell = |player: usize, fills: u64| {
        let row = rows.iter().find(|row| row.player == player && row.fills == fills);
        text::or_dash(row.map(|row| {
            let mean = (agreement.mean)(row).estimate().map_or(0.0, |found| found.value);
            let best = 100.0 * row.best as f64 / row.compared as f64;
            if agreement.has_best && row.compared > 0 {
                format!("{mean:.3}, best cell {best:.0} %")
            } else {
                format!("{mean:.3}")
            }
        }))
    };
    let line = |player: usize| {
        let cells = fills.iter().map(|&fills| cell(player, fills));
        [label(experiment, player)].into_iter().chain(cells).collect()
    };
    let lines: Vec<Vec<String>> = (0..experiment.players.len()).map(line).collect();
    format!("{}\n", text::table(&headers, &lines))
}

fn picture(experiment: &Experiment, agreement: &Agreement, rows: &[&Convergence]) -> Picture {
    let title = format!("Heat maps of {}: {}", rows[0].board, agreement.title);
    let point = |row: &&Convergence| -> Option<ChartPoint> {
        let Estimate { value, low, high } = (agreement.mean)(row).estimate()?;
        Some((row.fills as f64, value, low, high.min(1.0)))
    };
    let line = |player: usize| {
        let own = rows.iter().filter(|row| row.player == player);
        let name = label(experiment, player);
        let points = own.filter_map(point).collect();
        ChartLine { name, points, ..ChartLine::default() }
    };
    LineChart {
        title,
        x_label: "random fills".to_owned(),
        y_label: agreement.title.to_owned(),
        log_x: true,
        series: (0..experiment.players.len()).map(line).collect(),
        ..LineChart::default()
    }
    .draw()
}

fn label(experiment: &Experiment, player: usize) -> String {
    experiment.file.players[player].label.clone()
}

fn rows(experiment: &Experiment, found: &[Convergence]) -> Vec<Vec<String>> {
    let mut rows =
        vec![text::cells("board|player|fills|seeds|low|high|exact|low|high|compared|best")];
    rows.extend(found.iter().map(|row| {
        let mut cells =
            vec![row.board.to_string(), label(experiment, row.player), row.fills.to_string()];
        cells.extend(text::csv_estimate(row.seeds.estimate()));
        cells.extend(text::csv_estimate(row.exact.estimate()));
        cells.extend([row.compared, row.best].map(|count| count.to_string()));
        cells
    }));
    rows
}
