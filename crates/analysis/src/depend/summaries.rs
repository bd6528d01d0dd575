//! What a call yields depends on those of its arguments that come to matter inside: the rules.
//!
//! Source: the summary edges of Horwitz, Reps, Binkley, "Interprocedural slicing using dependence graphs"
//! (1990). A function has two results, that it returns and what, so the relation has two rows for a node at
//! most.

use super::graph::{Edge, Way};
use super::nodes::Node;

ascent::ascent! {
    struct Rules;
    relation depends(Node, Node);
    /// A result of a function.
    relation result(Node);
    /// The result of a function becomes that of a call.
    relation hands(Node, Node);
    /// For the result of a call: parameter, argument.
    relation passes(Node, Node, Node);

    /// The result hangs on that, inside its function.
    relation hangs(Node, Node);
    hangs(r, n) <-- result(r), depends(r, n);
    hangs(r, m) <-- hangs(r, n), depends(n, m);
    relation summary(Node, Node);
    summary(c, a) <-- hands(r, c), hangs(r, p), passes(c, p, a);
    depends(c, a) <-- summary(c, a);
}

/// Calls, for the rules.
#[derive(Default)]
pub struct Calls {
    pub results: Vec<Node>,
    pub hands: Vec<(Node, Node)>,
    pub passes: Vec<(Node, Node, Node)>,
}

/// Adds what calls depend on through what they call.
pub fn add(edges: &mut Vec<Edge>, calls: Calls) {
    let mut rules = Rules::default();
    rules.depends.extend(edges.iter().filter(|e| e.way == Way::Same).map(|e| (e.depends, e.on)));
    rules.result.extend(calls.results.into_iter().map(|r| (r,)));
    rules.hands = calls.hands;
    rules.passes = calls.passes;
    rules.run();
    edges.extend(rules.summary.iter().map(|&(depends, on)| Edge { depends, on, way: Way::Same }));
}
