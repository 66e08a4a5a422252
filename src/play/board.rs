//! A position as lines of a terminal: a rhombus whose rows lean to the right.
//!
//! A side that wraps has no edge: beyond it follows one column or row of copies, which are paler
//! (in plain text: lower case and commas, beyond `~`).

use std::ops::Range;

use kring_board::{Cell, CellSet, Colour, Position, column_name};

use super::line::{CharStyle, TextLine};

/// The colours of a board. They are independent of the terminal's theme, so that black is always
/// black.
mod palette {
    use super::CharStyle;

    /// Stones, an empty cell and its dot, and a cell of the winning chain.
    pub struct CellColours {
        pub stones: [u8; 2],
        pub paper: u8,
        pub dot: u8,
        pub chain: u8,
    }

    pub const OWN: CellColours = CellColours { stones: [16, 231], paper: 180, dot: 95, chain: 75 };
    pub const COPY: CellColours =
        CellColours { stones: [102, 231], paper: 187, dot: 144, chain: 153 };
    pub const BLACK: u8 = OWN.stones[0];
    pub const LAST: u8 = 209;
    pub const HINT: u8 = 114;
    /// The cells of the season that is due.
    pub const SEASONS: [u8; 9] = [222, 117, 150, 218, 229, 152, 183, 216, 255];
    pub const BLACK_SIDE: CharStyle = CharStyle::on(252, 236);
    pub const WHITE_SIDE: CharStyle = CharStyle::on(240, 255);
    pub const LABEL: CharStyle = CharStyle::fore(244);
}

/// The board with its coordinates: the last stone in brackets, the winning
/// chain starred, seasons on the empty cells. The cell of a hint is coloured.
pub fn board(position: &Position, hint: Option<Cell>, colours: bool) -> Vec<TextLine> {
    let sheet = TextBoard::new(position, hint, colours);
    let mut lines = sheet.letters(0);
    lines.extend(sheet.rows.clone().map(|row| sheet.row(row)));
    lines.extend(sheet.letters(sheet.rows.len() + 1));
    lines
}

/// The cells that are drawn: columns and rows below zero, or beyond the last, are copies.
struct TextBoard<'a> {
    position: &'a Position,
    columns: Range<i32>,
    rows: Range<i32>,
    last: Option<Cell>,
    hint: Option<Cell>,
    chain: CellSet,
    /// The season of the next move, where there are several.
    due: Option<usize>,
    colours: bool,
}

