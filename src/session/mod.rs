//! A session: the game that one client plays, who plays it, and what one may ask.

pub(crate) mod evaluation;
mod named_engine;
mod player;
pub(crate) mod sandbox;
mod sent_proof;
pub(crate) mod solver;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use kring_agents::{
    AgentFactory, AgentSpec, Choice, KeptSolver, Limits, Networks, SettingLimits, Stop, Task,
    Unplayable, Watch, default_agent,
};
use kring_board::chance::{self, Purpose};
use kring_board::host::Instant;
use kring_board::record::{self, RecordError, hexworld};
use kring_board::{Colour, Game, Move, Position, Rules, SeasonMap, Size, files};
use rand_chacha::ChaCha8Rng;

use crate::game::{LiveGame, replayed};
use crate::gtp::coordinates::CoordinateSystem;
use crate::gtp::failure::{CommandFailure, CommandResult, other};
use crate::gtp::mohex_parameters::MohexParameters;
use crate::gtp::with_kata_threads;
use named_engine::EngineSeat;
pub use named_engine::{NamedEngine, engines};
use player::SessionPlayer;
pub use sandbox::Sandbox;
use sent_proof::SentProof;
use solver::SessionSolver;

/// What the player of a colour is asked.
pub struct Ask<'a> {
    /// The colour.
    pub colour: Colour,
    /// Ends the search early.
    pub stop: &'a Stop,
    /// Who sees the search while it runs.
    pub watch: Option<Watch<'a>>,
}

impl<'a> Ask<'a> {
    /// A question that nobody watches.
    pub fn new(colour: Colour, stop: &'a Stop) -> Ask<'a> {
        Ask { colour, stop, watch: None }
    }
}

/// One game, its players and its clock: what commands read and change.
///
/// ```
/// use kring::{agents::{AgentSpec, Networks, Stop}, board::{Rules, Size}, session::Session};
/// let agent = "random".parse::<AgentSpec>()?.load(&Networks::default())?;
/// let mut session = Session::new(Size::new(5, 5)?, Rules::default(), Some(&agent), 1);
/// let mut ask = |line: &str| session.respond(line.as_bytes(), &Stop::default()).unwrap().body;
/// assert_eq!(ask("play black c3"), Ok(String::new()));
/// assert_eq!(ask("play white c3"), Err("illegal move: c3 is taken".to_owned()));
/// assert_eq!(ask("turn"), Ok("white".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    pub(crate) seed: u64,
    pub(crate) game: LiveGame,
    /// The seed of the fair season map in use; none if a client set the map.
    pub(crate) map_seed: Option<u64>,
    pub(crate) players: [SessionPlayer; 2],
    pub(crate) live_graphics: bool,
    /// Whether `genmove` names a swap as Little Golem does.
    pub(crate) on_little_golem: bool,
    pub(crate) finished: bool,
    /// The limits of the client; none: it is trusted.
    pub(crate) sandbox: Option<Sandbox>,
    pub(crate) networks: Networks,
    /// The GTP engines that the client may choose.
    pub(crate) engines: Vec<NamedEngine>,
    pub(crate) coordinates: CoordinateSystem,
    pub(crate) mohex: MohexParameters,
    /// The values of KataHex's parameters that the client has set.
    pub(crate) kata: BTreeMap<&'static str, f64>,
    pub(crate) solver: SessionSolver,
    pub(crate) proof: SentProof,
}

impl Session {
    /// A session with an empty board. `agent` plays both colours; None selects the default agent
    /// for the rules.
    pub fn new(size: Size, rules: Rules, agent: Option<&AgentFactory>, seed: u64) -> Session {
        let networks = Networks::default();
        let player = |colour| {
            let default = || loaded(&default_agent(&rules, size, colour), &networks);
            let factory = agent.cloned().unwrap_or_else(default);
            SessionPlayer {
                agent: factory.build(),
                factory,
                selected: agent.cloned(),
                engine: None,
                is_default: agent.is_none(),
                rng: chance::generator(seed, Purpose::Agent(colour)),
            }
        };
        let players = Colour::ALL.map(player);
        let mut session = Session {
            seed,
            game: LiveGame::new(chance::game(size, rules, seed), seed),
            map_seed: Some(seed),
            players,
            live_graphics: false,
            on_little_golem: false,
            finished: false,
            sandbox: None,
            networks,
            engines: Vec::new(),
            coordinates: CoordinateSystem::default(),
            mohex: MohexParameters::default(),
            kata: BTreeMap::new(),
            solver: SessionSolver::default(),
            proof: SentProof::default(),
        };
        let changes = session.select_agents(&session.position().game().clone());
        if !changes.is_empty() {
            log::warn!("{changes}");
        }
        session
    }

    /// The same session with another notation for cells.
    pub fn with_coordinates(self, coordinates: CoordinateSystem) -> Session {
        Session { coordinates, ..self }
    }

