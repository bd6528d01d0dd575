//! The report in a real browser: of two commits of examples/queue-history, one with a race and one with a lost wake-up. Every page says what it
//! should, every link leads somewhere, the console is silent and nothing is asked for from elsewhere.

mod support;

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn done(command: &mut Command, seconds: u64) -> support::process::Finished {
    let scratch = tempfile::tempdir().unwrap();
    let done = support::process::run(command, scratch.path(), Duration::from_secs(seconds)).unwrap();
    let shown = support::process::shown(command);
    assert!(!done.timed_out, "{shown} takes too long: {}", done.complaint());
    done
}

/// The repository, made of the patches.
fn history(folder: &Path) {
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
        command
            .args(["-c", "user.name=queue", "-c", "user.email=queue@example.org", "-C"])
            .arg(folder)
            .args(args);
        let done = done(&mut command, 60);
        assert_eq!(done.code, Some(0), "{}", done.complaint());
    };
    git(&["init", "-q", "-b", "main"]);
    let patches = std::fs::read_dir(root().join("examples/queue-history")).unwrap();
    let mut patches: Vec<String> = patches
        .map(|e| e.unwrap().path().canonicalize().unwrap().display().to_string())
        .filter(|p| p.ends_with(".patch"))
        .collect();
    patches.sort();
    let mut am = vec!["am", "-q", "--committer-date-is-author-date"];
    am.extend(patches.iter().map(String::as_str));
    git(&am);
}

/// What Chromium shows of the report of this commit, by page.
fn report(repository: &Path, commit: usize) -> BTreeMap<String, Value> {
    let newer = 12 - commit;
    let range = format!("main~{}..main~{newer}", newer + 1);
    let rethread = |line: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
        done(command.current_dir(repository).args(line), 120)
    };
    let found = rethread(&["diff", "--git", &range, "queue.c", "--no-tests", "-q"]);
    assert_eq!(found.code, Some(1), "{}", found.complaint());
    let site = format!("site-{commit}");
    let made = rethread(&["report", "-o", &site]);
    assert_eq!(made.code, Some(0), "{}", made.complaint());
    // No page is wider than a phone either.
    is_sound(&browsed(&repository.join(&site), &["--width", "390", "--height", "844"]));
    browsed(&repository.join(&site), &[])
}

fn browsed(site: &Path, flags: &[&str]) -> BTreeMap<String, Value> {
    let mut browse = Command::new("/usr/bin/python3");
    browse.arg(root().join("scripts/browse.py")).arg(site).args(["--seconds", "90"]).args(flags);
    let told = done(&mut browse, 120);
    assert_eq!(told.code, Some(0), "{}", told.complaint());
    serde_json::from_slice(&told.stdout).unwrap()
}

fn texts<'v>(page: &'v Value, key: &str) -> Vec<&'v str> {
    page[key].as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect()
}

fn is_sound(pages: &BTreeMap<String, Value>) {
    for (name, page) in pages {
        assert_eq!(texts(page, "complaints"), [""; 0], "{name}");
        assert_eq!(page["wide"], false, "{name} is wider than the window");
        for link in texts(page, "links") {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let file = if file.is_empty() { name } else { file };
            if file == "tree-data.js" {
                continue;
            }
            let to = pages.get(file).unwrap_or_else(|| panic!("{name} leads to {link}, which is not there"));
            assert!(
                anchor.is_empty() || texts(to, "ids").contains(&anchor),
                "{name} leads to {link}: no such place"
            );
        }
    }
}

fn says(page: &Value, wanted: &[&str]) {
    let text = page["text"].as_str().unwrap();
    for part in wanted {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}

#[test]
fn the_history_in_chromium() {
    let folder = tempfile::tempdir().unwrap();
    history(folder.path());

    let race = report(folder.path(), 6);
    is_sound(&race);
    says(&race["index.html"], &["1 new bug in queue.c", "race", "queue_take", "Coverage", "saved"]);
    says(
        &race["bug-1.html"],
        &["How it comes about", "main.0", "races with", "rethread replay rethread-out/bugs/1"],
    );
    assert!(race["bug-1.html"]["steps"].as_u64().unwrap() > 3);
    assert_eq!(race["bug-1.html"]["current"], 1);
    says(&race["change.html"], &["queue_length", "can be affected", "queue.c"]);
    says(&race["source-1.html"], &["pthread_mutex_lock", "lines with code were reached"]);
    says(&race["run.html"], &["How the exploration went", "instructions"]);
    says(&race["tree.html"], &["nodes", "not-needed", "complete"]);
    assert!(race["tree.html"]["painted"].as_u64().unwrap() > 0);

    let lost = report(folder.path(), 9);
    is_sound(&lost);
    says(&lost["index.html"], &["deadlock", "nobody can go on"]);
    says(&lost["bug-1.html"], &["waits for a signal that nobody sends", "consumer"]);
}
