//! The files of tournaments: players, pairs, and what is refused.

use std::{fs, path::Path, process::Command};

use kring::arena::TournamentFile;

use crate::helper::{new_folder, program};

#[test]
fn files_of_tournaments_are_read_and_checked() {
    let names = |text: &str| -> Result<Vec<String>, String> {
        let file = TournamentFile::parse(text).map_err(|error| error.to_string())?;
        let players = file.players().map_err(|error| error.to_string())?;
        file.event(&players, false).map_err(|error| error.to_string())?;
        Ok(players.into_iter().map(|player| player.name).collect())
    };
    let player =
        |text: &str| format!("games = 2\n[[player]]\nagent = 'random'\n[[player]]\n{text}");
    assert_eq!(
        names(&player("agent = 'mcts'\nsims = [1, 2]\nrave = [true, false]")).unwrap(),
        [
            "random",
            "mcts rave=on sims=1",
            "mcts rave=on sims=2",
            "mcts rave=off sims=1",
            "mcts rave=off sims=2"
        ]
    );
    assert_eq!(
        names(&player("agent = 'mcts,sims=3'\nrave = true")).unwrap(),
        ["random", "mcts sims=3 rave=on"]
    );
    let piped =
        format!("cmd = \"'{}' --agent random\"\ninit = 'seed {{s}}'\n", program().display());
    assert_eq!(
        names(&player(&format!("{piped}s = [1, 2]\nname = 'p'"))).unwrap(),
        ["random", "p s=1", "p s=2"]
    );
    for (text, message) in [
        (player("agent = 'random'"), "two players 'random'"),
        (player("agent = 'nobody'"), "there is no agent 'nobody'"),
        (player("agent = 'mcts'\nsims = 'x'"), "player 2: sims=x"),
        (player("name = 'x'"), "either agent"),
        ("sizes = ['0x3']".to_owned(), "each side must be from 1 to 32"),
        ("variants = ['cube']".to_owned(), "'cube' is neither"),
        ("tpye = 'gauntlet'".to_owned(), "unknown field `tpye`"),
        ("[[player]]\nagent = 'random'".to_owned(), "at least two players"),
        ("move-time = 0.0".to_owned(), "seconds above 0"),
    ] {
        let error = names(&text).unwrap_err();
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn a_tournament_without_games_is_refused_also_in_a_file() {
    let path = new_folder("tournament-without-games").join("cup.toml");
    let text = "games = 0\n[[player]]\nagent = 'random'\n[[player]]\nagent = 'heuristic'\n";
    fs::write(&path, text).unwrap();
    let output = Command::new(program()).arg("tournament").arg(&path).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("games = 0: there is nothing to play"), "{said}");
}

/// Lists of values multiply: their products are counted before anything is made of them.
#[test]
fn a_tournament_that_is_too_large_is_refused_at_once() {
    let list = |count: usize| format!("{:?}", (1..=count).collect::<Vec<_>>());
    let entry = |seeds| format!("[[player]]\nagent = 'mcts'\nseed = {}\n", list(seeds));
    let error = |text: &str| {
        let file = TournamentFile::parse(text).unwrap();
        let event = file.players().and_then(|players| file.event(&players, false).map(|_| ()));
        event.unwrap_err().to_string()
    };
    let threefold = format!("{}sims = {}\nmemory = {}\n", entry(3000), list(3000), list(3000));
    for (text, message) in [
        (entry(3000), "at most 1000 players, and this one has 3000"),
        (threefold, "at most 1000 players, and this one has 27000000000"),
        (entry(1000), "at most 100000 matches, and this one has 499500"),
        (format!("games = 9000000000000\n{}", entry(2)), "at most 1000000000000 games"),
    ] {
        let error = error(&text);
        assert!(error.contains(message), "{error}");
    }
    let file = TournamentFile::parse(&format!("type = 'gauntlet'\n{}", entry(1000))).unwrap();
    let players = file.players().unwrap();
    assert_eq!(file.event(&players, false).unwrap().pairings.len(), 999);
}

#[test]
fn a_gauntlet_is_one_against_the_rest() {
    let text = "type = 'gauntlet'\ngames = 2\nsizes = ['3x3', '4x4']\n
        [[player]]\nagent = 'random'\n[[player]]\nagent = 'mcts'\nsims = [1, 2]\n
        [[player]]\nagent = 'heuristic'\nchallenger = true\n";
    let pairs = |text: &str| -> Vec<[usize; 2]> {
        let file = TournamentFile::parse(text).unwrap();
        let players = file.players().unwrap();
        let event = file.event(&players, false).unwrap();
        assert_eq!(event.games, 2 * event.pairings.len());
        event.pairings.iter().map(|pairing| pairing.players).collect()
    };
    assert_eq!(pairs(text), [[3, 0], [3, 1], [3, 2], [3, 0], [3, 1], [3, 2]]);
    assert_eq!(pairs(&text.replace("challenger = true", ""))[..3], [[0, 1], [0, 2], [0, 3]]);
    assert_eq!(pairs(&text.replace("gauntlet", "round-robin")).len(), 12);
}

#[test]
fn who_does_not_play_a_game_is_left_out_or_an_error() {
    let text = "colours = 'black'\nsizes = ['4x4']\nvariants = ['hex', 'cylinder']\n
        [[player]]\nagent = 'pairing'\n[[player]]\nagent = 'random'\n";
    let event = |text: &str| {
        let file = TournamentFile::parse(text).unwrap();
        let players = file.players().unwrap();
        let event = file.event(&players, false);
        event.map(|event| event.pairings.len()).map_err(|error| error.to_string())
    };
    let error = event(text).unwrap_err();
    assert!(error.starts_with("pairing does not play black in 4x4 rhombus"), "{error}");
    assert_eq!(event(&format!("skip-unplayable = true\n{text}")), Ok(1));
}

#[test]
fn the_example_is_a_tournament() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/experiments/example.toml");
    let file = TournamentFile::read(&path).unwrap();
    let players = file.players().unwrap();
    assert!(file.event(&players, false).unwrap().games > 0);
}
