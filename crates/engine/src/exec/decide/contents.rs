//! Contents of unwritten memory that give a term two values, and the inputs for which they do.
//!
//! A solver finds two contents for one input. They are made as general as they can be: where the memory is compared with
//! something that depends on the input it is not the number that this was, but as far from it as the number is. `u == x` then
//! differs for all x by the contents x and x + 1; the numbers 0 and 1 would say so of two inputs.
//!
//! Guarantee: whatever the contents are, if the term has two values by them it hangs on unwritten memory. Contents that say nothing of the
//! input they were found for are not used, so that each pair takes at least that one away. Cost: a term as large as
//! the question, in which reads of large objects are spelled out; those of more than [`LARGE`] terms are not asked.

use super::Executor;
use rethread_expr::{Evaluator, Node, Sort, Symbol, SymbolKind, Term, Terms};
use rethread_solver::{Answer, Model, Path, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// A solver does not look at the clock while it reads a question.
const LARGE: usize = 1 << 16;

/// More bytes than this are those of an object that is read at an unknown place.
const MANY: usize = 64;

/// How general contents are.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Distance {
    /// Compared with a term, they are that, or the next one on the side where they are.
    Next,
    /// As far from it as they are.
    Same,
    /// Numbers.
    Any,
}

/// What is in unwritten memory, in terms of the input.
#[derive(Default)]
struct Contents {
    scalars: FxHashMap<Term, Term>,
    /// By array: what is at some indices, the first of which that fits counts.
    elements: FxHashMap<Symbol, Vec<(Term, Term)>>,
}

impl Executor {
    /// A term by two contents of unwritten memory, and whether that differs for some input of a path.
    pub(super) fn two_contents(&mut self, path: &Path, t: Term) -> ([Term; 2], Answer) {
        let unwritten: Vec<Symbol> = (self.terms.support(t).iter().copied())
            .filter(|&s| self.terms.symbol_info(s).kind == SymbolKind::Uninit)
            .collect();
        let arrays = unwritten.iter().any(|&s| !matches!(self.terms.symbol_info(s).sort, Sort::Bv(_)));
        // The same in every byte first: few answers then say it of all inputs.
        let many = arrays || unwritten.len() > MANY;
        let mut tried = |even| {
            let sides = [1, 2].map(|n| self.other_contents(t, &unwritten, n, even));
            let differs = self.terms.ne(sides[0], sides[1]);
            let answer = match is_large(&self.terms, differs) {
                true => Answer::Unknown,
                false => self.solver.check(&mut self.terms, path, differs),
            };
            (sides, answer)
        };
        match many.then(|| tried(true)) {
            Some((sides, Answer::Sat(model))) => (sides, Answer::Sat(model)),
            _ => tried(false),
        }
    }

    /// `t` with other names for what is in unwritten memory: those of the state are nobody's to decide on.
    fn other_contents(&mut self, t: Term, unwritten: &[Symbol], n: u32, even: bool) -> Term {
        let (mut contents, mut everywhere) = (FxHashMap::default(), FxHashMap::default());
        for &s in unwritten {
            let info = self.terms.symbol_info(s);
            let name = format!("{}'{n}", info.name);
            let other = match info.sort {
                Sort::Bv(width) if even => {
                    self.terms.symbol(&format!("unwritten'{n}:{width}"), width, SymbolKind::Uninit)
                }
                Sort::Bv(width) => self.terms.symbol(&name, width, SymbolKind::Uninit),
                Sort::Array { element, .. } if even => {
                    let all = self.terms.symbol(&format!("{name}:all"), element, SymbolKind::Uninit);
                    everywhere.insert(s, all);
                    continue;
                }
                Sort::Array { index, element } => {
                    self.terms.array_symbol(&name, index, element, SymbolKind::Uninit)
                }
            };
            contents.insert(self.terms.symbol_term(s), other);
        }
        let t = if even { self.filled(t, &mut |_, array, _| everywhere[&array]) } else { t };
        self.terms.substitute(t, &contents)
    }

    /// Inputs for which two sides differ by the contents of a model, as many as can be said at once: a condition on the inputs alone.
    pub(super) fn where_it_differs(&mut self, sides: [Term; 2], model: &Model) -> Term {
        for distance in [Distance::Next, Distance::Same] {
            let [one, other] = sides.map(|side| self.with_contents(side, model, distance));
            let differs = self.terms.ne(one, other);
            if self.terms.eval(differs, model).is_true() {
                return differs;
            }
        }
        let [one, other] = sides.map(|side| self.with_contents(side, model, Distance::Any));
        self.terms.ne(one, other)
    }

