//! Repositories with a history, made on the spot.

use super::build::LAST_LINES;
use super::*;
use std::io::{BufRead, BufReader};
use std::time::Duration;
use tempfile::TempDir;

struct Repo(TempDir);

impl Repo {
    /// Three commits: `first`, `second` (tags) and one on a branch `side` of `first`.
    fn new() -> Repo {
        let repo = Repo(tempfile::tempdir().unwrap());
        repo.git("init -q -b main");
        repo.write("a.c", "old\n");
        repo.write("sub/gone.c", "gone\n");
        repo.write("exported.c", "exported\n");
        repo.write(".gitattributes", "exported.c export-ignore\n");
        repo.commit("first");
        repo.git("checkout -q -b side");
        repo.write("side.c", "side\n");
        repo.commit("side-commit");
        repo.git("checkout -q main");
        repo.write("a.c", "new\n");
        repo.write("sub/come.c", "come\n");
        fs::remove_file(repo.path().join("sub/gone.c")).unwrap();
        repo.commit("second");
        repo
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn git(&self, line: &str) -> String {
        let mut command = Command::new("git");
        command.current_dir(self.path());
        command.args(["-c", "user.name=n", "-c", "user.email=e", "-c", "protocol.file.allow=always"]);
        let output = command.args(line.split_whitespace()).output().unwrap();
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim_end().to_string()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn commit(&self, tag: &str) {
        self.git("add -A");
        self.git(&format!("commit -q -m {tag}"));
        self.git(&format!("tag {tag}"));
    }

    /// Everything a checkout must leave alone: files with their times, and all of `.git`.
    fn everything(&self) -> Vec<(PathBuf, std::time::SystemTime, Vec<u8>)> {
        let mut all = Vec::new();
        let mut folders = vec![self.path().to_path_buf()];
        while let Some(folder) = folders.pop() {
            all.push((folder.clone(), fs::metadata(&folder).unwrap().modified().unwrap(), Vec::new()));
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                match entry.file_type().unwrap().is_dir() {
                    true => folders.push(entry.path()),
                    false => {
                        let modified = entry.metadata().unwrap().modified().unwrap();
                        all.push((entry.path(), modified, fs::read(entry.path()).unwrap()));
                    }
                }
            }
        }
        all.sort();
        all
    }

    fn checkout(&self, range: &str, build: Option<&str>) -> Result<Revisions, Error> {
        checkout_from(self.path(), range, build, &|| false)
    }

    fn error(&self, range: &str, build: Option<&str>) -> String {
        self.checkout(range, build).err().expect("an error").to_string()
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn both_revisions_and_nothing_else() {
    let repo = Repo::new();
    // What the user is in the middle of.
    repo.write("a.c", "edited\n");
    repo.write("staged.c", "staged\n");
    repo.git("add staged.c");
    repo.write("untracked.c", "untracked\n");
    let before = repo.everything();
    let revisions = repo.checkout("first..second", None).unwrap();
    assert_eq!(read(&revisions.old.join("a.c")), "old\n");
    assert_eq!(read(&revisions.new.join("a.c")), "new\n");
    let names = |folder: &Path| {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    for tree in [&revisions.old, &revisions.new] {
        assert_eq!(names(tree), [".gitattributes", "a.c", "exported.c", "sub"]);
    }
    assert_eq!(names(&revisions.new.join("sub")), ["come.c"]);
    assert_eq!(revisions.old_commit, repo.git("rev-parse first"));
    assert_eq!(revisions.notes, [""; 0]);
    assert!(before == repo.everything(), "the user's repository changed");
    let folder = revisions.old.parent().unwrap().to_path_buf();
    drop(revisions);
    assert!(!folder.exists());
    assert!(before == repo.everything(), "the user's repository changed");
}

#[test]
fn sides_that_are_left_out_are_head() {
    let repo = Repo::new();
    repo.write("a.c", "edited\n");
    let contents = |range: &str| {
        let revisions = repo.checkout(range, None).unwrap();
        (read(&revisions.old.join("a.c")), read(&revisions.new.join("a.c")))
    };
    let pair = |old: &str, new: &str| (format!("{old}\n"), format!("{new}\n"));
    assert_eq!(contents("first.."), pair("old", "new"));
    assert_eq!(contents("..first"), pair("new", "old"));
    assert_eq!(contents("HEAD~1..HEAD"), pair("old", "new"));
    // Where both parted, not what became of main since.
    assert_eq!(contents("main..side"), pair("new", "old"));
    assert_eq!(contents("main...side"), pair("old", "old"));
}

#[test]
fn files_as_the_user_names_them() {
    let repo = Repo::new();
    let sub = repo.path().join("sub");
    let revisions = checkout_from(&sub, "first..", None, &|| false).unwrap();
    let (old, new) = revisions.file("../a.c").unwrap();
    assert_eq!((read(&old), read(&new)), ("old\n".into(), "new\n".into()));
    let absolute = fs::canonicalize(repo.path()).unwrap().join("a.c");
    assert_eq!(revisions.file(absolute.to_str().unwrap()).unwrap().0, old);
    let error = |name: &str| revisions.file(name).unwrap_err().to_string();
    assert!(error("gone.c").contains("`gone.c` is not in the new revision"));
    assert!(error("come.c").contains("`come.c` is not in the old revision"));
    assert!(error("no.c").contains("`no.c` is in neither revision"));
    assert!(error("../../elsewhere.c").contains("is not in"));
    assert!(error("/etc/passwd").contains("is not in"));
}

#[test]
fn mistakes_are_explained() {
    let repo = Repo::new();
    assert!(repo.error("first", None).contains("BASE..HEAD"));
    let unknown = repo.error("nowhere..", None);
    assert!(unknown.contains("`nowhere` is no revision") && !unknown.contains("shallow"), "{unknown}");
    // Nothing that starts with a dash is taken for an option.
    assert!(repo.error("--all..", None).contains("`--all` is no revision"));
    let elsewhere = tempfile::tempdir().unwrap();
    let error = checkout_from(elsewhere.path(), "a..b", None, &|| false).err().unwrap().to_string();
    assert!(error.contains("in no git work tree"), "{error}");
    let clone = tempfile::tempdir().unwrap();
    let from = format!("file://{}", repo.path().display());
    repo.git(&format!("clone -q --depth 1 {from} {}/c", clone.path().display()));
    let error =
        checkout_from(&clone.path().join("c"), "HEAD~1..", None, &|| false).err().unwrap().to_string();
    assert!(error.contains("--unshallow"), "{error}");
    repo.git("checkout -q --orphan unrelated");
    repo.commit("unrelated-commit");
    assert!(repo.error("main...unrelated", None).contains("no commit in common"));
}

#[test]
fn the_build_runs_in_both_trees() {
    let repo = Repo::new();
    let revisions = repo.checkout("first..", Some("cp a.c built.c; pwd > where")).unwrap();
    assert_eq!(read(&revisions.old.join("built.c")), "old\n");
    assert_eq!(read(&revisions.new.join("built.c")), "new\n");
    assert_eq!(Path::new(read(&revisions.new.join("where")).trim_end()), revisions.new);
    assert!(!repo.path().join("built.c").exists());
}

#[test]
fn a_build_that_fails_shows_its_last_lines() {
    let repo = Repo::new();
    let error = repo.error("first..second", Some("seq 1 50; echo wrong >&2; exit 3"));
    assert!(
        error.starts_with("`seq 1 50; echo wrong >&2; exit 3` failed in `first` (exit code 3)"),
        "{error}"
    );
    let lines: Vec<&str> = error.lines().skip(1).map(str::trim).collect();
    assert_eq!((lines.len(), lines[0], lines[LAST_LINES - 1]), (LAST_LINES, "32", "wrong"));
    let error = repo.error("first..second", Some("grep -q old a.c"));
    assert_eq!(error, "`grep -q old a.c` failed in `second` (exit code 1)");
    assert!(repo.error("first..", Some("kill -9 $$")).contains("signal 9"));
}

/// In a hook git says where it is; what is done elsewhere must not follow that. The child is the hook.
#[test]
fn builds_do_not_see_the_hooks_variables() {
    const CHILD: &str = "RETHREAD_GIT_TEST_HOOK";
    if let Some(repository) = std::env::var_os(CHILD) {
        let revisions =
            checkout_from(Path::new(&repository), "first..", Some("env > seen"), &|| false).unwrap();
        let seen = read(&revisions.new.join("seen"));
        assert!(!HOOK_VARIABLES.iter().any(|name| seen.contains(&format!("{name}="))), "{seen}");
        return;
    }
    let repo = Repo::new();
    let before = repo.everything();
    let mut hook = Command::new(std::env::current_exe().unwrap());
    hook.args(["--exact", "git::tests::builds_do_not_see_the_hooks_variables"]).env(CHILD, repo.path());
    hook.env("GIT_DIR", repo.path().join(".git")).env("GIT_INDEX_FILE", repo.path().join(".git/index"));
    hook.current_dir(repo.path()).stdout(Stdio::null());
    assert!(hook.status().unwrap().success());
    assert!(before == repo.everything(), "the user's repository changed");
}

#[test]
fn folders_nobody_may_write_go_too() {
    let repo = Repo::new();
    let revisions = repo.checkout("first..", Some("mkdir -p x/y; touch x/y/z; chmod 555 x x/y")).unwrap();
    let folder = revisions.old.parent().unwrap().to_path_buf();
    drop(revisions);
    assert!(!folder.exists());
}

#[test]
fn submodules_are_filled_from_what_is_here() {
    let library = Repo::new();
    let repo = Repo::new();
    repo.git(&format!("submodule add -q {} lib", library.path().display()));
    repo.commit("with-lib");
    let full = repo.checkout("second..with-lib", None).unwrap();
    assert!(!full.old.join("lib").exists());
    assert_eq!(read(&full.new.join("lib/a.c")), "new\n");
    assert_eq!(full.notes, [""; 0]);
    // As in a clone that did not ask for them.
    repo.git("submodule deinit -q -f lib");
    let empty = repo.checkout("second..with-lib", None).unwrap();
    assert!(!empty.new.join("lib/a.c").exists());
    assert!(empty.notes.len() == 1 && empty.notes[0].contains("submodule lib"), "{:?}", empty.notes);
}

/// What git says in both trees when it is asked there.
fn said(revisions: &Revisions, line: &str) -> [String; 2] {
    [&revisions.old, &revisions.new].map(|tree| {
        let output = Command::new("git").arg("-C").arg(tree).args(line.split_whitespace()).output().unwrap();
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim_end().to_string()
    })
}

#[test]
fn for_a_build_the_trees_are_clean_checkouts() {
    let repo = Repo::new();
    repo.write("two words.c", "blank\n");
    repo.write("sub/lines.txt", "one\ntwo\n");
    std::os::unix::fs::symlink("a.c", repo.path().join("link.c")).unwrap();
    repo.git("config core.autocrlf true");
    repo.commit("third");
    repo.write("a.c", "newer\n");
    repo.git("commit -q -a -m untagged");
    let before = repo.everything();
    let clean = |revisions: &Revisions| {
        assert_eq!(revisions.notes, [""; 0]);
        assert_eq!(said(revisions, "describe --tags --dirty")[0], "third");
        assert!(said(revisions, "describe --tags --dirty")[1].starts_with("third-1-g"));
        assert_eq!(said(revisions, "status --porcelain"), ["", ""]);
        assert_eq!(
            said(revisions, "rev-parse HEAD"),
            [&revisions.old_commit, &revisions.new_commit].map(String::clone)
        );
        assert_eq!(said(revisions, "rev-parse --show-toplevel")[0], revisions.old.display().to_string());
    };
    // Something is committed there, too.
    let build = "git -c user.name=n -c user.email=e commit -q --allow-empty -m more && git tag more && git reset -q --hard HEAD~";
    let revisions = repo.checkout("third..", Some(build)).unwrap();
    clean(&revisions);
    drop(revisions);
    assert!(before == repo.everything(), "the user's repository changed");
    // A linked work tree, and a clone that has little of the history.
    let others = tempfile::tempdir().unwrap();
    repo.git(&format!("worktree add -q {}/linked", others.path().display()));
    clean(&checkout_from(&others.path().join("linked"), "third..HEAD", Some("true"), &|| false).unwrap());
    let from = format!("file://{}", repo.path().display());
    repo.git(&format!("clone -q --depth 2 {from} {}/shallow", others.path().display()));
    let shallow = others.path().join("shallow");
    let mut fetch = Command::new("git");
    fetch.arg("-C").arg(&shallow).args(["fetch", "-q", "--depth", "2", "origin", "tag", "third"]);
    assert!(fetch.status().unwrap().success());
    clean(&checkout_from(&shallow, "HEAD~..HEAD", Some("true"), &|| false).unwrap());
}

#[test]
fn submodules_are_clean_too() {
    let (library, repo) = (Repo::new(), Repo::new());
    repo.git(&format!("submodule add -q {} lib", library.path().display()));
    repo.commit("with-lib");
    repo.write("a.c", "newest\n");
    repo.commit("last");
    let before = repo.everything();
    let revisions =
        repo.checkout("with-lib..last", Some("cd lib && git describe --tags >../../lib-version")).unwrap();
    assert_eq!(read(&revisions.new.with_file_name("lib-version")), "second\n");
    assert_eq!(said(&revisions, "status --porcelain"), ["", ""]);
    assert_eq!(said(&revisions, "describe --tags --dirty"), ["with-lib", "last"]);
    assert!(before == repo.everything(), "the user's repository changed");
}

/// The child is this test again; it waits to be killed while its folders are there.
#[test]
fn nothing_is_left_by_a_process_that_was_killed() {
    const CHILD: &str = "RETHREAD_GIT_TEST_CHILD";
    if let Some(repository) = std::env::var_os(CHILD) {
        let revisions = checkout_from(Path::new(&repository), "first..", None, &|| false).unwrap();
        println!("\nfolder={}", revisions.old.parent().unwrap().display());
        loop {
            std::thread::sleep(Duration::from_secs(3600));
        }
    }
    let repo = Repo::new();
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "--nocapture", "git::tests::nothing_is_left_by_a_process_that_was_killed"]);
    let mut child = child.env(CHILD, repo.path()).stdout(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let folder =
        lines.map_while(Result::ok).find_map(|l| l.strip_prefix("folder=").map(PathBuf::from)).unwrap();
    assert!(folder.join("old/a.c").exists());
    child.kill().unwrap();
    child.wait().unwrap();
    while folder.exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
}
