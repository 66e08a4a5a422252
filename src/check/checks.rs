//! The checks, in the order of the report.

use std::time::Instant;

use kring_board::{Cell, CellSet, Colour, Move, Position, Rules, Size, chance};

use super::{Check, Need, Seen, probe::Probe};

const REFEREES: &str = "every referee";
const CAREFUL: &str = "clients that rely on the engine's rules";
const HEXGUI: &str = "HexGui";
const GOGUI: &str = "gogui";

const fn must(name: &'static str, run: fn(&mut Probe) -> Seen) -> Check {
    Check { name, need: Need::Must, breaks: REFEREES, run }
}

const fn should(name: &'static str, breaks: &'static str, run: fn(&mut Probe) -> Seen) -> Check {
    Check { name, need: Need::Should, breaks, run }
}

const fn may(name: &'static str, run: fn(&mut Probe) -> Seen) -> Check {
    Check { name, need: Need::May, breaks: "", run }
}

pub const CHECKS: &[Check] = &[
    must("name and version", |probe| {
        Ok(format!("{} {}", probe.accepts("name")?, probe.accepts("version")?))
    }),
    should("protocol_version is 2", GOGUI, |probe| {
        match probe.accepts("protocol_version")?.trim() {
            "2" => Ok("2".to_owned()),
            other => Err(other.to_owned()),
        }
    }),
    should("list_commands", GOGUI, |probe| {
        let list = probe.accepts("list_commands")?;
        let is_missing = |name: &&str| !list.lines().any(|line| line.trim() == *name);
        match ["boardsize", "play", "genmove"].into_iter().find(is_missing) {
            Some(missing) => Err(format!("{missing} is not in the list")),
            None => Ok(format!("{} commands", list.lines().count())),
        }
    }),
    should("known_command", "gogui, Kring's referee for variants and clocks", |probe| {
        match (
            probe.accepts("known_command genmove")?.trim(),
            probe.accepts("known_command no-such")?.trim(),
        ) {
            ("true", "false") => Ok("true and false".to_owned()),
            (known, unknown) => Err(format!("{known} for genmove, {unknown} for no-such")),
        }
    }),
    must("an unknown command is refused", |probe| probe.refuses("no-such-command")),
    should("ids are repeated or left out", GOGUI, |probe| {
        probe.accepts("17 name").map(|_| "17".to_owned())
    }),
    should("comments", HEXGUI, |probe| probe.accepts("name # a comment").map(|_| String::new())),
    must("square boards", |probe| {
        probe.board("5")?;
        probe.board("11").map(|()| "5, 11".to_owned())
    }),
    should("boardsize COLUMNS ROWS", HEXGUI, |probe| probe.board("9 9").map(|()| "9 9".to_owned())),
    may("boards that are not square", |probe| {
        probe.board("3 5")?;
        probe.accepts("play black c5")?;
        probe.refuses("play black e3").map(|_| "3 5: letters are columns".to_owned())
    }),
    may("the largest board", |probe| {
        let fits = |size: &&u32| matches!(probe.ask(&format!("boardsize {size}")), Ok(Ok(_)));
        let largest = [32, 26, 24, 19, 14, 13, 11].iter().find(fits);
        largest.map(|size| format!("{size}x{size}")).ok_or("below 11x11".to_owned())
    }),
    should("nonsense sizes are refused", CAREFUL, |probe| {
        probe.refuses("boardsize 0")?;
        probe.refuses("boardsize many").map(|_| String::new())
    }),
    must("play on a cell, letter i included", |probe| {
        probe.board("9")?;
        probe.accepts("play black a1")?;
        probe.accepts("play white i9").map(|_| "a1, i9".to_owned())
    }),
    should("short colours, capital letters", "gogui, HexGui's older files", |probe| {
        probe.board("5")?;
        probe.accepts("play B a1")?;
        probe.accepts("play w B2")?;
        probe.accepts("play BLACK C3").map(|_| "B, w, BLACK, C3".to_owned())
    }),
    should("cells off the board are refused", CAREFUL, |probe| {
        probe.board("5")?;
        probe.refuses("play black f1")?;
        probe.refuses("play black a6")?;
        probe.refuses("play black 3c").map(|_| String::new())
    }),
    should("a second stone on a cell is refused", CAREFUL, |probe| {
        probe.board("5")?;
        probe.accepts("play black c3")?;
        probe.refuses("play white c3")
    }),
    should("stones in any order of colours", "HexGui, for set-up stones and swaps", |probe| {
        probe.board("5")?;
        probe.accepts("play white a1")?;
        probe.accepts("play white b1")?;
        probe.accepts("play black c3").map(|_| String::new())
    }),
    must("a whole game of its own moves", |probe| {
        whole_game(probe, |probe, _| probe.accepts("genmove white"))
    }),
    must("a game against other stones", |probe| whole_game(probe, play_last_cell)),
    should("a first move on 11x11 in a minute", CAREFUL, |probe| {
        let begin = Instant::now();
        probe.board("11")?;
        let answer = probe.accepts("genmove black")?;
        legal(&answer, &mut new_position(11), Colour::Black)?;
        match begin.elapsed().as_secs_f64() {
            seconds if seconds < 60.0 => Ok(format!("first move {answer} after {seconds:.1} s")),
            seconds => Err(format!("the first move took {seconds:.0} s")),
        }
    }),
    must("clear_board or boardsize begins anew", |probe| {
        probe.board("5")?;
        probe.accepts("play black c3")?;
        probe.board("5")?;
        probe.accepts("play white c3").map(|_| String::new())
    }),
    should("undo", HEXGUI, |probe| {
        probe.board("5")?;
        probe.accepts("play black c3")?;
        probe.accepts("undo")?;
        probe.accepts("play white c3").map(|_| String::new())
    }),
    should("showboard", HEXGUI, |probe| {
        probe.board("5")?;
        let board = probe.accepts("showboard")?;
        match board.lines().count() {
            0..5 => Err("fewer lines than the board has rows".to_owned()),
            lines => Ok(format!("{lines} lines")),
        }
    }),
    should("genmove after the end does not crash", HEXGUI, |probe| {
        probe.board("2")?;
        probe.accepts("play black a1")?;
        probe.accepts("play black a2")?;
        Ok(match probe.ask("genmove white")? {
            Ok(answer) => answer,
            Err(message) => format!("refused: {message}"),
        })
    }),
    may("understands swap-pieces", |probe| {
        // Kring has a switch for the rule; other engines refuse the command.
        let _ = probe.ask("variant swap=on")?;
        probe.board("5")?;
        probe.accepts("play black d3")?;
        probe.accepts("play white swap-pieces")?;
        // The stone is on c4 now.
        probe.refuses("play black c4")?;
        let _ = probe.ask("variant hex")?;
        Ok(String::new())
    }),
    should("clocks", "referees with --game-clock", |probe| {
        probe.accepts("time_settings 60 0 0")?;
        probe.accepts("time_left black 60 0").map(|_| "time_settings, time_left".to_owned())
    }),
    may("hexgui-analyze_commands", |probe| {
        let list = probe.accepts("hexgui-analyze_commands")?;
        Ok(format!("{} commands in HexGui's menu", list.lines().count()))
    }),
    may("Kring's variants", |probe| {
        probe.accepts("variant torus")?;
        probe.accepts("variant hex").map(|_| "variant torus".to_owned())
    }),
    should("survives a line of garbage", "PlayHex's worker, long sessions", |probe| {
        // The answer does not matter, but there has to be one.
        let _ = probe.ask(&"x".repeat(5000))?;
        let _ = probe.ask("play black \u{fffd}\u{7f}")?;
        probe.accepts("name").map(|_| String::new())
    }),
    should("quit ends it", "clients that wait for it; referees kill it", |probe| {
        probe.quit().map(|()| String::new())
    }),
];

