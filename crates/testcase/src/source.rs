//! Reading tests back: what the TEST argument of `rethread replay` and `rethread test` may be.

use crate::{BUILD_FILE, BUILD_VERSION, Build, TEST_VERSION, Test};
use serde::Deserialize;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// The file names in an output folder.
pub const TEST_FILE: &str = "test.json";
pub const SUITE_FILE: &str = "suite.jsonl";

/// Why a test or its build could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("{path}: {source}", path = path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("{path}:{line}: not a test: {message}", path = path.display())]
    Syntax { path: PathBuf, line: usize, message: String },
    #[error(
        "{path}:{line}: written in format version {found}, this rethread reads version {known}: \
         run `rethread check` again to write it anew",
        path = path.display()
    )]
    Version { path: PathBuf, line: usize, found: u32, known: u32 },
    #[error("{path}: no test with id {id}; `rethread test ls {path}` lists them", path = path.display())]
    NoSuchTest { path: PathBuf, id: String },
    #[error("{path}: a folder without {TEST_FILE} or {SUITE_FILE}", path = path.display())]
    NoTests { path: PathBuf },
    #[error(
        "{path}: no {BUILD_FILE} in its folder or the two above it, so it is not known how to build the \
         program: keep tests in the output folder they were written to",
        path = path.display()
    )]
    NoBuild { path: PathBuf },
}

/// What the argument TEST names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TestSource {
    /// A `test.json`, also when its folder was named.
    Single(PathBuf),
    /// One test of a suite: `suite.jsonl:ID`.
    OneOf(PathBuf, String),
    /// All of a `suite.jsonl`, also when the output folder was named.
    Suite(PathBuf),
}

impl TestSource {
    /// Understands a bug folder, an output folder, a `test.json`, a `suite.jsonl`, `suite.jsonl:ID`.
    pub fn find(argument: &str) -> Result<TestSource, ReadError> {
        let path = PathBuf::from(argument);
        if path.is_dir() {
            let (test, suite) = (path.join(TEST_FILE), path.join(SUITE_FILE));
            return match (test.is_file(), suite.is_file()) {
                (true, _) => Ok(TestSource::Single(test)),
                (_, true) => Ok(TestSource::Suite(suite)),
                _ => Err(ReadError::NoTests { path }),
            };
        }
        if !path.exists()
            && let Some((suite, id)) = argument.rsplit_once(':')
            && !id.is_empty()
        {
            // `out:ID` for `out/suite.jsonl:ID` costs nothing and saves typing.
            let suite = PathBuf::from(suite);
            let suite = if suite.is_dir() { suite.join(SUITE_FILE) } else { suite };
            return Ok(TestSource::OneOf(suite, id.to_owned()));
        }
        if path.extension().is_some_and(|e| e == "jsonl") {
            Ok(TestSource::Suite(path))
        } else {
            Ok(TestSource::Single(path))
        }
    }

    /// The file the tests stand in.
    pub fn path(&self) -> &Path {
        match self {
            TestSource::Single(path) | TestSource::OneOf(path, _) | TestSource::Suite(path) => path,
        }
    }

    /// The tests it names, in the order of the file.
    pub fn tests(&self) -> Result<Vec<Test>, ReadError> {
        match self {
            TestSource::Single(path) => {
                let text = fs::read_to_string(path)
                    .map_err(|source| ReadError::Io { path: path.clone(), source })?;
                Ok(vec![parse_test(path, 1, &text)?])
            }
            TestSource::Suite(path) => suite(path)?.collect(),
            TestSource::OneOf(path, id) => {
                for test in suite(path)? {
                    let test = test?;
                    if test.id == *id {
                        return Ok(vec![test]);
                    }
                }
                Err(ReadError::NoSuchTest { path: path.clone(), id: id.clone() })
            }
        }
    }

    /// How their program is built: the nearest `build.json`, up to two folders above the file
    /// (`OUT/bugs/N/test.json` belongs to `OUT/build.json`).
    pub fn build(&self) -> Result<Build, ReadError> {
        let file = self.path();
        let absolute =
            std::path::absolute(file).map_err(|source| ReadError::Io { path: file.into(), source })?;
        let found = absolute.ancestors().skip(1).take(3).map(|d| d.join(BUILD_FILE)).find(|p| p.is_file());
        match found {
            Some(path) => read_build(&path),
            None => Err(ReadError::NoBuild { path: file.into() }),
        }
    }
}

/// The tests of a `suite.jsonl`, read line by line: a suite may be larger than memory. A last line
/// without its end was cut off when the writer died; it is no test.
pub fn suite(path: &Path) -> Result<impl Iterator<Item = Result<Test, ReadError>> + use<>, ReadError> {
    let file = fs::File::open(path).map_err(|source| ReadError::Io { path: path.into(), source })?;
    let path = path.to_owned();
    let mut file = BufReader::new(file);
    let mut number = 0;
    Ok(std::iter::from_fn(move || {
        loop {
            number += 1;
            let mut line = Vec::new();
            match file.read_until(b'\n', &mut line) {
                Ok(0) => return None,
                Ok(_) => {}
                Err(source) => return Some(Err(ReadError::Io { path: path.clone(), source })),
            }
            let text = String::from_utf8_lossy(&line);
            if text.trim().is_empty() {
                continue;
            }
            let test = parse_test(&path, number, &text);
            if !text.ends_with('\n') && matches!(test, Err(ReadError::Syntax { .. })) {
                return None;
            }
            return Some(test);
        }
    }))
}

