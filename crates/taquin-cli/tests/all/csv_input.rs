//! CSV as input: what `--csv` writes, every command reads, and tables of others too.

use crate::common::{Folder, Run, run};
use serde_json::Value;

fn taquin(args: &[&str], input: &str) -> Run {
    run(env!("CARGO_BIN_EXE_taquin"), args, input.as_bytes())
}

fn objects(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The values of a field, absent ones as null.
fn values(text: &str, field: &str) -> Vec<Value> {
    let objects = objects(text).into_iter();
    objects.map(|object| object[field].clone()).collect()
}

const BOARDS: &str = "{\"board\": \"8 1 3/4 0 2/7 6 5\", \"id\": \"first, and hard\"}
{\"board\": \"0 1 2/\", \"id\": 2, \"goal\": \"last\"}
{\"board\": \"2 1/3 0\", \"id\": 3}
{\"board\": \"1 1/3 0\", \"id\": 4}
";

#[test]
fn solutions_come_back_as_they_were_written() {
    let csv = taquin(&["solve", "-", "--csv"], BOARDS);
    let json = taquin(&["solve", "-", "--json"], BOARDS);
    assert_eq!((csv.code, json.code), (4, 4), "{}", csv.stderr);
    let again = taquin(&["solve", "-", "--json"], &csv.stdout);
    for field in ["id", "start", "goal", "status", "length", "moves"] {
        let (read, written) = (values(&again.stdout, field), values(&json.stdout, field));
        assert_eq!(read, written, "{field}: {}", csv.stdout);
    }
    let sources = values(&again.stdout, "source");
    assert_eq!(sources, ["-:2", "-:3", "-:4", "-:5"]);
    assert_eq!(
        again.stderr,
        "taquin: standard input:5: there is no board (the status is bad-input)\n"
    );
    // Solutions and claims are judged, and both forms get the same verdict.
    let [verified, expected] =
        [&csv, &json].map(|run| taquin(&["verify", "-", "--json"], &run.stdout));
    assert_eq!(verified.code, expected.code);
    for field in ["id", "status", "length", "optimal", "solvable"] {
        let (read, written) = (
            values(&verified.stdout, field),
            values(&expected.stdout, field),
        );
        assert_eq!(read, written, "{field}");
    }
}

#[test]
fn every_command_reads_rows() {
    let table = "name,start\n\"a, b\",1 2 3/4 0 6/7 5 8\nc,1 2 3/4 5 6/7 0 8\n";
    for command in ["solve", "check", "inspect", "hint", "convert"] {
        let run = taquin(&[command, "-", "--json"], table);
        assert_eq!(run.code, 0, "{command}: {}", run.stderr);
        assert_eq!(values(&run.stdout, "name"), ["a, b", "c"], "{command}");
        assert_eq!(values(&run.stdout, "source"), ["-:2", "-:3"], "{command}");
    }
    let one = "id;board\n7;1 2 3/4 0 6/7 5 8\n";
    for command in ["compare", "trace", "reach", "tree"] {
        let run = taquin(&[command, "-", "--json"], one);
        assert_eq!(run.code, 0, "{command}: {}", run.stderr);
        let ids = values(&run.stdout, "id");
        assert!(
            !ids.is_empty() && ids.iter().all(|id| *id == 7),
            "{command}"
        );
    }
}

/// Numbers and lengths of rows and objects are those of instances.
#[test]
fn benchmarks_compare_lengths_of_rows() {
    let folder = Folder::new("rows");
    let cases = [
        (
            "right.csv",
            "instance,length,board\n31,2,1 2 3/4 0 6/7 5 8\n",
            0,
        ),
        (
            "wrong.csv",
            "instance,length,board\n31,4,1 2 3/4 0 6/7 5 8\n",
            1,
        ),
        (
            "tabs.tsv",
            "id\tboard\tlength\n31\t1 2 3/4 0 6/7 5 8\t2\n",
            0,
        ),
        (
            "lines.json",
            "{\"id\": 31, \"board\": \"1 2 3/4 0 6/7 5 8\", \"length\": 2}\n",
            0,
        ),
    ];
    for (name, text, code) in cases {
        let file = folder.0.join(name);
        std::fs::write(&file, text).unwrap();
        let run = taquin(&["bench", file.to_str().unwrap(), "--json"], "");
        assert_eq!(run.code, code, "{name}: {}", run.stderr);
        let instance = &objects(&run.stdout)[0];
        assert_eq!(instance["instance"], 31, "{name}");
        assert_eq!(instance["wrong"], code == 1, "{name}");
        assert!(instance["published_length"].is_u64(), "{name}");
    }
}

#[test]
fn wrong_tables_get_one_error() {
    let cases = [
        (
            "id,board\n1,1 2/3 0\n2,1,2,3,0\n",
            "taquin: standard input:3: 5 cells, but the header has 2 columns; quote cells that contain the separator\n",
        ),
        (
            "id,board\n1,1 2/3 3\n",
            "taquin: standard input:2: board: tile 3 appears twice, first at line 1, column 5 (a 2×2 board uses 1 to 3 once each and, for the blank, 0)\n\
             taquin: standard input:2: board: there is no blank (write 0 for it)\n",
        ),
        (
            "rows,cols,distance,boards_at_distance\n2,2,0,1\n",
            "taquin: standard input: contains no board\n",
        ),
    ];
    for (table, stderr) in cases {
        let run = taquin(&["solve", "-"], table);
        assert_eq!((run.code, &run.stderr[..]), (4, stderr), "{table}");
    }
    let run = taquin(&["verify", "-"], "id,start\n1,1,2,3,0\n");
    let stderr = "taquin: standard input:2: 5 cells, but the header has 2 columns; quote cells that contain the separator\n";
    assert_eq!((run.code, &run.stderr[..]), (4, stderr));
}
