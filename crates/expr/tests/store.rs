//! A pool written and read again, and what damaged input does.

use rethread_expr::Terms;
use rethread_expr::testing::{Generator, Options, Values};

#[test]
fn a_pool_survives_the_disk() {
    for seed in 0..30 {
        let mut p = Terms::new();
        let mut g = Generator::new(&mut p, seed, Options::default());
        for _ in 0..60 {
            g.step(&mut p);
        }
        let bytes = postcard::to_stdvec(&p).unwrap();
        let mut q: Terms = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(p.len(), q.len());
        let values = Values::new(&p, seed);
        for t in g.terms() {
            assert_eq!(p.node(t), q.node(t));
            assert_eq!((p.sort(t), p.range(t), p.flags(t)), (q.sort(t), q.range(t), q.flags(t)));
            assert_eq!(p.eval(t, &values), q.eval(t, &values));
            assert_eq!(p.support(t), q.support(t));
        }
        // The index works: nothing is made twice.
        let before = q.len();
        let terms: Vec<_> = g.terms().collect();
        for t in terms {
            let again = q.not(t);
            assert_eq!(p.not(t), again);
        }
        assert_eq!(p.len(), q.len());
        assert!(q.len() >= before);
        // JSON carries the same.
        let text = serde_json::to_string(&p).unwrap();
        let r: Terms = serde_json::from_str(&text).unwrap();
        assert_eq!(r.len(), p.len());
    }
}

#[test]
fn damage_is_an_error() {
    let mut p = Terms::new();
    let mut g = Generator::new(&mut p, 7, Options::default());
    for _ in 0..40 {
        g.step(&mut p);
    }
    let bytes = postcard::to_stdvec(&p).unwrap();
    let mut refused = 0;
    for at in 0..bytes.len() {
        for flip in [1u8, 0x10, 0x7f] {
            let mut bad = bytes.clone();
            bad[at] ^= flip;
            // Must not panic; some flips give another sound pool.
            refused += postcard::from_bytes::<Terms>(&bad).is_err() as usize;
        }
    }
    assert!(refused > bytes.len(), "{refused} of {}", bytes.len() * 3);
    assert!(postcard::from_bytes::<Terms>(&bytes[..bytes.len() / 2]).is_err());
}
