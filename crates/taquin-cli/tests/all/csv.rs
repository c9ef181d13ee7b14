//! `--csv`: the fields of `--json`, one line per result.

use crate::common::{check_cases, taquin};
use crate::schema::validator::Schemas;
use std::collections::{BTreeMap, BTreeSet};
use taquin_app::output::csv::{AUDIT, BENCH, BENCH_LARGE, CENSUS, COMPARE, Columns, SOLVE};

/// The lines of a CSV text, split at commas outside quotation marks.
fn cells(text: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut row = vec![String::new()];
    let mut is_quoted = false;
    for c in text.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(String::new()),
            '\n' if !is_quoted => rows.push(std::mem::replace(&mut row, vec![String::new()])),
            c => row.last_mut().unwrap().push(c),
        }
    }
    assert_eq!(row, [""], "the last line has no end");
    rows
}

/// The rows of a command, by the names of the columns; empty cells and measured values are left out.
fn rows(args: &[&str], code: i32) -> Vec<BTreeMap<String, String>> {
    let run = taquin(args);
    assert_eq!(run.code, code, "{args:?}: {}", run.stderr);
    let mut lines = cells(&run.stdout).into_iter();
    let header = lines.next().unwrap();
    let row = |line: Vec<String>| {
        assert_eq!(line.len(), header.len(), "{line:?}");
        let cells = header.iter().cloned().zip(line);
        let is_shown = |(name, cell): &(String, String)| {
            !cell.is_empty() && !name.contains("seconds") && !name.contains("peak")
        };
        cells.filter(is_shown).collect()
    };
    lines.map(row).collect()
}

/// What each row should have, as `name=cell` separated by commas and spaces.
fn check_rows(args: &[&str], code: i32, expected: &[&str]) {
    let found: Vec<String> = rows(args, code)
        .iter()
        .map(|row| {
            let cells: Vec<String> = row
                .iter()
                .map(|(name, cell)| format!("{name}={cell}"))
                .collect();
            cells.join(", ")
        })
        .collect();
    assert_eq!(found, expected, "{args:?}");
}

#[test]
fn solve_writes_a_row_per_board_also_if_it_fails() {
    check_rows(
        &[
            "solve",
            "1 2 3/4 0 6/7 5 8",
            "2 1/3 0",
            "1 2/3 3",
            "--csv",
            "--algorithm",
            "astar",
            "--heuristic",
            "manhattan",
        ],
        4,
        &[
            "algorithm=astar, cols=3, goal=1 2 3/4 5 6/7 8 0, guarantee=optimal, heuristic=manhattan, length=2, lower_bound=2, metric=stm, moves=UL, moves_are=tile, order=UDLR, rows=3, source=argument 1, start=1 2 3/4 0 6/7 5 8, stats.duplicates=0, stats.generated=6, stats.reopened=0, stats.selected=3, status=solved",
            "cols=2, goal=1 2/3 0, metric=stm, reachable_goals=first, rows=2, source=argument 2, start=2 1/3 0, status=unsolvable",
            "errors=1 2/3 3:1:7: tile 3 appears twice, first at line 1, column 5 (a 2×2 board uses 1 to 3 once each and, for the blank, 0); 1 2/3 3:1:7: there is no blank (write 0 for it), source=argument 3, status=bad-input",
        ],
    );
}

#[test]
fn all_solutions_of_a_board_are_in_one_cell() {
    check_rows(
        &["solve", "1 2 3/0 7 6/5 4 8", "--csv", "--all-optimal"],
        0,
        &[
            "algorithm=table, all_moves=ULDRULL; LURDLUL, cols=3, goal=1 2 3/4 5 6/7 8 0, guarantee=optimal, heuristic=zero, length=7, lower_bound=7, metric=stm, moves=ULDRULL, moves_are=tile, optimal_first_moves=U; L, optimal_solutions=2, order=UDLR, rows=3, source=argument 1, start=1 2 3/0 7 6/5 4 8, stats.duplicates=1, stats.generated=32, stats.reopened=0, stats.selected=20, status=solved",
        ],
    );
}

