//! The openings of a match: the empty board, every first stone, the lines of a
//! file, or random stones that do not decide the game.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use kring_board::grammar::Spanned;
use kring_board::word::short;
use kring_board::{
    Cell, CellSet, Colour, Game, Position, Setup, SetupError, Size, Symmetry, Topology, files,
};
use kring_eval::{BoardKind, Evaluation, Input, Kernel, NetEvaluator, Network};
use rand::{Rng, RngExt, seq::IteratorRandom};

use super::even_openings::{self, EvenSet};

/// The stones of an opening, in order. The default is black first, then alternating, also with
/// random turns. The colour that did not place the last stone moves next.
pub type OpeningStones = Arc<[(Colour, Cell)]>;

/// The openings of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Openings {
    /// The empty board.
    #[default]
    Empty,
    /// Every first stone.
    All,
    /// This many random stones, different ones for each pair of games.
    Random(usize),
    /// This many random stones, chosen so that the network gives both sides about the same chance.
    Balanced(usize),
    /// The even openings that the program knows for the board.
    Even(EvenSet),
    /// The lines of a file.
    File(PathBuf),
}

/// Why the openings of a match cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct OpeningError(pub(super) String);

impl FromStr for Openings {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Openings, OpeningError> {
        let count = |count: &str| {
            let expected = "expected random:N or balanced:N with N stones, at least 1";
            let wrong = || OpeningError(format!("'{text}': {expected}"));
            count.parse().ok().filter(|count| *count > 0).ok_or_else(wrong)
        };
        match text.split_once(':') {
            None if text == "none" => Ok(Openings::Empty),
            None if text == "all" => Ok(Openings::All),
            None if text == "even" => Ok(Openings::Even(EvenSet::First)),
            Some(("even", "final")) => Ok(Openings::Even(EvenSet::Final)),
            Some(("random", stones)) => Ok(Openings::Random(count(stones)?)),
            Some(("balanced", stones)) => Ok(Openings::Balanced(count(stones)?)),
            _ => Ok(Openings::File(text.into())),
        }
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Empty => f.write_str("none"),
            Openings::All => f.write_str("all"),
            Openings::Random(count) => write!(f, "random:{count}"),
            Openings::Balanced(count) => write!(f, "balanced:{count}"),
            Openings::Even(EvenSet::First) => f.write_str("even"),
            Openings::Even(EvenSet::Final) => f.write_str("even:final"),
            Openings::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// The names of an opening's cells. A cell has its colour before it if the
/// colours do not alternate there.
pub fn names(opening: &[(Colour, Cell)], size: Size) -> String {
    let mut turn = Colour::Black;
    let name = |&(colour, cell): &(Colour, Cell)| {
        let is_turn = std::mem::replace(&mut turn, colour.other()) == colour;
        let prefix = if is_turn { String::new() } else { format!("{colour}:") };
        format!("{prefix}{}", cell.name(size))
    };
    opening.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// Every first stone that does not win the game.
pub fn all(game: &Arc<Game>) -> Vec<OpeningStones> {
    let cells = CellSet::full(game.size());
    let openings = cells.iter().map(|cell| OpeningStones::from([(Colour::Black, cell)]));
    openings
        .filter(|opening| matches!(set_up(game, opening), Ok(p) if p.winner().is_none()))
        .collect()
}

/// The openings of a file. Each line is one opening: cells with spaces between
/// them; `#` begins a comment. Lines with the same stones count once.
pub fn from_file(path: &Path, game: &Arc<Game>) -> Result<Vec<OpeningStones>, OpeningError> {
    let file = path.display();
    let text = files::read_text(path)
        .map_err(|error| OpeningError(format!("the openings {file} cannot be read: {error}")))?;
    from_lines(&file.to_string(), &text, game)
}

/// The even openings of a set for this game.
pub fn even(set: EvenSet, game: &Arc<Game>) -> Result<Vec<OpeningStones>, OpeningError> {
    from_lines("the even openings", even_openings::lines(set, game)?, game)
}

fn from_lines(
    file: &str,
    text: &str,
    game: &Arc<Game>,
) -> Result<Vec<OpeningStones>, OpeningError> {
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let bad = |what| OpeningError(format!("{file}, line {line}: {what}"));
        let opening = from_line(text, game.size()).map_err(bad)?;
        if opening.is_empty() {
            continue;
        }
        let position = set_up(game, &opening).map_err(|error| bad(error.to_string()))?;
        if position.winner().is_some() {
            return Err(bad("the game is over after these stones".to_owned()));
        }
        if seen.insert(position.hash()) {
            openings.push(opening);
        } else {
            log::warn!("{file}, line {line}: the same opening again, left out");
        }
    }
    Ok(openings)
}

fn from_line(line: &str, size: Size) -> Result<OpeningStones, String> {
    let moves = line.split('#').next().unwrap_or_default();
    let mut turn = Colour::Black;
    let bad = |part: &str, what| Err(Spanned::new(part, what).located(line).to_string());
    let stone = |text: &str| {
        let (colour, name) = match text.split_once(':') {
            None => (turn, text),
            Some((colour, name)) => match colour.parse::<Colour>() {
                Ok(colour) => (colour, name),
                Err(error) => return bad(colour, error.to_string()),
            },
        };
        turn = colour.other();
        match Cell::from_name(size, name) {
            Some(cell) => Ok((colour, cell)),
            None => bad(name, format!("'{}' is not a cell of {size}", short(name))),
        }
    };
    moves.split_whitespace().map(stone).collect()
}

/// The board with these stones. Seasons are not checked.
fn set_up(game: &Arc<Game>, opening: &[(Colour, Cell)]) -> Result<Position, SetupError> {
    let setup: Setup = opening.iter().copied().collect();
    Position::from_setup(Arc::clone(game), setup)
}

/// Draws random openings that do not decide the game. None is drawn twice
/// before all have been drawn.
pub struct OpeningGenerator {
    stones: usize,
    drawn: HashSet<u64>,
    balance: Option<BalanceTest>,
}

/// Measures how even an opening is. Every machine must find the same openings, so the portable
/// kernel decides: it adds and multiplies in a fixed order, without a step that processors or
/// mathematical libraries round differently. It is slow, so the fastest exact kernel first rejects
/// openings that are clearly uneven.
struct BalanceTest {
    fast: NetEvaluator,
    portable: NetEvaluator,
}

impl OpeningGenerator {
    /// After this many draws without a new opening, all count as drawn.
    const DRAWS: usize = 200;

