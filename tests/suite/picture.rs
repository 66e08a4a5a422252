//! Pictures: every board and chart is well-formed XML, no two labels touch, and
//! `kring render` draws what is asked for or gives a reason.

use std::{fs, path::Path};

use assert_cmd::Command;
use kring::{
    board::{Cell, Colour, Move, Position, Size, Topology, chance},
    picture::{
        Bar, BarChart, BarGroup, BoardPicture, ChartLine, Heat, HeatTable, LineChart, PictureFormat,
    },
};

use crate::helper::{LIMIT, program};

/// Every tag is closed, every attribute is quoted, and all characters that XML
/// reserves are escaped.
fn check_xml(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let (before, rest) = svg.split_once('<').expect("a tag");
    assert_eq!(before, "");
    for part in rest.split('<') {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert!(!text.contains(['>', '"']), "{text}");
        for entity in text.split('&').skip(1) {
            assert!(
                ["amp;", "lt;", "gt;", "quot;"].iter().any(|e| entity.starts_with(e)),
                "{text}"
            );
        }
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(tag.split(' ').next().expect("a name")),
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "a number without value");
}

/// A label and its box: left, top, right, bottom.
type Label = (String, [f64; 4]);

fn labels(svg: &str) -> Vec<Label> {
    let label = |part: &str| {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        let attribute = |name: &str| {
            let (_, rest) = tag.split_once(&format!(" {name}=\"")).expect(name);
            rest.split('"').next().expect("a value")
        };
        let number = |name: &str| attribute(name).parse::<f64>().expect("a number");
        let text = text.split('<').next().unwrap_or_default();
        let text = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
            .iter()
            .fold(text.to_owned(), |text, (escaped, plain)| text.replace(escaped, plain));
        let x = number("x");
        let y = number("y");
        let size = number("font-size");
        // The width in a wide font.
        let advance = |c: char| if " ,.:;()-ijlIfrt".contains(c) { 0.4 } else { 0.64 };
        let width = size * text.chars().map(advance).sum::<f64>();
        let left = match attribute("text-anchor") {
            "start" => x,
            "middle" => x - width / 2.0,
            _ => x - width,
        };
        (text, [left, y - 0.74 * size, left + width, y + 0.02 * size])
    };
    svg.split("<text").skip(1).map(label).collect()
}

/// No two labels touch, and none leaves the page.
fn check_labels(svg: &str, what: &str) {
    let labels = labels(svg);
    let page = svg.split("viewBox=\"0 0 ").nth(1).and_then(|rest| rest.split('"').next());
    let page: Vec<f64> =
        page.expect("a page").split(' ').map(|n| n.parse().expect("a number")).collect();
    for (i, (text, [left, top, right, bottom])) in labels.iter().enumerate() {
        let inside = *left >= 0.0 && *top >= 0.0 && *right <= page[0] && *bottom <= page[1];
        assert!(inside, "{what}: '{text}' leaves the page");
        for (other, [l, t, r, b]) in &labels[..i] {
            let apart = right <= l || r <= left || bottom <= t || b <= top;
            assert!(apart, "{what}: '{text}' touches '{other}'");
        }
    }
}

/// A board with seasons, a number on every other cell and a value in the rest:
/// as much text as there can be.
fn crowded(size: Size, topology: Topology, annulus: bool) -> String {
    let rules = format!("{topology} seasons=3").parse().expect("rules");
    let mut position = Position::new(chance::game(size, rules, 1));
    let mut colour = Colour::Black;
    for _ in 0..size.cells() / 2 {
        let cell = position.legal_cells(colour).iter().next().expect("an empty cell");
        position.play(colour, Move::Cell(cell)).expect("a legal move");
        colour = colour.other();
    }
    let values: Vec<(Cell, f64)> = position
        .empty()
        .iter()
        .map(|cell| (cell, 0.48 + 1e-4 * f64::from(cell.number() % 50)))
        .collect();
    let heat = Heat {
        label: "an agent & its <values>".to_owned(),
        values,
        numbers: true,
        ..Heat::default()
    };
    let title = format!("{size} {topology} & \"seasons\" <3>");
    let heat = Some(heat);
    BoardPicture { title, heat, annulus, ..BoardPicture::new(&position) }.draw().to_svg()
}

