//! The memory of a state: objects by id, and the addresses of those whose address was looked at.
//!
//! Guarantee: cloning costs a constant; a write copies one object (or one page of a large one) the
//! first time after a clone. An object's address depends on its name only, not on the order in which
//! threads allocated; it is made up when the program looks at it (casts to an integer, compares
//! pointers to two objects, reads a pointer's bytes).

use crate::object::{ObjName, Object, Region, Size};
use crate::value::ObjId;
use imbl::{GenericHashMap, OrdMap, Vector, shared_ptr::DefaultSharedPtr};
use rethread_ir::LocId;
use rustc_hash::{FxBuildHasher, FxHasher};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

type Map<K, V> = GenericHashMap<K, V, FxBuildHasher, DefaultSharedPtr>;

/// What is remembered of an object that is gone.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Gone {
    pub name: ObjName,
    pub region: Region,
    pub size: Size,
    pub made_at: LocId,
    pub freed_at: LocId,
    pub key: u64,
    pub kin: Option<rethread_analysis::Object>,
}

#[derive(Clone, Debug, Default)]
pub struct Memory {
    objects: Map<ObjId, Arc<Object>>,
    gone: Map<ObjId, Arc<Gone>>,
    next: u32,
    /// Address to object, for those whose address was looked at.
    by_address: OrdMap<u64, ObjId>,
    addresses: Map<ObjId, u64>,
    /// Remember every object that is gone: other threads may still point to it.
    pub remember: bool,
    /// The names of the living heap objects, summed up.
    heap: u64,
    /// Freed objects that an allocation of the same size may bring back, by size, newest last.
    freed: Map<u64, Vector<ObjId>>,
}

/// Bytes between two objects, so that an address just outside one belongs to nobody.
const GAP: u64 = 64;

impl Memory {
    /// Ids are handed out in order, from 1.
    pub fn add(&mut self, object: Object) -> ObjId {
        self.next += 1;
        let id = ObjId(self.next);
        self.heap = self.heap.wrapping_add(Self::weight(&object));
        self.objects.insert(id, Arc::new(object));
        id
    }

    #[inline]
    pub fn get(&self, id: ObjId) -> Option<&Object> {
        self.objects.get(&id).map(|o| &**o)
    }

    #[inline]
    pub fn get_mut(&mut self, id: ObjId) -> Option<&mut Object> {
        self.objects.get_mut(&id).map(Arc::make_mut)
    }

    pub fn gone(&self, id: ObjId) -> Option<&Gone> {
        self.gone.get(&id).map(|g| &**g)
    }

    /// Takes an object away; what it was is remembered for messages.
    pub fn remove(&mut self, id: ObjId, at: LocId) {
        let Some(o) = self.objects.remove(&id) else { return };
        self.heap = self.heap.wrapping_sub(Self::weight(&o));
        // Frames come and go by the million: only what somebody may still point to by number is kept.
        if o.region == Region::Stack && !self.remember && !self.addresses.contains_key(&id) {
            return;
        }
        let gone = Gone {
            name: o.name.clone(),
            region: o.region,
            size: o.size,
            made_at: o.made_at,
            freed_at: at,
            key: o.key,
            kin: o.kin,
        };
        self.gone.insert(id, Arc::new(gone));
    }

    /// From now on an allocation of this size may get the freed object's address.
    pub fn offer(&mut self, id: ObjId, size: u64) {
        self.freed.entry(size).or_default().push_back(id);
    }

    /// The object of this size that was offered last.
    pub fn offered(&self, size: u64) -> Option<ObjId> {
        self.freed.get(&size)?.back().copied()
    }

    /// Puts a new object where the one that was offered last was: old pointers point to it, as they do on
    /// a real machine, and accesses to both are accesses to one place.
    pub fn bring_back(&mut self, id: ObjId, mut object: Object) {
        if let Some(offered) = self.freed.get_mut(&self.extent(id)) {
            offered.pop_back();
        }
        if let Some(gone) = self.gone.remove(&id) {
            (object.key, object.spot) = (gone.key, gone.key);
        }
        object.kin = None;
        self.heap = self.heap.wrapping_add(Self::weight(&object));
        self.objects.insert(id, Arc::new(object));
    }

    fn weight(object: &Object) -> u64 {
        match object.region {
            Region::Heap => object.key.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            _ => 0,
        }
    }

    /// A number for which heap objects live.
    pub fn heap(&self) -> u64 {
        self.heap
    }

    pub fn objects(&self) -> impl Iterator<Item = (ObjId, &Object)> {
        self.objects.iter().map(|(id, o)| (*id, &**o))
    }

    /// Objects that the other memory has no longer or not in the same shape: a superset of those that differ.
    pub fn changed(&self, other: &Memory) -> Vec<ObjId> {
        let same = |id: &ObjId, o: &Arc<Object>| other.objects.get(id).is_some_and(|p| Arc::ptr_eq(o, p));
        self.objects.iter().filter(|(id, o)| !same(id, o)).map(|(id, _)| *id).collect()
    }

    /// The address of an object, living or gone; from now on numbers near it find it.
    pub fn address(&mut self, id: ObjId) -> u64 {
        if let Some(&a) = self.addresses.get(&id) {
            return a;
        }
        let (name, size, align) = match (self.objects.get(&id), self.gone.get(&id)) {
            (Some(o), _) => (&o.name, o.size, o.align),
            (None, Some(g)) => (&g.name, g.size, 16),
            (None, None) => (&ObjName::Environment(Arc::from("dead frame")), Size::Known(1), 16),
        };
        let size = match size {
            Size::Known(n) => n,
            Size::Symbolic(_) => 1 << 32,
        };
        let align = align.max(16).next_power_of_two();
        let mut hasher = FxHasher::default();
        name.hash(&mut hasher);
        id.0.checked_sub(u32::MAX).hash(&mut hasher);
        let mut base = 0x1_0000_0000 + (hasher.finish() >> 18 << 4) % 0x7fff_0000_0000;
        base = base.next_multiple_of(align);
        while self.collides(base, size) {
            base = (base + size + GAP).next_multiple_of(align.max(1 << 16));
        }
        self.addresses.insert(id, base);
        self.by_address.insert(base, id);
        base
    }

    fn collides(&self, base: u64, size: u64) -> bool {
        let Some((&start, &id)) = self.by_address.get_prev(&(base + size + GAP)) else { return false };
        start + self.extent(id) + GAP > base
    }

    /// The known size of an object, living or gone.
    pub fn extent(&self, id: ObjId) -> u64 {
        match self.objects.get(&id).map(|o| o.size).or_else(|| self.gone.get(&id).map(|g| g.size)) {
            Some(Size::Known(n)) => n,
            Some(Size::Symbolic(_)) => 1 << 32,
            None => 1,
        }
    }

    /// The object at or just before an address, with the offset from its start, if the address lies
    /// in it or at its end.
    pub fn at_address(&self, address: u64) -> Option<(ObjId, u64)> {
        let (&base, &id) = self.by_address.get_prev(&address)?;
        let offset = address - base;
        (offset <= self.extent(id)).then_some((id, offset))
    }

    /// Every object whose address was looked at, with the address.
    pub fn exposed(&self) -> impl Iterator<Item = (u64, ObjId)> {
        self.by_address.iter().map(|(a, id)| (*a, *id))
    }
}
