//! Values that are whole numbers: one parser, and one message for everything that it rejects.

use clap::builder::ValueParser;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A type of whole numbers.
pub(crate) trait Whole:
    Copy + Display + FromStr + PartialOrd + Send + Sync + 'static
{
    /// All its numbers.
    const ALL: RangeInclusive<Self>;
}

macro_rules! whole {
    ($($number:ty),*) => {
        $(impl Whole for $number {
            const ALL: RangeInclusive<Self> = <$number>::MIN..=<$number>::MAX;
        })*
    };
}

whole!(u16, u32, u64, usize);

/// Reads any number of the type.
pub(crate) fn number<T: Whole>() -> ValueParser {
    number_in(T::ALL)
}

/// Reads a number in a range.
pub(crate) fn number_in<T: Whole>(range: RangeInclusive<T>) -> ValueParser {
    ValueParser::new(move |text: &str| read(text, &range))
}

fn read<T: Whole>(text: &str, range: &RangeInclusive<T>) -> Result<T, String> {
    let parsed: Option<T> = text.parse().ok();
    parsed
        .filter(|number| range.contains(number))
        .ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            // The largest number of a type means nothing to a user, unless the given one is larger.
            let is_too_large = parsed.is_none() && text.bytes().all(|byte| byte.is_ascii_digit());
            let has_most = most != T::ALL.end() || is_too_large;
            match (least != T::ALL.start(), has_most) {
                (_, true) => format!("must be a whole number from {least} to {most}"),
                (true, false) => format!("must be a whole number of at least {least}"),
                (false, false) => "must be a whole number".into(),
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_the_range_are_read() {
        for number in [1_u16, 2, 512] {
            assert_eq!(read(&number.to_string(), &(1..=512)), Ok(number));
        }
        assert_eq!(read("0", &u64::ALL), Ok(0));
        assert_eq!(read("18446744073709551615", &u64::ALL), Ok(u64::MAX));
    }

    #[test]
    fn everything_else_gets_the_same_message() {
        for text in [
            "",
            "0",
            "513",
            "-1",
            "1.5",
            "1e2",
            "99999999999999999999",
            "two",
        ] {
            let message = Err("must be a whole number from 1 to 512".into());
            assert_eq!(read(text, &(1_u16..=512)), message, "{text}");
        }
    }
}
