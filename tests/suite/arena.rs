//! Matches: the same games with any number of workers, fair openings, and a
//! referee that does not mix up players and colours.

use std::{
    collections::HashSet,
    fs, io,
    ops::ControlFlow,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use assert_cmd::Command;
use kring::{
    arena::{
        Colours, Entrant, Event, EventError, GameResult, MatchPlan, MatchTally, Openings, Outcome,
        Player, PlayerError, PlayerFault, PlayerSpec, Reason, RefereeError, Schedule, Seat,
        ThinkingTime,
    },
    board::{Cell, Colour, Move, Position, Rules, Size},
};

pub fn plan(size: &str, variant: &str, openings: &str, games: Option<usize>) -> MatchPlan {
    MatchPlan {
        size: size.parse().unwrap(),
        rules: variant.parse().unwrap(),
        openings: openings.parse().unwrap(),
        colours: Colours::Alternate,
        games,
        seed: 7,
    }
}

/// A game that this seat has won, with this hash.
pub fn outcome(winner: Seat, record_hash: u64) -> Outcome {
    Outcome {
        swapped: false,
        winner,
        colour: if winner == Seat::First { Colour::Black } else { Colour::White },
        reason: Reason::Connection,
        moves: 7,
        thinking: [ThinkingTime::default(); 2],
        record_hash,
    }
}

fn agent(text: &str) -> PlayerSpec {
    text.parse().unwrap()
}

fn random() -> PlayerSpec {
    agent("random")
}

/// An entrant that an event can own.
pub trait SharedEntrant {
    fn shared(&self) -> Arc<dyn Entrant>;
}

impl<E: Entrant + Clone + 'static> SharedEntrant for E {
    fn shared(&self) -> Arc<dyn Entrant> {
        Arc::new(self.clone())
    }
}

/// All games of a match, in order.
pub fn results(
    plan: MatchPlan,
    entrants: [&dyn SharedEntrant; 2],
    workers: usize,
) -> Vec<GameResult> {
    let entrants = entrants.map(|entrant| entrant.shared());
    let event = Event::between(entrants, Schedule::new(plan).unwrap());
    let mut results = Vec::new();
    let add = |result| {
        results.push(result);
        Ok::<_, EventError>(ControlFlow::Continue(()))
    };
    event.run(1..=event.games, workers, add).unwrap();
    results.sort_by_key(|result| result.setup.number);
    results
}

/// A player whose moves come from a function.
#[derive(Clone, Copy)]
struct ScriptedPlayer(fn(&Position, Colour) -> Result<Move, PlayerError>);

impl Entrant for ScriptedPlayer {
    fn name(&self) -> String {
        "puppet".to_owned()
    }

    fn plays(&self, _: &Rules, _: Size, _: Colour) -> Result<(), kring::agents::UnplayableReason> {
        Ok(())
    }

    fn player(&self) -> Box<dyn Player> {
        Box::new(*self)
    }
}

impl Player for ScriptedPlayer {
    fn begin(&mut self, _: &Position, _: Colour, _: u64) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose(&mut self, position: &Position, colour: Colour) -> Result<Move, PlayerError> {
        (self.0)(position, colour)
    }
}

/// Swaps if it can, otherwise takes the first cell.
const SWAPPER: ScriptedPlayer = ScriptedPlayer(|position, colour| {
    Ok(position.swap(colour).unwrap_or(position.legal_moves(colour)[0]))
});

/// Takes the last cell and never swaps.
const LAST: ScriptedPlayer = ScriptedPlayer(|position, colour| {
    let cell = position.legal_cells(colour).iter().last();
    Ok(cell.map_or(Move::Resign, Move::Cell))
});

/// Plays on an occupied cell.
const ILLEGAL_MOVER: ScriptedPlayer = ScriptedPlayer(|position, colour| {
    let taken = position.moves().find_map(|(_, mv)| mv.cell());
    Ok(taken.map_or(position.legal_moves(colour)[0], Move::Cell))
});

/// Resigns at once.
const RESIGNER: ScriptedPlayer = ScriptedPlayer(|_, _| Ok(Move::Resign));

/// Fails at once.
const CRASHER: ScriptedPlayer = ScriptedPlayer(|_, _| {
    Err(PlayerFault { reason: Reason::Crash, detail: "gone".to_owned() }.into())
});

