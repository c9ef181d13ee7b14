//! How the processes of a job find each other: a connection between every two of them.
//!
//! Each listens at its own address, and at no other, connects to those of lower numbers and waits for those of higher ones.
//! Processes that the first one has started on its own machine learn each other's addresses from it.

use crate::greet::{Digest, Hello, Refusal, Token, greet};
use socket2::{SockRef, TcpKeepalive};
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// Between two tries to connect, or looks whether somebody has come.
const PAUSE: Duration = Duration::from_millis(20);
/// A process that has come says hello in this time.
const GREETING: Duration = Duration::from_secs(5);
/// Processes of one machine that have all been there find each other in this time.
const MEETING: Duration = Duration::from_secs(10);
/// A connection on which nothing is heard for so long is dead: half of it without a word, and then four questions.
const SILENCE: Duration = Duration::from_secs(10);

/// How the processes of a job are reached.
#[derive(Debug)]
pub enum Place {
    /// There is just this one.
    Alone,
    /// By a list of addresses, the same everywhere.
    Hosts(Vec<String>),
    /// This is the first one of so many on this machine; the others know where it listens.
    First(TcpListener, usize),
    /// This is one of so many, and the first one listens there.
    Child(SocketAddr, usize),
}

impl Place {
    /// How many processes there are.
    pub fn processes(&self) -> usize {
        match self {
            Place::Alone => 1,
            Place::Hosts(hosts) => hosts.len(),
            Place::First(_, processes) | Place::Child(_, processes) => *processes,
        }
    }
}

/// Why not all have met.
#[derive(Debug, thiserror::Error)]
pub enum MeetError {
    /// Nobody can listen there.
    #[error(
        "cannot listen at {address}: {error} (the line of this process in the hosts file must be an address of this machine, and its port free)"
    )]
    Listen {
        /// The address.
        address: String,
        /// What the system says.
        error: io::Error,
    },
    /// There is no such address.
    #[error("{address} is no address: {error} (write host:port)")]
    Address {
        /// The address.
        address: String,
        /// What the system says.
        error: io::Error,
    },
    /// Somebody did not come.
    #[error("process {process} ({address}) did not come within {} s{}", patience.as_secs(), told(last))]
    Absent {
        /// Its number.
        process: usize,
        /// Its address, or what is known of it.
        address: String,
        /// How long it was waited for.
        patience: Duration,
        /// What happened at the last try.
        last: Option<Refusal>,
    },
    /// Somebody is not of this job.
    #[error("process {process} ({address}) cannot take part: {refusal}")]
    Refused {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// Why not.
        refusal: Refusal,
    },
    /// A process that was started here has ended.
    #[error("process {0} has ended before the job began (start the same command again)")]
    Ended(usize),
    /// The system fails.
    #[error("{0}")]
    Io(#[from] io::Error),
}

fn told(last: &Option<Refusal>) -> String {
    last.as_ref()
        .map_or_else(String::new, |last| format!("; at the last try {last}"))
}

/// What is to be agreed on.
pub struct Meeting<'a> {
    /// The program's version.
    pub version: &'a str,
    /// The job, and who takes part in it.
    pub digest: Digest,
    /// What all know.
    pub token: &'a Token,
    /// The number of this process.
    pub process: usize,
    /// How long to wait for the others.
    pub patience: Duration,
    /// What is worth telling while waiting.
    pub say: &'a dyn Fn(String),
    /// The number of a process that was started here and has ended, if there is one.
    pub ended: &'a mut dyn FnMut() -> Option<usize>,
}

/// For each process the connection to it, and none for this one.
type Sockets = Vec<Option<TcpStream>>;

