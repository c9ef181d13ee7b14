//! Jobs that cannot start: each says why, and what to do.

use crate::common::cluster::{Process, TOKEN, cluster, counts, hosts, latest, names, until};
use crate::common::{Folder, Run, taquin, taquin_with};
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

fn check(run: &Run, code: i32, said: &str) {
    let seen = format!("{said}\n{}\n{}", run.stdout, run.stderr);
    assert_eq!(run.code, code, "{seen}");
    assert!(run.stderr.contains(said), "{seen}");
}

/// The first process of a small job.
const fn first_of(hosts: &str) -> [&str; 6] {
    ["census", "2x3", "--hosts", hosts, "--process", "0"]
}

#[test]
fn an_invalid_hosts_file_is_refused_with_its_line() {
    let folder = Folder::new("hosts");
    let path = folder.0.join("hosts");
    let cases = [
        (
            "10.0.0.1:2101\n10.0.0.2\n",
            ":2: 10.0.0.2 is not a valid address (write host:port",
        ),
        (
            "# all\n\n10.0.0.1:0\n",
            ":3: 10.0.0.1:0 is not a valid address",
        ),
        (
            "10.0.0.1:66000\n",
            ":1: 10.0.0.1:66000 is not a valid address",
        ),
        (
            "a:1\nb:1\n a:1 \n",
            ":3: a:1 is already on line 1 (each process needs its own address)",
        ),
        (
            "",
            ": the file has no addresses (write one host:port per line)",
        ),
        (
            "\n# no hosts\n",
            ": the file has no addresses (write one host:port per line)",
        ),
        (
            "203.0.113.7:2101\n127.0.0.1:2101\n",
            "cannot listen at 203.0.113.7:2101",
        ),
    ];
    let args = first_of(path.to_str().unwrap());
    for (text, said) in cases {
        fs::write(&path, text).unwrap();
        check(&cluster(&folder.0, &args), 4, said);
    }
    fs::write(&path, "10.0.0.1:2101\n10.0.0.2:2101\n").unwrap();
    let out_of_range = [&args[..5], &["2"]].concat();
    check(
        &cluster(&folder.0, &out_of_range),
        2,
        "has 2 addresses, and processes are counted from 0",
    );
    fs::remove_file(&path).unwrap();
    check(&cluster(&folder.0, &args), 4, "hosts: cannot be read");
}

#[test]
fn a_port_in_use_is_reported() {
    let folder = Folder::new("port");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let path = folder.0.join("hosts");
    fs::write(
        &path,
        format!("{}\n127.0.0.1:9\n", taken.local_addr().unwrap()),
    )
    .unwrap();
    let args = first_of(path.to_str().unwrap());
    let said = "must be an address of this machine, and its port free)";
    check(&cluster(&folder.0, &args), 4, said);
}

#[test]
fn invalid_options_are_refused() {
    let folder = Folder::new("options");
    let hosts = hosts(&folder, 2);
    let scratch = folder.0.join("scratch");
    let scratch = scratch.to_str().unwrap();
    let first = first_of(&hosts);
    let no_file = [&first[..], &["--token-file", "/nonexistent/x"]].concat();
    let twice = [&first[..], &["--processes", "2"]].concat();
    let no_token = "set TAQUIN_CLUSTER_TOKEN, or name a file with --token-file";
    let cases: [(&[&str], i32, &str); 16] = [
        (&first, 2, no_token),
        (
            &["tables", "7-8", "--hosts", &hosts, "--process", "1"],
            2,
            no_token,
        ),
        (&no_file, 4, "/nonexistent/x: cannot be read"),
        (&["census", "2x3", "--hosts", &hosts], 2, "--process"),
        (
            &["batch", &hosts, "--goal", "no goal"],
            4,
            "the goal must be one of last, first, snail, or a board",
        ),
        (&["batch", "/nonexistent/x"], 4, "/nonexistent/x: "),
        (&twice, 2, "cannot be used with"),
        (&["census", "2x3", "--resume"], 2, "--checkpoint"),
        (
            &["census", "2x3", "--workers", "0"],
            2,
            "must be a whole number from 1 to 512",
        ),
        (&["census", "2x3", "--wait", "soon"], 2, "a time"),
        (
            &["census", "5x5"],
            3,
            "limited to 16 cells in at least two rows and columns; this is 5×5",
        ),
        (
            &["census", "1x9"],
            3,
            "limited to 16 cells in at least two rows and columns; this is 1×9",
        ),
        (
            &["census", "4x4"],
            3,
            "use more machines, or --scratch DIR to store the boards in files",
        ),
        (
            &["census", "4x4", "--scratch", scratch],
            3,
            "(choose another directory, or free some space)",
        ),
        (
            &["census", "2x3", "--goal", "1 2/3 0"],
            4,
            "the board is 2×2, not 2×3",
        ),
        (&["tables", "5-5-4"], 2, "predefined: 6-6-3, 7-8"),
    ];
    for (args, code, said) in cases {
        let run = taquin_with(&[&["cluster"], args].concat(), &[(TOKEN.0, "")]);
        check(&run, code, said);
        assert_eq!(run.stdout, "", "{args:?}");
    }
    assert!(!Path::new(scratch).exists());
}

