//! `kring play`: whole games, every command, errors, and the drawing of boards.

#[cfg(unix)]
use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
use std::{
    fs, io,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use assert_cmd::Command;
use kring::{
    board::{
        Cell, Colour, Goal, Move, Position, Rules, Turns,
        chance::{self, Purpose},
    },
    play::{
        COMMANDS, Completions, Interrupt, LineInput, People, PipedInput, PlaySetup, Terminal,
        TerminalGame, Typed, board, complete, run,
    },
};
use rand::RngExt;

use crate::helper::{LARGEST, LIMIT, all_rules, new_folder, program};

fn setup(size: &str, rules: &str, people: &str) -> PlaySetup {
    PlaySetup {
        size: size.parse().unwrap(),
        rules: rules.parse().unwrap(),
        people: people.parse().unwrap(),
        agent: Some("random".parse().unwrap()),
        level: None,
        seed: 1,
    }
}

fn game(size: &str, rules: &str, people: &str) -> TerminalGame {
    TerminalGame::new(setup(size, rules, people), Interrupt::default()).unwrap()
}

/// What is written in plain text while this input is read.
fn written(game: &mut TerminalGame, input: &mut dyn LineInput) -> String {
    let mut terminal = Terminal { output: Vec::new(), colours: false, in_place: false };
    run(game, input, &mut terminal).unwrap();
    String::from_utf8(terminal.output).unwrap()
}

/// The same for these lines.
fn typed(game: &mut TerminalGame, lines: &str) -> String {
    written(game, &mut PipedInput(lines.as_bytes()))
}

/// The lines between what was typed and the next prompt or board.
fn replies(text: &str) -> Vec<&str> {
    let is_reply = |line: &&str| !line.contains("> ") && !line.starts_with([' ', '>']);
    let replies = text.lines().filter(is_reply);
    replies.filter(|line| !line.starts_with("Kring ") && !line.starts_with("move ")).collect()
}

/// Plays the middle one of the legal cells, with other lines now and then.
#[derive(Default)]
struct Player {
    typed: usize,
    lines: Vec<(usize, &'static str)>,
}

impl LineInput for Player {
    fn line(&mut self, _: &str, cells: Vec<String>) -> io::Result<Typed> {
        self.typed += 1;
        let other = self.lines.iter().find(|(at, _)| *at == self.typed).map(|(_, line)| *line);
        let cell = cells.get(cells.len() / 2).cloned();
        Ok(other.map(str::to_owned).or(cell).map_or(Typed::End, Typed::Text))
    }

    fn is_visible(&self) -> bool {
        false
    }
}

#[test]
fn every_game_is_played_to_its_end() {
    let mut undone = 0;
    let mut hinted = 0;
    for (seed, rules) in (0..).zip(all_rules()) {
        for people in ["black", "white", "both"] {
            let setup = PlaySetup { seed, ..setup("4x3", &rules.to_string(), people) };
            let mut game = TerminalGame::new(setup, Interrupt::default()).unwrap();
            // Hints take most of the time of this test.
            let hint = if people == "white" { "hint" } else { "board" };
            let lines = [(2, hint), (4, "undo"), (6, "undo")].to_vec();
            let text = written(&mut game, &mut Player { typed: 0, lines });
            let position = game.position();
            let winner = position.winner().unwrap_or_else(|| panic!("{rules}\n{text}"));
            let who = match (people == "both", game.is_person(winner)) {
                (true, _) => format!("The game is over: {winner} has won"),
                (false, true) => "You have won".to_owned(),
                (false, false) => "You have lost".to_owned(),
            };
            let kind = match position.geometry().goal(winner) {
                Goal::Path => "chain",
                Goal::Ring => "ring",
            };
            let end = text.lines().rev().nth(1).unwrap_or_default();
            let expected = format!("{who}, by {winner}'s {kind} ");
            assert!(end.starts_with(&expected), "{rules} {people}: {expected}\n{text}");
            undone += usize::from(text.contains("taken back: "));
            hinted += usize::from(text.contains("\nhint: "));
            assert_eq!(text.contains("the coin says "), rules.turns == Turns::Random, "{text}");
            assert_eq!(text.contains("seasons due: "), rules.seasons.count() > 1, "{text}");
            assert_eq!(text.contains('~'), rules.topology.wraps_columns(), "{text}");
            assert!(!text.contains('\x1b'), "{text}");
        }
    }
    assert!(undone > 90 && hinted > 30, "{undone} {hinted}");
}

#[test]
fn a_short_game_looks_like_this() {
    let mut command = Command::new(program());
    command.args(["play", "--size", "3x3", "--variant", "cylinder", "--agent", "random"]);
    command.args(["--seed", "1"]).timeout(LIMIT);
    let output = command.write_stdin("b2\nb2\nc1\nb3\n").output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text, include_str!("play.txt"), "{text}");
}

#[test]
fn every_command_does_what_it_says() {
    let file = new_folder("play").join("a game.sgf");
    let file = file.display();
    let script = [
        ("help", "  undo "),
        ("colour both", "black is a person, white is a person"),
        ("a1", ""),
        ("swap", "white swaps: the stone is white now, mirrored to a1"),
        ("undo", "taken back: swap-pieces"),
        ("b1", ""),
        ("link", "https://hexworld.org/board/#4c1,a1b1"),
        (&format!("save {file}"), "saved as "),
        ("new 3x5 torus", "a new game: 3x5 torus"),
        (&format!("load {file}"), "loaded: 4x4 rhombus, swap, 2 moves"),
        ("load https://hexworld.org/board/#5,a1c3", "loaded: 5x5 rhombus, 2 moves"),
        ("agent mcts sims=64", "black is a person, white is a person"),
        ("colour white", "black is mcts sims=64, white is you"),
        ("hint", "hint: "),
        ("level 2", "black is mcts sims=64 level=2, white is you"),
        ("agent default", "black is neural level=2, white is you"),
        ("agent black heuristic", "black is heuristic, white is you"),
        ("agent", "  ring-master"),
        ("new seasons=3 4x4 hex", "a new game: 4x4 rhombus, 3 seasons"),
        ("analysis", "the analysis is on"),
        ("board", ", visits "),
        ("analysis", "the analysis is off"),
        ("Color none", "press Enter for each move"),
        ("", "white plays "),
        ("undo", "taken back: "),
        ("colour black", "black is you, white is neural level=2"),
        ("resign", "You have lost, black resigned."),
        ("new", "a new game: 4x4 rhombus, 3 seasons"),
        ("quit", ""),
    ];
    let mut game = game("4x4", "hex swap=on", "black");
    let lines: String = script.iter().map(|(line, _)| format!("{line}\n")).collect();
    let text = typed(&mut game, &lines);
    let mut rest = text.as_str();
    for (at, (line, reply)) in script.iter().enumerate() {
        let echo = |line: &str| format!("> {line}\n");
        let begin = rest.find(&echo(line)).unwrap_or_else(|| panic!("{line}\n{text}"));
        rest = &rest[begin + echo(line).len()..];
        let end = script.get(at + 1).and_then(|(next, _)| rest.find(&echo(next)));
        assert!(rest[..end.unwrap_or(rest.len())].contains(reply), "{line}: {reply}\n{rest}");
    }
    assert!(game.is_finished);
    for command in COMMANDS {
        let name = |line: &str| line.to_lowercase().replace("color ", "colour ");
        let is_said = |line: &str| name(line).split(' ').next() == Some(command.name);
        assert!(script.iter().any(|(line, _)| is_said(line)), "{}", command.name);
    }
}

/// The text after `save` or `load` is the name of the file as it is.
#[test]
fn any_name_of_a_file_is_saved_and_loaded() {
    let folder = new_folder("play-names");
    let names =
        ["my 3", "two  blanks.sgf", "x#y.sgf", "#1", "a\\b", "a\\ b", "it's \"a\".sgf", "tab\tbed"];
    for (number, name) in names.into_iter().enumerate() {
        let path = folder.join(name).display().to_string();
        let mut game = game("4x4", "hex", "both");
        let cells: Vec<String> = game.legal_cells();
        let text =
            typed(&mut game, &format!("{}\nsave {path}\nnew\n  load  {path}  \n", cells[number]));
        assert!(text.contains(&format!("saved as {path}\n")), "{text}");
        assert!(text.contains("loaded: 4x4 rhombus, 1 move\n"), "{text}");
        assert!(folder.join(name).is_file(), "{name}");
        // An option of the command line is a path, too.
        let mut command = Command::new(program());
        command
            .current_dir(&folder)
            .args(["play", "--colour", "both", "--load"])
            .arg(format!("./{name}"));
        let output = command.timeout(LIMIT).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(&format!("move 1: black {}\n", cells[number])), "{name}: {text}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), names.len());
    // A name that is no text, either.
    #[cfg(unix)]
    {
        let name = OsStr::from_bytes(b"\xff.sgf");
        fs::copy(folder.join("my 3"), folder.join(name)).unwrap();
        let mut command = Command::new(program());
        command.current_dir(&folder).args(["play", "--colour", "both", "--load"]).arg(name);
        let output = command.timeout(LIMIT).output().unwrap();
        assert!(String::from_utf8_lossy(&output.stdout).contains("move 1: black a1\n"));
    }
}

#[test]
fn a_hint_has_a_chance_if_the_agent_has_a_view() {
    let hint = |agent: &str| {
        let lines = format!("agent black {agent}\nhint\nquit\n");
        let text = typed(&mut game("3x3", "hex", "none"), &lines);
        let hint = text.lines().find_map(|line| line.strip_prefix("hint: "));
        hint.unwrap_or_else(|| panic!("{text}")).to_owned()
    };
    let searched = hint("mcts sims=64");
    assert!(searched.contains(", black wins ") && searched.ends_with(" %"), "{searched}");
    let random = hint("random");
    assert_eq!(random.len(), 2, "{random}");
}

#[test]
fn errors_are_one_line_and_change_nothing() {
    let mut game = game("3x3", "hex", "both");
    for (line, error) in [
        ("a1", ""),
        ("a1", "illegal move: a1 is taken"),
        ("z9", "illegal move: z9 is not on the board"),
        ("a99999999999999999999", ""),
        ("swap", "illegal move: swap-pieces is not allowed: the swap rule is off"),
        ("foo", "unknown command: a move is a cell such as d4; 'help' lists the rest"),
        ("hnit", "unknown command: did you mean 'hint'?"),
        ("b2 c2", "unknown command: a move is a cell such as d4; 'help' lists the rest"),
        ("level", "syntax error: expected level 1 to level 9"),
        ("level 10", "syntax error: a level is from 1 to 9"),
        ("agent nobody", "syntax error: there is no agent 'nobody'; available: random, "),
        ("agent mcts sims=x", "syntax error: sims=x: expected 1..1000000000 (at character 11)"),
        ("colour red", "syntax error: expected black, white, both or none"),
        ("new torus 99x99", "99x99: each side must be from 1 to 32"),
        ("new 5x5 6x6", "syntax error: the size is given twice"),
        ("new chess", "'chess' is neither a variant "),
        ("new swap=maybe", "swap=maybe: expected on or off"),
        ("save", "syntax error: expected save FILE"),
        ("save /nonexistent/x.sgf", "cannot save file: /nonexistent/x.sgf: "),
        ("load /nonexistent.sgf", "cannot load file: /nonexistent.sgf: "),
        ("load https://hexworld.org/board/#3,a9", "syntax error: move 1: 'a9' is not a move "),
        ("\u{1b}[A\u{7f}é", "unknown command: "),
    ] {
        let before = game.position().clone();
        let text = typed(&mut game, &format!("{line}\n"));
        let told = replies(text.split_once(&format!("> {line}\n")).expect("an echo").1);
        if line == "a1" && error.is_empty() {
            continue;
        }
        assert!(told.len() == 1 && told[0].starts_with(error), "{line}: {told:?}");
        assert_eq!(*game.position(), before, "{line}");
    }
    let mut game = self::game("3x3", "torus swap=on", "white");
    let told = typed(&mut game, "agent black pairing\ncolour black\nagent pairing\n");
    assert!(told.contains("pairing does not play black in this game: "), "{told}");
    assert!(told.contains("pairing does not play white in this game: "), "{told}");
    let told = typed(&mut game, "agent neural level=1\nnew random-turn\n");
    assert!(told.contains("neural does not play white in this game: "), "{told}");
    assert!(told.contains("; now coin-exact plays white"), "{told}");
    let told = typed(&mut game, "new seasonal\nundo\n");
    assert!(told.contains("cannot undo: no move has been made"), "{told}");
}

#[test]
fn an_undone_swap_gives_the_seats_back() {
    // On a cylinder the players change their colours, and the stones stay.
    let mut game = game("4x4", "cylinder swap=on", "white");
    let text = typed(&mut game, "swap\n");
    assert!(text.contains("white swaps the sides: you play black now"), "{text}");
    assert!(text.contains("'swap' takes the first move over: the players exchange"), "{text}");
    assert!(game.is_person(Colour::Black) && !game.is_person(Colour::White));
    // White was to move, and the agent is white now.
    let moves: Vec<(Colour, Move)> = game.position().moves().collect();
    assert_eq!(
        moves.iter().map(|(mover, _)| *mover).collect::<Vec<_>>(),
        [Colour::Black, Colour::White, Colour::White]
    );
    assert_eq!(game.position().turn(), Some(Colour::Black));
    let text = typed(&mut game, "undo\n");
    assert!(text.contains("taken back: swap-sides "), "{text}");
    assert!(game.is_person(Colour::White) && !game.is_person(Colour::Black));
    assert_eq!((game.position().ply(), game.position().turn()), (1, Some(Colour::White)));
    typed(&mut game, "colour black\nundo\n");
    assert!(game.is_person(Colour::Black));
}

#[test]
fn an_undone_move_finds_its_coin_again() {
    let mut game = game("5x5", "torus turns=random seasons=2", "black");
    let cell = game_cells(&mut game);
    let before = game.position().clone();
    assert_eq!(before.declared(), Some(Colour::Black));
    typed(&mut game, &format!("{}\n", cell[0]));
    assert!(game.position().ply() > before.ply());
    let text = typed(&mut game, "undo\n");
    assert_eq!(*game.position(), before);
    assert!(!text.split("taken back").nth(1).unwrap().contains("coin"), "{text}");
}

/// The legal cells once the agent has moved.
fn game_cells(game: &mut TerminalGame) -> Vec<String> {
    typed(game, "board\n");
    game.legal_cells()
}

#[test]
fn the_end_of_the_input_ends_the_game_in_peace() {
    for (lines, last) in [("", "black"), ("a1\nb2", "black"), ("a1\nhi", "unknown command")] {
        let mut command = Command::new(program());
        command.args(["play", "--size", "6", "--agent", "random", "--seed", "1"]);
        let output = command.timeout(LIMIT).write_stdin(lines).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]), "{text}");
        assert!(text.contains(last) && text.ends_with('\n') && !text.contains('\x1b'), "{text}");
    }
}

