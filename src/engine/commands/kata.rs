//! Commands of KataHex: set-up of a position, the network's own view of it, and
//! parameters.

use std::{fmt::Write, time::Instant};

use super::super::{
    Failure, Session,
    command::Arguments,
    info::{infos, owner},
};
use crate::{
    agent::{ANYTHING, RawEvaluation},
    board::{Cell, Move, Position},
    rules::{Colour, Turns},
};

type Answer = Result<String, Failure>;

/// The stones come in any number and order; black is to move. (A coin is not
/// tossed by it.)
pub fn set_position(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let size = session.position.size();
    let mut position = Position::new(session.position.game().clone());
    for pair in arguments.words.chunks(2) {
        let [colour, word] = pair else {
            return Err(Failure::Syntax("expected pairs of COLOR CELL".to_owned()));
        };
        let cell = session.coordinates.read_cell(size, word)?;
        position
            .set_up(colour.parse()?, cell)
            .map_err(|reason| Failure::illegal(size, Move::Cell(cell), reason))?;
    }
    if position.rules().turns == Turns::Alternating {
        position.declare(Colour::Black);
    }
    session.begin(position.game().clone());
    session.position = position;
    Ok(String::new())
}

/// A cell as long as there is one: also in a decided game, and in place of a
/// swap. On a full board `pass`.
pub fn genmove_debug(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let colour = arguments.colour(0)?;
    let begin = Instant::now();
    let mv = match is_settled(&session.position, colour) {
        true => {
            let policy = evaluation(session, arguments, colour, 0)?.policy;
            best(policy).map_or(Move::Pass, Move::Cell)
        }
        false => {
            let choice = arguments.think(session, colour)?;
            let searched = infos(&choice, None).into_iter().map(|info| info.mv);
            let legal = session.position.legal_cells(colour);
            let cell = std::iter::once(choice.mv).chain(searched).find_map(Move::cell);
            cell.or_else(|| legal.iter().next()).map_or(Move::Pass, Move::Cell)
        }
    };
    session.clock.spend(colour, begin.elapsed(), &session.position);
    session.play(colour, mv)?;
    Ok(session.coordinates.write(session.position.size(), mv))
}

/// The first of the most likely cells.
fn best(policy: Vec<(Cell, f64)>) -> Option<Cell> {
    let better = |best: (Cell, f64), next: (Cell, f64)| if next.1 > best.1 { next } else { best };
    policy.into_iter().reduce(better).map(|(cell, _)| cell)
}

/// Whether there is nothing to choose: no agent can be asked then.
pub(super) fn is_settled(position: &Position, colour: Colour) -> bool {
    position.winner().is_some() || position.legal_cells(colour).is_empty()
}

/// What is known of a position without a search: by the agent's network, or by
/// the scores of its choice. A decided game has its result for a value.
pub(super) fn evaluation(
    session: &mut Session,
    arguments: &Arguments<'_>,
    colour: Colour,
    view: usize,
) -> Result<RawEvaluation, Failure> {
    let factory = &session.players[colour.index()].factory;
    let mut evaluation = match factory.raw_evaluation(&session.position, colour, view) {
        Some(evaluation) => evaluation,
        None if is_settled(&session.position, colour) => {
            RawEvaluation { win: 0.5, policy: Vec::new() }
        }
        None => {
            let choice = arguments.think(session, colour)?;
            RawEvaluation { win: choice.value.unwrap_or(0.5), policy: choice.scores }
        }
    };
    if let Some(winner) = session.position.winner() {
        evaluation.win = if winner == colour { 1.0 } else { 0.0 };
    }
    let sum: f64 = evaluation.policy.iter().map(|(_, share)| share).sum();
    if sum > 0.0 {
        evaluation.policy.iter_mut().for_each(|(_, share)| *share /= sum);
    } else {
        let cells = session.position.legal_cells(colour);
        let share = 1.0 / cells.len().max(1) as f64;
        evaluation.policy = cells.iter().map(|cell| (cell, share)).collect();
    }
    Ok(evaluation)
}

/// The symmetries of KataHex: eight numbers, or all of them.
const SYMMETRIES: usize = 8;

pub fn raw_nn(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let word = &arguments.words[0];
    let numbers = match word.parse() {
        Ok(number @ 0..SYMMETRIES) => number..number + 1,
        _ if word.eq_ignore_ascii_case("all") => 0..SYMMETRIES,
        _ => return Err(Failure::Syntax("expected all or a symmetry from 0 to 7".to_owned())),
    };
    let untossed = || Failure::Other("the coin has not been tossed: nobody is to move".to_owned());
    let colour = session.position.turn().ok_or_else(untossed)?;
    let mut text = String::new();
    for number in numbers {
        let evaluation = evaluation(session, arguments, colour, number)?;
        let _ = writeln!(text, "symmetry {number}");
        text.push_str(&raw_text(&session.position, colour, &evaluation));
    }
    Ok(text)
}

