//! How clients write cells.

use kring::{
    board::{Cell, Move, Size},
    gtp::{CommandFailure, CoordinateSystem},
};

#[test]
fn every_cell_is_read_as_it_is_written_and_as_two_numbers() {
    for (columns, rows) in [(1, 1), (5, 5), (14, 14), (32, 32), (3, 7)] {
        let size = Size::new(columns, rows).unwrap();
        for cell in Cell::all(size) {
            let c = cell.column(size) + 1;
            let r = cell.row(size) + 1;
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

#[test]
fn words_for_moves_have_any_case_and_no_other_form() {
    let size = Size::new(5, 5).unwrap();
    let read = |word: &str| {
        let read = CoordinateSystem::Plain.read_move(size, word);
        read.map(|mv| mv.name(size)).map_err(|error| CommandFailure::from(error).to_string())
    };
    for word in ["D4", "Swap-Pieces", "swap-sides", "RESIGN", "PASS"] {
        assert_eq!(read(word), Ok(word.to_ascii_lowercase()));
    }
    for word in ["F1", "a6", "iv255", "aa1"] {
        let name = word.to_ascii_lowercase();
        assert_eq!(read(word), Err(format!("illegal move: {name} is not on the board")));
    }
    for word in [
        "",
        "a",
        "1",
        "a0",
        "a01",
        "a+1",
        "a-1",
        "a256",
        "aa",
        "iw1",
        "zz1",
        "aaa1",
        "a1x",
        "é1",
        "a 1",
        "1a",
        "@1",
        "swap-piecesx",
    ] {
        let start = format!("syntax error: '{word}' is not a move");
        assert!(read(word).unwrap_err().starts_with(&start), "{word}");
    }
    assert!(read("Swap").unwrap_err().contains("swap-pieces or swap-sides"));
}
