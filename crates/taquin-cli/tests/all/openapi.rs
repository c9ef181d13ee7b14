//! The server behaves as `openapi.json` describes: each path and method answers as described, and there are no others.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use crate::common::http::{Answer, Server, head, post};
use serde_json::{Map, Value, json};

const METHODS: [&str; 6] = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

struct Description(Value);

impl Description {
    fn resolve<'a>(&'a self, value: &'a Value) -> &'a Value {
        match value["$ref"].as_str() {
            Some(path) => self.0.pointer(path.strip_prefix('#').unwrap()).unwrap(),
            None => value,
        }
    }

    /// Checks a value against a schema; only the keywords that our schemas use.
    fn check(&self, schema: &Value, value: &Value, at: &str) {
        let schema = self.resolve(schema);
        for (keyword, rule) in schema.as_object().unwrap() {
            match keyword.as_str() {
                "type" => assert!(
                    is_a(value, rule.as_str().unwrap()),
                    "{at}: {value} is not of type {rule}"
                ),
                "const" => assert_eq!(value, rule, "{at}"),
                "enum" => assert!(rule.as_array().unwrap().contains(value), "{at}: {value}"),
                "required" => {
                    for name in rule.as_array().unwrap() {
                        assert!(
                            value.get(name.as_str().unwrap()).is_some(),
                            "{at} has no {name}: {value}"
                        );
                    }
                }
                "properties" => {
                    for (name, inner) in rule.as_object().unwrap() {
                        if let Some(value) = value.get(name) {
                            self.check(inner, value, &format!("{at}.{name}"));
                        }
                    }
                }
                "items" => {
                    let items = value.as_array().unwrap();
                    items.iter().for_each(|item| self.check(rule, item, at));
                }
                "minimum" => assert!(value.as_f64() >= rule.as_f64(), "{at}: {value}"),
                "minItems" => assert!(
                    value.as_array().unwrap().len() as u64 >= rule.as_u64().unwrap(),
                    "{at}"
                ),
                "maxItems" => assert!(
                    value.as_array().unwrap().len() as u64 <= rule.as_u64().unwrap(),
                    "{at}"
                ),
                "description" | "examples" => {}
                other => panic!("{at}: the test does not know {other}"),
            }
        }
    }

    /// Checks that the operation describes the status, the content type and the body of an answer.
    fn answers(&self, operation: &Value, answer: &Answer, at: &str) {
        let status = answer.status.to_string();
        let described = operation["responses"].get(&status);
        let described = described.unwrap_or_else(|| panic!("{at}: {status} is not described"));
        let kinds = self.resolve(described)["content"].as_object().unwrap();
        let kind = answer.header("content-type").unwrap();
        let schema = kinds
            .get(kind)
            .unwrap_or_else(|| panic!("{at}: {kind} is not described"));
        if kind == "application/json" {
            self.check(&schema["schema"], &answer.json(), at);
        }
    }

    fn operations(&self) -> impl Iterator<Item = (&str, &str, &Value)> {
        let paths = self.0["paths"].as_object().unwrap();
        paths.iter().flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap();
            methods
                .iter()
                .map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
        })
    }
}

fn is_a(value: &Value, kind: &str) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        other => panic!("the test does not know {other}"),
    }
}

fn served(server: &Server) -> Description {
    let description = server.get("/api/1/openapi.json").json();
    let file = include_str!("../../../taquin-web/openapi.json");
    assert_eq!(description, serde_json::from_str::<Value>(file).unwrap());
    Description(description)
}

#[test]
fn every_operation_answers_as_described() {
    let server = Server::start(&[]);
    let description = served(&server);
    for (path, method, operation) in description.operations() {
        if method == "get" {
            let query = if path.ends_with("census") {
                "?shape=2x3"
            } else {
                ""
            };
            let answer = server.get(&format!("{path}{query}"));
            assert_eq!(answer.status, 200, "{path}: {}", answer.body);
            description.answers(operation, &answer, path);
            continue;
        }
        let body = &operation["requestBody"]["content"]["application/json"];
        let schema = description.resolve(&body["schema"]);
        assert_eq!(schema["additionalProperties"], json!(false), "{path}");
        let answer = server.post(path, &body["example"].to_string());
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        description.answers(operation, &answer, path);
        let kind = ["Content-Type: text/plain", "Content-Length: 0"];
        let refusals = [
            (400, server.post(path, r#"{"no such field":1}"#)),
            (413, server.post(path, &" ".repeat(300 << 10))),
            (415, server.send(&head("POST", path, &kind))),
            (
                403,
                server.send(&post(path, "{}", &["Origin: http://example.org"])),
            ),
        ];
        for (status, answer) in refusals {
            assert_eq!(answer.status, status, "{path}: {}", answer.body);
            description.answers(operation, &answer, path);
        }
        for name in schema["required"].as_array().into_iter().flatten() {
            let mut fields = body["example"].as_object().unwrap().clone();
            fields.remove(name.as_str().unwrap());
            let answer = server.post(path, &Value::Object(fields).to_string());
            assert_eq!(answer.status, 400, "{path} without {name}");
        }
    }
}

/// A field of the wrong type is rejected by name, which shows that the server knows every described field.
#[test]
fn every_described_field_is_known() {
    let server = Server::start(&[]);
    let description = served(&server);
    for (path, method, operation) in description
        .operations()
        .filter(|(_, method, _)| *method == "post")
    {
        let body = &operation["requestBody"]["content"]["application/json"];
        let schema = description.resolve(&body["schema"]);
        for name in schema["properties"].as_object().unwrap().keys() {
            let mut fields = body["example"].as_object().unwrap().clone();
            fields.insert(name.clone(), Value::Object(Map::new()));
            let answer = server.post(path, &Value::Object(fields).to_string());
            assert_eq!(
                answer.status, 400,
                "{method} {path} {name}: {}",
                answer.body
            );
            let error = answer.json()["errors"][0].as_str().unwrap().to_string();
            assert!(
                error.starts_with(&format!("{name}: ")),
                "{path} {name}: {error}"
            );
        }
    }
}

#[test]
fn no_other_paths_or_methods_exist() {
    let server = Server::start(&[]);
    let description = served(&server);
    let paths = description.0["paths"].as_object().unwrap();
    for (path, described) in paths {
        for method in METHODS {
            let is_described = described.get(method.to_ascii_lowercase()).is_some();
            let answer = server.send(&head(method, path, &["Content-Length: 0"]));
            assert_eq!(answer.status == 405, !is_described, "{method} {path}");
            let allowed = answer.header("allow").is_some();
            assert_eq!(allowed, !is_described, "{method} {path}");
        }
        let below = server.get(&format!("{path}/more"));
        assert_eq!(below.status, 404, "{path}/more");
    }
    for path in [
        "/api",
        "/api/1",
        "/api/1/",
        "/api/1/compare",
        "/api/1/bench",
        "/api/1/tree",
        "/openapi.json",
        "/health",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}
