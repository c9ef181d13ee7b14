//! Pictures and pages: well-formed, true to the solution, and refused where they would be too large.

use crate::common::{Case, check_cases, fault, run, taquin};
use serde_json::Value;
use std::iter;
use std::path::Path;
use taquin::notation::{read_any, read_moves};
use taquin::{Board, Goal, Metric, Problem, Solution};
use taquin_app::output::svg::{Extent, Scale, histogram};
use taquin_app::output::text;

const SMALL: &str = "3 1/0 2";
const BOARD: &str = "8 1 3/4 0 2/7 6 5";

/// Arguments, and the golden file with their output.
const GOLDEN: &[(&[&str], &str)] = &[
    (&["convert", SMALL, "--svg"], "board.svg"),
    (&["solve", SMALL, "--svg"], "strip.svg"),
    (&["solve", SMALL, "--animate"], "animation.svg"),
    (&["tree", SMALL, "--depth", "2", "--svg"], "tree.svg"),
    (&["census", "2x3", "--svg"], "histogram.svg"),
    (&["census", "2x3", "--svg", "--log"], "histogram-log.svg"),
];

/// The golden picture; `cargo test` prints the command that creates a new one.
fn golden(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    std::fs::read_to_string(path.join(file)).unwrap_or_default()
}

fn drawn(args: &[&str]) -> String {
    let run = taquin(args);
    assert_eq!(run.code, 0, "{args:?}\n{}", run.stderr);
    run.stdout
}

#[test]
fn pictures_equal_the_golden_files() {
    for (args, file) in GOLDEN {
        assert!(
            drawn(args) == golden(file),
            "tests/golden/{file} differs from: taquin {args:?}"
        );
    }
}

#[test]
fn a_page_is_its_template_with_the_solution() {
    let page = include_str!("../../../taquin-app/src/output/html/replay.html");
    let data = r#"{"rows":2,"cols":2,"start":[3,1,0,2],"moves":"DLU","steps":"moves","slides":3,"is_optimal":true}"#;
    let expected = page.replace("{{solution}}", data);
    assert!(drawn(&["solve", SMALL, "--html"]) == expected);
}

#[test]
fn malformed_markup_is_found() {
    for wrong in [
        "<a>",
        "<a></b>",
        "</a>",
        "<a b=\"></a>",
        "1 < 2",
        "a > b",
        "&b;",
    ] {
        assert!(fault(wrong).is_some(), "{wrong}");
    }
}

#[test]
fn pictures_and_pages_are_well_formed() {
    let cases: &[&[&str]] = &[
        &["convert", BOARD, "--svg"],
        &["convert", "0", "--svg"],
        &["convert", "1 0", "--shape", "1x2", "--svg"],
        &["solve", BOARD, "--svg"],
        &["solve", BOARD, "--svg", "--moves", "numbers"],
        &["solve", BOARD, "--animate"],
        &["solve", BOARD, "--html"],
        &["solve", BOARD, "--html", "--metric", "mtm"],
        &[
            "solve", BOARD, "--svg", "--metric", "mtm", "--moves", "numbers",
        ],
        &["solve", "1 2/3 0", "--svg"],
        &["solve", "1 2/3 0", "--animate"],
        &["solve", "0", "--html"],
        &["tree", BOARD, "--svg"],
        &["census", "3x3", "--svg"],
        &["census", "2x4", "--svg", "--log", "--metric", "mtm"],
        &["census", "1x1", "--svg"],
    ];
    for args in cases {
        let text = drawn(args);
        assert_eq!(fault(&text), None, "{args:?}");
        // Nothing comes from elsewhere.
        let text = text.replace("http://www.w3.org/2000/svg", "");
        for elsewhere in ["http:", "https:", "url(", "@import", "src="] {
            assert!(!text.contains(elsewhere), "{args:?} has {elsewhere}");
        }
    }
}

