//! From instructions to facts.
//!
//! Guarantee: an instruction copies the addresses of its operands to its result unless it cannot: only
//! comparisons, and the index of an address computation whose base is an object, are left out (the engine keeps
//! such an address in the object of the base, wherever the index would lead).

use crate::calls::{self, Argument, Call};
use crate::facts::{Extent, Facts};
use crate::node::{ENVIRONMENT, ESCAPED, MIXED, Node, UNKNOWN};
use crate::offsets::Offsets;
use crate::points_to::Func;
use crate::{Site, operands, reach};
use rethread_ir::{
    Arg, BinOp, Callee, CastOp, Const, ConstExpr, FuncId, GepTerm, Inst, Linkage, Op, Operand, Program,
    RmwOp, Type, TypeId,
};

/// Everything the program says, and what the engine does at its start.
pub fn facts<'p>(program: &'p Program, entry: FuncId, roots: &[FuncId]) -> Facts<'p> {
    let open = program.function(entry).name != "main";
    let mut all = roots.to_vec();
    if open {
        // Pointers that are made up may point to any function of the program.
        all.extend((0..program.functions.len() as u32).map(FuncId).filter(|&f| made_up(program, f)));
    }
    let reached = reach::reach(program, &all);
    let mut facts = Facts::new(program, reached);
    globals(&mut facts, open);
    arguments(&mut facts, entry, open);
    for f in 0..program.functions.len() as u32 {
        if facts.reach.functions[f as usize] {
            function(&mut facts, f);
        }
    }
    facts
}

/// May be behind a function pointer that the engine makes up.
fn made_up(program: &Program, f: FuncId) -> bool {
    let f = program.function(f);
    !f.is_model && !f.is_declaration() && !f.varargs
}

fn globals(facts: &mut Facts, open: bool) {
    let program = facts.program;
    for (i, g) in program.globals.iter().enumerate() {
        if !facts.reach.globals[i] {
            continue;
        }
        let o = facts.global_object(i as u32);
        if !g.thread_local {
            facts.rules.common.push((o,));
        }
        match &g.init {
            Some(init) => facts.initialise(o, 0, init, g.ty),
            // Defined elsewhere, so known elsewhere.
            None => facts.address(ESCAPED, o, Offsets::ANY),
        }
        if open && !g.is_const && !g.thread_local && !g.is_model {
            facts.rules.filled.push((o, crate::node::SOMEWHERE));
            facts.address(crate::node::cell(o, crate::node::SOMEWHERE), UNKNOWN, Offsets::ANY);
        }
    }
}

/// What the entry function is called with.
fn arguments(facts: &mut Facts, entry: FuncId, open: bool) {
    let program = facts.program;
    let behind = if open { UNKNOWN } else { ENVIRONMENT };
    for (i, p) in program.function(entry).params.iter().enumerate() {
        // What is made up may be passed in pieces; the count of the arguments is a number.
        if open || *program.types.get(p.ty) == Type::Ptr {
            facts.address(facts.register(entry.0, i as u32), behind, Offsets::ANY);
        }
    }
    if open {
        for f in (0..program.functions.len() as u32).map(FuncId).filter(|&f| made_up(program, f)) {
            facts.address(ESCAPED, facts.function_object(f.0), Offsets::ANY);
        }
    }
}

fn function(facts: &mut Facts, f: Func) {
    let function = facts.program.function(FuncId(f));
    for (i, p) in function.params.iter().enumerate() {
        let node = facts.register(f, i as u32);
        facts.rules.parameter.push((f, i as u32, node));
        if p.byval.is_some() && !function.is_declaration() {
            let o = facts.new_object();
            facts.rules.by_value.push((f, i as u32));
            facts.address(node, o, Offsets::at(0));
            facts.copies.insert((f, i as u32), o);
            facts.frame[f as usize].push(o);
        }
    }
    facts.rules.returned.push((f, facts.returned(f)));
    if function.varargs || function.is_declaration() {
        let o = facts.new_object();
        facts.rules.varargs.push((f, function.params.len() as u32, o));
        facts.varargs.insert(f, o);
        facts.frame[f as usize].push(o);
    }
    if function.is_declaration() {
        return calls::declaration(facts, f);
    }
    let slots = |op: &Op| matches!(op, Op::Alloca { .. });
    let has_slots = function.blocks.iter().flat_map(|b| &b.insts).any(|i| slots(&i.op));
    let frame = (has_slots || !facts.frame[f as usize].is_empty()).then(|| facts.new_node());
    let mut addresses = vec![false; function.regs.len()];
    for inst in function.blocks.iter().flat_map(|b| &b.insts) {
        if let (Op::Cast { op: CastOp::PtrToInt, .. }, Some(r)) = (&inst.op, inst.dest) {
            addresses[r.0 as usize] = true;
        }
    }
    for (b, block) in function.blocks.iter().enumerate() {
        for (i, inst) in block.insts.iter().enumerate() {
            let site = Site { function: f, block: b as u32, inst: i as u32 };
            let mut at = At { facts, site, dest: inst.dest.map(|r| r.0), frame, addresses: &addresses };
            at.instruction(inst);
        }
    }
    for o in facts.frame[f as usize].clone() {
        facts.rules.address.extend(frame.map(|frame| (frame, o, Offsets::ANY)));
    }
}

