//! A program made ready to run: code, segments, built-ins, and the state it starts in.

use crate::ancestry::Ancestry;
use crate::builtin::{Builtin, Registry};
use crate::code::{Code, Segment};
use crate::decode::{self, Layouts, Visibility, global_object};
use crate::exec::Options;
use crate::init;
use crate::object::ThreadName;
use crate::relevant::{Relevant, findable};
use crate::state::{Map, State, Task, Thread};
use rethread_analysis::{Object as Kin, Sharing, Site};
use rethread_expr::Terms;
use rethread_ir::{FuncId, LocId, Program, Uses};
use rethread_solver::Path;
use rethread_testcase::{BugKind, Place};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

/// What calling a function does.
#[derive(Copy, Clone, Debug)]
pub enum Callable {
    Code,
    Builtin(Builtin),
    /// No body and no model.
    Unknown,
}

pub struct Machine {
    pub program: Arc<Program>,
    code: Vec<Option<Arc<Code>>>,
    pub segments: Vec<Segment>,
    pub callables: Vec<Callable>,
    pub entry: FuncId,
    /// Started at a function other than main: its world is symbolic.
    pub open_world: bool,
    pub check_overflow: bool,
    /// `exit` of the models, which runs the handlers first.
    pub exit: Option<FuncId>,
    /// For a world that is made up: what cannot have changed, what can be called.
    pub uses: Uses,
    /// Who may touch what, if the program has threads and the analysis is trusted.
    pub sharing: Option<Sharing>,
    /// Threads may be created.
    pub threaded: bool,
    /// There are threads, and atomics whose order is weaker than what is explored.
    pub weak_atomics: bool,
    /// Threads may be cancelled.
    pub cancels: bool,
    /// The global that is errno, if the program has one.
    pub errno: Option<u32>,
    pub(crate) layouts: Mutex<Layouts>,
    /// What things are called in all versions, if that matters.
    pub ancestry: Option<Ancestry>,
    /// What is explored both ways, if not everything is.
    pub relevant: Option<Relevant>,
    /// All bugs there can be, if that is known.
    pub findable: Option<BTreeSet<(String, u32, BugKind)>>,
}

/// Why a program cannot be run at all.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SetupError {
    #[error("the program has no function `main`; --entry NAME starts somewhere else")]
    NoMain,
    #[error("there is no function `{name}` to start from{hint}")]
    NoEntry { name: String, hint: String },
    #[error("function `{0}` is only declared: it has no body to start from")]
    NoBody(String),
}

/// The function to start from: main, if no other is named.
pub fn entry(program: &Program, entry: Option<&str>) -> Result<FuncId, SetupError> {
    let name = entry.unwrap_or("main");
    let found = match program.find_function(name) {
        Some(f) => f,
        None if entry.is_none() => return Err(SetupError::NoMain),
        None => return Err(SetupError::NoEntry { name: name.into(), hint: similar_names(program, name) }),
    };
    if program.function(found).is_declaration() {
        return Err(SetupError::NoBody(name.into()));
    }
    Ok(found)
}

impl Machine {
    pub fn new(
        program: Arc<Program>,
        terms: &mut Terms,
        entry: Option<&str>,
        options: &Options,
    ) -> Result<Machine, SetupError> {
        let found = self::entry(&program, entry)?;
        let registry = Registry::new();
        let sharing = rethread_analysis::sharing(&program, found);
        let threaded = sharing.threaded();
        let visibility = match (threaded, options.schedule_at_all) {
            (false, _) => Visibility::None,
            (true, true) => Visibility::All,
            (true, false) => Visibility::Shared(&sharing),
        };
        let uses = Uses::of(&program);
        let relevant = Relevant::of(&program, &sharing, &uses, options);
        let decoded = decode::decode(&program, terms, visibility, relevant.as_ref());
        let callables = program
            .functions
            .iter()
            .map(|f| match registry.find(&f.name) {
                Some(b) if f.is_declaration() || b.overrides => Callable::Builtin(b),
                _ if options.rand_symbolic && f.is_model && matches!(&*f.name, "rand" | "random") => {
                    Callable::Builtin(crate::builtin::SYMBOLIC_RAND)
                }
                _ if f.is_declaration() => Callable::Unknown,
                _ => Callable::Code,
            })
            .collect();
        let exit = program.find_function("exit").filter(|&f| !program.function(f).is_declaration());
        let errno = program.globals.iter().position(|g| g.is_model && g.name == "error_number");
        let sharing = Some(sharing).filter(|_| threaded && !options.schedule_at_all);
        let lineage = options.lineage.clone().filter(|l| l.fits(&program));
        let ancestry = lineage.map(|l| Ancestry::new(&program, &decoded.code, sharing.as_ref(), l));
        Ok(Machine {
            ancestry,
            relevant,
            findable: findable(&program, &uses, options),
            code: decoded.code,
            segments: decoded.segments,
            callables,
            entry: found,
            open_world: entry.is_some_and(|e| e != "main"),
            check_overflow: options.checks.contains(BugKind::Overflow),
            exit,
            uses,
            sharing,
            threaded,
            weak_atomics: threaded && decode::has_weak_atomics(&program),
            cancels: program.find_function("pthread_cancel").is_some(),
            errno: errno.map(|g| g as u32),
            layouts: Mutex::new(Layouts::default()),
            program,
        })
    }

