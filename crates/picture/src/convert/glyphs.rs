//! A stroke font for PNG files: the machine that draws them may have no fonts.
//!
//! A glyph is a list of lines on a grid of tenths of the font's size. Each point is two digits, x
//! and y; the baseline is at y = 2, small letters end at 7 and capitals at 9. A line that begins
//! with `~` is curved: its inner points are control points, which the curve does not pass through.
//! If it ends where it begins, it is a closed curve.

use super::super::shape::PagePoint;

/// The empty space on both sides of a glyph.
const BEARING: f64 = 0.08;
const BASELINE: i32 = 2;
/// The points of a curve between two points of the grid.
const STEPS: i32 = 6;

const GLYPHS: [(char, &str); 102] = [
    (' ', ""),
    ('!', "09 04|02"),
    ('"', "09 07|29 27"),
    ('#', "12 29|42 59|04 64|07 67"),
    ('$', "~58 59 09 06 55 52 02 03|30 39"),
    ('%', "02 79|~09 39 36 06 09|~45 75 72 42 45"),
    ('&', "62 17|~17 19 49 47 05|~05 02 42 65"),
    ('\'', "09 07"),
    ('(', "~29 07 03 20"),
    (')', "~09 27 23 00"),
    ('*', "29 25|06 48|08 46"),
    ('+', "05 45|23 27"),
    (',', "12 00"),
    ('-', "05 25"),
    ('.', "02"),
    ('/', "01 39"),
    ('0', "~09 59 52 02 09"),
    ('1', "07 29 22"),
    ('2', "~07 09 59 56 02|02 52"),
    ('3', "~08 09 59 56 26|~26 56 52 02 03"),
    ('4', "42 49 04 54"),
    ('5', "49 09 06|~06 57 52 02 03"),
    ('6', "~06 56 52 02 06|~04 08 29 49"),
    ('7', "09 59 22"),
    ('8', "~09 59 56 06 09|~06 56 52 02 06"),
    ('9', "~09 59 55 05 09|~57 53 32 12"),
    (':', "02|06"),
    (';', "12 00|16"),
    ('<', "47 05 43"),
    ('=', "04 44|06 46"),
    ('>', "07 45 03"),
    ('?', "~07 09 49 46 25 24|22"),
    ('@', "~79 09 02 62|~26 56 53 23 26|~56 53 73 79 39"),
    ('A', "02 39 62|14 54"),
    ('B', "02 09|~09 29 59 56 26 06|~06 26 56 52 22 02"),
    ('C', "~57 59 09 02 52 54"),
    ('D', "02 09|~09 19 69 62 12 02"),
    ('E', "49 09 02 42|06 36"),
    ('F', "49 09 02|06 36"),
    ('G', "~67 69 09 02 62 65|65 35"),
    ('H', "09 02|59 52|06 56"),
    ('I', "09 02"),
    ('J', "39 35|~35 32 02 04"),
    ('K', "09 02|59 05|26 52"),
    ('L', "09 02 42"),
    ('M', "02 09 34 69 62"),
    ('N', "02 09 52 59"),
    ('O', "~09 69 62 02 09"),
    ('P', "02 09|~09 29 59 55 25 05"),
    ('Q', "~09 69 62 02 09|44 61"),
    ('R', "02 09|~09 29 59 55 25 05|25 52"),
    ('S', "~57 59 09 06 55 52 02 04"),
    ('T', "09 59|29 22"),
    ('U', "09 05|~05 02 52 55|55 59"),
    ('V', "09 32 69"),
    ('W', "09 22 48 62 89"),
    ('X', "09 52|59 02"),
    ('Y', "09 35 69|35 32"),
    ('Z', "09 59 02 52"),
    ('[', "29 09 00 20"),
    ('\\', "09 31"),
    (']', "09 29 20 00"),
    ('^', "06 29 46"),
    ('_', "01 51"),
    ('`', "09 17"),
    ('a', "~07 47 42 02 07|47 42"),
    ('b', "09 02|~07 47 42 02 07"),
    ('c', "~46 47 07 02 42 43"),
    ('d', "49 42|~07 47 42 02 07"),
    ('e', "05 45|~45 47 07 02 42 43"),
    ('f', "~39 19 18 17|17 12|07 37"),
    ('g', "~07 47 42 02 07|47 42|~42 40 00 01"),
    ('h', "09 02|~05 07 47 45|45 42"),
    ('i', "07 02|09"),
    ('j', "17 12|~12 10 00|19"),
    ('k', "09 02|37 04|14 42"),
    ('l', "09 02"),
    ('m', "07 02|~05 07 37 35|35 32|~35 37 67 65|65 62"),
    ('n', "07 02|~05 07 47 45|45 42"),
    ('o', "~07 47 42 02 07"),
    ('p', "07 00|~07 47 42 02 07"),
    ('q', "47 40|~07 47 42 02 07"),
    ('r', "07 02|~04 07 37"),
    ('s', "~36 37 07 05 44 42 02 03"),
    ('t', "19 14|~14 12 32|07 37"),
    ('u', "07 04|~04 02 42 44|47 42"),
    ('v', "07 22 47"),
    ('w', "07 12 36 52 67"),
    ('x', "07 42|47 02"),
    ('y', "07 22|47 10"),
    ('z', "07 47 02 42"),
    ('{', "29 18 16 05 14 11 20"),
    ('|', "09 00"),
    ('}', "09 18 16 25 14 11 00"),
    ('~', "~05 17 34 46"),
    ('×', "03 47|07 43"),
    ('±', "05 45|23 27|02 42"),
    ('·', "05"),
    ('–', "05 55"),
    ('…', "02|22|42"),
    ('ß', "02 08|~08 09 49 46 16|~16 56 52 12"),
    ('−', "05 45"),
];

