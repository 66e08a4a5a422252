use std::{cmp::Ordering, collections::HashSet, sync::Arc};

use rand::{Rng, RngExt, seq::IteratorRandom};

use super::openings::Opening;
use crate::{
    board::{Cell, Game, Position, Symmetry},
    eval::{Evaluation, Input, Kernel, NetEvaluator, Network},
    rules::{Colour, Topology},
};

/// Draws openings that leave the game open, and none twice as long as new
/// ones are found.
pub struct OpeningGenerator {
    stones: usize,
    dealt: HashSet<u64>,
    judges: Option<Judges>,
}

/// Who finds openings even. Every machine must find the same ones, so the
/// portable kernel decides: it adds and multiplies in a fixed order, without a
/// step that processors or mathematical libraries round differently. Before it
/// the fastest exact kernel leaves out what is not worth that time.
struct Judges {
    fast: NetEvaluator,
    portable: NetEvaluator,
}

impl OpeningGenerator {
    /// So many vain draws mean that there is nothing new.
    const DRAWS: usize = 200;

    /// So many openings are compared at most to find an even one.
    const COMPARED: usize = 1000;

    /// An opening is even if the network's logit for the mover is no further
    /// from zero than this: a chance from 40 to 60 %.
    const EVEN: f32 = 0.405;

    /// A dealer of openings with so many stones.
    pub fn new(stones: usize) -> OpeningGenerator {
        OpeningGenerator { stones, dealt: HashSet::new(), judges: None }
    }

    /// A dealer of openings with so many stones, and with even chances as the
    /// network sees it. Where one colour would win otherwise, the other gets
    /// some stones more.
    pub fn balanced(stones: usize, game: &Game) -> OpeningGenerator {
        let (size, topology) = (game.size(), game.rules().topology);
        let evaluate =
            |kernel| NetEvaluator::with_kernel(Network::embedded(), size, topology, kernel);
        let judges =
            Judges { fast: evaluate(Kernel::best_exact()), portable: evaluate(Kernel::Portable) };
        OpeningGenerator { judges: Some(judges), ..OpeningGenerator::new(stones) }
    }

    /// The next opening for this game; nothing if none leaves it open.
    pub fn deal(&mut self, game: &Arc<Game>, rng: &mut impl Rng) -> Option<Opening> {
        if self.judges.is_some() { self.deal_even(game, rng) } else { self.deal_any(game, rng) }
    }

    /// The most even of many openings that have not been dealt; turned or
    /// shifted they are the same.
    fn deal_even(&mut self, game: &Arc<Game>, rng: &mut impl Rng) -> Option<Opening> {
        let symmetries = Symmetry::all(game);
        // Whether it came before, how uneven it is, its hash.
        let mut best: Option<((bool, f32), u64, Opening)> = None;
        for _ in 0..OpeningGenerator::COMPARED {
            let Some((opening, _)) = self.draw(game, rng) else { continue };
            let position = after(game, &opening);
            let least = best.as_ref().map_or((true, f32::INFINITY), |(least, ..)| *least);
            let judges = self.judges.as_mut();
            let Some(bias) = judges.and_then(|judges| judges.bias(&position, least)) else {
                continue;
            };
            let hashes = symmetries.iter().map(|symmetry| position.image(symmetry).hash());
            let hash = hashes.min().unwrap_or_default();
            // One that comes again is worse than any new one.
            let rank = (self.dealt.contains(&hash), bias);
            if rank < least {
                best = Some((rank, hash, opening));
            }
            if rank <= (false, OpeningGenerator::EVEN) {
                break;
            }
        }
        let ((again, _), hash, opening) = best?;
        if again {
            // All have been dealt, so the next round begins.
            self.dealt.clear();
        }
        self.dealt.insert(hash);
        Some(opening)
    }

    fn deal_any(&mut self, game: &Arc<Game>, rng: &mut impl Rng) -> Option<Opening> {
        let mut known = None;
        for _ in 0..OpeningGenerator::DRAWS {
            let Some((opening, hash)) = self.draw(game, rng) else { continue };
            if self.dealt.insert(hash) {
                return Some(opening);
            }
            known = Some((opening, hash));
        }
        // All have been dealt, so the next round begins.
        let (opening, hash) = known?;
        self.dealt.clear();
        self.dealt.insert(hash);
        Some(opening)
    }

    fn draw(&self, game: &Arc<Game>, rng: &mut impl Rng) -> Option<(Opening, u64)> {
        let mut position = Position::new(Arc::clone(game));
        let weaker = weaker(game).filter(|_| self.judges.is_some());
        let extra = weaker.map_or(0, |_| rng.random_range(0..=game.size().cells() / 9));
        let colours = Colour::ALL.into_iter().cycle().take(self.stones);
        let mut opening = Vec::with_capacity(self.stones + extra);
        for colour in weaker.into_iter().cycle().take(extra).chain(colours) {
            let cell = position.legal_cells(colour).iter().choose(rng)?;
            position.place(colour, cell);
            opening.push((colour, cell));
        }
        position.winner().is_none().then(|| (opening.into(), position.hash()))
    }
}

/// Who is worse off: white on the cylinder, elsewhere whoever has the longer
/// way.
fn weaker(game: &Game) -> Option<Colour> {
    let size = game.size();
    match (game.rules().topology, size.columns().cmp(&size.rows())) {
        (Topology::Cylinder, _) | (_, Ordering::Greater) => Some(Colour::White),
        (_, Ordering::Less) => Some(Colour::Black),
        (_, Ordering::Equal) => None,
    }
}

/// The position after an opening.
fn after(game: &Arc<Game>, opening: &[(Colour, Cell)]) -> Position {
    let mut position = Position::new(Arc::clone(game));
    opening.iter().for_each(|&(colour, cell)| position.place(colour, cell));
    position
}

/// The name of the network that judges openings.
pub fn judge_name() -> String {
    Network::embedded().identity()
}

impl Judges {
    /// Ten times what exact kernels may differ by, absolutely and in
    /// proportion.
    const MARGIN: [f32; 2] = [0.01, 0.001];

    /// How uneven a position is, if that is less than the best before. One
    /// that came again is never better than a new one.
    fn bias(&mut self, position: &Position, least: (bool, f32)) -> Option<f32> {
        let about = bias(&mut self.fast, position);
        let at_least = about - Judges::MARGIN[0] - Judges::MARGIN[1] * about;
        if (false, at_least) >= least {
            return None;
        }
        Some(bias(&mut self.portable, position)).filter(|bias| (false, *bias) < least)
    }
}

/// How far the mover's chance is from one half, as a logit: a logistic
/// function would need an exponential, which libraries round differently.
fn bias(evaluate: &mut NetEvaluator, position: &Position) -> f32 {
    let mover = position.turn().unwrap_or(Colour::Black);
    let mut evaluation = [Evaluation::default()];
    evaluate.evaluate(&[Input::new(position, mover)], &mut evaluation);
    evaluation[0].logit.abs()
}
