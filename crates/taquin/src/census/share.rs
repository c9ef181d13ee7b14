//! One worker's part of a census: some words of every map.

use super::level::{Level, marks_of};
use super::packets::{Load, Outbox, PacketError, Route, Stretch, stretches};
use super::plan::{CensusPlan, Cut, map_words};
use super::slide::{Pass, Way};
use super::turn::Own;
use crate::puzzle::{Metric, Move};
use crate::support::bits::unite;
use crate::support::parallel::Executor;
use std::ops::Range;
use std::sync::Arc;

/// One worker's part of a census, with its maps in memory of the caller's choice.
///
/// All shares make a level at the same time: each calls [`advance`](CensusShare::advance), sends every
/// [`packet`](CensusShare::packet), and when all packets for it have been [received](CensusShare::receive), calls
/// [`finish`](CensusShare::finish), until that gives a number. The sum of the numbers is the level's.
///
/// ```
/// use std::sync::Arc;
/// use taquin::{Goal, Metric, Shape, census::{CensusPlan, CensusShare}};
/// let goal = Goal::Last.board(Shape::new(3, 3)?);
/// let plan = Arc::new(CensusPlan::new(&goal, Metric::SingleTile).unwrap());
/// let mut shares: Vec<CensusShare<Vec<u64>>> = (0..2)
///     .map(|share| {
///         let maps = plan.words(share, 2).map(|words| vec![0; words]);
///         CensusShare::new(Arc::clone(&plan), share, 2, maps)
///     })
///     .collect();
/// shares.iter_mut().for_each(|share| assert!(share.advance(&mut || false)));
/// for sender in 0..2 {
///     while let Some((share, packet)) = shares[sender].packet() {
///         shares[share].receive(&packet)?;
///     }
/// }
/// // Collected first: every share finishes, even if the first of them says that it takes another pass.
/// let new: Vec<Option<u64>> = shares.iter_mut().map(CensusShare::finish).collect();
/// assert_eq!(new.into_iter().sum::<Option<u64>>(), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CensusShare<M> {
    pub(super) plan: Arc<CensusPlan>,
    cut: Cut,
    share: usize,
    /// For each word whether the digits before those of its bits are an odd order.
    pub(super) odd: Vec<bool>,
    pub(super) maps: [M; 3],
    /// Which of the maps are those of either colour. With multi-tile moves the second has what is carried.
    pub(super) current: [usize; 2],
    /// Which of them are those of the newest level's colour, as they were before; the next level is made there.
    pub(super) spare: usize,
    /// A bit a word of the maps of one colour, set if it has new boards: of the newest level, and of the next. With
    /// single-tile moves only those need to know who send something.
    pub(super) marks: [Vec<u64>; 2],
    outbox: Outbox,
    /// The colour of the newest level.
    pub(super) colour: usize,
    pub(super) distance: u32,
    pub(super) stage: Stage,
    /// What is made now of a multi-tile level.
    pass: Pass,
    /// How many boards of the next level are known to be new.
    new: u64,
}

/// How far a share has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The newest level is finished.
    Finished,
    /// It is, but what was met before is not known: it was put back, or a level has been begun since and was stopped.
    Bare,
    /// Packets of the next level are on their way.
    Open,
    /// The next level takes another pass.
    Between,
}

impl<M: AsRef<[u64]> + AsMut<[u64]>> CensusShare<M> {
    /// Share `share` of `shares`, counted from 0, in maps without a board. Level 0 is the goal.
    ///
    /// # Panics
    ///
    /// If there are not so many shares, or if maps have not as many words as the [plan](CensusPlan::words) says.
    pub fn new(plan: Arc<CensusPlan>, share: usize, shares: usize, maps: [M; 3]) -> CensusShare<M> {
        let cut = plan.cut(shares);
        let own = cut.words(share);
        let expected = map_words(plan.frame.shape(), plan.metric, own.len());
        let lengths = maps.each_ref().map(|map| map.as_ref().len());
        assert_eq!(lengths, expected, "the maps have the words of the plan");
        let needs_marks = shares > 1 || plan.metric == Metric::MultiTile;
        let cells = plan.cells[0].len().max(plan.cells[1].len());
        let marks = if needs_marks {
            cells * marks_of(own.len())
        } else {
            0
        };
        let home = plan.frame.blank();
        let mut made = CensusShare {
            odd: plan.numbers.parities(cut.units(share)),
            maps,
            current: [0, 1],
            spare: 2,
            marks: [vec![0; marks], vec![0; marks]],
            outbox: Outbox::new(shares),
            colour: plan.colour(home),
            distance: 0,
            stage: Stage::Finished,
            pass: Pass(0),
            new: 0,
            plan,
            cut,
            share,
        };
        if own.contains(&0) {
            let word = made.plan.place(home) * own.len();
            made.maps[made.current[made.colour]].as_mut()[word] = 1;
            made.mark_all();
        }
        made
    }

