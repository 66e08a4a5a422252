//! A game between two people on two machines: who has taken which seat, and who may do what.

use std::time::{Duration, Instant};

use kring_board::{Colour, Move, Rules, Size, chance};
use serde::{Deserialize, Serialize};

use super::token::token;
use crate::game::{Ending, GameClock, GameEnd, GameState, LiveGame, TimeControl};
use crate::gtp::CommandFailure;
use crate::session::Sandbox;

#[derive(Deserialize)]
pub struct NewRoom {
    /// The size of the board, such as `11x11`.
    size: String,
    /// The rules, as the command `variant` takes them.
    #[serde(default)]
    rules: String,
    /// Seconds for each player; none: no clock.
    seconds: Option<u32>,
    /// Seconds that each move adds.
    #[serde(default)]
    increment: u32,
}

struct RoomSeat {
    name: String,
    /// The player's secret, which authorises moves.
    key: String,
    sockets: usize,
    /// Whether the player asks for another game.
    again: bool,
}

pub struct RoomGame {
    game: LiveGame,
    /// The two players, in the order of `Seat::ALL`.
    seats: [Option<RoomSeat>; 2],
    /// What each move adds to a clock, if there is one.
    increment: Option<Duration>,
    /// When the colour to move began to think; none before both players are there.
    since: Option<Instant>,
    /// Whether the players have exchanged the colours that they took at first.
    exchanged: bool,
}

/// The game as every client sees it. Arrays are in the order of the colours.
#[derive(Serialize)]
struct GameView {
    state: GameState,
    names: [Option<String>; 2],
    there: [bool; 2],
    again: [bool; 2],
    exchanged: bool,
    /// Seconds left.
    clock: Option<[f64; 2]>,
    increment: u64,
    /// Whose clock runs.
    running: Option<String>,
    /// The winner by resignation or on time, and which of the two it was.
    over: Option<(String, &'static str)>,
}

/// Whether a character of a name is shown as it is. Control characters and marks without width, such
/// as those that turn the direction of a text, could make a name look like another.
fn is_shown(c: char) -> bool {
    let is_mark = matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    );
    !c.is_control() && !is_mark
}

/// The maximum time of a player, in seconds.
const LONGEST: u32 = 24 * 60 * 60;

impl RoomGame {
    pub fn new(new: &NewRoom, sandbox: &Sandbox, seed: u64) -> Result<RoomGame, String> {
        let size: Size = new.size.parse().map_err(|error| format!("{error}"))?;
        let rules: Rules = new.rules.parse().map_err(|error| format!("{error}"))?;
        sandbox.check_size(size).map_err(|error| CommandFailure::from(error).to_string())?;
        let increment = Duration::from_secs(new.increment.min(LONGEST).into());
        let clock = new.seconds.map(|seconds| {
            let main = Duration::from_secs(seconds.clamp(1, LONGEST).into());
            GameClock::of(TimeControl { main, increment, ..TimeControl::default() })
        });
        let game = LiveGame::new(chance::game(size, rules, seed), seed);
        let mut room = RoomGame {
            increment: clock.as_ref().map(|_| increment),
            game: game.with_clock(clock.unwrap_or_default()),
            seats: [None, None],
            since: None,
            exchanged: false,
        };
        room.game.toss_if_due();
        Ok(room)
    }

    /// Takes a free seat, if possible the one of the wanted colour; returns its colour and its key.
    pub fn sit(&mut self, name: &str, wanted: Option<Colour>) -> Result<(Colour, String), String> {
        let mut colours = wanted.into_iter().chain(Colour::ALL);
        let colour = colours.find(|&colour| self.seat_of(colour).is_none());
        let colour = colour.ok_or("both seats are taken: you can watch")?;
        let name: String = name.chars().filter(|c| is_shown(*c)).take(30).collect();
        let name = match name.trim() {
            "" => colour.to_string(),
            name => name.to_owned(),
        };
        let key = token::<12>();
        let seat = RoomSeat { name, key: key.clone(), sockets: 0, again: false };
        self.seats[self.game.seat_of(colour).index()] = Some(seat);
        if self.is_full() {
            self.since = Some(Instant::now());
        }
        Ok((colour, key))
    }

    /// Whether both seats are taken.
    pub fn is_full(&self) -> bool {
        self.seats.iter().all(Option::is_some)
    }

    /// The player of a colour, if there is one.
    fn seat_of(&self, colour: Colour) -> Option<&RoomSeat> {
        self.seats[self.game.seat_of(colour).index()].as_ref()
    }

    pub fn colour_of(&self, key: &str) -> Option<Colour> {
        let has_key = |colour: &Colour| self.seat_of(*colour).is_some_and(|seat| seat.key == key);
        Colour::ALL.into_iter().find(has_key)
    }

