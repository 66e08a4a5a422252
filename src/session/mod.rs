//! A session: the game that one client plays, who plays it, and what one may ask. Operations take and
//! return values; what a client sends and reads is the business of `gtp`.

mod error;
pub mod evaluation;
mod named_engine;
mod player;
mod preferences;
mod sandbox;
mod solver;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kring_agents::{
    AgentFactory, AgentSpec, Choice, KeptSolver, Limits, Networks, RawEvaluation, SettingLimits,
    SpecError, Stop, SwapMap, Task, Unplayable, Watch, default_agent,
};
use kring_board::chance::{self, Purpose};
use kring_board::host::Instant;
use kring_board::record::{self, hexworld};
use kring_board::{CellSet, Colour, Game, Move, Position, Rules, SeasonMap, Seasons, Size, files};
use kring_literature::coin::{CoinValue, NoCoinValue};
use kring_literature::strategy::Strategy;
use kring_literature::verifier::VerifierQuestion;
use kring_proof::AnyBook;
use kring_solver::{Solution, SolverProgress};
use rand_chacha::ChaCha8Rng;

use crate::game::{GameState, LiveGame, Misfit, replayed};
use crate::review::{self, MoveReview, Review, ReviewSettings};
pub use error::SessionError;
use evaluation::{is_settled, normalised};
use named_engine::EngineSeat;
pub use named_engine::{NamedEngine, NamedEngineError, NamedEngineFault, engines};
use player::SessionPlayer;
pub use preferences::{Preference, Preferences};
pub use sandbox::{Sandbox, SizeError};
pub use solver::{
    ExactMove, NoExactChance, SessionSolver, SolvedMove, SolvedMovesProgress, SolverParameter,
    SolverParameterError,
};

/// What the player of a colour is asked.
pub struct Ask<'a> {
    /// The colour.
    pub colour: Colour,
    /// Ends the search early.
    pub stop: &'a Stop,
    /// Who sees the search while it runs.
    pub watch: Option<Watch<'a>>,
    /// The only cells that may be played; none: all.
    pub allowed: Option<CellSet>,
}

impl<'a> Ask<'a> {
    /// A question that nobody watches.
    pub fn new(colour: Colour, stop: &'a Stop) -> Ask<'a> {
        Ask { colour, stop, watch: None, allowed: None }
    }
}

/// A question to the solver about the position as it stands.
#[derive(Clone, Copy)]
pub struct SolverAsk<'a> {
    /// The colour to move.
    pub colour: Colour,
    /// Ends the search early.
    pub stop: &'a Stop,
    /// Whether the swap rule counts.
    pub with_swap: bool,
}

/// What to review.
pub struct ReviewAsk {
    /// The agent that searches; none: the default agent of the game, not the one that plays.
    pub agent: Option<AgentSpec>,
    /// Evaluations of each search; none: the usual number.
    pub evals: Option<u64>,
    /// The first move to review, counted from one; none: the first of the game.
    pub from: Option<usize>,
    /// Ends the review.
    pub stop: Stop,
}

/// The players that a change of the game has exchanged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeatChanges(Vec<SeatChange>);

#[derive(Clone, Debug, PartialEq)]
struct SeatChange {
    colour: Colour,
    /// Who plays now.
    player: AgentFactory,
    /// Why the selected agent stops; none: it plays again.
    why: Option<Unplayable>,
}

impl SeatChanges {
    /// Whether everybody stays.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A line for each colour.
impl fmt::Display for SeatChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, SeatChange { colour, player, why }) in self.0.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            match why {
                Some(why) => write!(f, "{colour} is played by {player}: {why}")?,
                None => write!(f, "{colour} is played by {player} again")?,
            }
        }
        Ok(())
    }
}

