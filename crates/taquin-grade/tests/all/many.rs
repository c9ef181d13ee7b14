//! Classes: several submissions at a time, one page each, and runs that are resumed.

use crate::common::{Folder, submission, suite};
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use taquin_grade::cases::Choices;
use taquin_grade::each::{Class, matches};
use taquin_grade::grade::{Grader, Submission};
use taquin_grade::verdict::Verdict;

const ONE: &str = "name = \"one\"\nkind = \"solve\"\nshapes = [\"2x2\"]\nlengths = [0]";

fn grader() -> Grader {
    let suite = suite("nine", ONE);
    let limits = suite.limits().unwrap();
    Grader::new(suite, Choices::default(), limits).unwrap()
}

/// Three students: one is right on this test, one prints nothing, one has nothing.
fn class_in(folder: &Folder) -> Vec<Submission> {
    for (name, program) in [("ann", "echo \"$4\"\n"), ("bob", "true\n"), ("cy <b>", "")] {
        let dir = folder.0.join(name);
        fs::create_dir_all(&dir).unwrap();
        if !program.is_empty() {
            fs::write(dir.join("nine.sh"), program).unwrap();
        }
    }
    let dirs = matches(folder.0.join("*").to_str().unwrap()).directories;
    let of = |dir: PathBuf| Submission {
        name: dir.file_name().unwrap().to_str().unwrap().into(),
        build: Some("test -f nine.sh && touch built".into()),
        ..submission("sh nine.sh", &dir)
    };
    dirs.into_iter().map(of).collect()
}

#[test]
fn a_broken_submission_does_not_stop_the_others() {
    let (folder, out) = (Folder::new("class"), Folder::new("class-reports"));
    let grader = grader();
    let class = Class {
        grader: &grader,
        submissions: class_in(&folder),
        jobs: 2,
        out: out.0.join("reports"),
        resume: false,
    };
    let reports = class.grade(&|_| {}).unwrap();
    let found: Vec<_> = reports
        .iter()
        .map(|r| (r.submission.as_str(), r.score, r.verdict()))
        .collect();
    assert_eq!(
        found,
        [
            ("ann", 10.0, Verdict::Right),
            ("bob", 0.0, Verdict::WrongOutput),
            ("cy <b>", 0.0, Verdict::NotBuilt)
        ]
    );
    let index = fs::read_to_string(class.out.join("index.html")).unwrap();
    for row in [
        "<a href=\"ann.html\">ann</a></td><td class=\"n\">10</td><td class=\"n\">10</td><td class=\"right\">right</td>",
        "<a href=\"cy--b-.html\">cy &lt;b&gt;</a></td><td class=\"n\">0</td><td class=\"n\">10</td><td class=\"wrong\">not-built</td>",
    ] {
        assert!(index.contains(row), "{index}");
    }
    let page = fs::read_to_string(class.out.join("bob.html")).unwrap();
    assert!(
        page.contains("nothing is printed, but there is a sequence of 0 moves"),
        "{page}"
    );
}

#[test]
fn a_run_is_resumed_where_it_stopped() {
    let (folder, out) = (Folder::new("resume"), Folder::new("resume-reports"));
    let grader = grader();
    let mut class = Class {
        grader: &grader,
        submissions: class_in(&folder),
        jobs: 1,
        out: out.0.clone(),
        resume: false,
    };
    let first = class.grade(&|_| {}).unwrap();
    fs::remove_file(out.0.join("bob.json")).unwrap();
    class.resume = true;
    let resumed = Mutex::new(Vec::new());
    let second = class.grade(&|done| {
        resumed
            .lock()
            .unwrap()
            .push((done.report.submission.clone(), done.is_resumed, done.done));
    });
    let expected = [("ann", true, 1), ("bob", false, 2), ("cy <b>", true, 3)];
    let expected = expected.map(|(name, is_resumed, done)| (name.to_string(), is_resumed, done));
    assert_eq!(*resumed.lock().unwrap(), expected);
    let scores = |reports: &[taquin_grade::report::Report]| {
        reports.iter().map(|r| r.score).collect::<Vec<_>>()
    };
    assert_eq!(scores(&second.unwrap()), scores(&first));
    // A program that changed is graded again, and the files that its build writes do not count as a change.
    fs::write(folder.0.join("bob/nine.sh"), "echo \"$4\"\n").unwrap();
    let fourth = class.grade(&|done| {
        let is_bob = done.report.submission == "bob";
        assert_eq!(done.is_resumed, !is_bob, "{}", done.report.submission);
    });
    assert_eq!(scores(&fourth.unwrap()), [10.0, 10.0, 0.0]);
    // Another command is another program, whatever its name is.
    for submission in &mut class.submissions {
        submission.program.command = "false".into();
    }
    let third = class.grade(&|done| assert!(!done.is_resumed));
    assert_eq!(scores(&third.unwrap()), [0.0; 3]);
}
