//! Texts that commands write into files: sections of a document, and tables as CSV.

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

/// Rows as lines of CSV.
pub fn csv<R: IntoIterator<Item: AsRef<[u8]>>>(rows: impl IntoIterator<Item = R>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Neither fails in memory.
    let _ = rows.into_iter().try_for_each(|row| writer.write_record(row));
    writer.into_inner().unwrap_or_default()
}
