//! Dependence through memory: who reads depends on whoever may have written the same bytes.
//!
//! Guarantee: a reader depends on every writer whose bytes may overlap its own, unless the order of the two is
//! known to forbid it. Without regard to what is overwritten in between.
//!
//! Objects are cut where accesses begin and end. Where few meet in a piece, every pair is looked at for
//! itself; else all its writers and all its readers stand behind one node each, so that the cost is linear.

use super::graph::{Edge, Way};
use super::nodes::{Node, Nodes};
use crate::facts::Extent;
use crate::node::{COMPUTED, Obj, UNKNOWN};
use crate::solution::{Reference, Solution};
use rustc_hash::{FxHashMap, FxHashSet};

/// Pieces of an object that are told apart.
const CUTS: usize = 256;
/// Pairs of a piece that are looked at one by one.
const PAIRS: usize = 1 << 12;

/// Accesses of one kind: to what is in memory, to whether it is there, to what synchronises there.
#[derive(Default)]
pub struct Layer {
    reads: Vec<(Access, Node)>,
    writes: Vec<(Access, Node)>,
}

/// Where, without the direction.
type Access = (u32, Extent);

impl Layer {
    pub fn read(&mut self, n: Node, r: Reference) {
        self.reads.push(((r.places, r.extent), n));
    }
    pub fn write(&mut self, n: Node, r: Reference) {
        self.writes.push(((r.places, r.extent), n));
    }
    /// A write to all of one object.
    pub fn write_object(&mut self, n: Node, o: Obj, objects: &mut Objects) {
        self.writes.push(((objects.number(o), Extent::Whole), n));
    }
}

/// Objects that are written as such and not through a pointer: numbers behind those of the pointers.
pub struct Objects {
    first: u32,
    list: Vec<Obj>,
    numbers: FxHashMap<Obj, u32>,
}

impl Objects {
    pub fn new(solution: &Solution) -> Objects {
        Objects { first: solution.places.len() as u32, list: Vec::new(), numbers: FxHashMap::default() }
    }
    fn number(&mut self, o: Obj) -> u32 {
        *self.numbers.entry(o).or_insert_with(|| {
            self.list.push(o);
            self.first + self.list.len() as u32 - 1
        })
    }
}

/// Who touches a piece of an object.
#[derive(Default)]
struct Piece {
    readers: Vec<Access>,
    writers: Vec<Access>,
}

/// May the reader see what the writer left in the object?
pub type Sees<'a> = &'a dyn Fn(&Nodes, Node, Node, Obj) -> bool;

pub struct Connect<'a, 'p> {
    pub nodes: &'a mut Nodes<'p>,
    pub edges: &'a mut Vec<Edge>,
    pub solution: &'a Solution,
    pub objects: &'a Objects,
}

impl Connect<'_, '_> {
    fn edge(&mut self, depends: Node, on: Node) {
        self.edges.push(Edge { depends, on, way: Way::Anywhere });
    }

    /// Adds the dependences of a layer.
    pub fn layer(&mut self, layer: Layer, sees: Sees) {
        let Pieces { reads, writes, pieces } = pieces(self.solution, self.objects, layer);
        let escaped: FxHashSet<Obj> = self.solution.escaped.iter().copied().collect();
        let mixed: FxHashSet<Obj> = self.solution.mixed.iter().copied().collect();
        let mut hubs = Hubs::new(self.nodes);
        for ((o, _), piece) in pieces {
            let (outside, computed) = (escaped.contains(&o), mixed.contains(&o));
            let stands = matches!(o, UNKNOWN | COMPUTED);
            let count = |list: &[Access], of: &Groups| list.iter().map(|a| of[a].len()).sum::<usize>();
            let (w, r) = (count(&piece.writers, &writes), count(&piece.readers, &reads));
            if !outside && !computed && !stands {
                if w == 0 || r == 0 {
                    continue;
                }
                if w.saturating_mul(r) <= PAIRS {
                    for &reader in piece.readers.iter().flat_map(|a| &reads[a]) {
                        for &writer in piece.writers.iter().flat_map(|a| &writes[a]) {
                            if sees(self.nodes, writer, reader, o) {
                                self.edge(reader, writer);
                            }
                        }
                    }
                    continue;
                }
            }
            let (left, seen) = (self.nodes.fresh(), self.nodes.fresh());
            self.edge(seen, left);
            for a in &piece.writers {
                let hub = hubs.writers(self, *a, &writes);
                self.edge(left, hub);
            }
            for a in &piece.readers {
                let hub = hubs.readers(self, *a, &reads);
                self.edge(hub, seen);
            }
            if outside || o == UNKNOWN {
                self.edge(seen, hubs.left_outside);
                self.edge(hubs.seen_outside, left);
            }
            if computed || o == COMPUTED {
                self.edge(seen, hubs.left_computed);
                self.edge(hubs.seen_computed, left);
            }
            if o == UNKNOWN {
                self.edge(hubs.left_outside, left);
                self.edge(seen, hubs.seen_outside);
            }
            if o == COMPUTED {
                self.edge(hubs.left_computed, left);
                self.edge(seen, hubs.seen_computed);
            }
        }
        self.edge(hubs.seen_outside, hubs.left_computed);
        self.edge(hubs.seen_computed, hubs.left_outside);
    }
}

