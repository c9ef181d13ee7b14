//! A page of the guide: Markdown to HTML.
//!
//! Headings get the ids that links on GitHub use, tables and examples can be scrolled by keyboard, examples get a link to the
//! view that does the same, and links that leave the guide become names of files in the source.

use super::{escaped, live, page_name, try_it};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// The title of a page, and its HTML.
pub(super) fn render(text: &str) -> (String, String) {
    let events: Vec<Event<'_>> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    let mut page = Page::default();
    for (place, event) in events.iter().enumerate() {
        page.add(event, &events[place + 1..]);
    }
    let mut content = String::new();
    html::push_html(&mut content, page.events.into_iter());
    // The content security policy of the page does not allow styles in elements.
    for side in ["left", "center", "right"] {
        let style = format!("style=\"text-align: {side}\"");
        content = content.replace(&style, &format!("class=\"align-{side}\""));
    }
    (page.title, content)
}

#[derive(Default)]
struct Page<'a> {
    events: Vec<Event<'a>>,
    title: String,
    ids: Vec<String>,
    /// Whether the link that is open leads out of the guide.
    is_outside: bool,
    /// The example that is open.
    example: Option<String>,
    /// The block of HTML that is open.
    block: Option<String>,
    /// The end of the live element that is open: it contains the picture that it replaces.
    live_end: Option<&'static str>,
}

impl<'a> Page<'a> {
    /// Adds an event, before those that follow.
    fn add(&mut self, event: &Event<'a>, following: &[Event<'a>]) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => self.begin_heading(*level, following),
            Event::Start(Tag::Link { dest_url, .. }) => self.begin_link(event, dest_url),
            Event::End(TagEnd::Link) if self.is_outside => {
                self.is_outside = false;
                self.push_html("</span>".into());
            }
            Event::Start(Tag::CodeBlock(_)) => {
                self.example = Some(String::new());
                self.push_html("<pre tabindex=\"0\"><code>".into());
            }
            Event::End(TagEnd::CodeBlock) => self.end_example(),
            Event::Start(Tag::Table(_)) => {
                let region = "<div class=\"wide-table\" role=\"region\" tabindex=\"0\" aria-label=\"Table\">";
                self.push_html(region.into());
                self.events.push(event.clone());
            }
            Event::End(TagEnd::Table) => {
                self.events.push(event.clone());
                self.push_html("</div>\n".into());
            }
            Event::Start(Tag::HtmlBlock) => self.block = Some(String::new()),
            Event::End(TagEnd::HtmlBlock) => self.end_block(following),
            Event::End(TagEnd::Paragraph) => {
                self.events.push(event.clone());
                self.end_live();
            }
            Event::Html(part) if self.block.is_some() => {
                self.block.get_or_insert_default().push_str(part);
            }
            Event::Text(part) => {
                if let Some(example) = &mut self.example {
                    example.push_str(part);
                }
                self.events.push(event.clone());
            }
            _ => self.events.push(event.clone()),
        }
    }

    fn push_html(&mut self, html: String) {
        self.events.push(Event::Html(html.into()));
    }

    fn begin_heading(&mut self, level: HeadingLevel, following: &[Event<'a>]) {
        let text = heading_text(following);
        if self.title.is_empty() {
            self.title.clone_from(&text);
        }
        let slug = slug(&text);
        let earlier = self.ids.iter().filter(|&id| *id == slug).count();
        self.ids.push(slug.clone());
        let id = match earlier {
            0 => slug,
            number => format!("{slug}-{number}"),
        };
        self.events.push(Event::Start(Tag::Heading {
            level,
            id: Some(id.into()),
            classes: Vec::new(),
            attrs: Vec::new(),
        }));
    }

    fn begin_link(&mut self, event: &Event<'a>, target: &CowStr<'a>) {
        let Event::Start(Tag::Link {
            link_type,
            title,
            id,
            ..
        }) = event
        else {
            return;
        };
        match page_of(target) {
            Some(page) => self.events.push(Event::Start(Tag::Link {
                link_type: *link_type,
                dest_url: page.into(),
                title: title.clone(),
                id: id.clone(),
            })),
            None => {
                self.is_outside = true;
                let file = target.trim_start_matches("../");
                let file = escaped(file.split('#').next().unwrap_or(file));
                self.push_html(format!("<span title=\"{file} in the source of taquin\">"));
            }
        }
    }

    fn end_example(&mut self) {
        self.push_html("</code></pre>\n".into());
        let example = self.example.take().unwrap_or_default();
        if let Some(found) = try_it::link(&example) {
            let (target, label) = (found.target, found.label);
            self.push_html(format!(
                "<p class=\"try\"><a href=\"{target}\">{label}</a></p>\n"
            ));
        }
    }

    /// A block of HTML is a picture or a comment, of which those about live elements count.
    fn end_block(&mut self, following: &[Event<'a>]) {
        let block = self.block.take().unwrap_or_default();
        if let Some((begin, end)) = live::element(&block) {
            self.push_html(begin);
            self.live_end = Some(end);
            if !begins_with_picture(following) {
                self.end_live();
            }
        } else if !block.starts_with("<!--") {
            self.push_html(block);
            self.end_live();
        }
    }

    fn end_live(&mut self) {
        if let Some(end) = self.live_end.take() {
            self.push_html(format!("{end}\n"));
        }
    }
}

fn heading_text(following: &[Event<'_>]) -> String {
    let heading = following
        .iter()
        .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let texts = heading.filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    texts.collect()
}

/// The id of a heading as on GitHub: small letters, hyphens for spaces, no punctuation.
fn slug(heading: &str) -> String {
    let kept = heading
        .chars()
        .filter(|&letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    let id: String = kept.collect::<String>().to_lowercase();
    id.replace(' ', "-")
}

/// The page to which a link leads: another page of the guide, a place in this one, or another site. Links to other files of the
/// source have none.
fn page_of(target: &str) -> Option<String> {
    if target.starts_with('#') || target.starts_with("https://") {
        return Some(target.into());
    }
    let (file, place) = target.split_once('#').unwrap_or((target, ""));
    let is_page = file.ends_with(".md") && !file.contains('/');
    let mark = if place.is_empty() { "" } else { "#" };
    is_page.then(|| format!("{}{mark}{place}", page_name(file)))
}

/// Whether the next block is a picture.
fn begins_with_picture(following: &[Event<'_>]) -> bool {
    match following {
        [
            Event::Start(Tag::Paragraph),
            Event::Start(Tag::Image { .. }),
            ..,
        ] => true,
        [Event::Start(Tag::HtmlBlock), Event::Html(html), ..] => html.starts_with("<img"),
        _ => false,
    }
}
