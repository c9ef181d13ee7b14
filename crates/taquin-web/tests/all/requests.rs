//! How requests are read: the names of fields, and bodies that are not requests.

use super::errors::{check, fields};
use super::{api, ask, openapi};
use serde_json::json;
use taquin_web::api::{Call, Request};

#[test]
fn the_fields_that_errors_list_are_those_of_the_description() {
    let (api, description) = (api(), openapi());
    for call in Call::ALL {
        let (fields, _) = fields(&description, call);
        let mut described: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
        described.sort_unstable();
        let error = ask(&api, call, &json!({"boardd": 1})).unwrap_err();
        let listed = error.errors()[0].split_once("the fields are ");
        let mut listed: Vec<&str> =
            listed.map_or_else(Vec::new, |(_, names)| names.split(", ").collect());
        listed.sort_unstable();
        assert_eq!(listed, described, "{call:?}");
    }
}

#[test]
fn earlier_names_of_fields_still_work() {
    let api = api();
    let solve = json!({"start": "1 2/0 3", "moves": "numbers"});
    assert_eq!(ask(&api, Call::Solve, &solve).unwrap()["moves"], "3");
    let write = json!({"start": "1 2/0 3", "moves": "L", "moves_to": "numbers"});
    assert_eq!(ask(&api, Call::Write, &write).unwrap()["moves"], "3");
    let twice = json!({"start": "1 2/0 3", "moves": "tile", "moves_as": "numbers"});
    let error = ask(&api, Call::Solve, &twice).unwrap_err();
    assert_eq!(error.errors(), ["moves_as: given twice"]);
    let wrong = json!({"start": "1 2/0 3", "moves": "letters"});
    check(
        &ask(&api, Call::Solve, &wrong).unwrap_err(),
        "moves",
        "solve",
    );
}

#[test]
fn names_may_be_written_in_any_case() {
    let request = json!({"start": "1 2/0 3", "as": "SLASH", "goal": "Spiral", "algorithm": "A*"});
    let answer = ask(&api(), Call::Solve, &request).unwrap();
    assert_eq!(answer["goal"], json!([1, 2, 0, 3]));
}

#[test]
fn a_misspelt_field_is_named_before_the_one_that_is_missing() {
    let error = ask(&api(), Call::Trace, &json!({"strat": "1 2/3 0"})).unwrap_err();
    let text = "strat: unknown field; the fields are start, goal, as, shape, algorithm, heuristic, weight, order, steps";
    assert_eq!(error.errors(), [text]);
}

#[test]
fn bodies_that_are_not_objects_are_described() {
    for (body, text) in [
        ("", "the body ends in the middle of a JSON value"),
        ("{\"start\":", "the body ends in the middle of a JSON value"),
        (
            "{\"start\" 1}",
            "the body is not valid JSON: see line 1, column 10",
        ),
        ("{}{}", "the body is not valid JSON: see line 1, column 3"),
        ("[]", "the body must be a JSON object"),
        ("null", "the body must be a JSON object"),
        ("7", "the body must be a JSON object"),
    ] {
        let error = Request::from_json(Call::Solve, body.as_bytes()).unwrap_err();
        assert_eq!(error.errors(), [text], "{body}");
    }
    let twice = [("shape", "2x2"), ("shape", "2x3")];
    let twice = twice.map(|(name, value)| (name.to_string(), value.to_string()));
    let error = Request::from_query(Call::Census, twice).unwrap_err();
    assert_eq!(error.errors(), ["shape: given twice"]);
}

#[test]
fn numbers_with_a_fraction_of_zero_are_whole() {
    let api = api();
    let request = json!({"size": 3.0, "count": 2.0, "seed": 1.0});
    let answer = ask(&api, Call::Generate, &request).unwrap();
    assert_eq!(answer["boards"].as_array().unwrap().len(), 2);
}
