//! The workers of a job: threads of one process, or of many that have met.

use std::net::TcpStream;
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::initialize::Hooks;
use timely::worker::Worker;

/// Who works here, and how the others are reached.
#[derive(Debug)]
pub struct Crew {
    /// The number of this process.
    pub process: usize,
    /// Workers of each process.
    pub threads: usize,
    /// For each process the connection to it, and none for this one.
    pub sockets: Vec<Option<TcpStream>>,
}

impl Crew {
    /// Has every worker of this process do the same; gives what each returns. The others must do likewise.
    pub fn run<T: Send + 'static>(
        self,
        work: impl Fn(&mut Worker) -> T + Send + Sync + 'static,
    ) -> Result<Vec<T>, String> {
        let hooks = Hooks::default();
        let threads = ProcessBuilder::new_typed_vector(self.threads, hooks.refill.clone(), None);
        let (builders, guard): (Vec<AllocatorBuilder>, Box<dyn std::any::Any + Send>) =
            if self.sockets.len() == 1 {
                let builders = threads.into_iter().map(AllocatorBuilder::Process);
                (builders.collect(), Box::new(()))
            } else {
                let (builders, guard) = initialize_networking_from_sockets(
                    threads,
                    self.sockets,
                    self.process,
                    self.threads,
                    hooks,
                )
                .map_err(|error| format!("the connections cannot be used: {error}"))?;
                let builders = builders.into_iter().map(AllocatorBuilder::Tcp);
                (builders.collect(), Box::new(guard))
            };
        let workers =
            timely::execute::execute_from(builders, guard, WorkerConfig::default(), work)?;
        workers.join().into_iter().collect()
    }
}
