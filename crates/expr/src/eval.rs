//! The value of a term under an assignment.
//!
//! Guarantee: what the operations of the module documentation give; a symbol without a value is zero.
//! Cost: every term is evaluated at most once per assignment, and only the taken side of a choice and
//! the stores a select meets. Values of up to 64 bits never allocate.

use crate::term::{Node, Symbol, Term};
use crate::word::{self, mask};
use crate::{Bits, TermMap, Terms, float};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Values of symbols. `None` means zero.
pub trait Assignment {
    fn value(&self, symbol: Symbol) -> Option<Bits>;

    /// The value of a symbol of up to 64 bits.
    fn value_u64(&self, symbol: Symbol) -> Option<u64> {
        self.value(symbol).map(|v| v.low_u64())
    }

    /// The element of an array symbol.
    fn element(&self, _symbol: Symbol, _index: u64) -> Option<u64> {
        None
    }
}

impl<A: Assignment + ?Sized> Assignment for &A {
    fn value(&self, symbol: Symbol) -> Option<Bits> {
        (**self).value(symbol)
    }

    fn value_u64(&self, symbol: Symbol) -> Option<u64> {
        (**self).value_u64(symbol)
    }

    fn element(&self, symbol: Symbol, index: u64) -> Option<u64> {
        (**self).element(symbol, index)
    }
}

impl Assignment for FxHashMap<Symbol, Bits> {
    fn value(&self, symbol: Symbol) -> Option<Bits> {
        self.get(&symbol).cloned()
    }
}

/// Where results are kept: a word per term, for a wide term the index of its value.
pub trait Memo: Default {
    fn get(&self, t: Term) -> Option<u64>;
    fn set(&mut self, t: Term, value: u64);
    fn clear(&mut self);
}

/// Room for few terms, however many there are.
#[derive(Default)]
pub struct Sparse(FxHashMap<Term, u64>);

impl Memo for Sparse {
    fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    fn get(&self, t: Term) -> Option<u64> {
        self.0.get(&t).copied()
    }

    #[inline]
    fn set(&mut self, t: Term, value: u64) {
        self.0.insert(t, value);
    }
}

impl Memo for TermMap<u64> {
    fn clear(&mut self) {
        self.clear();
    }

    #[inline]
    fn get(&self, t: Term) -> Option<u64> {
        self.get(t)
    }

    #[inline]
    fn set(&mut self, t: Term, value: u64) {
        self.set(t, value);
    }
}

/// Evaluates many terms under one assignment, then under the next: results stay until [`Self::reset`]. They are kept by index, or in
/// [`Sparse`] where few terms are evaluated under each of many assignments.
#[derive(Default)]
pub struct Evaluator<M = TermMap<u64>> {
    memo: M,
    wide: Vec<Bits>,
    stack: Vec<Frame>,
    steps: u64,
}

impl Evaluator {
    pub fn new() -> Evaluator {
        Evaluator::default()
    }
}

impl<M: Memo> Evaluator<M> {
    /// Forgets all results: to be called when the assignment changes.
    pub fn reset(&mut self) {
        self.wide.clear();
        self.memo.clear();
    }

    /// How much it has done so far: terms, each as often as it was come to.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The value of a bit-vector.
    pub fn eval(&mut self, terms: &Terms, t: Term, assignment: &impl Assignment) -> Bits {
        let value = self.run(terms, t, assignment);
        let width = terms.width(t);
        if width <= 64 { Bits::new(width, value) } else { self.wide[value as usize].clone() }
    }

    /// The value of a bit-vector of up to 64 bits.
    pub fn eval_u64(&mut self, terms: &Terms, t: Term, assignment: &impl Assignment) -> u64 {
        assert!(terms.width(t) <= 64, "eval_u64 of {} bits", terms.width(t));
        self.run(terms, t, assignment)
    }

    /// Whether a truth value is true.
    pub fn holds(&mut self, terms: &Terms, t: Term, assignment: &impl Assignment) -> bool {
        self.eval_u64(terms, t, assignment) == 1
    }

    /// Whether a truth value is true, if every symbol that matters has a value: otherwise one that has none.
    pub fn holds_if_known(
        &mut self,
        terms: &Terms,
        t: Term,
        assignment: &impl Assignment,
    ) -> Result<bool, Symbol> {
        let Evaluator { memo, wide, stack, steps } = self;
        let mut run = Run { terms, assignment, memo, wide, stack, steps, asks: true, unknown: None };
        let value = run.value(t);
        run.unknown.map_or(Ok(value == 1), Err)
    }

    fn run(&mut self, terms: &Terms, t: Term, assignment: &impl Assignment) -> u64 {
        let Evaluator { memo, wide, stack, steps } = self;
        Run { terms, assignment, memo, wide, stack, steps, asks: false, unknown: None }.value(t)
    }
}

impl Terms {
    /// The value of a bit-vector. For many terms under one assignment use an [`Evaluator`].
    pub fn eval(&self, t: Term, assignment: &impl Assignment) -> Bits {
        if let Some(bits) = self.as_bits(t) {
            return bits;
        }
        Evaluator::<Sparse>::default().eval(self, t, assignment)
    }

