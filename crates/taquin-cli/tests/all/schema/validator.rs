//! A validator for JSON Schema, as far as the files in `docs/schema/` use it.
//!
//! It is stricter than the standard: a field or a keyword that it does not know is an error.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The schemas by their names, such as `taquin.solve/1`.
pub(crate) struct Schemas(BTreeMap<String, Value>);

/// What a value has: fields that the schema describes, and errors.
#[derive(Default)]
struct Found {
    fields: BTreeSet<String>,
    errors: Vec<String>,
}

impl Schemas {
    /// Every file of `docs/schema/`; its name is that of its schema.
    pub(crate) fn read() -> Schemas {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
        let mut schemas = BTreeMap::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let schema: Value = serde_json::from_str(&text)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let name = schema["$id"].as_str().unwrap().to_string();
            let file = path.file_name().unwrap().to_str().unwrap();
            let expected = name.replace("taquin.", "").replace('/', "-") + ".json";
            assert_eq!(file, expected, "the file of {name}");
            schemas.insert(name, schema);
        }
        Schemas(schemas)
    }

    pub(crate) fn names(&self) -> BTreeSet<String> {
        self.0.keys().cloned().collect()
    }

    /// Checks an object against the schema that it names, and returns the fields that it has, such as
    /// `taquin.solve/1.stats.seconds`.
    pub(crate) fn check(&self, object: &Value) -> Result<BTreeSet<String>, Vec<String>> {
        let name = object["schema"].as_str().unwrap_or_default();
        let Some(root) = self.0.get(name) else {
            return Err(vec![format!("no schema {name:?}: {object}")]);
        };
        let mut found = Found::default();
        check(root, root, object, name, &mut found);
        if found.errors.is_empty() {
            Ok(found.fields)
        } else {
            Err(found.errors)
        }
    }

    /// Every field that some schema describes.
    pub(crate) fn fields(&self) -> BTreeSet<String> {
        let mut fields = BTreeSet::new();
        for (name, root) in &self.0 {
            visit(root, root, name, &mut |at, _| {
                fields.insert(at.into());
            });
        }
        fields
    }

    /// The fields of a schema as [`Schemas::fields`] names them, each with its type.
    pub(crate) fn types(&self, schema: &str) -> BTreeSet<(String, String)> {
        let root = &self.0[schema];
        let mut typed = BTreeSet::new();
        visit(root, root, schema, &mut |at, field| {
            typed.insert((at.into(), kind(root, field)));
        });
        typed
    }
}

/// The type of what a schema describes: that of its values if it lists them, with the type of the items of an array. An
/// integer is a number.
fn kind(root: &Value, schema: &Value) -> String {
    let of = |value: &Value| match value {
        Value::String(_) => "string".into(),
        other => panic!("the validator does not know the type of {other}"),
    };
    if let Some(path) = schema["$ref"].as_str() {
        return kind(root, resolve(root, path));
    }
    match (&schema["const"], &schema["enum"][0], &schema["type"]) {
        (Value::Null, Value::Null, Value::String(array)) if array == "array" => {
            format!("array of {}", kind(root, &schema["items"]))
        }
        (Value::Null, Value::Null, Value::String(integer)) if integer == "integer" => {
            "number".into()
        }
        (Value::Null, Value::Null, Value::String(kind)) => kind.clone(),
        (Value::Null, value, _) => of(value),
        (value, ..) => of(value),
    }
}

fn resolve<'a>(root: &'a Value, path: &str) -> &'a Value {
    let path = path.strip_prefix('#').unwrap();
    root.pointer(path).unwrap_or_else(|| panic!("no {path}"))
}

fn array(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn check(root: &Value, schema: &Value, value: &Value, at: &str, found: &mut Found) {
    for (keyword, rule) in schema.as_object().unwrap() {
        let is_right = match keyword.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let target = resolve(root, rule.as_str().unwrap());
                check(root, target, value, at, found);
                true
            }
            "oneOf" => one_of(root, array(rule), value, at, found),
            "type" => is_a(value, rule.as_str().unwrap()),
            "const" => value == rule,
            "enum" => array(rule).contains(value),
            "minimum" => value.as_f64() >= rule.as_f64(),
            "minItems" => array(value).len() as u64 >= rule.as_u64().unwrap(),
            "maxItems" => array(value).len() as u64 <= rule.as_u64().unwrap(),
            "required" => array(rule)
                .iter()
                .all(|name| value.get(name.as_str().unwrap()).is_some()),
            "properties" => {
                properties(root, rule, value, at, found);
                true
            }
            "additionalProperties" => {
                for inner in value
                    .as_object()
                    .into_iter()
                    .flat_map(|fields| fields.values())
                {
                    check(root, rule, inner, at, found);
                }
                true
            }
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    check(root, rule, item, at, found);
                }
                true
            }
            other => panic!("{at}: the validator does not know {other}"),
        };
        if !is_right {
            let error = format!("{at}: {value} is not as {keyword} {rule} says");
            found.errors.push(error);
        }
    }
}

/// Every field of the object must be described, and none may be null.
fn properties(root: &Value, described: &Value, value: &Value, at: &str, found: &mut Found) {
    for (name, inner) in value.as_object().into_iter().flatten() {
        let at = format!("{at}.{name}");
        match described.get(name) {
            None => found.errors.push(format!("{at} is not described")),
            Some(_) if inner.is_null() => found.errors.push(format!("{at} is null")),
            Some(schema) => check(root, schema, inner, &at, found),
        }
        found.fields.insert(at);
    }
}

/// Exactly one of the alternatives must fit.
fn one_of(root: &Value, rules: &[Value], value: &Value, at: &str, found: &mut Found) -> bool {
    let tried = rules.iter().map(|rule| {
        let mut tried = Found::default();
        check(root, rule, value, at, &mut tried);
        tried
    });
    let (mut right, wrong): (Vec<Found>, Vec<Found>) = tried.partition(|its| its.errors.is_empty());
    if right.len() != 1 {
        let errors = wrong.into_iter().flat_map(|its| its.errors);
        found.errors.extend(errors);
        return false;
    }
    found.fields.append(&mut right[0].fields);
    true
}

fn is_a(value: &Value, kind: &str) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        other => panic!("the validator does not know {other}"),
    }
}

/// Visits every field that a schema describes.
fn visit(root: &Value, schema: &Value, at: &str, field: &mut dyn FnMut(&str, &Value)) {
    if let Some(path) = schema["$ref"].as_str() {
        visit(root, resolve(root, path), at, field);
    }
    for alternative in schema["oneOf"].as_array().into_iter().flatten() {
        visit(root, alternative, at, field);
    }
    if schema["items"].is_object() {
        visit(root, &schema["items"], at, field);
    }
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        let at = format!("{at}.{name}");
        visit(root, inner, &at, field);
        field(&at, inner);
    }
}
