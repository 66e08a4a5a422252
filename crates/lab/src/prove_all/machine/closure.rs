//! The classes of all words of all lengths, if words with the same signature are taken for equal.
//!
//! Words are read row by row. A class keeps its first word, and a word with one more row needs the signatures of the
//! words after each move, of which only the class is known. So the signatures are right as far as the suffixes tell
//! the classes apart.

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
};

use kring_proof::all_n::Row;

use super::{
    classes::{Class, Classes, Moves, empty_cells, moves},
    signature::{BATCH, Signature, Suffixes},
};
use crate::prove_all::{limits::Limits, rows::power};

/// A class that is not known yet.
const NONE: Class = Class::MAX;

/// Classes, and the class after each row.
pub struct Closure<'a> {
    suffixes: &'a Suffixes,
    columns: usize,
    pub classes: Classes,
    /// The empty cells of the first word of each class.
    empty: Vec<usize>,
    pub signatures: Vec<Signature>,
    /// The class after each class and row.
    pub next: Vec<Vec<Class>>,
    /// The number of classes whose first word has at most this number of rows.
    up_to: Vec<usize>,
    hasher: RandomState,
    /// The classes by the hash of their signature.
    by_signature: HashMap<u64, Vec<Class>>,
    by_moves: HashMap<Moves, Class>,
}

/// A word of a class and a row, whose signature is not known yet.
struct Word {
    class: usize,
    row: Row,
    moves: Moves,
}

