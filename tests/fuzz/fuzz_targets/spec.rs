//! Any text as an agent or a player: refused with a reason, or what is printed of
//! it is read again as the same.
#![no_main]

use kring::{agents::AgentSpec, arena::PlayerSpec};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // Networks are files: reading them is another target.
    if text.contains("net=") {
        return;
    }
    if let Ok(agent) = text.parse::<AgentSpec>() {
        let printed = agent.to_string();
        assert_eq!(printed.parse::<AgentSpec>().unwrap().to_string(), printed);
    }
    if let Ok(player) = text.parse::<PlayerSpec>() {
        let printed = player.to_string();
        assert_eq!(printed.parse::<PlayerSpec>().unwrap().to_string(), printed);
    }
});