#[test]
fn boards_of_all_sizes_are_well_formed() {
    for (columns, rows) in [(1, 1), (1, 4), (2, 1), (2, 2), (3, 5), (7, 4), (32, 32)] {
        let size = Size::new(columns, rows).expect("a size");
        for topology in Topology::ALL {
            check_xml(&crowded(size, topology, false));
        }
        check_xml(&crowded(size, Topology::Cylinder, true));
    }
}

#[test]
fn no_two_labels_of_a_board_touch() {
    for side in [3, 4, 5, 8, 11, 14, 19, 32] {
        let size = Size::new(side, side).expect("a size");
        for topology in Topology::ALL {
            check_labels(&crowded(size, topology, false), &format!("{size} {topology}"));
        }
        check_labels(&crowded(size, Topology::Cylinder, true), &format!("{size} annulus"));
    }
}

#[test]
fn seams_show_what_lies_beyond_them() {
    let stones = |topology: &str| {
        let rules = topology.parse().expect("rules");
        let mut position = Position::new(chance::game("3x3".parse().expect("a size"), rules, 1));
        position.play(Colour::Black, Move::Cell(Cell::unchecked(0))).expect("a legal move");
        let svg = BoardPicture::new(&position).draw().to_svg();
        // The key shows a stone of each colour too, and the last stone a ring.
        (svg.matches("<polygon").count(), (svg.matches("<circle").count() - 2) / 2)
    };
    assert_eq!(stones("rhombus"), (9, 1));
    assert_eq!(stones("cylinder"), (15, 2));
    assert_eq!(stones("torus"), (25, 4));
}

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Names as experiments have them.
const NAMES: [&str; 3] =
    ["Heuristic – MCTS 6 s (19,800 sims)", "<a> & \"b\"", "random-path fills=100000 time=20"];

#[test]
fn charts_have_room_for_long_labels() {
    let title = "How often the row wins against the column, <of> \"all\" & every game".to_owned();
    let table = HeatTable {
        title: title.clone(),
        x_label: "loses".to_owned(),
        y_label: "wins".to_owned(),
        columns: texts(&NAMES),
        rows: texts(&NAMES),
        values: vec![vec![Some(0.5), None, Some(f64::NAN)], vec![Some(1.0)]],
        low: 0.0,
        high: 1.0,
        percent: true,
    };
    let bar = |series: usize, value: f64| Bar { series, value, low: value - 0.1, high: value };
    let group = |label: &&str| BarGroup {
        label: (*label).to_owned(),
        bars: vec![bar(0, 0.7), bar(1, -0.2), bar(2, f64::NAN)],
    };
    let bars = BarChart {
        title: title.clone(),
        y_label: "games won".to_owned(),
        percent: true,
        groups: NAMES.iter().map(group).collect(),
        series: texts(&NAMES),
    };
    let line = |name: &&str| ChartLine {
        name: (*name).to_owned(),
        points: vec![(100.0, 0.5, 0.4, 0.6), (20_000.0, 0.6, 0.6, 0.6), (0.0, f64::NAN, 0.0, 0.0)],
        ..ChartLine::default()
    };
    let lines = LineChart {
        title,
        x_label: "simulations a move".to_owned(),
        y_label: "games won".to_owned(),
        percent: true,
        log_x: false,
        series: NAMES.iter().map(line).collect(),
        ..LineChart::default()
    };
    let powers = LineChart { log_x: true, ..lines.clone() };
    assert!(powers.draw().to_svg().contains(">10,000</text>"));
    for (svg, what) in [
        (table.draw().to_svg(), "table"),
        (bars.draw().to_svg(), "bars"),
        (lines.draw().to_svg(), "lines"),
        (powers.draw().to_svg(), "powers"),
    ] {
        check_xml(&svg);
        check_labels(&svg, what);
        assert!(svg.contains("&lt;a&gt; &amp; &quot;b&quot;"), "{what}");
    }
    let powers = LineChart { log_x: true, ..LineChart::default() };
    for empty in [
        HeatTable::default().draw().to_svg(),
        BarChart::default().draw().to_svg(),
        LineChart::default().draw().to_svg(),
        powers.draw().to_svg(),
    ] {
        check_xml(&empty);
    }
}

