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

/// What the commands of an autograder need, as packages of Gradescope's image, which is an Ubuntu.
const PACKAGES: [(&str, &str); 10] = [
    ("make", "build-essential"),
    ("cc", "build-essential"),
    ("gcc", "build-essential"),
    ("g++", "build-essential"),
    ("java", "default-jdk-headless"),
    ("javac", "default-jdk-headless"),
    ("python3", "python3"),
    ("node", "nodejs"),
    ("ruby", "ruby"),
    ("bwrap", "bubblewrap"),
];

/// The library of Princeton's course, which its programs need.
const ALGS4: &str = "https://algs4.cs.princeton.edu/code/algs4.jar";

/// The script that prepares the image.
fn setup(options: &[String]) -> String {
    let is_separator = |c: char| !c.is_alphanumeric() && !"+_.-/".contains(c);
    let words = options.iter().flat_map(|text| text.split(is_separator));
    let words: Vec<&str> = words.collect();
    let mut packages: Vec<&str> = Vec::new();
    for (word, package) in PACKAGES {
        if words.contains(&word) && !packages.contains(&package) {
            packages.push(package);
        }
    }
    let install = if packages.is_empty() {
        "# apt-get update && apt-get install -y PACKAGES\n".into()
    } else {
        format!(
            "apt-get update && apt-get install -y {}\n",
            packages.join(" ")
        )
    };
    let download = if words.contains(&"algs4.jar") {
        format!("apt-get install -y curl\ncurl -fsSL -o /autograder/source/algs4.jar {ALGS4}\n")
    } else {
        String::new()
    };
    format!(
        "#!/usr/bin/env bash\n# Runs once, when the image is built. Install here what the students' programs need.\nset -e\n\
         {install}{download}chmod +x /autograder/source/taquin\n"
    )
}

/// Writes the zip file.
pub fn gradescope(out: &mut impl Write, autograder: &Autograder<'_>) -> io::Result<()> {
    let options: Vec<String> = autograder.options.iter().map(|word| quoted(word)).collect();
    let needs_algs4 = options.iter().any(|word| word.contains("algs4.jar"));
    let copy = if needs_algs4 {
        "cp algs4.jar /autograder/submission/\n"
    } else {
        ""
    };
    let run = format!(
        "#!/usr/bin/env bash\n# Runs once per submission.\ncd /autograder/source\n{copy}exec ./taquin grade {} --suite suite.toml \
         --dir /autograder/submission {} --format gradescope --output /autograder/results/results.json\n",
        autograder.assignment,
        options.join(" ")
    );
    let setup = setup(autograder.options);
    let entries = [
        Entry::script("setup.sh", setup.as_bytes()),
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

#[cfg(test)]
mod tests {
    use super::setup;

    #[test]
    fn the_image_gets_what_the_commands_need() {
        let line = |options: &[&str]| {
            let options: Vec<String> = options.iter().map(ToString::to_string).collect();
            setup(&options)
                .lines()
                .nth(3)
                .unwrap_or_default()
                .to_string()
        };
        assert_eq!(
            line(&[
                "--command",
                "./Nine",
                "--build",
                "if [ -f Makefile ]; then make; fi"
            ]),
            "apt-get update && apt-get install -y build-essential"
        );
        assert_eq!(
            line(&["--command", "java Solver", "--build", "javac *.java"]),
            "apt-get update && apt-get install -y default-jdk-headless"
        );
        let princeton = ["--command".into(), "java -cp .:algs4.jar Solver".into()];
        assert!(setup(&princeton).contains("-o /autograder/source/algs4.jar https://"));
        assert_eq!(
            line(&["--command", "./make-believe"]),
            "# apt-get update && apt-get install -y PACKAGES"
        );
    }
}
