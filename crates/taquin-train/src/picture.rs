//! The picture of `docs/guide/learned-beam.md`: what pairs of tiles add to the estimate on 5×5.

use std::fmt::Write;
use taquin::large::learned::{PairTable, UNIT};

const SIDE: usize = 5;

/// One map: a tile at a cell, and another tile.
struct Map {
    title: &'static str,
    home: usize,
    cell: usize,
    other_home: usize,
}

const MAPS: [Map; 4] = [
    Map {
        title: "tile 13 at home, tile 14",
        home: 12,
        cell: 12,
        other_home: 13,
    },
    Map {
        title: "tile 13 on tile 14's cell, tile 14",
        home: 12,
        cell: 13,
        other_home: 13,
    },
    Map {
        title: "tile 1 at home, tile 2",
        home: 0,
        cell: 0,
        other_home: 1,
    },
    Map {
        title: "tile 1 on tile 2's cell, tile 2",
        home: 0,
        cell: 1,
        other_home: 1,
    },
];

/// The picture as SVG, from the table of 5×5.
pub(crate) fn picture(table: &PairTable) -> String {
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 880 250\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Learned weights of pairs of tiles on 5×5</title>\n",
    );
    for (number, map) in MAPS.iter().enumerate() {
        let left = 10 + 220 * number;
        svg += &format!("<text x=\"{left}\" y=\"20\">{}</text>\n", map.title);
        for cell in 0..SIDE * SIDE {
            let (x, y) = (left + 40 * (cell % SIDE), 30 + 40 * (cell / SIDE));
            let (fill, label) = square(table, map, cell);
            let border = if cell == map.other_home {
                "stroke=\"#000\" stroke-width=\"2\""
            } else {
                "stroke=\"#ccc\""
            };
            let (text_x, text_y) = (x + 19, y + 24);
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"38\" height=\"38\" fill=\"{fill}\" {border}/>\
                 <text x=\"{text_x}\" y=\"{text_y}\" text-anchor=\"middle\">{label}</text>"
            );
        }
    }
    svg + "</svg>\n"
}

/// The colour and the label of the other tile at a cell.
fn square(table: &PairTable, map: &Map, cell: usize) -> (String, String) {
    if cell == map.cell {
        return ("#888".into(), "■".into());
    }
    let weight = i32::from(table.pair([map.home, map.cell, cell, map.other_home]));
    let pale = 255 - (128 * weight.abs() / UNIT).min(255);
    let fill = match weight {
        1.. => format!("#ff{pale:02x}{pale:02x}"),
        _ => format!("#{pale:02x}{pale:02x}ff"),
    };
    let moves = f64::from(weight) / f64::from(UNIT);
    (fill, format!("{moves:+.1}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::Shape;

    /// `cargo run -p taquin-train -- --picture docs/guide/learned-beam/pairs.svg` draws it again.
    #[test]
    fn the_picture_in_the_guide_shows_the_weights() {
        let shape = Shape::square(5).expect("a shape");
        let table = PairTable::for_shape(shape).expect("5×5 has a table");
        let drawn = include_str!("../../../docs/guide/learned-beam/pairs.svg");
        assert_eq!(picture(&table), drawn);
    }
}