impl Meeting<'_> {
    /// Meets all others.
    pub fn meet(mut self, place: Place) -> Result<Sockets, MeetError> {
        let deadline = Instant::now() + self.patience;
        let sockets = match place {
            Place::Alone => vec![None],
            Place::Hosts(hosts) => {
                let listener = listen(&hosts[self.process])?;
                self.all(&hosts, &listener, deadline)?
            }
            Place::First(listener, processes) => {
                let hosts = vec!["this machine".to_string(); processes];
                let mut ports = vec![0; processes];
                let mut sockets = self.accept(&hosts, &listener, deadline, &mut ports)?;
                let ports: Vec<u8> = ports.into_iter().flat_map(u16::to_le_bytes).collect();
                for socket in sockets.iter_mut().flatten() {
                    socket.write_all(&ports)?;
                }
                sockets
            }
            Place::Child(first, processes) => self.child(first, processes, deadline)?,
        };
        sockets.iter().flatten().try_for_each(settle)?;
        Ok(sockets)
    }

    fn all(
        &mut self,
        hosts: &[String],
        listener: &TcpListener,
        deadline: Instant,
    ) -> Result<Sockets, MeetError> {
        let lower = (0..self.process).map(|process| {
            let port = listener.local_addr()?.port();
            self.connect(process, &hosts[process], port, deadline)
        });
        let lower: Vec<TcpStream> = lower.collect::<Result<_, MeetError>>()?;
        let mut sockets = self.accept(hosts, listener, deadline, &mut vec![0; hosts.len()])?;
        for (place, socket) in sockets.iter_mut().zip(lower) {
            *place = Some(socket);
        }
        Ok(sockets)
    }

    /// The first process says where the others are.
    fn child(
        &mut self,
        first: SocketAddr,
        processes: usize,
        deadline: Instant,
    ) -> Result<Sockets, MeetError> {
        let address = |port: u16| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
        let listener = TcpListener::bind(address(0))?;
        let port = listener.local_addr()?.port();
        let mut to_first = self.connect_here(0, first, port, deadline)?;
        to_first.set_read_timeout(Some(self.patience))?;
        let mut ports = vec![0; 2 * processes];
        let told = to_first.read_exact(&mut ports);
        told.map_err(|_| MeetError::Ended(0))?;
        let ports = ports.chunks_exact(2);
        let ports = ports.map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]));
        let hosts: Vec<SocketAddr> = ports.map(address).collect();
        let deadline = deadline.min(Instant::now() + MEETING);
        let mut sockets = vec![Some(to_first)];
        for (process, &address) in hosts.iter().enumerate().take(self.process).skip(1) {
            let socket = self.connect_here(process, address, port, deadline)?;
            sockets.push(Some(socket));
        }
        let hosts: Vec<String> = hosts.iter().map(SocketAddr::to_string).collect();
        let higher = self.accept(&hosts, &listener, deadline, &mut vec![0; processes]);
        let higher = higher.map_err(|error| match error {
            MeetError::Absent { process, .. } => MeetError::Ended(process),
            error => error,
        })?;
        sockets.extend(higher.into_iter().skip(self.process));
        Ok(sockets)
    }

    /// Connects to a process of this machine: it has listened already, so where nobody does it has ended.
    fn connect_here(
        &mut self,
        process: usize,
        address: SocketAddr,
        port: u16,
        deadline: Instant,
    ) -> Result<TcpStream, MeetError> {
        let hello = Hello::new(self.version, self.digest, self.process, port)?;
        loop {
            match self.try_connect(&address, &hello) {
                Ok((stream, _)) => return Ok(stream),
                // It is busy with another one.
                Err(Refusal::Io(error)) if is_late(&error) && Instant::now() < deadline => {}
                Err(Refusal::Io(_)) => return Err(MeetError::Ended(process)),
                Err(refusal) => {
                    return Err(MeetError::Refused {
                        process,
                        address: address.to_string(),
                        refusal,
                    });
                }
            }
        }
    }

    /// Connects to a process of a lower number, which may not be there yet.
    fn connect(
        &mut self,
        process: usize,
        address: &str,
        port: u16,
        deadline: Instant,
    ) -> Result<TcpStream, MeetError> {
        let hello = Hello::new(self.version, self.digest, self.process, port)?;
        let mut last = None;
        self.tell_waiting(process, address);
        loop {
            let addresses = resolve(address)?;
            match addresses
                .iter()
                .map(|to| self.try_connect(to, &hello))
                .next_back()
            {
                Some(Ok((stream, theirs))) if theirs.process as usize == process => {
                    return Ok(stream);
                }
                Some(Ok(_)) => last = Some(Refusal::Job),
                Some(Err(Refusal::Io(error))) => last = Some(Refusal::Io(error)),
                Some(Err(refusal)) => {
                    return Err(MeetError::Refused {
                        process,
                        address: address.into(),
                        refusal,
                    });
                }
                None => {}
            }
            if Instant::now() >= deadline {
                return Err(MeetError::Absent {
                    process,
                    address: address.into(),
                    patience: self.patience,
                    last,
                });
            }
            std::thread::sleep(10 * PAUSE);
        }
    }

    fn try_connect(&self, to: &SocketAddr, hello: &Hello) -> Result<(TcpStream, Hello), Refusal> {
        let mut stream = TcpStream::connect_timeout(to, GREETING)?;
        stream.set_read_timeout(Some(GREETING))?;
        stream.set_write_timeout(Some(GREETING))?;
        let theirs = greet(&mut stream, hello, self.token)?;
        Ok((stream, theirs))
    }

    /// Waits for the processes of higher numbers; strangers are sent away.
    fn accept(
        &mut self,
        hosts: &[String],
        listener: &TcpListener,
        deadline: Instant,
        ports: &mut [u16],
    ) -> Result<Sockets, MeetError> {
        listener.set_nonblocking(true)?;
        let mut sockets: Sockets = hosts.iter().map(|_| None).collect();
        let mut told = false;
        while let Some(missing) = (self.process + 1..hosts.len()).find(|&i| sockets[i].is_none()) {
            if let Some(ended) = (self.ended)() {
                return Err(MeetError::Ended(ended));
            }
            match listener.accept() {
                Ok((stream, from)) => match self.welcome(stream) {
                    Ok((stream, theirs)) => {
                        let process = theirs.process as usize;
                        if process > self.process && process < hosts.len() {
                            ports[process] = theirs.port;
                            sockets[process] = Some(stream);
                        }
                    }
                    // Who hangs up comes again, or was never one of us.
                    Err(Refusal::Io(_)) => {}
                    Err(refusal) => (self.say)(format!("{from} was sent away: {refusal}")),
                },
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if !std::mem::replace(&mut told, true) {
                        self.tell_waiting(missing, &hosts[missing]);
                    }
                    std::thread::sleep(PAUSE);
                }
                Err(error) => return Err(error.into()),
            }
            if Instant::now() >= deadline && sockets[missing].is_none() {
                return Err(MeetError::Absent {
                    process: missing,
                    address: hosts[missing].clone(),
                    patience: self.patience,
                    last: None,
                });
            }
        }
        Ok(sockets)
    }

    fn welcome(&self, mut stream: TcpStream) -> Result<(TcpStream, Hello), Refusal> {
        stream.set_nonblocking(false)?;
        stream.set_read_timeout(Some(GREETING))?;
        stream.set_write_timeout(Some(GREETING))?;
        let hello = Hello::new(self.version, self.digest, self.process, 0)?;
        let theirs = greet(&mut stream, &hello, self.token)?;
        Ok((stream, theirs))
    }

    fn tell_waiting(&self, process: usize, address: &str) {
        if self.patience > GREETING {
            (self.say)(format!("waiting for process {process} ({address})"));
        }
    }
}

/// Whether an answer did not come in time.
fn is_late(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
    )
}

fn resolve(address: &str) -> Result<Vec<SocketAddr>, MeetError> {
    let addresses = address.to_socket_addrs();
    addresses
        .map(Iterator::collect)
        .map_err(|error| MeetError::Address {
            address: address.into(),
            error,
        })
}

fn listen(address: &str) -> Result<TcpListener, MeetError> {
    let addresses = resolve(address)?;
    TcpListener::bind(&addresses[..]).map_err(|error| MeetError::Listen {
        address: address.into(),
        error,
    })
}

/// A connection that is cut without a word is noticed, with or without something to send.
fn settle(socket: &TcpStream) -> io::Result<()> {
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
