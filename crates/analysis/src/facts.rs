//! What the rules start from, and the numbers that nodes, objects and call sites get.

use crate::externals::Len;
use crate::node::{
    COMPUTED, ENVIRONMENT, ESCAPED, FIRST_NODE, FIRST_OBJECT, MAX_OBJECTS, MIXED, Node, Obj, UNKNOWN, cell,
};
use crate::offsets::Offsets;
use crate::points_to::{CallSite, Func, PointsTo};
use crate::reach::Reach;
use crate::{Site, node};
use rethread_ir::{Const, ConstExpr, GlobalId, Operand, Program, Type, TypeId};
use rustc_hash::FxHashMap;

/// How many bytes from where a pointer points.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Extent {
    Bytes(u32),
    /// To the end of the object.
    Rest,
    Whole,
}

impl Extent {
    /// As the rules count it.
    pub fn bytes(self) -> u32 {
        match self {
            Extent::Bytes(n) => n,
            Extent::Rest | Extent::Whole => u32::MAX,
        }
    }
}

/// When an access happens.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum When {
    /// A pointer that points nowhere is one of which nothing is known.
    Always,
    /// Only if there is something it points to.
    Pointing,
    /// As `Pointing`, if what this points to, a format, says that something is to be written.
    Asked(Node),
}

/// One access by one instruction. No pointer: one of which nothing is known.
#[derive(Copy, Clone, Debug)]
pub struct Access {
    pub site: Site,
    pub pointer: Option<Node>,
    pub extent: Extent,
    pub write: bool,
    pub when: When,
}

pub struct Facts<'p> {
    pub program: &'p Program,
    pub reach: Reach,
    pub rules: PointsTo,
    pub accesses: Vec<Access>,
    /// By number.
    pub call_sites: Vec<Site>,
    pub made: FxHashMap<Site, Obj>,
    /// What a call through a pointer makes if it turns out to allocate.
    pub heaps: FxHashMap<Site, Obj>,
    /// Objects that end with the frame of a function.
    pub frame: Vec<Vec<Obj>>,
    /// Where threads end themselves, whatever they are in the middle of.
    pub ends: Vec<Site>,
    /// Threads can be told to: then that may be wherever they call something without a body.
    pub cancels: bool,
    /// The copy that a parameter points to.
    pub copies: FxHashMap<(Func, u32), Obj>,
    pub varargs: FxHashMap<Func, Obj>,
    /// Calls after which control may come back to the function's start, as it were.
    pub returnable: Vec<bool>,
    pub creates_threads: bool,
    registers: Vec<Node>,
    returns: Vec<Node>,
    next_node: Node,
    next_object: Obj,
    constants: FxHashMap<Vec<(Obj, Offsets)>, Node>,
}

