//! The finite part of the proof that white wins the torus of three columns and five or more rows
//! (docs/ALL-N.md). 3×5 itself is among the solved boards.

use std::collections::HashMap;

use kring_board::{Cell, Colour, Position};
use kring_reference::{empty, wins};

/// A board of three columns, its rows given from the top.
fn board(variant: &str, rows: &[&str]) -> Position {
    let mut position = empty(variant, 3, rows.len());
    for (i, stone) in rows.concat().chars().enumerate() {
        let colour = match stone {
            'b' => Colour::Black,
            'w' => Colour::White,
            _ => continue,
        };
        position.play_unchecked(colour, Cell::unchecked(i as u16));
    }
    position
}

/// Whether white, to move, wins.
fn white_wins(position: &mut Position) -> bool {
    wins(position, Colour::White, &mut HashMap::new())
}

#[test]
fn white_has_a_ring_if_black_answers_in_another_row() {
    for window in [["...", "w..", "..."], ["wb.", "w..", "..."], ["bw.", "w..", "..."]] {
        let mut position = board("cylinder", &window);
        assert!(white_wins(&mut position), "{window:?}");
        let cells = position.legal_cells(Colour::Black);
        for cell in cells.iter().filter(|cell| cell.number() / 3 != 1) {
            position.play_unchecked(Colour::Black, cell);
            assert!(white_wins(&mut position), "{window:?} and {cell:?}");
            position.undo();
        }
    }
}

#[test]
fn white_wins_the_five_open_rows_after_every_block() {
    for steps in 0..=9 {
        let block = ["wbb", "bbw", "bwb"].into_iter().cycle().take(steps + 1);
        let open = ["...", "...", "...", "b..", "..."];
        let rows: Vec<_> = block.chain(open).collect();
        assert!(white_wins(&mut board("torus", &rows)), "{rows:?}");
    }
}
