//! An abstract program: what the generator makes, both back ends read, and the shrinker cuts.
//!
//! Every statement has a line of its own, so that places tell bugs apart. An index of something that does
//! not exist is a defect of whoever made the program.

/// A local integer of a function: `l0`, `l1`, ... All are 0 at first. In a helper `l0` is the parameter.
pub type Local = usize;
/// A local pointer of a function: `q0`, ... All are null at first.
pub type PtrLocal = usize;

/// How many locals of each kind a function has.
pub const LOCALS: usize = 4;
pub const POINTERS: usize = 2;

#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    Const(i32),
    Local(Local),
    Bin(Bin, Box<Expr>, Box<Expr>),
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Bin {
    Add,
    Sub,
    Xor,
    Eq,
    Ne,
    Lt,
}

impl Expr {
    pub fn bin(op: Bin, a: Expr, b: Expr) -> Expr {
        Expr::Bin(op, Box::new(a), Box::new(b))
    }
}

/// How an atomic access is ordered: loads, stores and both in one each take what fits them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Order {
    SeqCst,
    AcquireRelease,
    Relaxed,
}

/// Where an integer is read or written.
#[derive(Clone, PartialEq, Debug)]
pub enum Place {
    /// A shared integer.
    Var(usize),
    /// An element of a shared array; the index may be out of bounds.
    Elem(usize, Expr),
    /// A cell behind a local pointer, by an atomic access or not.
    Cell { pointer: PtrLocal, cell: u32, atomic: bool },
}

/// A pointer to compute.
#[derive(Clone, PartialEq, Debug)]
pub enum Address {
    Null,
    Local(PtrLocal),
    Var(usize),
    Elem(usize, Expr),
    /// The variable of the function that lives in memory, `s`.
    Own,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Rmw {
    Add,
    Sub,
    Or,
    Exchange,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    /// Set when the program is printed.
    pub line: u32,
    pub kind: Kind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    Set(Local, Expr),
    Load(Local, Place),
    Store(Place, Expr),
    /// The local gets the old value.
    Rmw(Local, Rmw, Place, Expr),
    /// Compare with the first and exchange for the second; the local gets the old value.
    Cas(Local, Place, Expr, Expr),
    Fence(Order),
    /// From a shared pointer.
    PtrLoad(PtrLocal, usize),
    PtrStore(usize, Address),
    /// A heap node of two cells.
    Malloc(PtrLocal),
    Free(PtrLocal),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    IfPtr(PtrLocal, Vec<Stmt>),
    For(Local, i32, Vec<Stmt>),
    /// While the place does not hold the value.
    While(Place, Expr, Vec<Stmt>),
    Assert(Expr),
    Assume(Expr),
    /// A symbolic input; the number says which of its bits count.
    Input(Local, i32),
    /// `__VERIFIER_atomic_begin` to `_end`.
    Atomic(Vec<Stmt>),
    Call(Local, usize, Expr),
    /// Through a pointer: the first helper if the condition holds, else the second, with that argument.
    CallOneOf(Local, [usize; 2], Expr, Expr),
    Sync(SyncOp, usize),
    /// The local gets 0 if the mutex was taken.
    TryLock(Local, usize),
    /// Condition variable and mutex.
    Wait(usize, usize),
    Create(usize),
    Join(usize),
    /// `pthread_exit`.
    Leave,
}

/// What is done with a synchronisation object and needs nothing else.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SyncOp {
    Lock,
    Unlock,
    ReadLock,
    WriteLock,
    RwUnlock,
    Signal,
    Broadcast,
    SemInit,
    SemWait,
    SemPost,
    BarrierInit,
    BarrierWait,
}

impl Kind {
    pub fn blocks(&self) -> Vec<&Vec<Stmt>> {
        match self {
            Kind::If(_, a, b) => vec![a, b],
            Kind::IfPtr(_, a) | Kind::For(_, _, a) | Kind::While(_, _, a) | Kind::Atomic(a) => vec![a],
            _ => vec![],
        }
    }

    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Kind::If(_, a, b) => vec![a, b],
            Kind::IfPtr(_, a) | Kind::For(_, _, a) | Kind::While(_, _, a) | Kind::Atomic(a) => vec![a],
            _ => vec![],
        }
    }
}

impl From<Kind> for Stmt {
    fn from(kind: Kind) -> Stmt {
        Stmt { line: 0, kind }
    }
}

/// A shared integer or array.
#[derive(Clone, PartialEq, Debug)]
pub struct Var {
    /// None for one that is not atomic.
    pub order: Option<Order>,
    /// None for a single integer.
    pub len: Option<u32>,
    pub init: i32,
}

/// A shared pointer.
#[derive(Clone, PartialEq, Debug)]
pub struct Pointer {
    pub atomic: bool,
    /// The variable it points to at first, or null.
    pub init: Option<usize>,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Function {
    pub line: u32,
    pub body: Vec<Stmt>,
    /// Of a helper.
    pub result: Option<Expr>,
    /// Where the return stands.
    pub end: u32,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ast {
    pub vars: Vec<Var>,
    pub pointers: Vec<Pointer>,
    pub mutexes: usize,
    pub conditions: usize,
    pub rwlocks: usize,
    /// Initial count of each.
    pub semaphores: Vec<i32>,
    /// How many threads each lets through at once.
    pub barriers: Vec<i32>,
    /// `int h0(int)`, ...
    pub helpers: Vec<Function>,
    /// Start routines `f0`, ...
    pub starts: Vec<Function>,
    /// Start routine of each thread but main.
    pub threads: Vec<usize>,
    pub main: Function,
}

impl Ast {
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        self.helpers.iter().chain(&self.starts).chain(std::iter::once(&self.main))
    }

    pub fn functions_mut(&mut self) -> impl Iterator<Item = &mut Function> {
        self.helpers.iter_mut().chain(&mut self.starts).chain(std::iter::once(&mut self.main))
    }

    /// Every statement, inner ones included.
    pub fn statements(&self) -> Vec<&Stmt> {
        fn walk<'a>(block: &'a [Stmt], out: &mut Vec<&'a Stmt>) {
            for s in block {
                out.push(s);
                s.kind.blocks().into_iter().for_each(|b| walk(b, out));
            }
        }
        let mut out = Vec::new();
        self.functions().for_each(|f| walk(&f.body, &mut out));
        out
    }
}
