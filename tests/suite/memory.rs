//! Memory limits hold at every moment: the tests measure the peak of a process.

#![cfg(target_os = "linux")]

use std::{
    fs,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use crate::helper::{LIMIT, Running, ask, client, program};

/// The most that a process has held so far, in megabytes.
fn peak(pid: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<f64>().ok()? / 1024.0)
}

/// The peak of an engine that searches repeatedly and reuses its tree.
fn peak_of_search(agent: &str) -> f64 {
    let mut client = client(&format!("--size 19x19 --agent '{agent}'"));
    for command in ["genmove black", "undo", "genmove black", "undo", "play black j10"] {
        ask(&mut client, command);
    }
    ask(&mut client, "play white k9");
    ask(&mut client, "genmove black");
    let peak = peak(client.pid()).unwrap();
    client.quit(LIMIT).unwrap();
    peak
}

#[test]
fn a_reused_tree_is_never_in_memory_twice() {
    // The tree is full after the first search.
    let more = peak_of_search("mcts sims=12000 games=1 memory=24") - peak_of_search("mcts sims=1");
    assert!(more > 18.0 && more < 25.0, "{more:.1} of 24 MB");
    let [little, more] = [1, 4].map(|mb| peak_of_search(&format!("neural evals=200 memory={mb}")));
    assert!(more - little < 4.0, "{:.1} MB more for 3 MB", more - little);
}

#[test]
fn a_question_is_searched_within_a_limit_of_its_own() {
    let peak = |agent: &str| {
        let mut client = client(&format!("--size 19x19 --agent '{agent}'"));
        for command in ["genmove black", "reg_genmove white", "genmove white", "pv black"] {
            ask(&mut client, command);
        }
        let peak = peak(client.pid()).unwrap();
        client.quit(LIMIT).unwrap();
        peak
    };
    // Black's tree, white's and that of a question are full.
    let more = peak("mcts sims=12000 games=1 memory=16") - peak("mcts sims=1");
    assert!(more < 3.0 * 16.0 + 2.0, "{more:.1} of 48 MB");
}

/// Each thread has buffers for the network: they are part of the limit. What
/// every search needs, the network itself, is not.
#[test]
fn the_buffers_of_all_threads_are_within_the_limit() {
    let peak = |agent: &str| {
        let mut client = client(&format!("--size 19x19 --agent '{agent}'"));
        client.send("reg_genmove black", 4 * LIMIT).unwrap();
        let peak = peak(client.pid()).unwrap();
        client.quit(LIMIT).unwrap();
        peak
    };
    let more = peak("neural evals=1500 threads=4 memory=8") - peak("neural evals=1 memory=1");
    // About 6.8 MB: the kernel's pages and the allocator's arenas of each thread vary a little.
    assert!(more < 8.0, "{more:.1} of 8 MB");
}

#[test]
fn the_table_of_the_verifier_grows_within_its_limit() {
    let peak_with = |options: [&str; 4]| {
        let mut command = Command::new(program());
        command.args(["verify", "--strategy", "three-rings", "--size", "5x6"]).args(options);
        let mut child = Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
        let mut most: f64 = 0.0;
        while child.try_wait().unwrap().is_none() {
            most = most.max(peak(child.id()).unwrap_or(0.0));
            thread::sleep(Duration::from_millis(2));
        }
        most
    };
    let least = peak_with(["--memory", "1", "--limit", "20000"]);
    let more = peak_with(["--memory", "7", "--limit", "400000"]) - least;
    assert!(more > 4.0 && more < 7.0, "{more:.1} of 7 MB");
}
