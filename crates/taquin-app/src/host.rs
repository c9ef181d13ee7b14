//! Time and random numbers. WebAssembly in a browser has neither by itself: the program that runs it provides them.

#[cfg(target_family = "wasm")]
pub use browser::{Host, Instant, random_number, set_host};
#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;
#[cfg(not(target_family = "wasm"))]
pub use system::random_number;

#[cfg(not(target_family = "wasm"))]
mod system {
    use std::hash::{BuildHasher, RandomState};

    /// A random number.
    pub fn random_number() -> u64 {
        // The hasher's keys are random.
        RandomState::new().hash_one(std::process::id())
    }
}

#[cfg(target_family = "wasm")]
mod browser {
    use std::ops::Sub;
    use std::sync::OnceLock;
    use std::time::Duration;

    static HOST: OnceLock<Host> = OnceLock::new();

    /// What the program that runs this one provides.
    #[derive(Clone, Copy, Debug)]
    pub struct Host {
        /// The time since some fixed moment.
        pub now: fn() -> Duration,
        /// A random number.
        pub random: fn() -> u64,
    }

    /// Sets the host, once, before anything measures time.
    pub fn set_host(host: Host) {
        HOST.get_or_init(|| host);
    }

    fn host() -> &'static Host {
        HOST.get().expect("the host is set before anything is run")
    }

    /// A random number.
    pub fn random_number() -> u64 {
        (host().random)()
    }

    /// A moment, with the operations of `std::time::Instant` that this crate uses.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// The current moment.
        pub fn now() -> Instant {
            Instant((host().now)())
        }

        /// The time since this moment.
        pub fn elapsed(self) -> Duration {
            Instant::now() - self
        }

        /// A later moment, unless it is too far in the future.
        pub fn checked_add(self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }
}
