use std::sync::Arc;

use super::{
    Cell, CellSet, Game, Geometry, Goal, IllegalMove, Move, STEPS,
    groups::{Groups, Shift},
};
use crate::rules::{Colour, Rules, Seasons, Size, Turns};

/// The six steps as displacements.
pub(super) const SHIFTS: [Shift; 6] = {
    let mut shifts = [Shift::NONE; 6];
    let mut i = 0;
    while i < 6 {
        shifts[i] = Shift::new(STEPS[i].0, STEPS[i].1);
        i += 1;
    }
    shifts
};

/// One entry of a game's record: who did what, and what it takes to undo it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Played {
    pub mover: Colour,
    pub mv: Move,
    /// A stone that was set up rather than played: no season, no cycle.
    pub set_up: bool,
    groups: u16,
    step: u8,
    /// The coin that lay on the table before the move.
    pub declared: Option<Colour>,
    winner: Option<Colour>,
}

/// A game in progress: the stones, the players' places in their cycles, the
/// coin, the winner if there is one, and the record that undoes it all.
///
/// ```
/// use kring::{board::{Move, Position}, chance, rules::{Colour, Rules, Size}};
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
    game: Arc<Game>,
    stones: [CellSet; 2],
    groups: Groups,
    /// Empty cells of each season.
    left: [u16; Seasons::MAX as usize],
    /// Each player's place in its cycle.
    steps: [u8; 2],
    /// Who is to move, as the coin or a set-up says.
    declared: Option<Colour>,
    winner: Option<Colour>,
    stones_hash: u64,
    record: Vec<Played>,
}

impl Position {
    /// The beginning of a game.
    pub fn new(game: Arc<Game>) -> Position {
        let mut left = [0; Seasons::MAX as usize];
        for (left, cells) in left.iter_mut().zip(game.season_cells()) {
            *left = cells.len() as u16;
        }
        let cells = game.size().cells();
        Position {
            groups: Groups::new(cells + 4),
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
        self.game
            .season_cells()
            .iter()
            .fold(CellSet::EMPTY, |all, cells| all.or(cells))
            .without(&self.stones[0])
            .without(&self.stones[1])
    }

    /// The number of cells without a stone.
    pub fn empty_count(&self) -> usize {
        self.left.iter().map(|&n| usize::from(n)).sum()
    }

    /// The winner, once there is one. Stones that are laid after the decision
    /// change nothing about it: on the torus the first ring counts.
    #[inline]
    pub fn winner(&self) -> Option<Colour> {
        self.winner
    }

    /// The number of moves in the record.
    pub fn ply(&self) -> usize {
        self.record.len()
    }

    /// The moves so far: who, and what.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Colour, Move)> + '_ {
        self.record.iter().map(|played| (played.mover, played.mv))
    }

    /// Which stones hang together.
    #[inline]
    pub(super) fn groups(&self) -> &Groups {
        &self.groups
    }

    /// The moves with all that belongs to them.
    pub(super) fn record(&self) -> &[Played] {
        &self.record
    }

    /// The stones that were set up rather than played, before the first move.
    pub fn set_up_count(&self) -> usize {
        self.record.iter().take_while(|played| played.set_up).count()
    }

    /// Who is to move: under random turns what the coin said, if it was
    /// tossed; otherwise the colour that did not play last, black at first.
    pub fn turn(&self) -> Option<Colour> {
        match (self.declared, self.rules().turns) {
            (Some(colour), _) => Some(colour),
            (None, Turns::Random) => None,
            (None, Turns::Alternating) => Some(match self.record.last() {
                None => Colour::Black,
                Some(Played { mover, mv: Move::SwapSides, .. }) => *mover,
                Some(Played { mover, .. }) => mover.other(),
            }),
        }
    }

    /// Says who is to move: the coin of random turns, or a set-up.
    pub fn declare(&mut self, colour: Colour) {
        self.declared = Some(colour);
    }

    /// The coin, or what a set-up said, since the last move.
    pub fn declared(&self) -> Option<Colour> {
        self.declared
    }

    /// The season of the colour's next move, counted from zero: the next of
    /// its cycle that has an empty cell. `None` on a full board.
    pub fn season(&self, colour: Colour) -> Option<usize> {
        self.due(colour).map(|(season, _)| season)
    }