fn render(args: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.arg("render").args(args).timeout(LIMIT);
    command
}

/// A file of this test run with a game that black has won.
fn game(name: &str) -> String {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let moves = ";B[b1];W[a1];B[b2];W[a2];B[b3]";
    fs::write(&file, format!("(;GM[11]SZ[3]{moves})")).expect("a file");
    file.to_str().expect("a plain path").to_owned()
}

fn drawn(args: &[&str]) -> String {
    let assert = render(args).assert().code(0).stderr("");
    let svg = String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8");
    check_xml(&svg);
    svg
}

/// The whole text of a picture; labels can be broken into lines anywhere.
fn words(svg: &str) -> String {
    let texts = svg.split('<').filter_map(|tag| tag.strip_prefix("text")?.split_once('>'));
    texts.map(|(_, text)| text).collect::<Vec<_>>().join(" ")
}

#[test]
fn render_draws_games() {
    let game = game("render.sgf");
    let won = drawn(&[&game, "--out", "-"]);
    assert!(won.contains(">3x3 rhombus, after move 5: black has won<"), "{won}");
    assert!(won.contains(">5</text>") && won.contains("has won</text>"));
    let earlier = drawn(&[&game, "--move", "2", "--out", "-", "--heat", "heuristic", "--numbers"]);
    assert!(earlier.contains("after move 2: black to move"));
    let said = words(&earlier);
    assert!(said.contains("heuristic, for black: difference of distances"), "{said}");
    let file = format!("{game}.svg");
    let named = format!("{file}\n");
    render(&[&game, "--out", &file]).assert().code(0).stdout(named).stderr("");
    let refused = render(&[&game, "--out", "board.gif"]).assert().code(1);
    let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(said.contains("board.gif: pictures are .svg, .png or .pdf"), "{said}");
    assert_eq!(fs::read_to_string(file).expect("the picture"), won);
}

#[test]
fn render_draws_empty_boards() {
    let args = ["--size", "7x5", "--variant", "torus", "--heat", "adjacency", "--out", "-"];
    assert!(words(&drawn(&args)).contains("adjacency, for black: rank"));
    assert_eq!(drawn(&args), drawn(&args));
    let rings = ["--size", "5x7", "--variant", "cylinder", "--annulus", "--out", "-"];
    assert!(drawn(&rings).contains("around the centre"));
    let titled = ["--title", "<&>", "--variant", "seasonal", "--out", "-"];
    assert!(drawn(&titled).contains(">&lt;&amp;&gt;</text>"));
}

/// The numbers of a search are shares of its visits, not chances to win, and the
/// legend says which they are.
#[test]
fn legends_say_what_the_numbers_are() {
    let heat = |agent: &str| {
        let svg = drawn(&["--size", "3x3", "--heat", agent, "--numbers", "--out", "-"]);
        // The numbers of the cells are centred like the coordinates, but only
        // they contain a point.
        let texts = svg.split("text-anchor=\"middle\"").skip(1);
        let numbers =
            texts.filter_map(|text| text.split('>').nth(1)?.split('<').next()?.parse().ok());
        let numbers: Vec<f64> = numbers.collect();
        (words(&svg), numbers)
    };
    for agent in ["mcts sims=200", "neural evals=50"] {
        let (svg, numbers) = heat(agent);
        assert!(svg.contains("share of the search"), "{svg}");
        // Row numbers 1, 2, 3 on both sides, and nine rounded shares.
        let sum: f64 = numbers.iter().sum();
        assert!((100.0 - 12.0..=100.0 + 12.0 + 9.0).contains(&sum), "{agent}: {numbers:?}");
    }
    assert!(heat("random-spot").0.contains("chance to win with the cell"));
    assert!(heat("random-path").0.contains("winning path"));
    assert!(heat("montecarlo").0.contains("share of random games won"));
}

