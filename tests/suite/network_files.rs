//! Files that are no network, and networks that do not fit a game: each is refused with a message
//! that says why.

use std::fs;

use kring::{
    agents::{AgentSpec, Networks},
    board::{Colour, Rules, Size},
    eval::{Network, NetworkError},
};

use crate::{
    helper::{answer, fresh_session, new_folder},
    network::{FILE, made_up},
};

/// The file of the network for games with seasons.
const SEASONS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/crates/eval/nets/kring-6x64-seasons.safetensors");

fn refused(bytes: &[u8]) -> Option<NetworkError> {
    Network::from_bytes("damaged", bytes).err()
}

/// The error of a file with a text in place of another one of the same length.
fn changed(file: &str, from: &str, to: &str) -> Option<NetworkError> {
    assert_eq!(from.len(), to.len());
    let mut bytes = fs::read(file).unwrap();
    let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).unwrap();
    bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
    refused(&bytes)
}

#[test]
fn damaged_files_are_refused() {
    for file in [FILE, SEASONS] {
        let bytes = fs::read(file).unwrap();
        let lengths = (0..bytes.len()).step_by(997).chain([7, 8, 100, bytes.len() - 1]);
        for length in lengths {
            let cut = refused(&bytes[..length]);
            assert!(matches!(cut, Some(NetworkError::Container(_))), "{length}: {cut:?}");
        }
        let longer = refused(&[&bytes[..], &[0]].concat());
        assert!(matches!(longer, Some(NetworkError::Container(_))), "{longer:?}");
        let endless = [&[0xff; 8], &bytes[8..]].concat();
        assert!(matches!(refused(&endless), Some(NetworkError::Container(_))));
        // Whatever one byte of the header becomes, nothing panics.
        for at in (0..3304).step_by(7) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x11;
            let _ = refused(&damaged);
        }
    }
    let read = [Network::load("/no/such/file"), Network::load(env!("CARGO_MANIFEST_DIR"))];
    assert!(read.iter().all(|read| matches!(read, Err(NetworkError::Read { .. }))));
}

#[test]
fn other_formats_are_refused() {
    for file in [FILE, SEASONS] {
        let foreign = changed(file, "kring-net-", "kring-let-");
        assert!(matches!(foreign, Some(NetworkError::Foreign)), "{foreign:?}");
    }
    for (from, version) in [("kring-net-1", 3), ("kring-net-1", 9)] {
        let newer = changed(FILE, from, &format!("kring-net-{version}"));
        assert!(matches!(newer, Some(NetworkError::Newer { .. })), "{newer:?}");
    }
    let newer = refused(&made_up(3, [16, 1, 1, 1])).unwrap();
    assert_eq!(
        newer.to_string(),
        "a network of the format kring-net-3, which is newer than this program: it reads \
         kring-net-1 and kring-net-2"
    );
    let foreign = refused(&made_up(0, [16, 1, 1, 1]));
    assert!(matches!(foreign, Some(NetworkError::Foreign)), "{foreign:?}");
}

/// The metadata have to describe the tensors: all of them, and no others.
#[test]
fn metadata_that_do_not_fit_the_tensors_are_refused() {
    let cases = [
        ("channels", "64", "65", "no usable number for channels (a multiple of 16 up to 1024)"),
        ("channels", "64", "96", "tensor stem.weight is F16 of shape [64, "),
        ("channels", "64", "48", "tensor stem.weight is F16 of shape [64, "),
        ("blocks", "6", "7", "tensor blocks.6.conv1.weight is missing"),
        ("blocks", "6", "5", "tensor blocks.5.conv1.bias is not part of a network of 5 blocks"),
        ("blocks", "6", "0", "no usable number for blocks (1 to 256)"),
        ("head", "32", "31", "tensor policy1.weight is F16 of shape [32, 64]"),
        ("hidden", "64", "63", "tensor value2.weight is F16 of shape [64, 96]"),
    ];
    for file in [FILE, SEASONS] {
        for (key, from, to, why) in cases {
            let [from, to] = [from, to].map(|number| format!("\"{key}\":\"{number}\""));
            let error = changed(file, &from, &to).map(|error| error.to_string());
            assert!(error.as_ref().is_some_and(|error| error.contains(why)), "{to}: {error:?}");
        }
        for (from, to, why) in [
            ("own,opponent,", "opponent,own,", "number 1 of planes should be own, but is opponent"),
            ("_axis_wraps\"", "_axis_wrapt\"", "number 8 of planes should be opponent_axis_wraps"),
            ("due_later\"", "due_never\"", "number 16 of planes should be opponent_due_later"),
            ("\"mean,max,", "\"max,mean,", "number 1 of pooled should be mean, but is max"),
        ] {
            if file == FILE && from.starts_with("due") || file == SEASONS && from.starts_with("_") {
                continue;
            }
            let error = changed(file, from, to).map(|error| error.to_string());
            assert!(error.as_ref().is_some_and(|error| error.contains(why)), "{to}: {error:?}");
        }
    }
    // The planes of the other format.
    let narrow = changed(SEASONS, "kring-net-2", "kring-net-1").unwrap().to_string();
    assert!(
        narrow.contains("number 9 of planes should be missing, but is own_due_now"),
        "{narrow}"
    );
    let wide = changed(FILE, "kring-net-1", "kring-net-2").unwrap().to_string();
    assert!(wide.contains("number 9 of planes should be own_due_now, but is missing"), "{wide}");
}

