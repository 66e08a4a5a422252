//! Rooms: games by link. A socket creates a room, takes a seat in one or watches it, and gets the
//! whole game after each change.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, close_code};
use axum::extract::{State, WebSocketUpgrade};
use axum::response::Response;
use kring_board::Colour;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::interval;

use super::clients::{ClientAddress, NoPlace};
use super::messages::{self, CloseReason, end, send};
use super::peer::Peer;
use super::room_game::{NewRoom, RoomGame};
use super::token::token;
use super::{ServerState, locked};

const MAX_ROOMS: usize = 200;

/// The maximum number of sockets in all rooms together.
pub const MAX_SOCKETS: usize = 256;

/// The longest message, in bytes.
const MAX_MESSAGE: usize = 4 << 10;

/// The maximum number of rooms that one client has made, of [`MAX_ROOMS`].
const MAX_OF_CLIENT: usize = MAX_ROOMS / 4;

/// A room in which nothing happens for this long is closed.
const IDLE: Duration = Duration::from_secs(24 * 60 * 60);

/// A room in which a seat is still free after this long makes way for another one.
const WAITING: Duration = Duration::from_secs(5 * 60);

/// How often clocks are checked.
const TICK: Duration = Duration::from_millis(500);

/// All rooms, by the names in their links.
#[derive(Default)]
pub struct Rooms(Mutex<HashMap<String, Arc<Room>>>);

/// A game, and its state as JSON, to which clients subscribe.
struct Room {
    /// Who has made it.
    creator: ClientAddress,
    game: Mutex<RoomGame>,
    view: watch::Sender<String>,
    changed: Mutex<Instant>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum RoomRequest {
    /// Creates a room and takes a seat.
    Create {
        #[serde(flatten)]
        game: NewRoom,
        #[serde(default)]
        name: String,
        colour: Option<String>,
    },
    /// Takes a free seat, or returns to the one with this key.
    Join {
        room: String,
        #[serde(default)]
        name: String,
        key: Option<String>,
    },
    Watch {
        room: String,
    },
    Move(String),
    Resign,
    /// Asks for another game.
    Again,
}

impl Room {
    /// Changes the game and shows it to all clients.
    fn change<T>(&self, change: impl FnOnce(&mut RoomGame) -> T) -> T {
        let mut game = locked(&self.game);
        let result = change(&mut game);
        self.view.send_replace(game.text());
        *locked(&self.changed) = Instant::now();
        result
    }

    /// How long nothing has happened.
    fn idle(&self) -> Duration {
        locked(&self.changed).elapsed()
    }

    fn tick(&self) {
        if locked(&self.game).check_time() {
            self.change(|_| ());
        }
    }
}

impl Rooms {
    /// Makes a room. If there is none left for the client, its oldest room or the oldest of all in
    /// which nobody took the second seat makes way; one with two players never does.
    fn create(
        &self,
        game: RoomGame,
        creator: ClientAddress,
    ) -> Result<(String, Arc<Room>), String> {
        let mut rooms = locked(&self.0);
        rooms.retain(|_, room| room.idle() < IDLE);
        if rooms.values().filter(|room| room.creator == creator).count() >= MAX_OF_CLIENT
            && !creator.is_local()
        {
            let why = format!("{MAX_OF_CLIENT} of your games are open: end one");
            remove_waiting(&mut rooms, |room| room.creator == creator).ok_or(why)?;
        }
        if rooms.len() >= MAX_ROOMS {
            let why = format!("{MAX_ROOMS} games are open, and no more fit: try again in minutes");
            remove_waiting(&mut rooms, |_| true).ok_or(why)?;
        }
        let view = watch::Sender::new(String::new());
        let changed = Mutex::new(Instant::now());
        let room = Arc::new(Room { creator, game: Mutex::new(game), view, changed });
        let name = token::<6>();
        rooms.insert(name.clone(), Arc::clone(&room));
        Ok((name, room))
    }

