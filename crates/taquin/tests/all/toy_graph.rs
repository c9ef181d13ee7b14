//! Every search on graphs that are not sliding puzzles: stacks of pancakes, and random graphs.
//!
//! The searches know only [`Space`] and [`Heuristic`], so each must find here what a plain breadth-first search finds.

mod graphs;

use graphs::{Gaps, Graph, Lowered, Pancakes, count, distance, levels};
use proptest::prelude::*;
use std::ops::ControlFlow;
use taquin::heuristic::{Heuristic, Max, Zero};
use taquin::search::{
    Ended, Event, Growth, Observer, Outcome, Priority, Weight, best_first, bfs, bidirectional_bfs,
    idastar, nbs, shortest,
};
use taquin::space::{Reversible, Space};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Search {
    Bfs,
    BothWays,
    BestFirst(Priority),
    IdaStar,
    Nbs,
}

fn all_searches() -> [Search; 8] {
    let weight = Weight::new(1.5).unwrap();
    [
        Search::Bfs,
        Search::BothWays,
        Search::BestFirst(Priority::Cost),
        Search::BestFirst(Priority::Greedy),
        Search::BestFirst(Priority::AStar),
        Search::BestFirst(Priority::Weighted(weight)),
        Search::IdaStar,
        Search::Nbs,
    ]
}

impl Search {
    /// `heuristics` are for the goal and, for the reversed space, for the start. No path here is longer than 50 moves.
    fn run<S: Reversible, H: Heuristic<S>>(
        self,
        space: &S,
        heuristics: [&H; 2],
        observer: &mut impl Observer<S>,
    ) -> Outcome<S::Move> {
        let [forward, backward] = heuristics;
        match self {
            Search::Bfs => bfs(space, Some(50), Growth::Twofold, observer),
            Search::BothWays => bidirectional_bfs(space, Some(50), observer),
            Search::BestFirst(priority) => best_first(space, forward, priority, observer),
            Search::IdaStar => idastar(space, forward, Some(50), observer),
            Search::Nbs => nbs(space, forward, backward, observer),
        }
    }

    /// Whether a path of this length may be found when the shortest has `distance` moves.
    fn allows(self, length: u32, distance: u32) -> bool {
        match self {
            Search::BestFirst(Priority::Greedy) => length >= distance,
            Search::BestFirst(Priority::Weighted(weight)) => {
                length >= distance && f64::from(length) <= weight.get() * f64::from(distance)
            }
            _ => length == distance,
        }
    }
}

/// Whether a path leads from the start to the goal by moves that the space has.
fn replays<S: Space>(space: &S, path: &[S::Move]) -> bool {
    let mut state = space.start();
    for &m in path {
        assert!(space.moves(&state, None).contains(&m), "{m:?} of {path:?}");
        state = space.step(&state, m);
    }
    space.is_goal(&state)
}

/// All searches, with and without the heuristics, against the plain one; and all shortest paths.
fn check<S: Reversible, H: Heuristic<S>>(space: &S, heuristics: [&H; 2]) {
    let distance = distance(space).expect("the goal can be reached");
    for search in all_searches() {
        let outcomes = [
            search.run(space, heuristics, &mut ()),
            search.run(space, [&Zero; 2], &mut ()),
            search.run(
                space,
                heuristics.map(|h| Max(Zero, Borrowed(h))).each_ref(),
                &mut (),
            ),
        ];
        for outcome in outcomes {
            let Ended::Found(path) = outcome.ended else {
                panic!("{search:?}: {:?}", outcome.ended);
            };
            assert!(replays(space, &path), "{search:?}: {path:?}");
            assert!(search.allows(path.len() as u32, distance), "{search:?}");
        }
    }
    let all = shortest(space, heuristics[0], distance, &mut ());
    let paths = all.paths(usize::MAX);
    assert!(all.is_complete());
    assert_eq!(all.count(), count(space));
    assert_eq!(paths.len() as u128, all.count());
    for (number, path) in paths.iter().enumerate() {
        assert!(path.len() as u32 == distance && replays(space, path));
        assert!(!paths[..number].contains(path), "{path:?} is listed twice");
    }
    for m in space.moves(&space.start(), None) {
        let begins = paths.iter().any(|path| path.first() == Some(m));
        assert_eq!(all.first_moves().any(|first| first == *m), begins);
    }
}

/// A heuristic behind a reference.
struct Borrowed<'a, H>(&'a H);

impl<S: Space, H: Heuristic<S>> Heuristic<S> for Borrowed<'_, H> {
    type Memo = H::Memo;

    fn start(&self, state: &S::State) -> H::Memo {
        self.0.start(state)
    }

    fn after(&self, memo: H::Memo, from: &S::State, m: S::Move, to: &S::State) -> H::Memo {
        self.0.after(memo, from, m, to)
    }

    fn estimate(&self, memo: H::Memo) -> u32 {
        self.0.estimate(memo)
    }
}

