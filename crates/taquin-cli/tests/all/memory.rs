//! Limits of memory hold, and memory that the system does not have is an error.

use crate::common::NO_TABLES;
use crate::common::child::{Talking, limited};

const HARD: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
const HARD_5X5: &str = "0 24 23 22 21/20 19 18 17 16/15 14 13 12 11/10 9 8 7 6/5 4 3 2 1";
const HARD_6X6: &str = "35 1 2 3 4 5/6 7 8 9 10 11/12 13 14 15 16 17/18 19 20 21 22 23/24 25 26 27 28 29/30 31 32 33 34 0";

/// The limit of each search here, and what the guide promises for it.
const LIMIT: &str = "100M";
const MOST: u64 = (115 + 32) << 20;

/// Runs one search, and checks the most memory that its process held. The program then waits for the next line, so it can
/// be looked at.
fn stays_within(board: &str, options: &[&str], reasons: &[&str]) {
    let args = [
        &["solve", "--lines", "-", "--json", "--memory", LIMIT],
        options,
    ]
    .concat();
    let mut child = Talking::start(&args);
    child.tell(board);
    let answer = child.hear_json();
    let peak = child.memory("VmHWM");
    assert!(peak <= MOST, "{options:?}: {} MiB", peak >> 20);
    let reason = answer["reason"].as_str().unwrap_or("solved");
    assert!(reasons.contains(&reason), "{options:?}: {answer}");
}

#[test]
fn every_search_stays_within_its_memory_limit() {
    let manhattan = ["--heuristic", "manhattan"];
    let named = |algorithm| ["--algorithm", algorithm];
    for algorithm in ["bfs", "bfs-from-goal", "bidirectional", "uniform-cost"] {
        stays_within(HARD, &named(algorithm), &["memory"]);
    }
    for algorithm in ["astar", "nbs"] {
        stays_within(HARD, &[named(algorithm), manhattan].concat(), &["memory"]);
    }
    // Boards of more than 25 cells are kept in small allocations of their own.
    stays_within(HARD_6X6, &named("bfs"), &["memory"]);
    let astar = [named("astar"), manhattan].concat();
    stays_within(HARD_5X5, &astar, &["memory"]);
    stays_within(HARD_6X6, &astar, &["memory"]);
    // These hold little; they end by themselves or by time.
    let time = ["--time", "3s"];
    for options in [
        &["--algorithm", "greedy", "--heuristic", "hamming"][..],
        &["--algorithm", "wastar", "--heuristic", "hamming"],
        &["--algorithm", "idastar"],
        &["--metric", "mtm"],
        &["--all-optimal"],
        &[],
    ] {
        let ends = ["time", "memory", "solved"];
        stays_within(HARD, &[options, &time].concat(), &ends);
    }
}

/// Beams are narrower where the limit is low: they hold what the time allows otherwise.
#[test]
fn beams_stay_within_their_memory_limit() {
    let beam = ["--algorithm", "beam"];
    for (board, options) in [
        (HARD_5X5, &[][..]),
        (HARD_5X5, &["--metric", "mtm"]),
        (HARD_6X6, &beam),
        (HARD_6X6, &["--metric", "mtm"]),
    ] {
        let args = ["solve", "--lines", "-", "--json", "--memory", "20M"];
        let args = [&args[..], &["--time", "4s"], options].concat();
        let mut child = Talking::start(&args);
        child.tell(board);
        let answer = child.hear_json();
        let peak = child.memory("VmHWM");
        assert!(
            peak <= (23 + 32) << 20,
            "{options:?}: {} MiB, {}",
            peak >> 20,
            answer["stats"]
        );
        assert_eq!(answer["status"], "solved", "{answer}");
    }
}

/// Tables that need more than the limit are not built.
#[test]
fn tables_are_built_only_within_the_memory_limit() {
    let mut child = Talking::start(&[
        "solve", "--lines", "-", "--json", "--memory", "8M", "--time", "2s",
    ]);
    child.tell(HARD);
    let answer = child.hear_json();
    assert_eq!(answer["status"], "limit", "{answer}");
    let peak = child.memory("VmHWM");
    assert!(peak <= 42 << 20, "{} MiB", peak >> 20);
    child.tell("1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15");
    assert_eq!(child.hear_json()["length"], 2);
    let mut child = Talking::start(&[
        "solve",
        "--lines",
        "-",
        "--json",
        "--memory",
        "8M",
        "--heuristic",
        "pdb",
    ]);
    child.tell(HARD);
    assert_eq!(child.hear_json()["reason"], "memory");
}

/// The limit of memory is far away, but the system has less.
#[test]
fn memory_that_the_system_does_not_have_ends_a_search_with_what_is_known() {
    for options in [
        &["--algorithm", "bfs"][..],
        &["--algorithm", "bidirectional"],
        &["--algorithm", "astar", "--heuristic", "manhattan"],
        &["--algorithm", "nbs", "--heuristic", "manhattan"],
        &["--algorithm", "uniform-cost"],
    ] {
        let args = [&["solve", HARD, "--json", "--memory", "64G"], options].concat();
        let output = limited(200_000, &args).envs([NO_TABLES]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{options:?}: {said}");
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["status"], "limit");
        assert_eq!(answer["reason"], "memory");
        assert!(answer["lower_bound"].as_u64().unwrap() > 0, "{answer}");
        assert!(
            answer["stats"]["peak_bytes"].as_u64().unwrap() < 200_000 << 10,
            "{answer}"
        );
    }
}

