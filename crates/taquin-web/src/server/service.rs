//! The service of one connection: the routes, which learn the connection, which learns when it is being answered.

use super::connections::{Connection, Counted};
use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{Request, Response};
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

/// Answers the requests of one connection.
#[derive(Debug)]
pub(crate) struct ConnectionService {
    routes: TowerToHyperService<Router>,
    connection: Arc<Connection>,
}

impl ConnectionService {
    pub(crate) fn new(router: Router, connection: Arc<Connection>) -> ConnectionService {
        ConnectionService {
            routes: TowerToHyperService::new(router),
            connection,
        }
    }
}

impl Service<Request<Incoming>> for ConnectionService {
    type Response = Response<AnswerBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        request
            .extensions_mut()
            .insert(Arc::clone(&self.connection));
        let computing = self.connection.computing();
        let answering = self.connection.answering();
        let answer = self.routes.call(request);
        Box::pin(async move {
            let answer = answer.await?;
            drop(computing);
            Ok(answer.map(|body| AnswerBody {
                body,
                _answering: answering,
            }))
        })
    }
}

/// A body that counts as being answered until all of it is handed on.
#[derive(Debug)]
pub(crate) struct AnswerBody {
    body: Body,
    _answering: Counted,
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
