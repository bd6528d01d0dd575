//! What is touched behind a state: what dropping the state must still tell the partial order and the race detector.
//!
//! Source: RVar and WVar of paper 003 (section 5.2), with what is ordered before each access, so that it is weighed against
//! all events of the prefix it is not ordered after.

use rethread_engine::{Clock, Facts, State, ThreadName, Touch, is_of_stack, spot_of};
use rethread_ir::LocId;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// More different accesses than this and the state is not summarised.
const MAX_ACCESSES: usize = 200;

/// Threads as bits.
pub type Bits = u64;

/// One access by one thread.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Who {
    thread: u64,
    key: u64,
    lo: u64,
    hi: u64,
    write: bool,
    class: rethread_engine::Class,
    at: LocId,
}

/// What is known to come before an access, in every run that made it.
#[derive(Clone, Debug)]
pub struct Access {
    pub name: ThreadName,
    pub touch: Touch,
    pub at: LocId,
    /// Events that come before it.
    clock: Clock,
    /// Events that synchronisation orders before it.
    known: Clock,
    /// Threads that were joined before it.
    joined: Bits,
    /// Places its thread acquired from: number of the event, key, range.
    acquired: Vec<(u32, u64, u64, u64)>,
}

/// The accesses behind a state that is being explored, in terms of the run that leads there.
#[derive(Clone, Debug, Default)]
pub struct Below {
    accesses: FxHashMap<Who, Access>,
    pub too_many: bool,
}

/// One access behind a state, in terms that every way to the state shares: stack objects by their spots.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Seen {
    pub name: ThreadName,
    pub touch: Touch,
    pub at: LocId,
    /// Threads that took a step behind the state that comes before it, or were joined: all they did before does too.
    pub after: Bits,
    /// The same by synchronisation.
    pub known: Bits,
    /// Places its thread acquired from behind the state, before it.
    pub acquired: Vec<(u64, u64, u64)>,
}

pub fn bits(state: &State, has: impl Fn(usize) -> bool) -> Bits {
    (0..state.threads.len().min(64)).filter(|&t| has(t)).fold(0, |n, t| n | 1 << t)
}

fn least(a: &Clock, b: &Clock) -> Clock {
    let mut out = Clock::default();
    for (t, n) in a.iter() {
        out.set(t, n.min(b.get(t)));
    }
    out
}

impl Below {
    #[allow(clippy::too_many_arguments)]
    pub fn add(
        &mut self,
        state: &State,
        thread: usize,
        touch: &Touch,
        at: LocId,
        clock: &Clock,
        known: &Clock,
        acquired: &[(u32, u64, u64, u64)],
    ) {
        let t = &state.threads[thread];
        let joined = bits(state, |u| t.joined.contains(u));
        let (clock, known) = (clock.clone(), known.clone());
        let at = if touch.from == LocId::NONE { at } else { touch.from };
        let acquired = acquired.to_vec();
        let access = Access { name: t.name.clone(), touch: *touch, at, clock, known, joined, acquired };
        self.insert(access);
    }

    fn insert(&mut self, access: Access) {
        if self.too_many {
            return;
        }
        let t = &access.touch;
        let who = Who {
            thread: access.name.handle(),
            key: t.key,
            lo: t.lo,
            hi: t.hi,
            write: t.write,
            class: t.class,
            at: access.at,
        };
        match self.accesses.get_mut(&who) {
            None => {
                if self.accesses.len() >= MAX_ACCESSES {
                    self.too_many = true;
                    self.accesses.clear();
                    return;
                }
                self.accesses.insert(who, access);
            }
            Some(known) => {
                known.clock = least(&known.clock, &access.clock);
                known.known = least(&known.known, &access.known);
                known.joined &= access.joined;
                known.touch.acquire |= access.touch.acquire;
                known.touch.reads |= access.touch.reads;
                let theirs = access.acquired;
                known.acquired.retain_mut(|a| {
                    let same = theirs.iter().find(|b| (a.1, a.2, a.3) == (b.1, b.2, b.3));
                    if let Some(b) = same {
                        a.0 = a.0.min(b.0);
                    }
                    same.is_some()
                });
            }
        }
    }

    /// Nobody looked.
    pub fn unknown() -> Below {
        Below { too_many: true, ..Below::default() }
    }