/// A beam has a solution from the beginning, and goes on with what there is.
#[test]
fn beams_without_memory_answer_with_what_they_have() {
    for (kilobytes, board, options) in [
        (200_000, HARD_5X5, &[][..]),
        (120_000, HARD_5X5, &["--metric", "mtm"]),
        (120_000, HARD_6X6, &["--algorithm", "beam"]),
        (200_000, HARD_6X6, &["--algorithm", "beam"]),
    ] {
        let args = ["solve", board, "--json", "--memory", "64G", "--time", "3s"];
        let args = [&args[..], options].concat();
        let mut command = limited(kilobytes, &args);
        let run = command.envs([NO_TABLES]).output().unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(0), "{options:?}: {said}");
        let answer: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
        assert_eq!(answer["status"], "solved", "{answer}");
    }
}

#[cfg(feature = "cluster")]
#[test]
fn a_cluster_without_memory_ends_with_the_exit_code_of_limits() {
    for crew in [["--workers", "1"], ["--processes", "2"]] {
        let args = [&["cluster", "census", "3x4", "--json"][..], &crew].concat();
        let run = limited(70_000, &args).output().unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(3), "{crew:?}: {said}");
        assert!(said.contains("not enough memory"), "{crew:?}: {said}");
    }
}

/// Neither tables nor whole spaces abort the program.
#[test]
fn tables_and_censuses_that_the_system_cannot_hold_are_errors() {
    let audit = ["audit", "--heuristic", "manhattan", "--shape", "3x3"];
    for (kilobytes, args) in [
        (45_000, &["census", "2x7", "--memory", "64G"][..]),
        (45_000, &["tables", "build", "7-8"]),
        (30_000, &["tables", "build", "6-6-3"]),
        (
            45_000,
            &["solve", HARD, "--heuristic", "pdb", "--memory", "64G"],
        ),
        (30_000, &audit),
    ] {
        let folder = crate::common::Folder::new("no-memory");
        let tables = ("TAQUIN_TABLES", folder.0.to_str().unwrap());
        let run = limited(kilobytes, args).envs([tables]).output().unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(3), "{args:?}: {said}");
        assert!(!said.contains("memory allocation of"), "{args:?}: {said}");
        assert!(!said.contains("panicked"), "{args:?}: {said}");
    }
}

#[cfg(feature = "serve")]
#[test]
fn a_server_without_memory_answers_503_and_goes_on() {
    use crate::common::http::{Server, refused};
    let args = [
        "serve",
        "--port",
        "0",
        "--memory",
        "64G",
        "--searches",
        "1",
        "--time",
        "10m",
    ];
    let server = Server::spawn(limited(400_000, &args));
    let request = format!(r#"{{"start":"{HARD}","algorithm":"bfs"}}"#);
    for _ in 0..2 {
        let answer = server.post("/api/1/solve", &request);
        refused(&answer, 503, "no memory left for this search", "bfs");
        let answer = server.post("/api/1/solve", r#"{"start":"1 2/0 3"}"#);
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
}

/// Beams answer with what they have, and the server goes on.
#[cfg(feature = "serve")]
#[test]
fn a_server_without_memory_for_beams_goes_on() {
    use crate::common::http::Server;
    let args = ["serve", "--port", "0", "--memory", "64G", "--searches", "2"];
    let server = Server::spawn(limited(250_000, &args));
    let request = format!(r#"{{"start":"{HARD_6X6}","algorithm":"beam","time":"4s"}}"#);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let answer = server.post("/api/1/solve", &request);
                assert_eq!(answer.status, 200, "{}", answer.body);
            });
        }
    });
    let answer = server.post("/api/1/solve", r#"{"start":"1 2/0 3"}"#);
    assert_eq!(answer.status, 200, "{}", answer.body);
}

/// Clients that leave end their searches, and what those held goes back to the system, not only to the allocator.
#[cfg(all(feature = "serve", target_os = "linux", target_env = "gnu"))]
#[test]
fn a_server_gives_back_what_its_searches_held() {
    use crate::common::child::memory_of;
    use crate::common::http::{Server, post};
    use std::io::Write;
    const SPARE: u64 = 24 << 20;
    let server = Server::start(&["--searches", "4", "--time", "10m"]);
    let resident = || memory_of(server.child.id(), "VmRSS");
    let until = |what: &str, is_there: &dyn Fn(u64) -> bool| {
        let waited = (0..3000).find(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            is_there(resident())
        });
        assert!(waited.is_some(), "{what}: {} MiB", resident() >> 20);
    };
    let body = format!(r#"{{"start":"{HARD}","algorithm":"astar","heuristic":"manhattan"}}"#);
    server.post("/api/1/solve", r#"{"start":"1 2/0 3"}"#);
    let start = resident();
    for _ in 0..3 {
        let clients = [(); 4].map(|()| {
            let mut client = server.connect();
            let request = post("/api/1/solve", &body, &[]);
            client.write_all(request.as_bytes()).unwrap();
            client
        });
        until("searches hold memory", &|now| now > start + 3 * SPARE);
        drop(clients);
        server.health_until(|health| health["running"] == 0);
    }
    until("and give it back", &|now| now < start + SPARE);
}
