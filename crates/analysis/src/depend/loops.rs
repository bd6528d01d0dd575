//! Loops that may not end.
//!
//! Guarantee: every way through a function that goes on for ever comes again and again through one of these
//! blocks. They are the targets of the edges that lead back, seen from a walk that starts at the entry.

use rethread_ir::Function;

/// By block.
pub fn heads(function: &Function, edges: &[Vec<usize>]) -> Vec<bool> {
    let mut heads = vec![false; edges.len()];
    if function.is_declaration() {
        return heads;
    }
    #[derive(Copy, Clone, PartialEq)]
    enum Seen {
        Not,
        Open,
        Done,
    }
    let mut seen = vec![Seen::Not; edges.len()];
    let mut path = vec![(0, 0)];
    seen[0] = Seen::Open;
    while let Some((b, edge)) = path.last_mut() {
        match edges[*b].get(*edge) {
            None => {
                seen[*b] = Seen::Done;
                path.pop();
            }
            Some(&to) => {
                *edge += 1;
                match seen[to] {
                    Seen::Open => heads[to] = true,
                    Seen::Done => {}
                    Seen::Not => {
                        seen[to] = Seen::Open;
                        path.push((to, 0));
                    }
                }
            }
        }
    }
    heads
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cycle_has_a_head() {
        let text = "int f(int n) { while (n) { do n--; while (n & 3); } return n; }";
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("t.c");
        std::fs::write(&path, text).expect("the temporary folder is writable");
        let options = rethread_ir::LoadOptions {
            isolation: rethread_ir::Isolation::InProcess,
            ..rethread_ir::LoadOptions::default()
        };
        let program = rethread_ir::load(&[path], &options).expect("the text compiles");
        let f = program.function(program.find_function("f").expect("f"));
        let edges = crate::cfg::edges(f);
        let heads = heads(f, &edges);
        assert_eq!(heads.iter().filter(|h| **h).count(), 2);
        let without: Vec<Vec<usize>> =
            edges.iter().map(|to| to.iter().copied().filter(|&t| !heads[t]).collect()).collect();
        assert!(!crate::cfg::cyclic(&without).contains(&true));
    }
}
