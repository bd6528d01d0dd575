//! What follows from comparisons alone: which values lie before which, and how far apart they are at least.
//!
//! Source: difference bound matrices (Dill, 1989): the shortest way between two values through everything that is known
//! bounds their difference; that two differ makes a bound that they reach one less. What is asked may be made of
//! comparisons by and, or, not and choice: sides are taken one after the other, with what they assume.
//!
//! Guarantee: what is said to follow does. Nothing is said of sums, products and the like: they are values of which
//! nothing is known but how they were compared. Cost: n² for a comparison, with at most [`VALUES`] values.

use crate::model::{Model, Value};
use crate::path::Path;
use rethread_expr::{Bits, Evaluator, Node, Term, Terms};

/// More different values than this are not told apart: what is said of them is forgotten.
const VALUES: usize = 24;
/// Constraints that are looked at: of a long path the rest is left to the solver, which looks only at what belongs together.
const CONSTRAINTS: usize = 256;
/// Terms that are looked at for one answer.
const LOOKS: u32 = 1024;
/// No bound.
const FAR: i64 = i64::MAX / 4;

/// Facts about signed values of up to 32 bits.
#[derive(Clone, Debug)]
pub struct Order {
    /// Numbered from 1: zero is zero.
    values: Vec<Term>,
    /// `most[i][j]`: value i minus value j is at most this.
    most: Vec<[i64; VALUES]>,
    /// Pairs that differ, with how much the first would have to be larger to be equal.
    differ: Vec<(usize, usize, i64)>,
    impossible: bool,
    /// Terms that were looked at for all answers.
    pub looks: u64,
}

/// What a proof may still take, and where it got stuck.
struct Open {
    looks: u32,
    case: Option<Order>,
}

/// A value and what is added to it.
type Point = (usize, i64);

impl Default for Order {
    fn default() -> Order {
        let mut most = [FAR; VALUES];
        most[0] = 0;
        Order { values: Vec::new(), most: vec![most], differ: Vec::new(), impossible: false, looks: 0 }
    }
}

fn signed(width: u32, value: u64) -> i64 {
    let rest = 64 - width;
    ((value << rest) as i64) >> rest
}

impl Order {
    /// All of these hold; of many, only the first are known.
    pub fn of(terms: &Terms, constraints: impl Iterator<Item = Term>) -> Order {
        let mut order = Order::default();
        constraints.take(CONSTRAINTS).for_each(|t| order.assume(terms, t, true));
        order
    }

    /// Does the term hold whenever everything on the path does, of which this is a part? If that cannot be said: an input on the
    /// path for which it does not hold, if one comes to hand.
    pub fn implies(
        &mut self,
        terms: &Terms,
        path: &Path,
        t: Term,
        evaluator: &mut Evaluator,
    ) -> Result<(), Option<Model>> {
        let mut open = Open { looks: LOOKS, case: None };
        let proved = self.clone().proves(terms, t, true, &mut open);
        self.looks += u64::from(LOOKS - open.looks);
        if proved {
            return Ok(());
        }
        let Some(case) = open.case.filter(|case| !case.impossible) else { return Err(None) };
        let mut fits = |model: &Model| {
            evaluator.reset();
            !evaluator.holds(terms, t, model) && path.constraints().all(|c| evaluator.holds(terms, c, model))
        };
        Err([true, false]
            .into_iter()
            .map(|most| case.sample(terms, path.model(), most))
            .find(|model| fits(model)))
    }

    /// The least and the greatest value of a term. None if it was not compared with anything.
    pub(crate) fn range(&self, t: Term) -> Option<(i64, i64)> {
        let i = 1 + self.values.iter().position(|&v| v == t)?;
        Some((-self.most[0][i], self.most[i][0]))
    }

    /// Values that lie as the bounds say, as large or as small as they can be. That some differ is not looked at.
    fn sample(&self, terms: &Terms, others: &Model, most: bool) -> Model {
        let mut model = others.clone();
        for (i, &t) in (1..).zip(&self.values) {
            if let Some(symbol) = terms.symbol_of(t) {
                let value = if most { self.most[i][0] } else { -self.most[0][i] };
                model.set(symbol, Value::from_bits(Bits::new(terms.width(t), value as u64)));
            }
        }
        model
    }

