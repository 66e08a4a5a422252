//! Maps the board to the page: the cells are hexagons in a plane that is either flat or bent into
//! rings. Around them are the sides that the players have to join, and the coordinates.
//!
//! The plane's unit is the radius of a cell. The next column is √3 to the right; the next row is
//! 1½ down and half a cell to the right.

use std::f64::consts::TAU;

use kring_board::{Colour, Geometry, Goal, column_name};

use super::super::colour::{BACKGROUND, BORDER, INK, OUTLINE, PAPER};
use super::super::shape::{Anchor, Canvas, PagePoint, Rgb, Stroke, Style, TextStyle};
use super::super::text::text_width;
use super::RADIUS;

const WIDTH: f64 = 1.732_050_807_568_877_2;
/// A bent line is cut into pieces of at most this angle.
const BEND: f64 = 0.1;

/// A cell, or a copy of one beyond a seam: column and row.
pub type GridCell = (i32, i32);

pub struct BoardSheet {
    pub columns: i32,
    rows: i32,
    /// How many columns and rows are shown again beyond each side.
    beyond: GridCell,
    /// The distance of the last row from the centre, if rows are rings.
    inner: Option<f64>,
    origin: PagePoint,
    pub size: PagePoint,
}

impl BoardSheet {
    pub fn new(geometry: &Geometry, rings: bool) -> BoardSheet {
        let columns = geometry.size().columns() as i32;
        let rows = geometry.size().rows() as i32;
        // Cells of the innermost ring are a little wider than others, because the row numbers are
        // between them. The centre is left free for the letters of the columns.
        let inner = rings.then(|| (1.3 * WIDTH * f64::from(columns) / TAU).max(2.5));
        let topology = geometry.topology();
        let beyond = |wraps: bool| i32::from(wraps && !rings);
        let beyond = (beyond(topology.wraps_columns()), beyond(topology.wraps_rows()));
        let mut sheet =
            BoardSheet { columns, rows, beyond, inner, origin: (0.0, 0.0), size: (0.0, 0.0) };
        sheet.measure();
        sheet
    }

    /// Computes the room for cells, letters and numbers.
    fn measure(&mut self) {
        let (own, copies) = self.places();
        let cells = own.iter().chain(&copies).map(|&place| (self.at(centre(place)), 1.15));
        let outside = self.letters().into_iter().chain(self.numbers());
        let labels = outside.map(|(spot, _, _)| (spot, 0.5));
        let mut low = (f64::MAX, f64::MAX);
        let mut high = (f64::MIN, f64::MIN);
        for ((x, y), room) in cells.chain(labels) {
            let room = room * RADIUS;
            low = (low.0.min(x - room), low.1.min(y - room));
            high = (high.0.max(x + room), high.1.max(y + room));
        }
        if self.inner.is_some() {
            // A ring of few cells reaches further than their centres.
            let reach = self.distance(-1.5) * RADIUS + RADIUS / 2.0;
            (low, high) = ((-reach, -reach), (reach, reach));
        }
        self.origin = (-low.0, -low.1);
        self.size = (high.0 - low.0, high.1 - low.1);
    }

    /// The same sheet with its top left corner elsewhere.
    pub fn moved_to(self, (x, y): PagePoint) -> BoardSheet {
        BoardSheet { origin: (self.origin.0 + x, self.origin.1 + y), ..self }
    }

    /// Whether rows are rings around a centre.
    pub fn is_bent(&self) -> bool {
        self.inner.is_some()
    }

    /// The board's own cells, and the copies beyond its seams.
    pub fn places(&self) -> (Vec<GridCell>, Vec<GridCell>) {
        let (right, down) = self.beyond;
        let rows = -down..self.rows + down;
        let all = rows.flat_map(|y| (-right..self.columns + right).map(move |x| (x, y)));
        all.partition(|&place| self.is_own(place))
    }

    fn is_own(&self, (x, y): GridCell) -> bool {
        (0..self.columns).contains(&x) && (0..self.rows).contains(&y)
    }

    /// The cell itself, if this is a copy.
    pub fn own(&self, (x, y): GridCell) -> GridCell {
        (x.rem_euclid(self.columns), y.rem_euclid(self.rows))
    }

    /// The distance from the centre of the rings at a height of the plane. Row 1 is outside, so
    /// right is clockwise, down is inward, and the board is not mirrored.
    fn distance(&self, down: f64) -> f64 {
        self.inner.unwrap_or(0.0) + 1.5 * f64::from(self.rows - 1) - down
    }

    /// A point of the plane on the page.
    pub fn at(&self, (right, down): PagePoint) -> PagePoint {
        let (x, y) = match self.inner {
            None => (right, down),
            Some(_) => {
                let (sin, cos) = (TAU * right / WIDTH / f64::from(self.columns)).sin_cos();
                (self.distance(down) * sin, -self.distance(down) * cos)
            }
        };
        (self.origin.0 + RADIUS * x, self.origin.1 + RADIUS * y)
    }

    /// Lines of the plane on the page, bent where the plane is.
    pub fn trace(&self, points: &[PagePoint]) -> Vec<PagePoint> {
        let mut traced = Vec::new();
        for pair in points.windows(2) {
            let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
            let angle = TAU * (x1 - x0).abs() / WIDTH / f64::from(self.columns);
            let parts = if self.is_bent() { (angle / BEND).ceil().max(1.0) } else { 1.0 };
            for part in 0..parts as i32 {
                let share = f64::from(part) / parts;
                traced.push(self.at((x0 + share * (x1 - x0), y0 + share * (y1 - y0))));
            }
        }
        traced.extend(points.last().map(|&point| self.at(point)));
        traced
    }

