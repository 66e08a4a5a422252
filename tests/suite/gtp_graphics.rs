//! What the engine writes for graphical clients: heat maps and live blocks in the language
//! of HexGui, and the analysis lines of KataGo and Leela Zero.

use kring::{
    agents::{Candidate, Choice},
    board::{Cell, CellSet, Colour, Move, Position, Rules, Size, chance},
    gtp::{
        CoordinateSystem,
        graphics::{heat_map, live_block, solver_block},
        info::{InfoFormat, InfoStyle, significant},
    },
    solver::ProofNumbers,
};

fn position(rules: &str) -> Position {
    let rules: Rules = rules.parse().unwrap();
    Position::new(chance::game(Size::new(2, 2).unwrap(), rules, 1))
}

/// a1 was visited often, b1 once, a2 and b2 never.
fn searched() -> Choice {
    Choice {
        scores: vec![
            (Cell::unchecked(0), 0.5),
            (Cell::unchecked(1), 0.05),
            (Cell::unchecked(2), 0.0),
            (Cell::unchecked(3), 0.1),
        ],
        visits: vec![
            (Cell::unchecked(0), 12_345),
            (Cell::unchecked(1), 1),
            (Cell::unchecked(2), 0),
            (Cell::unchecked(3), 0),
        ],
        value: Some(0.5),
        ..Choice::new(Move::Cell(Cell::unchecked(0)))
    }
}

#[test]
fn hexgui_finds_nothing_but_shades_of_visited_cells_before_the_text() {
    let text = heat_map(&searched(), &position("hex"), Colour::Black);
    assert_eq!(text, "LABEL a1 12345 b1 1\nINFLUENCE a1 1.000 b1 0.100\nTEXT black a1, 50.0 %");
    let fills = Choice { visits: Vec::new(), ..searched() };
    let text = heat_map(&fills, &position("hex"), Colour::Black);
    assert_eq!(text, "INFLUENCE a1 1.000 b1 0.100 b2 0.200\nTEXT black a1, 50.0 %");
    let nothing = heat_map(&Choice::new(Move::Resign), &position("hex"), Colour::White);
    assert_eq!(nothing, "INFLUENCE\nTEXT white resign");
}

#[test]
fn a_live_block_has_every_line_in_the_order_of_hexgui() {
    let block = live_block(&searched(), &position("hex"), Colour::White);
    assert_eq!(
        block,
        "gogui-gfx:\nuct\nVAR W a1\nINFLUENCE a1 1.00 b1 0.10\nLABEL a1 12k b1 1\n\
         TEXT white a1, 50.0 %\n\n"
    );
    let plain = live_block(&Choice::new(Move::SwapPieces), &position("hex"), Colour::White);
    assert_eq!(
        plain,
        "gogui-gfx:\nuct\nVAR W swap-pieces\nINFLUENCE\nLABEL\nTEXT white swap-pieces\n\n"
    );
}

#[test]
fn moves_are_expected_in_turn_unless_a_coin_says_who_is_next() {
    let moves = vec![Move::Cell(Cell::unchecked(0)), Move::Cell(Cell::unchecked(1))];
    let choice = Choice { variation: moves, ..searched() };
    let line = |rules| {
        let block = live_block(&choice, &position(rules), Colour::White);
        block.lines().nth(2).unwrap().to_owned()
    };
    assert_eq!(line("hex"), "VAR W a1 B b1");
    assert_eq!(line("random-turn"), "VAR W a1");
}

#[test]
fn a_block_of_the_solver_has_every_line_in_the_order_of_hexgui() {
    let size = Size::new(2, 2).unwrap();
    let line = [Move::Cell(Cell::unchecked(1)), Move::Cell(Cell::unchecked(2)), Move::SwapPieces];
    let between = ProofNumbers { proof: 12, disproof: 34_567 };
    let all = [ProofNumbers::LOSS, ProofNumbers::WIN, ProofNumbers::UNSEARCHED, between];
    let bounds: Vec<_> = (0..).map(Cell::unchecked).zip(all).collect();
    assert_eq!(
        solver_block(size, Colour::White, &line, &bounds, "2 of 4"),
        "gogui-gfx:\ndfpn\nVAR W b1 B a2\nLABEL a1 L b1 W b2 12@@34k\nTEXT 2 of 4\n\n"
    );
    assert_eq!(
        solver_block(size, Colour::Black, &[], &[], "nothing"),
        "gogui-gfx:\ndfpn\nVAR\nLABEL\nTEXT nothing\n\n"
    );
}

