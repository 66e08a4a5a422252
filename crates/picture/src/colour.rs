//! The colours of boards and charts.
//!
//! They can be distinguished with any kind of colour vision. Where a picture needs many colours, a
//! digit or a shape carries the same meaning.

use super::shape::Rgb;

/// Text, and black stones.
pub const INK: Rgb = Rgb::new(0x22211f);
/// White stones, and text on dark ground.
pub const PAPER: Rgb = Rgb::new(0xffffff);
/// The ground of a picture.
pub const BACKGROUND: Rgb = Rgb::new(0xfbfaf6);
/// The line around a picture.
pub(crate) const BORDER: Rgb = Rgb::new(0xc9c5b9);
/// The lines of a chart behind its values.
pub(crate) const GRID: Rgb = Rgb::new(0xdedbd1);
/// Secondary text.
pub(crate) const MUTED: Rgb = Rgb::new(0x625f57);
/// A cell of a board.
pub const CELL: Rgb = Rgb::new(0xefe6d2);
/// A cell without a value where others have one.
pub(crate) const BLANK: Rgb = Rgb::new(0xe9e8e4);
/// The lines between cells.
pub const OUTLINE: Rgb = Rgb::new(0x8f8876);
/// The winning chain: blue, since heat is orange.
pub const CHAIN: Rgb = Rgb::new(0x1d8fe8);
/// A first move that wins.
pub(crate) const WINNING: Rgb = Rgb::new(0x9fd3a6);
/// A bad move.
pub(crate) const BAD: Rgb = Rgb::new(0xc2410c);

/// The tints of seasons; each cell has its season's digit too.
const TINTS: [Rgb; 9] = [
    Rgb::new(0xf3dfa2),
    Rgb::new(0xa9d5ee),
    Rgb::new(0xe3b5cf),
    Rgb::new(0xb9e0bd),
    Rgb::new(0xf4b393),
    Rgb::new(0xc9c3ec),
    Rgb::new(0xf4f0a0),
    Rgb::new(0xc4c4bf),
    Rgb::new(0x93d3cb),
];

pub(crate) fn season_colour(season: usize) -> Rgb {
    TINTS[season % TINTS.len()]
}

/// The palette of Okabe and Ito, in an order that alternates light and dark.
const SERIES: [Rgb; 7] = [
    Rgb::new(0x0072b2),
    Rgb::new(0xe69f00),
    Rgb::new(0x009e73),
    Rgb::new(0xcc79a7),
    Rgb::new(0x56b4e9),
    Rgb::new(0xd55e00),
    Rgb::new(0x4d4d4d),
];

pub(crate) fn series_colour(series: usize) -> Rgb {
    SERIES[series % SERIES.len()]
}

/// From cold to hot. It darkens steadily, so it is readable without colours too.
const HEAT: [Rgb; 5] = [
    Rgb::new(0xfffae0),
    Rgb::new(0xfed98e),
    Rgb::new(0xfe9929),
    Rgb::new(0xcc4c02),
    Rgb::new(0x6e2605),
];

/// From one side to the other; palest in the middle.
const SIDES: [Rgb; 5] = [
    Rgb::new(0x2166ac),
    Rgb::new(0x92c5de),
    Rgb::new(0xf8f6f4),
    Rgb::new(0xf4a582),
    Rgb::new(0xb2182b),
];

/// A scale of colours for values from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColourScale {
    /// From cold to hot, between the lowest value and the highest.
    #[default]
    Heat,
    /// From blue (0) to red (1), pale at one half: which side is ahead.
    Sides,
}

impl ColourScale {
    /// The colour of a share of the way from the first colour (0) to the last (1).
    pub(crate) fn at(self, share: f64) -> Rgb {
        let colours = match self {
            ColourScale::Heat => HEAT,
            ColourScale::Sides => SIDES,
        };
        let along = share.clamp(0.0, 1.0) * (colours.len() - 1) as f64;
        let from = (along as usize).min(colours.len() - 2);
        let part = along - from as f64;
        let low = colours[from];
        let high = colours[from + 1];
        Rgb {
            red: between(low.red, high.red, part),
            green: between(low.green, high.green, part),
            blue: between(low.blue, high.blue, part),
        }
    }
}

fn between(low: u8, high: u8, part: f64) -> u8 {
    (f64::from(low) + part * (f64::from(high) - f64::from(low))) as u8
}

/// The colour of text that can be read on this one.
pub(crate) fn ink_on(ground: Rgb) -> Rgb {
    let Rgb { red, green, blue } = ground;
    let light = 0.3 * f64::from(red) + 0.6 * f64::from(green) + 0.1 * f64::from(blue);
    if light > 128.0 { INK } else { PAPER }
}
