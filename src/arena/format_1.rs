//! The fingerprint of an event in games tables of format 1, which have no column `format`. These
//! tables are continued, so nothing here may change.

use kring_board::Colour;

use super::event::Event;
use super::plan::{Colours, Fingerprint, MatchPlan};

/// A hash of everything that determines the games, except the number of games of a single match.
pub fn fingerprint(event: &Event) -> Fingerprint {
    let mut fingerprint = Fingerprint::default();
    for (name, entrant) in event.players.iter().zip(&event.entrants) {
        fingerprint.text(name);
        fingerprint.text(&entrant.identity());
    }
    for pairing in &event.pairings {
        let [first, second] = pairing.players;
        fingerprint.text(&format!("[{first}, {second}]"));
        let schedule = &pairing.schedule;
        let MatchPlan { size, rules, seed, openings, colours, .. } = schedule.plan();
        fingerprint.text(&format!("{size} {rules} {seed} {openings}"));
        fingerprint.text(&schedule.network().unwrap_or_default());
        for opening in schedule.listed_openings() {
            fingerprint.text(&opening);
        }
        let colours = match colours {
            Colours::Alternate => "Alternate".to_owned(),
            Colours::Fixed(colour) => format!("Fixed({})", name(*colour)),
        };
        let starter = match schedule.starter {
            Some(colour) => format!("Some({})", name(colour)),
            None => "None".to_owned(),
        };
        fingerprint.text(&format!("{colours} {starter}"));
        if event.pairings.len() > 1 {
            let numbers = schedule.numbers();
            fingerprint.text(&format!("{}..={}", numbers.start(), numbers.end()));
        }
    }
    fingerprint
}

fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}
