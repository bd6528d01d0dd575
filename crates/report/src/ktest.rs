//! KLEE's test format, version 3 (`lib/Basic/KTest.cpp`), so that `ktest-tool` and `klee-replay`
//! read what rethread writes.
//!
//! `KTEST`, then big-endian 32-bit words: version, the arguments (count, then length and bytes each),
//! symArgvs, symArgvLen, the objects (count, then name and bytes, each with its length).

use rethread_explore::Test;

const MAGIC: &[u8; 5] = b"KTEST";
const VERSION: u32 = 3;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KTest {
    pub args: Vec<Vec<u8>>,
    pub sym_argvs: u32,
    pub sym_argv_len: u32,
    pub objects: Vec<(String, Vec<u8>)>,
}

impl KTest {
    /// `program` becomes the first argument, as KLEE has it.
    pub fn of(test: &Test, program: &str) -> KTest {
        let mut args = vec![program.as_bytes().to_vec()];
        args.extend(test.args.iter().cloned());
        let mut objects: Vec<(String, Vec<u8>)> =
            test.inputs.iter().map(|i| (i.name.clone(), i.bytes.clone())).collect();
        if !test.stdin.is_empty() && !objects.iter().any(|(name, _)| name == "stdin") {
            objects.push(("stdin".into(), test.stdin.clone()));
        }
        KTest { args, sym_argvs: 0, sym_argv_len: 0, objects }
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        word(&mut out, VERSION);
        word(&mut out, self.args.len() as u32);
        for arg in &self.args {
            sized(&mut out, arg);
        }
        word(&mut out, self.sym_argvs);
        word(&mut out, self.sym_argv_len);
        word(&mut out, self.objects.len() as u32);
        for (name, bytes) in &self.objects {
            sized(&mut out, name.as_bytes());
            sized(&mut out, bytes);
        }
        out
    }

    /// None if it is not a whole version 3 file.
    pub fn from_bytes(bytes: &[u8]) -> Option<KTest> {
        let mut rest = bytes.strip_prefix(MAGIC)?;
        if read_word(&mut rest)? != VERSION {
            return None;
        }
        let mut test = KTest::default();
        for _ in 0..read_word(&mut rest)? {
            test.args.push(read_sized(&mut rest)?.to_vec());
        }
        test.sym_argvs = read_word(&mut rest)?;
        test.sym_argv_len = read_word(&mut rest)?;
        for _ in 0..read_word(&mut rest)? {
            let name = String::from_utf8(read_sized(&mut rest)?.to_vec()).ok()?;
            test.objects.push((name, read_sized(&mut rest)?.to_vec()));
        }
        rest.is_empty().then_some(test)
    }
}

fn word(out: &mut Vec<u8>, value: u32) {
    out.extend(value.to_be_bytes());
}

fn sized(out: &mut Vec<u8>, bytes: &[u8]) {
    word(out, bytes.len() as u32);
    out.extend(bytes);
}

fn read_word(rest: &mut &[u8]) -> Option<u32> {
    let (head, tail) = rest.split_first_chunk::<4>()?;
    *rest = tail;
    Some(u32::from_be_bytes(*head))
}

fn read_sized<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = read_word(rest)? as usize;
    let (head, tail) = rest.split_at_checked(length)?;
    *rest = tail;
    Some(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_is_klees() {
        let test = KTest {
            args: vec![b"a.bc".to_vec()],
            sym_argvs: 0,
            sym_argv_len: 0,
            objects: vec![("x".into(), vec![7, 0, 0, 0])],
        };
        let expected = b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x04a.bc\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01x\0\0\0\x04\x07\0\0\0";
        assert_eq!(test.to_bytes(), expected);
        assert_eq!(KTest::from_bytes(expected), Some(test));
        for cut in 0..expected.len() {
            assert_eq!(KTest::from_bytes(&expected[..cut]), None);
        }
    }

    #[test]
    fn stdin_is_an_object() {
        let bug = &crate::sample::outcome().bugs[0];
        let ktest = KTest::of(&bug.test, "ring.c");
        assert_eq!(ktest.args, [b"ring.c".to_vec(), b"-n".to_vec(), b"9".to_vec()]);
        assert_eq!(ktest.objects.last().unwrap(), &("stdin".to_string(), b"push\n".to_vec()));
    }
}
