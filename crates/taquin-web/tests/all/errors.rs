//! Errors name the field and its value, in words for the client: no options of the command line, no parser's vocabulary.

use super::{api, ask, openapi, resolve};
use serde_json::{Map, Value, json};
use taquin_web::api::{ApiError, Call, ErrorKind};

/// The vocabulary of clap, serde and Rust.
const FOREIGN: [&str; 18] = [
    "--",
    "invalid type",
    "invalid value",
    "invalid length",
    "invalid digit",
    "missing field",
    "unknown variant",
    "did not match",
    "expected one of",
    "expected a",
    "expected struct",
    "expected value",
    "line 1 column",
    "u32",
    "u64",
    "Some(",
    "None",
    "os error",
];

pub(super) fn check(error: &ApiError, field: &str, what: &str) {
    let errors = error.errors();
    assert!(
        errors[0].starts_with(&format!("{field}: ")),
        "{what}: {errors:?}"
    );
    for foreign in FOREIGN {
        let is_there = errors.iter().any(|error| error.contains(foreign));
        assert!(!is_there, "{what}: {foreign:?} in {errors:?}");
    }
}

/// Every field of a call, with its schema, and a request that is valid.
pub(super) fn fields(
    description: &Value,
    call: Call,
) -> (Vec<(String, Value)>, Map<String, Value>) {
    let path = &description["paths"][call.path()];
    if call.is_get() {
        let parameters = path["get"]["parameters"].as_array();
        let fields = parameters.into_iter().flatten().map(|parameter| {
            let name = parameter["name"].as_str().unwrap().to_string();
            (name, resolve(description, &parameter["schema"]).clone())
        });
        let mut valid = Map::new();
        if call == Call::Census {
            valid.insert("shape".into(), json!("2x3"));
        }
        return (fields.collect(), valid);
    }
    let body = &path["post"]["requestBody"]["content"]["application/json"];
    let schema = resolve(description, &body["schema"]);
    let properties = schema["properties"].as_object().unwrap();
    let fields = properties
        .iter()
        .map(|(name, schema)| (name.clone(), resolve(description, schema).clone()));
    (
        fields.collect(),
        body["example"].as_object().unwrap().clone(),
    )
}

/// Values that a field must not have.
fn wrong_values(schema: &Value) -> Vec<Value> {
    let mut values = vec![json!({}), json!({"a": 1}), Value::Null, json!([[{}]])];
    values.extend(match schema["type"].as_str() {
        Some("boolean") => vec![json!("yes"), json!(1), json!("")],
        Some("integer") => vec![
            json!(-1),
            json!(0.5),
            json!(1e30),
            json!("3"),
            json!(true),
            json!(1e-3),
        ],
        Some("number") => vec![json!(-1), json!(0.5), json!(1e300), json!("3"), json!(true)],
        // Texts of notations, names, shapes, times, boards and moves.
        _ => vec![json!("nonsense!"), json!(7), json!(true), json!(-0.5)],
    });
    values
}

#[test]
fn every_wrong_value_of_every_field_is_named() {
    let (api, description) = (api(), openapi());
    let mut walked = 0;
    for call in Call::ALL {
        let (fields, valid) = fields(&description, call);
        assert!(
            ask(&api, call, &Value::Object(valid.clone())).is_ok(),
            "{call:?}"
        );
        for (name, schema) in fields {
            for wrong in wrong_values(&schema) {
                let mut request = valid.clone();
                if call == Call::Write && name == "moves" {
                    // Moves and boards are written by different requests.
                    request.remove("to");
                }
                request.insert(name.clone(), wrong);
                let request = Value::Object(request);
                let what = format!("{call:?} {request}");
                let error = ask(&api, call, &request).expect_err(&what);
                assert_eq!(error.kind(), ErrorKind::BadInput, "{what}");
                check(&error, &name, &what);
                walked += 1;
            }
        }
        let mut request = valid.clone();
        request.insert("boardd".into(), json!(1));
        let error = ask(&api, call, &Value::Object(request)).unwrap_err();
        check(&error, "boardd", &format!("{call:?}"));
        assert!(error.errors()[0].starts_with("boardd: unknown field; "));
    }
    assert!(walked > 400, "only {walked} wrong values");
}

