//! What must hold for any bytes and any text.

use kring_protocol::{
    GtpReply, MAX_LINE, Request, RequestId, is_interrupt, parse_request, read_line,
};
use proptest::{prelude::*, sample::select};

/// Lines near the grammar: plain random bytes hardly ever reach past the first word.
fn likely_line() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        "[0-9]{1,12}".prop_map(String::into_bytes),
        "[a-z_-]{1,8}".prop_map(String::into_bytes),
        "[ \t\r\n#\0\x7f]{1,3}".prop_map(String::into_bytes),
        prop::collection::vec(any::<u8>(), 0..4),
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

fn id() -> impl Strategy<Value = Option<RequestId>> {
    prop::option::of("[0-9]{1,40}").prop_map(|word| RequestId::of(&word?))
}

fn request() -> impl Strategy<Value = Request> {
    let word = "[^\\s\\p{C}#]{1,12}";
    let args = prop::collection::vec(word, 0..6);
    (id(), "[a-zA-Z_-][^\\s\\p{C}#]{0,12}", args).prop_map(|(id, command, args)| Request {
        id,
        command,
        args,
    })
}

proptest! {
    #[test]
    fn any_line_gets_an_answer(line in prop_oneof![
        likely_line(),
        prop::collection::vec(any::<u8>(), 0..200),
    ]) {
        is_interrupt(&line);
        match parse_request(&line) {
            Ok(None) => {}
            Ok(Some(request)) => {
                let again = parse_request(request.to_string().as_bytes());
                prop_assert_eq!(again, Ok(Some(request)));
            }
            Err(error) => prop_assert!(error.to_string().starts_with("syntax error")),
        }
    }

    #[test]
    fn requests_round_trip(request in request()) {
        let line = request.to_string();
        prop_assert_eq!(parse_request(line.as_bytes()), Ok(Some(request)));
    }

    /// Whatever stands around an id, the reply has its digits as they came.
    #[test]
    fn an_id_comes_back_as_it_came(
        digits in prop_oneof!["[0-9]{1,40}", "0{1,30}[0-9]", "[0-9]{1000,2000}"],
        mark in select(vec!["", "\u{feff}"]),
        before in "[ \t\r\u{1}\u{7f}]{0,4}",
        blank in "[ \t]{1,4}",
        rest in "[^#\\p{C}]{0,20}",
    ) {
        let line = format!("{mark}{before}{digits}{blank}{rest}");
        let id = match parse_request(line.as_bytes()) {
            Ok(request) => request.expect("the line is not blank").id,
            Err(error) => error.id,
        };
        let reply = GtpReply { id, body: Ok(String::new()) };
        prop_assert_eq!(reply.to_bytes(), format!("={digits} \n\n").into_bytes());
    }

    /// A mark changes nothing, whatever bytes follow it.
    #[test]
    fn a_line_with_a_byte_order_mark_is_the_line_without_it(line in likely_line()) {
        prop_assume!(!line.starts_with("\u{feff}".as_bytes()));
        let marked = ["\u{feff}".as_bytes(), &line[..]].concat();
        prop_assert_eq!(parse_request(&marked), parse_request(&line));
        prop_assert_eq!(is_interrupt(&marked), is_interrupt(&line));
    }

    #[test]
    fn a_reply_has_one_empty_line_and_it_is_the_last(
        id in id(),
        text in prop_oneof![any::<String>(), "[a \n\r\t\0\u{85}]{0,20}"],
        success: bool,
    ) {
        let body = if success { Ok(text) } else { Err(text) };
        let bytes = GtpReply { id, body }.to_bytes();
        let first_empty = bytes.windows(2).position(|pair| pair == b"\n\n");
        prop_assert_eq!(first_empty, Some(bytes.len() - 2));
        prop_assert!(!bytes.contains(&b'\r') && !bytes.starts_with(b"\n"));
    }

    #[test]
    fn read_line_splits_like_the_standard_library(input in likely_line(), size in 1usize..9) {
        let mut reader = std::io::BufReader::with_capacity(size, &input[..]);
        let mut line = Vec::new();
        let mut found = Vec::new();
        while read_line(&mut reader, &mut line, MAX_LINE).expect("memory does not fail") {
            prop_assert!(line.len() <= MAX_LINE + 1);
            found.push(line.clone());
        }
        let mut expected: Vec<_> = input.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        if expected.last().is_some_and(Vec::is_empty) {
            expected.pop();
        }
        prop_assert_eq!(found, expected);
    }
}
