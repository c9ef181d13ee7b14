//! IDA* with Manhattan distance on a 4×4 board: the generic search against a loop written by hand for just this.
//!
//! Both generate the same nodes. The promise is at least 0.85 of the speed of the hand-written loop in the same run.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

mod alternate;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use taquin::heuristic::Manhattan;
use taquin::notation::{self, Dialect};
use taquin::search::{Ended, idastar};
use taquin::space::{MoveOrder, Packed16};
use taquin::{Board, Goal, Move, Problem, Shape};

/// Number 9 of Korf's hundred, 46 moves from his goal (Korf 1985).
const KORF_9: &[u8] = b"3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0";
const LENGTH: u32 = 46;

fn main_group(criterion: &mut Criterion) {
    let start = notation::read(KORF_9, Dialect::Korf, None).unwrap().start;
    let goal = Goal::First.board(start.shape());
    let problem = Problem::new(start.clone(), goal).unwrap();
    let space = Packed16::new(&problem, MoveOrder::default()).unwrap();
    let manhattan = Manhattan::new(start.shape());
    let outcome = idastar(&space, &manhattan, None, &mut ());
    assert!(matches!(outcome.ended, Ended::Found(ref moves) if moves.len() as u32 == LENGTH));
    let tables = ByHand::new();
    let generic = || idastar(black_box(&space), &manhattan, None, &mut ());
    let by_hand = || tables.solve(black_box(&start));
    let generated = outcome.stats.generated;
    assert_eq!(by_hand(), (LENGTH, generated));
    let (fast, slow) = alternate::least_seconds(100, by_hand, generic);
    let speed = |seconds: f64| generated as f64 / seconds / 1e6;
    println!(
        "by hand {:.0}, generic {:.0} million nodes a second: {:.2}",
        speed(fast),
        speed(slow),
        fast / slow
    );

    let mut group = criterion.benchmark_group("idastar");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(generated));
    group.bench_function("by hand", |bencher| bencher.iter(by_hand));
    group.bench_function("generic", |bencher| bencher.iter(generic));
    group.finish();
}

/// What a 4×4 program would keep in constants: the moves of each blank cell after each last move, and what Manhattan
/// distance gains by them.
struct ByHand {
    /// By blank · 8 + last (4: none): how many, and for each the cell that the tile leaves.
    moves: Vec<(usize, [(u8, Move); 4])>,
    /// By tile · 64 + the cell it leaves · 4 + the move: 1 or -1.
    gain: Vec<i8>,
}

struct Round<'a> {
    tables: &'a ByHand,
    bound: u32,
    next: u32,
    generated: u64,
}

impl ByHand {
    fn new() -> ByHand {
        let shape = Shape::square(4).unwrap();
        let mut moves = vec![(0, [(0, Move::Up); 4]); 16 * 8];
        let mut gain = vec![0; 16 * 64];
        for blank in shape.cells() {
            for last in 0..8 {
                let list = &mut moves[blank.index() * 8 + last];
                for m in shape.moves(blank).iter() {
                    let source = shape.source(blank, m).unwrap();
                    if Move::ALL.get(last).is_none_or(|last| m != last.opposite()) {
                        list.1[list.0] = (source.index() as u8, m);
                        list.0 += 1;
                    }
                    for home in shape.cells() {
                        let far = |cell| shape.distance(cell, home) as i8;
                        gain[home.index() * 64 + source.index() * 4 + m.index()] =
                            far(blank) - far(source);
                    }
                }
            }
        }
        ByHand { moves, gain }
    }

    /// The length and the nodes generated.
    fn solve(&self, start: &Board) -> (u32, u64) {
        let shape = start.shape();
        let tiles = start.tiles().iter().zip(shape.cells());
        let (mut board, mut h) = (0, 0);
        for (tile, cell) in tiles {
            board |= u64::from(tile.number()) << (4 * cell.index());
            if !tile.is_blank() {
                h += shape.distance(cell, shape.at(tile.number() as usize).unwrap());
            }
        }
        let mut round = Round {
            tables: self,
            bound: h,
            next: u32::MAX,
            generated: 0,
        };
        while !round.visit(board, start.blank().index(), 0, h, 4) {
            (round.bound, round.next) = (round.next, u32::MAX);
        }
        (round.bound, round.generated)
    }
}

impl Round<'_> {
    #[expect(clippy::too_many_arguments, reason = "a hot loop")]
    fn visit(&mut self, board: u64, blank: usize, g: u32, h: u32, last: usize) -> bool {
        let (count, moves) = &self.tables.moves[blank * 8 + last];
        for &(source, m) in &moves[..*count] {
            let source = usize::from(source);
            let tile = (board >> (4 * source)) & 15;
            let gain = self.tables.gain[tile as usize * 64 + source * 4 + m.index()];
            let h = h.wrapping_add_signed(gain.into());
            self.generated += 1;
            let f = g + 1 + h;
            if f > self.bound {
                self.next = self.next.min(f);
                continue;
            }
            let board = board ^ (tile << (4 * source)) ^ (tile << (4 * blank));
            if h == 0 || self.visit(board, source, g + 1, h, m.index()) {
                return true;
            }
        }
        false
    }
}

criterion_group!(benches, main_group);
criterion_main!(benches);
