//! The statistics of matches and tournaments against books and other programs, and what
//! pairs of games and repeated games are worth.

use kring::arena::{
    DistinctGames, PairTally, Schedule, Seat,
    statistics::{Estimate, Z, elo, elo_difference, ratings, score},
};

use crate::arena::{outcome, plan};

/// Elo for one unit of the logistic curve.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

fn close(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() < 1e-6
}

#[test]
fn wilson_intervals_are_those_of_the_books() {
    // R: prop.test(wins, games, correct = FALSE)$conf.int
    for (wins, games, low, high) in [
        (8, 10, 0.490_162_5, 0.943_317_8),
        (50, 100, 0.403_831_5, 0.596_168_5),
        (0, 10, 0.0, 0.277_532_8),
        (10, 10, 0.722_467_2, 1.0),
        (1, 1, 0.206_549_3, 1.0),
    ] {
        let found = score(wins, games);
        assert!(close(found.low, low) && close(found.high, high), "{wins}/{games}: {found:?}");
        assert!(close(found.value, wins as f64 / games as f64));
    }
    assert_eq!(score(0, 0), Estimate { value: 0.5, low: 0.0, high: 1.0 });
}

#[test]
fn elo_differences_are_those_of_the_logistic_curve() {
    for (score, expected) in [
        (0.5, 0.0),
        (0.75, 190.848_501_9),
        (0.25, -190.848_501_9),
        (10.0 / 11.0, 400.0),
        (1.0, f64::INFINITY),
        (0.0, f64::NEG_INFINITY),
    ] {
        assert!(close(elo(score), expected), "{score}: {}", elo(score));
    }
}

#[test]
fn the_range_of_an_elo_difference_is_that_of_its_score() {
    let even = elo_difference(score(50, 100));
    assert!(close(even.value, 0.0) && close(even.low, -even.high));
    // 400 log10(0.5961685 / 0.4038315)
    assert!((even.high - 67.668).abs() < 1e-3, "{even:?}");
    assert_eq!(elo_difference(score(10, 10)).high, f64::INFINITY);
}

#[test]
fn two_players_differ_by_what_the_logistic_curve_says() {
    let found = ratings(&[vec![0, 75], vec![25, 0]]);
    let difference = found.elo[0].value - found.elo[1].value;
    assert!((difference - 190.848_501_9).abs() < 1e-6 && !found.with_prior);
    // The standard error of the log odds is sqrt(1/75 + 1/25); half of
    // the difference is each player's.
    let half = SCALE * Z * (1.0f64 / 75.0 + 1.0 / 25.0).sqrt() / 2.0;
    assert!((found.elo[0].high - found.elo[0].value - half).abs() < 1e-6);
}

#[test]
fn the_baseball_league_of_1987_is_rated_as_in_agresti() {
    // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore;
    // coefficients from R: BTm(..., refcat = "Baltimore").
    let wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    let expected = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0];
    let found = ratings(&wins.map(Vec::from));
    for (elo, expected) in found.elo.iter().zip(expected) {
        let strength = (elo.value - found.elo[6].value) / SCALE;
        assert!((strength - expected).abs() < 1e-4, "{strength} {expected}");
    }
    assert!(found.elo.iter().map(|elo| elo.value).sum::<f64>().abs() < 1e-9);
}

#[test]
fn perfect_scores_and_unconnected_players_need_the_prior() {
    let found = ratings(&[vec![0, 10, 3], vec![0, 0, 5], vec![7, 5, 0]]);
    assert!(!found.with_prior, "a beats b, b beats c, c beats a");
    let found = ratings(&[vec![0, 10], vec![0, 0]]);
    assert!(found.with_prior && found.elo[0].value > 200.0 && found.elo[0].value < 1000.0);
    let unconnected = [vec![0, 1, 0, 0], vec![1, 0, 0, 0], vec![0, 0, 0, 1], vec![0, 0, 1, 0]];
    let found = ratings(&unconnected);
    assert!(found.with_prior && found.elo.iter().all(|elo| elo.value.abs() < 1e-9));
    assert_eq!(ratings(&[]).elo, []);
    assert_eq!(ratings(&[vec![0]]).elo.len(), 1);
}

/// Pairs of which the first player won no game, one game, both games.
fn pairs(counts: [u64; 3]) -> PairTally {
    let schedule = Schedule::new(plan("5x5", "hex", "none", Some(2))).unwrap();
    let mut pairs = PairTally::of(&schedule).unwrap();
    let won = (0..3).flat_map(|won| (0..counts[won]).map(move |_| won));
    for (pair, won) in won.enumerate() {
        for game in 0..2 {
            let winner = if game < won { Seat::First } else { Seat::Second };
            let number = 2 * pair + game + 1;
            pairs.add(number, &outcome(winner, if game == 0 { pair as u64 } else { 0 }));
        }
    }
    assert_eq!(pairs.counts, counts);
    pairs
}

#[test]
fn pairs_tell_more_than_games_where_colours_decide() {
    let width = |range: Estimate| range.high - range.low;
    // 100 games in which black always wins, but for a few.
    let decided = pairs([2, 44, 4]).score();
    assert_eq!(decided.value, 0.52);
    // With half a pair more of each kind the variance of a pair is 0.0336,
    // and that of two independent games would be 0.1248: √0.27 = 0.52.
    let ratio = width(decided) / width(score(52, 100));
    assert!((0.51..0.54).contains(&ratio), "{ratio}");
    // Where both games of a pair end independently there is no difference.
    let loose = pairs([25, 50, 25]).score();
    let ratio = width(loose) / width(score(100, 200));
    assert!((0.95..1.05).contains(&ratio), "{ratio}");
    // Where they always end the same, two games are worth one.
    let bound = pairs([50, 0, 50]).score();
    let ratio = width(bound) / width(score(50, 100));
    assert!((0.95..1.05).contains(&ratio), "{ratio}");
    let none = pairs([0; 3]).score();
    assert_eq!((none.value, none.low, none.high), (0.5, 0.0, 1.0));
}

#[test]
fn games_are_counted_once_and_in_bounded_memory() {
    let mut distinct = DistinctGames::default();
    for _ in 0..3 {
        for record in 0..1000 {
            distinct.add(record);
        }
    }
    assert_eq!(distinct.count(), 1000);
    for record in 0..3 << 20 {
        distinct.add(record);
    }
    // A count that is scaled up: only a sample is kept.
    assert!(distinct.count().is_multiple_of(4));
    let share = distinct.count() as f64 / f64::from(3 << 20);
    assert!((0.98..1.02).contains(&share), "{share}");
}
