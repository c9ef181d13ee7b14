//! CSV: a header, then one line per result. The columns are fields of the JSON objects, with the same names.
//!
//! A field of an inner object has a dot in its name (`stats.seconds`). A field that is absent is empty. Boards are rows separated
//! by slashes; numbers of a list are separated by spaces, and its other items by semicolons.
//!
//! Fields that the input of a user has for the first board, and that taquin does not know, are columns at the end.

mod columns;

pub use columns::{AUDIT, BENCH, BENCH_LARGE, CENSUS, COMPARE, Columns, SOLVE, census};

use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::io::{self, Write};
use taquin::notation;
use taquin::{Board, Shape, Tile};

/// Writes what it is given, or turns JSON Lines into CSV: one row per object.
#[derive(Debug)]
pub struct Rows<W: Write> {
    out: W,
    table: Option<Table>,
}

#[derive(Debug)]
struct Table {
    columns: Columns,
    /// The fields of the first object that taquin does not know, once it is there.
    others: Option<Vec<String>>,
    /// The object so far.
    line: Vec<u8>,
}

impl<W: Write> Rows<W> {
    /// Writes objects as rows with these columns, or everything as it is.
    pub fn new(out: W, columns: Option<Columns>) -> Rows<W> {
        let table = columns.map(|columns| Table {
            columns,
            others: None,
            line: Vec::new(),
        });
        Rows { out, table }
    }
}

impl<W: Write> Write for Rows<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(table) = &mut self.table else {
            return self.out.write(bytes);
        };
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            table.line.extend(part);
            if part.ends_with(b"\n") {
                let written = table.rows()?;
                self.out.write_all(&written)?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Table {
    /// The row of the object in the line, after the header if it is the first.
    fn rows(&mut self) -> io::Result<Vec<u8>> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let is_first = self.others.is_none();
        let others = match &mut self.others {
            Some(others) => others,
            none => none.insert(others(self.columns, &self.line)?),
        };
        let columns = self.columns.iter().copied();
        let columns: Vec<&str> = columns.chain(others.iter().map(String::as_str)).collect();
        if is_first {
            writer.write_record(&columns)?;
        }
        writer.write_record(row(&columns, &self.line)?)?;
        self.line.clear();
        writer.into_inner().map_err(|error| error.into_error())
    }
}

/// The fields of an object that come from the input of the user: those after its `source`, in their order.
fn others(columns: Columns, object: &[u8]) -> serde_json::Result<Vec<String>> {
    let fields: Fields<'_> = serde_json::from_slice(object)?;
    let place = |value: &RawValue| value.get().as_ptr() as usize;
    let Some(source) = fields.get("source").map(|value| place(value)) else {
        return Ok(Vec::new());
    };
    let mut others: Vec<(usize, String)> = fields
        .into_iter()
        .map(|(name, value)| (place(value), name))
        .filter(|(place, name)| *place > source && !columns.contains(&&name[..]))
        .collect();
    others.sort_unstable();
    Ok(others.into_iter().map(|(_, name)| name).collect())
}

/// The fields of an object, as they are written.
type Fields<'a> = BTreeMap<String, &'a RawValue>;

fn row(columns: &[&str], object: &[u8]) -> serde_json::Result<Vec<String>> {
    let fields: Fields<'_> = serde_json::from_slice(object)?;
    let shape = shape(&fields);
    let cell = |column: &&str| match field(&fields, column)? {
        None => Ok(String::new()),
        Some(value) => text(value, shape),
    };
    columns.iter().map(cell).collect()
}

/// The shape of the boards in an object.
fn shape(fields: &Fields<'_>) -> Option<Shape> {
    let number = |name| fields.get(name)?.get().parse().ok();
    Shape::new(number("rows")?, number("cols")?).ok()
}

fn field<'a>(fields: &Fields<'a>, path: &str) -> serde_json::Result<Option<&'a RawValue>> {
    if let Some(value) = fields.get(path) {
        return Ok(Some(value));
    }
    let Some((name, rest)) = path.split_once('.') else {
        return Ok(None);
    };
    match fields.get(name) {
        None => Ok(None),
        Some(inner) if inner.get().starts_with('{') => {
            field(&serde_json::from_str(inner.get())?, rest)
        }
        Some(_) => Ok(None),
    }
}

