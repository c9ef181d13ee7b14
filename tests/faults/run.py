#!/usr/bin/env python3
"""Makes the n-th file operation of a program fail, for every n, and checks what is on the disk afterwards.

    tests/faults/run.py [--program target/debug/taquin] [--most 40] [SCENARIO ...]

Needs strace, which injects the errors, so the program under test is the one that users run. For each scenario and each kind of operation
(see FAULTS), the first, second, … call fails until a run has no such call left, or `--most` is reached. After
each failure:

- the program has ended by itself, with one of its exit codes and without a panic;
- what is on the disk is the old state or the new one: the next run, without failures, succeeds with the right answer.

A scenario in which no call failed that its files need (see `needs` in each) is an error: it would prove nothing.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FAULTS = [("write", "ENOSPC"), ("fsync", "EIO"), ("fdatasync", "EIO"), ("ftruncate", "EIO"), ("rename", "EIO"), ("openat", "EMFILE"),
          ("read", "EIO"), ("mmap", "ENOMEM")]
HARD = "2 9 8 15/1 11 7 5/0 12 4 10/6 14 3 13"
BOARDS = ["8 1 3/4 0 2/7 6 5", "1 2 3/4 5 6/7 0 8", "8 6 7/2 5 4/3 0 1"]
LARGE = "0 24 23 22 21/20 19 18 17 16/15 14 13 12 11/10 9 8 7 6/5 4 3 2 1"
CENSUS = "1 2 4 8 16 20 39 62 116 152 286 396 748 1024 1893 2512 4485 5638 9529 10878 16993 17110 23952 20224 24047 15578 14560 6274 3910 760 221 2"


class Scenario:
    """A command that writes or reads files, and what must hold afterwards."""

    needs = ()

    def __init__(self, folder, program):
        self.folder, self.program = folder, program

    def run(self, args, fault=None):
        """Runs the program, with a fault if there is one; the second result says whether it was injected."""
        log = self.folder / "strace.log"
        command = [self.program, *args]
        if fault:
            kind, error, number = fault
            # Other mappings are memory, and libraries.
            paths = (self.folder / "tables").glob("*.pdb") if kind == "mmap" else ()
            only = [word for path in paths for word in ("-P", path)]
            command = ["strace", "-f", "-qq", "-o", log, *only, "-e", f"trace={kind}",
                       "-e", f"inject={kind}:error={error}:when={number}", *command]
        environment = dict(os.environ, TAQUIN_TABLES=str(self.folder / "tables"), RUST_BACKTRACE="0")
        ended = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
        was_injected = fault is not None and "(INJECTED)" in log.read_text(errors="replace")
        if fault and (ended.returncode not in (0, 2, 3, 4, 5, 6) or "panicked" in ended.stderr):
            # The loader of the system may itself fail to open or read a library.
            if "error while loading shared libraries" not in ended.stderr and "cannot open shared" not in ended.stderr:
                raise SystemExit(f"{fault}: {command[-len(args) - 1:]} ended with {ended.returncode}\n{ended.stderr}")
        return ended, was_injected

    def succeed(self, args):
        ended, _ = self.run(args)
        if ended.returncode != 0:
            raise SystemExit(f"{args} ended with {ended.returncode}\n{ended.stderr}")
        return ended.stdout

    def path(self, name):
        return str(self.folder / name)


class Tables(Scenario):
    """Tables are written whole or not at all."""

    needs = ("write", "fsync", "rename", "openat")

    def attempt(self, fault):
        return self.run(["tables", "build", "6-6-3"], fault)[1]

    def check(self):
        for line in self.succeed_or_no(["tables", "verify", "--json"]).splitlines():
            row = json.loads(line)
            assert row["state"] == "right", row
        self.succeed(["tables", "build", "6-6-3"])
        assert len(list((self.folder / "tables").glob("*.pdb"))) == 3

    def succeed_or_no(self, args):
        ended, _ = self.run(args)
        assert ended.returncode in (0, 1), ended.stderr
        return ended.stdout


class ReadTables(Scenario):
    """A table that cannot be read is not used, and the answer is the same."""

    needs = ("openat", "read", "mmap")

    def attempt(self, fault):
        self.succeed(["tables", "build", "6-6-3"])
        ended, was_injected = self.run(["solve", HARD, "--heuristic", "pdb", "--json"], fault)
        if ended.returncode == 0:
            assert json.loads(ended.stdout)["length"] == 46, ended.stdout
        return was_injected

    def check(self):
        assert json.loads(self.succeed(["solve", HARD, "--heuristic", "pdb", "--json"]))["length"] == 46


class Checkpoint(Scenario):
    """A checkpoint is the old one or the new one."""

    needs = ("write", "fsync", "rename", "openat", "read")

    def attempt(self, fault):
        args = ["solve", HARD, "--checkpoint", self.path("search"), "--json"]
        self.run([*args, "--time", "50ms"])
        return self.run([*args, "--time", "50ms"], fault)[1]

    def check(self):
        answer = json.loads(self.succeed(["solve", HARD, "--checkpoint", self.path("search"), "--json"]))
        assert answer["length"] == 46, answer


class Levels(Scenario):
    """The levels of a census, of a cluster of one process."""

    needs = ("write", "fsync", "rename", "openat")

    def attempt(self, fault):
        return self.run(self.args(), fault)[1]

    def args(self):
        return ["cluster", "census", "3x3", "--workers", "1", "--json", "--checkpoint", self.path("levels")]

    def check(self):
        more = ["--resume"] if Path(self.path("levels")).exists() else []
        answer = json.loads(self.succeed([*self.args(), *more]))
        assert " ".join(map(str, answer["boards_at_distance"])) == CENSUS, answer


class Journal(Scenario):
    """The journal of a batch that has failed once and ends with half a record, which is cut off.

    Its last boards take longer than the time after which a journal is made to survive a power cut.
    """

    needs = ("write", "fdatasync", "ftruncate", "openat", "read")

    def attempt(self, fault):
        Path(self.path("boards.txt")).write_text("\n".join([*BOARDS, LARGE, LARGE]) + "\n")
        self.run(self.args(), ("fdatasync", "EIO", 1))
        with (Path(self.path("journal")) / "journal").open("ab") as journal:
            journal.write(b"half")
        return self.run([*self.args(), "--resume"], fault)[1]

    def args(self):
        return ["cluster", "batch", self.path("boards.txt"), "--workers", "1", "--time", "1500ms", "--checkpoint",
                self.path("journal")]

    def check(self):
        more = ["--resume"] if Path(self.path("journal")).exists() else []
        lines = self.succeed([*self.args(), *more]).splitlines()
        answers = [json.loads(line) for line in lines]
        lengths = [answer["length"] for answer in answers if answer["schema"] == "taquin.solve/1"]
        assert lengths[:3] == [14, 1, 31] and len(lengths) == 5, lengths


SCENARIOS = {"tables": Tables, "read": ReadTables, "checkpoint": Checkpoint, "levels": Levels, "journal": Journal}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="target/debug/taquin")
    parser.add_argument("--most", type=int, default=40, help="the most failures per scenario and kind")
    parser.add_argument("scenario", nargs="*", choices=[[], *SCENARIOS], help="all by default")
    asked = parser.parse_args()
    if shutil.which("strace") is None:
        sys.exit("tests/faults: strace is not installed")
    program = str(Path(asked.program).resolve())
    for name in asked.scenario or SCENARIOS:
        missing = set(SCENARIOS[name].needs)
        for kind, error in FAULTS:
            if kind == "mmap" and kind not in missing:
                continue
            number = 1
            while number <= asked.most:
                with tempfile.TemporaryDirectory() as folder:
                    scenario = SCENARIOS[name](Path(folder), program)
                    was_injected = scenario.attempt((kind, error, number))
                    if not was_injected:
                        break
                    try:
                        scenario.check()
                    except AssertionError as wrong:
                        raise SystemExit(f"{name}: after {error} in {kind} number {number}: {wrong}") from wrong
                number += 1
            if number > 1:
                missing.discard(kind)
                print(f"{name}: {kind}: {number - 1} failures, each followed by a right run", flush=True)
        if missing:
            raise SystemExit(f"{name}: no call failed of: {', '.join(sorted(missing))}")


main()
