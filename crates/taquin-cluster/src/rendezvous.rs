//! Connects the processes of a job: there is one connection between any two of them.
//!
//! Each process listens at its own address only, connects to the processes with lower numbers and accepts connections from
//! those with higher ones. Processes that the first one has started on its own machine get each other's addresses from it.

use crate::handshake::{Digest, HandshakeError, Hello, Timed, Token, handshake};
use crate::heartbeat::{self, Heartbeats};
use socket2::{SockRef, TcpKeepalive};
use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use taquin_app::words::io_error;

/// The time between two attempts to accept a connection.
const PAUSE: Duration = Duration::from_millis(20);
/// The timeout of a handshake.
const HANDSHAKE: Duration = Duration::from_secs(5);
/// The maximum number of concurrent handshakes; more can only be foreign connections.
const MAX_HANDSHAKES: usize = 128;
/// The longest timeout: more than a hundred years.
const MAX_TIMEOUT: Duration = Duration::from_secs(1 << 32);
/// The timeout for connecting processes of one machine that all run already.
const LOCAL_TIMEOUT: Duration = Duration::from_secs(10);
/// The timeout for the second connections, when all processes run and the first connections are made.
const SECOND_TIMEOUT: Duration = Duration::from_secs(60);
/// The time in which rejected connections from one address are reported once.
const REPORT: Duration = Duration::from_secs(60);
/// The most addresses whose reports are remembered.
const MAX_REPORTED: usize = 1024;
/// A connection without any packet for this time is dead: half of it idle, and then four keep-alive probes.
const SILENCE: Duration = Duration::from_secs(10);

/// The processes of a job and their addresses.
#[derive(Debug)]
pub enum Topology {
    /// There is only this process.
    Alone,
    /// A list of addresses, the same in all processes.
    Hosts(Vec<String>),
    /// This is the first of this number of processes on this machine; the others know where it listens.
    First(TcpListener, usize),
    /// This is another of this number of processes, and the first one listens at this address.
    Child(SocketAddr, usize),
}

/// Why the processes could not be connected.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RendezvousError {
    /// This process cannot listen at its address.
    #[error(
        "cannot listen at {address}: {} (the line of this process in the hosts file must be an address of this machine, and its port free)",
        io_error(error)
    )]
    Listen {
        /// The address.
        address: String,
        /// The error of the system.
        error: io::Error,
    },
    /// The address is not valid.
    #[error(
        "{address} is not a valid address: {} (write host:port)",
        io_error(error)
    )]
    Address {
        /// The address.
        address: String,
        /// The error of the system.
        error: io::Error,
    },
    /// A process did not connect in time.
    #[error("process {process} ({address}) did not connect within {} s{}", timeout.as_secs(), last_attempt(last))]
    Absent {
        /// Its number.
        process: usize,
        /// Its address, or what is known of it.
        address: String,
        /// The timeout.
        timeout: Duration,
        /// The error of the last attempt.
        last: Option<HandshakeError>,
    },
    /// A process belongs to another job.
    #[error("process {process} ({address}) cannot take part: {error}")]
    Refused {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// The error of the handshake.
        error: HandshakeError,
    },
    /// A process on this machine has terminated.
    #[error("process {0} terminated before the job started; run the same command again")]
    Terminated(usize),
    /// An error of the system.
    #[error("{}", io_error(.0))]
    Io(#[from] io::Error),
}

fn last_attempt(last: &Option<HandshakeError>) -> String {
    last.as_ref()
        .map_or_else(String::new, |last| format!("; the last attempt: {last}"))
}

/// What the processes of a job have in common, and how this one waits for the others.
pub struct Rendezvous<'a> {
    /// The program's version.
    pub version: &'a str,
    /// The job and its processes.
    pub digest: Digest,
    /// The token that all processes share.
    pub token: &'a Token,
    /// The number of this process.
    pub process: usize,
    /// How long to wait for the others.
    pub timeout: Duration,
    /// Called with messages for the user.
    pub report: &'a dyn Fn(String),
    /// Returns the number of a process started by this one that has terminated, if there is one.
    pub terminated: &'a mut dyn FnMut() -> Option<usize>,
}

