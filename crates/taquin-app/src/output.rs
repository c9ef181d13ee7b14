//! Writers: one module per format. A writer takes a result and writes it; it runs nothing.

#[cfg(feature = "csv")]
pub mod csv;
pub mod dot;
#[cfg(feature = "json")]
pub mod html;
#[cfg(feature = "json")]
pub mod json;
pub mod pddl;
pub mod playback;
pub mod svg;
pub mod text;
pub mod theme;
#[cfg(feature = "tables")]
pub mod unh;
