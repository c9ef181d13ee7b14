//! The workers of a job: the threads of one process, or of several connected processes.

use std::net::TcpStream;
use taquin_app::words::io_error;
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::initialize::Hooks;
use timely::worker::Worker;

/// The workers of this process, and the connections to the other processes.
#[derive(Debug)]
pub struct Workers {
    /// The number of this process.
    pub process: usize,
    /// The workers of each process.
    pub threads: usize,
    /// For each process the connection to it; `None` for this one.
    pub sockets: Vec<Option<TcpStream>>,
}

impl Workers {
    /// Runs the same function on every worker of this process. Returns the result of the first of them. The other processes
    /// must do the same.
    pub fn run<T: Send + 'static>(
        self,
        work: impl Fn(&mut Worker) -> T + Send + Sync + 'static,
    ) -> Result<T, String> {
        let first = self.run_all(work)?.into_iter().next();
        first.ok_or_else(|| "the process has no workers".into())
    }

    /// The same with the results of all workers of this process.
    pub fn run_all<T: Send + 'static>(
        self,
        work: impl Fn(&mut Worker) -> T + Send + Sync + 'static,
    ) -> Result<Vec<T>, String> {
        let (builders, guard) = self.allocators()?;
        let workers =
            timely::execute::execute_from(builders, guard, WorkerConfig::default(), work)?;
        workers.join().into_iter().collect()
    }

    /// How the workers of this process exchange messages.
    fn allocators(self) -> Result<(Vec<AllocatorBuilder>, Box<dyn std::any::Any + Send>), String> {
        let hooks = Hooks::default();
        let threads = ProcessBuilder::new_typed_vector(self.threads, hooks.refill.clone(), None);
        if self.sockets.len() == 1 {
            let builders = threads.into_iter().map(AllocatorBuilder::Process);
            return Ok((builders.collect(), Box::new(())));
        }
        let (builders, guard) = initialize_networking_from_sockets(
            threads,
            self.sockets,
            self.process,
            self.threads,
            hooks,
        )
        .map_err(|error| format!("the connections cannot be used: {}", io_error(&error)))?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp);
        Ok((builders.collect(), Box::new(guard)))
    }
}
