//! A reply that is written while its command still runs.

use std::time::Duration;

use kring_agents::Stop;
use kring_board::host::Instant;

use super::arguments::Arguments;

pub struct ReplyStream<'a, 'b> {
    arguments: &'a Arguments<'b>,
    interval: Option<Duration>,
    last: Option<Instant>,
    /// Ends the search if the client has closed the pipe.
    stop: &'a Stop,
}

impl<'a, 'b> ReplyStream<'a, 'b> {
    /// Writes the first line of the reply, `=` and the id.
    pub fn begin(
        arguments: &'a Arguments<'b>,
        interval: Option<Duration>,
        stop: &'a Stop,
    ) -> ReplyStream<'a, 'b> {
        arguments.is_streamed.set(true);
        let mut stream = ReplyStream { arguments, interval, last: None, stop };
        let id = arguments.request.id.as_ref().map(|id| id.to_string()).unwrap_or_default();
        stream.write(&format!("={id}\n"));
        stream
    }

    pub fn is_due(&self) -> bool {
        let is_over = |every| self.last.is_none_or(|last| last.elapsed() >= every);
        self.interval.is_some_and(is_over)
    }

    /// Writes a line if it is time for one.
    pub fn show(&mut self, line: &str) {
        if self.is_due() {
            self.last = Some(Instant::now());
            self.write(line);
        }
    }

    pub fn write(&mut self, text: &str) {
        log::debug!("> {text:?}");
        let mut live = self.arguments.live.borrow_mut();
        if live.write_all(text.as_bytes()).and_then(|()| live.flush()).is_err() {
            self.stop.set();
        }
    }
}
