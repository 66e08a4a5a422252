//! Colours that people with any kind of colour vision can tell apart; where a
//! picture needs more than a few, a digit or a shape says the same.

/// Text, and black stones.
pub const INK: &str = "#22211f";
/// White stones, and text on dark ground.
pub const PAPER: &str = "#ffffff";
/// The panel that pictures stand on.
pub const PANEL: &str = "#fbfaf6";
/// The panel's border.
pub const BORDER: &str = "#c9c5b9";
/// Lines that help the eye.
pub const GRID: &str = "#dedbd1";
/// Text that is not the point.
pub const MUTED: &str = "#625f57";
/// A cell of the board.
pub const CELL: &str = "#efe6d2";
/// A cell without a value where others have one.
pub const BLANK: &str = "#e9e8e4";
/// The lines between cells.
pub const OUTLINE: &str = "#8f8876";
/// What won: blue, since heat is orange.
pub const CHAIN: &str = "#1d8fe8";

/// The tints of seasons; each cell has its season's digit too.
const TINTS: [&str; 9] = [
    "#f3dfa2", "#a9d5ee", "#e3b5cf", "#b9e0bd", "#f4b393", "#c9c3ec", "#f4f0a0", "#c4c4bf",
    "#93d3cb",
];

/// The tint of a season, counted from zero.
pub fn season(season: usize) -> &'static str {
    TINTS[season % TINTS.len()]
}

/// The palette of Okabe and Ito, in an order in which light and dark take
/// turns.
const SERIES: [&str; 7] =
    ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#4d4d4d"];

/// The colour of a chart's series.
pub fn series(series: usize) -> &'static str {
    SERIES[series % SERIES.len()]
}

/// From cold to hot; it gets darker all the way, so that it is one scale
/// without colours too.
const HEAT: [[f64; 3]; 5] = [
    [255.0, 250.0, 224.0],
    [254.0, 217.0, 142.0],
    [254.0, 153.0, 41.0],
    [204.0, 76.0, 2.0],
    [110.0, 38.0, 5.0],
];

/// The colour of a share of the way from cold (0) to hot (1), and the colour
/// of text that can be read on it.
pub fn heat(share: f64) -> (String, &'static str) {
    let along = share.clamp(0.0, 1.0) * (HEAT.len() - 1) as f64;
    let from = (along as usize).min(HEAT.len() - 2);
    let part = along - from as f64;
    let mix = |i: usize| HEAT[from][i] + part * (HEAT[from + 1][i] - HEAT[from][i]);
    let [red, green, blue] = [0, 1, 2].map(mix);
    let light = 0.3 * red + 0.6 * green + 0.1 * blue;
    let ink = if light > 128.0 { INK } else { PAPER };
    (format!("#{:02x}{:02x}{:02x}", red as u8, green as u8, blue as u8), ink)
}
