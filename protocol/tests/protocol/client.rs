//! The client with well and badly behaved engines, written as shell scripts.

use std::{
    path::PathBuf,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use kring_protocol::{ClientError, GtpClient, MAX_REPLY};

/// For what comes; only a test that hangs waits so long.
const LONG: Duration = Duration::from_secs(300);
/// For what never comes.
const SHORT: Duration = Duration::from_millis(100);

/// An engine that runs `script`, which must not contain single quotes.
fn engine(script: &str) -> GtpClient {
    let command = format!("/bin/sh -c '{script}'");
    GtpClient::start_with_stderr(&command, Stdio::null()).expect("there is a shell")
}

fn is_gone(pid: u32) -> bool {
    let process = |name: &str| PathBuf::from("/proc").join(name).exists();
    // Without /proc this cannot be determined.
    !process("self") || !process(&pid.to_string())
}

const ECHO: &str = r#"while read line; do
    case "$line" in
        bad*) printf "? %s\n\n" "$line";;
        quit) printf "= \n\n"; exit;;
        \#*) printf "= comment\n\n";;
        3*) printf "=3 name\n\n";;
        id*) printf "=3 %s\n\n" "$line";;
        *) printf "gogui-gfx:\nVAR B a1\n\n\n= %s\n\n" "$line";;
    esac
done"#;

#[test]
fn an_engine_that_answers() {
    let mut client = engine(ECHO);
    let pid = client.pid();
    assert_eq!(client.send("play b a1", LONG).unwrap(), "play b a1");
    let refused = client.send("bad one", LONG).unwrap_err();
    assert!(matches!(refused, ClientError::Refused(text) if text == "bad one"));
    assert_eq!(client.send("name", Duration::MAX).unwrap(), "name");
    client.quit(LONG).unwrap();
    assert!(is_gone(pid));
}

#[test]
fn a_command_is_one_line() {
    let mut client = engine(ECHO);
    for command in ["", " \t", "# comment", "a\nb", "a\r"] {
        let error = client.send(command, LONG).unwrap_err();
        assert!(matches!(error, ClientError::Io(_)), "{command:?} {error}");
    }
    assert_eq!(client.send("still there", LONG).unwrap(), "still there");
}

#[test]
fn an_engine_that_does_not_start() {
    for command in ["", "/no/such/engine", "'unfinished"] {
        let error = GtpClient::start(command).unwrap_err();
        assert!(matches!(error, ClientError::Start(..)), "{error}");
    }
}

#[test]
fn an_engine_that_exits() {
    for script in ["exit 3", "read line; exit 3", "read line; printf \"= half\"; exit 3"] {
        let mut client = engine(script);
        for _ in 0..2 {
            let error = client.send("name", LONG).unwrap_err();
            assert!(
                matches!(&error, ClientError::Exited(status) if status.contains('3')),
                "{script}: {error}"
            );
        }
    }
    engine("exit 3").quit(LONG).unwrap();
}

#[test]
fn an_engine_that_never_answers() {
    let mut client = engine("exec sleep 1000");
    let pid = client.pid();
    let start = Instant::now();
    let error = client.send("name", SHORT).unwrap_err();
    assert!(matches!(error, ClientError::TimedOut(SHORT)), "{error}");
    assert!(start.elapsed() >= SHORT && is_gone(pid));
    let error = client.send("name", LONG).unwrap_err();
    assert!(matches!(error, ClientError::TimedOut(SHORT)), "{error}");
    let error = client.quit(LONG).unwrap_err();
    assert!(matches!(error, ClientError::TimedOut(SHORT)), "{error}");
}

