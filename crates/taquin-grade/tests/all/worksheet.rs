//! Worksheets: what a seed determines, what students see, and that every answer is right.

mod answers;
mod slow;

use taquin_grade::worksheet::format::Document;
use taquin_grade::worksheet::{Contents, Format, Level, Maker, Options, Sheet, Topic};

fn options(topics: &[Topic], count: u32, level: Level) -> Options {
    Options {
        topics: topics.to_vec(),
        count,
        level,
    }
}

fn written(format: Format, sheets: &[Sheet], contents: Contents) -> String {
    let mut bytes = Vec::new();
    let document = Document {
        title: "Puzzles <1 & 2>",
        sheets,
        contents,
    };
    format.write(&mut bytes, &document).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_sheet_and_its_key_read_as_expected() {
    let all = options(&Topic::ALL, 1, Level::Easy);
    let sheet = Maker::default().sheet(&all, 7, Some("Ada *Lovelace*".into()));
    let text = written(Format::Markdown, &[sheet], Contents::Both);
    assert_eq!(text, include_str!("worksheet/easy.md"), "{text}");
}

#[test]
fn the_same_seed_gives_the_same_sheet_and_another_seed_another() {
    for level in Level::ALL {
        let all = options(&Topic::ALL, 2, level);
        let text = |seed| {
            let sheet = Maker::default().sheet(&all, seed, None);
            written(Format::Json, &[sheet], Contents::Both)
        };
        assert_eq!(text(1), text(1));
        assert_ne!(text(1), text(2));
    }
}

#[test]
fn an_exercise_does_not_depend_on_the_others() {
    let mut maker = Maker::default();
    let all = maker.sheet(&options(&Topic::ALL, 3, Level::Medium), 5, None);
    for (number, topic) in Topic::ALL.into_iter().enumerate() {
        let alone = maker.sheet(&options(&[topic], 2, Level::Medium), 5, None);
        let shown = |sheet: &Sheet, from: usize| {
            let exercises = &sheet.exercises[from..from + 2];
            format!("{exercises:?}")
        };
        assert_eq!(shown(&alone, 0), shown(&all, 3 * number), "{topic:?}");
    }
}

#[test]
fn exercises_of_a_topic_differ() {
    let mut maker = Maker::default();
    for level in Level::ALL {
        for topic in Topic::ALL {
            let sheet = maker.sheet(&options(&[topic], 4, level), 3, None);
            let mut shown: Vec<String> = sheet
                .exercises
                .iter()
                .map(|exercise| format!("{exercise:?}"))
                .collect();
            shown.sort();
            shown.dedup();
            assert_eq!(shown.len(), 4, "{topic:?} {level}");
        }
    }
}

#[test]
fn a_student_keeps_the_same_sheet_when_the_list_changes() {
    let mut maker = Maker::default();
    let options = options(&[Topic::Shortest, Topic::Counting], 1, Level::Easy);
    let students = |names: &[&str]| -> Vec<String> { names.iter().map(|&n| n.into()).collect() };
    let before = maker.variants(&options, 9, &students(&["Ada", "Sam", "Noyes"]));
    let after = maker.variants(&options, 9, &students(&["Émilie", "Noyes", "Ada"]));
    let shown = |sheet: &Sheet| format!("{sheet:?}");
    assert_eq!(shown(&before[0]), shown(&after[2]));
    assert_eq!(shown(&before[2]), shown(&after[1]));
    assert_ne!(before[0].seed, before[1].seed);
    // The seed of a student's sheet makes it again.
    let again = maker.sheet(&options, before[1].seed, Some("Sam".into()));
    assert_eq!(shown(&before[1]), shown(&again));
}

#[test]
fn what_students_get_has_neither_answers_nor_the_seed() {
    let mut maker = Maker::default();
    let seed = 987_654_321;
    let sheet = [maker.sheet(&options(&Topic::ALL, 1, Level::Hard), seed, None)];
    for format in [Format::Html, Format::Markdown, Format::Json] {
        let [sheets, keys, both] = [Contents::Sheets, Contents::Keys, Contents::Both]
            .map(|contents| written(format, &sheet, contents));
        for secret in ["Answer key", "\"answer\"", "987654321", "overestimated\""] {
            assert!(!sheets.contains(secret), "{format:?}: {secret}");
        }
        assert!(keys.contains("987654321") && both.contains("987654321"));
    }
}

#[test]
fn every_sheet_and_every_key_begins_on_a_new_page() {
    let mut maker = Maker::default();
    let options = options(&[Topic::Counting], 1, Level::Easy);
    let sheets = maker.variants(&options, 1, &["Ada".into(), "Sam & <Max>".into()]);
    let page = written(Format::Html, &sheets, Contents::Both);
    assert_eq!(page.matches("<article class=\"sheet\">").count(), 2);
    assert_eq!(page.matches("<article class=\"key\">").count(), 2);
    assert!(page.contains("article + article { break-before: page;"));
    assert!(page.contains("<title>Puzzles &lt;1 &amp; 2&gt;</title>"));
    assert!(page.contains("<b>Sam &amp; &lt;Max&gt;</b>"));
    // The keys come after all sheets.
    assert!(page.rfind("class=\"sheet\"") < page.find("class=\"key\""));
    let text = written(Format::Markdown, &sheets, Contents::Both);
    assert_eq!(text.matches("break-before: page").count(), 3);
    assert!(text.contains("Name: Sam \\& \\<Max\\>"));
}

#[test]
fn pages_need_nothing_from_elsewhere() {
    let mut maker = Maker::default();
    let sheet = [maker.sheet(&options(&Topic::ALL, 1, Level::Hard), 2, None)];
    let page = written(Format::Html, &sheet, Contents::Both);
    for foreign in [
        "<script", "<link", "<img", "url(", "@import", "src=", "href=",
    ] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    let addresses = page.matches("http").count();
    assert_eq!(
        addresses,
        page.matches("xmlns=\"http://www.w3.org/2000/svg\"").count()
    );
    // The style of a picture would apply to the whole page.
    assert_eq!(page.matches("<style>").count(), 1);
}
