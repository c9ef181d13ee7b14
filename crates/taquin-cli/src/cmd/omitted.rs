//! Commands whose cargo feature was off when this program was built: they are recognised, but only give an error.

use taquin_app::exit::{Exit, Failure};

/// The arguments of a command that is not in this build; all are accepted.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub struct OmittedArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    arguments: Vec<std::ffi::OsString>,
}

/// The error for a command or an option that needs this feature.
pub fn error(feature: &str) -> Failure {
    Failure::Usage(format!(
        "this taquin was built without the feature {feature}; reinstall it with `cargo install --path crates/taquin-cli --features {feature}`"
    ))
}

/// Runs a command that needs this feature.
pub fn run(feature: &str) -> Result<Exit, Failure> {
    Err(error(feature))
}
