//! An autograder for Gradescope as one zip file: this program, the suite, and the two scripts that Gradescope runs.
//!
//! The entries are stored without compression, in the format of PKWARE's APPNOTE 6.3.

use crate::run::quoted;
use std::io::{self, Write};

/// What an autograder runs.
#[derive(Clone, Debug)]
pub struct Autograder<'a> {
    /// The program `taquin`.
    pub taquin: &'a [u8],
    /// The name of the assignment.
    pub assignment: &'a str,
    /// The suite.
    pub suite: &'a str,
    /// Further options of `taquin grade`: the command, the build, the seed.
    pub options: &'a [String],
}

const SETUP: &str = "#!/usr/bin/env bash
# Runs once, when the image is built. Install here what the students' programs need.
set -e
chmod +x /autograder/source/taquin
";

/// Writes the zip file.
pub fn gradescope(out: &mut impl Write, autograder: &Autograder<'_>) -> io::Result<()> {
    let options: Vec<String> = autograder.options.iter().map(|word| quoted(word)).collect();
    let run = format!(
        "#!/usr/bin/env bash\n# Runs once per submission.\ncd /autograder/source\nexec ./taquin grade {} --suite suite.toml \
         --dir /autograder/submission {} --format gradescope --output /autograder/results/results.json\n",
        autograder.assignment,
        options.join(" ")
    );
    let entries = [
        Entry::script("setup.sh", SETUP.as_bytes()),
        Entry::script("run_autograder", run.as_bytes()),
        Entry::script("taquin", autograder.taquin),
        Entry {
            mode: 0o644,
            ..Entry::script("suite.toml", autograder.suite.as_bytes())
        },
    ];
    zip(out, &entries)
}

struct Entry<'a> {
    name: &'a str,
    bytes: &'a [u8],
    mode: u32,
}

impl<'a> Entry<'a> {
    /// A file that can be executed.
    const fn script(name: &'a str, bytes: &'a [u8]) -> Entry<'a> {
        Entry {
            name,
            bytes,
            mode: 0o755,
        }
    }

    /// What local and central headers share. The date is 1 January 1980, so that the same content gives the same file.
    fn common(&self) -> Vec<u8> {
        let size = u32::try_from(self.bytes.len()).expect("no file of the bundle has 4 GB");
        let mut common = Vec::new();
        for number in [20_u16, 0, 0, 0, 0x21] {
            common.extend(number.to_le_bytes());
        }
        common.extend(crc32fast::hash(self.bytes).to_le_bytes());
        common.extend(size.to_le_bytes());
        common.extend(size.to_le_bytes());
        common.extend((self.name.len() as u16).to_le_bytes());
        common.extend(0_u16.to_le_bytes());
        common
    }
}

fn zip(out: &mut impl Write, entries: &[Entry<'_>]) -> io::Result<()> {
    let mut central = Vec::new();
    let mut offset = 0_u32;
    for entry in entries {
        let common = entry.common();
        out.write_all(b"PK\x03\x04")?;
        out.write_all(&common)?;
        out.write_all(entry.name.as_bytes())?;
        out.write_all(entry.bytes)?;
        // Made by a Unix program, so that the mode counts.
        central.extend(b"PK\x01\x02\x14\x03");
        central.extend(&common);
        central.extend([0; 6]);
        central.extend(((0o100_000 | entry.mode) << 16).to_le_bytes());
        central.extend(offset.to_le_bytes());
        central.extend(entry.name.as_bytes());
        offset += (4 + common.len() + entry.name.len() + entry.bytes.len()) as u32;
    }
    out.write_all(&central)?;
    let count = (entries.len() as u16).to_le_bytes();
    out.write_all(b"PK\x05\x06\0\0\0\0")?;
    out.write_all(&count)?;
    out.write_all(&count)?;
    out.write_all(&(central.len() as u32).to_le_bytes())?;
    out.write_all(&offset.to_le_bytes())?;
    out.write_all(&[0; 2])
}
