//! The hot loop: takes nodes from a stack, generates their children, and pushes those within the bound.

use super::node::{Context, Node, PAIR, Placed, Step};
use crate::pdb::{MAX_GROUPS, Successor};
use crate::search::Stats;
use crate::space::Allowed;
use std::ops::Range;

/// Nodes per batch: more would exceed the first-level cache, fewer would leave the processor waiting for memory.
const BATCH: usize = 16;
/// The most children of a batch.
const CHILDREN: usize = 4 * BATCH;
/// Log entries beyond those that are needed: few enough to stay in the cache.
const LOG: usize = 64 * BATCH;
/// The number of batches between two calls of `go_on`.
const CHECK_EVERY: u32 = 1 << 10;
/// The highest bit of each view's slack.
const NEGATIVE: u32 = 0x8080_8080;

/// How a move changes one group.
#[derive(Clone, Copy, Default)]
struct Changed {
    before: Placed,
    next: Successor,
    order: u16,
    /// First the byte of the table that has the bit of the placement, then the bit.
    bit: u8,
    group: u8,
}

/// A child that has not been pruned yet.
#[derive(Clone, Copy)]
struct Child<const V: usize> {
    changed: [Changed; V],
    allowed: Allowed,
    step: Step,
    slack: u32,
    parent: u8,
}

/// The buffers for a batch.
struct Workspace<const V: usize, const G: usize, const N: usize> {
    batch: [Node<V, G, N>; BATCH],
    /// A row of moves is copied as a whole: the last one may extend beyond the children.
    children: [Child<V>; CHILDREN + 4],
    /// The children within the bound, by index.
    alive: [u8; CHILDREN],
}

