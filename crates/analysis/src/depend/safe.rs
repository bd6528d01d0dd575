//! Pointers that are certainly good: into a global or a local variable, at a constant place, in its lifetime; also as
//! parameters, if they are that at every call.
//!
//! A parameter: whatever calls the function is known, and each call hands over a place in a global, in a variable of the
//! caller that is in scope, or in what a parameter of the caller points to. The caller stands still until the call returns,
//! so its variables stay where they are, and nothing else ends them. How many bytes are there on both sides is the least
//! that any call leaves; in recursion this is the greatest solution, as each call was made by another one.
//!
//! Of two versions in one program (`Versions`) it is asked for both: a pointer is good if it is in each version that has
//! the access, by the calls and the sizes of that version.

use super::nodes::{Nodes, Number};
use crate::points_to::Func;
use crate::sharing::Sharing;
use crate::{Site, cfg, operands};
use rethread_ir::{Arg, CastOp, Const, ConstExpr, Function, Inst, Op, Operand, Reg};
use rustc_hash::{FxHashMap, FxHashSet};

/// Definitions that are followed back from a pointer.
const STEPS: usize = 16;
/// Rounds after which what still becomes less is given up.
const ROUNDS: usize = 16;

/// What a program is that two versions were made into.
pub struct Versions<'a> {
    /// By the allocation of a local variable: how large it is in each of them, if that is not what the program says.
    pub resized: &'a FxHashMap<Site, [u64; 2]>,
    /// Does that version have this instruction?
    pub has: &'a dyn Fn(usize, Site) -> bool,
}

/// What a pointer certainly points into.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Base {
    Global(u32),
    /// The local variable that this register is the address of.
    Local(Reg),
    /// Where the parameter of that number points to.
    Parameter(u32),
}

/// The object and the offset that a pointer certainly has.
pub fn place(nodes: &Nodes, f: Func, pointer: &Operand) -> Option<(Base, i64)> {
    let mut offset = 0i64;
    let mut at = pointer.clone();
    for _ in 0..STEPS {
        let inst = match &at {
            Operand::Const(c) => {
                let (g, k) = global(c)?;
                return Some((Base::Global(g), offset.checked_add(k)?));
            }
            Operand::Reg(r) if (r.0 as usize) < nodes.function(f).params.len() => {
                return Some((Base::Parameter(r.0), offset));
            }
            Operand::Reg(_) => nodes.definition(f, &at)?,
        };
        at = match &inst.op {
            Op::Alloca { .. } => return Some((Base::Local(inst.dest?), offset)),
            Op::Gep { base, offset: first, terms, .. } => {
                offset = offset.checked_add(operands::constant_offset(*first, terms)?)?;
                base.clone()
            }
            Op::Cast { op: CastOp::Bitcast, value, .. } => value.clone(),
            Op::Intrinsic { name, args, .. } if name == "threadlocal.address" => args.first()?.value.clone(),
            _ => return None,
        };
    }
    None
}

