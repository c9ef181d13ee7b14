//! Chooses the views that prune most for the board at hand.
//!
//! 1. *Frontier score.* A few thousand boards near the start are estimated by every view of the catalogue whose tables are
//!    there. A board with estimate h has about b^(−h/2) descendants within a bound, where b is the growth per iteration; the
//!    views with the smallest sums make the shortlist.
//! 2. *Sampled tree.* A part of an earlier iteration is searched with all views of the shortlist at once. Tables are
//!    consistent, so a node is within the bound of a set of views if it is within that of each: one mask per node counts
//!    the nodes of every set.
//! 3. The set of two to four views with the least expected time is chosen.
//!
//! The choice depends on the board, the bound, the counts of the iteration before and the tables that are there; not on
//! clocks or threads. Choosing tables for each instance is due to Felner & Adler (SARA 2005); there they were built anew.

use super::node::MAX_VIEWS;
use super::panel::{Panel, Position};
use crate::pdb::{BuildStopped, Catalogue, Databases};
use crate::puzzle::Problem;
use crate::space::{Allowed, Automaton, MoveOrder, Packed25, Space};
use crate::support::bits::SetBits;
use crate::support::hash::fnv1a_of;
use crate::support::parallel::{TaskQueue, together};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// The frontier is the first depth with this number of paths.
const FRONTIER: usize = 4000;
/// The square root of the growth per iteration (7 to 8 on 5×5), inverted: the weight of one move more.
const PER_MOVE: f64 = 0.365;
/// The views on the shortlist: one bit each.
const SHORTLIST: usize = 64;
/// The nodes of the sampled tree, in as many shares, each of which can be made by another thread.
const SAMPLE: usize = 64_000;
const SHARES: usize = 16;
/// The subtrees from which the sample is taken begin at the first depth with this number of paths.
const SUBTREES: usize = 12_000;
/// The tree that is sampled has at most this number of nodes, approximately, so that the sample is a fair part.
const SAMPLED: u64 = 100_000_000;
/// The growth per iteration.
const GROWTH: u64 = 7;
/// The time for a node with two, three and four views, in hundredths (an experiment: 22.2, 16.1 and 13.8 million nodes per
/// second, one thread).
const TIME: [u64; MAX_VIEWS - 1] = [100, 140, 165];
/// The sets that are extended by one more view.
const BEST: usize = 24;

/// The frontier's boards between two questions whether to go on: about a millisecond.
const PAUSE: usize = 64;

/// Whether to go on; called every few milliseconds.
type GoOn<'a> = dyn FnMut() -> ControlFlow<()> + 'a;

/// What a choice depends on.
#[derive(Clone, Copy)]
pub struct Choice<'a> {
    /// The board.
    pub problem: &'a Problem,
    /// The views.
    pub catalogue: &'a Catalogue,
    /// The tables; views that need others are not chosen.
    pub tables: &'a Databases,
    /// The automaton of the shape.
    pub automaton: &'a Automaton,
    /// The bound of the iteration for which views are chosen.
    pub bound: u32,
    /// The nodes generated in the iteration before.
    pub generated: u64,
    /// The number of threads.
    pub threads: usize,
}