#[test]
fn ctrl_c_moves_at_once_and_twice_at_the_prompt_ends() {
    let interrupt = Interrupt::default();
    let agent = Some("mcts sims=1000000000".parse().unwrap());
    let setup = PlaySetup { agent, ..setup("5x5", "hex", "white") };
    let mut game = TerminalGame::new(setup, interrupt.clone()).unwrap();
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                interrupt.interrupt();
                thread::sleep(Duration::from_millis(5));
            }
        });
        game.advance(false, &mut |_, _| ());
        is_done.store(true, Ordering::Relaxed);
    });
    assert_eq!(game.position().ply(), 1);
    assert!(!interrupt.interrupt());

    struct Keys(Vec<Typed>);
    impl LineInput for Keys {
        fn line(&mut self, _: &str, _: Vec<String>) -> io::Result<Typed> {
            Ok(self.0.pop().expect("the program ends before"))
        }
        fn is_visible(&self) -> bool {
            true
        }
    }
    let once = || vec![Typed::Interrupted, Typed::Interrupted];
    let mut keys = Keys([once(), vec![Typed::Text("link".into()), Typed::Interrupted]].concat());
    let text = written(&mut game, &mut keys);
    assert_eq!(keys.0, []);
    assert_eq!(text.matches("Ctrl-C once more").count(), 2, "{text}");
}