#[test]
fn numbers_are_written_as_c_writes_them() {
    for (number, text) in [
        (0.0, "0"),
        (1.0, "1"),
        (0.5, "0.5"),
        (0.503_212_345, "0.503212"),
        (-0.000_088_914_04, "-8.8914e-05"),
        (0.000_123_456_78, "0.000123457"),
        (0.999_999_99, "1"),
        (14.493_26, "14.4933"),
        (1_234_567.0, "1.23457e+06"),
        (0.000_099_999_999, "0.0001"),
    ] {
        assert_eq!(significant(number), text);
    }
}

fn with_candidates() -> Choice {
    let candidate = |cell: u16, visits| Candidate {
        mv: Move::Cell(Cell::unchecked(cell)),
        visits,
        win_rate: 0.25,
        prior: 0.123_456_789,
        variation: vec![Move::Cell(Cell::unchecked(cell)), Move::Cell(Cell::unchecked(2))],
        variation_visits: vec![visits, 3],
    };
    let candidates = vec![candidate(0, 12), candidate(1, 4)];
    Choice { candidates, ..Choice::new(Move::Cell(Cell::unchecked(0))) }
}

fn format(style: InfoStyle) -> InfoFormat {
    InfoFormat {
        style,
        coordinates: CoordinateSystem::Plain,
        size: Size::new(2, 2).unwrap(),
        max_moves: 1,
        variation_visits: false,
        ownership: None,
    }
}

/// What a choice of white says after black a1, with or without the swap.
fn infos_of(choice: &Choice, rules: &str, allowed: Option<&CellSet>) -> Vec<Candidate> {
    let rules: Rules = rules.parse().unwrap();
    let mut position = Position::new(chance::game(Size::new(3, 3).unwrap(), rules, 1));
    position.play_unchecked(Colour::Black, Cell::unchecked(0));
    choice.considered(&position, Colour::White, allowed)
}

#[test]
fn a_line_has_the_fields_of_katago_in_their_order() {
    let infos = infos_of(&with_candidates(), "hex", None);
    assert_eq!(
        format(InfoStyle::Kata).line(&infos).unwrap(),
        "info move a1 visits 12 utility -0.5 winrate 0.25 scoreMean 0 scoreStdev 0 scoreLead 0 \
         scoreSelfplay 0 prior 0.123457 lcb 0.005 utilityLcb -0.99 order 0 pv a1 a2\n"
    );
    let both = InfoFormat { max_moves: 9, variation_visits: true, ..format(InfoStyle::LeelaZero) };
    assert_eq!(
        both.line(&infos).unwrap(),
        "info move a1 visits 12 winrate 2500 prior 1235 lcb 50 order 0 pv a1 a2 pvVisits 12 3 \
         info move b1 visits 4 winrate 2500 prior 1235 lcb -1744 order 1 pv b1 a2 pvVisits 4 3\n"
    );
    assert_eq!(format(InfoStyle::Kata).line(&[]), None);
}

#[test]
fn scores_stand_for_a_search() {
    let scores =
        vec![(Cell::unchecked(0), 0.1), (Cell::unchecked(1), 0.3), (Cell::unchecked(2), 0.1)];
    let choice =
        Choice { scores, value: Some(0.75), ..Choice::new(Move::Cell(Cell::unchecked(2))) };
    let got = |choice: &Choice, rules| -> Vec<_> {
        infos_of(choice, rules, None).iter().map(|i| (i.mv, i.win_rate)).collect()
    };
    let cell = |n| Move::Cell(Cell::unchecked(n));
    assert_eq!(got(&choice, "hex"), [(cell(2), 0.75), (cell(1), 0.3), (cell(0), 0.1)]);
    assert_eq!(got(&choice, "hex swap=on")[2], (Move::SwapPieces, 0.25));
    let swap = Choice { mv: Move::SwapPieces, ..choice.clone() };
    assert_eq!(got(&swap, "hex swap=on")[0], (Move::SwapPieces, 0.75));
    let only: CellSet = [Cell::unchecked(0)].into_iter().collect();
    let restricted = infos_of(&choice, "hex swap=on", Some(&only));
    assert_eq!(restricted, [Candidate::unsearched(cell(0), 1, 0.1, 1.0)]);
    assert_eq!(infos_of(&Choice::new(Move::Resign), "hex", None), []);
}
