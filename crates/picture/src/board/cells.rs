//! The cells and their content: stones with their numbers, the winning chain, values and seasons.

use std::collections::HashMap;

use kring_board::{Cell, Colour, Goal, Move, Position, STEPS};

use super::super::colour::{
    BAD, BLANK, CELL, CHAIN, INK, MUTED, OUTLINE, PAPER, WINNING, ink_on, season_colour,
};
use super::super::shape::{Anchor, Canvas, PagePoint, Rgb, Stroke, Style, TextStyle};
use super::sheet::{BoardSheet, GridCell, centre, corner};
use super::{BoardPicture, Ghost, RADIUS, STONE, winner_sign};

pub struct Painter<'a> {
    picture: &'a BoardPicture<'a>,
    sheet: &'a BoardSheet,
    marks: &'a GameMarks,
    heat: HashMap<Cell, f64>,
    range: (f64, f64),
}

impl Painter<'_> {
    pub fn new<'a>(
        picture: &'a BoardPicture<'a>,
        sheet: &'a BoardSheet,
        marks: &'a GameMarks,
    ) -> Painter<'a> {
        let heat = picture.heat.iter().flat_map(|heat| heat.values.iter().copied()).collect();
        let range = picture.heat.as_ref().map_or((0.0, 1.0), |heat| heat.range());
        Painter { picture, sheet, marks, heat, range }
    }

    /// Paints these places: all cells, then the winning chain, then stones.
    pub fn paint(&self, canvas: &mut Canvas, places: &[GridCell]) {
        for &place in places {
            let around: Vec<PagePoint> = (0..=6).map(|number| corner(place, number)).collect();
            let fill = self.fill(self.cell(place)).0;
            let style = Style::filled(fill).stroke(Stroke::new(OUTLINE));
            canvas.polygon(&self.sheet.trace(&around), style);
        }
        for &place in places {
            self.links(canvas, place);
        }
        for &place in places {
            self.content(canvas, place);
        }
    }

    fn cell(&self, place: GridCell) -> Cell {
        let (x, y) = self.sheet.own(place);
        Cell::unchecked((y * self.sheet.columns + x) as u16)
    }

    /// A cell's colour, and that of text on it.
    fn fill(&self, cell: Cell) -> (Rgb, Rgb) {
        let game = self.picture.position.game();
        if let Some(map) = &self.picture.openings
            && map.at(cell) == Some(Some(map.to_move))
        {
            return (WINNING, INK);
        }
        match (self.heat.get(&cell), &self.picture.heat) {
            (Some(value), Some(heat)) => {
                let (low, high) = self.range;
                let fill = heat.scale.at((value - low) / (high - low));
                (fill, ink_on(fill))
            }
            (_, Some(_)) => (BLANK, MUTED),
            (_, None) if game.rules().seasons.count() > 1 => {
                (season_colour(game.season_of(cell)), INK)
            }
            (_, None) => (CELL, INK),
        }
    }

    /// The halves of the winning chain's links that lie in this cell. The
    /// neighbours draw the other halves, so a link continues beyond a seam.
    fn links(&self, canvas: &mut Canvas, (x, y): GridCell) {
        let (from_x, from_y) = centre((x, y));
        for &(dx, dy) in &self.marks.chain[self.cell((x, y)).index()] {
            let (to_x, to_y) = centre((x + dx, y + dy));
            let half = ((from_x + to_x) / 2.0, (from_y + to_y) / 2.0);
            let link = self.sheet.trace(&[(from_x, from_y), half]);
            canvas.line(&link, Stroke::new(CHAIN).width(0.36 * RADIUS));
        }
    }

    fn content(&self, canvas: &mut Canvas, place: GridCell) {
        let cell = self.cell(place);
        let spot = self.sheet.at(centre(place));
        let found = self.picture.ghosts.iter().find(|ghost| ghost.cell == cell);
        match (self.picture.position.at(cell), found) {
            (Some(colour), _) => self.stone(canvas, spot, cell, colour),
            (None, Some(found)) => ghost(canvas, spot, STONE, found),
            (None, None) => match self.picture.openings.as_ref().and_then(|map| map.at(cell)) {
                Some(winner) => winner_sign(canvas, spot, 0.34 * RADIUS, winner),
                None => self.labels(canvas, spot, cell),
            },
        }
    }

    fn stone(&self, canvas: &mut Canvas, spot: PagePoint, cell: Cell, colour: Colour) {
        let (fill, ink) = stone_colours(colour);
        let won = !self.marks.chain[cell.index()].is_empty();
        let (rim, width) = if won { (CHAIN, 4.0) } else { (INK, 1.2) };
        let style = Style::filled(fill).stroke(Stroke::new(rim).width(width));
        canvas.circle(spot, STONE, style);
        let number = self.marks.numbers[cell.index()].filter(|_| self.picture.move_numbers);
        if self.marks.last == Some(cell) {
            // A ring within the stone, around its number if it has one.
            let radius = if number.is_some() { 0.84 * STONE } else { 0.42 * STONE };
            canvas.circle(spot, radius, Style::outline(Stroke::new(ink)));
        }
        if let Some(number) = number {
            let number = number.to_string();
            let size = (0.62 * RADIUS).min(1.7 * STONE / (0.64 * number.len() as f64));
            canvas.text(spot, TextStyle::new(size, Anchor::Middle, ink), &number);
        }
    }

    /// The value and the season of an empty cell; the value is above.
    fn labels(&self, canvas: &mut Canvas, (x, y): PagePoint, cell: Cell) {
        let ink = self.fill(cell).1;
        let style = |size: f64| TextStyle::new(size, Anchor::Middle, ink);
        let heat = self.picture.heat.as_ref().filter(|heat| heat.numbers);
        let value = heat.and_then(|heat| Some(heat.text(*self.heat.get(&cell)?)));
        let game = self.picture.position.game();
        let season =
            (game.rules().seasons.count() > 1).then(|| (game.season_of(cell) + 1).to_string());
        let (value_down, season_down) = match (&value, &season) {
            (Some(_), Some(_)) => (-0.14, 0.5),
            _ => (0.0, 0.0),
        };
        if let Some(value) = &value {
            let size = (0.54 * RADIUS).min(1.36 * RADIUS / (0.64 * value.len() as f64));
            canvas.text((x, y + value_down * RADIUS), style(size), value);
        }
        if let Some(season) = season {
            let size = if value.is_some() { 0.4 } else { 0.56 } * RADIUS;
            canvas.text((x, y + season_down * RADIUS), style(size), &season);
        }
    }
}