    /// The same session with other networks for agents that are selected from
    /// now on, and for default agents.
    pub fn with_networks(mut self, networks: Networks) -> Session {
        self.networks = networks;
        self.with_default_agents()
    }

    /// The same session whose client may also choose these engines.
    pub fn with_engines(self, engines: Vec<NamedEngine>) -> Session {
        Session { engines, ..self }
    }

    /// The same session for a client that is not trusted. Its board and a selected agent stay,
    /// because the client did not choose them.
    pub fn sandboxed(mut self, sandbox: Sandbox) -> Session {
        self.sandbox = Some(sandbox);
        self.with_default_agents()
    }

    /// The same session whose default agents have its networks and limits.
    fn with_default_agents(mut self) -> Session {
        for player in self.players.iter_mut().filter(|player| player.is_default) {
            let limits = Sandbox::limits(self.sandbox.as_ref());
            let spec = player.factory.spec().within(&limits);
            player.set(loaded(&spec, &self.networks));
        }
        self
    }

    /// An agent that a client asks for. `make` builds its spec from permitted values only;
    /// defaults are lowered to the limits.
    pub(crate) fn agent<E>(
        &self,
        make: impl FnOnce(&SettingLimits) -> Result<AgentSpec, E>,
    ) -> Result<AgentSpec, E> {
        let limits = Sandbox::limits(self.sandbox.as_ref());
        Ok(make(&limits)?.within(&limits))
    }

    /// The game as it stands.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// The game with its clocks, its coin and its seats.
    pub fn game(&self) -> &LiveGame {
        &self.game
    }

    /// The game, to change it.
    pub fn game_mut(&mut self) -> &mut LiveGame {
        &mut self.game
    }

    /// Whether `quit` has been sent.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Asks the session, and recovers from a panic without losing the game. Agents search copies of
    /// the position, so the position is sound; the agents are made anew.
    pub(crate) fn guarded<T>(
        &mut self,
        ask: impl FnOnce(&mut Session) -> CommandResult<T>,
    ) -> CommandResult<T> {
        catch_unwind(AssertUnwindSafe(|| ask(self))).unwrap_or_else(|_| {
            log::error!("a panic was caught; the agents are made anew");
            self.rebuild_agents();
            Err(other("internal error: please report what was sent"))
        })
    }

    /// Rebuilds all agents and the solver, and so drops their searches.
    pub(crate) fn rebuild_agents(&mut self) {
        self.solver.kept = KeptSolver::default();
        for player in &mut self.players {
            player.agent = player.factory.build();
        }
    }

    /// Begins a game with this size and these rules and draws a fair season map from the seed.
    /// Returns what [`Session::select_agents`] says.
    pub(crate) fn set_up(&mut self, size: Size, rules: Rules) -> String {
        self.map_seed = Some(self.seed);
        self.begin(chance::game(size, rules, self.seed))
    }

    /// Begins a game with this map; none: a fair map from the seed of the current fair map.
    pub(crate) fn set_up_with(&mut self, rules: Rules, map: Option<SeasonMap>) -> String {
        let size = self.position().size();
        self.begin(match (map, self.map_seed) {
            (Some(map), _) => Game::new(size, rules, map),
            (None, seed) => chance::game(size, rules, seed.unwrap_or(self.seed)),
        })
    }

    /// Begins a game: an empty board and full clocks.
    pub(crate) fn begin(&mut self, game: Arc<Game>) -> String {
        self.resume(Position::new(game))
    }

    /// Continues with another position; the clocks begin anew.
    fn resume(&mut self, position: Position) -> String {
        let game = position.game().clone();
        let changes = self.select_agents(&game);
        self.solver.kept.keep_for(&game);
        self.game.resume(position);
        changes
    }

    /// Lets the selected agents play this game, and the default agents where they cannot. Returns a
    /// line for each colour whose selected agent stops playing, or plays again.
    fn select_agents(&mut self, game: &Game) -> String {
        let mut changes = Vec::new();
        let inside = |(player, _): &(&mut SessionPlayer, Colour)| player.engine.is_none();
        for (player, colour) in self.players.iter_mut().zip(Colour::ALL).filter(inside) {
            let plays =
                |factory: &AgentFactory| factory.plays_in(game, colour).map(|()| factory.clone());
            let selected = player.selected.as_ref().map(plays).transpose();
            if let Ok(Some(factory)) = selected {
                if player.is_default {
                    changes.push(format!("{colour} is played by {factory} again"));
                    player.set(factory);
                    player.is_default = false;
                }
                continue;
            }
            let default = default_agent(game.rules(), game.size(), colour);
            if !player.is_default || player.factory.spec().entry().name != default.entry().name {
                let default = default.within(&Sandbox::limits(self.sandbox.as_ref()));
                let default = self.mohex.applied(&default, self.sandbox.as_ref());
                let default = with_kata_threads(&self.kata, default);
                player.set(loaded(&default, &self.networks));
            }
            if let (Err(why), false) = (selected, player.is_default) {
                changes.push(format!("{colour} is played by {}: {why}", player.factory));
            }
            player.is_default = true;
        }
        changes.join("\n")
    }

