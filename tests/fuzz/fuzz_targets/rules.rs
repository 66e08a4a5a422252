//! Any text as rules, a size, a cycle or a map of seasons: refused with a reason,
//! or what is printed of it is read again as the same.
#![no_main]

use kring::board::{Cycle, Rules, SeasonMap, Seasons, Size};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(rules) = text.parse::<Rules>() {
        assert_eq!(rules.to_string().parse::<Rules>().as_ref(), Ok(&rules));
    }
    if let Ok(size) = text.parse::<Size>() {
        assert_eq!(size.to_string().parse::<Size>().as_ref(), Ok(&size));
    }
    if let Ok(cycle) = text.parse::<Cycle>() {
        assert_eq!(cycle.to_string().parse::<Cycle>().as_ref(), Ok(&cycle));
    }
    let size = Size::new(3, 2).unwrap();
    for count in [1, 2, Seasons::MAX] {
        let seasons = Seasons::new(count).unwrap();
        if let Ok(map) = SeasonMap::parse(size, &seasons, text) {
            assert_eq!(SeasonMap::parse(size, &seasons, &map.to_string()).as_ref(), Ok(&map));
        }
    }
});
