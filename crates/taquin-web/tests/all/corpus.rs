//! The corpus of requests and answers that every way to the API shares; `tests/api` sends it over HTTP and to WebAssembly.

use super::ask;
use serde_json::{Value, json};
use std::time::Duration;
use taquin_web::api::{Api, Call, Limits};

/// What depends on the machine.
const LEFT_OUT: [&str; 2] = ["seconds", "peak_bytes"];

fn comparable(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(comparable).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            let kept = fields.filter(|(name, _)| !LEFT_OUT.contains(&name.as_str()));
            kept.map(|(name, value)| (name, comparable(value)))
                .collect()
        }
        // JavaScript, which wrote the corpus, has one kind of number: 3.0 is 3 there.
        Value::Number(number) => match number.as_f64() {
            Some(float) if float.fract() == 0.0 && number.is_f64() => json!(float as i64),
            _ => Value::Number(number),
        },
        value => value,
    }
}

#[test]
fn the_corpus_has_the_same_answers_without_a_server() {
    let corpus = include_str!("../../../../tests/api/corpus.json");
    let corpus: Vec<Value> = serde_json::from_str(corpus).unwrap();
    assert!(corpus.len() > 40);
    let limits = Limits {
        time: Duration::from_secs(600),
        memory: 512 << 20,
    };
    // In order: tables that a search leaves change the counts of the next one.
    let api = Api::new(limits, taquin::Tables::default());
    for case in corpus {
        let call = Call::from_name(case["call"].as_str().unwrap()).unwrap();
        let (field, answer) = match ask(&api, call, &case["request"]) {
            Ok(answer) => ("answer", answer),
            Err(error) => ("error", serde_json::from_slice(&error.json()).unwrap()),
        };
        assert_eq!(comparable(answer), case[field], "{}", case["name"]);
    }
}
