//! libc models: one more program, from which only what is missing is taken.
//!
//! Guarantee: a definition by the user always wins, also inside the models; what a model needs is taken
//! along. Taken functions and globals are marked `is_model`.

use super::remap::{FileIndex, Remap};
use super::visit::{self, Visitor};
use crate::{
    Const, DebugTypeId, FileId, FuncId, Function, Global, GlobalId, Linkage, LocId, Program, TypeId,
};
use rustc_hash::FxHashMap;

#[derive(Copy, Clone, PartialEq, Eq, Hash)]
enum Symbol {
    Function(usize),
    Global(usize),
}

/// Where a symbol of the models ends up.
struct Plan {
    functions: Vec<Const>,
    globals: Vec<Const>,
    /// In the order they were found; `usize` is the index in the program.
    taken: Vec<(Symbol, usize)>,
}

/// Adds definitions from `models` for what `program` uses and does not define.
pub fn link_models(program: &mut Program, models: &Program) {
    let offered = index(models);
    // Models are ours and use no aliases; the user may.
    let user = with_aliases(index(program), program);
    let mut plan = Plan {
        functions: vec![Const::Null; models.functions.len()],
        globals: vec![Const::Null; models.globals.len()],
        taken: Vec::new(),
    };
    let mut scan = Scan { pending: Vec::new() };
    // What the program itself misses, in its own order.
    for f in program.functions.iter().filter(|f| open_function(f)) {
        scan.pending.extend(offered.get(f.name.as_str()).copied());
    }
    for g in program.globals.iter().filter(|g| open_global(g)) {
        scan.pending.extend(offered.get(g.name.as_str()).copied());
    }
    scan.pending.reverse();
    let mut next = (program.functions.len(), program.globals.len());
    while let Some(symbol) = scan.pending.pop() {
        if plan.at(symbol) != &Const::Null {
            continue;
        }
        if let Some(found) = keep_users(program, models, &user, symbol) {
            plan.set(symbol, found);
            continue;
        }
        let name = name_of(models, symbol);
        // A declaration of the user is filled in place, so that its uses need no change.
        let slot = match (symbol, user.get(name).filter(|_| !is_internal(models, symbol))) {
            (Symbol::Function(_), Some(&Symbol::Function(i)))
            | (Symbol::Global(_), Some(&Symbol::Global(i))) => i,
            (Symbol::Function(_), _) => {
                next.0 += 1;
                next.0 - 1
            }
            (Symbol::Global(_), _) => {
                next.1 += 1;
                next.1 - 1
            }
        };
        plan.take(symbol, slot);
        match symbol {
            Symbol::Function(i) => visit::function(&mut models.functions[i].clone(), &mut scan),
            Symbol::Global(i) => visit::global(&mut models.globals[i].clone(), &mut scan),
        }
    }
    copy(program, models, &plan);
}

fn open_function(f: &Function) -> bool {
    f.linkage != Linkage::Internal && (f.is_declaration() || f.linkage == Linkage::Inline)
}

fn open_global(g: &Global) -> bool {
    g.linkage != Linkage::Internal && g.init.is_none()
}

fn is_internal(program: &Program, symbol: Symbol) -> bool {
    match symbol {
        Symbol::Function(i) => program.functions[i].linkage == Linkage::Internal,
        Symbol::Global(i) => program.globals[i].linkage == Linkage::Internal,
    }
}

fn name_of(program: &Program, symbol: Symbol) -> &str {
    match symbol {
        Symbol::Function(i) => &program.functions[i].name,
        Symbol::Global(i) => &program.globals[i].name,
    }
}

/// Symbols that other units can see, by name.
fn index(program: &Program) -> FxHashMap<&str, Symbol> {
    let functions = program.functions.iter().enumerate().filter(|(_, f)| f.linkage != Linkage::Internal);
    let globals = program.globals.iter().enumerate().filter(|(_, g)| g.linkage != Linkage::Internal);
    let functions = functions.map(|(i, f)| (f.name.as_str(), Symbol::Function(i)));
    functions.chain(globals.map(|(i, g)| (g.name.as_str(), Symbol::Global(i)))).collect()
}

