//! Gates over a SAT solver.
//!
//! Source: Tseitin's encoding, with the structural hashing and constant propagation of and-inverter
//! graphs (Kuehlmann et al., TCAD 2002), extended by xor, multiplexer and majority gates, whose direct
//! clauses propagate better than their and-inverter forms.
//!
//! Guarantee: every literal is a function of the inputs, so clauses added for one query never
//! constrain another. Cost: one to six clauses a gate, made once.

use rustc_hash::FxHashMap;
use rustsat::solvers::Solve;
use rustsat::types::{Lit, TernaryVal};
use rustsat_cadical::CaDiCaL;

/// Literal 0 is fixed to true.
pub(super) const TRUE: Lit = Lit::positive(0);
pub(super) const FALSE: Lit = Lit::negative(0);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And(Lit, Lit),
    Xor(Lit, Lit),
    Mux(Lit, Lit, Lit),
    Majority(Lit, Lit, Lit),
}

pub(super) struct Gates {
    pub solver: CaDiCaL<'static, 'static>,
    made: FxHashMap<Gate, Lit>,
    variables: u32,
    clauses: u64,
    /// The library failed (out of memory): the session is of no more use.
    pub broken: bool,
}

fn is_const(lit: Lit) -> bool {
    lit.vidx32() == 0
}

fn positive(lit: Lit) -> Lit {
    if lit.is_neg() { !lit } else { lit }
}

fn signed(lit: Lit, negate: bool) -> Lit {
    if negate { !lit } else { lit }
}

impl Gates {
    pub fn new(solver: CaDiCaL<'static, 'static>) -> Self {
        let mut gates = Gates { solver, made: FxHashMap::default(), variables: 1, clauses: 0, broken: false };
        gates.clause(&[TRUE]);
        gates
    }

    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// What the clauses and gates take, roughly, in bytes.
    pub fn size(&self) -> u64 {
        self.clauses * 48 + u64::from(self.variables) * 160
    }

    pub fn fresh(&mut self) -> Lit {
        let lit = Lit::positive(self.variables);
        self.variables += 1;
        lit
    }

    pub fn clause(&mut self, lits: &[Lit]) {
        self.clauses += 1;
        self.broken |= self.solver.add_clause_ref(lits).is_err();
    }

    pub fn constant(&self, value: bool) -> Lit {
        if value { TRUE } else { FALSE }
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        if a == FALSE || b == FALSE || a == !b {
            return FALSE;
        }
        if a == TRUE || a == b {
            return b;
        }
        if b == TRUE {
            return a;
        }
        let gate = Gate::And(a.min(b), a.max(b));
        if let Some(out) = self.made.get(&gate) {
            return *out;
        }
        let out = self.fresh();
        self.clause(&[!out, a]);
        self.clause(&[!out, b]);
        self.clause(&[out, !a, !b]);
        self.made.insert(gate, out);
        out
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        if is_const(a) {
            return signed(b, a == TRUE);
        }
        if is_const(b) {
            return signed(a, b == TRUE);
        }
        if a == b {
            return FALSE;
        }
        if a == !b {
            return TRUE;
        }
        let negate = a.is_neg() != b.is_neg();
        let (a, b) = (positive(a), positive(b));
        let (a, b) = (a.min(b), a.max(b));
        let gate = Gate::Xor(a, b);
        if let Some(out) = self.made.get(&gate) {
            return signed(*out, negate);
        }
        let out = self.fresh();
        self.clause(&[!out, a, b]);
        self.clause(&[!out, !a, !b]);
        self.clause(&[out, !a, b]);
        self.clause(&[out, a, !b]);
        self.made.insert(gate, out);
        signed(out, negate)
    }

    /// `then` if `cond`, else `other`.
    pub fn mux(&mut self, cond: Lit, then: Lit, other: Lit) -> Lit {
        if is_const(cond) {
            return if cond == TRUE { then } else { other };
        }
        if then == other {
            return then;
        }
        if then == !other {
            return self.xor(cond, other);
        }
        if then == TRUE || then == cond {
            return self.or(cond, other);
        }
        if then == FALSE || then == !cond {
            return self.and(!cond, other);
        }
        if other == TRUE || other == !cond {
            return self.or(!cond, then);
        }
        if other == FALSE || other == cond {
            return self.and(cond, then);
        }
        let (cond, then, other) = if cond.is_neg() { (!cond, other, then) } else { (cond, then, other) };
        let negate = then.is_neg();
        let (then, other) = (signed(then, negate), signed(other, negate));
        let gate = Gate::Mux(cond, then, other);
        if let Some(out) = self.made.get(&gate) {
            return signed(*out, negate);
        }
        let out = self.fresh();
        self.clause(&[!cond, !then, out]);
        self.clause(&[!cond, then, !out]);
        self.clause(&[cond, !other, out]);
        self.clause(&[cond, other, !out]);
        // Redundant, but they let the output follow before the condition is known.
        self.clause(&[!then, !other, out]);
        self.clause(&[then, other, !out]);
        self.made.insert(gate, out);
        signed(out, negate)
    }

    /// True if at least two of the three are: the carry of an adder.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut by_order = [a, b, c];
        by_order.sort_unstable();
        let [a, b, c] = by_order;
        // The constant sorts first.
        if is_const(a) {
            return if a == TRUE { self.or(b, c) } else { self.and(b, c) };
        }
        if a == b || b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        // Majority is its own dual: the first literal can be made positive.
        let negate = a.is_neg();
        let (a, b, c) = (signed(a, negate), signed(b, negate), signed(c, negate));
        let gate = Gate::Majority(a, b, c);
        if let Some(out) = self.made.get(&gate) {
            return signed(*out, negate);
        }
        let out = self.fresh();
        for (x, y) in [(a, b), (a, c), (b, c)] {
            self.clause(&[!x, !y, out]);
            self.clause(&[x, y, !out]);
        }
        self.made.insert(gate, out);
        signed(out, negate)
    }

    /// The conjunction of all.
    pub fn all(&mut self, mut lits: Vec<Lit>) -> Lit {
        lits.retain(|lit| *lit != TRUE);
        lits.sort_unstable();
        lits.dedup();
        if lits.contains(&FALSE) || lits.windows(2).any(|pair| pair[0] == !pair[1]) {
            return FALSE;
        }
        match lits[..] {
            [] => return TRUE,
            [one] => return one,
            [a, b] => return self.and(a, b),
            _ => {}
        }
        let out = self.fresh();
        for lit in &lits {
            self.clause(&[!out, *lit]);
        }
        let mut back: Vec<Lit> = lits.iter().map(|lit| !*lit).collect();
        back.push(out);
        self.clause(&back);
        out
    }

    /// The disjunction of all.
    pub fn any(&mut self, lits: Vec<Lit>) -> Lit {
        !self.all(lits.into_iter().map(|lit| !lit).collect())
    }

    pub fn value(&self, lit: Lit) -> bool {
        if is_const(lit) {
            return lit == TRUE;
        }
        matches!(self.solver.lit_val(lit), Ok(TernaryVal::True))
    }
}
