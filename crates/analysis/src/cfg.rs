//! The control flow of one function: successors, what can be reached, what may run twice.

use rethread_ir::{Function, Op};

/// Blocks that may follow a block. Damaged code may have none.
pub fn successors(f: &Function, block: usize) -> Vec<usize> {
    let mut out: Vec<usize> = match f.blocks[block].insts.last().map(|i| &i.op) {
        Some(Op::Br { to }) => vec![to.0 as usize],
        Some(Op::CondBr { yes, no, .. }) => vec![yes.0 as usize, no.0 as usize],
        Some(Op::Switch { cases, default, .. }) => {
            cases.iter().map(|(_, b)| b.0 as usize).chain([default.0 as usize]).collect()
        }
        Some(Op::IndirectBr { targets, .. }) => targets.iter().map(|b| b.0 as usize).collect(),
        _ => Vec::new(),
    };
    out.sort_unstable();
    out.dedup();
    out
}

/// The successors of every block.
pub fn edges(f: &Function) -> Vec<Vec<usize>> {
    (0..f.blocks.len()).map(|b| successors(f, b)).collect()
}

/// Blocks reachable from `block` over at least one edge, ascending.
pub fn reachable(edges: &[Vec<usize>], block: usize) -> Vec<usize> {
    let mut seen = vec![false; edges.len()];
    let mut todo = edges[block].clone();
    while let Some(b) = todo.pop() {
        if !std::mem::replace(&mut seen[b], true) {
            todo.extend_from_slice(&edges[b]);
        }
    }
    (0..edges.len()).filter(|&b| seen[b]).collect()
}

/// For each block whether it lies on a cycle (Tarjan's components, without recursion).
pub fn cyclic(edges: &[Vec<usize>]) -> Vec<bool> {
    const NEW: usize = usize::MAX;
    let n = edges.len();
    let (mut index, mut low) = (vec![NEW; n], vec![0; n]);
    let (mut open, mut stack, mut next) = (vec![false; n], Vec::new(), 0);
    let mut out = vec![false; n];
    for root in 0..n {
        if index[root] != NEW {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some(&(b, edge)) = path.last() {
            if edge == 0 {
                (index[b], low[b], open[b]) = (next, next, true);
                next += 1;
                stack.push(b);
            }
            if let Some(&to) = edges[b].get(edge) {
                path.last_mut().expect("just looked at").1 += 1;
                if index[to] == NEW {
                    path.push((to, 0));
                } else if open[to] {
                    low[b] = low[b].min(index[to]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[b]);
            }
            if low[b] == index[b] {
                let start = stack.iter().rposition(|&x| x == b).expect("pushed when it was entered");
                let alone = stack.len() - start == 1 && !edges[b].contains(&b);
                for x in stack.drain(start..) {
                    open[x] = false;
                    out[x] = !alone;
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_found() {
        // 0 -> 1 -> 2 -> 1, 2 -> 3, 3 -> 3, 4 alone
        let edges = vec![vec![1], vec![2], vec![1, 3], vec![3], vec![]];
        assert_eq!(cyclic(&edges), [false, true, true, true, false]);
        assert_eq!(reachable(&edges, 0), [1, 2, 3]);
        assert_eq!(reachable(&edges, 2), [1, 2, 3]);
        assert_eq!(reachable(&edges, 4), [0; 0]);
    }
}
