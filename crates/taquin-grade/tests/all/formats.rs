//! Whole reports in every format, of a submission with one right and one wrong test.

use crate::common::{Folder, grade, suite};
use serde_json::{Value, json};
use std::fs;
use std::process::Command;
use std::slice;
use taquin_grade::bundle::{self, Autograder};
use taquin_grade::cases::Choices;
use taquin_grade::output::{self, Identity};
use taquin_grade::report::Report;
use taquin_grade::suite::Visibility;

/// A program that prints INITIAL and nothing else.
const TESTS: &str = "name = \"zero\"\nkind = \"solve\"\nshapes = [\"2x2\"]\nlengths = [0]\n---\nname = \"one\"\nkind = \"solve\"\nvisibility = \"after_published\"\nshapes = [\"2x2\"]\nlengths = [1]";

fn report() -> Report {
    let mut report = grade(
        suite("nine", TESTS),
        "sh -c 'echo \"$4\"' sh",
        Choices::default(),
    );
    for test in &mut report.tests {
        (test.seconds, test.memory_bytes) = (0.25, None);
    }
    report
}

fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8(out).unwrap()
}

#[test]
fn text() {
    let found = written(|out| output::text(out, &report()).unwrap());
    assert_eq!(found, include_str!("../data/report.txt"));
}

#[test]
fn json() {
    let value: Value = serde_json::to_value(report()).unwrap();
    let expected: Value = serde_json::from_str(include_str!("../data/report.json")).unwrap();
    assert_eq!(value, expected);
}

#[test]
fn csv() {
    let found = written(|out| output::csv(out, &[report()]).unwrap());
    let expected = "submission,assignment,seed,score,max_score,verdict,zero,one\nstudent,nine,0,10,20,wrong-end,10,0\n";
    assert_eq!(found, expected);
}

#[test]
fn junit() {
    let found = written(|out| output::junit(out, &[report()]).unwrap());
    assert_eq!(found, include_str!("../data/report.junit.xml"));
}

/// What a program prints may contain anything; terminals, XML and YAML do not take everything.
#[test]
fn strange_characters_are_replaced() {
    let mut report = report();
    report.tests[1].message = Some("a\u{1b}[31m\0\u{ffff}\u{fffe}b".into());
    let reports = [report];
    let written = [
        written(|out| output::text(out, &reports[0]).unwrap()),
        written(|out| output::junit(out, &reports).unwrap()),
        written(|out| output::tap(out, &reports).unwrap()),
        written(|out| output::html(out, &reports[0]).unwrap()),
    ];
    for text in written {
        assert!(
            text.contains("a\u{fffd}[31m\u{fffd}\u{fffd}\u{fffd}b"),
            "{text}"
        );
    }
}

#[test]
fn tap() {
    let found = written(|out| output::tap(out, &[report()]).unwrap());
    assert_eq!(found, include_str!("../data/report.tap"));
}

#[test]
fn html() {
    let found = written(|out| output::html(out, &report()).unwrap());
    assert_eq!(found, include_str!("../data/report.html"));
}

/// Students read these formats, some of them in the log of a continuous integration; Gradescope hides tests itself, and the
/// others are for teachers.
#[test]
fn hidden_tests_are_not_shown_to_students() {
    let mut report = report();
    report.tests[1].visibility = Visibility::Hidden;
    let page = written(|out| output::html(out, &report).unwrap());
    let row = "<tr><td>1 hidden test</td><td></td><td class=\"n\">0 of 10</td><td></td></tr>\n</tbody>\n</table>\n</body>";
    assert!(page.contains(row), "{page}");
    let identity = Identity::default();
    for text in [
        page,
        written(|out| output::classroom50(out, &report, &identity).unwrap()),
        written(|out| output::check50(out, &report).unwrap()),
        written(|out| output::junit(out, slice::from_ref(&report)).unwrap()),
        written(|out| output::tap(out, slice::from_ref(&report)).unwrap()),
    ] {
        assert!(!text.contains("GOAL"), "{text}");
        assert!(!text.contains("12-3"), "{text}");
    }
}

#[test]
fn gradescope() {
    let found = written(|out| output::gradescope(out, &report()).unwrap());
    let found: Value = serde_json::from_str(&found).unwrap();
    let expected: Value = serde_json::from_str(include_str!("../data/gradescope.json")).unwrap();
    assert_eq!(found, expected);
}

#[test]
fn classroom50() {
    let identity = Identity {
        classroom: "cs".into(),
        submission: "v1".into(),
        time: 1_794_916_800,
        ..Identity::default()
    };
    let found = written(|out| output::classroom50(out, &report(), &identity).unwrap());
    let mut found: Value = serde_json::from_str(&found).unwrap();
    for test in found["tests"].as_array_mut().unwrap() {
        test.as_object_mut().unwrap().remove("message").unwrap();
    }
    let expected = json!({
        "schema": "classroom50/result/v1", "classroom": "cs", "assignment": "nine", "submission": "v1", "commit": "",
        "release": "", "review": "", "datetime": "2026-11-17T12:00:00Z", "score": 10, "max-score": 20,
        "tests": [
            {"test-name": "zero", "passed": true, "score": 10, "max-score": 10, "verdict": "right"},
            {"test-name": "one", "passed": false, "score": 0, "max-score": 10, "verdict": "wrong-end"},
        ],
    });
    assert_eq!(found, expected);
}

#[test]
fn check50() {
    let found = written(|out| output::check50(out, &report()).unwrap());
    let found: Value = serde_json::from_str(&found).unwrap();
    assert_eq!(found["slug"], "taquin/nine");
    assert_eq!(
        found["results"][0],
        json!({
            "name": "zero", "description": "a test", "passed": true, "log": [], "cause": null,
            "data": {"score": 10.0, "max_score": 10.0, "verdict": "right"}, "dependency": null,
        })
    );
    let cause = json!({
        "rationale": "wrong-end: the sequence ends with 12-3, not with GOAL, 123-",
        "help": "run sh -c 'echo \"$4\"' sh 2 2 100 12-3 123-",
    });
    assert_eq!(found["results"][1]["passed"], false);
    assert_eq!(found["results"][1]["cause"], cause);
}

#[test]
fn a_bundle_is_a_zip_file_with_the_scripts_of_gradescope() {
    let options: Vec<String> = ["--command", "./Nine it's", "--seed", "7"]
        .map(String::from)
        .into();
    let autograder = Autograder {
        taquin: b"the program",
        assignment: "nine",
        suite: "the suite",
        options: &options,
    };
    let mut zip = Vec::new();
    bundle::gradescope(&mut zip, &autograder).unwrap();
    let script = "exec ./taquin grade nine --suite suite.toml --dir /autograder/submission --command './Nine it'\\''s' --seed 7 --format gradescope --output /autograder/results/results.json\n";
    let text = String::from_utf8_lossy(&zip);
    assert!(text.contains(script), "{text}");
    // Another program reads the format.
    let folder = Folder::new("bundle");
    let path = folder.0.join("autograder.zip");
    fs::write(&path, &zip).unwrap();
    let read = "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n\
        print([(i.filename, oct(i.external_attr >> 16)) for i in z.infolist()], z.read('taquin'))";
    let Ok(output) = Command::new("python3")
        .args(["-c", read])
        .arg(&path)
        .output()
    else {
        return;
    };
    let expected = "[('setup.sh', '0o100755'), ('run_autograder', '0o100755'), ('taquin', '0o100755'), ('suite.toml', '0o100644')] b'the program'\n";
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        expected,
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
