//! Float operations: constants fold; signs cancel; comparisons of converted integers are integer
//! comparisons where the conversion is exact.

use crate::term::{FpArgs, FpFormat, FpOp, Node, Sort, Term};
use crate::{Terms, float};
use smallvec::SmallVec;

impl Terms {
    /// A float operation; `format` is that of the operands, of the result for From*.
    ///
    /// # Panics
    /// If number or sorts of the operands are not what `op` needs.
    pub fn fp(&mut self, op: FpOp, format: FpFormat, args: &[Term]) -> Term {
        assert!(args.len() == op.arity(), "{op:?} takes {} operands, not {}", op.arity(), args.len());
        assert!(op.result_width(format) > 0, "{op:?} to an integer of no bits");
        for t in args {
            let any = matches!(op, FpOp::FromSigned | FpOp::FromUnsigned);
            let fits = match self.sort(*t) {
                Sort::Bv(width) => any || width == format.width(),
                Sort::Array { .. } => false,
            };
            assert!(fits, "{op:?} of {format:?} on {:?}", self.sort(*t));
        }
        if args.iter().all(|t| self.is_const(*t)) {
            let values: SmallVec<[_; 3]> = args.iter().filter_map(|t| self.as_bits(*t)).collect();
            return self.bits(float::apply(op, format, &values));
        }
        if let Some(t) = self.rewrite(|p| p.fp_rules(op, format, args)) {
            return t;
        }
        let mut args: SmallVec<[Term; 3]> = args.into();
        // min and max are not symmetric in zeros.
        if matches!(op, FpOp::Add | FpOp::Mul | FpOp::Eq | FpOp::Fma) && args[0] > args[1] {
            args.swap(0, 1);
        }
        let args = FpArgs::new(&args).expect("one to three operands");
        self.intern(Node::Fp { op, format, args })
    }

    fn fp_rules(&mut self, op: FpOp, format: FpFormat, args: &[Term]) -> Option<Term> {
        let inner = match *self.node(args[0]) {
            Node::Fp { op, format, args } => Some((op, format, args[0])),
            _ => None,
        };
        match (op, inner) {
            (FpOp::Neg, Some((FpOp::Neg, _, x))) => Some(x),
            (FpOp::Abs, Some((FpOp::Abs, _, _))) => Some(args[0]),
            (FpOp::Abs, Some((FpOp::Neg, f, x))) if f == format => Some(self.fp(FpOp::Abs, format, &[x])),
            (FpOp::IsNan, Some((FpOp::Neg | FpOp::Abs, f, x))) if f == format => {
                Some(self.fp(FpOp::IsNan, format, &[x]))
            }
            (FpOp::IsNan, Some((FpOp::FromSigned | FpOp::FromUnsigned, f, _))) if f == format => {
                Some(self.fls())
            }
            (FpOp::Eq | FpOp::Le, _) if args[0] == args[1] => {
                let nan = self.fp(FpOp::IsNan, format, &[args[0]]);
                Some(self.not(nan))
            }
            (FpOp::Lt, _) if args[0] == args[1] => Some(self.fls()),
            (FpOp::Eq | FpOp::Le | FpOp::Lt, Some((FpOp::FromSigned | FpOp::FromUnsigned, ..))) => {
                self.integer_comparison(op, format, args)
            }
            (FpOp::ToSigned(width), Some((FpOp::FromSigned, f, x))) if f == format => {
                let from = self.width(x);
                let exact = from <= format.precision() && format.exponent_bits() >= 8;
                (exact && from <= width).then(|| self.sext(x, width))
            }
            (FpOp::ToSigned(width) | FpOp::ToUnsigned(width), Some((FpOp::FromUnsigned, f, x)))
                if f == format =>
            {
                let from = self.width(x);
                let exact = from <= format.precision() && format.exponent_bits() >= 8;
                (exact && from < width).then(|| self.zext(x, width))
            }
            _ => None,
        }
    }

    /// Both sides integers that the format holds exactly: the comparison is theirs.
    fn integer_comparison(&mut self, op: FpOp, format: FpFormat, args: &[Term]) -> Option<Term> {
        let mut sides = SmallVec::<[(Term, bool); 2]>::new();
        for t in args {
            match *self.node(*t) {
                Node::Fp { op: FpOp::FromSigned, format: f, args } if f == format => {
                    sides.push((args[0], true))
                }
                Node::Fp { op: FpOp::FromUnsigned, format: f, args } if f == format => {
                    sides.push((args[0], false))
                }
                _ => return None,
            }
        }
        let limit = format.precision();
        // Half and bfloat hold few integers anyway; the rest have exponents to spare.
        if format.exponent_bits() < 8 || sides.iter().any(|(t, _)| self.width(*t) > limit) {
            return None;
        }
        let width = sides.iter().map(|(t, _)| self.width(*t)).max()? + 1;
        let mut wide = SmallVec::<[Term; 2]>::new();
        for (t, signed) in sides {
            wide.push(if signed { self.sext(t, width) } else { self.zext(t, width) });
        }
        Some(match op {
            FpOp::Eq => self.eq(wide[0], wide[1]),
            FpOp::Lt => self.slt(wide[0], wide[1]),
            _ => self.sle(wide[0], wide[1]),
        })
    }
}
