//! Letters from worker to worker, as a dataflow: an input, an exchange by the letter's address, and a place where letters lie
//! until somebody takes them.
//!
//! Two ways to use a channel, not to be mixed:
//!
//! - [`Channel::exchange`]: everybody sends, everybody receives, and all go on when the last letter has been taken. A time of
//!   the dataflow is the number of the exchange, and in its low bits that of a round of letters. Whoever sends waits until all
//!   have taken the round before the last one: so much is on its way at most, whatever the speeds.
//! - [`Channel::send`] and [`Channel::receive`]: letters go when they go.

use crate::Stopped;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;
use timely::ExchangeData;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::{ActivateCapability, Input, Operator, Probe};
use timely::dataflow::{InputHandleVec, ProbeHandle};
use timely::worker::Worker;

/// Letters of a round: with packets of 64 KB a megabyte.
const ROUND: usize = 16;
/// A worker that waits looks up so often even if nothing happens.
const NAP: Duration = Duration::from_millis(50);

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct Letter<T> {
    from: u32,
    to: u32,
    what: T,
}

/// What takes part in an exchange.
pub trait Partner<T> {
    /// The next letter, and to whom it goes; none if there are no more.
    fn next(&mut self) -> Option<(usize, T)>;
    /// A letter came from somebody.
    fn take(&mut self, from: usize, what: T);
}

/// Letters that have come and that nobody has taken yet, each lot with the dataflow's permission to hold it.
type Arrived<T> = Rc<RefCell<VecDeque<(ActivateCapability<u64>, Vec<Letter<T>>)>>>;

/// The letters of one kind.
pub struct Channel<T: ExchangeData + Clone> {
    input: InputHandleVec<u64, Letter<T>>,
    probe: ProbeHandle<u64>,
    arrived: Arrived<T>,
    own: u32,
    exchange: u64,
}

