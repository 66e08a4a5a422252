//! The replies, as JSON.

use kring_agents::{Candidate, Choice};
use kring_board::{Colour, Size};
use serde::Serialize;

use super::query::AnalysisJob;

fn append(lines: &mut Vec<u8>, reply: &impl Serialize) {
    let begin = lines.len();
    // This cannot fail: numbers that are not finite become null, and keys are strings.
    if serde_json::to_writer(&mut *lines, reply).is_err() {
        lines.truncate(begin);
    }
    lines.push(b'\n');
}

pub fn line(reply: &impl Serialize) -> Vec<u8> {
    let mut line = Vec::new();
    append(&mut line, reply);
    line
}

/// The reply to an action: the fields of the request, and what it asked for.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ActionReply<'a> {
    pub action: &'a str,
    pub id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminate_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_numbers: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<&'static str>,
    /// The commit in KataGo's replies; always `<omitted>` here.
    #[serde(rename = "git_hash", skip_serializing_if = "Option::is_none")]
    pub git_hash: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub models: Option<Vec<ModelInfo>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelInfo {
    pub name: String,
    /// The name and a hash of the file.
    pub internal_name: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AnalysisReply<'a> {
    id: &'a str,
    turn_number: usize,
    is_during_search: bool,
    root_info: RootInfo,
    move_infos: Vec<MoveInfo>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    current_player: &'static str,
    winrate: f32,
    utility: f32,
    score_lead: f32,
    visits: u64,
    weight: f32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveInfo {
    r#move: String,
    order: usize,
    visits: u64,
    weight: f32,
    winrate: f32,
    utility: f32,
    lcb: f32,
    utility_lcb: f32,
    score_lead: f32,
    prior: f32,
    pv: Vec<String>,
}

/// The utility of a win rate, from −1 (lost) to 1 (won).
fn utility(winrate: f64) -> f32 {
    (2.0 * winrate - 1.0) as f32
}

fn move_info(size: Size, order: usize, found: &Candidate, total: u64) -> MoveInfo {
    let lcb = found.lower_bound(total);
    MoveInfo {
        r#move: found.mv.name(size),
        order,
        visits: found.visits,
        weight: found.visits as f32,
        winrate: found.win_rate as f32,
        utility: utility(found.win_rate),
        lcb: lcb as f32,
        utility_lcb: utility(lcb),
        score_lead: 0.0,
        prior: found.prior as f32,
        pv: found.variation.iter().map(|mv| mv.name(size)).collect(),
    }
}

/// Appends the analysis of a position: the choice of a search, its visits, and the policy, which
/// is none for illegal cells.
pub fn analysis(
    lines: &mut Vec<u8>,
    job: &AnalysisJob,
    is_during_search: bool,
    choice: &Choice,
    visits: u64,
    policy: impl FnOnce() -> Vec<Option<f32>>,
) {
    let size = job.position.size();
    let winrate = choice.value.unwrap_or(0.5);
    let found = choice.considered(&job.position, job.colour, job.allowed.as_ref());
    let info = |(order, found)| move_info(size, order, found, visits);
    let moves = found.iter().enumerate().map(info).collect();
    let reply = AnalysisReply {
        id: &job.query.id,
        turn_number: job.turn,
        is_during_search,
        root_info: RootInfo {
            current_player: if job.colour == Colour::Black { "B" } else { "W" },
            winrate: winrate as f32,
            utility: utility(winrate),
            score_lead: 0.0,
            visits,
            weight: visits as f32,
        },
        move_infos: moves,
    };
    append(lines, &reply);
    if job.query.include_policy {
        append_policy(lines, &policy());
    }
}

/// Adds the policy to the last object: −1 for illegal cells, and at the end the pass, which has
/// probability 1 on a full board. Most of a reply is policy, and serde's formatting would cost a
/// twentieth of the time of an evaluation.
fn append_policy(lines: &mut Vec<u8>, policy: &[Option<f32>]) {
    lines.truncate(lines.len().saturating_sub(b"}\n".len()));
    lines.extend_from_slice(b",\"policy\":[");
    for prior in policy {
        match prior {
            Some(prior) => append_probability(lines, *prior),
            None => lines.extend_from_slice(b"-1.0"),
        }
        lines.push(b',');
    }
    let is_full = policy.iter().all(Option::is_none);
    append_probability(lines, if is_full { 1.0 } else { 0.0 });
    lines.extend_from_slice(b"]}\n");
}

/// Appends a number from 0 to 1 with eight decimals.
fn append_probability(lines: &mut Vec<u8>, probability: f32) {
    let mut digits = *b"0.00000000";
    let mut rest = (f64::from(probability) * 1e8) as u32;
    if rest >= 100_000_000 {
        digits[0] = b'1';
        rest = 0;
    }
    for digit in digits[2..].iter_mut().rev() {
        *digit += (rest % 10) as u8;
        rest /= 10;
    }
    lines.extend_from_slice(&digits);
}