fn solution(board: &str, metric: Metric) -> (Board, Solution) {
    let args = ["solve", board, "--json", "--metric", metric.name()];
    let found: Value = serde_json::from_str(&drawn(&args)).unwrap();
    let start = read_any(board.as_bytes(), None).unwrap().start;
    let problem = Problem::new(start.clone(), Goal::Last.board(start.shape())).unwrap();
    let moves = read_moves(found["moves"].as_str().unwrap(), &start).unwrap();
    (start, problem.certify(moves).unwrap())
}

/// The numbers in the text elements of a part of a picture.
fn numbers(part: &str) -> Vec<u32> {
    let texts = part.split("<text x=").skip(1);
    let number = |text: &str| text[text.find('>').unwrap() + 1..text.find('<').unwrap()].parse();
    texts.map(|text| number(text).unwrap()).collect()
}

/// Boards, each with both metrics.
fn with_metrics<'a>(boards: &'a [&'a str]) -> impl Iterator<Item = (&'a str, Metric)> {
    let with = |&board| Metric::ALL.map(|metric| (board, metric));
    boards.iter().flat_map(with)
}

#[test]
fn a_strip_shows_every_board_of_the_solution() {
    let boards = [
        SMALL,
        BOARD,
        "1 2/3 0",
        "0 1 2/3 4 5",
        "0 1 2/",
        "3 5 6 7/12 9 4 13/11 14 0 2/1 10 8 15",
    ];
    for (board, metric) in with_metrics(&boards) {
        let strip = drawn(&["solve", board, "--svg", "--metric", metric.name()]);
        let shown: Vec<Vec<u32>> = strip
            .split("<g class=\"board\"")
            .skip(1)
            .map(numbers)
            .collect();
        let (start, solution) = solution(board, metric);
        let without_blank = |board: Board| -> Vec<u32> {
            let tiles = board.tiles().iter().filter(|tile| !tile.is_blank());
            tiles.map(|tile| tile.number()).collect()
        };
        let steps = solution.steps(metric).map(|(_, board)| board);
        let boards: Vec<Vec<u32>> = iter::once(start).chain(steps).map(without_blank).collect();
        assert_eq!(shown, boards);
        assert_eq!(boards.len(), metric.length(solution.moves()) + 1);
        // Every tile that moves is marked once per step.
        let marked = strip.matches("class=\"moved\"").count();
        assert_eq!(marked, solution.moves().len());
    }
}

/// When a tile comes to a place, until when it stays, and where that is.
type Stay = (f64, f64, (u32, u32));

/// The stays of a tile in an animation; none if it never moves.
fn stays(animation: &str, tile: u32) -> Option<Vec<Stay>> {
    let frames = animation
        .split_once(&format!("@keyframes tile{tile} {{"))?
        .1;
    let frames = frames.lines().next().unwrap();
    let stays = frames.split('}').filter_map(|frame| frame.split_once('{'));
    let stay = |(times, place): (&str, &str)| {
        let times = times.replace('%', "");
        let (from, until) = times.trim().split_once(',').unwrap();
        let place = place.replace("px", "").replace(['(', ')', ' '], "");
        let (x, y) = place
            .split_once("translate")
            .unwrap()
            .1
            .split_once(',')
            .unwrap();
        let corner = (x.parse().unwrap(), y.parse().unwrap());
        (from.parse().unwrap(), until.parse().unwrap(), corner)
    };
    Some(stays.map(stay).collect())
}