    /// How far the newest level is from the goal.
    pub const fn distance(&self) -> u32 {
        self.distance
    }

    /// Makes the next level of what is here.
    ///
    /// `stop` is asked now and then. Once it has said so, the answer is false, and the level may be begun anew.
    ///
    /// # Panics
    ///
    /// If the level has been made and not [finished](CensusShare::finish).
    pub fn advance(&mut self, stop: &mut dyn FnMut() -> bool) -> bool {
        self.advance_by(&mut Executor::Caller(stop))
    }

    pub(super) fn advance_by(&mut self, executor: &mut Executor<'_>) -> bool {
        assert_ne!(
            self.stage,
            Stage::Open,
            "a level is finished before the next"
        );
        let made = match self.plan.metric {
            Metric::SingleTile => self.step(executor),
            Metric::MultiTile => self.slide(executor),
        };
        self.stage = match made {
            Some(()) => Stage::Open,
            None => Stage::Bare,
        };
        made.is_some()
    }

    fn step(&mut self, executor: &mut Executor<'_>) -> Option<()> {
        let next_colour = 1 - self.colour;
        self.outbox.begin(self.routes());
        let making = self.making();
        making.marks[1].fill(0);
        let cells = &making.level.plan.cells[next_colour];
        let [_, marks] = making.marks;
        self.new = making
            .level
            .step(cells, making.other, making.next, marks, executor)?;
        Some(())
    }

    /// Makes passes until one has to wait for packets.
    fn slide(&mut self, executor: &mut Executor<'_>) -> Option<()> {
        if self.stage != Stage::Between {
            self.pass = Pass(0);
            let making = self.making();
            making.marks[1].fill(0);
            let [_, marks] = making.marks;
            self.new = making.level.along(making.next, marks, executor)?;
        }
        while self.pass.0 < Pass::count(&self.plan) {
            let pass = self.pass;
            let routes = self.routes();
            let making = self.making();
            let [newest, _] = making.marks;
            making.level.carry(pass, newest, making.other, executor)?;
            if !routes.is_empty() {
                self.outbox.begin(routes);
                return Some(());
            }
            self.arrive(executor)?;
        }
        self.outbox.begin(Vec::new());
        Some(())
    }

    /// Ends a pass.
    fn arrive(&mut self, executor: &mut Executor<'_>) -> Option<()> {
        let pass = self.pass;
        let making = self.making();
        let [newest, marks] = making.marks;
        self.new +=
            making
                .level
                .arrive(pass, newest, making.other, making.next, marks, executor)?;
        self.pass = Pass(pass.0 + 1);
        Some(())
    }

    /// The next packet for another share, and which share that is, until there is none. All are to be sent after
    /// [`advance`](CensusShare::advance) and before [`finish`](CensusShare::finish).
    pub fn packet(&mut self) -> Option<(usize, Vec<u64>)> {
        if self.stage != Stage::Open {
            return None;
        }
        let words = self.odd.len();
        while let Some(route) = self.outbox.route() {
            let load = match self.plan.metric {
                Metric::SingleTile => {
                    let maps = self.maps[self.current[self.colour]].as_ref();
                    let marks = &self.marks[0][self.plan.place(route.from) * marks_of(words)..];
                    Load {
                        words: self.plan.map(maps, words, route.from),
                        marks: Some(&marks[..marks_of(words)]),
                    }
                }
                Metric::MultiTile => {
                    let way = Way::BOTH[route.array as usize];
                    let [carried, _] = self.pass.carriers(&self.plan, way);
                    Load {
                        words: &self.maps[1].as_ref()[carried * words..][..words],
                        marks: None,
                    }
                }
            };
            let packet = self.outbox.gather(&self.plan, &self.cut, self.share, &load);
            if packet.is_some() {
                return packet;
            }
        }
        self.outbox.rest()
    }

    /// The moves by which boards can get into other shares.
    fn routes(&self) -> Vec<Route> {
        if self.cut.shares() == 1 {
            return Vec::new();
        }
        let crosses = |route: &Route| self.plan.crosses(route.from, route.to);
        if self.plan.metric == Metric::MultiTile {
            let routes = Way::BOTH.map(|way| {
                let [from, to] = self.pass.cells(&self.plan, way);
                let array = way as u32;
                Route { from, to, array }
            });
            return routes.into_iter().filter(crosses).collect();
        }
        let shape = self.plan.frame.shape();
        let cells = self.plan.cells[1 - self.colour].iter();
        let routes = cells.flat_map(|&to| {
            let moves = shape.moves(to).iter();
            let moves = moves.filter(|m| matches!(m, Move::Up | Move::Down));
            moves.map(move |m| Route {
                from: shape.source_unchecked(to, m),
                to,
                array: to.index() as u32,
            })
        });
        routes.filter(crosses).collect()
    }

