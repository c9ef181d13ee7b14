#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin_web::api::{Call, Request};

// The first byte selects the call; the rest is the body of an HTTP request.
fuzz_target!(|input: &[u8]| {
    if let Some((&call, body)) = input.split_first() {
        let call = Call::ALL[usize::from(call) % Call::ALL.len()];
        if let Err(error) = Request::from_json(call, body) {
            assert!(!error.errors().is_empty());
            assert!(error.json().starts_with(b"{\"schema\":\"taquin.error/1\""));
        }
    }
});
