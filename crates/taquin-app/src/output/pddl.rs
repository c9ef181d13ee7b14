//! PDDL, the language of planners: a domain for all boards, and a problem for each.

use std::io::{self, Write};
use taquin::{Board, Shape};

/// The domain: a tile moves to the blank position next to it.
pub fn domain(out: &mut impl Write) -> io::Result<()> {
    out.write_all(
        b"(define (domain sliding-tiles)
  (:requirements :strips :typing)
  (:types tile position)
  (:predicates
    (at ?tile - tile ?position - position)
    (blank ?position - position)
    (neighbours ?one ?other - position))
  (:action slide
    :parameters (?tile - tile ?from ?to - position)
    :precondition (and (at ?tile ?from) (blank ?to) (neighbours ?from ?to))
    :effect (and
      (at ?tile ?to) (blank ?from)
      (not (at ?tile ?from)) (not (blank ?to)))))
",
    )
}

/// The problem of a board: its tiles `t1`, `t2`, … at positions `r1c1`, `r1c2`, …, and a goal of the same shape.
pub fn problem(out: &mut impl Write, start: &Board, goal: &Board) -> io::Result<()> {
    let shape = start.shape();
    let (rows, cols) = (shape.rows(), shape.cols());
    writeln!(out, "(define (problem sliding-tiles-{rows}x{cols})")?;
    writeln!(out, "  (:domain sliding-tiles)")?;
    let tiles: Vec<String> = (1..shape.area()).map(|tile| format!("t{tile}")).collect();
    let cells: Vec<String> = shape
        .cells()
        .map(|cell| name(shape, cell.index()))
        .collect();
    writeln!(out, "  (:objects")?;
    if !tiles.is_empty() {
        writeln!(out, "    {} - tile", tiles.join(" "))?;
    }
    writeln!(out, "    {} - position)", cells.join(" "))?;
    writeln!(out, "  (:init")?;
    placed(out, start)?;
    for cell in 0..shape.area() {
        let (row, col) = (cell / cols as usize, cell % cols as usize);
        let right = (col + 1 < cols as usize).then_some(cell + 1);
        let below = (row + 1 < rows as usize).then_some(cell + cols as usize);
        for other in [right, below].into_iter().flatten() {
            let (one, other) = (name(shape, cell), name(shape, other));
            writeln!(
                out,
                "    (neighbours {one} {other}) (neighbours {other} {one})"
            )?;
        }
    }
    writeln!(out, "  )")?;
    writeln!(out, "  (:goal (and")?;
    placed(out, goal)?;
    writeln!(out, "  )))")
}

/// Where every tile and the blank is.
fn placed(out: &mut impl Write, board: &Board) -> io::Result<()> {
    for (cell, tile) in board.tiles().iter().enumerate() {
        let position = name(board.shape(), cell);
        if tile.is_blank() {
            writeln!(out, "    (blank {position})")?
        } else {
            writeln!(out, "    (at t{tile} {position})")?
        }
    }
    Ok(())
}

fn name(shape: Shape, cell: usize) -> String {
    let cols = shape.cols() as usize;
    format!("r{}c{}", cell / cols + 1, cell % cols + 1)
}