impl Choice<'_> {
    /// The chosen views, those that are evaluated first first. `None` if the tables allow no choice. It takes a few seconds
    /// of CPU time, in which `go_on` can stop it.
    pub fn run(&self, go_on: &mut GoOn<'_>) -> Result<Option<Vec<u16>>, BuildStopped> {
        let views = self.available();
        let space = Packed25::new(self.problem, MoveOrder::default());
        let table = self.tables.get(&self.catalogue.tables()[0]);
        let (Some(space), Some(table), true) = (space, table, views.len() > 2) else {
            return Ok(None);
        };
        let start = space.start();
        let successors = table.index().successors(&mut |_| None);
        let panel = |patterns: &[u16]| {
            Panel::new(
                self.catalogue,
                patterns,
                self.tables,
                successors,
                self.automaton,
            )
        };
        let (patterns, groups) = self.patterns_of(&views);
        let shortlist: Vec<u16> = {
            let panel = panel(&patterns);
            let scores = scores(&panel, panel.start(&start), &groups, go_on)?;
            let mut order: Vec<usize> = (0..views.len()).collect();
            order.sort_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(a.cmp(&b)));
            order
                .iter()
                .take(SHORTLIST)
                .map(|&view| views[view])
                .collect()
        };
        let (patterns, groups) = self.patterns_of(&shortlist);
        let panel = panel(&patterns);
        let sample = Sample::new(&panel, &groups, self.sampled_bound());
        let masks = sample.masks(&panel.start(&start), self.threads, go_on)?;
        let best = best(&masks, shortlist.len());
        Ok(best.map(|best| best.into_iter().map(|view| shortlist[view]).collect()))
    }

    /// The views whose tables are all there.
    fn available(&self) -> Vec<u16> {
        let tables = self.catalogue.tables().iter();
        let is_there: Vec<bool> = tables.map(|table| self.tables.contains(table)).collect();
        let patterns = self.catalogue.patterns();
        let views = self.catalogue.views().iter().enumerate();
        let complete = views.filter(|(_, groups)| {
            let mut groups = groups.iter();
            groups.all(|&group| is_there[patterns[usize::from(group)].table])
        });
        complete.map(|(view, _)| view as u16).collect()
    }

    /// The patterns of some views, each once, and for each view the places of its groups among them.
    fn patterns_of(&self, views: &[u16]) -> (Vec<u16>, Vec<[u16; 4]>) {
        let mut place_of = vec![None; self.catalogue.patterns().len()];
        let mut patterns = Vec::new();
        let groups = views.iter().map(|&view| {
            self.catalogue.views()[usize::from(view)].map(|pattern| {
                *place_of[usize::from(pattern)].get_or_insert_with(|| {
                    patterns.push(pattern);
                    patterns.len() as u16 - 1
                })
            })
        });
        let groups = groups.collect();
        (patterns, groups)
    }

    /// The bound of the sampled tree: two iterations before, or more where those are too large.
    fn sampled_bound(&self) -> u32 {
        let (mut bound, mut nodes) = (self.bound.saturating_sub(4), self.generated / GROWTH);
        while nodes > SAMPLED {
            bound = bound.saturating_sub(2);
            nodes /= GROWTH;
        }
        bound
    }
}

/// For each view, the weight of all boards of the frontier.
fn scores(
    panel: &Panel<'_>,
    mut position: Position,
    groups: &[[u16; 4]],
    go_on: &mut GoOn<'_>,
) -> Result<Vec<f64>, BuildStopped> {
    let depth = depth_with(panel.automaton, position.state, FRONTIER);
    // Smaller weights are 0: such boards are far beyond every bound.
    let weights: Vec<f64> = (0..1024).map(|sum| PER_MOVE.powi(sum)).collect();
    let least = groups.iter().map(|groups| sum(&position, groups)).min();
    let least = least.unwrap_or(0).saturating_sub(depth);
    let (mut scores, mut boards) = (vec![0.0; groups.len()], 0);
    let mut add = |position: &Position| {
        for (score, groups) in scores.iter_mut().zip(groups) {
            let sum = sum(position, groups).saturating_sub(least);
            *score += weights.get(sum).copied().unwrap_or(0.0);
        }
        boards += 1;
        if boards % PAUSE == 0 {
            go_on()
        } else {
            ControlFlow::Continue(())
        }
    };
    match walk(panel, &mut position, depth, &mut add) {
        ControlFlow::Continue(()) => Ok(scores),
        ControlFlow::Break(()) => Err(BuildStopped),
    }
}

fn sum(position: &Position, groups: &[u16; 4]) -> usize {
    let distances = groups.map(|group| usize::from(position.distances[usize::from(group)]));
    distances.into_iter().sum()
}

/// Visits the boards at the ends of all paths of a length, until `visit` breaks.
fn walk(
    panel: &Panel<'_>,
    position: &mut Position,
    depth: usize,
    visit: &mut impl FnMut(&Position) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if depth == 0 {
        return visit(position);
    }
    let state = position.state;
    for &allowed in moves(panel.automaton, state) {
        panel.play(position, allowed);
        walk(panel, position, depth - 1, visit)?;
        panel.take_back(position, allowed, state);
    }
    ControlFlow::Continue(())
}

fn moves(automaton: &Automaton, state: u16) -> &[Allowed] {
    let row = automaton.row(state);
    &row[..row[0].count()]
}

/// The first length with at least this number of paths.
fn depth_with(automaton: &Automaton, state: u16, paths: usize) -> usize {
    let (mut states, mut depth) = (vec![state], 0);
    while (1..paths).contains(&states.len()) {
        let after = states.iter().flat_map(|&state| moves(automaton, state));
        states = after.map(|allowed| allowed.state()).collect();
        depth += 1;
    }
    depth
}

