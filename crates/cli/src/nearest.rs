//! The name somebody probably meant.

/// Optimal string alignment distance: insertions, deletions, substitutions, swapped neighbours.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let substituted = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut best = substituted.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[a.len()][b.len()]
}

/// The closest of `names`, if it is close enough to be what was meant.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    let closest = names.into_iter().map(|name| (distance(word, name), name)).min();
    closest.filter(|&(d, _)| d <= limit).map(|(_, name)| name)
}

/// `; did you mean `x`?`, or nothing.
pub fn hint<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, names).map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_understood_and_nonsense_is_not() {
        let names = ["max-time", "max-memory", "order", "out"];
        assert_eq!(nearest("max-tiem", names), Some("max-time"));
        assert_eq!(nearest("max_time", names), Some("max-time"));
        assert_eq!(nearest("ordr", names), Some("order"));
        assert_eq!(nearest("colour", names), None);
    }
}
