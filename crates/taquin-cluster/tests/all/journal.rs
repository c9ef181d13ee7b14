//! The records of a journal are read again, a torn record at the end is removed, and any other damage is refused.

use std::fs;
use std::path::{Path, PathBuf};
use taquin_cluster::checkpoints::CheckpointError;
use taquin_cluster::journal::Journal;

const JOB: &str = "solve something";

/// A separate file for each test.
fn file(test: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("taquin-journal-{}-{test}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

type Tasks = Vec<(u64, Vec<u8>)>;

fn open(path: &Path, job: &str) -> Result<(Journal, Tasks), CheckpointError> {
    let mut tasks = Vec::new();
    let journal = Journal::open(path, job, &mut |number, result| {
        tasks.push((number, result));
        Ok(())
    })?;
    Ok((journal, tasks))
}

/// Some tasks, with results of different lengths.
fn tasks() -> Tasks {
    let result = |number: u64| vec![number as u8 + 1; 5 * number as usize];
    [3, 0, 7, 1, u64::MAX / 2]
        .map(|number| (number, result(number % 16)))
        .into()
}

fn written(test: &str) -> (PathBuf, Vec<u8>) {
    let path = file(test);
    let (mut journal, known) = open(&path, JOB).unwrap();
    assert_eq!(known, []);
    for (number, result) in tasks() {
        journal.add(number, &result).unwrap();
    }
    journal.sync().unwrap();
    let bytes = fs::read(&path).unwrap();
    (path, bytes)
}

#[test]
fn added_records_are_read_again() {
    let (path, bytes) = written("again");
    for _ in 0..2 {
        let (_, known) = open(&path, JOB).unwrap();
        assert_eq!(known, tasks());
    }
    assert_eq!(fs::read(&path).unwrap(), bytes);
    let (mut journal, _) = open(&path, JOB).unwrap();
    journal.add(9, b"more").unwrap();
    drop(journal);
    let (journal, known) = open(&path, JOB).unwrap();
    assert_eq!(known.last().unwrap(), &(9, b"more".to_vec()));
    journal.remove().unwrap();
    assert!(!path.exists());
    // Resuming without a journal starts a new one.
    let (journal, known) = open(&path, JOB).unwrap();
    assert_eq!(known, []);
    journal.remove().unwrap();
}

/// Truncated anywhere, the file has the tasks before that place, and records can be added.
#[test]
fn a_torn_record_is_removed() {
    let (path, bytes) = written("torn");
    let head = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let begin = head.map(|(place, _)| place + 1).nth(2).unwrap();
    let ends: Vec<usize> = tasks()
        .iter()
        .scan(begin, |end, (_, result)| {
            *end += 20 + result.len();
            Some(*end)
        })
        .collect();
    assert_eq!(ends.last(), Some(&bytes.len()));
    for length in begin..bytes.len() {
        let whole = ends.iter().filter(|&&end| end <= length).count();
        for zeros in [0, 100] {
            let torn = [&bytes[..length], &vec![0; zeros]].concat();
            // Zeros in place of the rest of a record are a wrong checksum, not a torn record, if more follows.
            if zeros > 0 && !ends.contains(&length) && length != begin {
                continue;
            }
            fs::write(&path, torn).unwrap();
            let (mut journal, known) = open(&path, JOB).unwrap();
            assert_eq!(known, tasks()[..whole], "{length} bytes");
            journal.add(5, b"five").unwrap();
            drop(journal);
            let (_, known) = open(&path, JOB).unwrap();
            assert_eq!(known.len(), whole + 1);
        }
    }
    fs::remove_file(&path).unwrap();
}

/// Every flipped bit is detected: the file is refused, or the last record is removed.
#[test]
fn damage_is_refused_with_its_position() {
    let (path, bytes) = written("damaged");
    let last = bytes.len() - 20 - tasks().last().unwrap().1.len();
    for byte in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[byte] ^= 1 << (byte % 8);
        fs::write(&path, damaged).unwrap();
        match open(&path, JOB) {
            Ok((_, known)) => {
                assert!(byte >= last + 16, "byte {byte}");
                assert_eq!(known, tasks()[..4]);
            }
            Err(CheckpointError::Record { byte: reported, .. }) => assert!(reported <= byte as u64),
            Err(CheckpointError::Job { .. } | CheckpointError::Foreign { .. }) => {
                assert!(byte < 80)
            }
            Err(other) => panic!("{other}"),
        }
    }
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_journal_of_another_job_is_refused() {
    let (path, bytes) = written("foreign");
    let message = open(&path, "solve another").unwrap_err().to_string();
    assert!(
        message.contains("another job, solve something, not solve another"),
        "{message}"
    );
    let refused = Journal::open(&path, JOB, &mut |_, _| Err("is odd".into()));
    let message = refused.unwrap_err().to_string();
    assert!(
        message.contains("at byte") && message.contains("is odd"),
        "{message}"
    );
    assert_eq!(fs::read(&path).unwrap(), bytes);
    for foreign in ["", "something else\n", "taquin cluster journal 1\n"] {
        fs::write(&path, foreign).unwrap();
        assert!(matches!(open(&path, JOB), Err(CheckpointError::Job { .. })));
        assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
    }
    fs::remove_file(&path).unwrap();
}

/// The moves of a 256×256 board are some 20 million.
#[test]
fn a_long_result_is_read_again() {
    let path = file("long");
    let (mut journal, _) = open(&path, JOB).unwrap();
    let result = vec![b'U'; 22_000_000];
    journal.add(1, &result).unwrap();
    drop(journal);
    let (journal, known) = open(&path, JOB).unwrap();
    assert!(known == [(1, result)]);
    journal.remove().unwrap();
}