/// For each process the connection to it; `None` for this one.
type Sockets = Vec<Option<TcpStream>>;

/// The connections to the other processes.
#[derive(Debug)]
pub struct Connections {
    /// For each process the connection for messages; `None` for this one.
    pub sockets: Vec<Option<TcpStream>>,
    /// For each process the connection for heartbeats; `None` for this one.
    pub heartbeats: Heartbeats,
}

impl Rendezvous<'_> {
    /// Connects to all other processes.
    pub fn connect(mut self, topology: Topology) -> Result<Connections, RendezvousError> {
        let deadline = Instant::now() + self.timeout.min(MAX_TIMEOUT);
        let (mut sockets, listener) = self.connect_first(topology, deadline)?;
        let (listener, timeout) = (listener.as_ref(), self.timeout.min(SECOND_TIMEOUT));
        let heartbeats = heartbeat::connect(&mut sockets, listener, self.process, timeout)?;
        sockets.iter().flatten().try_for_each(configure)?;
        Ok(Connections {
            sockets,
            heartbeats,
        })
    }

    /// The connections for messages, and where this process listens.
    fn connect_first(
        &mut self,
        topology: Topology,
        deadline: Instant,
    ) -> Result<(Sockets, Option<TcpListener>), RendezvousError> {
        Ok(match topology {
            Topology::Alone => (vec![None], None),
            Topology::Hosts(hosts) => {
                let listener = listen(&hosts[self.process])?;
                (self.all(&hosts, &listener, deadline)?, Some(listener))
            }
            Topology::First(listener, processes) => {
                let hosts = vec!["this machine".to_string(); processes];
                let mut ports = vec![0; processes];
                let mut sockets = self.accept(&hosts, &listener, deadline, &mut ports)?;
                let ports: Vec<u8> = ports.into_iter().flat_map(u16::to_le_bytes).collect();
                for socket in sockets.iter_mut().flatten() {
                    socket.write_all(&ports)?;
                }
                (sockets, Some(listener))
            }
            Topology::Child(first, processes) => {
                let (sockets, listener) = self.child(first, processes, deadline)?;
                (sockets, Some(listener))
            }
        })
    }

    fn all(
        &mut self,
        hosts: &[String],
        listener: &TcpListener,
        deadline: Instant,
    ) -> Result<Sockets, RendezvousError> {
        let lower = (0..self.process).map(|process| {
            let port = listener.local_addr()?.port();
            self.connect_to(process, &hosts[process], port, deadline)
        });
        let lower: Vec<TcpStream> = lower.collect::<Result<_, RendezvousError>>()?;
        let mut sockets = self.accept(hosts, listener, deadline, &mut vec![0; hosts.len()])?;
        for (place, socket) in sockets.iter_mut().zip(lower) {
            *place = Some(socket);
        }
        Ok(sockets)
    }

    /// The first process sends the ports of the others.
    fn child(
        &mut self,
        first: SocketAddr,
        processes: usize,
        deadline: Instant,
    ) -> Result<(Sockets, TcpListener), RendezvousError> {
        let address = |port: u16| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
        let listener = TcpListener::bind(address(0))?;
        let port = listener.local_addr()?.port();
        let mut to_first = self.connect_locally(0, first, port, deadline)?;
        to_first.set_read_timeout(Some(self.timeout))?;
        let mut ports = vec![0; 2 * processes];
        let received = to_first.read_exact(&mut ports);
        received.map_err(|_| RendezvousError::Terminated(0))?;
        let ports = ports.chunks_exact(2);
        let ports = ports.map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]));
        let hosts: Vec<SocketAddr> = ports.map(address).collect();
        let deadline = deadline.min(Instant::now() + LOCAL_TIMEOUT);
        let mut sockets = vec![Some(to_first)];
        for (process, &address) in hosts.iter().enumerate().take(self.process).skip(1) {
            let socket = self.connect_locally(process, address, port, deadline)?;
            sockets.push(Some(socket));
        }
        let hosts: Vec<String> = hosts.iter().map(SocketAddr::to_string).collect();
        let higher = self.accept(&hosts, &listener, deadline, &mut vec![0; processes]);
        let higher = higher.map_err(|error| match error {
            RendezvousError::Absent { process, .. } => RendezvousError::Terminated(process),
            error => error,
        })?;
        sockets.extend(higher.into_iter().skip(self.process));
        Ok((sockets, listener))
    }

    /// Connects to a process of this machine. It has listened already, so if it does not, it has terminated.
    fn connect_locally(
        &mut self,
        process: usize,
        address: SocketAddr,
        port: u16,
        deadline: Instant,
    ) -> Result<TcpStream, RendezvousError> {
        let hello = self.hello(port)?;
        loop {
            match self.try_connect(&address, &hello, process) {
                Ok(stream) => return Ok(stream),
                // It is busy with another process.
                Err(HandshakeError::Io(error))
                    if is_timeout(&error) && Instant::now() < deadline => {}
                Err(HandshakeError::Io(_)) => return Err(RendezvousError::Terminated(process)),
                Err(error) => {
                    return Err(RendezvousError::Refused {
                        process,
                        address: address.to_string(),
                        error,
                    });
                }
            }
        }
    }

    /// Connects to a process with a lower number, which may not have started yet.
    fn connect_to(
        &mut self,
        process: usize,
        address: &str,
        port: u16,
        deadline: Instant,
    ) -> Result<TcpStream, RendezvousError> {
        let hello = self.hello(port)?;
        self.report_waiting(process, address);
        loop {
            let last = match self.try_addresses(address, &hello, process) {
                Ok(stream) => return Ok(stream),
                Err(HandshakeError::Io(error)) => HandshakeError::Io(error),
                Err(error) => {
                    return Err(RendezvousError::Refused {
                        process,
                        address: address.into(),
                        error,
                    });
                }
            };
            if Instant::now() >= deadline {
                return Err(RendezvousError::Absent {
                    process,
                    address: address.into(),
                    timeout: self.timeout,
                    last: Some(last),
                });
            }
            std::thread::sleep(10 * PAUSE);
        }
    }

    /// A name may have several addresses; the first that works is used.
    fn try_addresses(
        &self,
        address: &str,
        hello: &Hello,
        process: usize,
    ) -> Result<TcpStream, HandshakeError> {
        let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
        for to in address.to_socket_addrs()? {
            match self.try_connect(&to, hello, process) {
                Err(HandshakeError::Io(error)) => last = error,
                result => return result,
            }
        }
        Err(last.into())
    }

    fn try_connect(
        &self,
        to: &SocketAddr,
        hello: &Hello,
        process: usize,
    ) -> Result<TcpStream, HandshakeError> {
        let stream = TcpStream::connect_timeout(to, HANDSHAKE)?;
        let mut timed = Timed {
            stream: &stream,
            until: Instant::now() + HANDSHAKE,
        };
        handshake(&mut timed, hello, self.token, |theirs| theirs == process)?;
        Ok(stream)
    }

    fn hello(&self, port: u16) -> io::Result<Hello> {
        Hello::new(self.version, self.digest, self.process, port)
    }

    /// Accepts connections from the processes with higher numbers; foreign connections are rejected.
    fn accept(
        &mut self,
        hosts: &[String],
        listener: &TcpListener,
        deadline: Instant,
        ports: &mut [u16],
    ) -> Result<Sockets, RendezvousError> {
        listener.set_nonblocking(true)?;
        let mut sockets: Sockets = hosts.iter().map(|_| None).collect();
        let mut has_reported = false;
        let mut handshakes = 0;
        let mut strangers = Strangers::default();
        let (sender, finished) = mpsc::channel();
        while let Some(missing) = (self.process + 1..hosts.len()).find(|&i| sockets[i].is_none()) {
            if let Some(process) = (self.terminated)() {
                return Err(RendezvousError::Terminated(process));
            }
            let pause = match listener.accept() {
                Ok((stream, from)) if handshakes < MAX_HANDSHAKES => {
                    handshakes += 1;
                    self.start_handshake(stream, from, hosts.len(), sender.clone())?;
                    Duration::ZERO
                }
                // A process of the job will try again.
                Ok(_) => Duration::ZERO,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => PAUSE,
                Err(error) => return Err(error.into()),
            };
            while let Ok((from, result)) = finished.recv_timeout(pause) {
                handshakes -= 1;
                match result {
                    Ok((stream, theirs)) => {
                        let process = theirs.process as usize;
                        ports[process] = theirs.port;
                        sockets[process] = Some(stream);
                    }
                    // A process of the job will try again; others do not matter.
                    Err(HandshakeError::Io(_)) => {}
                    Err(error) if strangers.is_news(from.ip(), Instant::now()) => {
                        (self.report)(format!("rejected a connection from {from}: {error}"));
                    }
                    Err(_) => {}
                }
            }
            if sockets[missing].is_none() {
                if !std::mem::replace(&mut has_reported, true) {
                    self.report_waiting(missing, &hosts[missing]);
                }
                if Instant::now() >= deadline {
                    return Err(RendezvousError::Absent {
                        process: missing,
                        address: hosts[missing].clone(),
                        timeout: self.timeout,
                        last: None,
                    });
                }
            }
        }
        Ok(sockets)
    }

    /// Performs a handshake on another thread, so that a silent peer does not delay the others.
    fn start_handshake(
        &self,
        stream: TcpStream,
        from: SocketAddr,
        processes: usize,
        sender: mpsc::Sender<Finished>,
    ) -> io::Result<()> {
        stream.set_nonblocking(false)?;
        let (hello, token, own) = (self.hello(0)?, self.token.clone(), self.process);
        let until = Instant::now() + HANDSHAKE;
        let run = move || {
            let mut timed = Timed {
                stream: &stream,
                until,
            };
            let is_expected = |process| (own + 1..processes).contains(&process);
            let theirs = handshake(&mut timed, &hello, &token, is_expected);
            // If all processes have connected already, the result is not needed.
            let _ = sender.send((from, theirs.map(|theirs| (stream, theirs))));
        };
        std::thread::Builder::new().spawn(run).map(drop)
    }

    fn report_waiting(&self, process: usize, address: &str) {
        if self.timeout > HANDSHAKE {
            (self.report)(format!("waiting for process {process} ({address})"));
        }
    }
}

