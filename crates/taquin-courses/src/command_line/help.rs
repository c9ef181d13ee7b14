//! What `--help` and `--version` print.

use super::Program;

/// No line is longer.
const WIDTH: usize = 100;
/// A left column that is wider than this has its text on the next line.
const MAX_COLUMN: usize = 32;

/// The version of this package, which all programs have.
const VERSION: &str = env!("CARGO_PKG_VERSION");

impl Program {
    /// The text of `--version`.
    pub fn version(&self) -> String {
        format!("{} {VERSION}\n", self.name)
    }

    /// The text of `--help`.
    pub fn help(&self) -> String {
        let mut help = format!("{}\n\nUsage: {} {}\n", self.about, self.name, self.usage);
        let arguments: Vec<[String; 2]> = self
            .arguments
            .iter()
            .map(|argument| [format!("  {}", argument.name), argument.help.into()])
            .collect();
        let options = self.option_rows();
        let all = arguments.iter().chain(&options);
        let widths = all.map(|[left, _]| left.chars().count() + 2);
        let column = widths
            .filter(|&width| width <= MAX_COLUMN)
            .max()
            .unwrap_or(0);
        for (title, rows) in [("Arguments", arguments), ("Options", options)] {
            if rows.is_empty() {
                continue;
            }
            help.push_str(&format!("\n{title}:\n"));
            rows.iter()
                .for_each(|row| help.push_str(&columns(row, column)));
        }
        for detail in self.details {
            help.push_str(&format!("\n{detail}\n"));
        }
        help
    }

    /// Every option as it is written, with its text.
    fn option_rows(&self) -> Vec<[String; 2]> {
        let own = self.options.iter().map(|option| {
            let short = option.short.map_or("    ".into(), |c| format!("-{c}, "));
            let mut text = String::from(option.help);
            let mut value = String::new();
            if let Some(its) = option.value {
                value = format!(" <{}>", its.name);
                let choices = (its.choices)();
                if !choices.is_empty() {
                    text += &format!(" [possible values: {}]", choices.join(", "));
                }
                if let Some(default) = its.default {
                    text += &format!(" [default: {default}]");
                }
            }
            [format!("  {short}--{}{value}", option.long), text]
        });
        let usual = [
            ["  -h, --help", "Print this help"],
            ["  -V, --version", "Print the version"],
        ];
        own.chain(usual.map(|row| row.map(String::from))).collect()
    }
}

/// Two columns; the right one begins at `column` and is wrapped.
fn columns([left, right]: &[String; 2], column: usize) -> String {
    let mut text = String::new();
    let mut line = format!("{left:column$}");
    if left.chars().count() + 2 > column {
        text = format!("{left}\n");
        line = " ".repeat(column);
    }
    let mut used = column;
    for (place, word) in right.split(' ').enumerate() {
        let length = word.chars().count();
        if used + 1 + length > WIDTH {
            text += &format!("{line}\n");
            line = format!("{}{word}", " ".repeat(column));
            used = column + length;
        } else {
            let space = if place == 0 { "" } else { " " };
            line += &format!("{space}{word}");
            used += space.len() + length;
        }
    }
    text + &line + "\n"
}
