//! solved