    /// The value of a bit-vector of up to 64 bits.
    pub fn eval_u64(&self, t: Term, assignment: &impl Assignment) -> u64 {
        assert!(self.width(t) <= 64, "eval_u64 of {} bits", self.width(t));
        self.eval(t, assignment).low_u64()
    }
}

#[derive(Clone, Copy)]
enum Frame {
    Visit(Term),
    /// A select that has come down to `array`.
    Select {
        of: Term,
        index: Term,
        array: Term,
    },
}

struct Run<'a, A, M> {
    terms: &'a Terms,
    assignment: &'a A,
    memo: &'a mut M,
    wide: &'a mut Vec<Bits>,
    stack: &'a mut Vec<Frame>,
    steps: &'a mut u64,
    /// A symbol without a value is not zero but ends the run.
    asks: bool,
    unknown: Option<Symbol>,
}

impl<A: Assignment, M: Memo> Run<'_, A, M> {
    fn value(&mut self, t: Term) -> u64 {
        if let Some(value) = self.memo.get(t) {
            return value;
        }
        self.stack.clear();
        self.stack.push(Frame::Visit(t));
        while let Some(frame) = self.stack.pop() {
            *self.steps += 1;
            match frame {
                Frame::Visit(t) => {
                    if self.memo.get(t).is_none() {
                        self.visit(t);
                    }
                }
                Frame::Select { of, index, array } => self.select(of, index, array),
            }
            if self.unknown.is_some() {
                return 0;
            }
        }
        self.memo.get(t).expect("evaluated")
    }

    /// Sets the value of `t`, or puts what is missing for it on the stack above it.
    #[inline]
    fn visit(&mut self, t: Term) {
        let node = self.terms.node(t);
        let width = self.terms.meta[t.index()].width;
        macro_rules! need {
            ($x:expr) => {
                match self.memo.get($x) {
                    Some(value) => value,
                    None => {
                        self.stack.push(Frame::Visit(t));
                        self.stack.push(Frame::Visit($x));
                        return;
                    }
                }
            };
        }
        macro_rules! both {
            ($a:expr, $b:expr) => {
                match (self.memo.get($a), self.memo.get($b)) {
                    (Some(x), Some(y)) => (x, y),
                    (x, y) => {
                        self.stack.push(Frame::Visit(t));
                        if y.is_none() {
                            self.stack.push(Frame::Visit($b));
                        }
                        if x.is_none() {
                            self.stack.push(Frame::Visit($a));
                        }
                        return;
                    }
                }
            };
        }
        macro_rules! binary {
            ($a:expr, $b:expr, $narrow:expr, $wide:expr) => {{
                let (x, y) = both!(*$a, *$b);
                if width <= 64 {
                    $narrow(width, x, y)
                } else {
                    let value = $wide(&self.wide[x as usize], &self.wide[y as usize]);
                    self.keep(value)
                }
            }};
        }
        macro_rules! order {
            ($a:expr, $b:expr, $narrow:expr, $wide:expr) => {{
                let (x, y) = both!(*$a, *$b);
                let operand = self.terms.meta[$a.index()].width;
                if operand <= 64 {
                    $narrow(operand, x, y) as u64
                } else {
                    $wide(&self.wide[x as usize], &self.wide[y as usize]) as u64
                }
            }};
        }
        let value = match node {
            Node::Const { value, .. } => *value,
            Node::Wide(id) => self.keep(self.terms.wide_bits(*id).clone()),
            Node::Symbol(symbol) => match self.symbol(*symbol, width) {
                Some(value) => value,
                None => {
                    self.unknown = Some(*symbol);
                    return;
                }
            },
            Node::Not(a) => {
                let x = need!(*a);
                if width <= 64 { !x & mask(width) } else { self.keep(self.wide[x as usize].not()) }
            }
            Node::Neg(a) => {
                let x = need!(*a);
                if width <= 64 { word::sub(width, 0, x) } else { self.keep(self.wide[x as usize].neg()) }
            }
            Node::And(a, b) => binary!(a, b, |_, x, y| x & y, Bits::and),
            Node::Or(a, b) => binary!(a, b, |_, x, y| x | y, Bits::or),
            Node::Xor(a, b) => binary!(a, b, |_, x, y| x ^ y, Bits::xor),
            Node::Add(a, b) => binary!(a, b, word::add, Bits::add),
            Node::Sub(a, b) => binary!(a, b, word::sub, Bits::sub),
            Node::Mul(a, b) => binary!(a, b, word::mul, Bits::mul),
            Node::Udiv(a, b) => binary!(a, b, word::udiv, Bits::udiv),
            Node::Urem(a, b) => binary!(a, b, word::urem, Bits::urem),
            Node::Sdiv(a, b) => binary!(a, b, word::sdiv, Bits::sdiv),
            Node::Srem(a, b) => binary!(a, b, word::srem, Bits::srem),
            Node::Shl(a, b) => binary!(a, b, word::shl, Bits::shl),
            Node::Lshr(a, b) => binary!(a, b, word::lshr, Bits::lshr),
            Node::Ashr(a, b) => binary!(a, b, word::ashr, Bits::ashr),
            Node::Concat(a, b) => {
                let (x, y) = both!(*a, *b);
                if width <= 64 {
                    x << self.terms.meta[b.index()].width | y
                } else {
                    let value = self.full(*a, x).concat(&self.full(*b, y));
                    self.keep(value)
                }
            }
            Node::Extract { of, lo, .. } => {
                let x = need!(*of);
                if self.terms.meta[of.index()].width <= 64 {
                    x >> lo & mask(width)
                } else {
                    let value = self.wide[x as usize].extract(*lo, width);
                    self.keep(value)
                }
            }
            Node::Zext { of, .. } => {
                let x = need!(*of);
                if width <= 64 { x } else { self.keep(self.full(*of, x).zext(width)) }
            }
            Node::Sext { of, .. } => {
                let x = need!(*of);
                if width <= 64 {
                    word::signed(self.terms.meta[of.index()].width, x) as u64 & mask(width)
                } else {
                    self.keep(self.full(*of, x).sext(width))
                }
            }
            Node::Eq(a, b) => order!(a, b, |_, x, y| x == y, |x, y| x == y),
            Node::Ult(a, b) => order!(a, b, |_, x, y| x < y, |x: &Bits, y| x.ucmp(y).is_lt()),
            Node::Ule(a, b) => order!(a, b, |_, x, y| x <= y, |x: &Bits, y| x.ucmp(y).is_le()),
            Node::Slt(a, b) => {
                order!(a, b, |w, x, y| word::signed(w, x) < word::signed(w, y), |x: &Bits, y| x
                    .scmp(y)
                    .is_lt())
            }
            Node::Sle(a, b) => {
                order!(a, b, |w, x, y| word::signed(w, x) <= word::signed(w, y), |x: &Bits, y| x
                    .scmp(y)
                    .is_le())
            }
            Node::Ite(c, a, b) => {
                let taken = if need!(*c) == 1 { *a } else { *b };
                need!(taken)
            }
            Node::Select(array, index) => {
                need!(*index);
                self.stack.push(Frame::Select { of: t, index: *index, array: *array });
                return;
            }
            Node::Fp { op, format, args } => {
                let before = self.stack.len();
                self.stack.push(Frame::Visit(t));
                for a in args.iter() {
                    if self.memo.get(*a).is_none() {
                        self.stack.push(Frame::Visit(*a));
                    }
                }
                if self.stack.len() > before + 1 {
                    return;
                }
                self.stack.pop();
                let values: SmallVec<[Bits; 3]> =
                    args.iter().map(|a| self.full(*a, self.memo.get(*a).expect("evaluated"))).collect();
                self.keep(float::apply(*op, *format, &values))
            }
            Node::Table(_) | Node::Store(..) => panic!("an array has no value of its own"),
        };
        self.memo.set(t, value);
    }

    /// What is kept for a value: itself, or where it lies.
    fn keep(&mut self, value: Bits) -> u64 {
        if value.width() <= 64 {
            return value.low_u64();
        }
        self.wide.push(value);
        self.wide.len() as u64 - 1
    }

    fn full(&self, t: Term, kept: u64) -> Bits {
        let width = self.terms.meta[t.index()].width;
        if width <= 64 { Bits::new(width, kept) } else { self.wide[kept as usize].clone() }
    }

    fn symbol(&mut self, symbol: Symbol, width: u32) -> Option<u64> {
        if width <= 64 {
            let value = self.assignment.value_u64(symbol).or((!self.asks).then_some(0));
            return value.map(|v| v & mask(width));
        }
        let value = match self.assignment.value(symbol) {
            Some(value) => value.zext(width),
            None if self.asks => return None,
            None => Bits::zero(width),
        };
        Some(self.keep(value))
    }

    fn select(&mut self, of: Term, index: Term, array: Term) {
        let mut array = array;
        let at = self.memo.get(index).expect("evaluated first");
        let value = loop {
            let missing = match *self.terms.node(array) {
                Node::Store(inner, i, v) => match self.memo.get(i) {
                    None => i,
                    Some(i) if i != at => {
                        array = inner;
                        continue;
                    }
                    Some(_) => match self.memo.get(v) {
                        None => v,
                        Some(value) => break value,
                    },
                },
                Node::Ite(c, a, b) => match self.memo.get(c) {
                    None => c,
                    Some(c) => {
                        array = if c == 1 { a } else { b };
                        continue;
                    }
                },
                Node::Table(id) => {
                    let values = &self.terms.table_of(id).values;
                    break usize::try_from(at).ok().and_then(|i| values.get(i)).copied().unwrap_or(0);
                }
                Node::Symbol(symbol) => {
                    let width = self.terms.meta[array.index()].width;
                    match self.assignment.element(symbol, at) {
                        Some(value) => break value & mask(width),
                        None if self.asks => {
                            self.unknown = Some(symbol);
                            return;
                        }
                        None => break 0,
                    }
                }
                _ => panic!("not an array"),
            };
            self.stack.push(Frame::Select { of, index, array });
            self.stack.push(Frame::Visit(missing));
            return;
        };
        self.memo.set(of, value);
    }
}
