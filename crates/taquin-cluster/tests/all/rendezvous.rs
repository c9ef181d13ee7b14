//! Processes connect to each other, but only those of the same job, version and token.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;
use taquin_cluster::handshake::{Digest, HandshakeError, Hello, Token, handshake};
use taquin_cluster::rendezvous::{Rendezvous, RendezvousError, Strangers, Topology};

/// The identity of a process.
#[derive(Clone, Copy)]
struct Process {
    version: &'static str,
    job: &'static str,
    token: &'static str,
}

const ONE_OF_US: Process = Process {
    version: "0.1.0",
    job: "census",
    token: "secret",
};

fn meet(
    process: Process,
    number: usize,
    topology: Topology,
    timeout: Duration,
) -> Result<Vec<Option<TcpStream>>, RendezvousError> {
    let rendezvous = Rendezvous {
        version: process.version,
        digest: Digest::of(process.job),
        token: &Token::of(process.token),
        process: number,
        timeout,
        report: &|_| {},
        terminated: &mut || None,
    };
    let connections = rendezvous.connect(topology)?;
    let is_heard = connections.heartbeats.iter().map(Option::is_some);
    let is_connected = connections.sockets.iter().map(Option::is_some);
    assert!(
        is_heard.eq(is_connected),
        "each process has two connections to each other one"
    );
    Ok(connections.sockets)
}

/// Addresses that are not in use.
fn addresses(count: usize) -> Vec<String> {
    let listeners: Vec<TcpListener> = (0..count)
        .map(|_| TcpListener::bind("127.0.0.1:0").unwrap())
        .collect();
    let address = |listener: &TcpListener| listener.local_addr().unwrap().to_string();
    listeners.iter().map(address).collect()
}

/// Any two of them are connected: each writes its number to all others and reads theirs.
fn speak(own: usize, mut sockets: Vec<Option<TcpStream>>) {
    for socket in sockets.iter_mut().flatten() {
        socket.write_all(&[own as u8]).unwrap();
    }
    for (process, socket) in sockets.iter_mut().enumerate() {
        let mut heard = [0];
        match socket {
            Some(socket) => socket.read_exact(&mut heard).unwrap(),
            None => heard = [own as u8],
        }
        assert_eq!(usize::from(heard[0]), process);
    }
}

#[test]
fn each_stranger_is_reported_once_per_minute() {
    let mut strangers = Strangers::default();
    let address = |last| std::net::IpAddr::from([192, 0, 2, last]);
    let (now, half) = (std::time::Instant::now(), Duration::from_secs(30));
    assert!(strangers.is_news(address(1), now));
    assert!(!strangers.is_news(address(1), now + half));
    assert!(strangers.is_news(address(2), now + half));
    assert!(strangers.is_news(address(1), now + 2 * half));
    assert!(!strangers.is_news(address(2), now + 2 * half));
}

#[test]
fn processes_of_a_list_of_hosts_connect_in_any_order() {
    let hosts = addresses(4);
    thread::scope(|scope| {
        for number in [2, 0, 3, 1] {
            let hosts = hosts.clone();
            scope.spawn(move || {
                let timeout = Duration::from_secs(30);
                let sockets = meet(ONE_OF_US, number, Topology::Hosts(hosts), timeout);
                speak(number, sockets.unwrap());
            });
            thread::sleep(Duration::from_millis(50));
        }
    });
}

#[test]
fn processes_of_one_machine_get_addresses_from_the_first() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let first = listener.local_addr().unwrap();
    let timeout = Duration::from_secs(30);
    thread::scope(|scope| {
        for number in 1..4 {
            scope.spawn(move || {
                let sockets = meet(ONE_OF_US, number, Topology::Child(first, 4), timeout);
                speak(number, sockets.unwrap());
            });
        }
        let sockets = meet(ONE_OF_US, 0, Topology::First(listener, 4), timeout);
        speak(0, sockets.unwrap());
    });
}