/// One instruction being read.
struct At<'a, 'p> {
    facts: &'a mut Facts<'p>,
    site: Site,
    dest: Option<u32>,
    /// Points to everything that ends with the frame, if something does.
    frame: Option<Node>,
    /// Registers that are pointers cast to numbers.
    addresses: &'a [bool],
}

impl At<'_, '_> {
    fn node(&mut self, o: &Operand) -> Option<Node> {
        self.facts.operand(self.site.function, o)
    }

    fn result(&self) -> Option<Node> {
        self.dest.map(|r| self.facts.register(self.site.function, r))
    }

    /// The result holds what the operand holds.
    fn copy(&mut self, o: &Operand) {
        if let (Some(from), Some(to)) = (self.node(o), self.result()) {
            self.facts.rules.copy.push((from, to));
        }
    }

    /// The result is a number that was computed from the operand.
    fn mix(&mut self, o: &Operand) {
        if let (Some(from), Some(to)) = (self.node(o), self.result()) {
            self.facts.rules.mix.push((from, to));
        }
    }

    /// The result is elsewhere in the object of the operand.
    fn blur(&mut self, o: &Operand) {
        if let (Some(from), Some(to)) = (self.node(o), self.result()) {
            self.facts.rules.blur.push((from, to));
        }
    }

    fn unknown_result(&mut self) {
        if let Some(to) = self.result() {
            self.facts.address(to, UNKNOWN, Offsets::ANY);
        }
    }

    fn size(&self, ty: TypeId) -> u32 {
        u32::try_from(self.facts.program.types.store_size(ty)).unwrap_or(u32::MAX)
    }

    fn access(&mut self, ptr: &Operand, extent: Extent, write: bool) -> Option<Node> {
        let pointer = self.node(ptr);
        // Through a null pointer nothing is touched.
        if !matches!(ptr, Operand::Const(Const::Null)) {
            self.facts.access(self.site, pointer, extent, write);
        }
        pointer
    }

    fn load(&mut self, pointer: Option<Node>, size: u32) {
        match (pointer, self.result()) {
            (Some(p), Some(d)) => self.facts.rules.load.push((p, size, d)),
            (None, Some(_)) => self.unknown_result(),
            (_, None) => {}
        }
    }

    fn store(&mut self, pointer: Option<Node>, size: u32, value: Option<Node>) {
        match (pointer, value) {
            (Some(p), Some(v)) => self.facts.rules.store.push((p, size, v)),
            (None, Some(v)) => self.facts.rules.blur.push((v, ESCAPED)),
            (_, None) => {}
        }
        if let Some(p) = pointer
            && !size.is_multiple_of(8)
        {
            self.facts.rules.patch.push((p, size));
        }
    }