const VARIANTS: [&str; 5] = [
    "hex",
    "torus swap=on",
    "cylinder swap=on",
    "cylinder turns=random seasons=3",
    "seasonal swap=on turns=random",
];

#[test]
fn the_number_of_workers_changes_nothing() {
    for variant in VARIANTS {
        for openings in ["none", "random:2"] {
            let played = |workers| {
                results(plan("5x4", variant, openings, Some(40)), [&random(), &random()], workers)
            };
            let alone = played(1);
            let together = played(4);
            assert_eq!(alone.len(), 40);
            for (a, b) in alone.iter().zip(&together) {
                assert!(a.position == b.position, "{variant} {openings}\n{}", a.position);
                let ended =
                    |Outcome { winner, colour, reason, .. }: Outcome| (winner, colour, reason);
                assert_eq!(ended(a.outcome), ended(b.outcome));
            }
            let games: HashSet<u64> = alone.iter().map(|game| game.setup.seed).collect();
            assert_eq!(games.len(), 40, "every game has its own seed");
        }
    }
}

#[test]
fn every_opening_is_played_with_both_colours() {
    for variant in VARIANTS {
        for (openings, stones) in [("none", 0), ("all", 1), ("random:1", 1), ("random:4", 4)] {
            let schedule = Schedule::new(plan("4x5", variant, openings, None)).unwrap();
            for number in (1..schedule.games()).step_by(2) {
                let [one, two] = [number, number + 1].map(|number| schedule.setup(number).unwrap());
                assert_eq!(one.opening.len(), stones, "{openings}");
                assert_eq!(one.opening, two.opening);
                assert!(one.game == two.game, "one map for both: {variant} {openings}");
                assert_eq!([one.black, two.black], Seat::ALL);
            }
        }
    }
}

#[test]
fn openings_are_legal_whatever_the_seasons() {
    for variant in VARIANTS {
        for openings in ["all", "random:3"] {
            for result in results(plan("4x4", variant, openings, None), [&LAST, &LAST], 1) {
                let mut position = Position::new(result.setup.game.clone());
                for (colour, mv) in result.position.moves() {
                    position.play(colour, mv).unwrap();
                }
                assert_eq!(position.winner(), result.position.winner(), "{variant} {openings}");
                assert_eq!(position.hash(), result.position.hash());
            }
        }
    }
}

#[test]
fn no_opening_comes_twice_before_all_have_come() {
    let openings = |which, games| -> Vec<Vec<(Colour, Cell)>> {
        let schedule = Schedule::new(plan("3x3", "hex", which, games)).unwrap();
        let numbers = (1..=schedule.games()).step_by(2);
        numbers.map(|number| schedule.setup(number).unwrap().opening.to_vec()).collect()
    };
    let all = openings("all", None);
    assert_eq!(all.len(), 9);
    for round in openings("random:1", Some(36)).chunks(9) {
        assert_eq!(round.iter().collect::<HashSet<_>>().len(), 9);
    }
    // Two black stones among nine, one white among the other seven.
    let three = openings("random:3", Some(2 * 252));
    let stones = |opening: &Vec<(Colour, Cell)>| {
        let [a, b, c] = [0, 1, 2].map(|i| opening[i].1);
        (a.min(c), a.max(c), b)
    };
    assert!(three.iter().map(stones).collect::<HashSet<_>>().len() > 240);
}

#[test]
fn balanced_openings_are_even_and_the_same_again() {
    let openings = |size, variant| -> Vec<String> {
        let schedule = Schedule::new(plan(size, variant, "balanced:4", Some(8))).unwrap();
        let opening = |number| schedule.setup(number).unwrap().opening;
        (1..=8).step_by(2).map(|number| format!("{:?}", opening(number))).collect()
    };
    let games = [("5x5", "hex"), ("7x7", "cylinder"), ("5x5", "torus"), ("6x6", "hex seasons=3")];
    for (size, variant) in games {
        let first = openings(size, variant);
        assert_eq!(first, openings(size, variant));
        assert_eq!(first.iter().collect::<HashSet<_>>().len(), 4, "{variant}");
    }
    assert!(Schedule::new(plan("5x5", "hex turns=random", "balanced:2", None)).is_err());
}

