//! Messages between workers, as a dataflow: an input, an exchange by the message's receiver, and a queue of received
//! messages.
//!
//! A channel is used in one of two ways, which must not be mixed:
//!
//! - [`Channel::exchange`]: all workers send and receive, and all continue when the last message has been received. The time
//!   of the dataflow is the number of the exchange, and in its low bits the number of a batch of messages. A sender waits
//!   until all workers have received the batch before the last one, which limits the messages in transit at any speed.
//! - [`Channel::send`] and [`Channel::receive`]: messages are sent immediately, in no particular order between workers.

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

/// The messages of a batch: with packets of 64 KB, a megabyte.
const BATCH: usize = 16;
/// How long a worker without work waits before it looks for messages.
const PAUSE: Duration = Duration::from_millis(50);
/// How many checks of a stop signal pass between two steps of the dataflow, which take some microseconds each.
const CHECKS_PER_STEP: u32 = 16;

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct Message<T> {
    from: u32,
    to: u32,
    content: T,
}

/// One worker's side of an exchange.
pub trait Endpoint<T> {
    /// The next message and its receiver; `None` if there are no more.
    fn next(&mut self) -> Option<(usize, T)>;
    /// A message from another worker, or from this one.
    fn receive(&mut self, from: usize, content: T);
}

/// Received messages that have not been processed, each group with the capability that keeps its time open.
type Queue<T> = Rc<RefCell<VecDeque<(ActivateCapability<u64>, Vec<Message<T>>)>>>;

/// A channel for messages of one type between all workers.
pub struct Channel<T: ExchangeData + Clone> {
    input: InputHandleVec<u64, Message<T>>,
    probe: ProbeHandle<u64>,
    queue: Queue<T>,
    own: u32,
    exchange: u64,
}

