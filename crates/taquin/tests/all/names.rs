//! Names of algorithms, heuristics, metrics, notations and goals: each is read back, synonyms are known, and no name means two things.

use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::str::FromStr;
use taquin::notation::Dialect;
use taquin::{Algorithm, Goal, HeuristicKind, Metric};

fn check<T>(all: &[T], names: impl Fn(T) -> &'static [&'static str])
where
    T: Copy + Debug + PartialEq + FromStr<Err: Debug + Display>,
{
    let mut seen: HashMap<String, T> = HashMap::new();
    for &variant in all {
        for name in names(variant) {
            assert_eq!(name.parse::<T>().unwrap(), variant, "{name}");
            let spelled = name.to_uppercase().replace('-', "_");
            assert_eq!(spelled.parse::<T>().unwrap(), variant, "{spelled}");
            let spaced = name.replace('-', " ");
            assert_eq!(spaced.parse::<T>().unwrap(), variant, "{spaced}");
            let key = name.replace('-', "");
            let other = seen.insert(key, variant);
            assert!(other.is_none(), "{name} is also a name of {other:?}");
        }
    }
    for wrong in ["", "-", "auto", "astar2"] {
        let error = wrong.parse::<T>().unwrap_err().to_string();
        let listed = all.iter().map(|&variant| names(variant)[0]);
        for name in listed {
            assert!(error.contains(name), "{error}");
        }
    }
}

#[test]
fn every_name_is_read_back_and_means_one_thing() {
    check(&Algorithm::ALL, Algorithm::names);
    check(&HeuristicKind::ALL, HeuristicKind::names);
    check(&Metric::ALL, Metric::names);
    check(&Dialect::ALL, Dialect::names);
    check(&Goal::ALL, Goal::names);
}

#[test]
fn the_first_name_is_printed() {
    fn check<T: Copy + Display>(all: &[T], names: impl Fn(T) -> &'static [&'static str]) {
        for &variant in all {
            assert_eq!(variant.to_string(), names(variant)[0]);
        }
    }
    check(&Algorithm::ALL, Algorithm::names);
    check(&HeuristicKind::ALL, HeuristicKind::names);
    check(&Metric::ALL, Metric::names);
    check(&Goal::ALL, Goal::names);
}

#[test]
fn the_synonyms_of_the_field_are_known() {
    for (name, algorithm) in [
        ("A*", Algorithm::AStar),
        ("a-star", Algorithm::AStar),
        ("A star", Algorithm::AStar),
        ("dijkstra", Algorithm::UniformCost),
        ("UCS", Algorithm::UniformCost),
        ("ida*", Algorithm::IdaStar),
        ("IDA-star", Algorithm::IdaStar),
        ("gbfs", Algorithm::Greedy),
        ("best-first", Algorithm::Greedy),
        ("bidi", Algorithm::Bidirectional),
        ("NBS", Algorithm::Bidirectional),
        ("construct", Algorithm::Construct),
    ] {
        assert_eq!(name.parse(), Ok(algorithm));
    }
    assert!(matches!(
        "wA*".parse(),
        Ok(Algorithm::WeightedAStar(weight)) if weight.get() == 2.0
    ));
    for (name, heuristic) in [
        ("none", HeuristicKind::Zero),
        ("blind", HeuristicKind::Zero),
        ("misplaced", HeuristicKind::Hamming),
        ("MD", HeuristicKind::Manhattan),
        ("lc", HeuristicKind::LinearConflict),
        ("linear_conflict", HeuristicKind::LinearConflict),
        ("wd", HeuristicKind::WalkingDistance),
        ("Pattern Database", HeuristicKind::Patterns),
    ] {
        assert_eq!(name.parse(), Ok(heuristic));
    }
    assert_eq!("single-tile".parse(), Ok(Metric::SingleTile));
    assert_eq!("MTM".parse(), Ok(Metric::MultiTile));
    assert_eq!("SLASH".parse(), Ok(Dialect::Slash));
    assert_eq!("Spiral".parse(), Ok(Goal::Snail));
}

#[test]
fn an_unknown_name_lists_the_known_ones() {
    let error = "bestfirst*".parse::<Algorithm>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "`bestfirst*` is not an algorithm; the algorithms are bfs, bfs-from-goal, uniform-cost, greedy, astar, \
         weighted-astar, idastar, bidirectional, table, beam, construct"
    );
}
