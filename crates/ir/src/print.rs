//! A readable text form, for people who debug rethread and for tests. Not read back by anything.

use crate::{
    Access, Arg, Callee, Const, ConstExpr, FuncId, Function, Global, GlobalId, Inst, Linkage, LocId, Op,
    Operand, Program, Type, TypeId,
};
use std::fmt::{self, Display, Formatter, Write};

impl Display for Program {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        for i in 0..self.globals.len() {
            self.print_global(out, GlobalId(i as u32))?;
        }
        for alias in &self.aliases {
            writeln!(out, "alias @{} = {}", alias.name, self.show_const(&alias.target))?;
        }
        for i in 0..self.functions.len() {
            self.print_function(out, FuncId(i as u32))?;
        }
        for (what, list) in [("constructor", &self.constructors), ("destructor", &self.destructors)] {
            for &f in list {
                writeln!(out, "{what} @{}", self.function_name(f))?;
            }
        }
        Ok(())
    }
}

fn word(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::External => "",
        Linkage::Weak => "weak ",
        Linkage::Internal => "internal ",
        Linkage::Inline => "inline ",
    }
}

impl Program {
    /// A type as in LLVM, but with the fields' offsets.
    pub fn show_type(&self, id: TypeId) -> String {
        match self.types.get(id) {
            Type::Void => "void".to_string(),
            Type::Int(n) => format!("i{n}"),
            Type::Float(k) => format!("{k:?}").to_lowercase(),
            Type::Ptr => "ptr".to_string(),
            Type::Array(t, n) => format!("[{n} x {}]", self.show_type(*t)),
            Type::Vector(t, n) => format!("<{n} x {}>", self.show_type(*t)),
            Type::Struct { fields, .. } => {
                let fields: Vec<String> =
                    fields.iter().map(|f| format!("{}:{}", f.offset, self.show_type(f.ty))).collect();
                format!("{{{}}}", fields.join(", "))
            }
            Type::Opaque => "opaque".to_string(),
        }
    }

    pub(crate) fn show_const(&self, c: &Const) -> String {
        match c {
            Const::Int(i) if i.words.len() == 1 => i.words[0].to_string(),
            Const::Int(i) => {
                let digits: String = i.words.iter().rev().map(|w| format!("{w:016x}")).collect();
                format!("0x{digits}")
            }
            Const::Float(_, pattern) => format!("float:{pattern:#x}"),
            Const::Null => "null".to_string(),
            Const::Undef(_) => "undef".to_string(),
            Const::Poison(_) => "poison".to_string(),
            Const::Zero(_) => "zero".to_string(),
            Const::Global(g) => format!("@{}", self.global_name(*g)),
            Const::Function(f) => format!("@{}", self.function_name(*f)),
            Const::BlockAddress(f, b) => match self.function(*f).blocks.get(b.0 as usize) {
                Some(_) => format!("&&{}", self.block_name(*f, *b)),
                None => "&&?".to_string(),
            },
            Const::Aggregate(_, elements) => {
                let elements: Vec<String> = elements.iter().map(|e| self.show_const(e)).collect();
                format!("{{{}}}", elements.join(", "))
            }
            Const::Bytes(_, bytes) => format!("b\"{}\"", bytes.escape_ascii()),
            Const::Expr(e) => self.show_expr(e),
        }
    }

    fn show_expr(&self, e: &ConstExpr) -> String {
        match e {
            ConstExpr::Offset { base, offset } => format!("({} + {offset})", self.show_const(base)),
            ConstExpr::Cast { op, value, to, .. } => {
                format!("({op:?} {} to {})", self.show_const(value), self.show_type(*to))
            }
            ConstExpr::Binary { op, lhs, rhs, .. } => {
                format!("({op:?} {}, {})", self.show_const(lhs), self.show_const(rhs))
            }
            ConstExpr::Icmp { pred, lhs, rhs, .. } => {
                format!("({pred:?} {}, {})", self.show_const(lhs), self.show_const(rhs))
            }
            ConstExpr::Select { cond, yes, no } => {
                format!("({} ? {} : {})", self.show_const(cond), self.show_const(yes), self.show_const(no))
            }
            ConstExpr::Unsupported(text) => format!("unsupported({text})"),
        }
    }

    fn print_global(&self, out: &mut Formatter<'_>, id: GlobalId) -> fmt::Result {
        let g: &Global = self.global(id);
        let kind = if g.is_const { "const" } else { "global" };
        let local = if g.thread_local { "thread_local " } else { "" };
        write!(out, "{}{local}{kind} @{}: {}", word(g.linkage), self.global_name(id), self.show_type(g.ty))?;
        if let Some(init) = &g.init {
            write!(out, " = {}", self.show_const(init))?;
        }
        writeln!(out, ", size {}, align {}", g.size, g.align)
    }

