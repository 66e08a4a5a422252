//! Lines of any length.

use kring_protocol::{MAX_LINE, read_line};

fn lines(mut input: &[u8]) -> Vec<Vec<u8>> {
    let mut line = b"left over".to_vec();
    let mut found = Vec::new();
    while read_line(&mut input, &mut line, MAX_LINE).unwrap() {
        found.push(line.clone());
    }
    found
}

#[test]
fn lines_are_split_at_newlines_only() {
    assert_eq!(lines(b"a\r\n\nb\0c"), [&b"a\r"[..], &b""[..], &b"b\0c"[..]]);
    assert_eq!(lines(b""), [] as [&[u8]; 0]);
    assert_eq!(lines(b"a\n"), [b"a"]);
}

#[test]
fn the_excess_of_a_long_line_is_discarded() {
    for excess in [0, 1, 2, 100_000] {
        let mut input = vec![b'x'; MAX_LINE + excess];
        input.extend(b"\nnext");
        let found = lines(&input);
        assert_eq!(found.len(), 2, "{excess}");
        assert_eq!(found[0].len(), MAX_LINE + excess.min(1), "{excess}");
        assert_eq!(found[1], b"next", "{excess}");
    }
}
