use std::{
    io::{self, Read},
    path::Path,
};

use crate::files;

/// The longest file that is read; no game is as long.
const LONGEST: u64 = 1 << 20;

/// The text of a game's file, which must be a plain one.
pub fn read(path: impl AsRef<Path>) -> io::Result<String> {
    let mut bytes = Vec::new();
    files::open(path.as_ref())?.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(io::Error::other("the file is over 1 MiB, longer than any game"));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
