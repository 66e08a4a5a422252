//! Numbers and tables as Markdown.

use crate::arena::statistics::Estimate;

/// The series of a chart that compares: what was measured always has the
/// first colour, what was published the second.
pub const MEASURED: usize = 0;
/// See [`MEASURED`].
pub const PUBLISHED: usize = 1;

/// The names of these series; nothing may have been published.
pub fn series(published: bool) -> Vec<String> {
    heads(if published { &["measured", "published"] } else { &["measured"] })
}

/// Whether two intervals have something in common.
pub fn verdict(published: Estimate, measured: Estimate) -> String {
    match published.low > measured.high || measured.low > published.high {
        true => "**apart**".to_owned(),
        false => "overlap".to_owned(),
    }
}

/// A table.
pub fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule = vec!["---".to_owned(); head.len()];
    let rows: String = rows.iter().map(|row| line(row)).collect();
    format!("{}{}{rows}", line(head), line(&rule))
}

/// Headings.
pub fn heads(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// A share with its interval: `39.0 % (30.0 to 48.8)`.
pub fn share(Estimate { value, low, high }: Estimate) -> String {
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * value, 100.0 * low, 100.0 * high)
}

/// A number with its interval, if there is one; nothing is a dash.
pub fn number(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(dash, |Estimate { value, low, high }| match low.is_finite() {
        true => format!("{value:.1} ({low:.1} to {high:.1})"),
        false => format!("{value:.1}"),
    })
}

/// What stands where there is nothing.
pub fn dash() -> String {
    "–".to_owned()
}

/// A number of a CSV table; the end of an interval that there is not is
/// left out.
pub fn plain(value: f64) -> String {
    if value.is_finite() { format!("{value:.4}") } else { String::new() }
}
