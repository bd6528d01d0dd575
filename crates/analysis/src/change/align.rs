//! The longest common subsequence, or nearly.
//!
//! Source: short stretches by the table, longer ones by Myers, "An O(ND) difference algorithm" (1986), as long as they
//! differ little; where they do not, elements that occur once on both sides are anchors (Bram Cohen's patience diff), and
//! between them it is the same again. Guarantee: the pairs have equal keys and increase on both sides. Cost: linear
//! but for `CELLS` and `EDITS`; a long stretch that is very different and has no anchors is left unpaired.

use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::ops::Range;

/// Cells of the table of the exact solution.
const CELLS: usize = 1 << 20;
/// What is added or deleted at most in a long stretch that is solved exactly.
const EDITS: usize = 1 << 10;

pub fn common<K: Eq + Hash>(a: &[K], b: &[K]) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut todo = vec![(0..a.len(), 0..b.len())];
    while let Some((mut x, mut y)) = todo.pop() {
        while !x.is_empty() && !y.is_empty() && a[x.start] == b[y.start] {
            out.push((x.start, y.start));
            x.start += 1;
            y.start += 1;
        }
        while !x.is_empty() && !y.is_empty() && a[x.end - 1] == b[y.end - 1] {
            x.end -= 1;
            y.end -= 1;
            out.push((x.end, y.end));
        }
        if x.is_empty() || y.is_empty() {
            continue;
        }
        if (x.len() + 1).saturating_mul(y.len() + 1) <= CELLS {
            out.extend(exact(a, b, x, y));
            continue;
        }
        if let Some(found) = few_edits(&a[x.clone()], &b[y.clone()]) {
            out.extend(found.into_iter().map(|(i, j)| (x.start + i, y.start + j)));
            continue;
        }
        let anchors = anchors(a, b, &x, &y);
        if anchors.is_empty() {
            continue;
        }
        let (mut from_x, mut from_y) = (x.start, y.start);
        for &(i, j) in &anchors {
            out.push((i, j));
            todo.push((from_x..i, from_y..j));
            (from_x, from_y) = (i + 1, j + 1);
        }
        todo.push((from_x..x.end, from_y..y.end));
    }
    out.sort_unstable();
    out
}