    /// A side with contents in place of their names.
    fn with_contents(&mut self, side: Term, model: &Model, distance: Distance) -> Term {
        let mut contents = match distance {
            Distance::Any => Contents::default(),
            _ => compared(&mut self.terms, side, model, distance),
        };
        let side = self.filled(side, &mut |terms, array, index| {
            let mut out = number_at(terms, model, array, index);
            for &(at, value) in contents.elements.get(&array).into_iter().flatten().rev() {
                let here = terms.eq(index, at);
                out = terms.ite(here, value, out);
            }
            out
        });
        for &s in self.terms.support(side).iter() {
            let symbol = self.terms.symbol_term(s);
            if self.terms.symbol_info(s).kind == SymbolKind::Uninit && !contents.scalars.contains_key(&symbol)
            {
                let number = self.terms.eval(symbol, model);
                contents.scalars.insert(symbol, self.terms.bits(number));
            }
        }
        self.terms.substitute(side, &contents.scalars)
    }

    /// A term in which nothing is read from unwritten arrays any more: stores that may be what is read are told apart, and `content` says
    /// what an array has at an index otherwise.
    fn filled(&mut self, t: Term, content: &mut dyn FnMut(&mut Terms, Symbol, Term) -> Term) -> Term {
        let written =
            |terms: &mut Terms, t: Term, read: &FxHashMap<Term, Term>| match terms.flags(t).has_uninit {
                true => terms.substitute(t, read),
                false => t,
            };
        let terms = &mut self.terms;
        let mut read: FxHashMap<Term, Term> = FxHashMap::default();
        let (mut seen, mut open) = (FxHashSet::default(), vec![(t, false)]);
        while let Some((t, operands_done)) = open.pop() {
            if operands_done {
                let Node::Select(mut array, index) = *terms.node(t) else { continue };
                let index = written(terms, index, &read);
                let mut stores = Vec::new();
                while let Node::Store(inner, at, value) = *terms.node(array) {
                    stores.push((at, value));
                    array = inner;
                }
                let mut out = match terms.symbol_of(array) {
                    Some(s) if terms.symbol_info(s).kind == SymbolKind::Uninit => content(terms, s, index),
                    _ => terms.select(array, index),
                };
                for (at, value) in stores.into_iter().rev() {
                    let (at, value) = (written(terms, at, &read), written(terms, value, &read));
                    let here = terms.eq(at, index);
                    out = terms.ite(here, value, out);
                }
                read.insert(t, out);
            } else if terms.flags(t).has_uninit && seen.insert(t) {
                open.push((t, true));
                terms.node(t).for_each_operand(|o| open.push((o, false)));
            }
        }
        terms.substitute(t, &read)
    }
}

/// What a model has in an unwritten array at an index.
fn number_at(terms: &mut Terms, model: &Model, array: Symbol, index: Term) -> Term {
    let Sort::Array { element: width, .. } = terms.symbol_info(array).sort else {
        unreachable!("only arrays are read")
    };
    let Some(Value::Array(content)) = model.get(array) else { return terms.constant(width, 0) };
    let mut out = terms.constant(width, content.default);
    for (&at, &value) in &content.elements {
        let at = terms.constant(terms.width(index), at);
        let (here, value) = (terms.eq(index, at), terms.constant(width, value));
        out = terms.ite(here, value, out);
    }
    out
}

fn is_large(terms: &Terms, t: Term) -> bool {
    if terms.size(t) < u16::MAX {
        return false;
    }
    let (mut seen, mut open) = (FxHashSet::default(), vec![t]);
    while let Some(t) = open.pop() {
        if seen.insert(t) {
            terms.node(t).for_each_operand(|o| open.push(o));
        }
        if seen.len() > LARGE {
            return true;
        }
    }
    false
}

