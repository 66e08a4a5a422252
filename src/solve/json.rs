//! Findings as JSON, one line for each starter. Pictures and reports are made from these lines.

use kring_board::Size;
use serde::{Deserialize, Serialize};

use super::{Findings, SolveVerdict, question::names};

/// The result for one starter.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ResultEntry {
    /// The board, columns x rows.
    pub size: String,
    /// The rules as text.
    pub rules: String,
    /// The season map, if there are seasons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// The colour that moves first.
    pub first: String,
    /// The moves before the position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The colour to move after them.
    pub to_move: String,
    /// The winner, and the cost of the search.
    #[serde(flatten)]
    pub verdict: VerdictEntry,
    /// The moves that are known to win for the colour to move.
    pub winning: Vec<String>,
    /// Whether these are all openings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<bool>,
    /// The openings, if they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<OpeningEntry>,
    /// The proof, if one was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofEntry>,
    /// The version of the program.
    pub version: String,
}

/// A winner, and the cost of the search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct VerdictEntry {
    /// The winner; null if it is unknown.
    pub winner: Option<String>,
    /// A winning move of the colour to move.
    pub best: Option<String>,
    /// The principal variation.
    pub line: Vec<String>,
    /// The number of positions searched.
    pub positions: u64,
    /// The time of the search.
    pub seconds: f64,
    /// The proof number; null for infinity.
    pub proof_number: Option<u32>,
    /// The disproof number; null for infinity.
    pub disproof_number: Option<u32>,
}

/// A file with the winner's strategy.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProofEntry {
    /// The name of the file, without its folder.
    pub file: String,
    /// Its nodes.
    pub nodes: u64,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256 sum, as long as the file is kept: a proof that is made again can have others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OpeningEntry {
    /// The move.
    pub opening: String,
    /// All moves that are equivalent by symmetry, this one among them.
    pub cells: Vec<String>,
    /// The winner after it, and the cost of the search.
    #[serde(flatten)]
    pub verdict: VerdictEntry,
}

impl ResultEntry {
    /// The entry for these findings.
    pub fn new(found: &Findings) -> ResultEntry {
        let position = &found.position;
        let size = found.position.size();
        let rules = position.rules();
        let by_openings = !found.openings.is_empty() || !found.is_whole;
        let opening = |answered: &super::AnsweredOpening| {
            let mut verdict = VerdictEntry::new(&answered.verdict, size);
            verdict.winner = answered.winner.map(|winner| winner.to_string());
            let cells = names(&answered.opening.images, size);
            OpeningEntry { opening: answered.opening.mv.name(size), cells, verdict }
        };
        ResultEntry {
            size: size.to_string(),
            rules: rules.to_string(),
            map: (rules.seasons.count() > 1).then(|| position.game().map().to_string()),
            first: found.question.first.to_string(),
            moves: names(&found.question.moves, size),
            to_move: found.to_move.to_string(),
            verdict: VerdictEntry::new(&found.verdict, size),
            winning: names(&found.winning_moves(), size),
            whole: by_openings.then_some(found.is_whole),
            openings: found.openings.iter().map(opening).collect(),
            proof: None,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// The number of moves whose winner was asked for: those of all openings.
    pub fn opening_moves(&self) -> usize {
        self.openings.iter().map(|opening| opening.cells.len()).sum()
    }

    /// The entry as a line, without its end.
    pub fn line(&self) -> String {
        // Neither texts nor numbers can fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl VerdictEntry {
    fn new(verdict: &SolveVerdict, size: Size) -> VerdictEntry {
        let (proof, disproof) = verdict.numbers.map(|n| (n.proof, n.disproof)).unzip();
        let finite = |number: &u32| *number != kring_solver::INFINITE;
        VerdictEntry {
            winner: verdict.winner.map(|winner| winner.to_string()),
            best: verdict.best.map(|mv| mv.name(size)),
            line: names(&verdict.line, size),
            positions: verdict.positions,
            seconds: verdict.time.as_secs_f64(),
            proof_number: proof.filter(finite),
            disproof_number: disproof.filter(finite),
        }
    }
}
