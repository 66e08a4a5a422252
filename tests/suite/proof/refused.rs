//! Proofs that try to fool the checker.
