//! Playouts per second: `cargo bench -p kring-benches --bench playout`.

use divan::{Bencher, counter::ItemsCount};
use kring::{
    board::{
        Colour, Position, Size,
        chance::{self, Purpose},
    },
    eval::Playouts,
};

fn main() {
    divan::main();
}

const VARIANTS: [&str; 8] = [
    "hex",
    "cylinder",
    "torus",
    "seasonal",
    "random-turn",
    "torus turns=random",
    "seasonal turns=random",
    "torus seasons=3 turns=random",
];

fn bench<const W: usize>(bencher: Bencher, variant: &str) {
    let game = chance::game(Size::new(11, 11).unwrap(), variant.parse().unwrap(), 1);
    let mut playouts = Playouts::<W>::new(&game);
    let mut rng = chance::generator(1, Purpose::Coin);
    playouts.prepare(&Position::new(game), Colour::Black, &[]);
    bencher.counter(ItemsCount::new(64 * W)).bench_local(|| playouts.play(&mut rng, [!0; W]));
}

#[divan::bench(args = VARIANTS)]
fn by_64(bencher: Bencher, variant: &str) {
    bench::<1>(bencher, variant);
}

#[divan::bench(args = VARIANTS)]
fn by_512(bencher: Bencher, variant: &str) {
    bench::<8>(bencher, variant);
}
