//! Rows and what can be done with them, in tables.

use kring_proof::all_n::Row;

use crate::prove_all::class::Class;

/// All rows. The digit of 3^x is the cell in column x: 0 empty, 1 the winner's, 2 the loser's.
pub struct Rows {
    /// The number of columns.
    pub columns: usize,
    /// The number of rows.
    pub count: usize,
    /// The row after each move of the loser in it.
    pub moves: Vec<Vec<Row>>,
    /// The row after each reply in it; the row itself if the winner passes.
    pub replies: Vec<Vec<Row>>,
}

impl Rows {
    /// The tables of a class.
    pub fn new(class: &Class) -> Rows {
        let columns = class.columns;
        let count = 3usize.pow(columns as u32) * class.marks;
        let with = |row: Row, stone: Row| {
            let empty = (0..columns).filter(move |&x| digit(row, x) == 0);
            empty.map(move |x| row + stone * power(x)).collect::<Vec<Row>>()
        };
        let replies = |row: Row| {
            let mut rows = with(row, 1);
            rows.push(row);
            if class.weakening {
                rows = rows.iter().flat_map(|&row| weaker(row, columns)).collect();
                rows.sort_unstable();
                rows.dedup();
            }
            let stones = power(columns);
            let marks = 0..class.marks as Row;
            let marked = |row: &Row| {
                let stones_only = row % stones;
                marks.clone().map(move |mark| stones_only + mark * stones)
            };
            rows.iter().flat_map(marked).collect()
        };
        let all = 0..count as Row;
        Rows {
            columns,
            count,
            moves: all.clone().map(|row| with(row, 2)).collect(),
            replies: all.map(replies).collect(),
        }
    }

    /// The row with each column x moved to `to(x)`, modulo the columns.
    pub fn moved(&self, row: Row, to: impl Fn(i32) -> i32) -> Row {
        let place = |x: usize| to(x as i32).rem_euclid(self.columns as i32) as usize;
        let stones: Row = (0..self.columns).map(|x| digit(row, x) * power(place(x))).sum();
        stones + row / power(self.columns) * power(self.columns)
    }

    /// The row that is full of the winner's stones.
    pub fn full(&self) -> Row {
        (0..self.columns).map(power).sum()
    }

    /// The row with the mark 1 instead of 2, and 2 instead of 1.
    pub fn exchanged(&self, row: Row) -> Row {
        let stones = power(self.columns);
        match row / stones {
            1 => row + stones,
            2 => row - stones,
            _ => row,
        }
    }

    /// The winner's stones less the loser's.
    pub fn balance(&self, row: Row) -> i32 {
        (0..self.columns).map(|x| [0, 1, -1][usize::from(digit(row, x))]).sum()
    }

    /// Whether no rotation of the row has a smaller number.
    pub fn is_first(&self, row: Row) -> bool {
        (1..self.columns as i32).all(|by| self.moved(row, |x| x + by) >= row)
    }
}

pub fn power(x: usize) -> Row {
    3u16.pow(x as u32)
}

/// What is in a cell.
pub fn digit(row: Row, x: usize) -> Row {
    row / power(x) % 3
}

/// The row without some of the winner's stones, or with all of them.
fn weaker(row: Row, columns: usize) -> Vec<Row> {
    let mut rows = vec![row];
    for x in (0..columns).filter(|&x| digit(row, x) == 1) {
        let fewer: Vec<Row> = rows.iter().map(|row| row - power(x)).collect();
        rows.extend(fewer);
    }
    rows
}
