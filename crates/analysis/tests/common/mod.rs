//! C in, facts out. Places are named by a comment on their line, `/*here*/`.
#![allow(dead_code)]

use rethread_analysis::{Behaviour, Dependences, Footprint, Object, Sharing, Site, Slice, sharing};
use rethread_ir::{Callee, Function, Inst, Isolation, LoadOptions, Op, Program, load};

pub const HEADERS: &str = "#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdint.h>\n#include <stdarg.h>\n";

pub fn program(text: &str) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("t.c");
    std::fs::write(&path, text).expect("the temporary folder is writable");
    let options = LoadOptions { isolation: Isolation::InProcess, ..LoadOptions::default() };
    load(&[path], &options).expect("the text compiles")
}

pub struct Case {
    pub text: String,
    pub program: Program,
    pub sharing: Sharing,
}

/// The text behind the usual headers.
pub fn case(text: &str) -> Case {
    case_from(text, "main")
}

pub fn case_from(text: &str, entry: &str) -> Case {
    case_with(text, entry, |_| {})
}

/// With a change to the program that C cannot express.
pub fn case_with(text: &str, entry: &str, change: impl FnOnce(&mut Program)) -> Case {
    let text = format!("{HEADERS}{text}");
    let mut program = program(&text);
    change(&mut program);
    let entry = program.find_function(entry).expect("the entry function");
    let sharing = sharing(&program, entry);
    Case { text, program, sharing }
}

impl Case {
    pub fn function(&self, name: &str) -> &Function {
        self.program.function(self.program.find_function(name).expect("a function of the test"))
    }

    pub fn index(&self, name: &str) -> u32 {
        self.program.find_function(name).expect("a function of the test").0
    }

    /// The instructions on the marked line that `wanted` accepts.
    pub fn sites(&self, mark: &str, wanted: impl Fn(&Op) -> bool) -> Vec<Site> {
        let comment = format!("/*{mark}*/");
        let line = self.text.lines().position(|l| l.contains(&comment)).expect("a marked line") as u32 + 1;
        let on_line = |i: &Inst| self.program.location(i.loc).is_some_and(|l| l.at.line == line);
        let mut out = Vec::new();
        for (f, function) in self.program.functions.iter().enumerate() {
            for (b, block) in function.blocks.iter().enumerate() {
                for (i, inst) in block.insts.iter().enumerate() {
                    if on_line(inst) && wanted(&inst.op) {
                        out.push(Site { function: f as u32, block: b as u32, inst: i as u32 });
                    }
                }
            }
        }
        out
    }

    fn accesses(&self, mark: &str) -> Vec<Site> {
        let declared = |c: &Callee| match c {
            Callee::Direct(f) => self.program.function(*f).is_declaration(),
            Callee::Indirect(_) => true,
        };
        let found = self.sites(mark, |op| match op {
            Op::Load { .. } | Op::Store { .. } | Op::AtomicRmw { .. } | Op::CmpXchg { .. } => true,
            Op::Intrinsic { name, .. } => name.starts_with("mem"),
            Op::Call { callee, .. } => declared(callee),
            _ => false,
        });
        assert!(!found.is_empty(), "nothing is accessed at {mark}");
        found
    }

    /// May an access on the marked line be shared?
    pub fn shared(&self, mark: &str) -> bool {
        self.accesses(mark).into_iter().any(|s| self.sharing.may_share(s))
    }

    pub fn global(&self, name: &str) -> Object {
        let g = self.program.globals.iter().position(|g| g.name == name).expect("a global of the test");
        self.sharing.global(g as u32)
    }

    /// The only call on the marked line.
    pub fn call(&self, mark: &str) -> Site {
        let calls = self.sites(mark, |op| matches!(op, Op::Call { .. }));
        assert_eq!(calls.len(), 1, "one call at {mark}");
        calls[0]
    }

    pub fn after(&self, mark: &str) -> Footprint {
        self.sharing.after(self.call(mark))
    }

    pub fn whole(&self, name: &str) -> &Footprint {
        self.sharing.whole(self.index(name))
    }

    /// Names of the functions that threads created on the marked line may start with.
    pub fn entries(&self, mark: &str) -> Vec<&str> {
        let list = self.sharing.entries(self.call(mark)).iter();
        list.map(|&f| &*self.program.functions[f as usize].name).collect()
    }
}

/// Slices of a case.
pub struct Sliced<'c> {
    pub case: &'c Case,
    pub dependences: Dependences<'c>,
}

impl Case {
    pub fn sliced(&self) -> Sliced<'_> {
        self.sliced_as(Behaviour::default())
    }

    pub fn sliced_as(&self, behaviour: Behaviour) -> Sliced<'_> {
        Sliced { case: self, dependences: Dependences::of(&self.program, &self.sharing, behaviour) }
    }

    /// The marks of the text, in its order.
    pub fn marks(&self) -> Vec<&str> {
        let after = self.text.split("/*").skip(1);
        after.filter_map(|rest| rest.split_once("*/")).map(|(mark, _)| mark).collect()
    }
}

impl Sliced<'_> {
    /// The marked lines that have an instruction in the slice, without the one it is of.
    fn lines(&self, slice: &Slice, of: &str) -> String {
        let inside = |mark: &&str| self.case.sites(mark, |_| true).iter().any(|&s| slice.contains(s));
        let found: Vec<&str> = self.case.marks().into_iter().filter(|m| *m != of && inside(m)).collect();
        found.join(" ")
    }

    pub fn backward(&self, mark: &str) -> String {
        let from = self.case.sites(mark, |_| true);
        assert!(!from.is_empty(), "no instruction at {mark}");
        self.lines(&self.dependences.backward(&from), mark)
    }

    pub fn forward(&self, mark: &str) -> String {
        let from = self.case.sites(mark, |_| true);
        assert!(!from.is_empty(), "no instruction at {mark}");
        self.lines(&self.dependences.forward(&from), mark)
    }
}

pub fn reads(f: &Footprint, o: Object) -> bool {
    f.touches(o, 0, u64::MAX, false)
}

pub fn writes(f: &Footprint, o: Object) -> bool {
    f.touches(o, 0, u64::MAX, true)
}
