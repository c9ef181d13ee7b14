//! `taquin page`: the web page as a static site.

use super::serve::public_url;
use crate::args::help;
use std::fs;
use std::path::PathBuf;
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::words::{io_error, many};
use taquin_web::export::export;

/// The solver as WebAssembly, next to the program or where `scripts/wasm` puts it.
const WASM: [&str; 2] = ["taquin.wasm", "../wasm/taquin.wasm"];
/// How every WebAssembly module begins.
const MAGIC: &[u8] = b"\0asm";

/// The commands for the page.
#[derive(Debug, clap::Subcommand)]
pub enum PageCommand {
    /// Write the page with its solver and the guide into a directory, for any web server
    Export(ExportArgs),
}

/// Options of `taquin page export`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin page export site
  python3 -m http.server --directory site      the page at http://localhost:8000/

The site needs no taquin on the server: the solver runs in the browser, as WebAssembly. All links are relative, so the site can be \
served from any path. Files of an earlier export are overwritten; other files in DIR stay.

The solver is a separate build: `scripts/wasm` in the source of taquin writes target/wasm/taquin.wasm. Without --wasm, it is \
expected there, or next to the program.")]
pub struct ExportArgs {
    /// The directory to write to
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The solver as WebAssembly
    #[arg(long, value_name = "FILE")]
    wasm: Option<PathBuf>,
    #[arg(long, value_name = "URL", value_parser = public_url, help = help::URL)]
    url: Option<String>,
}

/// Runs the command.
pub fn run(command: &PageCommand) -> Result<Exit, Failure> {
    let PageCommand::Export(args) = command;
    let wasm = read_wasm(args)?;
    let files = export(&args.directory, &wasm, args.url.as_deref())?;
    let directory = args.directory.display();
    let files = many(files, "file");
    say("taquin", format_args!("wrote {files} to {directory}"));
    Ok(Exit::Success)
}

fn read_wasm(args: &ExportArgs) -> Result<Vec<u8>, Failure> {
    let path = args.wasm.clone().or_else(built).ok_or_else(|| {
        Failure::Usage(
            "the solver for browsers is missing: build it with `scripts/wasm` in the source of taquin, and name the file \
             with --wasm if it is not found"
                .into(),
        )
    })?;
    let name = path.display();
    let wasm = fs::read(&path).map_err(|error| {
        Failure::BadInput(format!("{name}: cannot be read: {}", io_error(&error)))
    })?;
    if wasm.starts_with(MAGIC) {
        Ok(wasm)
    } else {
        let advice = "build one with `scripts/wasm` in the source of taquin";
        Err(Failure::BadInput(format!(
            "{name} is not a WebAssembly module; {advice}"
        )))
    }
}

/// The module that was built with this program.
fn built() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let directory = program.parent()?;
    let mut files = WASM.iter().map(|name| directory.join(name));
    files.find(|file| file.is_file())
}
