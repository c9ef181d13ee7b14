//! One table of names: what `openapi.json` and the page list is what the library's tables have.

use super::{api, ask, openapi};
use serde_json::{Value, json};
use taquin_web::api::{Call, ErrorKind, Names};

fn listed(value: &Value) -> Vec<&str> {
    let names = value.as_array().unwrap().iter();
    names.map(|name| name.as_str().unwrap()).collect()
}

#[test]
fn the_description_of_the_api_lists_the_names_of_the_library() {
    let (names, description) = (Names::all(), openapi());
    let schemas = &description["components"]["schemas"];
    let of = |schema: &str, field: &str| listed(&schemas[schema]["properties"][field]["enum"]);
    assert_eq!(of("SolveRequest", "algorithm"), names.algorithms);
    for request in ["SolveRequest", "TraceRequest"] {
        assert_eq!(of(request, "heuristic"), names.heuristics);
    }
    assert_eq!(of("WriteRequest", "to"), names.notations);
    assert_eq!(listed(&schemas["Notation"]["enum"]), names.notations);
    assert_eq!(listed(&schemas["Metric"]["enum"]), names.metrics);
    assert_eq!(listed(&schemas["Letters"]["enum"]), names.moves_as);
    assert_eq!(listed(&schemas["Goal"]["anyOf"][0]["enum"]), names.goals);
    let kinds = ErrorKind::ALL.map(ErrorKind::name);
    assert_eq!(of("Error", "status"), kinds);
}

#[test]
fn the_description_of_trace_lists_the_algorithms_that_it_takes() {
    let (api, description) = (api(), openapi());
    let taken = Names::all().algorithms.into_iter().filter(|algorithm| {
        let request = json!({"start": "1 2/0 3", "algorithm": algorithm});
        ask(&api, Call::Trace, &request).is_ok()
    });
    let schemas = &description["components"]["schemas"];
    let trace = &schemas["TraceRequest"]["properties"]["algorithm"]["enum"];
    assert_eq!(listed(trace), taken.collect::<Vec<_>>());
}

/// The keys of an object literal of the page.
fn keys(script: &str, object: &str) -> Vec<String> {
    let start = script.find(&format!("export const {object} = {{")).unwrap();
    let body = &script[start..];
    let body = &body[body.find('{').unwrap() + 1..body.find("};").unwrap()];
    let entries = body.split(',').filter_map(|entry| entry.split_once(':'));
    entries
        .map(|(key, _)| key.trim().trim_matches('"').to_string())
        .collect()
}

#[test]
fn the_page_offers_the_names_of_the_library() {
    let script = include_str!("../../page/solver-options.js");
    let names = Names::all();
    assert_eq!(keys(script, "ALGORITHMS"), names.algorithms);
    assert_eq!(keys(script, "HEURISTICS"), names.heuristics);
}

/// The strings of an array literal of the page.
fn items<'a>(script: &'a str, array: &str) -> Vec<&'a str> {
    let start = script.find(&format!("const {array} = [")).unwrap();
    let body = &script[start..];
    let body = &body[body.find('[').unwrap() + 1..body.find("];").unwrap()];
    body.split(',')
        .map(|item| item.trim().trim_matches('"'))
        .collect()
}

#[test]
fn the_page_knows_which_algorithms_have_no_heuristic() {
    let script = include_str!("../../page/solver-options.js");
    let (api, names) = (api(), Names::all());
    let is_refused = |algorithm: &&str| {
        let request = json!({"start": "1 2/0 3", "algorithm": algorithm, "heuristic": "manhattan"});
        ask(&api, Call::Solve, &request).is_err()
    };
    let refused: Vec<&str> = names.algorithms.into_iter().filter(is_refused).collect();
    assert_eq!(items(script, "UNINFORMED"), refused);
}

/// A new algorithm or heuristic is added to the page's panel, or to the names that it leaves out.
#[test]
fn the_panel_of_the_page_offers_what_trace_takes() {
    let script = include_str!("../../page/panel.js");
    let (api, names) = (api(), Names::all());
    for (array, field, all, left_out) in [
        (
            "TRACEABLE_ALGORITHMS",
            "algorithm",
            names.algorithms,
            ["auto", "bfs-from-goal"],
        ),
        (
            "TRACEABLE_HEURISTICS",
            "heuristic",
            names.heuristics,
            ["auto", "pdb"],
        ),
    ] {
        let is_taken = |name: &&str| {
            let request = json!({"start": "1 2/0 3", field: name});
            !left_out.contains(name) && ask(&api, Call::Trace, &request).is_ok()
        };
        let mut taken: Vec<&str> = all.into_iter().filter(is_taken).collect();
        let mut offered = items(script, array);
        taken.sort_unstable();
        offered.sort_unstable();
        assert_eq!(offered, taken, "{array}");
    }
}
