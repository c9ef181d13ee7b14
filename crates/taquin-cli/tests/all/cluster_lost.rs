//! Processes of a job that are killed: the others stop and say so, and `--resume` continues with any number of processes.
#![cfg(target_os = "linux")]

use crate::common::cluster::signals::{children, signal};
use crate::common::cluster::{
    GOAL_2X5, GOAL_2X6, GOAL_3X4, Lots, Process, cluster, counts, latest, names, published,
    start_all, until,
};
use crate::common::{Folder, Run, taquin_with};
use rustix::process::Signal;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How the processes are started.
#[derive(Clone, Copy, Debug)]
enum Crew {
    /// Processes that the first one starts.
    Here(usize),
    /// Processes of a hosts file.
    Hosts(usize),
}

/// A job with a checkpoint directory.
struct Job {
    folder: Folder,
    levels: PathBuf,
    args: Vec<String>,
}

impl Job {
    fn new(name: &str, args: &[&str]) -> Job {
        let folder = Folder::new(name);
        let levels = folder.0.join("levels");
        let kept = [
            "--workers",
            "1",
            "--json",
            "--checkpoint",
            levels.to_str().unwrap(),
        ];
        Job {
            args: [args, &kept]
                .concat()
                .into_iter()
                .map(String::from)
                .collect(),
            levels,
            folder,
        }
    }

    fn start(&self, crew: Crew, more: &[&str]) -> Vec<Process> {
        let args: Vec<&str> = self.args.iter().map(|arg| &arg[..]).collect();
        let args = [&args[..], more].concat();
        match crew {
            Crew::Here(processes) => {
                let processes = processes.to_string();
                let args = [&args[..], &["--processes", &processes]].concat();
                vec![Process::start(&self.folder.0, &args)]
            }
            Crew::Hosts(processes) => start_all(&self.folder, &args, processes),
        }
    }

    /// Kills one of the processes some milliseconds after a level was written; returns how the others ended, or all if it was too
    /// late.
    fn kill(&self, crew: Crew, more: &[&str], level: usize, lots: &mut Lots) -> Vec<Run> {
        // A process that never connects, because it was killed, is waited for; a minute would be too long.
        let level = level.max(latest(&self.levels) + lots.below(4));
        let mut processes = self.start(crew, &[more, &["--wait", "5s"]].concat());
        let is_there =
            until(|| latest(&self.levels) >= level || processes.iter_mut().any(Process::has_ended));
        assert!(is_there, "{}", processes[0].said());
        std::thread::sleep(Duration::from_millis(lots.below(20) as u64));
        let mut ids: Vec<u32> = processes.iter().map(Process::id).collect();
        ids.extend(ids.clone().into_iter().flat_map(children));
        let victim = ids[lots.below(ids.len())];
        signal(victim, Signal::KILL);
        let left = ids
            .iter()
            .filter(|&&id| id != victim && !processes.iter().any(|p| p.id() == id));
        let left: Vec<u32> = left.copied().collect();
        let ends = processes.into_iter().map(Process::end).collect();
        // The child processes of a killed process end, too.
        for id in left {
            assert!(
                until(|| !Path::new(&format!("/proc/{id}/exe")).exists()),
                "{id} is left behind"
            );
        }
        ends
    }
}

/// The other processes end with 6 and say what to do, unless the job was over or only the killed process had been started.
fn check_ends(ends: &[Run], reported: &mut usize) {
    for end in ends {
        assert!(
            [0, 6, -1].contains(&end.code),
            "{}: {}",
            end.code,
            end.stderr
        );
        if end.code == 6 {
            let is_named = end.stderr.contains(
                "is lost, so the job stops; the same command with --resume continues from",
            );
            let is_early = end
                .stderr
                .contains("terminated before the job started; run the same command again");
            let is_absent = end.stderr.contains("did not connect within");
            assert!(is_named || is_early || is_absent, "{}", end.stderr);
            *reported += 1;
        }
    }
}

