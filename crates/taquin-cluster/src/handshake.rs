//! How two processes of a job make sure of each other.
//!
//! 1. Both send who they are: the program's version, a digest of the job, their number, and a number used once.
//! 2. Both compare. Another version or another job is refused, and told; so is a process that is not expected here, before
//!    anything is proved to it: a proof that it could pass on would make it somebody else.
//! 3. Both send a proof that they know the token: a keyed hash of what both have said. The token itself is never sent, and
//!    a proof is of no use in another conversation.
//!
//! What follows is plain: whoever can change packets on the way can still do harm.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The first bytes; the digit changes with what follows them.
const MAGIC: [u8; 8] = *b"taquin 1";
/// No version is longer.
const VERSION: usize = 24;
/// The bytes of a [`Hello`].
const LENGTH: usize = MAGIC.len() + VERSION + 32 + 4 + 2 + 32;

/// What a job is, in 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// Of a text that says all that matters.
    pub fn of(text: impl AsRef<[u8]>) -> Digest {
        Digest(*blake3::hash(text.as_ref()).as_bytes())
    }

    /// Its first bytes, enough to tell two apart, as a word.
    pub fn word(&self) -> String {
        self.0[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }
}

/// What all processes of a job know and nobody else.
#[derive(Clone)]
pub struct Token([u8; 32]);

impl std::fmt::Debug for Token {
    /// A token is not for logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

impl Token {
    /// The token that a text stands for.
    pub fn of(text: &str) -> Token {
        Token(blake3::derive_key("taquin cluster token", text.as_bytes()))
    }

    fn proof(&self, of: &Hello, to: &Hello) -> blake3::Hash {
        blake3::keyed_hash(&self.0, &[of.bytes(), to.bytes()].concat())
    }
}

/// A text that nobody guesses.
pub fn secret() -> io::Result<String> {
    let bytes: [u8; 32] = random()?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Bytes that nobody guesses.
pub(crate) fn random<const LENGTH: usize>() -> io::Result<[u8; LENGTH]> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes)
}

/// What a process says of itself.
#[derive(Clone, Debug)]
pub struct Hello {
    version: [u8; VERSION],
    digest: Digest,
    /// Its number.
    pub process: u32,
    /// Where it listens, if that is not known yet.
    pub port: u16,
    nonce: [u8; 32],
}

/// Why another process is not one of the job.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// Something else, or nothing, is there.
    #[error("the connection failed: {0}")]
    Io(#[from] io::Error),
    /// It speaks of something else.
    #[error("it is no taquin cluster")]
    Stranger,
    /// Another program.
    #[error(
        "it is of taquin {theirs}, and this process of taquin {ours}: install the same everywhere"
    )]
    Version {
        /// Theirs.
        theirs: String,
        /// Ours.
        ours: String,
    },
    /// Another job.
    #[error(
        "it was started with another job: the same command with the same options, hosts and tables must run everywhere"
    )]
    Job,
    /// It says that it is a process that does not come here.
    #[error(
        "it says that it is process {0}, which is not expected here: give each process its own number"
    )]
    Number(u32),
    /// Another token.
    #[error("its token is another one: give all processes the same")]
    Token,
}

impl Hello {
    /// This process.
    pub fn new(version: &str, digest: Digest, process: usize, port: u16) -> io::Result<Hello> {
        let mut bytes = [0; VERSION];
        let length = version.len().min(VERSION);
        bytes[..length].copy_from_slice(&version.as_bytes()[..length]);
        Ok(Hello {
            version: bytes,
            digest,
            process: process as u32,
            port,
            nonce: random()?,
        })
    }

    fn bytes(&self) -> Vec<u8> {
        let process = self.process.to_le_bytes();
        let port = self.port.to_le_bytes();
        let parts: [&[u8]; 6] = [
            &MAGIC,
            &self.version,
            &self.digest.0,
            &process,
            &port,
            &self.nonce,
        ];
        parts.concat()
    }

    fn read(reader: &mut impl Read) -> Result<Hello, Refusal> {
        let mut bytes = [0; LENGTH];
        let (head, rest) = bytes.split_at_mut(MAGIC.len());
        reader.read_exact(head)?;
        if *head != MAGIC {
            return Err(Refusal::Stranger);
        }
        reader.read_exact(rest)?;
        let mut rest = &rest[..];
        Ok(Hello {
            version: part(&mut rest),
            digest: Digest(part(&mut rest)),
            process: u32::from_le_bytes(part(&mut rest)),
            port: u16::from_le_bytes(part(&mut rest)),
            nonce: part(&mut rest),
        })
    }

    fn version(&self) -> String {
        let text = String::from_utf8_lossy(&self.version);
        text.trim_end_matches('\0').to_string()
    }
}

/// Takes the first bytes off.
fn part<const LENGTH: usize>(bytes: &mut &[u8]) -> [u8; LENGTH] {
    let (first, rest) = bytes
        .split_first_chunk()
        .expect("a hello has all its parts");
    *bytes = rest;
    *first
}

/// Says hello, and gives what the other says if it is one of the job whose number is expected.
pub fn greet(
    stream: &mut (impl Read + Write),
    ours: &Hello,
    token: &Token,
    is_expected: impl Fn(usize) -> bool,
) -> Result<Hello, Refusal> {
    stream.write_all(&ours.bytes())?;
    let theirs = Hello::read(stream)?;
    if theirs.version != ours.version {
        return Err(Refusal::Version {
            theirs: theirs.version(),
            ours: ours.version(),
        });
    }
    if theirs.digest != ours.digest {
        return Err(Refusal::Job);
    }
    if !is_expected(theirs.process as usize) {
        return Err(Refusal::Number(theirs.process));
    }
    stream.write_all(token.proof(ours, &theirs).as_bytes())?;
    let mut proof = [0; 32];
    stream.read_exact(&mut proof)?;
    // This comparison takes the same time whatever differs.
    match token.proof(&theirs, ours) == proof {
        true => Ok(theirs),
        false => Err(Refusal::Token),
    }
}

/// A connection on which all has to be said by a certain time, however little is said at once.
pub(crate) struct Timed<'a> {
    pub(crate) stream: &'a TcpStream,
    pub(crate) until: Instant,
}

impl Timed<'_> {
    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.until.saturating_duration_since(Instant::now());
        match left.is_zero() {
            true => Err(io::ErrorKind::TimedOut.into()),
            false => Ok(Some(left)),
        }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(bytes)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
