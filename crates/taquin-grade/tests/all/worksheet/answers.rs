//! Every answer in the key, over many seeds, compared with a slow computation that uses nothing of the library.

use super::options;
use super::slow::{Slow, astar};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;
use taquin::{HeuristicKind, Move};
use taquin_grade::worksheet::admissible::Candidate;
use taquin_grade::worksheet::counting::Quantity;
use taquin_grade::worksheet::{Exercise, Level, Maker, Topic};

/// The distance of every 3×3 board from the goal.
static NINE: LazyLock<HashMap<Slow, u32>> = LazyLock::new(|| Slow::goal(3, 3).within(u32::MAX));

/// Runs a check on exercises of one topic, of every level and of many seeds.
fn each(topic: Topic, seeds: u64, mut check: impl FnMut(&Exercise, Level)) {
    let mut maker = Maker::default();
    for level in Level::ALL {
        for seed in 0..seeds {
            for exercise in &maker
                .sheet(&options(&[topic], 2, level), seed, None)
                .exercises
            {
                check(exercise, level);
            }
        }
    }
}

fn factorial(n: u128) -> u128 {
    (1..=n).product()
}

/// The sequences of moves from a board, all or without those that undo a move.
fn sequences(board: &Slow, depth: u32, last: Option<char>, may_undo: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let undoes = |letter| {
        matches!(
            (last, letter),
            (Some('U'), 'D') | (Some('D'), 'U') | (Some('L'), 'R') | (Some('R'), 'L')
        )
    };
    let next = board.next().into_iter();
    let next = next.filter(|&(letter, _)| may_undo || !undoes(letter));
    next.map(|(letter, board)| sequences(&board, depth - 1, Some(letter), may_undo))
        .sum()
}

/// The number of moves that each cell of the blank allows.
fn moves_by_cell(rows: u32, cols: u32) -> Vec<usize> {
    let goal = Slow::goal(rows, cols);
    let with_blank_at = |cell: usize| {
        let mut board = goal.clone();
        board.tiles.swap(cell, goal.tiles.len() - 1);
        board.next().len()
    };
    (0..goal.tiles.len()).map(with_blank_at).collect()
}

#[test]
fn counts_are_those_of_enumeration() {
    let mut reached = HashMap::new();
    each(Topic::Counting, 30, |exercise, _| {
        let Exercise::Counting(posed) = exercise else {
            panic!("another topic")
        };
        let given = &posed.given;
        let (rows, cols) = (given.rows, given.cols);
        let cells = u128::from(rows * cols);
        let solvable: u128 = match cells {
            ..10 => *reached
                .entry((rows, cols))
                .or_insert_with(|| Slow::goal(rows, cols).within(u32::MAX).len() as u128),
            _ => factorial(cells) / 2,
        };
        let moves = moves_by_cell(rows, cols);
        let sum: usize = moves.iter().sum();
        for (quantity, value) in given.ask.iter().zip(&posed.answer.values) {
            let expected = match quantity {
                Quantity::Boards => factorial(cells).to_string(),
                Quantity::Solvable => solvable.to_string(),
                Quantity::SolvableWithTheBlankAtACell => (solvable / cells).to_string(),
                // All have the same size.
                Quantity::Groups => (factorial(cells) / solvable).to_string(),
                Quantity::Neighbours => (solvable / cells * sum as u128 / 2).to_string(),
                Quantity::CellsWithMoves => {
                    let with = |count| moves.iter().filter(|&&its| its == count).count();
                    let kinds = (1..=4).filter(|&count| with(count) > 0);
                    let kinds: Vec<String> = kinds
                        .map(|count| format!("{} with {count} moves", with(count)))
                        .collect();
                    kinds.join(", ")
                }
                Quantity::MeanMoves => format!("{:.2}", sum as f64 / cells as f64),
                Quantity::Sequences | Quantity::SequencesWithoutUndoing => {
                    let start = given.sequences.unwrap();
                    let mut board = Slow::goal(rows, cols);
                    let cell = (start.blank_row - 1) * cols + start.blank_col - 1;
                    board.tiles.swap(cell as usize, cells as usize - 1);
                    let may_undo = *quantity == Quantity::Sequences;
                    sequences(&board, start.depth, None, may_undo).to_string()
                }
            };
            assert_eq!(*value, expected, "{quantity:?} of {rows}×{cols}");
        }
    });
}

