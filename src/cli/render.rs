//! `kring render`: draws a board, a game or an agent's values of cells as SVG, PNG or PDF.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use kring::picture::{BoardPicture, ColourScale, Heat, PictureFormat};
use kring_agents::{AgentFactory, Limits, SwapMap, Task};
use kring_board::chance::{self, Purpose};
use kring_board::{Colour, Position, Rules, Size, Topology, record};

use super::output::{out, out_line};

#[derive(clap::Args)]
pub struct Options {
    /// The game to draw, an SGF file or a HexWorld link [default: an empty board]
    #[arg(value_name = "SGF|LINK")]
    game: Option<PathBuf>,
    /// The file of the picture, .svg, .png or .pdf; "-" and "/dev/stdout" are standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Draws the position after this move [default: the last]
    #[arg(long = "move", value_name = "N", requires = "game")]
    after: Option<usize>,
    /// The size of an empty board, columns x rows
    #[arg(long, value_name = "WxH", default_value = "11x11", conflicts_with = "game")]
    size: Size,
    /// The rules of an empty board, or of a game that does not name its own
    #[arg(long, value_name = "TEXT", default_value = "hex")]
    variant: Rules,
    /// Colours the cells by the values of this agent, e.g. "random-spot"
    #[arg(long, value_name = "SPEC", value_parser = super::agent)]
    heat: Option<AgentFactory>,
    /// The colour that the agent plays [default: the colour to move; black with random turns]
    #[arg(long, value_name = "COLOUR", requires = "heat")]
    colour: Option<Colour>,
    /// Also writes the agent's values into the cells, in percent; the legend says what they are
    #[arg(long, requires = "heat")]
    numbers: bool,
    /// Colours each first move by the chance of who makes it, if it is not
    /// swapped: red cells should be swapped, blue ones not
    #[arg(long, conflicts_with_all = ["game", "heat"])]
    swap_map: bool,
    /// The agent of the swap map [default: neural; with random turns coin-exact or mcts]
    #[arg(long, value_name = "SPEC", requires = "swap_map", value_parser = super::agent)]
    agent: Option<AgentFactory>,
    /// Evaluations of each first move of the swap map
    #[arg(long, value_name = "N", requires = "swap_map", default_value_t = SwapMap::EVALS,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    evals: u64,
    /// Draws no move numbers
    #[arg(long)]
    unnumbered: bool,
    /// Draws a cylinder as rings around a centre
    #[arg(long)]
    annulus: bool,
    /// The title above the board [default: the board and the state of the game]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The seed of the agent, and of the season map if the game has none
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Options {
    pub fn run(self) -> anyhow::Result<()> {
        let format = PictureFormat::of(&self.out)?;
        let position = self.position()?;
        let topology = position.rules().topology;
        ensure!(
            !self.annulus || topology == Topology::Cylinder,
            "--annulus shows a cylinder, but this board is a {topology}"
        );
        let board = BoardPicture {
            position: &position,
            title: self.title.clone().unwrap_or_else(|| title(&position)),
            move_numbers: !self.unnumbered,
            heat: match &self.heat {
                Some(agent) => Some(self.think(agent, &position)?),
                None if self.swap_map => Some(self.openings(&position)?),
                None => None,
            },
            annulus: self.annulus,
            ..BoardPicture::new(&position)
        };
        let picture = board.draw();
        if ["-", "/dev/stdout"].map(Path::new).contains(&self.out.as_path()) {
            out!("{}", picture.to_svg());
            return Ok(());
        }
        super::write(&self.out, format.encode(&picture)?)?;
        out_line!("{}", self.out.display());
        Ok(())
    }

    /// The empty board, or the game after the move.
    fn position(&self) -> anyhow::Result<Position> {
        let empty = chance::game(self.size, self.variant.clone(), self.seed);
        let Some(file) = &self.game else {
            return Ok(Position::new(empty));
        };
        let text =
            record::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
        // A link shows one position and can hold later moves. With --move all of them are read, so
        // the number to stop before is beyond the last.
        let before = if self.after.is_some() { Some(usize::MAX) } else { None };
        let mut position = record::load(&text, &empty, self.seed, before)
            .with_context(|| file.display().to_string())?;
        if let Some(after) = self.after {
            let moves = position.ply();
            ensure!(after <= moves, "--move {after}: the game has {moves} moves");
            for _ in after..moves {
                position.undo();
            }
        }
        Ok(position)
    }

    fn openings(&self, position: &Position) -> anyhow::Result<Heat> {
        let agent = super::agent_or_default(&self.agent, position, Colour::White)?;
        let map = SwapMap::new(position.game(), &agent, self.evals, &Limits::default(), self.seed)?;
        let swapped = map.openings.iter().filter(|opening| opening.should_swap()).count();
        let label = format!(
            "chance of the first player without a swap, by {}: swap {swapped} of {}",
            agent.with_count(self.evals),
            map.openings.len()
        );
        let values = map.openings.iter().map(|opening| (opening.cell, opening.chance)).collect();
        Ok(Heat { label, values, numbers: true, scale: ColourScale::Sides })
    }

    /// Asks an agent for its values of the cells.
    fn think(&self, agent: &AgentFactory, position: &Position) -> anyhow::Result<Heat> {
        ensure!(
            position.winner().is_none(),
            "the game is over, so an agent has no values for its cells"
        );
        let colour = self.colour.or(position.turn()).unwrap_or(Colour::Black);
        let entry = agent.spec().entry();
        agent.plays_in(position.game(), colour)?;
        let choice = agent.build().choose(Task::new(
            position,
            colour,
            &mut chance::generator(self.seed, Purpose::Agent(colour)),
        ));
        if let Some(other) = &choice.other {
            let why = other.why;
            let other = &other.agent;
            bail!("{} has no values here: {why}; {other} would have some", entry.name);
        }
        ensure!(!choice.scores.is_empty(), "{} plays without values for cells", entry.name);
        let label = format!("{agent}, for {colour}: {}", choice.scores_are);
        Ok(Heat { label, values: choice.scores, numbers: self.numbers, ..Heat::default() })
    }
}

/// The board and the state of the game.
fn title(position: &Position) -> String {
    let mut text = format!("{} {}", position.size(), position.rules().in_words());
    let moves = position.ply();
    if moves > 0 {
        text += &format!(", after move {moves}");
    }
    text += &match (position.winner(), position.turn()) {
        (Some(winner), _) => format!(": {winner} has won"),
        (None, Some(turn)) if moves > 0 => format!(": {turn} to move"),
        _ => String::new(),
    };
    text
}
