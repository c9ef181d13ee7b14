//! `taquin solve --iterations`.

use crate::common::taquin;

#[test]
fn iterations_are_printed_on_request() {
    let board = "8 0 6/5 4 7/2 3 1";
    let args = ["solve", board, "-a", "idastar", "-H", "manhattan"];
    let run = taquin(&[&args[..], &["--iterations"]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let (_, table) = run.stdout.split_once("iterations:\n").unwrap();
    let mut rows: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(
        rows.remove(0),
        ["bound", "expanded", "generated", "seconds"]
    );
    let sum = |column: usize| {
        rows.iter()
            .map(move |row| row[column].parse::<u64>().unwrap())
    };
    assert_eq!(sum(0).collect::<Vec<_>>(), [19, 21, 23, 25, 27]);
    assert_eq!((sum(1).sum::<u64>(), sum(2).sum::<u64>()), (7061, 11597));
    let run = taquin(&[&args[..], &["--iterations", "--json"]].concat());
    let object: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    for (row, iteration) in rows.iter().zip(object["iterations"].as_array().unwrap()) {
        let counts = ["bound", "expanded", "generated"].map(|name| iteration[name].to_string());
        assert_eq!(counts, row[..3]);
        assert!(iteration["seconds"].is_f64());
    }
    let run = taquin(&[&args[..], &["--json"]].concat());
    assert!(!run.stdout.contains("iterations"), "{}", run.stdout);
    let run = taquin(&["solve", board, "-a", "astar", "--iterations"]);
    let none = "\niterations: none (only searches with IDA* have them)\n";
    assert!(run.stdout.ends_with(none), "{}", run.stdout);
}
