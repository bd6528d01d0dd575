//! What depends on what: control, data, interference between threads, synchronisation, and passing.
//!
//! Source: Conc-iSE (ASE 2016), section 5.2, and "Assertion guided symbolic execution of multithreaded
//! programs" (FSE 2015), section 6.1. Departs from them: what follows something that may not let control past
//! (a loop that may not end, a wait, an end, a check that may fail, a call that may not return) depends on it.
//!
//! Guarantee: an instruction that is not in the backward slice of others has no influence on whether they are
//! reached, nor on the values they find, in all schedules together; the same the other way round for the
//! forward slice. When the end of the process cuts other threads short does not count: it can always come
//! later.
//!
//! Each kind of dependence is a module: `control` (with `regions`, `stops` and `loops`, which make passing a
//! case of it), `data` and `calls` for registers, `memory` for everything that goes through memory, within a
//! thread and between threads, `order` for what may come first, `channels` for the rest. `summaries` keeps calls apart. `races`, with `locks`, says which accesses may race.

mod build;
mod calls;
mod channels;
mod control;
mod data;
mod graph;
mod joins;
mod locks;
mod loops;
mod memory;
mod nodes;
mod order;
mod races;
mod regions;
mod safe;
mod slice;
mod stops;
mod summaries;
mod unwritten;

use crate::Site;
use crate::sharing::Sharing;
use graph::Graph;
pub use races::Races;
use rethread_ir::Program;
pub use safe::Versions;
pub use slice::Slice;
use std::sync::OnceLock;

/// What the engine was told to do, as far as it matters here.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Behaviour {
    /// A thread that decides on what was never written is stopped (the check `uninit`).
    pub unwritten_stops: bool,
    /// An allocation may get the address of freed memory again (`--reuse-freed`).
    pub reuses_freed: bool,
    /// Bytes of stack that a thread may use.
    pub stack: u64,
}

impl Default for Behaviour {
    fn default() -> Behaviour {
        Behaviour { unwritten_stops: true, reuses_freed: false, stack: crate::STACK_BYTES }
    }
}

/// How much there is; for benchmarks and the curious.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Size {
    pub instructions: u32,
    pub nodes: u32,
    pub dependences: usize,
}

/// The dependences of one program. See the module.
pub struct Dependences<'p> {
    program: &'p Program,
    /// None if nothing is known.
    found: Option<build::Found<'p>>,
    backward: OnceLock<Graph>,
    forward: OnceLock<Graph>,
}

impl<'p> Dependences<'p> {
    /// `sharing` is of the same program.
    pub fn of(program: &'p Program, sharing: &Sharing, behaviour: Behaviour) -> Dependences<'p> {
        Dependences::of_both(program, sharing, behaviour, None)
    }

    /// Of a program that two versions were made into.
    pub fn of_both(
        program: &'p Program,
        sharing: &Sharing,
        behaviour: Behaviour,
        versions: Option<&Versions>,
    ) -> Dependences<'p> {
        let found = build::dependences(program, sharing, behaviour, versions);
        Dependences { program, found, backward: OnceLock::new(), forward: OnceLock::new() }
    }

    /// Was the program too much for the analysis? Then everything is in every slice.
    pub fn gave_up(&self) -> bool {
        self.found.is_none()
    }

    /// May the function of this instruction be run at all?
    pub fn runs(&self, site: Site) -> bool {
        self.found.as_ref().is_none_or(|found| found.nodes.number(site).is_some())
    }

    /// May this instruction keep control, because a check of it fails, because it waits, ends something, or calls
    /// what does? Where that is a no, no check can fail there.
    pub fn may_stop(&self, site: Site) -> bool {
        let found = self.found.as_ref();
        found.is_none_or(|found| found.nodes.number(site).is_some_and(|n| found.stops[n as usize]))
    }

    /// Every place where control may stay, loops that may not end included. A verdict about all threads together
    /// (deadlock, leak) depends on all of them: a thread that goes on, fails or ends the process prevents it.
    pub fn stopping(&self) -> Vec<Site> {
        let Some(found) = &self.found else { return Vec::new() };
        let stops = (0..).zip(&found.stops).filter(|(_, s)| **s).map(|(n, _)| n);
        stops.chain(found.endless.iter().copied()).map(|n| found.nodes.site(n)).collect()
    }

    pub fn size(&self) -> Size {
        self.found.as_ref().map_or(Size::default(), |found| Size {
            instructions: found.nodes.instructions(),
            nodes: found.nodes.count(),
            dependences: found.edges.len(),
        })
    }

    /// What these instructions depend on, and they themselves.
    pub fn backward(&self, targets: &[Site]) -> Slice {
        self.slice(targets, &[], &self.backward, Graph::backward)
    }

    /// What depends on these instructions, and they themselves.
    pub fn forward(&self, sources: &[Site]) -> Slice {
        self.forward_of(sources, &[])
    }

    /// What depends on these instructions, and they themselves, or on how large the local variables are that those make.
    pub fn forward_of(&self, sources: &[Site], sizes: &[Site]) -> Slice {
        self.slice(sources, sizes, &self.forward, Graph::forward)
    }

    fn slice(
        &self,
        from: &[Site],
        sizes: &[Site],
        cell: &OnceLock<Graph>,
        graph: fn(u32, &[graph::Edge]) -> Graph,
    ) -> Slice {
        let Some(build::Found { nodes, edges, .. }) = &self.found else { return Slice::everything() };
        let graph = cell.get_or_init(|| graph(nodes.count(), edges));
        let numbers = |sites: &[Site]| sites.iter().filter_map(|&s| nodes.number(s)).collect::<Vec<_>>();
        let made = numbers(sizes).into_iter().map(|n| nodes.size(n));
        let reached = graph.reach(numbers(from).into_iter().flat_map(|n| nodes.of(n)).chain(made));
        let inside = (0..nodes.of_instructions()).filter(|&n| reached[n as usize]);
        let sites = inside.filter_map(|n| nodes.about(n));
        Slice::of(self.program, sites.chain(from.iter().chain(sizes).copied()))
    }
}