const STACKS: [&[u8]; 6] = [
    &[0, 1, 2, 3],
    &[1, 0, 2, 3],
    &[3, 1, 0, 2, 4],
    &[2, 4, 1, 3, 0],
    &[4, 2, 0, 5, 3, 1],
    &[1, 5, 3, 0, 2, 4],
];

#[test]
fn every_search_sorts_pancakes() {
    for stack in STACKS {
        let space = Pancakes::sorted(stack);
        let heuristics = [Gaps::new(&space), Gaps::new(&space.reversed())];
        check(&space, heuristics.each_ref());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::with_cases(60) })]
    #[test]
    fn every_search_finds_its_way_through_random_graphs(
        pairs in proptest::collection::vec((0u64..24, 0u64..24), 20..45),
    ) {
        let graph = Graph::new(24, &pairs);
        for (start, goal) in [(0, 23), (5, 6), (7, 7), (12, 3)] {
            let graph = Graph { start, goal, ..graph.clone() };
            if distance(&graph).is_some() {
                let heuristics = [Lowered::new(&graph), Lowered::new(&graph.reversed())];
                check(&graph, heuristics.each_ref());
            }
        }
    }
}

#[test]
fn a_goal_that_cannot_be_reached_exhausts_every_search() {
    let graph = Graph::new(6, &[(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]);
    for search in all_searches() {
        // Without a limit, IDA* would walk in circles up to its largest bound.
        let outcome = match search {
            Search::IdaStar => idastar(&graph, &Zero, Some(10), &mut ()),
            search => search.run(&graph, [&Zero; 2], &mut ()),
        };
        assert_eq!(outcome.ended, Ended::Exhausted, "{search:?}");
    }
    assert_eq!(shortest(&graph, &Zero, 3, &mut ()).count(), 0);
}

/// Counts events, checks their data, and stops the search at one of them.
struct Watch<'a, S: Space> {
    levels: &'a [(S::State, u32)],
    events: u64,
    stop_at: u64,
    selected: u64,
    ticks: u64,
}

impl<'a, S: Space> Watch<'a, S> {
    fn new(levels: &'a [(S::State, u32)], stop_at: u64) -> Watch<'a, S> {
        Watch {
            levels,
            events: 0,
            stop_at,
            selected: 0,
            ticks: 0,
        }
    }
}

impl<S: Space> Observer<S> for Watch<'_, S> {
    fn observe(&mut self, event: Event<'_, S>) -> ControlFlow<()> {
        self.events += 1;
        self.selected += u64::from(matches!(event, Event::Selected(_)));
        match event {
            Event::Selected(visit) | Event::Opened(visit) if !self.levels.is_empty() => {
                let known = self.levels.iter().find(|(state, _)| state == visit.state);
                assert!(known.unwrap().1 <= visit.g, "{:?}", visit.state);
                assert_eq!(visit.last.is_none(), visit.g == 0, "{:?}", visit.state);
            }
            Event::Tick { stats, .. } => {
                assert!(stats.selected > 0 && stats.generated > 0);
                self.ticks += 1;
            }
            _ => {}
        }
        if self.events == self.stop_at {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

#[test]
fn observers_see_every_state_and_can_stop_at_any_event() {
    let space = Pancakes::sorted(&[2, 4, 1, 3, 0]);
    let (levels, truth) = (levels(&space), distance(&space).unwrap());
    let heuristics = [Gaps::new(&space), Gaps::new(&space.reversed())];
    for search in all_searches() {
        // The reversed search does not visit states that are as far from the start.
        let is_forward = !matches!(search, Search::BothWays | Search::Nbs);
        let levels = if is_forward { &levels[..] } else { &[] };
        let mut watch = Watch::new(levels, u64::MAX);
        let outcome = search.run(&space, heuristics.each_ref(), &mut watch);
        assert_eq!(watch.selected, outcome.stats.selected, "{search:?}");
        for stop_at in 1..=watch.events {
            let mut watch = Watch::new(levels, stop_at);
            let outcome = search.run(&space, heuristics.each_ref(), &mut watch);
            let Ended::Stopped { at_least } = outcome.ended else {
                panic!("{search:?} goes on after event {stop_at}");
            };
            assert_eq!(watch.events, stop_at, "{search:?}");
            assert!(at_least <= truth, "{search:?}: {at_least}");
        }
    }
}

#[test]
fn long_searches_tick() {
    let space = Pancakes::sorted(&[6, 2, 0, 4, 1, 5, 3, 7]);
    for search in [
        Search::Bfs,
        Search::BestFirst(Priority::Cost),
        Search::IdaStar,
        Search::Nbs,
    ] {
        let mut watch = Watch::new(&[], u64::MAX);
        search.run(&space, [&Zero; 2], &mut watch);
        assert!(watch.ticks > 0, "{search:?}");
    }
    let length = Search::Bfs.run(&space, [&Zero; 2], &mut ());
    let Ended::Found(path) = length.ended else {
        panic!("{:?}", length.ended);
    };
    let mut watch = Watch::new(&[], 1);
    let all = shortest(&space, &Zero, path.len() as u32, &mut watch);
    assert_eq!((watch.ticks, all.is_complete()), (1, false));
}
