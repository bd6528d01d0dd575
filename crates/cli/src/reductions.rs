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

pub fn check_reduce(list: &str) -> Result<(), String> {
    if list == "none" || list == "all" {
        return Ok(());
    }
    let mut names = list.split(',').map(str::trim);
    if let Some(name) = names.clone().find(|name| !REDUCTIONS.contains(name)) {
        let known = REDUCTIONS.into_iter().chain(["none", "all"]);
        let hint = hint(name, known);
        return Err(format!(
            "unknown reduction `{name}`{hint} (there are none, all, {})",
            REDUCTIONS.join(", ")
        ));
    }
    let first = names.next().unwrap_or_default();
    Err(format!("the reduction `{first}` is not available in this version (available: none, all)"))
}

pub fn check_preset(name: &str) -> Result<(), String> {
    let Some((_, reductions)) = PRESETS.iter().find(|(n, _)| *n == name) else {
        let names = PRESETS.map(|(n, _)| n);
        return Err(format!("unknown preset `{name}`{} (there are {})", hint(name, names), names.join(", ")));
    };
    reductions.first().map_or(Ok(()), |first| {
        Err(format!(
            "the preset `{name}` needs the reduction `{first}`, which is not available in this version \
             (available: baseline)"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_exists_is_accepted() {
        assert_eq!(check_reduce("all"), Ok(()));
        assert_eq!(check_reduce("none"), Ok(()));
        assert_eq!(check_preset("baseline"), Ok(()));
        assert!(check_reduce("dpor").unwrap_err().contains("not available in this version"));
        assert!(check_preset("scia").unwrap_err().contains("not available in this version"));
        assert!(check_reduce("dpr").unwrap_err().contains("did you mean `dpor`"));
        assert!(check_preset("base").unwrap_err().starts_with("unknown preset `base` (there are baseline"));
    }
}