    /// Takes what another share has sent for this level, after [`advance`](CensusShare::advance).
    ///
    /// # Errors
    ///
    /// If the packet does not fit. Then nothing of it has been taken.
    pub fn receive(&mut self, packet: &[u64]) -> Result<(), PacketError> {
        if self.stage != Stage::Open {
            return Err(PacketError::NotDue);
        }
        for stretch in stretches(packet) {
            self.check(&stretch?)?;
        }
        for stretch in stretches(packet).flatten() {
            self.take(&stretch);
        }
        Ok(())
    }

    fn check(&self, stretch: &Stretch<'_>) -> Result<(), PacketError> {
        let &Stretch {
            array,
            first,
            words,
        } = stretch;
        if !self.outbox.is_due(array) {
            return Err(PacketError::Array(array));
        }
        let own = self.words();
        let fits = own.start as u64 <= first && first + words.len() as u64 <= own.end as u64;
        if !fits {
            let words = words.len();
            return Err(PacketError::Place { first, words });
        }
        self.check_bits(first, words)
    }

    pub(super) fn check_bits(&self, first: u64, words: &[u64]) -> Result<(), PacketError> {
        let full = self.plan.numbers.full();
        match words.iter().position(|&word| word & !full != 0) {
            Some(place) => Err(PacketError::Bits(first + place as u64)),
            None => Ok(()),
        }
    }

    fn take(&mut self, stretch: &Stretch<'_>) {
        let words = self.odd.len();
        let place = stretch.first as usize - self.words().start;
        if let (Metric::MultiTile, Some(&way)) =
            (self.plan.metric, Way::BOTH.get(stretch.array as usize))
        {
            let [_, turned] = self.pass.carriers(&self.plan, way);
            let map = &mut self.maps[1].as_mut()[turned * words..][..words];
            return unite(&mut map[place..], stretch.words);
        }
        let cell = self.plan.frame.shape().at(stretch.array as usize);
        let map = self.plan.place(cell.expect("it is due"));
        let marks = &mut self.marks[1][map * marks_of(words)..];
        let map = &mut self.maps[self.spare].as_mut()[map * words..][place..];
        for (place, (word, came)) in (place..).zip(map.iter_mut().zip(stretch.words)) {
            let new = came & !*word;
            *word |= new;
            self.new += u64::from(new.count_ones());
            marks[place / 64] |= u64::from(new != 0) << (place % 64);
        }
    }

    /// All packets of all shares have arrived. How many boards of the new level are in this share, or `None` if the level
    /// takes another pass of [`advance`](CensusShare::advance), packets, and this.
    ///
    /// # Panics
    ///
    /// If the level has not been made.
    pub fn finish(&mut self) -> Option<u64> {
        assert_eq!(
            self.stage,
            Stage::Open,
            "a level is made before it is finished"
        );
        if self.plan.metric == Metric::MultiTile {
            let passes = Pass::count(&self.plan);
            if self.pass.0 < passes {
                self.arrive(&mut Executor::Caller(&mut || false));
                if self.pass.0 < passes {
                    self.stage = Stage::Between;
                    return None;
                }
            }
        }
        let next = match self.plan.metric {
            Metric::SingleTile => 1 - self.colour,
            Metric::MultiTile => 0,
        };
        std::mem::swap(&mut self.current[next], &mut self.spare);
        self.marks.swap(0, 1);
        self.colour = next;
        self.distance += 1;
        self.stage = Stage::Finished;
        Some(self.new)
    }

    /// What it has in common with all shares.
    pub fn plan(&self) -> &CensusPlan {
        &self.plan
    }

    /// The share that has a word of an array, and the first word after it that is not that share's. `None` if there is no such
    /// word.
    pub fn owner(&self, array: u32, word: u64) -> Option<(usize, u64)> {
        let all = self.plan.numbers.words() as u64;
        if array as usize >= self.plan.frame.shape().area() || word >= all {
            return None;
        }
        let owner = self.cut.owner(word as usize);
        Some((owner, self.cut.words(owner).end as u64))
    }

    /// The words of a map that are here.
    pub(super) fn words(&self) -> Range<usize> {
        self.cut.words(self.share)
    }

    /// What is read and written while the next level is made.
    fn making(&mut self) -> Making<'_> {
        let first = self.words().start;
        let mut maps = self.maps.each_mut().map(|map| Some(map.as_mut()));
        let mut take = |map: usize| maps[map].take().expect("the maps differ");
        let newest = take(self.current[self.colour]);
        Making {
            level: Level {
                plan: &self.plan,
                own: Own {
                    first,
                    odd: &self.odd,
                    full: self.plan.numbers.full(),
                },
                newest,
            },
            other: take(self.current[1 - self.colour]),
            next: take(self.spare),
            marks: self.marks.each_mut().map(Vec::as_mut_slice),
        }
    }
}

/// What is read and written while a level is made.
struct Making<'a> {
    level: Level<'a>,
    /// The maps of the other colour; with multi-tile moves what is carried.
    other: &'a mut [u64],
    next: &'a mut [u64],
    /// Those of the newest level, and those of the next.
    marks: [&'a mut [u64]; 2],
}
