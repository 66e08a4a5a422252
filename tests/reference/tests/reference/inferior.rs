//! Checks all results of the analysis of inferior cells against brute force.

use kring_board::{
    Cell, Colour, Geometry, Size, Topology,
    bits::Bits,
    chance::{self, Purpose},
};
use kring_solver::inferior::{Inferior, InferiorAnalysis};
use rand::RngExt;

const COLOURS: [Colour; 2] = [Colour::Black, Colour::White];

fn geometry(topology: Topology, columns: usize, rows: usize) -> Geometry {
    Geometry::new(Size::new(columns, rows).unwrap(), topology)
}

/// Whether black has connected its sides.
fn joined(geometry: &Geometry, black: u64) -> bool {
    let [first, second] = geometry.edges(Colour::Black);
    let mut reached: u64 =
        first.iter().filter(|cell| black.has(cell.index())).fold(0, |set, c| set | 1 << c.index());
    let mut front = reached;
    while let Some(cell) = front.cells().next() {
        front = front.rest();
        let near =
            geometry.touching(Cell::unchecked(cell as u16)).fold(0, |set, c| set | 1 << c.index());
        front |= near & black & !reached;
        reached |= near & black;
    }
    second.iter().any(|cell| reached.has(cell.index()))
}

/// The winners, with best play, of all positions that can follow from one. The contents of its
/// empty cells are a number in base 3.
struct Brute {
    stones: [u64; 2],
    empty: Vec<usize>,
    /// Bit 0: black wins if black is to move. Bit 1: if white is to move.
    values: Vec<u8>,
}

impl Brute {
    fn new(geometry: &Geometry, stones: [u64; 2]) -> Brute {
        let taken = stones[0] | stones[1];
        let empty: Vec<usize> = (0..geometry.size().cells()).filter(|&c| !taken.has(c)).collect();
        let count = 3_usize.pow(empty.len() as u32);
        let mut values = vec![0; count];
        for code in (0..count).rev() {
            let mut black = false;
            let mut white = true;
            let mut black_stones = stones[0];
            let mut rest = code;
            let mut power = 1;
            let mut full = true;
            for &cell in &empty {
                match rest % 3 {
                    0 => {
                        full = false;
                        black |= values[code + power] & 2 != 0;
                        white &= values[code + 2 * power] & 1 != 0;
                    }
                    1 => black_stones |= 1 << cell,
                    _ => {}
                }
                (rest, power) = (rest / 3, power * 3);
            }
            if full {
                black = joined(geometry, black_stones);
                white = black;
            }
            values[code] = u8::from(black) | u8::from(white) << 1;
        }
        Brute { stones, empty, values }
    }

    /// The winner, with these stones added to the first position.
    fn winner(&self, stones: [u64; 2], to_move: Colour) -> Colour {
        let mut code = 0;
        for &cell in self.empty.iter().rev() {
            code =
                3 * code + usize::from(stones[0].has(cell)) + 2 * usize::from(stones[1].has(cell));
        }
        let black = self.values[code] >> to_move.index() & 1 != 0;
        if black { Colour::Black } else { Colour::White }
    }

    fn empty_in(&self, stones: [u64; 2]) -> u64 {
        self.empty.iter().fold(0, |set, &cell| set | 1 << cell) & !(stones[0] | stones[1])
    }
}

/// The stones with these cells added to a colour.
fn with(mut stones: [u64; 2], colour: Colour, cells: u64) -> [u64; 2] {
    stones[colour.index()] |= cells;
    stones
}

/// All subsets of a set.
fn subsets(set: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(set);
    std::iter::from_fn(move || {
        let now = next?;
        next = (now != 0).then(|| (now - 1) & set);
        Some(now)
    })
}

/// Checks the analysis of one position. The error says what is wrong.
fn check(inferior: &Inferior<u64>, geometry: &Geometry, stones: [u64; 2]) -> Result<(), String> {
    let brute = Brute::new(geometry, stones);
    for to_move in COLOURS {
        check_analysis(&brute, &inferior.analyse(stones, to_move), to_move)?;
        let (filled, captured) = inferior.fill(stones);
        let (vulnerable, _) = inferior.vulnerable(filled, to_move.index(), brute.empty_in(filled));
        let analysis = InferiorAnalysis { stones: filled, captured, inferior: vulnerable };
        check_analysis(&brute, &analysis, to_move)?;
    }
    Ok(())
}

fn check_analysis(
    brute: &Brute,
    analysis: &InferiorAnalysis<u64>,
    to_move: Colour,
) -> Result<(), String> {
    let stones = brute.stones;
    let wrong = |what: &str| Err(format!("{what}: {stones:x?}, {to_move:?}: {analysis:x?}"));
    let stones_kept = (0..2).all(|c| stones[c] & !analysis.stones[c] == 0);
    if !stones_kept || analysis.stones[0] & analysis.stones[1] != 0 {
        return wrong("stones changed");
    }
    if !dead_cells_decide_nothing(brute, analysis) {
        return wrong("a dead cell decides");
    }
    if COLOURS.iter().any(|&c| !keeps_captured(brute, analysis, c)) {
        return wrong("captured cells are lost");
    }
    if COLOURS.iter().any(|&c| brute.winner(stones, c) != brute.winner(analysis.stones, c)) {
        return wrong("fill-in changes the winner");
    }
    if !moves_suffice(brute, analysis, to_move) {
        return wrong("all winning moves are left out");
    }
    Ok(())
}

