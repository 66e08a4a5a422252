//! Engines outside of Kring that analyse: the client that streams their replies, what their lines
//! mean, and the commands of a session of the page.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use kring::serve::{ServerExtras, engines};
use kring_protocol::{ClientError, GtpClient};

use crate::helper::{LIMIT, new_folder, program};
use crate::serve::{ask, hear, say, socket};
use crate::serve_people::server_with;

/// An engine in the shell with these branches of `case`; all other commands are known and succeed.
fn shell(name: &str, branches: &str) -> String {
    let file = new_folder(name).join("engine.sh");
    let script = format!(
        "while read -r line; do\n  case \"$line\" in\n{branches}\n    \
         known_command*) printf '= false\\n\\n' ;;\n    *) printf '= \\n\\n' ;;\n  esac\ndone\n"
    );
    std::fs::write(&file, script).unwrap();
    format!("sh '{}'", file.display())
}

const LEELA: &str = "    known_command\\ lz-analyze) printf '= true\\n\\n' ;;
    lz-analyze*) printf '=\\ninfo move b2 visits 5 winrate 6200 prior 100 order 1 pv b2 c3 info move c3 visits 7 winrate 7000 prior 900 lcb 6900 order 0 pv c3 b2 zz9\\n'
        sleep 0.2; printf 'info move a1 visits 9 winrate 9000 order 0 pv a1\\n'; read -r rest; printf '\\n' ;;";

#[test]
fn a_reply_is_streamed_until_it_is_over() {
    let mut client = GtpClient::start(&format!("'{}' --seed 1", program().display())).unwrap();
    client.send("boardsize 5", LIMIT).unwrap();
    let lines = RefCell::new(Vec::new());
    let is_over = || lines.borrow().len() >= 3;
    let mut on_line = |line: &str| lines.borrow_mut().push(line.to_owned());
    client.stream("kata-analyze black 5", LIMIT, &is_over, &mut on_line).unwrap();
    assert!(lines.borrow().len() >= 3);
    assert!(lines.borrow().iter().all(|line| line.starts_with("info move ")), "{lines:?}");
    // The engine is as before.
    assert_eq!(client.send("name", LIMIT).unwrap(), "Kring");
    let refused = client.stream("kata-analyze nobody", LIMIT, &|| false, &mut |_| ());
    assert!(matches!(refused, Err(ClientError::Refused(_))), "{refused:?}");
    // A reply that is not streamed can be interrupted.
    client.send("set-agent mcts sims=1000000000", LIMIT).unwrap();
    let begin = Instant::now();
    let is_over = || begin.elapsed() > Duration::from_millis(300);
    assert!(client.send_until("genmove black", LIMIT, &is_over).is_ok());
    client.quit(LIMIT).unwrap();
}

#[test]
fn an_engine_that_does_not_end_its_analysis_is_ended() {
    let flood = "    analyse*) printf '=\\n'; while true; do echo 'info move a1'; done ;;";
    let silent = "    analyse*) printf '=\\n'; sleep 1000 ;;";
    for (name, branch) in [("flood", flood), ("silent", silent)] {
        let mut client = GtpClient::start(&shell(name, branch)).unwrap();
        let limit = Duration::from_millis(300);
        let result = client.stream("analyse", limit, &|| true, &mut |_| ());
        assert!(matches!(result, Err(ClientError::TimedOut(_))), "{name}: {result:?}");
    }
}

#[test]
fn the_page_gets_the_candidates_of_an_engine() {
    let leela = shell("leela", LEELA);
    let mute = shell("mute", "    genmove*) printf '= b3\\n\\n' ;;");
    let named = engines(&[
        format!("friend='{}' --seed 3", program().display()),
        format!("leela={leela}"),
        format!("mute={mute}"),
    ]);
    let engines = named.unwrap();
    let address = server_with(ServerExtras { engines, ..ServerExtras::default() });
    let mut page = socket(address);
    let mut good = |line: &str| {
        let reply = ask(&mut page, &format!("{line}\n"));
        let text = reply.strip_prefix("= ").unwrap_or_else(|| panic!("{line}: {reply}"));
        text.trim_end().to_owned()
    };
    good("boardsize 4");
    assert_eq!(good("start-agent black"), "analysis");
    good("set-agent friend");
    assert_eq!(good("start-agent black"), "analysis");
    good("set-agent mute");
    assert_eq!(good("start-agent white"), "move");
    good("set-agent leela");
    assert_eq!(good("start-agent black"), "analysis");
    // Leela Zero's ten thousandths become chances, and a word that is no move ends a variation.
    say(&mut page, "kata-analyze black 1\n");
    let mut heard = String::new();
    while !heard.contains("move a1 ") {
        heard += &hear(&mut page);
    }
    say(&mut page, "name\n");
    while !heard.contains("Kring") {
        heard += &hear(&mut page);
    }
    let line = heard.lines().find(|line| line.starts_with("info move c3 ")).unwrap();
    assert!(line.contains("visits 7") && line.contains("winrate 0.7 "), "{line}");
    assert!(line.contains("order 0 pv c3 b2 info move b2 visits 5"), "{line}");
    assert!(line.ends_with("order 1 pv b2 c3"), "{line}");
    assert!(heard.ends_with("\n\n= Kring\n\n"), "{heard}");
    // An engine without an analysis has one move, which stays the answer.
    assert_eq!(ask(&mut page, "set-agent mute\n"), "= \n\n");
    assert_eq!(ask(&mut page, "pv black\n"), "= b3\n\n");
}
