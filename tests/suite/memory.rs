//! Memory limits hold at every moment: the tests measure the peak of a process.

#![cfg(target_os = "linux")]

use std::{
    fs,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use rustix::process::{Pid, Resource, Rlimit, prlimit};

use crate::helper::{LIMIT, Running, ask, client, program};

/// The most that a process has held so far, in megabytes.
fn peak(pid: u32) -> Option<f64> {
    in_status(pid, "VmHWM:")
}

fn in_status(pid: u32, name: &str) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
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

/// The peak of an engine with this agent for black, after these commands.
fn peak_after(options: &str, agent: &str, commands: &[&str]) -> f64 {
    let mut client = client(&format!("--seed 1 {options}"));
    ask(&mut client, &format!("set-agent black {agent}"));
    for command in commands {
        ask(&mut client, command);
    }
    let peak = peak(client.pid()).unwrap();
    client.quit(LIMIT).unwrap();
    peak
}

/// Whatever the number of threads: fewer search where the memory does not hold them all.
#[test]
fn a_limit_holds_for_any_number_of_threads() {
    for (options, agent) in [
        ("--variant torus", "solver positions=64 evals=2 memory=64 threads=64"),
        ("--size 19x19", "neural evals=300 memory=16 threads=64"),
        ("--size 19x19 --variant torus", "mcts sims=1000 games=1 memory=4 threads=64"),
    ] {
        let limit = agent.split("memory=").nth(1).unwrap().split(' ').next().unwrap();
        let peak = peak_after(options, agent, &["genmove black"]);
        assert!(peak < limit.parse::<f64>().unwrap() + 20.0, "{agent}: {peak:.1} MB");
    }
}

/// The table is emptied for each decision.
#[test]
fn the_table_of_minimax_takes_what_it_holds_however_many_decisions() {
    let commands = ["genmove black", "undo"].repeat(70);
    let [little, more] = [1, 1024].map(|megabytes| {
        let agent = format!("minimax depth=2 memory={megabytes}");
        peak_after("--size 4x4", &agent, &commands)
    });
    assert!(more - little < 4.0, "{:.1} MB more", more - little);
}

/// Whatever happens to a search without the swap, the session keeps its rules. Here no thread can start,
/// because its stack does not fit into the address space.
#[test]
fn a_search_without_the_swap_leaves_the_rules_as_they_are() {
    let mut client = client("--seed 1 --size 3x3 --variant swap=on");
    ask(&mut client, "param_solver memory 1");
    ask(&mut client, "param_solver threads 4");
    let rules = ask(&mut client, "variant");
    let pid = Pid::from_raw(client.pid() as i32);
    let most = Some(((in_status(client.pid(), "VmSize:").unwrap() + 1.0) * 1048576.0) as u64);
    prlimit(pid, Resource::As, Rlimit { current: most, maximum: most }).unwrap();
    let solved = ask(&mut client, "solve black");
    assert!(solved.contains("without-swap black move b2"), "{solved}");
    assert_eq!(ask(&mut client, "variant"), rules);
    client.quit(LIMIT).unwrap();
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