#[test]
fn a_dry_run_prints_the_needs_of_the_job_and_does_not_start_it() {
    let folder = Folder::new("dry");
    let levels = folder.0.join("levels");
    let levels = levels.to_str().unwrap();
    let cases: [(&[&str], &str); 4] = [
        (&["census", "3x4"], "239500800 boards of 3×4; "),
        (
            &["census", "4x4", "--processes", "4", "--workers", "8"],
            "4 processes of 8 workers: ",
        ),
        (
            &["census", "4x4"],
            "--scratch DIR to store the boards in files",
        ),
        (
            &["tables", "6-6-3", "--processes", "2", "--workers", "1"],
            "3 of 3 tables to build; 2 processes of 1 worker: ",
        ),
    ];
    for (args, said) in cases {
        let run = taquin(&[&["cluster"], args, &["--dry-run", "--checkpoint", levels]].concat());
        check(&run, 0, said);
        assert!(
            run.stderr.contains(&format!(" on disk in {levels} each")),
            "{}",
            run.stderr
        );
        assert_eq!(run.stdout, "");
    }
    assert!(!Path::new(levels).exists());
}

/// Two processes, each with its own job and token: both end with 6 and say why.
#[test]
fn processes_of_different_jobs_are_refused_with_a_reason() {
    let first: [&str; 2] = ["census", "3x3"];
    let token = "the peer has a different token: give all processes the same token";
    let job = "the peer runs a different job: start the same command with the same options, hosts and tables everywhere";
    let folder = Folder::new("apart");
    let levels = folder.0.join("levels");
    let kept = ["census", "3x3", "--checkpoint", levels.to_str().unwrap()];
    let cases: [(&[&str], &str, &str); 6] = [
        (&first, "b", token),
        (&["census", "2x3"], "a", job),
        (&["census", "3x3", "--metric", "mtm"], "a", job),
        (&["census", "3x3", "--workers", "2"], "a", job),
        (&kept, "a", job),
        (&["tables", "--groups", "1,2,3,4/5,6,7,8"], "a", job),
    ];
    let start = |(number, (second, token, said))| {
        let folder = Folder::new(&format!("apart-{number}"));
        let hosts = hosts(&folder, 2);
        let processes = [("0", &first[..], "a"), ("1", second, token)];
        let processes = processes.map(|(process, args, token)| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
            command.arg("cluster").args(args).args(["--wait", "6s"]);
            command.args(["--hosts", &hosts, "--process", process]);
            Process::spawn(&folder.0, command.env(TOKEN.0, token))
        });
        (folder, processes, said)
    };
    let all: Vec<_> = cases.into_iter().enumerate().map(start).collect();
    for (_folder, processes, said) in all {
        let [first, second] = processes.map(Process::end);
        check(&second, 6, "process 0 (127.0.0.1:");
        check(&second, 6, &format!("cannot take part: {said}"));
        let rejected = first.stderr.contains("rejected a connection from ");
        assert!(rejected && first.stderr.contains(said), "{}", first.stderr);
        check(&first, 6, "did not connect within 6 s");
    }
}

#[test]
fn a_process_that_does_not_connect_is_named() {
    let folder = Folder::new("absent");
    let hosts = hosts(&folder, 3);
    let args = |process| {
        [
            "census",
            "3x3",
            "--hosts",
            &hosts,
            "--wait",
            "1s",
            "--process",
            process,
        ]
    };
    let runs = ["0", "2"]
        .map(|process| Process::start(&folder.0, &args(process)))
        .map(Process::end);
    check(&runs[0], 6, "process 1 (127.0.0.");
    check(
        &runs[1],
        6,
        "did not connect within 1 s; the last attempt: the connection failed",
    );
}

