//! The routes: a request is read, waits in the queue, and is answered on a thread where it may take long.

use super::client::{Connected, Flag, HttpClient};
use super::events::Events;
use super::queue::{Permit, Queue};
use super::response::json;
use super::unread::{Held, Unread};
use super::{BODY_BYTES, ClientLimits, ServerOptions, access, page};
use crate::api::{Api, ApiError, Call, ErrorKind, QueueHealth, Request};
use crate::page::{File, files};
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::{JoinError, JoinHandle};

/// The answer to a call.
pub(crate) type Outcome = Result<Held, ApiError>;

/// A body that takes longer to arrive times out.
const BODY_TIME: Duration = Duration::from_secs(10);
/// The most progress events that have not been sent yet.
const EVENTS: usize = 16;

/// What all requests share.
#[derive(Clone)]
pub(crate) struct App {
    api: Arc<Api>,
    options: Arc<ServerOptions>,
    files: Arc<Vec<File>>,
    queue: Arc<Queue>,
    unread: Unread,
    pub(crate) stopping: Flag,
    /// Whether only this machine can connect.
    pub(crate) is_local: bool,
}

impl App {
    pub(crate) fn new(api: Api, options: ServerOptions, is_local: bool) -> App {
        let queue = Queue::new(options.running, options.waiting, options.limits.time);
        App {
            api: Arc::new(api),
            files: Arc::new(files(options.url.as_deref())),
            unread: Unread::new(options.clients.unread),
            options: Arc::new(options),
            queue: Arc::new(queue),
            stopping: Flag::default(),
            is_local,
        }
    }

    /// What clients may hold.
    pub(crate) fn clients(&self) -> ClientLimits {
        self.options.clients
    }

    /// Everything that is served.
    pub(crate) fn router(self) -> Router {
        let mut router = Router::new()
            .route("/", get(|app, headers| file(app, "index.html", headers)))
            .route(
                "/embed",
                get(|app, headers| file(app, "embed.html", headers)),
            )
            .route("/embed.html", get(file_at_path))
            .route("/index.html", get(file_at_path))
            .route("/page/{*path}", get(file_at_path))
            .route("/guide", get(page::guide))
            .route("/guide/", get(page::guide))
            .route("/guide/{*path}", get(file_at_path))
            .route("/api/1/health", get(health))
            .route("/api/1/openapi.json", get(openapi));
        for call in Call::ALL {
            let route = if call.is_get() {
                get(move |State(app), query| answer_get(app, call, query))
            } else {
                post(move |State(app), headers, body| answer_post(app, call, headers, body))
            };
            router = router.route(&call.path(), route);
        }
        router
            .fallback(not_found)
            .method_not_allowed_fallback(other_method)
            .layer(from_fn_with_state(self.clone(), access::check))
            .with_state(self)
    }

    /// Answers a request on a thread of the pool.
    fn spawn(
        &self,
        request: Request,
        client: HttpClient,
        permit: Option<Permit>,
    ) -> JoinHandle<Outcome> {
        let api = Arc::clone(&self.api);
        let unread = self.unread.clone();
        tokio::task::spawn_blocking(move || {
            let outcome = api.answer(&request, &client);
            let outcome = outcome.and_then(|answer| unread.hold(answer));
            // The next search may begin before the answer is sent.
            drop(permit);
            outcome
        })
    }

    async fn permit(&self, call: Call) -> Result<Option<Permit>, ApiError> {
        if self.stopping.is_raised() {
            return Err(ApiError::new(
                ErrorKind::Busy,
                "the server is shutting down",
            ));
        }
        if call.is_search() {
            self.queue.enter().await.map(Some)
        } else {
            Ok(None)
        }
    }

    /// The answer in one piece. If the client disconnects, this future is dropped, which ends the search.
    async fn answer(&self, call: Call, request: Request) -> Result<Response, ApiError> {
        let connected = Connected::default();
        let permit = self.permit(call).await?;
        let client = self.client(&connected, None);
        answered(self.spawn(request, client, permit).await).map(Held::into_json)
    }

