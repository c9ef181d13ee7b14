//! Requests from JSON objects, with errors that name the field.
//!
//! Several requests have fields in common, such as `start` and `goal`. They are declared once, in a struct that each of
//! these requests has as its first field, renamed to [`SHARED`]. serde's own `flatten` does not fit: it reads the values of
//! such fields when their names are forgotten, so errors could not name the field.

use super::call::Call;
use super::error::ApiError;
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};
use serde_json::{Map, Value};
use std::{fmt, slice};

/// serde's name for a field whose type is a struct with fields of the same JSON object.
const SHARED: &str = "..";

/// Reads the fields of a call.
pub(super) fn read<T: DeserializeOwned>(
    call: Call,
    fields: Map<String, Value>,
) -> Result<T, ApiError> {
    let mut object = Object {
        call,
        fields,
        known: Vec::new(),
    };
    T::deserialize(&mut object).map_err(|FieldError(error)| ApiError::bad(error))
}

/// A name from a request, short enough for a message.
pub(super) fn shown(name: &str) -> String {
    name.chars().take(40).flat_map(char::escape_debug).collect()
}

/// The JSON object of a request.
struct Object {
    call: Call,
    /// The fields that have not been read yet.
    fields: Map<String, Value>,
    /// The names that the call takes, as far as they are known.
    known: Vec<&'static str>,
}

impl Object {
    /// Adds the names of a struct, in the place of the field that has it.
    fn know(&mut self, names: &'static [&'static str]) {
        let place = self.known.iter().position(|&name| name == SHARED);
        let replaced = place.map_or(self.known.len()..self.known.len(), |at| at..at + 1);
        self.known.splice(replaced, names.iter().copied());
    }

    /// Refuses names that the call does not take.
    fn refuse_unknown(&self) -> Result<(), FieldError> {
        let is_unknown = |name: &&String| !self.known.contains(&name.as_str());
        let Some(name) = self.fields.keys().find(is_unknown) else {
            return Ok(());
        };
        let name = shown(name);
        let mut listed = self.known.clone();
        listed.retain(|name| !self.call.earlier_names().contains(name));
        Err(FieldError(match listed.as_slice() {
            [] => format!("{name}: unknown field; this call takes no fields"),
            names => format!("{name}: unknown field; the fields are {}", names.join(", ")),
        }))
    }
}

impl<'de> Deserializer<'de> for &mut Object {
    type Error = FieldError;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        self.know(names);
        // Shared fields come first, so the innermost struct completes the names before any value is read.
        if !self.known.contains(&SHARED) {
            self.refuse_unknown()?;
        }
        visitor.visit_map(Level {
            object: self,
            names: names.iter(),
            current: None,
        })
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, FieldError> {
        Err(de::Error::custom("internal error: a request is a struct"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// The fields of one struct.
struct Level<'a> {
    object: &'a mut Object,
    names: slice::Iter<'static, &'static str>,
    current: Option<&'static str>,
}

impl<'de> MapAccess<'de> for Level<'_> {
    type Error = FieldError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, FieldError> {
        let fields = &self.object.fields;
        let is_there = |name: &&&str| **name == SHARED || fields.contains_key(**name);
        self.current = self.names.find(is_there).copied();
        let Some(name) = self.current else {
            return Ok(None);
        };
        let name: StrDeserializer<'_, FieldError> = name.into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, FieldError> {
        let name = self
            .current
            .expect("serde asks for a name before its value");
        if name == SHARED {
            return seed.deserialize(&mut *self.object);
        }
        match self.object.fields.remove(name).unwrap_or_default() {
            Value::Null => Err(FieldError(format!("{name}: must not be null"))),
            value => seed
                .deserialize(value)
                .map_err(|error| FieldError(format!("{name}: {error}"))),
        }
    }
}

/// What is wrong with a field, in words for the client.
#[derive(Debug)]
struct FieldError(String);

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FieldError {}

impl de::Error for FieldError {
    fn custom<T: fmt::Display>(message: T) -> FieldError {
        FieldError(message.to_string())
    }

    fn duplicate_field(name: &'static str) -> FieldError {
        FieldError(format!("{name}: given twice"))
    }

    fn missing_field(name: &'static str) -> FieldError {
        FieldError(format!("{name}: this field is required"))
    }
}
