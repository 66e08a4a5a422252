//! A game in progress: the stones and the colour to move.

use std::sync::Arc;

use super::{Cell, CellSet, Game, Geometry, Move, groups::StoneGroups};
use crate::{Colour, Rules, Seasons, Size, Turns};

/// One entry of a game's record: the player, the move and the data to undo it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RecordEntry {
    pub mover: Colour,
    pub mv: Move,
    /// The stone was set up rather than played: seasons do not apply.
    pub set_up: bool,
    pub groups: u16,
    pub step: u8,
    /// The declared colour before the move.
    pub declared: Option<Colour>,
    pub winner: Option<Colour>,
}

/// Everything on which the rest of a game depends, besides who moves next: the game with its rules
/// and its season map, the stones, the players' steps in their cycles, whether the first stone can
/// be swapped, and the winner. In equal situations the same moves are legal, and worth the same.
/// How a situation was reached does not count.
///
/// Whoever keeps results from one position for another compares situations, and the colour to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    game: Arc<Game>,
    stones: [CellSet; 2],
    steps: [u8; 2],
    swap: SwapStage,
    winner: Option<Colour>,
}

/// Where a game stands with its swap rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SwapStage {
    /// The next stone can be swapped, if it is black's.
    Ahead,
    /// The first stone can be swapped now.
    Offered,
    /// Nothing can be swapped any more.
    Over,
}

/// A game in progress: the stones, the players' steps in their cycles, the declared colour, the
/// winner if there is one, and the record that undoes it all.
///
/// ```
/// use kring_board::{Colour, Move, Position, Rules, Size, chance};
/// let size = Size::new(2, 2)?;
/// let mut position = Position::new(chance::game(size, Rules::default(), 0));
/// for (colour, name) in [(Colour::Black, "b1"), (Colour::White, "a1"), (Colour::Black, "b2")] {
///     let mv = Move::from_name(size, name).unwrap();
///     position.play(colour, mv)?;
/// }
/// assert_eq!(position.winner(), Some(Colour::Black));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) game: Arc<Game>,
    pub(super) stones: [CellSet; 2],
    pub(super) groups: StoneGroups,
    /// Empty cells of each season.
    pub(super) left: [u16; Seasons::MAX as usize],
    /// Each player's step in its cycle.
    pub(super) steps: [u8; 2],
    /// The colour to move, if the coin or a set-up declared it.
    pub(super) declared: Option<Colour>,
    pub(super) winner: Option<Colour>,
    pub(super) stones_hash: u64,
    pub(super) record: Vec<RecordEntry>,
}

impl Position {
    /// The position before the first move.
    pub fn new(game: Arc<Game>) -> Position {
        let mut left = [0; Seasons::MAX as usize];
        for (left, cells) in left.iter_mut().zip(game.season_cells()) {
            *left = cells.len() as u16;
        }
        let cells = game.size().cells();
        Position {
            groups: StoneGroups::new(cells + 4),
            stones: [CellSet::EMPTY; 2],
            left,
            steps: [0; 2],
            declared: None,
            winner: None,
            stones_hash: 0,
            record: Vec::with_capacity(cells),
            game,
        }
    }

    /// The game that is played.
    #[inline]
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// The board.
    #[inline]
    pub fn geometry(&self) -> &Geometry {
        self.game.geometry()
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.game.size()
    }

    /// A colour's stones.
    #[inline]
    pub fn stones(&self, colour: Colour) -> &CellSet {
        &self.stones[colour.index()]
    }

