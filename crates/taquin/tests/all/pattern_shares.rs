//! Tables that are built in shares: the same bits, however they are divided, and wherever the construction is resumed.

use crate::common::shape;
use std::ops::ControlFlow;
use std::sync::Arc;
use taquin::pdb::{
    self, BuildPlan, BuildShare, Database, LevelShare, Pattern, PatternIndex, Section, ShareError,
};

type Share = BuildShare<Vec<u64>>;

/// Rows, columns, the blank's home, the tiles' homes.
type Case = (u32, u32, usize, &'static [usize]);

const SMALL: [Case; 6] = [
    (3, 3, 8, &[0, 1, 2]),
    (3, 3, 4, &[0, 2, 6, 8]),
    (2, 5, 0, &[1, 5, 6, 9]),
    (2, 5, 7, &[0, 1, 2, 3, 4]),
    (3, 4, 11, &[0, 5, 6]),
    (3, 4, 1, &[0, 4, 5, 8]),
];
const LARGE: [Case; 2] = [(4, 4, 15, &[0, 1, 4, 5, 10]), (4, 4, 6, &[1, 2, 5, 9, 12])];
const SHARES: [usize; 5] = [1, 2, 3, 4, 7];

fn plan((rows, cols, blank, homes): Case) -> Arc<BuildPlan> {
    let shape = shape(rows, cols);
    let homes: Vec<_> = homes.iter().map(|&home| shape.at(home).unwrap()).collect();
    let pattern = Pattern::new(shape, shape.at(blank).unwrap(), &homes).unwrap();
    let index = Arc::new(PatternIndex::new(shape, homes.len()));
    Arc::new(BuildPlan::new(pattern, index))
}

/// The table that is built in one piece, and the number of entries that each level adds.
fn whole(plan: &BuildPlan) -> (Database, Vec<u64>) {
    let mut levels = Vec::new();
    let database = Database::build(plan.pattern(), plan.index(), 1, &mut |added| {
        levels.push(added);
        ControlFlow::Continue(())
    });
    (database.unwrap(), levels)
}

fn cut(plan: &Arc<BuildPlan>, shares: usize) -> Vec<Share> {
    let new = |share| {
        let maps = plan.words(share, shares).map(|words| vec![0; words]);
        BuildShare::new(Arc::clone(plan), share, shares, maps)
    };
    (0..shares).map(new).collect()
}

/// One level of all shares, which take turns with their packets. Returns the number of new entries.
fn step(shares: &mut [Share]) -> u64 {
    for share in &mut *shares {
        assert!(share.advance(&mut || false));
    }
    let mut any = true;
    while std::mem::take(&mut any) {
        for sender in 0..shares.len() {
            if let Some((receiver, packet)) = shares[sender].packet() {
                assert_ne!(sender, receiver);
                shares[receiver].receive(&packet).unwrap();
                any = true;
            }
        }
    }
    let added = shares.iter_mut().map(|share| share.finish().unwrap());
    added.sum()
}

/// The remaining levels, and the table.
fn complete(shares: &mut [Share]) -> (Vec<u64>, Vec<u8>) {
    let levels = std::iter::from_fn(|| Some(step(shares)).filter(|&added| added > 0)).collect();
    let runs = shares.iter().flat_map(Share::table);
    let mut words: Vec<u64> = Vec::new();
    for (first, run) in runs {
        assert_eq!(first, words.len() as u64, "the shares follow each other");
        words.extend(run);
    }
    (
        levels,
        words.into_iter().flat_map(u64::to_le_bytes).collect(),
    )
}

type Sections = Vec<(u32, u64, Vec<u64>)>;

fn sections_of(shares: &[Share]) -> Sections {
    let sections = shares.iter().flat_map(LevelShare::sections);
    let own = |section: Section<'_>| (section.array, section.first, section.words.to_vec());
    sections.map(own).collect()
}

/// Shares of another division, restored from the sections of a level and of the one before.
fn restore(
    plan: &Arc<BuildPlan>,
    shares: usize,
    saved: [&Sections; 2],
    distance: u32,
) -> Vec<Share> {
    let mut shares = cut(plan, shares);
    for share in &mut shares {
        for (array, first, words) in saved.into_iter().flatten() {
            share.restore(*array, *first, words).unwrap();
        }
        share.resume(distance);
    }
    shares
}

#[test]
fn shares_build_the_same_table_as_a_single_construction() {
    for case in SMALL.into_iter().chain(LARGE) {
        let plan = plan(case);
        let (database, levels) = whole(&plan);
        for shares in SHARES {
            let (added, bits) = complete(&mut cut(&plan, shares));
            assert_eq!(added, levels[1..], "{case:?} in {shares}");
            assert!(bits == database.bits(), "{case:?} in {shares}");
        }
        assert_eq!(plan.entries(), levels.iter().sum::<u64>());
        assert_eq!(plan.header(9), pdb::header(&database, 9));
    }
}

#[test]
fn there_may_be_more_shares_than_vertices() {
    let plan = plan((3, 3, 8, &[0]));
    let (database, levels) = whole(&plan);
    for shares in [plan.units(), plan.units() + 5, 100] {
        let (added, bits) = complete(&mut cut(&plan, shares));
        assert_eq!(added, levels[1..]);
        assert!(bits == database.bits());
    }
}

#[test]
fn a_construction_continues_with_any_other_division() {
    for (case, step_by) in SMALL
        .map(|case| (case, 1))
        .into_iter()
        .chain(LARGE.map(|case| (case, 7)))
    {
        let plan = plan(case);
        let (database, levels) = whole(&plan);
        let mut shares = cut(&plan, 3);
        let mut before = Vec::new();
        for level in 0..levels.len() {
            let newest = sections_of(&shares);
            if level % step_by == 0 {
                let others = SHARES[level / step_by % SHARES.len()];
                let saved = [&newest, &before];
                let mut others = restore(&plan, others, saved, level as u32);
                let (added, bits) = complete(&mut others);
                assert_eq!(added, levels[level + 1..], "{case:?} from {level}");
                assert!(bits == database.bits(), "{case:?} from {level}");
            }
            before = newest;
            step(&mut shares);
        }
    }
}

#[test]
fn a_stopped_level_is_reported() {
    let plan = plan(LARGE[0]);
    let mut share = cut(&plan, 1).remove(0);
    let mut asked = 0;
    assert!(share.advance(&mut || {
        asked += 1;
        false
    }));
    share.finish();
    assert!(asked > 1);
    assert!(!share.advance(&mut || {
        asked -= 1;
        asked == 0
    }));
    assert_eq!(share.packet(), None);
    assert_eq!(share.receive(&[]), Err(ShareError::Unexpected));
}

#[test]
fn packets_that_do_not_fit_are_refused() {
    let plan = plan((3, 4, 11, &[0, 5, 6]));
    let mut shares = cut(&plan, 3);
    // Far enough for every share to have packets to send.
    (0..10).for_each(|_| assert!(step(&mut shares) > 0));
    shares
        .iter_mut()
        .for_each(|share| assert!(share.advance(&mut || false)));
    let (to, packet) = shares[0].packet().unwrap();
    let vertex = plan.index().words() + 1;
    let changed = |word: usize, value: u64| {
        let mut packet = packet.clone();
        packet[word] = value;
        packet
    };
    let refused = [
        packet[1..].to_vec(),
        packet[..packet.len() - 1].to_vec(),
        [&packet[..], &[0]].concat(),
        changed(0, packet[0] + (1 << 32)),
        changed(0, packet[0] | u64::from(u32::MAX)),
        // Three tiles have six orders.
        changed(vertex - 1, 1 << 6),
    ];
    for wrong in refused {
        assert_eq!(shares[to].receive(&wrong), Err(ShareError::Unexpected));
    }
    assert_eq!(shares[0].receive(&packet), Err(ShareError::Unexpected));
    assert_eq!(shares[to].receive(&packet), Ok(()));
    shares[to].finish();
    assert_eq!(shares[to].receive(&packet), Err(ShareError::Unexpected));
}

#[test]
fn sections_of_another_construction_are_refused() {
    let plan = plan((3, 4, 11, &[0, 5, 6]));
    let mut share = cut(&plan, 2).remove(1);
    let words = |share| plan.words(share, 2);
    let side = (words(0)[0] + words(1)[0]) as u64;
    let beyond = |array, first| {
        let words = 1;
        Some(ShareError::Words {
            array,
            first,
            words,
        })
    };
    let cases: [(u32, u64, &[u64], Option<ShareError>); 7] = [
        (0, 0, &[63, 63], None),
        (3, 0, &[], None),
        (0, side - 1, &[63], None),
        (4, 0, &[0], Some(ShareError::Array(4))),
        (0, side, &[0], beyond(0, side)),
        (1, u64::MAX, &[0], beyond(1, u64::MAX)),
        (2, 5, &[0, 64], Some(ShareError::Bits(6))),
    ];
    for (array, first, words, expected) in cases {
        let refused = share.restore(array, first, words).err();
        assert_eq!(refused, expected, "{array} {first}");
    }
}

#[test]
fn the_estimated_memory_is_that_of_the_maps_and_little_more() {
    let plan = plan((4, 4, 0, &[1, 2, 3, 4, 5, 6, 7]));
    for shares in SHARES {
        let bytes = |share| 8 * plan.words(share, shares).iter().sum::<usize>() as u64;
        let largest = (0..shares).map(bytes).max().unwrap();
        let needs = plan.needs(shares);
        assert!((largest..largest * 11 / 10).contains(&needs.share));
        assert_eq!(needs.checkpoint, 2 * plan.index().bytes() as u64);
        assert!(needs.plan < needs.checkpoint);
    }
}
