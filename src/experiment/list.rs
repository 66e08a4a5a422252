use std::{fs, io, path::Path};

/// The names and titles of all experiments in a folder. Other files, such as
/// tournaments, have no `kind` and are passed over; an experiment that makes
/// no sense has a title as long as it is TOML.
pub fn experiments(folder: &Path) -> io::Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(stem) = path.file_stem().filter(|_| path.extension().is_some_and(|e| e == "toml"))
        else {
            continue;
        };
        let name = stem.to_string_lossy().into_owned();
        match fs::read_to_string(&path)?.parse::<toml::Table>() {
            Ok(table) if table.contains_key("kind") => {
                let title = table.get("title").and_then(|title| title.as_str());
                found.push((name, title.unwrap_or_default().to_owned()));
            }
            Ok(_) => {}
            Err(_) => found.push((name, "(this is not TOML)".to_owned())),
        }
    }
    found.sort_by_key(|(name, _)| natural(name));
    Ok(found)
}

/// A key that puts `5-2` before `5-10`.
fn natural(name: &str) -> Vec<(u64, String)> {
    let part = |part: &str| (part.parse().unwrap_or(u64::MAX), part.to_owned());
    name.split('-').map(part).collect()
}