    pub(crate) fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        self.game.reseed(seed);
        for colour in Colour::ALL {
            self.players[colour.index()].rng = chance::generator(seed, Purpose::Agent(colour));
        }
    }

    /// Lets an agent play a colour; None: the default agent for the rules.
    pub fn seat(&mut self, colour: Colour, agent: Option<&AgentSpec>) -> CommandResult {
        let factory = agent.map(|agent| agent.load(&self.networks)).transpose()?;
        self.select(vec![colour], factory.as_ref()).map_err(other)
    }

    /// Selects an agent for these colours; None selects the default agent for the rules. An agent
    /// that plays none of them in this game is refused. Returns what [`Session::select_agents`] says.
    pub(crate) fn select(
        &mut self,
        colours: Vec<Colour>,
        factory: Option<&AgentFactory>,
    ) -> Result<String, Unplayable> {
        let game = self.position().game().clone();
        if let Some(factory) = factory {
            let plays = |&colour: &Colour| factory.plays_in(&game, colour);
            if !colours.iter().any(|colour| plays(colour).is_ok()) {
                colours.first().map_or(Ok(()), plays)?;
            }
        }
        for colour in colours {
            self.set_agent(colour, factory);
        }
        Ok(self.select_agents(&game))
    }

    /// Sets the agent of a colour; None selects the default agent for the rules.
    pub(crate) fn set_agent(&mut self, colour: Colour, factory: Option<&AgentFactory>) {
        let default = || {
            let default = default_agent(self.position().rules(), self.position().size(), colour);
            loaded(&default.within(&Sandbox::limits(self.sandbox.as_ref())), &self.networks)
        };
        let playing = factory.cloned().unwrap_or_else(default);
        let player = &mut self.players[colour.index()];
        player.set(playing);
        player.selected = factory.cloned();
        player.is_default = factory.is_none();
    }

    /// Sets the agent of a colour. One with the same settings goes on.
    pub(crate) fn change_agent(&mut self, colour: Colour, factory: &AgentFactory) {
        let player = &mut self.players[colour.index()];
        player.change(factory.clone());
        player.engine = None;
        player.selected = Some(factory.clone());
        player.is_default = false;
    }

    /// Lets the engine of this name play a colour; false if there is none. One that plays already
    /// goes on, and may play both.
    pub(crate) fn set_engine(&mut self, colour: Colour, name: &str) -> bool {
        let mut seats = self.players.iter().filter_map(|player| player.engine.as_ref());
        let seated = seats.find(|seat| seat.engine.name == name).cloned();
        let engine = self.engines.iter().find(|engine| engine.name == name);
        let new = || engine.cloned().map(EngineSeat::new);
        let Some(seat) = seated.or_else(new) else { return false };
        let player = &mut self.players[colour.index()];
        player.engine = Some(seat);
        player.is_default = false;
        true
    }

    pub(crate) fn play(&mut self, colour: Colour, mv: Move) -> CommandResult<()> {
        let size = self.position().size();
        self.game.play(colour, mv).map_err(|reason| CommandFailure::illegal(size, mv, reason))
    }

    /// Makes a move that was chosen since `begin`: takes the time from the clock, plays the move
    /// and returns its name. A resignation is an answer and not a move: clients that ask in a
    /// decided game never undo it.
    pub(crate) fn make(&mut self, colour: Colour, mv: Move, begin: Instant) -> CommandResult {
        self.game.spend(colour, begin.elapsed());
        if mv != Move::Resign {
            self.play(colour, mv)?;
        }
        Ok(self.coordinates.write(self.position().size(), mv))
    }

    /// The same as the answer of a command.
    pub(crate) fn continue_from(&mut self, position: Position) -> CommandResult {
        Ok(self.resume(position))
    }

    /// This game with other rules. It keeps its season map if the seasons are the same.
    pub(crate) fn game_with(&self, rules: Rules) -> Arc<Game> {
        let position = self.position();
        match rules.seasons == position.rules().seasons {
            true => Game::new(position.size(), rules, position.game().map().clone()),
            false => chance::game(position.size(), rules, self.seed),
        }
    }

    /// The position in a game without the swap rule.
    pub(crate) fn unswapped(&self) -> CommandResult<Position> {
        let rules = Rules { swap: false, ..self.position().rules().clone() };
        replayed(self.position(), self.game_with(rules)).map_err(other)
    }

    /// Continues with a position of [`Session::game_with`] other rules.
    pub(crate) fn continue_under_other_rules(&mut self, position: Position) -> CommandResult {
        if position.rules().seasons != self.position().rules().seasons {
            self.map_seed = Some(self.seed);
        }
        self.continue_from(position)
    }

    /// Continues with the game of a file, which may also hold a link to HexWorld: at its end, or
    /// before its move number `before`, counted from one. The path is opened as it is, for callers
    /// that may open files.
    pub(crate) fn load(&mut self, path: &Path, before: Option<usize>) -> CommandResult {
        let failed =
            |error: &dyn Display| CommandFailure::Load(format!("{}: {error}", path.display()));
        let text = record::read(path).map_err(|error| failed(&error))?;
        let position = record::load(&text, self.position().game(), self.seed, before);
        let position = position.map_err(|error| failed(&error))?;
        self.map_seed = None;
        self.continue_from(position)
    }

    /// Continues with the game of a link to HexWorld: at the position that it shows, or before its
    /// move number `before`.
    pub(crate) fn load_link(&mut self, link: &str, before: Option<usize>) -> CommandResult {
        let position = hexworld::load(link, before).map_err(|error| {
            let text = error.to_string();
            match error.error {
                RecordError::Rules(_) => CommandFailure::Size(text),
                RecordError::Illegal(_) => CommandFailure::Illegal(text),
                _ => CommandFailure::Syntax(text),
            }
        })?;
        Sandbox::permits_size(self.sandbox.as_ref(), position.size())?;
        self.map_seed = None;
        self.continue_from(position)
    }

    /// Saves the game as SGF. The path is written as it is, for callers that may write files.
    pub(crate) fn save(&self, path: &Path) -> CommandResult<()> {
        files::replace(path, record::save(self.position()))
            .map_err(|error| CommandFailure::Save(format!("{}: {error}", path.display())))
    }

    /// Lets the player of a colour choose a move, takes its time from the clock and plays it.
    pub fn generate(&mut self, ask: Ask<'_>) -> CommandResult<Choice> {
        let begin = Instant::now();
        let colour = ask.colour;
        let choice = self.choose(ask)?;
        self.make(colour, choice.mv, begin)?;
        Ok(choice)
    }

    /// Lets the player of a colour choose a move to play, until it is stopped at the latest. In a
    /// decided game either colour resigns, for clients that do not detect wins.
    pub(crate) fn choose(&mut self, ask: Ask<'_>) -> CommandResult<Choice> {
        let Ask { colour, stop, watch } = ask;
        let position = self.game.position();
        if position.winner().is_some() {
            return Ok(Choice::new(Move::Resign));
        }
        let limits = self.limits(colour, stop);
        self.players[colour.index()].choose(position, colour, |task| {
            task.limits = limits;
            task.watch = watch.map(Watch::shorter);
        })
    }

    /// What the player of a colour would play, by a search of its own: the same seed, position and
    /// settings give the same answer, and the game's agents, clocks and generators stay as they
    /// are. Otherwise like [`Session::choose`].
    pub fn think(&self, ask: Ask<'_>) -> CommandResult<Choice> {
        let Ask { colour, stop, watch } = ask;
        let position = self.position();
        if position.winner().is_some() {
            return Ok(Choice::new(Move::Resign));
        }
        let mut rng = self.question_rng(position, colour);
        let limits = self.limits(colour, stop);
        let task = Task::new(position, colour, &mut rng);
        self.players[colour.index()].think(Task {
            limits,
            watch: watch.map(Watch::shorter),
            ..task
        })
    }

    /// The random numbers of a question about a position: they depend on it and on the seed alone.
    pub(crate) fn question_rng(&self, position: &Position, colour: Colour) -> ChaCha8Rng {
        chance::generator(self.seed, Purpose::Question(position.hash_for(colour)))
    }

    /// The limits of the colour's next search: its clock, and this handle.
    pub(crate) fn limits(&self, colour: Colour, stop: &Stop) -> Limits {
        let time = self.game.budget(colour);
        Limits { time, stop: stop.clone() }
    }

    /// Changes the settings of both agents. An agent whose settings stay the same keeps its
    /// searches.
    pub(crate) fn change_agents(
        &mut self,
        change: impl Fn(&AgentSpec) -> AgentSpec,
    ) -> CommandResult<()> {
        let changed = |player: &SessionPlayer| {
            let before = &player.factory;
            before.change(change(before.spec()), &self.networks)
        };
        let factories = [changed(&self.players[0])?, changed(&self.players[1])?];
        for (player, factory) in self.players.iter_mut().zip(factories) {
            player.change(factory);
        }
        Ok(())
    }
}

fn loaded(default: &AgentSpec, networks: &Networks) -> AgentFactory {
    default.load(networks).expect("default agents name no file")
}
