//! Both revisions of `diff --git BASE..HEAD`, as folders.
//!
//! Guarantees: the user's files, index, HEAD and `.git` stay as they are. The files are written from an
//! index of their own (`read-tree`, `checkout-index`), which runs no hooks and leaves nothing in `.git`,
//! as a work tree would, and leaves no file out, as an archive may; line ends and filters are as in any
//! checkout. Both folders are gone when [`Revisions`] is dropped, and also when the process is killed: a
//! shell that waits for its end removes them.
//!
//! For a build each folder becomes a repository of its own, a clean checkout of the revision that borrows the
//! user's objects: what asks git for the version gets an answer, what commits or fetches does so there.
//! Submodules are filled from the user's, as far as those are there and know the commit; which are not is in
//! the notes.

mod build;
mod own;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Component, Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Set where a hook runs rethread; nothing outside the user's repository must take them for its own.
const HOOK_VARIABLES: [&str; 5] =
    ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY"];

#[derive(Debug)]
pub struct Error(String);

impl std::error::Error for Error {}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// The trees of two revisions, until it is dropped.
pub struct Revisions {
    pub old: PathBuf,
    pub new: PathBuf,
    /// In full, as 40 digits
    pub old_commit: String,
    pub new_commit: String,
    /// What is not as a checkout would have it, for the user.
    pub notes: Vec<String>,
    repository: Repository,
    _folder: Vanishing,
}

/// `BASE..HEAD`; as for git a side that is left out is HEAD, and three dots mean from where both parted.
/// `build` is run in each tree by the shell, until `stops`.
pub fn checkout(range: &str, build: Option<&str>, stops: &dyn Fn() -> bool) -> Result<Revisions, Error> {
    let here = std::env::current_dir().map_err(|e| Error(format!("no working folder: {e}")))?;
    checkout_from(&here, range, build, stops)
}

fn checkout_from(
    here: &Path,
    range: &str,
    build: Option<&str>,
    stops: &dyn Fn() -> bool,
) -> Result<Revisions, Error> {
    let (old_name, new_name, parted) = parse(range)?;
    let repository = Repository::around(here)?;
    let mut old_commit = repository.commit(old_name)?;
    let new_commit = repository.commit(new_name)?;
    if parted {
        old_commit = repository.merge_base(&old_commit, &new_commit, range)?;
    }
    let folder = Vanishing::make()?;
    let [old, new] = ["old", "new"].map(|side| folder.path().join(side));
    let mut notes = Vec::new();
    for (tree, commit) in [(&old, &old_commit), (&new, &new_commit)] {
        repository.write_tree(commit, tree, build.is_some(), &mut notes)?;
    }
    notes.dedup();
    for (tree, name) in [(&old, old_name), (&new, new_name)] {
        build.map_or(Ok(()), |command| build::run(command, tree, name, stops))?;
    }
    Ok(Revisions { old, new, old_commit, new_commit, notes, repository, _folder: folder })
}

impl Revisions {
    /// The same name from the working folder, however the user wrote it: it must not lead out of a revision.
    pub fn name(&self, name: &str) -> Result<String, Error> {
        let inner = self.repository.inner(Path::new(name))?;
        Ok(relative(&self.repository.prefix, &inner).display().to_string())
    }

    /// The working folder, from the root.
    pub fn prefix(&self) -> &Path {
        &self.repository.prefix
    }

    /// Where the user's files are.
    pub fn home(&self) -> &Path {
        &self.repository.root
    }

    /// Where a file of the user's is in both trees, named as the user names it, from the working folder.
    pub fn file(&self, name: &str) -> Result<(PathBuf, PathBuf), Error> {
        let inner = self.repository.inner(Path::new(name))?;
        let (old, new) = (self.old.join(&inner), self.new.join(&inner));
        let missing = |which: &str, commit: &str, other: Option<String>| {
            let hint = other.map_or_else(String::new, |other| {
                format!(", where it is called `{other}`: both versions need files of the same names")
            });
            Err(Error(format!("`{name}` is not in the {which} revision {}{hint}", short(commit))))
        };
        let renamed = || self.repository.renamed(&self.old_commit, &self.new_commit);
        let called = |inner: &Path| relative(&self.repository.prefix, inner).display().to_string();
        match (old.exists(), new.exists()) {
            (true, true) => Ok((old, new)),
            (false, true) => {
                let was = renamed().into_iter().find(|(_, now)| *now == inner);
                missing("old", &self.old_commit, was.map(|(was, _)| called(&was)))
            }
            (true, false) => {
                let now = renamed().into_iter().find(|(was, _)| *was == inner);
                missing("new", &self.new_commit, now.map(|(_, now)| called(&now)))
            }
            (false, false) => Err(Error(format!("`{name}` is in neither revision"))),
        }
    }
}