    fn instruction(&mut self, inst: &Inst) {
        match &inst.op {
            Op::Binary { op, lhs, rhs, .. } => self.binary(*op, lhs, rhs),
            Op::FBinary { lhs, rhs, .. } => {
                self.mix(lhs);
                self.mix(rhs);
            }
            Op::FNeg { value, .. } => self.mix(value),
            Op::Cast { op, value, .. } => self.cast(*op, value),
            Op::Gep { base, offset, terms, .. } => self.gep(base, *offset, terms),
            Op::Load { ptr, access } => {
                let size = self.size(access.ty);
                let p = self.access(ptr, Extent::Bytes(size), false);
                self.load(p, size);
            }
            Op::Store { ptr, value, access } => {
                let size = self.size(access.ty);
                let p = self.access(ptr, Extent::Bytes(size), true);
                let v = self.node(value);
                self.store(p, size, v);
            }
            Op::AtomicRmw { op, ptr, value, access } => {
                let size = self.size(access.ty);
                let p = self.access(ptr, Extent::Bytes(size), true);
                self.load(p, size);
                let v = self.node(value);
                if *op == RmwOp::Xchg {
                    return self.store(p, size, v);
                }
                let sum = self.facts.new_node();
                self.facts.rules.blur.extend(self.result().map(|n| (n, sum)));
                self.facts.rules.mix.extend(v.map(|n| (n, sum)));
                self.store(p, size, Some(sum));
            }
            Op::CmpXchg { ptr, new, access, .. } => {
                let size = self.size(access.ty);
                let p = self.access(ptr, Extent::Bytes(size), true);
                self.load(p, size);
                let v = self.node(new);
                self.store(p, size, v);
            }
            Op::Alloca { .. } => {
                let o = self.facts.new_object();
                self.facts.made.insert(self.site, o);
                self.facts.frame[self.site.function as usize].push(o);
                if let Some(d) = self.result() {
                    self.facts.address(d, o, Offsets::at(0));
                }
            }
            Op::Select { yes, no, .. } => {
                self.copy(yes);
                self.copy(no);
            }
            Op::Phi { incoming, .. } => incoming.iter().for_each(|(_, o)| self.copy(o)),
            Op::ExtractValue { aggregate: o, .. }
            | Op::ExtractElement { vector: o, .. }
            | Op::Freeze { value: o, .. } => self.copy(o),
            Op::InsertValue { aggregate: a, value: b, .. }
            | Op::InsertElement { vector: a, value: b, .. }
            | Op::Shuffle { left: a, right: b, .. } => {
                self.copy(a);
                self.copy(b);
            }
            Op::Call { callee, args, .. } => self.call(callee, args),
            Op::Intrinsic { name, args, .. } => self.intrinsic(name, args),
            Op::VaArg { list, .. } => {
                let list = self.access(list, Extent::Bytes(24), true);
                let Some(list) = list else { return self.unknown_result() };
                let area = self.facts.new_node();
                self.facts.rules.load.push((list, 24, area));
                self.facts.access(self.site, Some(area), Extent::Rest, false);
                self.load(Some(area), u32::MAX);
            }
            Op::Ret { value, .. } => {
                if let Some(from) = value.as_ref().and_then(|v| self.node(v)) {
                    let to = self.facts.returned(self.site.function);
                    self.facts.rules.copy.push((from, to));
                }
                self.end_of_frame();
            }
            Op::Icmp { .. }
            | Op::Fcmp { .. }
            | Op::Fence { .. }
            | Op::Br { .. }
            | Op::CondBr { .. }
            | Op::Switch { .. }
            | Op::IndirectBr { .. }
            | Op::Unreachable
            | Op::Unsupported { .. } => {}
        }
    }

    /// Slots that end are written: whoever still uses them makes an error.
    fn end_of_frame(&mut self) {
        if self.frame.is_some() {
            self.facts.access(self.site, self.frame, Extent::Whole, true);
        }
    }

    /// With a constant it is a tag, an alignment or an offset, and the object stays.
    fn binary(&mut self, op: BinOp, lhs: &Operand, rhs: &Operand) {
        if op == BinOp::Sub && self.is_address(lhs) && self.is_address(rhs) {
            // A distance. Added to an address as a number it may be any that distances were taken of.
            let nodes = [self.node(lhs), self.node(rhs)];
            return self.facts.rules.blur.extend(nodes.into_iter().flatten().map(|n| (n, MIXED)));
        }
        match (lhs, rhs) {
            (value, Operand::Const(Const::Int(_))) | (Operand::Const(Const::Int(_)), value) => {
                self.blur(value)
            }
            _ => {
                self.mix(lhs);
                self.mix(rhs);
            }
        }
    }

    /// A pointer as a number.
    fn is_address(&self, o: &Operand) -> bool {
        match o {
            Operand::Reg(r) => self.addresses[r.0 as usize],
            Operand::Const(Const::Expr(e)) => {
                matches!(**e, ConstExpr::Cast { op: CastOp::PtrToInt, .. })
            }
            Operand::Const(_) => false,
        }
    }

    fn cast(&mut self, op: CastOp, value: &Operand) {
        match op {
            CastOp::Bitcast
            | CastOp::AddrSpaceCast
            | CastOp::PtrToInt
            | CastOp::IntToPtr
            | CastOp::Zext
            | CastOp::Sext => self.copy(value),
            CastOp::Trunc
            | CastOp::FpTrunc
            | CastOp::FpExt
            | CastOp::FpToUi
            | CastOp::FpToSi
            | CastOp::UiToFp
            | CastOp::SiToFp => self.mix(value),
        }
    }

    fn gep(&mut self, base: &Operand, offset: i64, terms: &[GepTerm]) {
        let Some(from) = self.node(base) else {
            // A number as base: the index is the address.
            terms.iter().for_each(|t| self.mix(&t.index));
            return;
        };
        let Some(to) = self.result() else { return };
        match operands::constant_offset(offset, terms) {
            Some(0) => self.facts.rules.copy.push((from, to)),
            Some(k) => self.facts.rules.shift.push((from, to, k)),
            None => self.facts.rules.blur.push((from, to)),
        }
    }