    /// The points of the column letters, above and below, the column, and whether it is not a copy.
    pub fn letters(&self) -> Vec<(PagePoint, i32, bool)> {
        let (right, down) = self.beyond;
        let ends = [-1 - down, self.rows + down];
        let letter =
            |x: i32, y: i32| (self.at(centre((x, y))), self.own((x, 0)).0, self.is_own((x, 0)));
        (-right..self.columns + right).flat_map(|x| ends.map(|y| letter(x, y))).collect()
    }

    /// The points of the row numbers: left and right, or on the seam between the last column and
    /// the first.
    pub fn numbers(&self) -> Vec<(PagePoint, i32, bool)> {
        let (right, down) = self.beyond;
        if self.is_bent() {
            let seam = |y: i32| {
                let (x, v) = centre((0, y));
                (self.at((x - WIDTH / 2.0, v)), y, true)
            };
            return (0..self.rows).map(seam).collect();
        }
        let ends = [-1 - right, self.columns + right];
        let number =
            |x: i32, y: i32| (self.at(centre((x, y))), self.own((0, y)).1, self.is_own((0, y)));
        (-down..self.rows + down).flat_map(|y| ends.map(|x| number(x, y))).collect()
    }
}

pub fn centre((x, y): GridCell) -> PagePoint {
    (WIDTH * (f64::from(x) + f64::from(y) / 2.0), 1.5 * f64::from(y))
}

/// A corner of a cell in the plane, counted clockwise from the top.
pub fn corner(place: GridCell, number: usize) -> PagePoint {
    let (x, y) = centre(place);
    let (sin, cos) = (TAU / 6.0 * number as f64).sin_cos();
    (x + sin, y - cos)
}

/// The corners of a cell at each side of the board, clockwise from the top: from
/// the one shared with the cell before to the one shared with the next cell.
const TOP: [usize; 3] = [5, 0, 1];
const RIGHT: [usize; 3] = [0, 1, 2];
const BOTTOM: [usize; 3] = [2, 3, 4];
const LEFT: [usize; 3] = [3, 4, 5];

/// Draws the sides that a colour has to join, at these cells. The cells are
/// later painted over the inner half.
pub fn sides(canvas: &mut Canvas, sheet: &BoardSheet, geometry: &Geometry, places: &[GridCell]) {
    let columns = sheet.columns;
    let rows = sheet.rows;
    let joins = |colour| geometry.goal(colour) == Goal::Path;
    for &(x, y) in places {
        let here = [
            (Colour::Black, TOP, y == 0, x == columns - 1),
            (Colour::White, RIGHT, x == columns - 1, y == 0),
            (Colour::Black, BOTTOM, y == rows - 1, x == 0),
            (Colour::White, LEFT, x == 0, y == rows - 1),
        ];
        for (colour, corners, is_side, shares) in here {
            if is_side && joins(colour) {
                let shares = shares && joins(colour.other());
                side(canvas, colour, &sheet.trace(&edge((x, y), corners, shares)));
            }
        }
    }
}

/// A cell's part of a side. At two corners of the board both colours have the
/// same edge of a cell; each gets the half on its own side.
fn edge(place: GridCell, corners: [usize; 3], shares: bool) -> Vec<PagePoint> {
    let mut points = corners.map(|number| corner(place, number)).to_vec();
    if shares {
        let middle = |a: PagePoint, b: PagePoint| ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
        match corners {
            TOP | BOTTOM => points[2] = middle(points[1], points[2]),
            _ => points[0] = middle(points[0], points[1]),
        }
    }
    points
}

fn side(canvas: &mut Canvas, colour: Colour, points: &[PagePoint]) {
    let strokes: &[(Rgb, f64)] = match colour {
        Colour::Black => &[(INK, 0.5)],
        Colour::White => &[(OUTLINE, 0.5), (PAPER, 0.4)],
    };
    for &(colour, width) in strokes {
        let stroke = Stroke::new(colour).width(width * RADIUS);
        canvas.line(points, Stroke { round_joins: true, round_ends: true, ..stroke });
    }
}

/// Letters for columns and numbers for rows; pale for copies.
pub fn coordinates(canvas: &mut Canvas, sheet: &BoardSheet) {
    let style = |own: bool| {
        let colour = if own { INK } else { BORDER };
        TextStyle::new(0.64 * RADIUS, Anchor::Middle, colour)
    };
    for (spot, column, own) in sheet.letters() {
        canvas.text(spot, style(own), &column_name(column as usize));
    }
    for ((x, y), row, own) in sheet.numbers() {
        let number = (row + 1).to_string();
        if sheet.is_bent() {
            let size = 0.5 * RADIUS;
            let width = text_width(&number, size) + 4.0;
            let height = size + 3.0;
            let plate = Style::filled(BACKGROUND).stroke(Stroke::new(BORDER));
            canvas.rounded_rect((x - width / 2.0, y - height / 2.0), (width, height), 3.0, plate);
            canvas.text((x, y), TextStyle::new(size, Anchor::Middle, INK), &number);
        } else {
            canvas.text((x, y), style(own), &number);
        }
    }
}
