//! What is kept from one request to the next (trees, tables, caches, settings) changes no answer
//! that does not promise to go on from it, and never makes a move illegal.

use std::{env, fs, path::PathBuf};

use kring::{
    agents::{AGENTS, Agent, AgentFactory, AgentSpec, Networks, ParameterValue, Task},
    board::{
        Colour, Position, Rules,
        chance::{self, Purpose},
        record,
    },
    gtp::GtpSession,
    serve::engines,
    solver::{Solver, SolverLimits},
};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::helper::{all_rules, answer, fresh_session, new_folder, program};

/// The answer without its sign and the empty line; a refusal is a failure.
fn ask(session: &mut GtpSession, line: &str) -> String {
    let reply = answer(session, line);
    let body = reply.strip_prefix("= ").or(reply.strip_prefix("=\n"));
    body.unwrap_or_else(|| panic!("{line}: {reply}")).trim_end().to_owned()
}

fn all(session: &mut GtpSession, lines: &[&str]) {
    for line in lines {
        ask(session, line);
    }
}

/// A stone that was set up does not advance its player's cycle of seasons, and a move does.
#[test]
fn a_search_after_stones_that_were_set_up_is_not_one_after_moves() {
    let set_up = ["set_position black a3 white a1"];
    let played = ["clear_board", "play black a3", "play white a1"];
    for agent in ["default", "neural evals=20", "mcts sims=100"] {
        for [first, second] in [[&set_up[..], &played], [&played, &set_up]] {
            for search in ["reg_genmove black", "genmove black"] {
                let mut session = fresh_session();
                all(&mut session, &["boardsize 4", "variant seasonal"]);
                ask(&mut session, &format!("set-agent {agent}"));
                all(&mut session, first);
                ask(&mut session, search);
                all(&mut session, second);
                ask(&mut session, "genmove black");
            }
        }
    }
}

/// An engine outside of Kring gets every stone as a move.
#[test]
fn an_engine_gets_no_stones_that_its_board_would_take_for_moves() {
    let command = format!("kring=\"{}\" --seed 1 --agent random", program().display());
    let mut session =
        GtpSession::new(fresh_session().session.with_engines(engines(&[command]).unwrap()));
    all(&mut session, &["boardsize 4", "variant seasonal", "set-agent kring"]);
    ask(&mut session, "set_position black a3 white a1");
    let refusal = answer(&mut session, "genmove black");
    assert!(refusal.contains("stones that were set up"), "{refusal}");
    // Without seasons a stone is a stone.
    all(&mut session, &["variant hex", "set_position black a3 white a1", "genmove black"]);
}

#[test]
fn settings_that_stay_the_same_keep_the_search() {
    let same = [
        "kata-set-param numSearchThreads 1",
        "kata-set-param numSearchThreads 01.0",
        "param_mohex num_threads 1",
        "param_mohex max_memory 268435456",
        "param_agent threads 1",
        "param_agent threads",
        "level 9",
    ];
    for agent in ["mcts sims=500", "neural evals=50"] {
        let search_after = |lines: &[&str]| {
            let mut session = fresh_session();
            all(&mut session, &["boardsize 5", &format!("set-agent {agent}")]);
            all(&mut session, &["genmove black", "play white c3"]);
            all(&mut session, lines);
            let found = ask(&mut session, "kata-genmove_analyze black");
            (found, ask(&mut session, "agent black"))
        };
        let (kept, name) = search_after(&[]);
        assert_ne!(search_after(&["clear_cache"]).0, kept);
        assert_eq!(name, agent);
        for line in same {
            assert_eq!(search_after(&[line]).0, kept, "{line}");
        }
        // The words are those that were given last.
        assert_eq!(search_after(&[same[0]]).1, format!("{agent} threads=1"));
    }
}

