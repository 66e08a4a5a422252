//! How clients write cells.

use kring::{
    board::{Cell, Move, Size},
    engine::CoordinateSystem,
};

#[test]
fn every_cell_is_read_as_it_is_written_and_as_two_numbers() {
    for (columns, rows) in [(1, 1), (5, 5), (14, 14), (32, 32), (3, 7)] {
        let size = Size::new(columns, rows).unwrap();
        for cell in (0..size.cells() as u16).map(Cell) {
            let (c, r) = (cell.column(size) + 1, cell.row(size) + 1);
            for (coordinates, numbers) in [
                (CoordinateSystem::Plain, format!("({c},{r})")),
                (CoordinateSystem::Doubled, format!("({},{})", 2 * c + r - 2, 2 * r - 1)),
            ] {
                let name = coordinates.write(size, Move::Cell(cell));
                for word in [name.to_lowercase(), name, numbers] {
                    assert_eq!(coordinates.read_cell(size, &word), Ok(cell), "{size} {word}");
                }
            }
        }
    }
    let size = Size::new(5, 5).unwrap();
    let d2 = Cell::from_name(size, "d2").unwrap();
    assert_eq!(CoordinateSystem::Doubled.write(size, Move::Cell(d2)), "J8");
}

#[test]
fn what_is_no_cell_is_refused() {
    let size = Size::new(5, 5).unwrap();
    let huge = "(99999999999999999999,99999999999999999999)";
    for coordinates in [CoordinateSystem::Plain, CoordinateSystem::Doubled] {
        for word in ["(0,1)", "(1,0)", "(99,1)", huge, "(1,2", "(,)", "()", "(1,-1)", "é1"] {
            assert!(coordinates.read_cell(size, word).is_err(), "{coordinates:?} {word}");
        }
        let resign = coordinates.read_move(size, "resign");
        assert_eq!(resign, Ok(Move::Resign));
    }
    // Between the cells, beside the board, and a letter that Go leaves out.
    for word in ["(2,1)", "(1,2)", "A8", "J7", "I8", "ZZZ9999", "J0", "J10000"] {
        assert!(CoordinateSystem::Doubled.read_cell(size, word).is_err(), "{word}");
    }
}
