//! Questions to the solver: who wins after some moves, and after each legal move that follows.
//! Also the table of their answers.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use kring_board::{Colour, Game, IllegalMove, Move, Position, Size, Symmetry, word};

use super::SolveVerdict;

/// Who wins after these moves?
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SolveQuestion {
    /// The colour of the first move.
    pub first: Colour,
    /// The moves so far; the colours alternate.
    pub moves: Vec<Move>,
}

/// Why a question is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// Not a move.
    #[error("'{0}' is not a cell of this board, nor a swap")]
    Word(String),
    /// A move that the rules do not permit.
    #[error("{0} cannot play there: {1} {2}")]
    Illegal(Colour, String, IllegalMove),
    /// The game is already over.
    #[error("{0} has already won after these moves")]
    Over(Colour),
}

impl SolveQuestion {
    /// Parses the moves, separated by spaces or commas.
    pub fn parse(first: Colour, moves: &str, size: Size) -> Result<SolveQuestion, QuestionError> {
        let words = moves.split(|c: char| c.is_whitespace() || c == ',');
        let read = |word| match Move::from_name(size, word) {
            // A pass would shift the seasons.
            None | Some(Move::Pass | Move::Resign) => Err(QuestionError::Word(word::short(word))),
            Some(mv) => Ok(mv),
        };
        let moves = words.filter(|word| !word.is_empty()).map(read).collect::<Result<_, _>>()?;
        Ok(SolveQuestion { first, moves })
    }

    /// The position and the colour to move. Only the last move may decide the game.
    pub fn position(&self, game: &Arc<Game>) -> Result<(Position, Colour), QuestionError> {
        let mut position = Position::new(Arc::clone(game));
        let mut colour = self.first;
        for &mv in &self.moves {
            if let Some(winner) = position.winner() {
                return Err(QuestionError::Over(winner));
            }
            let illegal = |why| QuestionError::Illegal(colour, mv.name(game.size()), why);
            position.play(colour, mv).map_err(illegal)?;
            colour = position.turn().unwrap_or(colour.other());
        }
        Ok((position, colour))
    }

    /// The same question about the image of the board.
    pub(super) fn image(&self, symmetry: &Symmetry) -> SolveQuestion {
        let image = |&mv: &Move| match mv {
            Move::Cell(cell) => Move::Cell(symmetry.cell(cell)),
            other => other,
        };
        SolveQuestion {
            first: symmetry.colour(self.first),
            moves: self.moves.iter().map(image).collect(),
        }
    }
}

pub(super) fn names(moves: &[Move], size: Size) -> Vec<String> {
    moves.iter().map(|mv| mv.name(size)).collect()
}

/// The move whose image this is.
pub(super) fn before(symmetry: &Symmetry, image: Move) -> Move {
    match image {
        Move::Cell(image) => Move::Cell(symmetry.cell_with_image(image)),
        other => other,
    }
}

/// The symmetries under which a question and its image have the same answer. A swap mirrors the
/// stone, which does not commute with shifts, so with the swap rule only the identity is left.
pub(super) fn symmetries(game: &Game) -> Vec<Symmetry> {
    let mut all = Symmetry::all(game);
    if game.rules().swap {
        all.truncate(1);
    }
    all
}

/// A legal move with all moves that are equivalent by symmetry.
#[derive(Clone, Debug)]
pub struct OpeningClass {
    /// Its number among all openings of a run, counted from one. Openings whose questions are
    /// symmetric share a number.
    pub number: usize,
    /// The move.
    pub mv: Move,
    /// The equivalent moves, this one among them.
    pub images: Vec<Move>,
    /// Who wins after it?
    pub question: SolveQuestion,
}

/// For each of these questions the legal moves, one for each class of equivalent moves.
pub fn openings(
    game: &Arc<Game>,
    questions: &[SolveQuestion],
) -> Result<Vec<Vec<OpeningClass>>, QuestionError> {
    let symmetries = symmetries(game);
    let mut asked: Vec<SolveQuestion> = Vec::new();
    let mut all = Vec::new();
    for question in questions {
        let (position, to_move) = question.position(game)?;
        let fixing: Vec<&Symmetry> =
            symmetries.iter().filter(|symmetry| fixes(symmetry, &position)).collect();
        let mut list: Vec<OpeningClass> = Vec::new();
        for mv in position.legal_moves(to_move) {
            if list.iter().any(|opening| opening.images.contains(&mv)) {
                continue;
            }
            let moves = question.moves.iter().copied().chain([mv]).collect();
            let question = SolveQuestion { first: question.first, moves };
            let images = fixing.iter().filter_map(|by| question.image(by).moves.pop());
            let mut images: Vec<Move> = images.collect();
            images.sort_by_key(|mv| mv.cell());
            images.dedup();
            let same: HashSet<SolveQuestion> =
                symmetries.iter().map(|by| question.image(by)).collect();
            let earlier = asked.iter().position(|other| same.contains(other));
            let number = 1 + earlier.unwrap_or(asked.len());
            if earlier.is_none() {
                asked.push(question.clone());
            }
            list.push(OpeningClass { number, mv, images, question });
        }
        all.push(list);
    }
    Ok(all)
}

/// Whether the symmetry maps the stones of each colour to themselves.
fn fixes(symmetry: &Symmetry, position: &Position) -> bool {
    !symmetry.swaps_colours()
        && Colour::ALL.into_iter().all(|colour| {
            let stones = position.stones(colour);
            stones.iter().all(|cell| stones.contains(symmetry.cell(cell)))
        })
}

/// The verdicts on questions; each question is stored in one orientation.
#[derive(Default)]
pub(super) struct VerdictTable {
    symmetries: Vec<Symmetry>,
    /// The verdicts of earlier searches, decided or not.
    pub verdicts: HashMap<SolveQuestion, SolveVerdict>,
}

impl VerdictTable {
    pub fn new(game: &Arc<Game>) -> VerdictTable {
        VerdictTable { symmetries: symmetries(game), verdicts: HashMap::new() }
    }

    /// How many questions have an answer.
    pub fn decided(&self) -> usize {
        self.verdicts.values().filter(|verdict| verdict.winner.is_some()).count()
    }

    /// The answer to a question or to one of its images.
    pub fn answer(&self, question: &SolveQuestion) -> Option<SolveVerdict> {
        self.symmetries.iter().find_map(|symmetry| {
            let verdict = self.verdicts.get(&question.image(symmetry))?;
            verdict.winner.is_some().then(|| verdict.before(symmetry))
        })
    }

    /// Stores a verdict, unless the table has a better one: an answer, or a longer search.
    pub fn add(&mut self, question: SolveQuestion, verdict: SolveVerdict) {
        let weight = |verdict: &SolveVerdict| (verdict.winner.is_some(), verdict.positions);
        match self.verdicts.get(&question) {
            Some(old) if weight(old) >= weight(&verdict) => {}
            _ => {
                self.verdicts.insert(question, verdict);
            }
        }
    }
}
