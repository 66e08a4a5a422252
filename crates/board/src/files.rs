//! Access to files that users name: only regular files, and replaced as a whole or not at all.
//!
//! Opening a pipe or a device can block for ever, reading it may never end, and writing may destroy
//! it. Every path from a command or an option is therefore checked here before it is opened.

use std::{
    collections::BTreeSet,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Write},
    ops::{Deref, DerefMut},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use tempfile::NamedTempFile;

/// The longest text that is read, in bytes.
const LONGEST_TEXT: u64 = 64 << 20;

/// Fails if the path exists and is a folder, a pipe, a device or a socket. Symbolic links are
/// followed.
pub fn check(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(io::Error::other("this is not a plain file")),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Whether two paths lead to the same file, also through links.
pub fn are_one(a: &Path, b: &Path) -> bool {
    let whole = |path: &Path| {
        let path = behind_links(path).unwrap_or_else(|_| path.to_owned());
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok();
        folder.zip(path.file_name()).map_or(path.clone(), |(folder, name)| folder.join(name))
    };
    whole(a) == whole(b)
}

/// Opens a regular file for reading.
pub fn open(path: &Path) -> io::Result<File> {
    check(path)?;
    File::open(path)
}

/// Opens a regular file for reading and writing, creates it if necessary, and locks it. `None` if
/// another process holds the lock.
pub fn open_locked(path: &Path) -> io::Result<Option<LockedFile>> {
    let file = open_or_create(path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
        // Not every file system has locks.
        Err(TryLockError::Error(error)) => log::warn!("{}: no lock: {error}", path.display()),
    }
    Ok(Some(LockedFile(file)))
}

/// Replaces the text of a file by what `change` makes of it, atomically; a missing file counts as
/// an empty one. Programs that change one file in this way wait for each other, so that no change
/// is lost.
pub fn update<E: From<io::Error>>(
    path: &Path,
    change: impl FnOnce(&str) -> Result<String, E>,
) -> Result<(), E> {
    let mut file = open_at_turn(path)?;
    // Where locks keep other handles out, only this one can read.
    let old = text_of(&mut file)?;
    replace(path, change(&old)?)?;
    Ok(())
}

/// Opens a regular file as [`open_locked`] does, but waits for the lock. The holder before may
/// have put another file in its place, so the path is opened until it leads to the locked file.
fn open_at_turn(path: &Path) -> io::Result<LockedFile> {
    loop {
        let file = open_or_create(path)?;
        if let Err(error) = file.lock() {
            log::warn!("{}: no lock: {error}", path.display());
        }
        let file = LockedFile(file);
        if is_at(&file, path)? {
            return Ok(file);
        }
    }
}

/// Whether the path leads to this open file.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    match fs::metadata(path) {
        Ok(found) => Ok(identity(&found) == identity(&file.metadata()?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// What two different files do not share.
#[cfg(unix)]
fn identity(file: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (file.dev(), file.ino())
}

/// What two different files hardly share: the numbers of files are not available here.
#[cfg(not(unix))]
fn identity(file: &fs::Metadata) -> (u64, Option<std::time::SystemTime>) {
    (file.len(), file.modified().ok())
}

/// Opens a regular file for reading and writing.
fn open_or_create(path: &Path) -> io::Result<File> {
    check(path)?;
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
}

/// An open file whose lock ends when this is dropped.
///
/// Closing the file is not enough: a process started at the same moment holds a copy of it, and
/// with it the lock, until its program is loaded.
pub struct LockedFile(File);

impl Drop for LockedFile {
    fn drop(&mut self) {
        // Without locks there is nothing to release.
        let _ = self.0.unlock();
    }
}

impl Deref for LockedFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for LockedFile {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

/// The content of a regular file of at most 64 MiB as text.
pub fn read_text(path: &Path) -> io::Result<String> {
    text_of(&mut open(path)?)
}

fn text_of(file: &mut File) -> io::Result<String> {
    let mut text = String::new();
    file.take(LONGEST_TEXT + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LONGEST_TEXT {
        return Err(io::Error::other("the file is over 64 MiB"));
    }
    Ok(text)
}

/// Overwrites a file in place, which is fast enough for thousands of files. If the disk is full,
/// a part of the file remains.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    check(path)?;
    fs::write(path, bytes)
}

/// Replaces a file atomically: after a crash either the old or the new content is there, and it
/// is complete. A new file gets the default permissions; an existing file keeps its own. A
/// symbolic link stays, and the file that it points to is replaced.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    check(path)?;
    let path = behind_links(path)?;
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::metadata(folder)?;
    remove_left_over(folder);
    // Errors of the temporary file's own methods name it, and the user does not know it.
    let mut file = new_file(folder).map_err(|error| io::Error::from(error.kind()))?;
    file.as_file_mut().write_all(bytes.as_ref())?;
    if let Ok(old) = fs::metadata(&path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    let file = file.persist(&path).map_err(|failed| failed.error)?;
    drop(LockedFile(file));
    // The new name is durable once the folder is synced. Not every system can open a folder.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// How the names of temporary files begin and end.
const TEMPORARY: [&str; 2] = [".kring-", ".tmp"];

/// A new file in a folder, which is removed unless it gets its name. It has the permissions that
/// any new file has; those of a temporary file would hide it from other users. It is locked as
/// long as it is open, so that other processes see that this one lives.
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    let [begin, end] = TEMPORARY;
    builder.prefix(begin).suffix(end);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    loop {
        let file = builder.tempfile_in(folder)?;
        let is_taken = matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock));
        // Another process may have removed it before it was locked.
        if !is_taken && file.path().exists() {
            return Ok(file);
        }
    }
}

/// Removes the temporary files that killed processes have left in a folder: those that nobody has
/// locked. A folder can have very many files, so each process looks once.
fn remove_left_over(folder: &Path) {
    static SEEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if !SEEN.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned()) {
        return;
    }
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file
            && is_temporary(&entry.file_name().to_string_lossy())
            && let Ok(file) = File::open(entry.path())
        {
            let file = LockedFile(file);
            if file.try_lock().is_ok() {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Whether a name is one of [`new_file`], or of earlier versions: `.kring-PROCESS-NUMBER`.
fn is_temporary(name: &str) -> bool {
    let [begin, end] = TEMPORARY;
    let Some(rest) = name.strip_prefix(begin) else { return false };
    let is_number = |text: &str| text.parse::<u64>().is_ok();
    let is_old = |(process, own)| is_number(process) && is_number(own);
    rest.ends_with(end) || rest.split_once('-').is_some_and(is_old)
}

/// The path behind symbolic links. A dangling link is an error: its target is probably not what
/// the user means.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    if fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) {
        return fs::canonicalize(path);
    }
    Ok(path.to_owned())
}
