//! CSV as input: a header that names the columns, then one board or solution per line.
//!
//! A row is the JSON object that has its columns as fields, so every reader of objects reads it, and what `--csv` writes is
//! read back as what `--json` writes. Columns may also be separated by tabs or semicolons.

use super::object::KNOWN_FIELDS;

/// What objects are read for, by name; other fields that taquin writes are left out.
const TEXTS: &[&str] = &[
    "board",
    "goal",
    "guarantee",
    "metric",
    "moves",
    "moves_are",
    "schema",
    "start",
    "status",
];
const NUMBERS: &[&str] = &[
    "cols",
    "instance",
    "length",
    "lower_bound",
    "optimal_length",
    "published_length",
    "rows",
];

/// How the tables begin that taquin writes about boards of others, which may have columns that it does not know.
const OWN_BEGIN: [[&str; 4]; 2] = [
    ["id", "source", "rows", "cols"],
    ["id", "source", "set", "instance"],
];

/// The text as JSON Lines, if it is CSV: each object on the line where its row begins. Or what is wrong with it, and the line.
pub(crate) fn json_lines(bytes: &[u8]) -> Result<Option<Vec<u8>>, (u64, String)> {
    match delimiter(bytes) {
        Some(delimiter) => convert(bytes, delimiter).map(Some),
        None => Ok(None),
    }
}

/// What separates the columns, if the first line that is not a comment is the header of a table of boards.
pub(crate) fn delimiter(bytes: &[u8]) -> Option<u8> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut lines = bytes.split(|&byte| byte == b'\n');
    let header = lines.find(|line| !matches!(line.trim_ascii(), [] | [b'#', ..]))?;
    let header = str::from_utf8(header).ok()?;
    let is_header = |delimiter: &char| {
        let names: Vec<&str> = header.split(*delimiter).map(unquoted).collect();
        let is_name = |name: &&str| name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let is_board = |name: &&str| matches!(*name, "start" | "board");
        names.len() > 1
            && names.iter().all(is_name)
            && (names.iter().any(is_board) || are_own(names.iter().copied()))
    };
    let delimiter = [',', '\t', ';'].into_iter().find(|c| is_header(c))?;
    u8::try_from(delimiter).ok()
}

/// Whether taquin writes a column of this name.
fn is_written(name: &str) -> bool {
    let first = name.split('.').next().unwrap_or_default();
    KNOWN_FIELDS.contains(&first)
}

/// Whether these are names of columns that taquin writes. All its tables of boards have a `status` too; tables of others may
/// have the same names otherwise.
fn are_own<'a>(mut names: impl Iterator<Item = &'a str>) -> bool {
    names.all(|name| name == "id" || is_written(name))
}

fn unquoted(name: &str) -> &str {
    name.trim().trim_matches('"')
}

fn convert(bytes: &[u8], delimiter: u8) -> Result<Vec<u8>, (u64, String)> {
    let mut rows = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .comment(Some(b'#'))
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(bytes);
    let not_text = |line| (line, "the row is not UTF-8 text".to_string());
    let header = rows.headers().map_err(|_| not_text(1))?.clone();
    let has_board = header.iter().any(|name| matches!(name, "start" | "board"));
    let has_status = header.iter().any(|name| name == "status");
    let begins_as_own = OWN_BEGIN
        .iter()
        .any(|own| header.iter().take(own.len()).eq(own.iter().copied()));
    let is_own = has_status && (begins_as_own || are_own(header.iter()));
    let mut json = Vec::new();
    let mut place = Place {
        bytes,
        at: 0,
        before: 0,
        line: 1,
    };
    for row in rows.into_records() {
        let begin = place.line;
        let line = match row.as_ref().map(csv::StringRecord::position) {
            Ok(at) => place.of(at),
            Err(error) => place.of(error.position()),
        };
        let row = row.map_err(|_| not_text(line))?;
        if row.len() > header.len() {
            let (found, columns) = (row.len(), header.len());
            let what = format!(
                "{found} cells, but the header has {columns} columns; quote cells that contain the separator"
            );
            return Err((line, what));
        }
        json.extend((begin..line).map(|_| b'\n'));
        if has_board {
            json.extend(object(&header, &row, is_own).as_bytes());
        }
    }
    Ok(json)
}

/// How far a text has been read.
struct Place<'a> {
    /// The whole text.
    bytes: &'a [u8],
    /// The byte where the row that was read last begins, and the lines before that byte.
    at: usize,
    before: usize,
    /// The line of that row, from 1.
    line: u64,
}