#[test]
fn a_client_of_katahex_sets_the_threads_of_both_agents() {
    let mut session = fresh_session();
    all(&mut session, &["set-agent black mcts", "set-agent white neural"]);
    ask(&mut session, "kata-set-param numSearchThreads 2");
    for wrong in ["0", "1025", "-1", "1.5", "inf", "nan", "two"] {
        assert_eq!(
            answer(&mut session, format!("kata-set-param numSearchThreads {wrong}")),
            "? Invalid value for numSearchThreads, must be integer from 1 to 1024\n\n",
            "{wrong}"
        );
    }
    let told = ["agent black", "agent white", "kata-get-param numSearchThreads"];
    let now = |session: &mut GtpSession| told.map(|question| ask(session, question));
    assert_eq!(now(&mut session), ["mcts threads=2", "neural threads=2", "2"]);
    // More than an agent can have.
    ask(&mut session, "kata-set-param numSearchThreads 1024");
    assert_eq!(now(&mut session), ["mcts threads=256", "neural threads=256", "256"]);
}

#[test]
fn the_number_of_threads_of_a_client_outlives_other_rules() {
    let mut session = fresh_session();
    let lines = ["boardsize 5", "set-agent default", "kata-set-param numSearchThreads 2"];
    all(&mut session, &lines);
    let threads = ask(&mut session, "agent black");
    assert!(threads.contains("threads=2"), "{threads}");
    all(&mut session, &["variant turns=random", "variant hex"]);
    assert_eq!(ask(&mut session, "agent black"), threads);
}

#[test]
fn a_question_has_one_answer() {
    let agents = [
        "random",
        "minimax",
        "mcts sims=50",
        "mcts sims=50 level=3",
        "neural evals=10",
        "neural level=3",
        "neural evals=10 temperature=1",
        "montecarlo playouts=10",
    ];
    for agent in agents {
        let mut session = fresh_session();
        let mut other = fresh_session();
        for session in [&mut session, &mut other] {
            all(session, &["boardsize 5", &format!("set-agent {agent}"), "play black c3"]);
        }
        let questions = ["reg_genmove white", "pv white", "heat-map white", "kata-analyze white"];
        let first = questions.map(|question| ask(&mut session, question));
        // Other moves, searches and questions between them change nothing.
        all(&mut session, &["genmove white", "genmove black", "undo", "undo", "reg_genmove black"]);
        assert_eq!(questions.map(|question| ask(&mut session, question)), first, "{agent}");
        // The game does not see the questions.
        let moves = ["white", "black"].map(|colour| format!("genmove {colour}"));
        let there = [&moves[0], &moves[1]].map(|mv| ask(&mut other, mv));
        all(&mut other, &["undo", "undo"]);
        let again = [&moves[0], &moves[1]].map(|mv| ask(&mut other, mv));
        all(&mut session, &["set-agent random", &format!("set-agent {agent}"), "seed 1"]);
        let [mut here, mut here_again] = [(); 2].map(|()| Vec::new());
        for moves_here in [&mut here, &mut here_again] {
            for mv in &moves {
                all(&mut session, &["reg_genmove black", "heat-map white"]);
                moves_here.push(ask(&mut session, mv));
            }
            all(&mut session, &["undo", "undo"]);
        }
        assert_eq!((here, here_again), (there.to_vec(), again.to_vec()), "{agent}");
    }
}

/// Answers to questions depend on the seed and the position.
#[test]
fn another_seed_or_position_gives_other_answers() {
    let mut session = fresh_session();
    let ten = |session: &mut GtpSession| {
        let mut answers = Vec::new();
        for cell in ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1"] {
            ask(session, &format!("play black {cell}"));
            answers.push(ask(session, "reg_genmove white"));
            ask(session, "undo");
        }
        answers
    };
    let mut first = ten(&mut session);
    assert_eq!(ten(&mut session), first);
    ask(&mut session, "seed 2");
    assert_ne!(ten(&mut session), first);
    first.sort();
    first.dedup();
    assert!(first.len() > 5, "{first:?}");
}

