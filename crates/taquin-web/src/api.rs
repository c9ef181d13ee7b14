//! The calls: a request is read, waits for its turn, and is answered on a thread where it may take its time.

use crate::access;
use crate::events::Events;
use crate::queue::{Place, Queue};
use crate::reply::{Kind, Refusal, json, to_json};
use crate::watch::{Flag, Presence};
use crate::{BODY_BYTES, Call, Limits, Puzzles, Request, Watch, page};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::{JoinError, JoinHandle};

/// What the puzzles gave.
pub(crate) type Outcome = Result<Vec<u8>, Refusal>;

/// Who takes longer to send a request is not waited for.
const BODY_TIME: Duration = Duration::from_secs(10);
/// Progress that has not been sent yet.
const EVENTS: usize = 16;

/// What all requests share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) puzzles: Arc<dyn Puzzles>,
    pub(crate) limits: Limits,
    pub(crate) queue: Arc<Queue>,
    pub(crate) stopping: Flag,
    /// Whether only this machine may ask.
    pub(crate) is_local: bool,
}

impl App {
    pub(crate) fn new(puzzles: Arc<dyn Puzzles>, limits: Limits, is_local: bool) -> App {
        let queue = Queue::new(limits.running, limits.waiting, limits.time);
        App {
            puzzles,
            limits,
            queue: Arc::new(queue),
            stopping: Flag::default(),
            is_local,
        }
    }

    /// Everything that is served.
    pub(crate) fn router(self) -> Router {
        let mut router = Router::new()
            .route(
                "/",
                get(|headers: HeaderMap| page::file("index.html", headers)),
            )
            .route(
                "/embed",
                get(|headers: HeaderMap| page::file("embed.html", headers)),
            )
            .route("/page/{*path}", get(page::asked))
            .route("/api/1/health", get(health))
            .route("/api/1/openapi.json", get(openapi));
        for call in Call::ALL {
            let route = match call.is_got() {
                true => get(move |State(app), query| app_get(app, call, query)),
                false => post(move |State(app), headers, body| app_post(app, call, headers, body)),
            };
            router = router.route(call.path(), route);
        }
        router
            .fallback(not_found)
            .method_not_allowed_fallback(other_method)
            .layer(from_fn_with_state(self.clone(), access::check))
            .with_state(self)
    }

    /// Answers a call on a thread of its own.
    fn begin(
        &self,
        call: Call,
        request: Request,
        watch: Watch,
        place: Option<Place>,
    ) -> JoinHandle<Outcome> {
        let puzzles = Arc::clone(&self.puzzles);
        tokio::task::spawn_blocking(move || {
            let outcome = puzzles.answer(call, request, &watch);
            // The next one may begin, whether or not anybody reads the answer.
            drop(place);
            outcome
        })
    }

    async fn place(&self, call: Call) -> Result<Option<Place>, Refusal> {
        if self.stopping.is_raised() {
            return Err(Refusal::new(Kind::Busy, "the server is about to stop"));
        }
        match call.is_search() {
            true => self.queue.enter().await.map(Some),
            false => Ok(None),
        }
    }

    /// The answer in one piece. Where nobody waits any more, this future is dropped, which ends the search.
    async fn answer(&self, call: Call, request: Request) -> Result<Response, Refusal> {
        let presence = Presence::default();
        let place = self.place(call).await?;
        let watch = self.watch(&presence, None);
        answered(self.begin(call, request, watch, place).await).map(json)
    }

    /// The answer after some progress.
    async fn stream(&self, call: Call, request: Request) -> Result<Response, Refusal> {
        let presence = Presence::default();
        let place = self.place(call).await?;
        let (sender, progress) = mpsc::channel(EVENTS);
        let watch = self.watch(&presence, Some(sender));
        let outcome = self.begin(call, request, watch, place);
        Events::begin(progress, outcome, presence).await
    }

    fn watch(&self, presence: &Presence, events: Option<mpsc::Sender<Vec<u8>>>) -> Watch {
        Watch {
            gone: presence.gone(),
            stopping: self.stopping.clone(),
            events,
        }
    }
}

