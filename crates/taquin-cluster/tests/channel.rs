//! Letters between workers: all arrive, once, and in their exchange.

use std::collections::VecDeque;
use taquin_cluster::agree;
use taquin_cluster::channel::{Bell, Channel, Partner};
use taquin_cluster::crew::Crew;

fn crew(threads: usize) -> Crew {
    Crew {
        process: 0,
        threads,
        sockets: vec![None],
    }
}

/// Sends these, and remembers what came.
struct Sender {
    letters: VecDeque<(usize, u64)>,
    came: Vec<(usize, u64)>,
}

impl Partner<u64> for Sender {
    fn next(&mut self) -> Option<(usize, u64)> {
        self.letters.pop_front()
    }
    fn take(&mut self, from: usize, what: u64) {
        self.came.push((from, what));
    }
}

/// How many letters a worker sends to another one in an exchange.
fn letters(exchange: u64, from: usize, to: usize) -> u64 {
    (exchange * 37 + from as u64 * 11 + to as u64 * 5) % 200
}

#[test]
fn every_letter_arrives_in_its_exchange_and_in_order() {
    for threads in 1..=4 {
        let done = crew(threads).run(|worker| {
            let (own, all) = (worker.index(), worker.peers());
            let mut channel = Channel::new(worker, "letters");
            for exchange in 0..20 {
                let to_all = (0..all).flat_map(|to| {
                    let letters = 0..letters(exchange, own, to);
                    letters.map(move |letter| (to, exchange << 32 | letter))
                });
                let mut sender = Sender {
                    letters: to_all.collect(),
                    came: Vec::new(),
                };
                channel.exchange(worker, &mut sender);
                for from in 0..all {
                    let came = sender.came.iter().filter(|(by, _)| *by == from);
                    let came: Vec<u64> = came.map(|(_, what)| *what).collect();
                    let expected = (0..letters(exchange, from, own)).map(|n| exchange << 32 | n);
                    assert!(came.into_iter().eq(expected));
                }
            }
            channel.gather(worker, own as u64)
        });
        let everybody: Vec<u64> = (0..threads as u64).collect();
        assert_eq!(done.unwrap(), vec![everybody; threads]);
    }
}

#[test]
fn one_failure_is_heard_by_all() {
    let done = crew(3).run(|worker| {
        let own = match worker.index() {
            2 => Err("no room".to_string()),
            own => Ok(own),
        };
        agree(worker, 1, own)
    });
    assert_eq!(
        done.unwrap(),
        vec![Err("process 2: no room".to_string()); 3]
    );
    let done = crew(3).run(|worker| agree(worker, 1, Ok(worker.index())));
    assert_eq!(done.unwrap(), [Ok(0), Ok(1), Ok(2)]);
}

#[test]
fn one_bell_stops_all() {
    let done = crew(3).run(|worker| {
        let mut bell = Bell::new(worker);
        if worker.index() == 1 {
            bell.ring(worker);
        }
        while bell.listen(worker).is_ok() {}
        true
    });
    assert_eq!(done.unwrap(), [true; 3]);
}
