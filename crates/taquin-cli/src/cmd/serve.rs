//! `taquin serve`: the page and the API, in front of what the program can do.
//!
//! `taquin-web` has the connections, the queue and the streams; here requests become boards and options, and the program's
//! own answers are sent back.

mod fields;
mod judge;
mod make;
mod notes;
mod solve;
mod steps;

use fields::Fields;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::time::Duration;
use taquin::Shape;
use taquin::solve::{SearchOptions, Tables};
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::limits::{self, bytes, duration};
use taquin_web::{Call, Kind, Limits, Puzzles, Refusal, Request, Server, Watch};

/// Options of `taquin serve`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin serve                             the page at http://127.0.0.1:8015/
  taquin serve --open                      the same, in a browser at once
  taquin serve --port 0                    any port that is free
  taquin serve --host 0.0.0.0 --searches 1 --time-limit 5s

The page needs nothing from elsewhere. The API is described at /api/1/openapi.json; curl talks to it:
  curl -s http://127.0.0.1:8015/api/1/solve -H 'Content-Type: application/json' -d '{\"start\":\"8 1 3/4 0 2/7 6 5\"}'

Ctrl-C, or SIGTERM, stops it within two seconds: searches that run answer with what they know. Exit code 2 if the port cannot
be had.")]
pub struct ServeArgs {
    /// The port; 0 takes any that is free
    #[arg(long, default_value_t = 8015)]
    port: u16,
    /// The address to listen on; others than those of this machine itself let others in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = host)]
    host: IpAddr,
    /// Show the page in a browser
    #[arg(long)]
    open: bool,
    /// The longest that a search may take
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration)]
    time_limit: Duration,
    /// The most memory that a search may hold
    #[arg(long, value_name = "BYTES", default_value = "512M", value_parser = bytes)]
    memory_limit: u64,
    /// How many searches run at once, each on one thread [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    searches: Option<u16>,
    /// How many more requests may wait; the next one is told to come again
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(0..=4096))]
    queue: u16,
}

/// Boards of requests have at most this many cells.
const CELLS: usize = 100;
/// The goals whose tables are kept: of 25 cells each takes up to 70 MB.
const GOALS_KEPT: usize = 8;
/// The same of large pattern databases: 7-8 on 4×4 takes 196 MB.
const LARGE_KEPT: usize = 1;

/// An address, or the name that every machine has for itself.
fn host(text: &str) -> Result<IpAddr, String> {
    match text {
        "localhost" => Ok(Ipv4Addr::LOCALHOST.into()),
        text => text
            .parse()
            .map_err(|_| "an address is numbers, such as 127.0.0.1, 0.0.0.0 or ::1".into()),
    }
}

/// Runs the command.
pub fn run(args: &ServeArgs) -> Result<Exit, Failure> {
    let wanted = SocketAddr::new(args.host, args.port);
    let server = Server::bind(wanted).map_err(|error| {
        Failure::Usage(format!("{wanted} cannot be listened on: {error}; --port takes another port, --host another address"))
    })?;
    let address = server.address();
    say(
        "taquin",
        format_args!("listening on http://{address}/ (Ctrl-C stops it)"),
    );
    if !address.ip().is_loopback() {
        say(
            "taquin",
            "whoever can reach this machine can use it, and nothing is encrypted; without --host only this machine can",
        );
    }
    if args.open {
        show_page(address);
    }
    let limits = Limits {
        cells: CELLS,
        time: args.time_limit,
        memory: args.memory_limit,
        running: args
            .searches
            .map_or_else(taquin_app::plan::threads, usize::from),
        waiting: args.queue.into(),
    };
    let handler = ApiHandler {
        limits,
        tables: taquin_app::store::tables(),
    };
    handler.tables.limit(GOALS_KEPT, LARGE_KEPT);
    let served = server.run(handler, limits);
    served.map_err(|error| Failure::Unwritable(format!("the server cannot run: {error}")))?;
    Ok(Exit::Success)
}

/// Whoever has no browser here can still open the page by hand.
fn show_page(address: SocketAddr) {
    let host = match address.ip().is_unspecified() {
        true => Ipv4Addr::LOCALHOST.into(),
        false => address.ip(),
    };
    let url = format!("http://{}/", SocketAddr::new(host, address.port()));
    let (program, before): (_, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(&url);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Err(error) = command.spawn() {
        say(
            "taquin",
            format_args!("no browser was opened ({program}: {error}): open {url} yourself"),
        );
    }
}

/// Who answers: the program's commands, with tables that searches share.
struct ApiHandler {
    limits: Limits,
    /// Shared by all searches, and few enough that the server may run for years.
    tables: Tables,
}

impl Puzzles for ApiHandler {
    fn answer(&self, call: Call, request: Request, watch: &Watch) -> Result<Vec<u8>, Refusal> {
        let fields = Fields::new(request);
        match call {
            Call::Solve => self.solve(fields, watch),
            Call::Hint => self.hint(fields, watch),
            Call::Check => judge::check(fields),
            Call::Verify => self.verify(fields, watch),
            Call::Generate => self.generate(fields, watch),
            Call::Census => self.census(fields, watch),
            Call::Tables => make::tables(fields),
            Call::Trace => self.trace(fields, watch),
            Call::Read => notes::read(fields),
            Call::Write => notes::write(fields),
        }
    }
}

impl ApiHandler {
    /// The limits for a board: what was asked for, but never more than the server's.
    fn limits(
        &self,
        asked: Option<Duration>,
        shape: Shape,
        plan: &SearchOptions,
    ) -> limits::Limits {
        let limits = limits::Limits {
            time: asked,
            memory: self.limits.memory,
        };
        let time = limits.for_board(shape, plan).time;
        limits::Limits {
            time: Some(self.at_most(time)),
            ..limits
        }
    }

    fn at_most(&self, asked: Option<Duration>) -> Duration {
        asked.map_or(self.limits.time, |asked| asked.min(self.limits.time))
    }
}

/// What went wrong, in the words of the program; what is about this machine stays here.
fn refused(failure: &Failure) -> Refusal {
    let kind = match failure.exit() {
        Exit::Usage | Exit::BadInput | Exit::No => Kind::BadInput,
        Exit::Limit => Kind::Limit,
        Exit::Interrupted => Kind::Busy,
        Exit::Success | Exit::Internal | Exit::Lost => {
            say("taquin", failure);
            return Refusal::new(
                Kind::Internal,
                "the server has a problem of its own, which it tells on its stderr",
            );
        }
    };
    Refusal::new(kind, &failure.to_string())
}

/// Refuses boards that are too large for a server.
fn allows(shape: Shape, most: usize) -> Result<(), Refusal> {
    match shape.area() {
        cells if cells > most => Err(Refusal::new(
            Kind::TooLarge,
            &format!(
                "a {shape} board has {cells} cells, and this takes up to {most} (the program on your own machine takes more)"
            ),
        )),
        _ => Ok(()),
    }
}

/// An object as it is sent.
fn bytes_of(object: &impl serde::Serialize) -> Result<Vec<u8>, Refusal> {
    serde_json::to_vec(object).map_err(|error| refused(&error.into()))
}
