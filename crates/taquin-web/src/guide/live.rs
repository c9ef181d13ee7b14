//! What is live in a page: `<!-- live KIND NAME="VALUE" … -->` in the Markdown.

/// The HTML element of a comment: its opening and its closing tag. Other comments have none.
pub(super) fn element(comment: &str) -> Option<(String, &'static str)> {
    let body = comment.trim().strip_prefix("<!-- live ")?;
    let body = body.strip_suffix("-->")?.trim();
    let (kind, attributes) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
    let attributes = attributes.trim();
    if kind == "player" {
        let tag = format!("<taquin-player {attributes}>");
        return Some((tag, "</taquin-player>"));
    }
    let mut tag = format!("<div class=\"live diagram\" data-kind=\"{kind}\"");
    for (name, value) in split(attributes) {
        tag += &format!(" data-{name}=\"{value}\"");
    }
    tag.push('>');
    Some((tag, "</div>"))
}

/// The names and values of attributes.
fn split(attributes: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = attributes.split_inclusive('"').collect::<Vec<_>>();
    let pairs = parts.chunks_exact(2).map(|pair| {
        let name = pair[0].trim().trim_end_matches("=\"");
        (name, pair[1].trim_end_matches('"'))
    });
    pairs.collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::element;

    #[test]
    fn comments_become_elements() {
        for (comment, tag) in [
            (
                r#"<!-- live player board="1 2/3 0" solve -->"#,
                r#"<taquin-player board="1 2/3 0" solve>"#,
            ),
            (
                "<!-- live trace board=\"1 2/0 3\"\n  left=\"astar,manhattan\" -->\n",
                r#"<div class="live diagram" data-kind="trace" data-board="1 2/0 3" data-left="astar,manhattan">"#,
            ),
        ] {
            assert_eq!(element(comment).unwrap().0, tag);
        }
        for other in ["<!-- a remark -->", "<img src=\"a.png\">"] {
            assert!(element(other).is_none());
        }
    }
}
