//! Bundles all modules of the page into one file: fifty small requests take a browser about as long
//! as the rest of a page load. By hand, because `cargo run` must make the page with Rust alone, and
//! the bundlers of the web need Node. It knows only the forms of `import` and `export` that the page
//! has; a test runs the bundle.

use std::collections::BTreeSet;

const MAIN: &str = "js/main.js";
pub const NAME: &str = "bundle.js";

/// The bundle of `js/main.js` and all that it imports. A module becomes a function that is called
/// at once and returns the exports; it follows the modules that it imports. None if a module is
/// missing.
pub fn bundle(read: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let mut text = String::new();
    let mut seen = BTreeSet::new();
    let mut wanted = vec![MAIN.to_owned()];
    // Dynamic imports come last. They are defined by the time they are needed, each only once.
    while let Some(path) = wanted.pop() {
        add(&path, read, &mut seen, &mut text, &mut wanted)?;
    }
    Some(text)
}

/// The start page with the bundle in place of the modules.
pub fn index(html: &str) -> String {
    let lines = html.lines().filter(|line| !line.contains("rel=\"modulepreload\""));
    lines.map(|line| line.replace(MAIN, NAME) + "\n").collect()
}

fn add(
    path: &str,
    read: &dyn Fn(&str) -> Option<String>,
    seen: &mut BTreeSet<String>,
    out: &mut String,
    wanted: &mut Vec<String>,
) -> Option<()> {
    if !seen.insert(path.to_owned()) {
        return Some(());
    }
    let mut body = String::new();
    let mut names = Vec::new();
    for line in read(path)?.lines() {
        if let Some((what, from)) = import(line) {
            let module = resolve(path, from);
            add(&module, read, seen, out, wanted)?;
            let whole = what.strip_prefix("* as ");
            let names = whole.map_or_else(|| what.replace(" as ", ": "), str::to_owned);
            body += &format!("const {names} = {};\n", variable(&module));
        } else {
            let line = line.strip_prefix("export ").map_or(line, |rest| {
                names.extend(declared(rest));
                rest
            });
            body += &later(line, path, wanted);
            body.push('\n');
        }
    }
    let module = variable(path);
    let exports = names.join(", ");
    *out += &format!("const {module} = (() => {{\n{body}return {{ {exports} }};\n}})();\n");
    Some(())
}

/// The names and the path of an import. The page writes each import on one line.
fn import(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("import ")?.strip_suffix("\";")?.split_once(" from \"")
}

/// The name that an exported declaration defines.
fn declared(rest: &str) -> Option<String> {
    let rest = rest.strip_prefix("async ").unwrap_or(rest);
    let rest = ["function ", "class ", "const "].iter().find_map(|word| rest.strip_prefix(word))?;
    Some(rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?.to_owned())
}

/// Replaces dynamic imports by modules of the bundle, and `import.meta.url`, with which the page
/// finds its workers, by the address that the module has outside the bundle.
fn later(line: &str, path: &str, wanted: &mut Vec<String>) -> String {
    let line =
        line.replace("import.meta.url", &format!("new URL(\"{path}\", document.baseURI).href"));
    let Some((before, rest)) = line.split_once("import(\"") else { return line };
    let Some((from, after)) = rest.split_once("\")") else { return line.clone() };
    let module = resolve(path, from);
    let variable = variable(&module);
    let after = later(after, path, wanted);
    let text = format!("{before}Promise.resolve().then(() => {variable}){after}");
    wanted.push(module);
    text
}

/// Resolves `./x.js` or `../x.js` against the path of the importing module.
fn resolve(path: &str, from: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in from.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn variable(path: &str) -> String {
    path.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect()
}
