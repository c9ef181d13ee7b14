//! The hot loop: takes nodes from a stack, generates their children, and pushes those within the bound.

use super::node::{Context, Node, Placed};
use crate::pdb::Placement;
use crate::search::Stats;
use crate::space::NEVER;

/// Nodes per batch: more would exceed the first-level cache, fewer would leave the processor waiting for memory.
const BATCH: usize = 16;
/// The most children of a batch.
const CHILDREN: usize = 4 * BATCH;
/// Log entries beyond those that are needed: few enough to stay in the cache.
const LOG: usize = 64 * BATCH;
/// The number of batches between two calls of `go_on`.
const CHECK_EVERY: u32 = 1 << 10;

/// How a move changes one group, as far as it is known before the table has been read.
#[derive(Clone, Copy)]
struct Changed<'a> {
    placement: Placement,
    group: u8,
    /// First the position of the entry's bit in its byte, then the bit itself.
    bit: u8,
    byte: &'a u8,
}

#[derive(Clone, Copy)]
struct Child<'a, const V: usize> {
    changed: [Changed<'a>; V],
    state: u16,
    parent: u8,
    place: u8,
}

/// The buffers for a batch.
struct Workspace<'a, const V: usize, const G: usize, const N: usize> {
    batch: [Node<V, G, N>; BATCH],
    children: [Child<'a, V>; CHILDREN],
}

impl<const V: usize, const G: usize, const N: usize> Workspace<'_, V, G, N> {
    /// Filled with placeholders: any node, and children that are never read.
    fn new(node: Node<V, G, N>) -> Self {
        let changed = Changed {
            placement: Placement::default(),
            group: 0,
            bit: 0,
            byte: &0,
        };
        let child = Child {
            changed: [changed; V],
            state: 0,
            parent: 0,
            place: 0,
        };
        Workspace {
            batch: [node; BATCH],
            children: [child; CHILDREN],
        }
    }
}

/// How a node was reached: the log entry of its parent, and the index of the move in the move order.
#[derive(Clone, Copy)]
struct Logged {
    parent: u32,
    place: u8,
}

/// The nodes that one thread has yet to expand.
pub(super) struct Stack<const V: usize, const G: usize, const N: usize> {
    nodes: Vec<Node<V, G, N>>,
    /// The number of valid entries in `nodes`.
    height: usize,
    /// The number of log entries for roots.
    roots: usize,
    /// A node that is taken from the stack is logged for its children. Nodes higher on the stack have parents that were
    /// logged later, so the entries after the parent of the highest node are unused. Some entries before it are unused
    /// too, and their number grows: they are removed when the log is full.
    log: Vec<Logged>,
    /// The number of children generated, the number of nodes taken, and the largest height of the stack.
    pub(super) generated: u64,
    selected: u64,
    highest: usize,
}

/// How the search of a stack ended.
pub(super) enum Searched {
    /// A solution: the root from which it starts, and the indices of its moves in the move order.
    Found(usize, Vec<u8>),
    /// No solution within the bound.
    Exhausted,
    /// The caller stopped it.
    Stopped,
}

impl<const V: usize, const G: usize, const N: usize> Stack<V, G, N> {
    /// A stack of some roots.
    pub(super) fn new(roots: &[Node<V, G, N>]) -> Self {
        let root = Logged {
            parent: 0,
            place: 0,
        };
        let mut stack = Stack {
            nodes: roots.to_vec(),
            height: roots.len(),
            roots: roots.len(),
            log: vec![root; roots.len()],
            generated: 0,
            selected: 0,
            highest: roots.len(),
        };
        // The highest root is the first.
        stack.nodes.reverse();
        for (place, node) in stack.nodes.iter_mut().enumerate() {
            node.log = place as u32;
        }
        stack
    }

    /// Searches until the stack is empty. `go_on` is called every few milliseconds.
    pub(super) fn search(
        &mut self,
        context: &Context<'_, V, G, N>,
        mut go_on: impl FnMut(&Self) -> bool,
    ) -> Searched {
        let Some(&first) = self.nodes.first() else {
            return Searched::Exhausted;
        };
        let mut workspace = Workspace::new(first);
        let mut until_check = CHECK_EVERY;
        while self.height > 0 {
            until_check -= 1;
            if until_check == 0 {
                until_check = CHECK_EVERY;
                if !go_on(self) {
                    return Searched::Stopped;
                }
            }
            if let Some(goal) = self.step(context, &mut workspace) {
                return self.way(&goal);
            }
            self.highest = self.highest.max(self.height);
        }
        Searched::Exhausted
    }

