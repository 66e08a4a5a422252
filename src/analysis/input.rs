//! The input thread: puts queries into the queue and carries out actions at once.

use std::{
    io::{self, BufRead, Read},
    sync::atomic::Ordering::Relaxed,
};

use kring_agents::AgentSpec;

use super::{
    AnalysisState,
    fields::{Refusal, RequestFields},
    query::{ParsedQuery, QueryParser},
    reply::{self, ActionReply, ModelInfo},
};

/// The longest line.
const MAX_LINE: usize = 16 << 20;

/// Reads and carries out requests.
pub struct InputThread<'a> {
    shared: &'a AnalysisState,
    parser: QueryParser<'a>,
}

impl<'a> InputThread<'a> {
    /// A reader that shares this state with the workers.
    pub fn new(shared: &'a AnalysisState) -> InputThread<'a> {
        InputThread { shared, parser: QueryParser::new(&shared.settings) }
    }

    /// Reads until the end of input, or until the queue is closed.
    pub fn run(&mut self, mut input: impl BufRead) {
        let mut line = Vec::new();
        while !self.shared.queue.is_closed() {
            match read_line(&mut input, &mut line) {
                Ok(true) if line.iter().all(u8::is_ascii_whitespace) => {}
                Ok(true) => {
                    if let Err(refusal) = self.request(&line) {
                        self.shared.output.send(&reply::refusal(&refusal));
                    }
                }
                Ok(false) => return,
                Err(error) => return log::error!("the input cannot be read: {error}"),
            }
        }
    }

    fn request(&mut self, line: &[u8]) -> Result<(), Refusal> {
        if line.len() > MAX_LINE {
            let error = format!("a line has at most {MAX_LINE} bytes");
            return Err(Refusal { error, field: None, id: None });
        }
        let mut fields = RequestFields::parse(line)?;
        if let Some(action) = fields.take::<String>("action", "the name of an action")? {
            return self.act(&action, fields);
        }
        let id = fields.id.clone();
        let ParsedQuery { jobs, warnings } = self.parser.parse(fields)?;
        for (field, text) in warnings {
            self.shared.output.send(&reply::warning(&id, &field, &text));
        }
        self.shared.queue.push(jobs);
        Ok(())
    }

    fn act(&self, action: &str, fields: RequestFields<'_>) -> Result<(), Refusal> {
        let id = fields.id.clone();
        let done = match action {
            "terminate" | "terminate_all" => return self.terminate(action, fields),
            "query_version" => ActionReply {
                action: "query_version",
                version: Some(env!("CARGO_PKG_VERSION")),
                git_hash: Some("<omitted>"),
                ..ActionReply::default()
            },
            "query_models" => ActionReply {
                action: "query_models",
                models: Some(self.models()),
                ..ActionReply::default()
            },
            "clear_cache" => {
                self.shared.cache_generation.fetch_add(1, Relaxed);
                ActionReply { action: "clear_cache", ..ActionReply::default() }
            }
            _ => {
                let all = "terminate, terminate_all, query_version, query_models, clear_cache";
                return Err(fields.refuse("action", format!("expected one of: {all}")));
            }
        };
        self.shared.output.send(&ActionReply { id, ..done }.line());
        Ok(())
    }

    /// Ends the positions of one query, or of all.
    fn terminate(&self, action: &str, mut fields: RequestFields<'_>) -> Result<(), Refusal> {
        let (action, query) = match action {
            "terminate" => {
                ("terminate", Some(fields.need::<String>("terminateId", "the id of a query")?))
            }
            _ => ("terminate_all", None),
        };
        let turns: Option<Vec<u64>> = fields.take("turnNumbers", "a list of turns")?;
        let is_meant = |id: &str, turn: usize| {
            query.as_ref().is_none_or(|query| id == query)
                && turns.as_ref().is_none_or(|turns| turns.contains(&(turn as u64)))
        };
        self.shared.queue.terminate(is_meant, |waiting| {
            let mut lines: Vec<u8> = waiting.iter().flat_map(reply::no_results).collect();
            let (terminate_id, turn_numbers) = (query.clone(), turns.clone());
            let id = fields.id.clone();
            let done =
                ActionReply { action, id, terminate_id, turn_numbers, ..ActionReply::default() };
            lines.extend(done.line());
            self.shared.output.send(&lines);
        });
        Ok(())
    }

    /// The default network.
    fn models(&self) -> Vec<ModelInfo> {
        let spec = "neural".parse::<AgentSpec>().ok();
        let factory = spec.and_then(|spec| spec.load(&self.shared.settings.networks).ok());
        let network = factory.and_then(|factory| factory.network());
        let model = |network: std::sync::Arc<kring_eval::Network>| ModelInfo {
            name: network.name().to_owned(),
            internal_name: network.identity(),
        };
        network.map(model).into_iter().collect()
    }
}

/// Reads one line, without its newline; false at the end of input. A line that is too long is cut
/// to one byte more than the limit.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let read = Read::take(&mut *input, MAX_LINE as u64 + 1).read_until(b'\n', line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if read > MAX_LINE {
        input.skip_until(b'\n')?;
    }
    Ok(read > 0)
}
