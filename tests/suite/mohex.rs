//! The parameters of MoHex.

use crate::helper::{answer, fresh_session};

/// Few evaluations of the network are worth many playouts of MoHex, and more add ever less.
#[test]
fn more_playouts_of_mohex_are_more_evaluations_and_never_too_many() {
    let mut session = fresh_session();
    let mut counts = |agent: &str| -> Vec<u64> {
        assert_eq!(answer(&mut session, format!("set-agent {agent}")), "= \n\n");
        let games = [1, 12, 20, 100, 400, 1000, 2000, 4000, 500_000, 1_000_000_000];
        let count = |games: u64| {
            answer(&mut session, format!("param_mohex max_games {games}"));
            let agent = answer(&mut session, "agent black");
            let count = agent.trim_end().rsplit_once('=').and_then(|(_, n)| n.parse().ok());
            count.unwrap_or_else(|| panic!("{agent}"))
        };
        games.map(count).into()
    };
    assert_eq!(counts("neural"), [16, 16, 16, 16, 40, 100, 200, 400, 4472, 200_000]);
    let simulations = counts("mcts");
    assert!(simulations.is_sorted() && simulations[0] == 100, "{simulations:?}");
}

/// Replies to these lines without their sign and end.
fn replies(lines: &str) -> Vec<String> {
    let mut session = fresh_session();
    let reply = |line: &str| {
        let reply = answer(&mut session, line);
        reply.trim_start_matches("= ").trim_end().to_owned()
    };
    lines.lines().map(str::trim).map(reply).collect()
}

#[test]
fn a_swap_is_named_as_on_little_golem() {
    let found = replies(
        "boardsize 3
        set-agent solver
        param_game allow_swap 1
        param_game on_little_golem 1
        play black b2
        genmove white
        undo
        reg_genmove white
        param_game on_little_golem 0
        genmove white
        variant cylinder swap=on
        param_game on_little_golem 1
        play black a1
        genmove white",
    );
    let named = ["", "", "", "", "", "swap", "", "swap-pieces", "", "swap-pieces"];
    assert_eq!(found[..10], named);
    assert_eq!(found[13], "swap", "{found:?}");
}

#[test]
fn the_time_of_a_game_is_read_and_set_as_in_mohex() {
    let found = replies(
        "time_left
        time_left white
        param_game game_time 90.25
        time_left
        time_left black 54.5
        time_left b
        time_settings 0 30 5
        time_left
        clear_board
        time_left b
        param_game game_time inf
        time_left b
        play black a1",
    );
    let expected = [
        "Black: inf, White: inf",
        "inf",
        "",
        "Black: 90.25, White: 90.25",
        "",
        "54.5",
        "",
        "Black: 30, White: 30",
        "",
        "30",
        "",
        "inf",
        "",
    ];
    assert_eq!(found, expected);
    for wrong in ["-1", "soon", "nan", "1e999", ""] {
        let found = replies(&format!("param_game game_time {wrong}"));
        assert!(found[0].starts_with("? syntax error: expected "), "{found:?}");
    }
    let begun = replies("play black a1\nparam_game game_time 60\ntime_left")[1..].to_vec();
    let refused = "? the game has begun: game_time is set before the first move";
    assert_eq!(begun, [refused, "Black: inf, White: inf"]);
}