#[test]
fn reachability_is_that_of_a_search_and_of_a_sort() {
    let mut verdicts = HashSet::new();
    each(Topic::Reachability, 60, |exercise, level| {
        let Exercise::Reachability(posed) = exercise else {
            panic!("another topic")
        };
        let boards = &posed.given.boards;
        let (start, goal) = (Slow::of(&boards.start), Slow::of(&boards.goal));
        let is_reachable = start.can_reach(&goal);
        if goal == Slow::goal(3, 3) {
            assert_eq!(is_reachable, NINE.contains_key(&start));
        }
        assert_eq!(posed.answer.reachable, is_reachable, "{start:?}");
        verdicts.insert((level, is_reachable));
        for (board, disorder) in [
            (&start, &posed.answer.start_disorder),
            (&goal, &posed.answer.goal_disorder),
        ] {
            let mut terms = board.inversions();
            let blank = board.tiles.iter().position(|&tile| tile == 0).unwrap();
            if board.cols % 2 == 0 {
                terms[blank] = board.row_col(0).0 as u32 + 1;
            }
            assert_eq!(disorder.terms, terms, "{board:?}");
            assert_eq!(
                disorder.sum,
                terms.iter().map(|&term| u64::from(term)).sum::<u64>()
            );
            let parity = if disorder.sum % 2 == 0 { "even" } else { "odd" };
            assert_eq!(disorder.parity, parity);
        }
    });
    assert_eq!(verdicts.len(), 6, "both answers at every level");
}

#[test]
fn boards_of_two_by_two_are_all_that_moves_lead_to() {
    each(Topic::TwoByTwo, 40, |exercise, level| {
        let Exercise::TwoByTwo(posed) = exercise else {
            panic!("another topic")
        };
        let start = Slow::of(&posed.given.start);
        let known = start.within(u32::MAX);
        let boards = &posed.answer.reached;
        assert_eq!(boards.len(), known.len());
        let found: HashMap<Slow, u32> = boards
            .iter()
            .map(|reached| (Slow::of(&reached.board), reached.distance))
            .collect();
        assert_eq!(found, known);
        assert!(boards.is_sorted_by_key(|reached| reached.distance));
        let farthest = boards.last().unwrap();
        assert_eq!(posed.answer.farthest, *known.values().max().unwrap());
        let ways = Slow::of(&farthest.board).shortest_paths(&known);
        assert_eq!(posed.answer.optimal_solutions, ways);
        let other = posed.given.other.as_ref().map(|other| Slow::of(&other.0));
        assert_eq!(other.is_some(), level == Level::Hard);
        let is_reachable = other.map(|other| known.contains_key(&other));
        assert_eq!(posed.answer.reachable, is_reachable);
    });
}

#[test]
fn trees_are_those_of_breadth_first_search() {
    each(Topic::Tree, 40, |exercise, _| {
        let Exercise::Tree(posed) = exercise else {
            panic!("another topic")
        };
        // Boards with the number of the parent, the move and the level.
        let mut found = vec![(Slow::of(&posed.given.start), None, None, 0)];
        let mut parent = 0;
        while parent < found.len() && found[parent].3 < posed.given.depth {
            for (letter, next) in found[parent].0.next() {
                if found.iter().all(|(board, ..)| *board != next) {
                    found.push((next, Some(parent), Some(letter), found[parent].3 + 1));
                }
            }
            parent += 1;
        }
        let nodes = posed.answer.nodes.iter().map(|node| {
            let last = node.last.map(Move::letter);
            (Slow::of(&node.board), node.parent, last, node.depth)
        });
        assert!(nodes.eq(found.iter().cloned()), "{found:?}");
        let at = |depth| found.iter().filter(|its| its.3 == depth).count();
        let counts: Vec<usize> = (0..=posed.given.depth).map(at).collect();
        assert_eq!(posed.answer.boards_at_distance, counts);
    });
}