    /// The value of a term that can be compared: constants lie at a distance from zero.
    fn point(&mut self, terms: &Terms, t: Term) -> Option<Point> {
        let width = terms.width(t);
        if let Some(value) = terms.as_u64(t) {
            return (width <= 32).then(|| (0, signed(width, value)));
        }
        if let Some(known) = self.values.iter().position(|&v| v == t) {
            return Some((known + 1, 0));
        }
        if width > 32 || self.most.len() == VALUES {
            return None;
        }
        let me = self.most.len();
        self.values.push(t);
        let mut mine = [FAR; VALUES];
        mine[me] = 0;
        self.most.push(mine);
        let top = (1i64 << (width - 1)) - 1;
        self.at_most(me, 0, top);
        self.at_most(0, me, top + 1);
        Some((me, 0))
    }

    /// Value `i` minus value `j` is at most this.
    fn at_most(&mut self, i: usize, j: usize, bound: i64) {
        if bound >= self.most[i][j] {
            return;
        }
        if self.most[j][i] + bound < 0 {
            self.impossible = true;
            return;
        }
        for a in 0..self.most.len() {
            let to_i = self.most[a][i];
            if to_i >= FAR {
                continue;
            }
            for b in 0..self.most.len() {
                let way = to_i + bound + self.most[j][b];
                if way < self.most[a][b] {
                    self.most[a][b] = way;
                }
            }
        }
        self.sharpen();
    }

    /// Whoever may be at most equal to what it differs from is less.
    fn sharpen(&mut self) {
        for k in 0..self.differ.len() {
            let (i, j, gap) = self.differ[k];
            if self.impossible {
                return;
            }
            if self.most[i][j] == gap {
                return self.at_most(i, j, gap - 1);
            }
            if self.most[j][i] == -gap {
                return self.at_most(j, i, -gap - 1);
            }
        }
    }

    /// `a - b <= bound`, for points.
    fn less(&mut self, a: Point, b: Point, bound: i64) {
        self.at_most(a.0, b.0, bound + b.1 - a.1);
    }

    fn is_less(&self, a: Point, b: Point, bound: i64) -> bool {
        self.most[a.0][b.0] <= bound + b.1 - a.1
    }

    fn compared(&mut self, terms: &Terms, a: Term, b: Term) -> Option<(Point, Point)> {
        Some((self.point(terms, a)?, self.point(terms, b)?))
    }

    /// From here on the term is this.
    fn assume(&mut self, terms: &Terms, t: Term, is: bool) {
        let zero = (0, 0);
        match (*terms.node(t), is) {
            (Node::Const { value, .. }, _) => self.impossible |= (value == 1) != is,
            (Node::Not(a), _) => self.assume(terms, a, !is),
            (Node::And(a, b), true) | (Node::Or(a, b), false) if terms.width(t) == 1 => {
                self.assume(terms, a, is);
                self.assume(terms, b, is);
            }
            (Node::Slt(a, b), _) | (Node::Sle(b, a), _) => {
                // `a < b` is this, or `b <= a` is the contrary.
                let strict = matches!(terms.node(t), Node::Slt(..)) == is;
                let Some((a, b)) = self.compared(terms, a, b) else { return };
                match strict {
                    true => self.less(a, b, -1),
                    false => self.less(b, a, 0),
                }
            }
            (Node::Ult(a, b), true) | (Node::Ule(a, b), true) => {
                // Below something that is not negative as a signed value either.
                let strict = matches!(terms.node(t), Node::Ult(..));
                let Some((a, b)) = self.compared(terms, a, b) else { return };
                if self.is_less(zero, b, 0) {
                    self.less(zero, a, 0);
                    self.less(a, b, if strict { -1 } else { 0 });
                }
            }
            (Node::Eq(a, b), _) if terms.array_widths(a).is_none() => {
                let Some((a, b)) = self.compared(terms, a, b) else { return };
                if is {
                    self.less(a, b, 0);
                    self.less(b, a, 0);
                } else {
                    self.differ.push((a.0, b.0, b.1 - a.1));
                    self.sharpen();
                }
            }
            _ => {}
        }
    }

    fn with(&self, terms: &Terms, t: Term, is: bool) -> Order {
        let mut with = self.clone();
        with.assume(terms, t, is);
        with
    }

