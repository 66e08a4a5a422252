//! Any bytes as a line: refused with a reason, or a request that is printed as a
//! line that is read again as the same.
#![no_main]

use kring_protocol::{is_interrupt, parse_request};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match parse_request(bytes) {
        Ok(None) => {}
        Ok(Some(request)) => {
            assert!(!is_interrupt(bytes));
            let printed = request.to_string();
            // A byte order mark at the beginning of a line is dropped.
            if !printed.starts_with('\u{feff}') {
                assert_eq!(parse_request(printed.as_bytes()), Ok(Some(request)));
            }
        }
        Err(error) => assert!(error.to_string().starts_with("syntax error")),
    }
});
