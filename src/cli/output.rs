//! What the commands print. A reader that has gone ends the program quietly,
//! as it ends other programs in a pipe; a full disk is an error.

use std::{
    fmt,
    io::{self, ErrorKind, Write},
    process,
};

/// Prints to standard output; see the macros `out` and `out_line`.
pub fn print(text: fmt::Arguments<'_>) {
    let mut output = io::stdout().lock();
    if let Err(error) = output.write_fmt(text).and_then(|()| output.flush()) {
        if error.kind() == ErrorKind::BrokenPipe {
            process::exit(0);
        }
        say(format_args!("Error: standard output cannot be written: {error}"));
        process::exit(1);
    }
}

/// A line for standard error, if anybody reads it.
pub fn say(text: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// `print!`, but see [`print`].
macro_rules! out {
    ($($text:tt)*) => { $crate::cli::output::print(format_args!($($text)*)) };
}

/// `println!`, but see [`print`].
macro_rules! out_line {
    ($($text:tt)*) => { $crate::cli::output::print(format_args!("{}\n", format_args!($($text)*))) };
}

/// `eprintln!`, which is never the end of anything.
macro_rules! note {
    ($($text:tt)*) => { $crate::cli::output::say(format_args!($($text)*)) };
}

pub(crate) use {note, out, out_line};