#[test]
fn every_machine_finds_the_same_balanced_openings() {
    let found = [("5x5", "hex"), ("4x4", "cylinder"), ("5x4", "torus")].map(|(size, variant)| {
        let schedule = Schedule::new(plan(size, variant, "balanced:2", Some(6))).unwrap();
        let opening = |number| {
            let stones = schedule.setup(number).unwrap().opening;
            let name = |&(colour, cell): &(Colour, Cell)| {
                format!("{}{}", &colour.to_string()[..1], cell.name(size.parse().unwrap()))
            };
            stones.iter().map(name).collect::<Vec<_>>().join(" ")
        };
        [1, 3, 5].map(opening).join(", ")
    });
    // Those of the network in the program.
    let expected = [
        "bd5 wd4, be1 wc1, be5 wd4",
        "wb4 bd1 wc4, wd4 bd1 wc2, wd2 bd1 wd4",
        "wc2 ba3 we1, wa3 be4 wb3, wb1 bc1 wc3",
    ];
    assert_eq!(found, expected);
}

/// How many of ten games are different.
fn different(first: &str, second: &str, openings: &str) -> u64 {
    let [first, second] = [first, second].map(agent);
    let mut tally = MatchTally::default();
    let games = results(plan("5x5", "hex", openings, Some(10)), [&first, &second], 2);
    for game in &games {
        tally.add(&game.outcome);
    }
    tally.different()
}

#[test]
fn games_without_openings_differ_unless_a_temperature_forbids_it() {
    assert!(different("neural evals=8", "neural evals=4", "none") >= 6);
    // Two different games in ten: one for each player that begins.
    assert_eq!(
        different("neural evals=8 temperature=0", "neural evals=4 temperature=0", "none"),
        2
    );
    // With openings the moves are not varied, and need not be.
    let [one, two] = [1, 2].map(|_| {
        let spec = agent("neural evals=4");
        results(plan("5x5", "hex", "random:1", Some(4)), [&spec, &spec], 1)
    });
    assert!(one.iter().zip(&two).all(|(a, b)| a.position == b.position));
    assert!(different("minimax depth=1", "minimax depth=1", "none") >= 5);
}

#[test]
fn repeated_games_are_counted_and_do_not_narrow_the_interval() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kring"));
    let player = "neural evals=2 temperature=0";
    command.args(["match", "--first", player, "--second", player, "--size", "4x4"]);
    let output = command.args(["--games", "10", "--seed", "1"]).output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.contains("different games  2: 8 repeat others"), "{report}");
    // Wilson's interval of one win in two games.
    assert!(report.contains("50.0 %  (95 %: 9.5 to 90.5)"), "{report}");
    assert!(report.contains("0 won, 5 split, 0 lost"), "{report}");
}

#[test]
fn openings_from_files_are_checked() {
    let file = |name: &str, text: &str| {
        let path = std::env::temp_dir().join(format!("kring-{}-{name}", std::process::id()));
        fs::write(&path, text).unwrap();
        path
    };
    let read =
        |path: &PathBuf, variant| Schedule::new(plan("3x3", variant, path.to_str().unwrap(), None));
    let good = file("good", "# two\na1 b2\n\nc3 # the centre is free\na1 b2\n");
    for variant in VARIANTS {
        assert_eq!(read(&good, variant).unwrap().games(), 4, "{variant}");
    }
    let error = |text| {
        let path = file("bad", text);
        let error = read(&path, "hex").err().unwrap().to_string();
        fs::remove_file(path).unwrap();
        error
    };
    assert!(error("a1\nd1").ends_with("line 2: 'd1' is not a cell of 3x3 (at character 1)"));
    assert!(error("a1 a1").ends_with("line 1: a1 is taken"));
    assert!(error("a1 b1 a2 b2 a3").ends_with("line 1: the game is over after these stones"));
    assert!(error("").contains("there is no opening"));
    fs::remove_file(good).unwrap();
}

/// Who held black at the end.
fn black(game: &GameResult) -> Seat {
    let Outcome { winner, colour, .. } = game.outcome;
    if colour == Colour::Black { winner } else { winner.other() }
}

