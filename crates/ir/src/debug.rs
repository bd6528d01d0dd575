//! Where things come from in the source, and what their C types are.

use serde::{Deserialize, Serialize};

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct FileId(pub u32);

/// Index into `Program::locations`; `LocId::NONE` where there is no debug information.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct LocId(pub u32);

impl LocId {
    pub const NONE: LocId = LocId(u32::MAX);
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Loc {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
}

/// A place in the source with the calls it was inlined through (innermost first).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Location {
    pub at: Loc,
    /// Source-level function the line stands in (differs from the IR function after inlining).
    pub function: String,
    /// Where that function was inlined into, if it was.
    pub inlined_at: Option<LocId>,
}

/// Index into `Program::debug_types`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct DebugTypeId(pub u32);

/// A C type as the debug information has it. Typedefs and qualifiers are resolved, except that a
/// pointer remembers whether what it points to is const.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum DebugType {
    Void,
    Bool,
    Int {
        name: String,
        bits: u32,
        signed: bool,
    },
    Char {
        signed: bool,
    },
    Float {
        bits: u32,
    },
    Enum {
        name: String,
        bits: u32,
        values: Vec<(String, i64)>,
    },
    Pointer {
        to: DebugTypeId,
        to_const: bool,
    },
    Function,
    Array {
        of: DebugTypeId,
        count: Option<u64>,
    },
    Struct {
        name: String,
        size: u64,
        members: Vec<DebugMember>,
    },
    Union {
        name: String,
        size: u64,
        members: Vec<DebugMember>,
    },
    /// A declaration without a definition, or something C does not have.
    Unknown {
        name: String,
    },
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct DebugMember {
    pub name: String,
    /// Offset in bits (bit fields).
    pub bit_offset: u64,
    pub bit_size: u64,
    pub ty: DebugTypeId,
}
