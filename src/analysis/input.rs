//! The input thread: puts queries into the queue and carries out actions at once.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use kring_eval::Network;
use kring_protocol::read_line;
use serde_json::json;

use super::AnalysisState;
use super::batch::default_network;
use super::fields::{Refusal, RequestFields, Result};
use super::query::{AnalysisJob, ParsedQuery, QueryParser};
use super::reply::{self, ActionReply, ModelInfo};

const MAX_LINE: usize = 16 << 20;

impl AnalysisState {
    /// Reads until the end of input, or until the queue is closed.
    pub fn read(&self, mut input: impl BufRead) {
        let mut parser = QueryParser::new(&self.settings);
        let mut line = Vec::new();
        while !self.queue.is_closed() {
            match read_line(&mut input, &mut line, MAX_LINE) {
                Ok(true) if line.iter().all(u8::is_ascii_whitespace) => {}
                Ok(true) => {
                    if let Err(refusal) = self.request(&mut parser, &line) {
                        self.output.send(&reply::line(&refusal));
                    }
                }
                Ok(false) => return,
                Err(error) => return log::error!("the input cannot be read: {error}"),
            }
        }
    }

    fn request(&self, parser: &mut QueryParser<'_>, line: &[u8]) -> Result<()> {
        if line.len() > MAX_LINE {
            return Err(Refusal::whole(format!("a line has at most {MAX_LINE} bytes")));
        }
        let mut fields = RequestFields::parse(line)?;
        if let Some(action) = fields.take::<String>("action", "the name of an action")? {
            return self.act(&action, fields);
        }
        let id = fields.id.clone();
        let ParsedQuery { jobs, warnings } = parser.parse(fields)?;
        for (field, warning) in warnings {
            let warning = json!({ "field": field, "id": id, "warning": warning });
            self.output.send(&reply::line(&warning));
        }
        self.queue.push(jobs);
        Ok(())
    }

    fn act(&self, action: &str, mut fields: RequestFields<'_>) -> Result<()> {
        let id = fields.id.clone();
        let mut done = ActionReply { action, id, ..ActionReply::default() };
        match action {
            "terminate" | "terminate_all" => {
                if action == "terminate" {
                    done.terminate_id = Some(fields.need("terminateId", "the id of a query")?);
                }
                done.turn_numbers = fields.take("turnNumbers", "a list of turns")?;
                self.terminate(&done);
                return Ok(());
            }
            "query_version" => {
                done.version = Some(env!("CARGO_PKG_VERSION"));
                done.git_hash = Some("<omitted>");
            }
            "query_models" => {
                let network = default_network(&self.settings).into_iter();
                let model = |network: Arc<Network>| ModelInfo {
                    name: network.name().to_owned(),
                    internal_name: network.identity(),
                };
                done.models = Some(network.map(model).collect());
            }
            "clear_cache" => _ = self.cache_generation.fetch_add(1, Relaxed),
            _ => {
                let all = "terminate, terminate_all, query_version, query_models, clear_cache";
                return Err(fields.refuse("action", format!("expected one of: {all}")));
            }
        }
        self.output.send(&reply::line(&done));
        Ok(())
    }

    /// Ends the positions of one query, or of all.
    fn terminate(&self, done: &ActionReply<'_>) {
        let is_meant = |job: &AnalysisJob| {
            let turn = job.turn as u64;
            done.terminate_id.as_ref().is_none_or(|id| job.query.id == *id)
                && done.turn_numbers.as_ref().is_none_or(|turns| turns.contains(&turn))
        };
        self.queue.terminate(is_meant, |waiting| {
            let mut lines: Vec<u8> = waiting.iter().flat_map(|job| no_results(job)).collect();
            lines.extend(reply::line(done));
            self.output.send(&lines);
        });
    }
}

/// The reply for a position that was ended before its search began.
fn no_results(AnalysisJob { query, turn, .. }: &AnalysisJob) -> Vec<u8> {
    let id = &query.id;
    let no = json!({ "id": id, "isDuringSearch": false, "noResults": true, "turnNumber": turn });
    reply::line(&no)
}
