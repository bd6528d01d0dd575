//! Calls: of functions with a body, and what those without one do.

use crate::Site;
use crate::externals::{Effect, effects};
use crate::facts::{Access, Extent, Facts, When};
use crate::node::{ALL, ESCAPED, Node, Obj, SPECIFIC, THREAD_RESULT, UNKNOWN, cell};
use crate::offsets::Offsets;
use crate::points_to::{CallSite, Func};
use rethread_ir::FuncId;

pub struct Argument {
    /// None if it carries no address.
    pub node: Option<Node>,
    pub null: bool,
    pub constant: Option<u64>,
    /// Bytes that the callee gets a copy of.
    pub block: Option<u32>,
}

pub struct Call {
    pub number: CallSite,
    pub site: Site,
    pub args: Vec<Argument>,
    pub result: Option<Node>,
    /// Holds the arguments behind the last one: for a function that stands for all its indirect calls.
    pub surplus: Option<Node>,
}

/// Arguments and result of a call whose callees the rules find.
pub fn pass(facts: &mut Facts, call: &Call) {
    for (i, a) in call.args.iter().enumerate() {
        let Some(node) = a.node else { continue };
        match a.block {
            Some(bytes) => {
                let buffer = facts.new_object();
                facts.rules.gather.push((node, bytes, buffer));
                facts.rules.block_argument.push((call.number, i as u32, buffer, bytes, node));
                facts.access(call.site, Some(node), Extent::Bytes(bytes), false);
            }
            None => facts.rules.argument.push((call.number, i as u32, node)),
        }
    }
    facts.rules.result.extend(call.result.map(|d| (call.number, d)));
}

/// A call through a pointer.
pub fn indirect(facts: &mut Facts, call: &Call, function: Node) {
    facts.rules.indirect.push((call.number, function));
    let (address, o) = (facts.new_node(), facts.new_object());
    facts.address(address, o, Offsets::at(0));
    facts.rules.heap.push((call.number, address, o));
    facts.heaps.insert(call.site, o);
    pass(facts, call);
}

/// A function without body as its indirect callers see it: it does to its parameters what it does.
pub fn declaration(facts: &mut Facts, f: Func) {
    let site = Site { function: f, block: 0, inst: 0 };
    let params = facts.program.function(FuncId(f)).params.len() as u32;
    let number = facts.call_site(site);
    let unknown = |node| Argument { node: Some(node), null: false, constant: None, block: None };
    let args = (0..params).map(|i| unknown(facts.register(f, i))).collect();
    let surplus = facts.varargs.get(&f).map(|&o| cell(o, ALL));
    let call = Call { number, site, args, result: Some(facts.returned(f)), surplus };
    external(facts, f, &call);
}

/// A call of a function without body.
pub fn external(facts: &mut Facts, f: Func, call: &Call) {
    let program = facts.program;
    if facts.cancels {
        facts.ends.push(call.site);
    }
    named(facts, &program.function(FuncId(f)).name, call);
}

/// A call of something that is known by its name, or not at all.
pub fn named(facts: &mut Facts, name: &str, call: &Call) {
    match effects(name) {
        None => unknown(facts, call),
        Some(list) => list.iter().for_each(|&e| effect(facts, call, e)),
    }
}

/// Whatever the arguments lead to is read, written, kept and perhaps returned.
pub fn unknown(facts: &mut Facts, call: &Call) {
    facts.rules.unknown_call.push((call.number,));
    let nodes = call.args.iter().filter_map(|a| a.node).chain(call.surplus);
    facts.rules.blur.extend(nodes.map(|n| (n, ESCAPED)));
    let outside = facts.new_node();
    facts.address(outside, UNKNOWN, Offsets::ANY);
    for write in [false, true] {
        facts.access(call.site, Some(outside), Extent::Whole, write);
    }
    facts.rules.copy.extend(call.result.map(|d| (outside, d)));
}

