//! The handshake of two processes of a job.
//!
//! 1. Both send the program's version, a digest of the job, their number, and a nonce.
//! 2. Both compare. Another version or another job is rejected with a message; so is a process whose number is not expected,
//!    before any proof is sent to it: it could pass the proof on and pretend to be another process.
//! 3. Both send a proof that they know the token: a keyed hash of both greetings. The token itself is never sent, and a proof
//!    is not valid in another handshake.
//!
//! What follows is neither encrypted nor signed: an attacker who can change packets can still do harm.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use taquin_app::words::io_error;

/// The first bytes; the digit is the version of the protocol.
const MAGIC: [u8; 8] = *b"taquin 1";
/// The length of the version.
const VERSION: usize = 24;
/// The bytes of a [`Hello`].
const LENGTH: usize = MAGIC.len() + VERSION + 32 + 4 + 2 + 32;

/// A hash that identifies a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The hash of a text that describes the job completely.
    pub fn of(text: impl AsRef<[u8]>) -> Digest {
        Digest(*blake3::hash(text.as_ref()).as_bytes())
    }

    /// The first bytes in hexadecimal, enough to tell two digests apart.
    pub fn word(&self) -> String {
        self.0[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }
}

/// The shared secret of all processes of a job.
#[derive(Clone)]
pub struct Token([u8; 32]);

impl std::fmt::Debug for Token {
    /// A token must not appear in logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

impl Token {
    /// The token for a text.
    pub fn of(text: &str) -> Token {
        Token(blake3::derive_key("taquin cluster token", text.as_bytes()))
    }

    fn proof(&self, of: &Hello, to: &Hello) -> blake3::Hash {
        blake3::keyed_hash(&self.0, &[of.bytes(), to.bytes()].concat())
    }
}

/// A random text that cannot be guessed.
pub fn random_token() -> io::Result<String> {
    let bytes: [u8; 32] = random()?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Random bytes that cannot be guessed.
pub(crate) fn random<const LENGTH: usize>() -> io::Result<[u8; LENGTH]> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes)
}

/// The greeting of a process.
#[derive(Clone, Debug)]
pub struct Hello {
    version: [u8; VERSION],
    digest: Digest,
    /// Its number.
    pub process: u32,
    /// The port on which it listens, if the others do not know it yet.
    pub port: u16,
    nonce: [u8; 32],
}

/// Why a handshake failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HandshakeError {
    /// The connection failed.
    #[error("the connection failed: {}", io_error(.0))]
    Io(#[from] io::Error),
    /// The peer speaks another protocol.
    #[error("the peer is not a taquin cluster process")]
    Stranger,
    /// Another version of the program.
    #[error(
        "the peer runs taquin {theirs}, but this process runs taquin {ours}: install the same version everywhere"
    )]
    Version {
        /// Theirs.
        theirs: String,
        /// Ours.
        ours: String,
    },
    /// Another job.
    #[error(
        "the peer runs a different job: start the same command with the same options, hosts and tables everywhere"
    )]
    Job,
    /// Another process number than expected.
    #[error(
        "the peer is process {0}, which is not expected here: give each process its own number"
    )]
    Number(u32),
    /// Another token.
    #[error("the peer has a different token: give all processes the same token")]
    Token,
}

impl Hello {
    /// The greeting of this process.
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

    fn read(reader: &mut impl Read) -> Result<Hello, HandshakeError> {
        let mut bytes = [0; LENGTH];
        let (head, rest) = bytes.split_at_mut(MAGIC.len());
        reader.read_exact(head)?;
        if *head != MAGIC {
            return Err(HandshakeError::Stranger);
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

/// Removes the first bytes.
fn part<const LENGTH: usize>(bytes: &mut &[u8]) -> [u8; LENGTH] {
    let (first, rest) = bytes
        .split_first_chunk()
        .expect("a hello has all its parts");
    *bytes = rest;
    *first
}

/// Performs the handshake. Returns the peer's greeting if it belongs to the same job and its number is expected.
pub fn handshake(
    stream: &mut (impl Read + Write),
    ours: &Hello,
    token: &Token,
    is_expected: impl Fn(usize) -> bool,
) -> Result<Hello, HandshakeError> {
    stream.write_all(&ours.bytes())?;
    let theirs = Hello::read(stream)?;
    if theirs.version != ours.version {
        return Err(HandshakeError::Version {
            theirs: theirs.version(),
            ours: ours.version(),
        });
    }
    if theirs.digest != ours.digest {
        return Err(HandshakeError::Job);
    }
    if !is_expected(theirs.process as usize) {
        return Err(HandshakeError::Number(theirs.process));
    }
    stream.write_all(token.proof(ours, &theirs).as_bytes())?;
    let mut proof = [0; 32];
    stream.read_exact(&mut proof)?;
    // This comparison takes constant time.
    if token.proof(&theirs, ours) == proof {
        Ok(theirs)
    } else {
        Err(HandshakeError::Token)
    }
}

/// A connection with a deadline for the whole handshake, however slowly the peer sends.
pub(crate) struct Timed<'a> {
    pub(crate) stream: &'a TcpStream,
    pub(crate) until: Instant,
}

impl Timed<'_> {
    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            Err(io::ErrorKind::TimedOut.into())
        } else {
            Ok(Some(left))
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
