//! `taquin bench`.

use super::solve::iterations;
use crate::bench::{Estimate, LargeBoard, LargeSize, Measured, Refused, Setting, Summary, Took};
use crate::instances::Nodes;
use crate::words::many;
use std::io::{self, Write};

/// What is known before the first board.
pub fn bench_head(out: &mut impl Write, setting: &Setting) -> io::Result<()> {
    let (set, mode) = (&setting.name, setting.mode.name());
    let (tables, threads) = (&setting.groups, setting.threads);
    let chosen = if setting.chooses_views {
        " and chosen views"
    } else {
        ""
    };
    writeln!(
        out,
        "{set}, {mode}, tables {tables}{chosen}, threads {threads}"
    )?;
    writeln!(out, "preparation: {}", time(setting.prepared))?;
    if let Some(Nodes { counted, by }) = setting.nodes {
        writeln!(out, "published nodes: {counted}, {by}")?;
    }
    writeln!(out)?;
    write!(
        out,
        "{:>5}{:>8}{:>11}  {:<9}{:>16}{:>13}{:>11}",
        "board", "length", "published", "", "generated", "CPU seconds", "seconds"
    )?;
    match setting.nodes {
        Some(_) => writeln!(out, "{:>17}", "published nodes"),
        None => writeln!(out),
    }
}

/// One board, with a lower bound if its length is not known, and with its iterations if requested.
pub fn bench_instance(
    out: &mut impl Write,
    measured: &Measured,
    show_iterations: bool,
) -> io::Result<()> {
    let length = measured.length();
    let verdict = match (measured.is_wrong(), length) {
        (true, _) => "WRONG",
        (false, None) => "limit",
        (false, Some(length)) => match measured.published.map(|published| published as usize) {
            None => "solved",
            Some(published) if length < published => "shorter",
            Some(published) if length > published => "longer",
            Some(_) => "right",
        },
    };
    let bound = || format!("≥ {}", measured.report.lower_bound);
    write!(
        out,
        "{:>5}{:>8}{:>11}  {verdict:<9}{:>16}{:>13}{:>11.3}",
        measured.number,
        length.map_or_else(bound, |length| length.to_string()),
        measured
            .published
            .map_or_else(|| "-".into(), |length| length.to_string()),
        measured.report.stats.generated,
        seconds(measured.took.cpu_seconds),
        measured.took.seconds
    )?;
    match measured.published_nodes {
        Some(nodes) => writeln!(out, "{nodes:>17}")?,
        None => writeln!(out)?,
    }
    if let Some(Estimate {
        generated,
        took,
        growth,
    }) = measured.estimate()
    {
        let took = time(took);
        writeln!(
            out,
            "      estimated: {generated:.0} generated, {took} (growth {growth:.1} per iteration)"
        )?;
    }
    if show_iterations {
        iterations(out, &measured.iterations)
    } else {
        Ok(())
    }
}

/// A board that cannot be solved.
pub fn bench_refused(out: &mut impl Write, refused: &Refused) -> io::Result<()> {
    let (number, status) = (refused.number, refused.status());
    writeln!(out, "{number:>5}{:>8}{:>11}  {status}", "-", "-")
}

/// All boards together.
pub fn bench(
    out: &mut impl Write,
    setting: &Setting,
    summary: &Summary,
    took: Took,
    peak_bytes: Option<u64>,
) -> io::Result<()> {
    writeln!(out, "\nsolved: {} of {}", summary.solved, summary.tried)?;
    writeln!(out, "wrong: {}", summary.wrong)?;
    if let Some((length, published)) = summary.mean_lengths() {
        let times = length / published;
        writeln!(
            out,
            "mean length: {length:.2} (published: {published:.2}, {times:.4} times)"
        )?;
    }
    writeln!(out, "generated: {}", summary.generated)?;
    writeln!(out, "preparation: {}", time(setting.prepared))?;
    writeln!(out, "total: {}", time(took))?;
    if summary.estimated > 0 {
        let unfinished = many(summary.estimated, "unfinished board");
        match summary.expected() {
            Some((generated, took)) => {
                let took = time(took);
                writeln!(
                    out,
                    "estimated with {unfinished}: {generated:.0} generated, {took}"
                )?;
            }
            None => writeln!(out, "estimated: {unfinished}, others are unknown")?,
        }
    }
    match peak_bytes {
        Some(bytes) => writeln!(out, "peak memory: {:.1} MB", bytes as f64 / 1e6),
        None => writeln!(out, "peak memory: not available on this system"),
    }
}

/// The head of the table of large boards.
pub fn bench_large_head(out: &mut impl Write, threads: usize) -> io::Result<()> {
    writeln!(out, "large, threads {threads}\n")?;
    writeln!(
        out,
        "{:>5}{:>8}{:>15}{:>13}{:>8}{:>11}{:>10}",
        "size", "boards", "length", "length/n^3", "ratio", "seconds", "peak MB"
    )
}

/// Means over the large boards of one size.
pub fn bench_large(out: &mut impl Write, measured: &LargeSize) -> io::Result<()> {
    let peak = |bytes: u64| format!("{:.1}", bytes as f64 / 1e6);
    writeln!(
        out,
        "{:>5}{:>8}{:>15.1}{:>13.4}{:>8.3}{:>11.3}{:>10}",
        measured.size,
        measured.boards.len(),
        measured.mean(|board| board.length as f64),
        measured.mean(LargeBoard::per_cube),
        measured.mean(LargeBoard::ratio),
        measured.mean(|board| board.seconds),
        measured.peak_bytes.map_or_else(|| "-".into(), peak)
    )
}

fn time(took: Took) -> String {
    let cpu = seconds(took.cpu_seconds);
    format!("{:.3} seconds, {cpu} CPU seconds", took.seconds)
}

/// A dash if the system does not provide it.
fn seconds(seconds: Option<f64>) -> String {
    seconds.map_or_else(|| "-".into(), |seconds| format!("{seconds:.3}"))
}