#[test]
fn after_a_swap_of_sides_everybody_plays_for_the_new_colour() {
    // Black fills the board from the end; white swaps and then fills it from
    // the beginning, as black. The cylinder swaps sides.
    let games = results(plan("3x3", "cylinder swap=on", "none", Some(2)), [&LAST, &SWAPPER], 1);
    let [lasts, swappers] = &games[..] else { panic!("two games") };
    assert_eq!(lasts.setup.black, Seat::First);
    assert!(lasts.outcome.swapped);
    assert_eq!(black(lasts), Seat::Second, "the swapper has black now");
    let moves: Vec<(Colour, String)> =
        lasts.position.moves().map(|(c, mv)| (c, mv.name("3x3".parse().unwrap()))).collect();
    let names: Vec<&str> = moves.iter().map(|(_, name)| name.as_str()).collect();
    // c3 by LAST as black; the swap; LAST as white; the swapper as black, ...
    assert_eq!(names[..5], ["c3", "swap-sides", "b3", "a1", "a3"]);
    assert_eq!(moves[2].0, Colour::White);
    assert_eq!(moves[3].0, Colour::Black);
    let winner = lasts.position.winner().unwrap();
    assert_eq!(lasts.outcome.colour, winner);
    // LAST never swaps.
    assert!(!swappers.outcome.swapped);
    assert_eq!(black(swappers), Seat::Second);
}

#[test]
fn a_swap_of_pieces_leaves_the_players_their_colours() {
    for game in results(plan("4x4", "hex swap=on", "random:1", Some(20)), [&SWAPPER, &LAST], 1) {
        assert_eq!(black(&game), game.setup.black);
        assert_eq!(game.outcome.swapped, game.setup.black == Seat::Second);
        assert_eq!(game.outcome.colour, game.position.winner().unwrap());
    }
}

#[test]
fn an_illegal_move_loses_with_its_reason() {
    let games = results(plan("5x5", "hex", "random:1", Some(10)), [&ILLEGAL_MOVER, &random()], 2);
    let mut tally = MatchTally::default();
    for game in &games {
        assert_eq!((game.outcome.winner, game.outcome.reason), (Seat::Second, Reason::IllegalMove));
        assert!(game.detail.ends_with("is taken"), "{}", game.detail);
        assert!(game.position.winner().is_none());
        tally.add(&game.outcome);
    }
    assert_eq!(tally.losses(Seat::First, Reason::IllegalMove), 10);
    assert_eq!(tally.score().value, 0.0);
}

#[test]
fn resignations_and_crashes_lose_and_the_match_continues() {
    for (player, reason) in [(RESIGNER, Reason::Resignation), (CRASHER, Reason::Crash)] {
        for game in results(plan("5x5", "hex", "random:1", Some(4)), [&LAST, &player], 1) {
            assert_eq!((game.outcome.winner, game.outcome.reason), (Seat::First, reason));
            // The opening's stone, and the opponent's if it is to move first.
            assert_eq!(game.outcome.moves, 1 + u64::from(game.setup.black == Seat::Second));
        }
    }
}

/// Takes the first cell, and cannot be asked in the second game.
#[derive(Clone)]
struct Unreachable(Arc<AtomicUsize>);

impl Entrant for Unreachable {
    fn name(&self) -> String {
        "unreachable".to_owned()
    }

    fn plays(&self, _: &Rules, _: Size, _: Colour) -> Result<(), kring::agents::UnplayableReason> {
        Ok(())
    }

    fn player(&self) -> Box<dyn Player> {
        Box::new(self.clone())
    }
}

impl Player for Unreachable {
    fn begin(&mut self, _: &Position, _: Colour, _: u64) -> Result<(), PlayerError> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn choose(&mut self, position: &Position, colour: Colour) -> Result<Move, PlayerError> {
        match self.0.load(Ordering::Relaxed) {
            2 => Err(RefereeError::Thread(Arc::new(io::ErrorKind::OutOfMemory.into())).into()),
            _ => Ok(position.legal_moves(colour)[0]),
        }
    }
}

