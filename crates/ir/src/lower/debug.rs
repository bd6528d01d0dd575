//! Source places and C types from LLVM's debug metadata.
//!
//! Guarantee: file names are what the user typed for the files they named, and what clang would print
//! for headers. Recursive C types are cut at their id. No recursion: type graphs are worked off a list.

use super::Lowerer;
use super::llvm::{LLVMMetadataKind as Kind, LLVMOpcode, LLVMValueKind, Md, Module, Value};
use crate::debug::DebugMember;
use crate::{DebugType, DebugTypeId, FileId, Loc, LocId, Location};
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::{Path, PathBuf};

/// How the unit was compiled, so that names can be given back as they were typed.
#[derive(Clone, Debug, Default)]
pub struct SourceNames {
    /// Where clang ran. For bitcode that was given this is what its own debug information says.
    pub ran_in: PathBuf,
    /// How clang was given the main file, and how the user named it.
    pub main: Option<(String, String)>,
    /// clang ran elsewhere: relative names of headers mean nothing here.
    pub elsewhere: bool,
}

#[derive(Default)]
pub struct DebugTables<'m> {
    files: FxHashMap<Md<'m>, FileId>,
    file_names: FxHashMap<String, FileId>,
    locations: FxHashMap<Md<'m>, LocId>,
    location_ids: FxHashMap<Location, LocId>,
    types: FxHashMap<Md<'m>, DebugTypeId>,
    void: Option<DebugTypeId>,
    /// Types that have an id but no body yet.
    pending: Vec<(Md<'m>, DebugTypeId)>,
}

mod tag {
    pub const ARRAY: u16 = 0x01;
    pub const ENUMERATION: u16 = 0x04;
    pub const MEMBER: u16 = 0x0d;
    pub const POINTER: u16 = 0x0f;
    pub const STRUCTURE: u16 = 0x13;
    pub const TYPEDEF: u16 = 0x16;
    pub const UNION: u16 = 0x17;
    pub const CONST: u16 = 0x26;
    pub const VOLATILE: u16 = 0x35;
    pub const RESTRICT: u16 = 0x37;
    pub const ATOMIC: u16 = 0x47;
}

/// Operand positions of LLVM's debug nodes.
mod operand {
    pub const SCOPE: usize = 1;
    pub const NAME: usize = 2;
    pub const TYPE_BASE: usize = 3;
    pub const TYPE_ELEMENTS: usize = 4;
    pub const SUBROUTINE_TYPES: usize = 3;
    pub const SUBPROGRAM_TYPE: usize = 4;
    pub const SUBPROGRAM_RETAINED: usize = 7;
    pub const VARIABLE_NAME: usize = 1;
    pub const VARIABLE_TYPE: usize = 3;
}

