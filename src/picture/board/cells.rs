//! The cells and what is in them.

use super::{
    super::{
        Spot,
        canvas::{Anchor, Canvas, Style},
        colours::{self, BLANK, CELL, CHAIN, INK, MUTED, OUTLINE, PAPER},
    },
    BoardPicture, RADIUS, STONE,
    score::Score,
    sheet::{Place, Sheet, centre, corner},
};
use crate::{board::Cell, rules::Colour};

/// Everything that a cell can show.
pub struct Painter<'a> {
    picture: &'a BoardPicture<'a>,
    sheet: &'a Sheet,
    score: &'a Score,
    heat: Vec<Option<f64>>,
    range: (f64, f64),
}

impl Painter<'_> {
    pub fn new<'a>(
        picture: &'a BoardPicture<'a>,
        sheet: &'a Sheet,
        score: &'a Score,
    ) -> Painter<'a> {
        let mut heat = vec![None; picture.position.size().cells()];
        for (cell, value) in picture.heat.iter().flat_map(|heat| &heat.values) {
            if let Some(entry) = heat.get_mut(cell.index()) {
                *entry = Some(*value);
            }
        }
        let range = picture.heat.as_ref().map_or((0.0, 1.0), |heat| heat.range());
        Painter { picture, sheet, score, heat, range }
    }

    /// Paints these places: all cells, then the winning chain, then stones.
    pub fn paint(&self, canvas: &mut Canvas, places: &[Place]) {
        for &place in places {
            let around: Vec<Spot> = (0..=6).map(|number| corner(place, number)).collect();
            let fill = self.fill(self.cell(place)).0;
            let attributes = format!("fill=\"{fill}\" stroke=\"{OUTLINE}\"");
            canvas.polygon(&self.sheet.trace(&around), &attributes);
        }
        places.iter().for_each(|&place| self.links(canvas, place));
        places.iter().for_each(|&place| self.content(canvas, place));
    }

    fn cell(&self, place: Place) -> Cell {
        let (x, y) = self.sheet.own(place);
        Cell((y * self.sheet.columns() + x) as u16)
    }

    /// A cell's colour, and that of text on it.
    fn fill(&self, cell: Cell) -> (String, &'static str) {
        let game = self.picture.position.game();
        match (self.heat[cell.index()], &self.picture.heat) {
            (Some(value), _) => {
                let (low, high) = self.range;
                colours::heat((value - low) / (high - low))
            }
            (None, Some(_)) => (BLANK.to_owned(), MUTED),
            (None, None) if game.rules().seasons.count() > 1 => {
                (colours::season(game.season_of(cell)).to_owned(), INK)
            }
            (None, None) => (CELL.to_owned(), INK),
        }
    }

    /// The halves of the chain's links that lie in this cell; the other
    /// halves are its neighbours', so that a link goes on beyond a seam.
    fn links(&self, canvas: &mut Canvas, (x, y): Place) {
        let (from_x, from_y) = centre((x, y));
        for &(dx, dy) in self.score.links(self.cell((x, y))) {
            let (to_x, to_y) = centre((x + dx, y + dy));
            let half = ((from_x + to_x) / 2.0, (from_y + to_y) / 2.0);
            let attributes = format!("stroke=\"{CHAIN}\" stroke-width=\"{:.1}\"", 0.36 * RADIUS);
            canvas.line(&self.sheet.trace(&[(from_x, from_y), half]), &attributes);
        }
    }

    fn content(&self, canvas: &mut Canvas, place: Place) {
        let cell = self.cell(place);
        let spot = self.sheet.at(centre(place));
        match self.picture.position.at(cell) {
            Some(colour) => self.stone(canvas, spot, cell, colour),
            None => self.labels(canvas, spot, cell),
        }
    }

    fn stone(&self, canvas: &mut Canvas, spot: Spot, cell: Cell, colour: Colour) {
        let (fill, ink) = match colour {
            Colour::Black => (INK, PAPER),
            Colour::White => (PAPER, INK),
        };
        let won = !self.score.links(cell).is_empty();
        let (rim, width) = if won { (CHAIN, 4.0) } else { (INK, 1.2) };
        let attributes = format!("fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"{width}\"");
        canvas.circle(spot, STONE, &attributes);
        let number = self.score.number(cell).filter(|_| self.picture.move_numbers);
        if self.score.last == Some(cell) {
            // A ring within the stone, around its number or around nothing.
            let radius = if number.is_some() { 0.84 * STONE } else { 0.42 * STONE };
            canvas.circle(spot, radius, &format!("fill=\"none\" stroke=\"{ink}\""));
        }
        if let Some(number) = number {
            let number = number.to_string();
            let size = (0.62 * RADIUS).min(1.7 * STONE / (0.64 * number.len() as f64));
            canvas.text(spot, Style { fill: ink, ..Style::new(size, Anchor::Middle) }, &number);
        }
    }

    /// The value and the season of an empty cell; the value goes first.
    fn labels(&self, canvas: &mut Canvas, (x, y): Spot, cell: Cell) {
        let ink = self.fill(cell).1;
        let style = |size: f64| Style { fill: ink, ..Style::new(size, Anchor::Middle) };
        let heat = self.picture.heat.as_ref().filter(|heat| heat.numbers);
        let value = heat.and_then(|heat| Some(heat.text(self.heat[cell.index()]?)));
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
