//! Distributes tasks: the first worker has a task source, and all workers, including the first, run the tasks they get.
//!
//! Every worker gets some tasks ahead, so that it does not wait for the network. While a task runs, its worker steps the
//! dataflow every few milliseconds: so the first worker distributes tasks while it works on its own, and every worker
//! notices a stop, or that its task no longer matters.
//!
//! Only the first worker decides how the job ends, and sends that to all workers.

use crate::JobEnd;
use crate::channel::{self, Channel};
use std::collections::VecDeque;
use std::time::{Duration, Instant};
use timely::worker::Worker;

/// The time between two checks for messages while a task runs. A step of the dataflow takes some microseconds.
const CHECK: Duration = Duration::from_millis(4);
/// The same between two tasks, when there are results to send.
const SHORT_CHECK: Duration = Duration::from_millis(1);
/// Every worker has tasks for this time: several times what passes between two checks of the first worker.
const AHEAD: Duration = Duration::from_millis(25);
/// The minimum and maximum number of tasks that a worker has at a time.
const TASKS_AHEAD: (usize, usize) = (2, 128);

/// A unit of work.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Task {
    /// Tasks are started in the order of their numbers.
    pub number: u64,
    /// What is to be done.
    pub content: Vec<u8>,
}

/// Creates tasks and takes their results.
pub trait TaskSource {
    /// The next task; `None` if no task can be started now.
    fn next(&mut self) -> Result<Option<Task>, String>;
    /// A task is finished.
    fn done(&mut self, number: u64, result: Vec<u8>) -> Result<(), String>;
    /// Tasks from this number on no longer matter. It never grows.
    fn void_from(&self) -> u64;
    /// Whether all tasks are finished.
    fn is_over(&self) -> bool;
}

/// Runs a task. Returns the result, or `None` if the task was cancelled. The second argument says whether to continue; it is
/// to be called about every millisecond.
pub type Perform<'a> =
    dyn FnMut(&Task, &mut dyn FnMut() -> bool) -> Result<Option<Vec<u8>>, String> + 'a;

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
enum Message {
    // From the first worker.
    Task(Task),
    VoidFrom(u64),
    End(JobEnd),
    // To the first worker.
    Done {
        number: u64,
        result: Vec<u8>,
        micros: u64,
    },
    Cancelled(u64),
    Failed(String),
    Stop,
}

/// Runs tasks until the source has no more, or until a worker stops or fails. All workers call it at the same time, the
/// first one with a source, and all return the same. `stop` is called every few milliseconds.
pub fn run_tasks(
    worker: &mut Worker,
    source: Option<&mut dyn TaskSource>,
    perform: &mut Perform<'_>,
    stop: &dyn Fn() -> bool,
) -> JobEnd {
    let scheduler = source.map(|source| Scheduler {
        source,
        workers: vec![WorkerState::default(); worker.peers()],
        void_from: u64::MAX,
        is_ended: false,
    });
    let task_worker = TaskWorker {
        channel: Channel::new(worker, "tasks"),
        worker,
        scheduler,
        tasks: VecDeque::new(),
        void_from: u64::MAX,
        end: None,
        stop,
        has_asked_to_stop: false,
        checked: Instant::now(),
    };
    task_worker.run(perform)
}

/// One worker.
struct TaskWorker<'a> {
    worker: &'a mut Worker,
    channel: Channel<Message>,
    /// In the first worker.
    scheduler: Option<Scheduler<'a>>,
    tasks: VecDeque<Task>,
    void_from: u64,
    end: Option<JobEnd>,
    stop: &'a dyn Fn() -> bool,
    has_asked_to_stop: bool,
    checked: Instant,
}