/// What is drawn for a character without a glyph: a box.
const BOX: &str = "02 09 49 42 02";

/// Letters with accents: the letters, their bases, and the accents.
const ACCENTED: [(&str, &str, char); 6] = [
    ("áéíóúýćńóśźÁÉÍÓÚÝĆŃŚŹ", "aeiouycnoszAEIOUYCNSZ", '´'),
    ("àèìòùÀÈÌÒÙ", "aeiouAEIOU", '`'),
    ("âêîôûÂÊÎÔÛ", "aeiouAEIOU", '^'),
    ("äëïöüÿÄËÏÖÜ", "aeiouyAEIOU", '¨'),
    ("ãñõÃÑÕčďěňřšťžČĎĚŇŘŠŤŽåÅ", "anoANOcdenrstzCDENRSTZaA", '~'),
    ("ąęçłøĄĘÇŁØ“”„‘’", "aecloAECLO\"\"\"''", ' '),
];

/// The letter that is drawn for a character, and its accent.
pub fn base(c: char) -> (char, char) {
    let found = ACCENTED.iter().find_map(|(letters, bases, accent)| {
        let at = letters.chars().position(|letter| letter == c)?;
        Some((bases.chars().nth(at)?, *accent))
    });
    found.unwrap_or((c, ' '))
}

/// The lines of an accent above a letter of this height.
fn accent(mark: char, height: f64, width: f64) -> Vec<Vec<PagePoint>> {
    let (x, low, high) = (width / 2.0, height + 0.1, height + 0.2);
    match mark {
        '´' => vec![vec![(x - 0.05, low), (x + 0.07, high)]],
        '`' => vec![vec![(x + 0.05, low), (x - 0.07, high)]],
        '^' => vec![vec![(x - 0.1, low), (x, high), (x + 0.1, low)]],
        '¨' => vec![vec![(x - 0.1, low)], vec![(x + 0.1, low)]],
        '~' => vec![vec![(x - 0.12, low), (x - 0.04, high), (x + 0.04, low), (x + 0.12, high)]],
        _ => Vec::new(),
    }
}

fn glyph(c: char) -> &'static str {
    GLYPHS.iter().find(|(own, _)| *own == c).map_or(BOX, |(_, lines)| lines)
}

/// The points of a line of the grid.
fn grid_points(line: &str) -> Vec<PagePoint> {
    let point = |word: &str| {
        let digit = |at: usize| i32::from(word.as_bytes()[at]) - i32::from(b'0');
        (f64::from(digit(0)) / 10.0, f64::from(digit(1) - BASELINE) / 10.0)
    };
    line.trim_start_matches('~').split(' ').filter(|word| !word.is_empty()).map(point).collect()
}

/// The distance to the next letter, in units of the font's size.
pub fn advance(c: char) -> f64 {
    if c == ' ' {
        return 0.3;
    }
    let points = glyph(base(c).0).split('|').flat_map(grid_points);
    points.map(|(x, _)| x).fold(0.0, f64::max) + 2.0 * BEARING
}

/// The lines of a letter in units of the font's size, from the baseline upwards.
pub fn lines(c: char) -> Vec<Vec<PagePoint>> {
    let shifted = |line: Vec<PagePoint>| line.into_iter().map(|(x, y)| (x + BEARING, y)).collect();
    let line = |text: &str| match text.starts_with('~') {
        true => shifted(curve(&grid_points(text))),
        false => shifted(grid_points(text)),
    };
    let (letter, mark) = base(c);
    let lines = glyph(letter).split('|').map(line);
    let mut lines: Vec<Vec<PagePoint>> =
        lines.filter(|line: &Vec<PagePoint>| !line.is_empty()).collect();
    let height = lines.iter().flatten().map(|(_, y)| *y).fold(0.0, f64::max);
    lines.extend(accent(mark, height, advance(c)));
    lines
}

/// Quadratic Bézier curves from the midpoint of one side to that of the next. The corner between
/// the sides is the control point.
fn curve(points: &[PagePoint]) -> Vec<PagePoint> {
    let last = points.len() - 1;
    let is_closed = points[0] == points[last];
    let mut corners = points.to_vec();
    corners.extend(is_closed.then(|| points[1]));
    let mut drawn = Vec::new();
    for (at, around) in corners.windows(3).enumerate() {
        let corner = around[1];
        let [from, to] = [(at, around[0]), (at + 2, around[2])].map(|(at, end)| {
            let is_end = !is_closed && (at == 0 || at == last);
            if is_end { end } else { ((end.0 + corner.0) / 2.0, (end.1 + corner.1) / 2.0) }
        });
        for step in 0..=STEPS {
            let t = f64::from(step) / f64::from(STEPS);
            drawn.push(middle_at(middle_at(from, corner, t), middle_at(corner, to, t), t));
        }
    }
    drawn
}

/// Linear interpolation: the point at this share of the way from `a` to `b`.
fn middle_at(a: PagePoint, b: PagePoint, share: f64) -> PagePoint {
    (a.0 + share * (b.0 - a.0), a.1 + share * (b.1 - a.1))
}