/// The choices of the property below. `KRING_CHOICES=100000` makes a long run.
const CHOICES: usize = 2000;

/// Settings besides the quick ones of all agents.
const MORE_AGENTS: [&str; 11] = [
    "mcts sims=20 plain=on",
    "mcts sims=20 rave=off bridges=off games=1",
    "mcts level=2",
    "mcts sims=20 endgame=9",
    "mcts sims=20 seed=5",
    "neural level=1",
    "neural level=3",
    "neural evals=8 memory=1 endgame=9",
    "neural evals=4 memory=8 temperature=1",
    "minimax depth=3 memory=1",
    "solver positions=100 evals=2 memory=2",
];

#[test]
fn kept_agents_choose_legal_moves_whatever_came_before() {
    let choices = env::var("KRING_CHOICES").map_or(CHOICES, |text| text.parse().unwrap());
    let folder = new_folder("kept");
    let proof = folder.join("3x3.proof");
    fs::write(&proof, small_proof()).unwrap();
    let quick = |entry: &kring::agents::AgentEntry| format!("{} {}", entry.name, entry.quick);
    let with_file = format!("book:\"{}\" evals=2", proof.display());
    let agents = AGENTS.iter().filter(|entry| !entry.needs_file()).map(quick);
    let mut agents: Vec<String> = agents.chain(MORE_AGENTS.map(str::to_owned)).collect();
    agents.push(with_file);
    let each = choices.div_ceil(agents.len());
    for (seed, agent) in (0..).zip(&agents) {
        KeptRun::new(agent.trim_end(), seed, folder.join(format!("{seed}.sgf"))).go(each);
    }
}

/// A proof that black wins on 3x3 with the first move.
fn small_proof() -> Vec<u8> {
    let position = Position::new(chance::game("3x3".parse().unwrap(), Rules::default(), 1));
    let mut solver = Solver::new(position.game().clone(), 1 << 20).unwrap();
    let limits = SolverLimits::default();
    solver.solve(&position, Colour::Black, &limits, &mut |_| ());
    let black = Colour::Black;
    let see = &mut |_| ();
    solver.prove(&position, black, black, &limits, see).unwrap().to_bytes()
}

/// Games of which every agent plays one.
const HOMES: [[&str; 2]; 3] = [
    ["boardsize 3", "variant hex"],
    ["boardsize 4 3", "variant cylinder"],
    ["boardsize 3 4", "variant cylinder"],
];

/// One agent, and the agents of one session, for a whole run of random games. The twin of the
/// session plays the same games and is asked no questions.
struct KeptRun {
    name: String,
    factory: AgentFactory,
    agent: Box<dyn Agent>,
    session: GtpSession,
    twin: GtpSession,
    rng: ChaCha8Rng,
    file: PathBuf,
    rules: Vec<Rules>,
    /// A game that the agent plays.
    home: [&'static str; 2],
}

impl KeptRun {
    fn new(agent: &str, seed: u64, file: PathBuf) -> KeptRun {
        let spec: AgentSpec = agent.parse().unwrap();
        let factory = spec.load(&Networks::default()).unwrap();
        let select = format!("set-agent {agent}");
        let plays = |home: &&[&str; 2]| {
            let mut session = fresh_session();
            all(&mut session, *home);
            answer(&mut session, &select).starts_with('=')
        };
        let home = *HOMES.iter().find(plays).unwrap();
        let session = || {
            let mut session = fresh_session();
            all(&mut session, &home);
            all(&mut session, &["param_solver positions 200", "param_solver memory 1", &select]);
            session
        };
        KeptRun {
            name: spec.entry().name.to_owned(),
            agent: factory.build(),
            factory,
            session: session(),
            twin: session(),
            rng: ChaCha8Rng::seed_from_u64(seed),
            file,
            rules: all_rules().collect(),
            home,
        }
    }

