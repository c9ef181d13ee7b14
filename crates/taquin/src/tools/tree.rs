//! The tree that a breadth-first search grows: every board within some moves of a start, each once.

use crate::puzzle::{Board, Move};
use std::collections::HashSet;

/// A board of the tree.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TreeNode {
    /// The board.
    pub board: Board,
    /// The number of its parent; `None` for the start.
    pub parent: Option<usize>,
    /// The move that led to it.
    pub last: Option<Move>,
    /// The number of moves from the start.
    pub depth: u32,
}

/// The tree has more boards than the caller wants.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tree has more than {limit} boards at depth {depth}; a smaller depth will do")]
#[non_exhaustive]
pub struct TreeTooLarge {
    /// The most boards that are wanted.
    pub limit: usize,
    /// The depth at which there are too many.
    pub depth: u32,
}

/// Every board within `depth` moves of `start`, each once, nearest first.
///
/// A board that can be reached by two paths has the parent that was found first.
///
/// ```
/// use taquin::tools::tree::tree;
/// use taquin::{Board, Move};
/// let start: Board = "1 2 3/4 5 6/7 8 0".parse()?;
/// let nodes = tree(&start, 2, 100)?;
/// let depths: Vec<u32> = nodes.iter().map(|node| node.depth).collect();
/// assert_eq!(depths, [0, 1, 1, 2, 2, 2, 2]);
/// assert_eq!((nodes[1].parent, nodes[1].last), (Some(0), Some(Move::Down)));
/// assert_eq!(
///     tree(&start, 2, 5).unwrap_err().to_string(),
///     "the tree has more than 5 boards at depth 2; a smaller depth will do"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tree(start: &Board, depth: u32, limit: usize) -> Result<Vec<TreeNode>, TreeTooLarge> {
    let mut nodes = vec![TreeNode {
        board: start.clone(),
        parent: None,
        last: None,
        depth: 0,
    }];
    let mut seen = HashSet::from([start.clone()]);
    let mut parent = 0;
    while parent < nodes.len() && nodes[parent].depth < depth {
        for m in nodes[parent].board.moves().iter() {
            let mut board = nodes[parent].board.clone();
            board.play_unchecked(m);
            if !seen.insert(board.clone()) {
                continue;
            }
            let depth = nodes[parent].depth + 1;
            if nodes.len() >= limit {
                return Err(TreeTooLarge { limit, depth });
            }
            nodes.push(TreeNode {
                board,
                parent: Some(parent),
                last: Some(m),
                depth,
            });
        }
        parent += 1;
    }
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_any;

    #[test]
    fn the_tutorials_tree_has_its_boards() {
        let start = read_any(b"8 3 5/4 1 6/2 7 b", None).unwrap().start;
        let nodes = tree(&start, 3, 1000).unwrap();
        let at = |depth| nodes.iter().filter(|node| node.depth == depth).count();
        assert_eq!([at(0), at(1), at(2), at(3)], [1, 2, 4, 8]);
        assert!(
            nodes
                .iter()
                .all(|node| node.parent.is_none() == (node.depth == 0))
        );
    }

    #[test]
    fn a_whole_small_space_fits_in_a_tree() {
        let start = read_any(b"1 2/3 0", None).unwrap().start;
        assert_eq!(tree(&start, 100, 1000).unwrap().len(), 12);
        assert_eq!(tree(&start, 100, 5).unwrap_err().limit, 5);
    }
}
