//! The output of the commands: results to standard output, messages and progress to standard
//! error. If standard output has lost its reader, the program ends without a message, as other
//! programs in a pipe do; a full disk is an error.

use std::fmt;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process::{self, ExitCode};
use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};
use clap::builder::StyledStr;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// Prints to standard output; see the macros `out` and `out_line`.
pub fn print(text: fmt::Arguments<'_>) {
    if let Err(error) = write(text) {
        if error.kind() == ErrorKind::BrokenPipe {
            process::exit(0);
        }
        say_unwritten(&error);
        process::exit(1);
    }
}

/// Prints the result of a command whose exit code says more than whether it was printed. The code
/// is 1 only in place of a success, and a lost reader changes nothing.
pub fn print_result(text: fmt::Arguments<'_>, code: ExitCode) -> ExitCode {
    match write(text) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            say_unwritten(&error);
            if code == ExitCode::SUCCESS { ExitCode::FAILURE } else { code }
        }
        _ => code,
    }
}

/// Prints a text of the command line's parser, with its colours if they are shown.
pub fn print_styled(text: &StyledStr) {
    if has_colours() {
        print(format_args!("{}", text.ansi()));
    } else {
        print(format_args!("{text}"));
    }
}

fn write(text: fmt::Arguments<'_>) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_fmt(text)?;
    output.flush()
}

fn say_unwritten(error: &io::Error) {
    say(format_args!("Error: standard output cannot be written: {error}"));
}

/// Prints a line to standard error; errors are ignored.
pub fn say(text: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Names the files and folders that a command has written, at its end, on standard error.
pub fn say_written<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) {
    let names: Vec<String> =
        paths.into_iter().map(|path| path.as_ref().display().to_string()).collect();
    if !names.is_empty() {
        say(format_args!("written: {}", names.join(", ")));
    }
}

/// Like `print!`, with the error handling of [`print`].
macro_rules! out {
    ($($text:tt)*) => { $crate::cli::output::print(format_args!($($text)*)) };
}

/// Like `println!`, with the error handling of [`print`].
macro_rules! out_line {
    ($($text:tt)*) => { $crate::cli::output::print(format_args!("{}\n", format_args!($($text)*))) };
}

/// Like `eprintln!`, but it never panics.
macro_rules! note {
    ($($text:tt)*) => { $crate::cli::output::say(format_args!($($text)*)) };
}

pub(crate) use {note, out, out_line};

/// The shortest time between two changes of the bar, in milliseconds.
const BAR_PAUSE: u64 = 100;

/// The same between two lines of the standing in a log.
const LINE_PAUSE: u64 = 5000;

/// The progress of an event: a bar at a terminal, a line every few seconds in
/// logs. Both go to standard error.
pub struct EventProgress {
    total: usize,
    unit: &'static str,
    played: usize,
    start: Instant,
    shown: Instant,
    bar: Option<ProgressBar>,
}

impl EventProgress {
    /// The progress of an event of this many units, such as games.
    pub fn of(total: usize, unit: &'static str) -> EventProgress {
        let template = "{wide_bar} {pos}/{len}  {msg}  {eta} left";
        EventProgress { unit, ..EventProgress::with_template(template, total) }
    }

    /// The same with another template for the bar, and no unit.
    pub fn with_template(template: &str, total: usize) -> EventProgress {
        let style = ProgressStyle::with_template(template);
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = || ProgressBar::new(total as u64).with_style(style);
        let bar = io::stderr().is_terminal().then(bar);
        let now = Instant::now();
        EventProgress { total, unit: "", played: 0, start: now, shown: now, bar }
    }

    /// Shows how much is done. `text` is told whether there is a bar; without one it is printed as
    /// a line, at most every `line_pause` milliseconds. Most calls do nothing.
    pub fn show(
        &mut self,
        line_pause: u64,
        (done, all): (usize, usize),
        text: impl FnOnce(bool) -> String,
    ) {
        let pause = if self.bar.is_some() { BAR_PAUSE } else { line_pause };
        if self.shown.elapsed() < Duration::from_millis(pause) {
            return;
        }
        self.shown = Instant::now();
        let Some(bar) = &self.bar else { return note!("{}", text(false)) };
        bar.set_length(all as u64);
        bar.set_position(done as u64);
        bar.set_message(text(true));
    }

    /// Prints while the bar is hidden, so that it stays below.
    pub fn print(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Counts a game and shows the standing. Most calls do nothing, because
    /// games can be shorter than the time to show them.
    pub fn update(&mut self, standing: impl FnOnce() -> String) {
        self.played += 1;
        let played = self.played;
        let total = self.total;
        let unit = self.unit;
        let start = self.start;
        self.show(LINE_PAUSE, (played, total), |has_bar| {
            if has_bar {
                return standing();
            }
            let remaining = total.saturating_sub(played) as f64 / played as f64;
            let left = HumanDuration(start.elapsed().mul_f64(remaining));
            format!("{played}/{total} {unit}, {}, {left} left", standing())
        });
    }

    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Whether standard output shows colours and the user wants them.
pub fn has_colours() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}
