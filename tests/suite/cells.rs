//! Names of cells, and the rows of a set of cells.

use kring::board::{Cell, CellSet, Size};

#[test]
fn names_round_trip_in_either_case() {
    for (columns, rows) in [(32, 32), (27, 1), (1, 32), (11, 11)] {
        let size = Size::new(columns, rows).unwrap();
        for cell in CellSet::full(size).iter() {
            let name = cell.name(size);
            assert_eq!(Cell::from_name(size, &name), Some(cell), "{name}");
            assert_eq!(Cell::from_name(size, &name.to_uppercase()), Some(cell), "{name}");
        }
    }
    let size = Size::new(32, 32).unwrap();
    assert_eq!(Cell::unchecked(1023).name(size), "af32");
    for name in ["", "a", "aa", "1", "ag1", "ba1", "zz1", "aaa1", "a33", "aa0", "aa01", "a+1"] {
        assert_eq!(Cell::from_name(size, name), None, "{name}");
    }
}

#[test]
fn rows_are_the_cells_of_a_row() {
    for (columns, rows) in (1..=32).flat_map(|m| [(m, 32), (m, 5)]) {
        let size = Size::new(columns, rows).unwrap();
        let cells: CellSet = CellSet::full(size)
            .iter()
            .filter(|cell| cell.number() % 7 < 3 || cell.number() % 5 == 0)
            .collect();
        let mut again = CellSet::EMPTY;
        for row in 0..rows {
            let bits = cells.row(size, row);
            let has = |x: &usize| cells.contains(Cell::at(size, *x, row).unwrap());
            let expected = (0..columns).filter(has).fold(0, |bits, x| bits | 1u32 << x);
            assert_eq!(bits, expected, "{size}");
            again.insert_row(size, row, bits);
        }
        assert_eq!(again, cells, "{size}");
    }
}
