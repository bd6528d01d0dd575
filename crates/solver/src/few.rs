//! Symbols with few values each: what follows from a path is found by trying them.
//!
//! Source: finite-domain constraint solving (Mackworth, 1977). A condition on one symbol is a set of values, one on two
//! symbols a relation; values that a relation leaves no partner are dropped. What is asked may be made of conditions by and, or, not
//! and choice: those that decide are taken to be true, then false, and at last the symbol with the fewest values is tried with each of
//! them. So hashes and masks of small keys are no harder than comparisons. Sets and relations are kept by term: they come again on path after
//! path, and so do whole questions.
//!
//! Guarantee: exact, or no answer: none if a symbol that belongs to the question can be larger than [`VALUES`], or if it takes too
//! long. Cost: 64 evaluations for a set or for a row of a relation, the first time; then a few operations on words for each.

use crate::model::{Model, PartialModel, Value};
use crate::order::Order;
use crate::path::{Path, Slice};
use rethread_expr::{Assignment, Bits, Evaluator, Node, Sort, Symbol, Term, TermMap, Terms};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// All values are less than this.
const VALUES: u64 = 64;
/// More symbols are not told apart.
const SYMBOLS: usize = 16;
/// Deeper conditions are not looked at, larger comparisons not tried out.
const DEPTH: u32 = 512;
const ATOM: u16 = 128;
/// Terms and relations that are looked at for one answer.
const LOOKS: u64 = 262_144;
/// Answers, paths and conditions that are remembered; then all are forgotten.
const ANSWERS: usize = 1 << 16;
const PROBLEMS: usize = 1 << 13;
const CONDITIONS: usize = 1 << 12;

/// A bit for each value.
type Set = u64;

/// By value of the first symbol, as far as somebody asked: which values of the second go with it.
struct Relation {
    term: Term,
    known: Set,
    rows: Box<[Set; VALUES as usize]>,
}

/// A symbol of a question: its number there.
type Number = usize;

/// What has to hold together.
#[derive(Clone)]
struct Problem {
    symbols: Arc<[(Symbol, u32)]>,
    /// By symbol.
    sets: Vec<Set>,
    /// Two symbols, their relation, and whether it holds or does not.
    pairs: Vec<(Number, Number, u32, bool)>,
    /// Everything else, and whether it is true or false.
    rest: Vec<(Term, bool)>,
}

/// What became of a question.
#[derive(Clone)]
enum Answer {
    Follows,
    /// Values for which it does not hold.
    Fails(PartialModel),
    Unknown,
}

/// It takes too long, or cannot be tried out.
struct GivenUp;

type Tried<T> = Result<T, GivenUp>;

#[derive(Default)]
pub struct Few {
    sets: FxHashMap<Term, Set>,
    relations: FxHashMap<Term, u32>,
    tables: Vec<Relation>,
    problems: Vec<Option<Problem>>,
    /// Problems by what is on the path.
    of: FxHashMap<Arc<[Term]>, u32>,
    answers: FxHashMap<(u32, Term), Answer>,
    evaluator: Evaluator,
    /// Terms and relations that were looked at, and how many may be for this answer and for all until somebody says otherwise.
    looks: u64,
    limit: u64,
    allowed: Option<u64>,
    /// Fewer are allowed for this answer than for one that is remembered.
    short: bool,
    /// Rows of relations that were.
    rows: u64,
    depth: u32,
    /// What terms are for the values that are being tried.
    truth: TermMap<Truth>,
    /// Those that are known, in the order they were found out, and how many sets of values were tried.
    known: Vec<Term>,
    tried: u32,
    /// A condition on one or two symbols that is not known for them.
    open: Option<Term>,
}

#[derive(Copy, Clone)]
enum Truth {
    Known(bool),
    /// When that many sets of values had been tried.
    Open(u32),
}

/// Some symbols with their widths, and values for them.
struct Values<'a> {
    symbols: &'a [(Symbol, u32)],
    values: &'a [u64],
}

impl Values<'_> {
    fn find(&self, symbol: Symbol) -> Option<(u32, u64)> {
        let at = self.symbols.iter().position(|s| s.0 == symbol)?;
        Some((self.symbols[at].1, self.values[at]))
    }
}