#[test]
fn compare_writes_a_row_per_search() {
    check_rows(
        &[
            "compare",
            "1 2 3/4 0 6/7 5 8",
            "--csv",
            "-a",
            "bfs,astar",
            "-H",
            "manhattan",
        ],
        0,
        &[
            "algorithm=bfs, cols=3, goal=1 2 3/4 5 6/7 8 0, heuristic=zero, length=2, lower_bound=2, metric=stm, order=UDLR, rows=3, source=argument 1, start=1 2 3/4 0 6/7 5 8, stats.duplicates=0, stats.generated=5, stats.reopened=0, stats.selected=2, status=solved",
            "algorithm=astar, cols=3, goal=1 2 3/4 5 6/7 8 0, heuristic=manhattan, length=2, lower_bound=2, metric=stm, order=UDLR, rows=3, source=argument 1, start=1 2 3/4 0 6/7 5 8, stats.duplicates=0, stats.generated=6, stats.reopened=0, stats.selected=3, status=solved",
        ],
    );
    check_rows(
        &["compare", "1 2/3 3", "--csv"],
        4,
        &[
            "errors=1 2/3 3:1:7: tile 3 appears twice, first at line 1, column 5 (a 2×2 board uses 1 to 3 once each and, for the blank, 0); 1 2/3 3:1:7: there is no blank (write 0 for it), source=argument 1, status=bad-input",
        ],
    );
}

#[test]
fn census_writes_a_row_per_distance() {
    check_rows(
        &["census", "2x2", "--csv"],
        0,
        &[
            "boards_at_distance=1, cols=2, distance=0, goal=1 2/3 0, metric=stm, rows=2, status=complete",
            "boards_at_distance=2, cols=2, distance=1, goal=1 2/3 0, metric=stm, rows=2, status=complete",
            "boards_at_distance=2, cols=2, distance=2, goal=1 2/3 0, metric=stm, rows=2, status=complete",
            "boards_at_distance=2, cols=2, distance=3, goal=1 2/3 0, metric=stm, rows=2, status=complete",
            "boards_at_distance=2, cols=2, distance=4, goal=1 2/3 0, metric=stm, rows=2, status=complete",
            "boards_at_distance=2, cols=2, distance=5, goal=1 2/3 0, metric=stm, rows=2, status=complete",
            "boards_at_distance=1, cols=2, distance=6, goal=1 2/3 0, metric=stm, rows=2, status=complete",
        ],
    );
    check_rows(
        &["census", "5x5", "--csv"],
        3,
        &[
            "errors=a census supports only boards of up to 16 cells and lines of up to 4096: 5×5 has 7.8·10^24 solvable boards, status=limit",
        ],
    );
}

#[test]
fn audit_writes_a_row_per_heuristic() {
    check_rows(
        &[
            "audit",
            "manhattan",
            "--metric",
            "mtm",
            "--shape",
            "2x3",
            "--csv",
        ],
        1,
        &[
            "admissible=false, at_goal=0.0, boards=360, cols=3, consistent=false, edges=540, exact=37, exact_share=0.10277777777777777, goal=1 2 3/4 5 0, heuristic=manhattan, inconsistencies.count=48, inconsistencies.worst.pair=1 2 3/0 4 5; 1 2 3/4 5 0, inconsistencies.worst.pair_estimates=2.0 0.0, largest=12.0, mean=6.833333333333333, mean_error=3.977777777777778, metric=mtm, negative=0, overestimates.count=45, overestimates.worst.board=2 3 5/0 1 4, overestimates.worst.distance=5, overestimates.worst.estimate=8.0, rows=2, scope=every, status=inadmissible",
        ],
    );
}

#[test]
fn bench_writes_a_row_per_board() {
    let args = [
        "bench", "large", "--sizes", "5", "--count", "1", "--effort", "0", "--csv",
    ];
    check_rows(
        &args,
        0,
        &[
            "algorithm=beam, cols=5, generated=199, length=199, length_per_cube=1.592, lower_bound=79, metric=stm, ratio=2.518987341772152, rows=5, seed=1, status=solved",
        ],
    );
    let found = rows(&["bench", "korf100", "--cold", "--only", "12", "--csv"], 0);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["length"], found[0]["published_length"]);
}