/// A thread that panicked has said so on stderr.
pub(crate) fn answered(outcome: Result<Outcome, JoinError>) -> Outcome {
    let bug = |_| {
        Refusal::new(
            Kind::Internal,
            "a bug in taquin: this request has no answer",
        )
    };
    outcome.map_err(bug)?
}

async fn app_get(
    app: App,
    call: Call,
    query: Result<Query<Vec<(String, String)>>, QueryRejection>,
) -> Result<Response, Refusal> {
    let Query(fields) = query.map_err(|error| bad(&error.body_text()))?;
    let mut request = Request::new();
    for (name, value) in fields {
        if request.insert(name.clone(), value.into()).is_some() {
            return Err(bad(&format!("{name}: it is there twice")));
        }
    }
    app.answer(call, request).await
}

async fn app_post(
    app: App,
    call: Call,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Refusal> {
    let mut request = read(&headers, body).await?;
    let is_streamed = match call {
        Call::Solve => request.remove("stream"),
        _ => None,
    };
    match is_streamed {
        None | Some(Value::Bool(false)) => app.answer(call, request).await,
        Some(Value::Bool(true)) => app.stream(call, request).await,
        Some(_) => Err(bad("stream: it is true or false")),
    }
}

/// The object in the body.
async fn read(headers: &HeaderMap, body: Body) -> Result<Request, Refusal> {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind
        .and_then(|kind| kind.split(';').next())
        .unwrap_or_default();
    if !kind.trim().eq_ignore_ascii_case("application/json") {
        let errors = "the body must be JSON, with Content-Type: application/json";
        return Err(Refusal::new(Kind::MediaType, errors));
    }
    let too_large = || {
        let errors = format!("the body is longer than {} kB", BODY_BYTES >> 10);
        Refusal::new(Kind::TooLarge, &errors)
    };
    let length = headers
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok());
    let length = length.and_then(|length| length.parse::<u64>().ok());
    if length.is_some_and(|length| length > BODY_BYTES as u64) {
        return Err(too_large());
    }
    let bytes = tokio::time::timeout(BODY_TIME, to_bytes(body, BODY_BYTES)).await;
    let bytes = bytes.map_err(|_| Refusal::new(Kind::Slow, "the body did not come to its end"))?;
    // A body that breaks off has nobody left to read the answer.
    let bytes = bytes.map_err(|_| too_large())?;
    serde_json::from_slice(&bytes)
        .map_err(|error| bad(&format!("the body is no JSON object: {error}")))
}

fn bad(errors: &str) -> Refusal {
    Refusal::new(Kind::BadInput, errors)
}

#[derive(Serialize)]
struct Health {
    schema: &'static str,
    status: &'static str,
    version: &'static str,
    running: usize,
    waiting: usize,
    limits: HealthLimits,
}

#[derive(Serialize)]
struct HealthLimits {
    cells: usize,
    time_seconds: f64,
    memory_bytes: u64,
    body_bytes: usize,
    running: usize,
    waiting: usize,
}

async fn health(State(app): State<App>) -> Response {
    let limits = app.limits;
    json(to_json(&Health {
        schema: "taquin.health/1",
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        running: app.queue.running(),
        waiting: app.queue.waiting(),
        limits: HealthLimits {
            cells: limits.cells,
            time_seconds: limits.time.as_secs_f64(),
            memory_bytes: limits.memory,
            body_bytes: BODY_BYTES,
            running: limits.running,
            waiting: limits.waiting,
        },
    }))
}

async fn openapi() -> Response {
    json(include_bytes!("../openapi.json").to_vec())
}

async fn not_found(uri: Uri) -> Response {
    let path: String = uri.path().chars().take(100).collect();
    let errors = format!("{path}: there is no such thing; /api/1/openapi.json says what there is");
    Refusal::new(Kind::NotFound, &errors).into_response()
}

async fn other_method() -> Refusal {
    Refusal::new(
        Kind::Method,
        "this is asked for by another method, which Allow names",
    )
}
