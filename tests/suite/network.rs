//! The network computes what the training code computes, on every kernel of
//! this machine, and its output follows translations of wrapped boards.

use std::{collections::HashMap, sync::Arc};

use kring::{
    board::{
        Cell, Colour, Game, Position, Rules, SeasonMap, Seasons, Setup, Size, Symmetry, Topology,
        chance::{self, Purpose},
    },
    eval::{BoardKind, Evaluation, Input, Kernel, NetEvaluator, Network},
};
use rand::RngExt;
use safetensors::{Dtype, tensor::TensorView};

pub const FILE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/crates/eval/nets/kring-6x64.safetensors");
const VECTORS: &str = include_str!("../../crates/eval/nets/vectors.json");

/// Boards that are unlike those of the vectors: tiny, narrow, wrapped, large.
const BOARDS: [(usize, usize, Topology); 15] = [
    (1, 1, Topology::Rhombus),
    (1, 1, Topology::Torus),
    (2, 2, Topology::Torus),
    (4, 4, Topology::Cylinder),
    (5, 8, Topology::Torus),
    (2, 13, Topology::Cylinder),
    (2, 3, Topology::Cylinder),
    (3, 7, Topology::Torus),
    (1, 9, Topology::Cylinder),
    (12, 5, Topology::Rhombus),
    (19, 19, Topology::Rhombus),
    (32, 5, Topology::Cylinder),
    (1, 32, Topology::Torus),
    (32, 32, Topology::Rhombus),
    (32, 32, Topology::Torus),
];

/// A reference output.
#[derive(serde::Deserialize)]
struct Vector {
    topology: String,
    columns: usize,
    rows: usize,
    mover: String,
    cells: Vec<String>,
    seasons: Option<VectorSeasons>,
    policy: Vec<f32>,
    value: f32,
}

#[derive(serde::Deserialize)]
struct VectorSeasons {
    count: u8,
    map: Vec<String>,
    black_cycle: String,
    white_cycle: String,
    places: [u8; 2],
}

impl Vector {
    fn position(&self) -> Position {
        let size = Size::new(self.columns, self.rows).unwrap();
        let topology = self.topology.parse().unwrap();
        let mut setup = Setup::default();
        for (i, stone) in self.cells.concat().chars().enumerate() {
            let colour = match stone {
                'b' => Colour::Black,
                'w' => Colour::White,
                _ => continue,
            };
            setup.stones.push((colour, Cell::unchecked(i as u16)));
        }
        let game = match &self.seasons {
            None => empty(self.columns, self.rows, topology).game().clone(),
            Some(seasons) => {
                setup.steps = seasons.places;
                seasons.game(size, topology)
            }
        };
        Position::from_setup(game, setup).unwrap()
    }

    fn mover(&self) -> Colour {
        if self.mover == "black" { Colour::Black } else { Colour::White }
    }
}

impl VectorSeasons {
    fn game(&self, size: Size, topology: Topology) -> Arc<Game> {
        let mut seasons = Seasons::new(self.count).unwrap();
        for (colour, cycle) in Colour::ALL.into_iter().zip([&self.black_cycle, &self.white_cycle]) {
            seasons = seasons.with_cycle(colour, cycle.parse().unwrap()).unwrap();
        }
        let map = SeasonMap::parse(size, &seasons, &self.map.join(" ")).unwrap();
        Game::new(size, Rules { topology, seasons, ..Rules::default() }, map)
    }
}

fn kernels() -> impl Iterator<Item = Kernel> {
    Kernel::ALL.into_iter().filter(|kernel| kernel.is_available())
}

fn empty(columns: usize, rows: usize, topology: Topology) -> Position {
    let rules = Rules { topology, ..Rules::default() };
    Position::new(chance::game(Size::new(columns, rows).unwrap(), rules, 1))
}