impl TaskWorker<'_> {
    fn run(mut self, perform: &mut Perform<'_>) -> JobEnd {
        loop {
            if self.tasks.is_empty() || self.checked.elapsed() >= SHORT_CHECK {
                self.check();
            }
            if let Some(end) = self.end.take() {
                return end;
            }
            match self.tasks.pop_front() {
                Some(task) => self.work(&task, perform),
                None => channel::step_or_wait(self.worker),
            }
        }
    }

    fn work(&mut self, task: &Task, perform: &mut Perform<'_>) {
        let begun = Instant::now();
        let number = task.number;
        let performed = if number < self.void_from {
            perform(task, &mut || self.goes_on(number))
        } else {
            Ok(None)
        };
        let message = match performed {
            Ok(Some(result)) => Message::Done {
                number,
                result,
                micros: begun.elapsed().as_micros() as u64,
            },
            Ok(None) => Message::Cancelled(number),
            Err(failure) => Message::Failed(failure),
        };
        self.channel.send(0, message);
    }

    fn goes_on(&mut self, number: u64) -> bool {
        if self.checked.elapsed() >= CHECK {
            self.check();
        }
        self.end.is_none() && number < self.void_from
    }

    /// Reads messages, and distributes tasks if this is the first worker.
    fn check(&mut self) {
        self.worker.step();
        for (from, message) in self.channel.receive() {
            match (message, &mut self.scheduler) {
                (Message::Task(task), _) => self.tasks.push_back(task),
                (Message::VoidFrom(number), _) => self.void_from = number,
                (Message::End(end), _) => self.end = Some(end),
                (message, Some(scheduler)) => {
                    if let Some(end) = scheduler.receive(from, message) {
                        scheduler.end(&mut self.channel, end);
                    }
                }
                // Workers send the other messages only to the first one.
                (_, None) => {}
            }
        }
        if !self.has_asked_to_stop && (self.stop)() {
            self.has_asked_to_stop = true;
            self.channel.send(0, Message::Stop);
        }
        if let Some(scheduler) = &mut self.scheduler {
            scheduler.distribute(&mut self.channel);
        }
        self.checked = Instant::now();
    }
}

/// The first worker's view of all workers.
struct Scheduler<'a> {
    source: &'a mut dyn TaskSource,
    workers: Vec<WorkerState>,
    /// As last sent to all workers.
    void_from: u64,
    is_ended: bool,
}

/// What the first worker knows of a worker.
#[derive(Clone, Copy)]
struct WorkerState {
    /// The tasks it has and has not answered.
    tasks: usize,
    /// The tasks it may have.
    limit: usize,
}

impl Default for WorkerState {
    fn default() -> WorkerState {
        WorkerState {
            tasks: 0,
            limit: TASKS_AHEAD.0,
        }
    }
}

impl Scheduler<'_> {
    /// Processes a message. Returns how the job ends if the message ends it.
    fn receive(&mut self, from: usize, message: Message) -> Option<JobEnd> {
        let worker = &mut self.workers[from];
        match message {
            Message::Done {
                number,
                result,
                micros,
            } => {
                worker.tasks -= 1;
                let ahead = AHEAD.as_micros() as u64 / micros.max(1);
                worker.limit = (ahead as usize).clamp(TASKS_AHEAD.0, TASKS_AHEAD.1);
                if self.is_ended || number >= self.source.void_from() {
                    return None;
                }
                self.source.done(number, result).err().map(JobEnd::Failed)
            }
            Message::Cancelled(number) => {
                worker.tasks -= 1;
                let is_needed = number < self.source.void_from();
                is_needed.then(|| JobEnd::Failed(format!("worker {from} cancelled task {number}")))
            }
            Message::Failed(failure) => Some(JobEnd::Failed(format!("worker {from}: {failure}"))),
            Message::Stop => Some(JobEnd::Stopped),
            Message::Task(_) | Message::VoidFrom(_) | Message::End(_) => None,
        }
    }

    /// The first end counts.
    fn end(&mut self, channel: &mut Channel<Message>, end: JobEnd) {
        if !std::mem::replace(&mut self.is_ended, true) {
            self.send_to_all(channel, &Message::End(end));
        }
    }

    fn send_to_all(&self, channel: &mut Channel<Message>, message: &Message) {
        (0..self.workers.len()).for_each(|to| channel.send(to, message.clone()));
    }

    /// Sends the end, the new limit of what matters, or tasks.
    fn distribute(&mut self, channel: &mut Channel<Message>) {
        if self.is_ended {
            return;
        }
        if self.source.is_over() {
            return self.end(channel, JobEnd::Complete);
        }
        if self.source.void_from() < self.void_from {
            self.void_from = self.source.void_from();
            self.send_to_all(channel, &Message::VoidFrom(self.void_from));
        }
        if let Err(failure) = self.fill(channel) {
            self.end(channel, JobEnd::Failed(failure));
        }
    }

    /// Gives every worker as many tasks as it may have, one at a time.
    fn fill(&mut self, channel: &mut Channel<Message>) -> Result<(), String> {
        let may_have_more = |worker: &WorkerState| worker.tasks < worker.limit;
        while self.workers.iter().any(may_have_more) {
            for (to, worker) in self.workers.iter_mut().enumerate() {
                if may_have_more(worker) {
                    let Some(task) = self.source.next()? else {
                        return Ok(());
                    };
                    worker.tasks += 1;
                    channel.send(to, Message::Task(task));
                }
            }
        }
        Ok(())
    }
}
