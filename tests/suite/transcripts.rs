//! The golden sessions of `protocol/transcripts/`: what real clients send, and
//! every rule, with the replies that the rules demand.

use std::{fs, path::Path};

use kring::gtp::GtpSession;

use crate::helper::{Exchange, Mismatch, answer, exchanges, fresh_session, replay};

/// The golden sessions: file name and text.
fn transcripts() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol/transcripts");
    let paths = fs::read_dir(folder).expect("the folder of transcripts");
    let paths = paths.map(|entry| entry.expect("an entry of the folder").path());
    let paths = paths.filter(|path| path.extension().is_some_and(|extension| extension == "gtp"));
    let found: Vec<_> = paths
        .map(|path| (path.display().to_string(), fs::read_to_string(&path).expect("a transcript")))
        .collect();
    assert!(found.len() >= 13, "only {} transcripts were found", found.len());
    found
}

/// Fails with all that differs.
fn check(mismatches: impl Iterator<Item = (String, Vec<Mismatch>)>) {
    let lines = mismatches.flat_map(|(name, found)| {
        found.into_iter().map(move |mismatch| format!("{name}:{mismatch}\n"))
    });
    let report: String = lines.collect();
    assert!(report.is_empty(), "\n{report}");
}

#[test]
fn every_transcript_replays_exactly() {
    check(transcripts().into_iter().map(|(name, text)| (name, replay(&text))));
}

/// The sessions were recorded with the agent `random`. With a search of several
/// threads all is the same but for what the search finds.
#[test]
fn every_transcript_replays_with_searches_on_several_threads() {
    for agent in ["mcts sims=8 threads=4", "neural evals=4 threads=4"] {
        let plays = |text: &str| {
            agent.starts_with("mcts") || !text.contains("season") && !text.contains("random-turn")
        };
        let found = transcripts().into_iter().filter(|(_, text)| plays(text));
        check(found.map(|(name, text)| (name, replay_with(agent, &text))));
    }
}

/// Replays a session with another agent. Replies that depend on it are compared
/// by their first character. Where it moves, the recorded move is played instead, so
/// that the session stays in step.
fn replay_with(agent: &str, text: &str) -> Vec<Mismatch> {
    let mut session = fresh_session();
    answer(&mut session, format!("set-agent {agent}"));
    let differs = |exchange: Exchange| {
        let request = exchange.request.replace("set-agent random", &format!("set-agent {agent}"));
        let got = answer(&mut session, &request);
        let words: Vec<&str> = request.split_whitespace().collect();
        let words = if words.first().is_some_and(|id| id.parse::<u64>().is_ok()) {
            &words[1..]
        } else {
            &words[..]
        };
        let is_same = match words {
            [command, colour] if MOVES.contains(command) => {
                stays_in_step(&mut session, colour, &exchange.reply, &got)
            }
            [command, ..] if SEARCHES.contains(command) => is_alike(&exchange.reply, &got),
            _ => exchange.is_answered_by(&got),
        };
        (!is_same).then(|| exchange.mismatch(got))
    };
    exchanges(text).into_iter().filter_map(differs).collect()
}

/// Commands that make the move of an agent.
const MOVES: [&str; 4] = ["genmove", "genmove_debug", "kata-genmove_analyze", "lz-genmove_analyze"];

/// Commands whose replies depend on the agent.
const SEARCHES: [&str; 8] = [
    "agent",
    "heat-map",
    "kata-analyze",
    "kata-raw-nn",
    "lz-analyze",
    "param_agent",
    "pv",
    "reg_genmove",
];

fn is_alike(expected: &str, got: &str) -> bool {
    got.chars().next() == expected.chars().next()
        && got.ends_with("\n\n") == expected.ends_with("\n\n")
}

/// Whether a move was made where one was recorded; makes the recorded one instead.
fn stays_in_step(session: &mut GtpSession, colour: &str, expected: &str, got: &str) -> bool {
    let move_of = |reply: &str| reply.split_whitespace().nth(1).unwrap_or_default().to_owned();
    let recorded = move_of(expected);
    let made = move_of(got);
    let [was_played, is_played] = [(expected, &recorded), (got, &made)]
        .map(|(reply, mv)| reply.starts_with('=') && mv != "resign");
    if is_played && recorded != made {
        answer(session, "undo");
    }
    if was_played && recorded != made {
        let played = answer(session, format!("play {colour} {recorded}"));
        return is_alike(expected, got) && played.starts_with('=');
    }
    is_alike(expected, got)
}