impl TextBoard<'_> {
    fn new(position: &Position, hint: Option<Cell>, colours: bool) -> TextBoard<'_> {
        let size = position.size();
        let topology = position.rules().topology;
        let range = |length: usize, wraps: bool| {
            let beyond = i32::from(wraps);
            -beyond..length as i32 + beyond
        };
        let has_seasons = position.rules().seasons.count() > 1;
        let turn = position.turn().filter(|_| has_seasons && position.winner().is_none());
        TextBoard {
            position,
            columns: range(size.columns(), topology.wraps_columns()),
            rows: range(size.rows(), topology.wraps_rows()),
            last: position.last_stone(),
            hint,
            chain: position.winning_chain().into_iter().collect(),
            due: turn.and_then(|turn| position.season(turn)),
            colours,
        }
    }

    /// The cell drawn at this column and row; `true` for a copy.
    fn at(&self, column: i32, row: i32) -> Option<(Cell, bool)> {
        if !self.columns.contains(&column) || !self.rows.contains(&row) {
            return None;
        }
        let size = self.position.size();
        let columns = size.columns() as i32;
        let rows = size.rows() as i32;
        let x = column.rem_euclid(columns);
        let y = row.rem_euclid(rows);
        let cell = Cell::at(size, x as usize, y as usize)?;
        Some((cell, (x, y) != (column, row)))
    }

    /// The names of the columns; those of two letters are written downwards.
    fn letters(&self, indent: usize) -> Vec<TextLine> {
        let columns = self.position.size().columns() as i32;
        let is_side = !self.position.rules().topology.wraps_rows();
        let name = |x: i32| format!("{:>2}", column_name(x.rem_euclid(columns) as usize));
        let line = |at: usize| {
            let mut line = TextLine::new(&" ".repeat(indent + 3), CharStyle::default());
            let style =
                |is_own: bool| if is_side && is_own { palette::BLACK_SIDE } else { palette::LABEL };
            for x in self.columns.clone() {
                line.push(" ", style((0..=columns).contains(&x)));
                line.push(&name(x)[at..=at], style((0..columns).contains(&x)));
            }
            line.with(" ", style(self.columns.end == columns))
        };
        let is_blank = |at: usize| (0..columns).all(|x| name(x).as_bytes()[at] == b' ');
        (0..2).filter(|at| !is_blank(*at)).map(line).collect()
    }

    /// One row: number, cells, number.
    fn row(&self, row: i32) -> TextLine {
        let number = row.rem_euclid(self.position.size().rows() as i32) + 1;
        let indent = (row - self.rows.start) as usize + 1;
        let mut line = TextLine::new(&" ".repeat(indent), CharStyle::default());
        line.push(&format!("{number:>2} "), palette::LABEL);
        for column in self.columns.clone() {
            self.push_gap(&mut line, column, row);
            self.push_cell(&mut line, column, row);
        }
        self.push_gap(&mut line, self.columns.end, row);
        line.push(&format!(" {number}"), palette::LABEL);
        line
    }

    /// Adds the character between a cell and its left neighbour.
    fn push_gap(&self, line: &mut TextLine, column: i32, row: i32) {
        let left = self.at(column - 1, row);
        let right = self.at(column, row);
        let is_last = |at: Option<(Cell, bool)>| at == self.last.map(|cell| (cell, false));
        let is_won = |at: Option<(Cell, bool)>| at.is_some_and(|(c, _)| self.chain.contains(c));
        let is_copy = |at: Option<(Cell, bool)>| at.is_none_or(|(_, is_copy)| is_copy);
        let wraps = self.position.rules().topology.wraps_columns();
        let is_seam = wraps && (column == 0 || column == self.columns.end - 1);
        let is_row = (0..self.position.size().rows() as i32).contains(&row);
        let mark = if self.last.is_some() && is_last(right) {
            "("
        } else if self.last.is_some() && is_last(left) {
            ")"
        } else if is_seam && is_row {
            "~"
        } else if is_won(right) && !is_copy(right) {
            "*"
        } else {
            " "
        };
        let is_edge = left.is_none() || right.is_none();
        let style = if is_edge {
            if wraps { CharStyle::default() } else { palette::WHITE_SIDE }
        } else if is_copy(left) || is_copy(right) {
            CharStyle::on(palette::COPY.dot, palette::COPY.paper)
        } else if is_won(left) && is_won(right) {
            CharStyle::on(palette::BLACK, palette::OWN.chain)
        } else {
            CharStyle::on(palette::BLACK, palette::OWN.paper)
        };
        line.push(mark, style);
    }

    fn push_cell(&self, line: &mut TextLine, column: i32, row: i32) {
        let Some((cell, is_copy)) = self.at(column, row) else { return };
        let stone = self.position.at(cell);
        let season = (self.position.rules().seasons.count() > 1)
            .then(|| self.position.game().season_of(cell));
        let symbol = match (stone, season, self.colours) {
            (Some(_), _, true) => '●',
            (Some(colour), _, false) if is_copy => colour.letter().to_ascii_lowercase(),
            (Some(colour), _, false) => colour.letter(),
            (None, Some(season), _) => char::from(b'1' + season as u8),
            (None, None, true) => '·',
            (None, None, false) if is_copy => ',',
            (None, None, false) => '.',
        };
        let colours = if is_copy { palette::COPY } else { palette::OWN };
        let is_due = season == self.due && stone.is_none() && !is_copy;
        let due = season.filter(|_| is_due);
        let fore = match (stone, due) {
            (Some(colour), _) => colours.stones[colour.index()],
            (None, Some(_)) => palette::BLACK,
            (None, None) => colours.dot,
        };
        let back = match due {
            _ if self.chain.contains(cell) => colours.chain,
            _ if self.last == Some(cell) && !is_copy => palette::LAST,
            _ if self.hint == Some(cell) && !is_copy => palette::HINT,
            Some(season) => palette::SEASONS[season],
            None => colours.paper,
        };
        let style = CharStyle { fore: Some(fore), back: Some(back), bold: due.is_some() };
        line.push(symbol.encode_utf8(&mut [0; 4]), style);
    }
}

/// A stone beside the board.
pub(super) fn stone(colour: Colour, colours: bool) -> TextLine {
    if colours {
        TextLine::new(" ● ", stone_style(colour))
    } else {
        TextLine::new(&colour.letter().to_string(), CharStyle::default())
    }
}

fn stone_style(colour: Colour) -> CharStyle {
    CharStyle::on(palette::OWN.stones[colour.index()], palette::OWN.paper)
}

/// A coming move with its season.
pub(super) fn season(colour: Colour, season: usize, colours: bool) -> TextLine {
    let number = (season + 1).to_string();
    if colours {
        let style = CharStyle::on(palette::BLACK, palette::SEASONS[season]).bold();
        TextLine::new("●", stone_style(colour)).with(&number, style)
    } else {
        TextLine::new(&format!("{}{number}", colour.letter()), CharStyle::default())
    }
}
