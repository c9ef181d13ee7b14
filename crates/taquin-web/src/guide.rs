//! The user guide as pages of the site: the Markdown of `docs/guide`, with players and diagrams in place of still pictures.
//!
//! A comment in the Markdown says what is live, so that the files read well everywhere:
//!
//! ```text
//! <!-- live player board="1 2 3/0 7 6/5 4 8" moves="ULDRULL" -->
//! ![Eight boards](pictures/strip.svg)
//! ```
//!
//! The picture after the comment stays for readers without JavaScript. `page/guide.js` draws what is not a player.

mod contents;
mod live;
mod markdown;
mod try_it;

use crate::page::File;
use contents::Contents;

/// Every file of `docs/guide` with its path, sorted by path.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/guide.rs"));
/// The file that lists all pages.
const INDEX: &str = "README.md";
const TEMPLATE: &str = include_str!("guide/page.html");

/// The pages and pictures, with their paths in the site.
pub(crate) fn files() -> Vec<File> {
    let contents = Contents::read(text(INDEX));
    let file = |&(name, bytes): &(&str, &'static [u8])| match name.strip_suffix(".md") {
        Some(_) => {
            let page = page(name, &contents).into_bytes();
            (format!("guide/{}", page_name(name)), page.into())
        }
        None => (format!("guide/{name}"), bytes.into()),
    };
    FILES.iter().map(file).collect()
}

/// The Markdown of a page.
fn text(name: &str) -> &'static str {
    let found = FILES.iter().find(|&&(each, _)| each == name);
    let (_, bytes) = found.expect("the page is one of the files");
    std::str::from_utf8(bytes).expect("Markdown is UTF-8")
}

/// The name of the page of a Markdown file.
fn page_name(file: &str) -> String {
    match file {
        INDEX => "index.html".into(),
        _ => file.replace(".md", ".html"),
    }
}

fn page(name: &str, contents: &Contents) -> String {
    let (title, content) = markdown::render(text(name));
    TEMPLATE
        .replace("{title}", &escaped(&title))
        .replace("{contents}", &contents.list(name))
        .replace("{neighbours}", &contents.neighbours(name))
        .replace("{content}", &content)
}

/// A text as HTML, also within quotation marks.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests;
