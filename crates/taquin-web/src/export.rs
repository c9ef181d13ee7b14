//! The page and the guide as a static site: the same files, with the solver as WebAssembly in a worker instead of a server.
//!
//! All links are relative, so the site works in any directory of any web server. The pages differ from those of the server
//! in their heads only: which solver to use, a content security policy, and a notice for readers who open a file.

use crate::page::{self, File};
use std::fs;
use std::path::Path;
use taquin_app::exit::Failure;
use taquin_app::words::io_error;

/// Where the pages look for the solver.
const WASM: &str = "page/taquin.wasm";
/// What a page of the server has in its head, and each page of the site as well, with another value.
const SERVER: &str = r#"<meta name="taquin-solver" content="server">"#;
/// Nothing from other hosts. A server adds `frame-ancestors` if the player must not be framed.
const HEAD: &str = concat!(
    r#"<meta name="taquin-solver" content="worker">"#,
    "\n",
    r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "#,
    r#"worker-src 'self' blob:; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'self'; "#,
    r#"form-action 'none'">"#,
    "\n",
    r#"<script src="page/file-notice.js" defer></script>"#,
);
/// What refers to the directory of the page, in a page of the guide.
const FROM_GUIDE: [&str; 2] = ["src=\"page/", "src=\"../page/"];
/// A page that is also the index of a directory: `embed` and `embed/` lead to it on every web server.
const DIRECTORY_BASE: &str = "<base href=\"../\">\n";

/// Writes the site into a directory, over the files of an earlier export; returns the number of files. Links that the page copies
/// begin with the `url`, if there is one.
pub fn export(directory: &Path, wasm: &[u8], url: Option<&str>) -> Result<usize, Failure> {
    let files = site(wasm, url);
    for (name, bytes) in &files {
        let path = directory.join(name);
        let parent = path.parent().unwrap_or(directory);
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, bytes));
        written.map_err(|error| {
            let (path, error) = (path.display(), io_error(&error));
            Failure::Unwritable(format!("{path}: cannot be written: {error}"))
        })?;
    }
    Ok(files.len())
}

/// The files of the site with their paths.
fn site(wasm: &[u8], url: Option<&str>) -> Vec<File> {
    let mut files: Vec<File> = vec![
        (WASM.to_string(), wasm.to_vec().into()),
        // GitHub Pages otherwise leaves out files whose names begin with an underscore.
        (".nojekyll".into(), Vec::new().into()),
    ];
    for (name, bytes) in page::files(url) {
        let Some(stem) = name.strip_suffix(".html") else {
            files.push((name, bytes));
            continue;
        };
        let text = String::from_utf8_lossy(&bytes);
        if stem.starts_with("guide/") {
            let [from, to] = FROM_GUIDE;
            let page = text.replace(SERVER, &HEAD.replace(from, to));
            files.push((name, page.into_bytes().into()));
            continue;
        }
        if stem != "index" {
            let page = text.replace(SERVER, &format!("{DIRECTORY_BASE}{HEAD}"));
            files.push((format!("{stem}/index.html"), page.into_bytes().into()));
        }
        let page = text.replace(SERVER, HEAD);
        files.push((name, page.into_bytes().into()));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_use_the_worker_and_every_link_is_relative() {
        let files = site(b"\0asm", None);
        let name_of = |(name, _): &(String, _)| name.clone();
        let names: Vec<String> = files.iter().map(name_of).collect();
        for name in [
            ".nojekyll",
            "index.html",
            "embed.html",
            "embed/index.html",
            "page/app.js",
            "page/taquin.wasm",
            "page/worker.js",
            "guide/index.html",
            "guide/searches.html",
            "guide/pictures/strip.svg",
        ] {
            assert!(names.iter().any(|found| found == name), "{name}: {names:?}");
        }
        for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".html")) {
            let text = String::from_utf8_lossy(bytes);
            let is_guide = name.starts_with("guide/");
            let [from, to] = FROM_GUIDE;
            let head = HEAD.replace(from, if is_guide { to } else { from });
            assert_eq!(text.matches(&head).count(), 1, "{name}");
            // Links of the guide may leave the site; nothing else may.
            let tags = text.split('<').filter_map(|part| part.split_once('>'));
            let tags = tags.filter(|(tag, _)| !is_guide || !tag.starts_with("a "));
            for (tag, _) in tags {
                for absolute in ["=\"/", "=\"http://", "=\"https://"] {
                    assert!(!tag.contains(absolute), "{name}: {tag}");
                }
            }
            let is_below = name.contains('/') && !is_guide;
            assert_eq!(text.contains("<base"), is_below, "{name}");
        }
    }
}
