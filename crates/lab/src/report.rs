//! `kring-lab report`: writes the results of solved boards into a document, as tables and opening maps. The results are
//! lines of `kring solve --json`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{cmp::Reverse, collections::BTreeMap, fmt::Write, fs};

use anyhow::{Context, Result, anyhow, ensure};
use kring::document::{self, END};
use kring::solve::{ResultEntry, picture};
use kring_board::files;
use kring_picture::{Picture, grouped};

/// The mark before the tables in the document.
const BEGIN: &str = "<!-- kring-lab report -->";

/// The folder of the opening maps, beside the document.
const FOLDER: &str = "solved";

#[derive(clap::Args)]
pub struct Options {
    /// The results: lines of kring solve --json
    #[arg(value_name = "FILE")]
    results: PathBuf,
    /// The document. The tables go between their marks, or to its end; the opening maps go to the
    /// folder solved beside it
    #[arg(long, value_name = "FILE", default_value = "docs/SOLVED.md")]
    document: PathBuf,
}

impl Options {
    pub fn run(&self) -> Result<ExitCode> {
        let results = &self.results;
        let document = &self.document;
        ensure!(
            !files::are_one(results, document),
            "{} holds the results and cannot be the document",
            results.display()
        );
        let text = files::read_text(results);
        let text = text.with_context(|| format!("{} cannot be read", results.display()))?;
        let report = SolvedReport::parse(&text).with_context(|| results.display().to_string())?;
        files::check(document)
            .with_context(|| format!("{} cannot be written", document.display()))?;
        files::update(document, |old| report.write(old, document))
            .with_context(|| document.display().to_string())?;
        let pictures = report.pictures.len();
        eprintln!("{}: up to date, with {pictures} pictures", document.display());
        Ok(ExitCode::SUCCESS)
    }
}

/// The board of a row: rules, columns and rows, map, moves, and starter.
type BoardKey = (String, [usize; 2], Option<String>, Vec<String>, String);

/// The results for one board and one starter.
#[derive(Default)]
struct BoardRow {
    /// The result of a search for the winner alone.
    single: Option<ResultEntry>,
    /// The result of a search of all openings.
    openings: Option<ResultEntry>,
}

/// The tables and pictures of solved boards.
#[derive(Default)]
struct SolvedReport {
    rows: BTreeMap<BoardKey, BoardRow>,
    /// The opening maps, with the names of their files.
    pictures: BTreeMap<String, Picture>,
}

impl SolvedReport {
    /// Parses the results. Of two entries for one board the solved one counts, otherwise the
    /// later one.
    fn parse(text: &str) -> Result<SolvedReport> {
        let mut report = SolvedReport::default();
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
            let entry: ResultEntry = serde_json::from_str(text)
                .with_context(|| format!("line {line} is no result of kring solve --json"))?;
            let map = picture(&entry).map_err(|error| anyhow!("line {line}: {error}"))?;
            let is_solved = entry.verdict.winner.is_some();
            let by_openings = entry.whole == Some(true) && !entry.openings.is_empty();
            if !by_openings && !entry.openings.is_empty() {
                // It has only a part of the openings.
                continue;
            }
            let row = report.rows.entry(key(&entry)).or_default();
            let slot = if by_openings { &mut row.openings } else { &mut row.single };
            let was_solved = slot.as_ref().is_some_and(|old| old.verdict.winner.is_some());
            if is_solved || !was_solved {
                if by_openings {
                    report.pictures.insert(file_name(&entry), map);
                }
                *slot = Some(entry);
            }
        }
        Ok(report)
    }

    /// Writes the opening maps beside the document, and returns its new text.
    fn write(&self, old: &str, document: &Path) -> Result<String> {
        let new = self.insert(old)?;
        let folder = document.with_file_name(FOLDER);
        if !self.pictures.is_empty() {
            fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        }
        for (name, picture) in &self.pictures {
            let file = folder.join(name);
            files::replace(&file, picture.to_svg())
                .with_context(|| format!("{} cannot be written", file.display()))?;
        }
        Ok(new)
    }

    /// The tables, one for each set of rules.
    fn tables(&self) -> String {
        let mut text = String::new();
        let mut rules = None;
        for ((game, [columns, rows], map, moves, first), row) in &self.rows {
            if rules != Some(game) {
                rules = Some(game);
                let _ = write!(text, "\n### {}\n\n{HEADER}", heading(game));
            }
            let mut board = format!("{columns}×{rows}");
            if let Some(map) = map {
                board += &format!(", map {map}");
            }
            if !moves.is_empty() {
                board += &format!(" after {}", moves.join(" "));
            }
            let _ = writeln!(text, "| {board} | {first} | {} |", cells(row).join(" | "));
        }
        text + "\n"
    }

    /// The document with the tables between their marks, or at its end.
    fn insert(&self, document: &str) -> Result<String> {
        document::insert(document, BEGIN, &self.tables())
            .with_context(|| format!("the document has '{BEGIN}', but no '{END}' after it"))
    }
}

