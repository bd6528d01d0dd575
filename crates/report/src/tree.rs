//! The tree of what was explored: `tree.jsonl`, written as it is told.
//!
//! A line is a text (the next one, from 0), a node `[parent, step, kind, place, found]` (the next one, from 1; step, kind and place are
//! numbers of texts), or an object: `version` first, and at the end how many `runs` are `beyond` a node because there were too many.
//!
//! Guarantee: a parent comes before its children and a text before its first use, so that what a crash leaves can be read.

use crate::Error;
use rethread_explore::{Place, Step, TreeKind, TreeNode};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

pub const FILE: &str = "tree.jsonl";
pub const VERSION: u32 = 1;

/// The file is made with the first node: most programs without threads or input have none.
pub struct TreeWriter {
    path: PathBuf,
    out: Option<BufWriter<File>>,
    texts: BTreeMap<String, u32>,
}

impl TreeWriter {
    pub fn new(folder: &Path) -> TreeWriter {
        TreeWriter { path: folder.join(FILE), out: None, texts: BTreeMap::new() }
    }

    pub fn node(&mut self, node: &TreeNode) -> Result<(), Error> {
        let step = self.text(&step_text(&node.step))?;
        let kind = self.text(&kind_text(&node.kind))?;
        let place = self.text(&place_text(&node.place))?;
        let line = match node.found {
            0 => format!("[{},{step},{kind},{place}]", node.parent),
            found => format!("[{},{step},{kind},{place},{found}]", node.parent),
        };
        self.line(&line)
    }

    pub fn beyond(&mut self, node: u32, runs: u64) -> Result<(), Error> {
        self.line(&format!("{{\"beyond\":{node},\"runs\":{runs}}}"))
    }

    pub fn flush(&mut self) -> Result<(), Error> {
        let flushed = self.out.as_mut().map_or(Ok(()), BufWriter::flush);
        flushed.map_err(|e| Error::io("write", &self.path, &e))
    }

    fn text(&mut self, text: &str) -> Result<u32, Error> {
        if let Some(&number) = self.texts.get(text) {
            return Ok(number);
        }
        let number = self.texts.len() as u32;
        self.texts.insert(text.to_string(), number);
        self.line(&serde_json::to_string(text).expect("a string has a JSON form"))?;
        Ok(number)
    }

    fn line(&mut self, line: &str) -> Result<(), Error> {
        let mut write = || {
            if self.out.is_none() {
                let mut out = BufWriter::with_capacity(1 << 18, File::create(&self.path)?);
                writeln!(out, "{{\"version\":{VERSION}}}")?;
                self.out = Some(out);
            }
            self.out.as_mut().map_or(Ok(()), |out| writeln!(out, "{line}"))
        };
        write().map_err(|e| Error::io("write", &self.path, &e))
    }
}

fn place_text(place: &Place) -> String {
    if place.line == 0 { String::new() } else { format!("{}:{}", place.file, place.line) }
}

fn step_text(step: &Step) -> String {
    match step {
        Step::Start => String::new(),
        Step::Side(side) => side.to_string(),
        Step::Choice(n) => format!("choice {n}"),
        Step::Thread { thread, what, place } if place.line > 0 => {
            format!("{thread}: {what} at {}", place_text(place))
        }
        Step::Thread { thread, what, .. } => format!("{thread}: {what}"),
    }
}

fn kind_text(kind: &TreeKind) -> String {
    match kind {
        TreeKind::Threads => "threads".into(),
        TreeKind::Branch => "branch".into(),
        TreeKind::Choice => "choice".into(),
        TreeKind::Complete => "complete".into(),
        TreeKind::Bug(kind) => format!("bug {kind}"),
        TreeKind::Assume => "assume".into(),
        TreeKind::Bound(bound) => format!("bound {bound}"),
        TreeKind::Summary => "summary".into(),
        TreeKind::Blocked => "blocked".into(),
        TreeKind::Asleep => "asleep".into(),
        TreeKind::NotNeeded => "not-needed".into(),
    }
}

/// The tree as columns: node `i + 1` is at `i` of each.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize)]
pub struct Tree {
    pub texts: Vec<String>,
    pub parent: Vec<u32>,
    pub step: Vec<u32>,
    pub kind: Vec<u32>,
    pub place: Vec<u32>,
    /// Node to bugs first seen on the way to it.
    pub found: BTreeMap<u32, u32>,
    /// Node to runs below it that have no node.
    pub beyond: BTreeMap<u32, u64>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Text(String),
    Found(u32, u32, u32, u32, u32),
    Node(u32, u32, u32, u32),
    Beyond { beyond: u32, runs: u64 },
    Head { version: u32 },
}

