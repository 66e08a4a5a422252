//! The crossing machine: reads rows downwards and knows whether white has a ring in them.
//!
//! White has a ring exactly if no path of cells without a white stone goes from the first row to
//! the last. A path may turn upwards, so the state says which cells of the last row are joined with
//! each other and which with the first row, through the rows read so far.

use super::rows::{Row, WHITE, cell};

/// The label of a cell with a white stone.
const NONE: u8 = 0;
/// The label of the cells that are joined with the first row. Other labels name groups of cells
/// that are joined with each other, in the order of their first cells.
const TOP: u8 = 1;

/// The state after some rows: a label for each cell of the last one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Crossing(Vec<u8>);

impl Crossing {
    /// The state after one row.
    pub fn first(row: Row, columns: usize) -> Crossing {
        let label = |x| if cell(row, x) == WHITE { NONE } else { TOP };
        Crossing((0..columns).map(label).collect())
    }

    /// The state with given labels: 0 for a white stone, 1 for cells that are joined with the first
    /// row, equal numbers for cells that are joined with each other.
    pub fn from_labels(labels: &[u8]) -> Crossing {
        Crossing(numbered(labels))
    }

    /// A label for each cell of the last row, as in [`Crossing::from_labels`].
    pub fn labels(&self) -> &[u8] {
        &self.0
    }

    /// Whether white has a ring in the rows.
    pub fn has_ring(&self) -> bool {
        !self.0.contains(&TOP)
    }

    /// The state after one more row.
    pub fn then(&self, row: Row) -> Crossing {
        let columns = self.0.len();
        // Each cell that is not white's begins with a label of its own; labels that meet become
        // the smaller of the two, so that TOP stays.
        let own = |x: usize| (columns + 2 + x) as u8;
        let label = |x| if cell(row, x) == WHITE { NONE } else { own(x) };
        let mut above = self.0.clone();
        let mut labels: Vec<u8> = (0..columns).map(label).collect();
        for x in (0..columns).filter(|&x| cell(row, x) != WHITE) {
            // A cell touches the next one of its row, and two of the row above.
            let next = (x + 1) % columns;
            for other in [labels[next], above[x], above[next]] {
                let mine = labels[x];
                if other != NONE && other != mine {
                    let (low, high) = (mine.min(other), mine.max(other));
                    above
                        .iter_mut()
                        .chain(&mut labels)
                        .filter(|l| **l == high)
                        .for_each(|l| *l = low);
                }
            }
        }
        Crossing::from_labels(&labels)
    }
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
