//! Contracts between two rows, one above the other.

use std::fmt;

/// A set of contracts: bit c stands for the contract with the number c.
pub type Mask = u64;

/// The largest number of contracts: a mask has a bit for each.
pub const MOST_CONTRACTS: usize = Mask::BITS as usize;

/// A contract: for each kind of support a number, positive if the upper row supports the lower one with this
/// strength, negative if the lower one supports the upper one. So the greater it is, the better for
/// the lower row, and the worse for the upper one.
#[derive(Clone, PartialEq, Eq)]
pub struct Contract(Vec<i8>);

impl Contract {
    /// Whether each number is at most that of another contract.
    fn is_at_most(&self, other: &Contract) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, theirs)| mine <= theirs)
    }

    /// The sum of all numbers.
    fn sum(&self) -> i32 {
        self.0.iter().map(|&number| i32::from(number)).sum()
    }
}

impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |number: &i8| if *number == 0 { "0".into() } else { format!("{number:+}") };
        write!(f, "{}", self.0.iter().map(number).collect::<Vec<_>>().join(","))
    }
}

/// All contracts, by their numbers. A contract that is less than another one has the smaller number.
pub struct Contracts(Vec<Contract>);

impl Contracts {
    /// The contracts whose numbers are between the strengths and their negatives.
    pub fn new(strengths: &[i8]) -> Contracts {
        let mut all = vec![Vec::new()];
        for &strength in strengths {
            let with = |mut numbers: Vec<i8>, number| {
                numbers.push(number);
                numbers
            };
            let longer =
                |numbers: Vec<i8>| (-strength..=strength).map(move |n| with(numbers.clone(), n));
            all = all.into_iter().flat_map(longer).collect();
        }
        Contracts(all.into_iter().map(Contract).collect())
    }

    /// The number of contracts with these strengths; `None` if it is beyond all bounds.
    pub fn number(strengths: &[i8]) -> Option<usize> {
        strengths.iter().try_fold(1usize, |product, &strength| {
            product.checked_mul(2 * usize::from(strength.unsigned_abs()) + 1)
        })
    }

    /// The number of contracts.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The contract that is greater than all others.
    pub fn greatest(&self) -> usize {
        self.count() - 1
    }

    /// The contract after a half turn: all numbers negated.
    pub fn turned(&self, contract: usize) -> usize {
        self.count() - 1 - contract
    }

    /// The contracts that are greater by one in one number.
    pub fn next(&self, contract: usize) -> Vec<usize> {
        let sum = self.0[contract].sum();
        let is_next = |&other: &usize| {
            self.0[other].sum() == sum + 1 && self.0[contract].is_at_most(&self.0[other])
        };
        (0..self.count()).filter(is_next).collect()
    }

    /// The contracts that are less by one in one number.
    pub fn previous(&self, contract: usize) -> Vec<usize> {
        (0..contract).filter(|&other| self.next(other).contains(&contract)).collect()
    }

    /// The contracts that are less than one.
    pub fn less(&self, contract: usize) -> Mask {
        let is_less =
            |&other: &usize| other != contract && self.0[other].is_at_most(&self.0[contract]);
        (0..self.count()).filter(is_less).map(|other| 1 << other).sum()
    }

    /// A contract by its number.
    pub fn get(&self, contract: usize) -> &Contract {
        &self.0[contract]
    }
}

/// The numbers of the contracts of a set.
pub fn members(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let contract = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        contract
    })
}