#[test]
fn a_terminal_is_drawn_in_place_and_with_colours() {
    struct Screen(Vec<&'static str>);
    impl LineInput for Screen {
        fn line(&mut self, _: &str, _: Vec<String>) -> io::Result<Typed> {
            Ok(self.0.pop().map_or(Typed::End, |line| Typed::Text(line.to_owned())))
        }
        fn size(&mut self) -> Option<(usize, usize)> {
            Some((80, 24))
        }
        fn is_visible(&self) -> bool {
            true
        }
    }
    let mut terminal = Terminal { output: Vec::new(), colours: true, in_place: true };
    let mut game = game("7x7", "torus", "black");
    let lines = ["help", "new hex 32x32", "new hex 3x3", "a1", "foo", "d4"];
    run(&mut game, &mut Screen(lines.to_vec()), &mut terminal).unwrap();
    let text = String::from_utf8(terminal.output).unwrap();
    // First and last, after each line, and once while the agent thinks.
    let screens: Vec<&str> = text.split("\x1b[H").skip(1).collect();
    assert_eq!(screens.len(), 9);
    assert!(screens.iter().all(|screen| screen.ends_with("\x1b[J")), "{text}");
    assert!(screens[1].contains("white (random) thinks; Ctrl-C: move now"));
    assert!(screens[3].contains("unknown command"));
    assert!(screens[7].contains("The board has 103 columns, the terminal only 80."));
    assert!(screens[8].contains("Enter shows the board.") && !screens[8].contains('·'));
    assert!(screens[8].lines().count() < 24);
    assert!(screens[8].lines().all(|line| line.chars().count() < 84), "{}", screens[8]);
}

fn drawn(position: &Position) -> String {
    board(position, None, false).iter().map(|line| line.text(false) + "\n").collect()
}

fn position(size: &str, rules: &str, moves: &str) -> Position {
    let size = size.parse().unwrap();
    let mut position = Position::new(chance::game(size, rules.parse().unwrap(), 1));
    for name in moves.split_whitespace() {
        let colour = Colour::ALL[position.ply() % 2];
        position.play(colour, Move::from_name(size, name).unwrap()).unwrap();
    }
    position
}

#[test]
fn boards_go_on_beyond_the_sides_that_wrap() {
    let torus = drawn(&position("3x3", "torus", "a1 c2"));
    assert_eq!(
        torus,
        "    c a b c a
  3  , , , , ,  3
   1  ,~B . .~b  1
    2  w~. .(W),  2
     3  ,~. . .~,  3
      1  , b , , b  1
          c a b c a
"
    );
    let cylinder = drawn(&position("4x2", "cylinder", "a1 b1 a2"));
    assert_eq!(
        cylinder,
        "    d a b c d a
  1  ,~B W . .~b  1
   2  ,(B). . .~b  2
       d a b c d a
"
    );
}

#[test]
fn the_winning_chain_is_marked() {
    let won = position("3x3", "hex", "b1 a1 b2 a2 b3");
    assert_eq!(
        drawn(&won),
        "    a b c
  1  W*B .  1
   2  W*B .  2
    3  .(B).  3
        a b c
"
    );
    let colours: Vec<String> = board(&won, None, true).iter().map(|l| l.text(true)).collect();
    let chain = colours.iter().filter(|line| line.contains("\x1b[48;5;75m●")).count();
    assert_eq!(chain, 3, "{colours:?}");
    assert!(colours.iter().all(|line| !line.contains('B')), "{colours:?}");
}

#[test]
fn seasons_are_digits_and_the_one_that_is_due_is_coloured() {
    let position = position("4x4", "seasonal", "");
    let text = drawn(&position);
    let digits = |digit: char| text.matches(&format!(" {digit}")).count();
    assert!(digits('1') >= 5 && digits('2') >= 5 && digits('3') >= 5, "{text}");
    let colours: String = board(&position, None, true).iter().map(|l| l.text(true)).collect();
    let due = position.legal_cells(Colour::Black).iter().count();
    assert_eq!(colours.matches("\x1b[1m\x1b[38;5;16m\x1b[48;5;222m1").count(), due, "{colours:?}");
}

#[test]
fn every_size_is_drawn_with_all_its_cells() {
    let sizes = LARGEST.into_iter().chain([(1, 1), (2, 1), (1, 3), (26, 26)]);
    for (columns, rows) in sizes {
        for rules in ["hex", "cylinder", "torus"] {
            let rules: Rules = rules.parse().unwrap();
            let size = kring::board::Size::new(columns, rows).unwrap();
            let mut position = Position::new(chance::game(size, rules.clone(), 1));
            position.play(Colour::Black, Move::Cell(Cell::unchecked(0))).unwrap();
            let text = drawn(&position);
            assert_eq!(text.matches('.').count(), size.cells() - 1, "{text}");
            assert_eq!(text.matches('B').count(), 1, "{text}");
            let copies = (columns + 2) * (rows + 2) - size.cells();
            let copies = match rules.to_string().split(' ').next() {
                Some("rhombus") => 0,
                Some("cylinder") => 2 * rows,
                _ => copies,
            };
            let is_row = |line: &&str| line.contains(|c: char| c.is_ascii_digit());
            let stones = text.lines().filter(is_row).map(|line| line.matches('b').count());
            let found = text.matches(',').count() + stones.sum::<usize>();
            assert_eq!(found, copies, "{text}");
        }
    }
}

#[test]
fn words_are_completed() {
    let cells = ["a1", "a2", "b1"].map(str::to_owned);
    for (line, begin, words) in [
        ("h", 0, &["hint", "help"][..]),
        ("a", 0, &["agent", "analysis", "a1", "a2"]),
        ("b1", 0, &["b1"]),
        ("agent m", 6, &["minimax", "mcts", "montecarlo"]),
        ("agent black ri", 12, &["ring-master"]),
        ("agent mcts si", 11, &["sims="]),
        ("new tu", 4, &["turns=random"]),
        ("colour wh", 7, &["white"]),
        ("level 7", 6, &["7"]),
        ("undo x", 5, &[]),
    ] {
        let Completions::Words(from, found) = complete(line, &cells) else { panic!("{line}") };
        let mut found = found;
        let mut words = words.to_vec();
        found.sort();
        words.sort_unstable();
        assert_eq!(
            (from, found),
            (begin, words.into_iter().map(str::to_owned).collect()),
            "{line}"
        );
    }
    // All that follows the word is one name.
    for line in ["save x", "load two  spa", "load a\\ b"] {
        assert_eq!(complete(line, &cells), Completions::File(5), "{line}");
    }
    assert_eq!(complete("  load   my", &cells), Completions::File(9));
}

#[test]
fn no_line_is_too_strange() {
    let words = "a1 b2 c3 zz99 new torus cylinder 3x3 0x0 seasons=2 é turns=random swap=on undo \
                 swap resign colour both none white black level 3 agent random default mcts \
                 sims=1 load link help board # = pass genmove turn";
    let mut words: Vec<&str> = words.split(' ').collect();
    words.extend(["\u{3000}", "\u{1b}[A", ""]);
    let rng = &mut chance::generator(1, Purpose::Coin);
    let mut game = game("3x3", "hex", "both");
    let mut plies = 0;
    for _ in 0..400 {
        let count = rng.random_range(0..4);
        let line = (0..count).map(|_| words[rng.random_range(0..words.len())]);
        let line = line.collect::<Vec<_>>().join(" ");
        let text = typed(&mut game, &format!("{line}\n"));
        assert!(!text.contains("internal error"), "{line}\n{text}");
        complete(&line, &game.legal_cells());
        plies += game.position().ply();
    }
    assert!(plies > 100, "{plies}");
}

#[test]
fn the_command_line_invites_and_refuses() {
    let kring = |args: &[&str]| {
        let mut command = Command::new(program());
        let output = command.arg("play").args(args).timeout(LIMIT).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr), output.status.code())
    };
    let (help, _, code) = kring(&["--help"]);
    assert!(code == Some(0) && help.starts_with("Play Hex in the terminal."), "{help}");
    assert!(help.contains("--variant torus --size 7x7"), "{help}");
    for (args, error) in [
        (&["--agent", "pairing"][..], "Error: pairing does not play white in this game: "),
        (&["--load", "/nonexistent.sgf"], "Error: cannot load file: /nonexistent.sgf: "),
        (&["--level", "10"], "error: invalid value '10' for '--level <N>'"),
        (&["--colour", "red"], "error: invalid value 'red' for '--colour <COLOUR>'"),
    ] {
        let (output, found, code) = kring(args);
        assert!(found.starts_with(error) && code != Some(0), "{args:?}: {output}{found}");
    }
    let (output, error, code) =
        kring(&["--load", "https://hexworld.org/board/#4,a1b2", "--analysis"]);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert!(output.contains("4x4 rhombus, 2 moves") && output.contains(", visits "), "{output}");
}

#[test]
fn people_are_black_white_both_or_none() {
    assert_eq!("W".parse(), Ok(People::One(Colour::White)));
    assert_eq!(People::WORDS.map(|word| word.parse::<People>().is_ok()), [true; 4]);
}
