//! The signature: one number for the moves, nodes and values of every agent. Two builds with the
//! same signature play the same games at the same seeds.
//!
//! [`SIGNATURE`] is that of this version. `kring bench --signature` computes it anew, and a test
//! compares the two, so that no change alters the agents unnoticed.
//!
//! It does not depend on threads, time or machine, because every agent has one thread and counts
//! for limits. The one thing that rounds by processor is the network: the numbers are those of
//! [`Kernel::Portable`](kring_eval::Kernel::Portable).

mod digest;
mod plan;
pub mod sessions;

use std::sync::Arc;

use kring_agents::{Agent, AgentSpec, Networks, Stop, Task};
use kring_board::chance::{self, Purpose};
use kring_board::{Colour, Position, Size, Turns};
use kring_proof::AnyBook;
use rand::RngExt;

use digest::Digest;

/// The output of `kring bench --signature --each`: the signature, then a line for each setting.
const KEPT: &str = include_str!("SIGNATURE");

/// The signature of this version.
pub const SIGNATURE: &str = KEPT.split_at(digest::DIGITS).0;

/// How many decisions of a game count.
const DECISIONS: usize = 4;

/// The signature of the agents, and of each setting alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// One number for all of them, in hexadecimal digits.
    pub whole: String,
    /// The number of each setting of an agent.
    pub settings: Vec<(String, String)>,
}

impl Signature {
    /// Lets every setting play its games. The kernel of the network is that of this process.
    pub fn compute() -> Signature {
        let mut whole = Digest::default();
        let mut settings = Vec::new();
        for setting in plan::settings() {
            let number = of_setting(&setting);
            whole.text(&setting);
            whole.text(&number);
            settings.push((setting, number));
        }
        Signature { whole: whole.number(), settings }
    }
}

/// The number of one setting, from its games on all rules and boards.
fn of_setting(setting: &str) -> String {
    let proof = AnyBook::from_bytes(plan::PROOF, &Stop::default()).expect("a right proof");
    let proof = Some(Arc::new(proof));
    let load = |text: &str| {
        let spec: AgentSpec = text.parse().expect("a spec");
        spec.load_with(&Networks::default(), proof.clone()).expect("an agent without files")
    };
    let agent = load(setting);
    let random = load("random");
    let mut digest = Digest::default();
    for rules in plan::RULES {
        for board in plan::BOARDS {
            let size: Size = board.parse().expect("a size");
            let game = chance::game(size, rules.parse().expect("rules"), plan::SEED);
            let plays = Colour::ALL.map(|colour| agent.plays_in(&game, colour).is_ok());
            if plays.contains(&true) {
                let player = |plays| if plays { agent.build() } else { random.build() };
                digest.text(rules);
                digest.text(board);
                play(Position::new(game), plays.map(player), &mut digest);
            }
        }
    }
    digest.number()
}

/// Adds the first decisions of a game.
fn play(mut position: Position, mut players: [Box<dyn Agent>; 2], digest: &mut Digest) {
    let mut generators =
        Colour::ALL.map(|colour| chance::generator(plan::SEED, Purpose::Agent(colour)));
    let mut coin = chance::generator(plan::SEED, Purpose::Coin);
    for _ in 0..DECISIONS {
        if position.winner().is_some() {
            break;
        }
        if position.rules().turns == Turns::Random {
            position.declare(Colour::ALL[usize::from(coin.random::<bool>())]);
        }
        let colour = position.turn().expect("the game is not over, and the coin is tossed");
        let at = colour.index();
        let choice = players[at].choose(Task::new(&position, colour, &mut generators[at]));
        digest.choice(&choice, position.size());
        position.play(colour, choice.mv).expect("agents choose legal moves");
    }
}
