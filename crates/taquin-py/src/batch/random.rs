//! Random boards and random walks by seed.
//!
//! Rows are divided into blocks of [`BLOCK`]; block *b* has the generator number *b* of the seed. So the result does not
//! depend on the number of threads, and the first block has the boards of `taquin generate` with the same seed.

use super::kernels::board;
use super::run::Wrong;
use crate::interrupt::Flag;
use taquin::tools::generate::Generator;
use taquin::{Board, Move, Shape};

/// The number of rows with one generator. It can never change: seeds are published.
pub(crate) const BLOCK: usize = 1 << 14;
/// How many steps a walk makes before it looks at the flag again.
const LOOKED_AT: usize = 1 << 12;

/// Writes the tiles of a board into a row.
pub(crate) fn store(board: &Board, row: &mut [u8]) {
    for (cell, tile) in row.iter_mut().zip(board.tiles()) {
        *cell = tile.number() as u8;
    }
}

/// Uniformly random boards from which the goal can be reached.
pub(crate) fn boards(goal: &Board, seed: u64, block: usize, out: &mut [u8]) -> usize {
    let mut generator = Generator::numbered(seed, block as u64);
    let rows = out.chunks_exact_mut(goal.shape().area());
    rows.map(|row| store(&generator.random(goal), row)).count()
}

/// One block of random walks.
pub(crate) struct Walks<'a> {
    /// The number of the block.
    pub(crate) block: usize,
    /// The first board of each walk, or one for all.
    pub(crate) starts: &'a [u8],
    /// Whether it is one for all.
    pub(crate) is_one: bool,
    /// How many steps each walk has.
    pub(crate) steps: &'a [u64],
    /// The last boards; with `actions`, all boards, each walk's with as many rows as the longest walk has boards.
    pub(crate) out: &'a mut [u8],
    pub(crate) actions: Option<&'a mut [u8]>,
}

/// How to walk.
pub(crate) struct Walking {
    pub(crate) shape: Shape,
    pub(crate) seed: u64,
    /// Whether a step may undo the one before.
    pub(crate) may_undo: bool,
    /// Whether actions say where the blank goes.
    pub(crate) is_blank: bool,
}

impl Walking {
    pub(crate) fn walk(&self, walks: Walks<'_>, flag: &Flag) -> Result<usize, Wrong> {
        let cells = self.shape.area();
        let Walks {
            block,
            starts,
            is_one,
            steps,
            out,
            actions,
        } = walks;
        let mut generator = Generator::numbered(self.seed, block as u64);
        let rows = steps.len().max(1);
        let (boards_len, actions_len) = (
            out.len() / rows,
            actions.as_ref().map_or(0, |all| all.len() / rows),
        );
        let mut actions = actions;
        for (number, &steps) in steps.iter().enumerate() {
            let start = if is_one {
                starts
            } else {
                &starts[number * cells..][..cells]
            };
            let start_number = if is_one { 0 } else { block * BLOCK + number };
            let mut at = board(start_number, start, self.shape)?;
            let boards = &mut out[number * boards_len..][..boards_len];
            let mut taken = actions
                .as_mut()
                .map(|all| &mut all[number * actions_len..][..actions_len]);
            let (mut last, mut made) = (None, 0);
            for step in 0..steps as usize {
                if step % LOOKED_AT == 0 && flag.is_raised() {
                    let row = block * BLOCK + number;
                    return Err(Wrong::stopped(row));
                }
                if taken.is_some() {
                    store(&at, &mut boards[step * cells..][..cells]);
                }
                let Some(m) = self.choose(&at, last, &mut generator) else {
                    break;
                };
                at.play_unchecked(m);
                if let Some(taken) = &mut taken {
                    let m = if self.is_blank { m.opposite() } else { m };
                    taken[step] = m.index() as u8;
                }
                (last, made) = (Some(m), step + 1);
            }
            match &taken {
                None => store(&at, boards),
                // A walk that is shorter than the others stays where it ends.
                Some(_) => {
                    let rest = boards.chunks_exact_mut(cells).skip(made);
                    rest.for_each(|row| store(&at, row));
                }
            }
        }
        Ok(steps.len())
    }

    /// A uniformly random move; `None` if there is none.
    fn choose(&self, board: &Board, last: Option<Move>, generator: &mut Generator) -> Option<Move> {
        let mut moves = board.moves();
        if let Some(last) = last
            && !self.may_undo
            && moves.len() > 1
        {
            moves = moves.without(last.opposite());
        }
        let (mut list, mut count) = ([Move::Up; 4], 0);
        for m in moves.iter() {
            list[count] = m;
            count += 1;
        }
        (count > 0).then(|| *generator.choose(&list[..count]))
    }
}