/// With the captured cells filled in, the colours of dead cells decide no completion.
fn dead_cells_decide_nothing(brute: &Brute, analysis: &InferiorAnalysis<u64>) -> bool {
    let given = |c: usize| brute.stones[c] | analysis.captured[c];
    let filled = [given(0), given(1)];
    let rest = brute.empty_in(analysis.stones);
    let dead = brute.empty_in(filled) & !rest;
    subsets(rest).all(|black| {
        let winner = |dead_black: u64| {
            let black = filled[0] | black | dead_black;
            brute.winner([black, filled[1] | brute.empty_in([black, filled[1]])], Colour::Black)
        };
        let first = winner(0);
        subsets(dead).all(|dead_black| winner(dead_black) == first)
    })
}

/// A colour keeps its captured cells even if all others become the opponent's.
fn keeps_captured(brute: &Brute, analysis: &InferiorAnalysis<u64>, colour: Colour) -> bool {
    let captured = analysis.captured[colour.index()];
    let other = colour.other();
    let against = with(brute.stones, other, brute.empty_in(brute.stones) & !captured);
    brute.winner(against, other) == brute.winner(with(against, colour, captured), other)
}

/// If the colour to move wins and has not won yet, a move wins that is not left out.
fn moves_suffice(brute: &Brute, analysis: &InferiorAnalysis<u64>, to_move: Colour) -> bool {
    let empty = brute.empty_in(analysis.stones);
    let wins = |stones: [u64; 2]| brute.winner(stones, to_move.other()) == to_move;
    if wins(with(analysis.stones, to_move.other(), empty)) {
        return true;
    }
    let tried = empty & !analysis.inferior;
    let some = |from: [u64; 2]| tried.cells().any(|cell| wins(with(from, to_move, 1 << cell)));
    analysis.inferior & !empty == 0
        && (brute.winner(brute.stones, to_move) != to_move
            || some(analysis.stones) && some(brute.stones))
}

/// Checks all positions of a board.
fn check_all(inferior: &Inferior<u64>, geometry: &Geometry) -> Result<(), String> {
    let cells = geometry.size().cells();
    (0..3_usize.pow(cells as u32)).try_for_each(|mut code| {
        let mut stones = [0; 2];
        for cell in 0..cells {
            if code % 3 > 0 {
                stones[code % 3 - 1] |= 1 << cell;
            }
            code /= 3;
        }
        check(inferior, geometry, stones)
    })
}

/// Checks random positions with at most `empty` empty cells.
fn check_some(geometry: &Geometry, count: usize, empty: usize) -> Result<(), String> {
    let mut rng = chance::generator(7, Purpose::Coin);
    let inferior = Inferior::new(geometry);
    (0..count).try_for_each(|_| {
        let mut stones = [0_u64; 2];
        let wanted = rng.random_range(3..=empty);
        while geometry.size().cells() - (stones[0] | stones[1]).len() > wanted {
            let cell = rng.random_range(0..geometry.size().cells());
            if !(stones[0] | stones[1]).has(cell) {
                stones[rng.random_range(0..2)] |= 1 << cell;
            }
        }
        check(&inferior, geometry, stones)
    })
}

#[test]
fn all_positions_of_the_smallest_boards() {
    for topology in [Topology::Rhombus, Topology::Cylinder] {
        for (columns, rows) in [(1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
            let geometry = geometry(topology, columns, rows);
            let found = check_all(&Inferior::new(&geometry), &geometry);
            assert_eq!(found, Ok(()), "{topology} {columns}x{rows}");
        }
    }
}

#[test]
fn some_positions_of_larger_boards() {
    for topology in [Topology::Rhombus, Topology::Cylinder] {
        for (columns, rows) in [(4, 3), (3, 4), (4, 4), (2, 6), (5, 4), (4, 5), (5, 5)] {
            let found = check_some(&geometry(topology, columns, rows), 80, 8);
            assert_eq!(found, Ok(()), "{topology} {columns}x{rows}");
        }
    }
}

#[test]
fn wrong_results_are_found() {
    let geometry = geometry(Topology::Rhombus, 3, 3);
    let brute = Brute::new(&geometry, [0; 2]);
    let check = |analysis| check_analysis(&brute, &analysis, Colour::Black);
    let right = Inferior::new(&geometry).analyse([0; 2], Colour::Black);
    assert_eq!(check(right), Ok(()));
    let centre = 1 << 4;
    for stones in [[centre, 0], [0, centre]] {
        // Neither is the cell in the centre dead, nor has a colour captured it.
        assert!(check(InferiorAnalysis { stones, ..right }).is_err());
        assert!(check(InferiorAnalysis { stones, captured: stones, ..right }).is_err());
    }
    assert!(check(InferiorAnalysis { inferior: 0b1_1111_1111, ..right }).is_err());
}

#[test]
fn textbook_inferior_cells_are_found() {
    let cells = |names: &str| -> u64 {
        let size = Size::new(7, 7).unwrap();
        names.split(' ').map(|name| 1 << Cell::from_name(size, name).unwrap().index()).sum()
    };
    for topology in [Topology::Rhombus, Topology::Cylinder] {
        let inferior = Inferior::<u64>::new(&geometry(topology, 7, 7));
        // A stone in the second row captures the two cells between it and its side.
        let found = inferior.analyse([cells("d6"), 0], Colour::White);
        assert_eq!(found.captured, [cells("c7 d7"), 0]);
        // A stone in the first row is dominated by the one above it.
        assert!(cells("d7").within(inferior.analyse([0, cells("a4")], Colour::Black).inferior));
    }
}

#[test]
fn off_where_it_does_not_hold() {
    let stones = [0b0111, 0b1000_0000];
    for geometry in [geometry(Topology::Torus, 4, 4), geometry(Topology::Cylinder, 1, 9)] {
        let analysis = Inferior::<u64>::new(&geometry).analyse(stones, Colour::Black);
        assert_eq!(analysis, InferiorAnalysis { stones, captured: [0; 2], inferior: 0 });
    }
}
