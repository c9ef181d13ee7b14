//! Every search on graphs that are not sliding puzzles: stacks of pancakes, and random graphs.
//!
//! The searches know only [`Space`] and [`Heuristic`], so each must find here what a plain breadth-first search finds.

use proptest::prelude::*;
use std::ops::ControlFlow;
use taquin::containers::Growth;
use taquin::heuristic::{Heuristic, Max, Zero};
use taquin::search::{
    Ended, Event, Observer, Outcome, Priority, Weight, best_first, bfs, bidirectional_bfs, idastar,
    nbs, shortest,
};
use taquin::space::{Reversible, Space};

/// Pancakes of different sizes, to be brought into another order by turning over the top of the stack.
#[derive(Clone, Debug)]
struct Pancakes {
    start: Vec<u8>,
    goal: Vec<u8>,
    /// The possible flips by last flip; at index 0 those without a last flip.
    flips: Vec<Vec<Flip>>,
}

/// Turns over this number of pancakes, at least two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Flip(usize);

impl Pancakes {
    fn new(start: Vec<u8>, goal: Vec<u8>) -> Pancakes {
        let all = |last: usize| (2..=start.len()).filter(move |&flip| flip != last);
        Pancakes {
            flips: (0..=start.len())
                .map(|last| all(last).map(Flip).collect())
                .collect(),
            start,
            goal,
        }
    }

    fn sorted(start: &[u8]) -> Pancakes {
        let mut goal = start.to_vec();
        goal.sort_unstable();
        Pancakes::new(start.to_vec(), goal)
    }
}

impl Space for Pancakes {
    type State = Vec<u8>;
    type Key = Box<[u8]>;
    type Move = Flip;

    fn start(&self) -> Vec<u8> {
        self.start.clone()
    }

    fn is_goal(&self, stack: &Vec<u8>) -> bool {
        *stack == self.goal
    }

    fn moves(&self, _: &Vec<u8>, last: Option<Flip>) -> &[Flip] {
        &self.flips[last.map_or(0, |Flip(count)| count)]
    }

    fn step(&self, stack: &Vec<u8>, Flip(count): Flip) -> Vec<u8> {
        let mut stack = stack.clone();
        stack[..count].reverse();
        stack
    }

    fn opposite(flip: Flip) -> Flip {
        flip
    }

    fn key(&self, stack: &Vec<u8>) -> Box<[u8]> {
        stack.clone().into()
    }

    fn state(&self, key: &Box<[u8]>) -> Vec<u8> {
        key.to_vec()
    }
}

impl Reversible for Pancakes {
    fn reversed(&self) -> Pancakes {
        Pancakes::new(self.goal.clone(), self.start.clone())
    }

    fn reversed_key(&self, key: &Box<[u8]>) -> Box<[u8]> {
        key.clone()
    }
}

/// The gap heuristic: neighbours in the stack that are not neighbours in the goal, the plate included. A flip closes at
/// most one gap.
struct Gaps {
    /// For each pancake, and last for the plate, its place in the goal.
    places: Vec<usize>,
}

impl Gaps {
    fn new(space: &Pancakes) -> Gaps {
        let mut places = vec![0; space.goal.len()];
        for (place, &pancake) in space.goal.iter().enumerate() {
            places[usize::from(pancake)] = place;
        }
        places.push(space.goal.len());
        Gaps { places }
    }

    /// Whether there is a gap between the pancake at `place` and what is below it.
    fn is_gap(&self, stack: &[u8], place: usize) -> u32 {
        let at = |place: usize| match stack.get(place) {
            Some(&pancake) => self.places[usize::from(pancake)],
            None => self.places[stack.len()],
        };
        u32::from(at(place).abs_diff(at(place + 1)) != 1)
    }
}

impl Heuristic<Pancakes> for Gaps {
    type Memo = u32;

    fn start(&self, stack: &Vec<u8>) -> u32 {
        (0..stack.len())
            .map(|place| self.is_gap(stack, place))
            .sum()
    }

    fn after(&self, gaps: u32, from: &Vec<u8>, Flip(count): Flip, to: &Vec<u8>) -> u32 {
        gaps + self.is_gap(to, count - 1) - self.is_gap(from, count - 1)
    }

    fn estimate(&self, gaps: u32) -> u32 {
        gaps
    }
}