/// The bytes of an access, object by object; those that stand for others are not followed.
fn ranges(
    solution: &Solution,
    objects: &Objects,
    (places, extent): Access,
    see: &mut impl FnMut(Obj, u64, u64),
) {
    match places.checked_sub(objects.first) {
        Some(i) => see(objects.list[i as usize], 0, u64::MAX),
        None => solution.ranges(Reference { places, extent, write: false }, &mut |t| {
            see(t.object, t.lo, t.hi);
        }),
    }
}

/// Cuts what a layer touches into pieces.
fn pieces(solution: &Solution, objects: &Objects, mut layer: Layer) -> Pieces {
    layer.reads.sort_unstable();
    layer.reads.dedup();
    layer.writes.sort_unstable();
    layer.writes.dedup();
    let (reads, writes) = (grouped(&layer.reads), grouped(&layer.writes));
    let mut cuts: FxHashMap<Obj, Vec<u64>> = FxHashMap::default();
    for access in reads.keys().chain(writes.keys()) {
        ranges(solution, objects, *access, &mut |o, lo, hi| cuts.entry(o).or_default().extend([lo, hi]));
    }
    for list in cuts.values_mut() {
        list.sort_unstable();
        list.dedup();
        if list.len() > CUTS {
            *list = vec![0, u64::MAX];
        }
    }
    let mut pieces: FxHashMap<(Obj, u32), Piece> = FxHashMap::default();
    for (list, write) in [(&reads, false), (&writes, true)] {
        for &access in list.keys() {
            ranges(solution, objects, access, &mut |o, lo, hi| {
                let cuts = &cuts[&o];
                // An access of no bytes touches what is there.
                let hi = hi.max(lo.saturating_add(1));
                let end = cuts.partition_point(|&c| c < hi).max(1);
                let first = (cuts.partition_point(|&c| c <= lo).max(1) - 1).min(end - 1);
                for k in first..end {
                    let piece = pieces.entry((o, k as u32)).or_default();
                    let into = if write { &mut piece.writers } else { &mut piece.readers };
                    if into.last() != Some(&access) {
                        into.push(access);
                    }
                }
            });
        }
    }
    let mut pieces: Vec<((Obj, u32), Piece)> = pieces.into_iter().collect();
    pieces.sort_unstable_by_key(|p| p.0);
    Pieces { reads, writes, pieces }
}

/// Shows who writes and who reads each piece of an object.
pub fn meetings(
    solution: &Solution,
    objects: &Objects,
    layer: Layer,
    mut see: impl FnMut(Obj, &[Node], &[Node]),
) {
    let Pieces { reads, writes, pieces } = pieces(solution, objects, layer);
    for ((o, _), piece) in pieces {
        let all =
            |list: &[Access], of: &Groups| list.iter().flat_map(|a| &of[a]).copied().collect::<Vec<_>>();
        see(o, &all(&piece.writers, &writes), &all(&piece.readers, &reads));
    }
}

/// Everything that a layer touches, in pieces of objects.
struct Pieces {
    reads: Groups,
    writes: Groups,
    /// By object and number, ascending.
    pieces: Vec<((Obj, u32), Piece)>,
}

type Groups = std::collections::BTreeMap<Access, Vec<Node>>;

fn grouped(list: &[(Access, Node)]) -> Groups {
    let mut out = Groups::new();
    list.iter().for_each(|&(a, n)| out.entry(a).or_default().push(n));
    out
}

/// Nodes that stand for all readers or all writers of an access.
struct Hubs {
    /// What was written and what is read through pointers to the outside, and through computed ones.
    left_outside: Node,
    seen_outside: Node,
    left_computed: Node,
    seen_computed: Node,
    readers: FxHashMap<Access, Node>,
    writers: FxHashMap<Access, Node>,
}

impl Hubs {
    fn new(nodes: &mut Nodes) -> Hubs {
        Hubs {
            left_outside: nodes.fresh(),
            seen_outside: nodes.fresh(),
            left_computed: nodes.fresh(),
            seen_computed: nodes.fresh(),
            readers: FxHashMap::default(),
            writers: FxHashMap::default(),
        }
    }

    fn readers(&mut self, connect: &mut Connect, a: Access, of: &Groups) -> Node {
        *self.readers.entry(a).or_insert_with(|| {
            let hub = connect.nodes.fresh();
            of[&a].iter().for_each(|&n| connect.edge(n, hub));
            hub
        })
    }

    fn writers(&mut self, connect: &mut Connect, a: Access, of: &Groups) -> Node {
        *self.writers.entry(a).or_insert_with(|| {
            let hub = connect.nodes.fresh();
            of[&a].iter().for_each(|&n| connect.edge(hub, n));
            hub
        })
    }
}
