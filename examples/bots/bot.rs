//! The smallest Hex bot for Kring's referee in Rust: plays a random empty cell.
//! Built by `cargo build --release --example bot`:
//! `kring match --first 'cmd:"target/release/examples/bot"' --second random --size 7x7 --games 20`
use std::{collections::BTreeMap, io};

use kring_protocol::{CellCoordinates, GtpReply, Request, parse_number, parse_request, read_line};
use rand::{SeedableRng, seq::IteratorRandom};
use rand_chacha::ChaCha8Rng;

/// The stone of each cell, by column and row.
type Board = BTreeMap<(u8, u8), Option<String>>;

/// The move of this bot. Your idea goes here.
fn choose(board: &Board, _colour: &str, rng: &mut ChaCha8Rng) -> Option<(u8, u8)> {
    board.iter().filter(|(_, stone)| stone.is_none()).map(|(cell, _)| *cell).choose(rng)
}

fn answer(request: &Request, board: &mut Board, rng: &mut ChaCha8Rng) -> Result<String, String> {
    let words: Vec<&str> = request.args.iter().map(String::as_str).collect();
    match (request.command.as_str(), words.as_slice()) {
        ("name", []) => return Ok("random bot".into()),
        ("version", []) => return Ok("1".into()),
        ("protocol_version", []) => return Ok("2".into()),
        ("list_commands", []) => return Ok("boardsize\nclear_board\nplay\ngenmove\nquit".into()),
        ("boardsize", [columns, rest @ ..]) => {
            let number = |word: &str| parse_number::<u8>(word).map_err(|error| error.to_string());
            let (columns, rows) = (number(columns)?, number(rest.first().unwrap_or(columns))?);
            let cells = (0..columns).flat_map(|x| (0..rows).map(move |y| ((x, y), None)));
            *board = cells.collect();
        }
        ("clear_board", []) => board.values_mut().for_each(|stone| *stone = None),
        ("play", [colour, cell]) => {
            let cell: CellCoordinates = cell.parse().map_err(|error| format!("{error}"))?;
            board.insert((cell.column, cell.row), Some(colour.to_string()));
        }
        ("genmove", [colour]) => {
            let (column, row) = choose(board, colour, rng).ok_or("the board is full")?;
            board.insert((column, row), Some(colour.to_string()));
            return Ok(CellCoordinates { column, row }.to_string());
        }
        ("quit", []) => {}
        _ => return Err(format!("unknown command: {request}")),
    }
    Ok(String::new())
}

fn main() -> io::Result<()> {
    let (mut board, mut rng) = (Board::new(), ChaCha8Rng::seed_from_u64(1));
    let mut line = Vec::new();
    while read_line(&mut io::stdin().lock(), &mut line)? {
        let Ok(Some(request)) = parse_request(&line) else { continue };
        let body = answer(&request, &mut board, &mut rng);
        GtpReply { id: request.id, body }.write_to(&mut io::stdout())?;
        if request.command == "quit" {
            break;
        }
    }
    Ok(())
}