    /// The season that is due and its place in the cycle.
    #[inline]
    fn due(&self, colour: Colour) -> Option<(usize, usize)> {
        let cycle = self.rules().seasons.cycle(colour);
        let step = usize::from(self.steps[colour.index()]);
        (step..step + cycle.period())
            .map(|step| (usize::from(cycle.season(step)), step))
            .find(|&(season, _)| self.left[season] > 0)
    }

    /// The seasons of all moves to come, with who makes them, when the players
    /// take turns from `first` on: they depend on nobody's choices.
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

    /// The empty cells where the colour may lay its next stone.
    pub fn legal_cells(&self, colour: Colour) -> CellSet {
        match self.season(colour) {
            Some(season) => {
                self.game.season_cells()[season].without(&self.stones[0]).without(&self.stones[1])
            }
            None => CellSet::EMPTY,
        }
    }

    /// The swap that the colour may answer with now, if it may. Only a lone
    /// black stone can be swapped: a lone white one is what a swap left.
    pub fn swap(&self, colour: Colour) -> Option<Move> {
        let offered = self.rules().swap
            && self.winner.is_none()
            && colour == Colour::White
            && matches!(
                self.record[..],
                [Played { mover: Colour::Black, mv: Move::Cell(_), set_up: false, .. }]
            );
        offered.then(|| if self.game.swaps_pieces() { Move::SwapPieces } else { Move::SwapSides })
    }

    /// Whether the opponent may swap the stone that the colour lays now: its
    /// player will have the worse side of it. Under random turns it is not
    /// so: the coin may keep the opponent from it, and a swap costs the turn,
    /// so that a better first move is never worse. Neither is it on boards
    /// where any first stone wins.
    pub fn can_be_swapped(&self, colour: Colour) -> bool {
        self.rules().swap
            && self.rules().turns == Turns::Alternating
            && colour == Colour::Black
            && self.record.is_empty()
            && self.winning_cells(colour).is_empty()
    }

    /// Whether somebody resigned before the board was decided.
    pub(super) fn is_resigned(&self) -> bool {
        self.record.iter().any(|played| played.mv == Move::Resign && played.winner.is_none())
    }

    /// All moves of a colour but resigning; none once the game is decided.
    pub fn legal_moves(&self, colour: Colour) -> Vec<Move> {
        if self.winner.is_some() {
            return Vec::new();
        }
        let cells = self.legal_cells(colour);
        cells.iter().map(Move::Cell).chain(self.swap(colour)).collect()
    }

    /// Whether the move can be made, or why not. A decided game can be played
    /// on; the decision stays.
    pub fn check(&self, colour: Colour, mv: Move) -> Result<(), IllegalMove> {
        match mv {
            Move::Cell(cell) => self.check_cell(colour, cell),
            Move::Resign if self.winner.is_some() => Err(IllegalMove::Over),
            Move::Resign => Ok(()),
            Move::SwapPieces | Move::SwapSides => match self.swap(colour) {
                Some(swap) if swap == mv => Ok(()),
                Some(Move::SwapPieces) => Err(IllegalMove::SwapKind("swap-pieces")),
                Some(_) => Err(IllegalMove::SwapKind("swap-sides")),
                None if self.rules().swap => Err(IllegalMove::SwapLate),
                None => Err(IllegalMove::SwapOff),
            },
        }
    }

    fn check_cell(&self, colour: Colour, cell: Cell) -> Result<(), IllegalMove> {
        if cell.index() >= self.size().cells() {
            return Err(IllegalMove::Outside);
        }
        if self.at(cell).is_some() {
            return Err(IllegalMove::Taken);
        }
        let season = self.game.season_of(cell);
        match self.season(colour) {
            Some(due) if due != season => {
                Err(IllegalMove::Season { colour, cell: season + 1, due: due + 1 })
            }
            _ => Ok(()),
        }
    }

    /// Makes a move, or says why it is illegal and changes nothing.
    pub fn play(&mut self, colour: Colour, mv: Move) -> Result<(), IllegalMove> {
        self.check(colour, mv)?;
        match mv {
            Move::Cell(cell) => self.place(colour, cell),
            Move::SwapPieces => {
                let played = self.entry(colour, mv);
                if let Some((stone, mirrored)) = self.swapped_stone() {
                    self.lift(colour.other(), stone, 0);
                    self.lay(colour, mirrored);
                }
                self.record.push(played);
            }
            Move::SwapSides => {
                let played = self.entry(colour, mv);
                self.record.push(played);
            }
            Move::Resign => {
                let played = self.entry(colour, mv);
                self.record.push(played);
                self.winner = Some(colour.other());
            }
        }
        self.declared = None;
        Ok(())
    }

