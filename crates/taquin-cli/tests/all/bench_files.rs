//! `taquin bench FILE`: boards of a file, with or without lengths.

use crate::bench::objects;
use crate::common::{Folder, taquin};
use serde_json::Value;

pub(crate) fn file(folder: &Folder, name: &str, text: &str) -> String {
    let path = folder.0.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().into()
}

#[test]
fn a_file_of_boards_is_measured_with_any_search() {
    let folder = Folder::new("file");
    let text = "# mine, goal `first`\n# number, length, board\n7\t26\t7 2 4/5 0 6/8 3 1\n9\t1\t1 0 2/3 4 5/6 7 8\n";
    let boards = file(&folder, "boards.tsv", text);
    for search in [
        &["-a", "astar", "-H", "manhattan"][..],
        &["-a", "idastar", "-H", "linear-conflict"],
        &["-a", "bfs"],
        &["-H", "pdb", "--groups", "4-4", "--cold"],
        &[],
    ] {
        let args = [&["bench", &boards, "--json"][..], search].concat();
        let run = taquin(&args);
        let found = objects(&run);
        assert_eq!(
            (run.code, found.len()),
            (0, 3),
            "{search:?}: {}",
            run.stderr
        );
        let lengths: Vec<&Value> = found.iter().map(|object| &object["length"]).collect();
        assert_eq!(lengths[..2], [26, 1], "{search:?}");
        assert_eq!(found[0]["instance"], 7);
        assert_eq!(found[0]["published_length"], 26);
        assert_eq!(found[2]["set"], *boards);
    }
    let wrong = file(&folder, "wrong.tsv", &text.replace("\t26\t", "\t24\t"));
    let run = taquin(&["bench", &wrong]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.contains("WRONG"), "{}", run.stdout);
    // Greedy search finds longer solutions, which contradict nothing.
    let run = taquin(&[
        "bench", &boards, "-a", "greedy", "-H", "hamming", "--only", "7",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("longer"), "{}", run.stdout);
}

#[test]
fn files_without_lengths_and_single_boards_are_measured() {
    let folder = Folder::new("plain");
    let lines = file(&folder, "lines", "1 2 3/4 0 6/7 5 8\n\n1,2,3,4,5,6,7,0,8\n");
    let run = taquin(&["bench", &lines]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("    1       2          -  solved"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("solved: 2 of 2\nwrong: 0\n"),
        "{}",
        run.stdout
    );
    let grid = file(&folder, "grid", "1 2 3\n4 0 6\n7 5 8\n");
    let run = taquin(&["bench", &grid, "--json"]);
    assert_eq!(objects(&run)[0]["length"], 2, "{}", run.stderr);
    let unsolvable = file(
        &folder,
        "unsolvable",
        "1 2 3/4 0 6/7 5 8\n2 1 3/4 5 6/7 8 0\n",
    );
    let empty = file(&folder, "empty", "# nothing\n");
    let bad = file(&folder, "bad", "1 2 3/4 0 6/7 5 8\n1 2 2/4 5 6/7 8 0\n");
    let cases: [(&[&str], i32, &str); 5] = [
        (&["bench", &unsolvable], 1, ""),
        (&["bench", &empty], 4, ""),
        (&["bench", &bad], 4, "bad:2:"),
        (
            &["bench", "nothing-here"],
            2,
            "no such file, and not a set of boards; the sets are korf100",
        ),
        (
            &["bench", "korf100", "--goal", "last"],
            2,
            "--goal works only with files",
        ),
    ];
    for (args, code, said) in cases {
        let run = taquin(args);
        assert_eq!(run.code, code, "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(said), "{args:?}: {}", run.stderr);
    }
}

/// A board that cannot be read or solved has its own line, and the others are solved.
#[test]
fn the_other_boards_of_a_file_are_solved() {
    let folder = Folder::new("refused");
    let text = "1 2 3/4 0 6/7 5 8\n2 1 3/4 5 6/7 8 0\n1 2 2/4 5 6/7 8 0\n1 2 3/4 5 6/7 0 8\n";
    let boards = file(&folder, "boards", text);
    let run = taquin(&["bench", &boards, "--json"]);
    let found = objects(&run);
    let status: Vec<(&Value, &Value)> = found
        .iter()
        .map(|object| (&object["instance"], &object["status"]))
        .collect();
    assert_eq!(
        status[..4],
        [
            (&2.into(), &"unsolvable".into()),
            (&3.into(), &"bad-input".into()),
            (&1.into(), &"solved".into()),
            (&4.into(), &"solved".into()),
        ]
    );
    assert_eq!((run.code, &found[4]["tried"]), (4, &4.into()));
    let run = taquin(&["bench", &boards, "--only", "2,4"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(
        run.stdout
            .contains("    2       -          -  unsolvable\n"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("solved: 1 of 2\n"), "{}", run.stdout);
    let other = file(
        &folder,
        "other",
        "1 0 2 3/4 5 6 7/8 9 10 11/12 13 14 15\n0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15\n",
    );
    let run = taquin(&["bench", &other]);
    let hint = "taquin: none of the boards is solvable, but all are with --goal first\n";
    assert!(
        run.code == 1 && run.stderr.ends_with(hint),
        "{}",
        run.stderr
    );
}

#[test]
fn files_of_every_form_keep_numbers_and_lengths() {
    let folder = Folder::new("forms");
    let cases = [
        (
            "14 1 2 3 4 0 6 7 5 8\n15 1 2 3 4 5 6 7 0 8\n",
            "15",
            1,
            None,
        ),
        (
            "7\t2\t1,2,3,4,0,6,7,5,8\n9\t1\t1,2,3,4,5,6,7,0,8\n",
            "9",
            1,
            Some(1),
        ),
        ("2\n1 2\n0 3\n2\n1 0\n3 2\n", "2", 1, None),
        (
            "# goal, board, length\nfirst\t1 0/2 3\t1\n",
            "1",
            1,
            Some(1),
        ),
    ];
    for (text, only, length, published) in cases {
        let boards = file(&folder, "boards", text);
        let run = taquin(&["bench", &boards, "--only", only, "--json"]);
        assert_eq!(run.code, 0, "{text}: {}", run.stderr);
        let found = objects(&run);
        assert_eq!(found[0]["length"], length, "{text}");
        let expected = published.map_or(Value::Null, Value::from);
        assert_eq!(found[0]["published_length"], expected, "{text}");
    }
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/hardest.tsv");
    let args = ["bench", data, "--only", "1", "--time", "1ms", "--cold"];
    let run = taquin(&args);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stdout.contains("         80  limit"), "{}", run.stdout);
}
