//! `taquin page export`: the page as a static site.
#![cfg(feature = "serve")]

use crate::common::{Folder, taquin};
use std::fs;

#[test]
fn the_site_has_the_page_and_the_solver() {
    let folder = Folder::new("page-export");
    let [site, wasm] = ["a/site", "any.wasm"].map(|name| folder.0.join(name));
    fs::write(&wasm, b"\0asm rest").unwrap();
    let arguments = [site.to_str().unwrap(), "--wasm", wasm.to_str().unwrap()];
    // The second time over the files of the first one.
    for _ in 0..2 {
        let run = taquin(&[&["page", "export"][..], &arguments].concat());
        assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
        assert!(run.stderr.starts_with("taquin: wrote "), "{}", run.stderr);
    }
    assert_eq!(
        fs::read(site.join("page/taquin.wasm")).unwrap(),
        b"\0asm rest"
    );
    let index = fs::read_to_string(site.join("index.html")).unwrap();
    assert!(index.contains(r#"<meta name="taquin-solver" content="worker">"#));
    let guide = fs::read_to_string(site.join("guide/index.html")).unwrap();
    assert!(guide.contains("<h1 id=\"user-guide\">User guide</h1>"));
}

#[test]
fn links_begin_with_the_address_of_the_site() {
    let folder = Folder::new("page-export-url");
    let [site, wasm] = ["site", "any.wasm"].map(|name| folder.0.join(name));
    fs::write(&wasm, b"\0asm rest").unwrap();
    let [site_name, wasm] = [&site, &wasm].map(|path| path.to_str().unwrap());
    let export = |url| taquin(&["page", "export", site_name, "--wasm", wasm, "--url", url]);
    for wrong in [
        "example.org",
        "ftp://example.org/",
        "https://",
        "https://a b/",
    ] {
        let run = export(wrong);
        assert_eq!(run.code, 2, "{wrong}");
        let advice = "not an address such as https://example.org/puzzles/";
        assert!(run.stderr.contains(advice), "{}", run.stderr);
    }
    assert_eq!(export("https://example.org/puzzles").code, 0);
    let index = fs::read_to_string(site.join("index.html")).unwrap();
    let address = r#"<meta name="taquin-url" content="https://example.org/puzzles/">"#;
    assert!(index.contains(address));
}

#[test]
fn a_solver_that_is_none_is_an_error() {
    let folder = Folder::new("page-export-errors");
    let [site, text, missing] =
        ["site", "text", "missing"].map(|name| folder.0.join(name).to_str().unwrap().to_string());
    fs::write(&text, "not a module").unwrap();
    for (wasm, error) in [
        (
            &text,
            "is not a WebAssembly module; build one with `scripts/wasm` in the source of taquin",
        ),
        (&missing, "cannot be read: No such file or directory"),
    ] {
        let run = taquin(&["page", "export", &site, "--wasm", wasm]);
        assert_eq!(run.code, 4);
        assert!(run.stderr.contains(wasm), "{}", run.stderr);
        assert!(run.stderr.trim_end().ends_with(error), "{}", run.stderr);
    }
    assert!(!fs::exists(&site).unwrap());
}
