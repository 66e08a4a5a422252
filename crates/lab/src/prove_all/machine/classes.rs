//! Classes of words: what is known of a class is its first word, and the classes to which a move leads.

use std::collections::HashMap;

use kring_proof::all_n::Row;

use crate::prove_all::rows::{digit, power};

/// The class of a word, by its number.
pub type Class = u32;
/// The classes after one more white stone, and after one more black stone.
pub type Moves = [Vec<Class>; 2];
/// The digits of the stones, in the order of [`Moves`].
const STONES: [Row; 2] = [2, 1];

/// Classes in an order in which each move leads to an earlier class. Class 0 is that of the empty word.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Classes {
    /// The first word of each class.
    pub words: Vec<Vec<Row>>,
    pub moves: Vec<Moves>,
}

impl Classes {
    /// The class of the empty word alone.
    pub fn of_empty_word() -> Classes {
        Classes { words: vec![Vec::new()], moves: vec![Moves::default()] }
    }

    /// The classes of the empty word and of all words of a class and one more row. Words are in one class only if
    /// their moves are the same.
    pub fn extended(&self, columns: usize) -> Classes {
        let rows = 0..power(columns);
        let mut words: Vec<(usize, Row)> =
            (0..self.len()).flat_map(|class| rows.clone().map(move |row| (class, row))).collect();
        // Moves lead to words with fewer empty cells, or to classes of shorter words.
        let empty = |row: &Row| empty_cells(*row, columns);
        let order = |&(class, row): &(usize, Row)| {
            let word = &self.words[class];
            (word.len(), word.iter().map(empty).sum::<usize>() + empty(&row))
        };
        words.sort_by_cached_key(order);
        let mut extended = Classes::of_empty_word();
        let mut next = vec![vec![Class::MAX; rows.len()]; self.len()];
        let mut by_moves: HashMap<Moves, Class> = HashMap::new();
        for (class, row) in words {
            let moves = moves(&self.moves[class], &next, class, row, columns);
            let new = extended.len() as Class;
            // Full words have no moves, but not the same class.
            let is_full = moves[0].is_empty();
            let found = if is_full { new } else { *by_moves.entry(moves.clone()).or_insert(new) };
            next[class][usize::from(row)] = found;
            if found == new {
                extended.words.push([&self.words[class][..], &[row]].concat());
                extended.moves.push(moves);
            }
        }
        extended
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether the first word of a class has no empty cell.
    pub fn is_full(&self, class: usize) -> bool {
        self.moves[class][0].is_empty()
    }

    /// The first classes.
    pub fn first(&self, count: usize) -> Classes {
        Classes { words: self.words[..count].to_vec(), moves: self.moves[..count].to_vec() }
    }
}

/// The classes to which moves lead in a word of a class and a row, by the classes after each class and row.
pub fn moves(
    of_class: &Moves,
    next: &[Vec<Class>],
    class: usize,
    row: Row,
    columns: usize,
) -> Moves {
    let mut moves = Moves::default();
    for (colour, stone) in STONES.into_iter().enumerate() {
        let earlier = of_class[colour].iter().map(|&class| (class as usize, row));
        let empty = (0..columns).filter(|&x| digit(row, x) == 0);
        let here = empty.map(|x| (class, row + stone * power(x)));
        let after = |(class, row): (usize, Row)| next[class][usize::from(row)];
        moves[colour] = earlier.chain(here).map(after).collect();
        moves[colour].sort_unstable();
        moves[colour].dedup();
    }
    moves
}

/// The number of empty cells of a row.
pub fn empty_cells(row: Row, columns: usize) -> usize {
    (0..columns).filter(|&x| digit(row, x) == 0).count()
}

/// A word after a half turn: read from below as a suffix, it has the same classes and moves.
pub fn half_turn(word: &[Row], columns: usize) -> Vec<Row> {
    let turned = |&row: &Row| {
        (0..columns).map(|x| digit(row, x) * power((columns - x) % columns)).sum::<Row>()
    };
    word.iter().rev().map(turned).collect()
}