/// The colour of a stone, and that of text on it.
pub fn stone_colours(colour: Colour) -> (Rgb, Rgb) {
    if colour == Colour::Black { (INK, PAPER) } else { (PAPER, INK) }
}

/// A stone that is not on the board. The rim of a bad move is broken.
pub fn ghost(canvas: &mut Canvas, spot: PagePoint, radius: f64, ghost: &Ghost) {
    let (fill, ink) = stone_colours(ghost.colour);
    let rim = if ghost.bad {
        Stroke { dashes: Some([4.0, 3.0]), ..Stroke::new(BAD) }
    } else {
        Stroke::new(CHAIN)
    };
    let style = Style { fill_opacity: 0.72, ..Style::filled(fill).stroke(rim.width(3.0)) };
    canvas.circle(spot, radius, style);
    let size = (0.94 * radius).min(1.7 * radius / (0.64 * ghost.label.len().max(1) as f64));
    let style = TextStyle { bold: true, ..TextStyle::new(size, Anchor::Middle, ink) };
    canvas.text(spot, style, &ghost.label);
}

/// The numbers of the stones, and the chain that won.
pub struct GameMarks {
    numbers: Vec<Option<usize>>,
    /// The steps from each stone of the winning chain to the stones before and after it.
    pub chain: Vec<Vec<GridCell>>,
    /// The stone of the last move.
    last: Option<Cell>,
}

impl GameMarks {
    /// Reads the moves of a game. Stones that were set up have no number. A swap
    /// and a pass have one, so that numbers count moves as clients do.
    pub fn new(position: &Position) -> GameMarks {
        let mut numbers = vec![None; position.size().cells()];
        let mut last = None;
        for (number, (_, mv)) in (1..).zip(position.moves()) {
            let cell = match mv {
                Move::Cell(cell) => Some(cell),
                Move::SwapPieces => {
                    let taken: Option<Cell> = last.take();
                    if let Some(cell) = &taken {
                        numbers[cell.index()] = None;
                    }
                    taken.and_then(|cell| position.geometry().mirrored(cell))
                }
                Move::SwapSides | Move::Pass | Move::Resign => None,
            };
            if let Some(cell) = cell {
                numbers[cell.index()] = Some(number);
                last = Some(cell);
            }
        }
        GameMarks { numbers, chain: chain(position), last }
    }
}

/// The steps of the winning chain, from both ends of each link. On small wrapped
/// boards two steps can lead to the same cell; then the first of [`STEPS`] is
/// taken. A single stone that joins two sides has a link of length zero.
fn chain(position: &Position) -> Vec<Vec<GridCell>> {
    let cells = position.winning_chain();
    let mut links = vec![Vec::new(); position.size().cells()];
    let ring = |colour: Colour| position.geometry().goal(colour) == Goal::Ring;
    let closing = position.winner().is_some_and(ring).then(|| cells.first()).flatten();
    let next: Vec<Cell> = cells.iter().skip(1).chain(closing).copied().collect();
    for (&from, &to) in cells.iter().zip(&next) {
        let neighbours = position.geometry().neighbours(from).iter().zip(STEPS);
        let mut steps = neighbours.filter(|(cell, _)| **cell == to.number());
        if let Some((_, (dx, dy))) = steps.next() {
            links[from.index()].push((dx, dy));
            links[to.index()].push((-dx, -dy));
        }
    }
    if let ([only], []) = (&cells[..], &next[..]) {
        links[only.index()].push((0, 0));
    }
    links
}
