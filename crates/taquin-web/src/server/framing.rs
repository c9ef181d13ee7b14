//! Finds requests that have both `Content-Length` and `Transfer-Encoding`.
//!
//! Programs disagree where the body of such a request ends, so that one request can hide in another. The HTTP library
//! removes `Content-Length` then, so this looks at the bytes before. It follows the requests of a connection by their
//! lengths, up to the first one with `Transfer-Encoding`: the server closes the connection after that one.

/// The longest beginning of a line that is kept, without white space after a colon; names and lengths are shorter.
const LINE: usize = 64;

/// Where in the requests of a connection the next byte belongs.
#[derive(Debug)]
pub(crate) struct Framing {
    state: State,
    line: Vec<u8>,
    length: Option<u64>,
    is_encoded: bool,
}

#[derive(Debug, PartialEq, Eq)]
enum State {
    /// Before the first line of a request.
    Start,
    Head,
    /// In a body of which this much is left.
    Body(u64),
    /// No further request is looked at.
    Done,
}

impl Framing {
    pub(crate) const fn new() -> Framing {
        Framing {
            state: State::Start,
            line: Vec::new(),
            length: None,
            is_encoded: false,
        }
    }

    /// Reads on, and says whether a request has two lengths, or one that cannot be followed.
    pub(crate) fn finds_two_lengths(&mut self, mut bytes: &[u8]) -> bool {
        while let (Some((&first, rest)), true) = (bytes.split_first(), self.state != State::Done) {
            if let State::Body(left) = self.state {
                let skipped = left.min(bytes.len() as u64);
                bytes = &bytes[skipped as usize..];
                self.state = match left - skipped {
                    0 => State::Start,
                    left => State::Body(left),
                };
                continue;
            }
            bytes = rest;
            if first != b'\n' {
                self.keep(first);
            } else if self.end_line() {
                self.state = State::Done;
                return true;
            }
        }
        false
    }

    /// Keeps a byte of a line. White space before a value means nothing, and there can be any amount of it.
    fn keep(&mut self, byte: u8) {
        let is_padding = matches!(byte, b' ' | b'\t') && self.line.last() == Some(&b':');
        if !is_padding && self.line.len() < LINE {
            self.line.push(byte);
        }
    }

    fn end_line(&mut self) -> bool {
        let line = std::mem::take(&mut self.line);
        match (line.trim_ascii().is_empty(), &self.state) {
            (true, State::Head) => return self.end_head(),
            (true, _) => {}
            (false, State::Start) => self.state = State::Head,
            (false, _) => return self.header(&line),
        }
        false
    }

    /// Reads a header; says whether it is a length that cannot be read. The requests after it could not be found.
    fn header(&mut self, line: &[u8]) -> bool {
        let Some(colon) = line.iter().position(|&byte| byte == b':') else {
            return false;
        };
        let (name, value) = (line[..colon].trim_ascii(), line[colon + 1..].trim_ascii());
        if name.eq_ignore_ascii_case(b"transfer-encoding") {
            self.is_encoded = true;
        } else if name.eq_ignore_ascii_case(b"content-length") {
            let digits = str::from_utf8(value).ok().filter(|_| line.len() < LINE);
            self.length = digits.and_then(|digits| digits.parse().ok());
            return self.length.is_none();
        }
        false
    }

    /// After the empty line that ends a head.
    fn end_head(&mut self) -> bool {
        let length = self.length.take();
        self.state = match length {
            _ if self.is_encoded => State::Done,
            Some(length) if length > 0 => State::Body(length),
            _ => State::Start,
        };
        self.is_encoded && length.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::Framing;

    /// Whether two lengths are found, in one piece and byte by byte.
    fn finds(text: &str) -> bool {
        let whole = Framing::new().finds_two_lengths(text.as_bytes());
        let mut framing = Framing::new();
        let bytes = text.as_bytes().chunks(1);
        let by_bytes = bytes.fold(false, |found, byte| found | framing.finds_two_lengths(byte));
        assert_eq!(whole, by_bytes, "{text}");
        whole
    }

    #[test]
    fn two_lengths_are_found_in_any_request_of_a_connection() {
        let two = "POST /a HTTP/1.1\r\ncontent-LENGTH: 5\r\nTransfer-Encoding: chunked\r\n\r\n";
        let other_order =
            "POST /a HTTP/1.1\r\nTransfer-Encoding:chunked\r\nContent-Length: 5\r\n\r\n";
        let plain = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na\nb";
        let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
        for text in [two, other_order] {
            assert!(finds(text));
            assert!(finds(&[plain, get, "\r\n", plain, text].concat()));
        }
        assert!(!finds(&[plain, get, plain].concat()));
        assert!(!finds(
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ));
        // A body that looks like a head is a body.
        let body = format!(
            "POST / HTTP/1.1\r\nContent-Length: {}\r\n\r\n{two}",
            two.len()
        );
        assert!(!finds(&body));
        let long = format!(
            "GET /{} HTTP/1.1\r\nX: {}\r\n\r\n",
            "a".repeat(300),
            "b".repeat(300)
        );
        assert!(!finds(&long));
        assert!(finds(&(long + two)));
    }

    #[test]
    fn no_way_to_write_a_length_hides_the_next_request() {
        let two = "POST /a HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n";
        let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
        for padding in [" ".repeat(60), "\t ".repeat(5000), String::new()] {
            let first = |zeros: usize| {
                let zeros = "0".repeat(zeros);
                format!("POST / HTTP/1.1\r\nContent-Length:{padding}{zeros}3\r\n\r\na\nb")
            };
            assert!(!finds(&[&first(0), get].concat()));
            assert!(finds(&[&first(0), two].concat()));
            assert!(finds(&[&first(30), two].concat()));
            // Zeros beyond what is kept, and what is not a number.
            assert!(finds(&[&first(60), get].concat()));
        }
        assert!(finds("POST / HTTP/1.1\r\nContent-Length: 3, 4\r\n\r\n"));
    }
}
