//! How the processes of a job find each other: a connection between every two of them.
//!
//! Each listens at its own address, and at no other, connects to those of lower numbers and waits for those of higher ones.
//! Processes that the first one has started on its own machine learn each other's addresses from it.

use crate::handshake::{Digest, Hello, Refusal, Timed, Token, greet};
use socket2::{SockRef, TcpKeepalive};
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Between two tries to connect, or looks whether somebody has come.
const PAUSE: Duration = Duration::from_millis(20);
/// A process that has come says hello in this time.
const GREETING: Duration = Duration::from_secs(5);
/// So many may be about to say hello at once; more can only be strangers.
const GREETINGS: usize = 128;
/// No patience is longer: some hundred years.
const EVER: Duration = Duration::from_secs(1 << 32);
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

/// Why not all have met.
#[derive(Debug, thiserror::Error)]
pub enum RendezvousError {
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
pub struct Rendezvous<'a> {
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

impl Rendezvous<'_> {
    /// Meets all others.
    pub fn meet(mut self, place: Place) -> Result<Sockets, RendezvousError> {
        let deadline = Instant::now() + self.patience.min(EVER);
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
    ) -> Result<Sockets, RendezvousError> {
        let lower = (0..self.process).map(|process| {
            let port = listener.local_addr()?.port();
            self.connect(process, &hosts[process], port, deadline)
        });
        let lower: Vec<TcpStream> = lower.collect::<Result<_, RendezvousError>>()?;
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
    ) -> Result<Sockets, RendezvousError> {
        let address = |port: u16| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
        let listener = TcpListener::bind(address(0))?;
        let port = listener.local_addr()?.port();
        let mut to_first = self.connect_here(0, first, port, deadline)?;
        to_first.set_read_timeout(Some(self.patience))?;
        let mut ports = vec![0; 2 * processes];
        let told = to_first.read_exact(&mut ports);
        told.map_err(|_| RendezvousError::Ended(0))?;
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
            RendezvousError::Absent { process, .. } => RendezvousError::Ended(process),
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
    ) -> Result<TcpStream, RendezvousError> {
        let hello = self.hello(port)?;
        loop {
            match self.try_connect(&address, &hello, process) {
                Ok(stream) => return Ok(stream),
                // It is busy with another one.
                Err(Refusal::Io(error)) if is_late(&error) && Instant::now() < deadline => {}
                Err(Refusal::Io(_)) => return Err(RendezvousError::Ended(process)),
                Err(refusal) => {
                    return Err(RendezvousError::Refused {
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
    ) -> Result<TcpStream, RendezvousError> {
        let hello = self.hello(port)?;
        self.tell_waiting(process, address);
        loop {
            let last = match self.try_addresses(address, &hello, process) {
                Ok(stream) => return Ok(stream),
                Err(Refusal::Io(error)) => Refusal::Io(error),
                Err(refusal) => {
                    return Err(RendezvousError::Refused {
                        process,
                        address: address.into(),
                        refusal,
                    });
                }
            };
            if Instant::now() >= deadline {
                return Err(RendezvousError::Absent {
                    process,
                    address: address.into(),
                    patience: self.patience,
                    last: Some(last),
                });
            }
            std::thread::sleep(10 * PAUSE);
        }
    }

    /// A name may stand for several addresses, of which one is the right one.
    fn try_addresses(
        &self,
        address: &str,
        hello: &Hello,
        process: usize,
    ) -> Result<TcpStream, Refusal> {
        let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
        for to in address.to_socket_addrs()? {
            match self.try_connect(&to, hello, process) {
                Err(Refusal::Io(error)) => last = error,
                met => return met,
            }
        }
        Err(last.into())
    }

    fn try_connect(
        &self,
        to: &SocketAddr,
        hello: &Hello,
        process: usize,
    ) -> Result<TcpStream, Refusal> {
        let stream = TcpStream::connect_timeout(to, GREETING)?;
        let mut timed = Timed {
            stream: &stream,
            until: Instant::now() + GREETING,
        };
        greet(&mut timed, hello, self.token, |theirs| theirs == process)?;
        Ok(stream)
    }

    fn hello(&self, port: u16) -> io::Result<Hello> {
        Hello::new(self.version, self.digest, self.process, port)
    }

    /// Waits for the processes of higher numbers; strangers are sent away.
    fn accept(
        &mut self,
        hosts: &[String],
        listener: &TcpListener,
        deadline: Instant,
        ports: &mut [u16],
    ) -> Result<Sockets, RendezvousError> {
        listener.set_nonblocking(true)?;
        let mut sockets: Sockets = hosts.iter().map(|_| None).collect();
        let mut told = false;
        let mut greetings = 0;
        let (greeted, met) = mpsc::channel();
        while let Some(missing) = (self.process + 1..hosts.len()).find(|&i| sockets[i].is_none()) {
            if let Some(ended) = (self.ended)() {
                return Err(RendezvousError::Ended(ended));
            }
            let pause = match listener.accept() {
                Ok((stream, from)) if greetings < GREETINGS => {
                    greetings += 1;
                    self.welcome(stream, from, hosts.len(), greeted.clone())?;
                    Duration::ZERO
                }
                // One of us comes again.
                Ok(_) => Duration::ZERO,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => PAUSE,
                Err(error) => return Err(error.into()),
            };
            while let Ok((from, greeting)) = met.recv_timeout(pause) {
                greetings -= 1;
                match greeting {
                    Ok((stream, theirs)) => {
                        let process = theirs.process as usize;
                        ports[process] = theirs.port;
                        sockets[process] = Some(stream);
                    }
                    // Who hangs up comes again, or was never one of us.
                    Err(Refusal::Io(_)) => {}
                    Err(refusal) => (self.say)(format!("{from} was sent away: {refusal}")),
                }
            }
            if sockets[missing].is_none() {
                if !std::mem::replace(&mut told, true) {
                    self.tell_waiting(missing, &hosts[missing]);
                }
                if Instant::now() >= deadline {
                    return Err(RendezvousError::Absent {
                        process: missing,
                        address: hosts[missing].clone(),
                        patience: self.patience,
                        last: None,
                    });
                }
            }
        }
        Ok(sockets)
    }

    /// Greets somebody who has come, on a thread of its own: who says nothing keeps nobody else waiting.
    fn welcome(
        &self,
        stream: TcpStream,
        from: SocketAddr,
        processes: usize,
        greeted: mpsc::Sender<Greeted>,
    ) -> io::Result<()> {
        stream.set_nonblocking(false)?;
        let (hello, token, own) = (self.hello(0)?, self.token.clone(), self.process);
        let until = Instant::now() + GREETING;
        let greet = move || {
            let mut timed = Timed {
                stream: &stream,
                until,
            };
            let is_expected = |process| (own + 1..processes).contains(&process);
            let theirs = greet(&mut timed, &hello, &token, is_expected);
            // Where all have met already nobody waits for this one.
            let _ = greeted.send((from, theirs.map(|theirs| (stream, theirs))));
        };
        std::thread::Builder::new().spawn(greet).map(drop)
    }

    fn tell_waiting(&self, process: usize, address: &str) {
        if self.patience > GREETING {
            (self.say)(format!("waiting for process {process} ({address})"));
        }
    }
}

/// What came of a greeting.
type Greeted = (SocketAddr, Result<(TcpStream, Hello), Refusal>);

/// Whether an answer did not come in time.
fn is_late(error: &io::Error) -> bool {
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