fn new_position(side: usize) -> Position {
    let size =
        Size::new(side, side).unwrap_or_else(|_| unreachable!("a board of at most 32 columns"));
    Position::new(chance::game(size, Rules::default(), 1))
}

/// Plays white on the last empty cell, column by column. An engine that loses track of the stones,
/// or exchanges columns and rows, will play an illegal move.
fn play_last_cell(probe: &mut Probe, position: &Position) -> Seen {
    let size = position.size();
    let all = CellSet::full(size);
    let empty = all.iter().filter(|cell| position.at(*cell).is_none());
    let last = empty.max_by_key(|cell| (cell.column(size), cell.row(size)));
    let name = last.ok_or("the board is full and nobody has won")?.name(size);
    probe.accepts(&format!("play white {name}")).map(|_| name)
}

/// Lets the engine play black until the game is over; `white` makes and returns white's moves.
fn whole_game(probe: &mut Probe, white: fn(&mut Probe, &Position) -> Seen) -> Seen {
    let mut position = new_position(5);
    probe.board("5")?;
    let mut moves = 0;
    loop {
        for colour in Colour::ALL {
            let answer = match colour {
                Colour::Black => probe.accepts("genmove black")?,
                Colour::White => white(probe, &position)?,
            };
            legal(&answer, &mut position, colour)?;
            moves += 1;
            if let Some(winner) = position.winner() {
                return Ok(format!("{winner} won after {moves} moves"));
            }
        }
    }
}

/// Plays the engine's answer on the referee's board.
fn legal(answer: &str, position: &mut Position, colour: Colour) -> Result<(), String> {
    let word = answer.trim();
    let mv = match word.to_ascii_lowercase().as_str() {
        "resign" => Move::Resign,
        text => Cell::from_name(position.size(), text)
            .map(Move::Cell)
            .ok_or_else(|| format!("genmove {colour} answered {word}, which is no cell"))?,
    };
    let played = position.play(colour, mv);
    played.map_err(|reason| format!("genmove {colour} answered {word}, which {reason}"))
}