impl Assignment for Values<'_> {
    fn value(&self, symbol: Symbol) -> Option<Bits> {
        self.find(symbol).map(|(width, value)| Bits::new(width, value))
    }

    fn value_u64(&self, symbol: Symbol) -> Option<u64> {
        self.find(symbol).map(|(_, value)| value)
    }
}

/// The values in a set, the least first.
fn members(mut set: Set) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let value = (set != 0).then(|| u64::from(set.trailing_zeros()))?;
        set &= set - 1;
        Some(value)
    })
}

fn width(terms: &Terms, symbol: Symbol) -> Option<u32> {
    match terms.symbol_info(symbol).sort {
        Sort::Bv(width) => Some(width),
        _ => None,
    }
}

/// The values that a symbol can have as far as comparisons say. None: there may be others.
fn possible(terms: &Terms, order: &Order, (symbol, width): (Symbol, u32)) -> Option<Set> {
    let below = |count: u64| if count == VALUES { Set::MAX } else { (1 << count) - 1 };
    if 1u64.checked_shl(width).is_some_and(|all| all <= VALUES) {
        return Some(below(1 << width));
    }
    let (least, most) = order.range(terms.symbol_term(symbol))?;
    let fits = 0 <= least && least <= most && most < VALUES as i64;
    fits.then(|| below(most as u64 + 1) & !below(least as u64))
}

impl Few {
    /// Does the term hold whenever everything on the path does? If not: an input on the path for which it does not. None if
    /// that cannot be said.
    pub fn implies(&mut self, terms: &mut Terms, path: &Path, t: Term) -> Option<Result<(), Model>> {
        if !path.has_model() {
            return None;
        }
        let full = self.problems.len() >= PROBLEMS
            || self.answers.len() >= ANSWERS
            || self.sets.len().max(self.tables.len()) >= CONDITIONS;
        if full {
            let evaluator = std::mem::take(&mut self.evaluator);
            let Few { looks, allowed, rows, .. } = *self;
            *self = Few { looks, allowed, rows, evaluator, ..Few::default() };
        }
        let support = terms.support(t);
        let problem = self.problem(terms, path.slice(&support, true))?;
        let about = |p: &Problem| support.iter().all(|s| p.symbols.iter().any(|k| k.0 == *s));
        self.problems[problem as usize].as_ref().filter(|p| about(p))?;
        let answer = match self.answers.get(&(problem, t)) {
            Some(answer) => answer,
            None => {
                let answer = self.answer(terms, problem, t);
                if matches!(answer, Answer::Unknown) && self.short {
                    return None;
                }
                self.answers.entry((problem, t)).or_insert(answer)
            }
        };
        match answer {
            Answer::Follows => Some(Ok(())),
            Answer::Fails(part) => Some(Err(path.model().with(part))),
            Answer::Unknown => None,
        }
    }

    /// From here on at most so many looks as for one answer, however many are asked for.
    pub fn begin(&mut self) {
        self.allowed = Some(self.looks + LOOKS);
    }

    /// What everything so far took, in steps of an evaluation.
    pub fn steps(&self) -> u64 {
        8 * self.looks + self.rows + self.evaluator.steps()
    }

    fn enough(&mut self) {
        let full = self.looks + LOOKS;
        self.limit = self.allowed.map_or(full, |allowed| allowed.min(full));
        self.short = self.limit < full;
        self.depth = 0;
    }

    /// What is on a path, in sets and relations. None if nobody may look at it any more.
    fn problem(&mut self, terms: &mut Terms, slice: Slice) -> Option<u32> {
        if let Some(&known) = self.of.get(&slice.constraints) {
            return Some(known);
        }
        let problem = self.new_problem(terms, &slice);
        if problem.is_none() && self.short {
            return None;
        }
        let number = self.problems.len() as u32;
        self.problems.push(problem);
        self.of.insert(slice.constraints, number);
        Some(number)
    }

