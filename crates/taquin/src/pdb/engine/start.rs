//! A problem that is ready to be searched: its iterations, and how an iteration is divided into tasks.

use super::batch::{Searched, Stack};
use super::node::{Context, Node};
use crate::pdb::PatternSum;
use crate::puzzle::Move;
use crate::search::Stats;
use crate::space::{Arrangement, Automaton};
use crate::support::hash::fnv1a_of;
use std::ops::Range;

/// The start of a problem, prepared for the search.
pub(super) struct Start<'a, const V: usize, const G: usize, const N: usize> {
    pub(super) context: Context<'a, V, G, N>,
    root: Node<V, G, N>,
    estimates: [u32; V],
}

/// How finely an iteration is divided: the least number of roots, and the number of roots per task.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    pub(super) roots: usize,
    pub(super) task: usize,
}

/// The roots of an iteration, all at the same depth, and the path to each.
pub(super) struct Roots<const V: usize, const G: usize, const N: usize> {
    nodes: Vec<Node<V, G, N>>,
    /// The indices of the moves to the first root, then to the second, and so on.
    ways: Vec<u8>,
    depth: usize,
    /// Roots per task.
    task: usize,
    pub(super) stats: Stats,
}

/// How an iteration or a task ended; a solution is the indices of its moves in the move order.
pub(super) enum Ending {
    Found(Vec<u8>),
    Exhausted,
    Stopped,
}

impl<'a, const V: usize, const G: usize, const N: usize> Start<'a, V, G, N> {
    pub(super) fn new(
        start: &impl Arrangement,
        sum: &'a PatternSum,
        automaton: &'a Automaton,
    ) -> Self {
        let context = Context::new(sum, automaton);
        let (root, estimates) = context.start(start, sum);
        Start {
            context,
            root,
            estimates,
        }
    }

    /// The bound of the first iteration; 0 if the start is the goal.
    pub(super) fn first_bound(&self) -> u32 {
        self.estimates.into_iter().max().unwrap_or(0)
    }

    /// The bounds of the iterations from `from` on, up to a length.
    pub(super) fn bounds(
        &self,
        from: u32,
        max_length: Option<u32>,
    ) -> impl Iterator<Item = u32> + use<V, G, N> {
        let first = self.first_bound();
        let from = from.max(first);
        // A solution's length has the parity of the estimates.
        let from = from.saturating_add((from - first) % 2);
        // No path on 25 cells has 255 moves, so the bound of an iteration fits in a byte.
        let last = max_length.unwrap_or(u32::MAX).min(u8::MAX.into());
        (from..=last).step_by(2)
    }

    /// Divides the iteration with one of the `bounds`. The roots are the nodes of the first depth that has enough of
    /// them; there are none if the iteration ends earlier. A solution that is found on the way is returned as the
    /// error.
    pub(super) fn roots(&self, bound: u32, cut: Cut) -> Result<Roots<V, G, N>, Vec<u8>> {
        let mut roots = Roots::new(vec![self.root_of(bound)], 0, cut.task);
        let mut stack = Stack::new(&roots.nodes);
        while (1..cut.roots).contains(&roots.nodes.len()) {
            let below = Roots::new(Vec::new(), roots.depth + 1, cut.task);
            let above = std::mem::replace(&mut roots, below);
            for (number, &node) in above.nodes.iter().enumerate() {
                for child in stack.expand(&self.context, node) {
                    roots.ways.extend_from_slice(above.way(number));
                    roots.ways.push(child.last);
                    roots.nodes.push(*child);
                    if child.left == 0 {
                        return Err(roots.way(roots.nodes.len() - 1).to_vec());
                    }
                }
            }
        }
        roots.stats = stack.stats();
        Ok(roots)
    }

    /// Whether there is an iteration with this bound.
    pub(super) fn has_iteration(&self, bound: u32) -> bool {
        self.bounds(bound, None).next() == Some(bound)
    }