    fn go(mut self, choices: usize) {
        let mut made = 0;
        while made < choices {
            let colour = self.colour();
            if self.rng.random_ratio(1, 3) {
                self.question(colour);
            }
            if self.rng.random_ratio(1, 3) {
                self.change();
            } else if self.choose(colour) {
                made += 1;
                self.generate(colour);
            } else {
                self.change();
            }
        }
    }

    /// Mostly the colour to move.
    fn colour(&mut self) -> Colour {
        let turn = self.session.position().turn().filter(|_| self.rng.random_ratio(4, 5));
        turn.unwrap_or_else(|| *Colour::ALL.choose(&mut self.rng).unwrap())
    }

    /// Lets the kept agent choose a move, which must be legal; without a memory it must be that of
    /// a new agent. Returns whether there was something to choose.
    fn choose(&mut self, colour: Colour) -> bool {
        let position = self.session.position();
        let legal = position.legal_moves(colour);
        if legal.is_empty() || self.factory.plays_in(position.game(), colour).is_err() {
            return false;
        }
        let seed = self.rng.random();
        let generator = || chance::generator(seed, Purpose::Agent(colour));
        let choice = self.agent.choose(Task::new(position, colour, &mut generator()));
        let game = || format!("{}\n{}\n{}", self.factory, position.rules(), record::save(position));
        assert!(legal.contains(&choice.mv), "{:?} {}", choice.mv, game());
        if !self.has_memory() {
            let fresh = self.factory.build().choose(Task::new(position, colour, &mut generator()));
            assert_eq!((choice.mv, choice.value), (fresh.mv, fresh.value), "{}", game());
            assert_eq!(choice.scores, fresh.scores, "{}", game());
        }
        true
    }

    /// Whether the agent promises to go on from its last search, or has a generator of its own.
    fn has_memory(&self) -> bool {
        let plain = self.factory.spec().value("plain");
        let is_textbook = plain == Some(ParameterValue::Word("on"));
        let searches = ["mcts", "neural", "solver", "book"].contains(&self.name.as_str());
        searches && !is_textbook
    }

    /// Lets the session's own agent play.
    fn generate(&mut self, colour: Colour) {
        if ask(&mut self.session, &format!("agent {colour}")) != self.factory.to_string() {
            // Another agent plays where this one cannot.
            return self.play(colour);
        }
        self.both(&format!("genmove {colour}"), true);
    }

    /// Sets the stones of the game up, or plays those that were set up: the same stones in the same
    /// order, often in another situation. The agent chooses the move that it expects to be next.
    fn same_stones_again(&mut self) {
        let position = self.session.position();
        let Some((last, _)) = position.history().next_back() else { return };
        let stones: Vec<String> = position
            .history()
            .filter_map(|(colour, mv)| Some((colour, mv.cell()?)))
            .map(|(colour, cell)| format!("{colour} {}", cell.name(position.size())))
            .collect();
        if position.setup().stones.is_empty() {
            self.both(&format!("set_position {}", stones.join(" ")), false);
        } else {
            self.both("clear_board", true);
            for stone in stones {
                self.both(&format!("play {stone}"), false);
            }
        }
        self.choose(last.other());
    }

    fn play(&mut self, colour: Colour) {
        let size = self.session.position().size();
        let legal = self.session.position().legal_moves(colour);
        if let Some(mv) = legal.choose(&mut self.rng) {
            self.both(&format!("play {colour} {}", mv.name(size)), true);
        }
    }

    /// Sends a line to the session and its twin, which must give the same answer.
    fn both(&mut self, line: &str, is_fine: bool) {
        let reply = answer(&mut self.session, line);
        assert!(!is_fine || reply.starts_with('='), "{}: {line}: {reply}", self.factory);
        let game = record::save(self.session.position());
        assert_eq!(answer(&mut self.twin, line), reply, "{}: {line}\n{game}", self.factory);
    }

