//! Printable exercises with a separate answer key.
