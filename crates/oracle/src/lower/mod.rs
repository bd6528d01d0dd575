//! The direct back end: an abstract program as [`Program`], without clang.
//!
//! Locals are registers, as `mem2reg` would make them: with every shared access a scheduling point a local in
//! memory would be one too. The handles of threads count as part of the models, which are never scheduling
//! points: to wait for a thread is no choice, and reading the handle before it would be one.

mod body;

use crate::ast::*;
use crate::used::Used;
use rethread_ir::{
    Const, FileId, FuncId, Function, Global, GlobalId, IntConst, Linkage, Loc, LocId, Location, Operand,
    Param, Program, RegInfo, Type, TypeId,
};
use rustc_hash::FxHashMap;

/// Types that every program has.
#[derive(Copy, Clone)]
struct Types {
    void: TypeId,
    i1: TypeId,
    int: TypeId,
    long: TypeId,
    ptr: TypeId,
}

/// First global of each kind of synchronisation object.
#[derive(Copy, Clone, Default)]
struct Objects {
    mutexes: u32,
    conditions: u32,
    rwlocks: u32,
    semaphores: u32,
    barriers: u32,
}

struct Lowering {
    program: Program,
    types: Types,
    /// First global of the shared pointers, of the handles.
    pointers: u32,
    objects: Objects,
    handles: u32,
    helpers: Vec<FuncId>,
    starts: Vec<FuncId>,
    externals: FxHashMap<&'static str, FuncId>,
}

/// Lowers a program that was printed, so that its statements have lines.
pub fn lower(ast: &Ast, lines: u32) -> Program {
    let mut program = Program { files: vec!["oracle.c".into()], ..Program::default() };
    let mut ty = |t| program.types.intern(t);
    let types = Types {
        void: ty(Type::Void),
        i1: ty(Type::Int(1)),
        int: ty(Type::Int(32)),
        long: ty(Type::Int(64)),
        ptr: ty(Type::Ptr),
    };
    program.locations = (0..=lines)
        .map(|line| Location {
            at: Loc { file: FileId(0), line, column: 1 },
            function: String::new(),
            inlined_at: None,
        })
        .collect();
    let mut low = Lowering {
        program,
        types,
        pointers: 0,
        objects: Objects::default(),
        handles: 0,
        helpers: Vec::new(),
        starts: Vec::new(),
        externals: FxHashMap::default(),
    };
    low.globals(ast);
    low.functions(ast);
    low.program
}

impl Lowering {
    fn global(&mut self, name: String, ty: TypeId, init: Const, is_model: bool) {
        let size = self.program.types.store_size(ty);
        self.program.globals.push(Global {
            name,
            unit: "oracle.c".into(),
            linkage: Linkage::External,
            ty,
            size,
            align: 8,
            is_const: false,
            thread_local: false,
            init: Some(init),
            loc: None,
            debug: None,
            is_model,
        });
    }

    fn globals(&mut self, ast: &Ast) {
        let Types { int, long, ptr, .. } = self.types;
        for (i, v) in ast.vars.iter().enumerate() {
            let (ty, init) = match v.len {
                None => (int, Const::Int(IntConst::new(32, v.init as u64))),
                Some(n) => {
                    let ty = self.program.types.intern(Type::Array(int, u64::from(n)));
                    (ty, Const::Zero(ty))
                }
            };
            self.global(format!("v{i}"), ty, init, false);
        }
        self.pointers = self.program.globals.len() as u32;
        for (i, p) in ast.pointers.iter().enumerate() {
            let init = p.init.map_or(Const::Null, |v| Const::Global(GlobalId(v as u32)));
            self.global(format!("p{i}"), ptr, init, false);
        }
        // Sizes as in glibc.
        self.objects = Objects {
            mutexes: self.opaque("m", ast.mutexes, 40),
            conditions: self.opaque("c", ast.conditions, 48),
            rwlocks: self.opaque("r", ast.rwlocks, 56),
            semaphores: self.opaque("s", ast.semaphores.len(), 32),
            barriers: self.opaque("b", ast.barriers.len(), 32),
        };
        self.handles = self.program.globals.len() as u32;
        for i in 0..ast.threads.len() {
            self.global(format!("t{i}"), long, Const::Zero(long), true);
        }
    }

    /// Globals of zero bytes; the number of the first.
    fn opaque(&mut self, name: &str, count: usize, size: u64) -> u32 {
        let first = self.program.globals.len() as u32;
        let byte = self.program.types.intern(Type::Int(8));
        let ty = self.program.types.intern(Type::Array(byte, size));
        for i in 0..count {
            self.global(format!("{name}{i}"), ty, Const::Zero(ty), false);
        }
        first
    }

    /// Declarations first: bodies refer to each other.
    fn functions(&mut self, ast: &Ast) {
        let Types { int, ptr, .. } = self.types;
        for (i, h) in ast.helpers.iter().enumerate() {
            let id = self.declare(format!("h{i}"), &[int], int, Some(h.line));
            self.helpers.push(id);
        }
        for (i, f) in ast.starts.iter().enumerate() {
            let id = self.declare(format!("f{i}"), &[ptr], ptr, Some(f.line));
            self.starts.push(id);
        }
        let main = self.declare("main".into(), &[], int, Some(ast.main.line));
        for (i, h) in ast.helpers.iter().enumerate() {
            self.define(self.helpers[i], h, ast);
        }
        for (i, f) in ast.starts.iter().enumerate() {
            self.define(self.starts[i], f, ast);
        }
        self.define(main, &ast.main, ast);
    }

    fn declare(&mut self, name: String, params: &[TypeId], ret: TypeId, line: Option<u32>) -> FuncId {
        let id = FuncId(self.program.functions.len() as u32);
        self.program.functions.push(Function {
            name,
            unit: "oracle.c".into(),
            linkage: Linkage::External,
            params: params.iter().map(|&ty| Param { ty, byval: None, debug: None }).collect(),
            ret,
            varargs: false,
            noreturn: false,
            regs: params.iter().map(|&ty| RegInfo { name: "arg".into(), ty }).collect(),
            blocks: Vec::new(),
            loc: line.map(|line| Loc { file: FileId(0), line, column: 1 }),
            debug_params: Vec::new(),
            is_model: false,
        });
        id
    }

    fn external(&mut self, name: &'static str, params: &[TypeId], ret: TypeId) -> FuncId {
        match self.externals.get(name) {
            Some(&id) => id,
            None => {
                let id = self.declare(name.into(), params, ret, None);
                self.externals.insert(name, id);
                id
            }
        }
    }

    fn define(&mut self, id: FuncId, f: &crate::ast::Function, ast: &Ast) {
        let helper = self.helpers.contains(&id);
        let mut body = body::Body::new(self, id, ast, helper);
        body.start(f, Used::of(f).own);
        body.block(&f.body);
        let value = match &f.result {
            Some(e) => body.expr(e, f.end),
            _ if body.returns_pointer() => Operand::Const(Const::Null),
            _ => body::int(0),
        };
        body.finish(value, f.end);
    }

    /// A line of a function, as a place.
    fn place(&mut self, line: u32, function: FuncId) -> LocId {
        let name = &self.program.functions[function.0 as usize].name;
        let location = &mut self.program.locations[line as usize];
        if location.function != *name {
            location.function.clone_from(name);
        }
        LocId(line)
    }
}
