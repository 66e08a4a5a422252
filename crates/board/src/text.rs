//! The board as a person reads it in a terminal.

use std::fmt::{self, Write};

use super::{Cell, Goal, Move, Position, column_name};
use crate::{Colour, Turns};

impl fmt::Display for Position {
    /// A rhombus with coordinates on all sides, the last stone in brackets, seasons on the empty
    /// cells and `~` along sides that wrap. The goals of both players and the state of the game
    /// follow.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.size(), self.rules())?;
        f.write_str(&self.drawn(|_| None))?;
        f.write_str(&self.standing())
    }
}

/// The names of the columns, each above its cells; names of two letters are written downwards.
fn column_lines(columns: usize) -> Vec<String> {
    let mut lines = vec![String::new(); 2];
    for name in (0..columns).map(|x| format!("{:>2}", column_name(x))) {
        (0..2).for_each(|at| lines[at] += &format!(" {}", &name[at..=at]));
    }
    lines.retain(|line| !line.trim().is_empty());
    lines
}

impl Position {
    /// The board alone; `sign` can replace the content of a cell.
    pub fn drawn(&self, sign: impl Fn(Cell) -> Option<char>) -> String {
        let size = self.size();
        let topology = self.rules().topology;
        let letters = column_lines(size.columns());
        let seam = " ~".repeat(size.columns());
        let mut text: String = letters.iter().map(|line| format!("    {line}\n")).collect();
        if topology.wraps_rows() {
            let _ = writeln!(text, "    {seam}");
        }
        for row in 0..size.rows() {
            let _ = writeln!(text, "{:row$}{}", "", self.row_text(row, &sign));
        }
        let rows = size.rows();
        if topology.wraps_rows() {
            let _ = writeln!(text, "{:rows$}    {seam}", "");
        }
        for line in letters {
            let _ = writeln!(text, "{:rows$}    {line}", "");
        }
        text
    }

    /// One row: number, cells, number.
    fn row_text(&self, row: usize, sign: &impl Fn(Cell) -> Option<char>) -> String {
        let size = self.size();
        let last = self.last_stone();
        let wraps = if self.rules().topology.wraps_columns() { '~' } else { ' ' };
        let mut text = format!("{:>2} {wraps}", row + 1);
        let mut close = ' ';
        for cell in (0..size.columns()).filter_map(|x| Cell::at(size, x, row)) {
            let is_last = last == Some(cell);
            text.push(if is_last { '(' } else { close });
            text.push(sign(cell).unwrap_or_else(|| self.symbol(cell)));
            close = if is_last { ')' } else { ' ' };
        }
        let _ = write!(text, "{close}{wraps} {}", row + 1);
        text.trim_end().to_owned()
    }

    /// The last stone that was placed or moved.
    pub fn last_stone(&self) -> Option<Cell> {
        match self.history().next_back()? {
            (mover, Move::SwapPieces) => self.stones(mover).iter().next(),
            (_, mv) => mv.cell(),
        }
    }

    fn symbol(&self, cell: Cell) -> char {
        match self.at(cell) {
            Some(colour) => colour.letter(),
            None if self.rules().seasons.count() > 1 => {
                (b'1' + self.game().season_of(cell) as u8) as char
            }
            None => '.',
        }
    }

    /// The goal of a player, such as "joins top and bottom".
    pub fn aim(&self, colour: Colour) -> &'static str {
        match (self.geometry().goal(colour), colour) {
            (Goal::Path, Colour::Black) => "joins top and bottom",
            (Goal::Path, Colour::White) => "joins left and right",
            (Goal::Ring, Colour::Black) => "closes a ring from top to bottom",
            (Goal::Ring, Colour::White) => "closes a ring from left to right",
        }
    }

    /// The goals of both players and the state of the game.
    fn standing(&self) -> String {
        let [black, white] = Colour::each(|colour| self.aim(colour));
        let mut text = format!("B black {black}, W white {white}");
        if let Some((mover, mv)) = self.history().next_back() {
            let _ = write!(text, "\nlast move: {mover} {}", mv.name(self.size()));
        }
        match (self.winner(), self.turn()) {
            (Some(winner), _) => return format!("{text}\nwinner: {winner}{}", self.reason()),
            (None, Some(turn)) => text += &format!("\nto move: {turn}"),
            (None, None) => text += "\nto move: the coin decides",
        }
        if self.rules().seasons.count() > 1 {
            for colour in Colour::ALL {
                if let Some(season) = self.season(colour) {
                    let _ = write!(text, "\n{colour} plays in season {}", season + 1);
                }
            }
        }
        if self.rules().turns == Turns::Random {
            text += "\nrandom turns: a coin before every move";
        }
        text
    }

    fn reason(&self) -> String {
        let chain = self.winning_chain();
        let names: Vec<String> = chain.iter().map(|cell| cell.name(self.size())).collect();
        match self.moves().find(|(_, mv)| *mv == Move::Resign) {
            Some((loser, _)) => format!(", {loser} resigned"),
            None => format!(" by {}", names.join(" ")),
        }
    }
}
