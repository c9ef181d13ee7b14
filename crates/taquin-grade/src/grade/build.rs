//! The build of a submission.

use super::{Folder, Grader, Submission};
use crate::judge::shortened;
use crate::run::{End, Given, Limits, Outcome, Program, quoted, signal_name};
use crate::verdict::{Finding, Verdict};
use taquin_app::exit::Failure;
use taquin_app::words::{bytes, many};

/// Lines of the output of a build that are shown.
const LINES: usize = 8;

impl Grader {
    /// Runs the command that builds a submission; returns what is wrong if that fails.
    pub(super) fn build(
        &self,
        submission: &Submission,
        folder: &Folder,
    ) -> Result<Option<Finding>, Failure> {
        let Some(command) = &submission.build else {
            return Ok(None);
        };
        let dir = &submission.program.dir;
        let program = Program {
            command: format!("sh -c {}", quoted(command)),
            dir: dir.clone(),
            sandbox: submission.program.sandbox.to_build(),
        };
        let limits = Limits {
            memory: self.limits.memory.max(4 << 30),
            output: 16 << 20,
            processes: 512,
            file: 2 << 30,
            ..Limits::of_seconds(self.suite.limits.build_seconds)?
        };
        let limits = Limits {
            cpu: limits.cpu * 4,
            ..limits
        };
        let given = Given {
            args: &[],
            stdin: &[],
        };
        let mut outcome = program.run(given, &limits);
        folder.hide_paths(&mut outcome, dir);
        Ok(not_built(command, &outcome, &limits))
    }
}

/// What is wrong with a build, and the end of what it printed.
fn not_built(command: &str, outcome: &Outcome, limits: &Limits) -> Option<Finding> {
    let what = match &outcome.end {
        End::Code(0) => return None,
        End::Code(code) => format!("failed with exit code {code}"),
        End::Signal(signal) => format!("was ended by signal {signal} ({})", signal_name(*signal)),
        End::Time => {
            let seconds = many(limits.wall.as_secs_f64(), "second");
            format!(
                "was stopped after {seconds}; build_seconds in the limits of the suite allows more"
            )
        }
        End::Memory => format!(
            "was stopped: more than {} of memory",
            bytes(limits.memory as f64)
        ),
        End::Output => format!(
            "was stopped: more than {} of output",
            bytes(limits.output as f64)
        ),
        End::File => format!(
            "was stopped: a file of more than {}",
            bytes(limits.file as f64)
        ),
        End::Processes => format!("was stopped: more than {} processes", limits.processes),
        End::NotStarted(what) => format!("could not be started: {what}"),
    };
    let said = [&outcome.stdout[..], &outcome.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let mut last: Vec<String> = said.lines().rev().take(LINES).map(shortened).collect();
    last.reverse();
    let colon = if last.is_empty() { "" } else { ":" };
    let lines = [format!("`{command}` {what}{colon}")]
        .into_iter()
        .chain(last);
    let message = lines.collect::<Vec<_>>().join("\n");
    Some(Finding::new(Verdict::NotBuilt, message))
}
