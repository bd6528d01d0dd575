//! `--checks LIST`: plain names set exactly these; `default`, `all`, `+kind` and `-kind` change the
//! default set.

use crate::nearest::hint;
use rethread_explore::{BugKind, CheckSet};

pub fn parse_checks(list: &str) -> Result<CheckSet, String> {
    let mut base: Option<CheckSet> = None;
    let mut changes = Vec::new();
    for item in list.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let plain = match (item, item.chars().next()) {
            ("default", _) => CheckSet::default().iter().collect(),
            ("all", _) => BugKind::ALL.to_vec(),
            (_, Some(sign @ ('+' | '-'))) => {
                changes.push((sign == '+', kind(&item[1..])?));
                continue;
            }
            _ => vec![kind(item)?],
        };
        let base = base.get_or_insert_with(CheckSet::none);
        plain.into_iter().for_each(|k| base.insert(k));
    }
    let mut set = base.unwrap_or_default();
    for (add, kind) in changes {
        if add {
            set.insert(kind);
        } else {
            set.remove(kind);
        }
    }
    Ok(set)
}

fn kind(name: &str) -> Result<BugKind, String> {
    BugKind::from_name(name).ok_or_else(|| {
        let all = BugKind::ALL.map(BugKind::name);
        format!(
            "unknown check `{name}`{} (there are {}; also default and all)",
            hint(name, all),
            all.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &str) -> Vec<&'static str> {
        parse_checks(list).unwrap().iter().map(BugKind::name).collect()
    }

    #[test]
    fn lists() {
        assert_eq!(names("assert,null"), ["assert", "null"]);
        assert_eq!(names("assert,+leak"), ["assert", "leak"]);
        assert_eq!(names("all").len(), 17);
        assert_eq!(names("default").len(), 15);
        assert_eq!(names("+overflow").len(), 16);
        assert_eq!(names("-null,-race").len(), 13);
        assert_eq!(names("all,-leak").len(), 16);
        assert_eq!(names("").len(), 15);
    }

    #[test]
    fn slips() {
        let error = parse_checks("overflw").unwrap_err();
        assert!(error.starts_with("unknown check `overflw`; did you mean `overflow`?"), "{error}");
        assert!(parse_checks("+").is_err());
    }
}
