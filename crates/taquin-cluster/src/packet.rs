//! Words on their way: between threads they go as they are, between processes as one string of bytes.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Words that one share has for another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Packet(pub(crate) Vec<u64>);

impl Serialize for Packet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = vec![0; 8 * self.0.len()];
        let places = bytes.chunks_exact_mut(8);
        places
            .zip(&self.0)
            .for_each(|(place, word)| place.copy_from_slice(&word.to_le_bytes()));
        serializer.serialize_bytes(&bytes)
    }
}

impl<'de> Deserialize<'de> for Packet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Packet, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Packet;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("words of eight bytes")
            }
            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Packet, E> {
                let words = bytes.chunks_exact(8);
                let word = |b: &[u8]| u64::from_le_bytes(b.try_into().expect("eight bytes"));
                Ok(Packet(words.map(word).collect()))
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}