#[test]
fn estimates_are_those_of_the_definitions() {
    each(Topic::Heuristics, 40, |exercise, _| {
        let Exercise::Heuristics(posed) = exercise else {
            panic!("another topic")
        };
        let boards = &posed.given.boards;
        let (start, goal) = (Slow::of(&boards.start), Slow::of(&boards.goal));
        let kinds = posed.answer.estimates.iter().map(|(kind, _)| kind);
        assert!(kinds.eq(&posed.given.kinds));
        for (kind, estimate) in &posed.answer.estimates {
            let expected = match kind {
                HeuristicKind::Hamming => start.misplaced(&goal),
                HeuristicKind::Manhattan => start.manhattan(&goal),
                HeuristicKind::LinearConflict => start.linear_conflict(&goal),
                HeuristicKind::Gaschnig => start.gaschnig(&goal),
                other => panic!("{other} is not asked"),
            };
            assert_eq!(*estimate as usize, expected, "{kind} of {start:?}");
        }
        let steps = start.tiles.iter().map(|&tile| match tile {
            0 => 0,
            tile => {
                let (rows, cols) = start.way(&goal, tile);
                (rows + cols) as u32
            }
        });
        assert!(steps.eq(posed.answer.terms.iter().copied()));
    });
}

#[test]
fn traces_follow_the_rules_on_the_sheet() {
    each(Topic::AStar, 40, |exercise, level| {
        let Exercise::AStar(posed) = exercise else {
            panic!("another topic")
        };
        let boards = &posed.given.boards;
        let (start, goal) = (Slow::of(&boards.start), Slow::of(&boards.goal));
        let expected = astar(&start, &goal);
        assert_eq!(posed.answer.nodes.len(), expected.len(), "{start:?}");
        for ((number, node), queued) in (1..).zip(&posed.answer.nodes).zip(&expected) {
            assert_eq!(node.node, number);
            assert_eq!(Slow::of(&node.board), queued.board);
            assert_eq!((node.parent, node.step), (queued.parent, queued.step));
            assert_eq!(node.last.map(Move::letter), queued.last);
            let numbers = [node.g, node.h, node.f].map(|number| number as usize);
            assert_eq!(numbers, [queued.g, queued.h, queued.g + queued.h]);
        }
        assert_eq!(posed.answer.length, NINE[&start]);
        let steps = expected.iter().filter_map(|queued| queued.step).max();
        assert_eq!(Some(posed.answer.dequeued), steps);
        assert_eq!(posed.given.boards_are_given, level == Level::Easy);
    });
}

