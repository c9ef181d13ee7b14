//! One worker's share of a census: some words of every map.

use super::level::{Level, Target, marks_of};
use super::packets::{Load, Outbox, Route, Stretch, stretches};
use super::plan::{CensusPlan, Division, map_words};
use super::slide::{Pass, Way};
use super::turn::Own;
use crate::puzzle::{Metric, Move};
use crate::support::bits::unite;
use crate::support::levels::{LevelShare, Section, ShareError};
use crate::support::parallel::Executor;
use std::ops::Range;
use std::sync::Arc;

/// One worker's share of a census, with its maps in memory that the caller provides.
///
/// [`LevelShare`] says how shares make a level together. The sum of what they return from `finish` is the number of boards
/// in the level.
///
/// ```
/// use std::sync::Arc;
/// use taquin::{Goal, Metric, Shape, census::{CensusPlan, CensusShare, LevelShare}};
/// let goal = Goal::Last.board(Shape::new(3, 3)?);
/// let plan = Arc::new(CensusPlan::new(&goal, Metric::SingleTile)?);
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
/// // Collected first: every share finishes, even if the first of them needs another pass.
/// let new: Vec<Option<u64>> = shares.iter_mut().map(LevelShare::finish).collect();
/// assert_eq!(new.into_iter().sum::<Option<u64>>(), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CensusShare<M> {
    pub(super) plan: Arc<CensusPlan>,
    division: Division,
    share: usize,
    /// For each word, whether the digits before those of its bits are an odd order.
    pub(super) odd: Vec<bool>,
    pub(super) maps: [M; 3],
    /// Which of `maps` belong to each colour. With multi-tile moves, the second colour has the carried boards.
    pub(super) current: [usize; 2],
    /// Which of `maps` has the previous version of the newest level's colour. The next level is written there.
    pub(super) spare: usize,
    /// For the newest level and for the next one: one bit per word of the maps of one colour, set if the word has new
    /// boards. With single-tile moves, only shares that send packets use them.
    pub(super) marks: [Vec<u64>; 2],
    outbox: Outbox,
    /// The colour of the newest level.
    pub(super) colour: usize,
    distance: u32,
    pub(super) stage: Stage,
    /// The current pass of a multi-tile level.
    pass: Pass,
    /// The boards of the next level that are known to be new.
    new: u64,
}

/// The state of a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The newest level is finished.
    Finished,
    /// It is finished, but the boards reached before it are not known: the level was restored, or the next level was
    /// begun and then stopped.
    Bare,
    /// Packets of the next level are exchanged.
    Open,
    /// The next level needs another pass.
    Between,
}

impl<M: AsRef<[u64]> + AsMut<[u64]>> CensusShare<M> {
    /// Share `share` of `shares`, counted from 0, with empty maps. Level 0 is the goal.
    ///
    /// # Panics
    ///
    /// If `share` is not below `shares`, or if the maps do not have the numbers of words of
    /// [`CensusPlan::words`].
    pub fn new(plan: Arc<CensusPlan>, share: usize, shares: usize, maps: [M; 3]) -> CensusShare<M> {
        let division = plan.division(shares);
        let own = division.words(share);
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
            odd: plan.numbers.parities(division.units(share)),
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
            division,
            share,
        };
        if own.contains(&0) {
            let word = made.plan.place(home) * own.len();
            made.maps[made.current[made.colour]].as_mut()[word] = 1;
            made.mark_all();
        }
        made
    }

    /// The distance of the newest level from the goal.
    pub const fn distance(&self) -> u32 {
        self.distance
    }

    /// The plan that all shares have in common.
    pub fn plan(&self) -> &CensusPlan {
        &self.plan
    }

    /// Makes the next level, or a pass of it; false if it was stopped.
    pub(super) fn advance_on(&mut self, executor: &mut Executor<'_>) -> bool {
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
        making.target.marks.fill(0);
        let cells = &making.level.plan.cells[next_colour];
        self.new = making
            .level
            .step(cells, making.other, making.target, executor)?;
        Some(())
    }

    /// Makes passes until one has to wait for packets.
    fn slide(&mut self, executor: &mut Executor<'_>) -> Option<()> {
        if self.stage != Stage::Between {
            self.pass = Pass(0);
            let making = self.making();
            making.target.marks.fill(0);
            self.new = making.level.along(making.target, executor)?;
        }
        while self.pass.0 < Pass::count(&self.plan) {
            let pass = self.pass;
            let routes = self.routes();
            let making = self.making();
            making.level.carry(pass, making.other, executor)?;
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
        self.new += making
            .level
            .arrive(pass, making.other, making.target, executor)?;
        self.pass = Pass(pass.0 + 1);
        Some(())
    }

    /// The moves that can take boards to other shares.
    fn routes(&self) -> Vec<Route> {
        if self.division.shares() == 1 {
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

    /// The words that take a route.
    fn load(&self, route: Route) -> Load<'_> {
        let words = self.odd.len();
        match self.plan.metric {
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
        }
    }

    /// Whether a stretch of a packet fits.
    fn check(&self, stretch: &Stretch<'_>) -> Result<(), ShareError> {
        let &Stretch {
            array,
            first,
            words,
        } = stretch;
        if !self.outbox.is_due(array) {
            return Err(ShareError::Array(array));
        }
        let own = self.words();
        let fits = own.start as u64 <= first && first + words.len() as u64 <= own.end as u64;
        if !fits {
            let words = words.len();
            return Err(ShareError::Words {
                array,
                first,
                words,
            });
        }
        self.check_bits(first, words)
    }

    fn check_bits(&self, first: u64, words: &[u64]) -> Result<(), ShareError> {
        let full = self.plan.numbers.full();
        match words.iter().position(|&word| word & !full != 0) {
            Some(place) => Err(ShareError::Bits(first + place as u64)),
            None => Ok(()),
        }
    }

    fn add(&mut self, stretch: &Stretch<'_>) {
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
        let map = self.plan.place(cell.expect("the array was checked"));
        let marks = &mut self.marks[1][map * marks_of(words)..];
        let map = &mut self.maps[self.spare].as_mut()[map * words..][place..];
        for (place, (word, received)) in (place..).zip(map.iter_mut().zip(stretch.words)) {
            let new = received & !*word;
            *word |= new;
            self.new += u64::from(new.count_ones());
            marks[place / 64] |= u64::from(new != 0) << (place % 64);
        }
    }

    /// The words of a map that are in this share.
    pub(super) fn words(&self) -> Range<usize> {
        self.division.words(self.share)
    }

    /// What is read and written while the next level is made.
    fn making(&mut self) -> Making<'_> {
        let first = self.words().start;
        let mut maps = self.maps.each_mut().map(|map| Some(map.as_mut()));
        let mut take = |map: usize| maps[map].take().expect("the maps differ");
        let newest = take(self.current[self.colour]);
        let [newest_marks, marks] = self.marks.each_mut();
        Making {
            level: Level {
                plan: &self.plan,
                own: Own {
                    first,
                    odd: &self.odd,
                    full: self.plan.numbers.full(),
                },
                newest,
                newest_marks,
            },
            other: take(self.current[1 - self.colour]),
            target: Target {
                maps: take(self.spare),
                marks,
            },
        }
    }
}

