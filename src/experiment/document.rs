use super::ExperimentError;

/// Puts the section of an experiment into a document: in the place of its
/// last one, between the marks that stand around it, or at the end.
pub fn insert(document: &str, name: &str, section: &str) -> Result<String, ExperimentError> {
    const END: &str = "<!-- end -->";
    let begin = format!("<!-- kring experiment {name} -->");
    let Some(at) = document.find(&begin) else {
        let gap = if document.is_empty() { "" } else { "\n" };
        return Ok(format!("{document}{gap}{begin}\n{section}{END}\n"));
    };
    let inside = at + begin.len();
    let torn = || ExperimentError::UnclosedSection(name.to_owned());
    let end = inside + document[inside..].find(END).ok_or_else(torn)?;
    Ok(format!("{}\n{section}{}", &document[..inside], &document[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_takes_the_place_of_the_last_one() {
        let first = insert("# Results\n", "a", "one\n").unwrap();
        assert_eq!(first, "# Results\n\n<!-- kring experiment a -->\none\n<!-- end -->\n");
        let both = insert(&first, "ab", "two\n").unwrap();
        let again = insert(&both, "a", "three\n").unwrap();
        assert_eq!(again, both.replace("one", "three"));
        assert!(insert("<!-- kring experiment a -->\n", "a", "").is_err());
    }
}
