//! Connections: taken in up to a number, not waited for when they are slow, and let go when the server stops.

use crate::api::App;
use crate::{Limits, Puzzles};
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Connections at once; the next one waits until one is closed.
const CONNECTIONS: usize = 1024;
/// Who takes longer to say what is wanted is not waited for.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// How long answers may take that were begun when the server stops.
const LAST_ANSWERS: Duration = Duration::from_millis(1200);
/// How long threads may take to notice.
const LAST_THREADS: Duration = Duration::from_millis(300);
/// The most threads for calls that do not wait in the queue.
const OTHER_THREADS: usize = 4;

/// A server that has its port, and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Takes a port; 0 takes any that is free.
    pub fn bind(address: SocketAddr) -> io::Result<Server> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Server {
            address: listener.local_addr()?,
            listener,
        })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until Ctrl-C or a request to end (SIGTERM). Searches are then told to stop, and their answers still sent.
    pub fn run(self, puzzles: impl Puzzles, limits: Limits) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(limits.running + OTHER_THREADS)
            .build()?;
        let app = App::new(Arc::new(puzzles), limits, self.address.ip().is_loopback());
        let outcome = runtime.block_on(serve(self.listener, app));
        runtime.shutdown_timeout(LAST_THREADS);
        outcome
    }
}

async fn serve(listener: TcpListener, app: App) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let connections = Arc::new(Semaphore::new(CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let stopping = app.stopping.clone();
    let router = app.router();
    let mut stop = std::pin::pin!(stop()?);
    loop {
        let next = async {
            let permit = Arc::clone(&connections).acquire_owned().await;
            (permit.expect("nobody closes it"), listener.accept().await)
        };
        tokio::select! {
            (permit, accepted) = next => match accepted {
                Ok((stream, _)) => attend(stream, permit, router.clone(), &graceful),
                // No more files, or the client is gone already: both pass.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            },
            () = &mut stop => break,
        }
    }
    drop(listener);
    stopping.raise();
    let _ = tokio::time::timeout(LAST_ANSWERS, graceful.shutdown()).await;
    Ok(())
}

/// Answers one connection beside the others.
fn attend(
    stream: TcpStream,
    permit: OwnedSemaphorePermit,
    router: Router,
    graceful: &GracefulShutdown,
) {
    // Answers are small and should leave at once.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        // A connection that breaks is the client's business.
        let _ = connection.await;
        drop(permit);
    });
}

/// Comes to its end with Ctrl-C or a request to end.
#[cfg(unix)]
fn stop() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Comes to its end with Ctrl-C.
#[cfg(not(unix))]
fn stop() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
