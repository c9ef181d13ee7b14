//! The open connections: limited in number, in total and per client address.
//!
//! When all are taken, a new connection replaces the one on which nothing has moved for longest, so clients that send
//! nothing or read nothing cannot lock out the others. If every connection is in use, the new one gets 503.

use super::ClientLimits;
use crate::api::{ApiError, ErrorKind};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::AbortHandle;

/// A connection on which nothing has moved for this long may be replaced.
const IDLE: Duration = Duration::from_secs(2);

/// An open connection.
#[derive(Debug)]
pub(crate) struct Connection {
    id: u64,
    peer: IpAddr,
    /// When bytes were last received or sent.
    moved: Mutex<Instant>,
    /// The number of requests whose answer is being computed: 0 or 1.
    computing: AtomicUsize,
    /// The number of requests whose answer is computed or sent.
    answering: AtomicUsize,
    /// Whether a request had two lengths.
    has_two_lengths: AtomicBool,
    task: Mutex<Option<AbortHandle>>,
}

impl Connection {
    /// Bytes were received or sent.
    pub(crate) fn has_moved(&self) {
        *lock(&self.moved) = Instant::now();
    }

    /// Counts a request whose answer is being computed, until the guard is dropped.
    pub(crate) fn computing(self: &Arc<Self>) -> Counted {
        Counted::new(self, |connection| &connection.computing)
    }

    /// Counts a request whose answer is computed or sent, until the guard is dropped.
    pub(crate) fn answering(self: &Arc<Self>) -> Counted {
        Counted::new(self, |connection| &connection.answering)
    }

    /// The task to end if the connection is replaced.
    pub(crate) fn served_by(&self, task: AbortHandle) {
        *lock(&self.task) = Some(task);
    }

    /// Whether the answer to a request is computed or sent.
    pub(crate) fn is_answering(&self) -> bool {
        self.answering.load(Ordering::Relaxed) > 0
    }

    /// A request had both `Content-Length` and `Transfer-Encoding`, or a length that cannot be read.
    pub(crate) fn refuse_lengths(&self) {
        self.has_two_lengths.store(true, Ordering::Relaxed);
    }

    /// Whether a request had both `Content-Length` and `Transfer-Encoding`, or a length that cannot be read.
    pub(crate) fn has_two_lengths(&self) -> bool {
        self.has_two_lengths.load(Ordering::Relaxed)
    }

    /// How long nothing has moved; `None` while an answer is computed.
    fn idle(&self, now: Instant) -> Option<Duration> {
        let idle = now.saturating_duration_since(*lock(&self.moved));
        let is_computing = self.computing.load(Ordering::Relaxed) > 0;
        (!is_computing).then_some(idle)
    }
}

/// A request in one of the counters of its connection.
#[derive(Debug)]
pub(crate) struct Counted {
    connection: Arc<Connection>,
    counter: fn(&Connection) -> &AtomicUsize,
}

impl Counted {
    fn new(connection: &Arc<Connection>, counter: fn(&Connection) -> &AtomicUsize) -> Counted {
        counter(connection).fetch_add(1, Ordering::Relaxed);
        Counted {
            connection: Arc::clone(connection),
            counter,
        }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        (self.counter)(&self.connection).fetch_sub(1, Ordering::Relaxed);
    }
}

/// All open connections.
#[derive(Debug)]
pub(crate) struct Connections {
    limits: ClientLimits,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    last_id: u64,
    connections: Vec<Arc<Connection>>,
}

/// The place of a connection, until it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    all: Arc<Connections>,
    connection: Arc<Connection>,
}

impl Place {
    pub(crate) const fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let id = self.connection.id;
        lock(&self.all.open)
            .connections
            .retain(|open| open.id != id);
    }
}

impl Connections {
    pub(crate) fn new(limits: ClientLimits) -> Connections {
        Connections {
            limits,
            open: Mutex::default(),
        }
    }

    /// A place for a client, if there is one or an idle connection can be replaced.
    pub(crate) fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let peer = client_of(address);
        let mut open = lock(&self.open);
        let own = |open: &Open| open.connections.iter().filter(|c| c.peer == peer).count();
        if own(&open) >= self.limits.connections_per_client {
            open.replace_idle(|connection| connection.peer == peer)?;
        } else if open.connections.len() >= self.limits.connections {
            open.replace_idle(|_| true)?;
        }
        open.last_id += 1;
        let connection = Arc::new(Connection {
            id: open.last_id,
            peer,
            moved: Mutex::new(Instant::now()),
            computing: AtomicUsize::new(0),
            answering: AtomicUsize::new(0),
            has_two_lengths: AtomicBool::new(false),
            task: Mutex::new(None),
        });
        open.connections.push(Arc::clone(&connection));
        Some(Place {
            all: Arc::clone(self),
            connection,
        })
    }

    /// Closes the connection that has been idle for longest, if there is one: the system allows no more open files.
    pub(crate) fn close_idle(&self) {
        lock(&self.open).replace_idle(|_| true);
    }
}

