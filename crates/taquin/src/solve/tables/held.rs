//! The tables in memory, by goal, the most recently used goal last.

use super::{Construction, TableSize};
use crate::census::distance_table::DistanceTable;
use crate::heuristic::WalkingDistance;
use crate::pdb::{Catalogue, Databases, PatternSum};
use crate::puzzle::{Board, Cell, Move, Shape};
use crate::slide_metric::SlideTables;
use crate::space::{Automaton, MoveOrder};
use std::sync::Arc;

/// All that tables depend on: tiles are numbered by their goal cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct Goal {
    pub(in crate::solve) shape: Shape,
    pub(in crate::solve) blank: Cell,
}

impl Goal {
    pub(in crate::solve) const fn of(board: &Board) -> Goal {
        Goal {
            shape: board.shape(),
            blank: board.blank(),
        }
    }
}

/// The most goals whose tables are held.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) goals: usize,
    /// The most goals whose large pattern databases are held.
    pub(super) large: usize,
}

/// The tables of one goal.
#[derive(Default)]
pub(super) struct OfGoal {
    pub(super) walking: Option<WalkingDistance>,
    /// By metric.
    pub(super) distances: [Option<Arc<DistanceTable>>; 2],
    pub(super) slides: Option<Arc<SlideTables>>,
    pub(super) catalogue: Option<Arc<Catalogue>>,
    /// Boards generated with small pattern databases where larger ones exist.
    pub(super) spent: u64,
    /// By size.
    sums: [Option<Arc<PatternSum>>; 2],
    is_relocated: [bool; 2],
}

impl OfGoal {
    pub(super) fn sum(&self, size: TableSize) -> Option<Arc<PatternSum>> {
        self.sums[size as usize].clone()
    }

    pub(super) const fn is_relocated(&self, size: TableSize) -> bool {
        self.is_relocated[size as usize]
    }

    pub(super) const fn set_relocated(&mut self, size: TableSize) {
        self.is_relocated[size as usize] = true;
    }

    const fn has_large(&self) -> bool {
        self.sums[TableSize::Large as usize].is_some()
    }

    fn drop_large(&mut self) {
        self.sums[TableSize::Large as usize] = None;
        self.is_relocated[TableSize::Large as usize] = false;
        self.spent = 0;
    }
}

/// Everything that is held.
#[derive(Default)]
pub(super) struct Held {
    pub(super) databases: Databases,
    /// Constructions that are in progress.
    pub(super) under_way: Vec<Construction>,
    /// How many tables of a catalogue searches may build.
    pub(super) built_views: usize,
    /// After iterations of this many boards views are chosen, if that is not the default.
    pub(super) worth_choosing: Option<u64>,
    goals: Vec<(Goal, OfGoal)>,
    automata: Vec<(AutomatonKey, Arc<Automaton>)>,
    limits: Option<Limits>,
}

type AutomatonKey = (Shape, [Move; 4]);

impl Held {
    pub(super) fn set_limits(&mut self, limits: Limits) {
        self.limits = Some(limits);
        self.keep_limits();
    }

    /// The tables of a goal, which becomes the most recently used one.
    pub(super) fn goal(&mut self, goal: Goal) -> &mut OfGoal {
        match self.goals.iter().position(|(known, _)| *known == goal) {
            Some(place) => self.goals[place..].rotate_left(1),
            None => {
                self.goals.push((goal, OfGoal::default()));
                self.keep_limits();
            }
        }
        let (_, tables) = self.goals.last_mut().expect("it was found or added");
        tables
    }

    pub(super) fn add_sum(
        &mut self,
        goal: Goal,
        size: TableSize,
        sum: Arc<PatternSum>,
    ) -> Arc<PatternSum> {
        self.goal(goal).sums[size as usize] = Some(Arc::clone(&sum));
        self.keep_limits();
        sum
    }

    pub(super) fn automaton(&self, shape: Shape, order: MoveOrder) -> Option<Arc<Automaton>> {
        let key = (shape, order.moves());
        let known = self.automata.iter().find(|(known, _)| *known == key);
        known.map(|(_, automaton)| Arc::clone(automaton))
    }

    pub(super) fn add_automaton(
        &mut self,
        shape: Shape,
        order: MoveOrder,
        automaton: &Arc<Automaton>,
    ) {
        let key = (shape, order.moves());
        self.automata.push((key, Arc::clone(automaton)));
        self.keep_limits();
    }

    /// Drops the tables beyond the limits, and pattern databases that no sum uses any more. The most recently used goal
    /// stays.
    fn keep_limits(&mut self) {
        let Some(limits) = self.limits else {
            return;
        };
        let before = self.goals.len();
        let too_many = before.saturating_sub(limits.goals.max(1));
        self.goals.drain(..too_many);
        let large = self.goals.iter().filter(|(_, tables)| tables.has_large());
        let too_many_large = large.count().saturating_sub(limits.large.max(1));
        let large = self.goals.iter_mut().map(|(_, tables)| tables);
        let large = large.filter(|tables| tables.has_large());
        large.take(too_many_large).for_each(OfGoal::drop_large);
        let too_many_automata = self.automata.len().saturating_sub(limits.goals.max(1));
        self.automata.drain(..too_many_automata);
        if too_many + too_many_large > 0 {
            let sums = self.goals.iter().flat_map(|(_, tables)| &tables.sums);
            let views = sums.flatten().flat_map(|sum| sum.views());
            let used: Vec<_> = views.flat_map(|view| &view.slots).collect();
            let is_used = |pattern: &_| used.iter().any(|slot| slot.database.pattern() == pattern);
            self.databases.retain(is_used);
        }
    }
}