/// Old, new, and whether old is where both parted.
fn parse(range: &str) -> Result<(&str, &str, bool), Error> {
    let (old, new, parted) = match (range.split_once("..."), range.split_once("..")) {
        (Some((old, new)), _) => (old, new, true),
        (None, Some((old, new))) => (old, new, false),
        (None, None) => {
            return Err(Error(format!("`{range}` names one revision; two are written as BASE..HEAD")));
        }
    };
    let named = |name| if str::is_empty(name) { "HEAD" } else { name };
    Ok((named(old), named(new), parted))
}

struct Repository {
    root: PathBuf,
    /// The working folder, from the root
    prefix: PathBuf,
    is_submodule: bool,
}

impl Repository {
    fn around(here: &Path) -> Result<Repository, Error> {
        let mut question = Command::new("git");
        question.current_dir(here).args(["rev-parse", "--show-toplevel", "--show-prefix"]);
        let answer = match ask(&mut question)? {
            Answer::Yes(answer) => answer,
            Answer::No(why) => {
                return Err(Error(format!("{} is in no git work tree: {why}", here.display())));
            }
        };
        let mut lines = answer.lines();
        let mut next = || PathBuf::from(lines.next().unwrap_or_default());
        Ok(Repository { root: next(), prefix: next(), is_submodule: false })
    }

    fn git(&self) -> Command {
        let mut command = Command::new("git");
        command.arg("-C").arg(&self.root);
        if self.is_submodule {
            HOOK_VARIABLES.iter().for_each(|name| {
                command.env_remove(name);
            });
        }
        command
    }

    fn commit(&self, name: &str) -> Result<String, Error> {
        let wanted = format!("{name}^{{commit}}");
        let mut question = self.git();
        question.args(["rev-parse", "--verify", "--quiet", "--end-of-options", &wanted]);
        match ask(&mut question)? {
            Answer::Yes(commit) => Ok(commit),
            Answer::No(_) => {
                let shallow = ask(self.git().args(["rev-parse", "--is-shallow-repository"]))?;
                let hint = match shallow {
                    Answer::Yes(yes) if yes == "true" => {
                        "; this clone is shallow, `git fetch --unshallow` completes it"
                    }
                    _ => "",
                };
                Err(Error(format!("`{name}` is no revision of {}{hint}", self.root.display())))
            }
        }
    }

    fn merge_base(&self, old: &str, new: &str, range: &str) -> Result<String, Error> {
        match ask(self.git().args(["merge-base", old, new]))? {
            Answer::Yes(commit) => Ok(commit),
            Answer::No(_) => Err(Error(format!("the sides of `{range}` have no commit in common"))),
        }
    }

    /// The files of a commit, and of the submodules it names.
    /// `own`: each a repository.
    fn write_tree(&self, commit: &str, to: &Path, own: bool, notes: &mut Vec<String>) -> Result<(), Error> {
        fs::create_dir_all(to).map_err(|e| Error(format!("cannot make {}: {e}", to.display())))?;
        let index = to.with_extension("index");
        let with_index = || {
            let mut command = self.git();
            // The user may have chosen to see a part of the tree only.
            command.env("GIT_INDEX_FILE", &index).args(["-c", "core.sparseCheckout=false"]);
            command
        };
        must(with_index().args(["read-tree", commit]), "read the revision")?;
        let mut prefix = OsString::from("--prefix=");
        prefix.push(to.join(""));
        must(
            with_index().args(["checkout-index", "--all", "--force"]).arg(prefix),
            "write the revision's files",
        )?;
        let _ = fs::remove_file(&index);
        for (path, commit) in self.submodules(commit)? {
            let module =
                Repository { root: self.root.join(&path), prefix: PathBuf::new(), is_submodule: true };
            let (git, object) = (module.root.join(".git"), format!("{commit}^{{commit}}"));
            // Without one of its own, git would ask the repository around it.
            if git.exists() && ask(module.git().args(["cat-file", "-e", &object]))?.is_yes() {
                module.write_tree(&commit, &to.join(&path), own, notes)?;
            } else {
                notes.push(format!(
                    "the submodule {path} is left empty: its commit {commit} is not here (git submodule update --init)"
                ));
            }
        }
        // After its submodules, which are to be clean in it.
        if let Err(why) = if own { own::make(self, commit, to) } else { Ok(()) } {
            let _ = fs::remove_dir_all(to.join(".git"));
            notes.push(format!("a build that asks git for its version gets no answer: {why}"));
        }
        Ok(())
    }