/// The formulas once more.
fn formula(candidate: Candidate, board: &Slow, goal: &Slow) -> f64 {
    let ways: Vec<(usize, usize)> = (1..9).map(|tile| board.way(goal, tile)).collect();
    let blank = board.way(goal, 0);
    let (manhattan, misplaced) = (board.manhattan(goal), board.misplaced(goal));
    let number = match candidate {
        Candidate::Misplaced => misplaced,
        Candidate::MisplacedWithBlank => {
            let pairs = board.tiles.iter().zip(&goal.tiles);
            pairs.filter(|(a, b)| a != b).count()
        }
        Candidate::TwiceMisplaced => misplaced * 2,
        Candidate::Manhattan => manhattan,
        Candidate::ManhattanWithBlank => manhattan + blank.0 + blank.1,
        Candidate::ManhattanPlusMisplaced => manhattan + misplaced,
        Candidate::HalfManhattan => manhattan / 2,
        Candidate::LongestWay => ways.iter().map(|(r, c)| r + c).max().unwrap(),
        Candidate::Euclidean => {
            return ways
                .iter()
                .map(|(r, c)| ((r * r + c * c) as f64).sqrt())
                .sum();
        }
        Candidate::Chebyshev => ways.iter().map(|&(r, c)| r.max(c)).sum(),
        Candidate::WrongRowsAndColumns => {
            ways.iter().filter(|way| way.0 > 0).count()
                + ways.iter().filter(|way| way.1 > 0).count()
        }
        Candidate::Inversions => board.inversions().iter().sum::<u32>() as usize,
        Candidate::ManhattanPlusPairs => {
            let mut pairs = 0;
            for a in 1..9 {
                for b in 1..9 {
                    let (here_a, here_b) = (board.row_col(a), board.row_col(b));
                    let (home_a, home_b) = (goal.row_col(a), goal.row_col(b));
                    let in_row = [here_b.0, home_a.0, home_b.0] == [here_a.0; 3];
                    pairs += usize::from(in_row && here_a.1 < here_b.1 && home_a.1 > home_b.1);
                }
            }
            manhattan + 2 * pairs
        }
        Candidate::One => 1,
        Candidate::BlankAlone => blank.0 + blank.1,
    };
    number as f64
}

#[test]
fn verdicts_on_heuristics_are_those_of_all_boards() {
    let goal = Slow::goal(3, 3);
    // For each formula, the distance of the nearest board that it overestimates.
    let nearest: HashMap<Candidate, Option<u32>> = Candidate::ALL
        .into_iter()
        .map(|candidate| {
            let above = NINE.iter().filter(|&(board, &distance)| {
                formula(candidate, board, &goal) > f64::from(distance) + 1e-9
            });
            (candidate, above.map(|(_, &distance)| distance).min())
        })
        .collect();
    let mut seen = HashSet::new();
    each(Topic::Admissible, 30, |exercise, _| {
        let Exercise::Admissible(posed) = exercise else {
            panic!("another topic")
        };
        for (&candidate, verdict) in posed.given.candidates.iter().zip(&posed.answer.verdicts) {
            seen.insert(candidate);
            assert_eq!(
                verdict.admissible,
                nearest[&candidate].is_none(),
                "{candidate:?}"
            );
            let distance = verdict.overestimate.as_ref().map(|found| found.distance);
            assert_eq!(distance, nearest[&candidate], "{candidate:?}");
            if let Some(found) = &verdict.overestimate {
                let board = Slow::of(&found.board);
                assert_eq!(NINE[&board], found.distance);
                assert_eq!(found.estimate, formula(candidate, &board, &goal));
            }
        }
        let admissible = posed
            .answer
            .verdicts
            .iter()
            .filter(|its| its.admissible)
            .count();
        assert!((1..posed.answer.verdicts.len()).contains(&admissible));
    });
    assert_eq!(seen.len(), Candidate::ALL.len(), "{seen:?}");
}

#[test]
fn shortest_solutions_are_shortest_and_all_counted() {
    let mut known: HashMap<Slow, HashMap<Slow, u32>> = HashMap::new();
    each(Topic::Shortest, 40, |exercise, _| {
        let Exercise::Shortest(posed) = exercise else {
            panic!("another topic")
        };
        let boards = &posed.given.boards;
        let (start, goal) = (Slow::of(&boards.start), Slow::of(&boards.goal));
        let distances = known.entry(goal.clone()).or_insert_with(|| goal.within(15));
        let answer = &posed.answer;
        assert_eq!(answer.length, distances[&start] as usize, "{start:?}");
        assert_eq!(answer.optimal_solutions, start.shortest_paths(distances));
        let listed: HashSet<&String> = answer.all_moves.iter().collect();
        assert_eq!(listed.len() as u64, answer.optimal_solutions.min(6));
        for moves in listed {
            assert_eq!(moves.len(), answer.length);
            assert_eq!(start.play(moves), goal, "{moves}");
        }
    });
}
