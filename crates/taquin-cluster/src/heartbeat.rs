//! Notices processes that neither work nor terminate: stopped ones, and those that the network no longer reaches.
//!
//! The system answers for a stopped process, so its connections look alive. Any two processes therefore have a second
//! connection, on which each sends a byte every few seconds, from a thread that does nothing else. A process that is not
//! heard for a while is lost. One that closes the connection has ended, which others notice themselves.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// The time between two heartbeats.
const INTERVAL: Duration = Duration::from_secs(1);
/// A process that is not heard for this long is lost.
const SILENCE: Duration = Duration::from_secs(20);
/// If this process itself was stopped for this long, it cannot judge the others.
const OWN_PAUSE: Duration = Duration::from_secs(5);
/// The time between two attempts to accept a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(10);
/// The bytes by which a process recognizes the second connection of another one.
const COOKIE: usize = 16;

/// For each process the connection for heartbeats; `None` for this one.
pub type Heartbeats = Vec<Option<TcpStream>>;

/// Makes the second connections. The first ones must be authenticated and unused; `listener` is where the processes with higher
/// numbers have connected.
///
/// Each process sends a secret to those with higher numbers over the first connection; they connect again and send it back.
pub fn connect(
    sockets: &mut [Option<TcpStream>],
    listener: Option<&TcpListener>,
    process: usize,
    timeout: Duration,
) -> io::Result<Heartbeats> {
    let mut cookies = vec![[0; COOKIE]; sockets.len()];
    for (peer, socket) in sockets.iter_mut().enumerate().skip(process + 1) {
        if let Some(socket) = socket {
            cookies[peer] = crate::handshake::random()?;
            socket.write_all(&cookies[peer])?;
        }
    }
    let mut heartbeats: Heartbeats = sockets.iter().map(|_| None).collect();
    for (peer, socket) in sockets.iter_mut().enumerate().take(process) {
        if let Some(socket) = socket {
            socket.set_read_timeout(Some(timeout))?;
            let mut cookie = [0; COOKIE];
            socket.read_exact(&mut cookie)?;
            let mut heartbeat = TcpStream::connect_timeout(&socket.peer_addr()?, timeout)?;
            heartbeat.write_all(&cookie)?;
            heartbeats[peer] = Some(heartbeat);
        }
    }
    if let Some(listener) = listener {
        accept(&mut heartbeats, &cookies, listener, process, timeout)?;
    }
    Ok(heartbeats)
}

/// Accepts the second connections of the processes with higher numbers. Connections without a cookie are dropped.
fn accept(
    heartbeats: &mut Heartbeats,
    cookies: &[[u8; COOKIE]],
    listener: &TcpListener,
    process: usize,
    timeout: Duration,
) -> io::Result<()> {
    let deadline = Instant::now() + timeout;
    listener.set_nonblocking(true)?;
    while heartbeats[process + 1..].iter().any(Option::is_none) {
        let mut stream = match listener.accept() {
            Ok((stream, _)) => stream,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                if Instant::now() >= deadline {
                    return Err(io::ErrorKind::TimedOut.into());
                }
                std::thread::sleep(ACCEPT_PAUSE);
                continue;
            }
            Err(error) => return Err(error),
        };
        stream.set_nonblocking(false)?;
        // A process of the job sends it at once.
        stream.set_read_timeout(Some(INTERVAL))?;
        let mut cookie = [0; COOKIE];
        if stream.read_exact(&mut cookie).is_ok() {
            let peer = (process + 1..cookies.len()).find(|&peer| cookies[peer] == cookie);
            if let Some(peer) = peer {
                heartbeats[peer] = Some(stream);
            }
        }
    }
    Ok(())
}

/// Sends heartbeats until the process ends, and calls `lost` with the number of a process that is no longer heard.
pub fn watch(heartbeats: Heartbeats, lost: impl Fn(usize) + Send + 'static) -> io::Result<()> {
    let mut peers = Vec::new();
    for (process, stream) in heartbeats.into_iter().enumerate() {
        if let Some(stream) = stream {
            stream.set_nonblocking(true)?;
            let heard = Instant::now();
            peers.push(Peer {
                process,
                stream,
                heard,
            });
        }
    }
    if peers.is_empty() {
        return Ok(());
    }
    let thread = std::thread::Builder::new().name("heartbeat".into());
    thread.spawn(move || beat(peers, &lost)).map(drop)
}

struct Peer {
    process: usize,
    stream: TcpStream,
    /// When it was last heard.
    heard: Instant,
}

impl Peer {
    /// Sends a byte and takes what has arrived; false if the peer has ended.
    fn beat(&mut self, now: Instant) -> bool {
        let is_over = |error: &io::Error| error.kind() != io::ErrorKind::WouldBlock;
        // A peer that does not read fills the buffers, which is no error: it is not heard either.
        if self.stream.write(&[0]).is_err_and(|error| is_over(&error)) {
            return false;
        }
        let mut bytes = [0; 64];
        loop {
            match self.stream.read(&mut bytes) {
                Ok(0) => return false,
                Ok(_) => self.heard = now,
                Err(error) => return !is_over(&error),
            }
        }
    }
}

fn beat(mut peers: Vec<Peer>, lost: &dyn Fn(usize)) {
    let mut last = Instant::now();
    while !peers.is_empty() {
        std::thread::sleep(INTERVAL);
        let now = Instant::now();
        let was_stopped = now - last > OWN_PAUSE;
        last = now;
        peers.retain_mut(|peer| peer.beat(now));
        for peer in &mut peers {
            if was_stopped {
                peer.heard = now;
            } else if now - peer.heard > SILENCE {
                lost(peer.process);
                return;
            }
        }
    }
}