impl<'p> Facts<'p> {
    pub fn new(program: &'p Program, reach: Reach) -> Facts<'p> {
        let functions = program.functions.len();
        let mut facts = Facts {
            program,
            reach,
            rules: PointsTo::default(),
            accesses: Vec::new(),
            call_sites: Vec::new(),
            made: FxHashMap::default(),
            heaps: FxHashMap::default(),
            frame: vec![Vec::new(); functions],
            ends: Vec::new(),
            cancels: program.find_function("pthread_cancel").is_some(),
            copies: FxHashMap::default(),
            varargs: FxHashMap::default(),
            returnable: vec![false; functions],
            creates_threads: false,
            registers: Vec::with_capacity(functions),
            returns: Vec::with_capacity(functions),
            next_node: FIRST_NODE,
            next_object: FIRST_OBJECT + (program.globals.len() + functions) as u32,
            constants: FxHashMap::default(),
        };
        for (i, f) in program.functions.iter().enumerate() {
            facts.registers.push(facts.next_node);
            let registers = f.regs.len().max(f.params.len()) as u32;
            facts.returns.push(facts.next_node + registers);
            if facts.reach.functions[i] {
                facts.next_node += registers + 1;
            }
        }
        facts.world();
        facts
    }

    /// The objects that are always there.
    fn world(&mut self) {
        self.address(cell(UNKNOWN, node::ALL), UNKNOWN, Offsets::ANY);
        self.rules.blur.push((cell(UNKNOWN, node::SOMEWHERE), ESCAPED));
        self.rules.common.push((UNKNOWN,));
        self.address(cell(COMPUTED, node::ALL), COMPUTED, Offsets::ANY);
        self.rules.blur.push((cell(COMPUTED, node::SOMEWHERE), MIXED));
        self.address(cell(ENVIRONMENT, node::SOMEWHERE), ENVIRONMENT, Offsets::ANY);
        self.rules.filled.push((ENVIRONMENT, node::SOMEWHERE));
        for f in 0..self.program.functions.len() as u32 {
            self.rules.function.push((self.function_object(f), f));
        }
    }

    pub fn global_object(&self, g: u32) -> Obj {
        FIRST_OBJECT + g
    }
    pub fn function_object(&self, f: Func) -> Obj {
        FIRST_OBJECT + self.program.globals.len() as u32 + f
    }
    pub fn register(&self, f: Func, r: u32) -> Node {
        self.registers[f as usize] + r
    }
    pub fn returned(&self, f: Func) -> Node {
        self.returns[f as usize]
    }

    pub fn new_node(&mut self) -> Node {
        self.next_node += 1;
        self.next_node - 1
    }

    pub fn new_object(&mut self) -> Obj {
        assert!((self.next_object as usize) < MAX_OBJECTS, "a program of this size cannot be loaded");
        self.next_object += 1;
        self.next_object - 1
    }

    pub fn objects(&self) -> usize {
        self.next_object as usize
    }

    pub fn call_site(&mut self, site: Site) -> CallSite {
        self.call_sites.push(site);
        self.call_sites.len() as u32 - 1
    }

    pub fn address(&mut self, n: Node, o: Obj, at: Offsets) {
        self.rules.address.push((n, o, at));
    }

    /// The node of an operand; None if it carries no address.
    pub fn operand(&mut self, f: Func, operand: &Operand) -> Option<Node> {
        match operand {
            Operand::Reg(r) => Some(self.register(f, r.0)),
            Operand::Const(c) => {
                let mut places = Vec::new();
                self.places(c, &mut places);
                if places.is_empty() {
                    return None;
                }
                if let Some(&n) = self.constants.get(&places) {
                    return Some(n);
                }
                let n = self.new_node();
                for (o, at) in &places {
                    self.address(n, *o, at.clone());
                }
                self.constants.insert(places, n);
                Some(n)
            }
        }
    }

    pub fn access(&mut self, site: Site, pointer: Option<Node>, extent: Extent, write: bool) {
        self.accesses.push(Access { site, pointer, extent, write, when: When::Always });
    }

    /// A block is copied from where one pointer points to where another does.
    pub fn block_copy(&mut self, to: Node, from: Node, bytes: u32) {
        let buffer = self.new_object();
        self.rules.gather.push((from, bytes, buffer));
        self.rules.scatter.push((buffer, bytes, to));
    }

    /// Where the addresses in a constant point.
    fn places(&self, c: &Const, out: &mut Vec<(Obj, Offsets)>) {
        match c {
            Const::Global(GlobalId(g)) => out.push((self.global_object(*g), Offsets::at(0))),
            Const::Function(f) => out.push((self.function_object(f.0), Offsets::at(0))),
            Const::Aggregate(_, parts) => parts.iter().for_each(|p| self.places(p, out)),
            Const::Expr(e) => match &**e {
                ConstExpr::Offset { base, offset } => self.places_with(base, out, |at| at.shifted(*offset)),
                ConstExpr::Cast { value, from, to, .. } => {
                    let whole = self.program.types.scalar_bits(*from) == self.program.types.scalar_bits(*to);
                    self.places_with(value, out, |at| if whole { at } else { Offsets::ANY });
                }
                ConstExpr::Binary { lhs, rhs, .. } => {
                    self.places_with(lhs, out, |_| Offsets::ANY);
                    self.places_with(rhs, out, |_| Offsets::ANY);
                }
                ConstExpr::Select { yes, no, .. } => {
                    self.places(yes, out);
                    self.places(no, out);
                }
                ConstExpr::Icmp { .. } => {}
                ConstExpr::Unsupported(_) => out.push((UNKNOWN, Offsets::ANY)),
            },
            // A label is jumped to, not looked into.
            Const::BlockAddress(..)
            | Const::Int(_)
            | Const::Float(..)
            | Const::Null
            | Const::Undef(_)
            | Const::Poison(_)
            | Const::Zero(_)
            | Const::Bytes(..) => {}
        }
    }

    fn places_with(&self, c: &Const, out: &mut Vec<(Obj, Offsets)>, change: impl Fn(Offsets) -> Offsets) {
        let mut inner = Vec::new();
        self.places(c, &mut inner);
        out.extend(inner.into_iter().map(|(o, at)| (o, change(at))));
    }

    /// What a constant of this type puts into an object.
    pub fn initialise(&mut self, o: Obj, at: u64, c: &Const, ty: TypeId) {
        let types = &self.program.types;
        match (c, types.get(ty)) {
            (Const::Aggregate(_, parts), Type::Struct { fields, .. }) => {
                for (p, f) in parts.iter().zip(fields) {
                    self.initialise(o, at + f.offset, p, f.ty);
                }
            }
            (Const::Aggregate(_, parts), Type::Array(t, _)) => {
                let stride = types.alloc_size(*t);
                for (i, p) in parts.iter().enumerate() {
                    self.initialise(o, at + i as u64 * stride, p, *t);
                }
            }
            _ => {
                let mut places = Vec::new();
                self.places(c, &mut places);
                if places.is_empty() {
                    return;
                }
                let size = u32::try_from(types.store_size(ty)).unwrap_or(u32::MAX);
                for w in node::changed(&Offsets::at(at.min(i64::MAX as u64) as i64), size) {
                    self.rules.filled.push((o, w));
                    for (target, inside) in &places {
                        self.address(cell(o, w), *target, inside.clone());
                    }
                }
            }
        }
    }

    /// A length that an effect names, with the constants of the call.
    pub fn extent(len: Len, constant: impl Fn(usize) -> Option<u64>) -> Extent {
        match len {
            Len::Bytes(n) => Extent::Bytes(n),
            Len::Arg(i) => match constant(i).map(u32::try_from) {
                Some(Ok(n)) if n < u32::MAX => Extent::Bytes(n),
                _ => Extent::Rest,
            },
            Len::Rest => Extent::Rest,
            Len::Whole => Extent::Whole,
        }
    }
}
