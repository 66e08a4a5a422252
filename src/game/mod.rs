//! A game as it is played: the position, who sits where, the coin and the clocks. The session of a
//! client, the referee of a match, the terminal and the rooms of a server share it.

mod clock;
mod state;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

pub use clock::{GameClock, Periods, TimeControl, TimeLeft};
use kring_agents::Budget;
use kring_board::chance::{self, Purpose};
use kring_board::{Colour, Game, IllegalMove, Move, Position, Turns};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
pub use state::GameState;

/// One of the two players of a game. The colour of a seat changes from game to game, and with
/// `swap-sides` within a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// In a match: the player whose score is counted.
    First = 0,
    /// The opponent.
    Second = 1,
}

impl Seat {
    /// Both, in order.
    pub const ALL: [Seat; 2] = [Seat::First, Seat::Second];

    /// The opponent.
    pub fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// An index into arrays of two.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Seat::First => "first",
            Seat::Second => "second",
        };
        f.pad(name)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The winner has joined its sides or closed a ring.
    Connection,
    /// The loser has resigned.
    Resignation,
    /// The loser has run out of time.
    Time,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// Who has won.
    pub winner: Colour,
    /// How.
    pub ending: Ending,
}

/// Why a coin cannot be tossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoToss {
    /// No coin decides who moves.
    #[error("the turns alternate: there is no coin to toss")]
    Alternating,
    /// The game has ended.
    #[error("the game is over: nobody is to move")]
    Over,
}

/// A game as it is played.
///
/// ```
/// use kring::board::{Colour, Move, Size, chance};
/// use kring::game::{LiveGame, Seat};
///
/// let size = Size::new(5, 5)?;
/// let mut game = LiveGame::new(chance::game(size, "hex swap=on".parse()?, 1), 1);
/// game.play(Colour::Black, Move::from_name(size, "c3").unwrap())?;
/// assert_eq!(game.seat_of(Colour::Black), Seat::First);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LiveGame {
    position: Position,
    /// The seat that plays black until the players swap sides.
    black: Seat,
    coin: ChaCha8Rng,
    clock: GameClock,
    /// The colour whose clock has run out.
    flagged: Option<Colour>,
}

impl LiveGame {
    /// A game before its first move, without a clock. The first seat plays black. The seed is that
    /// of the coin.
    pub fn new(game: Arc<Game>, seed: u64) -> LiveGame {
        LiveGame::of(Position::new(game), seed)
    }

    /// The same from this position on.
    pub fn of(position: Position, seed: u64) -> LiveGame {
        LiveGame {
            position,
            black: Seat::First,
            coin: chance::generator(seed, Purpose::Coin),
            clock: GameClock::default(),
            flagged: None,
        }
    }

    /// The same game with this seat playing black.
    pub fn with_black(self, black: Seat) -> LiveGame {
        LiveGame { black, ..self }
    }

    /// The same game with these clocks.
    pub fn with_clock(self, clock: GameClock) -> LiveGame {
        LiveGame { clock, ..self }
    }

    /// The stones and the colour to move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position alone.
    pub fn into_position(self) -> Position {
        self.position
    }

    /// Begins another game: an empty board and full clocks. The coin goes on.
    pub fn begin(&mut self, game: Arc<Game>) {
        self.resume(Position::new(game));
    }

    /// Begins the same game again, with this seat playing black.
    pub fn begin_again(&mut self, black: Seat) {
        self.black = black;
        self.begin(self.position.game().clone());
    }

    /// Continues with another position. The clocks begin anew.
    pub fn resume(&mut self, position: Position) {
        self.position = position;
        self.flagged = None;
        self.clock.restart();
    }

    /// Begins the random numbers of the coin anew.
    pub fn reseed(&mut self, seed: u64) {
        self.coin = chance::generator(seed, Purpose::Coin);
    }

    /// The colour to move; none before the toss and after the end.
    pub fn turn(&self) -> Option<Colour> {
        self.position.turn().filter(|_| !self.is_over())
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.end().is_some()
    }

    /// The end of the game, if it has come.
    pub fn end(&self) -> Option<GameEnd> {
        if let Some(loser) = self.flagged {
            return Some(GameEnd { winner: loser.other(), ending: Ending::Time });
        }
        let winner = self.position.winner()?;
        let ending = match self.position.moves().next_back() {
            Some((_, Move::Resign)) => Ending::Resignation,
            _ => Ending::Connection,
        };
        Some(GameEnd { winner, ending })
    }

