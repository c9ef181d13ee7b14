//! `taquin completions` and `taquin man`: completions and manual pages of `taquin` and of the course programs.

use crate::args::Args;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command, CommandFactory};
use clap_complete::Shell;
use std::io;
use taquin_app::exit::{Exit, Failure};
use taquin_courses::command_line::{Argument, Opt, Program};
use taquin_courses::programs;

/// Options of `taquin completions`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin completions bash > ~/.local/share/bash-completion/completions/taquin
  taquin completions zsh npuzzle > ~/.zfunc/_npuzzle")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(ignore_case = true)]
    shell: Shell,
    /// The program: taquin, or a course program
    #[arg(default_value = "taquin", value_parser = programs(), ignore_case = true)]
    program: String,
}

/// Options of `taquin man`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin man | man -l -                 the whole program
  taquin man solve                      one command
  taquin man cluster census             a subcommand
  taquin man npuzzle                    a course program")]
pub struct ManArgs {
    /// A command, or a course program [default: the whole program]
    #[arg(value_name = "COMMAND")]
    path: Vec<String>,
}

/// The programs that have completions.
fn programs() -> PossibleValuesParser {
    let courses = programs::ALL.map(|program| program.name);
    PossibleValuesParser::new(["taquin"].into_iter().chain(courses))
}

/// Writes the completions of a program for a shell.
pub fn completions(args: &CompletionsArgs) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    let mut command = course(&args.program).map_or_else(Args::command, course_command);
    let name = command.get_name().to_string();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    io::Write::write_all(&mut io::stdout(), &script)?;
    Ok(Exit::Success)
}

/// Writes the manual page of a program or a command.
pub fn man(args: &ManArgs) -> Result<Exit, Failure> {
    let command = match &args.path[..] {
        [name] if course(name).is_some() => course(name).map(course_command),
        [name] if name.eq_ignore_ascii_case("taquin") => Some(Args::command()),
        path => find_command(path),
    };
    let command = command.ok_or_else(|| unknown(&args.path))?;
    clap_mangen::Man::new(command).render(&mut io::stdout())?;
    Ok(Exit::Success)
}

fn course(name: &str) -> Option<&'static Program> {
    let mut all = programs::ALL.into_iter();
    all.find(|its| its.name.eq_ignore_ascii_case(name))
}

/// The command at the end of a path of names, such as `cluster census`.
fn find_command(path: &[String]) -> Option<Command> {
    if path.is_empty() {
        return Some(Args::command());
    }
    let mut command = Args::command().disable_help_subcommand(true);
    // Gives the subcommands their full names.
    command.build();
    let mut found = &command;
    for name in path {
        found = found.find_subcommand(name.to_ascii_lowercase())?;
    }
    Some(found.clone().version(env!("CARGO_PKG_VERSION")))
}

fn unknown(path: &[String]) -> Failure {
    let known = (0..path.len()).rev().find_map(|n| find_command(&path[..n]));
    let known = known.unwrap_or_else(Args::command);
    let commands = known.get_subcommands().filter(|its| !its.is_hide_set());
    let mut names: Vec<&str> = commands.map(Command::get_name).collect();
    if path.len() == 1 {
        names.extend(programs::ALL.map(|program| program.name));
    }
    let path = path.join(" ");
    Failure::Usage(if names.is_empty() {
        format!(
            "`{path}` has no manual page; `{}` has no subcommands",
            known.get_name()
        )
    } else {
        format!(
            "`{path}` has no manual page; there are pages for {}",
            names.join(", ")
        )
    })
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