    fn new_problem(&mut self, terms: &mut Terms, slice: &Slice) -> Option<Problem> {
        if slice.symbols.len() > SYMBOLS {
            return None;
        }
        let symbols = slice.symbols.iter().map(|&s| Some((s, width(terms, s).filter(|&w| w <= 32)?)));
        let symbols: Arc<[(Symbol, u32)]> = symbols.collect::<Option<_>>()?;
        let order = Order::of(terms, slice.constraints.iter().copied());
        let sets = symbols.iter().map(|&s| possible(terms, &order, s)).collect::<Option<_>>()?;
        let mut problem = Problem { symbols, sets, pairs: Vec::new(), rest: Vec::new() };
        self.enough();
        for &t in slice.constraints.iter() {
            self.assume(terms, &mut problem, t, true).ok()?;
        }
        // If nothing is possible everything follows: the search will say so.
        self.spread(terms, &problem.pairs, &mut problem.sets).ok()?;
        Some(problem)
    }

    fn answer(&mut self, terms: &mut Terms, problem: u32, t: Term) -> Answer {
        let Some(mut problem) = self.problems[problem as usize].clone() else { return Answer::Unknown };
        self.enough();
        self.truth.clear();
        self.known.clear();
        let tried = self.assume(terms, &mut problem, t, false).and_then(|()| {
            let sets = problem.sets.clone();
            self.search(terms, &mut problem, sets)
        });
        match tried {
            Err(GivenUp) => Answer::Unknown,
            Ok(None) => Answer::Follows,
            Ok(Some(sets)) => {
                let value = |(&(symbol, width), set): (&(Symbol, u32), Set)| {
                    (symbol, Value::Small { width, value: u64::from(set.trailing_zeros()) })
                };
                Answer::Fails(problem.symbols.iter().zip(sets).map(value).collect())
            }
        }
    }

    fn look(&mut self) -> Tried<()> {
        self.looks += 1;
        if self.looks <= self.limit { Ok(()) } else { Err(GivenUp) }
    }