    fn print_function(&self, out: &mut Formatter<'_>, id: FuncId) -> fmt::Result {
        let f = self.function(id);
        let kind = if f.is_declaration() { "declare" } else { "define" };
        let mut params: Vec<String> = f
            .params
            .iter()
            .enumerate()
            .map(|(i, p)| {
                let byval = p.byval.map(|t| format!(" byval({})", self.show_type(t))).unwrap_or_default();
                let name = f.regs.get(i).map_or("?", |r| &r.name);
                format!("{}{byval} %{}", self.show_type(p.ty), name.trim_start_matches('%'))
            })
            .collect();
        if f.varargs {
            params.push("...".to_string());
        }
        let ret = self.show_type(f.ret);
        write!(out, "\n{}{kind} {ret} @{}({})", word(f.linkage), self.function_name(id), params.join(", "))?;
        if f.is_declaration() {
            return writeln!(out);
        }
        writeln!(out, " {{")?;
        for block in &f.blocks {
            writeln!(out, "{}:", block.name)?;
            for inst in &block.insts {
                write!(out, "  ")?;
                if let Some(dest) = inst.dest {
                    write!(out, "{} = ", show_reg(f, dest))?;
                }
                write!(out, "{}", self.show_op(f, inst))?;
                writeln!(out, "{}", self.show_loc(inst.loc))?;
            }
        }
        writeln!(out, "}}")
    }

    fn show_loc(&self, loc: LocId) -> String {
        let mut text = String::new();
        let mut cursor = Some(loc);
        while let Some(location) = cursor.and_then(|l| self.location(l)) {
            let lead = if text.is_empty() { "  ; " } else { " in " };
            let at = location.at;
            _ = write!(text, "{lead}{}:{}:{}", self.file(at.file), at.line, at.column);
            cursor = location.inlined_at;
        }
        text
    }

    fn show_operand(&self, f: &Function, o: &Operand) -> String {
        match o {
            Operand::Reg(r) => show_reg(f, *r),
            Operand::Const(c) => self.show_const(c),
        }
    }

    fn show_args(&self, f: &Function, args: &[Arg]) -> String {
        let args: Vec<String> = args
            .iter()
            .map(|a| {
                let byval = a.byval.map(|t| format!(" byval({})", self.show_type(t))).unwrap_or_default();
                format!("{}{byval} {}", self.show_type(a.ty), self.show_operand(f, &a.value))
            })
            .collect();
        args.join(", ")
    }

    fn show_access(&self, access: &Access) -> String {
        let volatile = if access.volatile { " volatile" } else { "" };
        let order = access.order.map(|o| format!(" {o:?}").to_lowercase()).unwrap_or_default();
        format!("{volatile}{order} {}, align {}", self.show_type(access.ty), access.align)
    }