/// Call, request, the field that the error names, a part of its text.
#[test]
fn fields_that_do_not_fit_each_other_are_named() {
    let large = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 24 0";
    let cases = [
        (Call::Solve, json!({}), "start", "required"),
        (
            Call::Solve,
            json!({"start": "1 2 3 4 5 0"}),
            "start",
            "6 cells do not make a square",
        ),
        (
            Call::Solve,
            json!({"start": "1\n0"}),
            "start",
            "choose one with the field `as`",
        ),
        (
            Call::Solve,
            json!({"start": "1 1/2 0"}),
            "start",
            "line 1, column 3: tile 1 appears twice",
        ),
        (
            Call::Solve,
            json!({"start": "112-", "as": "nine"}),
            "start",
            "label `1` appears twice",
        ),
        (
            Call::Solve,
            json!({"start": "1 2 3 b\n1 2 b 3", "goal": "last"}),
            "goal",
            "leave it out",
        ),
        (
            Call::Solve,
            json!({"start": "1 2/3 0", "goal": "1 2 3 b\n1 2 b 3"}),
            "goal",
            "not two",
        ),
        (
            Call::Solve,
            json!({"start": "1 2/3 0", "goal": [[1, 2, 3], [4, 5, 0]]}),
            "goal",
            "2×3, not 2×2",
        ),
        (
            Call::Solve,
            json!({"start": large, "heuristic": "max"}),
            "heuristic",
            "up to 16 cells",
        ),
        (
            Call::Solve,
            json!({"start": large, "algorithm": "table"}),
            "algorithm",
            "up to 9 cells",
        ),
        (
            Call::Solve,
            json!({"start": large, "metric": "mtm", "all_optimal": true}),
            "metric",
            "up to 16 cells",
        ),
        (
            Call::Solve,
            json!({"start": "1 2/3 0", "metric": "mtm", "algorithm": "astar"}),
            "metric",
            "leave algorithm",
        ),
        (
            Call::Solve,
            json!({"start": "1 2/3 0", "metric": "mtm", "all_optimal": true, "algorithm": "table"}),
            "all_optimal",
            "found by a search",
        ),
        (
            Call::Solve,
            json!({"start": "1 2/3 0", "algorithm": "greedy", "all_optimal": true}),
            "all_optimal",
            "greedy does not",
        ),
        (
            Call::Solve,
            json!({"start": "1 2/3 0", "effort": 1, "algorithm": "idastar"}),
            "effort",
            "not with idastar",
        ),
        (
            Call::Solve,
            json!({"start": "1 2/3 0", "algorithm": "bfs", "heuristic": "md"}),
            "heuristic",
            "no effect with `algorithm` bfs",
        ),
        (
            Call::Solve,
            json!({"start": "1 2/3 0", "weight": 2}),
            "weight",
            "only with `algorithm` weighted-astar",
        ),
        (
            Call::Trace,
            json!({"start": "1 2/3 0", "weight": 2, "algorithm": "astar"}),
            "weight",
            "only with `algorithm` weighted-astar",
        ),
        (
            Call::Solve,
            json!({"start": "1 2/3 0", "effort": 1, "time": "1s"}),
            "effort",
            "combined with time",
        ),
        (
            Call::Solve,
            json!({"start": "1 2/3 0", "list": 1}),
            "list",
            "needs all_optimal",
        ),
        (
            Call::Verify,
            json!({"start": "1 2/3 0"}),
            "moves",
            "required",
        ),
        (
            Call::Generate,
            json!({"size": 3, "shape": "3x3"}),
            "size",
            "combined with shape",
        ),
        (
            Call::Generate,
            json!({"walk": 3, "hardest": true}),
            "walk",
            "combined with hardest",
        ),
        (
            Call::Generate,
            json!({"walk": 3, "optimal_length": 3}),
            "walk",
            "combined with optimal_length",
        ),
        (
            Call::Generate,
            json!({"unsolvable": true, "optimal_length": 3}),
            "optimal_length",
            "with unsolvable",
        ),
        (
            Call::Generate,
            json!({"hardest": true, "optimal_length": 3}),
            "optimal_length",
            "with hardest",
        ),
        (
            Call::Generate,
            json!({"hardest": true, "unsolvable": true}),
            "hardest",
            "with unsolvable",
        ),
        (
            Call::Generate,
            json!({"unique": true, "unsolvable": true}),
            "unique",
            "with unsolvable",
        ),
        (
            Call::Generate,
            json!({"unique": true, "walk": 3}),
            "unique",
            "with walk",
        ),
        (
            Call::Generate,
            json!({"solve": true, "unsolvable": true}),
            "solve",
            "with unsolvable",
        ),
        (
            Call::Generate,
            json!({"metric": "mtm"}),
            "metric",
            "requires `optimal_length`",
        ),
        (
            Call::Generate,
            json!({"metric": "mtm", "unique": true, "hardest": true}),
            "unique",
            "single-tile metric",
        ),
        (
            Call::Generate,
            json!({"unique": true, "size": 5}),
            "unique",
            "up to 16 cells",
        ),
        (Call::Generate, json!({"size": 11}), "size", "121 cells"),
        (
            Call::Generate,
            json!({"shape": "1x1", "unsolvable": true}),
            "unsolvable",
            "every board of 1×1 can be solved",
        ),
        (
            Call::Generate,
            json!({"shape": "1x2", "unsolvable": true, "walk": 3}),
            "unsolvable",
            "every board of 1×2 can be solved",
        ),
        (
            Call::Generate,
            json!({"size": 3, "optimal_length": 32}),
            "optimal_length",
            "than 31 moves",
        ),
        (
            Call::Generate,
            json!({"size": 4, "optimal_length": 81}),
            "optimal_length",
            "than 80 moves",
        ),
        (
            Call::Generate,
            json!({"size": 5, "optimal_length": 20}),
            "optimal_length",
            "up to 16 cells",
        ),
        (
            Call::Generate,
            json!({"size": 5, "hardest": true}),
            "hardest",
            "up to 16 cells",
        ),
        (
            Call::Generate,
            json!({"shape": "3x5", "hardest": true}),
            "hardest",
            "are not known",
        ),
        (
            Call::Generate,
            json!({"size": 3, "unique": true, "hardest": true}),
            "unique",
            "single shortest solution",
        ),
        (
            Call::Generate,
            json!({"hardest": true, "shape": "3x4"}),
            "shape",
            "of memory",
        ),
        (Call::Census, json!({"shape": "3x4"}), "shape", "at most 10"),
        (
            Call::Census,
            json!({"shape": "3x3", "goal": "1 2/3 0"}),
            "goal",
            "2×2, not 3×3",
        ),
        (
            Call::Trace,
            json!({"start": "1 2/3 0", "algorithm": "beam"}),
            "algorithm",
            "no queue",
        ),
        (
            Call::Trace,
            json!({"start": "1 2/3 0", "algorithm": "bidirectional"}),
            "algorithm",
            "cannot show bidirectional searches",
        ),
        (
            Call::Trace,
            json!({"start": large, "heuristic": "pdb"}),
            "heuristic",
            "at most 16 cells",
        ),
        (
            Call::Write,
            json!({"start": "1 2/3 0", "moves_as": "tile"}),
            "moves",
            "required with",
        ),
        (
            Call::Write,
            json!({"start": "1 2/3 0", "moves": "U", "to": "grid"}),
            "to",
            "moves_as",
        ),
        (
            Call::Write,
            json!({"start": "1 2/3 0", "moves": "RR", "moves_as": "numbers"}),
            "moves",
            "cannot be made",
        ),
        (
            Call::Write,
            json!({"start": "1 2 3/4 5 0", "to": "princeton"}),
            "to",
            "square",
        ),
    ];
    let api = api();
    for (call, request, field, text) in cases {
        let what = format!("{call:?} {request}");
        let error = ask(&api, call, &request).expect_err(&what);
        check(&error, field, &what);
        assert!(
            error.errors()[0].contains(text),
            "{what}: {:?}",
            error.errors()
        );
    }
}
