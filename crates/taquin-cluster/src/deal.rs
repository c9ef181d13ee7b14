//! Deals tasks out: the first worker has a dealer, and all workers, the first one too, do what they are dealt.
//!
//! Everybody is dealt some tasks ahead, so that nobody waits for the network. While a task runs, whoever does it steps the
//! dataflow every few milliseconds: so the first worker deals while it works, and everybody hears of a stop, or that a task
//! does not matter any more.
//!
//! The first worker alone says how it all ends, and says it to everybody.

use crate::channel::{self, Channel};
use crate::levels::End;
use std::collections::VecDeque;
use std::time::{Duration, Instant};
use timely::worker::Worker;

/// Between two looks at letters while a task runs: a step of the dataflow takes some microseconds.
const LOOK: Duration = Duration::from_millis(4);
/// The same between two tasks, when there are results to send.
const SHORT_LOOK: Duration = Duration::from_millis(1);
/// Everybody has tasks for so long: several times what passes between two looks of the first worker.
const AHEAD: Duration = Duration::from_millis(25);
/// Tasks that anybody has at once, at least and at most.
const HELD: (usize, usize) = (2, 128);

/// Something to do.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Task {
    /// Tasks are begun in the order of their numbers.
    pub number: u64,
    /// What is to be done.
    pub what: Vec<u8>,
}

/// Who knows what is to be done.
pub trait Dealer {
    /// The next task; none if there is nothing to begin now.
    fn next(&mut self) -> Result<Option<Task>, String>;
    /// A task is done.
    fn done(&mut self, number: u64, result: Vec<u8>) -> Result<(), String>;
    /// Tasks from this number on do not matter any more. It never grows.
    fn void_from(&self) -> u64;
    /// Whether nothing is left to be done.
    fn is_over(&self) -> bool;
}

/// How a task is done: the result, or none if it is given up because it was told to. The question is whether to go on, to be
/// asked about every millisecond.
pub type Perform<'a> =
    dyn FnMut(&Task, &mut dyn FnMut() -> bool) -> Result<Option<Vec<u8>>, String> + 'a;

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
enum Letter {
    // From the first worker.
    Task(Task),
    VoidFrom(u64),
    End(End),
    // To the first worker.
    Done {
        number: u64,
        result: Vec<u8>,
        micros: u64,
    },
    GivenUp(u64),
    Failed(String),
    Stop,
}

/// Does tasks until the dealer has no more, or until anybody stops or fails: all workers call it at the same time, the first
/// one with a dealer, and all come to the same end. `stop` is asked now and then.
pub fn deal(
    worker: &mut Worker,
    dealer: Option<&mut dyn Dealer>,
    perform: &mut Perform<'_>,
    stop: &dyn Fn() -> bool,
) -> End {
    let table = dealer.map(|dealer| Table {
        dealer,
        players: vec![Player::default(); worker.peers()],
        void_from: u64::MAX,
        is_ended: false,
    });
    let hand = Hand {
        channel: Channel::new(worker, "tasks"),
        worker,
        table,
        tasks: VecDeque::new(),
        void_from: u64::MAX,
        end: None,
        stop,
        has_asked_to_stop: false,
        looked: Instant::now(),
    };
    hand.play(perform)
}

/// One worker.
struct Hand<'a> {
    worker: &'a mut Worker,
    channel: Channel<Letter>,
    table: Option<Table<'a>>,
    tasks: VecDeque<Task>,
    void_from: u64,
    end: Option<End>,
    stop: &'a dyn Fn() -> bool,
    has_asked_to_stop: bool,
    looked: Instant,
}