    /// Plays a move.
    pub fn play(&mut self, colour: Colour, mv: Move) -> Result<(), IllegalMove> {
        self.position.play(colour, mv)
    }

    /// Plays a move that took this time. An illegal one changes nothing.
    pub fn play_timed(
        &mut self,
        colour: Colour,
        mv: Move,
        time: Duration,
    ) -> Result<(), IllegalMove> {
        self.position.check(colour, mv)?;
        self.spend(colour, time);
        self.play(colour, mv)
    }

    /// Takes the last move back, or before the first move the last stone of the set-up. The clocks
    /// stay.
    pub fn undo(&mut self) -> Option<(Colour, Move)> {
        let undone = self.position.take_back()?;
        self.flagged = None;
        Some(undone)
    }

    /// Tosses the coin that decides who moves next. A coin that was tossed for this turn is not
    /// tossed again.
    pub fn toss(&mut self) -> Result<Colour, NoToss> {
        if self.position.rules().turns != Turns::Random {
            return Err(NoToss::Alternating);
        }
        if self.is_over() {
            return Err(NoToss::Over);
        }
        if let Some(tossed) = self.position.declared() {
            return Ok(tossed);
        }
        let colour = if self.coin.random() { Colour::Black } else { Colour::White };
        self.position.declare(colour);
        Ok(colour)
    }

    /// Whether a coin has to be tossed before the next move.
    pub fn needs_toss(&self) -> bool {
        self.position.rules().turns == Turns::Random
            && self.position.declared().is_none()
            && !self.is_over()
    }

    /// Tosses the coin if the next move needs it; returns who moves then.
    pub fn toss_if_due(&mut self) -> Option<Colour> {
        if self.needs_toss() { self.toss().ok() } else { None }
    }

    /// The seat that plays a colour now.
    pub fn seat_of(&self, colour: Colour) -> Seat {
        self.seat_before(colour, usize::MAX)
    }

    /// The seat that played a colour before the move with this number, counted from zero.
    pub fn seat_before(&self, colour: Colour, number: usize) -> Seat {
        // Only the second move can be a swap.
        let second = self.position.moves().nth(1).filter(|_| number > 1);
        let swapped = matches!(second, Some((_, Move::SwapSides)));
        let is_first = (colour == Colour::Black) != swapped;
        if is_first { self.black } else { self.black.other() }
    }

    /// The colour that a seat plays now.
    pub fn colour_of(&self, seat: Seat) -> Colour {
        let black = self.seat_of(Colour::Black);
        if seat == black { Colour::Black } else { Colour::White }
    }

    /// The clocks of both seats.
    pub fn clock(&self) -> &GameClock {
        &self.clock
    }

    /// The clocks, to set or to stop them.
    pub fn clock_mut(&mut self) -> &mut GameClock {
        &mut self.clock
    }

    /// What is left on the clock of a colour; none: no limit.
    pub fn time_left(&self, colour: Colour) -> Option<TimeLeft> {
        self.clock.left(self.seat_of(colour))
    }

    /// The time for the colour's next move; none: no limit.
    pub fn budget(&self, colour: Colour) -> Option<Budget> {
        self.clock.budget(self.seat_of(colour), &self.position)
    }

    /// Takes the time of a move in this position from the colour's clock.
    pub fn spend(&mut self, colour: Colour, time: Duration) {
        let seat = self.seat_of(colour);
        self.clock.spend(seat, time, &self.position);
    }

    /// Ends the game if the colour to move has thought for longer than its clock allows. Returns
    /// whether it has.
    pub fn flag(&mut self, thought: Duration) -> bool {
        let Some(colour) = self.turn() else { return false };
        let seat = self.seat_of(colour);
        let is_late = self.clock.is_late(seat, thought);
        if is_late {
            self.clock.run_out(seat);
            self.flagged = Some(colour);
        }
        is_late
    }
}

/// Why a game cannot be replayed under other rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game does not fit these rules: {mv} {reason}")]
pub struct Misfit {
    /// The name of the first move that is illegal there.
    pub mv: String,
    /// Why.
    pub reason: IllegalMove,
}

