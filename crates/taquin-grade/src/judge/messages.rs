//! What messages of programs and interpreters say.

use super::shortened;

/// Why a program that failed gave no answer, in the words of an interpreter.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Breakdown {
    /// There is no program, or none that can be read.
    NotStarted(String),
    /// An exception that was not caught.
    Exception(String),
}

/// What interpreters say about programs that are not there.
const NOT_FOUND: [&str; 12] = [
    "can't open file '",
    "Can't open perl script",
    "Could not find or load main class",
    "Unable to access jarfile",
    "Could not open input file",
    "No such file or directory -- ",
    "MODULE_NOT_FOUND",
    ": 0: cannot open ",
    ": 0: Can't open ",
    "lua: cannot open ",
    "Fatal error: cannot open file '",
    "No rule to make target",
];

/// What they say about programs that are not in their language, as the beginning of a line.
const NOT_READ: [&str; 4] = [
    "SyntaxError: ",
    "IndentationError: ",
    "TabError: ",
    "Execution of ",
];

/// What they say about exceptions.
const EXCEPTIONS: [&str; 6] = [
    "Exception in thread",
    "panicked at",
    "panic: ",
    "Unhandled exception",
    "Uncaught ",
    "AddressSanitizer",
];

/// Why a program that failed gave no answer, if its standard error tells.
pub(super) fn breakdown(stderr: &[u8]) -> Option<Breakdown> {
    let text = String::from_utf8_lossy(stderr);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let has_any = |line: &&str, words: &[&str]| words.iter().any(|words| line.contains(words));
    if let Some(line) = lines.clone().find(|line| has_any(line, &NOT_FOUND)) {
        return Some(Breakdown::NotStarted(shortened(line)));
    }
    if text.contains("Traceback (most recent call last)") {
        return lines.next_back().map(shortened).map(Breakdown::Exception);
    }
    let is_unread = |line: &&str| NOT_READ.iter().any(|words| line.starts_with(words));
    if let Some(line) = lines.clone().find(is_unread) {
        return Some(Breakdown::NotStarted(shortened(line)));
    }
    let line = lines.find(|line| has_any(line, &EXCEPTIONS));
    line.map(shortened).map(Breakdown::Exception)
}

/// A message has at most this many lines.
const LINES: usize = 3;

/// Whether a text is a message about an error.
pub(super) fn is_complaint(text: &str) -> bool {
    const WORDS: [&str; 16] = [
        "error",
        "erreur",
        "fehler",
        "invalid",
        "illegal",
        "malformed",
        "incorrect",
        "not valid",
        "wrong",
        "bad ",
        "usage",
        "cannot",
        "can't",
        "must ",
        "expected",
        "failed",
    ];
    let lower = text.to_lowercase();
    is_short(text) && WORDS.iter().any(|words| lower.contains(words))
}

/// Whether a text is a message about what is wrong with a file.
pub(super) fn names_fault(text: &str) -> bool {
    const WORDS: [&str; 16] = [
        "missing",
        "too ",
        "duplicate",
        "twice",
        "repeat",
        "empty",
        "unknown",
        "unable",
        "negative",
        "could not",
        "not a",
        "not the",
        "no such",
        "n't",
        "should",
        "need",
    ];
    let lower = text.to_lowercase();
    is_complaint(text) || is_short(text) && WORDS.iter().any(|words| lower.contains(words))
}

/// Whether every line of a short text has two words or more.
pub(super) fn is_prose(text: &str) -> bool {
    let is_word = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() > 1;
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    is_short(text) && lines.all(|line| line.split_whitespace().filter(is_word).count() > 1)
}

fn is_short(text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    (1..=LINES).contains(&lines.count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interpreters_say_why_there_is_no_answer() {
        let not_started = |line: &str| Some(Breakdown::NotStarted(line.into()));
        let missing = "python3: can't open file '/s/nine.py': [Errno 2] No such file or directory";
        assert_eq!(breakdown(missing.as_bytes()), not_started(missing));
        let missing = "Error: Could not find or load main class Solver";
        let java = format!("{missing}\nCaused by: java.lang.ClassNotFoundException: Solver\n");
        assert_eq!(breakdown(java.as_bytes()), not_started(missing));
        let syntax = "  File \"nine.py\", line 1\n    x =\n       ^\nSyntaxError: invalid syntax\n";
        let expected = not_started("SyntaxError: invalid syntax");
        assert_eq!(breakdown(syntax.as_bytes()), expected);
        let exception = "Traceback (most recent call last):\n  File …\nKeyError: 3\n";
        let expected = Some(Breakdown::Exception("KeyError: 3".into()));
        assert_eq!(breakdown(exception.as_bytes()), expected);
        assert_eq!(breakdown(b"Nine: MAXLENGTH is not a number\n"), None);
    }

    #[test]
    fn messages_are_told_from_answers() {
        assert!(is_complaint("Error: tile 3 is missing\n"));
        assert!(is_complaint("invalid puzzle"));
        assert!(!is_complaint("123-\n12-3\n"));
        assert!(!is_complaint(""));
        assert!(is_prose("Sorry, no.\nThe board is strange\n"));
        assert!(!is_prose("123-\n12-3\n"));
        assert!(!is_prose("u d l r"));
    }
}