impl Open {
    /// Ends the connection that has been idle for longest.
    fn replace_idle(&mut self, among: impl Fn(&Connection) -> bool) -> Option<()> {
        let now = Instant::now();
        let idle = self.connections.iter().enumerate();
        let idle = idle.filter(|(_, connection)| among(connection));
        let idle = idle.filter_map(|(at, connection)| Some((connection.idle(now)?, at)));
        let (longest, at) = idle.max()?;
        if longest < IDLE {
            return None;
        }
        let connection = self.connections.swap_remove(at);
        if let Some(task) = lock(&connection.task).take() {
            task.abort();
        }
        Some(())
    }
}

/// The client of an address: networks give a client of IPv6 64 bits of addresses.
fn client_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into()
        }
        address => address,
    }
}

/// The answer to a client for which there is no place, with its headers.
pub(crate) fn refusal() -> Vec<u8> {
    let error = ApiError::new(
        ErrorKind::Busy,
        "the server has too many open connections, in total or from this address; try again in a moment",
    );
    error_response("503 Service Unavailable", &error)
}

/// An error as it is sent where there is no HTTP service yet.
pub(crate) fn error_response(status: &str, error: &ApiError) -> Vec<u8> {
    let body = error.json();
    let retry = if error.kind() == ErrorKind::Busy {
        "retry-after: 1\r\n"
    } else {
        ""
    };
    let mut bytes = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\nx-content-type-options: nosniff\r\n{retry}\
         content-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    )
    .into_bytes();
    bytes.extend(body);
    bytes
}

/// A value is never left half changed, so a panic elsewhere does no harm.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connections(total: usize, per_client: usize) -> Arc<Connections> {
        Arc::new(Connections::new(ClientLimits {
            connections: total,
            connections_per_client: per_client,
            ..ClientLimits::default()
        }))
    }

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    /// Makes a connection look as if nothing had moved for long.
    fn make_idle(place: &Place) {
        let long_ago = Instant::now().checked_sub(IDLE * 2);
        *lock(&place.connection.moved) = long_ago.expect("the machine runs for more than 4 s");
    }

    #[test]
    fn an_address_has_a_share_and_others_have_the_rest() {
        let all = connections(4, 2);
        let first = all.admit(address("10.0.0.1"));
        let second = all.admit(address("::ffff:10.0.0.1"));
        assert!(first.is_some() && second.is_some());
        assert!(all.admit(address("10.0.0.1")).is_none());
        let others: Vec<_> = ["10.0.0.2", "10.0.0.3"]
            .map(address)
            .map(|a| all.admit(a))
            .into();
        assert!(others.iter().all(Option::is_some));
        assert!(all.admit(address("10.0.0.4")).is_none(), "all are taken");
        drop(first);
        assert!(all.admit(address("10.0.0.4")).is_some());
    }

    #[test]
    fn addresses_of_one_network_of_ipv6_are_one_client() {
        let all = connections(4, 1);
        let _place = all.admit(address("2001:db8::1"));
        assert!(all.admit(address("2001:db8::2")).is_none());
        assert!(all.admit(address("2001:db8:0:1::1")).is_some());
    }

    #[test]
    fn idle_connections_are_replaced_and_busy_ones_are_not() {
        let all = connections(2, 2);
        let place = |name| all.admit(address(name));
        let (first, second) = (place("10.0.0.1"), place("10.0.0.1"));
        let (first, second) = (first.expect("a place"), second.expect("a place"));
        make_idle(&first);
        make_idle(&second);
        let computing = first.connection().computing();
        let third = place("10.0.0.1").expect("the place of the second");
        let ids = |open: &Open| open.connections.iter().map(|c| c.id).collect::<Vec<_>>();
        assert_eq!(
            ids(&lock(&all.open)),
            [first.connection.id, third.connection.id]
        );
        assert!(place("10.0.0.2").is_none(), "one computes, one is new");
        drop(computing);
        assert!(place("10.0.0.2").is_some(), "the first has been idle");
    }
}
