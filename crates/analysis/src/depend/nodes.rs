//! What depends on what is said of nodes: numbers for instructions, for stretches of code and for functions.
//!
//! An instruction has up to four: what it yields or changes (`value`), that control gets past it (`passing`,
//! for those that may keep it), that a call is made (`made`), and what it passes, or decides on, in memory (`given`, `found`). A function has its entry, its end, what it
//! returns and its parameters. Everything else is numbered when it is needed ([`Nodes::fresh`]).

use crate::Site;
use crate::points_to::Func;
use rethread_ir::{Function, Inst, Op, Operand, Program};

pub type Node = u32;
/// An instruction, numbered through all functions that run.
pub type Number = u32;

pub struct Nodes<'p> {
    pub program: &'p Program,
    /// By function and block the number of its first instruction; none for functions that never run.
    blocks: Vec<Vec<Number>>,
    sites: Vec<Site>,
    /// By function and register the node that defines it.
    registers: Vec<Vec<Node>>,
    parameters: Vec<Node>,
    next: Node,
}

/// Nodes of an instruction.
const KINDS: u32 = 4;
/// A register that nothing defines.
const UNDEFINED: Node = Node::MAX;

impl<'p> Nodes<'p> {
    /// Numbers the functions that run. One without body is one instruction.
    pub fn new(program: &'p Program, runs: &[bool]) -> Nodes<'p> {
        let mut sites = Vec::new();
        let mut blocks = Vec::with_capacity(program.functions.len());
        for (f, function) in program.functions.iter().enumerate() {
            let mut starts = Vec::new();
            let lengths = function.blocks.iter().map(|b| b.insts.len());
            let lengths: Vec<usize> = if function.is_declaration() { vec![1] } else { lengths.collect() };
            for (b, &n) in lengths.iter().enumerate().filter(|_| runs[f]) {
                starts.push(sites.len() as Number);
                let site = |inst| Site { function: f as u32, block: b as u32, inst };
                sites.extend((0..n as u32).map(site));
            }
            blocks.push(starts);
        }
        let functions = program.functions.len() as u32;
        let mut next = KINDS * sites.len() as Node + 3 * functions;
        let mut parameters = Vec::with_capacity(program.functions.len());
        let mut registers = Vec::with_capacity(program.functions.len());
        for (f, function) in program.functions.iter().enumerate() {
            parameters.push(next);
            let count = if runs[f] { function.params.len() as u32 } else { 0 };
            let mut defined: Vec<Node> = (next..next + count).collect();
            next += count;
            if runs[f] {
                defined.resize(function.regs.len().max(function.params.len()), UNDEFINED);
                for (b, block) in function.blocks.iter().enumerate() {
                    for (i, inst) in block.insts.iter().enumerate() {
                        if let Some(r) = inst.dest {
                            defined[r.0 as usize] = blocks[f][b] + i as Node;
                        }
                    }
                }
            }
            registers.push(defined);
        }
        Nodes { program, blocks, sites, registers, parameters, next }
    }

    pub fn instructions(&self) -> u32 {
        self.sites.len() as u32
    }
    pub fn count(&self) -> u32 {
        self.next
    }
    pub fn fresh(&mut self) -> Node {
        self.next += 1;
        self.next - 1
    }

    /// The number of an instruction, if its function runs.
    pub fn number(&self, site: Site) -> Option<Number> {
        let starts = self.blocks.get(site.function as usize)?;
        let start = *starts.get(site.block as usize)?;
        let after = match starts.get(site.block as usize + 1) {
            Some(&next) => next,
            None => start + self.length(site.function, site.block),
        };
        Some(start + site.inst).filter(|&n| n < after)
    }
    fn length(&self, f: Func, block: u32) -> u32 {
        match self.function(f).blocks.get(block as usize) {
            Some(b) => b.insts.len() as u32,
            None => 1,
        }
    }
    pub fn site(&self, n: Number) -> Site {
        self.sites[n as usize]
    }
    pub fn runs(&self, f: Func) -> bool {
        !self.blocks[f as usize].is_empty()
    }
    pub fn function(&self, f: Func) -> &'p Function {
        &self.program.functions[f as usize]
    }
    /// None for a function without body.
    pub fn inst(&self, n: Number) -> Option<&'p Inst> {
        let s = self.site(n);
        Some(&self.function(s.function).blocks.get(s.block as usize)?.insts[s.inst as usize])
    }
    /// The numbers of a block's instructions.
    pub fn block(&self, f: Func, block: usize) -> std::ops::Range<Number> {
        let start = self.blocks[f as usize][block];
        start..start + self.length(f, block as u32)
    }

    /// What the instruction yields or changes.
    pub fn value(&self, n: Number) -> Node {
        n
    }
    /// That control gets past it.
    pub fn passing(&self, n: Number) -> Node {
        self.instructions() + n
    }
    /// That the call is made.
    pub fn made(&self, n: Number) -> Node {
        2 * self.instructions() + n
    }
    /// What the call passes in memory.
    pub fn given(&self, n: Number) -> Node {
        3 * self.instructions() + n
    }
    /// What a compare-exchange finds in memory: no call.
    pub fn found(&self, n: Number) -> Node {
        self.given(n)
    }
    /// How large the local variable is that is made here: no call.
    pub fn size(&self, n: Number) -> Node {
        self.given(n)
    }
    /// All of them.
    pub fn of(&self, n: Number) -> [Node; KINDS as usize] {
        [self.value(n), self.passing(n), self.made(n), self.given(n)]
    }
    /// The nodes of instructions come first.
    pub fn of_instructions(&self) -> u32 {
        KINDS * self.instructions()
    }
    /// The instruction that a node is about.
    pub fn about(&self, node: Node) -> Option<Site> {
        (node < self.of_instructions()).then(|| self.site(node % self.instructions()))
    }
    pub fn entry(&self, f: Func) -> Node {
        self.of_instructions() + 3 * f
    }
    /// That a call of it comes back.
    pub fn end(&self, f: Func) -> Node {
        self.entry(f) + 1
    }
    pub fn returned(&self, f: Func) -> Node {
        self.entry(f) + 2
    }
    pub fn parameter(&self, f: Func, i: u32) -> Option<Node> {
        let known = self.runs(f) && (i as usize) < self.function(f).params.len();
        known.then(|| self.parameters[f as usize] + i)
    }

    /// The node that an operand's value comes from; None for constants.
    pub fn operand(&self, f: Func, o: &Operand) -> Option<Node> {
        match o {
            Operand::Reg(r) => self.registers[f as usize].get(r.0 as usize).copied(),
            Operand::Const(_) => None,
        }
        .filter(|&n| n != UNDEFINED)
    }

    /// Every instruction of the functions that run; none where a function has no body.
    pub fn each(&self) -> impl Iterator<Item = (Number, Site, Option<&'p Inst>)> + '_ {
        (0..self.instructions()).map(|n| (n, self.site(n), self.inst(n)))
    }

    /// The instruction that defines a register of the function.
    pub fn definition(&self, f: Func, o: &Operand) -> Option<&'p Inst> {
        self.operand(f, o).filter(|&n| n < self.instructions()).and_then(|n| self.inst(n))
    }

    /// The returns of a function.
    pub fn returns(&self, f: Func) -> impl Iterator<Item = Number> + '_ {
        let blocks = self.blocks[f as usize].len();
        let last = (0..blocks).filter_map(move |b| self.block(f, b).last());
        last.filter(|&n| self.inst(n).is_none_or(|i| matches!(i.op, Op::Ret { .. })))
    }
}
