//! One function body: structured statements to blocks, locals to registers with phis where ways meet.

use super::{Lowering, Types};
use crate::ast::*;
use crate::used::Used;
use rethread_ir::{
    Access, Arg, ArithFlags, BinOp, Block, BlockId, Callee, CastOp, Const, FuncId, GepTerm, GlobalId,
    IcmpPred, Inst, IntConst, LocId, Op, Operand, Ordering, Reg, RegInfo, RmwOp, Type, TypeId,
};

pub(super) struct Body<'a> {
    low: &'a mut Lowering,
    ast: &'a Ast,
    id: FuncId,
    types: Types,
    regs: Vec<RegInfo>,
    blocks: Vec<Block>,
    current: usize,
    /// What each local is now.
    ints: Vec<Operand>,
    pointers: Vec<Operand>,
    own: Operand,
}

pub(super) fn int(n: i32) -> Operand {
    Operand::Const(Const::Int(IntConst::new(32, n as u64)))
}

fn long(n: u64) -> Operand {
    Operand::Const(Const::Int(IntConst::new(64, n)))
}

/// The order of LLVM; `between` is what acquire and release are for this kind of access.
fn ordering(order: Order, between: Ordering) -> Ordering {
    match order {
        Order::SeqCst => Ordering::SeqCst,
        Order::AcquireRelease => between,
        Order::Relaxed => Ordering::Monotonic,
    }
}

const NULL: Operand = Operand::Const(Const::Null);

