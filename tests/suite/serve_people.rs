//! The server for several people: a password, games by link, engines of whoever runs it.

use std::net::{Ipv4Addr, SocketAddr};
use std::{collections::HashSet, fs, future::pending, thread, time::Duration};

use kring::serve::{Page, ServedFolder, Server, ServerExtras, ServerLimits, engines};
use serde_json::{Value, json};
use tungstenite::client;
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::frame::coding::CloseCode;

use crate::helper::{LIMIT, new_folder, program};
use crate::serve::{
    Socket, ask, closing, connect, header, hear, http, say, server, socket, status,
};

pub fn server_with(extras: ServerExtras) -> SocketAddr {
    seeded_server(Some(1), extras)
}

fn seeded_server(seed: Option<u64>, extras: ServerExtras) -> SocketAddr {
    let limits = ServerLimits::default();
    let address = ([127, 0, 0, 1], 0).into();
    let server = Server::bind(address, Page::Embedded, seed, limits, extras).unwrap();
    let address = server.address().unwrap();
    thread::spawn(move || server.run_until(pending::<()>()));
    address
}

#[test]
fn a_password_keeps_strangers_out() {
    let password = Some("a b:c".to_owned());
    let address = server_with(ServerExtras { password, ..ServerExtras::default() });
    let get = |headers: &str| http(address, "GET /", &address.to_string(), headers);
    assert_eq!(status(&get("")), 401);
    assert!(header(&get(""), "www-authenticate").starts_with("Basic "));
    // base64 of "me:wrong" and of "anybody:a b:c"
    assert_eq!(status(&get("Authorization: Basic bWU6d3Jvbmc=\r\n")), 401);
    assert_eq!(status(&get("Authorization: Basic !!!\r\n")), 401);
    // The bits behind the last letter of "a b:c" are not 0.
    assert_eq!(status(&get("Authorization: Basic YW55Ym9keTphIGI6Yx==\r\n")), 401);
    let page = get("Authorization: Basic YW55Ym9keTphIGI6Yw==\r\n");
    assert_eq!(status(&page), 200);
    let cookie = header(&page, "set-cookie").split(';').next().unwrap();
    assert_eq!(status(&get(&format!("Cookie: other=1; {cookie}\r\n"))), 200);
    assert_eq!(status(&get("Cookie: kring=0123\r\n")), 401);
    // A socket needs it, too.
    assert!(client(format!("ws://{address}/ws"), connect(address)).is_err());
    assert!(client(format!("ws://{address}/room"), connect(address)).is_err());
}

#[test]
fn sessions_choose_the_engines_that_were_named_and_no_others() {
    let command = format!("'{}' --agent random --seed 3", program().display());
    let named = engines(&[format!("friend={command}")]).unwrap();
    let address = server_with(ServerExtras { engines: named, ..ServerExtras::default() });
    let mut page = socket(address);
    let agents = ask(&mut page, "list-agents\n");
    assert!(agents.contains("\nfriend: a GTP engine"), "{agents}");
    assert!(ask(&mut page, "set-agent stranger\n").starts_with("? "));
    for line in ["boardsize 4", "set-agent white friend", "play black b2"] {
        assert_eq!(ask(&mut page, &format!("{line}\n")), "= \n\n");
    }
    assert_eq!(ask(&mut page, "agent white\n"), "= friend\n\n");
    let first = ask(&mut page, "genmove white\n");
    assert!(first.starts_with("= ") && first.trim().len() == 4, "{first}");
    // Moves that are taken back are taken back on the engine's board, too.
    for line in ["undo", "undo", "play black c3"] {
        assert_eq!(ask(&mut page, &format!("{line}\n")), "= \n\n");
    }
    for _ in 0..4 {
        let reply = ask(&mut page, "genmove white\n");
        assert!(reply.starts_with("= "), "{reply}");
        let legal = ask(&mut page, "all_legal_moves black\n");
        let black = legal.split_whitespace().nth(1).unwrap();
        ask(&mut page, &format!("play black {black}\n"));
    }
    assert_eq!(ask(&mut page, "set-agent friend\n"), "= \n\n");
    assert_eq!(ask(&mut page, "agent\n"), "= black: friend\nwhite: friend\n\n");
    assert_eq!(ask(&mut page, "set-agent white default\n"), "= \n\n");
    assert_eq!(ask(&mut page, "agent white\n"), "= neural memory=64\n\n");
}