    /// The children of one node that are within the bound; they replace what was on the stack.
    pub(super) fn expand(
        &mut self,
        context: &Context<'_, V, G, N>,
        node: Node<V, G, N>,
    ) -> &[Node<V, G, N>] {
        self.nodes[0] = Node { log: 0, ..node };
        self.height = 1;
        self.step(context, &mut Workspace::new(node));
        &self.nodes[..self.height]
    }

    /// Processes one batch stage by stage, so that the lookups of all children overlap. Returns a child that is the
    /// goal.
    #[inline(always)]
    fn step<'a>(
        &mut self,
        context: &Context<'a, V, G, N>,
        workspace: &mut Workspace<'a, V, G, N>,
    ) -> Option<Node<V, G, N>> {
        let Workspace { batch, children } = workspace;
        let taken = self.take(batch);
        let made = list(context, &batch[..taken], children);
        let children = &mut children[..made];
        place(context, batch, children);
        find(context, children);
        fetch(children);
        self.generated += made as u64;
        self.selected += taken as u64;
        self.judge(context, batch, children)
    }

    /// The counters so far.
    pub(super) fn stats(&self) -> Stats {
        let nodes = self.highest * size_of::<Node<V, G, N>>();
        // The log never shrinks.
        let log = self.log.len() * size_of::<Logged>();
        Stats {
            selected: self.selected,
            generated: self.generated,
            peak_states: self.highest as u64,
            peak_bytes: (nodes + log) as u64,
            ..Stats::default()
        }
    }

    /// Takes the highest nodes, logs them, and reserves space for their children.
    fn take(&mut self, batch: &mut [Node<V, G, N>; BATCH]) -> usize {
        if self.log.len() < self.unused() + BATCH {
            self.clear_log();
        }
        let first = self.unused();
        let taken = self.height.min(BATCH);
        self.height -= taken;
        batch[..taken].copy_from_slice(&self.nodes[self.height..][..taken]);
        for ((node, logged), log) in batch[..taken]
            .iter_mut()
            .zip(&mut self.log[first..])
            .zip(first as u32..)
        {
            *logged = Logged {
                parent: node.log,
                place: node.last,
            };
            node.log = log;
        }
        if self.nodes.len() < self.height + CHILDREN {
            self.nodes.resize(self.height + 16 * CHILDREN, batch[0]);
        }
        taken
    }

    /// The first unused log entry. The stack must not be empty.
    fn unused(&self) -> usize {
        let parent = self.nodes[self.height - 1].log as usize;
        (parent + 1).max(self.roots)
    }

    /// Removes the log entries that lead to no node on the stack, preserves the order of the others, and makes the log
    /// several times as long as they are, so that this is rarely needed.
    #[cold]
    fn clear_log(&mut self) {
        let mut is_needed = vec![false; self.log.len()];
        for node in &self.nodes[..self.height] {
            let mut log = node.log as usize;
            while log >= self.roots && !std::mem::replace(&mut is_needed[log], true) {
                log = self.log[log].parent as usize;
            }
        }
        let mut moved: Vec<u32> = (0..self.log.len() as u32).collect();
        let mut kept = self.roots;
        for log in self.roots..self.log.len() {
            if is_needed[log] {
                let Logged { parent, place } = self.log[log];
                let parent = moved[parent as usize];
                self.log[kept] = Logged { parent, place };
                moved[log] = kept as u32;
                kept += 1;
            }
        }
        for node in &mut self.nodes[..self.height] {
            node.log = moved[node.log as usize];
        }
        let length = self.log.len().max(4 * kept + LOG);
        self.log.resize(
            length,
            Logged {
                parent: 0,
                place: 0,
            },
        );
    }

    /// Pushes the children within the bound. Returns one that is the goal.
    #[inline(always)]
    fn judge(
        &mut self,
        context: &Context<'_, V, G, N>,
        batch: &[Node<V, G, N>; BATCH],
        children: &[Child<'_, V>],
    ) -> Option<Node<V, G, N>> {
        let mut goal = None;
        let space = &mut self.nodes[self.height..][..CHILDREN];
        let mut pushed = 0;
        for child in children {
            let parent = &batch[usize::from(child.parent) % BATCH];
            // Written even if it is pruned: a mispredicted branch would cost more.
            let node = &mut space[pushed % CHILDREN];
            *node = *parent;
            let mut least = i8::MAX;
            for view in 0..V {
                let Changed {
                    placement,
                    group,
                    bit,
                    ..
                } = child.changed[view];
                let before = parent.groups[view][usize::from(group)].class();
                let class = bit << 1 | (before ^ 1) & 1;
                let leads_closer = class.wrapping_sub(before) >> 1 & 1;
                node.groups[view][usize::from(group)] = Placed::new(placement, class);
                node.slack[view] = parent.slack[view] - (leads_closer ^ 1) as i8;
                least = least.min(node.slack[view]);
            }
            let blank = usize::from(parent.blank) % N;
            let source = context.sources[blank][usize::from(child.place) % 4];
            node.tiles[blank] = parent.tiles[usize::from(source) % N];
            node.tiles[usize::from(source) % N] = parent.tiles[blank];
            node.blank = source;
            node.last = child.place;
            node.state = child.state;
            node.left = parent.left - 1;
            let is_pushed = least >= 0;
            if is_pushed && node.left == 0 {
                goal = Some(*node);
            }
            pushed += usize::from(is_pushed);
        }
        self.height += pushed;
        goal
    }

    /// The root and the moves that lead to a node.
    fn way(&self, node: &Node<V, G, N>) -> Searched {
        let mut places = vec![node.last];
        let mut log = node.log;
        loop {
            let Logged { parent, place } = self.log[log as usize];
            // A root's entry has its own index as the parent.
            if (parent as usize) < self.roots {
                places.reverse();
                return Searched::Found(self.roots - 1 - parent as usize, places);
            }
            places.push(place);
            log = parent;
        }
    }
}