    fn seat(&mut self, key: &str) -> Option<&mut RoomSeat> {
        self.seats.iter_mut().flatten().find(|seat| seat.key == key)
    }

    /// Counts a new or a closed connection of the player with this key.
    pub fn connect(&mut self, key: &str, is_there: bool) {
        if let Some(seat) = self.seat(key) {
            let sockets = seat.sockets;
            seat.sockets = if is_there { sockets + 1 } else { sockets.saturating_sub(1) };
        }
    }

    /// The player with this key asks for another game. It begins when both have asked; black is the
    /// player who moved second in this one.
    pub fn again(&mut self, key: &str) -> Result<(), String> {
        if !self.game.is_over() {
            return Err("the game is not over".to_owned());
        }
        self.seat(key).ok_or("you watch this game")?.again = true;
        if !self.seats.iter().all(|seat| seat.as_ref().is_some_and(|seat| seat.again)) {
            return Ok(());
        }
        let first = self.game.seat_before(Colour::Black, 0);
        let has_swapped = self.game.seat_of(Colour::Black) != first;
        self.game.begin_again(first.other());
        self.game.toss_if_due();
        // After a swap of sides the players keep the colours that they have now.
        if !has_swapped {
            self.exchanged = !self.exchanged;
        }
        for seat in self.seats.iter_mut().flatten() {
            seat.again = false;
        }
        self.since = Some(Instant::now());
        Ok(())
    }

    pub fn play(&mut self, key: &str, word: &str) -> Result<(), String> {
        self.check_time();
        let colour = self.player(key)?;
        let since = self.since.ok_or("the other player is not there yet")?;
        if self.game.turn() != Some(colour) {
            return Err("it is not your turn".to_owned());
        }
        let size = self.game.position().size();
        let mv = Move::from_name(size, word).ok_or("that is not a move")?;
        if matches!(mv, Move::Pass | Move::Resign) {
            return Err("nobody passes in Hex".to_owned());
        }
        let played = self.game.play_timed(colour, mv, since.elapsed());
        played.map_err(|reason| CommandFailure::illegal(size, mv, reason).to_string())?;
        if mv == Move::SwapSides {
            self.exchanged = !self.exchanged;
        }
        self.game.toss_if_due();
        self.since = Some(Instant::now());
        Ok(())
    }

    pub fn resign(&mut self, key: &str) -> Result<(), String> {
        let colour = self.player(key)?;
        let resigned = self.game.play(colour, Move::Resign);
        resigned.map_err(|reason| format!("you cannot resign: {reason}"))
    }

    /// The colour of the player with this key, unless the game is over.
    fn player(&self, key: &str) -> Result<Colour, String> {
        let colour = self.colour_of(key).ok_or("you watch this game")?;
        if self.game.is_over() { Err("the game is over".to_owned()) } else { Ok(colour) }
    }

    /// The colour whose clock runs, and since when.
    fn running(&self) -> Option<(Colour, Instant)> {
        self.game.turn().zip(self.since)
    }

    /// Ends the game if the colour to move has run out of time; returns whether it has.
    pub fn check_time(&mut self) -> bool {
        let Some((_, since)) = self.running() else { return false };
        self.game.flag(since.elapsed())
    }

    pub fn text(&self) -> String {
        let running = self.running();
        let left = |colour: Colour| {
            let left = self.game.time_left(colour)?.time;
            let since = running.filter(|(turn, _)| *turn == colour).map(|(_, since)| since);
            let spent = since.map_or(Duration::ZERO, |since| since.elapsed());
            Some(left.saturating_sub(spent).as_secs_f64())
        };
        let clock = left(Colour::Black).zip(left(Colour::White)).map(<[f64; 2]>::from);
        let seats = Colour::ALL.map(|colour| self.seat_of(colour));
        let over = match self.game.end() {
            Some(GameEnd { winner, ending: Ending::Resignation }) => Some((winner, "resignation")),
            Some(GameEnd { winner, ending: Ending::Time }) => Some((winner, "time")),
            _ => None,
        };
        let view = GameView {
            state: GameState::of(self.game.position()),
            names: seats.map(|seat| seat.map(|seat| seat.name.clone())),
            there: seats.map(|seat| seat.is_some_and(|seat| seat.sockets > 0)),
            again: seats.map(|seat| seat.is_some_and(|seat| seat.again)),
            exchanged: self.exchanged,
            clock,
            increment: self.increment.map_or(0, |increment| increment.as_secs()),
            running: running.map(|(colour, _)| colour.to_string()),
            over: over.map(|(winner, how)| (winner.to_string(), how)),
        };
        serde_json::to_string(&view).unwrap_or_default()
    }
}
