//! The product of the seasons' matrices, where walks that differ only in when
//! they wait, or that turn back, count as different walks.

use super::{Links, PathCount, SeasonSteps, UNREACHABLE, path_count::MANY};

/// Multiplies the row of the first side with the matrices of the coming steps
/// until the entry of the second side is not zero.
pub(super) fn product(links: &Links, steps: &SeasonSteps) -> PathCount {
    const SIDES: [u8; 2] = [1, 2];
    let mut row = vec![0.0; links.sides.len()];
    // The walks that are at the first side, where they can wait too.
    let mut waiting: f64 = 1.0;
    let mut idle = 0;
    for number in 1..UNREACHABLE {
        let step = steps.step(number as usize);
        let at_side = |side: u8, row: &[f64]| -> f64 {
            let cells = links.open.iter().filter(|cell| links.sides[cell.index()] & side != 0);
            cells.filter(|cell| step.is_of(cell.0)).map(|cell| row[cell.index()]).sum()
        };
        let paths = at_side(SIDES[1], &row);
        if paths > 0.0 {
            return PathCount { length: number, paths: paths.min(MANY) };
        }
        let mut next = row.clone();
        let mut fresh = false;
        for cell in links.open.iter().filter(|cell| step.enters(cell.0)) {
            let begins = links.sides[cell.index()] & SIDES[0] != 0 && step.is_of(cell.0);
            let from = links.of(cell.0).iter().filter(|(from, _)| step.links(*from, cell.0));
            let walks: f64 = from.map(|(from, _)| row[usize::from(*from)]).sum();
            let walks = walks + if begins { waiting } else { 0.0 };
            fresh |= walks > 0.0 && row[cell.index()] == 0.0;
            next[cell.index()] = (row[cell.index()] + walks).min(MANY);
        }
        waiting = (waiting + at_side(SIDES[0], &row)).min(MANY);
        idle = if fresh { 0 } else { idle + 1 };
        if idle > steps.patience() {
            break;
        }
        row = next;
    }
    PathCount::NEVER
}
