//! The command line as a whole: one help per option, examples that parse, and old spellings that still work.

use super::Args;
use clap::{Arg, Command, CommandFactory, Parser};
use std::collections::BTreeMap;

/// Every command with its path, such as `cluster census`.
fn commands() -> Vec<(String, Command)> {
    fn walk(path: &str, command: &Command, found: &mut Vec<(String, Command)>) {
        for sub in command.get_subcommands() {
            let path = format!("{path} {}", sub.get_name());
            walk(&path, sub, found);
            found.push((path.trim().into(), sub.clone()));
        }
    }
    let mut found = Vec::new();
    walk("", &Args::command(), &mut found);
    found
}

/// Options whose help differs from that of the same option elsewhere, and why.
const EXCEPTIONS: [(&str, &str); 24] = [
    // It compares several.
    ("compare", "algorithm"),
    ("compare", "heuristic"),
    // It counts something else at all.
    ("count", "depth"),
    // Files; elsewhere tables.
    ("generate", "force"),
    // It takes several numbers.
    ("generate", "optimal-length"),
    // A program; elsewhere a heuristic.
    ("grade", "command"),
    // One line per submission, with a column per test.
    ("grade", "csv"),
    // Directories; elsewhere a file of names.
    ("grade", "each"),
    // A report; elsewhere a replay.
    ("grade", "html"),
    // Assignments; elsewhere solutions.
    ("grade", "list"),
    // Reports; elsewhere sheets.
    ("grade", "output"),
    // Reports; elsewhere a checkpoint.
    ("grade", "resume"),
    // It replaces the rest of the output.
    ("solve", "to"),
    // Moves; elsewhere boards.
    ("hint", "count"),
    // A file for one search; the cluster has a directory.
    ("solve", "checkpoint"),
    // Requests that wait; in a trace, boards.
    ("serve", "queue"),
    // It chooses the example of every course.
    ("trace", "algorithm"),
    ("trace", "heuristic"),
    // Tables; elsewhere boards.
    ("tables build", "count"),
    // Exercises, students and pages; elsewhere boards and replays.
    ("worksheet", "count"),
    ("worksheet", "force"),
    ("worksheet", "html"),
    ("worksheet", "into"),
    ("worksheet", "name"),
];

#[test]
fn an_option_has_the_same_help_in_every_command() {
    let mut known: BTreeMap<String, (String, String)> = BTreeMap::new();
    for (path, command) in commands() {
        for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
            let Some(long) = arg.get_long() else { continue };
            if EXCEPTIONS.contains(&(path.as_str(), long)) {
                continue;
            }
            let text = help_of(arg);
            // The goal has another default where the input can have a goal.
            let option = match (long, reads_boards(&command)) {
                ("goal", false) => "goal of a shape".into(),
                _ => long.to_string(),
            };
            let (first, expected) = known
                .entry(option)
                .or_insert_with(|| (path.clone(), text.clone()));
            assert_eq!(text, *expected, "--{long} of {path} and of {first}");
        }
    }
    assert!(known.len() > 60, "{}", known.len());
}

/// Help is wrapped at 100 columns, and an example that is wrapped cannot be copied.
#[test]
fn examples_fit_on_their_line() {
    const WIDTH: usize = 98;
    let mut examples = 0;
    for (path, command) in commands() {
        let help = command.get_after_help().map(ToString::to_string);
        for line in help.unwrap_or_default().lines() {
            if line.starts_with("  taquin ") {
                examples += 1;
                assert!(line.chars().count() <= WIDTH, "{path}: {line}");
            }
        }
    }
    assert!(examples > 100, "{examples}");
}

/// A trace offers what it can show.
#[test]
fn a_trace_offers_the_searches_that_it_shows() {
    let (_, trace) = commands()
        .into_iter()
        .find(|(path, _)| path == "trace")
        .expect("there is a trace");
    let algorithm = trace
        .get_arguments()
        .find(|arg| arg.get_id() == "algorithm");
    let offered: Vec<String> = algorithm
        .expect("it has an algorithm")
        .get_possible_values()
        .iter()
        .map(|value| value.get_name().to_string())
        .collect();
    for name in offered.iter().filter(|name| *name != "auto") {
        let mut plan = taquin::solve::SearchOptions::default();
        plan.algorithm = name.parse().ok();
        assert!(plan.algorithm.is_some(), "{name}");
        let shown = taquin_app::trace::TraceOptions::with_sides(plan);
        assert!(shown.is_ok(), "{name}");
    }
    assert_eq!(offered.len(), taquin::solve::Algorithm::ALL.len() - 2);
}

fn reads_boards(command: &Command) -> bool {
    command
        .get_arguments()
        .any(|arg| arg.get_long() == Some("as"))
}

