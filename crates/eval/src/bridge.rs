//! Bridges. Playouts always answer intrusions into them.

use kring_board::{Cell, CellSet, Colour, Geometry, Goal, Position, STEPS, Turns};

/// Finds bridges: two stones (or a stone and a side) with two empty cells between them, either of
/// which connects them.
pub struct Bridges {
    /// For each cell: the far ends of its bridges and the two cells between.
    from: Vec<Vec<(Cell, [Cell; 2])>>,
    /// For each colour: the cells in the second row of a side, the side (0 or 1), and the two
    /// cells between.
    to_side: [Vec<(Cell, usize, [Cell; 2])>; 2],
    found: Vec<[Cell; 2]>,
}

impl Bridges {
    pub fn new(geometry: &Geometry) -> Bridges {
        let cells = Cell::all(geometry.size());
        Bridges {
            from: cells.map(|cell| bridges_from(geometry, cell)).collect(),
            to_side: Colour::each(|colour| side_bridges(geometry, colour)),
            found: Vec::new(),
        }
    }

    /// The pairs of empty cells of the position's bridges: no cell is in two pairs, and no bridge
    /// is between stones that are connected already. Empty with seasons or random turns, where an
    /// intrusion cannot always be answered.
    pub fn find(&mut self, position: &Position) -> &[[Cell; 2]] {
        self.found.clear();
        let rules = position.rules();
        if rules.turns == Turns::Random || rules.seasons.count() > 1 {
            return &self.found;
        }
        // A bridge within a group can close a ring.
        let rings = Colour::each(|colour| position.geometry().goal(colour) == Goal::Ring);
        let mut free = position.empty();
        for colour in Colour::ALL {
            for stone in position.stones(colour).iter() {
                for &(end, between) in &self.from[stone.index()] {
                    if position.stones(colour).contains(end)
                        && between.iter().all(|&cell| free.contains(cell))
                        && (rings[colour.index()] || !position.is_joined(stone, end))
                    {
                        take(&mut self.found, &mut free, between);
                    }
                }
            }
            for &(stone, side, between) in &self.to_side[colour.index()] {
                if position.stones(colour).contains(stone)
                    && between.iter().all(|&cell| free.contains(cell))
                    && !position.is_joined_to_side(colour, stone, side)
                {
                    take(&mut self.found, &mut free, between);
                }
            }
        }
        &self.found
    }
}

/// Adds a bridge, and removes its two cells from the free ones.
fn take(found: &mut Vec<[Cell; 2]>, free: &mut CellSet, between: [Cell; 2]) {
    between.iter().for_each(|&cell| free.remove(cell));
    found.push(between);
}

/// The bridges from a cell to later cells in reading order, so that each bridge is found once.
/// The two cells between are neighbours of each other.
fn bridges_from(geometry: &Geometry, cell: Cell) -> Vec<(Cell, [Cell; 2])> {
    let around = geometry.neighbours(cell);
    let mut bridges = Vec::new();
    for i in 0..6 {
        let a = around[i];
        let b = around[(i + 1) % 6];
        if a == Geometry::OUTSIDE || b == Geometry::OUTSIDE || a == b {
            continue;
        }
        // The far end lies one step beyond `a`, in the direction of `b`.
        let end = geometry.neighbours(Cell::unchecked(a))[(i + 1) % 6];
        if end != Geometry::OUTSIDE && end > cell.number() && end != a && end != b {
            bridges.push((Cell::unchecked(end), [Cell::unchecked(a), Cell::unchecked(b)]));
        }
    }
    bridges
}

/// The bridges from cells in the second row to the colour's sides, if it has sides: over the two
/// cells of the first row that they touch.
fn side_bridges(geometry: &Geometry, colour: Colour) -> Vec<(Cell, usize, [Cell; 2])> {
    let mut bridges = Vec::new();
    if geometry.goal(colour) == Goal::Ring {
        return bridges;
    }
    for cell in Cell::all(geometry.size()) {
        for (side, edge) in geometry.edges(colour).iter().enumerate() {
            let mut cells: Vec<Cell> = geometry.touching(cell).collect();
            cells.retain(|&next| edge.contains(next));
            cells.dedup();
            match cells[..] {
                [a, b] if a != b && !edge.contains(cell) => bridges.push((cell, side, [a, b])),
                _ => {}
            }
        }
    }
    bridges
}

// Consecutive entries of `STEPS` lead to neighbouring cells.
const _: () = {
    let mut i = 0;
    while i < 6 {
        let a = STEPS[i];
        let b = STEPS[(i + 1) % 6];
        let dx = b.0 - a.0;
        let dy = b.1 - a.1;
        let (next_x, next_y) = STEPS[(i + 2) % 6];
        assert!(dx == next_x && dy == next_y);
        i += 1;
    }
};
