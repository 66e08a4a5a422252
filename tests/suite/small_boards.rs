//! What `neural` knows of the small boards, with and without seasons: who wins after every first
//! stone, compared with brute force. `docs/STRENGTH.md` has the table that it prints:
//!
//! ```sh
//! cargo test --release --test suite -- --ignored --nocapture small_boards
//! ```
//!
//! `KRING_SMALL_NET` is the file of another network, `KRING_SMALL_EVALS` a list of other numbers
//! of positions, and `KRING_SMALL_MAPS` another number of season maps.

use std::{collections::HashMap, env, str::FromStr, sync::Arc};

use kring::{
    agents::{AgentFactory, AgentSpec, Networks, Stop},
    board::{Cell, Colour, Game, Position, Rules, Size, Symmetry, Topology, chance},
    solver::{Solver, SolverLimits},
};

use crate::mcts::choose;

/// The most cells of a board.
const CELLS: usize = 16;

/// The seasons of the games. The last two have unusual cycles.
const SEASONS: [&str; 5] = [
    "seasons=1",
    "seasons=2",
    "seasons=3",
    "seasons=2 black-cycle=1,1,2 white-cycle=2,1",
    "seasons=3 black-cycle=1,1,2,3 white-cycle=3,2,1",
];

/// The mark of an opening that the agent is wrong about although it is certain.
const CERTAIN: &str = "certain, but wrong: ";

/// A position after the first stone.
pub struct Opening {
    pub position: Position,
    /// Whether the side to move wins.
    pub wins: bool,
}

/// Who wins with best play, by trying every move. The key of a position is all of it: the stones,
/// the players' steps in their cycles, and the colour to move.
#[derive(Default)]
struct BruteForce(HashMap<([u32; 2], [u8; 2], Colour), bool>);

impl BruteForce {
    fn wins(&mut self, position: &mut Position, colour: Colour) -> bool {
        let stones = |colour| position.stones(colour).iter().map(|cell| 1 << cell.number()).sum();
        let key = (Colour::ALL.map(stones), position.cycle_steps(), colour);
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let cells: Vec<Cell> = position.legal_cells(colour).iter().collect();
        let wins = cells.into_iter().any(|cell| {
            position.play_unchecked(colour, cell);
            let wins = match position.winner() {
                Some(winner) => winner == colour,
                None => !self.wins(position, colour.other()),
            };
            position.undo();
            wins
        });
        self.0.insert(key, wins);
        wins
    }
}

/// All positions of a game after one legal stone of either colour. Of symmetric ones there is one.
pub fn openings(game: &Arc<Game>) -> Vec<Opening> {
    let symmetries = Symmetry::all(game);
    let mut position = Position::new(game.clone());
    let mut known = BruteForce::default();
    let mut openings = Vec::new();
    for first in Colour::ALL {
        for cell in position.legal_cells(first).iter() {
            let image = |symmetry: &Symmetry| (symmetry.colour(first).index(), symmetry.cell(cell));
            if symmetries.iter().any(|symmetry| image(symmetry) < (first.index(), cell)) {
                continue;
            }
            position.play_unchecked(first, cell);
            if position.winner().is_none() {
                let wins = known.wins(&mut position, first.other());
                openings.push(Opening { position: position.clone(), wins });
            }
            position.undo();
        }
    }
    openings
}

/// What an agent says of the openings of several games.
#[derive(Default)]
pub struct Score {
    pub right: usize,
    certain: usize,
    pub all: usize,
    pub wrong: Vec<String>,
}

impl Score {
    /// Lets a new agent search the opening.
    pub fn add(&mut self, agent: &AgentFactory, opening: &Opening) {
        let position = &opening.position;
        let value = choose(agent.build().as_mut(), position, Stop::default()).value.unwrap();
        // Proved, or so good that rounding hides the rest.
        let is_certain = value == 0.0 || value == 1.0;
        let is_right = (value > 0.5) == opening.wins;
        self.all += 1;
        self.right += usize::from(is_right);
        self.certain += usize::from(is_certain && is_right);
        if !is_right {
            let how = if is_certain { CERTAIN } else { "" };
            self.wrong.push(format!("{how}{}, {value:.3}", name(position)));
        }
    }
}

