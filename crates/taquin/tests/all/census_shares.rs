//! A census in shares against the census in one piece.

use crate::common::{shape, shuffled_goal};
use std::collections::HashSet;
use std::sync::Arc;
use taquin::census::{Census, CensusError, CensusPlan, CensusShare, LevelShare, ShareError};
use taquin::{Board, Goal, Metric};

const METRICS: [Metric; 2] = [Metric::SingleTile, Metric::MultiTile];

fn plan(goal: &Board, metric: Metric) -> Arc<CensusPlan> {
    Arc::new(CensusPlan::new(goal, metric).unwrap())
}

fn cut(plan: &Arc<CensusPlan>, shares: usize) -> Vec<CensusShare<Vec<u64>>> {
    let share = |share| {
        let maps = plan.words(share, shares).map(|words| vec![0; words]);
        CensusShare::new(Arc::clone(plan), share, shares, maps)
    };
    (0..shares).map(share).collect()
}

/// The next level of all shares, and the number of packets it took.
fn next_level(shares: &mut [CensusShare<Vec<u64>>]) -> (u64, usize) {
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
        let new: Vec<Option<u64>> = shares.iter_mut().map(LevelShare::finish).collect();
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

/// Every level has the same number of boards in any number of shares.
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

/// A section without its share: array, first word, words.
type Sections = Vec<(u32, u64, Vec<u64>)>;

fn sections_of(shares: &[CensusShare<Vec<u64>>]) -> Sections {
    let sections = shares.iter().flat_map(LevelShare::sections);
    sections
        .map(|section| (section.array, section.first, section.words.to_vec()))
        .collect()
}

/// Other shares, which continue from the sections of the newest two levels.
fn divide_again(
    plan: &Arc<CensusPlan>,
    saved: &[Sections; 2],
    distance: u32,
    shares: usize,
) -> Vec<CensusShare<Vec<u64>>> {
    let mut cut = cut(plan, shares);
    for share in &mut cut {
        for (array, first, words) in saved.iter().flatten() {
            share.restore(*array, *first, words).unwrap();
        }
        share.resume(distance);
        assert_eq!(
            share.newest().count(),
            0,
            "what was met before is not known"
        );
    }
    cut
}

/// Every level has the same number of boards if the shares are divided again after some levels.
fn check_anew(goal: &Board, metric: Metric, known: &[u64], every: u32, numbers: &[usize]) {
    let plan = plan(goal, metric);
    let mut numbers = numbers.iter().cycle();
    let mut shares = cut(&plan, *numbers.next().unwrap());
    let mut saved = [Sections::new(), sections_of(&shares)];
    for (distance, &known) in (1..).zip(&known[1..]) {
        let (new, _) = next_level(&mut shares);
        assert_eq!(new, known, "{metric:?} {distance} {goal:?}");
        saved = [std::mem::take(&mut saved[1]), sections_of(&shares)];
        if distance % every == 0 {
            shares = divide_again(&plan, &saved, distance, *numbers.next().unwrap());
        }
    }
}

#[test]
fn other_shares_continue_from_a_checkpoint() {
    for goal in goals(3, 3, &[0, 5]).iter().chain(&goals(2, 4, &[1])) {
        for metric in METRICS {
            let known = counts(goal, metric);
            check_anew(goal, metric, &known, 1, &[1, 3, 2, 8, 1, 11, 5]);
            check_anew(goal, metric, &known, 3, &[4, 7, 1]);
        }
    }
}

#[test]
fn twelve_cells_in_shares_that_are_divided_again_have_the_boards_of_the_whole() {
    let goal = Goal::Last.board(shape(3, 4));
    for metric in METRICS {
        check_anew(&goal, metric, &counts(&goal, metric), 12, &[7, 1000, 2]);
    }
}

#[test]
fn the_shares_together_have_the_boards_of_the_newest_level() {
    for metric in METRICS {
        let goal = shuffled_goal(shape(3, 3), shape(3, 3).at(2).unwrap());
        let mut census = Census::new(&goal, metric, 1).unwrap();
        let mut shares = cut(&plan(&goal, metric), 3);
        loop {
            let whole: HashSet<Board> = census.newest().collect();
            let parts: Vec<Board> = shares.iter().flat_map(CensusShare::newest).collect();
            assert_eq!(parts.len(), whole.len());
            assert!(parts.iter().all(|board| whole.contains(board)));
            if !census.next_level(&|| false).unwrap() {
                break;
            }
            next_level(&mut shares);
        }
    }
}

#[test]
fn a_stopped_level_can_be_made_again() {
    let goal = Goal::Last.board(shape(3, 3));
    for metric in METRICS {
        let mut shares = cut(&plan(&goal, metric), 2);
        for &known in &counts(&goal, metric)[1..] {
            for calls_allowed in 0..3 {
                let mut asked = 0;
                let mut stop = || {
                    asked += 1;
                    asked > calls_allowed
                };
                assert!(!shares[0].advance(&mut stop));
                assert_eq!((shares[0].packet(), shares[0].newest().count()), (None, 0));
            }
            assert_eq!(next_level(&mut shares).0, known, "{metric:?}");
        }
    }
}

/// The header of a stretch: the array, the number of words, and the place of the first.
fn header(array: u64, words: u64, first: u64) -> u64 {
    array << 56 | words << 40 | first
}

#[test]
fn packets_that_do_not_fit_are_refused() {
    // Share 1 of 2 has the words from 168 to 335. Words move only between cells 0 and 3, at first from 0, the blank's,
    // to 3.
    let goal = Goal::First.board(shape(3, 3));
    let refused: [(&[u64], ShareError); 9] = [
        (&[header(0, 1, 168), 1], ShareError::Array(0)),
        (&[header(1, 1, 168), 1], ShareError::Array(1)),
        (&[header(255, 1, 168), 1], ShareError::Array(255)),
        (&[header(3, 2, 168), 1], ShareError::Truncated),
        (
            &[header(3, 1, 168), 1, header(3, 9, 168)],
            ShareError::Truncated,
        ),
        (
            &[header(3, 1, 167), 1],
            ShareError::Words {
                array: 3,
                first: 167,
                words: 1,
            },
        ),
        (
            &[header(3, 2, 335), 1, 1],
            ShareError::Words {
                array: 3,
                first: 335,
                words: 2,
            },
        ),
        (
            &[header(3, 1, (1 << 40) - 1), 1],
            ShareError::Words {
                array: 3,
                first: (1 << 40) - 1,
                words: 1,
            },
        ),
        (&[header(3, 2, 200), 1, 1 << 60], ShareError::Bits(201)),
    ];
    let mut shares = cut(&plan(&goal, Metric::SingleTile), 2);
    assert_eq!(shares[1].receive(&[]), Err(ShareError::Unexpected));
    assert!(shares[1].advance(&mut || false));
    for (packet, misfit) in refused {
        assert_eq!(shares[1].receive(packet), Err(misfit));
    }
    assert_eq!(shares[1].receive(&[]), Ok(()));
    assert_eq!(shares[1].finish(), Some(0), "nothing of them was taken");
}

#[test]
fn sections_that_do_not_fit_are_refused() {
    let refused: [(u32, u64, &[u64], ShareError); 5] = [
        (9, 0, &[1], ShareError::Array(9)),
        (u32::MAX, 0, &[1], ShareError::Array(u32::MAX)),
        (
            0,
            335,
            &[1, 1],
            ShareError::Words {
                array: 0,
                first: 335,
                words: 2,
            },
        ),
        (
            0,
            u64::MAX,
            &[1],
            ShareError::Words {
                array: 0,
                first: u64::MAX,
                words: 1,
            },
        ),
        (0, 200, &[1, u64::MAX], ShareError::Bits(201)),
    ];
    for metric in METRICS {
        let mut shares = cut(&plan(&Goal::Last.board(shape(3, 3)), metric), 2);
        for (array, first, words, misfit) in &refused {
            let answer = shares[1].restore(*array, *first, words);
            assert_eq!(answer.as_ref(), Err(misfit));
        }
        assert_eq!(shares[1].restore(0, 336, &[]), Ok(()));
        assert_eq!(shares[1].restore(0, 0, &[1; 336]), Ok(()));
    }
}

#[test]
fn the_largest_number_of_shares_and_their_memory_are_known() {
    let cases = [
        (1, 9, 1),
        (2, 5, 1),
        (3, 3, 8),
        (2, 6, 11),
        (6, 2, 11),
        (3, 4, 990),
        (4, 4, 32_432_400),
    ];
    for (rows, cols, units) in cases {
        for metric in METRICS {
            let shape = shape(rows, cols);
            let plan = plan(&Goal::Last.board(shape), metric);
            assert_eq!(plan.units(), units, "{shape}");
            let needs = CensusPlan::needs(shape, metric, 3).unwrap();
            let largest = (0..3).map(|share| plan.words(share, 3).iter().sum::<usize>());
            let largest = 8.0 * largest.max().unwrap() as f64;
            let ratio = needs.share_bytes / largest;
            assert!(
                (1.0..1.05).contains(&ratio) || shape.is_line(),
                "{shape} {ratio}"
            );
            let off = (needs.plan_bytes - plan.bytes()).abs();
            assert!(off <= 0.15 * plan.bytes() + 10e3, "{shape} {off}");
        }
    }
    let too_large = shape(3, 6);
    assert_eq!(
        CensusPlan::needs(too_large, Metric::SingleTile, 3),
        Err(CensusError::Shape(too_large))
    );
}
