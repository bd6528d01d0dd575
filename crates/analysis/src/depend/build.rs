//! All dependences of a program, kind by kind.

use super::Behaviour;
use super::calls::Passing;
use super::channels::{self, Channel, Use};
use super::control::Control;
use super::data;
use super::graph::{Edge, Way};
use super::loops;
use super::memory::{Connect, Layer, Objects};
use super::nodes::{Node, Nodes, Number};
use super::order::Order;
use super::regions::Regions;
use super::safe::Versions;
use super::stops::Stops;
use super::summaries::{self, Calls};
use super::unwritten;
use crate::externals::{self, Effect};
use crate::facts::Extent;
use crate::mutants::{Mutant, mutant};
use crate::points_to::Func;
use crate::sharing::Sharing;
use crate::solution::{Doing, Reference};
use rethread_ir::{Callee, Op, Program};
use std::collections::BTreeMap;

pub struct Found<'p> {
    pub nodes: Nodes<'p>,
    pub edges: Vec<Edge>,
    /// By instruction: may it keep control?
    pub stops: Vec<bool>,
    /// The last instruction of each block at the head of a loop that may not end.
    pub endless: Vec<Number>,
}

/// None if nothing can be said about the program.
pub fn dependences<'p>(
    program: &'p Program,
    sharing: &Sharing,
    behaviour: Behaviour,
    versions: Option<&Versions>,
) -> Option<Found<'p>> {
    let runs = |f: usize| sharing.reached[f];
    let jumps = |(f, g): (usize, &rethread_ir::Function)| runs(f) && channels::jumps(&g.name);
    if sharing.gave_up() || program.functions.iter().enumerate().any(jumps) {
        return None;
    }
    let mut build = Build {
        nodes: Nodes::new(program, &sharing.reached),
        edges: Vec::new(),
        sharing,
        objects: Objects::new(&sharing.solution),
        calls: Calls::default(),
    };
    let never = build.nodes.fresh();
    let order = Order::of(&build.nodes, sharing);
    build.values(never, &order);
    let mut unwritten = unwritten::values(&build.nodes, sharing, &build.edges, never);
    if !behaviour.unwritten_stops {
        unwritten.fill(false);
    }
    let deep = crate::deep(program, sharing, behaviour.stack);
    let reached = build.control(&unwritten, &deep, versions);
    build.stacks(&reached, &deep);
    build.threads(&reached);
    build.waits(&reached, behaviour, &order);
    if let Some(versions) = versions {
        build.sizes(&reached, versions, &order);
    }
    summaries::add(&mut build.edges, build.calls);
    let Build { nodes, mut edges, .. } = build;
    edges.sort_unstable();
    edges.dedup();
    Some(Found { nodes, edges, stops: reached.stops.at, endless: reached.endless })
}

/// What is known about control when it is.
struct Reached {
    /// By instruction: the node of its region.
    region: Vec<Node>,
    stops: Stops,
    endless: Vec<Number>,
}

/// The last instruction of a block that control does not leave.
fn dead_end(nodes: &Nodes, f: Func, block: usize) -> Option<Number> {
    let numbers = nodes.block(f, block);
    let last = numbers.end - 1;
    let ends = matches!(nodes.inst(last)?.op, Op::Unreachable | Op::Unsupported { .. });
    // Behind a call that does not return the compiler says that nothing comes.
    let call = (last > numbers.start).then(|| last - 1);
    let call = call
        .filter(|&n| nodes.inst(n).is_some_and(|i| matches!(i.op, Op::Call { .. } | Op::Intrinsic { .. })));
    ends.then(|| call.unwrap_or(last))
}

struct Build<'a, 'p> {
    nodes: Nodes<'p>,
    edges: Vec<Edge>,
    sharing: &'a Sharing,
    objects: Objects,
    calls: Calls,
}

