use super::Shard;

/// Which games of an event are left to play. It takes one bit for each game
/// that was played, however many there are to come.
#[derive(Clone, Debug)]
pub struct Missing {
    games: usize,
    shard: Shard,
    /// One bit for each number.
    played: Vec<u64>,
    /// The games of this part that have been played.
    own: usize,
}

impl Missing {
    /// All games of a part of an event.
    pub fn all(games: usize, shard: Shard) -> Missing {
        Missing { games, shard, played: Vec::new(), own: 0 }
    }

    /// A game has been played; says whether that is new.
    pub fn remove(&mut self, number: usize) -> bool {
        let (word, bit) = (number / 64, 1 << (number % 64));
        if self.played.len() <= word {
            self.played.resize(word + 1, 0);
        }
        let is_new = self.played[word] & bit == 0;
        self.played[word] |= bit;
        self.own += usize::from(is_new && self.shard.has(number));
        is_new
    }

    /// Whether a game is left.
    pub fn has(&self, number: usize) -> bool {
        let word = self.played.get(number / 64).copied().unwrap_or(0);
        let is_played = word & 1 << (number % 64) != 0;
        (1..=self.games).contains(&number) && self.shard.has(number) && !is_played
    }

    /// How many games are left.
    pub fn count(&self) -> usize {
        self.shard.size(self.games) - self.own
    }

    /// The games that are left, in order.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + Send + '_ {
        (1..=self.games).filter(|&number| self.has(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_what_was_not_played() {
        let mut missing = Missing::all(200, "2/3".parse().unwrap());
        assert_eq!(missing.count(), missing.numbers().count());
        assert!(
            [1, 2, 63, 64, 65, 200].map(|number| missing.remove(number)).iter().all(|new| *new)
        );
        assert!(!missing.remove(65));
        // Of these 2, 65 and 200 are of the second part.
        assert_eq!(missing.count(), missing.numbers().count());
        assert_eq!((missing.count(), missing.numbers().next()), (64, Some(5)));
        assert!(!missing.has(201) && !missing.has(0));
    }
}
