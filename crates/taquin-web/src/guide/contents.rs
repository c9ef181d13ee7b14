//! The pages of the guide in the order of its index.

use super::{INDEX, escaped, page_name};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// The sections of the index, each with its pages.
pub(super) struct Contents {
    sections: Vec<Section>,
}

struct Section {
    title: String,
    pages: Vec<Page>,
}

struct Page {
    file: String,
    title: String,
}

impl Contents {
    /// Reads an index: paragraphs that end with a colon are titles, and each item of the lists begins with a link.
    pub(super) fn read(index: &str) -> Contents {
        let mut sections: Vec<Section> = Vec::new();
        let (mut text, mut link) = (String::new(), None);
        for event in Parser::new(index) {
            match event {
                Event::Start(Tag::Paragraph) => text.clear(),
                Event::Start(Tag::Link { dest_url, .. }) => {
                    text.clear();
                    link = Some(dest_url.into_string());
                }
                Event::Text(part) => text.push_str(&part),
                Event::SoftBreak => text.push(' '),
                Event::End(TagEnd::Link) => {
                    let page = link.take().map(|file| Page {
                        file,
                        title: text.clone(),
                    });
                    let section = sections.last_mut();
                    let section = section.expect("a list of pages has a title before it");
                    section.pages.extend(page);
                }
                Event::End(TagEnd::Paragraph) if text.ends_with(':') => sections.push(Section {
                    title: text.trim_end_matches(':').into(),
                    pages: Vec::new(),
                }),
                _ => {}
            }
        }
        Contents { sections }
    }

    fn pages(&self) -> impl Iterator<Item = &Page> {
        self.sections.iter().flat_map(|section| &section.pages)
    }

    /// The files of all pages except the index.
    #[cfg(test)]
    pub(super) fn files(&self) -> Vec<&str> {
        self.pages().map(|page| page.file.as_str()).collect()
    }

    /// The list of all pages, in which one is the current page.
    pub(super) fn list(&self, current: &str) -> String {
        let mut html = format!("<p>{}</p>\n", link(INDEX, "User guide", current));
        for section in &self.sections {
            html += &format!("<h2>{}</h2>\n<ul>\n", escaped(&section.title));
            for page in &section.pages {
                html += &format!("<li>{}</li>\n", link(&page.file, &page.title, current));
            }
            html += "</ul>\n";
        }
        html
    }

    /// Links to the pages before and after a page.
    pub(super) fn neighbours(&self, current: &str) -> String {
        let pages: Vec<&Page> = self.pages().collect();
        let Some(place) = pages.iter().position(|page| page.file == current) else {
            return String::new();
        };
        let before = place.checked_sub(1).map(|place| ("Previous", pages[place]));
        let after = pages.get(place + 1).map(|page| ("Next", *page));
        let links = [before, after].into_iter().flatten();
        let links = links.map(|(word, page)| {
            let (target, title) = (page_name(&page.file), escaped(&page.title));
            format!("<a href=\"{target}\">{word}: {title}</a>")
        });
        let links: Vec<String> = links.collect();
        format!("<p class=\"neighbours\">{}</p>", links.join("\n"))
    }
}

fn link(file: &str, title: &str, current: &str) -> String {
    let mark = if file == current {
        " aria-current=\"page\""
    } else {
        ""
    };
    let (target, title) = (page_name(file), escaped(title));
    format!("<a href=\"{target}\"{mark}>{title}</a>")
}