impl<M: AsRef<[u64]> + AsMut<[u64]>> LevelShare for CensusShare<M> {
    fn total(&self) -> u64 {
        self.plan.boards()
    }

    /// After a stop, the level can be begun again.
    fn advance(&mut self, stop: &mut dyn FnMut() -> bool) -> bool {
        self.advance_on(&mut Executor::Caller(stop))
    }

    fn packet(&mut self) -> Option<(usize, Vec<u64>)> {
        if self.stage != Stage::Open {
            return None;
        }
        let mut outbox = std::mem::take(&mut self.outbox);
        let mut packet = None;
        while let Some(route) = outbox.route()
            && packet.is_none()
        {
            packet = outbox.gather(&self.plan, &self.division, self.share, &self.load(route));
        }
        self.outbox = outbox;
        packet.or_else(|| self.outbox.rest())
    }

    fn receive(&mut self, packet: &[u64]) -> Result<(), ShareError> {
        if self.stage != Stage::Open {
            return Err(ShareError::Unexpected);
        }
        for stretch in stretches(packet) {
            self.check(&stretch?)?;
        }
        for stretch in stretches(packet).flatten() {
            self.add(&stretch);
        }
        Ok(())
    }

    fn finish(&mut self) -> Option<u64> {
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

    fn sections(&self) -> Box<dyn Iterator<Item = Section<'_>> + '_> {
        let maps = self.maps[self.current[self.colour]].as_ref();
        let (own, words) = (self.words(), self.odd.len());
        let cells = self.plan.cells[self.colour].iter();
        let sections = cells.map(move |&cell| Section {
            array: cell.index() as u32,
            first: own.start as u64,
            words: self.plan.map(maps, words, cell),
        });
        Box::new(sections.filter(|section| !section.words.is_empty()))
    }

    fn owner(&self, array: u32, word: u64) -> Option<(usize, u64)> {
        let all = self.plan.numbers.words() as u64;
        if array as usize >= self.plan.frame.shape().area() || word >= all {
            return None;
        }
        let owner = self.division.owner(word as usize);
        Some((owner, self.division.words(owner).end as u64))
    }

    fn restore(&mut self, array: u32, first: u64, words: &[u64]) -> Result<(), ShareError> {
        let shape = self.plan.frame.shape();
        let cell = shape.at(array as usize).ok_or(ShareError::Array(array))?;
        let all = self.plan.numbers.words() as u64;
        if first > all || words.len() as u64 > all - first {
            let words = words.len();
            return Err(ShareError::Words {
                array,
                first,
                words,
            });
        }
        let (own, first) = (self.words(), first as usize);
        let start = first.max(own.start);
        let end = (first + words.len()).min(own.end);
        if start < end {
            let words = &words[start - first..end - first];
            self.check_bits(start as u64, words)?;
            let maps = self.maps[self.current[self.plan.colour(cell)]].as_mut();
            let map = &mut maps[self.plan.place(cell) * own.len()..][..own.len()];
            unite(&mut map[start - own.start..], words);
        }
        Ok(())
    }

    fn resume(&mut self, level: u32) {
        let home = self.plan.colour(self.plan.frame.blank());
        self.colour = match self.plan.metric {
            Metric::SingleTile => (home + level as usize) % 2,
            Metric::MultiTile => home,
        };
        self.distance = level;
        self.stage = Stage::Bare;
        self.mark_all();
    }
}

/// What is read and written while a level is made.
struct Making<'a> {
    level: Level<'a>,
    /// The maps of the other colour; with multi-tile moves, what is carried.
    other: &'a mut [u64],
    target: Target<'a>,
}