/// The set-up and the moves of a position in another game on the same board.
pub fn replayed(position: &Position, game: Arc<Game>) -> Result<Position, Misfit> {
    let size = position.size();
    let mut again = Position::from_setup(game, position.setup().clone())
        .map_err(|error| Misfit { mv: error.cell.name(size), reason: error.reason })?;
    for (colour, mv) in position.moves() {
        again.repeat(colour, mv).map_err(|reason| Misfit { mv: mv.name(size), reason })?;
    }
    if let Some(turn) = position.declared() {
        again.declare(turn);
    }
    Ok(again)
}

#[cfg(test)]
mod tests {
    use kring_board::{Size, chance};

    use super::*;

    fn game(rules: &str) -> LiveGame {
        let size = Size::new(4, 4).unwrap();
        LiveGame::new(chance::game(size, rules.parse().unwrap(), 1), 1)
    }

    fn play(game: &mut LiveGame, moves: &str) {
        for name in moves.split_whitespace() {
            let mv = Move::from_name(game.position().size(), name).unwrap();
            let colour = game.turn().unwrap();
            game.play(colour, mv).unwrap();
        }
    }

    #[test]
    fn seats_follow_a_swap_of_sides_and_its_undo() {
        // Sides are swapped where no mirror keeps the game: on boards with seasons.
        let mut game = game("seasons=2 swap=on").with_black(Seat::Second);
        let first = game.position().legal_cells(Colour::Black).iter().next().unwrap();
        game.play(Colour::Black, Move::Cell(first)).unwrap();
        assert_eq!(game.seat_of(Colour::Black), Seat::Second);
        game.play(Colour::White, Move::SwapSides).unwrap();
        assert_eq!(game.seat_of(Colour::Black), Seat::First);
        assert_eq!(game.seat_before(Colour::Black, 1), Seat::Second);
        assert_eq!(game.colour_of(Seat::Second), Colour::White);
        game.undo().unwrap();
        assert_eq!(game.seat_of(Colour::Black), Seat::Second);
    }

    #[test]
    fn clocks_go_with_the_players_who_swap_sides() {
        let control = TimeControl { main: Duration::from_secs(60), ..TimeControl::default() };
        let mut game = game("seasons=2 swap=on").with_clock(GameClock::of(control));
        let first = game.position().legal_cells(Colour::Black).iter().next().unwrap();
        game.spend(Colour::Black, Duration::from_secs(20));
        game.play(Colour::Black, Move::Cell(first)).unwrap();
        game.play(Colour::White, Move::SwapSides).unwrap();
        assert_eq!(game.time_left(Colour::White).unwrap().time, Duration::from_secs(40));
        assert_eq!(game.time_left(Colour::Black).unwrap().time, Duration::from_secs(60));
    }

    #[test]
    fn a_coin_is_tossed_once_for_each_turn() {
        let mut game = game("turns=random");
        assert!(game.needs_toss());
        let colour = game.toss().unwrap();
        assert_eq!(game.toss(), Ok(colour));
        assert!(!game.needs_toss());
        play(&mut game, "a1");
        assert!(game.needs_toss());
        assert_eq!(self::game("hex").toss(), Err(NoToss::Alternating));
    }

    #[test]
    fn a_game_ends_by_a_connection_a_resignation_or_the_clock() {
        let mut connected = game("hex");
        play(&mut connected, "b1 a1 b2 a2 b3 a3 b4");
        let ending = connected.end().unwrap().ending;
        assert_eq!(ending, Ending::Connection);
        assert_eq!(connected.turn(), None);

        let mut resigned = game("hex");
        resigned.play(Colour::Black, Move::Resign).unwrap();
        let end = GameEnd { winner: Colour::White, ending: Ending::Resignation };
        assert_eq!(resigned.end(), Some(end));

        let control = TimeControl { main: Duration::from_secs(1), ..TimeControl::default() };
        let mut late = game("hex").with_clock(GameClock::of(control));
        assert!(!late.flag(Duration::from_millis(900)));
        assert!(late.flag(Duration::from_secs(1)));
        let end = GameEnd { winner: Colour::White, ending: Ending::Time };
        assert_eq!(late.end(), Some(end));
        assert_eq!(late.time_left(Colour::Black).unwrap().time, Duration::ZERO);
    }
}
