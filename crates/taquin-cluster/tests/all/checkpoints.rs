//! A level in a checkpoint is restored exactly, or not at all.

use std::fs;
use std::path::PathBuf;
use taquin::pdb::Section;
use taquin_cluster::checkpoints::{CheckpointDir, CheckpointError, LevelFile, Resume, Role};

/// A directory for one test, removed at the end.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let path = std::env::temp_dir().join(format!("taquin-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Place(path)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const FILE: LevelFile = LevelFile {
    level: 7,
    share: 1,
    shares: 3,
};

/// Runs of one word and of many, longer and shorter than a block.
fn words() -> Vec<u64> {
    let mut words = vec![0; 1000];
    words.extend((0..20_000_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    words.extend([u64::MAX; 64]);
    words.extend([3; 100_001]);
    words.push(9);
    words
}

fn write(directory: &CheckpointDir) -> Vec<(u32, u64, Vec<u64>)> {
    let sections = vec![
        (2, 100, words()),
        (5, 0, vec![]),
        (11, 1 << 40, vec![1, 2, 3]),
    ];
    let borrowed = sections.iter().map(|(array, first, words)| Section {
        array: *array,
        first: *first,
        words,
    });
    directory.write(FILE, &[1, 2, 4, 10], borrowed).unwrap();
    sections
}

fn read(directory: &CheckpointDir) -> Result<Vec<(u32, u64, u64)>, CheckpointError> {
    let (head, mut reader) = directory.read(FILE)?;
    assert_eq!((head.level, head.counts), (7, vec![1, 2, 4, 10]));
    let mut all = Vec::new();
    while let Some((array, first, words)) =
        reader.block().map_err(|e| directory.damaged(FILE, e))?
    {
        all.extend(
            (first..)
                .zip(words)
                .map(|(place, word)| (array, place, word)),
        );
    }
    Ok(all)
}

#[test]
fn a_written_level_is_restored() {
    let place = Place::new("file");
    let directory = CheckpointDir::open(&place.0, "a job", Role::Other).unwrap();
    let expected: Vec<(u32, u64, u64)> = write(&directory)
        .into_iter()
        .flat_map(|(array, first, words)| {
            (first..)
                .zip(words)
                .map(move |(place, word)| (array, place, word))
        })
        .collect();
    assert_eq!(directory.files().unwrap(), [FILE]);
    assert!(read(&directory).unwrap() == expected);
}

#[test]
fn every_damaged_byte_is_noticed() {
    let place = Place::new("damaged");
    let directory = CheckpointDir::open(&place.0, "a job", Role::Other).unwrap();
    write(&directory);
    let file = place.0.join("level-0007.1-of-3");
    let whole = fs::read(&file).unwrap();
    let places = (0..100).chain((100..whole.len()).step_by(4999));
    for byte in places.chain(whole.len() - 20..whole.len()) {
        let mut damaged = whole.clone();
        damaged[byte] ^= 4;
        fs::write(&file, damaged).unwrap();
        assert!(read(&directory).is_err(), "byte {byte}");
    }
    for length in [0, 3, 50, whole.len() / 2, whole.len() - 1] {
        fs::write(&file, &whole[..length]).unwrap();
        assert!(read(&directory).is_err(), "{length} bytes");
    }
}

#[test]
fn a_directory_of_another_job_is_refused_and_one_of_this_job_continues_only_on_request() {
    let place = Place::new("foreign");
    CheckpointDir::check(&place.0, "a job", Resume::Yes).unwrap();
    assert!(!place.0.exists(), "a look makes nothing");
    let directory = CheckpointDir::open(&place.0, "a job", Role::Other).unwrap();
    CheckpointDir::check(&place.0, "a job", Resume::Yes).unwrap();
    let begun = CheckpointDir::check(&place.0, "a job", Resume::No).unwrap_err();
    assert!(
        begun
            .to_string()
            .contains("contains a checkpoint of this job"),
        "{begun}"
    );
    let foreign = CheckpointDir::check(&place.0, "another job", Resume::Yes).unwrap_err();
    assert!(
        foreign.to_string().contains("a job, not another job"),
        "{foreign}"
    );
    write(&directory);
    // A file of one job with the name of another job's file.
    let other = Place::new("other");
    let theirs = CheckpointDir::open(&other.0, "another job", Role::Other).unwrap();
    fs::copy(
        place.0.join("level-0007.1-of-3"),
        other.0.join("level-0007.1-of-3"),
    )
    .unwrap();
    assert!(read(&theirs).is_err());
    fs::write(
        place.0.join("job"),
        "taquin cluster checkpoint 1\njob b job\n",
    )
    .unwrap();
    let damaged = CheckpointDir::check(&place.0, "b job", Resume::Yes).unwrap_err();
    assert!(
        damaged.to_string().contains("job:3: the checksum is wrong"),
        "{damaged}"
    );
}

#[test]
fn old_levels_are_removed_and_directories_cleared() {
    let place = Place::new("forgotten");
    let directory = CheckpointDir::open(&place.0, "a job", Role::Other).unwrap();
    for level in 1..=5 {
        for share in 0..2 {
            let file = LevelFile {
                level,
                share,
                shares: 2,
            };
            directory.write(file, &[1], std::iter::empty()).unwrap();
        }
    }
    directory.remove_before(4);
    let mut levels: Vec<u32> = directory
        .files()
        .unwrap()
        .iter()
        .map(|file| file.level)
        .collect();
    levels.sort_unstable();
    assert_eq!(levels, [4, 4, 5, 5]);
    let sizes = fs::read_dir(&place.0).unwrap().map(|entry| {
        let entry = entry.unwrap();
        match entry.file_name().to_str() {
            Some("job") => 0,
            _ => entry.metadata().unwrap().len(),
        }
    });
    assert_eq!(CheckpointDir::bytes(&place.0), sizes.sum::<u64>());
    let strange = [
        "notes.txt",
        "thesis.unfinished",
        ".thesis.1-0.unfinished",
        "journal",
        "level-1.2-of-3",
        "level-0001.2-of-2",
    ];
    for name in strange {
        fs::write(place.0.join(name), "mine").unwrap();
    }
    fs::write(place.0.join(".level-0006.0-of-2.17-3.unfinished"), "half").unwrap();
    directory.clear();
    let left = fs::read_dir(&place.0).unwrap().count();
    assert_eq!(left, strange.len(), "what is not ours stays");
}

#[cfg(unix)]
#[test]
fn a_directory_in_use_is_refused() {
    let place = Place::new("locked");
    let other = CheckpointDir::open(&place.0, "a job", Role::Other).unwrap();
    CheckpointDir::check(&place.0, "a job", Resume::Yes).unwrap();
    let first = CheckpointDir::open(&place.0, "a job", Role::First).unwrap();
    let held = CheckpointDir::check(&place.0, "a job", Resume::Yes).unwrap_err();
    assert!(matches!(held, CheckpointError::Locked(_)), "{held}");
    // The job that came too late has written nothing.
    let held = CheckpointDir::open(&place.0, "another job", Role::First).unwrap_err();
    assert!(matches!(held, CheckpointError::Locked(_)), "{held}");
    drop(first);
    CheckpointDir::check(&place.0, "a job", Resume::Yes).unwrap();
    let foreign = CheckpointDir::open(&place.0, "another job", Role::First).unwrap_err();
    assert!(
        matches!(foreign, CheckpointError::Foreign { .. }),
        "{foreign}"
    );
    drop(other);
}