#[test]
fn an_engine_that_never_reads() {
    let mut client = engine("exec sleep 1000");
    let error = client.send(&"x".repeat(1 << 20), SHORT).unwrap_err();
    assert!(matches!(error, ClientError::TimedOut(_)), "{error}");

    let mut client = engine("exec sleep 1000");
    let mut accepted = Instant::now();
    // Fails at times before the pipe is full, and always after.
    while accepted.elapsed() < SHORT * 5 {
        match client.interrupter().interrupt() {
            Ok(()) => accepted = Instant::now(),
            Err(_) => thread::sleep(SHORT / 100),
        }
    }
    let error = client.send("name", SHORT).unwrap_err();
    assert!(matches!(error, ClientError::TimedOut(SHORT)), "{error}");
}

#[test]
fn an_engine_that_is_interrupted_often_still_answers() {
    let mut client =
        engine("while read a b; do [ \"$a\" = \"#\" ] || printf \"= %s\\n\\n\" $a; done");
    for _ in 0..200 {
        let _ = client.interrupter().interrupt();
    }
    assert_eq!(client.send("name", LONG).unwrap(), "name");
}

#[test]
fn an_engine_that_floods() {
    for (script, garbage) in [
        ("exec yes", true),
        ("exec yes \"\"", false),
        ("while :; do printf \"gogui-gfx:\\nx\\n\\n\"; done", false),
    ] {
        let mut client = engine(script);
        let error = client.send("name", if garbage { LONG } else { SHORT }).unwrap_err();
        if garbage {
            assert!(matches!(error, ClientError::Garbage(_)), "{error}");
        } else {
            assert!(matches!(error, ClientError::TimedOut(_)), "{error}");
        }
    }
}

#[test]
fn an_engine_that_says_too_much() {
    let mut client = engine(&format!("read line; printf \"= \"; exec yes {}", "x".repeat(200)));
    let error = client.send("name", LONG).unwrap_err();
    assert!(matches!(error, ClientError::TooLong), "{error}");
}

#[test]
fn an_engine_that_writes_garbage() {
    let mut client = engine("read line; echo Segmentation fault; exec sleep 1000");
    let pid = client.pid();
    let error = client.send("name", LONG).unwrap_err();
    assert!(matches!(&error, ClientError::Garbage(text) if text == "Segmentation fault"));
    assert!(is_gone(pid));
}

#[test]
fn an_engine_that_answers_what_nobody_asked() {
    let mut client =
        engine("printf \"= hello\\n\\n\"; while read line; do printf \"= hello\\n\\n\"; done");
    // It is always one reply ahead; on a busy machine that may come late.
    let error = loop {
        thread::sleep(SHORT);
        if let Err(error) = client.send("name", LONG) {
            break error;
        }
    };
    assert!(error.to_string().contains("a reply to no command: hello"), "{error}");
}

#[test]
fn an_engine_that_answers_with_an_id_that_no_command_had() {
    let mut client = engine(ECHO);
    assert_eq!(client.send("name", LONG).unwrap(), "name");
    assert_eq!(client.send("3 name", LONG).unwrap(), "name");
    let error = client.send("id of another", LONG).unwrap_err();
    assert!(error.to_string().contains("a reply with the id 3 of no command"), "{error}");
}

#[test]
fn an_engine_that_ignores_quit() {
    let client = engine("trap \"\" TERM INT; exec sleep 1000");
    let pid = client.pid();
    let error = client.quit(SHORT).unwrap_err();
    assert!(matches!(error, ClientError::TimedOut(SHORT)), "{error}");
    assert!(is_gone(pid));
}

#[test]
fn an_engine_that_has_much_to_say_at_the_end() {
    let script =
        "read line; i=0; while [ $i -lt 40000 ]; do printf \"= %s\\n\\n\" $i; i=$((i+1)); done";
    engine(script).quit(LONG).unwrap();
}

#[test]
fn an_engine_that_is_dropped_leaves_no_zombie() {
    let client = engine("exec sleep 1000");
    let pid = client.pid();
    drop(client);
    assert!(is_gone(pid));
}

