//! `taquin serve`: the page and the API over HTTP.

use crate::args::help;
use crate::args::number::{number, number_in};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::limits::{bytes, duration};
use taquin_app::plan::threads;
use taquin_web::api::Limits;
use taquin_web::{ClientLimits, Server, ServerOptions, open_page};

/// Options of `taquin serve`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin serve                             the page at http://127.0.0.1:8015/
  taquin serve --open                      the same, and opens it in a browser
  taquin serve --port 0                    any free port
  taquin serve --host 0.0.0.0 --searches 1 --time 5s

The page is self-contained. --time and --memory are limits per search. The API is described at /api/1/openapi.json; for example:
  curl -s http://127.0.0.1:8015/api/1/solve -H 'Content-Type: application/json' -d '{\"start\":\"8 1 3/4 0 2/7 6 5\"}'

Ctrl-C, SIGTERM or SIGHUP stops the server within two seconds; running searches answer with their results so far. The exit code is 2 \
if the server cannot listen on the port.")]
pub struct ServeArgs {
    /// The port; 0 for any free port
    #[arg(long, default_value_t = 8015, value_parser = number::<u16>())]
    port: u16,
    /// The address to listen on; other machines can connect unless it is a loopback address
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = host)]
    host: IpAddr,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    #[arg(long, alias = "time-limit", value_name = "TIME", default_value = "30s", value_parser = duration, help = help::TIME)]
    time: Duration,
    #[arg(long, alias = "memory-limit", value_name = "SIZE", default_value = "512M", value_parser = bytes, help = help::MEMORY)]
    memory: u64,
    /// Run at most N searches at once, each on one thread [default: all cores]
    #[arg(long, value_name = "N", value_parser = number_in(1_u16..=512))]
    searches: Option<u16>,
    /// Queue at most N more searches; further requests are rejected
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = number_in(0_u16..=4096))]
    queue: u16,
    #[arg(long, value_name = "URL", value_parser = public_url, help = help::URL)]
    url: Option<String>,
    #[command(flatten)]
    clients: ClientArgs,
}

/// The address of a page or of its directory on the web, ending with a slash.
pub(crate) fn public_url(text: &str) -> Result<String, String> {
    let name = ["https://", "http://"]
        .into_iter()
        .find_map(|scheme| text.strip_prefix(scheme));
    let is_name = |name: &str| {
        let host = name.split('/').next().unwrap_or_default();
        !host.is_empty() && !name.contains([' ', '#', '?', '"', '<'])
    };
    if name.is_some_and(is_name) {
        Ok(format!("{}/", text.trim_end_matches('/')))
    } else {
        Err("not an address such as https://example.org/puzzles/".into())
    }
}

/// What clients may hold.
#[derive(Debug, clap::Args)]
struct ClientArgs {
    /// Keep at most N connections open; a further one replaces an idle one or is rejected
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = number_in(1_u32..=65_536))]
    connections: u32,
    /// Keep at most N connections from one address open
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = number_in(1_u32..=65_536))]
    connections_per_client: u32,
    /// Disconnect a client that reads nothing of its answer for TIME
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = duration)]
    stall_time: Duration,
    /// Hold at most SIZE of answers that clients have not read; further long answers are rejected
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = bytes)]
    unread: u64,
}

impl ClientArgs {
    fn limits(&self) -> ClientLimits {
        ClientLimits {
            connections: self.connections as usize,
            connections_per_client: self.connections_per_client as usize,
            stall: self.stall_time,
            unread: usize::try_from(self.unread).unwrap_or(usize::MAX),
        }
    }
}

/// An IP address, or `localhost`.
fn host(text: &str) -> Result<IpAddr, String> {
    match text {
        "localhost" => Ok(Ipv4Addr::LOCALHOST.into()),
        text => text
            .parse()
            .map_err(|_| "not an IP address, such as 127.0.0.1, 0.0.0.0 or ::1".into()),
    }
}

/// The setting of glibc's allocator that has it return free memory to the system, in bytes per thread's heap. By itself it
/// keeps up to 64 MB for each thread that has searched, for as long as the process runs.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const TRIM_THRESHOLD: (&str, &str) = ("MALLOC_TRIM_THRESHOLD_", "1048576");

/// Starts this program again, in the same process, with memory returned to the system. The allocator reads its settings only
/// when a program starts; a setting that is there stays. If it does not work, the server only holds more memory.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn restart_with_trimming() {
    use std::os::unix::process::CommandExt;
    let (name, value) = TRIM_THRESHOLD;
    let mut args = std::env::args_os();
    let (Some(own_name), Ok(program), None) =
        (args.next(), std::env::current_exe(), std::env::var_os(name))
    else {
        return;
    };
    let mut command = std::process::Command::new(program);
    let _ = command.arg0(own_name).args(args).env(name, value).exec();
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
const fn restart_with_trimming() {}

/// Runs the command.
pub fn run(args: &ServeArgs) -> Result<Exit, Failure> {
    restart_with_trimming();
    let wanted = SocketAddr::new(args.host, args.port);
    let server = Server::bind(wanted).map_err(|error| {
        Failure::Usage(format!(
            "cannot listen on {wanted}: {}; choose another --port or --host",
            error.kind()
        ))
    })?;
    let address = server.address();
    say(
        "taquin",
        format_args!("listening on http://{address}/ (Ctrl-C stops it)"),
    );
    if !address.ip().is_loopback() {
        say(
            "taquin",
            "warning: any machine that can reach this address can use the server, and nothing is encrypted",
        );
    }
    if args.open && open_page(address).is_err() {
        say("taquin", "cannot open a browser; open the page yourself");
    }
    let options = ServerOptions {
        limits: Limits {
            time: args.time,
            memory: args.memory,
        },
        running: args.searches.map_or_else(threads, usize::from),
        waiting: args.queue.into(),
        url: args.url.clone(),
        clients: args.clients.limits(),
    };
    let served = server.run(options);
    served
        .map_err(|error| Failure::Unwritable(format!("the server cannot run: {}", error.kind())))?;
    Ok(Exit::Success)
}