impl<T: ExchangeData + Clone> Channel<T> {
    /// To be made by all workers in the same order.
    pub fn new(worker: &mut Worker, name: &str) -> Channel<T> {
        let own = worker.index() as u32;
        let mut input = InputHandleVec::new();
        let probe = ProbeHandle::new();
        let arrived: Arrived<T> = Rc::default();
        // Once nobody can take letters any more, they are not held, or the dataflow would never end.
        let place = Rc::downgrade(&arrived);
        worker.dataflow_named::<u64, _, _>(name, |scope| {
            let activations = scope.activations();
            let by_address = Exchange::new(|letter: &Letter<T>| u64::from(letter.to));
            let letters = scope.input_from(&mut input);
            let held = letters.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                by_address,
                "hold",
                |_, info| {
                    move |letters, output| {
                        letters.for_each(|time, lot| {
                            let time = time.retain(output.output_index());
                            let address = Rc::clone(&info.address);
                            let hold =
                                ActivateCapability::new(time, address, Rc::clone(&activations));
                            if let Some(place) = place.upgrade() {
                                let lot = (hold, std::mem::take(lot));
                                place.borrow_mut().push_back(lot);
                            }
                        });
                    }
                },
            );
            held.probe_with(&probe);
        });
        Channel {
            input,
            probe,
            arrived,
            own,
            exchange: 0,
        }
    }

    /// Sends what a partner has, gives it what comes, and ends when everybody's letters have been taken by everybody.
    pub fn exchange(&mut self, worker: &mut Worker, partner: &mut dyn Partner<T>) {
        let begin = self.exchange << 32;
        let end = (self.exchange + 1) << 32;
        let (mut round, mut letters) = (0, 0);
        while let Some((to, what)) = partner.next() {
            self.post(to, what);
            letters += 1;
            if letters % ROUND == 0 {
                round += 1;
                self.input.advance_to(begin + round);
                self.wait(worker, begin + round - 1, end, partner);
            }
        }
        self.exchange += 1;
        self.input.advance_to(end);
        self.wait(worker, end, end, partner);
    }

    /// Waits until all letters before a time have been taken; takes those before the end.
    fn wait(&mut self, worker: &mut Worker, time: u64, end: u64, partner: &mut dyn Partner<T>) {
        loop {
            self.deliver(end, partner);
            if !self.probe.less_than(&time) {
                return;
            }
            worker.step_or_park(Some(NAP));
        }
    }

    fn deliver(&mut self, end: u64, partner: &mut dyn Partner<T>) {
        let mut lots = VecDeque::new();
        std::mem::swap(&mut lots, &mut self.arrived.borrow_mut());
        // Who is faster may have sent for the next exchange already.
        let (now, later): (VecDeque<_>, VecDeque<_>) =
            lots.into_iter().partition(|(time, _)| *time.time() < end);
        self.arrived.borrow_mut().extend(later);
        for (_hold, letters) in now {
            for letter in letters {
                partner.take(letter.from as usize, letter.what);
            }
        }
    }

    /// Everybody's word, by worker.
    pub fn gather(&mut self, worker: &mut Worker, what: T) -> Vec<T> {
        struct Gather<T> {
            what: T,
            next: usize,
            heard: Vec<Option<T>>,
        }
        impl<T: Clone> Partner<T> for Gather<T> {
            fn next(&mut self) -> Option<(usize, T)> {
                let to = self.next;
                self.next += 1;
                (to < self.heard.len()).then(|| (to, self.what.clone()))
            }
            fn take(&mut self, from: usize, what: T) {
                self.heard[from] = Some(what);
            }
        }
        let mut gather = Gather {
            what,
            next: 0,
            heard: vec![None; worker.peers()],
        };
        self.exchange(worker, &mut gather);
        let heard = gather.heard.into_iter();
        heard
            .map(|word| word.expect("everybody has sent one"))
            .collect()
    }

    /// Sends a letter at once.
    pub fn send(&mut self, to: usize, what: T) {
        self.post(to, what);
        // An exchange holds letters back until there are many, or until their time is over; a flush does not reach it.
        let time = self.input.time() + 1;
        self.input.advance_to(time);
    }

    fn post(&mut self, to: usize, what: T) {
        self.input.send(Letter {
            from: self.own,
            to: to as u32,
            what,
        });
    }

    /// The letters that have come. The worker must be stepped for any to come.
    pub fn receive(&mut self) -> Vec<(usize, T)> {
        let lots = std::mem::take(&mut *self.arrived.borrow_mut());
        let letters = lots.into_iter().flat_map(|(_hold, letters)| letters);
        letters
            .map(|letter| (letter.from as usize, letter.what))
            .collect()
    }
}

/// Lets the dataflows work, and waits a little if there is nothing to do.
pub fn nap(worker: &mut Worker) {
    worker.step_or_park(Some(NAP));
}

/// The bell that any worker may ring, so that all stop what they do.
pub struct Bell {
    channel: Channel<()>,
    rung: bool,
    /// Steps are not taken at every look.
    looks: u32,
}

impl Bell {
    /// To be made by all workers in the same order.
    pub fn new(worker: &mut Worker) -> Bell {
        Bell {
            channel: Channel::new(worker, "bell"),
            rung: false,
            looks: 0,
        }
    }

    /// Tells everybody to stop.
    pub fn ring(&mut self, worker: &Worker) {
        if !std::mem::replace(&mut self.rung, true) {
            (0..worker.peers()).for_each(|to| self.channel.send(to, ()));
        }
    }

    /// Whether anybody has rung; looks every so many times it is asked.
    pub fn listen(&mut self, worker: &mut Worker) -> Result<(), Stopped> {
        self.looks += 1;
        if !self.rung && self.looks.is_multiple_of(LOOKS) {
            worker.step();
            self.rung |= !self.channel.receive().is_empty();
        }
        match self.rung {
            true => Err(Stopped),
            false => Ok(()),
        }
    }
}

/// A step of the dataflows takes some microseconds.
const LOOKS: u32 = 16;
