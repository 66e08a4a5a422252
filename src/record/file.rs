use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

/// The longest file that is read; no game is as long.
const LONGEST: u64 = 1 << 20;

/// The text of a game's file, which must be a plain one.
pub fn read(path: impl AsRef<Path>) -> io::Result<String> {
    if !fs::metadata(&path)?.is_file() {
        return Err(io::Error::other("this is not a plain file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(io::Error::other("the file is over 1 MiB, longer than any game"));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
