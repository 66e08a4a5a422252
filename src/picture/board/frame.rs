//! Around the board: the sides that have to be joined, and the coordinates.

use super::{
    super::{
        Spot,
        canvas::{Anchor, Canvas, Style},
        colours::{BORDER, INK, OUTLINE, PANEL, PAPER},
        text,
    },
    RADIUS,
    sheet::{Place, Sheet, corner},
};
use crate::{
    board::{Geometry, Goal},
    rules::Colour,
};

/// Of a cell at a side: the corners from the end of the side before to the
/// one where the next cell goes on, clockwise from the top.
const TOP: [usize; 3] = [5, 0, 1];
const RIGHT: [usize; 3] = [0, 1, 2];
const BOTTOM: [usize; 3] = [2, 3, 4];
const LEFT: [usize; 3] = [3, 4, 5];

/// Draws the sides that a colour has to join, as far as they touch these
/// cells; the cells are painted over their inner half.
pub fn sides(canvas: &mut Canvas, sheet: &Sheet, geometry: &Geometry, places: &[Place]) {
    let (columns, rows) = (sheet.columns(), sheet.rows());
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

/// A cell's part of a side. At two corners of the board both colours claim
/// the same edge of a cell, and each gets the half on its own side.
fn edge(place: Place, corners: [usize; 3], shares: bool) -> Vec<Spot> {
    let mut points = corners.map(|number| corner(place, number)).to_vec();
    if shares {
        let middle = |a: Spot, b: Spot| ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
        match corners {
            TOP | BOTTOM => points[2] = middle(points[1], points[2]),
            _ => points[0] = middle(points[0], points[1]),
        }
    }
    points
}

fn side(canvas: &mut Canvas, colour: Colour, points: &[Spot]) {
    let mut draw = |colour: &str, width: f64| {
        let width = width * RADIUS;
        let joint = "stroke-linejoin=\"round\" stroke-linecap=\"round\"";
        canvas.line(points, &format!("stroke=\"{colour}\" stroke-width=\"{width:.1}\" {joint}"));
    };
    match colour {
        Colour::Black => draw(INK, 0.5),
        Colour::White => {
            draw(OUTLINE, 0.5);
            draw(PAPER, 0.4);
        }
    }
}

/// Letters for columns and numbers for rows; pale for what is shown again.
pub fn coordinates(canvas: &mut Canvas, sheet: &Sheet) {
    let style = |own: bool| Style {
        fill: if own { INK } else { BORDER },
        ..Style::new(0.64 * RADIUS, Anchor::Middle)
    };
    for (spot, column, own) in sheet.letters() {
        let letter = char::from(b'a' + column as u8).to_string();
        canvas.text(spot, style(own), &letter);
    }
    for ((x, y), row, own) in sheet.numbers() {
        let number = (row + 1).to_string();
        if sheet.is_bent() {
            let size = 0.5 * RADIUS;
            let (width, height) = (text::width(&number, size) + 4.0, size + 3.0);
            let attributes = format!("rx=\"3\" fill=\"{PANEL}\" stroke=\"{BORDER}\"");
            canvas.rect((x - width / 2.0, y - height / 2.0), (width, height), &attributes);
            canvas.text((x, y), Style::new(size, Anchor::Middle), &number);
        } else {
            canvas.text((x, y), style(own), &number);
        }
    }
}