#[test]
fn an_engine_that_fails_is_an_error_of_one_line() {
    let named = engines(&["broken=/nonexistent/engine".to_owned()]).unwrap();
    let address = server_with(ServerExtras { engines: named, ..ServerExtras::default() });
    let mut page = socket(address);
    assert_eq!(ask(&mut page, "set-agent broken\n"), "= \n\n");
    let reply = ask(&mut page, "genmove black\n");
    assert!(reply.starts_with("? broken: crash: "), "{reply}");
    assert_eq!(ask(&mut page, "name\n"), "= Kring\n\n");
    for (text, why) in [("neural", "is taken"), ("'my engine'", "expected NAME=COMMAND")] {
        let error = engines(&[text.to_owned()]).err().unwrap();
        assert!(error.contains(why), "{error}");
    }
}

fn room(address: SocketAddr) -> Socket {
    client(format!("ws://{address}/room"), connect(address)).unwrap().0
}

/// Sends a message and returns the first answer that has this field.
fn tell(socket: &mut Socket, message: &Value, field: &str) -> Value {
    say(socket, &message.to_string());
    listen(socket, field)
}

fn listen(socket: &mut Socket, field: &str) -> Value {
    loop {
        let heard: Value = serde_json::from_str(&hear(socket)).unwrap();
        if let Some(value) = heard.get(field) {
            return value.clone();
        }
    }
}

#[test]
fn two_people_play_by_link_and_a_third_watches() {
    let address = server(|_| {});
    let [mut ann, mut bob, mut eve] = [(); 3].map(|()| room(address));
    let create = json!({"create": {"size": "3x3", "rules": "hex swap=on", "seconds": 3600,
        "increment": 2, "name": "Ann", "colour": "black"}});
    let seat = tell(&mut ann, &create, "seat");
    assert_eq!(seat["colour"], "black");
    let id = seat["room"].clone();
    // Nobody moves before both are there.
    assert!(
        tell(&mut ann, &json!({"move": "b2"}), "error").as_str().unwrap().contains("not there")
    );
    let other = tell(&mut bob, &json!({"join": {"room": id, "name": "Bob"}}), "seat");
    assert_eq!(other["colour"], "white");
    tell(&mut eve, &json!({"watch": {"room": id}}), "game");
    let late = tell(&mut eve, &json!({"join": {"room": id, "name": "Eve"}}), "error");
    assert!(late.as_str().unwrap().contains("both seats"), "{late}");
    assert!(tell(&mut bob, &json!({"move": "a1"}), "error").as_str().unwrap().contains("turn"));
    assert!(tell(&mut eve, &json!({"move": "a1"}), "error").as_str().unwrap().contains("seat"));
    say(&mut ann, &json!({"move": "b2"}).to_string());
    loop {
        let game = listen(&mut bob, "game");
        if game["state"]["swap"] == "swap-pieces" {
            assert_eq!(game["names"], json!(["Ann", "Bob"]));
            assert_eq!(game["running"], "white");
            break;
        }
    }
    say(&mut bob, &json!({"move": "swap-pieces"}).to_string());
    for (player, mv) in [(0, "a1"), (1, "b1"), (0, "a2"), (1, "b3")] {
        let socket = if player == 0 { &mut ann } else { &mut bob };
        say(socket, &json!({"move": mv}).to_string());
        // Both see it before the other one moves.
        while listen(&mut ann, "game")["state"]["stones"].to_string().find(mv).is_none() {}
    }
    // A lost connection comes back with its key.
    drop(ann);
    let mut ann = room(address);
    let back = tell(&mut ann, &json!({"join": {"room": id, "key": seat["key"]}}), "seat");
    assert_eq!(back["colour"], "black");
    say(&mut ann, "\"resign\"");
    loop {
        let game = listen(&mut eve, "game");
        if game["over"] == json!(["white", "resignation"]) {
            break;
        }
    }
    assert!(tell(&mut bob, &json!({"move": "c3"}), "error").as_str().unwrap().contains("over"));
    // Another game when both ask for it: Bob, who moved second, has black, and the clocks are full.
    say(&mut ann, "\"again\"");
    while listen(&mut bob, "game")["again"] != json!([true, false]) {}
    say(&mut bob, "\"again\"");
    loop {
        let game = listen(&mut eve, "game");
        if game["state"]["moves"] == json!([]) {
            assert_eq!(game["names"], json!(["Bob", "Ann"]));
            assert_eq!((&game["exchanged"], &game["over"]), (&json!(true), &Value::Null));
            assert!(game["clock"][0].as_f64().unwrap() > 3000.0);
            break;
        }
    }
    // A player who goes is seen to go.
    drop(ann);
    while listen(&mut eve, "game")["there"] != json!([true, false]) {}
}