/// A part of an iteration, searched with many views at once.
struct Sample<'a> {
    panel: &'a Panel<'a>,
    /// For each view, its groups.
    groups: &'a [[u16; 4]],
    /// For each home and each view, the group of its tile.
    group_of: Vec<[u16; SHORTLIST]>,
    bound: u32,
}

/// What is on the way to a node.
struct Path {
    position: Position,
    /// The number of moves.
    length: u32,
    /// The estimates of the views.
    sums: [u8; SHORTLIST],
}

impl<'a> Sample<'a> {
    fn new(panel: &'a Panel<'a>, groups: &'a [[u16; 4]], bound: u32) -> Sample<'a> {
        let mut group_of = vec![[0; SHORTLIST]; panel.homes()];
        for (view, groups) in groups.iter().enumerate() {
            for &group in groups {
                for home in panel.homes_of(group) {
                    group_of[home][view] = group;
                }
            }
        }
        Sample {
            panel,
            groups,
            group_of,
            bound,
        }
    }

    /// For each node of the sample, the views within whose bound it is: at least two.
    fn masks(
        &self,
        start: &Position,
        threads: usize,
        go_on: &mut GoOn<'_>,
    ) -> Result<Vec<u64>, BuildStopped> {
        let mut path = Path {
            position: start.clone(),
            length: 0,
            sums: [0; SHORTLIST],
        };
        for (total, groups) in path.sums.iter_mut().zip(self.groups) {
            *total = sum(start, groups) as u8;
        }
        let depth = depth_with(self.panel.automaton, start.state, SUBTREES);
        let mut roots = Vec::new();
        self.roots(&mut path, depth, &mut Vec::new(), &mut roots);
        // In an order that has nothing to do with that of the moves.
        roots.sort_by_key(|root| (fnv1a_of(root.iter().copied()), root.clone()));
        let shares = Mutex::new(vec![Vec::new(); SHARES]);
        let (queue, is_stopped) = (TaskQueue::new(0, SHARES), AtomicBool::new(false));
        let work = |go_on: &mut dyn FnMut() -> bool| {
            while let Some(share) = queue.take() {
                let own = roots.iter().skip(share).step_by(SHARES);
                let own = own.take_while(|_| go_on());
                let masks = self.share(start, path.sums, own);
                shares.lock().expect("no thread panics here")[share] = masks;
            }
        };
        let is_going_on = || !is_stopped.load(Ordering::Relaxed);
        let mut look = || {
            if is_going_on() && go_on().is_break() {
                is_stopped.store(true, Ordering::Relaxed);
            }
            is_going_on()
        };
        together(
            threads.min(SHARES),
            |others| {
                work(&mut look);
                others.wait(|| {
                    look();
                });
            },
            || work(&mut || is_going_on()),
        );
        if is_stopped.into_inner() {
            return Err(BuildStopped);
        }
        let shares = shares.into_inner().expect("no thread panics here");
        Ok(shares.concat())
    }

    /// Collects the paths to the subtrees' roots.
    fn roots(&self, path: &mut Path, depth: usize, way: &mut Vec<u8>, roots: &mut Vec<Vec<u8>>) {
        if depth == 0 {
            return roots.push(way.clone());
        }
        self.each_child(path, &mut |path, allowed, _| {
            way.push(allowed.place());
            self.roots(path, depth - 1, way, roots);
            way.pop();
        });
    }

    /// The masks of one share.
    fn share<'b>(
        &self,
        start: &Position,
        sums: [u8; SHORTLIST],
        roots: impl Iterator<Item = &'b Vec<u8>>,
    ) -> Vec<u64> {
        let mut masks = Vec::new();
        for root in roots {
            let mut path = Path {
                position: start.clone(),
                length: 0,
                sums,
            };
            for &place in root {
                let row = moves(self.panel.automaton, path.position.state).iter();
                let allowed = row.copied().find(|allowed| allowed.place() == place);
                self.play(&mut path, allowed.expect("the way was found before"));
            }
            self.visit(&mut path, &mut masks);
            if masks.len() >= SAMPLE / SHARES {
                break;
            }
        }
        masks
    }

    /// Visits a node's descendants, until the share has enough nodes.
    fn visit(&self, path: &mut Path, masks: &mut Vec<u64>) {
        if masks.len() >= SAMPLE / SHARES {
            return;
        }
        self.each_child(path, &mut |path, _, mask| {
            masks.push(mask);
            self.visit(path, masks);
        });
    }

