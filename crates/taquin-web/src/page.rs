//! The page: files embedded in the binary, with the guide.

use crate::guide;
use std::borrow::Cow;

/// Every file of `page/` with its path, sorted by path.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));
/// Where the head of the page names the address under which others reach it.
const URL: &str = r#"<meta name="taquin-url" content="">"#;

/// A file of the site: its path, and its bytes.
pub(crate) type File = (String, Cow<'static, [u8]>);

/// All files, sorted by path: pages, what they load below `page/`, and the guide below `guide/`.
pub(crate) fn files(url: Option<&str>) -> Vec<File> {
    let own = FILES.iter().map(|&(name, bytes)| match name {
        "index.html" => (name.to_string(), index(bytes, url)),
        name if name.ends_with(".html") => (name.to_string(), bytes.into()),
        name => (format!("page/{name}"), bytes.into()),
    });
    let mut files: Vec<File> = own.chain(guide::files()).collect();
    files.sort();
    files
}

/// The page with the address that its links begin with.
fn index(bytes: &'static [u8], url: Option<&str>) -> Cow<'static, [u8]> {
    let Some(url) = url else {
        return bytes.into();
    };
    let with_url = URL.replace(r#""""#, &format!("\"{}\"", guide::escaped(url)));
    let text = String::from_utf8_lossy(bytes).replace(URL, &with_url);
    text.into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_the_page_begin_with_a_known_address() {
        let page = |url| {
            let files = files(url);
            let index = files.iter().find(|(name, _)| name == "index.html");
            String::from_utf8(index.unwrap().1.to_vec()).unwrap()
        };
        assert!(page(None).contains(URL));
        let named = page(Some("https://example.org/puzzles/"));
        assert!(
            named.contains(r#"<meta name="taquin-url" content="https://example.org/puzzles/">"#)
        );
    }
}
