//! `taquin completions` and `taquin man`: completions and manual pages of `taquin` and of the course programs.

use crate::args::Args;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command, CommandFactory};
use clap_complete::Shell;
use std::io;
use taquin_app::exit::{Exit, Failure};
use taquin_courses::command_line::{Argument, Opt, Program};
use taquin_courses::programs;

/// The programs that have completions and a manual page.
pub fn programs() -> PossibleValuesParser {
    let courses = programs::ALL.map(|program| program.name);
    PossibleValuesParser::new(["taquin"].into_iter().chain(courses))
}

/// Writes the completions of a program for a shell.
pub fn completions(shell: Shell, program: &str) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command_line(program), program, &mut script);
    io::Write::write_all(&mut io::stdout(), &script)?;
    Ok(Exit::Success)
}

/// Writes the manual page of a program.
pub fn man(program: &str) -> Result<Exit, Failure> {
    clap_mangen::Man::new(command_line(program)).render(&mut io::stdout())?;
    Ok(Exit::Success)
}

fn command_line(program: &str) -> Command {
    let course = programs::ALL.into_iter().find(|its| its.name == program);
    course.map_or_else(Args::command, course_command)
}

/// The command line of a course program in clap's terms.
fn course_command(program: &'static Program) -> Command {
    Command::new(program.name)
        .version(env!("CARGO_PKG_VERSION"))
        .about(program.about)
        .override_usage(format!("{} {}", program.name, program.usage))
        .after_help(program.details.join("\n\n"))
        .args(program.arguments.iter().map(course_argument))
        .args(program.options.iter().map(course_option))
}

fn course_argument(argument: &'static Argument) -> Arg {
    Arg::new(argument.name).help(argument.help)
}

fn course_option(option: &'static Opt) -> Arg {
    let arg = Arg::new(option.long).long(option.long).help(option.help);
    let arg = option.short.into_iter().fold(arg, Arg::short);
    let Some(value) = option.value else {
        return arg.action(ArgAction::SetTrue);
    };
    let arg = value.default.into_iter().fold(arg, Arg::default_value);
    let arg = arg.value_name(value.name);
    match (value.choices)() {
        choices if choices.is_empty() => arg,
        choices => arg.value_parser(PossibleValuesParser::new(choices)),
    }
}