/// Kills the job, resumes it and kills it again, resumes it and lets it finish.
fn check_killed_census(
    args: &[&str],
    expected: &str,
    levels: usize,
    crews: &[[Crew; 3]],
    seed: u64,
) {
    let mut lots = Lots(seed);
    let mut reported = 0;
    for (round, [first, second, last]) in crews.iter().enumerate() {
        let job = Job::new(&format!("{}-{seed}-{round}", args[1]), args);
        let mut moments = [lots.below(levels), lots.below(levels)];
        moments.sort_unstable();
        let ends = job.kill(*first, &[], moments[0], &mut lots);
        check_ends(&ends, &mut reported);
        let mut answer = ends
            .into_iter()
            .find(|end| end.code == 0 && !end.stdout.is_empty());
        if answer.is_none() {
            let ends = job.kill(*second, &["--resume"], moments[1], &mut lots);
            check_ends(&ends, &mut reported);
            answer = ends
                .into_iter()
                .find(|end| end.code == 0 && !end.stdout.is_empty());
        }
        let answer = answer.unwrap_or_else(|| {
            let mut ends = job
                .start(*last, &["--resume"])
                .into_iter()
                .map(Process::end);
            let answer = ends.next().unwrap();
            assert_eq!(answer.code, 0, "{moments:?} {}", answer.stderr);
            assert!(ends.all(|end| end.code == 0));
            assert_eq!(names(&job.levels), [""; 0]);
            answer
        });
        assert_eq!(counts(&answer), expected, "{moments:?} {}", answer.stderr);
    }
    assert!(
        reported > crews.len() / 2,
        "too few jobs were killed: {reported}"
    );
}

const CREWS: [[Crew; 3]; 4] = [
    [Crew::Here(3), Crew::Here(2), Crew::Here(1)],
    [Crew::Hosts(2), Crew::Hosts(3), Crew::Here(2)],
    [Crew::Here(2), Crew::Hosts(3), Crew::Hosts(3)],
    [Crew::Hosts(3), Crew::Here(2), Crew::Here(3)],
];

#[test]
fn a_killed_census_can_be_resumed() {
    let expected = published(GOAL_2X5, "mtm");
    let args = ["census", "2x5", "--metric", "mtm"];
    check_killed_census(&args, &expected, 40, &CREWS, 1);
    let expected = published(GOAL_3X4, "stm");
    check_killed_census(&["census", "3x4"], &expected, 50, &CREWS[..1], 2);
}

#[test]
#[ignore = "minutes: forty moments of a census of twelve cells"]
fn a_census_killed_at_twenty_moments_can_be_resumed() {
    let crews = CREWS.repeat(5);
    for (shape, goal, levels) in [("2x6", GOAL_2X6, 80), ("3x4", GOAL_3X4, 53)] {
        let expected = published(goal, "stm");
        check_killed_census(&["census", shape], &expected, levels, &crews, 3);
    }
}

/// The bytes of all tables in a directory, without unfinished files.
fn tables(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let names = names(folder)
        .into_iter()
        .filter(|name| name.ends_with(".pdb"));
    names
        .map(|name| (name.clone(), fs::read(folder.join(name)).unwrap()))
        .collect()
}

fn check_killed_build(partition: &[&str], crews: &[[Crew; 3]], levels: usize, seed: u64) {
    let one = Folder::new(&format!("one-{seed}"));
    let variables = [("TAQUIN_TABLES", one.0.to_str().unwrap())];
    let run = taquin_with(&[&["tables", "build"], partition].concat(), &variables);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let one = tables(&one.0);
    let mut lots = Lots(seed);
    let mut reported = 0;
    for (round, [first, second, last]) in crews.iter().enumerate() {
        let job = Job::new(
            &format!("tables-{seed}-{round}"),
            &[&["tables"], partition].concat(),
        );
        let mut moments = [lots.below(levels), lots.below(levels)];
        moments.sort_unstable();
        check_ends(&job.kill(*first, &[], moments[0], &mut lots), &mut reported);
        check_ends(
            &job.kill(*second, &["--resume"], moments[1], &mut lots),
            &mut reported,
        );
        for end in job
            .start(*last, &["--resume"])
            .into_iter()
            .map(Process::end)
        {
            assert_eq!(end.code, 0, "{moments:?} {}", end.stderr);
        }
        assert!(tables(&job.folder.0.join("tables")) == one, "{moments:?}");
        assert_eq!(names(&job.levels), [""; 0]);
    }
    assert!(
        reported > crews.len() / 2,
        "too few jobs were killed: {reported}"
    );
}