    /// At most this many openings are compared to find an even one.
    const COMPARED: usize = 1000;

    /// An opening is even if the network's logit for the mover is no further
    /// from zero than this: a chance from 40 to 60 %.
    const EVEN: f32 = 0.405;

    pub fn new(stones: usize) -> OpeningGenerator {
        OpeningGenerator { stones, drawn: HashSet::new(), balance: None }
    }

    /// A generator of openings with this many stones, for which the network gives both sides about
    /// the same chance. On boards that favour one colour, the other colour gets some more stones.
    pub fn balanced(stones: usize, game: &Game) -> OpeningGenerator {
        let board = BoardKind::of(game);
        let evaluate = |kernel| NetEvaluator::with_kernel(Network::embedded(), board, kernel);
        let balance = BalanceTest {
            fast: evaluate(Kernel::best_exact()),
            portable: evaluate(Kernel::Portable),
        };
        OpeningGenerator { balance: Some(balance), ..OpeningGenerator::new(stones) }
    }

    /// The next opening for this game; `None` if every draw decides it.
    pub fn next_opening(&mut self, game: &Arc<Game>, rng: &mut impl Rng) -> Option<OpeningStones> {
        if self.balance.is_some() { self.draw_even(game, rng) } else { self.draw_any(game, rng) }
    }