fn with_aliases<'a>(
    mut symbols: FxHashMap<&'a str, Symbol>,
    program: &'a Program,
) -> FxHashMap<&'a str, Symbol> {
    for alias in program.aliases.iter().filter(|a| a.linkage != Linkage::Internal) {
        match alias.target {
            Const::Function(f) => _ = symbols.insert(&alias.name, Symbol::Function(f.0 as usize)),
            Const::Global(g) => _ = symbols.insert(&alias.name, Symbol::Global(g.0 as usize)),
            _ => {}
        }
    }
    symbols
}

/// The user's symbol of that name, unless the models' definition has to fill it.
fn keep_users(
    program: &Program,
    models: &Program,
    user: &FxHashMap<&str, Symbol>,
    symbol: Symbol,
) -> Option<Const> {
    if is_internal(models, symbol) {
        return None;
    }
    let model_defines = match symbol {
        Symbol::Function(i) => !models.functions[i].is_declaration(),
        Symbol::Global(i) => models.globals[i].init.is_some(),
    };
    let (found, open) = match *user.get(name_of(models, symbol))? {
        Symbol::Function(i) => (Const::Function(FuncId(i as u32)), open_function(&program.functions[i])),
        Symbol::Global(i) => (Const::Global(GlobalId(i as u32)), open_global(&program.globals[i])),
    };
    (!open || !model_defines).then_some(found)
}

impl Plan {
    fn at(&self, symbol: Symbol) -> &Const {
        match symbol {
            Symbol::Function(i) => &self.functions[i],
            Symbol::Global(i) => &self.globals[i],
        }
    }

    fn set(&mut self, symbol: Symbol, target: Const) {
        match symbol {
            Symbol::Function(i) => self.functions[i] = target,
            Symbol::Global(i) => self.globals[i] = target,
        }
    }

    fn take(&mut self, symbol: Symbol, slot: usize) {
        let target = match symbol {
            Symbol::Function(_) => Const::Function(FuncId(slot as u32)),
            Symbol::Global(_) => Const::Global(GlobalId(slot as u32)),
        };
        self.set(symbol, target);
        self.taken.push((symbol, slot));
    }
}

fn copy(program: &mut Program, models: &Program, plan: &Plan) {
    let mut files: FileIndex =
        program.files.iter().enumerate().map(|(i, n)| (n.clone(), FileId(i as u32))).collect();
    let mut remap = Remap::new(models, program, &mut files, &plan.functions, &plan.globals);
    for &(symbol, slot) in &plan.taken {
        match symbol {
            Symbol::Function(i) => {
                let mut f = models.functions[i].clone();
                visit::function(&mut f, &mut remap);
                // A primitive of the engine that the models declare is not a model.
                f.is_model = !f.is_declaration();
                put(&mut remap.into.functions, slot, f);
            }
            Symbol::Global(i) => {
                let mut g = models.globals[i].clone();
                visit::global(&mut g, &mut remap);
                g.is_model = true;
                put(&mut remap.into.globals, slot, g);
            }
        }
    }
}

/// New slots were given out in the order of `taken`.
fn put<T>(list: &mut Vec<T>, slot: usize, item: T) {
    if slot < list.len() {
        list[slot] = item;
    } else {
        list.push(item);
    }
}

/// Collects what a model refers to.
struct Scan {
    pending: Vec<Symbol>,
}

impl Visitor for Scan {
    fn ty(&mut self, _: &mut TypeId) {}
    fn loc(&mut self, _: &mut LocId) {}
    fn file(&mut self, _: &mut FileId) {}
    fn debug(&mut self, _: &mut DebugTypeId) {}
    fn symbol(&mut self, symbol: &mut Const) {
        match symbol {
            Const::Function(f) | Const::BlockAddress(f, _) => {
                self.pending.push(Symbol::Function(f.0 as usize))
            }
            Const::Global(g) => self.pending.push(Symbol::Global(g.0 as usize)),
            _ => {}
        }
    }
}