#[test]
fn a_killed_build_can_be_resumed() {
    let partition = ["--groups", "1,2,3,4,5/6,7,8,9,10,11", "--goal", GOAL_3X4];
    check_killed_build(&partition, &CREWS, 25, 4);
}

#[test]
#[ignore = "a minute: twenty moments of a build of larger tables"]
fn a_build_killed_at_twenty_moments_can_be_resumed() {
    check_killed_build(&["6-6-3"], &CREWS.repeat(5), 35, 5);
}

/// A file whose writer was killed is not a level, and is removed.
#[test]
fn an_unfinished_file_is_not_a_level() {
    let job = Job::new("unfinished", &["census", "2x5"]);
    let mut lots = Lots(6);
    job.kill(Crew::Here(2), &[], 20, &mut lots);
    let at = latest(&job.levels);
    fs::write(
        job.levels
            .join(format!(".level-{:04}.0-of-1.77-0.unfinished", at + 5)),
        "abc",
    )
    .unwrap();
    let ends: Vec<Run> = job
        .start(Crew::Here(3), &["--resume"])
        .into_iter()
        .map(Process::end)
        .collect();
    assert_eq!(ends[0].code, 0, "{}", ends[0].stderr);
    assert!(
        ends[0].stderr.contains("continuing from level "),
        "{}",
        ends[0].stderr
    );
    assert_eq!(counts(&ends[0]), published(GOAL_2X5, "stm"));
    assert!(!job.levels.exists());
}

/// All others name the killed process: each waits until the others have noticed it.
#[test]
fn every_process_names_the_one_that_was_lost() {
    let job = Job::new("named", &["census", "3x4"]);
    let mut processes = job.start(Crew::Hosts(3), &[]);
    assert!(
        until(|| latest(&job.levels) >= 20),
        "{}",
        processes[0].said()
    );
    let hosts = fs::read_to_string(job.folder.0.join("hosts")).unwrap();
    let address = hosts.lines().nth(1).unwrap();
    drop(processes.remove(1));
    let ends: Vec<Run> = processes.into_iter().map(Process::end).collect();
    for (end, own) in ends.iter().zip([0, 2]) {
        let said = format!(
            "process {own}: process 1 ({address}) is lost, so the job stops; the same command with --resume continues from "
        );
        assert_eq!(end.code, 6, "{}", end.stderr);
        assert!(end.stderr.contains(&said), "{}", end.stderr);
        assert_eq!(end.stdout, "");
    }
    let more = [
        "census",
        "3x4",
        "--workers",
        "2",
        "--json",
        "--resume",
        "--checkpoint",
        job.levels.to_str().unwrap(),
    ];
    let run = cluster(&job.folder.0, &more);
    assert_eq!(counts(&run), published(GOAL_3X4, "stm"), "{}", run.stderr);
}

/// A process that has lost its disk, or names another directory, makes the job start over, and it says so.
#[test]
fn a_job_that_starts_over_says_so() {
    let job = Job::new("anew", &["census", "2x5"]);
    fs::create_dir_all(&job.levels).unwrap();
    fs::write(job.levels.join("level-0030.1-of-2"), "abc").unwrap();
    let mut ends = job.start(Crew::Here(2), &[]);
    let end = ends.remove(0).end();
    assert_eq!(end.code, 0, "{}", end.stderr);
    assert!(
        end.stderr
            .contains("no level of the checkpoint is complete, so the job starts over"),
        "{}",
        end.stderr
    );
    assert_eq!(counts(&end), published(GOAL_2X5, "stm"));
    assert!(!job.levels.exists());
}
