//! A job whose machine is disconnected or whose disk is full stops and says so, and can be resumed afterwards.
//!
//! The tests create the networks and the disk in namespaces that end with them. Where the system does not allow that, they
//! say that they are skipped.
#![cfg(target_os = "linux")]

use crate::common::cluster::signals::signal;
use crate::common::cluster::{GOAL_3X4, Process, TOKEN, counts, latest, names, published, until};
use crate::common::{Folder, Run};
use rustix::process::Signal;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A namespace; it exists as long as a process in it.
struct Namespace {
    holder: Child,
    kind: &'static str,
}

impl Namespace {
    /// A new one in which a script has run; `None` if the system does not allow it.
    fn new(kind: &'static str, script: &str) -> Option<Namespace> {
        let mut holder = Command::new("unshare")
            .args([
                kind,
                "sh",
                "-c",
                &format!("{script} && echo ready && exec cat"),
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut line = String::new();
        let stdout = holder.stdout.take().unwrap();
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let namespace = Namespace { holder, kind };
        (line == "ready\n").then_some(namespace)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new("nsenter");
        command.args(["-t", &self.holder.id().to_string(), self.kind, program]);
        command
    }

    fn run(&self, line: &str) -> bool {
        let mut words = line.split(' ');
        let mut command = self.command(words.next().unwrap());
        command.args(words).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// A path as it is seen there.
    fn path(&self, path: &Path) -> PathBuf {
        let root = PathBuf::from(format!("/proc/{}/root", self.holder.id()));
        root.join(path.strip_prefix("/").unwrap())
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        let _ = self.holder.kill();
        let _ = self.holder.wait();
    }
}

/// A census of 3x4 in a namespace, with these options.
fn census(place: &Namespace, folder: &Path, levels: &Path, more: &[&str]) -> Process {
    let mut command = place.command(env!("CARGO_BIN_EXE_taquin"));
    command
        .args([
            "cluster",
            "census",
            "3x4",
            "--workers",
            "1",
            "--json",
            "--checkpoint",
        ])
        .arg(levels)
        .args(more)
        .envs([TOKEN]);
    Process::spawn(folder, &mut command)
}

/// Three machines, and the network between them.
struct Network {
    between: Namespace,
    machines: Vec<Namespace>,
}

impl Network {
    fn new() -> Option<Network> {
        let between = Namespace::new("-n", "ip link add hub type bridge && ip link set hub up")?;
        let mut machines = Vec::new();
        for number in 0..3 {
            let machine = Namespace::new("-n", "ip link set lo up")?;
            let id = machine.holder.id();
            let is_made = between.run(&format!(
                "ip link add to{number} type veth peer name own netns {id}"
            )) && between.run(&format!("ip link set to{number} master hub up"))
                && machine.run(&format!("ip address add 10.7.9.{}/24 dev own", number + 1))
                && machine.run("ip link set own up");
            if !is_made {
                return None;
            }
            machines.push(machine);
        }
        Some(Network { between, machines })
    }

    fn start(&self, folder: &Folder, levels: &[PathBuf], more: &[&str]) -> Vec<Process> {
        let hosts = folder.0.join("hosts");
        fs::write(&hosts, "10.7.9.1:2101\n10.7.9.2:2101\n10.7.9.3:2101\n").unwrap();
        let places = self.machines.iter().zip(levels);
        let start = |(number, (machine, levels)): (usize, (&Namespace, &PathBuf))| {
            let number = number.to_string();
            let own = ["--hosts", hosts.to_str().unwrap(), "--process", &number];
            census(machine, &folder.0, levels, &[more, &own].concat())
        };
        places.enumerate().map(start).collect()
    }
}

fn check_disconnected(name: &str, is_stopped: bool) {
    let Some(network) = Network::new() else {
        eprintln!("not tested: only root may make networks, with unshare, nsenter and ip");
        return;
    };
    let folder = Folder::new(name);
    // Each machine has its own disk.
    let levels: Vec<PathBuf> = (0..3)
        .map(|n| folder.0.join(format!("levels-{n}")))
        .collect();
    let mut processes = network.start(&folder, &levels, &[]);
    assert!(
        until(|| latest(&levels[2]) >= 15),
        "{}",
        processes[0].said()
    );
    if is_stopped {
        assert!(signal(processes[2].id(), Signal::STOP));
    }
    assert!(network.between.run("ip link set to2 down"));
    let cut_off = processes.pop().unwrap();
    let ends: Vec<Run> = processes.into_iter().map(Process::end).collect();
    for end in &ends {
        assert_eq!((end.code, &end.stdout[..]), (6, ""), "{}", end.stderr);
        assert!(
            end.stderr
                .contains("is lost, so the job stops; the same command with --resume continues"),
            "{}",
            end.stderr
        );
    }
    let is_named = |end: &Run| end.stderr.contains("process 2 (10.7.9.3:2101) is lost");
    assert!(ends.iter().any(is_named), "{}", ends[0].stderr);
    if is_stopped {
        drop(cut_off);
    } else {
        assert_eq!(cut_off.end().code, 6);
    }
    assert!(network.between.run("ip link set to2 up"));
    let ends: Vec<Run> = network
        .start(&folder, &levels, &["--resume"])
        .into_iter()
        .map(Process::end)
        .collect();
    assert!(ends.iter().all(|end| end.code == 0), "{}", ends[0].stderr);
    assert!(
        ends[0].stderr.contains("continuing from level "),
        "{}",
        ends[0].stderr
    );
    assert_eq!(counts(&ends[0]), published(GOAL_3X4, "stm"));
    assert!(levels.iter().all(|levels| !levels.exists()));
}

/// The machine is disconnected and the process on it does nothing: no packet reports that the connection is closed.
#[test]
fn a_silent_disconnected_process_is_detected() {
    check_disconnected("silent", true);
}

/// Both sides detect it.
#[test]
#[ignore = "half a minute: a machine that is cut off, once more"]
fn a_disconnected_process_detects_it_itself() {
    check_disconnected("busy", false);
}

#[test]
fn a_full_disk_ends_a_job_which_continues_when_there_is_space() {
    let folder = Folder::new("full");
    let disk = folder.0.join("disk");
    fs::create_dir(&disk).unwrap();
    let mount = format!("mount -t tmpfs -o size=64m tmpfs {}", disk.display());
    let Some(place) = Namespace::new("-m", &mount) else {
        eprintln!("not tested: only root may make a small disk");
        return;
    };
    let levels = disk.join("levels");
    let seen = place.path(&levels);
    let process = census(&place, &folder.0, &levels, &["--processes", "2"]);
    assert!(until(|| latest(&seen) >= 15), "{}", process.said());
    let ballast = place.path(&disk.join("ballast"));
    let mut file = File::create(&ballast).unwrap();
    while file.write_all(&[1; 4096]).is_ok() {}
    let end = process.end();
    assert_eq!((end.code, &end.stdout[..]), (5, ""), "{}", end.stderr);
    assert!(
        end.stderr.contains("No space left on device"),
        "{}",
        end.stderr
    );
    assert!(
        end.stderr
            .contains("(the same command with --resume continues)"),
        "{}",
        end.stderr
    );
    assert!(
        names(&seen)
            .iter()
            .all(|name| !name.ends_with("unfinished"))
    );
    drop(file);
    fs::remove_file(ballast).unwrap();
    let end = census(
        &place,
        &folder.0,
        &levels,
        &["--resume", "--processes", "1"],
    )
    .end();
    assert_eq!(end.code, 0, "{}", end.stderr);
    assert!(
        end.stderr.contains("continuing from level "),
        "{}",
        end.stderr
    );
    assert_eq!(counts(&end), published(GOAL_3X4, "stm"));
}
