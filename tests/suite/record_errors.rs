//! Errors in records of games, with their location.

use kring::board::{Rules, Size, chance, record::load};

#[test]
fn errors_point_at_the_line_and_the_character() {
    let game = chance::game(Size::new(11, 11).unwrap(), "seasonal".parse().unwrap(), 1);
    for (text, expected) in [
        ("", "this is not an SGF file (at character 1)"),
        ("no game", "this is not an SGF file (at character 8)"),
        ("(;SZ[5]\n;B[c3]\n;W x)", "this is not an SGF file (at line 3, character 2)"),
        ("(;GM[1])", "game number 1: Hex is GM[11] (at character 6)"),
        ("(;SZ[5:y])", "'5:y' is not a board size such as 11x11 (at character 8)"),
        (
            "(;SZ[2]SM[11\n 14]RU[hex seasons=3])",
            "'4' in the map: seasons are digits from 1 to 3 (at line 2, character 3)",
        ),
        (
            "(;SZ[5]RU[hex]\n;B[ c3]\n;W[ c9 ])",
            "move 2: 'c9' is not a move on this board (at line 3, character 5)",
        ),
        ("(;SZ[5]RU[hex];B[c3];W[c3])", "move 2: c3 is taken (at character 24)"),
        (
            "(;SZ[5]RU[hex];AB[c3][\\z9])",
            "move 0: 'z9' is not a move on this board (at character 23)",
        ),
    ] {
        let error = load(text, &game, 1, None).unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

#[test]
fn an_error_names_a_pass_without_a_word() {
    let game = chance::game(Size::new(5, 5).unwrap(), Rules::default(), 1);
    let error = load(&format!("(;SZ[5]{})", ";B[];W[]".repeat(2049)), &game, 1, None);
    let text = error.unwrap_err().to_string();
    assert!(text.starts_with("move 4097: pass comes too late: with passes"), "{text}");
}
