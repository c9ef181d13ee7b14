//! Every test of the API without a server, in one binary.
#![allow(missing_docs, clippy::unwrap_used, reason = "test code")]
#![allow(clippy::too_many_lines, reason = "tests are tables of cases")]

mod corpus;
mod errors;
mod names;
mod requests;
mod trace;

use serde_json::Value;
use std::time::Duration;
use taquin_app::limits::Progress;
use taquin_web::api::{Api, ApiError, Call, Client, Limits, Request};

/// A client that waits and ignores progress.
struct Patient;

impl Client for Patient {
    fn is_gone(&self) -> bool {
        false
    }

    fn tell(&self, _: &Progress) {}
}

fn api() -> Api {
    let limits = Limits {
        time: Duration::from_secs(30),
        memory: 16 << 20,
    };
    Api::new(limits, taquin::Tables::default())
}

fn ask(api: &Api, call: Call, request: &Value) -> Result<Value, ApiError> {
    let request = Request::from_json(call, request.to_string().as_bytes())?;
    let answer = api.answer(&request, &Patient)?;
    Ok(serde_json::from_slice(&answer).unwrap())
}

fn openapi() -> Value {
    serde_json::from_str(include_str!("../../openapi.json")).unwrap()
}

/// The schema that a `$ref` names, or the value itself.
fn resolve<'a>(description: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(path) => description
            .pointer(path.strip_prefix('#').unwrap())
            .unwrap(),
        None => schema,
    }
}

#[test]
fn a_request_is_answered_without_a_server() {
    let request = serde_json::json!({"start": "8 1 3/4 0 2/7 6 5"});
    let answer = ask(&api(), Call::Solve, &request).unwrap();
    assert_eq!(answer["length"], 14);
}