#[test]
fn processes_of_another_job_are_refused_with_a_reason() {
    let others = [
        (
            Process {
                version: "0.2.0",
                ..ONE_OF_US
            },
            "runs taquin 0.1.0",
        ),
        (
            Process {
                job: "tables",
                ..ONE_OF_US
            },
            "a different job",
        ),
        (
            Process {
                token: "guess",
                ..ONE_OF_US
            },
            "token",
        ),
    ];
    for (other, why) in others {
        let hosts = addresses(2);
        let (first, timeout) = (hosts.clone(), Duration::from_secs(2));
        thread::scope(|scope| {
            let first = scope.spawn(move || meet(ONE_OF_US, 0, Topology::Hosts(first), timeout));
            let refused = meet(other, 1, Topology::Hosts(hosts), timeout).unwrap_err();
            assert!(refused.to_string().contains(why), "{refused}");
            // The first one waits for the right one until the timeout.
            let absent = first.join().unwrap().unwrap_err();
            assert!(
                matches!(absent, RendezvousError::Absent { process: 1, .. }),
                "{absent}"
            );
        });
    }
}

#[test]
fn foreign_connections_do_not_delay_a_job() {
    let hosts = addresses(2);
    let (first, timeout) = (hosts.clone(), Duration::from_secs(30));
    thread::scope(|scope| {
        let address = hosts[0].clone();
        scope.spawn(move || {
            let sockets = meet(ONE_OF_US, 0, Topology::Hosts(first), timeout);
            speak(0, sockets.unwrap());
        });
        let mut stranger = loop {
            match TcpStream::connect(&address) {
                Ok(stranger) => break stranger,
                Err(_) => thread::sleep(Duration::from_millis(20)),
            }
        };
        stranger.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
        // A silent or slow peer does not delay the others.
        let silent: Vec<TcpStream> = (0..60)
            .map(|_| TcpStream::connect(&address).unwrap())
            .collect();
        (&silent[0]).write_all(b"taquin").unwrap();
        let begun = std::time::Instant::now();
        let sockets = meet(ONE_OF_US, 1, Topology::Hosts(hosts), timeout);
        speak(1, sockets.unwrap());
        // One after the other, they would take minutes.
        assert!(begun.elapsed() < Duration::from_secs(20));
    });
}

/// If a name has several addresses, each is tried.
#[test]
fn a_host_name_works_like_an_address() {
    let named = |address: &String| address.replace("127.0.0.1", "localhost");
    let hosts: Vec<String> = addresses(2).iter().map(named).collect();
    let (first, timeout) = (hosts.clone(), Duration::from_secs(30));
    thread::scope(|scope| {
        scope.spawn(move || {
            speak(
                0,
                meet(ONE_OF_US, 0, Topology::Hosts(first), timeout).unwrap(),
            )
        });
        speak(
            1,
            meet(ONE_OF_US, 1, Topology::Hosts(hosts), timeout).unwrap(),
        );
    });
}

/// An unexpected process gets no proof, because it could pass the proof on.
#[test]
fn an_unexpected_process_gets_no_proof() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let hello = |process| Hello::new("0.1.0", Digest::of("census"), process, 0).unwrap();
    let token = Token::of("secret");
    thread::scope(|scope| {
        let (token, address) = (&token, listener.local_addr().unwrap());
        scope.spawn(move || {
            let mut stream = TcpStream::connect(address).unwrap();
            let refused = handshake(&mut stream, &hello(2), token, |_| true).unwrap_err();
            assert!(matches!(refused, HandshakeError::Io(_)), "{refused}");
        });
        let (mut stream, _) = listener.accept().unwrap();
        let refused = handshake(&mut stream, &hello(0), token, |process| process == 1).unwrap_err();
        assert!(matches!(refused, HandshakeError::Number(2)), "{refused}");
    });
}

#[test]
fn listening_at_an_address_of_another_machine_fails() {
    let hosts = vec!["192.0.2.1:2101".into(), "127.0.0.1:2102".into()];
    let refused = meet(ONE_OF_US, 0, Topology::Hosts(hosts), Duration::from_secs(1)).unwrap_err();
    assert!(
        matches!(refused, RendezvousError::Listen { .. }),
        "{refused}"
    );
}
