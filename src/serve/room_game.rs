//! A game between two people on two machines: a session of the engine keeps the rules and the
//! board, and this module adds the seats, the clocks and the result.

use std::time::{Duration, Instant};

use kring_agents::Stop;
use kring_board::{Colour, Move, Rules, Size};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::token::token;
use crate::engine::{Sandbox, Session};

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

struct RoomClock {
    /// The time that each player has at the start.
    main: Duration,
    left: [Duration; 2],
    increment: Duration,
}

pub struct RoomGame {
    session: Session,
    seats: [Option<RoomSeat>; 2],
    clock: Option<RoomClock>,
    /// When the colour to move began to think; none before both players are there.
    since: Option<Instant>,
    /// The winner by resignation or on time, and which of the two it was.
    over: Option<(Colour, &'static str)>,
    /// Whether the players have exchanged the seats that they took at first.
    exchanged: bool,
}

/// The game as every client sees it.
#[derive(Serialize)]
struct GameView {
    /// The reply of the command `state`.
    state: Box<RawValue>,
    names: [Option<String>; 2],
    there: [bool; 2],
    again: [bool; 2],
    exchanged: bool,
    /// Seconds left.
    clock: Option<[f64; 2]>,
    increment: u64,
    /// Whose clock runs.
    running: Option<String>,
    over: Option<(String, &'static str)>,
}

/// The maximum time of a player, in seconds.
const LONGEST: u32 = 24 * 60 * 60;

impl RoomGame {
    pub fn new(new: &NewRoom, sandbox: Sandbox, seed: u64) -> Result<RoomGame, String> {
        let size: Size = new.size.parse().map_err(|error| format!("{error}"))?;
        let rules: Rules = new.rules.parse().map_err(|error| format!("{error}"))?;
        let session = Session::new(Size::new(5, 5).expect("a size"), Rules::default(), None, seed);
        let clock = new.seconds.map(|seconds| {
            let main = Duration::from_secs(seconds.clamp(1, LONGEST).into());
            let increment = Duration::from_secs(new.increment.min(LONGEST).into());
            RoomClock { main, left: [main; 2], increment }
        });
        let session = session.sandboxed(sandbox);
        let (seats, since, over) = ([None, None], None, None);
        let mut game = RoomGame { session, seats, clock, since, over, exchanged: false };
        game.ask(&format!("boardsize {} {}", size.columns(), size.rows()))?;
        game.ask(&format!("variant {rules}"))?;
        game.toss()?;
        Ok(game)
    }

    fn ask(&mut self, line: &str) -> Result<String, String> {
        let reply = self.session.respond(line.as_bytes(), &Stop::default());
        reply.map_or_else(|| Err("the engine has no answer".to_owned()), |reply| reply.body)
    }

    /// Tosses the coin, if one decides who moves.
    fn toss(&mut self) -> Result<(), String> {
        let position = self.session.position();
        match position.turn().is_none() && position.winner().is_none() {
            true => self.ask("toss").map(drop),
            false => Ok(()),
        }
    }

    /// Takes a free seat, if possible the wanted one; returns its colour and its key.
    pub fn sit(&mut self, name: &str, wanted: Option<Colour>) -> Result<(Colour, String), String> {
        let is_free = |colour: &Colour| self.seats[colour.index()].is_none();
        let colour = wanted.into_iter().chain(Colour::ALL).find(is_free);
        let colour = colour.ok_or("both seats are taken: you can watch")?;
        let name: String = name.chars().filter(|c| !c.is_control()).take(30).collect();
        let name = if name.trim().is_empty() { colour.to_string() } else { name.trim().to_owned() };
        let key = token::<12>();
        self.seats[colour.index()] =
            Some(RoomSeat { name, key: key.clone(), sockets: 0, again: false });
        if self.seats.iter().all(Option::is_some) {
            self.since = Some(Instant::now());
        }
        Ok((colour, key))
    }

