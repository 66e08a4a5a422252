//! Tables of lines and what they mean.

use kring_protocol::{MAX_LINE, Request, RequestId, is_interrupt};

/// A request, or the id and the message of an error.
type Parsed = Result<Option<Request>, (Option<RequestId>, String)>;

fn parse_request(line: &[u8]) -> Parsed {
    kring_protocol::parse_request(line).map_err(|error| (error.id, error.message))
}

fn request(id: Option<&str>, words: &str) -> Parsed {
    let id = id.and_then(RequestId::of);
    let mut words = words.split(' ').map(String::from);
    Ok(Some(Request { id, command: words.next().unwrap(), args: words.collect() }))
}

fn error(id: Option<&str>, detail: &str) -> Parsed {
    Err((id.and_then(RequestId::of), format!("syntax error: {detail}")))
}

#[test]
fn commands() {
    let table: [(&[u8], _); 15] = [
        (b"name", request(None, "name")),
        (b"7 name\r\n", request(Some("7"), "name")),
        (b"  007\tplay  B\t a3  # why", request(Some("007"), "play B a3")),
        (b"GenMove w#x", request(None, "GenMove w")),
        (b"load x.org/b/#11,a1 # why", request(None, "load x.org/b/#11,a1")),
        (b"load /##x", request(None, "load /#")),
        (b"7x7", request(None, "7x7")),
        (b"1 2 3", request(Some("1"), "2 3")),
        (b"-1 name", request(None, "-1 name")),
        (b"+1 name", request(None, "+1 name")),
        (b"na\x00m\x1b\x7fe", request(None, "name")),
        ("1763524800123 ö ü".as_bytes(), request(Some("1763524800123"), "ö ü")),
        (b"36893488147419103232 name", request(Some("36893488147419103232"), "name")),
        (b"quit # \xff\xfe", request(None, "quit")),
        (b"1\r2 quit", request(Some("12"), "quit")),
    ];
    for (line, expected) in table {
        assert_eq!(parse_request(line), expected, "{}", line.escape_ascii());
    }
}

#[test]
fn lines_to_ignore() {
    for line in [&b""[..], b" \t\r\n", b"# name", b"  #", b"\0\x01", b"#\xff"] {
        assert_eq!(parse_request(line), Ok(None), "{}", line.escape_ascii());
    }
}

#[test]
fn syntax_errors_carry_the_id() {
    let utf8 = "the line is not valid UTF-8";
    let table: [(&[u8], _); 6] = [
        (b"12", error(Some("12"), "an id without a command")),
        (b" 12 # name", error(Some("12"), "an id without a command")),
        (b"9 play \xff", error(Some("9"), utf8)),
        (b"9\xff play", error(None, utf8)),
        (b"play \xc3", error(None, utf8)),
        (b"99999999999 \xff", error(Some("99999999999"), utf8)),
    ];
    for (line, expected) in table {
        assert_eq!(parse_request(line), expected, "{}", line.escape_ascii());
    }
}

#[test]
fn the_length_counts_up_to_the_comment() {
    let mut line = b"3 ".to_vec();
    line.resize(MAX_LINE, b'x');
    assert!(matches!(parse_request(&line), Ok(Some(_))));
    line.extend(b"# and any comment");
    assert!(matches!(parse_request(&line), Ok(Some(_))));
    line[MAX_LINE] = b'x';
    line.truncate(MAX_LINE + 1);
    let too_long = error(Some("3"), "line longer than 65536 bytes");
    assert_eq!(parse_request(&line), too_long);
    // A control character must not hide that `read_line` truncated the line.
    line[5] = 0;
    assert_eq!(parse_request(&line), too_long);
}

#[test]
fn interrupts() {
    for line in [&b"# interrupt"[..], b" #Interrupt\t\r\n", b"#\tINTERRUPT "] {
        assert!(is_interrupt(line), "{}", line.escape_ascii());
    }
    for line in
        [&b"interrupt"[..], b"# interrupts", b"#", b"", b"name # interrupt", b"## interrupt"]
    {
        assert!(!is_interrupt(line), "{}", line.escape_ascii());
    }
}

#[test]
fn a_byte_order_mark_before_a_line_is_dropped() {
    assert_eq!(parse_request("\u{feff}7 name".as_bytes()), request(Some("7"), "name"));
    assert_eq!(parse_request("\u{feff}\r\n".as_bytes()), Ok(None));
    assert_eq!(parse_request("\u{feff}# why".as_bytes()), Ok(None));
    assert!(is_interrupt("\u{feff}# interrupt".as_bytes()));
    // Anywhere else it is a character like others.
    assert_eq!(parse_request("a \u{feff}b".as_bytes()), request(None, "a \u{feff}b"));
}

#[test]
fn tail_joins_the_arguments() {
    let request = parse_request(b"echo  a  b c").unwrap().unwrap();
    assert_eq!(request.tail(0), "a b c");
    assert_eq!(request.tail(2), "c");
    assert_eq!(request.tail(3), "");
    assert_eq!(request.tail(9), "");
    assert_eq!(request.to_string(), "echo a b c");
}
