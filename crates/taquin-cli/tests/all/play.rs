//! `taquin play` and `taquin solve --watch`, at a pseudoterminal.

use crate::common::{check_cases, taquin};

#[test]
fn boards_that_cannot_be_played_are_refused_with_advice() {
    check_cases(&[
        (&["play"], 2, "", "taquin generate prints boards"),
        (&["play", "2 1/3 0"], 2, "", "standard output is not one"),
        (&["play", "--size", "3", "--shape", "3x3"], 2, "", "--shape"),
        (&["play", "--size", "3", "1 2/3 0"], 2, "", "--size"),
        (
            &["play", "--difficulty", "mean"],
            2,
            "",
            "easy, medium, hard",
        ),
        (
            &["play", "--difficulty", "easy", "--optimal-length", "3"],
            2,
            "",
            "--optimal-length",
        ),
        (&["solve", "1 2/0 3", "--watch"], 2, "", "--states"),
        (&["solve", "1 2/0 3", "--watch", "--json"], 2, "", "--json"),
        (&["solve", "1 2/0 3", "--watch", "--html"], 2, "", "--html"),
        (&["solve", "1 2/0 3", "--speed", "5"], 2, "", "--watch"),
        (
            &["solve", "1 2/0 3", "--watch", "--speed", "0"],
            2,
            "",
            "from 0.1 to 1000",
        ),
    ]);
}

#[test]
fn help_names_every_key() {
    let help = taquin(&["play", "--help"]).stdout;
    for key in [
        "WASD", "HJKL", "Shift", "Ctrl-Z", "Space", "Esc", "F1", "click",
    ] {
        assert!(help.contains(key), "{key}");
    }
}

#[cfg(target_os = "linux")]
mod at_a_terminal {
    use crate::common::NO_TABLES;
    use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
    use rustix::termios::{LocalModes, Termios, Winsize, tcgetattr, tcsetwinsize};
    use std::fs::File;
    use std::io::{Read, Write};
    use std::os::fd::AsFd;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;
    use taquin_cli::cmd::play::terminal::Screen;

    /// The variable that says what this program does when it runs itself at a terminal.
    const ROLE: &str = "TAQUIN_TEST_ROLE";
    const HELPER: &str = "play::at_a_terminal::this_program_at_a_terminal";
    /// No answer takes longer than this.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// A program at a terminal, and what is to be seen there.
    struct Session {
        child: Child,
        keyboard: File,
        /// The end of the terminal that the program has, to look at its modes.
        terminal: File,
        output: Receiver<Vec<u8>>,
        picture: Picture,
        before: Termios,
    }

    impl Session {
        /// This program begins at a new terminal, makes that its own, and goes on as `role` says.
        fn new(role: &str, window: (u16, u16)) -> Session {
            let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
            grantpt(&keyboard).unwrap();
            unlockpt(&keyboard).unwrap();
            let open = || {
                let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY;
                File::from(ioctl_tiocgptpeer(&keyboard, flags).unwrap())
            };
            let terminal = open();
            resize(&keyboard, window);
            let before = tcgetattr(&terminal).unwrap();
            let child = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", HELPER, "--nocapture"])
                .envs([NO_TABLES, (ROLE, role), ("TERM", "xterm")])
                .stdin(Stdio::from(open()))
                .stdout(Stdio::from(open()))
                .stderr(Stdio::from(open()))
                .spawn()
                .unwrap();
            let keyboard = File::from(keyboard);
            let (sender, output) = channel();
            let mut reader = keyboard.try_clone().unwrap();
            std::thread::spawn(move || {
                let mut bytes = [0; 4096];
                while let Ok(count @ 1..) = reader.read(&mut bytes) {
                    if sender.send(bytes[..count].to_vec()).is_err() {
                        break;
                    }
                }
            });
            Session {
                child,
                keyboard,
                terminal,
                output,
                picture: Picture::new(window),
                before,
            }
        }

        fn press(&mut self, keys: &str) {
            self.keyboard.write_all(keys.as_bytes()).unwrap();
        }

        fn resize(&mut self, window: (u16, u16)) {
            resize(&self.keyboard, window);
            let blank = Picture::new(window);
            self.picture.cells = blank.cells;
            self.picture.row = 0;
        }

        /// Waits until this can be read on the screen.
        fn sees(&mut self, words: &str) {
            while !self.picture.text().contains(words) {
                match self.output.recv_timeout(PATIENCE) {
                    Ok(bytes) => self.picture.draw(&bytes),
                    Err(error) => panic!("{error}, no {words:?} in\n{}", self.picture.text()),
                }
            }
        }