    pub fn merge(&mut self, mut other: Below) {
        self.too_many |= other.too_many;
        if self.too_many {
            self.accesses.clear();
            return;
        }
        // It does not matter which comes first: what both say is kept.
        if other.accesses.len() > self.accesses.len() {
            std::mem::swap(&mut self.accesses, &mut other.accesses);
        }
        for access in other.accesses.into_values() {
            self.insert(access);
        }
    }

    /// Seen from a state on the way: what happened behind it, and what did not.
    pub fn seen_from(&self, state: &State) -> Vec<Seen> {
        let did = |t: usize| state.threads[t].clock.get(t);
        let mut out: Vec<Seen> = self
            .accesses
            .values()
            // A stack object that is made behind the state nobody touched before.
            .filter(|a| {
                let (memory, o) = (&state.memory, a.touch.object);
                !is_of_stack(a.touch.key) || memory.get(o).is_some() || memory.gone(o).is_some()
            })
            .map(|a| {
                let me = state.threads.iter().position(|t| t.name == a.name);
                let mine = me.map_or(0, did);
                Seen {
                    name: a.name.clone(),
                    touch: Touch { key: spot_of(&state.memory, &a.touch), ..a.touch },
                    at: a.at,
                    after: a.joined | bits(state, |t| a.clock.get(t) > did(t)),
                    known: a.joined | bits(state, |t| a.known.get(t) > did(t)),
                    acquired: (a.acquired.iter().filter(|q| q.0 > mine))
                        .filter_map(|q| Some((spot_of_key(state, q.1)?, q.2, q.3)))
                        .collect(),
                }
            })
            .collect();
        out.sort_by(|a, b| {
            fn key(s: &Seen) -> impl Ord + '_ {
                (&s.name, s.touch.key, s.touch.lo, s.touch.hi, s.touch.write, s.at)
            }
            key(a).cmp(&key(b))
        });
        out
    }

    /// What was seen behind an equal state, in terms of the run that leads to this one.
    pub fn behind(state: &State, seen: &[Seen]) -> Below {
        let mut out = Below::default();
        for s in seen {
            let near = nearest(state, &s.name);
            let (mut clock, mut known) =
                (state.threads[near].clock.clone(), state.threads[near].known.clone());
            for t in 0..state.threads.len().min(64) {
                let next = state.threads[t].clock.get(t) + 1;
                if s.after >> t & 1 == 1 {
                    clock.set(t, next);
                }
                if s.known >> t & 1 == 1 {
                    known.set(t, next);
                }
            }
            let index = state.threads[near].clock.get(near) + 1;
            let acquired = s.acquired.iter().map(|a| (index, a.0, a.1, a.2)).collect();
            let access = Access {
                name: s.name.clone(),
                touch: s.touch,
                at: s.at,
                clock,
                known,
                joined: bits(state, |t| state.threads[near].joined.contains(t)),
                acquired,
            };
            out.insert(access);
        }
        out
    }
}

/// The spot of an object by its key. None: a stack object that does not live.
fn spot_of_key(state: &State, key: u64) -> Option<u64> {
    match is_of_stack(key) {
        true => state.memory.objects().find(|(_, o)| o.key == key).map(|(_, o)| o.spot),
        false => Some(key),
    }
}

/// What was seen behind an equal state, with the stack objects of this one. None: one of them is not there.
pub fn localised(facts: &mut Facts, state: &State, seen: &Arc<[Seen]>) -> Option<Arc<[Seen]>> {
    let named = |s: &Seen| is_of_stack(s.touch.key) || s.acquired.iter().any(|a| is_of_stack(a.0));
    if !seen.iter().any(named) {
        return Some(seen.clone());
    }
    let mut here = |spot: u64| match is_of_stack(spot) {
        true => {
            let id = facts.find(&state.memory, spot)?;
            Some((state.memory.get(id)?.key, Some(id)))
        }
        false => Some((spot, None)),
    };
    let local = |s: &Seen| {
        let mut s = s.clone();
        let (key, id) = here(s.touch.key)?;
        s.touch.key = key;
        s.touch.object = id.unwrap_or(s.touch.object);
        for a in &mut s.acquired {
            a.0 = here(a.0)?.0;
        }
        Some(s)
    };
    seen.iter().map(local).collect()
}

/// The thread of this name, or the one that it will come from.
pub fn nearest(state: &State, name: &ThreadName) -> usize {
    let mut name = name.clone();
    loop {
        if let Some(t) = state.threads.iter().position(|t| t.name == name) {
            return t;
        }
        match name.0.split_last() {
            Some((_, parent)) => name = ThreadName(parent.into()),
            None => return 0,
        }
    }
}
