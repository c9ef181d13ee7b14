//! Requests as bytes: the name of a call, a line break, and a JSON object.

use std::time::Duration;
use taquin::solve::Tables;
use taquin_web::api::{Api, ApiError, Call, Client, ErrorKind, Limits, Request};

/// The longest search. A page that asks for less gets less; it can also end the worker at any time.
const TIME: Duration = Duration::from_secs(600);
/// The most memory of a search, as on a server. The module may have four times as much: tables and copies while they grow.
const MEMORY: u64 = 512 << 20;

/// Answers the requests of one worker.
#[derive(Debug)]
pub struct Session {
    api: Api,
}

impl Session {
    /// A session that searches with these tables.
    pub fn new(tables: Tables) -> Session {
        let limits = Limits {
            time: TIME,
            memory: MEMORY,
        };
        Session {
            api: Api::new(limits, tables),
        }
    }

    /// The answer to a request as JSON, or an error object.
    pub fn answer(&self, message: &[u8], client: &dyn Client) -> Result<Vec<u8>, Vec<u8>> {
        let answer = self.try_answer(message, client);
        answer.map_err(|error| error.json())
    }

    fn try_answer(&self, message: &[u8], client: &dyn Client) -> Result<Vec<u8>, ApiError> {
        let line_break = message.iter().position(|&byte| byte == b'\n');
        let (name, body) = message.split_at(line_break.unwrap_or(message.len()));
        let name = String::from_utf8_lossy(name);
        if name == "health" {
            return Ok(self.api.health(None));
        }
        let call = Call::from_name(&name).ok_or_else(|| {
            let names = Call::ALL.map(Call::name).join(", ");
            let error = format!("{name} is not a call; the calls are health, {names}");
            ApiError::new(ErrorKind::NotFound, error)
        })?;
        let request = Request::from_json(call, body)?;
        self.api.answer(&request, client)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use taquin_app::limits::Progress;

    struct Alone;

    impl Client for Alone {
        fn is_gone(&self) -> bool {
            false
        }

        fn tell(&self, _: &Progress) {}
    }

    fn answer(message: &str) -> Result<Value, Value> {
        let read = |bytes: Vec<u8>| serde_json::from_slice(&bytes).unwrap();
        let answer = Session::new(Tables::default()).answer(message.as_bytes(), &Alone);
        answer.map(read).map_err(read)
    }

    #[test]
    fn a_request_is_answered_as_over_http() {
        let answer = answer("solve\n{\"start\": \"8 1 3/4 0 2/7 6 5\"}").unwrap();
        assert_eq!(answer["length"], 14);
        assert_eq!(answer["status"], "solved");
    }

    #[test]
    fn health_needs_no_body_and_has_no_queue() {
        let health = answer("health").unwrap();
        assert_eq!(health["schema"], "taquin.health/1");
        assert_eq!(health["limits"]["cells"], 100);
        assert_eq!(health.get("running"), None);
    }

    #[test]
    fn errors_are_objects() {
        let error = answer("dance\n{}").unwrap_err();
        assert_eq!(error["status"], "not-found");
        let error = answer("solve\n{").unwrap_err();
        assert_eq!(
            error,
            json!({
                "schema": "taquin.error/1",
                "status": "bad-input",
                "errors": ["the body ends in the middle of a JSON value"],
            })
        );
    }
}