/// Contents for which comparisons of unwritten memory with something else come out as in the model on other inputs too, as far as
/// that is seen.
fn compared(terms: &mut Terms, t: Term, model: &Model, distance: Distance) -> Contents {
    let mut contents = Contents::default();
    let mut values = Evaluator::new();
    let (mut seen, mut open) = (FxHashSet::default(), vec![t]);
    while let Some(t) = open.pop() {
        if !terms.flags(t).has_uninit || !seen.insert(t) {
            continue;
        }
        let node = *terms.node(t);
        node.for_each_operand(|o| open.push(o));
        let (Node::Eq(a, b) | Node::Ult(a, b) | Node::Ule(a, b) | Node::Slt(a, b) | Node::Sle(a, b)) = node
        else {
            continue;
        };
        let (memory, other) = if terms.flags(a).has_uninit { (a, b) } else { (b, a) };
        if terms.flags(other).has_uninit || terms.array_widths(a).is_some() || terms.width(a) > 64 {
            continue;
        }
        let width = terms.width(a);
        let [x, y] = [memory, other].map(|t| values.eval_u64(terms, t, model));
        let signed = |value: u64| (value << (64 - width)) as i64;
        let order = match node {
            Node::Eq(..) => (x != y) as i64,
            Node::Ult(..) | Node::Ule(..) => x.cmp(&y) as i64,
            _ => signed(x).cmp(&signed(y)) as i64,
        };
        let distance = if distance == Distance::Next { order as u64 } else { x.wrapping_sub(y) };
        let distance = terms.constant(width, distance & (u64::MAX >> (64 - width)));
        let value = terms.add(other, distance);
        contents.give(terms, memory, value, model, &mut values);
    }
    contents
}

impl Contents {
    /// Makes a term be this by what is in memory, as far as that is seen. What was given before stays.
    fn give(&mut self, terms: &mut Terms, t: Term, value: Term, model: &Model, values: &mut Evaluator) {
        let mut open = vec![(t, value)];
        while let Some((t, value)) = open.pop() {
            if !terms.flags(t).has_uninit || terms.width(t) > 64 {
                continue;
            }
            // What stands beside it in an operation, and the operand that is to change.
            let beside =
                |terms: &mut Terms, values: &mut Evaluator, a: Term, b: Term| match terms.flags(a).has_uninit
                {
                    true if terms.flags(b).has_uninit => {
                        let number = values.eval_u64(terms, b, model);
                        (a, terms.constant(terms.width(b), number))
                    }
                    true => (a, b),
                    false => (b, a),
                };
            match *terms.node(t) {
                Node::Symbol(_) => _ = self.scalars.entry(t).or_insert(value),
                Node::Select(array, index) => self.give_element(terms, array, index, value),
                Node::Not(a) => open.push((a, terms.not(value))),
                Node::Neg(a) => open.push((a, terms.neg(value))),
                Node::Add(a, b) => {
                    let (a, b) = beside(terms, values, a, b);
                    open.push((a, terms.sub(value, b)));
                }
                Node::Sub(a, b) => {
                    let (of, with) = beside(terms, values, a, b);
                    open.push((of, if of == a { terms.add(value, with) } else { terms.sub(with, value) }));
                }
                Node::Xor(a, b) => {
                    let (a, b) = beside(terms, values, a, b);
                    open.push((a, terms.xor(value, b)));
                }
                Node::And(a, b) | Node::Or(a, b) => open.push((beside(terms, values, a, b).0, value)),
                Node::Concat(a, b) => {
                    let (high, low) = (terms.width(a), terms.width(b));
                    open.push((b, terms.extract(value, 0, low)));
                    open.push((a, terms.extract(value, low, high)));
                }
                Node::Zext { of, .. } | Node::Sext { of, .. } => {
                    open.push((of, terms.extract(value, 0, terms.width(of))));
                }
                Node::Extract { of, lo, width } if terms.width(of) <= 64 => {
                    let rest = values.eval_u64(terms, of, model);
                    let all = terms.width(of);
                    let rest = terms.constant(all, rest & !(u64::MAX >> (64 - width) << lo));
                    let (value, lo) = (terms.zext(value, all), terms.constant(all, u64::from(lo)));
                    let value = terms.shl(value, lo);
                    open.push((of, terms.or(rest, value)));
                }
                Node::Ite(c, a, b) => {
                    let side = if values.eval_u64(terms, c, model) == 1 { a } else { b };
                    open.push((side, value));
                }
                _ => {}
            }
        }
    }

    fn give_element(&mut self, terms: &Terms, array: Term, index: Term, value: Term) {
        let mut array = array;
        while let Node::Store(inner, ..) = *terms.node(array) {
            array = inner;
        }
        if let Some(s) = terms.symbol_of(array)
            && terms.symbol_info(s).kind == SymbolKind::Uninit
            && !terms.flags(index).has_uninit
        {
            self.elements.entry(s).or_default().push((index, value));
        }
    }
}