    fn enter(&mut self) -> Tried<()> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(GivenUp);
        }
        self.look()
    }

    fn leave<T>(&mut self, with: T) -> Tried<T> {
        self.depth -= 1;
        Ok(with)
    }

    /// The term is this, too.
    fn assume(&mut self, terms: &mut Terms, problem: &mut Problem, t: Term, is: bool) -> Tried<()> {
        self.enter()?;
        match (*terms.node(t), is) {
            (Node::Not(a), _) => {
                self.assume(terms, problem, a, !is)?;
                return self.leave(());
            }
            (Node::And(a, b), true) | (Node::Or(a, b), false) => {
                self.assume(terms, problem, a, is)?;
                self.assume(terms, problem, b, is)?;
                return self.leave(());
            }
            (Node::And(..) | Node::Or(..) | Node::Ite(..), _) => {}
            _ => match self.atom(terms, &problem.symbols, t)? {
                Atom::One(number, set) => {
                    problem.sets[number] &= if is { set } else { !set };
                    return self.leave(());
                }
                Atom::Two(a, b, relation) => {
                    problem.pairs.push((a, b, relation, is));
                    return self.leave(());
                }
                Atom::Other => {}
            },
        }
        problem.rest.push((t, is));
        self.leave(())
    }

    fn atom(&mut self, terms: &mut Terms, symbols: &[(Symbol, u32)], t: Term) -> Tried<Atom> {
        let support = terms.support(t);
        let number = |s: Symbol| symbols.iter().position(|k| k.0 == s).ok_or(GivenUp);
        if terms.size(t) > ATOM {
            return Err(GivenUp);
        }
        match support[..] {
            [one] => {
                let at = number(one)?;
                if let Some(&set) = self.sets.get(&t) {
                    return Ok(Atom::One(at, set));
                }
                let set = self.tried(terms, t, &symbols[at..=at], &mut [0]);
                self.sets.insert(t, set);
                Ok(Atom::One(at, set))
            }
            [a, b] => {
                let (a, b) = (number(a)?, number(b)?);
                let relation = *self.relations.entry(t).or_insert_with(|| {
                    self.tables.push(Relation { term: t, known: 0, rows: Box::new([0; VALUES as usize]) });
                    self.tables.len() as u32 - 1
                });
                Ok(Atom::Two(a, b, relation))
            }
            _ => Ok(Atom::Other),
        }
    }

    /// The values of the last symbol for which a term is true.
    fn tried(&mut self, terms: &Terms, t: Term, symbols: &[(Symbol, u32)], values: &mut [u64]) -> Set {
        let last = values.len() - 1;
        let fit = (0..VALUES).filter(|&value| symbols[last].1 >= 6 || value >> symbols[last].1 == 0);
        fit.fold(0, |set, value| {
            values[last] = value;
            self.evaluator.reset();
            let holds = self.evaluator.holds(terms, t, &Values { symbols, values });
            set | u64::from(holds) << value
        })
    }

    /// The values of the second symbol that go with one of the first.
    fn row(&mut self, terms: &mut Terms, relation: u32, first: u64) -> Set {
        let known = &self.tables[relation as usize];
        if known.known >> first & 1 == 0 {
            let t = known.term;
            let symbols = terms.support(t);
            let symbols = [0, 1].map(|i| (symbols[i], width(terms, symbols[i]).unwrap_or(0)));
            let row = self.tried(terms, t, &symbols, &mut [first, 0]);
            let known = &mut self.tables[relation as usize];
            known.rows[first as usize] = row;
            known.known |= 1 << first;
        }
        self.tables[relation as usize].rows[first as usize]
    }

    /// Drops values that have no partner. False if none is left.
    fn spread(
        &mut self,
        terms: &mut Terms,
        pairs: &[(Number, Number, u32, bool)],
        sets: &mut [Set],
    ) -> Tried<bool> {
        loop {
            let mut changed = false;
            for &(a, b, relation, is) in pairs {
                self.look()?;
                self.rows += u64::from(sets[a].count_ones());
                let (mut left, mut right) = (0, 0);
                for value in members(sets[a]) {
                    let row = self.row(terms, relation, value);
                    let partners = sets[b] & if is { row } else { !row };
                    left |= u64::from(partners != 0) << value;
                    right |= partners;
                }
                changed |= (left, right) != (sets[a], sets[b]);
                (sets[a], sets[b]) = (left, right);
            }
            if !changed {
                return Ok(sets.iter().all(|&s| s != 0));
            }
        }
    }

    /// One value for each symbol so that everything holds, of these values. None if there is none.
    fn search(
        &mut self,
        terms: &mut Terms,
        problem: &mut Problem,
        mut sets: Vec<Set>,
    ) -> Tried<Option<Vec<Set>>> {
        self.look()?;
        if !self.spread(terms, &problem.pairs, &mut sets)? {
            return Ok(None);
        }
        self.tried = self.tried.wrapping_add(1);
        self.open = None;
        for &(t, is) in &problem.rest {
            if self.truth(terms, &problem.symbols, &sets, t)? == Some(!is) {
                return Ok(None);
            }
        }
        // What is known for all of some values is for each.
        let (known, pairs) = (self.known.len(), problem.pairs.len());
        let atom = match self.open {
            Some(t) => Some((t, self.atom(terms, &problem.symbols, t)?)),
            None => None,
        };
        let next =
            (0..sets.len()).filter(|&i| sets[i].count_ones() > 1).min_by_key(|&i| sets[i].count_ones());
        let cases = match (&atom, next) {
            (_, None) => return Ok(Some(sets)),
            (Some(_), _) => 0b11,
            (None, Some(next)) => sets[next],
        };
        for case in members(cases) {
            let mut with = sets.clone();
            match (&atom, next) {
                (Some((t, atom)), _) => {
                    let is = case == 1;
                    match *atom {
                        Atom::One(number, set) => with[number] &= if is { set } else { !set },
                        Atom::Two(a, b, relation) => problem.pairs.push((a, b, relation, is)),
                        Atom::Other => {}
                    }
                    self.know(*t, is);
                }
                (None, Some(next)) => with[next] = 1 << case,
                (None, None) => {}
            }
            if let Some(found) = self.search(terms, problem, with)? {
                return Ok(Some(found));
            }
            problem.pairs.truncate(pairs);
            for t in self.known.drain(known..) {
                self.truth.set(t, Truth::Open(0));
            }
        }
        Ok(None)
    }

    fn know(&mut self, t: Term, is: bool) {
        self.truth.set(t, Truth::Known(is));
        self.known.push(t);
    }

    /// Whether a term is true or false for all of these values. With one value for each symbol that is known.
    fn truth(
        &mut self,
        terms: &mut Terms,
        symbols: &[(Symbol, u32)],
        sets: &[Set],
        t: Term,
    ) -> Tried<Option<bool>> {
        match self.truth.get(t) {
            Some(Truth::Known(is)) => return Ok(Some(is)),
            Some(Truth::Open(when)) if when == self.tried => return Ok(None),
            _ => {}
        }
        self.enter()?;
        let truth = match *terms.node(t) {
            Node::Const { value, .. } => Some(value == 1),
            Node::Not(a) => self.truth(terms, symbols, sets, a)?.map(|is| !is),
            Node::And(a, b) | Node::Or(a, b) => {
                // What one of them has to be to decide.
                let decides = Some(matches!(terms.node(t), Node::Or(..)));
                match self.truth(terms, symbols, sets, a)? {
                    first if first == decides => decides,
                    first => match self.truth(terms, symbols, sets, b)? {
                        second if second == decides => decides,
                        second => first.and(second),
                    },
                }
            }
            Node::Ite(c, a, b) => match self.truth(terms, symbols, sets, c)? {
                Some(true) => self.truth(terms, symbols, sets, a)?,
                Some(false) => self.truth(terms, symbols, sets, b)?,
                None => {
                    let yes = self.truth(terms, symbols, sets, a)?;
                    if yes.is_some() && yes == self.truth(terms, symbols, sets, b)? { yes } else { None }
                }
            },
            _ => self.truth_of_atom(terms, symbols, sets, t)?,
        };
        match truth {
            Some(is) => self.know(t, is),
            None => self.truth.set(t, Truth::Open(self.tried)),
        }
        self.leave(truth)
    }

    fn truth_of_atom(
        &mut self,
        terms: &mut Terms,
        symbols: &[(Symbol, u32)],
        sets: &[Set],
        t: Term,
    ) -> Tried<Option<bool>> {
        let truth = match self.atom(terms, symbols, t)? {
            Atom::One(number, set) => decided(sets[number] & set, sets[number]),
            Atom::Two(a, b, relation) => {
                self.rows += u64::from(sets[a].count_ones());
                let (mut some, mut all) = (false, true);
                for value in members(sets[a]) {
                    let partners = self.row(terms, relation, value) & sets[b];
                    some |= partners != 0;
                    all &= partners == sets[b];
                }
                (all || !some).then_some(all)
            }
            Atom::Other if sets.iter().all(|s| s.count_ones() == 1) => {
                let values: Vec<u64> = sets.iter().map(|s| u64::from(s.trailing_zeros())).collect();
                self.evaluator.reset();
                Some(self.evaluator.holds(terms, t, &Values { symbols, values: &values }))
            }
            Atom::Other => return Ok(None),
        };
        if truth.is_none() {
            self.open.get_or_insert(t);
        }
        Ok(truth)
    }
}

