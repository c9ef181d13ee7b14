//! Connections: limited in number, with timeouts, and closed when the server stops.

use super::ServerOptions;
use super::routes::App;
use crate::api::Api;
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

/// The maximum number of concurrent connections; further ones wait until one is closed.
const CONNECTIONS: usize = 1024;
/// Headers that take longer to arrive time out.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// The time for running searches to answer when the server stops.
const LAST_ANSWERS: Duration = Duration::from_millis(1200);
/// The time for threads to end after that.
const LAST_THREADS: Duration = Duration::from_millis(300);
/// The most threads for calls that do not queue.
const OTHER_THREADS: usize = 4;

/// A server that listens on its port, and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Listens on an address; port 0 is any free port.
    pub fn bind(address: SocketAddr) -> io::Result<Server> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Server {
            address: listener.local_addr()?,
            listener,
        })
    }

    /// The address on which it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until Ctrl-C or SIGTERM. Running searches are then stopped, and their answers sent.
    pub fn run(self, options: ServerOptions) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(options.running + OTHER_THREADS)
            .build()?;
        let api = Api::new(options.limits, taquin_app::store::tables());
        let app = App::new(api, options, self.address.ip().is_loopback());
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
            (
                permit.expect("the semaphore is never closed"),
                listener.accept().await,
            )
        };
        tokio::select! {
            (permit, accepted) = next => match accepted {
                Ok((stream, _)) => serve_connection(stream, permit, router.clone(), &graceful),
                // Too many open files, or the client has disconnected: both are temporary.
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

/// Answers the requests of one connection, concurrently with the others.
fn serve_connection(
    stream: TcpStream,
    permit: OwnedSemaphorePermit,
    router: Router,
    graceful: &GracefulShutdown,
) {
    // Answers are small and should be sent immediately.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        // A broken connection needs no report.
        let _ = connection.await;
        drop(permit);
    });
}

/// Completes on Ctrl-C or SIGTERM.
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

/// Completes on Ctrl-C.
#[cfg(not(unix))]
fn stop() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
