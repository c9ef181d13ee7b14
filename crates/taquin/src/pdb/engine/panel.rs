//! The distances of many patterns at once, updated move by move.

use super::node::{GroupTable, Placed};
use crate::pdb::catalogue::CataloguePattern;
use crate::pdb::{Catalogue, Database, Databases, Pattern, Slot, Successor, Successors, edge};
use crate::puzzle::Shape;
use crate::space::{Allowed, Arrangement, Automaton};

/// The moves of all cells.
const MOVES: usize = 128;

/// Patterns that are watched while a search moves.
pub(super) struct Panel<'a> {
    pub(super) automaton: &'a Automaton,
    successors: &'a Successors,
    watched: Vec<Watched<'a>>,
    /// For each home, the patterns that its tile belongs to, by number.
    of_home: Vec<Vec<u16>>,
    cells: usize,
}

struct Watched<'a> {
    table: GroupTable<'a>,
    slot: Slot,
    /// For each move by number, the edge along which the tile moves in the table.
    edges: [u8; MOVES],
    flips: u8,
}

/// A board on the way, and what the tables say about it.
#[derive(Clone)]
pub(super) struct Position {
    /// For each cell, the home of its tile.
    tiles: [u8; Pattern::MAX_CELLS],
    /// The state of the automaton.
    pub(super) state: u16,
    placed: Vec<Placed>,
    pub(super) distances: Vec<u8>,
    undo: Vec<(Placed, u8)>,
}

impl<'a> Panel<'a> {
    /// A panel for some patterns of a catalogue, whose tables are there.
    pub(super) fn new(
        catalogue: &Catalogue,
        patterns: &[u16],
        tables: &'a Databases,
        successors: &'a Successors,
        automaton: &'a Automaton,
    ) -> Panel<'a> {
        let shape = catalogue.shape();
        let mut of_home = vec![Vec::new(); shape.area()];
        let mut watched = Vec::new();
        for (number, &pattern) in patterns.iter().enumerate() {
            let pattern = &catalogue.patterns()[usize::from(pattern)];
            let table = &catalogue.tables()[pattern.table];
            let database = tables.get(table).expect("the tables are there");
            for home in pattern.pattern.homes() {
                of_home[home.index()].push(number as u16);
            }
            watched.push(Watched::new(
                shape, pattern, database, successors, automaton,
            ));
        }
        Panel {
            automaton,
            successors,
            watched,
            of_home,
            cells: shape.area(),
        }
    }

    /// The first position.
    pub(super) fn start(&self, state: &impl Arrangement) -> Position {
        let mut position = Position {
            tiles: [0; Pattern::MAX_CELLS],
            state: state.blank() as u16,
            placed: Vec::new(),
            distances: Vec::new(),
            undo: Vec::new(),
        };
        for cell in (0..self.cells).filter(|&cell| cell != state.blank()) {
            position.tiles[cell] = state.home_at(cell) as u8;
        }
        for Watched { slot, .. } in &self.watched {
            let (placement, blank) = slot.place(state, self.cells);
            let index = slot.database.index();
            position.placed.push(Placed {
                vertex: self.successors.first(index.tiles())
                    + index.vertex(placement.set, blank) as u32,
                order: placement.order,
                bit: slot.database.class_at(placement, blank).0 >> 1,
            });
            position
                .distances
                .push(slot.distance(placement, blank) as u8);
        }
        position
    }

    /// The number of homes.
    pub(super) const fn homes(&self) -> usize {
        self.cells
    }

    /// The homes of a pattern's tiles.
    pub(super) fn homes_of(&self, number: u16) -> impl Iterator<Item = usize> {
        let patterns = self.of_home.iter().enumerate();
        let homes = patterns.filter(move |(_, patterns)| patterns.contains(&number));
        homes.map(|(home, _)| home)
    }

    /// The home of the tile at a cell.
    pub(super) fn home_at(&self, position: &Position, cell: usize) -> usize {
        position.tiles[cell].into()
    }

    /// Moves a tile.
    pub(super) fn play(&self, position: &mut Position, allowed: Allowed) {
        let home = position.tiles[allowed.source()];
        position.tiles[allowed.blank()] = home;
        position.state = allowed.state();
        for &number in &self.of_home[usize::from(home)] {
            let number = usize::from(number);
            let (placed, distance) = (position.placed[number], position.distances[number]);
            position.undo.push((placed, distance));
            let (placed, away) = self.after(&self.watched[number], placed, allowed);
            position.placed[number] = placed;
            position.distances[number] = distance + 2 * away - 1;
        }
    }

    /// Takes the latest move back; `state` is that of the automaton before it.
    pub(super) fn take_back(&self, position: &mut Position, allowed: Allowed, state: u16) {
        let home = position.tiles[allowed.blank()];
        position.tiles[allowed.source()] = home;
        position.state = state;
        for &number in self.of_home[usize::from(home)].iter().rev() {
            let before = position.undo.pop().expect("a move is taken back once");
            (
                position.placed[usize::from(number)],
                position.distances[usize::from(number)],
            ) = before;
        }
    }

    /// A group after a move of one of its tiles, and 1 if the move leads away from the goal, else 0.
    fn after(&self, watched: &Watched<'_>, before: Placed, allowed: Allowed) -> (Placed, u8) {
        let edge = watched.edges[allowed.number()];
        let next = self.successors.after(before.vertex, edge.into());
        let turn = self.successors.turns[next.turn()] as usize;
        let order = self.successors.passed[turn + usize::from(before.order)];
        let bit = watched.table.byte(next.vertex(), order) >> (order & 7) & 1;
        let placed = Placed {
            vertex: next.vertex(),
            order,
            bit,
        };
        (placed, away(before.bit ^ bit, next, watched.flips))
    }
}

const fn away(differs: u8, next: Successor, flips: u8) -> u8 {
    differs ^ next.parity() as u8 ^ flips
}

impl<'a> Watched<'a> {
    fn new(
        shape: Shape,
        pattern: &CataloguePattern,
        database: &'a Database,
        successors: &Successors,
        automaton: &Automaton,
    ) -> Watched<'a> {
        let see = |cell: usize| usize::from(pattern.seen_as[cell]);
        let mut edges = [0; MOVES];
        for blank in shape.cells() {
            for (place, m) in automaton.order().moves().into_iter().enumerate() {
                if let Some(source) = shape.source(blank, m) {
                    let edge = edge(shape, see(source.index()), see(blank.index()));
                    edges[4 * blank.index() + place] = edge as u8;
                }
            }
        }
        Watched {
            table: GroupTable::new(database, successors),
            slot: Slot {
                database: database.clone(),
                seen_as: pattern.seen_as,
            },
            edges,
            flips: 1 ^ database.parity(0),
        }
    }
}