/// True for all of the values, for none, or for some.
fn decided(those: Set, all: Set) -> Option<bool> {
    (those == all || those == 0).then_some(those == all)
}

/// A condition that is not made of others.
enum Atom {
    One(Number, Set),
    Two(Number, Number, u32),
    Other,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Solver};
    use proptest::prelude::*;
    use rethread_expr::SymbolKind;

    fn symbol(p: &mut Terms, n: u8) -> Term {
        p.symbol(["a", "b", "c"][usize::from(n % 3)], 32, SymbolKind::Input)
    }

    /// A path on which all three symbols are less than five, with more conditions.
    fn path(p: &mut Terms, more: &[Term]) -> Path {
        let mut solver = Solver::new(Config::default());
        let mut path = Path::new();
        let five = p.constant(32, 5);
        let below = [0, 1, 2].map(|n| symbol(p, n)).map(|s| p.ult(s, five));
        for &t in below.iter().chain(more) {
            solver.assume(p, &mut path, t, None);
        }
        path
    }

    #[test]
    fn a_hash_is_no_harder_than_a_comparison() {
        let mut p = Terms::new();
        let (a, b) = (symbol(&mut p, 0), symbol(&mut p, 1));
        let (one, two, three) = (p.constant(32, 1), p.constant(32, 2), p.constant(32, 3));
        let hash = [a, b].map(|t| {
            let high = p.lshr(t, two);
            let mixed = p.xor(t, high);
            p.and(mixed, three)
        });
        let differ = p.ne(a, b);
        let same = hash.map(|h| p.eq(h, one));
        let path = path(&mut p, &[same[0], same[1], differ]);
        let mut few = Few::default();
        // One is 1, the other 4.
        let sum = p.add(a, b);
        let five = p.constant(32, 5);
        let (is_five, is_one) = (p.eq(sum, five), p.eq(a, one));
        assert_eq!(few.implies(&mut p, &path, is_five), Some(Ok(())));
        let Some(Err(model)) = few.implies(&mut p, &path, is_one) else { panic!("a may be 4") };
        assert_eq!((p.eval_u64(a, &model), p.eval_u64(b, &model)), (4, 1));
    }

    #[test]
    fn nothing_is_said_of_large_values() {
        let mut p = Terms::new();
        let (a, seventy) = (symbol(&mut p, 0), p.constant(32, 70));
        let (below, zero) = (p.ult(a, seventy), p.constant(32, 0));
        let mut path = Path::new();
        Solver::new(Config::default()).assume(&mut p, &mut path, below, None);
        let t = p.eq(a, zero);
        assert_eq!(Few::default().implies(&mut p, &path, t), None);
        let other = p.symbol("other", 32, SymbolKind::Input);
        let unheard = p.eq(other, zero);
        assert_eq!(Few::default().implies(&mut p, &path, unheard), None);
    }

    fn atom(p: &mut Terms, kind: u8, a: u8, b: u8) -> Term {
        let x = symbol(p, a);
        let y = if b < 3 { symbol(p, b) } else { p.constant(32, u64::from(b) - 2) };
        match kind % 6 {
            0 => p.slt(x, y),
            1 => p.ule(y, x),
            2 => p.eq(x, y),
            3 => {
                let (sum, z) = (p.add(x, y), symbol(p, b));
                p.eq(sum, z)
            }
            4 => {
                let bits = p.xor(x, y);
                let one = p.constant(32, 1);
                let bit = p.and(bits, one);
                p.eq(bit, one)
            }
            _ => {
                let (sum, z) = (p.add(x, y), symbol(p, a + 1));
                p.ult(z, sum)
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn as_the_solver_says(
            given in prop::collection::vec((any::<u8>(), 0..3u8, 0..7u8, any::<bool>()), 0..4),
            asked in prop::collection::vec((any::<u8>(), 0..3u8, 0..7u8, 0..5u8), 1..7),
        ) {
            let mut p = Terms::new();
            let mut more = Vec::new();
            for (kind, a, b, is) in given {
                let t = atom(&mut p, kind, a, b);
                more.push(if is { t } else { p.not(t) });
            }
            let mut goal = p.fls();
            for (kind, a, b, how) in asked {
                let t = atom(&mut p, kind, a, b);
                goal = match how {
                    0 => p.and(goal, t),
                    1 => p.or(goal, t),
                    2 => { let not = p.not(goal); p.ite(t, not, goal) }
                    3 => { let not = p.not(t); p.or(goal, not) }
                    _ => p.ite(goal, t, goal),
                };
            }
            let path = path(&mut p, &more);
            prop_assume!(path.has_model());
            let mut few = Few::default();
            let not = p.not(goal);
            let expected = Solver::new(Config::default()).check(&mut p, &path, not);
            match few.implies(&mut p, &path, goal) {
                Some(Ok(())) => prop_assert_eq!(expected, crate::Answer::Unsat),
                Some(Err(model)) => {
                    prop_assert!(path.constraints().all(|t| p.eval(t, &model).is_true()));
                    prop_assert!(!p.eval(goal, &model).is_true());
                }
                // Nothing on the path ties the constant to a symbol.
                None => prop_assert!(p.is_const(goal)),
            }
        }
    }
}
