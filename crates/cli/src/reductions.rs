//! `--reduce` and `--preset`: which reductions the exploration loop uses.
//!
//! A reduction that does not apply to a command is an error where it is named, because to accept it would be to claim a result that
//! was not reduced that way.

use crate::nearest::hint;

/// Published reductions.
const REDUCTIONS: [&str; 5] = ["dpor", "summaries", "slice", "impact", "carry"];

const PRESETS: [(&str, &[&str]); 5] = [
    ("baseline", &[]),
    ("dpor", &["dpor"]),
    ("ag", &["dpor", "summaries", "slice"]),
    ("cia", &["dpor", "impact"]),
    ("scia", &["dpor", "summaries", "slice", "impact", "carry"]),
];

pub fn check_reduce(list: &str) -> Result<(), String> {
    if list == "none" || list == "all" {
        return Ok(());
    }
    for name in list.split(',').map(str::trim) {
        if name == "none" || name == "all" {
            return Err(format!("`{name}` stands alone"));
        }
        if !REDUCTIONS.contains(&name) {
            let known = REDUCTIONS.into_iter().chain(["none", "all"]);
            let hint = hint(name, known);
            return Err(format!(
                "unknown reduction `{name}`{hint} (there are none, all, {})",
                REDUCTIONS.join(", ")
            ));
        }
    }
    Ok(())
}

pub fn check_preset(name: &str) -> Result<(), String> {
    if PRESETS.iter().any(|(n, _)| *n == name) {
        return Ok(());
    }
    let names = PRESETS.map(|(n, _)| n);
    Err(format!("unknown preset `{name}`{} (there are {})", hint(name, names), names.join(", ")))
}

/// What only makes sense for two versions.
pub fn for_one_program(reduce: Option<&str>, preset: Option<&str>) -> Result<(), String> {
    let named =
        |r: &str| (reduce.is_some_and(|l| l != "all") || preset.is_some()) && is_on(r, reduce, preset);
    match ["impact", "carry"].into_iter().find(|r| named(r)) {
        None => Ok(()),
        Some(r) => {
            Err(format!("the reduction `{r}` is about two versions of a program: see `rethread diff`"))
        }
    }
}

/// Is this reduction on? Everything there is, unless somebody said otherwise.
pub fn is_on(reduction: &str, reduce: Option<&str>, preset: Option<&str>) -> bool {
    match (reduce, preset) {
        (Some("all"), _) | (None, None) => true,
        (Some(list), _) => list.split(',').any(|r| r.trim() == reduction),
        (None, Some(preset)) => PRESETS.iter().any(|(n, list)| *n == preset && list.contains(&reduction)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_checked() {
        assert_eq!(check_reduce("all"), Ok(()));
        assert_eq!(check_reduce("none"), Ok(()));
        assert_eq!(check_preset("baseline"), Ok(()));
        assert_eq!(check_reduce("dpor"), Ok(()));
        assert_eq!(check_preset("dpor"), Ok(()));
        assert_eq!(check_reduce("dpor,slice"), Ok(()));
        assert_eq!(check_preset("scia"), Ok(()));
        assert!(
            for_one_program(Some("dpor,carry"), None).unwrap_err().contains("`carry` is about two versions")
        );
        assert!(for_one_program(None, Some("cia")).unwrap_err().contains("`impact` is about two versions"));
        assert_eq!(for_one_program(Some("all"), None), Ok(()));
        assert_eq!(check_reduce("none,dpor"), Err("`none` stands alone".into()));
        assert!(check_reduce("dpr").unwrap_err().contains("did you mean `dpor`"));
        assert!(is_on("dpor", None, None) && is_on("dpor", Some("all"), None));
        assert!(is_on("dpor", None, Some("dpor")) && !is_on("dpor", None, Some("baseline")));
        assert!(!is_on("dpor", Some("none"), None));
        assert!(check_preset("base").unwrap_err().starts_with("unknown preset `base` (there are baseline"));
    }
}