/// The coins of a room, each tossed for the next move of a game by link.
fn coins(address: SocketAddr) -> Vec<Value> {
    let [mut ann, mut bob] = [(); 2].map(|()| room(address));
    let create = json!({"create": {"size": "5x5", "rules": "random-turn", "colour": "black"}});
    let id = tell(&mut ann, &create, "seat")["room"].clone();
    tell(&mut bob, &json!({"join": {"room": id}}), "seat");
    let mut coins = Vec::new();
    // No two of them are neighbours, so nobody wins.
    for mv in ["a1", "c1", "e1", "a3", "c3", "e3", "a5", "c5"] {
        let turn = loop {
            let game = listen(&mut ann, "game");
            let moves = game["state"]["moves"].as_array().unwrap().len();
            if moves == coins.len() && game["running"].is_string() {
                break game["running"].clone();
            }
        };
        let socket = if turn == "black" { &mut ann } else { &mut bob };
        say(socket, &json!({"move": mv}).to_string());
        coins.push(turn);
    }
    coins
}

#[test]
fn nobody_foresees_the_coins_of_a_game_by_link() {
    // With a seed two servers toss the same coins; without one the rooms of a server have nothing
    // in common, and a session does not know the seed of a room.
    let seeded = [(); 2].map(|()| coins(server_with(ServerExtras::default())));
    assert_eq!(seeded[0], seeded[1]);
    let address = seeded_server(None, ServerExtras::default());
    let all: HashSet<String> = (0..5).map(|_| format!("{:?}", coins(address))).collect();
    assert!(all.len() > 1, "{all:?}");
    let seed = |socket: &mut Socket| {
        let reply = ask(socket, "seed\n");
        reply.trim_matches(|c: char| !c.is_ascii_digit()).parse::<u64>().unwrap()
    };
    let first = seed(&mut socket(address));
    let second = seed(&mut socket(address));
    assert!(first.abs_diff(second) > 1000, "{first} {second}");
}

#[test]
fn names_hold_no_marks_that_turn_the_direction_of_a_text() {
    let address = server(|_| {});
    let mut ann = room(address);
    let create = json!({"create": {"size": "5x5", "name": "\u{202e}Bob\u{200b}"}});
    tell(&mut ann, &create, "seat");
    while listen(&mut ann, "game")["names"][0] != json!("Bob") {}
}

/// The socket of a client that a proxy names.
fn room_of(address: SocketAddr, name: &str) -> Socket {
    let mut request = format!("ws://{address}/room").into_client_request().unwrap();
    request.headers_mut().insert("x-forwarded-for", name.parse().unwrap());
    client(request, connect(address)).unwrap().0
}

#[test]
fn one_client_leaves_games_by_link_for_others() {
    let address = server(|limits| limits.proxies = vec![Ipv4Addr::LOCALHOST.into()]);
    let create = json!({"create": {"size": "3x3", "name": "Ann"}});
    let mut greedy = room_of(address, "192.0.2.1");
    for _ in 0..50 {
        tell(&mut greedy, &create, "seat");
    }
    let refusal = tell(&mut greedy, &create, "error");
    assert_eq!(refusal, "50 of your games are open: end one");
    let mut sockets = vec![greedy];
    for _ in 1..64 {
        let mut socket = room_of(address, "192.0.2.1");
        tell(&mut socket, &json!({"watch": {"room": "none"}}), "error");
        sockets.push(socket);
    }
    let (code, why) = closing(&mut room_of(address, "192.0.2.1"));
    assert_eq!((code, &why[..]), (CloseCode::Again, "your share is 64 sockets: close a tab"));
    tell(&mut room_of(address, "192.0.2.2"), &create, "seat");
    // The header of somebody else names nobody: all these are the user of the machine.
    let address = server(|_| {});
    let mut user = room_of(address, "192.0.2.1");
    for _ in 0..200 {
        tell(&mut user, &create, "seat");
    }
    let refusal = tell(&mut user, &create, "error");
    assert_eq!(refusal, "200 games are open, and no more fit: try again in minutes");
}

#[test]
fn a_clock_that_runs_out_ends_the_game() {
    let address = server(|_| {});
    let [mut ann, mut bob] = [(); 2].map(|()| room(address));
    let create = json!({"create": {"size": "5x5", "rules": "torus", "seconds": 1}});
    let id = tell(&mut ann, &create, "seat")["room"].clone();
    tell(&mut bob, &json!({"join": {"room": id}}), "seat");
    thread::sleep(Duration::from_millis(100));
    while listen(&mut bob, "game")["over"] != json!(["white", "time"]) {}
    for message in
        ["", "{}", "[]", "{\"create\":{\"size\":\"99x1\"}}", "{\"join\":{\"room\":\"x\"}}"]
    {
        say(&mut bob, message);
        assert!(listen(&mut bob, "error").is_string());
    }
}

