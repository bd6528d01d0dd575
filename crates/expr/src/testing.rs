//! Random terms with a second opinion, for the tests of this crate and of the solver.
//!
//! A [`Generator`] grows a sequence of values the way a program would: every step applies an operation
//! to earlier results, through the constructors and, beside them, in an unsimplified recipe. The recipe
//! is evaluated by [`Generator::naive`] on big integers (floats of 32 and 64 bits in software, where
//! the product uses the machine): it shares no code with folding, rewriting or evaluation.

use crate::term::{FpFormat, FpOp, Symbol, SymbolKind, Term};
use crate::{Assignment, Bits, Terms, float};
use num_bigint::BigUint;
use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

/// SplitMix64: small, seeded, the same everywhere.
#[derive(Clone, Debug)]
pub struct Rng(pub u64);

impl Rng {
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `n`, which is not zero.
    pub fn below(&mut self, n: u64) -> u64 {
        self.word() % n
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    /// A value of `width` bits, often one at an edge.
    pub fn bits(&mut self, width: u32) -> Bits {
        match self.below(10) {
            0 => Bits::zero(width),
            1 => Bits::ones(width),
            2 => Bits::new(width, 1),
            3 => Bits::new(width, self.below(300)),
            4 => Bits::from_big(width, &(BigUint::from(1u8) << self.below(width as u64))),
            5 => {
                let low = self.below(width as u64) as u32;
                Bits::ones(width - low).zext(width)
            }
            6 => Bits::ones(width).lshr(&Bits::new(width, 1)),
            7 => Bits::ones(width).lshr(&Bits::new(width, 1)).not(),
            _ => {
                let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.word()).collect();
                Bits::from_words(width, &words)
            }
        }
    }
}

