//! Connections: limited in number, with timeouts, and closed when the server stops.

use super::client_stream::ClientStream;
use super::connections::{Connections, Place, refusal};
use super::routes::App;
use super::service::ConnectionService;
use super::{ClientLimits, ServerOptions};
use crate::api::Api;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use socket2::SockRef;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use taquin_app::limits::{InterruptGuard, catch_interrupts, on_stop};
use tokio::net::TcpStream;

/// Headers that take longer to arrive time out.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// The time for running searches to answer when the server stops.
const LAST_ANSWERS: Duration = Duration::from_millis(1200);
/// The time for threads to end after that.
const LAST_THREADS: Duration = Duration::from_millis(300);
/// The bytes of an answer that the system holds: by itself it would hold megabytes for a client that does not read.
const SYSTEM_BUFFER: usize = 128 << 10;
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

    /// Answers requests until Ctrl-C, SIGTERM or SIGHUP. Running searches are then stopped, and their answers sent.
    pub fn run(self, options: ServerOptions) -> io::Result<()> {
        let _listening = InterruptGuard::begin();
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
    let clients = app.clients();
    let connections = Arc::new(Connections::new(clients));
    let graceful = GracefulShutdown::new();
    let stopping = app.stopping.clone();
    let router = app.router();
    let mut stop = std::pin::pin!(stop());
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => match connections.admit(address.ip()) {
                    Some(place) => {
                        let stream = client_stream(stream, &place, &clients);
                        serve_connection(stream, place, router.clone(), &graceful);
                    }
                    None => refuse(&stream),
                },
                // Too many open files, or the client has disconnected: both are temporary.
                Err(_) => {
                    connections.close_idle();
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            },
            () = &mut stop => break,
        }
    }
    drop(listener);
    stopping.raise();
    let _ = tokio::time::timeout(LAST_ANSWERS, graceful.shutdown()).await;
    Ok(())
}

/// Answers that there is no place, if the client's system takes it at once.
fn refuse(stream: &TcpStream) {
    let _ = stream.try_write(&refusal());
}

/// The stream of an admitted connection.
fn client_stream(stream: TcpStream, place: &Place, clients: &ClientLimits) -> ClientStream {
    // Answers are small and should be sent immediately.
    let _ = stream.set_nodelay(true);
    let _ = SockRef::from(&stream).set_send_buffer_size(SYSTEM_BUFFER);
    ClientStream::new(stream, Arc::clone(place.connection()), clients.stall)
}

/// Answers the requests of one connection, concurrently with the others.
fn serve_connection(
    stream: ClientStream,
    place: Place,
    router: Router,
    graceful: &GracefulShutdown,
) {
    let connection = Arc::clone(place.connection());
    let service = ConnectionService::new(router, Arc::clone(&connection));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), service);
    let served = graceful.watch(served);
    let task = tokio::spawn(async move {
        // A broken connection needs no report.
        let _ = served.await;
        drop(place);
    });
    connection.served_by(task.abort_handle());
}

/// Completes at the first signal that stops the program.
fn stop() -> impl Future<Output = ()> {
    let (sender, receiver) = tokio::sync::watch::channel(());
    on_stop(move || {
        let _ = sender.send(());
    });
    catch_interrupts();
    let mut receiver = receiver;
    async move {
        let _ = receiver.changed().await;
    }
}
