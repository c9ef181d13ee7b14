//! Searches with the caller's own partitions of the tiles.

use taquin::pdb::Partition;
use taquin::tools::generate::Generator;
use taquin::{
    Algorithm, Goal, HeuristicKind, Metric, OptionsError, Problem, Report, Search, Shape, Tables,
    Weight,
};

fn goal(side: u32) -> taquin::Board {
    Goal::Last.board(Shape::square(side).unwrap())
}

fn partition(side: u32, sizes: &[usize]) -> Partition {
    let goal = goal(side);
    Partition::in_order(goal.shape(), goal.blank(), sizes).unwrap()
}

fn searched(
    problem: &Problem,
    algorithm: Algorithm,
    partitions: &[Partition],
    tables: &Tables,
) -> Report {
    let search = Search::new(problem).algorithm(algorithm).tables(tables);
    search.partitions(partitions).run().unwrap()
}

fn length(report: &Report) -> usize {
    report.solution().unwrap().moves().len()
}

#[test]
fn solutions_are_shortest_with_one_to_four_partitions() {
    let all = [&[4, 4][..], &[5, 3], &[3, 3, 2], &[2, 2, 2, 2]].map(|sizes| partition(3, sizes));
    let tables = Tables::default();
    for seed in 1..=15 {
        let problem = Problem::new(Generator::new(seed).random(&goal(3)), goal(3)).unwrap();
        let table = Search::new(&problem).algorithm(Algorithm::Table);
        let shortest = length(&table.tables(&tables).run().unwrap());
        for count in 1..=all.len() {
            let partitions = &all[..count];
            let astar = searched(&problem, Algorithm::AStar, partitions, &tables);
            assert_eq!(length(&astar), shortest, "seed {seed}, {count} partitions");
            let idastar = searched(&problem, Algorithm::IdaStar, partitions, &tables);
            assert_eq!(
                length(&idastar),
                shortest,
                "seed {seed}, {count} partitions"
            );
            assert_eq!(idastar.lower_bound as usize, shortest);
            let weighted = Algorithm::WeightedAStar(Weight::DEFAULT);
            let weighted = searched(&problem, weighted, partitions, &tables);
            assert!(length(&weighted) <= 2 * shortest);
        }
    }
}

/// The maximum of more partitions is never smaller at the start, and is named.
#[test]
fn more_partitions_bound_better() {
    let problem = Problem::new("8 6 7/2 5 4/3 0 1".parse().unwrap(), Goal::Last).unwrap();
    let all = [&[4, 4][..], &[3, 5], &[2, 6]].map(|sizes| partition(3, sizes));
    let tables = Tables::default();
    let first = |count: usize| {
        let report = searched(&problem, Algorithm::IdaStar, &all[..count], &tables);
        (report.iterations[0].bound, report.heuristic_name())
    };
    let found = [1, 2, 3].map(first);
    assert!(found.is_sorted_by_key(|(bound, _)| *bound), "{found:?}");
    let names = found.map(|(_, name)| name);
    let expected = ["pdb 4-4", "pdb max(4-4, 3-5)", "pdb max(4-4, 3-5, 2-6)"];
    assert_eq!(names, expected);
}

#[test]
fn groups_in_order_are_the_tiles_in_order() {
    let goal = goal(4);
    let (shape, blank) = (goal.shape(), goal.blank());
    let cells: Vec<_> = shape.cells().collect();
    let groups = [&cells[..5], &cells[5..10], &cells[10..15]].map(<[_]>::to_vec);
    let expected = Partition::new(shape, blank, &groups).unwrap();
    assert_eq!(partition(4, &[5, 5, 5]), expected);
    for wrong in [&[5, 5][..], &[5, 5, 6], &[8, 8], &[9, 6], &[0, 15], &[]] {
        let wrong = Partition::in_order(shape, blank, wrong);
        assert!(wrong.is_err(), "{wrong:?}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let problem = Problem::new("1 2 3/4 0 6/7 5 8".parse().unwrap(), Goal::Last).unwrap();
    let four = [partition(3, &[4, 4])];
    let first = Goal::First.board(Shape::square(3).unwrap());
    let other = [Partition::in_order(first.shape(), first.blank(), &[4, 4]).unwrap()];
    let many: Vec<Partition> = vec![four[0].clone(); 5];
    let groups = [partition(3, &[2, 2, 2, 1, 1])];
    let refused = |search: Search<'_, '_>| search.run().unwrap_err();
    let search = || Search::new(&problem);
    for (error, is_count) in [
        (
            refused(search().algorithm(Algorithm::Bfs).partitions(&four)),
            false,
        ),
        (
            refused(search().heuristic(HeuristicKind::Max).partitions(&four)),
            false,
        ),
        (
            refused(search().metric(Metric::MultiTile).partitions(&four)),
            false,
        ),
        (refused(search().partitions(&other)), false),
        (refused(search().partitions(&many)), true),
        (refused(search().partitions(&groups)), true),
    ] {
        if is_count {
            assert!(
                matches!(error, OptionsError::TooManyGroups { .. }),
                "{error}"
            )
        } else {
            assert!(matches!(error, OptionsError::OwnPatterns), "{error}")
        }
    }
}