/// A board with a third of its cells taken.
fn random(columns: usize, rows: usize, topology: Topology, seed: u64) -> Position {
    let mut position = empty(columns, rows, topology);
    let mut rng = chance::generator(seed, Purpose::Openings);
    for cell in position.empty().iter() {
        match rng.random_range(0..6) {
            0 => position.play_unchecked(Colour::Black, cell),
            1 => position.play_unchecked(Colour::White, cell),
            _ => {}
        }
    }
    position
}

/// A game with seasons after some random moves. The more seasons there are, the
/// more of them have run out: the map is not fair.
fn with_seasons(columns: usize, rows: usize, topology: Topology, count: u8) -> Position {
    let size = Size::new(columns, rows).unwrap();
    let seasons = Seasons::new(count).unwrap();
    let mut rng = chance::generator(u64::from(count), Purpose::Openings);
    let mut digit =
        || char::from(b'1' + rng.random_range(0..count).min(rng.random_range(0..count)));
    let map: Vec<String> = (0..rows).map(|_| (0..columns).map(|_| digit()).collect()).collect();
    let map = SeasonMap::parse(size, &seasons, &map.join(" ")).unwrap();
    let rules = Rules { topology, seasons, ..Rules::default() };
    let mut position = Position::new(Game::new(size, rules, map));
    for colour in Colour::ALL.into_iter().cycle().take(size.cells() * usize::from(count) / 10) {
        let legal: Vec<Cell> = position.legal_cells(colour).iter().collect();
        position.play_unchecked(colour, legal[rng.random_range(0..legal.len())]);
    }
    position
}

fn evaluate(
    network: &Arc<Network>,
    kernel: Kernel,
    position: &Position,
    mover: Colour,
) -> Evaluation {
    let mut evaluation = [Evaluation::default()];
    NetEvaluator::with_kernel(Arc::clone(network), BoardKind::of(position.game()), kernel)
        .evaluate(&[Input::new(position, mover)], &mut evaluation);
    let [evaluation] = evaluation;
    evaluation
}

