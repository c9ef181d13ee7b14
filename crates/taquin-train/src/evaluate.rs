//! Which weights are better: those that a size begins with, the trained ones, or a mean of both.

use crate::lesson::{Beam, search};
use crate::random::Random;
use crate::{Args, Size, on_threads};
use taquin::large::learned::PairTable;

/// The shares of the trained weights that are compared.
const SHARES: [f32; 4] = [0.0, 0.5, 0.75, 1.0];

/// Boards per size.
const BOARDS: usize = 24;

impl Size<'_> {
    /// Prints the mean lengths on boards that neither rounds nor reports use.
    pub(crate) fn evaluate(&self, width: usize, args: &Args) {
        let side = self.plan.side;
        let beam = Beam {
            width,
            ..self.plan.beam
        };
        for share in SHARES {
            let table = PairTable::new(&self.weights(share));
            let lengths = on_threads(args.threads, BOARDS, |number| {
                let mut random = Random::new(args.seed, &[side as u64, 4, number as u64]);
                let start = random.board(side, side * side - 1);
                search(&table, beam, &start, |_| ()).map(|moves| moves.len())
            });
            let solved: Vec<usize> = lengths.into_iter().flatten().collect();
            println!(
                "{side}×{side}, {} rounds, trained share {share}: {} of {BOARDS} boards, {:.2} moves (width {width})",
                self.state.rounds,
                solved.len(),
                solved.iter().sum::<usize>() as f64 / solved.len().max(1) as f64
            );
        }
    }
}