    /// Calls `visit` for the children that are within the bound of at least two views.
    fn each_child(&self, path: &mut Path, visit: &mut dyn FnMut(&mut Path, Allowed, u64)) {
        let (state, sums) = (path.position.state, path.sums);
        for &allowed in moves(self.panel.automaton, state) {
            self.play(path, allowed);
            let mask = self.mask(path);
            if mask.count_ones() >= 2 {
                visit(path, allowed, mask);
            }
            self.panel.take_back(&mut path.position, allowed, state);
            path.sums = sums;
            path.length -= 1;
        }
    }

    fn play(&self, path: &mut Path, allowed: Allowed) {
        let home = self.panel.home_at(&path.position, allowed.source());
        let groups = &self.group_of[home];
        let before = groups.map(|group| path.position.distances[usize::from(group)]);
        self.panel.play(&mut path.position, allowed);
        for ((sum, &group), before) in path.sums.iter_mut().zip(groups).zip(before) {
            let after = path.position.distances[usize::from(group)];
            *sum = sum.wrapping_add(after).wrapping_sub(before);
        }
        path.length += 1;
    }

    /// The views within whose bound a node is.
    fn mask(&self, path: &Path) -> u64 {
        let left = self.bound.saturating_sub(path.length);
        let sums = path.sums.iter().take(self.groups.len()).enumerate();
        let within = sums.map(|(view, &sum)| u64::from(u32::from(sum) <= left) << view);
        within.sum()
    }
}

/// The set of views with the least expected time: for each view of the shortlist, the nodes within its bound are a set, and
/// those of several views are its intersections.
fn best(masks: &[u64], views: usize) -> Option<Vec<usize>> {
    let mut nodes = vec![vec![0u64; masks.len().div_ceil(64)]; views];
    for (number, &mask) in masks.iter().enumerate() {
        for view in SetBits::of(mask) {
            nodes[view][number / 64] |= 1 << (number % 64);
        }
    }
    let count = |set: &[usize]| -> u64 {
        let words = 0..masks.len().div_ceil(64);
        let both = words.map(|word| {
            set.iter()
                .fold(u64::MAX, |all, &view| all & nodes[view][word])
        });
        both.map(|word| u64::from(word.count_ones())).sum()
    };
    let mut sets: Vec<(u64, Vec<usize>)> = Vec::new();
    for first in 0..views {
        sets.extend((0..first).map(|second| (count(&[second, first]), vec![second, first])));
    }
    let mut best: Option<(u64, Vec<usize>)> = None;
    for per_node in TIME {
        sets.sort();
        sets.dedup();
        sets.truncate(BEST);
        let Some((nodes, set)) = sets.first() else {
            break;
        };
        let time = nodes * per_node;
        if best.as_ref().is_none_or(|(least, _)| time < *least) {
            best = Some((time, set.clone()));
        }
        let longer = sets.iter().flat_map(|(_, set)| {
            let others = (0..views).filter(|view| !set.contains(view));
            others.map(|view| {
                let mut longer = [&set[..], &[view]].concat();
                longer.sort_unstable();
                longer
            })
        });
        sets = longer.map(|set| (count(&set), set)).collect();
    }
    let (_, mut set) = best?;
    // The pair that prunes most is evaluated first.
    let pairs = (0..set.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let (a, b) = pairs.min_by_key(|&(a, b)| (count(&[set[a], set[b]]), a, b))?;
    set.swap(0, a);
    set.swap(1, b);
    Some(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts by going through all sets and all masks.
    #[test]
    fn the_set_with_the_least_time_is_chosen() {
        let mut random = 1u64;
        for views in [3, 5, 6] {
            let masks: Vec<u64> = (0..500)
                .map(|_| {
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    random >> 40 & random >> 20 & ((1 << views) - 1)
                })
                .collect();
            let count = |set: u64| masks.iter().filter(|&&mask| mask & set == set).count() as u64;
            let sets = (0..1u64 << views).filter(|set| (2..=4).contains(&set.count_ones()));
            let time = |set: u64| count(set) * TIME[set.count_ones() as usize - 2];
            let least = sets.map(time).min().unwrap();
            let chosen = best(&masks, views).unwrap();
            let set: u64 = chosen.iter().fold(0, |set, view| set | 1 << view);
            assert_eq!(set.count_ones() as usize, chosen.len());
            assert_eq!(time(set), least);
            let first = count(1 << chosen[0] | 1 << chosen[1]);
            let pairs = chosen
                .iter()
                .flat_map(|a| chosen.iter().map(move |b| (a, b)));
            let pairs = pairs
                .filter(|(a, b)| a != b)
                .map(|(a, b)| count(1 << a | 1 << b));
            assert_eq!(pairs.min(), Some(first));
        }
    }
}
