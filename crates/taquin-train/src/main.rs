//! Trains the weights of the learned beam search from nothing.
//!
//! For each size, round by round: a beam search with the present weights solves random boards (`lesson`); the weights
//! learn from the paths and from the boards that the beam retained for nothing (`learn`); the mean length on boards
//! that no round learns from is reported. A size begins with the weights of the one before, grown. The result depends on
//! the seed only, not on the number of threads, and an interrupted training continues at its last round.

#![forbid(unsafe_code)]

mod checkpoint;
mod evaluate;
mod learn;
mod lesson;
mod picture;
mod plan;
mod random;

use checkpoint::Checkpoint;
use lesson::{Beam, Lesson, lesson, search};
use plan::Plan;
use random::{Board, Random};
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use taquin::Shape;
use taquin::large::learned::{Classes, PairTable, TiedWeights};

const HELP: &str = "\
Trains the weights of taquin's learned beam search.

Usage: taquin-train --checkpoints DIR [--out FILE] [--date DATE] [--seed N] [--up-to SIDE] [--rounds N] [--threads N]
       taquin-train --picture FILE
       taquin-train --checkpoints DIR --evaluate WIDTH [--seed N] [--up-to SIDE] [--threads N]

  --checkpoints DIR  Directory of the checkpoints; the training continues where they end
  --out FILE         File for the finished weights
  --date DATE        Today's date, for the first line of that file
  --seed N           The seed of all random choices [default: 1]
  --up-to SIDE       The largest side to train, from 5 to 8 [default: 8]
  --rounds N         At most N rounds per size, to try things out
  --evaluate WIDTH   Train nothing: compare the weights that each size begins with, those of its checkpoint, and means of both,
                     by beams of this width on other boards than those of the reports
  --picture FILE     Train nothing: draw weights that come with the library, for the guide
  --threads N        Number of threads; they do not change the result [default: 1]
";

/// The options.
#[derive(Debug)]
struct Args {
    seed: u64,
    checkpoints: PathBuf,
    out: Option<PathBuf>,
    date: Option<String>,
    up_to: usize,
    rounds: u64,
    evaluate: Option<usize>,
    picture: Option<PathBuf>,
    threads: usize,
}

impl Args {
    /// The options, or what is wrong with them.
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Args, String> {
        let mut args = Args {
            seed: 1,
            checkpoints: PathBuf::new(),
            out: None,
            date: None,
            up_to: 8,
            rounds: u64::MAX,
            evaluate: None,
            picture: None,
            threads: 1,
        };
        while let Some(option) = words.next() {
            let value = words
                .next()
                .ok_or_else(|| format!("{option} needs a value"))?;
            let number = || {
                value
                    .parse()
                    .map_err(|_| format!("{option}: {value} is not a number"))
            };
            match option.as_str() {
                "--seed" => args.seed = number()?,
                "--checkpoints" => args.checkpoints = value.into(),
                "--out" => args.out = Some(value.into()),
                "--date" => args.date = Some(value),
                "--up-to" => args.up_to = number()? as usize,
                "--rounds" => args.rounds = number()?,
                "--evaluate" => args.evaluate = Some(number()? as usize),
                "--picture" => args.picture = Some(value.into()),
                "--threads" => args.threads = number()? as usize,
                _ => return Err(format!("{option} is not an option")),
            }
        }
        if args.picture.is_none() && args.checkpoints.as_os_str().is_empty() {
            return Err("--checkpoints DIR is missing".into());
        }
        if !Plan::ALL.iter().any(|plan| plan.side == args.up_to) {
            return Err(format!("--up-to: {} is not a side from 5 to 8", args.up_to));
        }
        if args.evaluate.is_some() && args.out.is_some() {
            return Err("--evaluate writes no weights: leave out --out".into());
        }
        Ok(args)
    }
}

fn main() -> ExitCode {
    let words = std::env::args().skip(1);
    let is_help = std::env::args().any(|word| word == "--help" || word == "-h");
    if is_help {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let trained = Args::parse(words).map_err(|wrong| (2, wrong));
    let trained = trained.and_then(|args| train_all(&args).map_err(|error| (4, error.to_string())));
    match trained {
        Ok(()) => ExitCode::SUCCESS,
        Err((code, message)) => {
            eprintln!("taquin-train: {message}");
            ExitCode::from(code)
        }
    }
}

/// Does what the options say: trains every size and writes the weights, unless they ask for something else.
fn train_all(args: &Args) -> io::Result<()> {
    if let Some(path) = &args.picture {
        let shape = Shape::square(5).expect("5×5 is a shape");
        let table = PairTable::for_shape(shape).expect("5×5 has a table");
        return std::fs::write(path, picture::picture(&table));
    }
    std::fs::create_dir_all(&args.checkpoints)?;
    let mut trained: Vec<TiedWeights> = Vec::new();
    for plan in Plan::ALL.iter().filter(|plan| plan.side <= args.up_to) {
        let mut size = Size::begin(plan, trained.last(), args)?;
        match args.evaluate {
            Some(width) => size.evaluate(width, args),
            None => size.train(args)?,
        }
        trained.push(size.weights(plan.trained_share));
    }
    if let Some(path) = &args.out {
        let date = args.date.as_deref().unwrap_or("no date given");
        let limited = match args.rounds {
            u64::MAX => String::new(),
            rounds => format!(" --rounds {rounds}"),
        };
        let origin = format!("taquin-train --seed {}{limited}, {date}", args.seed);
        std::fs::write(path, TiedWeights::write(&trained, &origin))?;
    }
    Ok(())
}

/// One size and the state of its training.
struct Size<'a> {
    plan: &'a Plan,
    classes: Classes,
    /// The weights that the training began with.
    begun: Vec<f32>,
    state: Checkpoint,
}

