//! Limits of memory hold at every moment: the peak of a process is looked at.

#![cfg(target_os = "linux")]

use std::{fs, process::Stdio, thread, time::Duration};

use crate::helper::{ask, client, program};

/// The most that a process has held so far, in megabytes.
fn peak(pid: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<f64>().ok()? / 1024.0)
}

/// The peak of an engine that searches again and again, its tree kept.
fn peak_of_search(agent: &str, memory: usize) -> f64 {
    let mut client = client(&format!("--size 19x19 --agent '{agent} memory={memory}'"));
    for command in ["reg_genmove black", "reg_genmove black", "play black j10", "play white k9"] {
        ask(&mut client, command);
    }
    ask(&mut client, "reg_genmove black");
    let peak = peak(client.pid()).unwrap();
    client.quit(crate::helper::LIMIT).unwrap();
    peak
}

#[test]
fn a_tree_that_is_kept_is_never_there_twice() {
    // The tree of each search is full.
    for (agent, memory) in [("mcts sims=8000 games=1", 24), ("neural evals=600", 16)] {
        let more = peak_of_search(agent, memory) - peak_of_search(agent, 1);
        assert!(more < memory as f64 + 1.0, "{agent}: {more:.1} of {memory} MB");
        println!("{agent}: {more:.1} of {memory} MB");
    }
}

#[test]
fn the_verifier_s_table_grows_within_its_limit() {
    let peak_with = |memory: usize| {
        let options =
            ["verify", "--strategy", "bridge-rings", "--size", "5x6", "--limit", "400000"];
        let mut child = std::process::Command::new(program())
            .args(options)
            .args(["--memory", &memory.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut most: f64 = 0.0;
        while child.try_wait().unwrap().is_none() {
            most = most.max(peak(child.id()).unwrap_or(0.0));
            thread::sleep(Duration::from_millis(2));
        }
        most
    };
    let more = peak_with(12) - peak_with(1);
    println!("{more:.1} MB");
    assert!(more < 12.0, "{more:.1} of 12 MB");
}
