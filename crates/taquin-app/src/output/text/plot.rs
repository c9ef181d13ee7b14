//! The number of boards at each distance, as bars of characters.

use std::io::{self, Write};

/// The minimum width of the longest bar, however narrow the terminal is.
const LEAST_BAR: usize = 8;

/// One line per distance: the distance, the number of boards, and a bar, all within `width` columns.
///
/// A distance with few boards still has a visible bar.
///
/// ```
/// let mut out = Vec::new();
/// taquin_app::output::text::plot(&mut out, &[1, 2, 4], 13)?;
/// assert_eq!(String::from_utf8_lossy(&out), "0  1  ██\n1  2  ████\n2  4  ████████\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn plot(out: &mut impl Write, counts: &[u64], width: usize) -> io::Result<()> {
    let most = counts.iter().copied().max().unwrap_or(0);
    let distance_width = counts.len().saturating_sub(1).to_string().len();
    let count_width = most.to_string().len();
    let bar_width = width.saturating_sub(distance_width + count_width + 4);
    let bar_width = bar_width.max(LEAST_BAR);
    for (distance, &count) in counts.iter().enumerate() {
        let line = format!(
            "{distance:>distance_width$}  {count:>count_width$}  {}",
            bar(count, most, bar_width)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// A bar to an eighth of a column.
fn bar(count: u64, most: u64, width: usize) -> String {
    if count == 0 {
        return String::new();
    }
    let eighths = (count as f64 / most as f64 * (8 * width) as f64).round() as usize;
    let eighths = eighths.max(1);
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    "█".repeat(eighths / 8) + rest
}
