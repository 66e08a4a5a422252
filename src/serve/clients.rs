//! Who a client is for the limits of the server, and what share of them it may take.
//!
//! By hand, because the libraries that count clients limit rates of requests: here it is what they
//! hold that is counted, until they let it go.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex};

use axum::http::HeaderMap;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::locked;

/// The header in which a proxy names its client.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// A client as the limits count it: an IPv4 address, or the network of an IPv6 address, because
/// whoever has one IPv6 address has the 2^64 others of its network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientAddress(IpAddr);

impl ClientAddress {
    /// The client of a connection.
    pub fn new(address: IpAddr) -> ClientAddress {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() & !u128::from(u64::MAX);
                ClientAddress(Ipv6Addr::from_bits(network).into())
            }
            address => ClientAddress(address),
        }
    }

    /// The client of a request: a proxy that is trusted names it last in its header.
    pub fn of_request(peer: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> ClientAddress {
        let peer = peer.to_canonical();
        if !proxies.contains(&peer) {
            return ClientAddress::new(peer);
        }
        let last = headers.get_all(FORWARDED_FOR).iter().next_back();
        let named = last
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.rsplit(',').next())
            .and_then(|address| address.trim().parse().ok());
        ClientAddress::new(named.unwrap_or(peer))
    }

    /// Whether the client is on this machine: its own user, or a proxy that was not named. It has
    /// no share of its own, because it may be everybody.
    pub fn is_local(self) -> bool {
        self.0.is_loopback()
    }
}

/// Places that clients take: a limit for all of them, and a share for each.
pub struct Places {
    all: Arc<Semaphore>,
    most: usize,
    share: usize,
    taken: Mutex<HashMap<ClientAddress, usize>>,
}

/// A place that a client has taken, until this is dropped.
pub struct Place {
    places: Arc<Places>,
    client: ClientAddress,
    _permit: OwnedSemaphorePermit,
}

/// Why a client gets no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPlace {
    /// All are taken.
    Full,
    /// The client has taken its share of this size.
    Share(usize),
}

impl Places {
    /// This number of places. A client gets at most a quarter of them, so no single one can take
    /// them all.
    pub fn new(most: usize) -> Arc<Places> {
        let all = Arc::new(Semaphore::new(most));
        let share = most.div_ceil(4);
        Arc::new(Places { all, most, share, taken: Mutex::default() })
    }

    /// Takes a place for a client.
    pub fn take(self: &Arc<Places>, client: ClientAddress) -> Result<Place, NoPlace> {
        let mut taken = locked(&self.taken);
        let count = taken.get(&client).copied().unwrap_or(0);
        if count >= self.share && !client.is_local() {
            return Err(NoPlace::Share(self.share));
        }
        let permit = Arc::clone(&self.all).try_acquire_owned().map_err(|_| NoPlace::Full)?;
        taken.insert(client, count + 1);
        Ok(Place { places: Arc::clone(self), client, _permit: permit })
    }

    /// Waits until nobody has a place.
    pub async fn until_empty(&self) {
        let _ = self.all.acquire_many(self.most as u32).await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = locked(&self.places.taken);
        match taken.get_mut(&self.client) {
            Some(count) if *count > 1 => *count -= 1,
            _ => {
                taken.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: &str) -> ClientAddress {
        ClientAddress::new(address.parse().unwrap())
    }

    fn forwarded(peer: &str, header: &str) -> ClientAddress {
        let mut headers = HeaderMap::new();
        headers.insert(FORWARDED_FOR, header.parse().unwrap());
        ClientAddress::of_request(peer.parse().unwrap(), &headers, &["10.0.0.1".parse().unwrap()])
    }

    #[test]
    fn addresses_of_one_network_are_one_client() {
        assert_eq!(client("2001:db8:1:2::1"), client("2001:db8:1:2:ffff::7"));
        assert_ne!(client("2001:db8:1:2::1"), client("2001:db8:1:3::1"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
        assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
    }

    #[test]
    fn only_a_trusted_proxy_names_its_client() {
        assert_eq!(forwarded("10.0.0.1", "203.0.113.5, 192.0.2.1"), client("192.0.2.1"));
        assert_eq!(forwarded("::ffff:10.0.0.1", "192.0.2.1"), client("192.0.2.1"));
        assert_eq!(forwarded("10.0.0.2", "192.0.2.1"), client("10.0.0.2"));
        assert_eq!(forwarded("10.0.0.1", "unknown"), client("10.0.0.1"));
    }

    #[test]
    fn one_client_leaves_places_for_others() {
        let places = Places::new(8);
        let greedy = client("192.0.2.1");
        let mut held: Vec<Place> = Vec::new();
        for _ in 0..2 {
            held.push(places.take(greedy).unwrap());
        }
        assert_eq!(places.take(greedy).err(), Some(NoPlace::Share(2)));
        held.pop();
        held.push(places.take(greedy).unwrap());
        // The user of the machine may have them all.
        for _ in 0..6 {
            held.push(places.take(client("127.0.0.1")).unwrap());
        }
        assert_eq!(places.take(client("192.0.2.2")).err(), Some(NoPlace::Full));
        held.clear();
        assert!(locked(&places.taken).is_empty());
    }
}
