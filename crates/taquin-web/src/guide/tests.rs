use super::*;
use std::collections::{BTreeMap, BTreeSet};

/// The values of an attribute in the tags of a page.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let begin = format!(" {attribute}=\"");
    let tags = page
        .split('<')
        .filter_map(|part| Some(part.split_once('>')?.0));
    let found = tags.filter_map(|tag| tag.split_once(begin.as_str()));
    found
        .map(|(_, rest)| rest.split('"').next().unwrap())
        .collect()
}

fn site() -> BTreeMap<String, String> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let files = crate::page::files(None);
    files
        .into_iter()
        .map(|(name, bytes)| (name, text(&bytes)))
        .collect()
}

#[test]
fn the_index_lists_every_page() {
    let contents = Contents::read(text(INDEX));
    let listed: BTreeSet<&str> = contents.files().into_iter().collect();
    let pages = FILES.iter().map(|&(name, _)| name);
    let pages = pages.filter(|name| name.ends_with(".md") && *name != INDEX);
    assert_eq!(listed, pages.collect());
}

#[test]
fn no_link_of_the_guide_is_broken() {
    let site = site();
    for (name, page) in &site {
        if !name.starts_with("guide/") || !name.ends_with(".html") {
            continue;
        }
        for target in [values(page, "href"), values(page, "src")].concat() {
            if target.starts_with("data:") || target.starts_with("https://") {
                continue;
            }
            let (file, place) = target.split_once('#').unwrap_or((target, ""));
            let path = match file.strip_prefix("../") {
                Some(path) => path.to_string(),
                None if file.is_empty() => name.clone(),
                None => format!("guide/{file}"),
            };
            let found = site.get(&path);
            let found = found.unwrap_or_else(|| panic!("{name}: {target} does not exist"));
            let is_view = path == "index.html";
            let place = place.split('?').next().unwrap();
            let id = if is_view {
                format!("view-{place}")
            } else {
                place.to_string()
            };
            let has_place = place.is_empty() || values(found, "id").contains(&id.as_str());
            assert!(has_place, "{name}: {target} names no part of the page");
        }
    }
}

#[test]
fn links_of_the_page_into_the_guide_are_not_broken() {
    let site = site();
    let sources = site
        .iter()
        .filter(|(name, _)| name.ends_with("index.html") || name.ends_with("scenes.js"));
    let mut links = 0;
    for (name, source) in sources {
        for part in source.split("guide/").skip(1) {
            let target = part.split(['"', '`']).next().unwrap();
            let (file, place) = target.split_once('#').unwrap_or((target, ""));
            let page = site.get(&format!("guide/{file}"));
            let page = page.unwrap_or_else(|| panic!("{name}: guide/{file} does not exist"));
            let has_place = place.is_empty() || values(page, "id").contains(&place);
            assert!(
                has_place,
                "{name}: guide/{target} names no part of the page"
            );
            links += 1;
        }
    }
    assert!(links >= 10, "{links} links from the page into the guide");
}

#[test]
fn pages_have_no_styles_and_no_ids_twice() {
    for (name, page) in site()
        .iter()
        .filter(|(name, _)| name.starts_with("guide/") && name.ends_with(".html"))
    {
        assert!(values(page, "style").is_empty(), "{name}");
        let ids = values(page, "id");
        let different: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), different.len(), "{name}: {ids:?}");
        for place in ["{title}", "{content}", "{contents}", "{neighbours}"] {
            assert!(!page.contains(place), "{name}: {place}");
        }
    }
}

#[test]
fn markdown_becomes_the_expected_page() {
    let source = "# IDA\\* and `A*`\n\nSee [tables](patterns.md#tables-on-disk), [this](#x) and [a schema](../schema/a.json).\n\n\
                  <!-- live player board=\"1 2/0 3\" -->\n![Two boards](a.svg)\n\n\
                  ```console\n$ taquin check \"1 2/0 3\"\nsolvable\n```\n\n| a |\n|--:|\n| 1 |\n";
    let (title, html) = markdown::render(source);
    assert_eq!(title, "IDA* and A*");
    let expected = "<h1 id=\"ida-and-a\">IDA* and <code>A*</code></h1>\n\
        <p>See <a href=\"patterns.html#tables-on-disk\">tables</a>, <a href=\"#x\">this</a> and \
        <span title=\"schema/a.json in the source of taquin\">a schema</span>.</p>\n\
        <taquin-player board=\"1 2/0 3\">\n<p><img src=\"a.svg\" alt=\"Two boards\" /></p>\n</taquin-player>\n\
        <pre tabindex=\"0\"><code>$ taquin check \"1 2/0 3\"\nsolvable\n</code></pre>\n\
        <p class=\"try\"><a href=\"../index.html#solve?board=1+2/0+3\">Open in Solve</a></p>\n\
        <div class=\"wide-table\" role=\"region\" tabindex=\"0\" aria-label=\"Table\"><table>";
    assert!(html.starts_with(expected), "{html}");
    assert!(html.contains("<td class=\"align-right\">1</td>"), "{html}");
}
