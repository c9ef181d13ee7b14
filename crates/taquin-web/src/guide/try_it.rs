//! Links below the examples of the guide: the board of a command, in the view of the page that does the same.

use std::collections::BTreeMap;

/// A link, and its text.
pub(super) struct TryIt {
    pub(super) target: String,
    pub(super) label: &'static str,
}

/// The largest side of a board that the page shows.
const MAX_SIDE: usize = 10;
/// The largest board with a census in the page.
const MAX_CENSUS: usize = 10;

/// The link for the first command of a console example that has one.
pub(super) fn link(example: &str) -> Option<TryIt> {
    let commands = example
        .lines()
        .filter_map(|line| line.strip_prefix("$ taquin "));
    commands.filter_map(link_of_command).next()
}

fn link_of_command(command: &str) -> Option<TryIt> {
    let words = words(command);
    let (name, rest) = words.split_first()?;
    let mut options = BTreeMap::new();
    for pair in rest.windows(2) {
        if let Some(option) = pair[0].strip_prefix("--") {
            options.insert(option, pair[1].as_str());
        }
    }
    let option = |name: &str| options.get(name).copied();
    let with = |view: &str, label, parameters: &[(&str, Option<&str>)]| {
        let given = parameters
            .iter()
            .filter_map(|&(key, value)| Some((key, value?)));
        let query: Vec<String> = given
            .map(|(key, value)| format!("{key}={}", value.replace(' ', "+")))
            .collect();
        let target = format!("../index.html#{view}?{}", query.join("&amp;"));
        Some(TryIt { target, label })
    };
    let board = rest.iter().map(String::as_str).find(|word| is_board(word));
    match name.as_str() {
        "check" | "inspect" | "solve" | "verify" => {
            let parameters =
                ["goal", "algorithm", "heuristic", "metric"].map(|key| (key, option(key)));
            with(
                "solve",
                "Open in Solve",
                &[&[("board", Some(board?))][..], &parameters].concat(),
            )
        }
        "compare" | "trace" if !rest.iter().any(|word| word == "--twin") => {
            let algorithms = option("algorithm").unwrap_or("astar");
            let heuristics = option("heuristic").unwrap_or("manhattan");
            let first = |list: &str| list.split(',').next().unwrap_or_default().to_string();
            let last = |list: &str| list.rsplit(',').next().unwrap_or_default().to_string();
            let left = format!("{},{}", first(algorithms), first(heuristics));
            let right = format!("{},{}", last(algorithms), last(heuristics));
            let right = (right != left).then_some(right.as_str());
            let parameters = [
                ("board", Some(board?)),
                ("left", Some(left.as_str())),
                ("right", right),
            ];
            with("trace", "Open in Trace", &parameters)
        }
        "hint" => with("play", "Open in Play", &[("board", Some(board?))]),
        "census" => {
            let shape = rest.iter().find(|word| is_small_shape(word))?;
            let goal = option("goal").filter(|goal| !goal.contains('/'));
            let parameters = [
                ("shape", Some(shape.as_str())),
                ("goal", goal),
                ("metric", option("metric")),
            ];
            with("explore", "Open in Explore", &parameters)
        }
        _ => None,
    }
}

/// The words of a command as a shell separates them, up to a pipe or a redirection.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for letter in command.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            None if matches!(letter, '"' | '\'') => quote = Some(letter),
            None if matches!(letter, '|' | '>' | '&') => break,
            None if letter == ' ' => words.push(String::new()),
            _ => words.last_mut().expect("there is a word").push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether a word is a complete board in slash notation that the page can show.
fn is_board(word: &str) -> bool {
    let rows: Vec<Vec<usize>> = match word.split('/').map(row).collect() {
        Some(rows) => rows,
        None => return false,
    };
    let cols = rows[0].len();
    let mut tiles = rows.concat();
    tiles.sort_unstable();
    let is_rectangle = rows.iter().all(|row| row.len() == cols);
    let is_complete = tiles.iter().copied().eq(0..tiles.len());
    rows.len() > 1 && rows.len().max(cols) <= MAX_SIDE && is_rectangle && is_complete
}

fn row(text: &str) -> Option<Vec<usize>> {
    text.split(' ').map(|tile| tile.parse().ok()).collect()
}

/// Whether a word is a shape whose census the page can show.
fn is_small_shape(word: &str) -> bool {
    let sides = word.split_once('x');
    let sides = sides
        .and_then(|(rows, cols)| Some((rows.parse::<usize>().ok()?, cols.parse::<usize>().ok()?)));
    sides.is_some_and(|(rows, cols)| rows.min(cols) > 1 && rows * cols <= MAX_CENSUS)
}

#[cfg(test)]
mod tests {
    use super::link;

    #[test]
    fn examples_lead_to_the_view_that_does_the_same() {
        for (example, target) in [
            (
                "$ taquin solve \"8 1 3/4 0 2/7 6 5\" --metric mtm --brief | head -1",
                "solve?board=8+1+3/4+0+2/7+6+5&amp;metric=mtm",
            ),
            (
                "$ taquin trace \"0 1 3/4 2 5/7 8 6\" --algorithm idastar --steps 3",
                "trace?board=0+1+3/4+2+5/7+8+6&amp;left=idastar,manhattan",
            ),
            (
                "$ taquin compare '1 2/0 3' --algorithm astar,idastar --heuristic hamming,max",
                "trace?board=1+2/0+3&amp;left=astar,hamming&amp;right=idastar,max",
            ),
            ("$ taquin census 2x3 --plot", "explore?shape=2x3"),
            (
                "$ taquin count 3x3\n$ taquin hint '1 2/0 3'",
                "play?board=1+2/0+3",
            ),
        ] {
            let found = link(example).unwrap().target;
            assert_eq!(found, format!("../index.html#{target}"), "{example}");
        }
        for without in [
            "$ taquin census 4x4",
            "$ taquin check \"1 2/3 3\"",
            "$ taquin solve boards.txt",
            "1 2/3 0",
        ] {
            assert!(link(without).is_none(), "{without}");
        }
    }
}