/// Size, rules, season map and the stone.
fn name(position: &Position) -> String {
    let size = position.size();
    let rules = position.rules();
    let map = position.game().map();
    let (colour, stone) = position.moves().next().unwrap();
    format!("{}x{} {rules} [{map}] {colour} {}", size.columns(), size.rows(), stone.name(size))
}

/// The boards of at least two columns and rows.
fn sizes() -> impl Iterator<Item = Size> {
    let sides =
        (2..=CELLS / 2).flat_map(|columns| (2..=CELLS / columns).map(move |n| (columns, n)));
    sides.map(|(columns, rows)| Size::new(columns, rows).unwrap())
}

/// The solver has to agree with the brute force.
fn compare_with_solver(game: &Arc<Game>, openings: &[Opening]) {
    let mut solver = Solver::new(game.clone(), 4 << 20).unwrap();
    for Opening { position, wins } in openings {
        let mover = position.turn().unwrap();
        let solution = solver.solve(position, mover, &SolverLimits::default(), &mut |_| ());
        assert_eq!(solution.winner == Some(mover), *wins, "{}", name(position));
    }
}

/// The value of an environment variable, or the default.
fn setting<T: FromStr>(name: &str) -> Option<T> {
    env::var(name).ok().and_then(|text| text.parse().ok())
}

#[test]
#[ignore = "some minutes: docs/STRENGTH.md has the table"]
fn every_opening_of_the_small_boards() {
    let net = setting::<String>("KRING_SMALL_NET").map(|file| format!(" net={file}"));
    let evals = setting("KRING_SMALL_EVALS").unwrap_or("1 100 3000".to_owned());
    let agent = |evals: &str| {
        let spec = format!("neural evals={evals}{}", net.as_deref().unwrap_or_default());
        spec.parse::<AgentSpec>().unwrap().load(&Networks::default()).unwrap()
    };
    let agents: Vec<AgentFactory> = evals.split(' ').map(agent).collect();
    println!("| topology | seasons | {} |", evals.replace(' ', " | "));
    let maps = setting("KRING_SMALL_MAPS").unwrap_or(3);
    let mut wrong = Vec::new();
    let mut all = 0;
    for topology in Topology::ALL {
        for seasons in SEASONS {
            let rules: Rules = format!("{topology} {seasons}").parse().unwrap();
            let is_usual = rules.seasons.count() > 1 && !seasons.contains("cycle");
            let maps = if is_usual { maps } else { 1 };
            let mut scores: Vec<Score> = agents.iter().map(|_| Score::default()).collect();
            for (size, seed) in sizes().flat_map(|size| (1..=maps).map(move |seed| (size, seed))) {
                let game = chance::game(size, rules.clone(), seed);
                let openings = openings(&game);
                compare_with_solver(&game, &openings);
                for (agent, score) in agents.iter().zip(&mut scores) {
                    for opening in &openings {
                        score.add(agent, opening);
                    }
                }
            }
            let cell = |score: &Score| {
                format!(" {} of {} ({} certain) |", score.right, score.all, score.certain)
            };
            println!("| {topology} | {seasons} |{}", scores.iter().map(cell).collect::<String>());
            let last = scores.pop().unwrap();
            all += last.all;
            wrong.extend(last.wrong);
        }
    }
    println!("{} wrong with the most positions:\n{}", wrong.len(), wrong.join("\n"));
    // An estimate may be wrong, a proof may not.
    assert!(!wrong.iter().any(|text| text.starts_with(CERTAIN)));
    assert!(wrong.len() * 1000 <= all, "{} of {all}", wrong.len());
}
