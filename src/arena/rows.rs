//! The games of a match as CSV: one row a game, written as soon as the game
//! is over. A row holds all that the tally counts, so that files can be
//! counted again later.

use std::{fs::File, io, path::Path};

use super::{GameResult, Seat, openings};

/// The columns. Black and white are who began with these colours, `winner`
/// is the colour that won on the board, `score` the first player's.
const COLUMNS: [&str; 20] = [
    "game",
    "black",
    "white",
    "size",
    "variant",
    "seed",
    "opening",
    "swapped",
    "winner",
    "score",
    "reason",
    "detail",
    "moves",
    "seconds",
    "first_moves",
    "first_seconds",
    "first_worst",
    "second_moves",
    "second_seconds",
    "second_worst",
];

/// Writes rows.
pub struct Rows {
    writer: csv::Writer<File>,
    names: [String; 2],
}

impl Rows {
    /// A new file. One that exists already is not touched: it holds games
    /// that somebody waited for.
    pub fn create(path: &Path, names: [String; 2]) -> io::Result<Rows> {
        let mut writer = csv::Writer::from_writer(File::create_new(path)?);
        writer.write_record(COLUMNS)?;
        writer.flush()?;
        Ok(Rows { writer, names })
    }

    /// Appends a game.
    pub fn write(&mut self, result: &GameResult) -> io::Result<()> {
        self.writer.write_record(self.row(result))?;
        self.writer.flush()
    }

    fn row(&self, result: &GameResult) -> [String; COLUMNS.len()] {
        let fixture = &result.fixture;
        let size = fixture.game.size();
        let name = |seat: Seat| self.names[seat.index()].clone();
        let [first, second] = result.clocks.map(|clock| {
            let (total, worst) = (clock.total.as_secs_f64(), clock.worst.as_secs_f64());
            [clock.moves.to_string(), format!("{total:.6}"), format!("{worst:.6}")]
        });
        let [first_moves, first_seconds, first_worst] = first;
        let [second_moves, second_seconds, second_worst] = second;
        [
            fixture.number.to_string(),
            name(fixture.black),
            name(fixture.black.other()),
            size.to_string(),
            fixture.game.rules().to_string(),
            fixture.seed.to_string(),
            openings::names(&fixture.opening, size),
            if result.swapped() { "yes" } else { "no" }.to_owned(),
            result.colour_of(result.winner).to_string(),
            u8::from(result.winner == Seat::First).to_string(),
            result.reason.to_string(),
            result.detail.clone(),
            result.moves().to_string(),
            format!("{:.6}", result.time.as_secs_f64()),
            first_moves,
            first_seconds,
            first_worst,
            second_moves,
            second_seconds,
            second_worst,
        ]
    }
}
