//! `health`: what the solver is, allows, and names.

use super::names::Names;
use super::{Api, CELLS};
use serde::Serialize;

/// The queue of a server.
#[derive(Clone, Copy, Debug)]
pub struct QueueHealth {
    /// The searches that run.
    pub running: usize,
    /// The searches that wait.
    pub waiting: usize,
    /// The longest body of a request.
    pub body_bytes: usize,
    /// The most searches that may run.
    pub most_running: usize,
    /// The most searches that may wait.
    pub most_waiting: usize,
}

/// Fields about a queue are absent where there is none.
#[derive(Serialize)]
struct Health {
    schema: &'static str,
    status: &'static str,
    version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    running: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting: Option<usize>,
    limits: HealthLimits,
    #[serde(flatten)]
    names: Names,
}

#[derive(Serialize)]
struct HealthLimits {
    cells: usize,
    time_seconds: f64,
    memory_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    body_bytes: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    running: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting: Option<usize>,
}

impl Api {
    /// The version, the limits and all names, as JSON.
    pub fn health(&self, queue: Option<&QueueHealth>) -> Vec<u8> {
        let health = Health {
            schema: "taquin.health/1",
            status: "ok",
            version: env!("CARGO_PKG_VERSION"),
            running: queue.map(|queue| queue.running),
            waiting: queue.map(|queue| queue.waiting),
            limits: HealthLimits {
                cells: CELLS,
                time_seconds: self.limits.time.as_secs_f64(),
                memory_bytes: self.limits.memory,
                body_bytes: queue.map(|queue| queue.body_bytes),
                running: queue.map(|queue| queue.most_running),
                waiting: queue.map(|queue| queue.most_waiting),
            },
            names: Names::all(),
        };
        serde_json::to_vec(&health).expect("strings and numbers are valid JSON")
    }
}