impl<T: ExchangeData + Clone> Channel<T> {
    /// All workers must create their channels in the same order.
    pub fn new(worker: &mut Worker, name: &str) -> Channel<T> {
        let own = worker.index() as u32;
        let mut input = InputHandleVec::new();
        let probe = ProbeHandle::new();
        let queue: Queue<T> = Rc::default();
        // A weak reference: when the channel is dropped, capabilities are released, or the dataflow would never end.
        let weak_queue = Rc::downgrade(&queue);
        worker.dataflow_named::<u64, _, _>(name, |scope| {
            let activations = scope.activations();
            let by_receiver = Exchange::new(|message: &Message<T>| u64::from(message.to));
            let messages = scope.input_from(&mut input);
            let received = messages.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                by_receiver,
                "receive",
                |_, info| {
                    move |messages, output| {
                        messages.for_each(|time, group| {
                            let time = time.retain(output.output_index());
                            let address = Rc::clone(&info.address);
                            let capability =
                                ActivateCapability::new(time, address, Rc::clone(&activations));
                            if let Some(queue) = weak_queue.upgrade() {
                                let group = (capability, std::mem::take(group));
                                queue.borrow_mut().push_back(group);
                            }
                        });
                    }
                },
            );
            received.probe_with(&probe);
        });
        Channel {
            input,
            probe,
            queue,
            own,
            exchange: 0,
        }
    }

    /// Sends the messages of an endpoint and gives it those that arrive. Returns when all messages of all workers have been
    /// received.
    pub fn exchange(&mut self, worker: &mut Worker, endpoint: &mut dyn Endpoint<T>) {
        let begin = self.exchange << 32;
        let end = (self.exchange + 1) << 32;
        let (mut batch, mut sent) = (0, 0);
        while let Some((to, content)) = endpoint.next() {
            self.post(to, content);
            sent += 1;
            if sent % BATCH == 0 {
                batch += 1;
                self.input.advance_to(begin + batch);
                self.wait(worker, [begin + batch - 1, end], endpoint);
            }
        }
        self.exchange += 1;
        self.input.advance_to(end);
        self.wait(worker, [end, end], endpoint);
    }

    /// Waits until all messages before `time` have been received, and receives those before `end`.
    fn wait(&mut self, worker: &mut Worker, [time, end]: [u64; 2], endpoint: &mut dyn Endpoint<T>) {
        loop {
            self.deliver(end, endpoint);
            if !self.probe.less_than(&time) {
                return;
            }
            step_or_wait(worker);
        }
    }

    fn deliver(&mut self, end: u64, endpoint: &mut dyn Endpoint<T>) {
        let mut groups = VecDeque::new();
        std::mem::swap(&mut groups, &mut self.queue.borrow_mut());
        // A faster worker may have sent messages of the next exchange already.
        let (now, later): (VecDeque<_>, VecDeque<_>) =
            groups.into_iter().partition(|(time, _)| *time.time() < end);
        self.queue.borrow_mut().extend(later);
        for (_capability, messages) in now {
            for message in messages {
                endpoint.receive(message.from as usize, message.content);
            }
        }
    }

    /// Sends one message to every worker. Returns the messages of all workers, in their order.
    pub fn gather(&mut self, worker: &mut Worker, content: T) -> Vec<T> {
        struct Gather<T> {
            content: T,
            next: usize,
            received: Vec<Option<T>>,
        }
        impl<T: Clone> Endpoint<T> for Gather<T> {
            fn next(&mut self) -> Option<(usize, T)> {
                let to = self.next;
                self.next += 1;
                (to < self.received.len()).then(|| (to, self.content.clone()))
            }
            fn receive(&mut self, from: usize, content: T) {
                self.received[from] = Some(content);
            }
        }
        let mut gather = Gather {
            content,
            next: 0,
            received: vec![None; worker.peers()],
        };
        self.exchange(worker, &mut gather);
        let received = gather.received.into_iter();
        received
            .map(|content| content.expect("every worker sends one message"))
            .collect()
    }

    /// Sends a message immediately.
    pub fn send(&mut self, to: usize, content: T) {
        self.post(to, content);
        // An exchange holds messages back until there are many, or until their time is over; a flush does not reach it.
        let time = self.input.time() + 1;
        self.input.advance_to(time);
    }

    fn post(&mut self, to: usize, content: T) {
        self.input.send(Message {
            from: self.own,
            to: to as u32,
            content,
        });
    }

    /// The messages that have arrived, with their senders. Messages arrive only while the worker steps.
    pub fn receive(&mut self) -> Vec<(usize, T)> {
        let groups = std::mem::take(&mut *self.queue.borrow_mut());
        let messages = groups.into_iter().flat_map(|(_capability, group)| group);
        messages
            .map(|message| (message.from as usize, message.content))
            .collect()
    }
}

/// Lets the dataflows work, and waits a little if they have nothing to do.
pub fn step_or_wait(worker: &mut Worker) {
    worker.step_or_park(Some(PAUSE));
}

/// A signal by which any worker can stop all workers.
pub struct StopSignal {
    channel: Channel<()>,
    is_set: bool,
    checks: u32,
}

impl StopSignal {
    /// All workers must create their channels and signals in the same order.
    pub fn new(worker: &mut Worker) -> StopSignal {
        StopSignal {
            channel: Channel::new(worker, "stop"),
            is_set: false,
            checks: 0,
        }
    }

    /// Requests that all workers stop.
    pub fn request(&mut self, worker: &Worker) {
        if !std::mem::replace(&mut self.is_set, true) {
            (0..worker.peers()).for_each(|to| self.channel.send(to, ()));
        }
    }

    /// Whether any worker has requested a stop. Messages are looked for every few checks.
    pub fn check(&mut self, worker: &mut Worker) -> Result<(), Stopped> {
        self.checks += 1;
        if !self.is_set && self.checks.is_multiple_of(CHECKS_PER_STEP) {
            worker.step();
            self.is_set |= !self.channel.receive().is_empty();
        }
        if self.is_set { Err(Stopped) } else { Ok(()) }
    }
}
