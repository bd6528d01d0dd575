//! `--reduce` and `--preset`: which reductions the exploration loop uses.
//!
//! Every published name is known here. A name whose reduction is not built into this version is an
//! error, because to accept it would be to claim a result that was not reduced that way.

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

/// What this version has.
const AVAILABLE: [&str; 5] = REDUCTIONS;

pub fn check_reduce(list: &str) -> Result<(), String> {
    if list == "none" || list == "all" {
        return Ok(());
    }
    for name in list.split(',').map(str::trim) {
        if !REDUCTIONS.contains(&name) {
            let known = REDUCTIONS.into_iter().chain(["none", "all"]);
            let hint = hint(name, known);
            return Err(format!(
                "unknown reduction `{name}`{hint} (there are none, all, {})",
                REDUCTIONS.join(", ")
            ));
        }
        if !AVAILABLE.contains(&name) {
            return Err(format!(
                "the reduction `{name}` is not available in this version (available: none, all, {})",
                AVAILABLE.join(", ")
            ));
        }
    }
    Ok(())
}

pub fn check_preset(name: &str) -> Result<(), String> {
    let Some((_, reductions)) = PRESETS.iter().find(|(n, _)| *n == name) else {
        let names = PRESETS.map(|(n, _)| n);
        return Err(format!("unknown preset `{name}`{} (there are {})", hint(name, names), names.join(", ")));
    };
    match reductions.iter().find(|r| !AVAILABLE.contains(r)) {
        None => Ok(()),
        Some(missing) => Err(format!(
            "the preset `{name}` needs the reduction `{missing}`, which is not available in this version \
             (available: baseline, dpor, ag, cia)"
        )),
    }
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
    fn only_what_exists_is_accepted() {
        assert_eq!(check_reduce("all"), Ok(()));
        assert_eq!(check_reduce("none"), Ok(()));
        assert_eq!(check_preset("baseline"), Ok(()));
        assert_eq!(check_reduce("dpor"), Ok(()));
        assert_eq!(check_preset("dpor"), Ok(()));
        assert_eq!(check_reduce("dpor,slice"), Ok(()));
        assert!(check_reduce("dpor,carry").unwrap_err().contains("`carry` is not available in this version"));
        assert!(check_preset("scia").unwrap_err().contains("not available in this version"));
        assert!(check_reduce("dpr").unwrap_err().contains("did you mean `dpor`"));
        assert!(is_on("dpor", None, None) && is_on("dpor", Some("all"), None));
        assert!(is_on("dpor", None, Some("dpor")) && !is_on("dpor", None, Some("baseline")));
        assert!(!is_on("dpor", Some("none"), None));
        assert!(check_preset("base").unwrap_err().starts_with("unknown preset `base` (there are baseline"));
    }
}
