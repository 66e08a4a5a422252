//! The files of commands and options are replaced in one step, and only regular
//! files are accepted.
#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::Command as Process,
};

use assert_cmd::Command;

use crate::helper::{LIMIT, ask, client, program, refusal};

/// An empty folder of this test run.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn saving_replaces_a_file_in_one_step() {
    let folder = folder("saving");
    let [file, link, new] = ["game.sgf", "link.sgf", "new.sgf"].map(|name| folder.join(name));
    fs::write(&file, "old").expect("a file");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("permissions");
    symlink("game.sgf", &link).expect("a link");
    symlink("nowhere.sgf", folder.join("broken.sgf")).expect("a link");
    let before = fs::metadata(&file).expect("a file");
    let mut client = client("");
    ask(&mut client, &format!("savesgf {}", link.display()));
    assert!(fs::read_to_string(&file).expect("the game").starts_with("(;FF[4]"));
    let after = fs::metadata(&file).expect("a file");
    assert_eq!(after.mode(), before.mode());
    assert_ne!(after.ino(), before.ino(), "another file has taken its place");
    assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
    // A new file has the permissions that any new file has.
    ask(&mut client, &format!("savesgf {}", new.display()));
    let plain = folder.join("plain");
    fs::write(&plain, "").expect("a file");
    let mode = |path: &Path| fs::metadata(path).expect("a file").mode();
    assert_eq!(mode(&new), mode(&plain));
    let broken = refusal(&mut client, &format!("savesgf {}", folder.join("broken.sgf").display()));
    assert!(broken.starts_with("cannot save file: "), "{broken}");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 5, "nothing is left lying there");
}

#[test]
fn a_file_that_cannot_be_written_leaves_the_old_one() {
    let folder = folder("full disk");
    let file = folder.join("game.sgf");
    fs::write(&file, "old").expect("a file");
    // The limit on file sizes is 0, as if the disk were full.
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\"";
    let line = format!("savesgf {}\n", file.display());
    let assert = Command::from_std({
        let mut sh = Process::new("sh");
        sh.args(["-c", script]).arg(program());
        sh
    })
    .write_stdin(line)
    .timeout(LIMIT)
    .assert()
    .success();
    let reply = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    assert!(reply.starts_with("? cannot save file: "), "{reply}");
    assert_eq!(fs::read_to_string(&file).expect("the old one"), "old");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
}

/// A file that ends no read before somebody writes to it.
#[cfg(not(target_os = "macos"))]
fn make_pipe(path: &Path) {
    use rustix::fs::{CWD, Mode, mkfifoat};
    mkfifoat(CWD, path, Mode::RUSR | Mode::WUSR).expect("a named pipe");
}

/// `rustix` makes no named pipes here, so this is the other kind of file that two programs talk through.
#[cfg(target_os = "macos")]
fn make_pipe(path: &Path) {
    std::os::unix::net::UnixListener::bind(path).expect("a socket");
}

#[test]
fn special_files_are_refused() {
    let folder = folder("special");
    let pipe = folder.join("pipe");
    make_pipe(&pipe);
    let pipe = pipe.to_str().expect("text");
    let folder = folder.to_str().expect("text");
    let mut client = client("");
    for path in [pipe, folder, "/dev/zero", "/dev/null"] {
        for command in ["loadsgf", "savesgf", "set-agent neural net="] {
            let space = if command.ends_with('=') { "" } else { " " };
            let reply = refusal(&mut client, &format!("{command}{space}{path}"));
            assert!(reply.contains("not a plain file"), "{command} {path}: {reply}");
        }
        let table = ["match", "--first", "random", "--second", "random", "--games", "2"];
        for args in [
            vec!["--net", path],
            vec!["--logfile-name", if path == "/dev/null" { "/dev/zero" } else { path }],
            vec!["render", path, "--out", "-"],
            vec!["render", "--out", path],
            vec!["tournament", path],
            [&table[..], &["--csv", path]].concat(),
            [&table[..], &["--openings", path]].concat(),
            vec!["merge", path, "--output", "/nonexistent/x.csv"],
            vec!["verify", "--strategy", "shift by=2", "--size", "5x3", "--sgf", path],
        ] {
            let mut kring = Command::new(program());
            let assert = kring.args(&args).timeout(LIMIT).assert().code(1);
            let error = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
            assert!(error.contains("not a plain file"), "{args:?}: {error}");
        }
    }
}