impl<'a> Body<'a> {
    pub fn new(low: &'a mut Lowering, id: FuncId, ast: &'a Ast, helper: bool) -> Body<'a> {
        let types = low.types;
        let regs = low.program.functions[id.0 as usize].regs.clone();
        let mut ints = vec![int(0); LOCALS];
        if helper {
            ints[0] = Operand::Reg(Reg(0));
        }
        let pointers = vec![NULL; POINTERS];
        let entry = Block { name: "b0".into(), insts: Vec::new() };
        Body { low, ast, id, types, regs, blocks: vec![entry], current: 0, ints, pointers, own: NULL }
    }

    pub fn returns_pointer(&self) -> bool {
        self.low.program.functions[self.id.0 as usize].ret == self.types.ptr
    }

    /// The variable in memory, if the function has one.
    pub fn start(&mut self, f: &Function, own: bool) {
        if own {
            let ty = self.types.int;
            let op = Op::Alloca { ty, count: int(1), count_ty: ty, align: 4 };
            self.own = self.value(op, self.types.ptr, f.line);
            let access = self.access(ty, None);
            self.emit(Op::Store { ptr: self.own.clone(), value: int(0), access }, f.line);
        }
    }

    pub fn finish(mut self, value: Operand, line: u32) {
        let ty = self.low.program.functions[self.id.0 as usize].ret;
        self.emit(Op::Ret { value: Some(value), ty }, line);
        let f = &mut self.low.program.functions[self.id.0 as usize];
        f.regs = self.regs;
        f.blocks = self.blocks;
    }

    fn loc(&mut self, line: u32) -> LocId {
        self.low.place(line, self.id)
    }

    fn emit(&mut self, op: Op, line: u32) {
        let loc = self.loc(line);
        self.blocks[self.current].insts.push(Inst { dest: None, op, loc });
    }

    fn reg(&mut self, ty: TypeId) -> Reg {
        let reg = Reg(self.regs.len() as u32);
        self.regs.push(RegInfo { name: format!("r{}", reg.0), ty });
        reg
    }

    fn value(&mut self, op: Op, ty: TypeId, line: u32) -> Operand {
        let reg = self.reg(ty);
        let loc = self.loc(line);
        self.blocks[self.current].insts.push(Inst { dest: Some(reg), op, loc });
        Operand::Reg(reg)
    }

    fn new_block(&mut self) -> BlockId {
        let id = BlockId(self.blocks.len() as u32);
        self.blocks.push(Block { name: format!("b{}", id.0), insts: Vec::new() });
        id
    }

    fn goto(&mut self, to: BlockId, line: u32) {
        self.emit(Op::Br { to }, line);
    }

    fn enter(&mut self, block: BlockId) {
        self.current = block.0 as usize;
    }

    fn here(&self) -> BlockId {
        BlockId(self.current as u32)
    }

    fn access(&self, ty: TypeId, order: Option<Ordering>) -> Access {
        let align = self.low.program.types.store_size(ty);
        Access { ty, align, volatile: false, order }
    }

    fn call(&mut self, name: &'static str, args: &[(Operand, TypeId)], ret: TypeId, line: u32) -> Operand {
        let params: Vec<TypeId> = args.iter().map(|a| a.1).collect();
        let callee = self.low.external(name, &params, ret);
        self.call_function(Callee::Direct(callee), args, ret, line)
    }

    fn call_function(
        &mut self,
        callee: Callee,
        args: &[(Operand, TypeId)],
        ret: TypeId,
        line: u32,
    ) -> Operand {
        let args = args
            .iter()
            .map(|(value, ty)| Arg { value: value.clone(), ty: *ty, byval: None, sret: None })
            .collect();
        let op = Op::Call { callee, args, ret };
        match ret == self.types.void {
            true => {
                self.emit(op, line);
                NULL
            }
            false => self.value(op, ret, line),
        }
    }

    pub fn expr(&mut self, e: &Expr, line: u32) -> Operand {
        match e {
            Expr::Const(n) => int(*n),
            Expr::Local(l) => self.ints[*l].clone(),
            Expr::Bin(op, a, b) => {
                let (lhs, rhs) = (self.expr(a, line), self.expr(b, line));
                let ty = self.types.int;
                let arith = match op {
                    Bin::Add => Ok(BinOp::Add),
                    Bin::Sub => Ok(BinOp::Sub),
                    Bin::Xor => Ok(BinOp::Xor),
                    Bin::Eq => Err(IcmpPred::Eq),
                    Bin::Ne => Err(IcmpPred::Ne),
                    Bin::Lt => Err(IcmpPred::Slt),
                };
                match arith {
                    Ok(op) => {
                        let flags = ArithFlags { nsw: op != BinOp::Xor, ..ArithFlags::default() };
                        self.value(Op::Binary { op, flags, ty, lhs, rhs }, ty, line)
                    }
                    Err(pred) => {
                        let bit = self.value(Op::Icmp { pred, ty, lhs, rhs }, self.types.i1, line);
                        let op = Op::Cast { op: CastOp::Zext, value: bit, from: self.types.i1, to: ty };
                        self.value(op, ty, line)
                    }
                }
            }
        }
    }

    /// Is it not zero?
    fn truth(&mut self, e: &Expr, line: u32) -> Operand {
        let lhs = self.expr(e, line);
        let op = Op::Icmp { pred: IcmpPred::Ne, ty: self.types.int, lhs, rhs: int(0) };
        self.value(op, self.types.i1, line)
    }

    fn var(&self, v: usize) -> Operand {
        Operand::Const(Const::Global(GlobalId(v as u32)))
    }

    fn offset(&mut self, base: Operand, index: Option<&Expr>, cell: u32, line: u32) -> Operand {
        let mut terms = Vec::new();
        if let Some(e) = index {
            let index = self.expr(e, line);
            terms.push(GepTerm { index, index_ty: self.types.int, stride: 4 });
        }
        let op = Op::Gep {
            base,
            offset: 4 * i64::from(cell),
            terms,
            inbounds: true,
            source: self.types.int,
            result: self.types.ptr,
        };
        self.value(op, self.types.ptr, line)
    }

    /// The address of a place, and how it is accessed.
    fn address(&mut self, p: &Place, line: u32) -> (Operand, Option<Order>) {
        match p {
            Place::Var(v) => (self.var(*v), self.ast.vars[*v].order),
            Place::Elem(v, i) => {
                let base = self.var(*v);
                (self.offset(base, Some(i), 0, line), self.ast.vars[*v].order)
            }
            Place::Cell { pointer, cell, atomic } => {
                let base = self.pointers[*pointer].clone();
                (self.offset(base, None, *cell, line), atomic.then_some(Order::SeqCst))
            }
        }
    }

    fn pointer(&mut self, a: &Address, line: u32) -> Operand {
        match a {
            Address::Null => NULL,
            Address::Local(q) => self.pointers[*q].clone(),
            Address::Var(v) => self.var(*v),
            Address::Elem(v, i) => {
                let base = self.var(*v);
                self.offset(base, Some(i), 0, line)
            }
            Address::Own => self.own.clone(),
        }
    }

    fn load(&mut self, p: &Place, line: u32) -> Operand {
        let (ptr, order) = self.address(p, line);
        let access = self.access(self.types.int, order.map(|o| ordering(o, Ordering::Acquire)));
        self.value(Op::Load { ptr, access }, self.types.int, line)
    }

    fn shared_pointer(&self, p: usize) -> (Operand, Access) {
        let order = self.ast.pointers[p].atomic.then_some(Ordering::SeqCst);
        let access = self.access(self.types.ptr, order);
        (self.var(self.low.pointers as usize + p), access)
    }

    fn object(&self, first: u32, n: usize) -> (Operand, TypeId) {
        (self.var(first as usize + n), self.types.ptr)
    }

    fn handle(&self, t: usize) -> Operand {
        self.var(self.low.handles as usize + t)
    }

    pub fn block(&mut self, block: &[Stmt]) {
        for s in block {
            self.stmt(s);
        }
    }

    fn stmt(&mut self, s: &Stmt) {
        let line = s.line;
        let Types { void, int: i32, long: i64, ptr: pointer, .. } = self.types;
        match &s.kind {
            Kind::Set(l, e) => self.ints[*l] = self.expr(e, line),
            Kind::Load(l, p) => self.ints[*l] = self.load(p, line),
            Kind::Store(p, e) => {
                let value = self.expr(e, line);
                let (ptr, order) = self.address(p, line);
                let access = self.access(i32, order.map(|o| ordering(o, Ordering::Release)));
                self.emit(Op::Store { ptr, value, access }, line);
            }
            Kind::Rmw(l, op, p, e) => {
                let value = self.expr(e, line);
                let (ptr, order) = self.address(p, line);
                let op = match op {
                    Rmw::Add => RmwOp::Add,
                    Rmw::Sub => RmwOp::Sub,
                    Rmw::Or => RmwOp::Or,
                    Rmw::Exchange => RmwOp::Xchg,
                };
                let order = ordering(order.unwrap_or(Order::SeqCst), Ordering::AcqRel);
                let access = self.access(i32, Some(order));
                self.ints[*l] = self.value(Op::AtomicRmw { op, ptr, value, access }, i32, line);
            }
            Kind::Cas(l, p, old, new) => self.compare_exchange(*l, p, old, new, line),
            Kind::Fence(o) => self.emit(Op::Fence { order: ordering(*o, Ordering::AcqRel) }, line),
            Kind::PtrLoad(q, p) => {
                let (ptr, access) = self.shared_pointer(*p);
                self.pointers[*q] = self.value(Op::Load { ptr, access }, pointer, line);
            }
            Kind::PtrStore(p, a) => {
                let value = self.pointer(a, line);
                let (ptr, access) = self.shared_pointer(*p);
                self.emit(Op::Store { ptr, value, access }, line);
            }
            Kind::Malloc(q) => self.pointers[*q] = self.call("malloc", &[(long(8), i64)], pointer, line),
            Kind::Free(q) => {
                let p = self.pointers[*q].clone();
                self.call("free", &[(p, pointer)], void, line);
            }
            Kind::If(e, yes, no) => {
                let cond = self.truth(e, line);
                self.branch(cond, yes, no, line);
            }
            Kind::IfPtr(q, yes) => {
                let lhs = self.pointers[*q].clone();
                let op = Op::Icmp { pred: IcmpPred::Ne, ty: pointer, lhs, rhs: NULL };
                let cond = self.value(op, self.types.i1, line);
                self.branch(cond, yes, &[], line);
            }
            Kind::For(l, n, body) => self.counting_loop(*l, *n, body, line),
            Kind::While(p, e, body) => self.waiting_loop(p, e, body, line),
            Kind::Assert(e) => {
                let value = self.expr(e, line);
                self.call("__VERIFIER_assert", &[(value, i32)], void, line);
            }
            Kind::Assume(e) => {
                let value = self.expr(e, line);
                self.call("__VERIFIER_assume", &[(value, i32)], void, line);
            }
            Kind::Input(l, mask) => {
                let lhs = self.call("__VERIFIER_nondet_int", &[], i32, line);
                let op = Op::Binary {
                    op: BinOp::And,
                    flags: ArithFlags::default(),
                    ty: i32,
                    lhs,
                    rhs: int(*mask),
                };
                self.ints[*l] = self.value(op, i32, line);
            }
            Kind::Atomic(body) => {
                self.call("__VERIFIER_atomic_begin", &[], void, line);
                self.block(body);
                self.call("__VERIFIER_atomic_end", &[], void, line);
            }
            Kind::Call(l, h, e) => {
                let value = self.expr(e, line);
                let callee = Callee::Direct(self.low.helpers[*h]);
                self.ints[*l] = self.call_function(callee, &[(value, i32)], i32, line);
            }
            Kind::CallOneOf(l, helpers, condition, e) => {
                let cond = self.truth(condition, line);
                let [yes, no] = helpers.map(|h| Operand::Const(Const::Function(self.low.helpers[h])));
                let callee = self.value(
                    Op::Select { cond, cond_ty: self.types.i1, yes, no, ty: pointer },
                    pointer,
                    line,
                );
                let value = self.expr(e, line);
                self.ints[*l] = self.call_function(Callee::Indirect(callee), &[(value, i32)], i32, line);
            }
            Kind::Sync(op, n) => self.sync(*op, *n, line),
            Kind::TryLock(l, m) => {
                let mutex = self.object(self.low.objects.mutexes, *m);
                self.ints[*l] = self.call("pthread_mutex_trylock", &[mutex], i32, line);
            }
            Kind::Wait(c, m) => {
                let condition = self.object(self.low.objects.conditions, *c);
                let mutex = self.object(self.low.objects.mutexes, *m);
                self.call("pthread_cond_wait", &[condition, mutex], i32, line);
            }
            Kind::Create(t) => {
                let start = Operand::Const(Const::Function(self.low.starts[self.ast.threads[*t]]));
                let args = [self.handle(*t), NULL, start, NULL].map(|a| (a, pointer));
                self.call("pthread_create", &args, i32, line);
            }
            Kind::Join(t) => {
                let (ptr, access) = (self.handle(*t), self.access(i64, None));
                let handle = self.value(Op::Load { ptr, access }, i64, line);
                self.call("pthread_join", &[(handle, i64), (NULL, pointer)], i32, line);
            }
            Kind::Leave => _ = self.call("pthread_exit", &[(NULL, pointer)], void, line),
        }
    }

    fn sync(&mut self, op: SyncOp, n: usize, line: u32) {
        let Types { int: i32, ptr, .. } = self.types;
        let o = self.low.objects;
        let (name, first) = match op {
            SyncOp::Lock => ("pthread_mutex_lock", o.mutexes),
            SyncOp::Unlock => ("pthread_mutex_unlock", o.mutexes),
            SyncOp::ReadLock => ("pthread_rwlock_rdlock", o.rwlocks),
            SyncOp::WriteLock => ("pthread_rwlock_wrlock", o.rwlocks),
            SyncOp::RwUnlock => ("pthread_rwlock_unlock", o.rwlocks),
            SyncOp::Signal => ("pthread_cond_signal", o.conditions),
            SyncOp::Broadcast => ("pthread_cond_broadcast", o.conditions),
            SyncOp::SemInit => ("sem_init", o.semaphores),
            SyncOp::SemWait => ("sem_wait", o.semaphores),
            SyncOp::SemPost => ("sem_post", o.semaphores),
            SyncOp::BarrierInit => ("pthread_barrier_init", o.barriers),
            SyncOp::BarrierWait => ("pthread_barrier_wait", o.barriers),
        };
        let mut args = vec![self.object(first, n)];
        match op {
            SyncOp::SemInit => args.extend([(int(0), i32), (int(self.ast.semaphores[n]), i32)]),
            SyncOp::BarrierInit => args.extend([(NULL, ptr), (int(self.ast.barriers[n]), i32)]),
            _ => {}
        }
        self.call(name, &args, i32, line);
    }

    fn compare_exchange(&mut self, l: Local, p: &Place, old: &Expr, new: &Expr, line: u32) {
        let (ptr, _) = self.address(p, line);
        let (expected, new) = (self.expr(old, line), self.expr(new, line));
        let Types { i1, int, .. } = self.types;
        let fields =
            vec![rethread_ir::Field { ty: int, offset: 0 }, rethread_ir::Field { ty: i1, offset: 4 }];
        let pair = self.low.program.types.intern(Type::Struct { fields, packed: false, size: 8, align: 4 });
        let access = self.access(int, Some(Ordering::SeqCst));
        let op = Op::CmpXchg { ptr, expected, new, access, failure: Ordering::SeqCst, weak: false };
        let aggregate = self.value(op, pair, line);
        self.ints[l] = self.value(Op::ExtractValue { aggregate, ty: pair, path: vec![0] }, int, line);
    }

    fn branch(&mut self, cond: Operand, yes: &[Stmt], no: &[Stmt], line: u32) {
        let (then, other, join) = (self.new_block(), self.new_block(), self.new_block());
        self.emit(Op::CondBr { cond, yes: then, no: other }, line);
        let before = (self.ints.clone(), self.pointers.clone());
        self.enter(then);
        self.block(yes);
        let from_yes = self.here();
        self.goto(join, line);
        let after =
            (std::mem::replace(&mut self.ints, before.0), std::mem::replace(&mut self.pointers, before.1));
        self.enter(other);
        self.block(no);
        let from_no = self.here();
        self.goto(join, line);
        self.enter(join);
        for i in 0..LOCALS {
            if self.ints[i] != after.0[i] {
                let incoming = vec![(from_yes, after.0[i].clone()), (from_no, self.ints[i].clone())];
                let ty = self.types.int;
                self.ints[i] = self.value(Op::Phi { ty, incoming }, ty, line);
            }
        }
        for i in 0..POINTERS {
            if self.pointers[i] != after.1[i] {
                let incoming = vec![(from_yes, after.1[i].clone()), (from_no, self.pointers[i].clone())];
                let ty = self.types.ptr;
                self.pointers[i] = self.value(Op::Phi { ty, incoming }, ty, line);
            }
        }
    }

    /// The head of a loop, with phis for everything its body sets.
    fn loop_head(&mut self, set: &Used, line: u32) -> BlockId {
        let (before, head) = (self.here(), self.new_block());
        self.goto(head, line);
        self.enter(head);
        for &i in &set.set_ints {
            let ty = self.types.int;
            let incoming = vec![(before, self.ints[i].clone())];
            self.ints[i] = self.value(Op::Phi { ty, incoming }, ty, line);
        }
        for &i in &set.set_pointers {
            let ty = self.types.ptr;
            let incoming = vec![(before, self.pointers[i].clone())];
            self.pointers[i] = self.value(Op::Phi { ty, incoming }, ty, line);
        }
        head
    }

    /// Back to the head, with what the locals are now; afterwards they are what they are at the head.
    fn loop_back(&mut self, head: BlockId, set: &Used, at_head: (Vec<Operand>, Vec<Operand>), line: u32) {
        let latch = self.here();
        self.goto(head, line);
        let ints = set.set_ints.iter().map(|&i| self.ints[i].clone());
        let pointers = set.set_pointers.iter().map(|&i| self.pointers[i].clone());
        let values: Vec<Operand> = ints.chain(pointers).collect();
        for (inst, value) in self.blocks[head.0 as usize].insts.iter_mut().zip(values) {
            if let Op::Phi { incoming, .. } = &mut inst.op {
                incoming.push((latch, value));
            }
        }
        (self.ints, self.pointers) = at_head;
    }

    fn counting_loop(&mut self, l: Local, n: i32, body: &[Stmt], line: u32) {
        let mut set = Used::of_block(body);
        set.set_ints.insert(l);
        self.ints[l] = int(0);
        let head = self.loop_head(&set, line);
        let (inside, after) = (self.new_block(), self.new_block());
        let op = Op::Icmp { pred: IcmpPred::Slt, ty: self.types.int, lhs: self.ints[l].clone(), rhs: int(n) };
        let cond = self.value(op, self.types.i1, line);
        self.emit(Op::CondBr { cond, yes: inside, no: after }, line);
        let at_head = (self.ints.clone(), self.pointers.clone());
        self.enter(inside);
        self.block(body);
        let next = Expr::Bin(Bin::Add, Box::new(Expr::Local(l)), Box::new(Expr::Const(1)));
        self.ints[l] = self.expr(&next, line);
        self.loop_back(head, &set, at_head, line);
        self.enter(after);
    }

    fn waiting_loop(&mut self, p: &Place, e: &Expr, body: &[Stmt], line: u32) {
        let set = Used::of_block(body);
        let head = self.loop_head(&set, line);
        let (inside, after) = (self.new_block(), self.new_block());
        let lhs = self.load(p, line);
        let rhs = self.expr(e, line);
        let op = Op::Icmp { pred: IcmpPred::Ne, ty: self.types.int, lhs, rhs };
        let cond = self.value(op, self.types.i1, line);
        self.emit(Op::CondBr { cond, yes: inside, no: after }, line);
        let at_head = (self.ints.clone(), self.pointers.clone());
        self.enter(inside);
        self.block(body);
        self.loop_back(head, &set, at_head, line);
        self.enter(after);
    }
}