#[test]
fn a_folder_of_games_is_listed_opened_and_reviewed() {
    let folder = new_folder("serve-games");
    let game = "(;FF[4]GM[11]SZ[3]PB[Ann]PW[Bob]RU[rhombus swap=on];B[b2];W[swap-pieces];B[a1];W[c2];B[a2];W[a3])";
    for (name, text) in
        [("a game.sgf", game), ("broken.SGF", "no game"), ("notes.txt", "secret"), ("b.sgf", game)]
    {
        fs::write(folder.join(name), text).unwrap();
    }
    assert!(ServedFolder::new(&folder.join("missing")).is_err());
    let games = Some(ServedFolder::new(&folder).unwrap());
    let address = server_with(ServerExtras { games, ..ServerExtras::default() });
    let ask = |line: &str| http(address, line, &address.to_string(), "Content-Length: 0\r\n");
    let body = |reply: &str| reply.split_once("\r\n\r\n").unwrap().1.to_owned();
    let json = |line: &str| -> Value { serde_json::from_str(&body(&ask(line))).unwrap() };
    assert_eq!(json("GET /games/offered"), true);
    let list = json("GET /games");
    let list = list["games"].as_array().unwrap();
    let names: Vec<&str> = list.iter().map(|game| game["file"].as_str().unwrap()).collect();
    assert_eq!(names, ["a game.sgf", "b.sgf", "broken.SGF"]);
    let [first, _, broken] = &list[..] else { panic!("{list:?}") };
    assert_eq!(first["players"], json!(["Ann", "Bob"]));
    assert_eq!(first["address"], "#3x3/swap=on//b2:sa1c2a2a3");
    assert_eq!(first["winner"], "white");
    assert!(broken["error"].is_string(), "{broken}");
    let id = first["id"].as_str().unwrap();
    assert_eq!(body(&ask(&format!("GET /games/{id}.sgf"))), game);
    for path in ["notes.txt", "..%2fnotes.sgf", "0000000000000000.sgf", &format!("{id}.html")] {
        assert_eq!(status(&ask(&format!("GET /games/{path}"))), 404, "{path}");
    }
    let review = || {
        assert_eq!(status(&ask("POST /games/review")), 200);
        let begin = std::time::Instant::now();
        let mut progress = json("GET /games/review");
        while progress["running"] == true {
            assert!(begin.elapsed() < LIMIT, "{progress}");
            thread::sleep(Duration::from_millis(50));
            progress = json("GET /games/review");
        }
        progress
    };
    let progress = review();
    assert_eq!((&progress["done"], &progress["total"]), (&json!(3), &json!(3)));
    assert_eq!(progress["games"][id]["sides"][0]["moves"], 3);
    assert!(progress["games"][broken["id"].as_str().unwrap()]["error"].is_string());
    let page = ask(&format!("GET /games/{id}.html"));
    assert!(page.contains("Review of a game.sgf"), "{page}");
    // A file that changed holds another game, and its old review is of no use.
    fs::write(folder.join("a game.sgf"), game.replace(";W[a3]", "")).unwrap();
    assert_eq!(review()["games"][id]["sides"][1]["moves"], 2);
    // Other pages cannot begin a review, and a server without a folder has none.
    let foreign = "Origin: http://evil.example\r\nContent-Length: 0\r\n";
    assert_eq!(status(&http(address, "POST /games/review", &address.to_string(), foreign)), 403);
    let plain = server(|_| {});
    assert_eq!(status(&http(plain, "GET /games", &plain.to_string(), "")), 404);
}

#[test]
fn a_folder_of_proofs_is_listed_and_nothing_else_is_read() {
    let folder = new_folder("serve-proofs");
    fs::write(folder.join("a.proof"), b"kring proof 1\nnothing").unwrap();
    fs::write(folder.join("secret.txt"), "secret").unwrap();
    let proofs = Some(ServedFolder::new(&folder).unwrap());
    let with = server_with(ServerExtras { proofs, ..ServerExtras::default() });
    let get = |address: SocketAddr, path: &str| {
        http(address, &format!("GET {path}"), &address.to_string(), "")
    };
    assert!(get(with, "/proofs").ends_with("\r\n\r\n[\"a.proof\"]"));
    assert!(get(with, "/proofs/a.proof").ends_with("kring proof 1\nnothing"));
    for path in ["secret.txt", "b.proof", "..%2Fa.proof", "%2e%2e%2fsecret.txt"] {
        assert_eq!(status(&get(with, &format!("/proofs/{path}"))), 404, "{path}");
    }
    let without = server_with(ServerExtras::default());
    assert!(get(without, "/proofs").ends_with("\r\n\r\n[]"));
    assert_eq!(status(&get(without, "/proofs/a.proof")), 404);
    assert!(ServedFolder::new(&folder.join("none")).is_err());
}
