//! A proof that a client sends: its bytes, what it proves, and its moves. Clients that may open no
//! files play from their proofs in this way.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use kring_board::{Colour, Rules, Topology};
use kring_proof::{AnyBook, Proof, ProofStart, all_n::Boards};
use serde::Serialize;

use crate::gtp::call::Call;
use crate::gtp::failure::{CommandFailure, CommandResult, other, syntax};
use crate::gtp::gtp_session::GtpSession;

/// The longest file, in bytes. With as many nodes as fit, the process takes 54 MB for the check; a
/// file that is made to be slow can make a reply of the book take about 200 MB for a moment.
const LONGEST: usize = 1 << 20;

/// Base64 as clients send it: the `=` at the end may be missing.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

pub fn proof_bytes(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let from: usize = call.arguments.number(0)?;
    let sent = &mut client.proof;
    if from != 0 && from != sent.len() {
        let there = sent.len();
        return Err(syntax(format!("expected 0, or the {there} bytes that were sent so far")));
    }
    let bytes = BASE64.decode(&call.arguments.words[1]);
    let bytes = bytes.map_err(|_| syntax("expected base64"))?;
    if from + bytes.len() > LONGEST {
        *sent = Vec::new();
        let why = format!("proofs of up to {} MiB can be sent", LONGEST >> 20);
        return Err(CommandFailure::Refused(why));
    }
    sent.truncate(from);
    sent.extend(bytes);
    call.reply.text(sent.len().to_string());
    Ok(())
}

pub fn proof_open(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let bytes = std::mem::take(&mut client.proof);
    if bytes.is_empty() {
        return Err(other("no proof has been sent: proof-bytes sends one"));
    }
    let book = AnyBook::from_bytes(&bytes, call.arguments.stop);
    let book = book.map_err(|why| CommandFailure::Load(why.to_string()))?;
    let summary = ProofSummary::new(&book, bytes.len());
    call.reply.text(serde_json::to_string(&summary).map_err(other)?);
    client.session.open_book(book);
    Ok(())
}

pub fn proof_reply(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let book = client.session.book().ok_or_else(|| other("no proof has been opened"))?;
    let position = client.position();
    book.check_game(position.game()).map_err(other)?;
    let winner = book.winner();
    if position.winner().is_some() || position.turn() != Some(winner) {
        return Err(other(format!("{winner} is not to move: the proof has the moves of {winner}")));
    }
    let cell = book.reply(position, call.arguments.stop);
    call.reply.text(cell.map_or_else(|| "none".to_owned(), |cell| cell.name(position.size())));
    Ok(())
}

#[derive(Serialize)]
struct ProofSummary {
    statement: String,
    winner: String,
    variant: String,
    columns: usize,
    /// The number of rows; of a certificate, the least that it is about.
    least_rows: usize,
    /// None for a certificate: it is about every number of rows from the least on, whichever colour
    /// begins.
    start: Option<StartSummary>,
    /// The nodes of a proof, the pairs or triples of rows of a certificate.
    parts: usize,
    bytes: usize,
}

#[derive(Serialize)]
struct StartSummary {
    rows: usize,
    first: String,
    black: Vec<String>,
    white: Vec<String>,
    /// None without seasons.
    map: Option<Vec<String>>,
}

impl ProofSummary {
    fn new(book: &AnyBook, bytes: usize) -> ProofSummary {
        let (rules, [columns, least_rows], parts, start) = match book {
            AnyBook::EveryHeight(replies) => {
                let certificate = replies.certificate();
                let (topology, least_rows) = match certificate.boards {
                    Boards::Cylinder => (Topology::Cylinder, 1),
                    Boards::Rhombus { rows } => (Topology::Rhombus, rows),
                };
                let rules = Rules { topology, ..Rules::default() };
                (rules, [certificate.columns, least_rows], certificate.tuples(), None)
            }
            AnyBook::Game(book) => {
                let Proof { start, nodes, .. } = book.proof();
                let rules = start.position.rules();
                let size = start.position.size();
                let size = [size.columns(), size.rows()];
                (rules.clone(), size, nodes.len(), Some(StartSummary::new(start)))
            }
        };
        let statement = book.statement();
        let winner = book.winner().to_string();
        let variant = rules.to_string();
        ProofSummary { statement, winner, variant, columns, least_rows, start, parts, bytes }
    }
}

impl StartSummary {
    fn new(start: &ProofStart) -> StartSummary {
        let position = &start.position;
        let stones = |colour| {
            position.stones(colour).iter().map(|cell| cell.name(position.size())).collect()
        };
        let map = || position.game().map().to_string().split(' ').map(str::to_owned).collect();
        StartSummary {
            rows: position.size().rows(),
            first: start.first.to_string(),
            black: stones(Colour::Black),
            white: stones(Colour::White),
            map: (position.rules().seasons.count() > 1).then(map),
        }
    }
}
