//! Joins that certainly wait for the thread of one creation.
//!
//! Guarantee: behind such a join the thread that was created there has ended. (A join that does not wait for its
//! thread, because it is detached or was joined before, stops whoever calls it.) The handle is a variable at a
//! fixed place that nothing but the creation writes to, the creation is passed once at most, and the join is in
//! the same function.

use super::nodes::Nodes;
use super::safe::{Base, place};
use crate::node::Obj;
use crate::points_to::Func;
use crate::sharing::Sharing;
use crate::{Site, cfg};
use rethread_ir::{Callee, Op, Operand};
use rustc_hash::{FxHashMap, FxHashSet};

/// Bytes of a handle.
const HANDLE: u64 = 8;

/// By creation the joins that wait for it.
pub fn certain(nodes: &Nodes, sharing: &Sharing, many: &[bool]) -> FxHashMap<Site, Vec<Site>> {
    let mut handles = Handles { nodes, sharing, places: FxHashMap::default() };
    let mut cyclic: FxHashMap<Func, Vec<bool>> = FxHashMap::default();
    for (site, doing) in sharing.solution.doings.iter().filter(|(_, d)| !d.begins.is_empty()) {
        let f = site.function;
        let again = cyclic.entry(f).or_insert_with(|| cfg::cyclic(&sharing.edges[f as usize]));
        let once = !many[f as usize] && again.get(site.block as usize) == Some(&false);
        if let Some(handle) = handles.of_call(*site).filter(|_| once && doing.calls.is_empty()) {
            handles.places.entry(handle.0).or_default().push((handle.1, *site));
        }
    }
    handles.drop_written();
    handles.joins()
}

struct Handles<'a, 'p> {
    nodes: &'a Nodes<'p>,
    sharing: &'a Sharing,
    /// By object: where in it the handle is, and the creation that writes it.
    places: FxHashMap<Obj, Vec<(u64, Site)>>,
}

impl Handles<'_, '_> {
    /// Where the first argument of a call points.
    fn of_call(&self, site: Site) -> Option<(Obj, u64)> {
        match &self.nodes.inst(self.nodes.number(site)?)?.op {
            Op::Call { callee: Callee::Direct(_), args, .. } => {
                self.place(site.function, &args.first()?.value)
            }
            _ => None,
        }
    }

    fn place(&self, f: Func, pointer: &Operand) -> Option<(Obj, u64)> {
        let (base, at) = place(self.nodes, f, pointer)?;
        let object = match base {
            Base::Global(g) => self.sharing.global(g).0,
            Base::Local(r) => {
                let alloca = self.nodes.operand(f, &Operand::Reg(r)).and_then(|n| self.nodes.about(n))?;
                *self.sharing.made.get(&alloca)?
            }
            Base::Parameter(_) => return None,
        };
        Some((object, u64::try_from(at).ok()?))
    }

    /// Leaves only handles that their creation alone writes.
    fn drop_written(&mut self) {
        let solution = &self.sharing.solution;
        let reached: FxHashSet<Obj> = solution.escaped.iter().chain(&solution.mixed).copied().collect();
        self.places.retain(|o, _| !reached.contains(o));
        for (site, doing) in &solution.doings {
            let inst = self.nodes.number(*site).and_then(|n| self.nodes.inst(n)).map(|i| &i.op);
            // What is gone is no handle, and a join of it fails.
            let ends = match inst {
                Some(Op::Ret { .. }) => true,
                Some(Op::Intrinsic { name, .. }) => name.starts_with("lifetime."),
                _ => false,
            };
            for r in doing.accesses.iter().filter(|r| r.write && !ends) {
                solution.ranges(*r, &mut |t| {
                    if let Some(list) = self.places.get_mut(&t.object) {
                        list.retain(|&(at, creation)| creation == *site || t.hi <= at || at + HANDLE <= t.lo);
                    }
                });
            }
        }
    }

    fn joins(&self) -> FxHashMap<Site, Vec<Site>> {
        let mut out: FxHashMap<Site, Vec<Site>> = FxHashMap::default();
        for (_, site, inst) in self.nodes.each() {
            let Some(Op::Call { callee: Callee::Direct(g), args, .. }) = inst.map(|i| &i.op) else {
                continue;
            };
            let g = self.nodes.program.function(*g);
            if !g.is_declaration() || !matches!(&*g.name, "pthread_join" | "thrd_join") {
                continue;
            }
            let loaded = args.first().and_then(|a| self.nodes.definition(site.function, &a.value));
            let Some(Op::Load { ptr, .. }) = loaded.map(|i| &i.op) else { continue };
            let Some((o, at)) = self.place(site.function, ptr) else { continue };
            for &(handle, creation) in self.places.get(&o).into_iter().flatten() {
                if handle == at && creation.function == site.function {
                    out.entry(creation).or_default().push(site);
                }
            }
        }
        out
    }
}