    /// Lays a stone without asking whether it is legal: for searches, which
    /// take their moves from [`Position::legal_cells`].
    #[inline]
    pub fn place(&mut self, colour: Colour, cell: Cell) {
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

    /// Sets a stone up, whatever the season; cycles do not move on.
    pub fn set_up(&mut self, colour: Colour, cell: Cell) -> Result<(), IllegalMove> {
        match self.check_cell(colour, cell) {
            Ok(()) | Err(IllegalMove::Season { .. }) => {}
            Err(illegal) => return Err(illegal),
        }
        let entry = self.entry(colour, Move::Cell(cell));
        self.record.push(Played { set_up: true, ..entry });
        self.lay(colour, cell);
        Ok(())
    }

    /// Who was to move after the set-up, if the set-up said so.
    pub fn set_up_turn(&self) -> Option<Colour> {
        match self.set_up_count() {
            0 => None,
            n => self.record.get(n).map_or(self.declared, |played| played.declared),
        }
    }

    /// Takes the last move back; `None` if there is none.
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
            Move::SwapSides | Move::Resign => {}
        }
        self.steps[played.mover.index()] = played.step;
        self.declared = played.declared;
        self.winner = played.winner;
        Some((played.mover, played.mv))
    }

    /// The stone that a swap of pieces takes over, and where it comes to lie.
    fn swapped_stone(&self) -> Option<(Cell, Cell)> {
        let stone = self.record.first()?.mv.cell()?;
        Some((stone, self.geometry().mirrored(stone)?))
    }

    #[inline]
    fn entry(&self, mover: Colour, mv: Move) -> Played {
        Played {
            mover,
            mv,
            set_up: false,
            groups: self.groups.mark(),
            step: self.steps[mover.index()],
            declared: self.declared,
            winner: self.winner,
        }
    }

    /// Puts a stone on the board and sees whether it wins.
    #[inline]
    fn lay(&mut self, colour: Colour, cell: Cell) {
        let geometry = self.game.geometry();
        let own = &mut self.stones[colour.index()];
        own.insert(cell);
        let mut round = false;
        for (&neighbour, shift) in geometry.neighbours(cell).iter().zip(SHIFTS) {
            if neighbour != Geometry::OUTSIDE && own.contains(Cell(neighbour)) {
                let walk = self.groups.link(cell.0, neighbour, shift);
                round |= match colour {
                    Colour::Black => walk.y() != 0,
                    Colour::White => walk.x() != 0,
                };
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
        self.stones_hash ^= self.game.keys().stones[cell.index()][colour.index()];
    }

    /// Ties a stone to the sides it lies on; whether both sides are joined.
    #[inline]
    fn joins_sides(&mut self, colour: Colour, cell: Cell) -> bool {
        let first = self.side_node(colour, 0);
        let sides = self.game.geometry().sides(colour, cell);
        for side in 0..2 {
            if sides >> side & 1 != 0 {
                self.groups.link(cell.0, first + side, Shift::NONE);
            }
        }
        self.groups.together(first, first + 1)
    }

    /// Takes a stone off the board and its unions back.
    #[inline]
    fn lift(&mut self, colour: Colour, cell: Cell, groups: u16) {
        self.groups.undo_to(groups);
        self.stones[colour.index()].remove(cell);
        self.left[self.game.season_of(cell)] += 1;
        self.stones_hash ^= self.game.keys().stones[cell.index()][colour.index()];
    }

    /// Equal positions have equal hashes: stones, places in the cycles, and
    /// whether a swap is on offer. Who moves is not part of it; see
    /// [`Position::hash_for`].
    pub fn hash(&self) -> u64 {
        let mut hash = self.stones_hash;
        if self.rules().seasons.count() > 1 {
            for colour in Colour::ALL {
                hash ^= self.game.cycle_key(colour, self.steps[colour.index()]);
            }
        }
        if self.swap(Colour::White).is_some() {
            hash ^= self.game.keys().swap;
        }
        hash
    }

    /// The hash with this colour to move.
    pub fn hash_for(&self, colour: Colour) -> u64 {
        match colour {
            Colour::Black => self.hash(),
            Colour::White => self.hash() ^ self.game.keys().white_to_move,
        }
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

    /// Without an allocation where the other has room: searches copy a lot.
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