#[test]
fn an_animation_goes_from_board_to_board_and_ends_at_the_goal() {
    let boards = [SMALL, BOARD, "3 5 6 7/12 9 4 13/11 14 0 2/1 10 8 15"];
    for (board, metric) in with_metrics(&boards) {
        let animation = drawn(&["solve", board, "--animate", "--metric", metric.name()]);
        let (start, solution) = solution(board, metric);
        let shape = start.shape();
        let corner = |cell| (3 + 24 * shape.col(cell), 3 + 24 * shape.row(cell));
        let stays: Vec<Vec<Stay>> = (0..)
            .zip(start.places())
            .map(|(tile, cell)| {
                stays(&animation, tile).unwrap_or_else(|| vec![(0.0, 100.0, corner(cell))])
            })
            .collect();
        let mut arrivals: Vec<f64> = stays.iter().flatten().map(|stay| stay.0).collect();
        arrivals.sort_by(f64::total_cmp);
        assert_eq!(arrivals.len(), shape.area() + solution.moves().len());
        // All tiles are present at the beginning, and then those of one step arrive together.
        arrivals.dedup();
        assert_eq!(arrivals.len(), metric.length(solution.moves()) + 1);
        let steps = solution.steps(metric).map(|(_, board)| board);
        for (time, board) in arrivals.iter().zip(iter::once(start).chain(steps)) {
            for (stays, cell) in stays.iter().zip(board.places()).skip(1) {
                let here = stays.iter().find(|stay| (stay.0..=stay.1).contains(time));
                assert_eq!(
                    here.map(|stay| stay.2),
                    Some(corner(cell)),
                    "{time} {stays:?}"
                );
            }
        }
        // The goal stays for a while.
        assert!(arrivals.last().is_some_and(|&last| last < 95.0));
        assert!(
            stays
                .iter()
                .flatten()
                .filter(|stay| stay.1 == 100.0)
                .count()
                == shape.area()
        );
    }
}

#[test]
fn a_page_contains_the_solution() {
    for (metric, steps) in [("stm", "moves"), ("mtm", "slides")] {
        let page = drawn(&["solve", BOARD, "--html", "--metric", metric]);
        let data = page.split_once("id=\"solution\">").unwrap().1;
        let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
        let start = read_any(BOARD.as_bytes(), None).unwrap().start;
        let problem = Problem::new(start.clone(), Goal::Last.board(start.shape())).unwrap();
        let moves = read_moves(data["moves"].as_str().unwrap(), &start).unwrap();
        assert!(problem.certify(moves).is_ok());
        assert_eq!(
            data["start"],
            serde_json::json!([8, 1, 3, 4, 0, 2, 7, 6, 5])
        );
        assert_eq!(data["steps"], steps);
        assert_eq!(data["is_optimal"], true);
    }
    // A greedy solution is not known to be a shortest one.
    let page = drawn(&["solve", BOARD, "--html", "-a", "greedy"]);
    assert!(page.contains("\"is_optimal\":false"));
}

