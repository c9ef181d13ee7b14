//! Light or dark: pictures and pages have both, and a media query that chooses.

/// The colours of a picture or a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the viewer prefers.
    #[default]
    Auto,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

/// The query in the styles of pictures and pages.
const DARK: &str = "(prefers-color-scheme: dark)";

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 3] = [Theme::Auto, Theme::Light, Theme::Dark];

    /// The name, for options.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Auto => "auto",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    /// A picture or a page in this theme.
    pub fn apply(self, text: String) -> String {
        match self {
            Theme::Auto => text,
            Theme::Light => text.replacen(DARK, "not all", 1),
            Theme::Dark => text.replacen(DARK, "all", 1),
        }
    }
}
