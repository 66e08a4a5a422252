//! Sessions with a GTP engine: each setting on all rules and boards. Two builds of Kring are
//! compared by the lines that they give.

use std::fmt;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use kring_protocol::{ClientError, GtpClient};

use super::digest::Digest;
use super::plan;

/// No command of a session takes so long.
const LIMIT: Duration = Duration::from_secs(120);

/// How many moves are played, how many of them taken back, and how many played after that.
const MOVES: usize = 6;
const UNDONE: usize = 2;
const AGAIN: usize = 3;

/// A session, and the hashes of what the engine answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionHashes {
    /// Of the coins and the moves.
    pub moves: String,
    /// Of the answers that change nothing: about the last position of the game.
    pub questions: String,
    /// The settings of the agent.
    pub setting: String,
    /// The rules of the game.
    pub rules: &'static str,
    /// The size of its board.
    pub board: &'static str,
}

impl fmt::Display for SessionHashes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SessionHashes { moves, questions, setting, rules, board } = self;
        write!(f, "{moves} {questions} {setting} | {rules} | {board}")
    }
}

/// Plays all sessions with the engine that a command line starts, a new one for each.
pub fn play(command: &str, mut each: impl FnMut(SessionHashes)) -> Result<(), ClientError> {
    for setting in plan::settings() {
        for rules in plan::RULES {
            for board in plan::BOARDS {
                let engine = GtpClient::start(command)?;
                let conversation = Conversation { engine, digest: Digest::default() };
                let [moves, questions] = conversation.play(&setting, rules, board)?;
                let setting = setting.clone();
                each(SessionHashes { moves, questions, setting, rules, board });
            }
        }
    }
    Ok(())
}

/// An engine, and the hash of what it has answered.
struct Conversation {
    engine: GtpClient,
    digest: Digest,
}

impl Conversation {
    /// Plays a session; returns the hashes of its moves and of the answers to questions.
    fn play(mut self, setting: &str, rules: &str, board: &str) -> Result<[String; 2], ClientError> {
        self.begin(setting, rules, board)?;
        for _ in 0..MOVES {
            self.genmove()?;
        }
        for _ in 0..UNDONE {
            self.ask("undo")?;
        }
        for _ in 0..AGAIN {
            self.genmove()?;
        }
        let moves = self.digest.clone().number();
        self.digest = Digest::default();
        for question in [
            "showboard",
            "state",
            "reg_genmove black",
            "reg_genmove white",
            "heat-map black",
            "heat-map white",
            "pv black",
            "pv white",
        ] {
            self.ask(question)?;
        }
        let questions = self.digest.number();
        self.engine.quit(LIMIT)?;
        Ok([moves, questions])
    }

    /// Begins the game. A colour that the agent does not play is played by `random`.
    fn begin(&mut self, setting: &str, rules: &str, board: &str) -> Result<(), ClientError> {
        let [columns, rows] = [0, 1].map(|side| board.split('x').nth(side).unwrap_or_default());
        // The seed comes first: the season map is drawn from it.
        self.ask(&format!("seed {}", plan::SEED))?;
        self.ask(&format!("boardsize {columns} {rows}"))?;
        self.ask(&format!("variant {rules}"))?;
        self.ask(&format!("proof-bytes 0 {}", BASE64_STANDARD.encode(plan::PROOF)))?;
        self.ask("proof-open")?;
        for colour in ["black", "white"] {
            if self.ask(&format!("set-agent {colour} {setting}"))?.is_none() {
                self.ask(&format!("set-agent {colour} random"))?;
            }
        }
        self.digest = Digest::default();
        Ok(())
    }

    /// A move of the colour to move, after the toss if the turns are random.
    fn genmove(&mut self) -> Result<(), ClientError> {
        self.ask("toss")?;
        // Nobody is to move once the game is over.
        if let Some(colour) = self.ask("turn")?.filter(|colour| colour != "none") {
            self.ask(&format!("genmove {colour}"))?;
        }
        Ok(())
    }

    /// The reply to a command; nothing if it is refused. Reply or reason enter the hash, without
    /// the time that a search took.
    fn ask(&mut self, command: &str) -> Result<Option<String>, ClientError> {
        let (text, is_reply) = match self.engine.send(command, LIMIT) {
            Ok(text) => (text, true),
            Err(ClientError::Refused(why)) => (why, false),
            Err(error) => return Err(error),
        };
        for line in text.lines() {
            // What follows differs from run to run.
            let (same, _) = line.split_once(", seconds ").unwrap_or((line, ""));
            self.digest.text(same);
        }
        Ok(is_reply.then_some(text))
    }
}
