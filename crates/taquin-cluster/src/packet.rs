//! Packets of words: moved between threads, serialized as one byte string between processes.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Words that one share sends to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Packet(pub(crate) Vec<u64>);

impl Serialize for Packet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Little-endian on every machine.
        if cfg!(target_endian = "little") {
            serializer.serialize_bytes(bytemuck::cast_slice(&self.0))
        } else {
            let words: Vec<u64> = self.0.iter().map(|word| word.to_le()).collect();
            serializer.serialize_bytes(bytemuck::cast_slice(&words))
        }
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