/// An undirected graph of numbered nodes.
#[derive(Clone, Debug)]
struct Graph {
    start: u64,
    goal: u64,
    /// The edges from each node.
    edges: Vec<Vec<Edge>>,
}

/// An edge and its direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edge {
    from: u64,
    to: u64,
}

impl Graph {
    fn new(nodes: usize, pairs: &[(u64, u64)]) -> Graph {
        let mut edges = vec![Vec::new(); nodes];
        for &(from, to) in pairs {
            let is_new = !edges[from as usize].contains(&Edge { from, to });
            if from != to && is_new {
                edges[from as usize].push(Edge { from, to });
                edges[to as usize].push(Edge { from: to, to: from });
            }
        }
        Graph {
            start: 0,
            goal: nodes as u64 - 1,
            edges,
        }
    }
}

impl Space for Graph {
    type State = u64;
    type Key = u64;
    type Move = Edge;

    fn start(&self) -> u64 {
        self.start
    }

    fn is_goal(&self, node: &u64) -> bool {
        *node == self.goal
    }

    /// All edges, including the one that leads back: a space may leave it out, but need not.
    fn moves(&self, node: &u64, _: Option<Edge>) -> &[Edge] {
        &self.edges[*node as usize]
    }

    fn step(&self, node: &u64, edge: Edge) -> u64 {
        assert_eq!(edge.from, *node);
        edge.to
    }

    fn opposite(Edge { from, to }: Edge) -> Edge {
        Edge { from: to, to: from }
    }

    fn key(&self, node: &u64) -> u64 {
        *node
    }

    fn state(&self, key: &u64) -> u64 {
        *key
    }
}

impl Reversible for Graph {
    fn reversed(&self) -> Graph {
        Graph {
            start: self.goal,
            goal: self.start,
            edges: self.edges.clone(),
        }
    }

    fn reversed_key(&self, key: &u64) -> u64 {
        *key
    }
}

/// The true distance, lowered at some nodes by more than at their neighbours: admissible and not consistent.
struct Lowered(Vec<u32>);

impl Lowered {
    fn new(graph: &Graph) -> Lowered {
        let back = graph.reversed();
        let mut lowered = vec![0; graph.edges.len()];
        for (node, distance) in levels(&back) {
            lowered[node as usize] = distance * (node % 3) as u32 / 2;
        }
        Lowered(lowered)
    }
}

impl Heuristic<Graph> for Lowered {
    type Memo = u32;

    fn start(&self, node: &u64) -> u32 {
        self.0[*node as usize]
    }

    fn after(&self, _: u32, _: &u64, edge: Edge, _: &u64) -> u32 {
        self.0[edge.to as usize]
    }

    fn estimate(&self, distance: u32) -> u32 {
        distance
    }
}

/// A plain breadth-first search: every state that can be reached with its distance from the start, nearest first.
fn levels<S: Space>(space: &S) -> Vec<(S::State, u32)> {
    let mut levels = vec![(space.start(), 0)];
    let mut done = 0;
    while let Some((state, distance)) = levels.get(done).cloned() {
        done += 1;
        for &m in space.moves(&state, None) {
            let child = space.step(&state, m);
            if levels.iter().all(|(known, _)| *known != child) {
                levels.push((child, distance + 1));
            }
        }
    }
    levels
}

/// The distance of the goal, if it can be reached.
fn distance<S: Space>(space: &S) -> Option<u32> {
    let levels = levels(space);
    let goal = levels.iter().find(|(state, _)| space.is_goal(state));
    goal.map(|&(_, distance)| distance)
}

/// The number of shortest paths to the goal.
fn count<S: Space>(space: &S) -> u128 {
    let levels = levels(space);
    let number = |wanted: &S::State| levels.iter().position(|(state, _)| state == wanted);
    let mut counts = vec![0; levels.len()];
    counts[0] = 1;
    for (from, (state, distance)) in levels.iter().enumerate() {
        for &m in space.moves(state, None) {
            let to = number(&space.step(state, m)).unwrap();
            if levels[to].1 == distance + 1 {
                counts[to] += counts[from];
            }
        }
    }
    let goal = levels.iter().position(|(state, _)| space.is_goal(state));
    goal.map_or(0, |goal| counts[goal])
}

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
