//! Messages between workers: all arrive, once, and in their exchange.

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

/// Sends these messages, and stores those received.
struct Sender {
    messages: VecDeque<(usize, u64)>,
    received: Vec<(usize, u64)>,
}

impl Endpoint<u64> for Sender {
    fn next(&mut self) -> Option<(usize, u64)> {
        self.messages.pop_front()
    }
    fn receive(&mut self, from: usize, what: u64) {
        self.received.push((from, what));
    }
}

/// The number of messages that a worker sends to another one in an exchange.
fn message_count(exchange: u64, from: usize, to: usize) -> u64 {
    (exchange * 37 + from as u64 * 11 + to as u64 * 5) % 200
}

#[test]
fn every_message_arrives_in_its_exchange_and_in_order() {
    for threads in 1..=4 {
        let done = crew(threads).run_all(|worker| {
            let (own, all) = (worker.index(), worker.peers());
            let mut channel = Channel::new(worker, "messages");
            for exchange in 0..20 {
                let to_all = (0..all).flat_map(|to| {
                    let messages = 0..message_count(exchange, own, to);
                    messages.map(move |message| (to, exchange << 32 | message))
                });
                let mut sender = Sender {
                    messages: to_all.collect(),
                    received: Vec::new(),
                };
                channel.exchange(worker, &mut sender);
                for from in 0..all {
                    let received = sender.received.iter().filter(|(by, _)| *by == from);
                    let received: Vec<u64> = received.map(|(_, what)| *what).collect();
                    let expected =
                        (0..message_count(exchange, from, own)).map(|n| exchange << 32 | n);
                    assert!(received.into_iter().eq(expected));
                }
            }
            channel.gather(worker, own as u64)
        });
        let all_workers: Vec<u64> = (0..threads as u64).collect();
        assert_eq!(done.unwrap(), vec![all_workers; threads]);
    }
}

#[test]
fn one_failure_is_reported_to_all() {
    let done = crew(3).run_all(|worker| {
        let own = match worker.index() {
            2 => Err("no memory".to_string()),
            own => Ok(own),
        };
        agree(worker, 1, own)
    });
    assert_eq!(
        done.unwrap(),
        vec![Err("process 2: no memory".to_string()); 3]
    );
    let done = crew(3).run_all(|worker| agree(worker, 1, Ok(worker.index())));
    assert_eq!(done.unwrap(), [Ok(0), Ok(1), Ok(2)]);
}

#[test]
fn one_signal_stops_all() {
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

/// Sends many messages to a slow receiver, and records how many are in transit.
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
fn senders_wait_for_slow_receivers() {
    const MESSAGES: u64 = 5000;
    let (sent, taken) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let done = crew(2).run_all(move |worker| {
        let mut channel = Channel::new(worker, "messages");
        let mut hasty = Hasty {
            left: if worker.index() == 0 { MESSAGES } else { 0 },
            is_slow: worker.index() == 1,
            sent: Arc::clone(&sent),
            taken: Arc::clone(&taken),
            most: 0,
        };
        channel.exchange(worker, &mut hasty);
        (hasty.most, taken.load(Ordering::SeqCst))
    });
    let done = done.unwrap();
    // Two batches of 16 messages, and the one that is being sent.
    assert!(done[0].0 <= 33, "{} messages were in transit", done[0].0);
    assert_eq!(done[1].1, MESSAGES);
}