/// What a generator may use.
#[derive(Clone, Debug)]
pub struct Options {
    pub widths: Vec<u32>,
    pub floats: bool,
    pub arrays: bool,
    pub symbols: usize,
    /// Of the floats; one that is listed twice is picked twice as often.
    pub formats: Vec<FpFormat>,
    /// Whether floats have C's remainder.
    pub remainder: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            widths: vec![1, 2, 7, 8, 16, 32, 33, 64, 65, 80, 128],
            floats: true,
            arrays: true,
            symbols: 5,
            formats: vec![
                FpFormat::Half,
                FpFormat::BFloat,
                FpFormat::Single,
                FpFormat::Double,
                FpFormat::Single,
                FpFormat::Double,
                FpFormat::X87,
                FpFormat::Quad,
            ],
            remainder: true,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Binary {
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    Shl,
    Lshr,
    Ashr,
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

const BINARY: [Binary; 23] = {
    use Binary::*;
    [
        And, Or, Xor, Add, Sub, Mul, Udiv, Urem, Sdiv, Srem, Shl, Lshr, Ashr, Eq, Ne, Ult, Ule, Ugt, Uge,
        Slt, Sle, Sgt, Sge,
    ]
};

/// How a value came about; numbers are positions in the sequence.
#[derive(Clone, Debug)]
enum Recipe {
    Symbol(Symbol),
    Constant(Bits),
    Not(usize),
    Neg(usize),
    Binary(Binary, usize, usize),
    Concat(usize, usize),
    Extract(usize, u32),
    Zext(usize),
    Sext(usize),
    Ite(usize, usize, usize),
    Select(usize, usize),
    Fp(FpOp, FpFormat, Vec<usize>),
}

#[derive(Clone, Debug)]
enum ArrayRecipe {
    Symbol(Symbol),
    Table(Vec<u64>),
    Store(usize, usize, usize),
    Ite(usize, usize, usize),
}

#[derive(Clone, Debug)]
struct Entry {
    recipe: Recipe,
    width: u32,
    term: Term,
}

#[derive(Clone, Debug)]
struct ArrayEntry {
    recipe: ArrayRecipe,
    index: u32,
    element: u32,
    term: Term,
}

/// Values for symbols, a function of the seed.
#[derive(Clone, Debug)]
pub struct Values {
    pub seed: u64,
    widths: Vec<u32>,
}

impl Values {
    /// For the symbols `terms` has now.
    pub fn new(terms: &Terms, seed: u64) -> Values {
        let widths = (0..terms.symbol_count())
            .map(|i| match terms.symbol_info(Symbol(i as u32)).sort {
                crate::Sort::Bv(width) => width,
                crate::Sort::Array { element, .. } => element,
            })
            .collect();
        Values { seed, widths }
    }
}

impl Assignment for Values {
    fn value(&self, symbol: Symbol) -> Option<Bits> {
        let mut rng = Rng(self.seed ^ (symbol.0 as u64 + 1).wrapping_mul(0x1234_5678_9abc_def1));
        Some(rng.bits(self.widths[symbol.0 as usize]))
    }

    fn element(&self, symbol: Symbol, index: u64) -> Option<u64> {
        let mut rng = Rng(self.seed
            ^ (symbol.0 as u64 + 1).wrapping_mul(0x1234_5678_9abc_def1)
            ^ index.rotate_left(17));
        Some(rng.bits(self.widths[symbol.0 as usize]).low_u64())
    }
}

/// A growing sequence of random terms.
#[derive(Clone, Debug)]
pub struct Generator {
    pub rng: Rng,
    options: Options,
    entries: Vec<Entry>,
    arrays: Vec<ArrayEntry>,
}

impl Generator {
    pub fn new(terms: &mut Terms, seed: u64, options: Options) -> Generator {
        let mut g = Generator { rng: Rng(seed), options, entries: Vec::new(), arrays: Vec::new() };
        for i in 0..g.options.symbols {
            let width = g.width();
            let kind = g.rng.pick(&[SymbolKind::Input, SymbolKind::Uninit, SymbolKind::Unknown]);
            let term = terms.symbol(&format!("s{i}"), width, kind);
            let symbol = terms.symbol_of(term).expect("a symbol");
            g.push(Recipe::Symbol(symbol), width, term);
        }
        if g.options.arrays {
            for i in 0..2 {
                let (index, element) = (g.rng.pick(&[1, 2, 8, 32, 64]), g.rng.pick(&[1, 8, 32, 64]));
                let term = terms.array_symbol(&format!("a{i}"), index, element, SymbolKind::Input);
                let symbol = terms.symbol_of(term).expect("a symbol");
                g.arrays.push(ArrayEntry { recipe: ArrayRecipe::Symbol(symbol), index, element, term });
                let many = g.rng.below(20) as usize;
                let mut values: Vec<u64> = (0..many).map(|_| g.rng.below(4) * 77 % 250).collect();
                values.truncate(1usize.checked_shl(index).unwrap_or(usize::MAX));
                values.iter_mut().for_each(|v| *v &= crate::word::mask(element));
                let term = terms.table(index, element, &values);
                g.arrays.push(ArrayEntry { recipe: ArrayRecipe::Table(values), index, element, term });
            }
        }
        g
    }

    /// All terms so far.
    pub fn terms(&self) -> impl Iterator<Item = Term> + '_ {
        self.entries.iter().map(|e| e.term)
    }

    fn width(&mut self) -> u32 {
        self.rng.pick(&self.options.widths)
    }

    fn push(&mut self, recipe: Recipe, width: u32, term: Term) -> usize {
        self.entries.push(Entry { recipe, width, term });
        self.entries.len() - 1
    }

    /// An earlier value, rather a late one.
    fn any(&mut self) -> usize {
        let n = self.entries.len() as u64;
        let back = if self.rng.chance(70) { self.rng.below(n.min(6)) } else { self.rng.below(n) };
        (n - 1 - back) as usize
    }

    fn constant(&mut self, terms: &mut Terms, value: Bits) -> usize {
        let term = terms.bits(value.clone());
        self.push(Recipe::Constant(value.clone()), value.width(), term)
    }

    /// A value of that width: an earlier one if there is one, else a constant or an adapted one.
    fn of_width(&mut self, terms: &mut Terms, width: u32) -> usize {
        if self.rng.chance(30) {
            let value = self.rng.bits(width);
            return self.constant(terms, value);
        }
        for _ in 0..6 {
            let i = self.any();
            if self.entries[i].width == width {
                return i;
            }
        }
        let i = self.any();
        self.adapt(terms, i, width)
    }

    fn adapt(&mut self, terms: &mut Terms, i: usize, width: u32) -> usize {
        let Entry { width: from, term, .. } = self.entries[i];
        if from == width {
            return i;
        }
        if from > width {
            let lo = if self.rng.chance(50) { 0 } else { self.rng.below((from - width + 1) as u64) as u32 };
            let t = terms.extract(term, lo, width);
            return self.push(Recipe::Extract(i, lo), width, t);
        }
        if self.rng.chance(50) {
            let t = terms.zext(term, width);
            return self.push(Recipe::Zext(i), width, t);
        }
        let t = terms.sext(term, width);
        self.push(Recipe::Sext(i), width, t)
    }

    /// Makes one more value and gives its term.
    pub fn step(&mut self, terms: &mut Terms) -> Term {
        let i = match self.rng.below(100) {
            0..8 => {
                let i = self.any();
                let width = self.width();
                self.adapt(terms, i, width)
            }
            8..13 => {
                let i = self.any();
                let Entry { width, term, .. } = self.entries[i];
                if self.rng.chance(60) {
                    let t = terms.not(term);
                    self.push(Recipe::Not(i), width, t)
                } else {
                    let t = terms.neg(term);
                    self.push(Recipe::Neg(i), width, t)
                }
            }
            13..23 => self.concat(terms),
            23..33 => {
                let a = self.any();
                let width = self.entries[a].width;
                let b = self.of_width(terms, width);
                let c = self.of_width(terms, 1);
                let (a, b) = if self.rng.chance(50) { (a, b) } else { (b, a) };
                let t = terms.ite(self.entries[c].term, self.entries[a].term, self.entries[b].term);
                self.push(Recipe::Ite(c, a, b), width, t)
            }
            33..41 if self.options.arrays => self.array(terms),
            41..52 if self.options.floats => self.fp(terms),
            _ => self.binary(terms),
        };
        self.entries[i].term
    }

    fn concat(&mut self, terms: &mut Terms) -> usize {
        let a = self.any();
        if self.rng.chance(40) && self.entries[a].width > 1 {
            // Neighbouring parts of one value.
            let Entry { width, term, .. } = self.entries[a];
            let at = 1 + self.rng.below(width as u64 - 1) as u32;
            let (high, low) = (terms.extract(term, at, width - at), terms.extract(term, 0, at));
            let (h, l) = (
                self.push(Recipe::Extract(a, at), width - at, high),
                self.push(Recipe::Extract(a, 0), at, low),
            );
            let t = terms.concat(high, low);
            return self.push(Recipe::Concat(h, l), width, t);
        }
        let width = self.width();
        let b = self.of_width(terms, width);
        let (a, b) = if self.rng.chance(50) { (a, b) } else { (b, a) };
        let width = self.entries[a].width + self.entries[b].width;
        if width > 160 {
            return a;
        }
        let t = terms.concat(self.entries[a].term, self.entries[b].term);
        self.push(Recipe::Concat(a, b), width, t)
    }

    fn binary(&mut self, terms: &mut Terms) -> usize {
        use Binary::*;
        let op = self.rng.pick(&BINARY);
        let a = self.any();
        let width = self.entries[a].width;
        let b = self.of_width(terms, width);
        let (a, b) = if self.rng.chance(75) { (a, b) } else { (b, a) };
        let (x, y) = (self.entries[a].term, self.entries[b].term);
        let t = match op {
            And => terms.and(x, y),
            Or => terms.or(x, y),
            Xor => terms.xor(x, y),
            Add => terms.add(x, y),
            Sub => terms.sub(x, y),
            Mul => terms.mul(x, y),
            Udiv => terms.udiv(x, y),
            Urem => terms.urem(x, y),
            Sdiv => terms.sdiv(x, y),
            Srem => terms.srem(x, y),
            Shl => terms.shl(x, y),
            Lshr => terms.lshr(x, y),
            Ashr => terms.ashr(x, y),
            Eq => terms.eq(x, y),
            Ne => terms.ne(x, y),
            Ult => terms.ult(x, y),
            Ule => terms.ule(x, y),
            Ugt => terms.ugt(x, y),
            Uge => terms.uge(x, y),
            Slt => terms.slt(x, y),
            Sle => terms.sle(x, y),
            Sgt => terms.sgt(x, y),
            Sge => terms.sge(x, y),
        };
        let width = if terms.width(t) == width { width } else { 1 };
        self.push(Recipe::Binary(op, a, b), width, t)
    }

    fn array(&mut self, terms: &mut Terms) -> usize {
        let n = self.arrays.len();
        let at = self.rng.below(n as u64) as usize;
        let ArrayEntry { index, element, term, .. } = self.arrays[at].clone();
        if self.rng.chance(60) {
            let (i, v) = (self.of_width(terms, index), self.of_width(terms, element));
            let t = terms.store(term, self.entries[i].term, self.entries[v].term);
            self.arrays.push(ArrayEntry { recipe: ArrayRecipe::Store(at, i, v), index, element, term: t });
        } else if let Some(other) =
            (0..n).find(|o| *o != at && self.arrays[*o].index == index && self.arrays[*o].element == element)
        {
            let c = self.of_width(terms, 1);
            let t = terms.ite(self.entries[c].term, term, self.arrays[other].term);
            self.arrays.push(ArrayEntry { recipe: ArrayRecipe::Ite(c, at, other), index, element, term: t });
        }
        let last = self.arrays.len() - 1;
        let ArrayEntry { index, element, term, .. } = self.arrays[last].clone();
        let i = self.of_width(terms, index);
        let t = terms.select(term, self.entries[i].term);
        self.push(Recipe::Select(last, i), element, t)
    }

    /// Integers as floats, compared or converted back.
    fn converted(&mut self, terms: &mut Terms) -> usize {
        use FpOp::*;
        let format = self.rng.pick(&self.options.formats);
        let width = self.width();
        let mut made = Vec::new();
        for _ in 0..2 {
            let (op, i) = (self.rng.pick(&[FromSigned, FromUnsigned]), self.of_width(terms, width));
            let t = terms.fp(op, format, &[self.entries[i].term]);
            made.push(self.push(Recipe::Fp(op, format, vec![i]), format.width(), t));
        }
        let to = if self.rng.chance(60) { width } else { self.width() };
        let op = self.rng.pick(&[Eq, Lt, Le, ToSigned(to), ToUnsigned(to)]);
        made.truncate(op.arity());
        let operands: Vec<Term> = made.iter().map(|i| self.entries[*i].term).collect();
        let t = terms.fp(op, format, &operands);
        self.push(Recipe::Fp(op, format, made), op.result_width(format), t)
    }

    fn fp(&mut self, terms: &mut Terms) -> usize {
        use FpOp::*;
        if self.rng.chance(25) {
            return self.converted(terms);
        }
        // Rather on top of an earlier float operation: rules look at two at a time.
        let recent = self.entries.iter().enumerate().rev().find_map(|(i, e)| match e.recipe {
            Recipe::Fp(op, format, _) if op.result_width(format) == format.width() => Some((i, format)),
            _ => None,
        });
        let recent = recent.filter(|_| self.rng.chance(60));
        let format = recent.map_or_else(|| self.rng.pick(&self.options.formats), |(_, format)| format);
        let (to, width) = (self.rng.pick(&self.options.formats), self.width());
        let op = self.rng.pick(&[
            Add,
            Sub,
            Mul,
            Div,
            Rem,
            Neg,
            Abs,
            Sqrt,
            Fma,
            Min,
            Max,
            Floor,
            Ceil,
            Trunc,
            RoundEven,
            RoundAway,
            Eq,
            Lt,
            Le,
            IsNan,
            ToFp(to),
            FromSigned,
            FromUnsigned,
            FromSigned,
            FromUnsigned,
            ToSigned(width),
            ToUnsigned(width),
            Eq,
            Lt,
            Le,
        ]);
        let op = if op == Rem && !self.options.remainder { Div } else { op };
        let args: Vec<usize> = (0..op.arity())
            .map(|_| {
                if matches!(op, FromSigned | FromUnsigned) {
                    self.any()
                } else if let (Some((i, _)), true) = (recent, self.rng.chance(60)) {
                    let j = self.rng.below(i as u64 + 1) as usize;
                    let alike = matches!(self.entries[j].recipe, Recipe::Fp(op, f, _)
                        if f == format && op.result_width(f) == format.width());
                    if alike { j } else { i }
                } else if self.rng.chance(40) {
                    // A number rather than a random pattern.
                    let value = Bits::new(24, self.rng.below(2000));
                    let value = float::apply(FromSigned, format, &[value]);
                    self.constant(terms, value)
                } else {
                    self.of_width(terms, format.width())
                }
            })
            .collect();
        let operands: Vec<Term> = args.iter().map(|i| self.entries[*i].term).collect();
        let t = terms.fp(op, format, &operands);
        self.push(Recipe::Fp(op, format, args), op.result_width(format), t)
    }

    /// The value of every term so far by its recipe.
    pub fn naive(&self, values: &Values) -> Vec<Bits> {
        let mut done: Vec<BigUint> = Vec::with_capacity(self.entries.len());
        for entry in &self.entries {
            let value = self.naive_entry(entry, &done, values) % (BigUint::from(1u8) << entry.width);
            done.push(value);
        }
        self.entries.iter().zip(&done).map(|(e, v)| Bits::from_big(e.width, v)).collect()
    }

    fn naive_entry(&self, entry: &Entry, done: &[BigUint], values: &Values) -> BigUint {
        let modulus = |width: u32| BigUint::from(1u8) << width;
        let width = entry.width;
        let negative = |i: usize| done[i].bit(self.entries[i].width as u64 - 1);
        match &entry.recipe {
            Recipe::Symbol(symbol) => values.value(*symbol).expect("a value").to_big(),
            Recipe::Constant(value) => value.to_big(),
            Recipe::Not(a) => modulus(width) - 1u8 - &done[*a],
            Recipe::Neg(a) => modulus(width) - &done[*a],
            Recipe::Binary(op, a, b) => naive_binary(*op, self.entries[*a].width, &done[*a], &done[*b]),
            Recipe::Concat(a, b) => (&done[*a] << self.entries[*b].width) + &done[*b],
            Recipe::Extract(a, lo) => &done[*a] >> lo,
            Recipe::Zext(a) => done[*a].clone(),
            Recipe::Sext(a) if negative(*a) => modulus(width) - modulus(self.entries[*a].width) + &done[*a],
            Recipe::Sext(a) => done[*a].clone(),
            Recipe::Ite(c, a, b) => done[if done[*c].bit(0) { *a } else { *b }].clone(),
            Recipe::Select(array, index) => self.naive_select(*array, &done[*index], done, values),
            Recipe::Fp(op, format, args) => {
                let args: Vec<Bits> =
                    args.iter().map(|i| Bits::from_big(self.entries[*i].width, &done[*i])).collect();
                naive_fp(*op, *format, &args).to_big()
            }
        }
    }

    fn naive_select(&self, array: usize, index: &BigUint, done: &[BigUint], values: &Values) -> BigUint {
        let mut at = array;
        let small = index.iter_u64_digits().next().unwrap_or(0);
        loop {
            match &self.arrays[at].recipe {
                ArrayRecipe::Symbol(symbol) => {
                    return values.element(*symbol, small).expect("a value").into();
                }
                ArrayRecipe::Table(table) => {
                    return table
                        .get(usize::try_from(small).unwrap_or(usize::MAX))
                        .copied()
                        .unwrap_or(0)
                        .into();
                }
                ArrayRecipe::Store(_, i, v) if done[*i] == *index => return done[*v].clone(),
                ArrayRecipe::Store(inner, ..) => at = *inner,
                ArrayRecipe::Ite(c, a, b) => at = if done[*c].bit(0) { *a } else { *b },
            }
        }
    }
}

fn naive_binary(op: Binary, width: u32, a: &BigUint, b: &BigUint) -> BigUint {
    use Binary::*;
    let zero = BigUint::from(0u8);
    let modulus = BigUint::from(1u8) << width;
    let sign = width as u64 - 1;
    let magnitude = |x: &BigUint| if x.bit(sign) { &modulus - x } else { x.clone() };
    let negated = |x: BigUint| (&modulus - x) % &modulus;
    // Order of signed values is order of values with the sign bit turned.
    let turned = |x: &BigUint| (x + (BigUint::from(1u8) << sign)) % &modulus;
    let by = if *b >= BigUint::from(width) { width as u64 } else { b.iter_u64_digits().next().unwrap_or(0) };
    let truth = |value: bool| BigUint::from(value as u8);
    match op {
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Add => a + b,
        Sub => a + &modulus - b,
        Mul => a * b,
        Udiv if *b == zero => modulus - 1u8,
        Udiv => a / b,
        Urem if *b == zero => a.clone(),
        Urem => a % b,
        Sdiv if *b == zero => {
            if a.bit(sign) {
                BigUint::from(1u8)
            } else {
                modulus - 1u8
            }
        }
        Sdiv => {
            let quotient = magnitude(a) / magnitude(b);
            if a.bit(sign) != b.bit(sign) { negated(quotient) } else { quotient }
        }
        Srem if *b == zero => a.clone(),
        Srem => {
            let remainder = magnitude(a) % magnitude(b);
            if a.bit(sign) { negated(remainder) } else { remainder }
        }
        Shl => a << by,
        Lshr => a >> by,
        Ashr if a.bit(sign) => (a >> by) + &modulus - (&modulus >> by),
        Ashr => a >> by,
        Eq => truth(a == b),
        Ne => truth(a != b),
        Ult => truth(a < b),
        Ule => truth(a <= b),
        Ugt => truth(a > b),
        Uge => truth(a >= b),
        Slt => truth(turned(a) < turned(b)),
        Sle => truth(turned(a) <= turned(b)),
        Sgt => truth(turned(a) > turned(b)),
        Sge => truth(turned(a) >= turned(b)),
    }
}

/// Software floats where the product uses the machine; the other formats have tests of their own.
fn naive_fp(op: FpOp, format: FpFormat, args: &[Bits]) -> Bits {
    match format {
        FpFormat::Single => naive_soft::<Single>(op, format, args),
        FpFormat::Double => naive_soft::<Double>(op, format, args),
        _ => None,
    }
    .unwrap_or_else(|| float::apply(op, format, args))
}

fn naive_soft<F: Float + FloatConvert<Single> + FloatConvert<Double>>(
    op: FpOp,
    format: FpFormat,
    args: &[Bits],
) -> Option<Bits> {
    let at = |i: usize| F::from_bits(args[i].low_u128());
    let truth = |value: bool| Some(Bits::boolean(value));
    let mut lost = false;
    let value = match op {
        FpOp::Add => (at(0) + at(1)).value,
        FpOp::Sub => (at(0) - at(1)).value,
        FpOp::Mul => (at(0) * at(1)).value,
        FpOp::Div => (at(0) / at(1)).value,
        FpOp::Rem => at(0).c_fmod(at(1)).value,
        FpOp::Fma => at(0).mul_add(at(1), at(2)).value,
        FpOp::Floor => at(0).round_to_integral(Round::TowardNegative).value,
        FpOp::Ceil => at(0).round_to_integral(Round::TowardPositive).value,
        FpOp::Trunc => at(0).round_to_integral(Round::TowardZero).value,
        FpOp::RoundEven => at(0).round_to_integral(Round::NearestTiesToEven).value,
        FpOp::RoundAway => at(0).round_to_integral(Round::NearestTiesToAway).value,
        FpOp::Min | FpOp::Max if at(0).is_nan() => at(1),
        FpOp::Min | FpOp::Max if at(1).is_nan() => at(0),
        FpOp::Min => {
            if at(1) <= at(0) {
                at(1)
            } else {
                at(0)
            }
        }
        FpOp::Max => {
            if at(1) >= at(0) {
                at(1)
            } else {
                at(0)
            }
        }
        FpOp::Eq => return truth(at(0) == at(1)),
        FpOp::Lt => return truth(at(0) < at(1)),
        FpOp::Le => return truth(at(0) <= at(1)),
        FpOp::IsNan => return truth(at(0).is_nan()),
        FpOp::FromSigned if args[0].width() <= 64 => {
            F::from_i128(crate::word::signed(args[0].width(), args[0].low_u64()) as i128).value
        }
        FpOp::FromUnsigned if args[0].width() <= 64 => F::from_u128(args[0].low_u64() as u128).value,
        FpOp::ToSigned(width) | FpOp::ToUnsigned(width) if width <= 64 => {
            let mut exact = false;
            let r = at(0).to_i128_r(128, Round::TowardZero, &mut exact);
            let (least, most) = match op {
                FpOp::ToSigned(_) => (-1i128 << (width - 1), (1i128 << (width - 1)) - 1),
                _ => (0, (1i128 << width) - 1),
            };
            let known = !r.status.contains(rustc_apfloat::Status::INVALID_OP);
            let fits = known && (least..=most).contains(&r.value);
            let value = r.value as u64;
            return Some(Bits::new(width, if fits { value } else { 0 }));
        }
        FpOp::ToFp(FpFormat::Single) => {
            let value: Single = at(0).convert(&mut lost).value;
            let nan = float::canonical_nan(FpFormat::Single);
            return Some(if value.is_nan() { nan } else { Bits::from_u128(32, value.to_bits()) });
        }
        FpOp::ToFp(FpFormat::Double) => {
            let value: Double = at(0).convert(&mut lost).value;
            let nan = float::canonical_nan(FpFormat::Double);
            return Some(if value.is_nan() { nan } else { Bits::from_u128(64, value.to_bits()) });
        }
        _ => return None,
    };
    let nan = float::canonical_nan(format);
    Some(if value.is_nan() { nan } else { Bits::from_u128(format.width(), value.to_bits()) })
}