    pub fn colour_of(&self, key: &str) -> Option<Colour> {
        let has_key = |colour: &Colour| {
            self.seats[colour.index()].as_ref().is_some_and(|seat| seat.key == key)
        };
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

    /// Exchanges the seats and their clocks.
    fn exchange(&mut self) {
        self.seats.swap(0, 1);
        self.clock.iter_mut().for_each(|clock| clock.left.swap(0, 1));
        self.exchanged = !self.exchanged;
    }

    /// The player with this key asks for another game. It begins when both have asked; black is the
    /// player who moved second in this one.
    pub fn again(&mut self, key: &str) -> Result<(), String> {
        if !self.is_over() {
            return Err("the game is not over".to_owned());
        }
        self.seat(key).ok_or("you watch this game")?.again = true;
        if !self.seats.iter().all(|seat| seat.as_ref().is_some_and(|seat| seat.again)) {
            return Ok(());
        }
        let swapped = self.session.position().moves().any(|(_, mv)| mv == Move::SwapSides);
        self.ask("clear_board")?;
        self.toss()?;
        if !swapped {
            self.exchange();
        }
        self.seats.iter_mut().flatten().for_each(|seat| seat.again = false);
        self.clock.iter_mut().for_each(|clock| clock.left = [clock.main; 2]);
        (self.over, self.since) = (None, Some(Instant::now()));
        Ok(())
    }

    pub fn play(&mut self, key: &str, word: &str) -> Result<(), String> {
        self.check_time();
        let colour = self.player(key)?;
        let since = self.since.ok_or("the other player is not there yet")?;
        if self.session.position().turn() != Some(colour) {
            return Err("it is not your turn".to_owned());
        }
        let size = self.session.position().size();
        let mv = Move::from_name(size, word).ok_or("that is not a move")?;
        if matches!(mv, Move::Pass | Move::Resign) {
            return Err("nobody passes in Hex".to_owned());
        }
        self.ask(&format!("play {colour} {}", mv.name(size)))?;
        if let Some(clock) = &mut self.clock {
            let left = &mut clock.left[colour.index()];
            *left = left.saturating_sub(since.elapsed()) + clock.increment;
        }
        if mv == Move::SwapSides {
            self.exchange();
        }
        self.toss()?;
        self.since = Some(Instant::now());
        Ok(())
    }

    pub fn resign(&mut self, key: &str) -> Result<(), String> {
        self.over = Some((self.player(key)?.other(), "resignation"));
        Ok(())
    }

    /// The colour of the player with this key, unless the game is over.
    fn player(&self, key: &str) -> Result<Colour, String> {
        let colour = self.colour_of(key).ok_or("you watch this game")?;
        if self.is_over() { Err("the game is over".to_owned()) } else { Ok(colour) }
    }

    pub fn is_over(&self) -> bool {
        self.over.is_some() || self.session.position().winner().is_some()
    }

    /// The colour whose clock runs, and since when.
    fn running(&self) -> Option<(Colour, Instant)> {
        let turn = self.session.position().turn()?;
        self.since.filter(|_| !self.is_over()).map(|since| (turn, since))
    }

    /// Ends the game if the colour to move has run out of time; returns whether it has.
    pub fn check_time(&mut self) -> bool {
        let Some(((colour, since), clock)) = self.running().zip(self.clock.as_mut()) else {
            return false;
        };
        let is_up = since.elapsed() >= clock.left[colour.index()];
        if is_up {
            clock.left[colour.index()] = Duration::ZERO;
            self.over = Some((colour.other(), "time"));
        }
        is_up
    }

    pub fn text(&mut self) -> String {
        let state = self.ask("state").unwrap_or_else(|_| "null".to_owned());
        let running = self.running();
        let left = |colour: Colour| {
            let spent =
                running.filter(|(turn, _)| *turn == colour).map(|(_, since)| since.elapsed());
            let left = self.clock.as_ref()?.left[colour.index()];
            Some(left.saturating_sub(spent.unwrap_or_default()).as_secs_f64())
        };
        let clock = left(Colour::Black).zip(left(Colour::White)).map(<[f64; 2]>::from);
        let seats = self.seats.each_ref().map(Option::as_ref);
        let view = GameView {
            state: RawValue::from_string(state).unwrap_or_default(),
            names: seats.map(|seat| seat.map(|seat| seat.name.clone())),
            there: seats.map(|seat| seat.is_some_and(|seat| seat.sockets > 0)),
            again: seats.map(|seat| seat.is_some_and(|seat| seat.again)),
            exchanged: self.exchanged,
            clock,
            increment: self.clock.as_ref().map_or(0, |clock| clock.increment.as_secs()),
            running: running.map(|(colour, _)| colour.to_string()),
            over: self.over.map(|(winner, how)| (winner.to_string(), how)),
        };
        serde_json::to_string(&view).unwrap_or_default()
    }
}
