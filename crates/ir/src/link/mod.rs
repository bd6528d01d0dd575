//! Several units to one program, by the rules of a C linker.
//!
//! Guarantee: a strong definition wins over a weak one, a weak one over an inline copy, any of them
//! over a declaration; two strong ones are an error that names both units. Internal symbols never
//! merge. LLVM's linker is not used because it renames internal symbols by the order of the units.
//! Cost: linear in the size of the units.

mod models;
mod remap;
pub mod visit;

pub use models::link_models;

use crate::{Const, ConstExpr, FuncId, GlobalId, Linkage, Program};
use remap::{FileIndex, Remap};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    #[error("{name} is defined twice, in {first} and in {second}")]
    Duplicate { name: String, first: String, second: String },
    #[error(
        "{name} is a weak alias in {unit} that another unit overrides; uses of it inside {unit} are \
         already bound, which rethread cannot undo"
    )]
    OverriddenAlias { name: String, unit: String },
}

/// How strongly a unit says what a symbol is.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Strength {
    WeakDeclaration,
    Declaration,
    Inline,
    Weak,
    Strong,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Place {
    Function(usize),
    Global(usize),
    Alias(usize),
}

/// The unit that decides what a symbol is.
struct Choice {
    unit: usize,
    place: Place,
    strength: Strength,
    size: u64,
}

fn strength(linkage: Linkage, defined: bool) -> Strength {
    match (linkage, defined) {
        (Linkage::Weak, false) => Strength::WeakDeclaration,
        (_, false) => Strength::Declaration,
        (Linkage::Inline, true) => Strength::Inline,
        (Linkage::Weak, true) => Strength::Weak,
        (_, true) => Strength::Strong,
    }
}

/// Links units in the order given.
pub fn link(mut units: Vec<Program>) -> Result<Program, LinkError> {
    distinguish(&mut units);
    let choices = choose(&units)?;
    let mut out = Program::default();
    let (functions, globals) = assign(&units, &choices);
    let mut files = FileIndex::default();
    let (mut constructors, mut destructors) = (Vec::new(), Vec::new());
    for (u, mut unit) in units.into_iter().enumerate() {
        let bodies = std::mem::take(&mut unit.functions);
        let objects = std::mem::take(&mut unit.globals);
        let aliases = std::mem::take(&mut unit.aliases);
        let mut remap = Remap::new(&unit, &mut out, &mut files, &functions[u], &globals[u]);
        for (i, mut f) in bodies.into_iter().enumerate() {
            if f.linkage == Linkage::Internal || chosen(&choices, &f.name, u, Place::Function(i)) {
                visit::function(&mut f, &mut remap);
                remap.into.functions.push(f);
            }
        }
        for (i, mut g) in objects.into_iter().enumerate() {
            if g.linkage == Linkage::Internal || chosen(&choices, &g.name, u, Place::Global(i)) {
                visit::global(&mut g, &mut remap);
                remap.into.globals.push(g);
            }
        }
        for (i, mut alias) in aliases.into_iter().enumerate() {
            if alias.linkage == Linkage::Internal || chosen(&choices, &alias.name, u, Place::Alias(i)) {
                visit::constant(&mut alias.target, &mut remap);
                remap.into.aliases.push(alias);
            }
        }
        let moved = |f: &FuncId| match functions[u][f.0 as usize] {
            Const::Function(f) => Some(f),
            _ => None,
        };
        let list = unit.constructor_priorities.iter().zip(&unit.constructors);
        constructors.extend(list.filter_map(|(&p, f)| Some((p, moved(f)?))));
        // Stored in the order they run, which is backwards.
        let list = unit.destructor_priorities.iter().zip(&unit.destructors).rev();
        destructors.extend(list.filter_map(|(&p, f)| Some((p, moved(f)?))));
        out.origin.clang = out.origin.clang.or(unit.origin.clang);
        out.origin.inputs.extend(unit.origin.inputs);
    }
    out.set_constructors(constructors);
    out.set_destructors(destructors);
    Ok(out)
}

/// Two units of one name (bitcode of two `main.c`) get different ones, for their internal symbols.
fn distinguish(units: &mut [Program]) {
    let mut seen: FxHashMap<String, u32> = FxHashMap::default();
    for unit in units {
        let names: BTreeSet<String> = unit
            .functions
            .iter()
            .map(|f| &f.unit)
            .chain(unit.globals.iter().map(|g| &g.unit))
            .cloned()
            .collect();
        for name in names {
            let count = seen.entry(name.clone()).or_default();
            *count += 1;
            if *count > 1 {
                let new = format!("{name}#{count}");
                unit.functions.iter_mut().filter(|f| f.unit == name).for_each(|f| f.unit.clone_from(&new));
                unit.globals.iter_mut().filter(|g| g.unit == name).for_each(|g| g.unit.clone_from(&new));
            }
        }
    }
}

type Choices = FxHashMap<String, Choice>;

fn chosen(choices: &Choices, name: &str, unit: usize, place: Place) -> bool {
    choices.get(name).is_some_and(|c| c.unit == unit && c.place == place)
}

