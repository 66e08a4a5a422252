//! The sequential test of a match: bounds, error rates, and what stops it.

use kring::{
    arena::{
        Colours, Decision, MatchPlan, Outcome, Reason, Schedule, Seat, Sprt, SprtBounds, SprtTrial,
    },
    board::{
        Colour,
        chance::{self, Purpose},
    },
};
use rand::RngExt;

use crate::arena::{outcome, plan};

/// The expected score at an Elo difference.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The default test of a match before its first game.
fn trial(colours: Colours) -> SprtTrial {
    let plan = MatchPlan { colours, ..plan("5x5", "hex", "none", None) };
    SprtTrial::new(default_test(), &Schedule::new(plan).unwrap())
}

/// The log-likelihood ratio that a test prints.
fn printed_ratio(trial: &SprtTrial) -> f64 {
    let text = trial.to_string();
    let after = text.split("ratio ").nth(1).and_then(|rest| rest.split(' ').next());
    after.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{text}"))
}

fn default_test() -> Sprt {
    "elo0=0 elo1=30 alpha=0.05 beta=0.05".parse().unwrap()
}

#[test]
fn bounds_and_ratios_are_those_of_wald() {
    let SprtBounds { lower, upper } = default_test().bounds();
    assert!((lower + 2.944_438_979).abs() < 1e-9 && (upper - 2.944_438_979).abs() < 1e-9);
    let SprtBounds { lower, upper } = "alpha=0.01 beta=0.1".parse::<Sprt>().unwrap().bounds();
    assert!((lower + 2.292_534_757).abs() < 1e-9 && (upper - 4.499_809_670).abs() < 1e-9);
    // p1 = 1 / (1 + 10^(-30/400)) = 0.543066..., p0 = 0.5
    for (wins, losses, expected) in
        [(1, 0, 0.082_623_7), (0, 1, -0.090_070_2), (100, 80, 1.056_750), (10, 0, 0.826_237)]
    {
        let ratio = default_test().ratio(wins, losses);
        assert!((ratio - expected).abs() < 1e-5, "{wins} {losses}: {ratio}");
    }
}

#[test]
fn error_rates_are_within_alpha_and_beta() {
    let mut rng = chance::generator(1, Purpose::Game(1));
    let sprt: Sprt = "elo0=0 elo1=60".parse().unwrap();
    // How often H1 is accepted at this true difference.
    let mut accepted = |elo: f64| {
        let share = expected(elo);
        let h1 = (0..1000).filter(|_| {
            let mut wins = 0;
            let mut losses = 0;
            loop {
                match sprt.decide(sprt.ratio(wins, losses)) {
                    Some(decision) => return decision == Decision::H1,
                    None if rng.random_bool(share) => wins += 1,
                    None => losses += 1,
                }
            }
        });
        h1.count()
    };
    let wrong = accepted(0.0);
    let right = accepted(60.0);
    // At most 5 %, a little less since steps overshoot; four standard deviations are 28.
    assert!((15..78).contains(&wrong), "{wrong}");
    assert!((922..985).contains(&right), "{right}");
}

#[test]
fn pairs_decide_sooner_where_colours_decide_with_the_same_error_rates() {
    let mut rng = chance::generator(2, Purpose::Game(1));
    let sprt: Sprt = "elo0=0 elo1=60".parse().unwrap();
    let mut games = 0;
    // Most openings give each player a win; the others are won or lost twice.
    let mut accepted = |elo: f64| {
        let decided = 0.3;
        let share = expected(elo);
        let both = 0.5 + (share - 0.5) / decided;
        let h1 = (0..1000).filter(|_| {
            let mut pairs = [0; 3];
            loop {
                if let Some(decision) = sprt.decide(sprt.pair_ratio(pairs)) {
                    games += 2 * pairs.iter().sum::<u64>();
                    return decision == Decision::H1;
                }
                let at = match (rng.random_bool(decided), rng.random_bool(both)) {
                    (false, _) => 1,
                    (true, won) => 2 * usize::from(won),
                };
                pairs[at] += 1;
            }
        });
        h1.count()
    };
    let wrong = accepted(0.0);
    let right = accepted(60.0);
    assert!((10..78).contains(&wrong), "{wrong}");
    assert!((922..990).contains(&right), "{right}");
    // Single games need about 330 for this.
    assert!(games / 2000 < 250, "{}", games / 2000);
}