impl Hand<'_> {
    fn play(mut self, perform: &mut Perform<'_>) -> End {
        loop {
            if self.tasks.is_empty() || self.looked.elapsed() >= SHORT_LOOK {
                self.look();
            }
            if let Some(end) = self.end.take() {
                return end;
            }
            match self.tasks.pop_front() {
                Some(task) => self.work(&task, perform),
                None => channel::nap(self.worker),
            }
        }
    }

    fn work(&mut self, task: &Task, perform: &mut Perform<'_>) {
        let begun = Instant::now();
        let number = task.number;
        let performed = match number < self.void_from {
            true => perform(task, &mut || self.goes_on(number)),
            false => Ok(None),
        };
        let letter = match performed {
            Ok(Some(result)) => Letter::Done {
                number,
                result,
                micros: begun.elapsed().as_micros() as u64,
            },
            Ok(None) => Letter::GivenUp(number),
            Err(failure) => Letter::Failed(failure),
        };
        self.channel.send(0, letter);
    }

    fn goes_on(&mut self, number: u64) -> bool {
        if self.looked.elapsed() >= LOOK {
            self.look();
        }
        self.end.is_none() && number < self.void_from
    }

    /// Reads letters, and deals if this is the first worker.
    fn look(&mut self) {
        self.worker.step();
        for (from, letter) in self.channel.receive() {
            match (letter, &mut self.table) {
                (Letter::Task(task), _) => self.tasks.push_back(task),
                (Letter::VoidFrom(number), _) => self.void_from = number,
                (Letter::End(end), _) => self.end = Some(end),
                (letter, Some(table)) => {
                    if let Some(end) = table.hear(from, letter) {
                        table.end(&mut self.channel, end);
                    }
                }
                // Nobody else is written to.
                (_, None) => {}
            }
        }
        if !self.has_asked_to_stop && (self.stop)() {
            self.has_asked_to_stop = true;
            self.channel.send(0, Letter::Stop);
        }
        if let Some(table) = &mut self.table {
            table.deal(&mut self.channel);
        }
        self.looked = Instant::now();
    }
}

/// What the first worker knows.
struct Table<'a> {
    dealer: &'a mut dyn Dealer,
    players: Vec<Player>,
    /// As it was told to all.
    void_from: u64,
    is_ended: bool,
}

/// What the first worker knows of another one, or of itself.
#[derive(Clone, Copy)]
struct Player {
    /// Tasks it was dealt and has not answered.
    has: usize,
    /// Tasks it may have.
    may_have: usize,
}

impl Default for Player {
    fn default() -> Player {
        Player {
            has: 0,
            may_have: HELD.0,
        }
    }
}

impl Table<'_> {
    /// What a letter has to say; gives the end if that is it.
    fn hear(&mut self, from: usize, letter: Letter) -> Option<End> {
        let player = &mut self.players[from];
        match letter {
            Letter::Done {
                number,
                result,
                micros,
            } => {
                player.has -= 1;
                let ahead = AHEAD.as_micros() as u64 / micros.max(1);
                player.may_have = (ahead as usize).clamp(HELD.0, HELD.1);
                if self.is_ended || number >= self.dealer.void_from() {
                    return None;
                }
                self.dealer.done(number, result).err().map(End::Failed)
            }
            Letter::GivenUp(number) => {
                player.has -= 1;
                let is_needed = number < self.dealer.void_from();
                is_needed.then(|| End::Failed(format!("worker {from} gave task {number} up")))
            }
            Letter::Failed(failure) => Some(End::Failed(format!("worker {from}: {failure}"))),
            Letter::Stop => Some(End::Stopped),
            Letter::Task(_) | Letter::VoidFrom(_) | Letter::End(_) => None,
        }
    }

    /// The first end is the one.
    fn end(&mut self, channel: &mut Channel<Letter>, end: End) {
        if !std::mem::replace(&mut self.is_ended, true) {
            self.tell(channel, &Letter::End(end));
        }
    }

    fn tell(&self, channel: &mut Channel<Letter>, letter: &Letter) {
        (0..self.players.len()).for_each(|to| channel.send(to, letter.clone()));
    }

    /// Ends, voids, deals: whatever there is to tell.
    fn deal(&mut self, channel: &mut Channel<Letter>) {
        if self.is_ended {
            return;
        }
        if self.dealer.is_over() {
            return self.end(channel, End::Complete);
        }
        if self.dealer.void_from() < self.void_from {
            self.void_from = self.dealer.void_from();
            self.tell(channel, &Letter::VoidFrom(self.void_from));
        }
        if let Err(failure) = self.fill(channel) {
            self.end(channel, End::Failed(failure));
        }
    }

    /// Gives everybody what it may have, one at a time.
    fn fill(&mut self, channel: &mut Channel<Letter>) -> Result<(), String> {
        let may_have_more = |player: &Player| player.has < player.may_have;
        while self.players.iter().any(may_have_more) {
            for (to, player) in self.players.iter_mut().enumerate() {
                if may_have_more(player) {
                    let Some(task) = self.dealer.next()? else {
                        return Ok(());
                    };
                    player.has += 1;
                    channel.send(to, Letter::Task(task));
                }
            }
        }
        Ok(())
    }
}