    /// The colour of the stone on a cell.
    #[inline]
    pub fn at(&self, cell: Cell) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| self.stones(*colour).contains(cell))
    }

    /// The cells without a stone.
    pub fn empty(&self) -> CellSet {
        self.game.cells().without(&self.stones[0]).without(&self.stones[1])
    }

    /// The number of cells without a stone.
    pub fn empty_count(&self) -> usize {
        self.left.iter().map(|&n| usize::from(n)).sum()
    }

    /// The winner, once there is one. Later stones do not change it: on the torus the first ring
    /// wins.
    #[inline]
    pub fn winner(&self) -> Option<Colour> {
        self.winner
    }

    /// The number of moves in the record.
    pub fn ply(&self) -> usize {
        self.record.len()
    }

    /// The players and their moves so far.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Colour, Move)> + '_ {
        self.record.iter().map(|played| (played.mover, played.mv))
    }

    /// What the rest of the game depends on, besides who moves next.
    pub fn situation(&self) -> Situation {
        let swap = match self.swap(Colour::White) {
            Some(_) => SwapStage::Offered,
            None if self.rules().swap && self.record.is_empty() => SwapStage::Ahead,
            None => SwapStage::Over,
        };
        Situation {
            game: Arc::clone(&self.game),
            stones: self.stones,
            steps: self.steps,
            swap,
            winner: self.winner,
        }
    }

    /// The moves that lead from an earlier position to this one; `None` if they lead elsewhere,
    /// for example because a stone was set up that they would play.
    ///
    /// ```
    /// use kring_board::{Cell, Colour, Move, Position, chance};
    /// let game = chance::game("3x3".parse()?, "seasons=3".parse()?, 1);
    /// let empty = Position::new(game);
    /// let cell = empty.legal_cells(Colour::Black).iter().next().unwrap();
    /// let mut played = empty.clone();
    /// played.play(Colour::Black, Move::Cell(cell))?;
    /// assert_eq!(played.moves_since(&empty), Some(vec![(Colour::Black, Move::Cell(cell))]));
    /// let mut set_up = empty.clone();
    /// set_up.set_up(Colour::Black, cell)?;
    /// assert_eq!(set_up.moves_since(&empty), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves_since(&self, earlier: &Position) -> Option<Vec<(Colour, Move)>> {
        let moves: Vec<(Colour, Move)> = self.moves().skip(earlier.ply()).collect();
        let mut replayed = earlier.clone();
        for &(colour, mv) in &moves {
            replayed.play(colour, mv).ok()?;
        }
        (replayed.situation() == self.situation()).then_some(moves)
    }

    /// The number of stones that were set up before the first move.
    pub fn set_up_count(&self) -> usize {
        self.record.iter().take_while(|played| played.set_up).count()
    }

    /// The colour to move: the declared one, if any. Otherwise `None` under random turns, where
    /// the coin has not been tossed, and under alternating turns the colour that did not move
    /// last, black at first.
    pub fn turn(&self) -> Option<Colour> {
        match (self.declared, self.rules().turns) {
            (Some(colour), _) => Some(colour),
            (None, Turns::Random) => None,
            (None, Turns::Alternating) => Some(match self.record.last() {
                None => Colour::Black,
                Some(RecordEntry { mover, mv: Move::SwapSides, .. }) => *mover,
                Some(RecordEntry { mover, .. }) => mover.other(),
            }),
        }
    }

    /// Declares the colour to move: the result of the coin, or part of a set-up.
    pub fn declare(&mut self, colour: Colour) {
        self.declared = Some(colour);
    }

    /// The colour that was declared since the last move.
    pub fn declared(&self) -> Option<Colour> {
        self.declared
    }

    /// The season of the colour's next move, counted from zero: the next of
    /// its cycle that has an empty cell. `None` on a full board.
    pub fn season(&self, colour: Colour) -> Option<usize> {
        self.due(colour).map(|(season, _)| season)
    }

    /// Each player's step in its cycle of seasons, black's first.
    pub fn cycle_steps(&self) -> [u8; 2] {
        self.steps
    }

    /// Sets the players' steps in their cycles, modulo the periods: part of a set-up.
    pub fn set_cycle_steps(&mut self, steps: [u8; 2]) {
        for colour in Colour::ALL {
            let period = self.rules().seasons.cycle(colour).period();
            let step = usize::from(steps[colour.index()]) % period;
            self.steps[colour.index()] = step as u8;
        }
    }

    /// The step in its cycle of the colour's next move, counted from zero. `None` on a full board.
    pub fn cycle_step(&self, colour: Colour) -> Option<usize> {
        let period = self.rules().seasons.cycle(colour).period();
        self.due(colour).map(|(_, step)| step % period)
    }

    /// The season of the colour's next move and its step in the cycle.
    #[inline]
    pub(super) fn due(&self, colour: Colour) -> Option<(usize, usize)> {
        let cycle = self.rules().seasons.cycle(colour);
        let step = usize::from(self.steps[colour.index()]);
        (step..step + cycle.period())
            .map(|step| (usize::from(cycle.season(step)), step))
            .find(|&(season, _)| self.left[season] > 0)
    }

    /// For each season, which of the colour's next moves are in it, if no season runs out until
    /// then: bit n for the move after n others, up to the end of one round of the cycle. 0 for a season without an empty cell.
    pub fn due_moves(&self, colour: Colour) -> [u64; Seasons::MAX as usize] {
        let cycle = self.rules().seasons.cycle(colour);
        let first = usize::from(self.steps[colour.index()]);
        let mut due = [0; Seasons::MAX as usize];
        let seasons = (first..first + cycle.period()).map(|step| usize::from(cycle.season(step)));
        for (before, season) in seasons.filter(|&season| self.left[season] > 0).enumerate() {
            due[season] |= 1 << before;
        }
        due
    }

    /// The colour and the season of every remaining move if the players take turns from `first`
    /// on. They do not depend on the moves.
    pub fn coming_seasons(&self, first: Colour) -> Vec<(Colour, usize)> {
        let mut left = self.left;
        let mut steps = self.steps.map(usize::from);
        let mut colour = first;
        let mut coming = Vec::with_capacity(self.empty_count());
        for _ in 0..self.empty_count() {
            let cycle = self.rules().seasons.cycle(colour);
            let step = &mut steps[colour.index()];
            while left[usize::from(cycle.season(*step))] == 0 {
                *step += 1;
            }
            let season = usize::from(cycle.season(*step));
            *step += 1;
            left[season] -= 1;
            coming.push((colour, season));
            colour = colour.other();
        }
        coming
    }

    /// The colour to move after the set-up, if it was declared.
    pub fn set_up_turn(&self) -> Option<Colour> {
        match self.set_up_count() {
            0 => None,
            n => self.record.get(n).map_or(self.declared, |played| played.declared),
        }
    }

    /// A hash of the stones, the steps in the cycles and whether a swap is possible. It does not
    /// depend on the colour to move; see [`Position::hash_for`].
    pub fn hash(&self) -> u64 {
        let mut hash = self.stones_hash;
        if self.rules().seasons.count() > 1 {
            for (keys, step) in self.game.keys.cycle.iter().zip(self.steps) {
                hash ^= keys[usize::from(step)];
            }
        }
        if self.swap(Colour::White).is_some() {
            hash ^= self.game.keys.swap;
        }
        hash
    }

    /// The hash with this colour to move.
    pub fn hash_for(&self, colour: Colour) -> u64 {
        let white = if colour == Colour::White { self.game.keys.white_to_move } else { 0 };
        self.hash() ^ white
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            game: Arc::clone(&self.game),
            groups: self.groups.clone(),
            record: self.record.clone(),
            ..*self
        }
    }

    /// Reuses the memory, because searches copy positions often.
    fn clone_from(&mut self, other: &Position) {
        if !Arc::ptr_eq(&self.game, &other.game) {
            self.game = Arc::clone(&other.game);
        }
        self.groups.clone_from(&other.groups);
        self.record.clone_from(&other.record);
        self.stones = other.stones;
        self.left = other.left;
        self.steps = other.steps;
        self.declared = other.declared;
        self.winner = other.winner;
        self.stones_hash = other.stones_hash;
    }
}
