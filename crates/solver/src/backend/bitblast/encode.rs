//! From terms to literals: each term once per session, bottom-up, without recursion.
//!
//! Arrays are never encoded as such: a read is resolved through stores and choices down to a table,
//! which becomes a tree of multiplexers, or to a symbol, whose reads are fresh words that agree where
//! their indices do (Ackermann; Kroening and Strichman, chapter 7).

use super::gates::{FALSE, Gates, TRUE};
use super::words::Word;
use crate::backend::Reason;
use rethread_expr::{ArrayId, Node, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use rustsat::types::Lit;
use std::time::Instant;

/// One read of an array symbol.
pub(super) struct Read {
    pub index: Term,
    pub element: Word,
}

pub(super) struct Encoder {
    pub gates: Gates,
    /// Arrays have an entry when all below them is there.
    done: FxHashMap<Term, Done>,
    /// Of the latest call of [`Encoder::cone`].
    round: u32,
    lits: Vec<Lit>,
    equal: FxHashMap<(Term, Term), Lit>,
    /// By array and index: the word read there.
    resolved: FxHashMap<(Term, Term), Word>,
    reads: FxHashMap<Symbol, Vec<Read>>,
}

struct Done {
    /// Where in `lits` the word of the term begins.
    start: u32,
    /// Variables made for it, not for what is below it.
    own: u32,
    /// The latest round that visited it.
    round: u32,
}

/// How far one query's encoding may go.
pub(super) struct Budget {
    pub deadline: Option<Instant>,
    pub memory: Option<u64>,
    pub steps: u32,
}

impl Budget {
    fn spend(&mut self, gates: &Gates) -> Result<(), Reason> {
        self.steps = self.steps.wrapping_add(1);
        if self.memory.is_some_and(|most| gates.size() > most) || gates.broken {
            return Err(Reason::Memory);
        }
        // The clock costs more than a term.
        if self.steps.is_multiple_of(64) && self.deadline.is_some_and(|at| Instant::now() > at) {
            return Err(Reason::Time);
        }
        Ok(())
    }
}

impl Encoder {
    pub fn new(gates: Gates) -> Self {
        Encoder {
            gates,
            done: FxHashMap::default(),
            round: 0,
            lits: Vec::new(),
            equal: FxHashMap::default(),
            resolved: FxHashMap::default(),
            reads: FxHashMap::default(),
        }
    }

    pub fn word(&self, terms: &Terms, term: Term) -> Option<&[Lit]> {
        let start = self.done.get(&term)?.start as usize;
        self.lits.get(start..start + terms.width(term) as usize)
    }

    pub fn reads(&self, symbol: Symbol) -> &[Read] {
        self.reads.get(&symbol).map_or(&[], Vec::as_slice)
    }

    /// The literal of a condition.
    pub fn encode(&mut self, terms: &Terms, root: Term, budget: &mut Budget) -> Result<Lit, Reason> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let node = *terms.node(term);
            node.for_each_operand(|operand| {
                if !self.done.contains_key(&operand) {
                    stack.push(operand);
                }
            });
            if stack.len() == before {
                budget.spend(&self.gates)?;
                let variables = self.gates.variables();
                let word = match terms.sort(term) {
                    Sort::Bv(_) => self.build(terms, term, node, budget)?,
                    Sort::Array { .. } => Vec::new(),
                };
                let start = u32::try_from(self.lits.len()).map_err(|_| Reason::Memory)?;
                self.lits.extend_from_slice(&word);
                let done = Done { start, own: self.gates.variables() - variables, round: 0 };
                self.done.insert(term, done);
                stack.pop();
            }
        }
        Ok(self.get(terms, root)[0])
    }

    /// How many of the variables these encoded constraints depend on.
    pub fn cone(&mut self, terms: &Terms, constraints: &[Term]) -> u32 {
        self.round += 1;
        let mut sum = 0;
        let mut stack = constraints.to_vec();
        while let Some(term) = stack.pop() {
            let Some(done) = self.done.get_mut(&term) else { continue };
            if done.round != self.round {
                done.round = self.round;
                sum += done.own;
                terms.node(term).for_each_operand(|operand| stack.push(operand));
            }
        }
        sum
    }

    fn get(&self, terms: &Terms, term: Term) -> Word {
        let start = self.done[&term].start as usize;
        self.lits[start..start + terms.width(term) as usize].to_vec()
    }

    fn build(&mut self, terms: &Terms, term: Term, node: Node, budget: &mut Budget) -> Result<Word, Reason> {
        if let Some(bits) = terms.as_bits(term) {
            return Ok((0..bits.width()).map(|i| if bits.bit(i) { TRUE } else { FALSE }).collect());
        }
        let word = match node {
            Node::Const { .. } | Node::Wide(_) => {
                return Err(Reason::Other("a constant without a value".into()));
            }
            Node::Symbol(_) => (0..terms.width(term)).map(|_| self.gates.fresh()).collect(),
            Node::Not(a) => {
                let a = self.get(terms, a);
                self.gates.not_word(&a)
            }
            Node::Neg(a) => {
                let a = self.get(terms, a);
                self.gates.neg(&a)
            }
            Node::And(a, b)
            | Node::Or(a, b)
            | Node::Xor(a, b)
            | Node::Add(a, b)
            | Node::Sub(a, b)
            | Node::Mul(a, b)
            | Node::Udiv(a, b)
            | Node::Urem(a, b)
            | Node::Sdiv(a, b)
            | Node::Srem(a, b)
            | Node::Shl(a, b)
            | Node::Lshr(a, b)
            | Node::Ashr(a, b)
            | Node::Concat(a, b)
            | Node::Ult(a, b)
            | Node::Ule(a, b)
            | Node::Slt(a, b)
            | Node::Sle(a, b) => self.binary(terms, node, a, b),
            Node::Extract { of, lo, width } => {
                self.get(terms, of)[lo as usize..(lo + width) as usize].to_vec()
            }
            Node::Zext { of, width } => {
                let mut word = self.get(terms, of);
                word.resize(width as usize, FALSE);
                word
            }
            Node::Sext { of, width } => {
                let mut word = self.get(terms, of);
                let sign = word[word.len() - 1];
                word.resize(width as usize, sign);
                word
            }
            Node::Eq(a, b) => match terms.sort(a) {
                Sort::Bv(_) => vec![self.equal(terms, a, b)],
                Sort::Array { .. } => return Err(Reason::Unsupported("equality of arrays".into())),
            },
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.get(terms, c)[0], self.get(terms, a), self.get(terms, b));
                self.gates.mux_word(c, &a, &b)
            }
            Node::Select(array, index) => self.read(terms, array, index, budget)?,
            Node::Table(_) | Node::Store(..) => return Err(Reason::Other("an array as a bit-vector".into())),
            Node::Fp { .. } => return Err(Reason::Unsupported("floats".into())),
        };
        Ok(word)
    }

    fn binary(&mut self, terms: &Terms, node: Node, a: Term, b: Term) -> Word {
        let (a, b) = (self.get(terms, a), self.get(terms, b));
        let gates = &mut self.gates;
        let bitwise = |gates: &mut Gates, gate: fn(&mut Gates, Lit, Lit) -> Lit| -> Word {
            a.iter().zip(&b).map(|(&x, &y)| gate(gates, x, y)).collect()
        };
        match node {
            Node::And(..) => bitwise(gates, Gates::and),
            Node::Or(..) => bitwise(gates, Gates::or),
            Node::Xor(..) => bitwise(gates, Gates::xor),
            Node::Add(..) => gates.add(&a, &b),
            Node::Sub(..) => gates.sub(&a, &b),
            Node::Mul(..) => gates.mul(&a, &b),
            Node::Udiv(..) => gates.divide(&a, &b).0,
            Node::Urem(..) => gates.divide(&a, &b).1,
            Node::Sdiv(..) => gates.divide_signed(&a, &b),
            Node::Srem(..) => gates.remainder_signed(&a, &b),
            Node::Shl(..) => gates.shift_left(&a, &b),
            Node::Lshr(..) => gates.shift_right(&a, &b, FALSE),
            Node::Ashr(..) => gates.shift_right(&a, &b, a[a.len() - 1]),
            Node::Ult(..) => vec![gates.less(&a, &b, false)],
            Node::Ule(..) => vec![gates.less(&a, &b, true)],
            Node::Slt(..) => vec![gates.less_signed(&a, &b, false)],
            Node::Sle(..) => vec![gates.less_signed(&a, &b, true)],
            // Only concatenation is left; the high part comes first.
            _ => b.into_iter().chain(a).collect(),
        }
    }

    /// Both words are encoded.
    fn equal(&mut self, terms: &Terms, a: Term, b: Term) -> Lit {
        let key = (a.min(b), a.max(b));
        if let Some(lit) = self.equal.get(&key) {
            return *lit;
        }
        let (a, b) = (self.get(terms, a), self.get(terms, b));
        let lit = self.gates.equal(&a, &b);
        self.equal.insert(key, lit);
        lit
    }

    /// The element of `root` at `index`. Everything below `root` is encoded.
    fn read(&mut self, terms: &Terms, root: Term, index: Term, budget: &mut Budget) -> Result<Word, Reason> {
        let mut stack = vec![root];
        while let Some(&array) = stack.last() {
            if self.resolved.contains_key(&(array, index)) {
                stack.pop();
                continue;
            }
            budget.spend(&self.gates)?;
            let word = match *terms.node(array) {
                Node::Symbol(symbol) => Some(self.read_symbol(terms, symbol, index)),
                Node::Table(id) => Some(self.read_table(terms, id, index)),
                Node::Store(below, at, value) => {
                    let here = self.equal(terms, at, index);
                    if here == TRUE {
                        Some(self.get(terms, value))
                    } else {
                        let below = self.below(&mut stack, below, index);
                        below.map(|below| {
                            let value = self.get(terms, value);
                            self.gates.mux_word(here, &value, &below)
                        })
                    }
                }
                Node::Ite(cond, a, b) => {
                    let cond = self.get(terms, cond)[0];
                    let (a, b) = (self.below(&mut stack, a, index), self.below(&mut stack, b, index));
                    match (a, b) {
                        (Some(a), Some(b)) => Some(self.gates.mux_word(cond, &a, &b)),
                        _ => None,
                    }
                }
                _ => return Err(Reason::Unsupported("this kind of array".into())),
            };
            if let Some(word) = word {
                self.resolved.insert((array, index), word);
                stack.pop();
            }
        }
        Ok(self.resolved[&(root, index)].clone())
    }

    /// What is read from an array below, or that array put on the stack.
    fn below(&self, stack: &mut Vec<Term>, array: Term, index: Term) -> Option<Word> {
        let word = self.resolved.get(&(array, index)).cloned();
        if word.is_none() {
            stack.push(array);
        }
        word
    }

    fn read_symbol(&mut self, terms: &Terms, symbol: Symbol, index: Term) -> Word {
        let Sort::Array { element: width, .. } = terms.symbol_info(symbol).sort else {
            return Vec::new();
        };
        let element: Word = (0..width).map(|_| self.gates.fresh()).collect();
        let earlier: Vec<(Term, Word)> =
            self.reads(symbol).iter().map(|read| (read.index, read.element.clone())).collect();
        for (other_index, other) in earlier {
            let same = self.equal(terms, other_index, index);
            if same == FALSE {
                continue;
            }
            for (&x, &y) in element.iter().zip(&other) {
                self.gates.clause(&[!same, !x, y]);
                self.gates.clause(&[!same, x, !y]);
            }
        }
        let read = Read { index, element: element.clone() };
        self.reads.entry(symbol).or_default().push(read);
        element
    }

    fn read_table(&mut self, terms: &Terms, id: ArrayId, index: Term) -> Word {
        let table = terms.table_of(id);
        let index = self.get(terms, index);
        let word = |value: u64| -> Word {
            (0..table.element_width).map(|i| if value >> i & 1 == 1 { TRUE } else { FALSE }).collect()
        };
        let mut level: Vec<Word> = table.values.iter().map(|value| word(*value)).collect();
        if level.is_empty() {
            return word(0);
        }
        let mut bit = 0;
        while level.len() > 1 {
            if level.len() % 2 == 1 {
                level.push(word(0));
            }
            level = level
                .chunks_exact(2)
                .map(|pair| self.gates.mux_word(index[bit], &pair[1], &pair[0]))
                .collect();
            bit += 1;
        }
        // Any index bit that the tree did not look at leads beyond the values.
        let beyond = self.gates.any(index[bit..].to_vec());
        let zero = word(0);
        self.gates.mux_word(beyond, &zero, &level[0])
    }
}