    fn show_op(&self, f: &Function, inst: &Inst) -> String {
        let v = |o: &Operand| self.show_operand(f, o);
        let t = |id: &TypeId| self.show_type(*id);
        let label = |b: &crate::BlockId| f.block(*b).name.clone();
        match &inst.op {
            Op::Binary { op, flags, ty, lhs, rhs } => {
                let flags: String = [
                    (flags.nuw, " nuw"),
                    (flags.nsw, " nsw"),
                    (flags.exact, " exact"),
                    (flags.signed_base, " signed"),
                ]
                .iter()
                .filter(|(on, _)| *on)
                .map(|(_, word)| *word)
                .collect();
                format!("{}{flags} {} {}, {}", lower(op), t(ty), v(lhs), v(rhs))
            }
            Op::FBinary { op, ty, lhs, rhs } => format!("f{} {} {}, {}", lower(op), t(ty), v(lhs), v(rhs)),
            Op::FNeg { ty, value } => format!("fneg {} {}", t(ty), v(value)),
            Op::Icmp { pred, ty, lhs, rhs } => {
                format!("icmp {} {} {}, {}", lower(pred), t(ty), v(lhs), v(rhs))
            }
            Op::Fcmp { pred, ty, lhs, rhs } => {
                format!("fcmp {} {} {}, {}", lower(pred), t(ty), v(lhs), v(rhs))
            }
            Op::Cast { op, value, from, to } => {
                format!("{} {} {} to {}", lower(op), t(from), v(value), t(to))
            }
            Op::Gep { base, offset, terms, inbounds, .. } => {
                let terms: String =
                    terms.iter().map(|g| format!(" + {} * {}", v(&g.index), g.stride)).collect();
                let inbounds = if *inbounds { " inbounds" } else { "" };
                format!("gep{inbounds} {} + {offset}{terms}", v(base))
            }
            Op::Load { ptr, access } => format!("load{} from {}", self.show_access(access), v(ptr)),
            Op::Store { ptr, value, access } => {
                format!("store{} {} to {}", self.show_access(access), v(value), v(ptr))
            }
            Op::AtomicRmw { op, ptr, value, access } => {
                format!("atomicrmw {}{} {} at {}", lower(op), self.show_access(access), v(value), v(ptr))
            }
            Op::CmpXchg { ptr, expected, new, access, failure, weak } => {
                let weak = if *weak { " weak" } else { "" };
                let access = self.show_access(access);
                let failure = lower(failure);
                format!("cmpxchg{weak}{access} else {failure} {} -> {} at {}", v(expected), v(new), v(ptr))
            }
            Op::Fence { order } => format!("fence {}", lower(order)),
            Op::Alloca { ty, count, align, .. } => format!("alloca {} x {}, align {align}", v(count), t(ty)),
            Op::Select { cond, yes, no, ty, .. } => {
                format!("select {} {} ? {} : {}", t(ty), v(cond), v(yes), v(no))
            }
            Op::Phi { ty, incoming } => {
                let list: Vec<String> =
                    incoming.iter().map(|(b, o)| format!("[{}: {}]", label(b), v(o))).collect();
                format!("phi {} {}", t(ty), list.join(", "))
            }
            Op::ExtractValue { aggregate, ty, path } => {
                format!("extractvalue {} {} {path:?}", t(ty), v(aggregate))
            }
            Op::InsertValue { aggregate, ty, value, path, .. } => {
                format!("insertvalue {} {} {path:?} = {}", t(ty), v(aggregate), v(value))
            }
            Op::ExtractElement { vector, ty, index, .. } => {
                format!("extractelement {} {}[{}]", t(ty), v(vector), v(index))
            }
            Op::InsertElement { vector, ty, value, index, .. } => {
                format!("insertelement {} {}[{}] = {}", t(ty), v(vector), v(index), v(value))
            }
            Op::Shuffle { left, right, ty, mask } => {
                let mask: Vec<String> =
                    mask.iter().map(|m| m.map_or("_".to_string(), |m| m.to_string())).collect();
                format!("shuffle {} {}, {} [{}]", t(ty), v(left), v(right), mask.join(" "))
            }
            Op::Freeze { ty, value } => format!("freeze {} {}", t(ty), v(value)),
            Op::Call { callee, args, ret } => {
                let callee = match callee {
                    Callee::Direct(g) => format!("@{}", self.function_name(*g)),
                    Callee::Indirect(o) => v(o),
                };
                format!("call {} {callee}({})", t(ret), self.show_args(f, args))
            }
            Op::Intrinsic { name, args, ret } => format!("{name} {} ({})", t(ret), self.show_args(f, args)),
            Op::VaArg { list, ty } => format!("va_arg {} {}", t(ty), v(list)),
            Op::Br { to } => format!("br {}", label(to)),
            Op::CondBr { cond, yes, no } => format!("br {} ? {} : {}", v(cond), label(yes), label(no)),
            Op::Switch { value, ty, cases, default } => {
                let cases: String = cases
                    .iter()
                    .map(|(c, b)| format!("{}: {}, ", self.show_const(&Const::Int(c.clone())), label(b)))
                    .collect();
                format!("switch {} {} [{cases}else: {}]", t(ty), v(value), label(default))
            }
            Op::IndirectBr { address, targets } => {
                let targets: Vec<String> = targets.iter().map(label).collect();
                format!("indirectbr {} [{}]", v(address), targets.join(", "))
            }
            Op::Ret { value: Some(o), ty } => format!("ret {} {}", t(ty), v(o)),
            Op::Ret { value: None, .. } => "ret void".to_string(),
            Op::Unreachable => "unreachable".to_string(),
            Op::Unsupported { construct } => format!("unsupported: {construct}"),
        }
    }
}

fn show_reg(f: &Function, r: crate::Reg) -> String {
    format!("%{}", f.reg(r).name.trim_start_matches('%'))
}

/// A variant's name, as one writes it in text.
fn lower(op: &impl fmt::Debug) -> String {
    format!("{op:?}").to_lowercase()
}
