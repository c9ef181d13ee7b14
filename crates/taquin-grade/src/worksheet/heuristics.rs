//! Estimates of a board, computed by hand.

use super::block::{Block, Entry};
use super::maker::{Maker, last_goal, shape};
use super::{Boards, Content, Level, Posed};
use serde::{Serialize, Serializer};
use std::ops::ControlFlow;
use taquin::tools::generate::Generator;
use taquin::{Board, Goal, HeuristicKind, Tick};

/// What is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Given {
    /// The board and its goal.
    #[serde(flatten)]
    pub boards: Boards,
    /// The heuristics to compute.
    #[serde(rename = "heuristics", serialize_with = "names")]
    pub kinds: Vec<HeuristicKind>,
}

fn names<S: Serializer>(kinds: &[HeuristicKind], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(kinds.iter().map(|kind| kind.name()))
}

fn by_name<S: Serializer>(
    estimates: &[(HeuristicKind, u32)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(estimates.iter().map(|(kind, moves)| (kind.name(), moves)))
}

/// The estimates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// In the order in which they are asked.
    #[serde(serialize_with = "by_name")]
    pub estimates: Vec<(HeuristicKind, u32)>,
    /// The steps of the tile at each cell to its goal cell; 0 for the blank.
    pub terms: Vec<u32>,
}

impl Posed<Given, Answer> {
    pub(super) fn draw(
        generator: &mut Generator,
        level: Level,
        maker: &Maker,
    ) -> Posed<Given, Answer> {
        use HeuristicKind::{Gaschnig, Hamming, LinearConflict, Manhattan};
        let (sides, kinds) = match level {
            Level::Easy => ((3, 3), vec![Hamming, Manhattan]),
            Level::Medium => ((3, 3), vec![Hamming, Manhattan, LinearConflict]),
            Level::Hard => ((4, 4), vec![Hamming, Manhattan, LinearConflict, Gaschnig]),
        };
        let goal = Goal::Last.board(shape(sides));
        loop {
            let start = generator.random(&goal);
            let estimate = |&kind: &HeuristicKind| (kind, estimate(&start, kind, maker));
            let estimates: Vec<_> = kinds.iter().map(estimate).collect();
            // Conflicts are asked for where there are some.
            if let [_, (_, manhattan), (_, conflict), ..] = estimates[..]
                && conflict == manhattan
            {
                continue;
            }
            let terms = steps(&start, &goal);
            let boards = Boards::new(start, goal);
            return Posed {
                given: Given { boards, kinds },
                answer: Answer { estimates, terms },
            };
        }
    }
}

/// What a heuristic says about a board, with the goal 1 2 3 ….
fn estimate(board: &Board, kind: HeuristicKind, maker: &Maker) -> u32 {
    let go_on = &mut |_: &Tick| ControlFlow::Continue(());
    let estimator = maker.tables.estimator(&last_goal(board), kind, 1, go_on);
    estimator
        .expect("these heuristics support every shape")
        .estimate_board(board)
}

/// For each cell, the steps of its tile to the goal.
pub(super) fn steps(board: &Board, goal: &Board) -> Vec<u32> {
    let (shape, homes) = (board.shape(), goal.places());
    let of_cell = |cell| match board.tile(cell) {
        tile if tile.is_blank() => 0,
        tile => shape.distance(cell, homes[tile.number() as usize]),
    };
    shape.cells().map(of_cell).collect()
}

const fn name(kind: HeuristicKind) -> &'static str {
    match kind {
        HeuristicKind::Hamming => "Misplaced tiles",
        HeuristicKind::Manhattan => "Manhattan distance",
        HeuristicKind::LinearConflict => "Linear conflict",
        HeuristicKind::Gaschnig => "Gaschnig's heuristic",
        _ => kind.name(),
    }
}

const fn definition(kind: HeuristicKind) -> &'static str {
    match kind {
        HeuristicKind::Hamming => "the number of tiles that are not at their goal cell",
        HeuristicKind::Manhattan => {
            "the sum, over all tiles, of the steps to the goal cell along rows and columns"
        }
        HeuristicKind::LinearConflict => {
            "Manhattan distance plus 2 for each tile that has to leave its line. In every row, look at the tiles that belong in \
             that row; the fewest of them that have to be taken out, so that the rest are in the order of the goal, have to \
             leave. Do the same in every column"
        }
        HeuristicKind::Gaschnig => {
            "the fewest exchanges that lead to the goal if the blank may change places with any tile"
        }
        _ => "",
    }
}

fn asked(kind: HeuristicKind) -> String {
    format!("{}:", name(kind))
}

impl Given {
    fn table(&self, terms: Option<&[u32]>) -> Block {
        let tiles = self.boards.start.tiles().iter().enumerate();
        let places: Vec<(usize, u32)> = tiles
            .filter(|(_, tile)| !tile.is_blank())
            .map(|(place, tile)| (place, tile.number()))
            .collect();
        let names = places.iter().map(|(_, number)| number.to_string());
        let entry = |&(place, _): &(usize, u32)| {
            terms.map_or(Entry::Blank, |terms| Entry::text(terms[place]))
        };
        Block::line(("tile", "steps"), names, places.iter().map(entry))
    }
}

impl Content for Posed<Given, Answer> {
    fn question(&self) -> Vec<Block> {
        let Boards { start, goal, .. } = &self.given.boards;
        let definitions = self.given.kinds.iter();
        let definitions =
            definitions.map(|&kind| Block::text(format!("{}: {}.", name(kind), definition(kind))));
        let asked = self.given.kinds.iter().map(|&kind| asked(kind));
        let mut blocks = vec![Block::start_and_goal(start, goal)];
        blocks.extend(definitions);
        blocks.extend([self.given.table(None), Block::asked(asked)]);
        blocks
    }

    fn answer(&self) -> Vec<Block> {
        let estimates = self.answer.estimates.iter();
        let estimates = estimates.map(|(kind, moves)| (asked(*kind), moves.to_string()));
        vec![
            self.given.table(Some(&self.answer.terms)),
            Block::answered(estimates),
        ]
    }
}