impl Closure<'_> {
    /// Finds all classes. `None` if a limit is reached first.
    pub fn find<'a>(
        suffixes: &'a Suffixes,
        columns: usize,
        limits: &Limits,
    ) -> Option<Closure<'a>> {
        let mut closure = Closure {
            suffixes,
            columns,
            classes: Classes::default(),
            empty: Vec::new(),
            signatures: Vec::new(),
            next: Vec::new(),
            up_to: Vec::new(),
            hasher: RandomState::new(),
            by_signature: HashMap::new(),
            by_moves: HashMap::new(),
        };
        let mut signatures = vec![suffixes.before_moves()];
        suffixes.complete(&mut signatures, Some(&[vec![]]));
        closure.class(signatures.remove(0), Moves::default(), Vec::new());
        let mut done = 0;
        while done < closure.classes.len() {
            let end = closure.classes.len();
            closure.up_to.push(end);
            if !closure.extend(done..end, limits) {
                return None;
            }
            done = end;
        }
        Some(closure)
    }

    /// The classes whose first word has less than some rows.
    pub fn shorter(&self, rows: usize) -> Classes {
        self.classes.first(self.up_to[(rows - 1).min(self.up_to.len() - 1)])
    }

    /// Finds the classes of some classes with one more row. Returns false at a limit.
    fn extend(&mut self, classes: std::ops::Range<usize>, limits: &Limits) -> bool {
        let letters = power(self.columns);
        self.next.resize(classes.end, vec![NONE; usize::from(letters)]);
        let mut words: Vec<(usize, Row)> =
            classes.flat_map(|class| (0..letters).map(move |row| (class, row))).collect();
        // Moves lead to words with fewer empty cells, or to classes of earlier lengths.
        let empty =
            |&(class, row): &(usize, Row)| self.empty[class] + empty_cells(row, self.columns);
        words.sort_by_key(empty);
        let groups: Vec<_> =
            words.chunk_by(|a, b| empty(a) == empty(b)).map(<[_]>::to_vec).collect();
        groups.into_iter().all(|group| self.solve(&group, limits))
    }

    /// Finds the classes of words with the same number of empty cells. Words with the same moves have the same class.
    /// Returns false at a limit.
    fn solve(&mut self, group: &[(usize, Row)], limits: &Limits) -> bool {
        let mut words: Vec<Word> = Vec::new();
        let mut equal = Vec::new();
        let mut first: HashMap<Moves, usize> = HashMap::new();
        for &(class, row) in group {
            let moves = moves(&self.classes.moves[class], &self.next, class, row, self.columns);
            if let Some(&known) = self.by_moves.get(&moves) {
                self.next[class][usize::from(row)] = known;
            } else if let Some(&word) = first.get(&moves) {
                equal.push((class, row, word));
            } else {
                if !moves[0].is_empty() {
                    first.insert(moves.clone(), words.len());
                }
                words.push(Word { class, row, moves });
            }
        }
        for batch in words.chunks(BATCH) {
            self.solve_batch(batch);
            if limits.reached() {
                return false;
            }
        }
        for (class, row, word) in equal {
            let Word { class: first, row: first_row, .. } = words[word];
            self.next[class][usize::from(row)] = self.next[first][usize::from(first_row)];
        }
        true
    }

    /// Finds the classes of a batch.
    fn solve_batch(&mut self, batch: &[Word]) {
        let rows = |word: &Word| [&self.classes.words[word.class][..], &[word.row]].concat();
        let rows: Vec<Vec<Row>> = batch.iter().map(rows).collect();
        let mut signatures: Vec<Signature> =
            batch.iter().map(|word| self.before_moves(&word.moves)).collect();
        // All words have the same number of empty cells.
        let is_full = batch[0].moves[0].is_empty();
        self.suffixes.complete(&mut signatures, is_full.then_some(&rows[..]));
        for ((word, signature), rows) in batch.iter().zip(signatures).zip(rows) {
            let class = self.class(signature, word.moves.clone(), rows);
            self.next[word.class][usize::from(word.row)] = class;
            if !is_full {
                self.by_moves.insert(word.moves.clone(), class);
            }
        }
    }

    /// The signature of a word by the moves in it.
    fn before_moves(&self, moves: &Moves) -> Signature {
        let mut signature = self.suffixes.before_moves();
        for &class in &moves[0] {
            let after = &self.signatures[class as usize][1];
            for (bits, after) in signature[0].iter_mut().zip(after) {
                *bits &= after;
            }
        }
        for &class in &moves[1] {
            let after = &self.signatures[class as usize][0];
            for (bits, after) in signature[1].iter_mut().zip(after) {
                *bits |= after;
            }
        }
        signature
    }

    /// The class with a signature. A new one gets the word and its moves, without those that others are better than.
    fn class(&mut self, signature: Signature, moves: Moves, word: Vec<Row>) -> Class {
        let hash = self.hasher.hash_one(&signature);
        let same = self.by_signature.entry(hash).or_default();
        if let Some(&class) =
            same.iter().find(|&&class| self.signatures[class as usize] == signature)
        {
            return class;
        }
        let class = self.classes.len() as Class;
        same.push(class);
        let [white, black] = moves;
        // White leaves black with the least; black keeps the most.
        let white = self.without(white, |one, other| self.is_at_most(other, one, 1));
        let black = self.without(black, |one, other| self.is_at_most(one, other, 0));
        self.classes.moves.push([white, black]);
        self.empty.push(word.iter().map(|&row| empty_cells(row, self.columns)).sum());
        self.classes.words.push(word);
        self.signatures.push(signature);
        class
    }

    /// The moves that no other one beats; the first of equal ones.
    fn without(&self, moves: Vec<Class>, is_beaten: impl Fn(Class, Class) -> bool) -> Vec<Class> {
        let is_left = |&one: &Class| {
            let beats = |&other: &Class| {
                one != other && is_beaten(one, other) && !(is_beaten(other, one) && one < other)
            };
            !moves.iter().any(beats)
        };
        moves.iter().copied().filter(is_left).collect()
    }

    /// Whether black wins with at most the suffixes of another class, with one player to move.
    fn is_at_most(&self, one: Class, other: Class, to_move: usize) -> bool {
        let [one, other] = [one, other].map(|class| &self.signatures[class as usize][to_move]);
        one.iter().zip(other).all(|(one, other)| one & !other == 0)
    }
}
