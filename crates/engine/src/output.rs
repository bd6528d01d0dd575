//! What a program printed: bytes, and pieces whose text depends on the inputs.

use imbl::Vector;
use rethread_expr::{Assignment, Term, Terms};
use rethread_host::format::{self, Spec};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub enum Piece {
    Bytes(Arc<[u8]>),
    /// One byte, symbolic.
    Byte(Term),
    /// An integer formatted by the specification.
    Int {
        spec: Spec,
        term: Term,
    },
    /// A double (64-bit pattern) formatted by the specification.
    Double {
        spec: Spec,
        term: Term,
    },
}

#[derive(Clone, Debug, Default)]
pub struct Output {
    pieces: Vector<Piece>,
    /// Bytes not yet in a piece: short, so that a clone stays cheap.
    tail: Vec<u8>,
}

const TAIL: usize = 256;

impl Output {
    pub fn push(&mut self, piece: Piece) {
        if let Piece::Bytes(b) = &piece {
            return self.bytes(b);
        }
        self.flush();
        self.pieces.push_back(piece);
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.tail.extend_from_slice(bytes);
        if self.tail.len() >= TAIL {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if !self.tail.is_empty() {
            self.pieces.push_back(Piece::Bytes(std::mem::take(&mut self.tail).into()));
        }
    }

    /// What the text depends on.
    pub fn terms(&self) -> impl Iterator<Item = Term> + '_ {
        self.pieces.iter().filter_map(|p| match p {
            Piece::Bytes(_) => None,
            Piece::Byte(t) | Piece::Int { term: t, .. } | Piece::Double { term: t, .. } => Some(*t),
        })
    }

    /// The text under an assignment of the inputs.
    pub fn render(&self, terms: &Terms, assignment: &impl Assignment) -> Vec<u8> {
        let mut out = Vec::new();
        for p in &self.pieces {
            match p {
                Piece::Bytes(b) => out.extend_from_slice(b),
                Piece::Byte(t) => out.push(terms.eval(*t, assignment).low_u64() as u8),
                Piece::Int { spec, term } => {
                    let v = terms.eval(*term, assignment);
                    format::integer(&mut out, spec, v.low_u64(), v.width());
                }
                Piece::Double { spec, term } => {
                    let v = f64::from_bits(terms.eval(*term, assignment).low_u64());
                    format::double(&mut out, spec, v);
                }
            }
        }
        out.extend_from_slice(&self.tail);
        out
    }
}
