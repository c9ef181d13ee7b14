//! An automaton that keeps a depth-first search from reaching one board twice within a few moves.
//!
//! Many sequences of moves lead to the same board: six moves around a 2×2 block are the same as six moves around it the
//! other way, and seven are the same as five. Of all sequences of up to L moves that lead the blank from a cell to one
//! result, only the first of the shortest is *live*. A sequence that is not, while all its parts are, is *forbidden*; a
//! search that never makes a forbidden sequence still makes one shortest solution, the first of all (Taylor & Korf,
//! *Pruning duplicate nodes in depth-first search*, AAAI 1993).
//!
//! The automaton reads the moves made. Its state is the longest end of them that begins a forbidden sequence (Aho &
//! Corasick), together with the blank's cell; so it also knows which moves are possible at all, and never undoes one.

use super::MoveOrder;
use crate::containers::{Growth, Table};
use crate::puzzle::{Cell, Move, Shape};

/// No state: the move is impossible or forbidden.
const NEVER: u16 = u16::MAX;
/// No sequence.
const NONE: u32 = u32::MAX;

/// Forbids most repetitions on a shape of up to 25 cells.
///
/// ```
/// use taquin::space::{Automaton, MoveOrder};
/// use taquin::{Move, Shape};
/// let shape = Shape::square(3)?;
/// let automaton = Automaton::new(shape, MoveOrder::default(), 2);
/// let up = automaton.after(automaton.start(shape.cell(1, 1).unwrap()), Move::Up.index()).unwrap();
/// assert_eq!(automaton.after(up, Move::Down.index()), None);
/// # Ok::<(), taquin::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Automaton {
    rows: Vec<Row>,
    order: MoveOrder,
}

/// The moves that a state allows, in the order of moves, from the first place on. The highest bits of the first have their
/// number.
pub(crate) type Row = [Allowed; 4];

/// A move that a state allows, in one word, so that a hot loop copies it at once: the state after it (16 bits), the cell
/// from which its tile comes (5), the place of the move in the order (2), the blank's cell before it (5), and the number of
/// moves in a row (3).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Allowed(u32);

impl Allowed {
    const SOURCE: u32 = 16;
    const PLACE: u32 = 21;
    const BLANK: u32 = 23;
    const COUNT: u32 = 28;

    const fn new(state: u16, source: usize, place: usize, blank: usize) -> Allowed {
        let cells = source << Self::SOURCE | place << Self::PLACE | blank << Self::BLANK;
        Allowed(state as u32 | cells as u32)
    }

    /// The state after the move.
    #[inline(always)]
    pub(crate) const fn state(self) -> u16 {
        self.0 as u16
    }

    /// The cell from which the tile comes.
    #[inline(always)]
    pub(crate) const fn source(self) -> usize {
        (self.0 >> Self::SOURCE & 31) as usize
    }

    /// The place of the move in the order.
    #[inline(always)]
    pub(crate) const fn place(self) -> u8 {
        (self.0 >> Self::PLACE & 3) as u8
    }

    /// The blank's cell before the move.
    #[inline(always)]
    pub(crate) const fn blank(self) -> usize {
        (self.0 >> Self::BLANK & 31) as usize
    }

    /// The blank's cell before the move · 4 + the place of the move in the order.
    #[inline(always)]
    pub(crate) const fn number(self) -> usize {
        (self.0 >> Self::PLACE & 127) as usize
    }

    /// The number of moves in the row that begins with this one.
    #[inline(always)]
    pub(crate) const fn count(self) -> usize {
        (self.0 >> Self::COUNT & 7) as usize
    }
}

/// A live sequence.
#[derive(Clone, Copy)]
struct Live {
    /// The blank's cell after it.
    end: u8,
    /// The sequence without its first move.
    rest: u32,
    /// The sequences with one move more; [`NONE`] for those that are not live.
    more: [u32; 4],
    /// For each move whether it makes the sequence a forbidden one.
    forbids: u8,
}

/// The live sequences of one length from one cell: their numbers, and the boards they lead to.
#[derive(Clone, Default)]
struct Level {
    sequences: Vec<(u32, u128)>,
}

impl Automaton {
    /// Forbids sequences of up to `length` moves. Of equivalent sequences the first in the order of moves is kept.
    ///
    /// # Panics
    ///
    /// If the shape has more than 25 cells, or the automaton more than 65,534 states (12 moves are fine).
    pub fn new(shape: Shape, order: MoveOrder, length: usize) -> Automaton {
        assert!(
            shape.area() <= 25,
            "a board of the automaton fits in a word"
        );
        let trie = Trie::new(shape, order, length);
        Automaton {
            rows: trie.states(shape.area()),
            order,
        }
    }

    /// The state before the first move. States of starts come first, in the order of the cells.
    pub fn start(&self, blank: Cell) -> u16 {
        blank.index() as u16
    }

    /// The state after the move in this place of the order; none if the move is impossible or forbidden.
    pub fn after(&self, state: u16, place: usize) -> Option<u16> {
        let row = self.row(state);
        let mut allowed = row.iter().take(row[0].count());
        let found = allowed.find(|allowed| usize::from(allowed.place()) == place);
        found.map(|allowed| allowed.state())
    }

    /// The moves that a state allows.
    #[inline(always)]
    pub(crate) fn row(&self, state: u16) -> &Row {
        &self.rows[state as usize]
    }

    /// The order of moves.
    pub const fn order(&self) -> MoveOrder {
        self.order
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.rows.len()
    }
}