#[test]
fn unsupported_pictures_are_refused() {
    let cases: &[Case<'_>] = &[
        (
            &["solve", BOARD, "--svg", "--json"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["solve", BOARD, "--svg", "--brief"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["solve", BOARD, "--svg", "--states"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["solve", BOARD, "--svg", "--html"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["solve", BOARD, "--animate", "--svg"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["solve", BOARD, "--html", "--all-optimal"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["solve", BOARD, "--html", "--moves", "blank"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["solve", "-", "--html", "--lines"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["solve", BOARD, SMALL, "--animate"],
            2,
            "",
            "--animate draws one board",
        ),
        (
            &["solve", "2 1 3/4 5 6/7 8 0", "--svg"],
            1,
            "",
            "unsolvable",
        ),
        (&["solve", "2 1 3/4 5 6/7 8 8", "--svg"], 4, "", "tile 8"),
        (
            &["solve", BOARD, "--html", "--max-length", "13"],
            3,
            "",
            "nothing to draw: not solved (max-length), at least 14 moves",
        ),
        (
            &["convert", BOARD, "--svg", "--to", "grid"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["convert", BOARD, "--svg", "--json"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["convert", BOARD, "--svg", "--moves", "U"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["convert", BOARD, SMALL, "--svg"],
            2,
            "",
            "--svg draws one board",
        ),
        (&["convert", "1 2/3 3", "--svg"], 4, "", "tile 3"),
    ];
    check_cases(cases);
}

#[test]
fn pictures_that_are_too_large_are_refused_before_the_search() {
    // How the board is made, what is drawn of it, and the way out.
    let cases: &[(&[&str], &[&str], &str)] = &[
        (&["--size", "101"], &["convert", "--svg"], "--to grid"),
        (
            &["--size", "101"],
            &["solve", "--html"],
            "remove it to print the moves",
        ),
        (&["--size", "20"], &["solve", "--svg"], "--html shows more"),
        (
            &["--size", "20"],
            &["solve", "--animate"],
            "--html shows more",
        ),
        (
            &["--size", "40"],
            &["solve", "--html"],
            "remove it to print the moves",
        ),
        (
            &["--size", "40"],
            &["solve", "--svg"],
            "remove it to print the moves",
        ),
        (
            &["--size", "100", "--walk", "100"],
            &["solve", "--svg"],
            "--animate and --html draw the board once",
        ),
        (
            &["--size", "100"],
            &["tree", "--depth", "4", "--svg"],
            "a smaller --depth",
        ),
        (
            &["--size", "101"],
            &["tree", "--depth", "0", "--svg"],
            "remove --svg to print text",
        ),
    ];
    for (made, command, advice) in cases {
        let made = [&["generate", "--seed", "1"], *made].concat();
        let board = drawn(&made);
        let args = [&command[..1], &["-"], &command[1..]].concat();
        let run = run(env!("CARGO_BIN_EXE_taquin"), &args, board.as_bytes());
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (2, ""),
            "{args:?} {}",
            run.stderr
        );
        assert!(run.stderr.contains(advice), "{args:?} {}", run.stderr);
    }
}

/// Boards of 2×3 at each distance.
const COUNTS: [u64; 22] = [
    1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1,
];

fn bars(title: &str, counts: &[u64], extent: Extent, scale: Scale) -> String {
    let mut out = Vec::new();
    histogram(&mut out, title, counts, extent, scale).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_histogram_shows_only_what_is_known() {
    let whole = bars("", &COUNTS, Extent::Whole, Scale::Linear);
    assert!(
        whole.contains(">mean 12.62<") && whole.contains(">farthest 21: 1 board<"),
        "{whole}"
    );
    assert!(whole.contains("<title>distance 14: 44 boards</title>"));
    // Nothing is drawn at distances without boards.
    let longer = bars("", &[1, 2, 0], Extent::Whole, Scale::Linear);
    assert!(longer.contains(">farthest 1: 2 boards<"), "{longer}");
    let begins = bars("", &COUNTS, Extent::Begins, Scale::Linear);
    assert!(!begins.contains(">mean ") && !begins.contains(">farthest "));
}

#[test]
fn any_counts_make_a_histogram_and_a_plot() {
    let cases: &[&[u64]] = &[
        &[],
        &[0],
        &[0, 0],
        &[1],
        &[u64::MAX; 3],
        &[1, u64::MAX],
        &[1; 500],
    ];
    for counts in cases {
        for scale in [Scale::Linear, Scale::Logarithm] {
            let drawn = bars("a < b & c", counts, Extent::Whole, scale);
            assert_eq!(fault(&drawn), None, "{counts:?}");
            assert_eq!(drawn.matches("class=\"all\"").count(), counts.len());
            assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
        }
        let mut out = Vec::new();
        text::plot(&mut out, counts, 0).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap().lines().count(),
            counts.len()
        );
    }
}

#[test]
fn a_plot_fits_into_its_width() {
    for width in [20, 40, 80] {
        let mut out = Vec::new();
        text::plot(&mut out, &COUNTS, width).unwrap();
        let plot = String::from_utf8(out).unwrap();
        let widest = plot.lines().map(|line| line.chars().count()).max();
        assert_eq!(widest, Some(width), "{plot}");
        assert!(
            plot.lines()
                .all(|line| line.ends_with(|char| ('█'..='▏').contains(&char)))
        );
    }
}
