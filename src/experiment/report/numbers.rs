//! The numbers of a run by name. Discussions refer to them, so that no text contradicts its table.

use std::collections::BTreeMap;

use kring_board::suggest::hint;

use super::text;
use crate::arena::statistics::Estimate;
use crate::experiment::{EventFileError, Result};

/// Numbers, as they are printed, by name.
#[derive(Clone, Debug, Default)]
pub struct RunNumbers(BTreeMap<String, String>);

impl RunNumbers {
    /// A number as it is printed.
    pub fn add(&mut self, name: impl Into<String>, number: impl ToString) {
        self.0.insert(name.into(), number.to_string());
    }

    /// A share, and its interval: `name` and `name, interval`.
    pub fn add_share(&mut self, name: &str, share: Option<Estimate>) {
        self.add(name, text::or_dash(share.map(|share| text::percent(share.value))));
        let interval = share
            .map(|Estimate { low, high, .. }| format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high));
        self.add(format!("{name}, interval"), text::or_dash(interval));
    }

    /// How many rows of a table there are, and how many of them have intervals that overlap with
    /// the published ones: `what` and `what, overlap`.
    pub(super) fn add_rows<'a>(
        &mut self,
        what: &str,
        rows: impl Iterator<Item = &'a super::Comparison>,
    ) {
        let rows: Vec<&super::Comparison> = rows.collect();
        let overlapping = rows.iter().filter(|row| row.overlaps() == Some(true)).count();
        self.add(what, rows.len());
        self.add(format!("{what}, overlap"), overlapping);
    }

    /// The text with the number in place of each name in braces.
    pub fn fill_in(&self, text: &str) -> Result<String> {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after
                .split_once('}')
                .ok_or_else(|| EventFileError::invalid("discussion: a '{' has no '}'"))?;
            // A name can be broken by the end of a line.
            let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
            let number = self.0.get(&name).ok_or_else(|| self.unknown(&name))?;
            filled.push_str(before);
            filled.push_str(number);
            rest = after;
        }
        filled.push_str(rest);
        Ok(filled)
    }

    fn unknown(&self, name: &str) -> EventFileError {
        let hint = hint(name, self.0.keys().map(String::as_str));
        EventFileError::Invalid(format!("discussion: the run has no number '{name}'{hint}"))
    }
}
