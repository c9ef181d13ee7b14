//! Where the board of an object comes from: `source`, and the fields that its input had and taquin does not know.

use crate::origin::Origin;
use serde::Serialize;
use std::io::{self, Write};

/// Writes lines, and adds the origin of the board to the end of each object if they are JSON.
///
/// Objects are not kept, however long they are: only the last byte is held back.
#[derive(Debug)]
pub struct WithOrigin<W: Write> {
    out: W,
    is_json: bool,
    /// What is added to objects.
    added: Vec<u8>,
    /// The last byte of a line so far.
    last: Option<u8>,
}

impl<W: Write> WithOrigin<W> {
    /// Writes everything as it is unless it is JSON.
    pub const fn new(out: W, is_json: bool) -> WithOrigin<W> {
        WithOrigin {
            out,
            is_json,
            added: Vec::new(),
            last: None,
        }
    }

    /// Sets the origin of the objects that follow.
    pub fn set(&mut self, origin: &Origin) -> serde_json::Result<()> {
        self.added = fields(origin)?.into_bytes();
        Ok(())
    }

    /// Part of a line, whose last byte is held back.
    fn write_part(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some((&last, rest)) = bytes.split_last() {
            self.out.write_all(self.last.as_slice())?;
            self.last = Some(last);
            self.out.write_all(rest)?;
        }
        Ok(())
    }

    fn end_line(&mut self) -> io::Result<()> {
        if self.last == Some(b'}') {
            self.out.write_all(&self.added)?;
        }
        self.out.write_all(self.last.take().as_slice())?;
        self.out.write_all(b"\n")
    }
}

/// An object as text, with its origin.
pub fn with_origin(object: &impl Serialize, origin: &Origin) -> serde_json::Result<String> {
    let mut text = serde_json::to_string(object)?;
    text.pop();
    text += &fields(origin)?;
    text.push('}');
    Ok(text)
}

/// What an origin adds to the fields of an object.
fn fields(origin: &Origin) -> serde_json::Result<String> {
    let mut fields = format!(",\"source\":{}", serde_json::to_string(&origin.source)?);
    for (name, value) in &origin.fields {
        fields += &format!(",{}:{value}", serde_json::to_string(name)?);
    }
    Ok(fields)
}

impl<W: Write> Write for WithOrigin<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_json {
            return self.out.write(bytes);
        }
        let mut lines = bytes.split(|&byte| byte == b'\n');
        let first = lines.next().unwrap_or_default();
        self.write_part(first)?;
        for line in lines {
            self.end_line()?;
            self.write_part(line)?;
        }
        Ok(bytes.len())
    }

    /// What is held back stays so.
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_get_their_origin_and_other_lines_do_not() {
        let origin = Origin {
            source: "a \"b\".txt:3".into(),
            fields: vec![("id".into(), "{\"n\":[1,2]}".into())],
        };
        let mut written = Vec::new();
        let mut out = WithOrigin::new(&mut written, true);
        out.set(&origin).unwrap();
        for piece in [
            "{\"schema\":\"s\"",
            ",\"x\":{}",
            "}\n# no object\n",
            "{\"y\":1}",
            "\n",
        ] {
            out.write_all(piece.as_bytes()).unwrap();
        }
        out.flush().unwrap();
        assert_eq!(
            String::from_utf8(written).unwrap(),
            "{\"schema\":\"s\",\"x\":{},\"source\":\"a \\\"b\\\".txt:3\",\"id\":{\"n\":[1,2]}}\n# no object\n\
             {\"y\":1,\"source\":\"a \\\"b\\\".txt:3\",\"id\":{\"n\":[1,2]}}\n"
        );
    }
}
