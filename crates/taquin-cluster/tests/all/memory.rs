//! Words in files work like words in memory, and leave no files behind.

use std::fs;
use std::path::Path;
use taquin_cluster::memory::{self, Words};

#[test]
fn words_in_a_file_are_stored_and_the_file_has_no_name() {
    let directory = std::env::temp_dir().join(format!("taquin-memory-{}", std::process::id()));
    let [mut large, empty, mut small] = memory::all([100_000, 0, 3], Some(&directory)).unwrap();
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 0);
    assert_eq!((large.as_ref().len(), empty.as_ref().len()), (100_000, 0));
    assert!(large.as_ref().iter().all(|&word| word == 0));
    large.as_mut()[99_999] = 7;
    small.as_mut()[0] = 8;
    assert_eq!(
        (large.as_ref()[99_999], small.as_ref()),
        (7, &[8, 0, 0][..])
    );
    assert!(matches!(
        (&large, &empty),
        (Words::File(_), Words::Memory(_))
    ));
    fs::remove_dir(&directory).unwrap();
}

#[test]
fn too_little_memory_or_disk_space_is_an_error() {
    let error = memory::all([usize::MAX / 16], None).unwrap_err();
    assert!(error.contains("not enough memory"), "{error}");
    let error = memory::all([1], Some(Path::new("/proc/nothing"))).unwrap_err();
    assert!(error.starts_with("/proc/nothing: "), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_system_reports_free_memory_and_space() {
    assert!(memory::free_memory().unwrap() > 1 << 20);
    let not_there_yet = std::env::temp_dir().join("taquin-not-there/at/all");
    assert!(memory::disk(&not_there_yet).is_some_and(|disk| disk.free > 0));
}