    fn arguments(&mut self, args: &[Arg]) -> Vec<Argument> {
        let constant = |o: &Operand| match o {
            Operand::Const(Const::Int(i)) => i.as_u64(),
            _ => None,
        };
        args.iter()
            .map(|a| Argument {
                node: self.node(&a.value),
                null: matches!(a.value, Operand::Const(Const::Null)),
                constant: constant(&a.value),
                block: a.byval.map(|t| self.size(t)),
            })
            .collect()
    }

    fn call(&mut self, callee: &Callee, args: &[Arg]) {
        let number = self.facts.call_site(self.site);
        let call = Call {
            number,
            site: self.site,
            args: self.arguments(args),
            result: self.result(),
            surplus: None,
        };
        match callee {
            Callee::Direct(f) if self.facts.program.function(*f).is_declaration() => {
                calls::external(self.facts, f.0, &call);
            }
            Callee::Direct(f) => {
                self.facts.rules.callee.push((number, f.0));
                calls::pass(self.facts, &call);
            }
            Callee::Indirect(o) => match self.node(o) {
                Some(p) => calls::indirect(self.facts, &call, p),
                None => calls::unknown(self.facts, &call),
            },
        }
    }

    fn intrinsic(&mut self, name: &str, args: &[Arg]) {
        let arg = |i: usize| args.get(i).map(|a| &a.value);
        match (name, arg(0), arg(1)) {
            ("memcpy" | "memmove" | "memcpy.inline", Some(_), Some(_)) => self.effects("memcpy", args),
            ("memset" | "memset.inline", Some(_), Some(_)) => self.effects("memset", args),
            ("lifetime.start" | "lifetime.end", Some(_), Some(p)) => {
                self.access(p, Extent::Whole, true);
            }
            ("stackrestore", ..) => self.end_of_frame(),
            ("va_start", Some(list), _) => {
                let list = self.access(list, Extent::Bytes(24), true);
                if let (Some(list), Some(&area)) = (list, self.facts.varargs.get(&self.site.function)) {
                    let pointer = self.facts.new_node();
                    self.facts.address(pointer, area, Offsets::ANY);
                    self.facts.rules.store.push((list, 24, pointer));
                }
            }
            ("va_copy", Some(to), Some(from)) => {
                let from = self.access(from, Extent::Bytes(24), false);
                let to = self.access(to, Extent::Bytes(24), true);
                if let (Some(to), Some(from)) = (to, from) {
                    self.facts.block_copy(to, from, 24);
                }
            }
            (
                "threadlocal.address"
                | "ptr.annotation"
                | "annotation"
                | "launder.invariant.group"
                | "strip.invariant.group"
                | "expect"
                | "expect.with.probability"
                | "ssa.copy",
                Some(value),
                _,
            ) => self.copy(value),
            ("ptrmask", Some(value), _) => self.blur(value),
            (
                "va_end" | "stacksave" | "assume" | "prefetch" | "donothing" | "sideeffect"
                | "invariant.start" | "invariant.end" | "var.annotation" | "objectsize" | "is.constant"
                | "returnaddress" | "frameaddress" | "thread.pointer" | "trap" | "debugtrap" | "ubsantrap"
                | "readcyclecounter" | "readsteadycounter" | "get.rounding" | "flt.rounds",
                ..,
            ) => {}
            _ if args.iter().any(|a| self.is_pointer(a.ty)) => self.effects(name, args),
            _ => args.iter().for_each(|a| self.mix(&a.value)),
        }
    }

    fn is_pointer(&self, ty: TypeId) -> bool {
        let types = &self.facts.program.types;
        match types.get(ty) {
            Type::Ptr => true,
            Type::Vector(t, _) => *types.get(*t) == Type::Ptr,
            _ => false,
        }
    }

    /// An intrinsic that does what the function of that name does.
    fn effects(&mut self, name: &str, args: &[Arg]) {
        let number = self.facts.call_site(self.site);
        let call = Call {
            number,
            site: self.site,
            args: self.arguments(args),
            result: self.result(),
            surplus: None,
        };
        calls::named(self.facts, name, &call);
    }
}

/// Functions that run without being called: by name `exit`, through which main ends.
pub fn roots(program: &Program, entry: FuncId) -> Vec<FuncId> {
    let exit = program
        .functions
        .iter()
        .position(|f| f.name == "exit" && f.linkage != Linkage::Internal && !f.is_declaration());
    let mut roots = vec![entry];
    roots.extend_from_slice(&program.constructors);
    roots.extend_from_slice(&program.destructors);
    roots.extend(exit.map(|f| FuncId(f as u32)));
    roots.sort_unstable();
    roots.dedup();
    roots
}
