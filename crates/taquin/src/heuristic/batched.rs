//! A heuristic of the caller, which estimates many states at once.
//!
//! A search needs one estimate after the other, but a program in another process, or a neural network, is much faster
//! with many states at once. So the search announces states with [`Heuristic::prefetch`]: those that it needs now, and
//! then those that it will probably need next. Estimates are remembered, so the search is the same with any size of
//! batches. How many states are estimated that were not needed is limited by how many were.

use super::Heuristic;
use crate::containers::Key;
use crate::space::Space;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};

/// The most states that are estimated at once.
const BATCH: usize = 256;
/// The number of states that may be estimated before it is known whether such guesses are of use.
const FREE: u64 = 64;
/// The memory for estimates in bytes; when it is full, they are forgotten.
const MEMORY: usize = 64 << 20;
/// At most this many announced states are looked at for each state of a batch.
const LOOKED_AT: usize = 8;

/// Estimates states of a space: one number for each, or `None` if it cannot go on.
pub trait BatchEstimator<State> {
    /// The estimates of some states, in order.
    fn estimate(&mut self, states: &[State]) -> Option<Vec<u32>>;

    /// The estimate of one state.
    fn estimate_one(&mut self, state: &State) -> Option<u32> {
        only(self.estimate(std::slice::from_ref(state))?)
    }
}

/// The only one of some estimates; `None` if there are none or several.
pub(crate) fn only(estimates: Vec<u32>) -> Option<u32> {
    match estimates[..] {
        [h] => Some(h),
        _ => None,
    }
}

impl<State, F: FnMut(&[State]) -> Option<Vec<u32>>> BatchEstimator<State> for F {
    fn estimate(&mut self, states: &[State]) -> Option<Vec<u32>> {
        self(states)
    }
}

/// The heuristic of an estimator. The estimate of the goal is always 0.
pub struct Batched<'a, S: Space> {
    space: &'a S,
    has_failed: Cell<bool>,
    inner: RefCell<Inner<'a, S>>,
    wants_prefetch: bool,
}

impl<S: Space> std::fmt::Debug for Batched<'_, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("Batched");
        debug
            .field("has_failed", &self.has_failed)
            .finish_non_exhaustive()
    }
}

struct Inner<'a, S: Space> {
    estimator: &'a mut dyn BatchEstimator<S::State>,
    known: HashMap<Hashed<S::Key>, Known>,
    bytes: usize,
    /// States that were needed.
    used: u64,
    /// States that were estimated and have not been needed so far.
    guesses: u64,
}

struct Known {
    h: u32,
    is_guess: bool,
}

/// A key with the hash of its type.
#[derive(PartialEq, Eq)]
struct Hashed<K: Key>(K);

impl<K: Key> Hash for Hashed<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash());
    }
}

impl<'a, S: Space> Batched<'a, S> {
    /// The heuristic of an estimator for a space.
    pub fn new(space: &'a S, estimator: &'a mut dyn BatchEstimator<S::State>) -> Batched<'a, S> {
        Batched {
            space,
            has_failed: Cell::new(false),
            inner: RefCell::new(Inner {
                estimator,
                known: HashMap::new(),
                bytes: 0,
                used: 0,
                guesses: 0,
            }),
            wants_prefetch: true,
        }
    }

    /// Estimates states one by one when they are needed: for estimators that are not faster with many at once.
    #[must_use]
    pub fn one_by_one(mut self) -> Batched<'a, S> {
        self.wants_prefetch = false;
        self
    }

    /// Whether the estimator could not go on. All estimates are 0 from then on, and the search should be stopped.
    pub const fn has_failed(&self) -> &Cell<bool> {
        &self.has_failed
    }

    /// Estimates the states that are needed and not known, and some of the likely ones with them.
    fn fetch(&self, needed: &[S::State], likely: &mut dyn Iterator<Item = S::State>) {
        let mut keys = HashSet::new();
        let mut is_new = |state: &S::State| {
            let key = Hashed(self.space.key(state));
            !self.inner.borrow().known.contains_key(&key) && keys.insert(key)
        };
        let mut batch: Vec<S::State> = needed.iter().filter(|s| is_new(s)).cloned().collect();
        if batch.is_empty() || self.has_failed.get() {
            return;
        }
        let missing = batch.len();
        let most = BATCH.min(missing + self.inner.borrow().allowed_guesses());
        let mut likely = likely.take(LOOKED_AT * BATCH);
        while batch.len() < most
            && let Some(state) = likely.next()
        {
            if is_new(&state) {
                batch.push(state);
            }
        }
        let inner = &mut *self.inner.borrow_mut();
        match inner.estimator.estimate(&batch) {
            Some(estimates) if estimates.len() == batch.len() => {
                for (number, (state, h)) in batch.iter().zip(estimates).enumerate() {
                    inner.learn(self.space.key(state), h, number >= missing);
                }
            }
            _ => self.has_failed.set(true),
        }
    }

    fn look_up(&self, state: &S::State) -> u32 {
        if self.space.is_goal(state) || self.has_failed.get() {
            return 0;
        }
        let key = Hashed(self.space.key(state));
        if let Some(h) = self.inner.borrow_mut().find(&key) {
            return h;
        }
        let inner = &mut *self.inner.borrow_mut();
        match inner.estimator.estimate_one(state) {
            Some(h) => {
                inner.learn(key.0, h, false);
                h
            }
            None => {
                self.has_failed.set(true);
                0
            }
        }
    }
}

impl<S: Space> Inner<'_, S> {
    /// How many states may be estimated that are not needed yet.
    fn allowed_guesses(&self) -> usize {
        let allowed = (FREE + self.used).saturating_sub(self.guesses);
        usize::try_from(allowed).unwrap_or(BATCH)
    }

    fn find(&mut self, key: &Hashed<S::Key>) -> Option<u32> {
        let known = self.known.get_mut(key)?;
        if std::mem::replace(&mut known.is_guess, false) {
            self.guesses -= 1;
            self.used += 1;
        }
        Some(known.h)
    }

    fn learn(&mut self, key: S::Key, h: u32, is_guess: bool) {
        if self.bytes > MEMORY {
            self.known.clear();
            (self.bytes, self.guesses) = (0, 0);
        }
        self.bytes += size_of::<(Hashed<S::Key>, Known)>() + key.heap_bytes();
        if is_guess {
            self.guesses += 1
        } else {
            self.used += 1
        }
        self.known.insert(Hashed(key), Known { h, is_guess });
    }
}

impl<S: Space> Heuristic<S> for Batched<'_, S> {
    type Memo = u32;
    const BATCHES: bool = true;

    fn wants_prefetch(&self) -> bool {
        self.wants_prefetch
    }

    fn start(&self, state: &S::State) -> u32 {
        self.look_up(state)
    }

    fn after(&self, _: u32, _: &S::State, _: S::Move, to: &S::State) -> u32 {
        self.look_up(to)
    }

    fn estimate(&self, memo: u32) -> u32 {
        memo
    }

    fn known(&self, state: &S::State) -> Option<u32> {
        if self.space.is_goal(state) {
            return Some(0);
        }
        let key = Hashed(self.space.key(state));
        self.inner.borrow().known.get(&key).map(|known| known.h)
    }

    fn prefetch(&self, needed: &[S::State], likely: &mut dyn Iterator<Item = S::State>) {
        self.fetch(needed, likely);
    }
}
