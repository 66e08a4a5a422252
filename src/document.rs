//! Texts that commands write: sections of a document, tables as CSV, and names in the columns of a
//! terminal.

use unicode_width::UnicodeWidthStr;

/// The mark at the end of every section.
pub const END: &str = "<!-- end -->";

/// The document with this section: in place of what is between the mark `begin` and the next end
/// mark, or at the end if it has no such mark. `None` if the end mark is missing.
pub fn insert(document: &str, begin: &str, section: &str) -> Option<String> {
    let Some(at) = document.find(begin) else {
        let gap = if document.is_empty() { "" } else { "\n" };
        return Some(format!("{document}{gap}{begin}\n{section}{END}\n"));
    };
    let inside = at + begin.len();
    let end = inside + document[inside..].find(END)?;
    Some(format!("{}\n{section}{}", &document[..inside], &document[end..]))
}

/// The columns of a terminal that the longest of these names takes. A Chinese character takes two.
pub(crate) fn columns<'a>(names: impl IntoIterator<Item = &'a String>) -> usize {
    names.into_iter().map(|name| name.width()).max().unwrap_or(0)
}

/// A name with spaces behind it, up to this many columns. (`format!` counts characters.)
pub(crate) fn padded(name: &str, columns: usize) -> String {
    let blanks = columns.saturating_sub(name.width());
    format!("{name}{}", " ".repeat(blanks))
}

/// Rows as lines of CSV.
pub(crate) fn csv<R: IntoIterator<Item: AsRef<[u8]>>>(
    rows: impl IntoIterator<Item = R>,
) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Neither fails in memory.
    let _ = rows.into_iter().try_for_each(|row| writer.write_record(row));
    writer.into_inner().unwrap_or_default()
}
