//! The yardstick: what a textbook program does, IDA* with the Manhattan distance on a board packed into a `u64`.

pub(crate) mod rows;

/// The generated nodes of a yard.
pub(crate) const YARD: u64 = 100_000_000;
/// Numbers 2, 4, 5 and 6 of Korf's hundred, with the lengths of their shortest solutions (Korf 1985).
const BOARDS: [([u64; 16], u32); 4] = [
    ([13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6], 55),
    ([5, 12, 10, 7, 15, 11, 14, 0, 8, 2, 1, 13, 3, 4, 9, 6], 56),
    ([4, 7, 14, 13, 10, 3, 9, 12, 11, 5, 6, 15, 1, 2, 8, 0], 56),
    ([14, 7, 1, 9, 12, 3, 6, 15, 8, 11, 2, 5, 10, 0, 4, 13], 52),
];
/// Their published nodes, which include the starts: another number means another search, and another yard.
const GENERATED: u64 = 15_300_442 + 62_643_179 + 11_020_325 + 32_201_660 - 4;
/// For each cell of the blank, the cells that it can move to.
const NEXT: [&[u8]; 16] = [
    &[1, 4],
    &[0, 2, 5],
    &[1, 3, 6],
    &[2, 7],
    &[0, 5, 8],
    &[1, 4, 6, 9],
    &[2, 5, 7, 10],
    &[3, 6, 11],
    &[4, 9, 12],
    &[5, 8, 10, 13],
    &[6, 9, 11, 14],
    &[7, 10, 15],
    &[8, 13],
    &[9, 12, 14],
    &[10, 13, 15],
    &[11, 14],
];

/// How the distance of each tile changes between two cells.
type Changes = [[[i8; 16]; 16]; 16];

/// Solves the boards; returns the number of nodes generated: children made, whether or not they are within the bound.
pub(crate) fn search() -> u64 {
    let change = |tile, from, to| (distance(to, tile) - distance(from, tile)) as i8;
    let changes: Box<Changes> = Box::new(std::array::from_fn(|tile| {
        std::array::from_fn(|from| std::array::from_fn(|to| change(tile, from, to)))
    }));
    let mut yardstick = Yardstick {
        changes: &changes,
        generated: 0,
    };
    for (tiles, length) in &BOARDS {
        assert_eq!(yardstick.solve(tiles), *length, "the published length");
    }
    assert_eq!(yardstick.generated, GENERATED, "the nodes of the yardstick");
    yardstick.generated
}

const fn distance(a: usize, b: usize) -> i32 {
    (a / 4).abs_diff(b / 4) as i32 + (a % 4).abs_diff(b % 4) as i32
}

struct Yardstick<'a> {
    changes: &'a Changes,
    generated: u64,
}

/// A board with its blank, and the cell from which the blank came; 16 at the start.
#[derive(Clone, Copy)]
struct Node {
    board: u64,
    blank: u8,
    from: u8,
}

impl Yardstick<'_> {
    /// The length of a shortest solution.
    fn solve(&mut self, tiles: &[u64; 16]) -> u32 {
        let cells = tiles.iter().enumerate();
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
        let start = Node {
            board: cells.clone().map(|(cell, tile)| tile << (4 * cell)).sum(),
            blank: blank as u8,
            from: 16,
        };
        let away = cells.filter(|(_, tile)| **tile != 0);
        let estimate = away
            .map(|(cell, &tile)| distance(cell, tile as usize))
            .sum();
        let mut bound = estimate;
        while !self.search(start, estimate, bound) {
            bound += 2;
        }
        bound as u32
    }

    /// Whether the goal is within `left` moves of a node, which needs at least `estimate`.
    fn search(&mut self, node: Node, estimate: i32, left: i32) -> bool {
        if estimate == 0 {
            return true;
        }
        for &cell in NEXT[usize::from(node.blank & 15)] {
            if cell == node.from {
                continue;
            }
            self.generated += 1;
            let tile = node.board >> (4 * cell) & 15;
            let [from, to] = [cell, node.blank].map(|cell| usize::from(cell & 15));
            let after = estimate + i32::from(self.changes[tile as usize][from][to]);
            if after < left {
                let child = Node {
                    board: node.board ^ (tile << (4 * cell) | tile << (4 * node.blank)),
                    blank: cell,
                    from: node.blank,
                };
                if self.search(child, after, left - 1) {
                    return true;
                }
            }
        }
        false
    }
}