    /// Progress events, then the answer.
    async fn stream(&self, call: Call, request: Request) -> Result<Response, ApiError> {
        let connected = Connected::default();
        let permit = self.permit(call).await?;
        let (sender, progress) = mpsc::channel(EVENTS);
        let client = self.client(&connected, Some(sender));
        let outcome = self.spawn(request, client, permit);
        Events::begin(progress, outcome, connected).await
    }

    fn client(&self, connected: &Connected, events: Option<mpsc::Sender<Vec<u8>>>) -> HttpClient {
        HttpClient {
            disconnected: connected.disconnected(),
            stopping: self.stopping.clone(),
            events,
        }
    }
}

/// A thread that panicked has reported it on stderr.
pub(crate) fn answered(outcome: Result<Outcome, JoinError>) -> Outcome {
    let bug = |_| {
        ApiError::new(
            ErrorKind::Internal,
            "internal error: this is a bug in taquin",
        )
    };
    outcome.map_err(bug)?
}

async fn answer_get(
    app: App,
    call: Call,
    query: Result<Query<Vec<(String, String)>>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(pairs) = query.map_err(|_| ApiError::bad("the URL query is not valid"))?;
    app.answer(call, Request::from_query(call, pairs)?).await
}

async fn answer_post(
    app: App,
    call: Call,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let body = read(&headers, body).await?;
    let request = Request::from_json(call, &body)?;
    if request.is_streamed() {
        app.stream(call, request).await
    } else {
        app.answer(call, request).await
    }
}

/// The body, if it is declared as JSON and not too long.
async fn read(headers: &HeaderMap, body: Body) -> Result<Bytes, ApiError> {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let kind = header(CONTENT_TYPE).and_then(|kind| kind.split(';').next());
    let kind = kind.unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        let errors = "the body must be JSON, with Content-Type: application/json";
        return Err(ApiError::new(ErrorKind::MediaType, errors));
    }
    let too_large = || {
        let errors = format!("the body is longer than {} kB", BODY_BYTES >> 10);
        ApiError::new(ErrorKind::TooLarge, errors)
    };
    let length = header(CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok());
    if length.is_some_and(|length| length > BODY_BYTES as u64) {
        return Err(too_large());
    }
    let bytes = tokio::time::timeout(BODY_TIME, to_bytes(body, BODY_BYTES)).await;
    let bytes = bytes.map_err(|_| {
        let errors = "the request timed out before its body was complete";
        ApiError::new(ErrorKind::Slow, errors)
    })?;
    // If the connection broke instead, this error is not sent.
    bytes.map_err(|_| too_large())
}

async fn file(
    State(app): State<App>,
    name: &str,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    page::file(&app.files, name, &headers)
}

/// The file that the address names.
async fn file_at_path(app: State<App>, uri: Uri, headers: HeaderMap) -> Result<Response, ApiError> {
    file(app, uri.path().trim_start_matches('/'), headers).await
}

async fn health(State(app): State<App>) -> Response {
    let options = &app.options;
    let queue = QueueHealth {
        running: app.queue.running(),
        waiting: app.queue.waiting(),
        body_bytes: BODY_BYTES,
        most_running: options.running,
        most_waiting: options.waiting,
    };
    json(app.api.health(Some(&queue)))
}

async fn openapi() -> Response {
    json(include_bytes!("../../openapi.json").to_vec())
}

async fn not_found(uri: Uri) -> Response {
    let path: String = uri.path().chars().take(100).collect();
    let errors = format!("{path} does not exist; /api/1/openapi.json describes the API");
    ApiError::new(ErrorKind::NotFound, errors).into_response()
}

async fn other_method() -> ApiError {
    let errors =
        "this path does not support the method; the Allow header names those that it supports";
    ApiError::new(ErrorKind::Method, errors)
}
