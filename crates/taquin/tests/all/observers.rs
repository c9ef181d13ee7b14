//! What searches report to their observers, and what happens when an observer stops them.

use crate::common::{board, shape};
use crate::engines::{Engine, OPTIMAL, certified, for_boards};
use std::ops::ControlFlow;
use taquin::heuristic::{Manhattan, Zero};
use taquin::search::{Ended, Event, Observer, Visit, Weight};
use taquin::space::{MoveOrder, Packed16, Space};
use taquin::{Goal, Move, Problem};

fn packed(problem: &Problem) -> Packed16 {
    Packed16::new(problem, MoveOrder::default()).unwrap()
}

/// An observer that stops a search when its function says so.
struct Watch<F>(F);

impl<S: Space, F: FnMut(Event<'_, S>) -> ControlFlow<()>> Observer<S> for Watch<F> {
    fn observe(&mut self, event: Event<'_, S>) -> ControlFlow<()> {
        (self.0)(event)
    }
}

/// An observer that never stops a search.
struct Listen<F>(F);

impl<S: Space, F: FnMut(Event<'_, S>)> Observer<S> for Listen<F> {
    fn observe(&mut self, event: Event<'_, S>) -> ControlFlow<()> {
        (self.0)(event);
        ControlFlow::Continue(())
    }
}

/// The numbers that the course's FAQ prints for this board: ten nodes enqueued, five dequeued, all of priority 4 or 6.
#[test]
fn the_courses_example_dequeues_five_nodes() {
    let start = board(3, 3, &[0, 1, 3, 4, 2, 5, 7, 8, 6]);
    let problem = Problem::new(start, Goal::Last.board(shape(3, 3))).unwrap();
    let (mut opened, mut selected) = (Vec::new(), Vec::new());
    let mut observer = Listen(|event: Event<'_, Packed16>| match event {
        Event::Opened(Visit { g, h, .. }) => opened.push(g + h),
        Event::Selected(Visit { g, h, .. }) => selected.push((g, h)),
        _ => {}
    });
    let manhattan = Manhattan::new(shape(3, 3));
    let outcome = Engine::AStar.run(&packed(&problem), &manhattan, &mut observer);
    assert_eq!(certified(&problem, outcome), 4);
    assert_eq!(selected, [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)]);
    assert_eq!(opened.len(), 10);
    assert!(opened.iter().all(|priority| [4, 6].contains(priority)));
}

/// Manhattan distance is consistent.
#[test]
fn priorities_of_selected_states_never_decrease() {
    for_boards(shape(3, 3), 12_007, |problem, _| {
        let manhattan = Manhattan::new(shape(3, 3));
        type Priority = fn(u32, u32) -> u32;
        let (sum, cost): (Priority, Priority) = (|g, h| g + h, |g, _| g);
        for (engine, priority) in [(Engine::AStar, sum), (Engine::Cost, cost)] {
            let mut least = 0;
            let mut observer = Listen(|event: Event<'_, Packed16>| {
                if let Event::Selected(Visit { g, h, .. }) = event {
                    assert!(priority(g, h) >= least, "{engine:?}");
                    least = priority(g, h);
                }
            });
            engine.run(&packed(problem), &manhattan, &mut observer);
        }
    });
}

#[test]
fn the_bounds_of_idastar_rise_by_two_from_the_estimate_to_the_length() {
    for_boards(shape(3, 3), 1009, |problem, distance| {
        let mut bounds = Vec::new();
        let mut observer = Listen(|event: Event<'_, Packed16>| {
            if let Event::Bound(bound) = event {
                bounds.push(bound);
            }
        });
        let manhattan = Manhattan::new(shape(3, 3));
        Engine::IdaStar.run(&packed(problem), &manhattan, &mut observer);
        assert!(bounds.windows(2).all(|pair| pair[0] + 2 == pair[1]));
        assert!(distance == 0 || bounds.last() == Some(&distance));
    });
}

#[test]
fn no_move_undoes_the_last_one() {
    for_boards(shape(3, 3), 20_011, |problem, _| {
        let manhattan = Manhattan::new(shape(3, 3));
        for engine in OPTIMAL.into_iter().chain([Engine::Greedy]) {
            // The moves to the last selected state; in best-first searches only the last one.
            let mut lasts: Vec<Option<Move>> = Vec::new();
            let mut observer = Listen(|event: Event<'_, Packed16>| match event {
                Event::Selected(visit) if engine == Engine::IdaStar => {
                    lasts.truncate(visit.g as usize);
                    check_not_undone(lasts.last(), visit.last);
                    lasts.push(visit.last);
                }
                Event::Selected(visit) => lasts = vec![visit.last],
                Event::Opened(visit) => check_not_undone(lasts.last(), visit.last),
                _ => {}
            });
            engine.run(&packed(problem), &manhattan, &mut observer);
        }
    });
}

