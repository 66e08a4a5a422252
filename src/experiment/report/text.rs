//! Numbers and tables as Markdown and CSV.

use crate::arena::statistics::Estimate;

pub fn table(header: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule = vec!["---".to_owned(); header.len()];
    let rows: String = rows.iter().map(|row| line(row)).collect();
    format!("{}{}{rows}", line(header), line(&rule))
}

/// The cells of a row that is written with `|` between them.
pub fn cells(row: &str) -> Vec<String> {
    row.split('|').map(str::to_owned).collect()
}

/// A share as short as it can be: `24 %`, `82.7 %`.
pub fn percent(share: f64) -> String {
    let number = format!("{:.1}", 100.0 * share);
    format!("{} %", number.strip_suffix(".0").unwrap_or(&number))
}

/// `24, 14, 5 and 7`.
pub fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A share with its interval: `39.0 % (30.0 to 48.8)`.
pub fn share(Estimate { value, low, high }: Estimate) -> String {
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * value, 100.0 * low, 100.0 * high)
}

/// A number with its interval, if it has one.
pub fn number(Estimate { value, low, high }: Estimate) -> String {
    if low.is_finite() {
        format!("{value:.1} ({low:.1} to {high:.1})")
    } else {
        format!("{value:.1}")
    }
}

/// A dash for a missing value.
pub fn or_dash(value: Option<String>) -> String {
    value.unwrap_or_else(|| "–".to_owned())
}

/// A number of a CSV table; infinite ends of an interval are left empty.
pub fn csv_number(value: f64) -> String {
    if value.is_finite() { format!("{value:.4}") } else { String::new() }
}

/// A number and the ends of its interval in a CSV table.
pub fn csv_estimate(estimate: Option<Estimate>) -> [String; 3] {
    let numbers = estimate.map(|Estimate { value, low, high }| [value, low, high].map(csv_number));
    numbers.unwrap_or_default()
}