/// Reads `build.json`.
pub fn read_build(path: &Path) -> Result<Build, ReadError> {
    let text = fs::read_to_string(path).map_err(|source| ReadError::Io { path: path.into(), source })?;
    parse(path, 1, &text, BUILD_VERSION)
}

fn parse_test(path: &Path, line: usize, text: &str) -> Result<Test, ReadError> {
    parse(path, line, text, TEST_VERSION)
}

fn parse<T: for<'de> Deserialize<'de>>(
    path: &Path,
    line: usize,
    text: &str,
    known: u32,
) -> Result<T, ReadError> {
    #[derive(Deserialize)]
    struct Versioned {
        version: u32,
    }
    let syntax = |e: serde_json::Error| ReadError::Syntax {
        path: path.into(),
        line: line + e.line().saturating_sub(1),
        message: e.to_string(),
    };
    // The version first: a test of another version must not be called malformed.
    let Versioned { version: found } = serde_json::from_str(text).map_err(syntax)?;
    if found != known {
        return Err(ReadError::Version { path: path.into(), line, found, known });
    }
    serde_json::from_str(text).map_err(syntax)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{End, EndKind};

    fn test(id: &str) -> Test {
        Test {
            version: TEST_VERSION,
            id: id.into(),
            inputs: vec![],
            args: vec![b"a".to_vec(), b"\xff".to_vec()],
            stdin: b"in\n".to_vec(),
            entry: None,
            schedule: vec![],
            standing: vec![],
            threads: 0,
            environment: vec![],
            end: End { how: EndKind::Exit { code: 3 }, stdout: b"o".to_vec(), stderr: vec![] },
            replayable: true,
        }
    }

    fn line(test: &Test) -> String {
        serde_json::to_string(test).unwrap()
    }

    #[test]
    fn every_form_of_the_argument() {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path();
        let bug = out.join("bugs/1");
        fs::create_dir_all(&bug).unwrap();
        fs::write(bug.join(TEST_FILE), serde_json::to_string_pretty(&test("b")).unwrap()).unwrap();
        fs::write(out.join(SUITE_FILE), format!("{}\n\n{}\n", line(&test("1")), line(&test("2")))).unwrap();
        let build = Build { version: BUILD_VERSION, cwd: "/x".into(), ..Build::default() };
        fs::write(out.join(BUILD_FILE), serde_json::to_string(&build).unwrap()).unwrap();

        let ids = |argument: String| {
            let source = TestSource::find(&argument).unwrap();
            assert_eq!(source.build().unwrap(), build);
            source.tests().unwrap().into_iter().map(|t| t.id).collect::<Vec<_>>()
        };
        let at = |p: &str| out.join(p).display().to_string();
        assert_eq!(ids(at("bugs/1")), ["b"]);
        assert_eq!(ids(at("bugs/1/test.json")), ["b"]);
        assert_eq!(ids(at("")), ["1", "2"]);
        assert_eq!(ids(at("suite.jsonl")), ["1", "2"]);
        assert_eq!(ids(at("suite.jsonl:2")), ["2"]);
        let tests = TestSource::find(&at("suite.jsonl")).unwrap().tests().unwrap();
        assert_eq!(tests, [test("1"), test("2")]);
    }

    #[test]
    fn a_line_that_was_cut_off_is_no_test() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(SUITE_FILE);
        let (first, second) = (line(&test("1")), line(&test("2")));
        for cut in 0..second.len() {
            fs::write(&path, format!("{first}\n{}", &second[..cut])).unwrap();
            let ids: Vec<String> = suite(&path).unwrap().map(|t| t.unwrap().id).collect();
            assert_eq!(ids, ["1"], "cut at {cut}");
        }
        fs::write(&path, format!("{first}\n{second}")).unwrap();
        assert_eq!(suite(&path).unwrap().count(), 2, "whole but for the line end");
        fs::write(&path, format!("{}\n{second}\n", &first[..9])).unwrap();
        assert!(suite(&path).unwrap().next().unwrap().is_err(), "damage in the middle is said");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let dir = tempfile::tempdir().unwrap();
        let suite = dir.path().join(SUITE_FILE);
        let error = |argument: &str| {
            let source = match TestSource::find(argument) {
                Ok(source) => source,
                Err(e) => return e.to_string(),
            };
            source.tests().unwrap_err().to_string()
        };
        let folder = dir.path().display().to_string();
        assert!(error(&folder).contains("a folder without"), "{}", error(&folder));
        let name = suite.display().to_string();
        assert!(error(&name).contains("No such file"), "{}", error(&name));

        let newer = line(&test("1")).replacen("\"version\":1", "\"version\":9", 1);
        fs::write(&suite, format!("{}\n{newer}\n", line(&test("1")))).unwrap();
        let message = error(&name);
        assert!(message.contains("suite.jsonl:2: written in format version 9"), "{message}");

        fs::write(&suite, format!("{}\n{{\"version\":1}}\n", line(&test("1")))).unwrap();
        assert!(error(&name).contains("suite.jsonl:2: not a test: missing field"), "{}", error(&name));
        fs::write(&suite, format!("{}\n", line(&test("1")))).unwrap();
        assert!(error(&format!("{name}:7")).contains("no test with id 7"));
        let message = TestSource::find(&name).unwrap().build().unwrap_err().to_string();
        assert!(message.contains("no build.json"), "{message}");
    }
}