    /// The most even of many openings that have not been drawn. Openings that
    /// symmetries of the board map to each other count as one.
    fn draw_even(&mut self, game: &Arc<Game>, rng: &mut impl Rng) -> Option<OpeningStones> {
        let symmetries = Symmetry::all(game);
        // Whether it was drawn before and how uneven it is; its hash; the opening.
        let mut best: Option<((bool, f32), u64, OpeningStones)> = None;
        for _ in 0..OpeningGenerator::COMPARED {
            let Some((opening, position)) = self.draw(game, rng) else { continue };
            let least = best.as_ref().map_or((true, f32::INFINITY), |(least, ..)| *least);
            let balance = self.balance.as_mut();
            let Some(bias) = balance.and_then(|balance| balance.bias(&position, least)) else {
                continue;
            };
            let hashes = symmetries.iter().map(|symmetry| position.image(symmetry).hash());
            let hash = hashes.min().unwrap_or_default();
            // A repeated one is worse than any new one.
            let rank = (self.drawn.contains(&hash), bias);
            if rank < least {
                best = Some((rank, hash, opening));
            }
            if rank <= (false, OpeningGenerator::EVEN) {
                break;
            }
        }
        let ((again, _), hash, opening) = best?;
        if again {
            // All have been drawn, so the next round begins.
            self.drawn.clear();
        }
        self.drawn.insert(hash);
        Some(opening)
    }

    fn draw_any(&mut self, game: &Arc<Game>, rng: &mut impl Rng) -> Option<OpeningStones> {
        let mut repeated = None;
        for _ in 0..OpeningGenerator::DRAWS {
            let Some((opening, position)) = self.draw(game, rng) else { continue };
            if self.drawn.insert(position.hash()) {
                return Some(opening);
            }
            repeated = Some((opening, position.hash()));
        }
        // All have been drawn, so the next round begins.
        let (opening, hash) = repeated?;
        self.drawn.clear();
        self.drawn.insert(hash);
        Some(opening)
    }

    fn draw(&self, game: &Arc<Game>, rng: &mut impl Rng) -> Option<(OpeningStones, Position)> {
        let mut position = Position::new(Arc::clone(game));
        let weaker = weaker(game).filter(|_| self.balance.is_some());
        let extra = weaker.map_or(0, |_| rng.random_range(0..=game.size().cells() / 9));
        let colours = Colour::ALL.into_iter().cycle().take(self.stones);
        let mut opening = Vec::with_capacity(self.stones + extra);
        for colour in weaker.into_iter().cycle().take(extra).chain(colours) {
            let cell = position.legal_cells(colour).iter().choose(rng)?;
            position.play_unchecked(colour, cell);
            opening.push((colour, cell));
        }
        position.winner().is_none().then(|| (opening.into(), position))
    }
}

/// The colour that the board puts at a disadvantage: white on the cylinder, elsewhere the colour
/// with the longer distance.
fn weaker(game: &Game) -> Option<Colour> {
    let size = game.size();
    match (game.rules().topology, size.columns().cmp(&size.rows())) {
        (Topology::Cylinder, _) | (_, Ordering::Greater) => Some(Colour::White),
        (_, Ordering::Less) => Some(Colour::Black),
        (_, Ordering::Equal) => None,
    }
}

impl BalanceTest {
    /// Ten times the largest difference of exact kernels: absolute, relative.
    const MARGIN: [f32; 2] = [0.01, 0.001];

    /// How uneven a position is; `None` if it is not better than the best so far.
    fn bias(&mut self, position: &Position, least: (bool, f32)) -> Option<f32> {
        let about = bias(&mut self.fast, position);
        let at_least = about - BalanceTest::MARGIN[0] - BalanceTest::MARGIN[1] * about;
        if (false, at_least) >= least {
            return None;
        }
        Some(bias(&mut self.portable, position)).filter(|bias| (false, *bias) < least)
    }
}

/// How far the mover's chance is from one half, as a logit. A probability
/// would need an exponential, which libraries round differently.
fn bias(evaluate: &mut NetEvaluator, position: &Position) -> f32 {
    let mover = position.turn().unwrap_or(Colour::Black);
    let mut evaluation = [Evaluation::default()];
    evaluate.evaluate(&[Input::new(position, mover)], &mut evaluation);
    evaluation[0].logit.abs()
}
