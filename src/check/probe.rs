//! The engine that is checked.

use std::{process::Stdio, time::Duration};

use kring_protocol::{ClientError, GtpClient};

/// A running engine, which is started again after a failure.
pub struct Probe {
    command: String,
    limit: Duration,
    client: Option<GtpClient>,
}

impl Probe {
    /// Starts the engine and makes sure that it speaks GTP at all.
    pub fn start(command: &str, limit: Duration) -> Result<Probe, ClientError> {
        let mut client = GtpClient::start_with_stderr(command, Stdio::null())?;
        match client.send("name", limit) {
            Ok(_) | Err(ClientError::Refused(_)) => {
                Ok(Probe { command: command.to_owned(), limit, client: Some(client) })
            }
            Err(error) => Err(error),
        }
    }

    /// Starts the engine again if it has failed.
    pub fn revive(&mut self) -> Result<(), ClientError> {
        if self.client.is_none() {
            self.client = Some(GtpClient::start_with_stderr(&self.command, Stdio::null())?);
        }
        Ok(())
    }

    /// The answer to a command: the text of a success, or the message of a refusal.
    ///
    /// # Errors
    /// The inner one is a refusal; the outer one says how the engine failed.
    pub fn ask(&mut self, command: &str) -> Result<Result<String, String>, String> {
        let client = self.client.as_mut().ok_or("the engine has failed before")?;
        match client.send(command, self.limit) {
            Ok(text) => Ok(Ok(text)),
            Err(ClientError::Refused(message)) => Ok(Err(message)),
            Err(error) => {
                self.client = None;
                Err(format!("{}: {error}", shown(command)))
            }
        }
    }

    pub fn accepts(&mut self, command: &str) -> Result<String, String> {
        self.ask(command)?.map_err(|message| format!("{} was refused: {message}", shown(command)))
    }

    pub fn refuses(&mut self, command: &str) -> Result<String, String> {
        match self.ask(command)? {
            Err(message) => Ok(message),
            Ok(text) => Err(format!("{} was accepted: {}", shown(command), shown(&text))),
        }
    }

    /// An empty board of this size.
    pub fn board(&mut self, size: &str) -> Result<(), String> {
        self.accepts(&format!("boardsize {size}"))?;
        // Some engines have no `clear_board`, because `boardsize` clears the board.
        self.ask("clear_board").map(drop)
    }

    /// Ends the engine as a client would.
    pub fn quit(&mut self) -> Result<(), String> {
        let client = self.client.take().ok_or("the engine has failed before")?;
        client.quit(self.limit).map_err(|error| match error {
            ClientError::TimedOut(limit) => format!("quit: it did not end within {limit:?}"),
            error => format!("quit: {error}"),
        })
    }
}

/// A text on one line, cut if it is long.
fn shown(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let short: String = line.chars().take(40).collect();
    if short.len() < text.len() { format!("{short}…") } else { short }
}