    fn get(&self, name: &str) -> Result<Arc<Room>, String> {
        let room = locked(&self.0).get(name).cloned();
        room.ok_or_else(|| "there is no such game: it is over, or the link is wrong".to_owned())
    }
}

/// Removes the room in which a player has waited longest for the other one, of those that the
/// condition names. `None` if nobody has waited for long.
fn remove_waiting(
    rooms: &mut HashMap<String, Arc<Room>>,
    condition: impl Fn(&Room) -> bool,
) -> Option<()> {
    let waiting = rooms.iter().filter(|(_, room)| {
        condition(room) && room.idle() >= WAITING && !locked(&room.game).is_full()
    });
    let (name, _) = waiting.max_by_key(|(_, room)| room.idle())?;
    let name = name.clone();
    rooms.remove(&name);
    Some(())
}

/// A socket's place: the room, and the key of its seat, if it has one.
struct RoomPlace {
    room: Arc<Room>,
    key: Option<String>,
    view: watch::Receiver<String>,
}

impl RoomPlace {
    fn enter(room: &Arc<Room>, key: Option<String>) -> RoomPlace {
        if let Some(key) = &key {
            room.change(|game| game.connect(key, true));
        }
        let mut view = room.view.subscribe();
        view.mark_changed();
        RoomPlace { room: Arc::clone(room), key, view }
    }
}

impl Drop for RoomPlace {
    /// Shows the other player that this one has left.
    fn drop(&mut self) {
        if let Some(key) = &self.key {
            self.room.change(|game| game.connect(key, false));
        }
    }
}

/// Makes the connection of a request a socket for games by link.
pub async fn upgrade(
    State(shared): State<Arc<ServerState>>,
    Extension(peer): Extension<Arc<Peer>>,
    Extension(client): Extension<ClientAddress>,
    upgrade: WebSocketUpgrade,
) -> Response {
    messages::limited(upgrade, MAX_MESSAGE)
        .on_upgrade(move |socket| serve(socket, peer, client, shared))
}

async fn serve(
    mut socket: WebSocket,
    peer: Arc<Peer>,
    client: ClientAddress,
    shared: Arc<ServerState>,
) {
    let end = match shared.room_sockets.take(client) {
        Ok(_place) => tokio::select! {
            end = exchange(&mut socket, &peer, client, &shared) => end,
            () = peer.closed() => None,
        },
        Err(NoPlace::Full) => {
            end(close_code::AGAIN, format!("{MAX_SOCKETS} people are in games, and no more fit"))
        }
        Err(NoPlace::Share(share)) => {
            end(close_code::AGAIN, format!("your share is {share} sockets: close a tab"))
        }
    };
    messages::close(socket, &shared.limits, end).await;
}

/// Carries messages both ways until one side ends.
async fn exchange(
    socket: &mut WebSocket,
    peer: &Peer,
    client: ClientAddress,
    shared: &ServerState,
) -> CloseReason {
    let limits = &shared.limits;
    let mut ping = interval(limits.ping);
    let mut tick = interval(TICK);
    let mut ending = shared.ending.subscribe();
    let mut heard = Instant::now();
    let mut place: Option<RoomPlace> = None;
    loop {
        let reply = tokio::select! {
            message = socket.recv() => {
                heard = Instant::now();
                match messages::text(message, socket, limits, peer).await {
                    Ok(Some(text)) => answer(shared, client, &mut place, &text),
                    Ok(None) => None,
                    Err(end) => return end,
                }
            }
            view = next_view(&mut place) => Some(format!("{{\"game\":{view}}}")),
            _ = tick.tick() => {
                if let Some(place) = &place {
                    place.room.tick();
                }
                None
            }
            _ = ping.tick() => {
                if heard.elapsed() > limits.silence {
                    return None;
                }
                send(socket, limits, Message::Ping(Bytes::new())).await?;
                None
            }
            _ = ending.changed() => return end(close_code::AWAY, "the server ends"),
        };
        if let Some(text) = reply {
            send(socket, limits, Message::Text(text.into())).await?;
        }
    }
}

/// Waits for the next change and returns the game; waits forever if the socket is in no room.
async fn next_view(place: &mut Option<RoomPlace>) -> String {
    if let Some(place) = place
        && place.view.changed().await.is_ok()
    {
        return place.view.borrow_and_update().clone();
    }
    std::future::pending().await
}

/// The reply to a message, if it needs one besides the game.
fn answer(
    shared: &ServerState,
    client: ClientAddress,
    place: &mut Option<RoomPlace>,
    text: &str,
) -> Option<String> {
    let request = serde_json::from_str(text).map_err(|error| error.to_string());
    let done = request.and_then(|request| act(shared, client, place, request));
    match done {
        Ok(seat) => seat.map(|seat| json!({ "seat": seat }).to_string()),
        Err(error) => Some(json!({ "error": error }).to_string()),
    }
}

/// Carries out a request; returns the seat if the client has taken one.
fn act(
    shared: &ServerState,
    client: ClientAddress,
    place: &mut Option<RoomPlace>,
    request: RoomRequest,
) -> Result<Option<Value>, String> {
    match (request, place.as_ref().and_then(|place| Some((&place.room, place.key.as_ref()?)))) {
        (RoomRequest::Create { game, name, colour }, _) => {
            let game = RoomGame::new(&game, &shared.limits.sandbox, shared.next_seed())?;
            let (id, room) = shared.rooms.create(game, client)?;
            let wanted: Option<Colour> = colour.and_then(|colour| colour.parse().ok());
            let seat = room.change(|game| game.sit(&name, wanted))?;
            Ok(Some(seated(place, &room, &id, seat)))
        }
        (RoomRequest::Join { room: id, name, key }, _) => {
            let room = shared.rooms.get(&id)?;
            let known = key.and_then(|key| Some((locked(&room.game).colour_of(&key)?, key)));
            let seat = known.map_or_else(|| room.change(|game| game.sit(&name, None)), Ok)?;
            Ok(Some(seated(place, &room, &id, seat)))
        }
        (RoomRequest::Watch { room: id }, _) => {
            *place = Some(RoomPlace::enter(&shared.rooms.get(&id)?, None));
            Ok(Some(json!({ "room": id })))
        }
        (RoomRequest::Move(word), Some((room, key))) => {
            room.change(|game| game.play(key, &word)).map(|()| None)
        }
        (RoomRequest::Resign, Some((room, key))) => {
            room.change(|game| game.resign(key)).map(|()| None)
        }
        (RoomRequest::Again, Some((room, key))) => {
            room.change(|game| game.again(key)).map(|()| None)
        }
        (_, None) => Err("you have no seat in this game".to_owned()),
    }
}

/// Enters a room on a seat; returns the description of the seat for its player.
fn seated(
    place: &mut Option<RoomPlace>,
    room: &Arc<Room>,
    id: &str,
    (colour, key): (Colour, String),
) -> Value {
    *place = Some(RoomPlace::enter(room, Some(key.clone())));
    json!({ "room": id, "key": key, "colour": colour.to_string() })
}
