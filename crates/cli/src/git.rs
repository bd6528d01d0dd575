//! Both revisions of `diff --git BASE..HEAD`, as folders.
//!
//! Guarantees: the user's files, index, HEAD and `.git` stay as they are. The files are written from an
//! index of their own (`read-tree`, `checkout-index`), which runs no hooks and leaves nothing in `.git`,
//! as a work tree would, and leaves no file out, as an archive may; line ends and filters are as in any
//! checkout. Both folders are gone when [`Revisions`] is dropped, and also when the process is killed: a
//! shell that waits for its end removes them.
//!
//! The folders are no repositories: a build that asks git for its version gets no answer. Submodules are
//! filled from the user's, as far as those are there and know the commit; which are not is in the notes.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Component, Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

/// Of a build that failed.
const LAST_LINES: usize = 20;
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
/// `build` is run in each tree by the shell.
pub fn checkout(range: &str, build: Option<&str>) -> Result<Revisions, Error> {
    let here = std::env::current_dir().map_err(|e| Error(format!("no working folder: {e}")))?;
    checkout_from(&here, range, build)
}

fn checkout_from(here: &Path, range: &str, build: Option<&str>) -> Result<Revisions, Error> {
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
        repository.write_tree(commit, tree, &mut notes)?;
    }
    notes.dedup();
    for (tree, name) in [(&old, old_name), (&new, new_name)] {
        build.map_or(Ok(()), |command| run_build(command, tree, name))?;
    }
    Ok(Revisions { old, new, old_commit, new_commit, notes, repository, _folder: folder })
}

impl Revisions {
    /// Where a file of the user's is in both trees, named as the user names it, from the working folder.
    pub fn file(&self, name: &str) -> Result<(PathBuf, PathBuf), Error> {
        let inner = self.repository.inner(Path::new(name))?;
        let (old, new) = (self.old.join(&inner), self.new.join(&inner));
        let short = |commit: &str| commit.get(..10).unwrap_or(commit).to_string();
        match (old.exists(), new.exists()) {
            (true, true) => Ok((old, new)),
            (false, true) => {
                Err(Error(format!("`{name}` is not in the old revision {}", short(&self.old_commit))))
            }
            (true, false) => {
                Err(Error(format!("`{name}` is not in the new revision {}", short(&self.new_commit))))
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
    fn write_tree(&self, commit: &str, to: &Path, notes: &mut Vec<String>) -> Result<(), Error> {
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
                module.write_tree(&commit, &to.join(&path), notes)?;
            } else {
                notes.push(format!(
                    "the submodule {path} is left empty: its commit {commit} is not here (git submodule update --init)"
                ));
            }
        }
        Ok(())
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
        let outside = || Error(format!("`{}` is not in {}", name.display(), self.root.display()));
        let start = if name.is_absolute() { PathBuf::new() } else { self.root.join(&self.prefix) };
        let mut path = PathBuf::new();
        for part in start.join(name).components() {
            match part {
                Component::CurDir => {}
                Component::ParentDir => {
                    path.pop();
                }
                other => path.push(other),
            }
        }
        path.strip_prefix(&self.root).map(Path::to_path_buf).map_err(|_| outside())
    }
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

fn run_build(command: &str, tree: &Path, name: &str) -> Result<(), Error> {
    // To a file: a build may leave a process behind that keeps a pipe open.
    let log = tree.with_extension("log");
    let cannot = |e: io::Error| Error(format!("cannot run `{command}`: {e}"));
    let output = fs::File::create(&log).map_err(cannot)?;
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(tree).stdin(Stdio::null());
    shell.stdout(output.try_clone().map_err(cannot)?).stderr(output);
    HOOK_VARIABLES.iter().for_each(|name| {
        shell.env_remove(name);
    });
    let status = shell.status().map_err(cannot)?;
    if status.success() {
        return Ok(());
    }
    let mut message = format!("`{command}` failed in `{name}` ({})", ending(status));
    let lines = last_lines(&log).map_err(cannot)?;
    if !lines.is_empty() {
        let _ = write!(message, "; its last lines:");
    }
    for line in lines {
        let _ = write!(message, "\n  {line}");
    }
    Err(Error(message))
}

fn ending(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => status.to_string(),
    }
}

fn last_lines(file: &Path) -> io::Result<VecDeque<String>> {
    let mut last = VecDeque::new();
    for line in BufReader::new(fs::File::open(file)?).split(b'\n') {
        if last.len() == LAST_LINES {
            last.pop_front();
        }
        last.push_back(String::from_utf8_lossy(&line?).into_owned());
    }
    Ok(last)
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
        // A build may leave folders that even their owner cannot change.
        let script = "trap '' INT TERM HUP; cat >/dev/null; chmod -R u+rwX \"$0\" 2>/dev/null; rm -rf \"$0\"";
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).arg(folder.path()).stdin(Stdio::piped());
        shell.stdout(Stdio::null()).stderr(Stdio::null());
        // Out of reach of the terminal's Ctrl-C.
        let remover = shell.process_group(0).spawn().map_err(cannot)?;
        Ok(Vanishing { path: folder.keep(), remover })
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
