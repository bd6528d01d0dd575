//! Heap objects that nobody can reach any more when the process ends (as LeakSanitizer sees it).

use crate::object::Region;
use crate::state::State;
use crate::value::{ObjId, Value};
use rethread_ir::LocId;
use rustc_hash::FxHashSet;

/// Where the lost objects were allocated, in order of allocation.
pub fn leaks(state: &State) -> Vec<LocId> {
    let mut reached: FxHashSet<ObjId> = FxHashSet::default();
    let mut todo: Vec<ObjId> = state
        .memory
        .objects()
        .filter(|(_, o)| matches!(o.region, Region::Global | Region::Environment))
        .map(|(id, _)| id)
        .collect();
    for t in &state.threads {
        let mut frame = t.top.as_deref();
        while let Some(f) = frame {
            todo.extend(f.objects.iter().copied());
            todo.extend(f.regs.iter().filter_map(|v| match v {
                Value::Ptr(o, _) | Value::PtrTerm(o, _) => Some(*o),
                _ => None,
            }));
            frame = f.caller.as_deref();
        }
    }
    // An address that became a number may be anywhere: its object is not called lost.
    todo.extend(state.memory.exposed().map(|(_, o)| o));
    while let Some(id) = todo.pop() {
        if reached.insert(id)
            && let Some(o) = state.memory.get(id)
        {
            todo.extend(o.pointees());
        }
    }
    let mut lost: Vec<(ObjId, LocId)> = state
        .memory
        .objects()
        .filter(|(id, o)| o.region == Region::Heap && !reached.contains(id))
        .map(|(id, o)| (id, o.made_at))
        .collect();
    lost.sort();
    lost.dedup_by_key(|l| l.1);
    lost.into_iter().map(|l| l.1).collect()
}
