//! A game in progress: the stones, the colour to move, what is legal, playing and undoing. A win is
//! detected when its last stone is placed; `groups.rs` describes how.

use std::sync::Arc;

use super::groups::{SHIFTS, StoneGroups, goes_round};
use super::{Cell, CellSet, Game, Geometry, Goal, IllegalMove, Move, Setup, SetupError};
use crate::{Colour, Rules, Seasons, Size, Turns};

/// The longest record to which a pass can be added. Searches copy the record, and only passes can
/// make it longer than the board has cells.
const LONGEST: usize = 4096;

/// One entry of a game's record: the player, the move and the data to undo it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RecordEntry {
    pub mover: Colour,
    pub mv: Move,
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
/// winner if there is one, and the record that undoes all moves back to the set-up.
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
    /// How the game began; none: on the empty board. Shared, because searches copy positions often.
    setup: Option<Arc<Setup>>,
    pub(super) record: Vec<RecordEntry>,
}

impl Position {
    /// The empty board, before the first move.
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
            setup: None,
            record: Vec::with_capacity(cells),
            game,
        }
    }

    /// The position before the first move of a game that begins with this set-up.
    pub fn from_setup(game: Arc<Game>, setup: Setup) -> Result<Position, SetupError> {
        setup.check(game.size())?;
        Ok(Position::from_setup_unchecked(game, setup))
    }

    /// The same with a set-up that fits the game.
    pub(super) fn from_setup_unchecked(game: Arc<Game>, setup: Setup) -> Position {
        let mut position = Position::new(game);
        for &(colour, cell) in &setup.stones {
            position.lay(colour, cell);
        }
        for colour in Colour::ALL {
            let period = position.rules().seasons.cycle(colour).period();
            let step = usize::from(setup.steps[colour.index()]) % period;
            position.steps[colour.index()] = step as u8;
        }
        position.declared = setup.turn;
        // A colour that begins on the empty board is declared, and no set-up.
        if !setup.stones.is_empty() || setup.steps != [0; 2] {
            position.setup = Some(Arc::new(setup));
        }
        position
    }

    /// How the game began. A colour that was declared to begin on the empty board is no part of it.
    pub fn setup(&self) -> &Setup {
        static EMPTY: Setup = Setup::EMPTY;
        self.setup.as_deref().unwrap_or(&EMPTY)
    }

    /// Whether a move was made or a stone was set up.
    pub fn has_begun(&self) -> bool {
        !self.record.is_empty() || self.has_setup_stones()
    }

    fn has_setup_stones(&self) -> bool {
        !self.setup().stones.is_empty()
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

    /// The empty cells where the colour may place its next stone.
    pub fn legal_cells(&self, colour: Colour) -> CellSet {
        let Some(season) = self.season(colour) else { return CellSet::EMPTY };
        self.game.season_cells()[season].without(&self.stones[0]).without(&self.stones[1])
    }

    /// All legal moves of a colour except passing and resigning; none once the game is decided.
    pub fn legal_moves(&self, colour: Colour) -> Vec<Move> {
        if self.winner.is_some() {
            return Vec::new();
        }
        let cells = self.legal_cells(colour);
        cells.iter().map(Move::Cell).chain(self.swap(colour)).collect()
    }

    /// The swap that the colour may play now, if any. Only a lone black stone that was played can be
    /// swapped: a lone white stone is the result of a swap.
    pub fn swap(&self, colour: Colour) -> Option<Move> {
        let offered = self.rules().swap
            && self.winner.is_none()
            && colour == Colour::White
            && matches!(
                self.record[..],
                [RecordEntry { mover: Colour::Black, mv: Move::Cell(_), .. }]
            )
            && !self.has_setup_stones();
        offered.then(|| if self.game.swaps_pieces() { Move::SwapPieces } else { Move::SwapSides })
    }

    /// Whether the opponent may swap the stone that the colour places now, so that a strong first
    /// move is a mistake. This is false under random turns, where the coin may deny the opponent
    /// the swap and a swap costs the turn: there an even first move is not the best one. It is
    /// also false where any first stone wins.
    pub fn can_be_swapped(&self, colour: Colour) -> bool {
        self.rules().swap
            && self.rules().turns == Turns::Alternating
            && colour == Colour::Black
            && !self.has_begun()
            && self.winning_cells(colour).is_empty()
    }

    /// Checks whether the move is legal. Play can continue after the game is decided; the winner
    /// stays.
    pub fn check(&self, colour: Colour, mv: Move) -> Result<(), IllegalMove> {
        Err(IllegalMove::Other(match mv {
            Move::Cell(cell) => return self.check_cell(colour, cell),
            Move::Resign if self.winner.is_some() => "comes too late: the game is over",
            Move::Pass if self.record.len() >= LONGEST => {
                "comes too late: with passes a game has at most 4096 moves"
            }
            Move::Pass | Move::Resign => return Ok(()),
            Move::SwapPieces | Move::SwapSides => match self.swap(colour) {
                Some(swap) if swap == mv => return Ok(()),
                Some(Move::SwapPieces) => "does not fit this game: use swap-pieces",
                Some(_) => "does not fit this game: use swap-sides",
                None if self.rules().swap => "can only answer the opponent's first stone",
                None => "is not allowed: the swap rule is off",
            },
        }))
    }

    fn check_cell(&self, colour: Colour, cell: Cell) -> Result<(), IllegalMove> {
        if cell.index() >= self.size().cells() {
            return Err(IllegalMove::OUTSIDE);
        }
        if self.at(cell).is_some() {
            return Err(IllegalMove::TAKEN);
        }
        let season = self.game.season_of(cell);
        match self.season(colour) {
            Some(due) if due != season => {
                Err(IllegalMove::Season { colour, cell: season + 1, due: due + 1 })
            }
            _ => Ok(()),
        }
    }

    /// Plays a move; an illegal move changes nothing.
    pub fn play(&mut self, colour: Colour, mv: Move) -> Result<(), IllegalMove> {
        self.check(colour, mv)?;
        if let Move::Cell(cell) = mv {
            self.play_unchecked(colour, cell);
            return Ok(());
        }
        self.play_word(colour, mv);
        Ok(())
    }

    /// Plays a move of a record. Like [`Position::play`], but a swap of sides is taken on every board
    /// where the rules offer a swap: other programs exchange the players where these rules exchange
    /// the stones.
    pub fn repeat(&mut self, colour: Colour, mv: Move) -> Result<(), IllegalMove> {
        if mv == Move::SwapSides && self.swap(colour).is_some() {
            self.play_word(colour, mv);
            return Ok(());
        }
        self.play(colour, mv)
    }

    /// Plays a move that is no stone.
    fn play_word(&mut self, colour: Colour, mv: Move) {
        let played = self.entry(colour, mv);
        if mv == Move::SwapPieces
            && let Some((stone, mirrored)) = self.swapped_stone()
        {
            self.lift(colour.other(), stone, 0);
            self.lay(colour, mirrored);
        }
        if mv == Move::Resign {
            self.winner = Some(colour.other());
        }
        self.declared = None;
        self.record.push(played);
    }

    /// Places a stone without checking that the move is legal: for searches, which take their
    /// moves from [`Position::legal_cells`].
    #[inline]
    pub fn play_unchecked(&mut self, colour: Colour, cell: Cell) {
        let played = self.entry(colour, Move::Cell(cell));
        if self.rules().seasons.count() > 1
            && let Some((_, step)) = self.due(colour)
        {
            let period = self.rules().seasons.cycle(colour).period();
            self.steps[colour.index()] = ((step + 1) % period) as u8;
        }
        self.declared = None;
        self.record.push(played);
        self.lay(colour, cell);
    }

    /// Undoes the last move; `None` before the first one.
    pub fn undo(&mut self) -> Option<(Colour, Move)> {
        let played = self.record.pop()?;
        match played.mv {
            Move::Cell(cell) => self.lift(played.mover, cell, played.groups),
            Move::SwapPieces => {
                if let Some((stone, mirrored)) = self.swapped_stone() {
                    self.lift(played.mover, mirrored, 0);
                    self.lay(played.mover.other(), stone);
                }
            }
            _ => {}
        }
        self.steps[played.mover.index()] = played.step;
        self.declared = played.declared;
        self.winner = played.winner;
        Some((played.mover, played.mv))
    }

    /// Takes the last move back, or before the first move the stone that was set up last. Where a
    /// stone of the set-up is taken back, nobody is declared to move.
    pub fn take_back(&mut self) -> Option<(Colour, Move)> {
        if let Some(undone) = self.undo() {
            return Some(undone);
        }
        let mut setup = self.setup().clone();
        let (colour, cell) = setup.stones.pop()?;
        setup.turn = None;
        *self = Position::from_setup_unchecked(Arc::clone(&self.game), setup);
        Some((colour, Move::Cell(cell)))
    }

    /// The number of moves.
    pub fn ply(&self) -> usize {
        self.record.len()
    }

    /// The players and their moves so far.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Colour, Move)> + '_ {
        self.record.iter().map(|played| (played.mover, played.mv))
    }

    /// The stones that were set up, as if their colours had played them, and then the moves: for
    /// readers that know no set-up.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = (Colour, Move)> + '_ {
        let stones = self.setup().stones.iter().map(|&(colour, cell)| (colour, Move::Cell(cell)));
        stones.chain(self.moves())
    }

    /// What the rest of the game depends on, besides who moves next.
    pub fn situation(&self) -> Situation {
        let swap = match self.swap(Colour::White) {
            Some(_) => SwapStage::Offered,
            None if self.rules().swap && !self.has_begun() => SwapStage::Ahead,
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

    /// The moves that lead from an earlier position to this one; `None` if they lead elsewhere.
    /// Stones that were set up count as moves where those lead to the same situation. They do not,
    /// for example, where a move advances a cycle.
    ///
    /// ```
    /// use kring_board::{Colour, Move, Position, Setup, chance};
    /// let game = chance::game("3x3".parse()?, "seasons=3".parse()?, 1);
    /// let empty = Position::new(game);
    /// let cell = empty.legal_cells(Colour::Black).iter().next().unwrap();
    /// let mut played = empty.clone();
    /// played.play(Colour::Black, Move::Cell(cell))?;
    /// assert_eq!(played.moves_since(&empty), Some(vec![(Colour::Black, Move::Cell(cell))]));
    /// let setup: Setup = [(Colour::Black, cell)].into_iter().collect();
    /// let set_up = Position::from_setup(empty.game().clone(), setup)?;
    /// assert_eq!(set_up.moves_since(&empty), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves_since(&self, earlier: &Position) -> Option<Vec<(Colour, Move)>> {
        let moves: Vec<(Colour, Move)> = self.history().skip(earlier.history().count()).collect();
        let mut replayed = earlier.clone();
        for &(colour, mv) in &moves {
            replayed.repeat(colour, mv).ok()?;
        }
        (replayed.situation() == self.situation()).then_some(moves)
    }

    /// The colour to move: the declared one, if any. Otherwise `None` under random turns, where
    /// the coin has not been tossed, and under alternating turns the colour that did not move
    /// last, or that did not get the last stone of the set-up; black on the empty board.
    pub fn turn(&self) -> Option<Colour> {
        if self.declared.is_some() {
            return self.declared;
        }
        if self.rules().turns == Turns::Random {
            return None;
        }
        Some(match self.history().next_back() {
            None => Colour::Black,
            Some((mover, Move::SwapSides)) => mover,
            Some((mover, _)) => mover.other(),
        })
    }

    /// Declares the colour to move, for example as the result of the coin.
    pub fn declare(&mut self, colour: Colour) {
        self.declared = Some(colour);
    }

    /// The colour that was declared since the last move, or by the set-up.
    pub fn declared(&self) -> Option<Colour> {
        self.declared
    }

    /// The colour that was declared before the first move.
    pub fn first_declared(&self) -> Option<Colour> {
        self.record.first().map_or(self.declared, |played| played.declared)
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

    /// The step in its cycle of the colour's next move, counted from zero. `None` on a full board.
    pub fn cycle_step(&self, colour: Colour) -> Option<usize> {
        let period = self.rules().seasons.cycle(colour).period();
        self.due(colour).map(|(_, step)| step % period)
    }

    /// The season of the colour's next move and its step in the cycle.
    #[inline]
    fn due(&self, colour: Colour) -> Option<(usize, usize)> {
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

    /// The stone that a swap of pieces takes over, and the cell that it moves to.
    fn swapped_stone(&self) -> Option<(Cell, Cell)> {
        let stone = self.record.first()?.mv.cell()?;
        Some((stone, self.geometry().mirrored(stone)?))
    }

    #[inline]
    fn entry(&self, mover: Colour, mv: Move) -> RecordEntry {
        RecordEntry {
            mover,
            mv,
            groups: self.groups.mark(),
            step: self.steps[mover.index()],
            declared: self.declared,
            winner: self.winner,
        }
    }

    /// Puts a stone on the board and detects a win.
    #[inline]
    fn lay(&mut self, colour: Colour, cell: Cell) {
        let geometry = self.game.geometry();
        let own = &mut self.stones[colour.index()];
        own.insert(cell);
        let mut round = false;
        for (&neighbour, shift) in geometry.neighbours(cell).iter().zip(SHIFTS) {
            if neighbour != Geometry::OUTSIDE && own.contains(Cell(neighbour)) {
                round |= goes_round(self.groups.link(cell.0, neighbour, shift), colour);
            }
        }
        let wins = match geometry.goal(colour) {
            Goal::Ring => round,
            Goal::Path => self.joins_sides(colour, cell),
        };
        if wins && self.winner.is_none() {
            self.winner = Some(colour);
        }
        self.left[self.game.season_of(cell)] -= 1;
        self.stones_hash ^= self.game.keys.stones[cell.index()][colour.index()];
    }

    /// Links a stone with the sides that it lies on. Returns whether both sides are now connected.
    #[inline]
    fn joins_sides(&mut self, colour: Colour, cell: Cell) -> bool {
        let first = self.side_node(colour, 0);
        let sides = self.game.geometry().sides(colour, cell);
        for side in 0..2 {
            if sides >> side & 1 != 0 {
                self.groups.link(cell.0, first + side, 0);
            }
        }
        self.groups.together(first, first + 1)
    }

    /// Removes a stone from the board and undoes its unions.
    #[inline]
    fn lift(&mut self, colour: Colour, cell: Cell, groups: u16) {
        self.groups.undo_to(groups);
        self.stones[colour.index()].remove(cell);
        self.left[self.game.season_of(cell)] += 1;
        self.stones_hash ^= self.game.keys.stones[cell.index()][colour.index()];
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            game: Arc::clone(&self.game),
            groups: self.groups.clone(),
            setup: self.setup.clone(),
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
        self.setup.clone_from(&other.setup);
        self.record.clone_from(&other.record);
        self.stones = other.stones;
        self.left = other.left;
        self.steps = other.steps;
        self.declared = other.declared;
        self.winner = other.winner;
        self.stones_hash = other.stones_hash;
    }
}
