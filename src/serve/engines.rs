//! The GTP engines that the operator of the server has named.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use kring_agents::AGENTS;
use kring_board::grammar::escaped;

use crate::arena::EngineSpec;
use crate::engine::NamedEngine;

/// The engines that sessions may choose: their texts are `CMD` or `NAME=CMD`.
pub fn engines(texts: &[String]) -> Result<Vec<NamedEngine>, String> {
    let running = Arc::<AtomicUsize>::default();
    let mut engines: Vec<NamedEngine> = Vec::new();
    for text in texts {
        let (name, command) = named(text)?;
        let is_agent = AGENTS.iter().any(|entry| entry.name == name) || name == "default";
        if is_agent || engines.iter().any(|other| other.name == name) {
            return Err(format!("'{name}' is taken: name the engine, NAME={command}"));
        }
        let [quoted_command, quoted_name] = [command, &name].map(|text| escaped(text, '"'));
        let spec = format!("cmd:\"{quoted_command}\" name:\"{quoted_name}\"")
            .parse::<EngineSpec>()
            .map_err(|error| error.to_string())?;
        engines.push(NamedEngine { name, spec, running: Arc::clone(&running) });
    }
    Ok(engines)
}

/// The name of an engine and its command. Without a name it is that of the program. Names look
/// like those of agents, because the page reads both from one list.
fn named(text: &str) -> Result<(String, &str), String> {
    let is_name = |name: &str| {
        let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_part)
    };
    if let Some((name, command)) = text.split_once('=').filter(|(name, _)| is_name(name)) {
        return Ok((name.to_owned(), command.trim()));
    }
    let program = text.split_whitespace().next().unwrap_or_default();
    let stem = program.rsplit(['/', '\\']).next().unwrap_or_default().trim_end_matches(".exe");
    let name = stem.to_ascii_lowercase().replace(['_', '.', '+'], "-");
    match is_name(&name) {
        true => Ok((name, text.trim())),
        false => Err(format!("'{text}': expected NAME=COMMAND, with a name such as mohex-2")),
    }
}