fn exact<K: Eq>(a: &[K], b: &[K], x: Range<usize>, y: Range<usize>) -> Vec<(usize, usize)> {
    let width = y.len() + 1;
    let mut longest = vec![0u32; (x.len() + 1) * width];
    for i in (0..x.len()).rev() {
        for j in (0..y.len()).rev() {
            longest[i * width + j] = match a[x.start + i] == b[y.start + j] {
                true => longest[(i + 1) * width + j + 1] + 1,
                false => longest[(i + 1) * width + j].max(longest[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j, mut out) = (0, 0, Vec::new());
    while i < x.len() && j < y.len() {
        if a[x.start + i] == b[y.start + j] {
            out.push((x.start + i, y.start + j));
            (i, j) = (i + 1, j + 1);
        } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    out
}

/// The pairs, if few elements have none: ways through the table by the number of edits, each as far as it gets.
fn few_edits<K: Eq>(a: &[K], b: &[K]) -> Option<Vec<(usize, usize)>> {
    let slide = |mut i: usize, k: isize| {
        while i < a.len() && b.get((i as isize - k) as usize) == Some(&a[i]) {
            i += 1;
        }
        i
    };
    // By number of edits: on diagonal -d, -d + 2, ..., d how far into `a` it goes.
    let mut rounds: Vec<Vec<usize>> = Vec::new();
    for d in 0..=EDITS.min(a.len() + b.len()) {
        let mut round = Vec::with_capacity(d + 1);
        for n in 0..=d {
            let k = 2 * n as isize - d as isize;
            let start = match rounds.last() {
                None => 0,
                Some(last) => came_from(last, n).1,
            };
            let i = slide(start, k);
            round.push(i);
            if i == a.len() && i as isize - k == b.len() as isize {
                rounds.push(round);
                return Some(retraced(&rounds, a.len(), n));
            }
        }
        rounds.push(round);
    }
    None
}

/// From which way of the round before the n-th of this round comes, and where in `a` it begins: with one more of `a`, or
/// of `b`.
fn came_from(last: &[usize], n: usize) -> (usize, usize) {
    let down = last.get(n).copied();
    let right = n.checked_sub(1).map(|m| last[m] + 1);
    match (down, right) {
        (Some(i), Some(j)) if i >= j => (n, i),
        (Some(i), None) => (n, i),
        (_, Some(j)) => (n - 1, j),
        (None, None) => (0, 0),
    }
}

fn retraced(rounds: &[Vec<usize>], len: usize, mut n: usize) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut at = len;
    for d in (0..rounds.len()).rev() {
        let k = 2 * n as isize - d as isize;
        let (before, start) = match d.checked_sub(1) {
            Some(last) => came_from(&rounds[last], n),
            None => (0, 0),
        };
        out.extend((start..at).rev().map(|i| (i, (i as isize - k) as usize)));
        if d > 0 {
            (n, at) = (before, rounds[d - 1][before]);
        }
    }
    out.reverse();
    out
}

/// What occurs once on both sides, as far as it increases on both.
fn anchors<K: Eq + Hash>(a: &[K], b: &[K], x: &Range<usize>, y: &Range<usize>) -> Vec<(usize, usize)> {
    let mut seen: FxHashMap<&K, (usize, usize, usize)> = FxHashMap::default();
    for i in x.clone() {
        seen.entry(&a[i]).or_default().0 += 1;
    }
    for j in y.clone() {
        let entry = seen.entry(&b[j]).or_default();
        (entry.1, entry.2) = (entry.1 + 1, j);
    }
    let once = x.clone().filter_map(|i| match seen[&a[i]] {
        (1, 1, j) => Some((i, j)),
        _ => None,
    });
    // The longest increasing run: by length the smallest last element, and who came before.
    let mut last: Vec<usize> = Vec::new();
    let pairs: Vec<(usize, usize)> = once.collect();
    let mut before = vec![usize::MAX; pairs.len()];
    for (p, &(_, j)) in pairs.iter().enumerate() {
        let at = last.partition_point(|&q| pairs[q].1 < j);
        if at > 0 {
            before[p] = last[at - 1];
        }
        match last.get_mut(at) {
            Some(slot) => *slot = p,
            None => last.push(p),
        }
    }
    let mut out = Vec::new();
    let mut at = last.last().copied().unwrap_or(usize::MAX);
    while at != usize::MAX {
        out.push(pairs[at]);
        at = before[at];
    }
    out.reverse();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stayed_is_found() {
        let pairs = |a: &str, b: &str| {
            let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
            common(&a, &b).iter().map(|&(i, j)| (a[i], i, j)).collect::<Vec<_>>()
        };
        assert_eq!(pairs("abc", "abc"), [('a', 0, 0), ('b', 1, 1), ('c', 2, 2)]);
        assert_eq!(pairs("axbc", "abyc"), [('a', 0, 0), ('b', 2, 1), ('c', 3, 3)]);
        assert_eq!(pairs("ab", "ba"), [('b', 1, 0)], "one of two that changed places");
        assert_eq!(pairs("", "ba"), []);
    }

    /// Every way to solve it pairs as much.
    #[test]
    fn few_edits_are_found_exactly() {
        let mut seed = 7u32;
        let mut next = |n: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % n
        };
        for _ in 0..300 {
            let a: Vec<u32> = (0..next(40)).map(|_| next(4)).collect();
            let mut b = a.clone();
            for _ in 0..next(8) {
                let at = next(b.len() as u32 + 1) as usize;
                match next(2) {
                    0 => b.insert(at, next(4)),
                    _ => drop((at < b.len()).then(|| b.remove(at))),
                }
            }
            let found = few_edits(&a, &b).expect("few edits");
            assert!(found.iter().all(|&(i, j)| a[i] == b[j]), "{a:?} {b:?} {found:?}");
            assert!(found.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 < w[1].1), "{a:?} {b:?} {found:?}");
            assert_eq!(found.len(), exact(&a, &b, 0..a.len(), 0..b.len()).len(), "{a:?} {b:?}");
        }
    }

    #[test]
    fn long_stretches_of_the_same_go_by_what_differs() {
        let a: Vec<u32> = (0..20_000).map(|i| i % 3).collect();
        let mut b = a.clone();
        b[7] = 9;
        b[17_000] = 9;
        b.insert(5_000, 9);
        assert_eq!(common(&a, &b).len(), 19_998);
    }

    #[test]
    fn long_stretches_go_by_what_is_unique() {
        let a: Vec<u32> = (0..5000).collect();
        // Every third is another one, and there is one more in the middle.
        let mut b: Vec<u32> = a.iter().map(|&i| if i % 3 == 1 { 10_000 + i } else { i }).collect();
        b.insert(2500, 99_999);
        let pairs = common(&a, &b);
        assert_eq!(pairs.len(), 3333);
        assert!(pairs.iter().all(|&(i, j)| a[i] == b[j]));
        assert!(pairs.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 < w[1].1));
    }
}