impl<'p> Build<'_, 'p> {
    fn edge(&mut self, depends: Node, on: Node, way: Way) {
        self.edges.push(Edge { depends, on, way });
    }

    /// What the program's functions are, of those that run.
    fn functions(&self) -> Vec<Func> {
        (0..self.nodes.program.functions.len() as Func).filter(|&f| self.nodes.runs(f)).collect()
    }

    fn connect(&mut self, layer: Layer, order: &Order) {
        let mut connect = Connect {
            nodes: &mut self.nodes,
            edges: &mut self.edges,
            solution: &self.sharing.solution,
            objects: &self.objects,
        };
        // What stands for others may come at any time.
        connect.layer(
            layer,
            &|nodes, writer, reader, object| match (nodes.about(writer), nodes.about(reader)) {
                (Some(w), Some(r)) if w.function != r.function && mutant(Mutant::NoInterference) => false,
                (Some(w), Some(r)) => order.sees(w, r, object),
                _ => true,
            },
        );
    }

    /// Data: registers, parameters and results, contents of memory.
    fn values(&mut self, never: Node, order: &Order) {
        let nothing = Doing::default();
        let mut contents = Layer::default();
        for n in 0..self.nodes.instructions() {
            let (site, inst) = (self.nodes.site(n), self.nodes.inst(n));
            let doing = self.sharing.solution.at(site).unwrap_or(&nothing);
            if let Some(inst) = inst {
                let (nodes, edges) = (&self.nodes, &mut self.edges);
                data::values(nodes, n, inst, &mut |on| {
                    edges.push(Edge { depends: nodes.value(n), on, way: Way::Same });
                });
            }
            let mut passing = Passing {
                nodes: &self.nodes,
                sharing: self.sharing,
                edges: &mut self.edges,
                calls: &mut self.calls,
                layer: &mut contents,
                objects: &mut self.objects,
            };
            passing.values(n, inst, doing);
            data::contents(&self.nodes, n, doing, &mut contents);
            if self.starts_unwritten(inst)
                && let Some(&o) = self.sharing.made.get(&site)
            {
                contents.write_object(never, o, &mut self.objects);
            }
        }
        for f in self.functions() {
            for n in self.nodes.returns(f).collect::<Vec<_>>() {
                self.edge(self.nodes.returned(f), self.nodes.value(n), Way::Same);
                if self.nodes.function(f).is_declaration() {
                    for p in (0..).map_while(|i| self.nodes.parameter(f, i)).collect::<Vec<_>>() {
                        self.edge(self.nodes.value(n), p, Way::Same);
                        self.edge(self.nodes.passing(n), p, Way::Same);
                    }
                }
            }
        }
        self.connect(contents, order);
    }

    /// Makes objects with nothing in them.
    fn starts_unwritten(&self, inst: Option<&rethread_ir::Inst>) -> bool {
        match inst.map(|i| &i.op) {
            Some(Op::Call { callee: Callee::Direct(g), .. }) => {
                self.nodes.program.function(*g).name != "calloc"
            }
            _ => true,
        }
    }

    /// Control and passing.
    fn control(&mut self, unwritten: &[bool], deep: &[bool], versions: Option<&Versions>) -> Reached {
        let program = self.nodes.program;
        let edges = &self.sharing.edges;
        let heads: Vec<Vec<bool>> = (0..program.functions.len())
            .map(|f| match self.nodes.runs(f as Func) {
                true => loops::endless(&self.nodes, f as Func, &edges[f]),
                false => Vec::new(),
            })
            .collect();
        let endless: Vec<bool> = heads.iter().map(|h| h.contains(&true)).collect();
        let stops = Stops::of(&self.nodes, self.sharing, versions, &endless, unwritten, deep);
        let mut region = vec![0; self.nodes.instructions() as usize];
        let mut control = Control::default();
        let mut ends = Vec::new();
        let mut dead_ends: BTreeMap<Node, Vec<Node>> = BTreeMap::new();
        for f in self.functions() {
            let i = f as usize;
            let regions = Regions::of(&mut self.nodes, f, &edges[i], &heads[i], &stops.at);
            let endless = (0..heads[i].len()).filter(|&b| heads[i][b]);
            ends.extend(endless.map(|b| self.nodes.block(f, b).end - 1));
            for b in 0..edges[i].len().max(1) {
                if let Some(n) = dead_end(&self.nodes, f, b) {
                    dead_ends.entry(regions.node(n)).or_default().push(self.nodes.made(n));
                    self.edge(self.nodes.end(f), self.nodes.made(n), Way::Same);
                }
                for n in self.nodes.block(f, b) {
                    region[n as usize] = regions.node(n);
                    self.passing(n, regions.node(n), &stops, unwritten);
                    if let Some(Op::Phi { incoming, .. }) = self.nodes.inst(n).map(|i| &i.op) {
                        for (from, _) in incoming {
                            let way = regions.between(&self.nodes, f, from.0 as usize, b);
                            self.edge(self.nodes.value(n), way, Way::Same);
                        }
                    }
                }
            }
            for n in self.nodes.returns(f).collect::<Vec<_>>() {
                let last = match stops.at[n as usize] {
                    true => self.nodes.passing(n),
                    false => region[n as usize],
                };
                self.edge(self.nodes.end(f), last, Way::Same);
            }
            self.calls.results.extend([self.nodes.end(f), self.nodes.returned(f)]);
            control.add(&regions.all);
        }
        for (depends, on) in control.dependences() {
            self.edge(depends, on, Way::Same);
            // Who takes the other way does so because this one ends.
            if on < self.nodes.of_instructions() {
                for &end in dead_ends.get(&depends).into_iter().flatten() {
                    self.edge(on, end, Way::Same);
                }
            }
        }
        Reached { region, stops, endless: ends }
    }

    /// That an instruction is reached, that a call is made, that control gets past both.
    fn passing(&mut self, n: Number, region: Node, stops: &Stops, unwritten: &[bool]) {
        let (value, passing, made) = (self.nodes.value(n), self.nodes.passing(n), self.nodes.made(n));
        let (site, inst) = (self.nodes.site(n), self.nodes.inst(n));
        self.edge(made, region, Way::Same);
        if let Some(Op::Call { callee: Callee::Indirect(o), .. }) = inst.map(|i| &i.op)
            && let Some(o) = self.nodes.operand(site.function, o)
        {
            self.edge(made, o, Way::Same);
        }
        let doing = self.sharing.solution.at(site);
        let begins = doing.map_or(&[][..], |d| &d.begins);
        if !begins.is_empty() {
            // A thread begins when its creation comes to an end.
            self.edge(made, passing, Way::Same);
        }
        // What a built-in calls comes behind its own checks.
        let made = match data::external(self.nodes.program, site.function, inst) {
            Some(_) => passing,
            None => made,
        };
        for &g in doing.map_or(&[][..], |d| &d.calls).iter().chain(begins) {
            self.edge(self.nodes.entry(g), made, Way::Caller);
        }
        if !stops.at[n as usize] || mutant(Mutant::NoPassing) {
            self.edge(value, region, Way::Same);
            self.edge(passing, region, Way::Same);
            return;
        }
        self.edge(value, passing, Way::Same);
        self.edge(passing, region, Way::Same);
        if let Some(inst) = inst {
            let (nodes, edges) = (&self.nodes, &mut self.edges);
            data::decisive(nodes, unwritten, n, inst, &mut |on| {
                edges.push(Edge { depends: passing, on, way: Way::Same })
            });
        }
        for &g in doing.map_or(&[][..], |d| &d.calls) {
            if stops.halts[g as usize] {
                self.edge(passing, self.nodes.end(g), Way::Callee);
            }
        }
    }

    /// Whether there is room on a stack depends on what is there already: on every local variable of who may be on it then.
    fn stacks(&mut self, reached: &Reached, deep: &[bool]) {
        if !deep.contains(&true) {
            return;
        }
        let used = self.nodes.fresh();
        let calls: Vec<(Func, &[Func])> =
            self.nodes.each().map(|(_, site, _)| (site.function, self.sharing.calls(site))).collect();
        let mut below = deep.to_vec();
        let mut more = true;
        while std::mem::take(&mut more) {
            for &(f, calls) in &calls {
                if !below[f as usize] && calls.iter().any(|&g| below[g as usize]) {
                    below[f as usize] = true;
                    more = true;
                }
            }
        }
        for n in 0..self.nodes.instructions() {
            let (site, inst) = (self.nodes.site(n), self.nodes.inst(n));
            let alloca = matches!(inst.map(|i| &i.op), Some(Op::Alloca { .. }));
            // Takes room, or gives it back.
            let moves = match inst.map(|i| &i.op) {
                Some(Op::Intrinsic { name, .. }) => matches!(&**name, "va_start" | "stackrestore"),
                _ => false,
            };
            if moves && below[site.function as usize] {
                self.edge(used, self.nodes.value(n), Way::Anywhere);
            }
            if alloca && below[site.function as usize] {
                self.edge(used, self.nodes.value(n), Way::Anywhere);
                self.edge(used, self.nodes.size(n), Way::Anywhere);
            }
            let grows = alloca && deep[site.function as usize]
                || self.sharing.calls(site).iter().any(|&g| deep[g as usize]);
            if grows && reached.stops.at[n as usize] {
                self.edge(self.nodes.passing(n), used, Way::Anywhere);
            }
        }
    }

    /// These are run one after the other: who stops, or ends the process, keeps those behind it from running at all.
    fn follow(&mut self, reached: &Reached, mut before: Option<Node>, all: impl Iterator<Item = Func>) {
        for f in all {
            if !self.nodes.runs(f) {
                continue;
            }
            if let Some(before) = before {
                self.edge(self.nodes.entry(f), before, Way::Anywhere);
            }
            if reached.stops.halts[f as usize] {
                let past = self.nodes.fresh();
                self.edge(past, self.nodes.end(f), Way::Anywhere);
                if let Some(before) = before {
                    self.edge(past, before, Way::Anywhere);
                }
                before = Some(past);
            }
        }
    }

    /// What the process and its threads start with and end with.
    fn threads(&mut self, reached: &Reached) {
        let (entry, roots) = (self.sharing.entry.0, &self.sharing.roots);
        let program = self.nodes.program;
        let functions = |list: &'p [rethread_ir::FuncId]| list.iter().map(|f| f.0);
        self.follow(reached, None, functions(&program.constructors).chain([entry]));
        let exits = self.nodes.fresh();
        for n in 0..self.nodes.instructions() {
            let name = data::external(program, self.nodes.site(n).function, self.nodes.inst(n));
            let effects = name.and_then(externals::effects).into_iter().flatten();
            if effects.into_iter().any(|e| matches!(e, Effect::Exits)) {
                self.edge(exits, self.nodes.passing(n), Way::Anywhere);
            }
        }
        self.follow(reached, Some(exits), functions(&program.destructors));
        for f in roots.iter().map(|f| f.0).filter(|&f| f != entry) {
            if !program.constructors.iter().any(|c| c.0 == f) {
                self.edge(self.nodes.entry(f), self.nodes.end(entry), Way::Anywhere);
                let parameters: Vec<Node> = (0..).map_while(|i| self.nodes.parameter(f, i)).collect();
                for p in parameters {
                    self.edge(p, self.nodes.returned(entry), Way::Anywhere);
                }
            }
        }
    }

    /// Everything that depends on whether memory is there, on synchronisation, and on what goes unseen.
    fn waits(&mut self, reached: &Reached, behaviour: Behaviour, order: &Order) {
        let [mut validity, mut synchronisation, mut made] = [(); 3].map(|()| Layer::default());
        let mut hubs: BTreeMap<u8, Node> = BTreeMap::new();
        let nothing = Doing::default();
        for n in 0..self.nodes.instructions() {
            let (site, inst) = (self.nodes.site(n), self.nodes.inst(n));
            let doing = self.sharing.solution.at(site).unwrap_or(&nothing);
            let at = (reached.region[n as usize], reached.stops.at[n as usize]);
            data::validity(&self.nodes, self.sharing, n, doing, at, &mut validity, &mut self.objects);
            let Some(name) = data::external(self.nodes.program, site.function, inst) else { continue };
            if let Some(waits) = channels::synchronises(name) {
                for &r in doing.accesses.iter().filter(|r| !r.write) {
                    synchronisation.write(self.nodes.value(n), r);
                    let seen = if waits { &mut synchronisation } else { &mut made };
                    seen.read(self.nodes.passing(n), r);
                    if channels::makes(name) {
                        made.write(self.nodes.value(n), r);
                    }
                }
            }
            for &u in channels::uses(name) {
                if !matches!(u, Use::Sees(Channel::Freed)) || behaviour.reuses_freed {
                    self.channel(n, u, &mut hubs);
                }
            }
        }
        self.connect(validity, order);
        self.connect(synchronisation, order);
        self.connect(made, order);
        self.ends(&mut hubs);
        self.sections(reached, &mut hubs);
    }

    /// Who may fail, or may not, because a local variable is of another size in another version. That its address is
    /// another one is nobody's business; an access that is certainly good in both versions is so whatever the size.
    fn sizes(&mut self, reached: &Reached, versions: &Versions, order: &Order) {
        let mut sizes = Layer::default();
        let nothing = Doing::default();
        for n in 0..self.nodes.instructions() {
            let (site, op) = (self.nodes.site(n), self.nodes.inst(n).map(|i| &i.op));
            if versions.resized.contains_key(&site)
                && let Some(&o) = self.sharing.made.get(&site)
            {
                sizes.write_object(self.nodes.size(n), o, &mut self.objects);
            }
            let plain = match op {
                Some(Op::Load { .. } | Op::Store { .. } | Op::AtomicRmw { .. } | Op::CmpXchg { .. }) => true,
                Some(Op::Intrinsic { name, .. }) => name.starts_with("mem") || name.starts_with("va_"),
                _ => false,
            };
            let ends = match op {
                Some(Op::Ret { .. }) => true,
                Some(Op::Intrinsic { name, .. }) => name.starts_with("lifetime."),
                _ => false,
            };
            if ends || plain && !reached.stops.at[n as usize] {
                continue;
            }
            for &r in &self.sharing.solution.at(site).unwrap_or(&nothing).accesses {
                let whole = Reference { extent: Extent::Whole, ..r };
                for node in self.nodes.of(n) {
                    sizes.read(node, whole);
                }
            }
        }
        self.connect(sizes, order);
    }

    fn hub(&mut self, channel: Channel, hubs: &mut BTreeMap<u8, Node>) -> Node {
        *hubs.entry(channel as u8).or_insert_with(|| self.nodes.fresh())
    }

    fn channel(&mut self, n: Number, u: Use, hubs: &mut BTreeMap<u8, Node>) {
        let (Use::Sees(c) | Use::Awaits(c) | Use::Changes(c)) = u;
        let hub = self.hub(c, hubs);
        match u {
            Use::Sees(_) => self.edge(self.nodes.value(n), hub, Way::Anywhere),
            Use::Awaits(_) => self.edge(self.nodes.passing(n), hub, Way::Anywhere),
            Use::Changes(_) => self.edge(hub, self.nodes.value(n), Way::Anywhere),
        }
    }

    /// Threads end, and what runs at their end does.
    fn ends(&mut self, hubs: &mut BTreeMap<u8, Node>) {
        let (ended, result) = (self.hub(Channel::Ended, hubs), self.hub(Channel::Result, hubs));
        let specific = self.hub(Channel::Specific, hubs);
        for &g in &self.sharing.solution.begun {
            self.edge(ended, self.nodes.end(g), Way::Anywhere);
            self.edge(result, self.nodes.returned(g), Way::Anywhere);
        }
        for &g in &self.sharing.solution.ends_thread {
            for on in [ended, specific, self.nodes.end(self.sharing.entry.0)] {
                self.edge(self.nodes.entry(g), on, Way::Anywhere);
            }
            self.edge(ended, self.nodes.end(g), Way::Anywhere);
            if let Some(p) = self.nodes.parameter(g, 0) {
                self.edge(p, specific, Way::Anywhere);
            }
        }
    }

    /// Where nobody can step in between: a section that fails is undone, so what it does hangs on its end.
    fn sections(&mut self, reached: &Reached, hubs: &mut BTreeMap<u8, Node>) {
        let program = self.nodes.program;
        let named = |f: &Func| program.functions[*f as usize].name.starts_with("__VERIFIER_atomic_");
        let whole: Vec<Func> = self.functions().into_iter().filter(named).collect();
        if whole.is_empty() {
            return;
        }
        let hub = self.hub(Channel::Sections, hubs);
        for f in whole.into_iter().filter(|&f| !program.functions[f as usize].is_declaration()) {
            self.edge(hub, self.nodes.entry(f), Way::Anywhere);
            self.edge(hub, self.nodes.end(f), Way::Anywhere);
        }
        for n in 0..self.nodes.instructions() {
            let touches =
                self.sharing.solution.at(self.nodes.site(n)).is_some_and(|d| !d.accesses.is_empty());
            if touches {
                self.edge(self.nodes.value(n), hub, Way::Anywhere);
            }
            // A failure inside is a section that does not end.
            if touches && reached.stops.at[n as usize] {
                self.edge(self.nodes.passing(n), hub, Way::Anywhere);
            }
        }
    }
}
