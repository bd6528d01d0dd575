//! Control dependence, by post-dominance: the rules.
//!
//! Source: Ferrante, Ottenstein, Warren, "The program dependence graph and its use in optimization" (1987).
//! Post-dominators are Cooper, Harvey, Kennedy's, "A simple, fast dominance algorithm" (2001), on the regions
//! of a function turned round.
//!
//! Guarantee: of two runs of a function that differ in whether a region is entered, or how often, at least
//! one region it depends on was decided differently.

use super::nodes::Node;
use super::regions::{END, Region, START};

/// A region, numbered through all functions.
type Number = u32;

ascent::ascent! {
    struct Rules;
    /// One of several successors, and where all ways from the region meet again.
    relation decides(Number, Number, Number);
    /// The next region that every way comes through.
    relation meets(Number, Number);

    /// Comes after the first only one of its ways: the second is where they meet.
    relation controls(Number, Number, Number);
    controls(b, m, s) <-- decides(b, s, m), if s != m;
    controls(b, m, o) <-- controls(b, m, n), meets(n, o), if o != m;
}

/// Collects functions; then says which region depends on which decision.
#[derive(Default)]
pub struct Control {
    rules: Rules,
    /// Of the regions: that they are run, and what decides behind them.
    nodes: Vec<(Node, Node)>,
}

impl Control {
    pub fn add(&mut self, regions: &[Region]) {
        let first = self.nodes.len() as Number;
        self.nodes.extend(regions.iter().map(|r| (r.node, r.decider)));
        let meets = post_dominators(regions);
        for (r, region) in regions.iter().enumerate() {
            let Some(meet) = meets[r].filter(|_| r != END) else { continue };
            let number = |r: usize| first + r as Number;
            self.rules.meets.push((number(r), number(meet)));
            if region.next.len() > 1 {
                let ways = region.next.iter().map(|&s| (number(r), number(s), number(meet)));
                self.rules.decides.extend(ways);
            }
        }
    }

    /// What is run, and what decides that it is.
    pub fn dependences(mut self) -> Vec<(Node, Node)> {
        self.rules.run();
        let nodes = &self.nodes;
        let named = |&(b, _, n): &(Number, Number, Number)| (nodes[n as usize].0, nodes[b as usize].1);
        self.rules.controls.iter().map(named).collect()
    }
}

/// By region the next one that every way to the end comes through; None if it cannot be reached.
fn post_dominators(regions: &[Region]) -> Vec<Option<usize>> {
    let n = regions.len();
    let reached = walk(n, START, |r| &regions[r].next);
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); n];
    for &r in &reached {
        regions[r].next.iter().for_each(|&s| before[s].push(r));
    }
    let order = walk(n, END, |r| &before[r]);
    let mut rank = vec![usize::MAX; n];
    order.iter().enumerate().for_each(|(i, &r)| rank[r] = i);
    let mut meets: Vec<Option<usize>> = vec![None; n];
    meets[END] = Some(END);
    loop {
        let mut changed = false;
        // From the end on.
        for &r in order.iter().rev().filter(|&&r| r != END) {
            let mut found: Option<usize> = None;
            for &s in &regions[r].next {
                if meets[s].is_none() {
                    continue;
                }
                let mut a = s;
                let Some(mut b) = found else {
                    found = Some(s);
                    continue;
                };
                while a != b {
                    while rank[a] < rank[b] {
                        a = meets[a].unwrap_or(END);
                    }
                    while rank[b] < rank[a] {
                        b = meets[b].unwrap_or(END);
                    }
                }
                found = Some(a);
            }
            if found != meets[r] {
                meets[r] = found;
                changed = true;
            }
        }
        if !changed {
            return meets;
        }
    }
}

/// What can be reached, each behind all that was reached from it.
fn walk<'a>(n: usize, from: usize, next: impl Fn(usize) -> &'a [usize]) -> Vec<usize> {
    let mut seen = vec![false; n];
    let mut out = Vec::new();
    let mut path = vec![(from, 0)];
    seen[from] = true;
    while let Some((r, edge)) = path.last_mut() {
        match next(*r).get(*edge) {
            None => {
                out.push(*r);
                path.pop();
            }
            Some(&to) => {
                *edge += 1;
                if !std::mem::replace(&mut seen[to], true) {
                    path.push((to, 0));
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regions by their successors; region r is node r, and decided by 10 r.
    fn regions(next: &[&[usize]]) -> Vec<Region> {
        let region = |(r, next): (usize, &&[usize])| Region {
            node: r as Node,
            next: next.to_vec(),
            decider: 10 * r as Node,
        };
        next.iter().enumerate().map(region).collect()
    }

    fn dependences(next: &[&[usize]]) -> Vec<(Node, Node)> {
        let mut control = Control::default();
        control.add(&regions(next));
        let mut found = control.dependences();
        found.sort_unstable();
        found
    }

    #[test]
    fn a_branch_controls_its_sides_and_not_what_follows() {
        // 1 -> 2 -> {3, 4} -> 5 -> end
        let found = dependences(&[&[], &[2, 0], &[3, 4], &[5], &[5], &[0]]);
        assert_eq!(found, [(2, 10), (3, 20), (4, 20), (5, 10)]);
    }

    #[test]
    fn a_loop_controls_itself_and_what_may_end_controls_the_rest() {
        // 1 -> 2 -> {3, 4}, 3 -> 2, 4 -> end: the loop always ends
        let found = dependences(&[&[], &[2, 0], &[3, 4], &[2], &[0]]);
        assert_eq!(found, [(2, 10), (2, 20), (3, 20), (4, 10)]);
        // 4 may stop before 5
        let found = dependences(&[&[], &[2, 0], &[3, 4], &[2], &[5, 0], &[0]]);
        assert_eq!(found, [(2, 10), (2, 20), (3, 20), (4, 10), (5, 40)]);
        // and with a loop that may not end everything behind it hangs on its head
        let found = dependences(&[&[], &[2, 0], &[3, 4, 0], &[2], &[0]]);
        assert_eq!(found, [(2, 10), (2, 20), (3, 20), (4, 20)]);
    }

    #[test]
    fn what_is_not_reached_depends_on_nothing() {
        assert_eq!(dependences(&[&[], &[2, 0], &[0], &[2, 0]]), [(2, 10)]);
    }
}
