//! The proof that a client has sent.

use std::sync::Arc;

use kring_proof::AnyBook;

#[derive(Default)]
pub(crate) struct SentProof {
    /// What has been sent of a file that was not opened yet.
    pub bytes: Vec<u8>,
    pub book: Option<Arc<AnyBook>>,
}
