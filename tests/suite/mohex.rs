//! The parameters of MoHex.

use crate::helper::{answer, fresh_session};

/// Few evaluations of the network are worth many playouts of MoHex, and more add ever less.
#[test]
fn more_playouts_of_mohex_are_more_evaluations_and_never_too_many() {
    let mut session = fresh_session();
    let mut counts = |agent: &str| -> Vec<u64> {
        assert_eq!(answer(&mut session, format!("set-agent {agent}")), "= \n\n");
        let games = [1, 12, 20, 100, 400, 1000, 2000, 4000, 500_000, 1_000_000_000];
        let count = |games: u64| {
            answer(&mut session, format!("param_mohex max_games {games}"));
            let agent = answer(&mut session, "agent black");
            let count = agent.trim_end().rsplit_once('=').and_then(|(_, n)| n.parse().ok());
            count.unwrap_or_else(|| panic!("{agent}"))
        };
        games.map(count).into()
    };
    assert_eq!(counts("neural"), [16, 16, 16, 16, 40, 100, 200, 400, 4472, 200_000]);
    let simulations = counts("mcts");
    assert!(simulations.is_sorted() && simulations[0] == 100, "{simulations:?}");
}
