//! Passwords are tried at a limited rate, so that guessing takes years.
//!
//! By hand, because libraries that limit rates let a request wait or refuse it, and know no attempt that
//! is forgiven: here one waits for its turn, a queue that is too long is refused, and a right password
//! counts for nothing.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use tokio::time::Instant;

use super::clients::ClientAddress;
use super::locked;

/// The time between two attempts of a client.
const PAUSE: Duration = Duration::from_secs(1);

/// The time between two attempts of all clients, whatever addresses an attacker has.
const PAUSE_OF_ALL: Duration = Duration::from_millis(50);

/// An attempt that would have to wait longer is refused, so that attempts do not pile up.
const LONGEST: Duration = Duration::from_secs(10);

/// When the next attempt may be made.
#[derive(Default)]
pub struct Attempts(Mutex<NextAttempts>);

#[derive(Default)]
struct NextAttempts {
    /// Of the clients that have made one since the password was last right.
    of_client: HashMap<ClientAddress, Instant>,
    of_all: Option<Instant>,
}

impl Attempts {
    /// Books an attempt: the time from which the password may be looked at. `None` if too many
    /// wait already.
    pub fn book(&self, client: ClientAddress, now: Instant) -> Option<Instant> {
        let mut next = locked(&self.0);
        next.of_client.retain(|_, at| *at > now);
        let of_client = next.of_client.get(&client).map_or(now, |at| now.max(*at));
        let of_all = next.of_all.map_or(now, |at| now.max(at));
        let at = of_client.max(of_all);
        if at - now > LONGEST {
            return None;
        }
        next.of_client.insert(client, at + PAUSE);
        // Not from `at`: attempts that one client must wait for do not delay the others.
        next.of_all = Some(of_all + PAUSE_OF_ALL);
        Some(at)
    }

    /// The password was right: the client's next attempt need not wait.
    pub fn forgive(&self, client: ClientAddress) {
        locked(&self.0).of_client.remove(&client);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(last: u8) -> ClientAddress {
        ClientAddress::new([192, 0, 2, last].into())
    }

    #[test]
    fn guesses_of_one_client_wait_for_each_other() {
        let attempts = Attempts::default();
        let now = Instant::now();
        let booked: Vec<Instant> = (0..300).filter_map(|_| attempts.book(client(1), now)).collect();
        let expected: Vec<Instant> = (0..=10).map(|count| now + count * PAUSE).collect();
        assert_eq!(booked, expected);
        // Another client waits for none of those.
        assert!(attempts.book(client(2), now).unwrap() - now < PAUSE);
    }

    #[test]
    fn many_clients_share_a_limit() {
        let attempts = Attempts::default();
        let now = Instant::now();
        let booked = (0..=255).filter_map(|last| attempts.book(client(last), now)).count();
        assert_eq!(booked, 201);
    }

    #[test]
    fn a_right_password_is_forgiven() {
        let attempts = Attempts::default();
        let now = Instant::now();
        assert_eq!(attempts.book(client(1), now), Some(now));
        attempts.forgive(client(1));
        assert_eq!(attempts.book(client(1), now), Some(now + PAUSE_OF_ALL));
    }
}
