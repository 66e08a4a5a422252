//! `kring serve`: the page in a browser.

use std::fs;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, anyhow, bail, ensure};
use kring::serve::{Page, ServedFolder, Server, ServerExtras, ServerLimits, engines};

use kring::session::Sandbox;

use super::output::{note, out_line};
use super::signals;

#[derive(clap::Args)]
pub struct Options {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 4390)]
    port: u16,
    /// The address to listen at; 0.0.0.0 lets other machines play, too
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// What other people must enter before they see the page. Other users of this machine can see
    /// the arguments of a program; those of a file or of a variable they cannot
    #[arg(long, value_name = "WORD", env = "KRING_PASSWORD", hide_env_values = true)]
    password: Option<String>,
    /// A file whose first line is the password
    #[arg(long, value_name = "FILE", conflicts_with = "password")]
    password_file: Option<PathBuf>,
    /// A proxy that is trusted to name its clients in X-Forwarded-For; several are possible. Without
    /// it the clients of a proxy share what the server gives to one
    #[arg(long, value_name = "ADDRESS")]
    proxy: Vec<IpAddr>,
    /// A GTP engine that the page can play against, e.g. "mohex --use-logfile=0" or
    /// NAME=COMMAND; several are possible
    #[arg(long, value_name = "[NAME=]COMMAND")]
    engine: Vec<String>,
    /// A folder of SGF files that the page can list, open and review
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
    /// A folder of proofs, such as data/solved/ of the repository, that the gallery offers to walk
    #[arg(long, value_name = "DIR")]
    proofs: Option<PathBuf>,
    /// Opens the page in the browser
    #[arg(long)]
    open: bool,
    /// Serves the files of this folder in place of the built-in page: for those who change it
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// The seed of all random numbers, which makes the coins of games by link predictable
    /// [default: seeds that nobody can foresee]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl Options {
    pub fn run(self) -> anyhow::Result<()> {
        let page = match self.page {
            Some(folder) if !folder.join("index.html").is_file() => {
                bail!("--page {}: there is no index.html in it", folder.display());
            }
            Some(folder) => Page::Folder(folder),
            None => Page::Embedded,
        };
        let address = SocketAddr::new(self.host, self.port);
        let limits = ServerLimits { proxies: self.proxy, ..ServerLimits::default() };
        let password = password(self.password, self.password_file.as_deref())?;
        let engines = engines(&self.engine).map_err(|why| anyhow!("--engine {why}"))?;
        let games = self.games.as_deref().map(ServedFolder::new).transpose();
        let games = games.map_err(|why| anyhow!("--games {why}"))?;
        let proofs = self.proofs.as_deref().map(ServedFolder::new).transpose();
        let proofs = proofs.map_err(|why| anyhow!("--proofs {why}"))?;
        let extras = ServerExtras { engines, games, proofs, password };
        let has_password = extras.password.is_some();
        let warning = strangers(&limits, &extras);
        let server = match Server::bind(address, page, self.seed, limits, extras) {
            Err(error) if error.kind() == ErrorKind::AddrInUse => bail!(
                "port {} is in use, perhaps by another kring serve; --port 0 takes a free one",
                self.port
            ),
            bound => bound.with_context(|| format!("no page at {address}"))?,
        };
        let (end, ended) = tokio::sync::oneshot::channel();
        // The server has ended already if nobody receives this.
        let end = move || end.send(()).unwrap_or_default();
        signals::on_end(end).context("signals cannot be handled")?;
        let address = server.address()?;
        let url = if address.ip().is_unspecified() {
            format!("http://localhost:{}/", address.port())
        } else {
            format!("http://{address}/")
        };
        out_line!("The board is at {url} (Ctrl-C ends it)");
        if !self.host.is_loopback() {
            note!(
                "Other machines open http://ADDRESS:{}/ with the address of this one.",
                address.port()
            );
            if !has_password {
                note!("{warning}");
            }
        }
        if self.open {
            open(&url);
        }
        let ended = async { ended.await.unwrap_or_default() };
        server.run_until(ended).context("the server has failed")
    }
}

/// The password as it was given, or from its file.
fn password(word: Option<String>, file: Option<&Path>) -> anyhow::Result<Option<String>> {
    let password = match file {
        Some(file) => {
            let text = fs::read_to_string(file);
            let text = text.with_context(|| format!("--password-file {}", file.display()))?;
            Some(text.lines().next().unwrap_or_default().to_owned())
        }
        None => word,
    };
    ensure!(password.as_deref() != Some(""), "the password is empty");
    Ok(password)
}

/// The warning of a server for other machines without a password: what their users may do.
fn strangers(limits: &ServerLimits, extras: &ServerExtras) -> String {
    let Sandbox { memory, threads, time, .. } = &limits.sandbox;
    let sessions = limits.sessions;
    let seconds = time.as_secs();
    let names: Vec<&str> = extras.engines.iter().map(|engine| engine.name.as_str()).collect();
    let started = match names[..] {
        [] => String::new(),
        _ => format!(", start the engines that you named ({})", names.join(", ")),
    };
    let games = extras.games.is_some().then_some("the games of --games");
    let proofs = extras.proofs.is_some().then_some("the proofs of --proofs");
    let readable: Vec<&str> = games.into_iter().chain(proofs).collect();
    let files = match readable.join(" and ") {
        none if none.is_empty() => "They can open no files.".to_owned(),
        files => format!("They can read {files}, and open no other files."),
    };
    format!(
        "Without --password everybody who reaches this machine may play and analyse here{started}: \
         up to {sessions} sessions, each with {threads} threads, {memory} MB for an agent and \
         {seconds} s for a command. {files}"
    )
}

/// Opens a page in the system's browser. Failures are ignored: the address has been printed. By
/// hand, because a crate for it would do no more than start one of these three programs.
fn open(url: &str) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let _ = Command::new(program).arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