    /// The code of a function that has some.
    pub fn code(&self, function: u32) -> &Code {
        self.code[function as usize].as_ref().expect("only functions with bodies run")
    }

    /// The state before the first instruction.
    pub fn initial(&self) -> State {
        let mut memory = Default::default();
        init::globals(self, &mut memory);
        debug_assert!(
            self.program.globals.is_empty() || memory.get(global_object(rethread_ir::GlobalId(0))).is_some()
        );
        State {
            memory,
            threads: vec![Arc::new(Thread::new(ThreadName::main(), self.entry.0, Task::Construct(0)))],
            current: 0,
            last: 0,
            last_clock: Default::default(),
            ways: Default::default(),
            answering: 0,
            granted: false,
            event: Default::default(),
            chosen: None,
            sync: Map::default(),
            keys: Default::default(),
            path: Path::new(),
            inputs: Default::default(),
            inputs_asked: Map::default(),
            stdout: Default::default(),
            stderr: Default::default(),
            stdin_read: 0,
            depth: 0,
            arguments: None,
            lazy: Map::default(),
            lazy_objects: Default::default(),
            unreplayable: false,
            environment: Default::default(),
            one_sided: false,
            fresh_cover: false,
        }
    }

    /// The instruction that an operation was made from.
    pub fn site(&self, function: u32, pc: u32) -> Site {
        let (block, inst) = self.code(function).origins[pc as usize];
        Site { function, block, inst }
    }

    /// What the analysis calls an object that is made at this operation.
    pub fn kin(&self, function: u32, pc: u32) -> Option<Kin> {
        self.sharing.as_ref()?.made_at(self.site(function, pc))
    }

    /// Does the current thread stand at a switch? It is asked case by case.
    pub fn at_switch(&self, state: &State) -> bool {
        state
            .thread()
            .top
            .as_ref()
            .is_some_and(|f| matches!(self.code(f.function).ops[f.pc as usize], crate::code::Op::Switch(_)))
    }

    /// Where the current thread stands: the innermost place that is not inside a libc model.
    pub fn location(&self, state: &State) -> LocId {
        self.location_of(state.thread())
    }

    /// The same of any thread.
    pub fn location_of(&self, thread: &Thread) -> LocId {
        thread
            .frames()
            .find(|f| !self.program.functions[f.function as usize].is_model)
            .map_or(LocId::NONE, |f| self.code(f.function).locs[f.pc as usize])
    }

    /// The call stack, innermost first, inlined calls spread out, libc models left out.
    pub fn stack(&self, state: &State) -> Vec<Place> {
        // Deep recursion: the ends are what a person looks at.
        const SHOWN: usize = 64;
        let mut out = Vec::new();
        for f in state.frames().filter(|f| !self.program.functions[f.function as usize].is_model) {
            let function = &self.program.functions[f.function as usize];
            let mut at = self.code(f.function).locs[f.pc as usize];
            if self.program.location(at).is_none() {
                out.push(Place { function: function.name.clone(), ..self.place_of_function(f.function) });
            }
            while let Some(l) = self.program.location(at) {
                out.push(self.place(at, &function.name));
                at = l.inlined_at.unwrap_or(LocId::NONE);
            }
            if out.len() >= SHOWN {
                break;
            }
        }
        out
    }

    fn place_of_function(&self, f: u32) -> Place {
        match self.program.functions[f as usize].loc {
            Some(l) => Place {
                file: self.program.file(l.file).to_string(),
                line: l.line,
                column: l.column,
                function: String::new(),
            },
            None => Place::default(),
        }
    }

    pub fn place(&self, at: LocId, function: &str) -> Place {
        match self.program.location(at) {
            None => Place { function: function.to_string(), ..Default::default() },
            Some(l) => Place {
                file: self.program.file(l.at.file).to_string(),
                line: l.at.line,
                column: l.at.column,
                function: if l.function.is_empty() { function.to_string() } else { l.function.clone() },
            },
        }
    }
}

/// ` (did you mean ...?)` for a name that is nearly one of the program's.
fn similar_names(program: &Program, name: &str) -> String {
    let close = program
        .functions
        .iter()
        .filter(|f| !f.is_declaration() && !f.is_model)
        .map(|f| (distance(&f.name, name), &f.name))
        .min();
    match close {
        Some((d, n)) if d <= 1 + name.len() / 3 => format!(" (did you mean `{n}`?)"),
        _ => String::new(),
    }
}

/// Edit distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let cost = before + usize::from(ca != *cb);
            before = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(before + 1);
        }
    }
    row[b.len()]
}
