//! `tables`: the pattern databases on disk.

use super::error::ApiError;
use serde::Deserialize;

/// The tables on disk.
#[derive(Debug, Deserialize)]
pub struct TablesRequest {}

impl TablesRequest {
    /// The tables, without their directory.
    #[cfg(feature = "tables")]
    #[expect(clippy::unused_self, reason = "a request without fields")]
    pub(crate) fn answer(&self) -> Result<Vec<u8>, ApiError> {
        use taquin_app::output::json;
        let mut tables = Vec::new();
        // A directory that does not exist or cannot be read has no tables.
        if let Ok(store) = taquin_app::store::Store::new() {
            let _ = taquin_app::tables::each(&store, &mut |row| {
                tables.push(json::table_here(row));
                Ok(())
            });
        }
        super::to_json(&json::tables(tables))
    }

    /// Without a disk there are no tables.
    #[cfg(not(feature = "tables"))]
    #[expect(clippy::unused_self, reason = "a request without fields")]
    pub(crate) fn answer(&self) -> Result<Vec<u8>, ApiError> {
        Ok(br#"{"schema":"taquin.tables/1","tables":[]}"#.to_vec())
    }
}