impl Tree {
    pub fn is_empty(&self) -> bool {
        self.parent.is_empty()
    }

    /// The empty tree if there is none. A last line that a crash cut off is left out.
    pub fn read(folder: &Path) -> Result<Tree, Error> {
        let path = folder.join(FILE);
        let Ok(text) = std::fs::read_to_string(&path) else { return Ok(Tree::default()) };
        let mut tree = Tree::default();
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        for (number, line) in whole.lines().enumerate() {
            let wrong = |why: String| Error::new("read", &path, format!("line {}: {why}", number + 1));
            match serde_json::from_str(line).map_err(|e| wrong(e.to_string()))? {
                Line::Head { version: VERSION } => {}
                Line::Head { version } => return Err(wrong(format!("version {version} is not known"))),
                Line::Text(text) => tree.texts.push(text),
                Line::Node(parent, step, kind, place) => tree.push([parent, step, kind, place], 0, wrong)?,
                Line::Found(parent, step, kind, place, found) => {
                    tree.push([parent, step, kind, place], found, wrong)?;
                }
                Line::Beyond { beyond, runs } => _ = tree.beyond.insert(beyond, runs),
            }
        }
        Ok(tree)
    }

    fn push(
        &mut self,
        [parent, step, kind, place]: [u32; 4],
        found: u32,
        wrong: impl Fn(String) -> Error,
    ) -> Result<(), Error> {
        let number = self.parent.len() as u32 + 1;
        let texts = self.texts.len() as u32;
        if parent >= number || [step, kind, place].iter().any(|&t| t >= texts) {
            return Err(wrong("it speaks of what comes later".into()));
        }
        self.parent.push(parent);
        self.step.push(step);
        self.kind.push(kind);
        self.place.push(place);
        if found > 0 {
            self.found.insert(number, found);
        }
        Ok(())
    }

    /// How many nodes there are of each kind, without what kind of bug or bound it is.
    pub fn kinds(&self) -> BTreeMap<&str, u64> {
        let mut out = BTreeMap::new();
        for &kind in &self.kind {
            let text = self.texts[kind as usize].as_str();
            *out.entry(text.split(' ').next().unwrap_or(text)).or_insert(0) += 1;
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rethread_explore::BugKind;

    fn node(number: u32, parent: u32, step: Step, kind: TreeKind) -> TreeNode {
        let place = Place { file: "a.c".into(), line: 7, ..Place::default() };
        let found = u32::from(matches!(kind, TreeKind::Bug(_)));
        TreeNode { number, parent, step, kind, place, found }
    }

    #[test]
    fn a_tree_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Tree::read(folder.path()).unwrap().is_empty());
        let mut writer = TreeWriter::new(folder.path());
        let lock = Step::Thread {
            thread: "main.0".into(),
            what: "lock".into(),
            place: Place { file: "a.c".into(), line: 9, ..Place::default() },
        };
        writer.node(&node(1, 0, Step::Start, TreeKind::Threads)).unwrap();
        writer.node(&node(2, 1, lock, TreeKind::Bug(BugKind::Deadlock))).unwrap();
        writer.node(&node(3, 1, Step::Side(true), TreeKind::NotNeeded)).unwrap();
        writer.beyond(1, 12).unwrap();
        writer.flush().unwrap();
        let tree = Tree::read(folder.path()).unwrap();
        assert_eq!(tree.parent, [0, 1, 1]);
        let text =
            |column: &[u32]| column.iter().map(|&t| tree.texts[t as usize].clone()).collect::<Vec<_>>();
        assert_eq!(text(&tree.step), ["", "main.0: lock at a.c:9", "true"]);
        assert_eq!(text(&tree.kind), ["threads", "bug deadlock", "not-needed"]);
        assert_eq!((tree.found.clone(), tree.beyond.clone()), ([(2, 1)].into(), [(1, 12)].into()));
        assert_eq!(tree.kinds(), [("bug", 1), ("not-needed", 1), ("threads", 1)].into());
    }

    #[test]
    fn what_is_damaged_is_refused_and_what_is_cut_off_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let read = |text: &str| {
            std::fs::write(folder.path().join(FILE), text).unwrap();
            Tree::read(folder.path())
        };
        assert_eq!(read("{\"version\":1}\n\"\"\n[0,0,0,0]\n[1,0,").unwrap().parent, [0]);
        assert!(read("{\"version\":9}\n").unwrap_err().to_string().contains("version 9"));
        assert!(read("{\"version\":1}\n\"\"\n[2,0,0,0]\n").unwrap_err().to_string().contains("line 3"));
        assert!(read("{\"version\":1}\n[0,0,0,0]\n").is_err());
        assert!(read("{\"version\":1}\nhello\n").is_err());
    }
}