    /// Asks the session something that changes nothing.
    fn question(&mut self, colour: Colour) {
        let own = ask(&mut self.session, &format!("agent {colour}")) == self.factory.to_string();
        let questions = match own {
            true => ["reg_genmove C", "heat-map C", "pv C", "kata-analyze C", "kata-raw-nn 0"],
            // Another agent plays, at full strength.
            false => ["season-cells", "showboard", "state", "coin-value 100", "all_legal_moves C"],
        };
        let others = [
            "solve C",
            "solve-openings C",
            "kata-set-param numSearchThreads 1",
            "param_mohex num_threads 1",
        ];
        let all = [&questions[..], &others].concat();
        let line = all.choose(&mut self.rng).unwrap().replace('C', &colour.to_string());
        let before = self.session.position().clone();
        let reply = answer(&mut self.session, &line);
        assert_eq!(*self.session.position(), before, "{line}");
        assert!(!reply.contains("illegal") && !reply.contains("internal"), "{line}: {reply}");
        if line.starts_with("solve C") {
            self.check_winner(&reply, colour);
        }
        if line.starts_with("param_mohex") || line.starts_with("kata-set-param") {
            answer(&mut self.twin, &line);
        }
    }

    /// The winner that a solver finds with what it knew before is that of a new solver.
    fn check_winner(&self, reply: &str, colour: Colour) {
        let position = self.session.position();
        let Ok(mut solver) = Solver::new(position.game().clone(), 1 << 20) else { return };
        let winner = reply[2..].split(' ').next().and_then(|word| word.parse::<Colour>().ok());
        if position.winner().is_none()
            && let Some(winner) = winner
        {
            let limits = SolverLimits { positions: Some(20_000), ..SolverLimits::default() };
            let found = solver.solve(position, colour, &limits, &mut |_| ()).winner;
            assert!(found.is_none_or(|found| found == winner), "{}", record::save(position));
        }
    }

    /// A random command that changes the game; some are refused.
    fn change(&mut self) {
        let colour = self.colour();
        let rng = &mut self.rng;
        let size = self.session.position().size();
        let cells = self.session.position().game().cells();
        let names: Vec<String> = cells.iter().map(|cell| cell.name(size)).collect();
        let cell = |rng: &mut ChaCha8Rng| names.choose(rng).unwrap().clone();
        let file = self.file.display();
        let line = match rng.random_range(0..32) {
            0 => format!("boardsize {} {}", rng.random_range(1..=4), rng.random_range(2..=5)),
            1 => format!("variant {}", self.rules.choose(rng).unwrap()),
            2 => format!("season-map fair {}", rng.random_range(0..3)),
            3 => {
                format!("season-cycle {colour} {}", ["1,2", "2,1,1", "1,2,3"].choose(rng).unwrap())
            }
            4..8 => {
                let stones = rng.random_range(0..5);
                let stones: Vec<String> = (0..stones)
                    .map(|_| format!("{} {}", Colour::ALL.choose(rng).unwrap(), cell(rng)))
                    .collect();
                format!("set_position {}", stones.join(" "))
            }
            8 => format!("play-game {} {}", cell(rng), cell(rng)),
            9 => "param_rules swap on".to_owned(),
            10 => "param_rules turns random".to_owned(),
            11 => "param_rules seasons 3".to_owned(),
            12 => format!("param_game allow_swap {}", rng.random_range(0..2)),
            13 => format!("savesgf {file}"),
            14 => format!("loadsgf {file}"),
            15 => format!("loadsgf {file} {}", rng.random_range(1..4)),
            16 => "toss".to_owned(),
            17 => format!("seed {}", rng.random_range(0..3)),
            18 => format!("play {colour} pass"),
            19 => "clear_board".to_owned(),
            // Any of the moves that the search has seen.
            20 | 21 => return self.play(colour),
            22 | 23 => {
                for line in self.home {
                    self.both(line, true);
                }
                return;
            }
            24..30 => return self.same_stones_again(),
            _ => "undo".to_owned(),
        };
        self.both(&line, false);
    }
}