fn effect(facts: &mut Facts, call: &Call, effect: Effect) {
    // A prototype may be wrong: what is missing is in the surplus, if anywhere.
    let node = |i: usize| call.args.get(i).map_or(call.surplus, |a| a.node);
    let is_null = |i: usize| call.args.get(i).is_some_and(|a| a.null);
    let constant = |i: usize| call.args.get(i).and_then(|a| a.constant);
    let is_missing = |i: usize| i >= call.args.len() && call.surplus.is_none();
    match effect {
        Effect::Reads(i, len) | Effect::Writes(i, len) => {
            if !is_null(i) && !is_missing(i) {
                let write = matches!(effect, Effect::Writes(..));
                facts.access(call.site, node(i), Facts::extent(len, constant), write);
            }
        }
        Effect::Allocates => match new_object(facts, call) {
            Some(o) => facts.rules.address.extend(call.result.map(|d| (d, o, Offsets::at(0)))),
            None => facts.rules.allocates.push((call.site.function,)),
        },
        Effect::AllocatesInto(i) => match new_object(facts, call) {
            Some(o) => {
                let pointer = facts.new_node();
                facts.address(pointer, o, Offsets::at(0));
                facts.rules.store.extend(node(i).map(|p| (p, 8, pointer)));
            }
            None => facts.rules.allocates_into.push((call.site.function, i as u32)),
        },
        Effect::Copies(to, from, len) => {
            if let (Some(to), Some(from)) = (node(to), node(from)) {
                facts.block_copy(to, from, Facts::extent(len, constant).bytes());
            }
        }
        Effect::Moves(i) => {
            if stands_for_calls(facts, call) {
                facts.rules.moves.push((call.site.function, i as u32));
            } else if let (Some(to), Some(from)) = (call.result, node(i)) {
                facts.block_copy(to, from, u32::MAX);
            }
        }
        Effect::Returns(i) => {
            if let (Some(from), Some(d)) = (node(i), call.result) {
                facts.rules.copy.push((from, d));
            }
        }
        Effect::StoresInside(to, value) => {
            if let (Some(to), Some(value)) = (node(to), node(value)) {
                let inside = facts.new_node();
                facts.rules.blur.push((value, inside));
                facts.rules.store.push((to, 8, inside));
            }
        }
        Effect::Formats(format, list) => {
            let Some(list) = node(list) else { return };
            let (area, values) = (facts.new_node(), facts.new_node());
            facts.rules.load.push((list, 24, area));
            facts.rules.load.push((area, u32::MAX, values));
            facts.access(call.site, Some(area), Extent::Rest, false);
            let asked = node(format).map_or(When::Pointing, When::Asked);
            for (write, when) in [(false, When::Pointing), (true, asked)] {
                let (pointer, extent) = (Some(values), Extent::Rest);
                facts.accesses.push(Access { site: call.site, pointer, extent, write, when });
            }
        }
        Effect::ReturnsUnknown => {
            if let Some(d) = call.result {
                facts.address(d, UNKNOWN, Offsets::ANY);
            }
        }
        Effect::Calls(i) => facts.rules.indirect.extend(node(i).map(|p| (call.number, p))),
        Effect::CreatesThread { function, argument } => {
            facts.creates_threads = true;
            facts.rules.creates.extend(node(function).map(|p| (call.number, p)));
            facts.rules.passes.extend(node(argument).map(|a| (call.number, a)));
        }
        Effect::Joins(i) => facts.rules.store.extend(node(i).map(|p| (p, 8, THREAD_RESULT))),
        Effect::Ends(i) => {
            facts.rules.copy.extend(node(i).map(|v| (v, THREAD_RESULT)));
            facts.ends.push(call.site);
        }
        Effect::SetsSpecific(i) => facts.rules.copy.extend(node(i).map(|v| (v, SPECIFIC))),
        Effect::GetsSpecific => facts.rules.copy.extend(call.result.map(|d| (SPECIFIC, d))),
        Effect::Destructor(i) => facts.rules.key_destructor.extend(node(i).map(|p| (p,))),
        Effect::Exits => {
            let program = facts.program;
            facts.rules.callee.extend(program.destructors.iter().map(|d| (call.number, d.0)));
        }
        Effect::Returnable => facts.returnable[call.site.function as usize] = true,
    }
}

/// A function without body that stands for its calls through pointers.
fn stands_for_calls(facts: &Facts, call: &Call) -> bool {
    facts.program.function(FuncId(call.site.function)).is_declaration()
}

/// The object that an allocating call makes; None if the calls through pointers have theirs.
fn new_object(facts: &mut Facts, call: &Call) -> Option<Obj> {
    if stands_for_calls(facts, call) {
        return None;
    }
    let o = facts.new_object();
    facts.made.insert(call.site, o);
    Some(o)
}
