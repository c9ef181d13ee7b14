//! What the lines between boards say.

/// The moves that a line gives: `moves: LURD`, or `# 4 moves (shortest): LURD` as `taquin generate --solve` writes them.
pub fn written_moves(line: &str) -> Option<&str> {
    let (head, moves) = line.split_once(": ")?;
    let has_count = |text: &str| Wording::Moves.length(&text.to_lowercase()).is_some();
    let is_comment = || head.starts_with("# ") && has_count(head);
    let is_moves = head == "moves" && !has_count(line);
    (is_moves || is_comment()).then_some(moves.trim())
}

/// Whether a line of lower-case prose says that there is no solution.
pub(super) fn is_unsolvable(line: &str) -> bool {
    let says = ["no solution", "unsolvable", "not solvable", "insolvable"];
    says.iter().any(|words| line.contains(words))
}

/// Whether a line of lower-case prose claims that its number of moves is the least, and does not only bound it.
pub(super) fn is_optimal(line: &str) -> bool {
    let has = |words: &[&str]| words.iter().any(|words| line.contains(words));
    has(&["(shortest", "minimum number", "minimal", "optimal"])
        && !has(&["at least", "at most", "not optimal", "suboptimal"])
}

/// What counts as a claim about the number of moves in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::verify) enum Wording {
    /// Moves or their length. Steps may then be those of the search.
    Moves,
    /// Steps too, because nothing else is counted.
    Steps,
}

impl Wording {
    /// The wording of a text.
    pub(in crate::verify) fn of(text: &str) -> Wording {
        let has_moves = |line: &str| Wording::Moves.length(&line.to_lowercase()).is_some();
        if text.lines().any(has_moves) {
            Wording::Moves
        } else {
            Wording::Steps
        }
    }

    /// The number of moves that a line of lower-case prose claims: `moves = 4`, `number of moves required: 4`, `length: 4`,
    /// `in 4 moves` or `nombre de coups : 4`.
    pub(in crate::verify) fn length(self, line: &str) -> Option<u64> {
        let places = line.match_indices([':', '=', '|']).map(|(place, _)| place);
        places
            .chain(said_by_a_verb(line))
            .find_map(|place| self.assigned(line, place))
            .or_else(|| self.counted(line))
    }

    /// The number after the mark at a place, if the words before it name the moves, unless the line continues with more
    /// numbers or letters.
    fn assigned(self, line: &str, place: usize) -> Option<u64> {
        let (head, rest) = line.split_at(place);
        let head = head.rsplit([':', '=', '|', ',', ';']).next()?;
        let rest = rest.trim_start_matches([':', '=', '|', '>']);
        let rest = rest.strip_prefix("is ").unwrap_or(rest);
        let rest = rest.strip_prefix("est ").unwrap_or(rest).trim_start();
        let end = rest.find(|c: char| !c.is_ascii_digit());
        let (number, rest) = rest.split_at(end.unwrap_or(rest.len()));
        let number = number.parse().ok()?;
        (self.names_moves(head) && !self.goes_on(rest)).then_some(number)
    }

    /// Whether more numbers or letters follow a number; the word that it counts may do so.
    fn goes_on(self, rest: &str) -> bool {
        let is_fraction = rest
            .strip_prefix(['.', ',', '_', '/', '\'', '%'])
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let rest = rest.trim_start();
        let end = rest.find(|c: char| !c.is_alphanumeric());
        let (word, rest) = rest.split_at(end.unwrap_or(rest.len()));
        let is_end = |rest: &str| !rest.trim_start().starts_with(char::is_alphanumeric);
        let is_done = word.is_empty() || self.is_noun(word) && is_end(rest);
        is_fraction || !is_done
    }

    /// Whether the words before a number say that it is the number of moves.
    fn names_moves(self, head: &str) -> bool {
        let words = words(head);
        let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
        let is_one = has(&["move", "step"]);
        let is_count = is_one && has(&["count"]);
        if words.iter().any(|word| is_other_count(word)) || is_one && !is_count {
            return false;
        }
        let is_measure = has(&["depth", "cost"]) && has(&["path", "solution"]);
        is_count
            || is_measure
            || words
                .iter()
                .any(|word| self.is_noun(word) || is_length(word))
    }

    /// Whether a word means moves, also as a name in a program: `nummoves`.
    fn is_noun(self, word: &str) -> bool {
        let prefixes = ["num", "nb", "n", "total", "min"];
        let is_any = |nouns: &[&str]| {
            let is_name = |prefix: &str| {
                let rest = word.strip_prefix(prefix);
                rest.is_some_and(|rest| nouns.contains(&rest))
            };
            nouns.contains(&word) || prefixes.into_iter().any(is_name)
        };
        is_any(&MOVES) || self == Wording::Steps && is_any(&STEPS)
    }

    /// The number before `moves`, unless it is only a bound, or how many are left, or what the search did.
    fn counted(self, line: &str) -> Option<u64> {
        let words = words(line);
        let is_one = |word: &str| word == "move" || self == Wording::Steps && word == "step";
        let place = words
            .iter()
            .position(|word| self.is_noun(word) || is_one(word))?;
        let before = &words[place.saturating_sub(3)..place.saturating_sub(1)];
        let bounds = ["least", "most", "after", "than", "within"];
        let is_other = |word: &&str| is_other_count(word);
        let is_bound = before.last().is_some_and(|word| bounds.contains(word));
        let is_rest = match words.get(place + 1..).unwrap_or_default() {
            ["to", "solve" | "reach" | "complete", ..] => false,
            ["to", ..] => true,
            [next, ..] => is_other(next),
            [] => false,
        };
        let number = words[place.checked_sub(1)?].parse().ok();
        number.filter(|_| !is_bound && !is_rest && !before.iter().any(is_other))
    }
}