#[test]
fn weights_that_are_not_finite_are_refused() {
    let bytes = fs::read(SEASONS).unwrap();
    // Infinity, minus infinity and two kinds of NaN, in the last and in another tensor.
    for weight in [0x7c00u16, 0xfc00, 0x7e00, 0xfdff] {
        for at in [bytes.len() - 2, bytes.len() - 200_000] {
            let mut damaged = bytes.clone();
            damaged[at..at + 2].copy_from_slice(&weight.to_le_bytes());
            let error = refused(&damaged);
            assert!(matches!(error, Some(NetworkError::NotFinite { .. })), "{weight:x}: {error:?}");
        }
    }
}

/// A network without planes for seasons would choose moves as if all cells were open.
#[test]
fn a_network_that_knows_no_seasons_does_not_play_with_them() {
    let session = &mut fresh_session();
    answer(session, format!("set-agent neural evals=2 net={FILE}"));
    assert!(answer(session, "genmove black").starts_with("= "));
    let why = "its network kring-6x64 knows no seasons; networks of the format kring-net-2 do";
    let switched = ["black", "white"].map(|colour| {
        format!("{colour} is played by neural: neural does not play {colour} in this game: {why}")
    });
    let reply = answer(session, "variant seasonal");
    assert_eq!(reply, format!("= {}\n\n", switched.join("\n")));
    assert_eq!(answer(session, "agent black"), "= neural\n\n");
    let refused = answer(session, format!("set-agent neural evals=2 net={FILE}"));
    assert_eq!(refused, format!("? neural does not play black in this game: {why}\n\n"));
    answer(session, format!("set-agent neural evals=2 net={SEASONS}"));
    assert!(answer(session, "genmove black").starts_with("= "));
    let spec: AgentSpec = format!("neural net={FILE}").parse().unwrap();
    let agent = spec.load(&Networks::default()).unwrap();
    let plays = |rules: &str| {
        let rules: Rules = rules.parse().unwrap();
        agent.plays(&rules, Size::new(5, 5).unwrap(), Colour::Black).is_ok()
    };
    assert!(plays("torus swap=on") && !plays("torus seasons=2"));
}

/// As the default network, it leaves games with seasons to the embedded one.
#[test]
fn a_default_network_that_knows_no_seasons_leaves_them_to_the_embedded_one() {
    let folder = new_folder("default-network");
    let file = folder.join("plain.safetensors");
    fs::write(&file, made_up(1, [16, 1, 4, 4])).unwrap();
    let choice = |networks: &Networks, variant: &str| {
        let spec: AgentSpec = "neural evals=1".parse().unwrap();
        let position = kring_reference::empty(variant, 5, 5);
        let agent = spec.load(networks).unwrap();
        agent.plays(position.rules(), position.size(), Colour::Black).unwrap();
        agent.raw_evaluation(&position, Colour::Black, 0).unwrap()
    };
    let [plain, embedded] = [Networks::with_default(&file).unwrap(), Networks::default()];
    assert_eq!(choice(&plain, "hex seasons=3"), choice(&embedded, "hex seasons=3"));
    assert_ne!(choice(&plain, "hex"), choice(&embedded, "hex"));
}