    /// The roots of a task from another process, with the moves to each; `None` if this search has no such roots.
    pub(super) fn task(&self, bound: u32, depth: usize, ways: Vec<u8>) -> Option<Roots<V, G, N>> {
        let is_cut = self.has_iteration(bound) && (1..bound as usize).contains(&depth);
        if !is_cut || ways.is_empty() || !ways.len().is_multiple_of(depth) {
            return None;
        }
        let nodes = self.follow(self.root_of(bound), ways.chunks(depth))?;
        Some(Roots {
            task: nodes.len(),
            nodes,
            ways,
            depth,
            stats: Stats::default(),
        })
    }

    /// The nodes at the ends of paths, if the paths stay within the bound. Consecutive paths share most of their moves.
    fn follow<'b>(
        &self,
        root: Node<V, G, N>,
        ways: impl Iterator<Item = &'b [u8]>,
    ) -> Option<Vec<Node<V, G, N>>> {
        let mut stack = Stack::new(&[root]);
        let (mut path, mut before): (_, &[u8]) = (vec![root], &[]);
        let node_of = |way: &'b [u8]| {
            let common = way.iter().zip(before).take_while(|(a, b)| a == b).count();
            before = way;
            path.truncate(common + 1);
            for place in &way[common..] {
                let mut children = stack.expand(&self.context, *path.last()?).iter();
                path.push(*children.find(|child| child.last == *place)?);
            }
            path.last().copied()
        };
        ways.map(node_of).collect()
    }

    /// The start as the root of an iteration.
    fn root_of(&self, bound: u32) -> Node<V, G, N> {
        let mut root = self.root;
        root.left = bound as u8;
        let slacks = self.estimates.map(|estimate| (bound - estimate) / 2);
        root.slack = (0..)
            .step_by(8)
            .zip(slacks)
            .map(|(at, slack)| slack << at)
            .sum();
        root
    }

    pub(super) fn moves(&self, places: &[u8]) -> Vec<Move> {
        let moves = self.context.automaton.order().moves();
        let moves = places.iter().map(|&place| moves[usize::from(place)]);
        moves.collect()
    }
}

impl<const V: usize, const G: usize, const N: usize> Roots<V, G, N> {
    fn new(nodes: Vec<Node<V, G, N>>, depth: usize, task: usize) -> Self {
        Roots {
            nodes,
            ways: Vec::new(),
            depth,
            task,
            stats: Stats::default(),
        }
    }

    /// An iteration without roots: no node is within its bound.
    pub(super) fn none() -> Self {
        Roots::new(Vec::new(), 0, 1)
    }

    fn way(&self, root: usize) -> &[u8] {
        &self.ways[root * self.depth..][..self.depth]
    }

    /// The number of tasks.
    pub(super) fn tasks(&self) -> usize {
        self.nodes.len().div_ceil(self.task)
    }

    fn roots_of(&self, task: usize) -> Range<usize> {
        let first = task * self.task;
        first..(first + self.task).min(self.nodes.len())
    }

    /// The length of the paths to a task's roots, and the moves of all of them.
    pub(super) fn ways_of(&self, task: usize) -> (usize, &[u8]) {
        let roots = self.roots_of(task);
        let ways = roots.start * self.depth..roots.end * self.depth;
        (self.depth, &self.ways[ways])
    }

    /// A hash of the paths and of the automaton's state after each, of one task or of all.
    pub(super) fn fingerprint(&self, task: Option<usize>) -> u64 {
        let roots = task.map_or(0..self.nodes.len(), |task| self.roots_of(task));
        let ways = roots.start * self.depth..roots.end * self.depth;
        let states = self.nodes[roots].iter().map(|node| node.state);
        let bytes = self.ways[ways]
            .iter()
            .copied()
            .chain(states.flat_map(u16::to_le_bytes));
        fnv1a_of(bytes)
    }

    /// Runs a task. `go_on` is called every few milliseconds with the number of nodes generated so far.
    pub(super) fn perform(
        &self,
        context: &Context<'_, V, G, N>,
        task: usize,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> (Ending, Stats) {
        let roots = self.roots_of(task);
        let first = roots.start;
        let mut stack = Stack::new(&self.nodes[roots]);
        let ending = match stack.search(context, |stack| go_on(stack.generated)) {
            Searched::Found(root, places) => {
                Ending::Found([self.way(first + root), &places].concat())
            }
            Searched::Exhausted => Ending::Exhausted,
            Searched::Stopped => Ending::Stopped,
        };
        (ending, stack.stats())
    }
}
