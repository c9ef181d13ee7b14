//! How many boards are at each distance, as bars.

use super::{Escaped, MARGIN, begin, end, many};
use std::io::{self, Write};

/// The height of the highest bar, and the approximate and minimum width of all bars together.
const HEIGHT: u32 = 240;
const WIDTH: u32 = 720;
const LEAST_WIDTH: u32 = 360;
/// The maximum and minimum width of a bar with its gap.
const WIDEST: u32 = 48;
const NARROWEST: u32 = 4;
/// The space for the numbers at the side, for the title and marks above, and for the numbers below.
const LEFT: u32 = 52;
const ABOVE: u32 = 68;
const BELOW: u32 = 40;

/// What the height of a bar means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// The number of boards.
    Linear,
    /// Its logarithm, so that small counts remain visible.
    Logarithm,
}

/// Whether the distances are all there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// No board is farther: the mean and the farthest boards are marked.
    Whole,
    /// There are boards beyond, so that the mean and the farthest are unknown.
    Begins,
}

/// The number of boards at distance 0, 1, 2, …
pub fn histogram(
    out: &mut impl Write,
    title: &str,
    counts: &[u64],
    extent: Extent,
    scale: Scale,
) -> io::Result<()> {
    let bars = counts.len().max(1) as u32;
    let step = (WIDTH / bars).clamp(NARROWEST, WIDEST);
    let width = (bars * step).max(LEAST_WIDTH);
    let all = (LEFT + width + 2 * MARGIN, ABOVE + HEIGHT + BELOW + MARGIN);
    begin(out, all, 1, title, SIDES)?;
    let title = Escaped(title);
    writeln!(
        out,
        "<text class=\"start\" font-size=\"14\" x=\"{MARGIN}\" y=\"24\">{title}</text>\n\
         <g transform=\"translate({} {ABOVE})\">",
        LEFT + MARGIN
    )?;
    let axis = Axis::new(counts, scale);
    axis.draw(out, width)?;
    let farthest = match extent {
        Extent::Whole => counts.iter().rposition(|&count| count > 0),
        Extent::Begins => None,
    };
    let bar = |distance: usize| Bar {
        distance: distance as u32,
        count: counts[distance],
        height: axis.height(counts[distance]),
        step,
    };
    for distance in 0..counts.len() {
        let is_farthest = farthest == Some(distance);
        bar(distance).draw(out, if is_farthest { "far" } else { "bar" })?;
    }
    distances(out, counts.len(), step, width)?;
    if let Some(farthest) = farthest {
        mark_mean(out, mean(counts), step)?;
        bar(farthest).mark_farthest(out, width)?;
    }
    writeln!(out, "</g>")?;
    end(out)
}