/// One game, its players and its clock.
///
/// ```
/// use kring::{agents::{AgentSpec, Networks, Stop}, board::{Colour, Rules, Size}};
/// use kring::session::{Ask, Session};
/// let agent = "random".parse::<AgentSpec>()?.load(&Networks::default())?;
/// let mut session = Session::new(Size::new(5, 5)?, Rules::default(), Some(&agent), 1);
/// let choice = session.generate(Ask::new(Colour::Black, &Stop::default()))?;
/// assert_eq!(session.position().moves().next(), Some((Colour::Black, choice.mv)));
/// assert!(session.play(Colour::White, choice.mv).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    seed: u64,
    game: LiveGame,
    /// The seed of the fair season map in use; none if a client set the map.
    map_seed: Option<u64>,
    players: [SessionPlayer; 2],
    /// The limits of the client; none: it is trusted.
    sandbox: Option<Sandbox>,
    networks: Networks,
    /// The GTP engines that the client may choose.
    engines: Vec<NamedEngine>,
    preferences: Preferences,
    solver: SessionSolver,
    /// The proof that agents play from if they name no file.
    book: Option<Arc<AnyBook>>,
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
            sandbox: None,
            networks,
            engines: Vec::new(),
            preferences: Preferences::default(),
            solver: SessionSolver::new(),
            book: None,
        };
        let changes = session.select_agents(&session.position().game().clone());
        if !changes.is_empty() {
            log::warn!("{changes}");
        }
        session
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
        self.solver.restrict(sandbox.setting_limits());
        self.sandbox = Some(sandbox);
        self.with_default_agents()
    }

    /// The same session whose default agents have its networks and limits.
    fn with_default_agents(mut self) -> Session {
        let limits = self.setting_limits();
        for player in self.players.iter_mut().filter(|player| player.is_default) {
            let spec = player.factory.spec().within(&limits);
            player.set(loaded(&spec, &self.networks));
        }
        self
    }

    /// The limits of the client; none: it is trusted.
    pub fn sandbox(&self) -> Option<&Sandbox> {
        self.sandbox.as_ref()
    }

    /// What the client may set of an agent.
    pub fn setting_limits(&self) -> SettingLimits {
        self.sandbox.as_ref().map_or(SettingLimits::NONE, Sandbox::setting_limits)
    }

    /// An agent that a client asks for. `make` builds its spec from permitted values only;
    /// defaults are lowered to the limits.
    pub fn permitted_agent<E>(
        &self,
        make: impl FnOnce(&SettingLimits) -> Result<AgentSpec, E>,
    ) -> Result<AgentSpec, E> {
        let limits = self.setting_limits();
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

    /// The game as it stands, with everything that a view of it shows.
    pub fn state(&self) -> GameState {
        GameState::of(self.position())
    }

    /// The seed of all random numbers.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Begins all random numbers anew.
    pub fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        self.game.reseed(seed);
        for colour in Colour::ALL {
            self.players[colour.index()].rng = chance::generator(seed, Purpose::Agent(colour));
        }
    }

    /// Asks the session, and recovers from a panic without losing the game.
    pub fn guarded<T, E: From<SessionError>>(
        &mut self,
        ask: impl FnOnce(&mut Session) -> Result<T, E>,
    ) -> Result<T, E> {
        let answer = catch_unwind(AssertUnwindSafe(|| ask(self)));
        answer.unwrap_or_else(|_| Err(self.recover().into()))
    }

    /// Makes the agents anew after a panic. Agents search copies of the position, so the position is
    /// sound.
    pub fn recover(&mut self) -> SessionError {
        log::error!("a panic was caught; the agents are made anew");
        self.forget_searches();
        SessionError::Panicked
    }

    /// Makes all agents and the solver anew, and so drops their searches.
    pub fn forget_searches(&mut self) {
        *self.solver.kept_mut() = KeptSolver::default();
        for player in &mut self.players {
            player.agent = player.factory.build();
        }
    }

    /// Begins a game with this size and these rules and draws a fair season map from the seed.
    /// Another board than before must be one that the client may have.
    pub fn set_up(&mut self, size: Size, rules: Rules) -> Result<SeatChanges, SizeError> {
        if size != self.position().size() {
            self.check_size(size)?;
        }
        self.map_seed = Some(self.seed);
        Ok(self.begin(chance::game(size, rules, self.seed)))
    }

    fn check_size(&self, size: Size) -> Result<(), SizeError> {
        self.sandbox.as_ref().map_or(Ok(()), |sandbox| sandbox.check_size(size))
    }

    /// Begins the same game again.
    pub fn begin_again(&mut self) -> SeatChanges {
        self.begin(self.position().game().clone())
    }

    /// Begins a game with a fair season map from this seed.
    pub fn draw_map(&mut self, seed: u64) -> SeatChanges {
        self.map_seed = Some(seed);
        self.set_up_with(self.position().rules().clone(), None)
    }

    /// Begins a game with this season map.
    pub fn use_map(&mut self, map: SeasonMap) -> SeatChanges {
        self.map_seed = None;
        self.set_up_with(self.position().rules().clone(), Some(map))
    }

    /// Begins a game with these seasons. A map that the client gave stays; a fair map depends on the
    /// cycles and is drawn again.
    pub fn change_seasons(&mut self, seasons: Seasons) -> SeatChanges {
        let given = self.map_seed.is_none().then(|| self.position().game().map().clone());
        self.set_up_with(Rules { seasons, ..self.position().rules().clone() }, given)
    }

    /// Begins a game with this map; none: a fair map from the seed of the current fair map.
    fn set_up_with(&mut self, rules: Rules, map: Option<SeasonMap>) -> SeatChanges {
        let size = self.position().size();
        let game = match map {
            Some(map) => Game::new(size, rules, map),
            None => chance::game(size, rules, self.map_seed.unwrap_or(self.seed)),
        };
        self.begin(game)
    }

    /// Begins a game: an empty board and full clocks.
    fn begin(&mut self, game: Arc<Game>) -> SeatChanges {
        self.resume(Position::new(game))
    }

    /// Continues with another position; the clocks begin anew.
    pub fn resume(&mut self, position: Position) -> SeatChanges {
        let game = position.game().clone();
        let changes = self.select_agents(&game);
        self.solver.kept_mut().keep_for(&game);
        self.game.resume(position);
        changes
    }

    /// Lets the selected agents play this game, and the default agents where they cannot.
    fn select_agents(&mut self, game: &Game) -> SeatChanges {
        let limits = self.setting_limits();
        let mut changes = Vec::new();
        let inside = |(player, _): &(&mut SessionPlayer, Colour)| player.engine.is_none();
        for (player, colour) in self.players.iter_mut().zip(Colour::ALL).filter(inside) {
            let plays =
                |factory: &AgentFactory| factory.plays_in(game, colour).map(|()| factory.clone());
            let selected = player.selected.as_ref().map(plays).transpose();
            if let Ok(Some(factory)) = selected {
                if player.is_default {
                    changes.push(SeatChange { colour, player: factory.clone(), why: None });
                    player.set(factory);
                    player.is_default = false;
                }
                continue;
            }
            let default = default_agent(game.rules(), game.size(), colour);
            if !player.is_default || player.factory.spec().entry().name != default.entry().name {
                let default = self.preferences.applied(&default.within(&limits), &limits);
                player.set(loaded(&default, &self.networks));
            }
            if let (Err(why), false) = (selected, player.is_default) {
                let player = player.factory.clone();
                changes.push(SeatChange { colour, player, why: Some(why) });
            }
            player.is_default = true;
        }
        SeatChanges(changes)
    }

    /// Lets an agent play these colours; None: the default agent for the rules. An agent that plays
    /// none of them in this game is refused.
    pub fn seat(
        &mut self,
        colours: &[Colour],
        agent: Option<&AgentSpec>,
    ) -> Result<SeatChanges, SessionError> {
        let load = |agent: &AgentSpec| agent.load_with(&self.networks, self.book.clone());
        let factory = agent.map(load).transpose()?;
        let game = self.position().game().clone();
        if let Some(factory) = &factory {
            let plays = |&colour: &Colour| factory.plays_in(&game, colour);
            if !colours.iter().any(|colour| plays(colour).is_ok()) {
                colours.first().map_or(Ok(()), plays)?;
            }
        }
        for colour in colours {
            self.set_agent(*colour, factory.as_ref());
        }
        Ok(self.select_agents(&game))
    }

    /// Sets the agent of a colour; None selects the default agent for the rules.
    fn set_agent(&mut self, colour: Colour, factory: Option<&AgentFactory>) {
        let default = || {
            let default = default_agent(self.position().rules(), self.position().size(), colour);
            loaded(&default.within(&self.setting_limits()), &self.networks)
        };
        let playing = factory.cloned().unwrap_or_else(default);
        let player = &mut self.players[colour.index()];
        player.set(playing);
        player.selected = factory.cloned();
        player.is_default = factory.is_none();
    }

    /// Sets the agent of a colour. One with the same settings goes on.
    fn change_agent(&mut self, colour: Colour, factory: &AgentFactory) {
        let player = &mut self.players[colour.index()];
        player.change(factory.clone());
        player.engine = None;
        player.selected = Some(factory.clone());
        player.is_default = false;
    }

    /// Lets the engine of this name play a colour; false if there is none. One that plays already
    /// goes on, and may play both.
    pub fn seat_engine(&mut self, colour: Colour, name: &str) -> bool {
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

    /// The engines that the client may choose.
    pub fn engines(&self) -> &[NamedEngine] {
        &self.engines
    }

    /// Starts the engine that plays a colour; returns whether the player reports candidates while it
    /// searches.
    pub fn start_engine(&self, colour: Colour) -> Result<bool, SessionError> {
        match &self.players[colour.index()].engine {
            Some(engine) => Ok(engine.start(self.position())?),
            None => Ok(true),
        }
    }

    /// The name of the player of a colour: an engine's name, or an agent as it was written.
    pub fn player_name(&self, colour: Colour) -> String {
        self.players[colour.index()].name()
    }

    /// The agent of a colour, also if an engine plays in its place.
    pub fn agent(&self, colour: Colour) -> &AgentSpec {
        self.players[colour.index()].factory.spec()
    }

    /// Whether the agent of a colour plays this game.
    pub fn check_agent(&self, colour: Colour) -> Result<(), Unplayable> {
        self.players[colour.index()].factory.plays_in(self.position().game(), colour)
    }

    /// Whether the agent of a colour uses a network.
    pub fn has_network(&self, colour: Colour) -> bool {
        self.players[colour.index()].factory.network().is_some()
    }

    /// Changes the agents of both colours, or none if one of them cannot be made. An agent whose
    /// settings stay the same goes on.
    pub fn change_agents(
        &mut self,
        change: impl Fn(&AgentSpec, &SettingLimits) -> Result<AgentSpec, SpecError>,
    ) -> Result<(), SpecError> {
        let changed = |colour: Colour| {
            let before = &self.players[colour.index()].factory;
            let spec = self.permitted_agent(|limits| change(before.spec(), limits))?;
            before.change(spec, &self.networks)
        };
        let black = changed(Colour::Black)?;
        let white = changed(Colour::White)?;
        self.change_agent(Colour::Black, &black);
        self.change_agent(Colour::White, &white);
        Ok(())
    }

    /// Lets this agent play both colours. One with the same settings goes on.
    pub fn replace_agents(&mut self, agent: &AgentSpec) -> Result<(), SpecError> {
        let factory = agent.load(&self.networks)?;
        for colour in Colour::ALL {
            self.change_agent(colour, &factory);
        }
        Ok(())
    }

    /// Sets what the client wants of whichever agent plays, within its limits. An agent whose
    /// settings stay the same keeps its searches.
    pub fn prefer(&mut self, preference: Preference, number: f64) -> Result<(), SpecError> {
        let preferences = self.preferences.with(preference, number);
        let limits = self.setting_limits();
        let changed = |player: &SessionPlayer| {
            let before = &player.factory;
            before.change(preferences.applied(before.spec(), &limits), &self.networks)
        };
        let black = changed(&self.players[0])?;
        let white = changed(&self.players[1])?;
        self.players[0].change(black);
        self.players[1].change(white);
        self.preferences = preferences;
        Ok(())
    }

    /// Plays a move.
    pub fn play(&mut self, colour: Colour, mv: Move) -> Result<(), SessionError> {
        let size = self.position().size();
        self.game.play(colour, mv).map_err(|reason| SessionError::illegal(size, mv, reason))
    }

    /// Makes a move that was chosen since `begin`: takes the time from the clock and plays the move.
    /// A resignation is an answer and not a move: clients that ask in a decided game never undo it.
    pub fn make(&mut self, colour: Colour, mv: Move, begin: Instant) -> Result<(), SessionError> {
        self.game.spend(colour, begin.elapsed());
        if mv == Move::Resign {
            return Ok(());
        }
        self.play(colour, mv)
    }

    /// This game with other rules. It keeps its season map if the seasons are the same.
    pub fn game_with(&self, rules: Rules) -> Arc<Game> {
        let position = self.position();
        if rules.seasons == position.rules().seasons {
            Game::new(position.size(), rules, position.game().map().clone())
        } else {
            chance::game(position.size(), rules, self.seed)
        }
    }

    /// The position in a game without the swap rule.
    fn unswapped(&self) -> Result<Position, Misfit> {
        let rules = Rules { swap: false, ..self.position().rules().clone() };
        replayed(self.position(), self.game_with(rules))
    }

    /// Continues with a position of [`Session::game_with`] other rules.
    pub fn resume_under_other_rules(&mut self, position: Position) -> SeatChanges {
        if position.rules().seasons != self.position().rules().seasons {
            self.map_seed = Some(self.seed);
        }
        self.resume(position)
    }

    /// Continues with the game of a file, which may also hold a link to HexWorld: at its end, or
    /// before its move number `before`, counted from one. The path is opened as it is, for callers
    /// that may open files.
    pub fn load(
        &mut self,
        path: &Path,
        before: Option<usize>,
    ) -> Result<SeatChanges, SessionError> {
        let unreadable = |error| SessionError::Unreadable { path: path.to_owned(), error };
        let no_game = |error| SessionError::NoGame { path: path.to_owned(), error };
        let text = record::read(path).map_err(unreadable)?;
        let position = record::load(&text, self.position().game(), self.seed, before);
        let position = position.map_err(no_game)?;
        self.map_seed = None;
        Ok(self.resume(position))
    }

    /// Continues with the game of a link to HexWorld: at the position that it shows, or before its
    /// move number `before`.
    pub fn load_link(
        &mut self,
        link: &str,
        before: Option<usize>,
    ) -> Result<SeatChanges, SessionError> {
        let position = hexworld::load(link, before)?;
        self.check_size(position.size())?;
        self.map_seed = None;
        Ok(self.resume(position))
    }

    /// Saves the game as SGF. The path is written as it is, for callers that may write files.
    pub fn save(&self, path: &Path) -> Result<(), SessionError> {
        let unwritable = |error| SessionError::Unwritable { path: path.to_owned(), error };
        files::replace(path, record::save(self.position())).map_err(unwritable)
    }

    /// Lets the player of a colour choose a move, takes its time from the clock and plays it.
    pub fn generate(&mut self, ask: Ask<'_>) -> Result<Choice, SessionError> {
        let begin = Instant::now();
        let colour = ask.colour;
        let choice = self.choose(ask)?;
        self.make(colour, choice.mv, begin)?;
        Ok(choice)
    }

    /// Lets the player of a colour choose a move to play, until it is stopped at the latest. In a
    /// decided game either colour resigns, for clients that do not detect wins.
    pub fn choose(&mut self, ask: Ask<'_>) -> Result<Choice, SessionError> {
        let Ask { colour, stop, watch, allowed } = ask;
        let limits = self.limits(colour, stop);
        let position = self.game.position();
        if position.winner().is_some() {
            return Ok(Choice::new(Move::Resign));
        }
        self.players[colour.index()].choose(position, colour, |task| {
            task.limits = limits;
            task.watch = watch.map(Watch::shorter);
            task.allowed = allowed;
        })
    }

    /// What the player of a colour would play, by a search of its own: the same seed, position and
    /// settings give the same answer, and the game's agents, clocks and generators stay as they
    /// are. Otherwise like [`Session::choose`].
    pub fn think(&self, ask: Ask<'_>) -> Result<Choice, SessionError> {
        let Ask { colour, stop, watch, allowed } = ask;
        let position = self.position();
        if position.winner().is_some() {
            return Ok(Choice::new(Move::Resign));
        }
        let limits = self.limits(colour, stop);
        let watch = watch.map(Watch::shorter);
        let mut rng = self.question_rng(position, colour);
        let task = Task::new(position, colour, &mut rng);
        self.players[colour.index()].think(Task { limits, watch, allowed, ..task })
    }

    /// Lets the player of a colour search without an end of its own until it is stopped, for who
    /// watches. It goes on from the searches of the game, and they go on from it.
    pub fn analyse(&mut self, ask: Ask<'_>) -> Result<Choice, SessionError> {
        let Ask { colour, stop, watch, allowed } = ask;
        let position = self.game.position();
        let time = self.sandbox.as_ref().map(|sandbox| sandbox.time.into());
        let limits = Limits { time, stop: stop.clone() };
        let watch = watch.map(Watch::shorter);
        let mut rng = self.question_rng(position, colour);
        let task = Task::new(position, colour, &mut rng);
        let task = Task { limits, watch, allowed, endless: true, ..task };
        self.players[colour.index()].analyse(task)
    }

    /// The network's own policy and value of the position, in one of its eight views; none if the
    /// agent of the colour has no network for this game.
    pub fn raw_evaluation(&self, colour: Colour, view: usize) -> Option<RawEvaluation> {
        self.players[colour.index()].factory.raw_evaluation(self.position(), colour, view)
    }

    /// Policy and value of the position: from the agent's network in one of its eight views, or from
    /// a search if it has none. The value of a decided game is its result. The swap is ignored: the
    /// network does not model it, so the search does not see it either.
    pub fn evaluate(&self, ask: Ask<'_>, view: usize) -> Result<RawEvaluation, SessionError> {
        let colour = ask.colour;
        let position = self.position();
        let evaluation = match self.raw_evaluation(colour, view) {
            Some(evaluation) => evaluation,
            None if is_settled(position, colour) => RawEvaluation { win: 0.5, policy: Vec::new() },
            None => self.searched(ask)?,
        };
        Ok(normalised(evaluation, position, colour))
    }

    /// The evaluation of a search that does not see a swap.
    fn searched(&self, ask: Ask<'_>) -> Result<RawEvaluation, SessionError> {
        let colour = ask.colour;
        let unswapped = self.without_open_swap()?;
        let position = unswapped.as_ref().unwrap_or(self.position());
        let mut rng = self.question_rng(position, colour);
        let limits = self.limits(colour, ask.stop);
        let task = Task { limits, ..Task::new(position, colour, &mut rng) };
        let choice = self.players[colour.index()].think(task)?;
        Ok(RawEvaluation { win: choice.value.unwrap_or(0.5), policy: choice.scores })
    }

    /// The position in a game without the swap rule, if a swap is legal now or after the next move.
    fn without_open_swap(&self) -> Result<Option<Position>, Misfit> {
        let position = self.position();
        let matters = Colour::ALL
            .into_iter()
            .any(|colour| position.swap(colour).is_some() || position.can_be_swapped(colour));
        matters.then(|| self.unswapped()).transpose()
    }

    /// The limits of the solver.
    pub fn solver(&self) -> &SessionSolver {
        &self.solver
    }

    /// The limits of the solver, to set them.
    pub fn solver_mut(&mut self) -> &mut SessionSolver {
        &mut self.solver
    }

    /// Who wins the position.
    pub fn solve(
        &mut self,
        ask: SolverAsk<'_>,
        watch: &mut dyn FnMut(&SolverProgress),
    ) -> Result<Solution, SessionError> {
        let unswapped = (!ask.with_swap).then(|| self.unswapped()).transpose()?;
        let position = unswapped.as_ref().unwrap_or(self.game.position());
        self.solver.solve(position, ask.colour, ask.stop, watch)
    }

    /// Which moves of the position win.
    pub fn solve_moves(
        &mut self,
        ask: SolverAsk<'_>,
        watch: &mut dyn FnMut(SolvedMovesProgress<'_>),
    ) -> Result<Vec<SolvedMove>, SessionError> {
        let unswapped = (!ask.with_swap).then(|| self.unswapped()).transpose()?;
        let position = unswapped.as_ref().unwrap_or(self.game.position());
        self.solver.solve_moves(position, ask.colour, ask.stop, watch)
    }

    /// The best move under random turns with its exact chance; none if the solver's limits are
    /// reached first.
    pub fn exact_move(
        &self,
        colour: Colour,
        stop: &Stop,
    ) -> Result<Option<ExactMove>, NoExactChance> {
        self.solver.exact_move(self.position(), colour, stop)
    }

    /// Black's chance under random turns and best play, estimated by this number of random fills
    /// where it is not known exactly. Its random numbers are its own.
    pub fn coin_value(&self, fills: u64, stop: &Stop) -> Result<CoinValue, NoCoinValue> {
        let rng = &mut chance::generator(self.seed, Purpose::CoinValue);
        CoinValue::of(self.position(), fills, rng, || stop.is_set())
    }

    /// Which first moves should be swapped, as the agent of white finds that decides it.
    pub fn swap_map(
        &self,
        evals: u64,
        time: Duration,
        stop: &Stop,
    ) -> Result<SwapMap, SessionError> {
        let limits = Limits { time: Some(time.into()), stop: stop.clone() };
        let agent = &self.players[Colour::White.index()].factory;
        Ok(SwapMap::new(self.position().game(), agent, evals, &limits, self.seed)?)
    }

    /// Reviews the game that led to the position. `see` gets each move in order.
    pub fn review(
        &self,
        ask: ReviewAsk,
        see: impl FnMut(&MoveReview),
    ) -> Result<Review, SessionError> {
        let position = self.position();
        let agent = ask.agent.unwrap_or_else(|| {
            let default = default_agent(position.rules(), position.size(), Colour::Black);
            default.within(&self.setting_limits())
        });
        let usual = ReviewSettings::new(agent.load(&self.networks)?);
        let settings = ReviewSettings {
            evals: ask.evals.or(usual.evals),
            from: ask.from.unwrap_or(usual.from),
            seed: self.seed,
            stop: ask.stop,
            time: self.sandbox.as_ref().map(|sandbox| sandbox.time),
            ..usual
        };
        Ok(review::review(position, &settings, see)?)
    }

    /// The question whether a strategy always wins this game, within the client's memory.
    pub fn verifier_question(
        &self,
        strategy: Box<dyn Strategy>,
        stop: &Stop,
    ) -> Result<VerifierQuestion, SessionError> {
        let mut question = VerifierQuestion::new(strategy, self.position().game().clone())?;
        question.stop = stop.clone();
        if let Some(sandbox) = &self.sandbox {
            question.memory = question.memory.min(sandbox.memory as usize * (1 << 20));
        }
        Ok(question)
    }

    /// The proof that agents play from if they name no file.
    pub fn book(&self) -> Option<&AnyBook> {
        self.book.as_deref()
    }

    /// Lets agents that name no file play from this proof.
    pub fn open_book(&mut self, book: AnyBook) {
        self.book = Some(Arc::new(book));
    }

    /// The random numbers of a question about a position: they depend on it and on the seed alone.
    fn question_rng(&self, position: &Position, colour: Colour) -> ChaCha8Rng {
        chance::generator(self.seed, Purpose::Question(position.hash_for(colour)))
    }

    /// The limits of the colour's next search: its clock, and this handle.
    fn limits(&self, colour: Colour, stop: &Stop) -> Limits {
        let time = self.game.budget(colour);
        Limits { time, stop: stop.clone() }
    }
}

fn loaded(default: &AgentSpec, networks: &Networks) -> AgentFactory {
    default.load(networks).expect("default agents name no file")
}