fn check_not_undone(last: Option<&Option<Move>>, next: Option<Move>) {
    if let (Some(Some(last)), Some(next)) = (last, next) {
        assert_ne!(next, last.opposite());
    }
}

/// The reported events agree with the counters.
#[test]
fn events_are_counted() {
    for_boards(shape(3, 3), 20_011, |problem, distance| {
        let manhattan = Manhattan::new(shape(3, 3));
        for engine in OPTIMAL {
            let (mut selected, mut ticks) = (0u64, 0);
            let mut observer = Listen(|event: Event<'_, Packed16>| match event {
                Event::Selected(_) => selected += 1,
                Event::Tick { stats, at_least } => {
                    ticks += 1;
                    assert!(at_least <= distance, "{engine:?}");
                    // Both directions are in it; the state that will be selected next may be, too.
                    assert!(stats.selected - selected <= 1, "{engine:?}");
                    assert!(stats.peak_bytes > 0 || engine == Engine::IdaStar);
                }
                _ => {}
            });
            let stats = engine
                .run(&packed(problem), &manhattan, &mut observer)
                .stats;
            assert!(stats.selected == selected || distance == 0, "{engine:?}");
            assert!(ticks > 0 || selected < 1 << 16, "{engine:?}");
            assert!(stats.generated >= stats.duplicates && stats.peak_bytes > 0);
            assert!(stats.peak_states > 0 && stats.peak_states <= stats.generated + 2);
        }
    });
}

/// Stops after various numbers of events and checks what is claimed then.
fn check_stops(problem: &Problem, distance: u32, engine: Engine) {
    for last in [1, 2, 3, 5, 10, 100, 1000, 10_000, 100_000] {
        let mut events = 0;
        let mut observer = Watch(|_: Event<'_, Packed16>| {
            events += 1;
            assert!(events <= last, "{engine:?} goes on after it was stopped");
            if events == last {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let manhattan = Manhattan::new(problem.goal().shape());
        let outcome = engine.run(&packed(problem), &manhattan, &mut observer);
        match outcome.ended {
            Ended::Stopped { at_least } => {
                assert_eq!(events, last, "{engine:?}");
                assert!(at_least <= distance, "{engine:?} {at_least} > {distance}");
            }
            Ended::Found(_) => {
                assert!(events < last, "{engine:?} does not stop at event {last}");
                assert!(certified(problem, outcome) >= distance);
                return;
            }
            Ended::Exhausted => panic!("{engine:?} finds no way"),
        }
    }
}

#[test]
fn a_stopped_search_claims_no_more_than_the_truth() {
    let others = [Engine::Greedy, Engine::Weighted(Weight::new(2.5).unwrap())];
    for_boards(shape(3, 3), 20_011, |problem, distance| {
        for engine in OPTIMAL.into_iter().chain(others) {
            check_stops(problem, distance, engine);
        }
    });
    for_boards(shape(2, 3), 10, |problem, distance| {
        for engine in OPTIMAL.into_iter().chain(others) {
            check_stops(problem, distance, engine);
        }
    });
}

/// Without a heuristic, the hardest board of 3×3 keeps every search busy for a while.
#[test]
fn ticks_are_frequent_enough_to_stop_a_long_search() {
    let start = board(3, 3, &[8, 6, 7, 2, 5, 4, 3, 0, 1]);
    let problem = Problem::new(start, Goal::Last.board(shape(3, 3))).unwrap();
    for engine in OPTIMAL {
        for last in [1, 2, 7] {
            let (mut ticks, mut bounds) = (0, vec![0]);
            let mut observer = Watch(|event: Event<'_, Packed16>| {
                if let Event::Tick { at_least, .. } = event {
                    ticks += 1;
                    bounds.push(at_least);
                }
                if ticks == last {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            let outcome = engine.run(&packed(&problem), &Zero, &mut observer);
            let Ended::Stopped { at_least } = outcome.ended else {
                panic!("{engine:?}: {:?}", outcome.ended);
            };
            assert!(at_least > 0 && at_least <= 31, "{engine:?} {at_least}");
            assert!(bounds.is_sorted(), "{engine:?} {bounds:?}");
            assert_eq!(bounds.last(), Some(&at_least), "{engine:?}");
        }
    }
}