const HEADER: &str = "\
| board | first | winner | winning openings | positions | seconds | all openings: positions | seconds | proof |
| --- | --- | --- | --- | --: | --: | --: | --: | --- |
";

fn key(entry: &ResultEntry) -> BoardKey {
    let side = |word: Option<&str>| word.and_then(|word| word.parse().ok()).unwrap_or(0);
    let mut sides = entry.size.split('x');
    let size = [side(sides.next()), side(sides.next())];
    let map = entry.map.clone();
    let moves = entry.moves.clone();
    (entry.rules.clone(), size, map, moves, entry.first.clone())
}

/// The rules without those that have default values.
fn heading(rules: &str) -> String {
    let defaults = ["seasons=1", "turns=alternating", "swap=off"];
    let words = rules.split(' ').filter(|word| !defaults.contains(word));
    let text = words.collect::<Vec<_>>().join(" ");
    text[..1].to_uppercase() + &text[1..]
}

fn dash() -> String {
    "–".to_owned()
}

/// All columns of a row after the starter.
fn cells(row: &BoardRow) -> [String; 7] {
    let entries = [&row.single, &row.openings];
    let mut found = entries.into_iter().flatten().collect::<Vec<_>>();
    found.sort_by_key(|entry| Reverse(entry.verdict.winner.is_some()));
    let winner = found.first().and_then(|entry| entry.verdict.winner.clone());
    let winning = match (&row.openings, found.first()) {
        (Some(entry), _) => {
            let wins = entry.winning.len();
            let all = entry.opening_moves();
            format!("[{wins} of {all}]({FOLDER}/{})", file_name(entry))
        }
        (None, Some(entry)) if !entry.winning.is_empty() => {
            format!("{}, …", entry.winning.join(" "))
        }
        _ => dash(),
    };
    let [single, all] = entries.map(|entry| match entry {
        Some(ResultEntry { verdict, .. }) => [count(verdict.positions), seconds(verdict.seconds)],
        None => [dash(), dash()],
    });
    let proof = found.iter().find_map(|entry| entry.proof.as_ref());
    let proof = proof.map_or_else(dash, |proof| {
        format!("{} nodes, {} bytes", count(proof.nodes), count(proof.bytes))
    });
    let winner = winner.unwrap_or_else(|| "unknown".to_owned());
    let [positions, time] = single;
    let [all_positions, all_time] = all;
    [winner, winning, positions, time, all_positions, all_time, proof]
}

fn file_name(entry: &ResultEntry) -> String {
    let text = format!("{} {} {}", heading(&entry.rules), entry.size, entry.first);
    let map =
        entry.map.iter().chain(&entry.moves).fold(String::new(), |all, word| all + "-" + word);
    let to_file_name =
        |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    format!("{}.svg", (text + &map).chars().map(to_file_name).collect::<String>())
}

fn count(number: u64) -> String {
    grouped(&number.to_string())
}

fn seconds(seconds: f64) -> String {
    if seconds < 10.0 { format!("{seconds:.2}") } else { count(seconds.round() as u64) }
}