fn choose(units: &[Program]) -> Result<Choices, LinkError> {
    let mut choices = Choices::default();
    for (u, unit) in units.iter().enumerate() {
        for (i, f) in unit.functions.iter().enumerate() {
            let choice = Choice {
                unit: u,
                place: Place::Function(i),
                strength: strength(f.linkage, !f.is_declaration()),
                size: 0,
            };
            offer(&mut choices, units, &f.name, f.linkage, choice)?;
        }
        for (i, g) in unit.globals.iter().enumerate() {
            let choice = Choice {
                unit: u,
                place: Place::Global(i),
                strength: strength(g.linkage, g.init.is_some()),
                size: g.size,
            };
            offer(&mut choices, units, &g.name, g.linkage, choice)?;
        }
        for (i, a) in unit.aliases.iter().enumerate() {
            let choice =
                Choice { unit: u, place: Place::Alias(i), strength: strength(a.linkage, true), size: 0 };
            offer(&mut choices, units, &a.name, a.linkage, choice)?;
        }
    }
    Ok(choices)
}

fn offer(
    choices: &mut Choices,
    units: &[Program],
    name: &str,
    linkage: Linkage,
    new: Choice,
) -> Result<(), LinkError> {
    if linkage == Linkage::Internal {
        return Ok(());
    }
    let Some(old) = choices.get(name) else {
        choices.insert(name.to_string(), new);
        return Ok(());
    };
    if old.strength == Strength::Strong && new.strength == Strength::Strong {
        return Err(LinkError::Duplicate {
            name: name.to_string(),
            first: unit_name(units, old),
            second: unit_name(units, &new),
        });
    }
    // Of several tentative definitions (common symbols) the biggest counts.
    let better = new.strength > old.strength
        || new.strength == old.strength && new.strength == Strength::Weak && new.size > old.size;
    let loser = if better { old } else { &new };
    if matches!(loser.place, Place::Alias(_)) {
        let unit = unit_name(units, loser);
        return Err(LinkError::OverriddenAlias { name: name.to_string(), unit });
    }
    if better {
        choices.insert(name.to_string(), new);
    }
    Ok(())
}

fn unit_name(units: &[Program], choice: &Choice) -> String {
    let unit = &units[choice.unit];
    match choice.place {
        Place::Function(i) => unit.functions[i].unit.clone(),
        Place::Global(i) => unit.globals[i].unit.clone(),
        Place::Alias(_) => {
            let named = unit.functions.first().map(|f| &f.unit).or(unit.globals.first().map(|g| &g.unit));
            named.cloned().unwrap_or_default()
        }
    }
}

/// For each unit, what each of its functions and globals is in the linked program.
fn assign(units: &[Program], choices: &Choices) -> (Vec<Vec<Const>>, Vec<Vec<Const>>) {
    let mut functions: Vec<Vec<Const>> = units.iter().map(|u| vec![Const::Null; u.functions.len()]).collect();
    let mut globals: Vec<Vec<Const>> = units.iter().map(|u| vec![Const::Null; u.globals.len()]).collect();
    let (mut next_function, mut next_global) = (0, 0);
    for (u, unit) in units.iter().enumerate() {
        for (i, f) in unit.functions.iter().enumerate() {
            if f.linkage == Linkage::Internal || chosen(choices, &f.name, u, Place::Function(i)) {
                functions[u][i] = Const::Function(FuncId(next_function));
                next_function += 1;
            }
        }
        for (i, g) in unit.globals.iter().enumerate() {
            if g.linkage == Linkage::Internal || chosen(choices, &g.name, u, Place::Global(i)) {
                globals[u][i] = Const::Global(GlobalId(next_global));
                next_global += 1;
            }
        }
    }
    // Everything else is what its name was decided to be.
    for (u, unit) in units.iter().enumerate() {
        for (i, f) in unit.functions.iter().enumerate() {
            if f.linkage != Linkage::Internal {
                functions[u][i] = decided(units, choices, &functions, &globals, &f.name);
            }
        }
        for (i, g) in unit.globals.iter().enumerate() {
            if g.linkage != Linkage::Internal {
                globals[u][i] = decided(units, choices, &functions, &globals, &g.name);
            }
        }
    }
    (functions, globals)
}

/// Aliases of aliases; more is a cycle that only a broken module can have.
const MAX_ALIASES: u32 = 16;

fn decided(
    units: &[Program],
    choices: &Choices,
    functions: &[Vec<Const>],
    globals: &[Vec<Const>],
    name: &str,
) -> Const {
    let mut name = name;
    for _ in 0..MAX_ALIASES {
        let Some(Choice { unit, place, .. }) = choices.get(name) else { break };
        let alias = match place {
            Place::Function(i) => return functions[*unit][*i].clone(),
            Place::Global(i) => return globals[*unit][*i].clone(),
            Place::Alias(i) => &units[*unit].aliases[*i],
        };
        let visible = |linkage: Linkage| linkage != Linkage::Internal;
        match alias.target {
            Const::Function(f) => {
                let target = units[*unit].function(f);
                if !visible(target.linkage) {
                    return functions[*unit][f.0 as usize].clone();
                }
                name = &target.name;
            }
            Const::Global(g) => {
                let target = units[*unit].global(g);
                if !visible(target.linkage) {
                    return globals[*unit][g.0 as usize].clone();
                }
                name = &target.name;
            }
            _ => break,
        }
    }
    // C's alias attribute names a symbol, never the middle of an object.
    let text = format!("{name}, an alias of something that is not a symbol");
    Const::Expr(Box::new(ConstExpr::Unsupported(text)))
}