/// Value, policy and owners of the cells. Hex has no score: those lines are 0.
fn raw_text(position: &Position, colour: Colour, evaluation: &RawEvaluation) -> String {
    let size = position.size();
    let white = if colour == Colour::White { evaluation.win } else { 1.0 - evaluation.win };
    let mut text =
        format!("whiteWin {white:.6}\nwhiteLoss {:.6}\nnoResult 0.000000\n", 1.0 - white);
    for line in [
        "whiteLead",
        "whiteScoreSelfplay",
        "whiteScoreSelfplaySq",
        "varTimeLeft",
        "shorttermWinlossError",
        "shorttermScoreError",
    ] {
        let _ = writeln!(text, "{line} 0.000");
    }
    let mut shares = vec![None; size.cells()];
    position.empty().iter().for_each(|cell| shares[cell.index()] = Some(0.0));
    evaluation.policy.iter().for_each(|&(cell, share)| shares[cell.index()] = Some(share));
    text.push_str("policy\n");
    for row in shares.chunks(size.columns()) {
        let cell = |share: &Option<f64>| match share {
            Some(share) => format!("{share:8.6} "),
            None => "    NAN ".to_owned(),
        };
        let _ = writeln!(text, "{}", row.iter().map(cell).collect::<String>());
    }
    let pass = if evaluation.policy.is_empty() { 1.0 } else { 0.0 };
    let _ = writeln!(text, "policyPass {pass:.6}\nwhiteOwnership");
    for row in 0..size.rows() {
        let cells = (0..size.columns()).filter_map(|column| Cell::at(size, column, row));
        let owners: String = cells.map(|cell| format!("{:.7} ", owner(position, cell))).collect();
        let _ = writeln!(text, "{owners}");
    }
    text
}

pub fn stop(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(String::new())
}

pub fn clear_cache(session: &mut Session, _: &Arguments<'_>) -> Answer {
    session.rebuild_agents();
    Ok(String::new())
}

/// A parameter that clients of KataHex set: name, range, value at first.
struct KataParameter {
    name: &'static str,
    range: std::ops::RangeInclusive<f64>,
    is_whole: bool,
    default: f64,
}

const fn parameter(name: &'static str, low: f64, high: f64, default: f64) -> KataParameter {
    KataParameter { name, range: low..=high, is_whole: false, default }
}

const THREADS: usize = 3;

static PARAMETERS: [KataParameter; 4] = [
    parameter("playoutDoublingAdvantage", -3.0, 3.0, 0.0),
    parameter("analysisWideRootNoise", 0.0, 2.0, 0.0),
    parameter("rootPolicyTemperature", 0.01, 100.0, 1.0),
    KataParameter { is_whole: true, ..parameter("numSearchThreads", 1.0, 1024.0, 1.0) },
];

/// The values of these parameters.
pub struct KataParameters([f64; PARAMETERS.len()]);

impl Default for KataParameters {
    fn default() -> KataParameters {
        KataParameters(std::array::from_fn(|i| PARAMETERS[i].default))
    }
}

fn find(name: &str) -> Result<usize, Failure> {
    let place = PARAMETERS.iter().position(|parameter| parameter.name == name);
    place.ok_or_else(|| Failure::Other(format!("Unknown or invalid parameter: {name}")))
}

pub fn list_params(_: &mut Session, _: &Arguments<'_>) -> Answer {
    Ok(PARAMETERS.iter().map(|parameter| parameter.name).collect::<Vec<_>>().join(" "))
}

pub fn get_param(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    Ok(session.kata.0[find(&arguments.words[0])?].to_string())
}

/// The number of threads is that of both agents; the others are only kept.
pub fn set_param(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let place = find(&arguments.words[0])?;
    let KataParameter { name, range, is_whole, .. } = &PARAMETERS[place];
    let value = arguments.number::<f64>(1).ok();
    let is_fit = |value: &f64| range.contains(value) && (!is_whole || value.fract() == 0.0);
    let value = value.filter(is_fit).ok_or_else(|| {
        let kind = if *is_whole { "integer" } else { "float" };
        let (low, high) = (range.start(), range.end());
        Failure::Other(format!("Invalid value for {name}, must be {kind} from {low} to {high}"))
    })?;
    if place == THREADS {
        let most = session.sandbox.as_ref().and_then(|sandbox| sandbox.most("threads"));
        let threads = value.min(256.0).min(most.unwrap_or(f64::MAX)).to_string();
        session.change_agents(|spec| {
            spec.with("threads", Some(&threads), ANYTHING).unwrap_or_else(|_| spec.clone())
        })?;
    }
    session.kata.0[place] = value;
    Ok(String::new())
}