/// The chances of the empty cells.
fn chances(policy: &[f32], position: &Position) -> Vec<f32> {
    let empty = position.empty();
    let cells = (0..).map(Cell::unchecked).zip(policy).filter(|(cell, _)| empty.contains(*cell));
    let weights: Vec<f32> = cells.map(|(_, logit)| logit.exp()).collect();
    let sum: f32 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// The largest difference of two lists of numbers.
fn distance(a: &[f32], b: &[f32]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

/// Logits within 0.001 for exact kernels, very large ones (of tiny boards)
/// within a ten-thousandth. Chances within 0.03 for the others.
fn agree(kernel: Kernel, position: &Position, is: &Evaluation, should: &Evaluation) {
    if kernel.is_exact() {
        let near = |is: f32, should: f32| (is - should).abs() < 1e-3_f32.max(1e-4 * should.abs());
        let mut policy = is.policy.iter().zip(&should.policy);
        let near = near(is.logit, should.logit) && policy.all(|(&is, &should)| near(is, should));
        assert!(near, "{kernel:?}: {is:?}, not {should:?}");
    }
    let tolerance = if kernel.is_exact() { 1e-3 } else { 3e-2 };
    let [win, should_win] = [is, should].map(Evaluation::win_probability);
    assert!((win - should_win).abs() < tolerance, "{kernel:?}: {win}, not {should_win}");
    let [is, should] = [is, should].map(|evaluation| chances(&evaluation.policy, position));
    let far = distance(&is, &should);
    assert!(far < tolerance, "{kernel:?}: chances differ by {far}");
}

#[test]
fn every_kernel_agrees_with_the_training_code() {
    let vectors: Vec<Vector> = serde_json::from_str(VECTORS).unwrap();
    let with_seasons = vectors.iter().filter(|vector| vector.seasons.is_some()).count();
    assert_eq!(vectors.len() - with_seasons, 32);
    assert_eq!(with_seasons, 32);
    for vector in &vectors {
        let should = Evaluation { logit: vector.value, policy: vector.policy.clone() };
        let position = vector.position();
        for kernel in kernels() {
            let is = evaluate(&Network::embedded(), kernel, &position, vector.mover());
            agree(kernel, &position, &is, &should);
            if kernel.is_exact() {
                let far = distance(&is.policy, &should.policy).max((is.logit - should.logit).abs());
                assert!(far < 1e-3, "{kernel:?}: logits differ by {far}");
            }
        }
    }
}

#[test]
fn all_kernels_agree_on_odd_boards() {
    for (columns, rows, topology) in BOARDS {
        let position = random(columns, rows, topology, 1);
        for mover in Colour::ALL {
            let should = evaluate(&Network::embedded(), Kernel::Portable, &position, mover);
            assert_eq!(should.policy.len(), columns * rows);
            for kernel in kernels() {
                let is = evaluate(&Network::embedded(), kernel, &position, mover);
                agree(kernel, &position, &is, &should);
            }
        }
    }
}

/// The smallest boards have the most special cases: margins that wrap more than
/// once, tiles that are nearly empty.
#[test]
fn all_kernels_agree_on_the_smallest_boards() {
    let sizes = (1..=5).flat_map(|columns| (1..=3).map(move |rows| (columns, rows)));
    for ((columns, rows), topology) in sizes.flat_map(|size| Topology::ALL.map(|t| (size, t))) {
        let position = random(columns, rows, topology, 8);
        for mover in Colour::ALL {
            let should = evaluate(&Network::embedded(), Kernel::Portable, &position, mover);
            for kernel in kernels().filter(|kernel| kernel.is_exact()) {
                let is = evaluate(&Network::embedded(), kernel, &position, mover);
                agree(kernel, &position, &is, &should);
            }
            for kernel in kernels().filter(|kernel| !kernel.is_exact()) {
                evaluate(&Network::embedded(), kernel, &position, mover);
            }
        }
    }
}

/// Translating a wrapped board translates the policy and changes nothing else.
#[test]
fn evaluations_follow_translations() {
    for (topology, by) in [(Topology::Cylinder, (2, 0)), (Topology::Torus, (3, 2))] {
        let position = random(5, 7, topology, 2);
        let size = position.size();
        let shift = |cell: Cell| {
            let x = cell.column(size) + by.0;
            let y = cell.row(size) + by.1;
            Cell::at(size, x % size.columns(), y % size.rows()).unwrap()
        };
        let mut moved = empty(5, 7, topology);
        for colour in Colour::ALL {
            for cell in position.stones(colour).iter() {
                moved.play_unchecked(colour, shift(cell));
            }
        }
        for mover in Colour::ALL {
            let here = evaluate(&Network::embedded(), Kernel::best_exact(), &position, mover);
            let mut there = evaluate(&Network::embedded(), Kernel::best_exact(), &moved, mover);
            let back =
                (0..size.cells() as u16).map(|i| there.policy[shift(Cell::unchecked(i)).index()]);
            there.policy = back.collect();
            agree(Kernel::best_exact(), &position, &there, &here);
        }
    }
}

/// White sees the mirrored board exactly as black sees the board itself.
#[test]
fn the_colours_see_mirrored_boards_alike() {
    for topology in [Topology::Rhombus, Topology::Torus] {
        let position = random(4, 6, topology, 3);
        let mirror = |cell: Cell| {
            let size = position.size();
            Cell::at(Size::new(6, 4).unwrap(), cell.row(size), cell.column(size)).unwrap()
        };
        let mut mirrored = empty(6, 4, topology);
        for colour in Colour::ALL {
            let stones = position.stones(colour).iter();
            for cell in stones {
                mirrored.play_unchecked(colour.other(), mirror(cell));
            }
        }
        let black = evaluate(&Network::embedded(), Kernel::best_exact(), &position, Colour::Black);
        let white = evaluate(&Network::embedded(), Kernel::best_exact(), &mirrored, Colour::White);
        assert!((black.logit - white.logit).abs() < 1e-3);
        for cell in (0..24).map(Cell::unchecked) {
            let a = black.policy[cell.index()];
            let b = white.policy[mirror(cell).index()];
            assert!((a - b).abs() < 1e-3);
        }
    }
}

/// An evaluator gives the same results as a fresh one, also in a batch, and in
/// one that is too large to be computed at once.
#[test]
fn a_batch_is_evaluated_like_its_positions() {
    for kernel in kernels() {
        let positions: Vec<Position> =
            (0..19).map(|seed| random(6, 4, Topology::Cylinder, seed)).collect();
        let seats = positions.iter().zip(Colour::ALL.into_iter().cycle());
        let inputs: Vec<Input> =
            seats.clone().map(|(position, mover)| Input::new(position, mover)).collect();
        let mut evaluations = vec![Evaluation::default(); inputs.len()];
        let board = BoardKind::of(positions[0].game());
        let mut batch = NetEvaluator::with_kernel(Network::embedded(), board, kernel);
        batch.evaluate(&inputs, &mut evaluations);
        // Now the memory of each position was last used for another one.
        batch.evaluate(&inputs[3..], &mut evaluations[3..]);
        batch.evaluate(&inputs, &mut evaluations);
        for ((position, mover), evaluation) in seats.zip(&evaluations) {
            assert_eq!(*evaluation, evaluate(&Network::embedded(), kernel, position, mover));
        }
    }
}

/// A network of any shape, with small weights that look random, as a file of this
/// version.
pub fn made_up(version: usize, [channels, blocks, head, hidden]: [usize; 4]) -> Vec<u8> {
    let planes = if version == 1 { 8 } else { 16 };
    let mut shapes = vec![("stem".to_owned(), vec![channels, planes, 3, 3])];
    for (i, j) in (0..blocks).flat_map(|i| [(i, 1), (i, 2)]) {
        shapes.push((format!("blocks.{i}.conv{j}"), vec![channels, channels, 3, 3]));
    }
    for (name, shape) in [
        ("policy1", [head, channels]),
        ("policy2", [1, head]),
        ("value1", [head, channels]),
        ("value2", [hidden, 3 * head]),
        ("value3", [1, hidden]),
    ] {
        shapes.push((name.to_owned(), shape.to_vec()));
    }
    let mut rng = chance::generator(4, Purpose::Openings);
    let mut tensors = Vec::new();
    for (name, shape) in shapes {
        tensors.push((format!("{name}.bias"), vec![shape[0]]));
        tensors.push((format!("{name}.weight"), shape));
    }
    let tensors: Vec<(String, Vec<usize>, Vec<u8>)> = tensors
        .into_iter()
        .map(|(name, shape)| {
            // Numbers between 1/16 and 1/8 in size, of either sign.
            let mut number =
                || (0x2c00 | rng.random_range(0..0x400) | rng.random_range(0..2) << 15) as u16;
            let bytes = (0..shape.iter().product()).flat_map(|_| number().to_le_bytes());
            let bytes = bytes.collect();
            (name, shape, bytes)
        })
        .collect();
    let numbers = [("channels", channels), ("blocks", blocks), ("head", head), ("hidden", hidden)];
    let mut metadata: HashMap<String, String> =
        numbers.map(|(key, number)| (key.to_owned(), number.to_string())).into();
    metadata.insert("format".to_owned(), format!("kring-net-{version}"));
    let views = tensors.iter().map(|(name, shape, bytes)| {
        (name, TensorView::new(Dtype::F16, shape.clone(), bytes).unwrap())
    });
    safetensors::serialize(views, Some(metadata)).unwrap()
}

#[test]
fn networks_of_other_shapes_work() {
    for (version, shape) in [(1, [48, 1, 5, 7]), (2, [96, 2, 24, 16]), (1, [16, 3, 1, 1])] {
        let network = made_up(version, shape);
        let network = Arc::new(Network::from_bytes("made up", &network).unwrap());
        assert_eq!((network.channels(), network.blocks()), (shape[0], shape[1]));
        assert_eq!(network.knows_seasons(), version == 2);
        let plain = random(5, 4, Topology::Torus, 5);
        for position in [plain, with_seasons(5, 4, Topology::Torus, 4)] {
            let should = evaluate(&network, Kernel::Portable, &position, Colour::White);
            for kernel in kernels().filter(|kernel| kernel.is_exact()) {
                let is = evaluate(&network, kernel, &position, Colour::White);
                let scale = 1.0 + should.logit.abs();
                assert!((is.logit - should.logit).abs() < 1e-3 * scale, "{kernel:?}");
            }
        }
    }
}

/// The same stones in a game with seasons: only a network that knows them tells
/// the games apart.
#[test]
fn only_networks_with_planes_of_seasons_see_them() {
    for version in [1, 2] {
        let network = made_up(version, [32, 1, 8, 8]);
        let network = Arc::new(Network::from_bytes("made up", &network).unwrap());
        let seasonal = with_seasons(5, 4, Topology::Rhombus, 3);
        let mut plain = empty(5, 4, Topology::Rhombus);
        for colour in Colour::ALL {
            for cell in seasonal.stones(colour).iter() {
                plain.play_unchecked(colour, cell);
            }
        }
        for mover in Colour::ALL {
            let [a, b] = [&seasonal, &plain]
                .map(|position| evaluate(&network, Kernel::Portable, position, mover));
            assert_eq!(a == b, version == 1);
        }
    }
}

/// Where a player is in its cycle matters, as do the cells of each season.
#[test]
fn positions_in_other_seasons_are_other_inputs() {
    let rules = Rules { seasons: Seasons::new(3).unwrap(), ..Rules::default() };
    let [game, other_map] =
        [1, 2].map(|seed| chance::game(Size::new(5, 5).unwrap(), rules.clone(), seed));
    let position = Position::new(game);
    let input = |position: &Position| Input::new(position, Colour::Black);
    assert_ne!(input(&position), input(&Position::new(other_map)));
    let later = |steps| {
        let setup = Setup { steps, ..Setup::default() };
        Position::from_setup(position.game().clone(), setup).unwrap()
    };
    assert_ne!(input(&position), input(&later([0, 1])));
    assert_eq!(input(&position), input(&later([3, 0])));
}

/// The image of an input is the input of the image: of a game whose season map was
/// moved like its stones.
#[test]
fn seasons_move_with_their_cells() {
    for topology in Topology::ALL {
        let position = with_seasons(4, 5, topology, 3);
        let symmetries = Symmetry::of_board(position.game());
        assert!(symmetries.len() >= 2);
        for symmetry in symmetries {
            let size = position.size();
            let rules = position.rules();
            let map = position.game().map();
            let map = map.permuted(|cell| symmetry.cell(Cell::unchecked(cell as u16)).index());
            let stones = Colour::ALL.map(|colour| {
                position.stones(colour).iter().map(|cell| symmetry.cell(cell)).collect()
            });
            let setup = Setup { steps: position.cycle_steps(), ..Setup::of_stones(stones) };
            let game = Game::new(size, rules.clone(), map);
            let image = Position::from_setup(game, setup).unwrap();
            for mover in Colour::ALL {
                let moved = Input::new(&position, mover).image(&symmetry);
                assert_eq!(moved, Input::new(&image, mover));
            }
        }
    }
}

#[test]
fn a_file_is_a_network() {
    let file = Network::load(FILE).unwrap();
    assert_eq!((file.name(), file.blocks(), file.channels()), ("kring-6x64", 6, 64));
    let position = random(5, 5, Topology::Rhombus, 6);
    let [a, b] = [file, Network::embedded()]
        .map(|network| evaluate(&network, Kernel::best_exact(), &position, Colour::Black));
    assert_eq!(a, b);
}
