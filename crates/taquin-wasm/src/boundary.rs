//! The boundary to JavaScript: numbers and buffers, nothing else.
//!
//! The worker writes a request into the buffer that [`request`] returns, calls [`answer`], and reads the answer from
//! [`answer_start`]. Meanwhile it is asked for the time, for kept tables, and receives progress. Every pointer that crosses the
//! boundary is that of a live buffer with the length that goes with it; no Rust code reads a pointer from outside, so
//! nothing here needs an `unsafe` block. Only the names of the functions, which the linker takes on trust, are `unsafe`.

#![expect(
    unsafe_code,
    reason = "exported names, and functions that the worker provides"
)]

use crate::kept_tables::{ByteStore, KeptTables};
use crate::session::Session;
use std::cell::RefCell;
use std::time::Duration;
use taquin::solve::Tables;
use taquin_app::host::{Host, set_host};
use taquin_app::limits::Progress;
use taquin_web::api::Client;

/// What the worker provides.
mod worker {
    #[link(wasm_import_module = "worker")]
    unsafe extern "C" {
        /// Milliseconds since some fixed moment.
        pub(super) safe fn now() -> f64;
        /// A random number below 2³².
        pub(super) safe fn random() -> u32;
        /// Takes the progress of a search, a JSON object.
        pub(super) safe fn progress(start: *const u8, bytes: usize);
        /// The number of bytes of a kept table; 0 if there is none.
        pub(super) safe fn table_bytes(name: *const u8, bytes: usize) -> usize;
        /// Copies the table that was asked for last.
        pub(super) safe fn read_table(to: *mut u8, bytes: usize);
        /// Begins a table that is to be kept.
        pub(super) safe fn begin_table(name: *const u8, bytes: usize);
        /// Continues it.
        pub(super) safe fn add_to_table(start: *const u8, bytes: usize);
    }
}

/// The buffers of the boundary, and the session behind it.
struct State {
    session: Session,
    request: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State::new());
}

impl State {
    fn new() -> State {
        set_host(Host {
            now: || Duration::from_secs_f64(worker::now().max(0.0) / 1e3),
            random: || u64::from(worker::random()) << 32 | u64::from(worker::random()),
        });
        State {
            session: Session::new(Tables::stored_in(KeptTables(WorkerStore))),
            request: Vec::new(),
            answer: Vec::new(),
        }
    }
}

/// A buffer for a request of this many bytes.
#[unsafe(no_mangle)]
extern "C" fn request(bytes: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.request = vec![0; bytes];
        state.request.as_mut_ptr()
    })
}

/// Answers the request in the buffer; returns the number of bytes of the answer, negative if it is an error object.
#[unsafe(no_mangle)]
extern "C" fn answer() -> isize {
    STATE.with_borrow_mut(|state| {
        let answer = state.session.answer(&state.request, &Page);
        let sign = if answer.is_ok() { 1 } else { -1 };
        state.answer = answer.unwrap_or_else(|error| error);
        sign * state.answer.len() as isize
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
extern "C" fn answer_start() -> *const u8 {
    STATE.with_borrow(|state| state.answer.as_ptr())
}

/// The page that waits for the answer. It ends a search by ending the worker.
struct Page;

impl Client for Page {
    fn is_gone(&self) -> bool {
        false
    }

    fn tell(&self, progress: &Progress) {
        let json = serde_json::to_vec(progress).expect("numbers are valid JSON");
        worker::progress(json.as_ptr(), json.len());
    }
}

/// The tables that the worker keeps.
struct WorkerStore;

impl ByteStore for WorkerStore {
    fn load(&mut self, name: &str) -> Option<Vec<u8>> {
        let bytes = worker::table_bytes(name.as_ptr(), name.len());
        (bytes > 0).then(|| {
            let mut table = vec![0; bytes];
            worker::read_table(table.as_mut_ptr(), table.len());
            table
        })
    }

    fn save(&mut self, name: &str, parts: [&[u8]; 2]) {
        worker::begin_table(name.as_ptr(), name.len());
        for part in parts {
            worker::add_to_table(part.as_ptr(), part.len());
        }
    }
}