#[test]
fn a_failure_of_the_referee_ends_the_event_and_is_no_result() {
    let unreachable = Unreachable(Arc::default());
    let schedule = Schedule::new(plan("3x3", "hex", "none", Some(10))).unwrap();
    let event = Event::between([unreachable.shared(), LAST.shared()], schedule);
    let mut played = Vec::new();
    let outcome = event.run(1..=event.games, 1, |game| {
        played.push((game.setup.number, game.outcome.reason));
        Ok::<_, EventError>(ControlFlow::Continue(()))
    });
    assert!(matches!(outcome, Err(EventError::Referee(RefereeError::Thread(_)))));
    assert_eq!(played, [(1, Reason::Connection)]);
}

#[test]
fn the_program_plays_writes_and_repeats() {
    let folder = std::env::temp_dir().join(format!("kring-match-{}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    let kring = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kring"));
        command.current_dir(&folder).args(["match", "--first", "random", "--second", "random"]);
        command.args(["--size", "4x5", "--variant", "seasonal swap=on", "--seed", "3"]);
        command.args(["--openings", "random:1"]).args(more);
        if !more.contains(&"--games") {
            command.args(["--games", "20"]);
        }
        let output = command.output().unwrap();
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    };
    let (good, table) = kring(&["--csv", "games.csv", "--sgf", "games"]);
    assert!(good && table.contains("score of first") && table.contains("Elo difference"));
    let rows = fs::read_to_string(folder.join("games.csv")).unwrap();
    assert_eq!(rows.lines().count(), 21);
    let again = kring(&["--csv", "games.csv"]).1;
    let from = "resumed          20 of 20 games from games.csv\n";
    assert!(again.contains(from) && again.replace(from, "") == table, "nothing is left: {again}");
    assert_eq!(fs::read_to_string(folder.join("games.csv")).unwrap(), rows);
    let (good, longer) = kring(&["--csv", "games.csv", "--games", "40", "--sgf", "games"]);
    assert!(good && longer.contains("games            40,"), "a longer match goes on: {longer}");
    let more = fs::read_to_string(folder.join("games.csv")).unwrap();
    assert!(more.starts_with(&rows) && more.lines().count() == 41);
    assert!(!kring(&["--csv", "games.csv"]).0, "twenty games cannot be taken back");
    assert_eq!(fs::read_to_string(folder.join("games.csv")).unwrap(), more);
    // The same as if all had been played in one run.
    let (good, whole) = kring(&["--games", "40"]);
    let score = |table: &str| table.lines().find(|l| l.starts_with("score")).map(str::to_owned);
    assert!(good && score(&whole).is_some() && score(&whole) == score(&longer));
    assert!(!kring(&["--sgf", "games"]).0, "old games are not overwritten");
    assert!(kring(&["--only", "6", "--sgf", "again"]).1.starts_with("game 6, seed "));
    let [all, alone] = ["games", "again"]
        .map(|name| fs::read_to_string(folder.join(name).join("game-000006.sgf")).unwrap());
    assert_eq!(all, alone);
    assert_eq!(fs::read_dir(folder.join("again")).unwrap().count(), 2, "a game and its schedule");
    assert!(!kring(&["--only", "21"]).0);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn even_openings_are_known_for_some_boards() {
    let openings = |size, variant, which| {
        let schedule = Schedule::new(plan(size, variant, which, Some(24)))?;
        let opening = |number| schedule.setup(number).map(|setup| format!("{:?}", setup.opening));
        (1..=24).step_by(2).map(opening).collect::<Result<HashSet<_>, _>>()
    };
    let boards = [("11x11", "hex"), ("9x9", "hex"), ("9x9", "torus"), ("9x9", "cylinder")];
    for (size, variant) in boards {
        let first = openings(size, variant, "even").unwrap();
        let last = openings(size, variant, "even:final").unwrap();
        assert_eq!((first.len(), last.len()), (12, 12), "{size} {variant}");
        assert!(first.is_disjoint(&last), "{size} {variant}");
    }
    let refused = |size, variant| openings(size, variant, "even").unwrap_err().to_string();
    assert!(refused("12x7", "hex").contains("no even openings are known for rhombus 12x7"));
    assert!(refused("9x9", "hex seasons=3").contains("without seasons"));
    assert!(refused("9x9", "hex turns=random").contains("random turns"));
    let text = |text: &str| text.parse::<Openings>().unwrap().to_string();
    assert_eq!(["even", "even:final"].map(text), ["even", "even:final"]);
}
