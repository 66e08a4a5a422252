//! The crossing machine: reads rows downwards and knows whether paths of some cells lead from the
//! first row to the last.
//!
//! On a cylinder these are the cells without a stone of white, the loser: white has a ring exactly if
//! no such path exists. On a rhombus they are the stones of black, the loser, who needs such a path.
//! A path may turn upwards, so the state says which cells of the last row are joined with
//! each other and which with the first row, through the rows read so far.

use super::{
    Boards,
    rows::{LOSER, Row, cell},
};

/// The label of a cell that paths do not use.
const NONE: u8 = 0;
/// The label of the cells that are joined with the first row. Other labels name groups of cells
/// that are joined with each other, in the order of their first cells.
const TOP: u8 = 1;

/// The state after some rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Crossing {
    /// Whether the board is a cylinder.
    wraps: bool,
    /// A label for each cell of the last row.
    labels: Vec<u8>,
}

impl Crossing {
    /// The state after one row.
    pub fn first(boards: Boards, row: Row, columns: usize) -> Crossing {
        let wraps = boards.wraps();
        let label = |x| if is_used(wraps, row, x) { TOP } else { NONE };
        Crossing { wraps, labels: (0..columns).map(label).collect() }
    }

    /// The state with given labels: 0 for a cell that paths do not use, 1 for cells that are joined
    /// with the first row, equal numbers for cells that are joined with each other.
    pub fn from_labels(boards: Boards, labels: &[u8]) -> Crossing {
        Crossing { wraps: boards.wraps(), labels: numbered(labels) }
    }

    /// A label for each cell of the last row, as in [`Crossing::from_labels`].
    pub fn labels(&self) -> &[u8] {
        &self.labels
    }

    /// Whether no path leads from the first row to the last: white has a ring on a cylinder, black
    /// has no path through the rows of a rhombus.
    pub fn is_cut(&self) -> bool {
        !self.labels.contains(&TOP)
    }

    /// The state after one more row.
    pub fn then(&self, row: Row) -> Crossing {
        let columns = self.labels.len();
        // Each cell that paths use begins with a label of its own; labels that meet become
        // the smaller of the two, so that TOP stays.
        let own = |x: usize| (columns + 2 + x) as u8;
        let label = |x| if is_used(self.wraps, row, x) { own(x) } else { NONE };
        let mut above = self.labels.clone();
        let mut labels: Vec<u8> = (0..columns).map(label).collect();
        for x in (0..columns).filter(|&x| is_used(self.wraps, row, x)) {
            // A cell touches the next one of its row, and two of the row above. The last column of
            // a rhombus has no next one.
            let next = (x + 1) % columns;
            let has_next = self.wraps || next > x;
            let touched =
                if has_next { [labels[next], above[x], above[next]] } else { [above[x]; 3] };
            for other in touched {
                let mine = labels[x];
                if other != NONE && other != mine {
                    let low = mine.min(other);
                    let high = mine.max(other);
                    for label in above.iter_mut().chain(&mut labels) {
                        if *label == high {
                            *label = low;
                        }
                    }
                }
            }
        }
        Crossing { wraps: self.wraps, labels: numbered(&labels) }
    }
}

/// Whether paths use a cell.
fn is_used(wraps: bool, row: Row, x: usize) -> bool {
    (cell(row, x) == LOSER) != wraps
}

/// The labels, with groups numbered in the order of their first cells.
fn numbered(labels: &[u8]) -> Vec<u8> {
    let mut groups: Vec<u8> = Vec::new();
    let number = |&label: &u8| match label {
        NONE | TOP => label,
        _ => {
            let known = groups.iter().position(|&group| group == label);
            TOP + 1
                + known.unwrap_or_else(|| {
                    groups.push(label);
                    groups.len() - 1
                }) as u8
        }
    };
    labels.iter().map(number).collect()
}
