//! Suggestions for a mistyped name.

/// Words longer than this are not mistyped names.
const LONGEST: usize = 40;

/// `did you mean 'x'?` with the nearest name, if at most a third of its letters (but at least
/// one) are wrong, missing, superfluous or exchanged.
pub fn did_you_mean<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    if word.len() > LONGEST {
        return None;
    }
    let lower = word.to_lowercase();
    let distance = |name: &str| strsim::damerau_levenshtein(&lower, name);
    // A word that is a name itself is not mistyped, only misplaced.
    let near = names.into_iter().filter(|name| *name != word).map(|name| (distance(name), name));
    let near = near.filter(|(distance, name)| *distance <= (name.len() / 3).max(1));
    // The first of several: the tables list the most used names first.
    near.min_by_key(|(distance, _)| *distance).map(|(_, name)| format!("did you mean '{name}'?"))
}

/// The same in brackets after a blank, to follow a quoted word; empty if no name is near.
pub fn hint<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    did_you_mean(word, names).map_or_else(String::new, |hint| format!(" ({hint})"))
}
