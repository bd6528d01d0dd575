//! Dependence between functions and their callers, and between threads and who creates them.

use super::data;
use super::graph::{Edge, Way};
use super::memory::{Layer, Objects};
use super::nodes::{Node, Nodes, Number};
use super::summaries::Calls;
use crate::externals::{self, Effect};
use crate::points_to::Func;
use crate::sharing::Sharing;
use crate::solution::Doing;
use rethread_ir::{Arg, Callee, Inst, Op};

/// What goes into the callees of an instruction and comes out of them.
pub struct Passing<'a, 'p> {
    pub nodes: &'a Nodes<'p>,
    pub sharing: &'a Sharing,
    pub edges: &'a mut Vec<Edge>,
    pub calls: &'a mut Calls,
    pub layer: &'a mut Layer,
    pub objects: &'a mut Objects,
}

impl Passing<'_, '_> {
    fn edge(&mut self, depends: Node, on: Node, way: Way) {
        self.edges.push(Edge { depends, on, way });
    }

    /// Values only: that the call is made, and that it comes back, is added when it is known what stops.
    pub fn values(&mut self, n: Number, inst: Option<&Inst>, doing: &Doing) {
        let f = self.nodes.site(n).function;
        let name = data::external(self.nodes.program, f, inst);
        let args: &[Arg] = match inst.map(|i| &i.op) {
            Some(Op::Call { args, .. } | Op::Intrinsic { args, .. }) => args,
            _ => &[],
        };
        let operand = |nodes: &Nodes, i: usize| args.get(i).and_then(|a| nodes.operand(f, &a.value));
        for &g in &doing.begins {
            let created = name.and_then(externals::effects).into_iter().flatten().find_map(|e| match e {
                Effect::CreatesThread { argument, .. } => Some(*argument),
                _ => None,
            });
            // Created by a function that was found through a pointer: it has the arguments.
            let passed: Vec<Node> = match (inst, created) {
                (Some(_), Some(i)) => operand(self.nodes, i).into_iter().collect(),
                _ => self.parameters(f),
            };
            if let Some(p) = self.nodes.parameter(g, 0) {
                passed.into_iter().for_each(|a| self.edge(p, a, Way::Caller));
            }
        }
        let direct = matches!(inst.map(|i| &i.op), Some(Op::Call { callee: Callee::Direct(_), .. }));
        for &g in &doing.calls {
            self.edge(self.nodes.value(n), self.nodes.returned(g), Way::Callee);
            self.calls.hands.push((self.nodes.returned(g), self.nodes.value(n)));
            self.calls.hands.push((self.nodes.end(g), self.nodes.passing(n)));
            let known = name.is_none() || (direct && super::stops::OVERRIDES.contains(&name.unwrap_or("")));
            if known {
                self.arguments(n, f, g, args);
            } else if name.is_none_or(|name| externals::effects(name).is_none()) {
                // Something unknown calls it back, with anything.
                let all: Vec<Node> = match inst {
                    Some(_) => (0..args.len()).filter_map(|i| operand(self.nodes, i)).collect(),
                    None => self.parameters(f),
                };
                for p in self.parameters(g) {
                    all.iter().for_each(|&a| self.edge(p, a, Way::Caller));
                }
            }
        }
    }

    fn parameters(&self, f: Func) -> Vec<Node> {
        (0..self.nodes.function(f).params.len() as u32).filter_map(|i| self.nodes.parameter(f, i)).collect()
    }

    /// Arguments of a call of a function of the program, or of one without body through a pointer.
    fn arguments(&mut self, n: Number, f: Func, g: Func, args: &[Arg]) {
        for (i, a) in (0..).zip(args) {
            let operand = self.nodes.operand(f, &a.value);
            match self.nodes.parameter(g, i) {
                Some(p) => {
                    if let Some(o) = operand {
                        self.edge(p, o, Way::Caller);
                        self.calls.passes.push((self.nodes.value(n), p, o));
                        self.calls.passes.push((self.nodes.passing(n), p, o));
                    }
                    if let Some(&copy) = self.sharing.copies.get(&(g, i)) {
                        let given = self.given(n, f, args);
                        self.layer.write_object(given, copy, self.objects);
                    }
                }
                None => {
                    let Some(&rest) = self.sharing.varargs.get(&g) else { continue };
                    let given = self.given(n, f, args);
                    self.layer.write_object(given, rest, self.objects);
                    if self.nodes.function(g).is_declaration() {
                        // Its built-in may use them without a look at memory.
                        let value = self.nodes.block(g, 0).start;
                        self.edge(self.nodes.value(value), given, Way::Caller);
                        self.edge(self.nodes.passing(value), given, Way::Caller);
                        self.edge(self.nodes.value(n), given, Way::Same);
                        self.edge(self.nodes.passing(n), given, Way::Same);
                    }
                }
            }
        }
    }

    /// The node of what is passed in memory.
    fn given(&mut self, n: Number, f: Func, args: &[Arg]) -> Node {
        let given = self.nodes.given(n);
        self.edge(given, self.nodes.made(n), Way::Same);
        for o in args.iter().filter_map(|a| self.nodes.operand(f, &a.value)) {
            self.edge(given, o, Way::Same);
        }
        given
    }
}
