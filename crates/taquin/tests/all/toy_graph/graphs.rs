//! The graphs: stacks of pancakes with the gap heuristic, random graphs with an inconsistent heuristic, and the plain
//! breadth-first search that the searches are compared with.

use taquin::heuristic::Heuristic;
use taquin::space::{Reversible, Space};

/// Pancakes of different sizes, to be brought into another order by turning over the top of the stack.
#[derive(Clone, Debug)]
pub(super) struct Pancakes {
    start: Vec<u8>,
    goal: Vec<u8>,
    /// The possible flips by last flip; at index 0 those without a last flip.
    flips: Vec<Vec<Flip>>,
}

/// Turns over this number of pancakes, at least two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flip(usize);

impl Pancakes {
    pub(super) fn new(start: Vec<u8>, goal: Vec<u8>) -> Pancakes {
        let all = |last: usize| (2..=start.len()).filter(move |&flip| flip != last);
        Pancakes {
            flips: (0..=start.len())
                .map(|last| all(last).map(Flip).collect())
                .collect(),
            start,
            goal,
        }
    }

    pub(super) fn sorted(start: &[u8]) -> Pancakes {
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
pub(super) struct Gaps {
    /// For each pancake, and last for the plate, its place in the goal.
    places: Vec<usize>,
}

impl Gaps {
    pub(super) fn new(space: &Pancakes) -> Gaps {
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
pub(super) struct Graph {
    pub(super) start: u64,
    pub(super) goal: u64,
    /// The edges from each node.
    pub(super) edges: Vec<Vec<Edge>>,
}

/// An edge and its direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    from: u64,
    to: u64,
}

impl Graph {
    pub(super) fn new(nodes: usize, pairs: &[(u64, u64)]) -> Graph {
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
pub(super) struct Lowered(Vec<u32>);

impl Lowered {
    pub(super) fn new(graph: &Graph) -> Lowered {
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
pub(super) fn levels<S: Space>(space: &S) -> Vec<(S::State, u32)> {
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
pub(super) fn distance<S: Space>(space: &S) -> Option<u32> {
    let levels = levels(space);
    let goal = levels.iter().find(|(state, _)| space.is_goal(state));
    goal.map(|&(_, distance)| distance)
}

/// The number of shortest paths to the goal.
pub(super) fn count<S: Space>(space: &S) -> u128 {
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