impl<'m> Lowerer<'m> {
    fn md_operand(&self, node: Md<'m>, i: usize) -> Option<Value<'m>> {
        self.module.operands_of(node).get(i).copied().flatten()
    }

    fn md_node(&self, node: Md<'m>, i: usize) -> Option<Md<'m>> {
        self.md_operand(node, i)?.as_metadata()
    }

    fn md_text(&self, node: Md<'m>, i: usize) -> String {
        self.md_operand(node, i).and_then(|v| v.metadata_string()).unwrap_or_default()
    }

    // Files.

    fn file(&mut self, node: Option<Md<'m>>) -> FileId {
        let Some(node) = node else { return self.named_file(String::new()) };
        if let Some(&id) = self.debug.files.get(&node) {
            return id;
        }
        let (directory, name) = node.file();
        let name = self.names.display_name(&directory, &name);
        let id = self.named_file(name);
        self.debug.files.insert(node, id);
        id
    }

    fn named_file(&mut self, name: String) -> FileId {
        let files = &mut self.program.files;
        *self.debug.file_names.entry(name).or_insert_with_key(|name| {
            files.push(name.clone());
            FileId(files.len() as u32 - 1)
        })
    }

    // Locations.

    pub fn location(&mut self, at: Option<Md<'m>>) -> LocId {
        let Some(at) = at else { return LocId::NONE };
        let mut chain = Vec::new();
        let mut cursor = Some(at);
        let mut outer = None;
        while let Some(node) = cursor {
            if let Some(&id) = self.debug.locations.get(&node) {
                outer = Some(id);
                break;
            }
            chain.push(node);
            cursor = node.location().3;
        }
        for node in chain.into_iter().rev() {
            let (line, column, scope, _) = node.location();
            let file = self.file(scope.and_then(|s| s.scope_file()));
            let function = self.function_of_scope(scope);
            let location = Location { at: Loc { file, line, column }, function, inlined_at: outer };
            let id = self.intern_location(location);
            self.debug.locations.insert(node, id);
            outer = Some(id);
        }
        outer.unwrap_or(LocId::NONE)
    }

    fn intern_location(&mut self, location: Location) -> LocId {
        let locations = &mut self.program.locations;
        *self.debug.location_ids.entry(location).or_insert_with_key(|location| {
            locations.push(location.clone());
            LocId(locations.len() as u32 - 1)
        })
    }

    fn function_of_scope(&self, mut scope: Option<Md<'m>>) -> String {
        while let Some(node) = scope {
            match node.kind() {
                Kind::LLVMDISubprogramMetadataKind => return self.md_text(node, operand::NAME),
                Kind::LLVMDILexicalBlockMetadataKind | Kind::LLVMDILexicalBlockFileMetadataKind => {
                    scope = self.md_node(node, operand::SCOPE);
                }
                _ => break,
            }
        }
        String::new()
    }

    /// Where a function's name stands.
    pub fn subprogram_location(&mut self, subprogram: Md<'m>) -> Loc {
        let file = self.file(subprogram.scope_file());
        Loc { file, line: subprogram.subprogram_line(), column: 0 }
    }

    /// Place and C type of a global.
    pub fn global_debug(&mut self, global: Value<'m>) -> (Option<Loc>, Option<DebugTypeId>) {
        let Some(variable) = global.global_metadata(self.kinds.dbg).and_then(|e| {
            matches!(e.kind(), Kind::LLVMDIGlobalVariableExpressionMetadataKind)
                .then(|| e.global_variable())
                .flatten()
        }) else {
            return (None, None);
        };
        let file = self.file(variable.variable_file());
        let loc = Loc { file, line: variable.variable_line(), column: 0 };
        let ty = self.md_node(variable, operand::VARIABLE_TYPE).map(|t| self.debug_type(Some(t)));
        (Some(loc), ty)
    }

    /// C-level parameters. Types come from the function's type, names from the variables that
    /// `retained` debug nodes and `declared` ones describe.
    pub fn debug_params(&mut self, subprogram: Md<'m>, declared: &[Md<'m>]) -> Vec<(String, DebugTypeId)> {
        let types = self
            .md_node(subprogram, operand::SUBPROGRAM_TYPE)
            .and_then(|t| self.md_node(t, operand::SUBROUTINE_TYPES));
        let types = types.map(|t| self.module.operands_of(t)).unwrap_or_default();
        let mut params = Vec::new();
        for ty in types.into_iter().skip(1) {
            // A null entry is the `...` of a variadic function.
            let Some(ty) = ty.and_then(|t| t.as_metadata()) else { break };
            params.push((String::new(), self.debug_type(Some(ty))));
        }
        let retained = self.md_node(subprogram, operand::SUBPROGRAM_RETAINED);
        let retained = retained.map(|r| self.module.operands_of(r)).unwrap_or_default();
        let retained = retained.into_iter().flatten().filter_map(|v| v.as_metadata());
        for variable in retained.chain(declared.iter().copied()) {
            if !matches!(variable.kind(), Kind::LLVMDILocalVariableMetadataKind) {
                continue;
            }
            // The argument number is not in the C API; a quote in a name is printed escaped.
            let printed = self.module.print_metadata(variable);
            let number = field_after(&printed, "\", arg: ").and_then(|n| n.parse::<usize>().ok());
            if let Some(slot) = number.and_then(|n| params.get_mut(n.wrapping_sub(1))) {
                slot.0 = self.md_text(variable, operand::VARIABLE_NAME);
            }
        }
        params
    }

    // Types.

    pub fn debug_type(&mut self, ty: Option<Md<'m>>) -> DebugTypeId {
        let id = self.debug_type_id(ty).0;
        while let Some((node, id)) = self.debug.pending.pop() {
            let body = self.debug_body(node);
            self.program.debug_types[id.0 as usize] = body;
        }
        id
    }

    fn new_debug_type(&mut self, body: DebugType) -> DebugTypeId {
        self.program.debug_types.push(body);
        DebugTypeId(self.program.debug_types.len() as u32 - 1)
    }

    /// The id, with typedefs and qualifiers taken off, and whether one of them was `const`.
    fn debug_type_id(&mut self, ty: Option<Md<'m>>) -> (DebugTypeId, bool) {
        let mut is_const = false;
        let mut cursor = ty;
        while let Some(node) = cursor {
            if !matches!(node.kind(), Kind::LLVMDIDerivedTypeMetadataKind) {
                break;
            }
            match node.tag() {
                tag::CONST => is_const = true,
                tag::TYPEDEF | tag::VOLATILE | tag::RESTRICT | tag::ATOMIC => {}
                _ => break,
            }
            cursor = self.md_node(node, operand::TYPE_BASE);
        }
        let Some(node) = cursor else {
            let id = match self.debug.void {
                Some(id) => id,
                None => self.new_debug_type(DebugType::Void),
            };
            self.debug.void = Some(id);
            return (id, is_const);
        };
        if let Some(&id) = self.debug.types.get(&node) {
            return (id, is_const);
        }
        let id = self.new_debug_type(DebugType::Void);
        self.debug.types.insert(node, id);
        self.debug.pending.push((node, id));
        (id, is_const)
    }

    fn debug_body(&mut self, node: Md<'m>) -> DebugType {
        match node.kind() {
            Kind::LLVMDIBasicTypeMetadataKind => self.basic_type(node),
            Kind::LLVMDISubroutineTypeMetadataKind => DebugType::Function,
            Kind::LLVMDIDerivedTypeMetadataKind if node.tag() == tag::POINTER => {
                let (to, to_const) = self.debug_type_id(self.md_node(node, operand::TYPE_BASE));
                DebugType::Pointer { to, to_const }
            }
            Kind::LLVMDICompositeTypeMetadataKind => self.composite_type(node),
            _ => DebugType::Unknown { name: self.md_text(node, operand::NAME) },
        }
    }

    fn basic_type(&mut self, node: Md<'m>) -> DebugType {
        let bits = node.type_bits() as u32;
        let name = node.type_name();
        // The encoding is not in the C API.
        let printed = self.module.print_metadata(node);
        match field_after(&printed, "encoding: DW_ATE_").as_deref() {
            Some("boolean") => DebugType::Bool,
            Some("signed_char") => DebugType::Char { signed: true },
            Some("unsigned_char") => DebugType::Char { signed: false },
            Some("signed") => DebugType::Int { name, bits, signed: true },
            Some("unsigned" | "UTF") => DebugType::Int { name, bits, signed: false },
            Some("float") => DebugType::Float { bits },
            _ => DebugType::Unknown { name },
        }
    }

    fn composite_type(&mut self, node: Md<'m>) -> DebugType {
        let name = node.type_name();
        if node.is_forward_declaration() {
            return DebugType::Unknown { name };
        }
        let elements = self.md_node(node, operand::TYPE_ELEMENTS);
        let elements = elements.map(|e| self.module.operands_of(e)).unwrap_or_default();
        let elements: Vec<Md<'m>> = elements.into_iter().flatten().filter_map(|v| v.as_metadata()).collect();
        let size = node.type_bits().div_ceil(8);
        match node.tag() {
            tag::STRUCTURE => DebugType::Struct { name, size, members: self.members(&elements) },
            tag::UNION => DebugType::Union { name, size, members: self.members(&elements) },
            tag::ENUMERATION => {
                let values = elements.iter().filter_map(|&e| self.enumerator(e)).collect();
                DebugType::Enum { name, bits: node.type_bits() as u32, values }
            }
            tag::ARRAY => self.array_type(node, &elements),
            _ => DebugType::Unknown { name },
        }
    }

    fn members(&mut self, elements: &[Md<'m>]) -> Vec<DebugMember> {
        let mut members = Vec::new();
        for &e in elements {
            if matches!(e.kind(), Kind::LLVMDIDerivedTypeMetadataKind) && e.tag() == tag::MEMBER {
                let (ty, _) = self.debug_type_id(self.md_node(e, operand::TYPE_BASE));
                members.push(DebugMember {
                    name: e.type_name(),
                    bit_offset: e.type_offset_bits(),
                    bit_size: e.type_bits(),
                    ty,
                });
            }
        }
        members
    }

    fn enumerator(&self, node: Md<'m>) -> Option<(String, i64)> {
        if !matches!(node.kind(), Kind::LLVMDIEnumeratorMetadataKind) {
            return None;
        }
        let name = self.md_text(node, 0);
        let printed = self.module.print_metadata(node);
        let value = field_after(&printed, "\", value: ")?;
        // Values above i64::MAX keep their bits.
        let value = value.parse::<i64>().or_else(|_| value.parse::<u64>().map(|v| v as i64)).ok()?;
        Some((name, value))
    }

    /// `int a[2][3]` is one node with two ranges; here it is an array of arrays.
    fn array_type(&mut self, node: Md<'m>, ranges: &[Md<'m>]) -> DebugType {
        let (mut of, _) = self.debug_type_id(self.md_node(node, operand::TYPE_BASE));
        let counts: Vec<Option<u64>> = ranges.iter().map(|&r| self.range_count(r)).collect();
        let Some((&first, inner)) = counts.split_first() else {
            return DebugType::Array { of, count: None };
        };
        for &count in inner.iter().rev() {
            of = self.new_debug_type(DebugType::Array { of, count });
        }
        DebugType::Array { of, count: first }
    }

    fn range_count(&self, range: Md<'m>) -> Option<u64> {
        if !matches!(range.kind(), Kind::LLVMDISubrangeMetadataKind) {
            return None;
        }
        let count = self.md_operand(range, 0)?;
        (count.kind() == LLVMValueKind::LLVMConstantIntValueKind)
            .then(|| count.int_low_word())
            .filter(|&n| n as i64 >= 0)
    }
}

/// Variables that debug records describe, for each function; not those of what was inlined into it.
/// Records have to be made visible for this, and are hidden again before anything else is asked.
pub fn declared_variables(module: &Module) -> FxHashMap<Value<'_>, Vec<Md<'_>>> {
    module.show_debug_calls(true);
    let mut out = FxHashMap::default();
    for f in module.functions() {
        let mut variables = Vec::new();
        let mut seen = FxHashSet::default();
        for inst in f.blocks().flat_map(|b| b.instructions()) {
            let Some(variable) = described_variable(inst) else { continue };
            let inlined = inst.debug_location().is_some_and(|l| l.location().3.is_some());
            if !inlined && seen.insert(variable) {
                variables.push(variable);
            }
        }
        if !variables.is_empty() {
            out.insert(f, variables);
        }
    }
    module.show_debug_calls(false);
    out
}

/// The variable of a `llvm.dbg.*` call.
fn described_variable(inst: Value<'_>) -> Option<Md<'_>> {
    if inst.opcode() != LLVMOpcode::LLVMCall {
        return None;
    }
    let callee = inst.called();
    if callee.kind() != LLVMValueKind::LLVMFunctionValueKind || inst.call_argument_count() < 3 {
        return None;
    }
    // The first is what the variable is bound to, the second the variable.
    if !callee.name().starts_with("llvm.dbg.") {
        return None;
    }
    let variable = inst.operand(1).as_metadata()?;
    matches!(variable.kind(), Kind::LLVMDILocalVariableMetadataKind).then_some(variable)
}

/// The word after `label` in LLVM's printed form of a node.
fn field_after(printed: &str, label: &str) -> Option<String> {
    let rest = &printed[printed.find(label)? + label.len()..];
    Some(rest.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '-')).collect())
}

impl SourceNames {
    pub fn display_name(&self, directory: &str, name: &str) -> String {
        let full = Path::new(directory).join(name);
        if let Some((given, shown)) = &self.main
            && same_path(&full, &self.ran_in.join(given))
        {
            return shown.clone();
        }
        let relative_to_us = directory.is_empty() || Path::new(directory) == self.ran_in;
        if relative_to_us && !self.elsewhere {
            return name.to_string();
        }
        full.to_string_lossy().into_owned()
    }
}

/// Compares paths as text, without `.` components.
fn same_path(a: &Path, b: &Path) -> bool {
    a.components().eq(b.components())
}
