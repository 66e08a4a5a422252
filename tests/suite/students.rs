//! The commands of `docs/STUDENTS.md`, run in the order of the page.

use std::{env, fs, path::Path, process::Command};

use crate::helper;

/// A command of the page, and the lines that it must print.
struct Step {
    command: String,
    lines: Vec<String>,
}

/// The steps of all blocks of type `console`. A command goes on until its quotes are closed.
fn steps(page: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut in_block = false;
    for line in page.lines() {
        if line.starts_with("```") {
            in_block = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| in_block) {
            steps.push(Step { command: command.to_owned(), lines: Vec::new() });
        } else if let Some(step) = steps.last_mut().filter(|_| in_block) {
            if step.command.matches('"').count() % 2 == 1 {
                step.command += &format!("\n{line}");
            } else {
                step.lines.push(line.to_owned());
            }
        }
    }
    steps
}

/// Whether a line was printed; `…` stands for any text.
fn is_printed(line: &str, output: &str) -> bool {
    let parts: Vec<&str> = line.split('…').map(str::trim_end).collect();
    output.lines().any(|printed| {
        let mut rest = Some(printed);
        for part in &parts {
            rest = rest.and_then(|text| text.find(part).map(|at| &text[at + part.len()..]));
        }
        rest.is_some()
    })
}

#[test]
#[ignore = "needs sed and python3; scripts/check.sh runs it"]
fn the_path_for_students_leads_where_it_says_with_python() {
    let folder = helper::new_folder("students");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::create_dir_all(folder.join("data/experiments")).unwrap();
    let file = "data/experiments/broek-fig21.toml";
    fs::copy(root.join(file), folder.join(file)).unwrap();
    let program = helper::program();
    let bin = program.parent().expect("a folder").display().to_string();
    let path = format!("{bin}:{}", env::var("PATH").unwrap_or_default());
    let page = fs::read_to_string(root.join("docs/STUDENTS.md")).unwrap();
    let steps = steps(&page);
    assert!(steps.len() >= 8);
    for Step { command, lines } in steps {
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).current_dir(&folder).env("PATH", &path);
        let output = helper::printed(&mut shell);
        for line in lines.iter().filter(|line| line.trim() != "…") {
            assert!(is_printed(line, &output), "{command}\nlacks: {line}\nprinted:\n{output}");
        }
    }
}
