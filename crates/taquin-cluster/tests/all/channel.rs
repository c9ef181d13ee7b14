//! Letters between workers: all arrive, once, and in their exchange.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use taquin_cluster::agree;
use taquin_cluster::channel::{Channel, Endpoint, StopSignal};
use taquin_cluster::workers::Workers;

fn crew(threads: usize) -> Workers {
    Workers {
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

impl Endpoint<u64> for Sender {
    fn next(&mut self) -> Option<(usize, u64)> {
        self.letters.pop_front()
    }
    fn receive(&mut self, from: usize, what: u64) {
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
        let done = crew(threads).run_all(|worker| {
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
    let done = crew(3).run_all(|worker| {
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
    let done = crew(3).run_all(|worker| agree(worker, 1, Ok(worker.index())));
    assert_eq!(done.unwrap(), [Ok(0), Ok(1), Ok(2)]);
}

#[test]
fn one_bell_stops_all() {
    let done = crew(3).run_all(|worker| {
        let mut stop_signal = StopSignal::new(worker);
        if worker.index() == 1 {
            stop_signal.request(worker);
        }
        while stop_signal.check(worker).is_ok() {}
        true
    });
    assert_eq!(done.unwrap(), [true; 3]);
}

/// Sends many letters to one that is slow to take them, and sees how many are on their way.
struct Hasty {
    left: u64,
    is_slow: bool,
    sent: Arc<AtomicU64>,
    taken: Arc<AtomicU64>,
    most: u64,
}

impl Endpoint<u64> for Hasty {
    fn next(&mut self) -> Option<(usize, u64)> {
        self.left = self.left.checked_sub(1)?;
        let sent = self.sent.fetch_add(1, Ordering::SeqCst) + 1;
        self.most = self.most.max(sent - self.taken.load(Ordering::SeqCst));
        Some((1, sent))
    }
    fn receive(&mut self, _: usize, what: u64) {
        if self.is_slow && what.is_multiple_of(50) {
            std::thread::sleep(Duration::from_millis(2));
        }
        self.taken.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn who_sends_waits_for_who_is_slow() {
    const LETTERS: u64 = 5000;
    let (sent, taken) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let done = crew(2).run_all(move |worker| {
        let mut channel = Channel::new(worker, "letters");
        let mut hasty = Hasty {
            left: if worker.index() == 0 { LETTERS } else { 0 },
            is_slow: worker.index() == 1,
            sent: Arc::clone(&sent),
            taken: Arc::clone(&taken),
            most: 0,
        };
        channel.exchange(worker, &mut hasty);
        (hasty.most, taken.load(Ordering::SeqCst))
    });
    let done = done.unwrap();
    // Two rounds of 16 letters, and the one that is being posted.
    assert!(done[0].0 <= 33, "{} letters were on their way", done[0].0);
    assert_eq!(done[1].1, LETTERS);
}