    /// Files that git takes for the same under another name, as far as it can say.
    fn renamed(&self, old: &str, new: &str) -> Vec<(PathBuf, PathBuf)> {
        let mut question = self.git();
        question.args(["diff", "--name-status", "-M", "-z", "--diff-filter=R", "--no-ext-diff", old, new]);
        let Ok(Answer::Yes(listed)) = ask(&mut question) else { return Vec::new() };
        let fields: Vec<&str> = listed.split('\0').collect();
        fields.chunks_exact(3).map(|r| (r[1].into(), r[2].into())).collect()
    }

    /// Path and commit of each.
    fn submodules(&self, commit: &str) -> Result<Vec<(String, String)>, Error> {
        let listed = must(self.git().args(["ls-tree", "-r", "-z", commit]), "list the revision's files")?;
        let link = |line: &str| {
            let (about, path) = line.split_once('\t')?;
            let commit = about.strip_prefix("160000 commit ")?;
            Some((path.to_string(), commit.to_string()))
        };
        Ok(listed.split('\0').filter_map(link).collect())
    }

    /// The name of a file from the root.
    fn inner(&self, name: &Path) -> Result<PathBuf, Error> {
        let start = if name.is_absolute() { PathBuf::new() } else { self.root.join(&self.prefix) };
        let path = flat(&start.join(name));
        if let Ok(inner) = path.strip_prefix(&self.root) {
            return Ok(inner.to_path_buf());
        }
        // It may lead there by another way; a link inside is the revision's.
        let ways: Vec<&Path> = path.ancestors().collect();
        for way in ways.into_iter().rev() {
            let real = fs::canonicalize(way).unwrap_or_default();
            if let (Ok(inner), Ok(rest)) = (real.strip_prefix(&self.root), path.strip_prefix(way)) {
                return Ok(inner.join(rest));
            }
        }
        Err(Error(format!("`{}` is not in {}", name.display(), self.root.display())))
    }
}

/// Without `.` and `..`, by the links that are there.
fn flat(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if out.is_symlink() {
                    out = fs::canonicalize(&out).unwrap_or(out);
                }
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

/// As people write a commit.
pub fn short(commit: &str) -> String {
    commit.get(..10).unwrap_or(commit).to_string()
}

/// How `to` is called from `from`; both start at the same folder.
pub fn relative(from: &Path, to: &Path) -> PathBuf {
    let common = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(to.components().skip(common)).collect();
    if path.as_os_str().is_empty() { ".".into() } else { path }
}

enum Answer {
    Yes(String),
    No(String),
}

impl Answer {
    fn is_yes(&self) -> bool {
        matches!(self, Answer::Yes(_))
    }
}

/// What git prints, without the last line end.
fn ask(command: &mut Command) -> Result<Answer, Error> {
    let output = command.stdin(Stdio::null()).output().map_err(|e| match e.kind() {
        io::ErrorKind::NotFound => Error("git is not installed".into()),
        _ => Error(format!("cannot run git: {e}")),
    })?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end_matches('\n').to_string();
    Ok(match output.status.success() {
        true => Answer::Yes(text(&output.stdout)),
        false => Answer::No(text(&output.stderr).trim_start_matches("fatal: ").to_string()),
    })
}

/// As [`ask`], where "no" is not to be expected.
fn must(command: &mut Command, what: &str) -> Result<String, Error> {
    match ask(command)? {
        Answer::Yes(answer) => Ok(answer),
        Answer::No(why) => Err(Error(format!("git cannot {what}: {why}"))),
    }
}

/// A folder that goes when this is dropped, and when this process ends in any other way.
struct Vanishing {
    path: PathBuf,
    /// Removes the folder once its standard input, which only this process can write to, is closed.
    remover: Child,
}

impl Vanishing {
    fn make() -> Result<Vanishing, Error> {
        let cannot = |e: io::Error| Error(format!("cannot make a temporary folder: {e}"));
        let folder = tempfile::Builder::new().prefix("rethread-git-").tempdir().map_err(cannot)?;
        // As whoever is in it sees it.
        let path = fs::canonicalize(folder.path()).map_err(cannot)?;
        // A build may leave folders that even their owner cannot change.
        let script = "trap '' INT TERM HUP; cat >/dev/null; chmod -R u+rwX \"$0\" 2>/dev/null; rm -rf \"$0\"";
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).arg(folder.path()).stdin(Stdio::piped());
        shell.stdout(Stdio::null()).stderr(Stdio::null());
        // Out of reach of the terminal's Ctrl-C.
        let remover = shell.process_group(0).spawn().map_err(cannot)?;
        let _ = folder.keep();
        Ok(Vanishing { path, remover })
    }

    fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Vanishing {
    fn drop(&mut self) {
        drop(self.remover.stdin.take());
        let _ = self.remover.wait();
    }
}
