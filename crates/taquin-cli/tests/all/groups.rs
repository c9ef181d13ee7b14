//! `--groups`: a user's own partition of the tiles.

use crate::common::{Case, Folder, check_cases, taquin, taquin_with};
use serde_json::Value;

const BOARD: &str = "8 6 7/2 5 4/3 0 1";

#[test]
fn groups_are_given_by_sizes_or_tile_by_tile() {
    for (groups, name) in [
        (&["4-4"][..], "pdb 4-4"),
        (&["1,2,3,4/5,6,7,8"], "pdb 4-4"),
        (&["1,4,7/2,5,8/3,6"], "pdb 3-3-2"),
        (&["4-4", "1,4,7/2,5,8/3,6"], "pdb max(4-4, 3-3-2)"),
        (&["4-4", "5-3", "3-5"], "pdb max(4-4, 5-3, 3-5)"),
    ] {
        for algorithm in [&[][..], &["-a", "astar"]] {
            let groups = groups.iter().flat_map(|groups| ["--groups", groups]);
            let mut args = vec!["solve", BOARD, "--json", "-H", "pdb"];
            args.extend(groups.chain(algorithm.iter().copied()));
            let run = taquin(&args);
            assert_eq!(run.code, 0, "{args:?}: {}", run.stderr);
            let object: Value = serde_json::from_str(&run.stdout).unwrap();
            assert_eq!(
                (&object["length"], &object["guarantee"]),
                (&31.into(), &"optimal".into())
            );
            assert_eq!(object["heuristic"], name, "{args:?}");
        }
    }
    let args = [
        "compare",
        BOARD,
        "-a",
        "astar,bfs",
        "-H",
        "pdb,manhattan",
        "--groups",
        "4-4",
    ];
    let run = taquin(&args);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(
        run.stdout
            .lines()
            .filter(|line| line.contains(" 31 "))
            .count(),
        3,
        "{}",
        run.stdout
    );
}

#[test]
fn tables_that_were_built_are_found() {
    let folder = Folder::new("groups");
    let variables = [("TAQUIN_TABLES", folder.0.to_str().unwrap())];
    let groups = "1,2,4,5/3,6,7,8";
    let build = ["tables", "build", "--groups", groups, "--shape", "3x3"];
    assert_eq!(taquin_with(&build, &variables).code, 0);
    let files: Vec<_> = std::fs::read_dir(&folder.0).unwrap().collect();
    assert!(!files.is_empty());
    let solve = ["solve", BOARD, "--groups", groups];
    let run = taquin_with(&solve, &variables);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("heuristic: pdb 4-4\n"),
        "{}",
        run.stdout
    );
    // A damaged table is opened, noticed and built again.
    for file in files {
        std::fs::write(file.unwrap().path(), b"damaged").unwrap();
    }
    let run = taquin_with(&solve, &variables);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains(".pdb"), "{}", run.stderr);
}

#[test]
fn groups_that_do_not_fit_are_refused() {
    let cases: [(&[&str], &str); 8] = [
        (
            &["5-4"],
            "other sizes must add up to the 8 tiles of the board",
        ),
        (&["x"], "groups are sizes (6-6-3)"),
        (&["1,2,3,4/5,6,7"], "tile 8 is in no group"),
        (&["1,2,3,4/4,5,6,7,8"], "tile 4 is in two groups"),
        (&["1,2,3,4/5,6,7,9"], "has no tile 9"),
        (
            &["7-1"],
            "a pattern has 1 to 8 tiles and leaves at least two others",
        ),
        (&["2-2-2-1-1"], "at most 4 partitions of at most 4 groups"),
        (
            &["4-4", "-H", "manhattan"],
            "groups of tiles are for pattern databases (pdb), not for manhattan",
        ),
    ];
    let args: Vec<Vec<&str>> = cases
        .iter()
        .map(|(groups, _)| [&["solve", BOARD, "--groups"][..], groups].concat())
        .collect();
    let cases: Vec<Case<'_>> = args
        .iter()
        .zip(cases)
        .map(|(args, (_, said))| (&args[..], 2, "", said))
        .collect();
    check_cases(&cases);
}