/// The style of captions.
const SIDES: &str = "  .start { text-anchor: start; }
  .end { text-anchor: end; }
  .grid { opacity: 0.25; }
  .mean { stroke: #2b2419; }
  .all { fill: transparent; }
  .all:hover { fill: #b07a3533; }
  @media (prefers-color-scheme: dark) { .mean { stroke: #f4ecd8; } }
";

/// The vertical axis.
struct Axis {
    most: u64,
    scale: Scale,
}

impl Axis {
    fn new(counts: &[u64], scale: Scale) -> Axis {
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
        Axis { most, scale }
    }

    /// The height of the bar for this many boards. If there are any, the bar is visible.
    fn height(&self, count: u64) -> u32 {
        // A single board is half a power of ten above the ground.
        let log = |count: u64| (count as f64).log10() + 0.5;
        let part = match self.scale {
            _ if count == 0 => return 0,
            Scale::Linear => count as f64 / self.most as f64,
            Scale::Logarithm => log(count) / log(self.most),
        };
        ((part * f64::from(HEIGHT)).round() as u32).max(1)
    }

    /// At most six round numbers up to the most.
    fn ticks(&self) -> Vec<u64> {
        let most = self.most;
        match self.scale {
            Scale::Linear => {
                let step = round_steps().find(|&step| most / step <= 5).unwrap_or(most);
                (0..=most / step).map(|tick| tick * step).collect()
            }
            Scale::Logarithm => {
                let powers = most.ilog10();
                let step = powers.div_ceil(5).max(1) as usize;
                (0..=powers)
                    .step_by(step)
                    .map(|power| 10_u64.pow(power))
                    .collect()
            }
        }
    }

    fn draw(&self, out: &mut impl Write, width: u32) -> io::Result<()> {
        for tick in self.ticks() {
            let y = HEIGHT - self.height(tick);
            let class = if y == HEIGHT { "line" } else { "line grid" };
            writeln!(
                out,
                "<path class=\"{class}\" d=\"M0 {y}h{width}\"/><text class=\"label end\" x=\"-6\" y=\"{}\">{}</text>",
                y + 4,
                short(tick)
            )?;
        }
        writeln!(out, "<path class=\"line\" d=\"M0 {HEIGHT}h{width}\"/>")
    }
}

/// 1, 2, 5, 10, 20, 50, … up to the largest that fits.
fn round_steps() -> impl Iterator<Item = u64> {
    (0..19).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u64.pow(power)))
}

/// A number of up to four digits, or a power of ten with its factor.
fn short(number: u64) -> String {
    if number < 10_000 {
        return number.to_string();
    }
    let power = number.ilog10();
    let superscript: String = power
        .to_string()
        .bytes()
        .map(|digit| ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][usize::from(digit - b'0')])
        .collect();
    match number as f64 / 10_f64.powi(power as i32) {
        1.0 => format!("10{superscript}"),
        factor => format!("{}×10{superscript}", (factor * 10.0).round() / 10.0),
    }
}

/// The bar of one distance.
struct Bar {
    distance: u32,
    count: u64,
    height: u32,
    /// The width of a bar with its gap.
    step: u32,
}

impl Bar {
    /// Draws the bar, and an invisible one of full height, so that a pointer finds the shortest bar too.
    fn draw(&self, out: &mut impl Write, class: &str) -> io::Result<()> {
        let Bar {
            distance,
            count,
            height,
            step,
        } = *self;
        let (x, y) = (distance * step, HEIGHT - height);
        writeln!(
            out,
            "<g><title>distance {distance}: {}</title>\
             <rect class=\"all\" x=\"{x}\" width=\"{step}\" height=\"{HEIGHT}\"/>\
             <rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{height}\"/></g>",
            many(count, "board"),
            step - 1
        )
    }

    /// Writes how many boards are farthest, in the upper line of words above the bars.
    fn mark_farthest(&self, out: &mut impl Write, width: u32) -> io::Result<()> {
        let Bar { distance, step, .. } = *self;
        let x = distance * step + step / 2;
        let (side, beside) = if x > width / 2 {
            ("end", x + step / 2)
        } else {
            ("start", x - step / 2)
        };
        writeln!(
            out,
            "<path class=\"line\" d=\"M{x} -16V{}\"/>\
             <text class=\"label move {side}\" x=\"{beside}\" y=\"-20\">farthest {distance}: {}</text>",
            HEIGHT - self.height,
            many(self.count, "board")
        )
    }
}

/// The numbers below the bars, as many as fit.
fn distances(out: &mut impl Write, bars: usize, step: u32, width: u32) -> io::Result<()> {
    let every = round_steps().find(|&every| every * u64::from(step) >= 24);
    for distance in (0..bars as u32).step_by(every.unwrap_or(1) as usize) {
        let (x, y) = (distance * step + step / 2, HEIGHT + 16);
        write!(
            out,
            "<text class=\"label\" x=\"{x}\" y=\"{y}\">{distance}</text>"
        )?;
    }
    let (x, y) = (width / 2, HEIGHT + 34);
    writeln!(
        out,
        "<text class=\"label\" x=\"{x}\" y=\"{y}\">distance</text>"
    )
}

/// The mean distance, in the lower line of words above the bars.
fn mark_mean(out: &mut impl Write, mean: f64, step: u32) -> io::Result<()> {
    let x = ((mean + 0.5) * f64::from(step)).round();
    writeln!(
        out,
        "<path class=\"mean\" stroke-dasharray=\"4 3\" d=\"M{x} -2V{HEIGHT}\"/>\
         <text class=\"label\" x=\"{x}\" y=\"-6\">mean {mean:.2}</text>"
    )
}

/// The mean distance of at least one board.
fn mean(counts: &[u64]) -> f64 {
    let boards: u128 = counts.iter().map(|&count| u128::from(count)).sum();
    let steps = (0_u128..)
        .zip(counts)
        .map(|(distance, &count)| distance * u128::from(count));
    steps.sum::<u128>() as f64 / boards as f64
}