impl<'a> Size<'a> {
    /// Begins with the weights of a smaller size, or continues after the last round.
    fn begin(plan: &'a Plan, before: Option<&TiedWeights>, args: &Args) -> io::Result<Size<'a>> {
        let shape = Shape::square(plan.side as u32).expect("plans have valid sides");
        let classes = Classes::new(shape);
        let begun = match before {
            Some(smaller) => PairTable::grown(smaller, shape).means(&classes),
            None => manhattan(&classes, shape),
        };
        let loaded = Checkpoint::load(&args.checkpoints, plan.side, classes.len())?;
        let state = loaded.unwrap_or_else(|| Checkpoint::new(begun.clone()));
        Ok(Size {
            plan,
            classes,
            begun,
            state,
        })
    }

    fn train(&mut self, args: &Args) -> io::Result<()> {
        let plan = self.plan;
        if self.state.rounds == 0 {
            report(plan, &self.weights(0.0), "begins", args);
        }
        while self.state.rounds < plan.rounds.min(args.rounds) {
            self.round(args);
            self.state.save(&args.checkpoints, plan.side)?;
            let rounds = self.state.rounds;
            if plan.reports_after(rounds) {
                let when = format!("after {rounds} rounds");
                report(plan, &self.weights(1.0), &when, args);
            }
        }
        report(plan, &self.weights(plan.trained_share), "ends", args);
        Ok(())
    }

    /// Searches, and learns from what the searches found.
    fn round(&mut self, args: &Args) {
        let (plan, state) = (self.plan, &mut self.state);
        let round = state.rounds;
        let table = PairTable::new(&self.classes.rounded(&state.weights));
        let lessons = lessons(plan, round, &table, args);
        let mut random = Random::new(args.seed, &[plan.side as u64, 2, round]);
        let (classes, rates) = (&self.classes, plan.rates(round));
        let errors = learn::learn(classes, &mut state.weights, &lessons, rates, &mut random);
        let lengths: usize = lessons.iter().map(|lesson| lesson.path.len() - 1).sum();
        println!(
            "{0}×{0} round {round}: {1} of {2} boards solved in {3:.2} moves; error {4:.2} moves, {5:.1} % of rivals preferred",
            plan.side,
            lessons.len(),
            plan.boards,
            lengths as f64 / lessons.len().max(1) as f64,
            errors.length(),
            100.0 * errors.order()
        );
        state.end_round();
    }

    /// The mean of the weights at the beginning and of the trained ones, which have this share in it.
    fn weights(&self, trained_share: f32) -> TiedWeights {
        let pairs = self.state.mean.iter().zip(&self.begun);
        let mixed =
            pairs.map(|(trained, begun)| trained_share * trained + (1.0 - trained_share) * begun);
        self.classes.rounded(&mixed.collect::<Vec<f32>>())
    }
}

/// Weights with which the estimate is the Manhattan distance.
fn manhattan(classes: &Classes, shape: Shape) -> Vec<f32> {
    classes.tile_weights(|home, cell| shape.distance(home, cell) as f32)
}

/// The lessons of a round, in the order of their boards.
fn lessons(plan: &Plan, round: u64, table: &PairTable, args: &Args) -> Vec<Lesson> {
    let area = plan.side * plan.side;
    let all = on_threads(args.threads, plan.boards, |number| {
        let mut random = Random::new(args.seed, &[plan.side as u64, 1, round, number as u64]);
        // The goal's blank is in the last cell, as usual, or anywhere.
        let blank_home = if number % 2 == 0 {
            area - 1
        } else {
            random.below(area)
        };
        let start = random.board(plan.side, blank_home);
        lesson(table, plan.beam, &start, &mut random)
    });
    all.into_iter().flatten().collect()
}

/// Prints the mean length of the solutions of boards that are never learned from.
fn report(plan: &Plan, weights: &TiedWeights, when: &str, args: &Args) {
    let table = PairTable::new(weights);
    let lengths = on_threads(args.threads, plan.held_out, |number| {
        let start = held_out(plan.side, number, args.seed);
        search(&table, plan.beam, &start, |_| ()).map(|moves| moves.len())
    });
    let solved: Vec<usize> = lengths.into_iter().flatten().collect();
    let mean = solved.iter().sum::<usize>() as f64 / solved.len().max(1) as f64;
    let cube = (plan.side as f64).powi(3);
    let Beam { width, .. } = plan.beam;
    let (side, count, all) = (plan.side, solved.len(), plan.held_out);
    println!(
        "{side}×{side} {when}: {count} of {all} held-out boards, {mean:.2} moves, {:.4} n³ (width {width})",
        mean / cube
    );
}

fn held_out(side: usize, number: usize, seed: u64) -> Board {
    Random::new(seed, &[side as u64, 3, number as u64]).board(side, side * side - 1)
}

/// Does numbered tasks on several threads; the results are in the order of the tasks.
fn on_threads<R: Send>(threads: usize, tasks: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = (0..tasks).map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let task = next.fetch_add(1, Ordering::Relaxed);
                    let Some(result) = results.get(task) else {
                        break;
                    };
                    *result.lock().expect("a result is put once") = Some(work(task));
                }
            });
        }
    });
    let results = results
        .into_iter()
        .map(|result| result.into_inner().ok().flatten());
    results
        .map(|result| result.expect("every task was done"))
        .collect()
}
