//! `taquin solve --all-optimal` as a user sees it, and `--algorithm table`.

use crate::common::{Case, check_cases, taquin};
use serde_json::{Value, json};

/// A course's `puzzle07`, which has two shortest solutions.
const TWO: &str = "1 2 3/0 7 6/5 4 8";
/// One of the two boards that are farthest away.
const FORTY: &str = "8 6 7/2 5 4/3 0 1";
const FIFTEEN: &str = "3 5 6 7/12 9 4 13/11 14 0 2/1 10 8 15";

#[test]
fn all_shortest_solutions_are_counted_and_listed() {
    let cases: &[Case<'_>] = &[
        (
            &["solve", TWO, "--all-optimal"],
            0,
            "moves: ULDRULL\nshortest solutions: 2\nfirst moves: U, L\n  ULDRULL\n  LURDLUL\nalgorithm: table\norder: ",
            "",
        ),
        (
            &["solve", TWO, "--all-optimal", "--moves", "numbers"],
            0,
            "first moves: 5, 7\n  5 4 7 5 4 7 8\n  7 4 5 7 4 5 8\n",
            "",
        ),
        (
            &["solve", TWO, "--all-optimal", "--moves", "blank"],
            0,
            "first moves: d, r\n  d r u l d r r\n",
            "",
        ),
        (
            &["solve", FORTY, "--all-optimal", "--list", "1"],
            0,
            "shortest solutions: 40\nfirst moves: D, L, R\n  DDLURRULLDRRDLLURURDDLUURDDLLUU\n  … and 39 more (--list",
            "",
        ),
        (
            &["solve", FORTY, "--all-optimal", "--list", "0"],
            0,
            "shortest solutions: 40\nfirst moves: D, L, R\nalgorithm: ",
            "",
        ),
        (
            &["solve", FIFTEEN, "--all-optimal", "-a", "astar"],
            0,
            "shortest solutions: 2\nfirst moves: U\n",
            "",
        ),
        (
            &["solve", "1 2 3/4 5 6/7 8 0", "--all-optimal"],
            0,
            "shortest solutions: 1\nalgorithm: ",
            "",
        ),
        (
            &["solve", FIFTEEN, "--all-optimal", "--memory", "10K"],
            3,
            "length: 48 (shortest)",
            "",
        ),
        (
            &["solve", FIFTEEN, "--all-optimal", "--memory", "10K"],
            3,
            "shortest solutions: at least 1 (memory)\n",
            "",
        ),
        (
            &["solve", TWO, "--all-optimal", "-a", "greedy"],
            2,
            "",
            "--all-optimal needs a search that finds shortest solutions, and greedy does not",
        ),
        (
            &["solve", TWO, "--all-optimal", "-a", "weighted-astar"],
            2,
            "",
            "and weighted-astar does not",
        ),
        (&["solve", TWO, "--list", "3"], 2, "", "--all-optimal"),
        (
            &["solve", TWO, "--all-optimal", "--brief"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["solve", "2 1 3/4 5 6/7 8 0", "--all-optimal"],
            1,
            "unsolvable\n",
            "",
        ),
        (
            &["solve", FORTY, "--all-optimal", "--max-length", "30"],
            3,
            "no solution of that length: at least 31 moves\nalgorithm: table",
            "",
        ),
        (
            &["solve", FIFTEEN, "-a", "table"],
            2,
            "",
            "a distance table supports only boards of up to 9 cells; this one is 4×4",
        ),
        (
            &["trace", TWO, "-a", "table"],
            2,
            "",
            "a table is looked up, so trace has no search to show",
        ),
        (
            &["compare", FORTY, "--algorithms", "table"],
            0,
            "table           -                      31           32           31       181440       181440",
            "",
        ),
    ];
    check_cases(cases);
}

fn object(args: &[&str]) -> Value {
    serde_json::from_str(&taquin(args).stdout).unwrap()
}

#[test]
fn json_has_only_known_fields() {
    let all = object(&["solve", TWO, "--all-optimal", "--json"]);
    assert_eq!(all["optimal_solutions"], 2);
    assert_eq!(all["optimal_first_moves"], json!(["U", "L"]));
    assert_eq!(all["all_moves"], json!(["ULDRULL", "LURDLUL"]));
    let unlisted = object(&["solve", TWO, "--all-optimal", "--json", "--list", "0"]);
    assert_eq!(unlisted["optimal_solutions"], 2);
    assert!(unlisted.get("all_moves").is_none());
    let plain = object(&["solve", TWO, "--json"]);
    assert_eq!(
        (&plain["algorithm"], &plain["length"]),
        (&json!("table"), &json!(7))
    );
    assert!(plain.get("optimal_solutions").is_none());
    let args = [
        "solve",
        FIFTEEN,
        "--all-optimal",
        "--json",
        "--memory",
        "10K",
    ];
    let stopped = object(&args);
    assert_eq!(
        (&stopped["status"], &stopped["reason"]),
        (&json!("solved"), &json!("memory"))
    );
    assert_eq!(stopped["optimal_solutions_at_least"], 1);
    assert!(stopped.get("optimal_solutions").is_none());
}
