//! WebSockets (RFC 6455), as a server needs them: frames, and the messages in them.
//!
//! A client is read in pieces, and what it announces takes no memory until it arrives. Nothing is
//! sent unasked: the caller answers pings, so that answers do not pile up if the client reads none.

use std::io;

use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::peer::PIECE;

/// The codes with which sockets are closed.
pub mod close_code {
    pub const NORMAL: u16 = 1000;
    pub const AWAY: u16 = 1001;
    pub const PROTOCOL: u16 = 1002;
    pub const UNSUPPORTED: u16 = 1003;
    pub const POLICY: u16 = 1008;
    pub const AGAIN: u16 = 1013;
}

// The kinds of frames.
const CONTINUATION: u8 = 0;
const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

// The flags of a frame's first two bytes.
const FINAL: u8 = 0x80;
const RESERVED: u8 = 0x70;
const MASKED: u8 = 0x80;

/// The longest payload of a frame that is no part of a text or binary message.
const MAX_CONTROL: usize = 125;

pub enum Message {
    Text(String),
    Binary(Vec<u8>),
    Ping(Vec<u8>),
    Pong(Vec<u8>),
    /// The code and the text. A client may send none: that is `NORMAL`.
    Close(u16, String),
}

pub struct WebSocket {
    stream: TokioIo<Upgraded>,
    /// The longest message, in bytes.
    longest: usize,
    /// What has been read of the next frames.
    input: Vec<u8>,
    /// The kind of a message and its fragments so far.
    fragments: Option<(u8, Vec<u8>)>,
}

/// The first bytes of a frame.
struct FrameHead {
    kind: u8,
    is_final: bool,
    mask: [u8; 4],
    /// Where the payload begins and ends.
    begin: usize,
    end: usize,
}

impl WebSocket {
    pub fn new(stream: Upgraded, longest: usize) -> WebSocket {
        WebSocket { stream: TokioIo::new(stream), longest, input: Vec::new(), fragments: None }
    }

    /// Sends a message. If this future is dropped early, nothing more can be sent.
    pub async fn send(&mut self, message: Message) -> io::Result<()> {
        self.stream.write_all(&message.frame()).await?;
        self.stream.flush().await
    }

    /// The next message, or how the client breaks the protocol; none if it is gone. This future can
    /// be dropped at any time without a loss.
    pub async fn recv(&mut self) -> Option<Result<Message, &'static str>> {
        loop {
            if let Some(result) = self.next().transpose() {
                return Some(result);
            }
            let mut piece = [0; PIECE];
            let read = self.stream.read(&mut piece).await.ok().filter(|read| *read > 0)?;
            self.input.extend_from_slice(&piece[..read]);
        }
    }

    /// The next message of the input; none if it has not arrived as a whole.
    fn next(&mut self) -> Result<Option<Message>, &'static str> {
        while let Some(FrameHead { kind, is_final, mask, begin, end }) = self.head()?
            && let Some(payload) = self.input.get(begin..end)
        {
            let mut payload = payload.to_vec();
            unmask(&mut payload, mask);
            self.input.drain(..end);
            if kind >= CLOSE {
                return message(kind, payload).map(Some);
            }
            let (_, content) = self.fragments.get_or_insert((kind, Vec::new()));
            content.append(&mut payload);
            if is_final && let Some((kind, content)) = self.fragments.take() {
                return message(kind, content).map(Some);
            }
        }
        Ok(None)
    }

    /// The head of the next frame; none if it has not arrived as a whole.
    fn head(&self) -> Result<Option<FrameHead>, &'static str> {
        let [first, second, rest @ ..] = &self.input[..] else { return Ok(None) };
        let (kind, is_final) = (first & !FINAL & !RESERVED, first & FINAL != 0);
        if first & RESERVED != 0 || second & MASKED == 0 {
            return Err("a frame has reserved bits or no mask");
        }
        let (length, after) = match second & !MASKED {
            126 => (rest.first_chunk().map(|bytes| u16::from_be_bytes(*bytes).into()), 4),
            127 => (rest.first_chunk().map(|bytes| u64::from_be_bytes(*bytes)), 10),
            short => (Some(short.into()), 2),
        };
        let Some(length) = length else { return Ok(None) };
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let gathered = self.fragments.as_ref().map(|(_, fragments)| fragments.len());
        match (kind, gathered) {
            (CONTINUATION, Some(_)) | (TEXT | BINARY, None) => {
                if length > self.longest - gathered.unwrap_or(0) {
                    return Err("a message is too long");
                }
            }
            (CLOSE | PING | PONG, _) if is_final && length <= MAX_CONTROL => {}
            _ => return Err("a frame is of an unknown kind, or in the wrong place"),
        }
        let mask = self.input[after..].first_chunk().copied();
        let begin = after + 4;
        Ok(mask.map(|mask| FrameHead { kind, is_final, mask, begin, end: begin + length }))
    }
}

fn unmask(payload: &mut [u8], mask: [u8; 4]) {
    let (words, rest) = payload.as_chunks_mut();
    let both = |word: [u8; 4]| u32::from_ne_bytes(word) ^ u32::from_ne_bytes(mask);
    words.iter_mut().for_each(|word| *word = both(*word).to_ne_bytes());
    rest.iter_mut().zip(mask).for_each(|(byte, mask)| *byte ^= mask);
}

fn message(kind: u8, payload: Vec<u8>) -> Result<Message, &'static str> {
    match kind {
        TEXT => String::from_utf8(payload).map(Message::Text).map_err(|_| "a text is not UTF-8"),
        BINARY => Ok(Message::Binary(payload)),
        PING => Ok(Message::Ping(payload)),
        PONG => Ok(Message::Pong(payload)),
        _ if payload.is_empty() => Ok(Message::Close(close_code::NORMAL, String::new())),
        _ => closing(&payload).ok_or("a close frame has a wrong code or text"),
    }
}

fn closing(payload: &[u8]) -> Option<Message> {
    let (code, text) = payload.split_first_chunk()?;
    let code = u16::from_be_bytes(*code);
    let text = String::from_utf8(text.to_vec()).ok()?;
    let is_sent = matches!(code, 1000..=1003 | 1007..=1014 | 3000..=4999);
    is_sent.then_some(Message::Close(code, text))
}

impl Message {
    fn frame(self) -> Vec<u8> {
        let (kind, payload) = match self {
            Message::Text(text) => (TEXT, text.into_bytes()),
            Message::Binary(bytes) => (BINARY, bytes),
            Message::Ping(bytes) => (PING, bytes),
            Message::Pong(bytes) => (PONG, bytes),
            Message::Close(code, text) => {
                let text = &text[..text.floor_char_boundary(MAX_CONTROL - 2)];
                (CLOSE, [&code.to_be_bytes(), text.as_bytes()].concat())
            }
        };
        let length = payload.len();
        let head = match (u8::try_from(length), u16::try_from(length)) {
            (Ok(length @ ..126), _) => vec![FINAL | kind, length],
            (_, Ok(length)) => [&[FINAL | kind, 126][..], &length.to_be_bytes()].concat(),
            _ => [&[FINAL | kind, 127][..], &(length as u64).to_be_bytes()].concat(),
        };
        [head, payload].concat()
    }
}
