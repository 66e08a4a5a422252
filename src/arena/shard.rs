use std::{fmt, str::FromStr};

/// One part of an event of several that are played apart, say on different
/// machines: `2/4` is the second of four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    part: usize,
    parts: usize,
}

impl Shard {
    /// The whole event.
    pub const WHOLE: Shard = Shard { part: 1, parts: 1 };

    /// Whether a game belongs to this part. Games are dealt out like cards,
    /// so that each part gets its share of the large boards.
    pub fn has(self, number: usize) -> bool {
        (number - 1) % self.parts == self.part - 1
    }

    /// How many of so many games belong to this part.
    pub fn size(self, games: usize) -> usize {
        games / self.parts + usize::from(games % self.parts >= self.part)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, &'static str> {
        let error = "expected I/N with I from 1 to N, such as 2/4";
        let (part, parts) = text.split_once('/').ok_or(error)?;
        match (part.parse(), parts.parse()) {
            (Ok(part), Ok(parts)) if (1..=parts).contains(&part) => Ok(Shard { part, parts }),
            _ => Err(error),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_the_whole() {
        let parts: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().unwrap()).into();
        for number in 1..20 {
            assert_eq!(parts.iter().filter(|part| part.has(number)).count(), 1);
            assert!(Shard::WHOLE.has(number));
        }
        for bad in ["", "1", "0/2", "3/2", "1/0", "a/b", "1/2/3", "-1/2"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
        assert_eq!(parts[1].to_string(), "2/3");
    }
}
