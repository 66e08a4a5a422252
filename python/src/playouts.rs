//! Random games by the million: `kring.playouts` and `kring.fills`.

use kring::board::chance::{self, Purpose};
use kring::board::stop::Stop;
use kring::board::{Colour, Position, Turns};
use kring::eval::Playouts;
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::convert::{Whole, check_memory, count, mover_in_game, number};
use crate::interrupt::interruptible;
use crate::position::PyPosition;

/// 64-bit words in a batch of boards, and its boards.
const W: usize = 8;
const BOARDS: usize = 64 * W;

/// Plays random games from a position to their end and returns their winners: an array of 1
/// (black) and -1 (white). With `boards=True` also the full boards, an array of games, rows and
/// columns.
///
/// Games come in batches of 512 that share the order in which cells are filled, but not the
/// colours. Under random turns the given or declared colour makes the first move; if there is
/// none, a coin decides it like all other moves.
///
/// >>> import kring
/// >>> winners = kring.playouts(kring.Position("hex", 5), 1000)
/// >>> winners.shape, set(winners.tolist()) == {1, -1}
/// ((1000,), True)
#[pyfunction]
#[pyo3(signature = (position, count, *, colour = None, seed = 0, boards = false))]
pub fn playouts<'py>(
    position: &Bound<'py, PyPosition>,
    count: Whole,
    colour: Option<&str>,
    seed: Whole,
    boards: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let games = {
        let position = &position.try_borrow()?.0;
        let is_random = position.rules().turns == Turns::Random;
        let tossed = is_random && (colour.is_some() || position.turn().is_some());
        // If every move has its coin, the colour does not matter.
        let colour = if is_random && !tossed { Some("black") } else { colour };
        let first = mover_in_game(position, colour)?;
        PlayoutGames { first, tossed, coins: false, seed: number("seed", seed)?, boards }
    };
    run(position, count, games)
}

/// The same, but a fair coin colours each empty cell, whatever the rules.
///
/// >>> winners, boards = kring.fills(kring.Position("hex", 5), 1000, boards=True)
/// >>> boards.shape, boards.dtype
/// ((1000, 5, 5), dtype('int8'))
#[pyfunction]
#[pyo3(signature = (position, count, *, seed = 0, boards = false))]
pub fn fills<'py>(
    position: &Bound<'py, PyPosition>,
    count: Whole,
    seed: Whole,
    boards: bool,
) -> PyResult<Bound<'py, PyAny>> {
    // The colour to move does not matter for fills.
    mover_in_game(&position.try_borrow()?.0, Some("black"))?;
    let seed = number("seed", seed)?;
    let games = PlayoutGames { first: Colour::Black, tossed: false, coins: true, seed, boards };
    run(position, count, games)
}

/// The games to play.
struct PlayoutGames {
    first: Colour,
    /// Whether the coin of the first move, under random turns, has been tossed.
    tossed: bool,
    coins: bool,
    seed: u64,
    boards: bool,
}

fn run<'py>(
    given: &Bound<'py, PyPosition>,
    wanted: Whole,
    games: PlayoutGames,
) -> PyResult<Bound<'py, PyAny>> {
    let py = given.py();
    let position = given.try_borrow()?.0.clone();
    let wanted = count("count", wanted, 1_000_000_000)? as usize;
    let size = position.size();
    let cells = if games.boards { size.cells() } else { 0 };
    let [mut winners, mut boards] = [reserve(wanted)?, reserve(wanted.saturating_mul(cells))?];
    interruptible(py, |stop| play(&position, &games, wanted, &mut winners, &mut boards, stop))?;
    let winners = winners.into_pyarray(py);
    if !games.boards {
        return Ok(winners.into_any());
    }
    let boards = boards.into_pyarray(py).reshape([wanted, size.rows(), size.columns()])?;
    Ok((winners, boards).into_pyobject(py)?.into_any())
}

/// Reserves memory for `count` numbers.
fn reserve(count: usize) -> PyResult<Vec<i8>> {
    check_memory(count, 1, "numbers")?;
    Ok(Vec::with_capacity(count))
}

/// Plays the games in batches.
fn play(
    position: &Position,
    games: &PlayoutGames,
    wanted: usize,
    winners: &mut Vec<i8>,
    boards: &mut Vec<i8>,
    stop: &Stop,
) {
    let mut playouts = if games.coins {
        Playouts::<W>::of_coins(position.game())
    } else {
        Playouts::new(position.game())
    };
    let rng = &mut chance::generator(games.seed, Purpose::CoinValue);
    let cells = if games.boards { position.size().cells() } else { 0 };
    let starts = starts(position, games, rng);
    for (i, start) in starts.iter().enumerate() {
        playouts.prepare(start, games.first, &[]);
        let until = wanted * (i + 1) / starts.len();
        while winners.len() < until && !stop.is_set() {
            let black = playouts.play(rng, [!0; W]);
            let done = winners.len();
            let batch = BOARDS.min(until - winners.len());
            winners.resize(done + batch, 0);
            write(&black, winners[done..].iter_mut());
            boards.resize((done + batch) * cells, 0);
            for (cell, owners) in playouts.black_cells().iter().enumerate().take(cells) {
                write(owners, boards[done * cells + cell..].iter_mut().step_by(cells));
            }
        }
    }
}

/// The positions from which equal shares of the games start: after each first move, in random
/// order, if its coin has been tossed; otherwise this position.
fn starts(position: &Position, games: &PlayoutGames, rng: &mut ChaCha8Rng) -> Vec<Position> {
    if !games.tossed {
        return vec![position.clone()];
    }
    let after = |cell| {
        let mut position = position.clone();
        position.play_unchecked(games.first, cell);
        position
    };
    let mut starts: Vec<Position> = position.legal_cells(games.first).iter().map(after).collect();
    starts.shuffle(rng);
    starts
}

/// Writes the bits of a batch as 1 or -1.
fn write<'a>(bits: &[u64; W], numbers: impl Iterator<Item = &'a mut i8>) {
    let bits = bits.iter().flat_map(|word| (0..64).map(move |bit| word >> bit & 1));
    for (number, bit) in numbers.zip(bits) {
        *number = 2 * bit as i8 - 1;
    }
}