#[test]
fn pairs_of_independent_games_say_what_games_say() {
    for (share, expected) in
        [(0.5, default_test().ratio(200, 200)), (0.6, default_test().ratio(240, 160))]
    {
        let shares = [(1.0 - share) * (1.0 - share), 2.0 * share * (1.0 - share), share * share];
        let found =
            default_test().pair_ratio(shares.map(|share: f64| (200.0 * share).round() as u64));
        assert!((found - expected).abs() < 0.05 * expected.abs() + 0.1, "{found} {expected}");
    }
    assert!(
        default_test().pair_ratio([0, 0, 1]) > 0.0 && default_test().pair_ratio([1, 0, 0]) < 0.0
    );
    assert!(default_test().pair_ratio([0; 3]).abs() < 0.01);
}

#[test]
fn repeated_games_count_once() {
    let mut trial = trial(Colours::Alternate);
    // The first player wins the same two games again and again.
    for number in 1..=2000 {
        trial.add(number, &outcome(Seat::First, number as u64 % 2));
    }
    assert_eq!(trial.decision, None, "{trial}");
    assert!(printed_ratio(&trial) < 0.2, "{trial}");
}

#[test]
fn the_order_in_which_games_end_changes_nothing() {
    let winner = |number: usize| if number.is_multiple_of(5) { Seat::Second } else { Seat::First };
    // Hashes of games: the games are all different, and so are the pairs.
    let record = |number: usize| (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let add = |trial: &mut SprtTrial, number: usize| {
        trial.add(number, &outcome(winner(number), record(number)));
    };
    let mut sorted = trial(Colours::Alternate);
    for number in 1..=200 {
        add(&mut sorted, number);
    }
    let mut mixed = trial(Colours::Alternate);
    for number in (1..=200).rev() {
        add(&mut mixed, number);
    }
    let (decision, games) = sorted.decision.unwrap();
    assert_eq!(mixed.decision, Some((decision, games)));
    assert_eq!((decision, games % 2), (Decision::H1, 0));
    // 22 pairs won twice, 14 split: 2.974, computed independently.
    assert_eq!(games, 72);
    assert!(sorted.to_string().contains("H1 accepted after"), "{sorted}");
    let mut single = trial(Colours::Fixed(Colour::Black));
    for number in 1..=200 {
        add(&mut single, number);
    }
    let (_, games) = single.decision.unwrap();
    // 0.8 × 0.0826 - 0.2 × 0.0901 = 0.0481 a game, so about 61 games.
    assert!((56..=66).contains(&games), "{games}");
}

#[test]
fn malfunctions_stay_out_with_the_other_game_of_their_pair_and_time_outs_do_not() {
    let record = |number: usize| (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    // The second player loses every game on the board, except for one of each pair.
    let decided = |reason: Reason| {
        let mut trial = trial(Colours::Alternate);
        for number in 1..=400 {
            let won = outcome(Seat::First, record(number));
            let reason = if number.is_multiple_of(2) { reason } else { won.reason };
            trial.add(number, &Outcome { reason, ..won });
        }
        trial
    };
    for reason in [Reason::Crash, Reason::IllegalMove, Reason::Garbage, Reason::Refusal] {
        let trial = decided(reason);
        assert_eq!(trial.decision, None, "{trial}");
        assert!(trial.to_string().ends_with("left out because of faults: 400"), "{trial}");
    }
    for reason in [Reason::Connection, Reason::Resignation, Reason::TimeOut] {
        let trial = decided(reason);
        assert!(matches!(trial.decision, Some((Decision::H1, _))), "{trial}");
        assert!(!trial.to_string().contains("left out"), "{trial}");
    }
    // Without pairs each game stands alone.
    let mut single = trial(Colours::Fixed(Colour::Black));
    let won = outcome(Seat::First, 1);
    single.add(1, &Outcome { reason: Reason::Crash, ..won });
    single.add(2, &won);
    assert!(single.to_string().ends_with("left out because of faults: 1"), "{single}");
}

#[test]
fn texts_are_checked() {
    assert_eq!("".parse(), Ok(default_test()));
    assert_eq!(default_test().to_string().parse(), Ok(default_test()));
    for bad in ["elo0", "elo0=x", "elo0=30", "alpha=0", "beta=0.5", "gamma=1", "elo1=NaN"] {
        assert!(bad.parse::<Sprt>().is_err(), "{bad}");
    }
}