impl Place<'_> {
    /// The line of a row; the parser's position may be that of empty lines and comments before it.
    fn of(&mut self, position: Option<&csv::Position>) -> u64 {
        let Some(position) = position else {
            return self.line;
        };
        let at = usize::try_from(position.byte()).unwrap_or(usize::MAX);
        let at = at.clamp(self.at, self.bytes.len());
        let (passed, rest) = (&self.bytes[self.at..at], &self.bytes[at..]);
        self.before += passed.iter().filter(|&&byte| byte == b'\n').count();
        self.at = at;
        let lines = rest.split(|&byte| byte == b'\n');
        let skipped = lines.take_while(|line| matches!(line.trim_ascii(), [] | [b'#', ..]));
        self.line = (self.before + skipped.count()) as u64 + 1;
        self.line
    }
}

/// The object of a row: its cells that are not empty, and `moves` also without any if another column says how they are
/// written. The rows that taquin writes are its objects.
fn object(header: &csv::StringRecord, row: &csv::StringRecord, is_own: bool) -> String {
    let schema = is_own.then(|| "\"schema\":\"taquin.csv\"".to_string());
    let mut cells = header.iter().zip(row);
    let has_moves = cells.any(|(name, cell)| name == "moves_are" && !cell.is_empty());
    let cells = header.iter().zip(row);
    let cells = cells.filter(|(name, cell)| !cell.is_empty() || has_moves && *name == "moves");
    let fields = cells.filter_map(|(name, cell)| {
        let is_number = || serde_json::from_str::<serde_json::Number>(cell).is_ok();
        let value = if TEXTS.contains(&name) {
            quoted(cell)
        } else if is_written(name) && !NUMBERS.contains(&name) {
            return None;
        } else if is_number() {
            cell.into()
        } else {
            quoted(cell)
        };
        Some(format!("{}:{value}", quoted(name)))
    });
    let fields: Vec<String> = schema.into_iter().chain(fields).collect();
    format!("{{{}}}", fields.join(","))
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text is a JSON string")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(text: &str) -> Result<Option<String>, (u64, String)> {
        let lines = json_lines(text.as_bytes())?;
        Ok(lines.map(|json| String::from_utf8(json).expect("UTF-8")))
    }

    #[test]
    fn rows_are_objects_on_the_same_lines() {
        let cases = [
            (
                "id,board\n7,1 2/3 0\na b,\"1,2,3,0\"\n",
                "\n{\"id\":7,\"board\":\"1 2/3 0\"}\n{\"id\":\"a b\",\"board\":\"1,2,3,0\"}",
            ),
            (
                "# made by hand\nstart;moves;no\n\n1 2/0 3;3;2\n# the last\n;;\n",
                "\n\n\n{\"start\":\"1 2/0 3\",\"moves\":\"3\",\"no\":2}\n\n{}",
            ),
            // What taquin writes is marked as its own.
            (
                "id,start,status,stats.seconds\n,1 2/3 0,solved,0.1\n",
                "\n{\"schema\":\"taquin.csv\",\"start\":\"1 2/3 0\",\"status\":\"solved\"}",
            ),
            (
                "\u{feff}board\tstats.seconds\tmine.too\n1 2/3 0\t0.1\t2\n",
                "\n{\"board\":\"1 2/3 0\",\"mine.too\":2}",
            ),
            // A solution of 0 moves differs from no solution.
            (
                "start,moves,moves_are\n1 2/3 0,,tile\n2 1/3 0,,\n",
                "\n{\"start\":\"1 2/3 0\",\"moves\":\"\",\"moves_are\":\"tile\"}\n{\"start\":\"2 1/3 0\"}",
            ),
            // A cell may contain line breaks.
            (
                "board,id\n\"1 2\n3 0\",1\n1 2/3 0,2\n",
                "\n{\"board\":\"1 2\\n3 0\",\"id\":1}\n\n{\"board\":\"1 2/3 0\",\"id\":2}",
            ),
            // A census has no boards.
            ("rows,cols,distance\n2,2,0\n2,2,1\n", "\n\n"),
        ];
        for (text, json) in cases {
            assert_eq!(converted(text), Ok(Some(json.into())), "{text}");
        }
    }

    #[test]
    fn other_texts_are_not_csv() {
        for text in [
            "1,2,3,0\n",
            "board\n1 2/3 0\n",
            "hello, world\n",
            "",
            "start 1 2 3",
            "a,b\n1,2\n",
        ] {
            assert_eq!(converted(text), Ok(None), "{text}");
        }
    }

    #[test]
    fn wrong_rows_are_named() {
        let what = "5 cells, but the header has 2 columns; quote cells that contain the separator";
        let text = "id,board\n1,1 2/3 0\n2,1,2,3,0\n";
        assert_eq!(converted(text), Err((3, what.into())));
    }
}
