//! Tests in files: `suite.jsonl` (a test a line, as paths end) and `test.json` (one test).
//!
//! Cost: writing is one buffered serialisation a test, no system call until the buffer is full.
//! A line is whole or not there: what a crash leaves behind is read up to the last line end.

use crate::{Error, ProgramInfo};
use rethread_explore::Test;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A test on its own knows the program it belongs to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TestFile {
    #[serde(flatten)]
    pub test: Test,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramInfo>,
}

pub struct SuiteWriter {
    path: PathBuf,
    out: BufWriter<File>,
    written: u64,
}

impl SuiteWriter {
    pub fn create(path: &Path) -> Result<SuiteWriter, Error> {
        let file = File::create(path).map_err(|e| Error::io("write", path, &e))?;
        let out = BufWriter::with_capacity(1 << 18, file);
        Ok(SuiteWriter { path: path.to_path_buf(), out, written: 0 })
    }

    pub fn write(&mut self, test: &Test) -> Result<(), Error> {
        serde_json::to_writer(&mut self.out, test)
            .map_err(std::io::Error::from)
            .and_then(|()| self.out.write_all(b"\n"))
            .map_err(|e| Error::io("write", &self.path, &e))?;
        self.written += 1;
        Ok(())
    }

    pub fn flush(&mut self) -> Result<(), Error> {
        self.out.flush().map_err(|e| Error::io("write", &self.path, &e))
    }

    pub fn written(&self) -> u64 {
        self.written
    }
}

/// The tests of a `suite.jsonl`, one at a time.
pub fn read_suite(path: &Path) -> Result<impl Iterator<Item = Result<Test, Error>> + use<>, Error> {
    let file = File::open(path).map_err(|e| Error::io("read", path, &e))?;
    let path = path.to_path_buf();
    let lines = BufReader::new(file).lines().enumerate();
    Ok(lines.filter(|(_, line)| !matches!(line, Ok(l) if l.trim().is_empty())).map(move |(i, line)| {
        let line = line.map_err(|e| Error::io("read", &path, &e))?;
        serde_json::from_str(&line)
            .map_err(|e| Error::new("read", &path, format!("line {} is not a test: {e}", i + 1)))
    }))
}

fn read_test(path: &Path) -> Result<TestFile, Error> {
    let bytes = std::fs::read(path).map_err(|e| Error::io("read", path, &e))?;
    serde_json::from_slice(&bytes).map_err(|e| Error::new("read", path, format!("not a test: {e}")))
}

/// The program of a suite, from the `result.json` beside it.
fn program_beside(path: &Path) -> Option<ProgramInfo> {
    #[derive(Deserialize)]
    struct Beside {
        program: ProgramInfo,
    }
    let bytes = std::fs::read(path.with_file_name("result.json")).ok()?;
    serde_json::from_slice::<Beside>(&bytes).ok().map(|b| b.program)
}

/// One test, however it was named: a bug folder, a `test.json`, or `suite.jsonl:ID`.
pub fn locate(name: &str) -> Result<TestFile, Error> {
    let path = Path::new(name);
    if path.is_dir() {
        let file = path.join("test.json");
        if file.exists() {
            return read_test(&file);
        }
        let hint = if path.join("suite.jsonl").exists() {
            "a whole result, not one test; name one as bugs/N or suite.jsonl:ID (`rethread test ls` lists them)"
        } else {
            "no test.json in this folder"
        };
        return Err(Error::new("read a test from", path, hint));
    }
    if path.exists() && path.extension().is_none_or(|e| e != "jsonl") {
        return read_test(path);
    }
    if path.exists() {
        let hint = "a suite of tests; name one as suite.jsonl:ID (`rethread test ls` lists them)";
        return Err(Error::new("read a test from", path, hint));
    }
    if let Some((suite, id)) = name.rsplit_once(':') {
        let suite = Path::new(suite);
        if suite.exists() {
            for test in read_suite(suite)? {
                let test = test?;
                if test.id == id {
                    return Ok(TestFile { test, program: program_beside(suite) });
                }
            }
            return Err(Error::new("read a test from", suite, format!("it has no test `{id}`")));
        }
    }
    Err(Error::new("read a test from", path, "no such file or folder"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use rethread_explore::EndKind;

    #[test]
    fn a_suite_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("suite.jsonl");
        let mut writer = SuiteWriter::create(&path).unwrap();
        let tests: Vec<Test> =
            (0..100).map(|i| sample::test(&i.to_string(), EndKind::Exit { code: i })).collect();
        tests.iter().for_each(|t| writer.write(t).unwrap());
        writer.flush().unwrap();
        assert_eq!(writer.written(), 100);
        let read: Vec<Test> = read_suite(&path).unwrap().map(Result::unwrap).collect();
        assert_eq!(read, tests);

        let spec = format!("{}:42", path.display());
        assert_eq!(locate(&spec).unwrap().test, tests[42]);
        let missing = locate(&format!("{}:x", path.display())).unwrap_err();
        assert!(missing.to_string().ends_with("it has no test `x`"));
        assert!(locate(path.to_str().unwrap()).unwrap_err().to_string().contains("suite.jsonl:ID"));
        assert!(locate("nowhere").unwrap_err().to_string().contains("no such file"));
    }

    #[test]
    fn a_broken_line_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("suite.jsonl");
        std::fs::write(&path, "{\"version\":1\n").unwrap();
        let error = read_suite(&path).unwrap().next().unwrap().unwrap_err();
        assert!(error.to_string().contains("line 1 is not a test"), "{error}");
    }
}