/// What solutions consist of, in the languages of the programs that have been seen.
const MOVES: [&str; 10] = [
    "moves",
    "coups",
    "mouvements",
    "mouvement",
    "déplacements",
    "deplacements",
    "züge",
    "zügen",
    "movimientos",
    "mosse",
];
/// The same, but searches have them too.
const STEPS: [&str; 5] = ["steps", "étapes", "etapes", "schritte", "pasos"];
/// A number of moves beside one of these words is a bound, a part, or about the search.
const OTHER_COUNTS: &str = "max maximum maximal most limit bound within allowed left remaining restants per average mean each \
    next current last first previous explored expanded generated visited considered tried evaluated examined checked \
    tested attempted searched simulated search possible available legal illegal valid invalid estimate estimated \
    expected heuristic manhattan complexity complexité states nodes iterations selected memory time seconds ms open \
    closed queue list frontier buffer random scramble scrambled shuffle shuffled shuffling side";

fn is_other_count(word: &str) -> bool {
    OTHER_COUNTS.split_whitespace().any(|other| other == word)
}

fn is_length(word: &str) -> bool {
    matches!(word, "length" | "longueur" | "länge") || word.ends_with("length")
}

/// The places before `is` in `the number of moves is 4`.
fn said_by_a_verb(line: &str) -> impl Iterator<Item = usize> {
    let verbs = [" is ", " est "].into_iter();
    verbs.flat_map(|verb| line.match_indices(verb).map(|(place, _)| place + 1))
}

fn words(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_not_claims_of_optimality() {
        for (line, claimed) in [
            ("length: 14 (shortest)", true),
            ("length: 14 (shortest, mtm)", true),
            ("minimum number of moves = 4", true),
            ("an optimal solution with 4 moves", true),
            (
                "length: 53 (the shortest has at least 21: at most 2.53 times as long)",
                false,
            ),
            (
                "length: 24 (at most 2 times the shortest, which has at least 21)",
                false,
            ),
            ("solved in 20 moves, perhaps not optimal", false),
            ("number of moves = 4", false),
        ] {
            assert_eq!(is_optimal(line), claimed, "{line}");
        }
    }

    #[test]
    fn claims_are_found_in_prose() {
        let cases = [
            ("Minimum number of moves = 4", Some(4)),
            ("Number of moves: 15 (shortest)", Some(15)),
            ("length: 14 (shortest)", Some(14)),
            ("Solved in 1 move!", Some(1)),
            ("moves: 5 8", None),
            ("moves: ULDR", None),
            ("It takes at least 20 moves.", None),
            ("Complexity in time: 3", None),
            ("Move 3: up", None),
            ("1 move left", None),
            ("3 moves to go:", None),
            ("Nombre de coups : 5", Some(5)),
            ("Number of moves required: 7", Some(7)),
            ("moves required: 7", Some(7)),
            ("Number of moves from initial state to solution: 7", Some(7)),
            (
                "number of moves required to transition from the initial state to the final state: 7",
                Some(7),
            ),
            ("Moves needed: 7", Some(7)),
            ("Moves count: 7", Some(7)),
            ("Move count = 7", Some(7)),
            ("numMoves=7", Some(7)),
            ("Nombre de mouvements: 7", Some(7)),
            ("Nombre de déplacements nécessaires : 7", Some(7)),
            ("The number of moves is 7.", Some(7)),
            ("Moves => 7", Some(7)),
            ("| Moves | 7 |", Some(7)),
            ("Moves: 7 moves", Some(7)),
            ("Number of moves (3x3 board): 7", Some(7)),
            ("It takes 7 moves to solve it", Some(7)),
            ("Solved in 7 coups", Some(7)),
            ("Path length: 7", Some(7)),
            ("Solution depth: 7", Some(7)),
            ("path_cost: 7", Some(7)),
            (
                "Complexity in time: 12, complexity in size: 9, number of moves: 7",
                Some(7),
            ),
            ("Solved in 7 moves, 55 states explored", Some(7)),
        ];
        for (line, claimed) in cases {
            let found = Wording::Moves.length(&line.to_lowercase());
            assert_eq!(found, claimed, "{line}");
        }
    }

    #[test]
    fn other_numbers_are_no_claims() {
        for line in [
            "Max depth: 7",
            "Depth: 7",
            "Maximum moves: 80",
            "Moves explored: 7",
            "Moves per second: 7",
            "Moves left: 7",
            "Moves: 7.5",
            "Average number of moves: 7",
            "Explored 7 moves",
            "7 moves generated",
            "Queue length: 7",
            "Number of states: 7",
            "Total number of states ever selected (complexity in time): 7",
            "Manhattan distance in moves: 7",
            "Removes: 7",
            "Move 7: 3",
            "Move 7",
        ] {
            assert_eq!(Wording::Moves.length(&line.to_lowercase()), None, "{line}");
        }
    }

    #[test]
    fn steps_are_moves_unless_moves_are_counted() {
        for line in [
            "Steps: 7",
            "Number of steps: 7",
            "Solved in 7 steps",
            "Nombre d'étapes : 7",
        ] {
            let wording = Wording::of(line);
            assert_eq!(wording.length(&line.to_lowercase()), Some(7), "{line}");
            let wording = Wording::of(&format!("{line}\nMoves: 3\n"));
            assert_eq!(wording.length(&line.to_lowercase()), None, "{line}");
        }
        for line in [
            "Search steps: 7",
            "Steps explored: 7",
            "Step 7",
            "Step 7: 3",
        ] {
            let wording = Wording::of(line);
            assert_eq!(wording.length(&line.to_lowercase()), None, "{line}");
        }
    }
}