impl<const V: usize, const G: usize, const N: usize> Workspace<V, G, N> {
    /// Filled with placeholders: any node, and children that are never read.
    fn new(node: Node<V, G, N>) -> Self {
        let child = Child {
            changed: [Changed::default(); V],
            allowed: Allowed::default(),
            step: Step::default(),
            slack: 0,
            parent: 0,
        };
        Workspace {
            batch: [node; BATCH],
            children: [child; CHILDREN + 4],
            alive: [0; CHILDREN],
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

    /// Processes one batch stage by stage: each stage ends where the next one needs what it has looked up, so that the
    /// lookups of all children overlap. Returns a child that is the goal.
    #[inline(always)]
    fn step(
        &mut self,
        context: &Context<'_, V, G, N>,
        workspace: &mut Workspace<V, G, N>,
    ) -> Option<Node<V, G, N>> {
        let Workspace {
            batch,
            children,
            alive,
        } = workspace;
        let taken = self.take(batch);
        let made = list(context, &batch[..taken], children);
        let mut count = first_pair(context, batch, &mut children[..made], alive);
        if V > PAIR {
            count = second_pair(context, batch, children, alive, count);
        }
        self.generated += made as u64;
        self.selected += taken as u64;
        self.push(batch, children, &alive[..count])
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
    fn push(
        &mut self,
        batch: &[Node<V, G, N>; BATCH],
        children: &[Child<V>; CHILDREN + 4],
        alive: &[u8],
    ) -> Option<Node<V, G, N>> {
        let mut goal = None;
        let space = &mut self.nodes[self.height..][..CHILDREN];
        for (&number, node) in alive.iter().zip(space) {
            let child = &children[usize::from(number) % CHILDREN];
            let parent = &batch[usize::from(child.parent) % BATCH];
            *node = *parent;
            for (groups, changed) in node.groups.iter_mut().zip(&child.changed) {
                groups[usize::from(changed.group)] = Placed {
                    vertex: changed.next.vertex(),
                    order: changed.order,
                    bit: changed.bit,
                };
            }
            let allowed = child.allowed;
            node.kinds[allowed.blank() % N] = parent.kinds[allowed.source() % N];
            node.slack = child.slack;
            node.state = allowed.state();
            node.last = allowed.place();
            node.left = parent.left - 1;
            if node.left == 0 {
                goal = Some(*node);
            }
        }
        self.height += alive.len();
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

/// Lists the children. Whole rows are copied, and what is not allowed is overwritten: a mispredicted branch would cost more.
#[inline(always)]
fn list<const V: usize, const G: usize, const N: usize>(
    context: &Context<'_, V, G, N>,
    batch: &[Node<V, G, N>],
    children: &mut [Child<V>; CHILDREN + 4],
) -> usize {
    let mut made = 0;
    for (number, node) in batch.iter().enumerate() {
        let row = context.automaton.row(node.state);
        let places = children[made.min(CHILDREN)..].first_chunk_mut::<4>();
        let places = places.expect("there is space for a row");
        for (child, &allowed) in places.iter_mut().zip(row) {
            (child.allowed, child.parent) = (allowed, number as u8);
        }
        made += row[0].count();
    }
    made
}

/// Evaluates the first two views of all children. Lists those within the bound, and returns their number.
#[inline(always)]
fn first_pair<const V: usize, const G: usize, const N: usize>(
    context: &Context<'_, V, G, N>,
    batch: &[Node<V, G, N>; BATCH],
    children: &mut [Child<V>],
    alive: &mut [u8; CHILDREN],
) -> usize {
    for child in &mut *children {
        follow(context, batch, child, 0..PAIR);
    }
    for child in &mut *children {
        turn(context, child, 0..PAIR);
    }
    for child in &mut *children {
        fetch(context, child, 0..PAIR);
    }
    let mut count = 0;
    for (number, child) in children.iter_mut().enumerate() {
        child.slack = batch[usize::from(child.parent) % BATCH].slack;
        weigh(child, 0..PAIR);
        alive[count % CHILDREN] = number as u8;
        count += usize::from(child.slack & NEGATIVE == 0);
    }
    count
}

/// Evaluates the other views of the children that are within the bound of the first two.
#[inline(always)]
fn second_pair<const V: usize, const G: usize, const N: usize>(
    context: &Context<'_, V, G, N>,
    batch: &[Node<V, G, N>; BATCH],
    children: &mut [Child<V>; CHILDREN + 4],
    alive: &mut [u8; CHILDREN],
    count: usize,
) -> usize {
    let listed = &alive[..count];
    for &number in listed {
        follow(
            context,
            batch,
            &mut children[usize::from(number) % CHILDREN],
            PAIR..V,
        );
    }
    for &number in listed {
        turn(
            context,
            &mut children[usize::from(number) % CHILDREN],
            PAIR..V,
        );
    }
    for &number in listed {
        fetch(
            context,
            &mut children[usize::from(number) % CHILDREN],
            PAIR..V,
        );
    }
    let mut left = 0;
    for place in 0..count {
        let number = alive[place % CHILDREN];
        let child = &mut children[usize::from(number) % CHILDREN];
        weigh(child, PAIR..V);
        alive[left % CHILDREN] = number;
        left += usize::from(child.slack & NEGATIVE == 0);
    }
    left
}

/// Looks up where the move leads in some views.
#[inline(always)]
fn follow<const V: usize, const G: usize, const N: usize>(
    context: &Context<'_, V, G, N>,
    batch: &[Node<V, G, N>; BATCH],
    child: &mut Child<V>,
    views: Range<usize>,
) {
    let node = &batch[usize::from(child.parent) % BATCH];
    let pair = views.start / PAIR;
    let kind = Context::<V, G, N>::kind(node.kinds[child.allowed.source() % N], pair);
    let step = context.steps[pair][child.allowed.number()][kind];
    for (place, view) in views.enumerate() {
        let group = step.group(place);
        let before = node.groups[view][usize::from(group)];
        let changed = &mut child.changed[view];
        changed.before = before;
        changed.next = context.successor(before.vertex, step.edge(place));
        changed.group = group;
    }
    child.step = step;
}

/// Looks up the orders of the tiles after the move.
#[inline(always)]
fn turn<const V: usize, const G: usize, const N: usize>(
    context: &Context<'_, V, G, N>,
    child: &mut Child<V>,
    views: Range<usize>,
) {
    for changed in &mut child.changed[views] {
        let turn = context.turns[changed.next.turn()] as usize;
        changed.order = context.passed[turn + usize::from(changed.before.order)];
    }
}

/// Reads the tables.
#[inline(always)]
fn fetch<const V: usize, const G: usize, const N: usize>(
    context: &Context<'_, V, G, N>,
    child: &mut Child<V>,
    views: Range<usize>,
) {
    for view in views {
        let changed = &mut child.changed[view];
        let table = &context.tables[view][usize::from(changed.group) % MAX_GROUPS];
        changed.bit = table.byte(changed.next.vertex(), changed.order);
    }
}

/// Subtracts from the slack of each view what its table says.
#[inline(always)]
fn weigh<const V: usize>(child: &mut Child<V>, views: Range<usize>) {
    let first = 8 * views.start;
    let mut away = child.step.flips();
    for (place, changed) in child.changed[views].iter_mut().enumerate() {
        changed.bit = changed.bit >> (changed.order & 7) & 1;
        let differs = u32::from(changed.before.bit ^ changed.bit) ^ changed.next.parity();
        away ^= differs << (8 * place);
    }
    // A view without slack borrows from the next one: the child is pruned anyway.
    child.slack = child.slack.wrapping_sub(away << first);
}
