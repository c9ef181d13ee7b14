//! A census in shares against the census as a whole.
#![allow(missing_docs, clippy::unwrap_used, reason = "test code")]

mod common;

use common::{shape, shuffled_goal};
use std::sync::Arc;
use taquin::board::Board;
use taquin::census::{Census, Plan, Share};
use taquin::metric::Metric;

const METRICS: [Metric; 2] = [Metric::SingleTile, Metric::MultiTile];

fn plan(goal: &Board, metric: Metric) -> Arc<Plan> {
    Arc::new(Plan::new(goal, metric).unwrap())
}

fn cut(plan: &Arc<Plan>, shares: usize) -> Vec<Share<Vec<u64>>> {
    let share = |share| {
        let maps = plan.words(share, shares).map(|words| vec![0; words]);
        Share::new(Arc::clone(plan), share, shares, maps)
    };
    (0..shares).map(share).collect()
}

/// The next level of all shares, and how many packets it took.
fn next_level(shares: &mut [Share<Vec<u64>>]) -> (u64, usize) {
    let mut packets = 0;
    loop {
        for share in &mut *shares {
            assert!(share.advance(&mut || false));
        }
        for sender in 0..shares.len() {
            while let Some((share, packet)) = shares[sender].packet() {
                assert_ne!(share, sender);
                assert!((2..=8192).contains(&packet.len()), "{}", packet.len());
                shares[share].receive(&packet).unwrap();
                packets += 1;
            }
        }
        let new: Vec<Option<u64>> = shares.iter_mut().map(Share::finish).collect();
        if let Some(new) = new.iter().copied().sum() {
            return (new, packets);
        }
        assert!(new.iter().all(Option::is_none), "all take the same passes");
    }
}

fn counts(goal: &Board, metric: Metric) -> Vec<u64> {
    let mut census = Census::new(goal, metric, 1).unwrap();
    let mut counts = vec![census.count()];
    while census.next_level(&|| false).unwrap() {
        counts.push(census.count());
    }
    counts
}

fn goals(rows: u32, cols: u32, blanks: &[usize]) -> Vec<Board> {
    let shape = shape(rows, cols);
    let goal = |&blank: &usize| shuffled_goal(shape, shape.at(blank).unwrap());
    blanks.iter().map(goal).collect()
}

/// Every level has as many boards in so many shares as it has in the whole.
fn check(goal: &Board, metric: Metric, known: &[u64], shares: usize) {
    let plan = plan(goal, metric);
    let mut cut = cut(&plan, shares);
    let mut sent = 0;
    for (distance, &known) in (1..).zip(&known[1..]) {
        let (new, packets) = next_level(&mut cut);
        assert_eq!(new, known, "{metric:?} {shares} {distance} {goal:?}");
        assert!(cut.iter().all(|share| share.distance() == distance));
        sent += packets;
    }
    assert_eq!(next_level(&mut cut).0, 0);
    assert_eq!(
        sent > 0,
        shares > 1 && plan.units() > 1,
        "{shares} {goal:?}"
    );
}

#[test]
fn shares_have_the_boards_of_the_whole_at_every_distance() {
    let small = [
        (1, 1, &[0][..]),
        (1, 6, &[2]),
        (2, 3, &[0, 4]),
        (3, 2, &[1]),
        (2, 4, &[3]),
        (3, 3, &[0, 4, 7]),
        (2, 5, &[0]),
    ];
    for (rows, cols, blanks) in small {
        for goal in goals(rows, cols, blanks) {
            for metric in METRICS {
                let known = counts(&goal, metric);
                for shares in [1, 2, 3, 4, 7, 8, 11] {
                    check(&goal, metric, &known, shares);
                }
            }
        }
    }
}
