//! The smallest Hex bot for Kring's referee in Rust: plays a random empty cell.
//! `kring match --first 'cmd:"target/release/examples/bot"' --second random --size 7x7 --games 20`
use std::{collections::BTreeMap, io};

use kring_board::{Cell, CellSet, Size};
use kring_protocol::{GtpReply, MAX_LINE, Request, parse_number, parse_request, read_line};
use rand::{SeedableRng, seq::IteratorRandom};
use rand_chacha::ChaCha8Rng;

/// The size of the board, and the colours of the stones.
type Board = (Size, BTreeMap<Cell, String>);

/// The move of this bot. Your idea goes here.
fn choose((size, stones): &Board, _colour: &str, rng: &mut ChaCha8Rng) -> Option<Cell> {
    CellSet::full(*size).iter().filter(|cell| !stones.contains_key(cell)).choose(rng)
}

fn answer(request: &Request, board: &mut Board, rng: &mut ChaCha8Rng) -> Result<String, String> {
    let words: Vec<&str> = request.args.iter().map(String::as_str).collect();
    let number = |word: &str| parse_number::<usize>(word).map_err(|error| error.to_string());
    match (request.command.as_str(), words.as_slice()) {
        ("name", []) => return Ok("random bot".into()),
        ("version", []) => return Ok("1".into()),
        ("protocol_version", []) => return Ok("2".into()),
        ("list_commands", []) => return Ok("boardsize\nclear_board\nplay\ngenmove\nquit".into()),
        ("boardsize", [columns, rest @ ..]) => {
            let rows = number(rest.first().unwrap_or(columns))?;
            board.0 = Size::new(number(columns)?, rows).map_err(|error| error.to_string())?;
            board.1.clear();
        }
        ("clear_board" | "quit", []) => board.1.clear(),
        ("play", [colour, cell]) => {
            let cell = Cell::from_name(board.0, cell).ok_or("that is no cell")?;
            board.1.insert(cell, colour.to_string());
        }
        ("genmove", [colour]) => {
            let cell = choose(board, colour, rng).ok_or("the board is full")?;
            board.1.insert(cell, colour.to_string());
            return Ok(cell.name(board.0));
        }
        _ => return Err(format!("unknown command: {request}")),
    }
    Ok(String::new())
}

fn main() -> io::Result<()> {
    let size = Size::STANDARD;
    let (mut board, mut rng) = ((size, BTreeMap::new()), ChaCha8Rng::seed_from_u64(1));
    let mut line = Vec::new();
    while read_line(&mut io::stdin().lock(), &mut line, MAX_LINE)? {
        let Ok(Some(request)) = parse_request(&line) else { continue };
        let body = answer(&request, &mut board, &mut rng);
        GtpReply { id: request.id, body }.write_to(&mut io::stdout())?;
        if request.command == "quit" {
            break;
        }
    }
    Ok(())
}
