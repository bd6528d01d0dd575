//! Makes a tree that was written a repository, as a clean checkout of its commit.
//!
//! It has the user's references, and the user's objects by way of `alternates`, so nothing is copied, and nothing that is done in
//! it gets into the user's repository. A shallow clone stays as shallow. Of the user's settings it has those by which git
//! decides whether a file was changed.

use super::{Answer, Error, Repository, ask, must};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Sections and names of settings.
const SETTINGS: [&str; 8] = [
    "filter.",
    "core.autocrlf",
    "core.eol",
    "core.safecrlf",
    "core.filemode",
    "core.symlinks",
    "core.ignorecase",
    "core.attributesfile",
];

/// As `git clone` takes them over, tags included.
const REFERENCES: [&str; 4] = ["refs/tags", "refs/heads", "refs/remotes", "refs/replace"];

pub(super) fn make(user: &Repository, commit: &str, tree: &Path) -> Result<(), Error> {
    let cannot = |e: io::Error| Error(format!("cannot write {}: {e}", tree.join(".git").display()));
    // Not what a hook that runs rethread says of the user's repository.
    let own = Repository { root: tree.to_path_buf(), prefix: PathBuf::new(), is_submodule: true };
    let format = match ask(user.git().args(["rev-parse", "--show-object-format"]))? {
        Answer::Yes(format) => format,
        Answer::No(_) => "sha1".into(),
    };
    let format = format!("--object-format={format}");
    must(own.git().args(["init", "--quiet", "--template=", &format]), "make a repository")?;
    let git = tree.join(".git");
    let objects = path(user, "objects")?;
    fs::create_dir_all(git.join("objects/info")).map_err(cannot)?;
    fs::write(git.join("objects/info/alternates"), format!("{}\n", objects.display())).map_err(cannot)?;
    fs::create_dir_all(git.join("info")).map_err(cannot)?;
    for file in ["shallow", "info/attributes", "info/exclude"] {
        let from = path(user, file)?;
        if from.is_file() {
            fs::copy(from, git.join(file)).map_err(cannot)?;
        }
    }
    let mut listing = user.git();
    listing.args(["for-each-ref", "--format=%(objectname) %(refname)"]).args(REFERENCES);
    let references = must(&mut listing, "list its references")?;
    fs::write(git.join("packed-refs"), references + "\n").map_err(cannot)?;
    settings(user, &own)?;
    fs::write(git.join("HEAD"), format!("{commit}\n")).map_err(cannot)?;
    must(own.git().args(["read-tree", commit]), "read the revision")?;
    // What is not as in the commit, if a filter makes it so, is told by it too.
    ask(own.git().args(["update-index", "-q", "--refresh"]))?;
    Ok(())
}

/// Of a file that git keeps; of a linked work tree it may be elsewhere.
fn path(user: &Repository, file: &str) -> Result<PathBuf, Error> {
    let path = must(user.git().args(["rev-parse", "--git-path", file]), "say where its files are")?;
    Ok(user.root.join(path))
}

fn settings(user: &Repository, own: &Repository) -> Result<(), Error> {
    let Answer::Yes(all) = ask(user.git().args(["config", "--local", "--null", "--list"]))? else {
        return Ok(());
    };
    for setting in all.split('\0') {
        let (name, value) = setting.split_once('\n').unwrap_or((setting, "true"));
        if SETTINGS.iter().any(|s| name == *s || s.ends_with('.') && name.starts_with(s)) {
            must(own.git().args(["config", "--add", name, value]), "keep a setting")?;
        }
    }
    Ok(())
}
