//! How long and on what each size is trained.

use crate::learn::Rates;
use crate::lesson::Beam;
use taquin::large::learned::UNIT;

/// The training of one size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) side: usize,
    pub(crate) rounds: u64,
    /// After this many rounds, the rates are a seventh of the first ones.
    pub(crate) falling: u64,
    /// Boards in a round.
    pub(crate) boards: usize,
    pub(crate) beam: Beam,
    /// In the first round; they fall from round to round.
    pub(crate) rates: Rates,
    /// The share of the trained weights in the result; the rest are those that the training began with.
    pub(crate) trained_share: f32,
    /// Boards for the report after a round; no round learns from them.
    pub(crate) held_out: usize,
}

/// For sizes with few weights per board.
const FAST: Rates = Rates {
    length: 0.03,
    order: 0.6,
    steep: 0.0,
};
/// For sizes with many weights, which begin with good ones.
const SLOW: Rates = Rates {
    length: 0.006,
    order: 0.12,
    steep: 0.0,
};

impl Plan {
    /// The plans in the order of their sizes. Each size but the first begins with the weights of the one before.
    pub(crate) const ALL: [Plan; 4] = [
        Plan::new(5, 60, 200, 300),
        Plan::new(6, 120, 150, 400),
        Plan::new(7, 160, 150, 500),
        // The training was ended early. On 24 boards at width 1000: grown 441.3, trained 440.3, the mean of both 438.1.
        Plan {
            falling: 120,
            trained_share: 0.5,
            ..Plan::new(8, 24, 150, 500)
        },
    ];

    const fn new(side: usize, rounds: u64, boards: usize, width: usize) -> Plan {
        Plan {
            side,
            rounds,
            falling: rounds,
            boards,
            beam: Beam {
                width,
                room: if side >= 8 { 2.0 } else { f64::INFINITY },
                steep: if side >= 8 { 0.8 } else { 0.0 },
            },
            rates: if side >= 7 { SLOW } else { FAST },
            trained_share: 1.0,
            held_out: if side >= 7 { 24 } else { 40 },
        }
    }

    /// Whether the lengths on held-out boards are reported after a number of rounds.
    pub(crate) const fn reports_after(&self, rounds: u64) -> bool {
        rounds.is_multiple_of(10) || rounds == self.rounds
    }

    /// The rates in a round.
    pub(crate) fn rates(&self, round: u64) -> Rates {
        let factor = 1.0 / (1.0 + 6.0 * round as f32 / self.falling as f32);
        Rates {
            length: self.rates.length * factor,
            order: self.rates.order * factor,
            steep: self.beam.steep as f32 / UNIT as f32,
        }
    }
}