/// Addresses whose connections were rejected, and when that was last reported.
#[derive(Debug, Default)]
pub struct Strangers(HashMap<IpAddr, Instant>);

impl Strangers {
    /// Whether to report another connection: once per address and minute.
    pub fn is_news(&mut self, address: IpAddr, now: Instant) -> bool {
        self.0.retain(|_, reported| now - *reported < REPORT);
        if self.0.len() >= MAX_REPORTED || self.0.contains_key(&address) {
            return false;
        }
        self.0.insert(address, now);
        true
    }
}

/// The peer's address and the result of its handshake.
type Finished = (SocketAddr, Result<(TcpStream, Hello), HandshakeError>);

/// Whether an operation timed out.
fn is_timeout(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
    )
}

fn resolve(address: &str) -> Result<Vec<SocketAddr>, RendezvousError> {
    let addresses = address.to_socket_addrs();
    addresses
        .map(Iterator::collect)
        .map_err(|error| RendezvousError::Address {
            address: address.into(),
            error,
        })
}

fn listen(address: &str) -> Result<TcpListener, RendezvousError> {
    let addresses = resolve(address)?;
    TcpListener::bind(&addresses[..]).map_err(|error| RendezvousError::Listen {
        address: address.into(),
        error,
    })
}

/// Makes sure that a broken connection is noticed, whether or not there is something to send.
fn configure(socket: &TcpStream) -> io::Result<()> {
    socket.set_read_timeout(None)?;
    socket.set_write_timeout(None)?;
    socket.set_nodelay(true)?;
    let keepalive = TcpKeepalive::new()
        .with_time(SILENCE / 2)
        .with_interval(SILENCE / 8);
    #[cfg(any(unix, windows))]
    let keepalive = keepalive.with_retries(4);
    let socket = SockRef::from(socket);
    socket.set_tcp_keepalive(&keepalive)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(SILENCE))?;
    Ok(())
}
