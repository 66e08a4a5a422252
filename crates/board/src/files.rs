//! Files that users name: plain ones only, and replaced as a whole or not at all.
//!
//! A pipe or a device where a file should be can block for ever, never end,
//! or be destroyed. So every path that a command or an option names goes
//! through here before it is opened.

use std::{
    fs::{self, File, OpenOptions, Permissions, TryLockError},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

/// Fails where the path is there and is a folder, a pipe, a device or a
/// socket. Symbolic links are followed.
pub fn check(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(io::Error::other("this is not a plain file")),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Whether two paths name one file, by whatever names and links.
pub fn are_one(a: &Path, b: &Path) -> bool {
    let whole = |path: &Path| {
        let path = behind_links(path).unwrap_or_else(|_| path.to_owned());
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok();
        folder.zip(path.file_name()).map_or(path.clone(), |(folder, name)| folder.join(name))
    };
    whole(a) == whole(b)
}

/// Opens a plain file for reading.
pub fn open(path: &Path) -> io::Result<File> {
    check(path)?;
    File::open(path)
}

/// Opens a plain file of records, a new one if there is none, and locks it;
/// none if another process has the lock.
pub fn open_locked(path: &Path) -> io::Result<Option<File>> {
    check(path)?;
    let mut options = OpenOptions::new();
    let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
        // Not every file system has locks.
        Err(TryLockError::Error(error)) => log::warn!("{}: no lock: {error}", path.display()),
    }
    Ok(Some(file))
}

/// All that a plain file holds.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// All that a plain file holds, as text.
pub fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open(path)?.read_to_string(&mut text)?;
    Ok(text)
}

/// Writes a file from its beginning on, for files that are written by the
/// thousand: a full disk can leave a part of it.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    check(path)?;
    fs::write(path, bytes)
}

/// Puts a file in the place of another in one step: whatever happens, the
/// old one or the new one is there, and is whole. A new file has the usual
/// permissions, one that is replaced keeps its own. A symbolic link stays,
/// and the file that it leads to is replaced.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    check(path)?;
    let path = behind_links(path)?;
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut file = new_file(folder)?;
    file.write_all(bytes.as_ref())?;
    if let Ok(old) = fs::metadata(&path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(&path)?;
    // The name is safe once the folder is, where a folder can be opened.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// A file of a name that nobody has, with the permissions of a new file.
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".kring-");
    if let Some(usual) = usual_permissions() {
        builder.permissions(usual);
    }
    builder.tempfile_in(folder)
}

/// What the system narrows down by the process's mask.
#[cfg(unix)]
fn usual_permissions() -> Option<Permissions> {
    Some(std::os::unix::fs::PermissionsExt::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual_permissions() -> Option<Permissions> {
    None
}

/// Where a path leads to. A link to nothing is refused: who set it up meant
/// another place.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    if fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) {
        return fs::canonicalize(path);
    }
    Ok(path.to_owned())
}
