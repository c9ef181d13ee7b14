//! Writers: one module per format. A writer takes a result and writes it; it runs nothing.

pub mod dot;
#[cfg(feature = "json")]
pub mod html;
#[cfg(feature = "json")]
pub mod json;
pub mod svg;
pub mod text;