/// Lists the children. Forbidden moves are written too, and overwritten: a mispredicted branch would cost more.
#[inline(always)]
fn list<const V: usize, const G: usize, const N: usize>(
    context: &Context<'_, V, G, N>,
    batch: &[Node<V, G, N>],
    children: &mut [Child<'_, V>; CHILDREN],
) -> usize {
    let mut made = 0;
    for (number, node) in batch.iter().enumerate() {
        let row = context.automaton.row(node.state);
        for (place, &state) in row.iter().enumerate() {
            let child = &mut children[made % CHILDREN];
            (child.state, child.parent, child.place) = (state, number as u8, place as u8);
            made += usize::from(state != NEVER);
        }
    }
    made
}

/// Computes the placements of the children's groups.
#[inline(always)]
fn place<'a, const V: usize, const G: usize, const N: usize>(
    context: &Context<'a, V, G, N>,
    batch: &[Node<V, G, N>; BATCH],
    children: &mut [Child<'a, V>],
) {
    for child in children {
        let node = &batch[usize::from(child.parent) % BATCH];
        let (blank, place) = (usize::from(node.blank) % N, usize::from(child.place) % 4);
        let tile = usize::from(node.tiles[usize::from(context.sources[blank][place]) % N]) % N;
        for view in 0..V {
            let group = context.group_of[view][tile];
            let table = &context.groups[view][usize::from(group)];
            let slide = table.steps[blank][place];
            let placement = node.groups[view][usize::from(group)].placement();
            child.changed[view].placement = table.index.after(placement, slide);
            child.changed[view].group = group;
            child.changed[view].bit = slide.from() as u8;
        }
    }
}

/// Computes which bits of the tables have the distances of these placements.
#[inline(always)]
fn find<'a, const V: usize, const G: usize, const N: usize>(
    context: &Context<'a, V, G, N>,
    children: &mut [Child<'a, V>],
) {
    for child in children {
        for view in 0..V {
            let changed = &mut child.changed[view];
            let table = &context.groups[view][usize::from(changed.group)];
            let (set, blank) = (changed.placement.set, changed.bit.into());
            let vertex = if N <= 16 {
                table.index.small_vertex(set, blank)
            } else {
                table.index.large_vertex(set, blank)
            };
            let entry = vertex * table.stride + usize::from(changed.placement.order);
            changed.byte = &table.bits[entry / 8];
            changed.bit = entry as u8 % 8;
        }
    }
}

/// Reads the tables for all children at once.
#[inline(always)]
fn fetch<const V: usize>(children: &mut [Child<'_, V>]) {
    for child in children {
        for changed in &mut child.changed {
            changed.bit = changed.byte >> changed.bit & 1;
        }
    }
}