/// All live sequences.
struct Trie {
    live: Vec<Live>,
    shape: Shape,
    moves: [Move; 4],
}

impl Trie {
    fn new(shape: Shape, order: MoveOrder, length: usize) -> Trie {
        let empty = |cell: u8| Live {
            end: cell,
            rest: NONE,
            more: [NONE; 4],
            forbids: 0,
        };
        let cells = shape.area() as u8;
        let mut trie = Trie {
            live: (0..cells).map(empty).collect(),
            shape,
            moves: order.moves(),
        };
        let identity = (0..u128::from(cells)).map(|cell| cell << (5 * cell)).sum();
        let mut before: Vec<Level> = vec![Level::default(); cells.into()];
        let mut last: Vec<Level> = (0..u32::from(cells))
            .map(|start| Level {
                sequences: vec![(start, identity)],
            })
            .collect();
        for moves in 1..=length {
            let longer = before.iter().zip(&last);
            let is_last = moves == length;
            let longer = longer
                .map(|(before, last)| trie.extend(before, last, is_last))
                .collect();
            before = std::mem::replace(&mut last, longer);
        }
        trie
    }

    /// The live sequences that are one move longer; sequences from other cells that are as long as `last` are known.
    fn extend(&mut self, before: &Level, last: &Level, is_last: bool) -> Level {
        // A result has been reached in two moves less, or is new, or is reached once more in as many.
        let mut known = Table::new(Growth::Fourfold);
        for &(_, board) in &before.sequences {
            known.insert_new(board, ());
        }
        let mut longer = Level::default();
        for &(sequence, board) in &last.sequences {
            for place in 0..4 {
                let Live { end, rest, .. } = self.live[sequence as usize];
                let blank = self
                    .shape
                    .at(end.into())
                    .expect("the blank is on the board");
                let Some(source) = self.shape.source(blank, self.moves[place]) else {
                    continue;
                };
                let rest = match rest {
                    NONE => source.index() as u32,
                    rest => self.live[rest as usize].more[place],
                };
                if rest == NONE {
                    continue;
                }
                let board = swapped(board, end.into(), source.index());
                if !known.insert_new(board, ()) {
                    self.live[sequence as usize].forbids |= 1 << place;
                } else if !is_last {
                    let number = self.live.len() as u32;
                    self.live[sequence as usize].more[place] = number;
                    self.live.push(Live {
                        end: source.index() as u8,
                        rest,
                        more: [NONE; 4],
                        forbids: 0,
                    });
                    longer.sequences.push((number, board));
                }
            }
        }
        longer
    }

    /// The table of the automaton.
    fn states(&self, starts: usize) -> Vec<Row> {
        let (state_of, count) = self.numbered(starts);
        let mut rows = vec![Row::default(); count];
        for (sequence, live) in self.live.iter().enumerate() {
            if state_of[sequence] == state_of_rest(&state_of, live) {
                continue;
            }
            let row = &mut rows[state_of[sequence] as usize];
            let mut count = 0;
            for place in 0..4 {
                if let Some(after) = self.after(sequence, place) {
                    let source = self.live[after as usize].end.into();
                    let state = state_of[after as usize];
                    row[count] = Allowed::new(state, source, place, live.end.into());
                    count += 1;
                }
            }
            row[0].0 |= (count as u32) << Allowed::COUNT;
        }
        rows
    }

    /// For each sequence the state that stands for it: itself if it begins a forbidden one or is empty, else what stands
    /// for its rest. And the number of states.
    fn numbered(&self, starts: usize) -> (Vec<u16>, usize) {
        let mut begins = vec![false; self.live.len()];
        // Longer sequences have higher numbers.
        for (sequence, live) in self.live.iter().enumerate().rev() {
            let more = live.more.iter().filter(|&&more| more != NONE);
            begins[sequence] = sequence < starts
                || live.forbids != 0
                || more.into_iter().any(|&more| begins[more as usize]);
        }
        let (mut state_of, mut count) = (vec![NEVER; self.live.len()], 0u16);
        for (sequence, live) in self.live.iter().enumerate() {
            state_of[sequence] = if begins[sequence] {
                count = count.saturating_add(1);
                count - 1
            } else {
                state_of_rest(&state_of, live)
            };
        }
        assert!(count < NEVER, "the length leaves less than 65535 states");
        (state_of, count.into())
    }

    /// The live sequence after one more move, or its longest end that is within the length. None if the move is impossible
    /// or makes some end of it forbidden.
    fn after(&self, sequence: usize, place: usize) -> Option<u32> {
        let mut live = &self.live[sequence];
        // The trie has no sequences of the full length: their ends stand for them.
        let mut found = None;
        loop {
            if live.forbids >> place & 1 == 1 {
                return None;
            }
            if found.is_none() && live.more[place] != NONE {
                found = Some(live.more[place]);
            }
            if live.rest == NONE {
                break;
            }
            live = &self.live[live.rest as usize];
        }
        found
    }
}

fn state_of_rest(state_of: &[u16], live: &Live) -> u16 {
    match live.rest {
        NONE => NEVER,
        rest => state_of[rest as usize],
    }
}

/// A board of five bits per cell with two cells exchanged.
const fn swapped(board: u128, a: usize, b: usize) -> u128 {
    let difference = (board >> (5 * a) ^ board >> (5 * b)) & 31;
    board ^ difference << (5 * a) ^ difference << (5 * b)
}