/// A value in a cell. Numbers keep all digits.
fn text(value: &RawValue, shape: Option<Shape>) -> serde_json::Result<String> {
    let value = value.get();
    match value.as_bytes().first() {
        Some(b'"') => serde_json::from_str(value),
        Some(b'[') => list(value, shape),
        Some(b'{') => {
            let fields: Fields<'_> = serde_json::from_str(value)?;
            let pair = |(name, value): (&String, &&RawValue)| {
                text(value, shape).map(|text| format!("{name}={text}"))
            };
            let pairs: serde_json::Result<Vec<String>> = fields.iter().map(pair).collect();
            Ok(pairs?.join(" "))
        }
        _ => Ok(value.into()),
    }
}

fn list(value: &str, shape: Option<Shape>) -> serde_json::Result<String> {
    let items: Vec<&RawValue> = serde_json::from_str(value)?;
    let numbers: Option<Vec<u32>> = items.iter().map(|item| item.get().parse().ok()).collect();
    let is_plain = |item: &&RawValue| !item.get().starts_with(['"', '[', '{']);
    if let Some(board) = numbers.and_then(|tiles| board(tiles, shape?)) {
        return Ok(board);
    }
    let separator = if items.iter().all(is_plain) {
        " "
    } else {
        "; "
    };
    let items: serde_json::Result<Vec<String>> =
        items.into_iter().map(|item| text(item, shape)).collect();
    Ok(items?.join(separator))
}

/// A board as rows separated by slashes, if the numbers are its tiles.
fn board(tiles: Vec<u32>, shape: Shape) -> Option<String> {
    let tiles = tiles.into_iter().map(Tile::new).collect();
    let board = Board::new(shape, tiles).ok()?;
    Some(notation::slashes(&board))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OBJECTS: &str = r#"{"rows":2,"cols":2,"start":[1,2,0,3],"n":340282366920938463463374607431768211455,"in":{"x":1.50,"y":{"z":true}}}
{"moves":"a \"b\", c","errors":["one","two"],"n":[3,1],"rows":1,"cols":2,"in":{"y":[{"a":1,"b":[1,0]},{"a":2}]}}
{}
"#;

    const COLUMNS: Columns = &["start", "n", "in.x", "in.y", "in.y.z", "moves", "errors"];

    #[test]
    fn objects_become_rows_however_they_arrive() {
        let expected = "start,n,in.x,in.y,in.y.z,moves,errors\n\
            1 2/0 3,340282366920938463463374607431768211455,1.50,z=true,true,,\n";
        let first = OBJECTS.lines().next().unwrap_or_default().to_string() + "\n";
        for size in [1, 7, 1000] {
            let mut written = Vec::new();
            let mut rows = Rows::new(&mut written, Some(COLUMNS));
            for piece in first.as_bytes().chunks(size) {
                rows.write_all(piece).expect("a vector takes everything");
            }
            assert_eq!(String::from_utf8_lossy(&written), expected);
        }
    }

    #[test]
    fn texts_are_quoted_and_lists_are_joined() {
        let columns: Columns = &["start", "n", "moves", "in.y", "errors"];
        let mut written = Vec::new();
        let mut rows = Rows::new(&mut written, Some(columns));
        rows.write_all(OBJECTS.as_bytes())
            .expect("a vector takes everything");
        let lines: Vec<&str> = std::str::from_utf8(&written)
            .expect("UTF-8")
            .lines()
            .collect();
        assert_eq!(
            lines[2..],
            [r#",3 1,"a ""b"", c",a=1 b=1 0/; a=2,one; two"#, r#",,,,"#]
        );
    }

    #[test]
    fn without_columns_nothing_changes() {
        let mut written = Vec::new();
        let mut rows = Rows::new(&mut written, None);
        rows.write_all(OBJECTS.as_bytes())
            .expect("a vector takes everything");
        assert_eq!(String::from_utf8_lossy(&written), OBJECTS);
    }
}