fn global(c: &Const) -> Option<(u32, i64)> {
    match c {
        Const::Global(g) => Some((g.0, 0)),
        Const::Expr(e) => match &**e {
            ConstExpr::Offset { base, offset } => {
                let (g, k) = global(base)?;
                Some((g, k.checked_add(*offset)?))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Which local variables of a function may be out of scope, instruction by instruction.
pub struct Scopes {
    /// Registers of the variables that have a scope of their own, and their bits.
    bits: FxHashMap<Reg, usize>,
    /// At the start of each block.
    gone: Vec<Vec<bool>>,
    /// Variables that the end of a block with arrays of variable length may end: never certainly there.
    brief: FxHashSet<Reg>,
}

impl Scopes {
    pub fn of(nodes: &Nodes, f: Func) -> Scopes {
        let function = nodes.function(f);
        let mut bits = FxHashMap::default();
        for inst in function.blocks.iter().flat_map(|b| &b.insts) {
            if let Some((r, _)) = marked(nodes, f, inst) {
                let next = bits.len();
                bits.entry(r).or_insert(next);
            }
        }
        let (gone, brief) = (vec![Vec::new(); function.blocks.len()], brief(function));
        let mut scopes = Scopes { gone, bits, brief };
        if scopes.bits.is_empty() {
            return scopes;
        }
        let edges = cfg::edges(function);
        // Before its scope begins a variable is not there either.
        let mut todo = vec![(0, vec![true; scopes.bits.len()])];
        while let Some((b, entering)) = todo.pop() {
            let known = &mut scopes.gone[b];
            if known.is_empty() {
                *known = entering;
            } else if known.iter().zip(&entering).all(|(k, e)| *k || !*e) {
                continue;
            } else {
                known.iter_mut().zip(&entering).for_each(|(k, e)| *k |= e);
            }
            let mut now = scopes.gone[b].clone();
            function.blocks[b].insts.iter().for_each(|i| scopes.step(nodes, f, i, &mut now));
            todo.extend(edges[b].iter().map(|&to| (to, now.clone())));
        }
        scopes
    }

    /// At the start of a block: by bit, whether the variable may be out of scope.
    pub fn at(&self, block: usize) -> Vec<bool> {
        self.gone[block].clone()
    }

    pub fn step(&self, nodes: &Nodes, f: Func, inst: &Inst, now: &mut [bool]) {
        if let Some((r, ends)) = marked(nodes, f, inst)
            && let Some(bit) = now.get_mut(self.bits[&r])
        {
            *bit = ends;
        }
    }

    fn is_there(&self, r: Reg, now: &[bool]) -> bool {
        !self.brief.contains(&r) && self.bits.get(&r).is_none_or(|&b| now.get(b).is_some_and(|&gone| !gone))
    }
}

/// `stackrestore` ends all that was made since the `stacksave` it belongs to. What is made on entry before any of those stays.
fn brief(function: &Function) -> FxHashSet<Reg> {
    let is = |i: &Inst, what: &str| matches!(&i.op, Op::Intrinsic { name, .. } if &**name == what);
    let insts = || function.blocks.iter().flat_map(|b| &b.insts);
    if !insts().any(|i| is(i, "stackrestore")) {
        return FxHashSet::default();
    }
    let entry = &function.blocks[0].insts;
    let stays = entry.iter().take_while(|i| !is(i, "stacksave")).count();
    let made = insts().skip(stays).filter(|i| matches!(i.op, Op::Alloca { .. }));
    made.filter_map(|i| i.dest).collect()
}

/// The bytes that are certainly there around where a pointer points to, and whether they may be written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Span {
    before: i64,
    behind: i64,
    writable: bool,
}

impl Span {
    /// Around a place this far into the object.
    fn of(size: u64, at: i64, writable: bool) -> Option<Span> {
        let behind = i64::try_from(size).ok()?.checked_sub(at)?;
        Some(Span { before: at, behind, writable })
    }

    fn moved(self, by: i64) -> Option<Span> {
        let (before, behind) = (self.before.checked_add(by)?, self.behind.checked_sub(by)?);
        Some(Span { before, behind, ..self })
    }

    fn has(self, size: u64, write: bool) -> bool {
        self.before >= 0 && u64::try_from(self.behind).is_ok_and(|n| n >= size) && (self.writable || !write)
    }
}

/// What is known of a parameter.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Given {
    /// Nobody was seen to call with it.
    Nothing,
    Good(Span),
    Anything,
}

impl Given {
    fn and(self, other: Given) -> Given {
        match (self, other) {
            (Given::Nothing, x) | (x, Given::Nothing) => x,
            (Given::Good(a), Given::Good(b)) => Given::Good(Span {
                before: a.before.min(b.before),
                behind: a.behind.min(b.behind),
                writable: a.writable && b.writable,
            }),
            _ => Given::Anything,
        }
    }
}

/// What goes into a parameter at a call.
enum From {
    Known(Given),
    /// What a parameter of the caller points to, so far behind it.
    Parameter(Func, u32, i64),
}

/// By function and parameter.
type Parameters = Vec<Vec<Given>>;

/// All good pointers of a program.
pub struct Good<'a, 'p> {
    nodes: &'a Nodes<'p>,
    versions: Option<&'a Versions<'a>>,
    /// By version; of a program that is only one, one.
    parameters: Vec<Parameters>,
}

impl<'a, 'p> Good<'a, 'p> {
    pub fn of(nodes: &'a Nodes<'p>, sharing: &Sharing, versions: Option<&'a Versions<'a>>) -> Good<'a, 'p> {
        let mut good = Good { nodes, versions, parameters: Vec::new() };
        let count = if versions.is_some() { 2 } else { 1 };
        good.parameters = (0..count).map(|v| good.given(sharing, v)).collect();
        good
    }

    fn has(&self, version: usize, site: Site) -> bool {
        self.versions.is_none_or(|v| (v.has)(version, site))
    }

    /// Is access to these bytes certainly good? `now` says what is out of scope there.
    pub fn is_good(
        &self,
        n: Number,
        p: &Operand,
        (size, write): (u64, bool),
        scopes: &Scopes,
        now: &[bool],
    ) -> bool {
        let site = self.nodes.site(n);
        let Some((base, at)) = place(self.nodes, site.function, p) else { return false };
        (0..self.parameters.len()).filter(|&v| self.has(v, site)).all(|v| {
            let span = match base {
                Base::Parameter(i) => match self.parameters[v][site.function as usize].get(i as usize) {
                    Some(Given::Good(span)) => span.moved(at),
                    _ => None,
                },
                _ => self.object(v, site.function, (base, at), scopes, now),
            };
            span.is_some_and(|s| s.has(size, write))
        })
    }

    /// Around a place in a global or in a local variable.
    fn object(
        &self,
        version: usize,
        f: Func,
        (base, at): (Base, i64),
        scopes: &Scopes,
        now: &[bool],
    ) -> Option<Span> {
        match base {
            Base::Global(g) => {
                let g = &self.nodes.program.globals[g as usize];
                g.init.as_ref().and_then(|_| Span::of(g.size, at, !g.is_const))
            }
            Base::Local(r) => {
                let size = self.local_size(version, f, r);
                if scopes.is_there(r, now) { Span::of(size, at, true) } else { None }
            }
            Base::Parameter(_) => None,
        }
    }

    fn local_size(&self, version: usize, f: Func, r: Reg) -> u64 {
        let site = self.nodes.operand(f, &Operand::Reg(r)).and_then(|n| self.nodes.about(n));
        let resized = self.versions.zip(site).and_then(|(v, site)| v.resized.get(&site));
        match (resized, self.nodes.definition(f, &Operand::Reg(r)).map(|i| &i.op)) {
            (Some(sizes), _) => sizes[version],
            (None, Some(Op::Alloca { ty, count: Operand::Const(Const::Int(n)), .. })) => {
                n.as_u64().unwrap_or(0).saturating_mul(self.nodes.program.types.alloc_size(*ty))
            }
            _ => 0,
        }
    }

    fn given(&self, sharing: &Sharing, version: usize) -> Parameters {
        let functions = &self.nodes.program.functions;
        let mut out: Parameters = functions.iter().map(|f| vec![Given::Nothing; f.params.len()]).collect();
        let mut passed = Vec::new();
        self.unknown_callers(sharing, &mut passed);
        for f in (0..functions.len() as Func).filter(|&f| self.nodes.runs(f)) {
            self.calls(sharing, version, f, &mut passed);
        }
        for round in 0.. {
            let mut changed = false;
            for (g, i, from) in &passed {
                let new = match from {
                    From::Known(given) => *given,
                    From::Parameter(f, j, by) => match out[*f as usize][*j as usize] {
                        Given::Good(span) => span.moved(*by).map_or(Given::Anything, Given::Good),
                        other => other,
                    },
                };
                let known = &mut out[*g as usize][*i as usize];
                let both = known.and(new);
                if both != *known {
                    *known = if round < ROUNDS { both } else { Given::Anything };
                    changed = true;
                }
            }
            if !changed {
                return out;
            }
        }
        out
    }

    /// Functions that are run other than by a call in the program.
    fn unknown_callers(&self, sharing: &Sharing, passed: &mut Vec<(Func, u32, From)>) {
        let program = self.nodes.program;
        let roots = sharing.roots.iter().map(|f| f.0);
        let solution = &sharing.solution;
        let begun = solution.begun.iter().chain(&solution.ends_thread).copied();
        // A marker that ends the scope of somebody else's variable.
        let strange = self.nodes.each().any(|(_, site, inst)| {
            let Some(Op::Intrinsic { name, args, .. }) = inst.map(|i| &i.op) else { return false };
            let base = || args.get(1).and_then(|a| place(self.nodes, site.function, &a.value));
            name.starts_with("lifetime.") && !matches!(base(), Some((Base::Local(_), _)))
        });
        let all = (0..program.functions.len() as Func).filter(|_| strange);
        for f in roots.chain(begun).chain(all) {
            let count = program.functions[f as usize].params.len() as u32;
            passed.extend((0..count).map(|i| (f, i, From::Known(Given::Anything))));
        }
        for (f, function) in (0..).zip(&program.functions) {
            // They are of the callee.
            let copies = (0..).zip(&function.params).filter(|(_, p)| p.byval.is_some());
            passed.extend(copies.map(|(i, _)| (f, i, From::Known(Given::Anything))));
        }
    }

    fn calls(&self, sharing: &Sharing, version: usize, f: Func, passed: &mut Vec<(Func, u32, From)>) {
        let function = self.nodes.function(f);
        if function.is_declaration() {
            let site = self.nodes.site(self.nodes.block(f, 0).start);
            return self.call(sharing, version, site, None, passed, &|_| Given::Anything);
        }
        let scopes = Scopes::of(self.nodes, f);
        for (b, block) in function.blocks.iter().enumerate() {
            let mut now = scopes.at(b);
            for (n, inst) in self.nodes.block(f, b).zip(&block.insts) {
                let site = self.nodes.site(n);
                let args = match &inst.op {
                    Op::Call { args, .. }
                        if super::data::external(self.nodes.program, f, Some(inst)).is_none() =>
                    {
                        Some(&args[..])
                    }
                    _ => None,
                };
                self.call(sharing, version, site, args, passed, &|at| {
                    self.object(version, f, at, &scopes, &now).map_or(Given::Anything, Given::Good)
                });
                scopes.step(self.nodes, f, inst, &mut now);
            }
        }
    }

    /// `args` is None where something else calls back.
    fn call(
        &self,
        sharing: &Sharing,
        version: usize,
        site: Site,
        args: Option<&[Arg]>,
        passed: &mut Vec<(Func, u32, From)>,
        object: &dyn Fn((Base, i64)) -> Given,
    ) {
        if !self.has(version, site) {
            return;
        }
        for &g in sharing.calls(site) {
            for i in 0..self.nodes.function(g).params.len() as u32 {
                let pointer = args.and_then(|a| a.get(i as usize));
                let from = match pointer.and_then(|a| place(self.nodes, site.function, &a.value)) {
                    Some((Base::Parameter(j), by)) => From::Parameter(site.function, j, by),
                    Some(at) => From::Known(object(at)),
                    None => From::Known(Given::Anything),
                };
                passed.push((g, i, from));
            }
        }
    }
}

/// The variable whose scope begins or (true) ends.
fn marked(nodes: &Nodes, f: Func, inst: &Inst) -> Option<(Reg, bool)> {
    let Op::Intrinsic { name, args, .. } = &inst.op else { return None };
    if !name.starts_with("lifetime.") {
        return None;
    }
    match place(nodes, f, &args.get(1)?.value)? {
        (Base::Local(r), _) => Some((r, name == "lifetime.end")),
        _ => None,
    }
}
