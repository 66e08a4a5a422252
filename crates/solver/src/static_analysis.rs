//! Static analysis of a position, without any search: cells whose owner is certain, moves that
//! need not be tried, and virtual connections.

use kring_board::{Cell, CellSet, Colour, Position, Turns};

use super::{
    Solver, bits::Bits, connections::Connections, graph::Graph, inferior::Inferior,
    orientation::BitPosition,
};

/// Why the positions of a game have no static analysis.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StaticAnalysisError(String);

/// The static analysis of a position with a colour to move.
#[derive(Clone, Debug, Default)]
pub struct StaticAnalysis {
    /// The winner, if connections decide the game.
    pub winner: Option<Colour>,
    /// Empty cells that a colour effectively owns.
    pub filled: Vec<FilledCell>,
    /// Moves that a reply makes dead, with the reply; `None` if that takes further captures.
    pub vulnerable: Vec<(Cell, Option<Cell>)>,
    /// Moves that another one makes dead or captures.
    pub dominated: Vec<Cell>,
    /// Other moves that lose: the opponent has a connection that they do not touch. Empty where
    /// the winner is certain.
    pub refuted: Vec<Cell>,
}

/// An empty cell that a colour effectively owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilledCell {
    /// The cell.
    pub cell: Cell,
    /// Who owns it.
    pub owner: Colour,
    /// Whether the owner has captured it; otherwise it is dead.
    pub is_captured: bool,
}

/// A connection of two cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VirtualConnection {
    /// The other end.
    pub to: Cell,
    /// The empty cells that it may need.
    pub carrier: Vec<Cell>,
    /// The stone that it needs first; `None`: it holds against any move.
    pub key: Option<Cell>,
}

/// The static analysis of a position with this colour to move.
pub fn static_analysis(
    position: &Position,
    to_move: Colour,
) -> Result<StaticAnalysis, StaticAnalysisError> {
    check(position)?;
    let geometry = position.geometry();
    let stones = BitPosition::<u128>::of(position, to_move).of;
    let inferior = Inferior::new(geometry);
    let analysis = inferior.analyse(stones, to_move);
    let filled = analysis.stones;
    let mover = to_move.index();
    let other = to_move.other().index();
    let graphs = Colour::each(|colour| Graph::new(geometry, colour));
    let mut connections = [Connections::new(&graphs[0]), Connections::new(&graphs[1])];
    let own = connections[mover].build(filled[mover], filled[other], true);
    let wins = own.full.is_some() || !own.semis.is_empty();
    let threats = connections[other].build(filled[other], filled[mover], false);
    let winner = if wins { Some(to_move) } else { threats.full.map(|_| to_move.other()) };
    let empty = graphs[0].all & !filled[0] & !filled[1];
    let must_play = threats.semis.iter().fold(empty, |left, threat| left & threat.carrier);
    let (vulnerable, _) = inferior.vulnerable(filled, mover, empty);
    let killer = |cell: Cell| {
        let (_, needed) = inferior.vulnerable(filled, mover, u128::one(cell.index()));
        let kills = |answer: &Cell| {
            let mut after = filled;
            after[other] |= u128::one(answer.index());
            let (after, captured) = inferior.fill(after);
            let is_in = |sets: [u128; 2]| (sets[0] | sets[1]).has(cell.index());
            is_in(after) && !is_in(captured)
        };
        cells(needed).into_iter().filter(|answer| *answer != cell).find(kills)
    };
    let mut owned = Vec::new();
    for colour in Colour::ALL {
        let i = colour.index();
        for cell in cells(filled[i] & !stones[i]) {
            let is_captured = analysis.captured[i].has(cell.index());
            owned.push(FilledCell { cell, owner: colour, is_captured });
        }
    }
    let refuted = if winner.is_none() { empty & !must_play & !analysis.inferior } else { 0 };
    Ok(StaticAnalysis {
        winner,
        filled: owned,
        vulnerable: cells(vulnerable).into_iter().map(|c| (c, killer(c))).collect(),
        dominated: cells(analysis.inferior & !vulnerable),
        refuted: cells(refuted & !vulnerable),
    })
}

/// The connections of a cell with other cells that are empty or hold stones of the same colour.
/// The search for connections stops once they decide the game.
pub fn links(
    position: &Position,
    colour: Colour,
    from: Cell,
    to: &CellSet,
) -> Result<Vec<VirtualConnection>, StaticAnalysisError> {
    check(position)?;
    let stones = BitPosition::of(position, colour).of;
    let graph = Graph::new(position.geometry(), colour);
    let mut connections = Connections::new(&graph);
    connections.build(stones[colour.index()], stones[colour.other().index()], false);
    let mut links = Vec::new();
    for to in to.iter() {
        for (carrier, key) in connections.between(from.index(), to.index()) {
            let key = key.map(|key| Cell::unchecked(key as u16));
            links.push(VirtualConnection { to, carrier: cells(carrier), key });
        }
    }
    Ok(links)
}

fn check(position: &Position) -> Result<(), StaticAnalysisError> {
    let rules = position.rules();
    let most = Solver::MOST_CELLS;
    let why = if rules.turns == Turns::Random {
        "a coin decides who moves: no connection is certain".to_owned()
    } else if rules.seasons.count() > 1 {
        "the seasons restrict the moves: no connection is certain".to_owned()
    } else if position.size().cells() > most {
        format!("only boards of up to {most} cells have connections")
    } else {
        return Ok(());
    };
    Err(StaticAnalysisError(why))
}

fn cells(set: u128) -> Vec<Cell> {
    set.cells().map(|cell| Cell::unchecked(cell as u16)).collect()
}