#[test]
fn render_says_what_is_wrong() {
    let game = game("wrong.sgf");
    let text = format!("{game}.txt");
    fs::write(&text, "no game").expect("a file");
    for (args, reason) in [
        (&["missing.sgf"][..], "missing.sgf cannot be read"),
        (&[&text], "this is not an SGF file"),
        (&[&game, "--move", "6"], "--move 6: the game has 5 moves"),
        (&[&game, "--heat", "heuristic"], "the game is over"),
        (&[&game, "--annulus"], "this board is a rhombus"),
        (&[&game, "--size", "3x3"], "cannot be used with"),
        (&["--heat", "nobody"], "there is no agent 'nobody'"),
        (&["--heat", "pairing"], "pairing does not play black in this game"),
        (&["--colour", "red", "--heat", "random"], "expected black or white"),
    ] {
        let assert = render(args).args(["--out", "-"]).assert().failure().stdout("");
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(message.contains(reason), "{args:?}: {message}");
    }
    let assert = render(&["--out", "/no/such/folder/x.svg"]).assert().failure();
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(message.contains("/no/such/folder/x.svg cannot be written"), "{message}");
}

/// The numbers on the vertical axis of a chart that covers these values, from below.
fn ticks(covers: [f64; 2], percent: bool) -> Vec<String> {
    let chart = LineChart { covers: covers.into(), percent, ..LineChart::default() };
    let svg = chart.draw().to_svg();
    let number = |part: &str| {
        let (tag, text) = part.split_once('>')?;
        let is_number = tag.contains("text-anchor=\"end\"");
        is_number.then(|| text.split('<').next().unwrap_or_default().to_owned())
    };
    svg.split("<text").filter_map(number).collect()
}

#[test]
fn axes_have_round_numbers_that_cover_the_values() {
    assert_eq!(ticks([0.0, 1.0], true), ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]);
    assert_eq!(ticks([0.0, 0.6], false), ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6"]);
    assert_eq!(ticks([-12.0, 1900.0], false), ["-500", "0", "500", "1,000", "1,500", "2,000"]);
    assert_eq!(ticks([3.0, 3.0], false), ["1.5", "2.0", "2.5", "3.0", "3.5", "4.0", "4.5"]);
    assert_eq!(ticks([f64::NAN, f64::NAN], false).len(), 6);
}

#[test]
fn numbers_of_bars_are_written_for_people() {
    let number = |value: f64, percent: bool| {
        let bar = Bar { series: 0, value, low: value, high: value };
        let group = BarGroup { label: "group".to_owned(), bars: vec![bar] };
        let bars = BarChart {
            percent,
            groups: vec![group],
            series: texts(&["all"]),
            ..BarChart::default()
        };
        bars.draw().to_svg()
    };
    for (value, percent, text) in [
        (-0.001, false, "0.0"),
        (1_234_567.89, false, "1,234,568"),
        (-1234.0, false, "-1,234"),
        (-123.0, false, "-123"),
        (12.34, false, "12.3"),
        (0.625, true, "62.5 %"),
    ] {
        let svg = number(value, percent);
        assert!(svg.contains(&format!(">{text}</text>")), "{value}: {svg}");
    }
}

/// What the files show is tested in the crate; here it is their kind and their size.
#[test]
fn pictures_are_also_png_and_pdf() {
    let game = chance::game("5x4".parse().unwrap(), "torus".parse().unwrap(), 1);
    let mut position = Position::new(game);
    position.play(Colour::Black, Move::Cell(Cell::unchecked(7))).unwrap();
    let title = "李世石 – Иванов".to_owned();
    let picture = BoardPicture { title, ..BoardPicture::new(&position) }.draw();
    let png = PictureFormat::of(Path::new("A.PNG")).unwrap().encode(&picture).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.ends_with(b"IEND\xaeB`\x82"));
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    let size = picture.size;
    assert_eq!((side(16), side(20)), (2 * size.0 as u32, 2 * size.1 as u32));
    let pdf = PictureFormat::Pdf.encode(&picture).unwrap();
    assert!(pdf.starts_with(b"%PDF-1."));
    let text: String = pdf.iter().map(|byte| char::from(*byte)).collect();
    assert!(text.contains("LiberationSans-Bold"), "text is text and not outlines");
    let page = format!("/MediaBox[0 0 {} {}]", size.0, size.1);
    assert!(text.contains(&page), "{page}");
    for format in [PictureFormat::Png, PictureFormat::Pdf] {
        assert_eq!(format.encode(&picture), format.encode(&picture));
    }
}