/// A census that was killed after it had written some levels.
pub(crate) fn kept(folder: &Folder) -> PathBuf {
    let levels = folder.0.join("levels");
    let args = [
        "census",
        "3x4",
        "--workers",
        "2",
        "--checkpoint",
        levels.to_str().unwrap(),
    ];
    let process = Process::start(&folder.0, &args);
    assert!(until(|| latest(&levels) >= 15), "{}", process.said());
    drop(process);
    levels
}

/// The files of the checkpoint without unfinished ones.
fn bytes(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let names = names(folder).into_iter();
    let names = names.filter(|name| !name.ends_with("unfinished"));
    names
        .map(|name| (name.clone(), fs::read(folder.join(name)).unwrap()))
        .collect()
}

#[test]
fn a_checkpoint_is_not_overwritten_or_used_by_another_job() {
    let folder = Folder::new("other");
    let levels = kept(&folder);
    let before = bytes(&levels);
    let begun = "levels: contains a checkpoint of this job; continue it with --resume, or choose another directory to start over";
    let other = "levels: contains a checkpoint of another job, taquin ";
    let cases: [(&[&str], i32, &str); 6] = [
        (&["census", "3x4"], 2, begun),
        (&["census", "3x4", "--processes", "2"], 2, begun),
        (&["census", "3x4", "--metric", "mtm", "--resume"], 4, other),
        (&["census", "3x4", "--goal", "first", "--resume"], 4, other),
        (&["census", "2x6", "--processes", "2", "--resume"], 4, other),
        (
            &["tables", "7-8", "--resume"],
            4,
            "census 3×4 blank 11 stm, not taquin ",
        ),
    ];
    for (args, code, said) in cases {
        let run = cluster(
            &folder.0,
            &[args, &["--checkpoint", levels.to_str().unwrap()]].concat(),
        );
        check(&run, code, said);
        assert!(bytes(&levels) == before, "{args:?}");
    }
}