#[test]
fn what_an_engine_has_started_is_killed_with_it() {
    // One that answers, one that is in the way of a deadline, one that has quit.
    let script = "sleep 1000 & while read line; do case $line in hang) sleep 1000;; quit) exit;; \
        *) printf \"= %s\\n\\n\" $!;; esac; done";
    for end in ["drop", "hang", "quit"] {
        let mut client = engine(script);
        let child: u32 = client.send("name", LONG).unwrap().parse().unwrap();
        assert!(!PathBuf::from("/proc/self").exists() || !is_gone(child));
        match end {
            "hang" => assert!(client.send("hang", SHORT).is_err()),
            "quit" => client.quit(LONG).unwrap(),
            _ => drop(client),
        }
        let start = Instant::now();
        // The process that adopts it may not have reaped it yet.
        let stat = || std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        while !is_gone(child) && !stat().contains(") Z") {
            assert!(start.elapsed() < LONG, "{end}: {}", stat());
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn an_interrupt_reaches_an_engine_that_thinks() {
    // It answers a comment after a command.
    let mut client = engine(
        "command=; while read line; do case $line in \\#*) [ $command ] && printf \"= %s\\n\\n\" \"$line\";; \
         *) command=1;; esac; done",
    );
    let interrupter = client.interrupter();
    // The first may come before the command.
    let other = thread::spawn(move || {
        while interrupter.interrupt().is_ok() {
            thread::sleep(SHORT);
        }
    });
    assert_eq!(client.send("genmove b", LONG).unwrap(), "# interrupt");
    drop(client);
    other.join().unwrap();
}

/// An engine that answers the first command with these bytes, in the notation of `printf`.
fn answer(command: &str, output: &str) -> Result<String, ClientError> {
    engine(&format!("read line; printf \"{output}\"; exec sleep 1000")).send(command, LONG)
}

#[test]
fn replies_in_every_shape() {
    for (command, output, expected) in [
        ("name", "\\n \\n= a\\r\\n\\r\\n", Ok("a")),
        ("7 name", "=7\\n\\n", Ok("")),
        ("7 name", "=7 b\\n\\n", Ok("b")),
        ("8 name", "?8 no\\nway \\n\\n", Err("no\nway")),
        ("name", "= 5\\n\\n", Ok("5")),
        ("name", "=x\\n\\n", Ok("x")),
        ("name", "=\\n  a b\\n \\n c\\n\\n", Ok("  a b\n \n c")),
        ("name", "=7x7\\n\\n", Ok("7x7")),
        ("name", "gogui-gfx:\\nuct\\n= no\\n\\ngogui-gfx:\\n\\n= yes\\n\\n", Ok("yes")),
    ] {
        match (answer(command, output), expected) {
            (Ok(text), Ok(expected)) => assert_eq!(text, expected, "{output}"),
            (Err(ClientError::Refused(text)), Err(expected)) => assert_eq!(text, expected),
            (found, _) => panic!("{output}: {found:?}"),
        }
    }
    let error = answer("name", "hm\\377\\n= a\\n\\n").unwrap_err();
    assert!(matches!(&error, ClientError::Garbage(text) if text == "hm\u{fffd}"), "{error}");
}

#[test]
fn the_length_of_a_reply_is_bounded() {
    let output = |begin: &str, length: usize| {
        let script = format!(
            "read line; printf \"{begin}\"; head -c {length} /dev/zero | tr \"\\\\000\" x; \
             printf \"\\n\\n\"; exec sleep 1000"
        );
        engine(&script).send("name", LONG)
    };
    assert_eq!(output("= ", MAX_REPLY - 2).unwrap().len(), MAX_REPLY - 2);
    assert!(matches!(output("= ", MAX_REPLY), Err(ClientError::TooLong)));
    let garbage = output("", MAX_REPLY + 2).unwrap_err();
    assert!(matches!(&garbage, ClientError::Garbage(text) if text.len() == 200), "{garbage}");
}
