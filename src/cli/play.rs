//! `kring play`: a game against an agent in the terminal.

use std::io::{self, BufReader, IsTerminal};
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use kring::play::{
    Editor, Interrupt, LineInput, People, PipedInput, PlaySetup, Terminal, TerminalGame, run,
};
use kring_agents::AgentFactory;
use kring_board::{Rules, Size};

use super::signals;

const INVITATION: &str = "\
Play Hex in the terminal. You type a cell such as d4, and Kring answers.

The classic board; boards that close to a cylinder or a torus, where a ring wins;
seasons that say where the next stone may go; a coin that says who is next: every
game that Kring knows is here, at nine levels for beginners and masters. Besides
cells you can type undo, hint, swap, analysis, save, or the name of another game
at any time; 'help' lists it all.
";

#[derive(clap::Args)]
#[command(before_help = INVITATION, after_help = EXAMPLES)]
#[command(help_template = "{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}")]
pub struct Options {
    /// The board, columns x rows, from 1x1 to 32x32
    #[arg(long, value_name = "WxH", default_value = "9x9")]
    size: Size,
    /// The rules: hex, cylinder, torus, seasonal or random-turn, and changes such
    /// as "torus seasons=3 turns=random swap=on"
    #[arg(long, value_name = "TEXT", default_value = "hex")]
    variant: Rules,
    /// How strong your opponent is, from 1 (a beginner) to 9 (all it can)
    #[arg(long, value_name = "N", default_value_t = 3, conflicts_with = "agent",
          value_parser = clap::value_parser!(u64).range(1..=9))]
    level: u64,
    /// What you play: black (begins), white, both (two people) or none (two
    /// agents, one move for each Enter)
    #[arg(long, visible_alias = "color", value_name = "COLOUR", default_value = "black")]
    colour: People,
    /// Another opponent, e.g. "mcts time=5" [default: neural; with random turns coin-exact or mcts]
    #[arg(long, value_name = "SPEC", value_parser = super::agent)]
    agent: Option<AgentFactory>,
    /// Begins with the analysis switched on: the best moves before each of yours
    #[arg(long)]
    analysis: bool,
    /// Resumes a game, an SGF file or a HexWorld link
    #[arg(long, value_name = "SGF|LINK", conflicts_with_all = ["size", "variant"])]
    load: Option<PathBuf>,
    /// The seed of season maps, coins and agents [default: from the clock]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

const EXAMPLES: &str = "\
Examples:
  kring play                                    9x9, you are black, level 3
  kring play --size 11x11 --level 7 --colour white --variant hex,swap=on
  kring play --variant torus --size 7x7         close a ring before white does
  kring play --variant seasonal                 each stone in its season
  kring play --variant random-turn              a coin before every move
  kring play --colour both                      two people at one keyboard

Ctrl-C while an agent thinks makes it move at once. Ctrl-D, or Ctrl-C twice at the
prompt, ends the program. With NO_COLOR, or into a file, boards are plain text.";

impl Options {
    pub fn run(self) -> anyhow::Result<()> {
        let interrupt = Interrupt::default();
        let setup = PlaySetup {
            size: self.size,
            rules: self.variant,
            people: self.colour,
            level: self.agent.is_none().then_some(self.level),
            agent: self.agent.map(|agent| agent.spec().clone()),
            seed: self.seed.unwrap_or_else(super::clock_seed),
        };
        let mut game =
            TerminalGame::new(setup, interrupt.clone()).map_err(|error| anyhow!(error))?;
        if let Some(path) = &self.load {
            game.load(path).map_err(|error| anyhow!(error))?;
        }
        if self.analysis {
            game.toggle_analysis();
        }
        let is_typed = io::stdin().is_terminal() && io::stdout().is_terminal();
        // Ctrl-C ends a search, so that the agent moves at once. At the prompt the editor reads it
        // as a key; without an editor it ends the program.
        let goes_on = move || interrupt.interrupt() || is_typed;
        signals::on_ctrl_c(goes_on).context("Ctrl-C cannot be handled")?;
        let colours = super::output::has_colours();
        let mut input: Box<dyn LineInput> = if is_typed {
            Box::new(Editor::new().context("the terminal cannot be read")?)
        } else {
            Box::new(PipedInput(BufReader::new(io::stdin())))
        };
        let mut terminal =
            Terminal { output: io::stdout().lock(), colours, in_place: colours && is_typed };
        match run(&mut game, input.as_mut(), &mut terminal) {
            // The client has closed the pipe.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            result => result.context("the terminal cannot be read or written"),
        }
    }
}
