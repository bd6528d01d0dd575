//! Dependences as a graph, and what can be reached in it.
//!
//! Source: Horwitz, Reps, Binkley, "Interprocedural slicing using dependence graphs" (1990): a way through
//! the graph that goes into a function by one call does not come out by another. Departs from it: memory is
//! not passed along calls; a dependence through memory, or between threads, may lead anywhere, and from
//! there on every call is possible again.
//!
//! Cost: every node is looked at twice at most.

use super::nodes::Node;

/// How a dependence crosses calls.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Way {
    /// Inside a function.
    Same,
    /// What a function is called with depends on its callers.
    Caller,
    /// What a call yields depends on the function that is called.
    Callee,
    /// Through memory, or from thread to thread.
    Anywhere,
}

/// `depends` on `on`.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    pub depends: Node,
    pub on: Node,
    pub way: Way,
}

/// Successors of every node, in one list.
pub struct Graph {
    starts: Vec<u32>,
    edges: Vec<(Node, Way)>,
}

impl Graph {
    /// From what depends to what it depends on.
    pub fn backward(nodes: u32, edges: &[Edge]) -> Graph {
        Graph::new(nodes, edges.iter().map(|e| (e.depends, e.on, e.way)))
    }

    /// The other way round. What goes into a callee one way comes out of it the other.
    pub fn forward(nodes: u32, edges: &[Edge]) -> Graph {
        let turned = |way| match way {
            Way::Caller => Way::Callee,
            Way::Callee => Way::Caller,
            other => other,
        };
        Graph::new(nodes, edges.iter().map(|e| (e.on, e.depends, turned(e.way))))
    }

    fn new(nodes: u32, edges: impl Iterator<Item = (Node, Node, Way)> + Clone) -> Graph {
        let mut starts = vec![0; nodes as usize + 1];
        edges.clone().for_each(|(from, ..)| starts[from as usize + 1] += 1);
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut list = vec![(0, Way::Same); starts[nodes as usize] as usize];
        for (from, to, way) in edges {
            list[next[from as usize] as usize] = (to, way);
            next[from as usize] += 1;
        }
        Graph { starts, edges: list }
    }

    /// Every node that can be reached from these.
    pub fn reach(&self, from: impl IntoIterator<Item = Node>) -> Vec<bool> {
        const FREE: u8 = 1;
        // Came into a function from a call: must not leave it for its other callers.
        const INSIDE: u8 = 2;
        let mut seen = vec![0u8; self.starts.len() - 1];
        let mut todo: Vec<(Node, u8)> = from.into_iter().map(|n| (n, FREE)).collect();
        while let Some((n, how)) = todo.pop() {
            if seen[n as usize] & (FREE | how) != 0 {
                continue;
            }
            seen[n as usize] |= how;
            let (start, end) = (self.starts[n as usize], self.starts[n as usize + 1]);
            for &(to, way) in &self.edges[start as usize..end as usize] {
                match way {
                    Way::Same => todo.push((to, how)),
                    Way::Caller if how == FREE => todo.push((to, FREE)),
                    Way::Caller => {}
                    Way::Callee => todo.push((to, INSIDE)),
                    Way::Anywhere => todo.push((to, FREE)),
                }
            }
        }
        seen.into_iter().map(|s| s != 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 and 3 call a function 1 -> 2 and get its result; what they pass to it is 4 and 5.
    #[test]
    fn a_function_is_left_where_it_was_entered() {
        let edge = |depends, on, way| Edge { depends, on, way };
        let edges = [
            edge(0, 1, Way::Callee),
            edge(3, 1, Way::Callee),
            edge(1, 2, Way::Same),
            edge(2, 4, Way::Caller),
            edge(2, 5, Way::Caller),
        ];
        let back = Graph::backward(6, &edges);
        assert_eq!(back.reach([0]), [true, true, true, false, false, false]);
        assert_eq!(back.reach([1]), [false, true, true, false, true, true]);
        let forth = Graph::forward(6, &edges);
        assert_eq!(forth.reach([4]), [false, true, true, false, true, false]);
        assert_eq!(forth.reach([2]), [true, true, true, true, false, false]);
    }
}
