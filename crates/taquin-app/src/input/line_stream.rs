//! Lines that are read when it is their turn, so that a batch may be of any length and answers need not wait for its end.

use super::{MAX_BYTES, read_all};
use crate::exit::Failure;
use crate::words::io_error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use taquin::notation;

/// A file or standard input, line by line.
pub(super) struct LineStream {
    name: String,
    reader: Box<dyn BufRead>,
    /// The lines before the next piece.
    line: usize,
    /// What was read to find out what the input is.
    head: Option<Vec<u8>>,
}

impl std::fmt::Debug for LineStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("LineStream");
        debug.field("name", &self.name).field("line", &self.line);
        debug.finish_non_exhaustive()
    }
}

/// Some lines: one, unless it has line breaks other than `\n`, or comments come before it.
pub(super) struct Piece {
    pub(super) bytes: Vec<u8>,
    /// The lines before it.
    pub(super) line: usize,
}

impl LineStream {
    /// A file, or standard input for `-`. Reads up to the first line that is neither empty nor a comment.
    pub(super) fn open(argument: &str) -> Result<LineStream, Failure> {
        let (name, reader): (_, Box<dyn BufRead>) = if argument == "-" {
            ("standard input", Box::new(BufReader::new(io::stdin())))
        } else {
            let file = File::open(argument);
            let file = file.map_err(|error| failure(argument, &error))?;
            (argument, Box::new(BufReader::new(file)))
        };
        let mut stream = LineStream {
            name: name.into(),
            reader,
            line: 0,
            head: None,
        };
        let mut head = Vec::new();
        while notation::lines(&head).is_empty() && stream.read_line(&mut head)? {}
        stream.head = Some(head);
        Ok(stream)
    }

    /// The name for messages.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The beginning, up to the first line that is neither empty nor a comment.
    pub(super) fn head(&self) -> &[u8] {
        self.head.as_deref().unwrap_or_default()
    }

    /// All of it at once.
    #[cfg_attr(not(feature = "csv"), expect(dead_code))]
    pub(super) fn into_bytes(self) -> Result<Vec<u8>, Failure> {
        let head = io::Cursor::new(self.head.unwrap_or_default());
        let bytes = read_all(head.chain(self.reader));
        bytes.map_err(|error| failure(&self.name, &error))
    }

    /// The next piece; none at the end.
    pub(super) fn next(&mut self) -> Result<Option<Piece>, Failure> {
        let bytes = match self.head.take() {
            Some(head) => head,
            None => {
                let mut bytes = Vec::new();
                self.read_line(&mut bytes)?;
                bytes
            }
        };
        if bytes.is_empty() {
            return Ok(None);
        }
        let line = self.line;
        self.line += bytes.iter().filter(|&&byte| byte == b'\n').count();
        Ok(Some(Piece { bytes, line }))
    }

    /// Adds a line with its end; false at the end of the input.
    fn read_line(&mut self, bytes: &mut Vec<u8>) -> Result<bool, Failure> {
        let before = bytes.len();
        let mut limited = (&mut self.reader).take(MAX_BYTES + 1);
        let read = limited.read_until(b'\n', bytes);
        read.map_err(|error| failure(&self.name, &error))?;
        if (bytes.len() - before) as u64 > MAX_BYTES {
            return Err(Failure::BadInput(format!(
                "{}:{}: the line is longer than {} MiB, which is too long for a board",
                self.name,
                self.line + 1,
                MAX_BYTES >> 20
            )));
        }
        Ok(bytes.len() > before)
    }
}

fn failure(name: &str, error: &io::Error) -> Failure {
    Failure::BadInput(format!("{name}: {}", io_error(error)))
}
