//! The review of all games of a folder, in the background, one after the other.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::SystemTime;

use kring_agents::{Networks, Stop, default_agent};
use kring_board::Colour;
use serde::Serialize;

use super::games::{ServedFolder, name, read};
use super::locked;
use super::socket::lower_priority;
use crate::review::{self, LossTally, ReviewSettings};

#[derive(Default)]
pub struct ReviewBatch {
    progress: Mutex<BatchProgress>,
    stop: Mutex<Stop>,
}

/// The progress of a review, as clients see it.
#[derive(Clone, Default, Serialize)]
pub struct BatchProgress {
    pub running: bool,
    /// The number of games that are done; `total` is that of all games.
    done: usize,
    total: usize,
    /// The file under review; `moves` counts its reviewed moves and all of them.
    file: String,
    moves: [usize; 2],
    /// The results, by the id of the game.
    games: BTreeMap<String, BatchResult>,
    /// The reviews, by the id of the game.
    #[serde(skip)]
    reviews: BTreeMap<String, GameReview>,
}

/// The review of a file as it was.
#[derive(Clone)]
struct GameReview {
    version: Option<FileVersion>,
    /// The review as HTML.
    page: String,
}

/// Length and time of the last change: a file with others holds another game.
type FileVersion = (u64, SystemTime);

fn version(path: &Path) -> Option<FileVersion> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}

impl BatchProgress {
    /// Whether the game in this file has a review.
    fn has_review(&self, id: &str, path: &Path) -> bool {
        self.reviews.get(id).is_some_and(|review| review.version == version(path))
    }
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "snake_case")]
enum BatchResult {
    /// The results of black and of white.
    Sides([SideResult; 2]),
    Error(String),
}

#[derive(Clone, Serialize)]
struct SideResult {
    moves: usize,
    mean_loss: f64,
    /// Inaccuracies, mistakes and blunders.
    marks: [usize; 3],
}

impl ReviewBatch {
    /// The progress as JSON.
    pub fn text(&self) -> String {
        serde_json::to_string(&*locked(&self.progress)).unwrap_or_default()
    }

    pub fn page(&self, id: &str) -> Option<String> {
        locked(&self.progress).reviews.get(id).map(|review| review.page.clone())
    }

    /// Stops the review; games that are reviewed keep their results.
    pub fn stop(&self) {
        locked(&self.stop).set();
    }

    /// Starts to review the games that have no review; false if a review is running already.
    pub fn start(self: &Arc<Self>, folder: &ServedFolder) -> bool {
        let mut progress = locked(&self.progress);
        if progress.running {
            return false;
        }
        let batch = Arc::clone(self);
        let folder = folder.clone();
        let stop = Stop::default();
        *locked(&self.stop) = stop.clone();
        let run = move || {
            lower_priority();
            batch.run(&folder, &stop);
            locked(&batch.progress).running = false;
        };
        let started = thread::Builder::new().name("reviews".to_owned()).spawn(run);
        progress.running = started.is_ok();
        started.is_ok()
    }

    fn run(&self, folder: &ServedFolder, stop: &Stop) {
        let mut files = folder.games();
        files.retain(|(_, path)| !review::is_review(path));
        {
            let mut progress = locked(&self.progress);
            progress.total = files.len();
            progress.done = files.iter().filter(|(id, path)| progress.has_review(id, path)).count();
        }
        for (id, path) in files {
            if stop.is_set() {
                return;
            }
            if locked(&self.progress).has_review(&id, &path) {
                continue;
            }
            locked(&self.progress).file = name(&path);
            let result = self.review(&id, &path, stop);
            if stop.is_set() {
                return;
            }
            let mut progress = locked(&self.progress);
            progress.games.insert(id, result.unwrap_or_else(BatchResult::Error));
            progress.done += 1;
        }
    }

    /// Reviews a game and keeps its page.
    fn review(&self, id: &str, path: &Path, stop: &Stop) -> Result<BatchResult, String> {
        // Before the file is read: a change in between makes the review old, and not wrong.
        let version = version(path);
        let game = read(path).map_err(|error| error.to_string())?;
        let position = &game.position;
        let agent = default_agent(position.rules(), position.size(), Colour::Black);
        let agent = agent.load(&Networks::default()).map_err(|error| error.to_string())?;
        let settings = ReviewSettings { stop: stop.clone(), ..ReviewSettings::new(agent) };
        let all = game.moves();
        locked(&self.progress).moves = [0, all];
        let reviewed = review::review(position, &settings, |mv| {
            locked(&self.progress).moves[0] = mv.number.min(all);
        });
        let reviewed = reviewed.map_err(|error| error.to_string())?;
        if !stop.is_set() {
            let page = review::page(&reviewed, &name(path), &game.players);
            let review = GameReview { version, page };
            locked(&self.progress).reviews.insert(id.to_owned(), review);
        }
        let side = |tally: LossTally| {
            let LossTally { moves, marks, .. } = tally;
            SideResult { moves, mean_loss: tally.mean_loss(), marks }
        };
        Ok(BatchResult::Sides(reviewed.tallies().map(side)))
    }
}
