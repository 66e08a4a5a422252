use std::fmt;

/// A number that two schedules share only if they are the same (FNV-1a; it
/// guards against mistakes, not against malice).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Takes a text into account, and where it ends.
    pub fn text(&mut self, text: &str) {
        // No text holds this byte, since it is no UTF-8.
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// The number itself.
    pub fn value(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> String {
        let mut fingerprint = Fingerprint::default();
        texts.iter().for_each(|text| fingerprint.text(text));
        fingerprint.to_string()
    }

    #[test]
    fn texts_are_told_apart_and_so_are_their_ends() {
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["ab"]), of(&["ba"]));
        assert_ne!(of(&[]), of(&[""]));
    }
}
