//! The cargo features: a command that was left out of the build says how to get it.

use crate::common::{check_cases, taquin};

/// The features with a command of each, and whether it is in this build.
const FEATURES: [(&str, bool, &[&str]); 6] = [
    (
        "cluster",
        cfg!(feature = "cluster"),
        &["cluster", "census", "2x2"],
    ),
    ("grade", cfg!(feature = "grade"), &["grade", "--list"]),
    (
        "grade",
        cfg!(feature = "grade"),
        &["worksheet", "--seed", "1"],
    ),
    ("play", cfg!(feature = "play"), &["play", "--size", "3"]),
    (
        "play",
        cfg!(feature = "play"),
        &["solve", "1 2/0 3", "--watch"],
    ),
    ("serve", cfg!(feature = "serve"), &["serve", "--port", "0"]),
];

#[test]
fn a_command_that_is_not_in_the_build_names_its_feature() {
    for (feature, is_built, args) in FEATURES {
        let help = taquin(&["--help"]).stdout;
        let command = args[0];
        let is_listed = help.contains(&format!("\n  {command} "));
        // Only an option of `solve` needs a feature.
        assert_eq!(is_listed, is_built || command == "solve", "{command}");
        if !is_built {
            let advice = format!("--features {feature}");
            check_cases(&[(args, 2, "", &advice)]);
        }
    }
}

#[test]
fn every_build_solves() {
    check_cases(&[(
        &["solve", "1 2 3/4 0 6/7 5 8", "--brief"],
        0,
        "1 2 3/4 0 6/7 5 8: 2\n",
        "",
    )]);
}