/// How a file of the latest level is damaged, given the directory and the bytes.
type Spoil = (fn(&Path, &Path, Vec<u8>), &'static str);

#[test]
fn a_damaged_level_is_refused_with_its_file() {
    let folder = Folder::new("damaged");
    let levels = kept(&folder);
    // The latest level may be incomplete.
    let is_complete = |name: &&String| levels.join(name.replace(".0-", ".1-")).exists();
    let all = names(&levels);
    let mut firsts = all.iter().filter(|name| name.contains(".0-of-"));
    let name = firsts.rfind(is_complete).unwrap();
    let path = levels.join(name);
    let right = fs::read(&path).unwrap();
    let checksum = "is damaged: its checksum is wrong (remove it to continue from an earlier level or to start over)";
    let cases: [Spoil; 6] = [
        (
            |_, path, mut bytes| {
                let middle = bytes.len() / 2;
                bytes[middle] ^= 1;
                fs::write(path, bytes).unwrap();
            },
            checksum,
        ),
        (
            |_, path, bytes| fs::write(path, &bytes[..bytes.len() - 9]).unwrap(),
            checksum,
        ),
        (|_, path, _| fs::write(path, "").unwrap(), checksum),
        (
            |_, path, bytes| fs::write(path, [bytes, vec![0]].concat()).unwrap(),
            checksum,
        ),
        (
            |_, path, _| {
                let text = "something else";
                let sum = crc32fast::hash(text.as_bytes()).to_le_bytes();
                fs::write(path, [text.as_bytes(), &sum].concat()).unwrap();
            },
            "is not a level of this version of taquin",
        ),
        (
            |levels, path, _| {
                let first = names(levels)
                    .into_iter()
                    .find(|name| name.starts_with("level-"));
                fs::copy(levels.join(first.unwrap()), path).unwrap();
            },
            "belongs to a different job, level or share than its name says",
        ),
    ];
    let resume = [
        "census",
        "3x4",
        "--resume",
        "--checkpoint",
        levels.to_str().unwrap(),
    ];
    for (spoil, said) in cases {
        spoil(&levels, &path, right.clone());
        let before = bytes(&levels);
        for crew in [
            ["--processes", "1", "--json"],
            ["--processes", "2", "--json"],
        ] {
            let run = cluster(&folder.0, &[&resume[..], &crew].concat());
            check(&run, 4, &format!("{name} {said}"));
            assert!(
                run.stdout.contains(r#""status":"bad-input""#),
                "{}",
                run.stdout
            );
        }
        assert!(bytes(&levels) == before, "{said}");
    }
    // The advice works.
    fs::remove_file(&path).unwrap();
    let run = cluster(&folder.0, &[&resume[..], &["--time", "0"]].concat());
    let messages = ["continuing from level ", "so the job starts over"];
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(
        messages.iter().any(|message| run.stderr.contains(message)),
        "{}",
        run.stderr
    );
    let job = levels.join("job");
    let text = fs::read_to_string(&job).unwrap();
    for (text, said) in [
        (
            text.replace("3×4", "3×5"),
            "job:3: the checksum is wrong: a line above was changed (choose another directory to start over)",
        ),
        (String::new(), "job:2: expected a line that begins with job"),
    ] {
        fs::write(&job, text).unwrap();
        check(&cluster(&folder.0, &resume), 4, said);
    }
}

#[test]
fn resuming_from_an_empty_directory_starts_over() {
    let folder = Folder::new("empty");
    let levels = folder.0.join("levels");
    let one = taquin(&["census", "2x4", "--json"]);
    for is_there in [false, true] {
        if is_there {
            fs::create_dir(&levels).unwrap();
        }
        let args = [
            "census",
            "2x4",
            "--json",
            "--resume",
            "--checkpoint",
            levels.to_str().unwrap(),
        ];
        let run = cluster(&folder.0, &args);
        check(&run, 0, "levels in ");
        assert_eq!(counts(&run), counts(&one));
        assert!(!levels.exists());
    }
}

/// A directory that cannot be created or written is named, whichever process it belongs to.
#[test]
fn an_unwritable_directory_is_named() {
    let folder = Folder::new("unwritable");
    let file = folder.0.join("file");
    fs::write(&file, "").unwrap();
    for processes in ["1", "2"] {
        for option in ["--checkpoint", "--scratch"] {
            let args = ["census", "2x4", "--processes", processes, option];
            let place = file.join("levels");
            let run = cluster(&folder.0, &[&args[..], &[place.to_str().unwrap()]].concat());
            check(&run, 5, file.to_str().unwrap());
        }
    }
}

/// A broken link: the directory does not exist and cannot be created.
#[cfg(target_os = "linux")]
fn nowhere(folder: &Folder) -> String {
    let path = folder.0.join("nowhere");
    std::os::unix::fs::symlink("/nonexistent/folder", &path).unwrap();
    path.to_str().unwrap().into()
}

/// A failure of the first process after the processes have connected ends all of them.
#[cfg(target_os = "linux")]
#[test]
fn an_unwritable_directory_of_the_first_process_ends_all() {
    let folder = Folder::new("first");
    let boards = folder.0.join("boards");
    fs::write(&boards, "1 2 3/4 5 6/7 0 8\n").unwrap();
    let nowhere = nowhere(&folder);
    for job in [
        ["batch", boards.to_str().unwrap()],
        ["solve", "1 2 3/4 5 6/7 0 8"],
    ] {
        let kept = ["--processes", "2", "--checkpoint", &nowhere];
        let run = cluster(&folder.0, &[&job[..], &kept].concat());
        check(&run, 5, &format!("{nowhere}: "));
        assert_eq!(run.stdout, "");
    }
}

/// Input has a maximum size, and tables that cannot be stored are not built.
#[cfg(target_os = "linux")]
#[test]
fn endless_input_and_unwritable_tables_are_refused_immediately() {
    let folder = Folder::new("endless");
    let hosts = hosts(&folder, 2);
    let own = ["--process", "0", "--token-file", "/dev/zero"];
    for file in ["/dev/zero", &hosts] {
        let args = [&["census", "2x3", "--hosts", file], &own[..]].concat();
        check(
            &cluster(&folder.0, &args),
            4,
            "/dev/zero: the file has more than ",
        );
    }
    let args = ["cluster", "tables", "--groups", "1,2,3,4/5,6,7,8"];
    let run = taquin_with(&args, &[("TAQUIN_TABLES", &nowhere(&folder))]);
    check(&run, 5, "(set TAQUIN_TABLES to choose another directory)");
    let wait = ["census", "2x3", "--wait", "10000000000000000000s"];
    assert_eq!(cluster(&folder.0, &wait).code, 0);
}
