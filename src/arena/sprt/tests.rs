use rand::RngExt;

use super::*;
use crate::chance::{self, Purpose};

fn usual() -> Sprt {
    "elo0=0 elo1=30 alpha=0.05 beta=0.05".parse().unwrap()
}

#[test]
fn bounds_and_ratios_are_those_of_wald() {
    let (low, high) = usual().bounds();
    assert!((low + 2.944_438_979).abs() < 1e-9 && (high - 2.944_438_979).abs() < 1e-9);
    let (low, high) = "alpha=0.01 beta=0.1".parse::<Sprt>().unwrap().bounds();
    assert!((low + 2.292_534_757).abs() < 1e-9 && (high - 4.499_809_670).abs() < 1e-9);
    // p1 = 1 / (1 + 10^(-30/400)) = 0.543066..., p0 = 0.5
    for (wins, losses, expected) in
        [(1, 0, 0.082_623_7), (0, 1, -0.090_070_2), (100, 80, 1.056_750), (10, 0, 0.826_237)]
    {
        let ratio = usual().ratio(wins, losses);
        assert!((ratio - expected).abs() < 1e-5, "{wins} {losses}: {ratio}");
    }
}

#[test]
fn it_errs_as_rarely_as_it_promises() {
    let mut rng = chance::generator(1, Purpose::Game(1));
    let sprt: Sprt = "elo0=0 elo1=60".parse().unwrap();
    // How often each hypothesis is accepted if the truth is this.
    let mut accepted = |elo: f64| {
        let share = Sprt::expected(elo);
        let h1 = (0..1000).filter(|_| {
            let (mut wins, mut losses) = (0, 0);
            loop {
                match sprt.decide(wins, losses) {
                    Some(decision) => return decision == Decision::H1,
                    None if rng.random_bool(share) => wins += 1,
                    None => losses += 1,
                }
            }
        });
        h1.count()
    };
    let (wrong, right) = (accepted(0.0), accepted(60.0));
    // 5 %, less what the steps overshoot; four standard deviations are 28.
    assert!((15..78).contains(&wrong), "{wrong}");
    assert!((922..985).contains(&right), "{right}");
}

#[test]
fn the_order_in_which_games_end_changes_nothing() {
    let winner = |number: usize| if number.is_multiple_of(5) { Seat::Second } else { Seat::First };
    let mut sorted = Trial::new(usual(), 2);
    (1..=200).for_each(|number| sorted.add(number, winner(number)));
    let mut mixed = Trial::new(usual(), 2);
    (1..=200).rev().for_each(|number| mixed.add(number, winner(number)));
    let (decision, games) = sorted.decision().unwrap();
    assert_eq!(mixed.decision(), Some((decision, games)));
    assert_eq!((decision, games % 2), (Decision::H1, 0));
    // 0.8 × 0.0826 - 0.2 × 0.0901 = 0.0481 a game, so about 61 games.
    assert!((56..=66).contains(&games), "{games}");
    assert!(sorted.to_string().contains("H1 accepted after"), "{sorted}");
}

#[test]
fn texts_are_checked() {
    assert_eq!("".parse(), Ok(usual()));
    assert_eq!(usual().to_string().parse(), Ok(usual()));
    for bad in ["elo0", "elo0=x", "elo0=30", "alpha=0", "beta=0.5", "gamma=1", "elo1=NaN"] {
        assert!(bad.parse::<Sprt>().is_err(), "{bad}");
    }
}
