//! All workers process lines, and the results arrive in order and once, whatever happens in between.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use taquin_cluster::JobEnd;
use taquin_cluster::batch::{BatchEnd, BatchSource, run};
use taquin_cluster::workers::Workers;

type Taken = Arc<Mutex<Vec<(u64, String)>>>;

/// An endless source of lines: they are read only when they are needed.
fn source(
    lines: impl Iterator<Item = Result<String, String>> + Send + 'static,
    taken: &Taken,
    journal: Option<&PathBuf>,
) -> BatchSource {
    let taken = Arc::clone(taken);
    BatchSource {
        lines: Box::new(lines),
        on_result: Box::new(move |number, result| {
            taken.lock().unwrap().push((number, result.into()));
            Ok(())
        }),
        journal: journal.map(|path| (path.clone(), "batch".into())),
    }
}

fn batch(
    threads: usize,
    source: BatchSource,
    stop: impl Fn() -> bool + Send + Sync + 'static,
) -> BatchEnd {
    let crew = Workers {
        process: 0,
        threads,
        sockets: vec![None],
    };
    let work = |line: &str, go_on: &mut dyn FnMut() -> bool| {
        // Some take longer than others, so that results arrive out of order.
        let number: u64 = line.parse().unwrap();
        for _ in 0..number % 7 {
            std::thread::yield_now();
        }
        go_on().then(|| format!("done {line}"))
    };
    run(crew, Some(source), Arc::new(work), Arc::new(stop)).unwrap()
}

fn lines(count: u64) -> impl Iterator<Item = Result<String, String>> + Send {
    (0..count).map(|number| Ok(number.to_string()))
}

fn expected(count: u64) -> Vec<(u64, String)> {
    (0..count)
        .map(|number| (number, format!("done {number}")))
        .collect()
}

#[test]
fn results_arrive_in_order() {
    for count in [0, 1, 20_000] {
        for threads in 1..=4 {
            let taken = Taken::default();
            let batch = batch(threads, source(lines(count), &taken, None), || false);
            assert_eq!((batch.end, batch.lines), (JobEnd::Complete, count));
            assert_eq!(*taken.lock().unwrap(), expected(count));
        }
    }
}

#[test]
fn a_stopped_batch_continues_from_its_journal() {
    let path = std::env::temp_dir().join(format!("taquin-batch-{}", std::process::id()));
    let _ = fs::remove_file(&path);
    let (mut before, mut stops) = (0, 0);
    loop {
        let (asked, taken) = (AtomicU64::new(0), Taken::default());
        let stop = move || asked.fetch_add(1, Ordering::Relaxed) > 20;
        let source = source(lines(30_000), &taken, Some(&path));
        let batch = batch(1 + stops % 4, source, stop);
        let taken = taken.lock().unwrap();
        assert!(batch.lines >= before);
        assert_eq!(*taken, expected(batch.lines));
        before = batch.lines;
        if batch.end == JobEnd::Complete {
            assert_eq!(before, 30_000);
            batch.journal.unwrap().remove().unwrap();
            break;
        }
        assert_eq!(batch.end, JobEnd::Stopped);
        stops += 1;
    }
    assert!(stops >= 2, "stopped {stops} times only");
}

#[test]
fn an_error_of_input_or_output_ends_all_workers() {
    let taken = Taken::default();
    let broken = lines(100)
        .chain([Err("the disk is gone".into())])
        .chain(lines(100));
    let ended = batch(3, source(broken, &taken, None), || false);
    assert_eq!(ended.end, JobEnd::Failed("the disk is gone".into()));
    let full = BatchSource {
        on_result: Box::new(|number, _| match number {
            0..50 => Ok(()),
            _ => Err("no room".into()),
        }),
        ..source(lines(1000), &taken, None)
    };
    assert_eq!(
        batch(3, full, || false).end,
        JobEnd::Failed("no room".into())
    );
}