fn help_of(arg: &Arg) -> String {
    let help = arg.get_help().map(ToString::to_string);
    let help = help.expect("every option has help");
    let names = arg
        .get_value_names()
        .filter(|_| arg.get_action().takes_values());
    format!("{names:?} {help}")
}

#[test]
fn help_is_in_plain_words() {
    for (path, mut command) in commands() {
        let help = command.render_long_help().to_string();
        for words in [
            "so many",
            "no sense",
            " is no ",
            "a line;",
            "one a line",
            "a second",
            "whoever",
            "somebody",
        ] {
            assert!(!help.contains(words), "{path}: {words}");
        }
    }
}

/// The examples in the help of every command: `  taquin ARGUMENTS   comment`.
#[test]
fn examples_in_the_help_are_valid_command_lines() {
    let mut examples = 0;
    for (path, command) in commands() {
        let help = command.get_after_help().map(ToString::to_string);
        for line in help.iter().flat_map(|help| help.lines()) {
            let Some(start) = line
                .strip_prefix("  ")
                .and_then(|line| line.find("taquin ").map(|at| &line[at..]))
            else {
                continue;
            };
            for part in start
                .split('|')
                .filter(|part| part.trim().starts_with("taquin "))
            {
                let words = words(part);
                Args::try_parse_from(&words)
                    .unwrap_or_else(|error| panic!("{path}: {words:?}: {error}"));
                examples += 1;
            }
        }
    }
    assert!(examples > 60, "{examples}");
}

/// The words of an example as the shell splits them, without redirections and the comment after several spaces.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for (at, c) in line.trim().char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            ' ' if !is_quoted && line.trim()[at..].starts_with("   ") => break,
            '>' if !is_quoted => break,
            ' ' if !is_quoted => words.push(String::new()),
            c => words.last_mut().expect("there is a first word").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn parsed(line: &str) -> String {
    match Args::try_parse_from(words(line)) {
        Ok(args) => format!("{args:?}"),
        Err(error) => panic!("{line}: {error}"),
    }
}

#[test]
fn old_spellings_mean_the_same_as_new_ones() {
    let pairs = [
        (
            "taquin solve B --moves blank",
            "taquin solve B --moves-as blank",
        ),
        (
            "taquin verify B UL --moves-as blank",
            "taquin verify B UL --moves-from blank",
        ),
        (
            "taquin compare B --algorithms astar,bfs --heuristics hamming",
            "taquin compare B --algorithm astar,bfs --heuristic hamming",
        ),
        #[cfg(feature = "serve")]
        (
            "taquin serve --time-limit 5s --memory-limit 1G",
            "taquin serve --time 5s --memory 1G",
        ),
        #[cfg(feature = "cluster")]
        (
            "taquin cluster solve B --moves numbers",
            "taquin cluster solve B --moves-as numbers",
        ),
        #[cfg(feature = "cluster")]
        (
            "taquin cluster batch F --moves numbers",
            "taquin cluster batch F --moves-as numbers",
        ),
    ];
    for (old, new) in pairs {
        assert_eq!(parsed(old), parsed(new));
    }
}

/// In other commands it is recognised only to say so.
#[test]
fn lines_are_offered_where_several_boards_are_read() {
    let mut offered = Vec::new();
    for (path, command) in commands() {
        let lines = command
            .get_arguments()
            .find(|arg| arg.get_long() == Some("lines"));
        if lines.is_some_and(|arg| !arg.is_hide_set()) {
            offered.push(path);
        }
    }
    assert_eq!(offered, ["solve", "check", "inspect", "hint", "convert"]);
}

#[test]
fn every_wrong_number_gets_the_message_of_the_number_parser() {
    let mut options = 0;
    for (path, command) in commands() {
        for arg in command.get_arguments() {
            let Some(long) = arg.get_long().filter(|_| is_number(arg)) else {
                continue;
            };
            let line = format!("taquin {path} --{long} 99999999999999999999");
            let error = Args::try_parse_from(words(&line))
                .map(|_| line)
                .unwrap_err();
            let expected = "must be a whole number from ";
            assert!(error.to_string().contains(expected), "{error}");
            options += 1;
        }
    }
    assert!(options > 40, "{options}");
}

fn is_number(arg: &Arg) -> bool {
    use std::any::TypeId;
    let numbers = [
        TypeId::of::<u16>(),
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
    ];
    let is_amount = matches!(arg.get_long(), Some("memory" | "case-memory" | "unread"));
    !is_amount
        && numbers
            .iter()
            .any(|number| arg.get_value_parser().type_id() == *number)
}

#[test]
fn old_spellings_are_not_shown() {
    let old = [
        "--moves-to",
        "--time-limit",
        "--memory-limit",
        "--algorithms",
        "--heuristics",
    ];
    for (path, mut command) in commands() {
        let help = command.render_long_help().to_string();
        for option in old {
            assert!(!help.contains(option), "{path}: {option}");
        }
    }
}