#[test]
fn csv_excludes_other_outputs_and_huge_boards() {
    let conflict = "cannot be used with";
    check_cases(&[
        (&["solve", "1 2/3 0", "--csv", "--json"], 2, "", conflict),
        (&["solve", "1 2/3 0", "--csv", "--brief"], 2, "", conflict),
        (&["solve", "1 2/3 0", "--csv", "--states"], 2, "", conflict),
        (&["solve", "1 2/3 0", "--csv", "--svg"], 2, "", conflict),
        (&["solve", "1 2/3 0", "--csv", "--html"], 2, "", conflict),
        (&["compare", "1 2/3 0", "--csv", "--json"], 2, "", conflict),
        (&["census", "2x2", "--csv", "--plot"], 2, "", conflict),
        (
            &["census", "2x2", "--csv", "--list-farthest"],
            2,
            "",
            conflict,
        ),
        (&["audit", "max", "--csv", "--json"], 2, "", conflict),
        (&["bench", "large", "--csv", "--json"], 2, "", conflict),
    ]);
    let board = taquin(&["generate", "--size", "257", "--seed", "1", "--walk", "9"]);
    let run = crate::common::run(
        env!("CARGO_BIN_EXE_taquin"),
        &["solve", "-", "--csv"],
        board.stdout.as_bytes(),
    );
    let expected = "takes boards of up to 65536 cells; use --json";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
    assert_eq!(run.code, 2);
}

/// Fields that are not columns, and why.
const LEFT_OUT: &[(&str, &str)] = &[
    ("taquin.audit/1.compared", "a table of its own"),
    (
        "taquin.audit/1.inconsistencies.first",
        "the worst says more",
    ),
    ("taquin.audit/1.overestimates.first", "the worst says more"),
    (
        "taquin.bench-large-instance/1.size",
        "it equals rows and cols",
    ),
    ("taquin.census/1.boards", "one value for all rows"),
    ("taquin.census/1.cluster", "only with taquin cluster"),
    ("taquin.census/1.farthest", "the distance of the last row"),
    ("taquin.census/1.farthest_boards", "not one per distance"),
    ("taquin.census/1.mean", "one value for all rows"),
    ("taquin.census/1.seconds", "one value for all rows"),
    ("taquin.solve/1.states", "too long for a cell"),
];

#[test]
fn every_field_is_a_column_or_is_left_out_for_a_reason() {
    let schemas: [(&str, Columns); 6] = [
        ("audit", AUDIT),
        ("bench-instance", BENCH),
        ("bench-large-instance", BENCH_LARGE),
        ("census", CENSUS),
        ("compare", COMPARE),
        ("solve", SOLVE),
    ];
    let described = Schemas::read().fields();
    let mut columns = BTreeSet::new();
    let mut left_out = BTreeSet::new();
    for (name, its) in schemas {
        let prefix = format!("taquin.{name}/1.");
        columns.extend(its.iter().map(|column| format!("{prefix}{column}")));
        let is_inner = |field: &String| {
            its.iter().any(|column| {
                let column = format!("{prefix}{column}");
                column.starts_with(&format!("{field}.")) || field.starts_with(&format!("{column}."))
            })
        };
        let fields = described.iter().filter(|field| field.starts_with(&prefix));
        let fields = fields.filter(|field| !columns.contains(*field) && !is_inner(field));
        left_out.extend(fields.cloned());
    }
    // The version is for programs that read objects; inner fields are left out with the outer one.
    let outer = left_out.clone();
    left_out.retain(|field| {
        let inside = |outer: &String| field.starts_with(&format!("{outer}."));
        !field.ends_with(".schema") && !outer.iter().any(inside)
    });
    let expected: BTreeSet<String> = LEFT_OUT
        .iter()
        .map(|(field, _)| field.to_string())
        .collect();
    assert_eq!(left_out, expected);
    let unknown: Vec<&String> = columns.difference(&described).collect();
    // The id is the author's, and not described.
    assert_eq!(
        unknown,
        [
            "taquin.bench-instance/1.id",
            "taquin.census/1.distance",
            "taquin.compare/1.id",
            "taquin.solve/1.id"
        ]
    );
}