        /// Waits for the end; the terminal must be as it was.
        fn ends(mut self, code: i32) -> String {
            let status = self.child.wait().unwrap();
            let after = tcgetattr(&self.terminal).unwrap();
            // When no process is left at the terminal, reading reaches the end of the file.
            drop(self.terminal);
            self.output
                .iter()
                .for_each(|bytes| self.picture.draw(&bytes));
            let seen = self.picture.text();
            assert_eq!(status.code(), Some(code), "{seen}");
            assert_eq!(format!("{after:?}"), format!("{:?}", self.before));
            assert!(after.local_modes.contains(LocalModes::ECHO));
            assert!(!self.picture.is_alternate, "{seen}");
            assert!(!self.picture.has_mouse, "{seen}");
            assert!(self.picture.shows_cursor, "{seen}");
            seen
        }
    }

    fn resize(terminal: impl AsFd, (columns, lines): (u16, u16)) {
        let size = Winsize {
            ws_col: columns,
            ws_row: lines,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(terminal, size).unwrap();
    }

    /// As much of a terminal as it takes to read what is drawn.
    struct Picture {
        cells: Vec<Vec<char>>,
        row: usize,
        column: usize,
        /// What has come of a sequence or a character that is not complete.
        rest: Vec<u8>,
        is_alternate: bool,
        has_mouse: bool,
        shows_cursor: bool,
    }

    impl Picture {
        fn new((columns, lines): (u16, u16)) -> Picture {
            Picture {
                cells: vec![vec![' '; columns.into()]; lines.into()],
                row: 0,
                column: 0,
                rest: Vec::new(),
                is_alternate: false,
                has_mouse: false,
                shows_cursor: true,
            }
        }

        fn text(&self) -> String {
            let lines = self.cells.iter();
            let lines = lines.map(|line| line.iter().collect::<String>().trim_end().to_string());
            lines.collect::<Vec<_>>().join("\n")
        }

        fn draw(&mut self, bytes: &[u8]) {
            self.rest.extend(bytes);
            while let Some(used) = self.step() {
                self.rest.drain(..used);
            }
        }

        /// Draws one character or obeys one sequence; none if it is not complete.
        fn step(&mut self) -> Option<usize> {
            if self.rest.starts_with(b"\x1b[") {
                let end = self.rest[2..]
                    .iter()
                    .position(|byte| (b'@'..=b'~').contains(byte))?
                    + 2;
                let parameters = String::from_utf8(self.rest[2..end].to_vec()).unwrap();
                self.obey(&parameters, self.rest[end]);
                return Some(end + 1);
            }
            let length = match self.rest.first()? {
                0x1b => return (self.rest.len() > 1).then_some(2),
                0xf0.. => 4,
                0xe0.. => 3,
                0xc0.. => 2,
                _ => 1,
            };
            let bytes = self.rest.get(..length)?;
            match std::str::from_utf8(bytes).unwrap().chars().next()? {
                '\r' => self.column = 0,
                '\n' => self.row = (self.row + 1).min(self.cells.len() - 1),
                c => {
                    if let Some(cell) = self.cells[self.row].get_mut(self.column) {
                        *cell = c;
                    }
                    self.column += 1;
                }
            }
            Some(length)
        }

        fn obey(&mut self, parameters: &str, last: u8) {
            let is_on = last == b'h';
            match (parameters, last) {
                ("?1049", b'h' | b'l') => {
                    self.is_alternate = is_on;
                    self.clear();
                }
                ("?1000", b'h' | b'l') => self.has_mouse = is_on,
                ("?25", b'h' | b'l') => self.shows_cursor = is_on,
                (_, b'J') => self.clear(),
                (_, b'H') => {
                    let (row, column) = parameters.split_once(';').unwrap_or(("1", "1"));
                    let most = self.cells.len() - 1;
                    self.row = (row.parse::<usize>().unwrap() - 1).min(most);
                    self.column = column.parse::<usize>().unwrap() - 1;
                }
                _ => {}
            }
        }

        fn clear(&mut self) {
            self.cells.iter_mut().for_each(|line| line.fill(' '));
        }
    }

    #[test]
    fn this_program_at_a_terminal() {
        let Ok(role) = std::env::var(ROLE) else {
            return;
        };
        rustix::process::setsid().unwrap();
        rustix::process::ioctl_tiocsctty(rustix::stdio::stdin()).unwrap();
        match role.as_str() {
            "panic" => {
                let _screen = Screen::open().unwrap();
                panic!("as it was asked to");
            }
            "error" => {
                let _screen = Screen::open().unwrap();
            }
            arguments => {
                let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
                panic!("{}", command.args(arguments.split('|')).exec());
            }
        }
    }

    const DOWN: &str = "\x1b[B";
    const LEFT: &str = "\x1b[D";
    const SHIFT_LEFT: &str = "\x1b[1;2D";

    #[test]
    fn a_game_is_played_to_its_goal() {
        let mut session = Session::new("play|1 2 3/4 0 6/7 5 8", (80, 24));
        session.sees("moves 0   slides 0   0:00");
        session.press("d");
        session.sees("moves 1   slides 1");
        session.press("u");
        session.sees("moves 0   slides 0");
        session.press("i");
        session.sees("2 to go");
        session.press("b");
        session.sees("keys move the blank");
        session.press(DOWN);
        session.sees("moves 1   slides 1");
        session.press("b");
        session.sees("keys move the tile");
        session.press(LEFT);
        session.sees("moves 2   slides 2");
        session.sees("Solved with help! No solution is shorter.");
        session.press("q");
        session.ends(0);
    }

    #[test]
    fn shift_and_the_mouse_slide_lines_of_tiles() {
        let mut session = Session::new("play|1 2 3/4 5 6/0 7 8", (40, 12));
        session.sees("moves 0");
        // The cells are five columns and two lines large, counted from 1.
        session.press("\x1b[<0;3;2M");
        session.sees("moves 2   slides 1");
        session.press("\x1a");
        session.sees("moves 0   slides 0");
        session.press(SHIFT_LEFT);
        session.sees("moves 2   slides 1");
        session.sees("Solved! No solution is shorter.");
        session.press("\x1b");
        session.ends(0);
    }

    #[test]
    fn keys_show_new_boards_the_goal_help_and_a_solution() {
        let mut session = Session::new("play|--size|3|--seed|1|--difficulty|easy", (80, 24));
        session.sees("best 10");
        session.press("3");
        session.sees("best 27");
        session.press("?");
        session.sees("press any key to return");
        session.press("x");
        session.sees("moves 0");
        session.press("g");
        session.sees("1 2 3\n");
        session.press("b");
        session.sees("keys move the blank");
        session.press("v");
        session.sees("of 27");
        session.press("\x1b[F");
        session.sees("the end (shortest)");
        session.press("\x1b[H");
        session.sees("move 0 of 27");
        session.press("q");
        session.sees("best 27");
        session.press("q");
        session.ends(0);
    }

    #[test]
    fn a_small_window_shows_a_message_until_it_grows() {
        let mut session = Session::new("play|--size|10|--seed|1", (80, 24));
        session.sees("moves 0");
        session.resize((40, 10));
        session.sees("This 10×10 board needs 30 columns and 13");
        session.resize((80, 24));
        session.sees("moves 0");
        session.press("q");
        session.ends(0);
    }

    #[test]
    fn a_solution_can_be_watched() {
        let arguments = "solve|1 2 3/4 0 6/7 5 8|--watch|--speed|100";
        let mut session = Session::new(arguments, (80, 24));
        session.sees("move 2 of 2");
        session.sees("the end (shortest)");
        session.press("\x1b[D");
        session.sees("move 1 of 2");
        session.sees("paused");
        session.press("+");
        session.sees("120 per second");
        session.press("q");
        session.ends(0);
    }

    #[test]
    fn ctrl_c_and_signals_restore_the_terminal() {
        let mut session = Session::new("play|1 2/0 3", (80, 24));
        session.sees("moves 0");
        session.press("\x03");
        session.ends(130);
        for signal in [rustix::process::Signal::TERM, rustix::process::Signal::INT] {
            for role in ["play|1 2/0 3", "solve|1 2/0 3|--watch|--speed|0.1"] {
                let mut session = Session::new(role, (80, 24));
                session.sees("slides");
                let child = rustix::process::Pid::from_child(&session.child);
                rustix::process::kill_process(child, signal).unwrap();
                session.ends(130);
            }
        }
    }

    #[test]
    fn a_panic_restores_the_terminal_and_can_be_read() {
        let seen = Session::new("panic", (80, 24)).ends(101);
        assert!(seen.contains("as it was asked to"), "{seen}");
    }

    #[test]
    fn an_unexpected_exit_restores_the_terminal() {
        Session::new("error", (80, 24)).ends(0);
    }

    #[test]
    fn errors_are_reported_before_the_terminal_changes_mode() {
        let cases = [
            ("play|2 1 3/4 5 6/7 8 0", 1, "unsolvable"),
            ("play|2 1 3/4 5 6/7 8 0", 1, "--goal snail can be reached"),
            ("play|1 1/0 2", 4, "tile 1 appears twice"),
            ("play|--size|0", 2, "not a valid board shape"),
            ("play|--size|300", 2, "up to 65536 cells"),
            ("play|--size|3|--optimal-length|32", 2, "farther"),
            ("play|--size|5|--optimal-length|9", 2, "up to 16 cells"),
            ("play|--lines", 2, "remove them"),
            ("solve|2 1/3 0|--watch", 1, "unsolvable"),
            ("solve|1 2/0 3|1 2/0 3|--watch", 2, "one board"),
        ];
        for (role, code, words) in cases {
            let seen = Session::new(role, (120, 24)).ends(code);
            assert!(seen.contains(words), "{role}\n{seen}");
        }
    }
}
