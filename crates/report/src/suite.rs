//! Writing `suite.jsonl`: a test a line, as paths end. `rethread_testcase` reads it back.
//!
//! Cost: writing is one buffered serialisation a test, no system call until the buffer is full.
//! A line is whole or not there: what a crash leaves behind is read up to the last line end.

use crate::Error;
use rethread_explore::Test;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

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
        let read: Vec<Test> = rethread_testcase::suite(&path).unwrap().map(Result::unwrap).collect();
        assert_eq!(read, tests);
    }
}
