//! A game as one JSON object, for clients that draw it without knowing the rules.

use kring_board::{CellSet, Colour, Goal, PlanePoint, Position, Turns};
use serde::Serialize;

/// How many of each colour's next seasons are listed.
const COMING: usize = 6;

/// The game as clients draw it, serialized as the reply of the command `state`.
#[derive(Serialize)]
pub struct GameState {
    columns: usize,
    rows: usize,
    variant: String,
    topology: String,
    turn: Option<String>,
    stones: ByColour<Vec<String>>,
    moves: Vec<[String; 2]>,
    legal: Vec<String>,
    swap: Option<String>,
    seasons: Option<SeasonState>,
    coin: Option<&'static str>,
    winner: Option<String>,
    ending: Option<Finish>,
}

#[derive(Serialize)]
struct ByColour<T> {
    black: T,
    white: T,
}

#[derive(Serialize)]
struct SeasonState {
    count: usize,
    map: Vec<String>,
    due: ByColour<Vec<usize>>,
}

#[derive(Serialize)]
struct Finish {
    by: &'static str,
    path: Vec<PlanePoint>,
}

impl GameState {
    /// The state of this position.
    pub fn of(position: &Position) -> GameState {
        let rules = position.rules();
        let size = position.size();
        let winner = position.winner();
        let turn = position.turn().filter(|_| winner.is_none());
        let names = |cells: CellSet| cells.iter().map(|cell| cell.name(size)).collect::<Vec<_>>();
        let coin = match (rules.turns, winner, turn) {
            (Turns::Random, None, None) => Some("waiting"),
            (Turns::Random, None, Some(_)) => Some("tossed"),
            _ => None,
        };
        GameState {
            columns: size.columns(),
            rows: size.rows(),
            variant: rules.to_string(),
            topology: rules.topology.to_string(),
            turn: turn.map(|colour| colour.to_string()),
            stones: both(|colour| names(*position.stones(colour))),
            moves: position.history().map(|(who, mv)| [who.to_string(), mv.name(size)]).collect(),
            legal: turn.map(|colour| names(position.legal_cells(colour))).unwrap_or_default(),
            swap: turn.and_then(|colour| position.swap(colour)).map(|mv| mv.name(size)),
            seasons: (rules.seasons.count() > 1).then(|| seasons(position)),
            coin,
            winner: winner.map(|colour| colour.to_string()),
            ending: winner.map(|winner| finish(position, winner)),
        }
    }
}

fn both<T>(of: impl Fn(Colour) -> T) -> ByColour<T> {
    ByColour { black: of(Colour::Black), white: of(Colour::White) }
}

fn seasons(position: &Position) -> SeasonState {
    // Before the coin is tossed, each list assumes that its colour moves next and that the turns
    // alternate from there.
    let due = |colour: Colour| {
        let coming = position.coming_seasons(position.turn().unwrap_or(colour));
        let own = coming.into_iter().filter(|(mover, _)| *mover == colour);
        own.map(|(_, season)| season + 1).take(COMING).collect()
    };
    SeasonState {
        count: position.rules().seasons.count(),
        map: position.game().map().to_string().split(' ').map(str::to_owned).collect(),
        due: both(due),
    }
}

fn finish(position: &Position, winner: Colour) -> Finish {
    let path = position.unwrapped_chain();
    let by = match position.geometry().goal(winner) {
        _ if path.is_empty() => "resignation",
        Goal::Path => "path",
        Goal::Ring => "ring",
    };
    Finish { by, path }
}
