//! What the signs on a board mean.

use super::{
    super::{
        Spot,
        canvas::Canvas,
        colours::{self, BLANK, CHAIN, INK, PAPER},
        key::Key,
        scale::written,
    },
    BoardPicture, Heat,
    score::Score,
};
use crate::{board::Goal, rules::Colour};

impl Heat {
    /// The lowest and the highest value; if they are the same, all that there
    /// could be.
    pub(super) fn range(&self) -> (f64, f64) {
        let values = self.values.iter().map(|(_, value)| *value);
        let (low, high) = values
            .filter(|value| value.is_finite())
            .fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        if low < high { (low, high) } else { (0.0, 1.0) }
    }

    /// As many digits as it takes to tell the values apart.
    fn decimals(&self) -> usize {
        let (low, high) = self.range();
        match high - low {
            range if range >= 0.1 => 0,
            range if range >= 0.01 || high >= 0.9995 => 1,
            _ => 2,
        }
    }

    /// A value in percent, for a cell.
    pub(super) fn text(&self, value: f64) -> String {
        written(100.0 * value, self.decimals(), false)
    }

    fn key(&self) -> Key {
        let (low, high) = self.range();
        let [low, high] = [low, high].map(|value| written(value, self.decimals(), true));
        Key::heat(low, high, &self.label)
    }
}

/// The key of a board.
pub fn keys(picture: &BoardPicture<'_>, score: &Score, rings: bool) -> Vec<Key> {
    let position = picture.position;
    let mut keys: Vec<Key> = Colour::ALL
        .map(|colour| {
            let aim = aim(colour, position.geometry().goal(colour), rings);
            Key::new(16.0, move |canvas, spot| stone(canvas, spot, colour), aim)
        })
        .into();
    let seasons = position.rules().seasons.count();
    if seasons > 1 {
        keys.extend((0..seasons).map(|season| {
            let number = (season + 1).to_string();
            // Heat takes the place of tints, and only the digits are left.
            let fill = if picture.heat.is_some() { BLANK } else { colours::season(season) };
            Key::square(fill, number.clone(), format!("season {number}"))
        }));
    }
    keys.extend(picture.heat.iter().map(Heat::key));
    if let Some(winner) = position.winner().filter(|_| score.is_won()) {
        let sign = |canvas: &mut Canvas, (x, y): Spot| {
            let attributes = format!("stroke=\"{CHAIN}\" stroke-width=\"7\"");
            canvas.line(&[(x, y), (x + 24.0, y)], &attributes);
        };
        keys.push(Key::new(24.0, sign, format!("{winner} has won")));
    }
    keys
}

fn aim(colour: Colour, goal: Goal, rings: bool) -> &'static str {
    match (colour, goal) {
        (Colour::Black, Goal::Path) if rings => "black joins the outer side and the inner",
        (Colour::White, Goal::Ring) if rings => "white closes a ring around the centre",
        (Colour::Black, Goal::Path) => "black joins top and bottom",
        (Colour::White, Goal::Path) => "white joins left and right",
        (Colour::Black, Goal::Ring) => "black closes a ring from top to bottom",
        (Colour::White, Goal::Ring) => "white closes a ring from left to right",
    }
}

fn stone(canvas: &mut Canvas, (x, y): Spot, colour: Colour) {
    let fill = if colour == Colour::Black { INK } else { PAPER };
    canvas.circle((x + 8.0, y), 7.0, &format!("fill=\"{fill}\" stroke=\"{INK}\""));
}