    fn proves(&mut self, terms: &Terms, t: Term, is: bool, open: &mut Open) -> bool {
        if self.impossible {
            return true;
        }
        if open.looks == 0 {
            return false;
        }
        open.looks -= 1;
        let zero = (0, 0);
        let proved = match *terms.node(t) {
            Node::Const { value, .. } => (value == 1) == is,
            Node::Not(a) => return self.proves(terms, a, !is, open),
            Node::And(a, b) | Node::Or(a, b) if terms.width(t) == 1 => {
                if matches!(terms.node(t), Node::And(..)) == is {
                    return self.proves(terms, a, is, open) && self.proves(terms, b, is, open);
                }
                // One of them is enough: if it is not the first, it has to be the second.
                return self.proves(terms, a, is, open)
                    || self.with(terms, a, !is).proves(terms, b, is, open);
            }
            Node::Ite(c, a, b) => {
                return self.with(terms, c, true).proves(terms, a, is, open)
                    && self.with(terms, c, false).proves(terms, b, is, open);
            }
            Node::Slt(a, b) | Node::Sle(b, a) => {
                let strict = matches!(terms.node(t), Node::Slt(..)) == is;
                self.compared(terms, a, b).is_some_and(|(a, b)| match strict {
                    true => self.is_less(a, b, -1),
                    false => self.is_less(b, a, 0),
                })
            }
            Node::Ult(a, b) | Node::Ule(a, b) => {
                let strict = matches!(terms.node(t), Node::Ult(..)) == is;
                let (a, b) = if is { (a, b) } else { (b, a) };
                self.compared(terms, a, b).is_some_and(|(a, b)| {
                    self.is_less(zero, a, 0)
                        && self.is_less(zero, b, 0)
                        && self.is_less(a, b, if strict { -1 } else { 0 })
                })
            }
            Node::Eq(a, b) if terms.array_widths(a).is_none() => {
                self.compared(terms, a, b).is_some_and(|(a, b)| match is {
                    true => self.is_less(a, b, 0) && self.is_less(b, a, 0),
                    false => {
                        let gap = b.1 - a.1;
                        self.is_less(a, b, -1)
                            || self.is_less(b, a, -1)
                            || self.differ.contains(&(a.0, b.0, gap))
                            || self.differ.contains(&(b.0, a.0, -gap))
                    }
                })
            }
            _ => false,
        };
        if !proved {
            open.case = Some(self.with(terms, t, !is));
        }
        proved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rethread_expr::SymbolKind;
    use rustc_hash::FxHashMap;

    impl Order {
        fn proved(&self, terms: &Terms, t: Term, is: bool) -> bool {
            self.clone().proves(terms, t, is, &mut Open { looks: LOOKS, case: None })
        }

        /// Whether the term is always true or always false. None: it is not known.
        fn decides(&self, terms: &Terms, t: Term) -> Option<bool> {
            [true, false].into_iter().find(|&is| self.proved(terms, t, is))
        }
    }

    fn symbol(terms: &mut Terms, name: &str) -> Term {
        terms.symbol(name, 32, SymbolKind::Input)
    }

    #[test]
    fn what_lies_between_two_neighbours_is_neither() {
        let mut p = Terms::new();
        let (x, y) = (symbol(&mut p, "x"), symbol(&mut p, "y"));
        let (ten, twenty) = (p.constant(32, 10), p.constant(32, 20));
        let limit = p.constant(32, 21);
        let below = p.slt(x, limit);
        let equal = p.eq(x, twenty);
        let other = p.not(equal);
        let smaller = p.sle(y, x);
        let order = Order::of(&p, [below, other, smaller].into_iter());
        let (a, b) = (p.slt(x, twenty), p.slt(y, twenty));
        let (c, d) = (p.slt(y, ten), p.sle(twenty, y));
        assert_eq!(order.decides(&p, a), Some(true));
        assert_eq!(order.decides(&p, b), Some(true));
        assert_eq!(order.decides(&p, c), None);
        assert_eq!(order.decides(&p, d), Some(false));
    }

    #[test]
    fn sides_are_taken_with_what_they_assume() {
        let mut p = Terms::new();
        let (x, y, z) = (symbol(&mut p, "x"), symbol(&mut p, "y"), symbol(&mut p, "z"));
        let xy = p.slt(x, y);
        let yz = p.slt(y, z);
        let zy = p.sle(z, y);
        let xz = p.slt(x, z);
        let order = Order::of(&p, [xy].into_iter());
        let either = p.or(zy, xz);
        assert!(order.proved(&p, either, true));
        let ite = p.ite(yz, xz, zy);
        assert!(order.proved(&p, ite, true));
        assert!(!order.proved(&p, xz, true));
    }

    #[test]
    fn what_does_not_follow_has_an_example() {
        let mut p = Terms::new();
        let (x, y) = (symbol(&mut p, "x"), symbol(&mut p, "y"));
        let (ten, twenty) = (p.constant(32, 10), p.constant(32, 20));
        let mut path = Path::new();
        let mut solver = crate::Solver::new(crate::Config::default());
        for t in [p.slt(ten, x), p.slt(x, y), p.slt(y, twenty)] {
            solver.assume(&mut p, &mut path, t, None);
        }
        let mut order = Order::of(&p, path.constraints());
        let fifteen = p.constant(32, 15);
        let (a, b) = (p.slt(x, fifteen), p.slt(ten, y));
        let low = p.or(a, b);
        assert_eq!(order.implies(&p, &path, low, &mut Evaluator::new()), Ok(()));
        let high = p.and(a, b);
        let Err(Some(model)) = order.implies(&p, &path, high, &mut Evaluator::new()) else {
            panic!("no example")
        };
        assert!(path.constraints().all(|t| p.eval(t, &model).is_true()) && !p.eval(high, &model).is_true());
    }

    #[test]
    fn below_a_number_unsigned_is_not_negative() {
        let mut p = Terms::new();
        let x = symbol(&mut p, "x");
        let (seven, zero) = (p.constant(32, 7), p.constant(32, 0));
        let (few, minus) = (p.ult(x, seven), p.slt(x, zero));
        let large = p.constant(32, 0x8000_0005);
        let (below_large, at_most) = (p.ult(x, large), p.ule(x, seven));
        let order = Order::of(&p, [few].into_iter());
        assert_eq!(order.decides(&p, minus), Some(false));
        assert_eq!(order.decides(&p, at_most), Some(true));
        let order = Order::of(&p, [below_large].into_iter());
        assert_eq!(order.decides(&p, minus), None);
    }

    /// A comparison of two of four values, or of one and a number.
    fn atom(p: &mut Terms, kind: u8, a: u8, b: u8) -> Term {
        let mut value = |n: u8| match n {
            0..=3 => p.symbol(["a", "b", "c", "d"][n as usize], 4, SymbolKind::Input),
            n => p.constant(4, u64::from(n)),
        };
        let (a, b) = (value(a), value(b));
        match kind % 5 {
            0 => p.slt(a, b),
            1 => p.sle(a, b),
            2 => p.eq(a, b),
            3 => p.ult(a, b),
            _ => p.ule(a, b),
        }
    }

    fn formula(p: &mut Terms, bytes: &mut impl Iterator<Item = u8>, depth: u32) -> Term {
        let mut next = || bytes.next().unwrap_or(0);
        let (what, kind, a, b) = (next(), next(), next() % 20, next() % 20);
        if depth == 0 || what % 3 == 0 {
            let t = atom(p, kind, a, b);
            return if what % 2 == 0 { t } else { p.not(t) };
        }
        let (x, y) = (formula(p, bytes, depth - 1), formula(p, bytes, depth - 1));
        match kind % 4 {
            0 => p.and(x, y),
            1 => p.or(x, y),
            2 => p.not(x),
            _ => {
                let c = formula(p, bytes, depth - 1);
                p.ite(c, x, y)
            }
        }
    }

    proptest! {
        /// Against all values there are.
        #[test]
        fn what_follows_does(bytes in proptest::collection::vec(any::<u8>(), 10..120), given in 1usize..6) {
            let mut p = Terms::new();
            let mut bytes = bytes.into_iter();
            let known: Vec<Term> = (0..given).map(|_| formula(&mut p, &mut bytes, 1)).collect();
            let asked = formula(&mut p, &mut bytes, 3);
            let Some(answer) = Order::of(&p, known.iter().copied()).decides(&p, asked) else { return Ok(()) };
            let symbols: Vec<_> = (["a", "b", "c", "d"].iter()).filter_map(|n| p.symbol_named(n)).collect();
            for n in 0u64..1 << (4 * symbols.len()) {
                let mut values = FxHashMap::default();
                for (i, s) in symbols.iter().enumerate() {
                    values.insert(*s, rethread_expr::Bits::new(4, n >> (4 * i) & 15));
                }
                let holds = |t: Term| p.eval(t, &values).is_true();
                if known.iter().all(|&t| holds(t)) {
                    prop_assert_eq!(holds(asked), answer);
                }
            }
        }
    }
}
