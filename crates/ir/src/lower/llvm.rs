//! The only place that talks to LLVM: thin handles over its C API.
//!
//! Guarantee: a handle never outlives the [`Module`] it came from, by its lifetime. What the types do
//! not enforce is LLVM's own rule that a question fits the kind of value it is put to (`ordering` of a
//! load, not of an add): callers match on [`Value::opcode`] or [`Value::kind`] first, and no handle
//! leaves `lower`. Cost: one foreign call per question.

use llvm_sys::analysis::*;
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::ir_reader::LLVMParseIRInContext;
use llvm_sys::prelude::*;
use llvm_sys::target::*;
use llvm_sys::transforms::pass_builder::*;
pub use llvm_sys::{
    LLVMAtomicOrdering, LLVMAtomicRMWBinOp, LLVMLinkage, LLVMOpcode, LLVMTypeKind, LLVMValueKind,
    debuginfo::LLVMMetadataKind,
};
use std::ffi::{CStr, CString, c_char};
use std::marker::PhantomData;

/// A module with its context; both go when it goes.
pub struct Module {
    context: LLVMContextRef,
    module: LLVMModuleRef,
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: both are owned by this struct and no handle outlives it.
        unsafe {
            if !self.module.is_null() {
                LLVMDisposeModule(self.module);
            }
            LLVMContextDispose(self.context);
        }
    }
}

/// Takes over a message that LLVM allocated.
unsafe fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}

/// Every instruction of a function, in order.
unsafe fn instructions(f: LLVMValueRef) -> Vec<LLVMValueRef> {
    let mut out = Vec::new();
    unsafe {
        let mut b = LLVMGetFirstBasicBlock(f);
        while !b.is_null() {
            let mut i = LLVMGetFirstInstruction(b);
            while !i.is_null() {
                out.push(i);
                i = LLVMGetNextInstruction(i);
            }
            b = LLVMGetNextBasicBlock(b);
        }
    }
    out
}

/// The stack slots of a function that hold one scalar and may become registers.
unsafe fn scalar_locals(f: LLVMValueRef) -> Vec<LLVMValueRef> {
    use LLVMTypeKind::*;
    unsafe {
        let mut locals = instructions(f);
        locals.retain(|&i| {
            LLVMGetInstructionOpcode(i) == LLVMOpcode::LLVMAlloca
                && matches!(
                    LLVMGetTypeKind(LLVMGetAllocatedType(i)),
                    LLVMIntegerTypeKind
                        | LLVMPointerTypeKind
                        | LLVMFloatTypeKind
                        | LLVMDoubleTypeKind
                        | LLVMX86_FP80TypeKind
                        | LLVMFP128TypeKind
                        | LLVMHalfTypeKind
                        | LLVMBFloatTypeKind
                )
        });
        locals
    }
}

/// Where the life of a stack slot begins: its allocation, and each `llvm.lifetime.start` of it.
unsafe fn lives(local: LLVMValueRef) -> Vec<LLVMValueRef> {
    let mut out = vec![local];
    unsafe {
        let mut u = LLVMGetFirstUse(local);
        while !u.is_null() {
            let user = LLVMGetUser(u);
            if !LLVMIsACallInst(user).is_null() {
                let callee = LLVMGetCalledValue(user);
                let mut len = 0;
                let name = LLVMGetValueName2(callee, &mut len);
                if text(name, len).starts_with(b"llvm.lifetime.start") {
                    out.push(user);
                }
            }
            u = LLVMGetNextUse(u);
        }
    }
    out
}

/// `freeze poison`.
unsafe fn is_mark(v: LLVMValueRef) -> bool {
    unsafe { !LLVMIsAFreezeInst(v).is_null() && LLVMIsPoison(LLVMGetOperand(v, 0)) != 0 }
}

unsafe fn text<'m>(data: *const c_char, len: usize) -> &'m [u8] {
    if data.is_null() || len == 0 {
        return &[];
    }
    unsafe { std::slice::from_raw_parts(data.cast(), len) }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Keeps LLVM from writing its diagnostics to standard error.
extern "C" fn quiet(_: LLVMDiagnosticInfoRef, _: *mut std::ffi::c_void) {}

impl Module {
    /// Reads bitcode or textual IR.
    pub fn parse(bytes: &[u8], name: &str) -> Result<Module, String> {
        let name = CString::new(name.replace('\0', "?")).expect("no NUL is left");
        // SAFETY: the buffer is a copy that LLVM owns; parsing consumes it whether or not it succeeds.
        unsafe {
            let context = LLVMContextCreate();
            let mut this = Module { context, module: std::ptr::null_mut() };
            LLVMContextSetDiagnosticHandler(context, Some(quiet), std::ptr::null_mut());
            let buffer =
                LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.as_ptr().cast(), bytes.len(), name.as_ptr());
            let mut message = std::ptr::null_mut();
            let failed = LLVMParseIRInContext(context, buffer, &mut this.module, &mut message);
            if failed != 0 {
                this.module = std::ptr::null_mut();
                return Err(take_message(message).trim().to_string());
            }
            Ok(this)
        }
    }

    pub fn verify(&self) -> Result<(), String> {
        let mut message = std::ptr::null_mut();
        // SAFETY: the module is live.
        unsafe {
            let broken = LLVMVerifyModule(
                self.module,
                LLVMVerifierFailureAction::LLVMReturnStatusAction,
                &mut message,
            );
            let message = take_message(message);
            if broken != 0 { Err(message.trim().to_string()) } else { Ok(()) }
        }
    }

    /// Runs a pipeline of LLVM's pass manager.
    pub fn run_passes(&self, passes: &CStr) -> Result<(), String> {
        // SAFETY: the options are freed after the run; a null target machine is allowed.
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let error = LLVMRunPasses(self.module, passes.as_ptr(), std::ptr::null_mut(), options);
            LLVMDisposePassBuilderOptions(options);
            if error.is_null() {
                return Ok(());
            }
            let message = LLVMGetErrorMessage(error);
            let text = CStr::from_ptr(message).to_string_lossy().into_owned();
            LLVMDisposeErrorMessage(message);
            Err(text)
        }
    }

    /// Writes `freeze poison` into every scalar local variable where its life begins.
    ///
    /// Promoting a variable to a register would otherwise turn "never written" into `undef`, which LLVM
    /// folds away (`phi [1, undef]` becomes 1): a use of uninitialised memory would be lost. A frozen
    /// poison is a value of its own to LLVM and an undefined one to us.
    pub fn mark_unwritten_locals(&self) {
        // SAFETY: instructions are collected before any is added; types and values are of this module.
        unsafe {
            let builder = LLVMCreateBuilderInContext(self.context);
            let nothing = LLVMMDNodeInContext2(self.context, std::ptr::null_mut(), 0);
            let nothing = LLVMMetadataAsValue(self.context, nothing);
            let mut f = LLVMGetFirstFunction(self.module);
            while !f.is_null() {
                for local in scalar_locals(f) {
                    let ty = LLVMGetAllocatedType(local);
                    for after in lives(local) {
                        LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(after));
                        LLVMSetCurrentDebugLocation2(builder, std::ptr::null_mut());
                        let unwritten = LLVMBuildFreeze(builder, LLVMGetPoison(ty), c"unwritten".as_ptr());
                        let store = LLVMBuildStore(builder, unwritten, local);
                        LLVMSetMetadata(store, self.mark_kind(), nothing);
                    }
                }
                f = LLVMGetNextFunction(f);
            }
            LLVMDisposeBuilder(builder);
        }
    }

    /// The kind of metadata that tells stores of [`Module::mark_unwritten_locals`] from the program's own.
    fn mark_kind(&self) -> u32 {
        let name = "rethread.unwritten";
        // SAFETY: the name is copied.
        unsafe { LLVMGetMDKindIDInContext(self.context, name.as_ptr().cast(), name.len() as u32) }
    }

    /// Takes away the stores that were added, where a local is in memory still, and frozen poisons that nobody looks at.
    /// The program's own stores of what it never wrote stay: they are accesses like others.
    pub fn drop_unused_marks(&self) {
        // SAFETY: the next instruction is looked up before one is erased; only unused ones and stores go.
        unsafe {
            let kind = self.mark_kind();
            let mut f = LLVMGetFirstFunction(self.module);
            while !f.is_null() {
                for i in instructions(f) {
                    if !LLVMGetMetadata(i, kind).is_null() {
                        LLVMInstructionEraseFromParent(i);
                    }
                }
                for i in instructions(f) {
                    if is_mark(i) && LLVMGetFirstUse(i).is_null() {
                        LLVMInstructionEraseFromParent(i);
                    }
                }
                f = LLVMGetNextFunction(f);
            }
        }
    }

    /// Shows debug records as calls of `llvm.dbg.*`, the only form the C API can read, or hides them
    /// again. While they show, printing metadata numbers the whole module first.
    pub fn show_debug_calls(&self, show: bool) {
        // SAFETY: the module is live; handles of the calls are dropped before they are hidden.
        unsafe { LLVMSetIsNewDbgInfoFormat(self.module, LLVMBool::from(!show)) }
    }

    pub fn source_file_name(&self) -> String {
        let mut len = 0;
        // SAFETY: the string belongs to the module.
        unsafe {
            let data = LLVMGetSourceFileName(self.module, &mut len);
            lossy(text(data, len))
        }
    }

    pub fn data_layout_text(&self) -> String {
        // SAFETY: the string belongs to the module.
        unsafe { CStr::from_ptr(LLVMGetDataLayoutStr(self.module)).to_string_lossy().into_owned() }
    }

    pub fn set_data_layout(&self, layout: &CStr) {
        // SAFETY: the layout is copied; the caller passes a well-formed one.
        unsafe { LLVMSetDataLayout(self.module, layout.as_ptr()) }
    }

    pub fn triple(&self) -> String {
        // SAFETY: the string belongs to the module.
        unsafe { CStr::from_ptr(LLVMGetTarget(self.module)).to_string_lossy().into_owned() }
    }

    fn layout(&self) -> LLVMTargetDataRef {
        // SAFETY: the layout belongs to the module.
        unsafe { LLVMGetModuleDataLayout(self.module) }
    }

    pub fn pointer_size(&self) -> u32 {
        // SAFETY: see `layout`.
        unsafe { LLVMPointerSize(self.layout()) }
    }

    pub fn is_little_endian(&self) -> bool {
        // SAFETY: see `layout`.
        unsafe { LLVMByteOrder(self.layout()) == LLVMByteOrdering::LLVMLittleEndian }
    }

    /// Bytes including tail padding. `ty` must be sized.
    pub fn abi_size(&self, ty: Ty<'_>) -> u64 {
        // SAFETY: a sized type of this module.
        unsafe { LLVMABISizeOfType(self.layout(), ty.raw) }
    }

    pub fn abi_align(&self, ty: Ty<'_>) -> u32 {
        // SAFETY: a sized type of this module.
        unsafe { LLVMABIAlignmentOfType(self.layout(), ty.raw) }
    }

    pub fn field_offset(&self, ty: Ty<'_>, field: u32) -> u64 {
        // SAFETY: a sized struct of this module.
        unsafe { LLVMOffsetOfElement(self.layout(), ty.raw, field) }
    }

    pub fn functions(&self) -> impl Iterator<Item = Value<'_>> {
        // SAFETY: walks the module's own list.
        let first = Value::wrap(unsafe { LLVMGetFirstFunction(self.module) });
        std::iter::successors(first, |v| Value::wrap(unsafe { LLVMGetNextFunction(v.raw) }))
    }

    pub fn globals(&self) -> impl Iterator<Item = Value<'_>> {
        // SAFETY: walks the module's own list.
        let first = Value::wrap(unsafe { LLVMGetFirstGlobal(self.module) });
        std::iter::successors(first, |v| Value::wrap(unsafe { LLVMGetNextGlobal(v.raw) }))
    }

    pub fn aliases(&self) -> impl Iterator<Item = Value<'_>> {
        // SAFETY: walks the module's own list.
        let first = Value::wrap(unsafe { LLVMGetFirstGlobalAlias(self.module) });
        std::iter::successors(first, |v| Value::wrap(unsafe { LLVMGetNextGlobalAlias(v.raw) }))
    }

    /// Directory of the first compile unit in the debug information.
    pub fn compile_directory(&self) -> Option<String> {
        let name = c"llvm.dbg.cu";
        // SAFETY: the vector has the length that LLVM says.
        let units = unsafe {
            let mut units = vec![
                std::ptr::null_mut();
                LLVMGetNamedMetadataNumOperands(self.module, name.as_ptr()) as usize
            ];
            LLVMGetNamedMetadataOperands(self.module, name.as_ptr(), units.as_mut_ptr());
            units
        };
        let unit = units.into_iter().find_map(Value::wrap)?.as_metadata()?;
        let file = self.operands_of(unit).first().copied().flatten()?.as_metadata()?;
        matches!(file.kind(), LLVMMetadataKind::LLVMDIFileMetadataKind).then(|| file.file().0)
    }

    pub fn metadata_kind(&self, name: &str) -> u32 {
        // SAFETY: pointer and length are of one string.
        unsafe { LLVMGetMDKindIDInContext(self.context, name.as_ptr().cast(), name.len() as u32) }
    }

    pub fn attribute_kind(&self, name: &str) -> u32 {
        // SAFETY: pointer and length are of one string.
        unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
    }

    /// Operands of a metadata node, as values.
    pub fn operands_of<'m>(&'m self, node: Md<'m>) -> Vec<Option<Value<'m>>> {
        // SAFETY: callers pass nodes only (see the module comment); the vector has the right length.
        unsafe {
            let value = LLVMMetadataAsValue(self.context, node.raw);
            if !LLVMIsAMDNode(value).is_null() {
                let mut out = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(value) as usize];
                LLVMGetMDNodeOperands(value, out.as_mut_ptr());
                return out.into_iter().map(Value::wrap).collect();
            }
            Vec::new()
        }
    }

    /// The node by itself, as LLVM prints it; other nodes show as addresses.
    pub fn print_metadata(&self, node: Md<'_>) -> String {
        // SAFETY: live metadata of this module's context.
        unsafe { take_message(LLVMPrintValueToString(LLVMMetadataAsValue(self.context, node.raw))) }
    }

    fn int_type(&self, bits: u32) -> LLVMTypeRef {
        // SAFETY: the context is live.
        unsafe { LLVMIntTypeInContext(self.context, bits) }
    }

    /// `i1 false`.
    pub fn false_constant(&self) -> Value<'_> {
        // SAFETY: the type is of this module's context.
        Value::must(unsafe { LLVMConstInt(self.int_type(1), 0, 0) })
    }

    /// The bit pattern of a floating-point constant, as an integer constant of `bits`.
    pub fn float_pattern<'m>(&'m self, v: Value<'m>, bits: u32) -> Option<Value<'m>> {
        // SAFETY: a bitcast between types of equal size, folded because the operand is a plain constant.
        let folded = Value::wrap(unsafe { LLVMConstBitCast(v.raw, self.int_type(bits)) })?;
        (folded.kind() == LLVMValueKind::LLVMConstantIntValueKind).then_some(folded)
    }
}

macro_rules! handle {
    ($(#[$m:meta])* $name:ident, $raw:ty) => {
        $(#[$m])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash)]
        pub struct $name<'m> {
            raw: $raw,
            of: PhantomData<&'m Module>,
        }
        impl<'m> $name<'m> {
            fn wrap(raw: $raw) -> Option<Self> {
                (!raw.is_null()).then_some($name { raw, of: PhantomData })
            }
            fn must(raw: $raw) -> Self {
                Self::wrap(raw).expect("LLVM has a value here for every well-formed module")
            }
        }
    };
}
handle!(Value, LLVMValueRef);
handle!(Ty, LLVMTypeRef);
handle!(Block, LLVMBasicBlockRef);
handle!(
    /// A metadata node or string.
    Md,
    LLVMMetadataRef
);

// SAFETY for all the calls below: the handle is live (lifetime) and of the right kind (module comment).
#[allow(clippy::undocumented_unsafe_blocks)]
mod questions {
    use super::*;

    impl<'m> Ty<'m> {
        pub fn kind(self) -> LLVMTypeKind {
            unsafe { LLVMGetTypeKind(self.raw) }
        }
        pub fn is_sized(self) -> bool {
            unsafe { LLVMTypeIsSized(self.raw) != 0 }
        }
        pub fn int_width(self) -> u32 {
            unsafe { LLVMGetIntTypeWidth(self.raw) }
        }
        pub fn address_space(self) -> u32 {
            unsafe { LLVMGetPointerAddressSpace(self.raw) }
        }
        /// Of an array or vector.
        pub fn element(self) -> Ty<'m> {
            Ty::must(unsafe { LLVMGetElementType(self.raw) })
        }
        pub fn array_length(self) -> u64 {
            unsafe { LLVMGetArrayLength2(self.raw) }
        }
        pub fn vector_length(self) -> u32 {
            unsafe { LLVMGetVectorSize(self.raw) }
        }
        pub fn fields(self) -> Vec<Ty<'m>> {
            unsafe {
                let mut out = vec![std::ptr::null_mut(); LLVMCountStructElementTypes(self.raw) as usize];
                LLVMGetStructElementTypes(self.raw, out.as_mut_ptr());
                out.into_iter().map(Ty::must).collect()
            }
        }
        /// `i` must be below `field_count`.
        pub fn field(self, i: u32) -> Ty<'m> {
            Ty::must(unsafe { LLVMStructGetTypeAtIndex(self.raw, i) })
        }
        pub fn field_count(self) -> u32 {
            unsafe { LLVMCountStructElementTypes(self.raw) }
        }
        pub fn is_packed(self) -> bool {
            unsafe { LLVMIsPackedStruct(self.raw) != 0 }
        }
        pub fn is_opaque_struct(self) -> bool {
            unsafe { LLVMIsOpaqueStruct(self.raw) != 0 }
        }
        pub fn return_type(self) -> Ty<'m> {
            Ty::must(unsafe { LLVMGetReturnType(self.raw) })
        }
        pub fn is_varargs(self) -> bool {
            unsafe { LLVMIsFunctionVarArg(self.raw) != 0 }
        }
        pub fn print(self) -> String {
            unsafe { take_message(LLVMPrintTypeToString(self.raw)) }
        }
    }

    impl<'m> Block<'m> {
        pub fn name(self) -> String {
            unsafe { CStr::from_ptr(LLVMGetBasicBlockName(self.raw)).to_string_lossy().into_owned() }
        }
        pub fn instructions(self) -> impl Iterator<Item = Value<'m>> {
            let first = Value::wrap(unsafe { LLVMGetFirstInstruction(self.raw) });
            std::iter::successors(first, |v| Value::wrap(unsafe { LLVMGetNextInstruction(v.raw) }))
        }
    }

    impl<'m> Md<'m> {
        pub fn kind(self) -> LLVMMetadataKind {
            unsafe { LLVMGetMetadataKind(self.raw) }
        }
        /// DWARF tag of a DINode.
        pub fn tag(self) -> u16 {
            unsafe { LLVMGetDINodeTag(self.raw) }
        }
        pub fn type_name(self) -> String {
            let mut len = 0;
            unsafe {
                let data = LLVMDITypeGetName(self.raw, &mut len);
                lossy(text(data, len))
            }
        }
        pub fn type_bits(self) -> u64 {
            unsafe { LLVMDITypeGetSizeInBits(self.raw) }
        }
        pub fn type_offset_bits(self) -> u64 {
            unsafe { LLVMDITypeGetOffsetInBits(self.raw) }
        }
        pub fn is_forward_declaration(self) -> bool {
            unsafe { LLVMDITypeGetFlags(self.raw) & LLVMDIFlagFwdDecl != 0 }
        }
        /// Line, column, scope and inlinedAt of a DILocation.
        pub fn location(self) -> (u32, u32, Option<Md<'m>>, Option<Md<'m>>) {
            unsafe {
                (
                    LLVMDILocationGetLine(self.raw),
                    LLVMDILocationGetColumn(self.raw),
                    Md::wrap(LLVMDILocationGetScope(self.raw)),
                    Md::wrap(LLVMDILocationGetInlinedAt(self.raw)),
                )
            }
        }
        pub fn scope_file(self) -> Option<Md<'m>> {
            Md::wrap(unsafe { LLVMDIScopeGetFile(self.raw) })
        }
        /// Directory and name of a DIFile.
        pub fn file(self) -> (String, String) {
            unsafe {
                let mut len = 0;
                let data = LLVMDIFileGetDirectory(self.raw, &mut len);
                let directory = lossy(text(data, len as usize));
                let data = LLVMDIFileGetFilename(self.raw, &mut len);
                (directory, lossy(text(data, len as usize)))
            }
        }
        pub fn subprogram_line(self) -> u32 {
            unsafe { LLVMDISubprogramGetLine(self.raw) }
        }
        pub fn variable_line(self) -> u32 {
            unsafe { LLVMDIVariableGetLine(self.raw) }
        }
        pub fn variable_file(self) -> Option<Md<'m>> {
            Md::wrap(unsafe { LLVMDIVariableGetFile(self.raw) })
        }
        /// The variable of a DIGlobalVariableExpression.
        pub fn global_variable(self) -> Option<Md<'m>> {
            Md::wrap(unsafe { LLVMDIGlobalVariableExpressionGetVariable(self.raw) })
        }
    }

    impl<'m> Value<'m> {
        pub fn kind(self) -> LLVMValueKind {
            unsafe { LLVMGetValueKind(self.raw) }
        }
        pub fn ty(self) -> Ty<'m> {
            Ty::must(unsafe { LLVMTypeOf(self.raw) })
        }
        /// Empty if it has none. The `\1` that keeps assemblers from mangling is taken off.
        pub fn name(self) -> String {
            let mut len = 0;
            unsafe {
                let data = LLVMGetValueName2(self.raw, &mut len);
                let name = text(data, len);
                lossy(name.strip_prefix(b"\x01").unwrap_or(name))
            }
        }
        pub fn print(self) -> String {
            unsafe { take_message(LLVMPrintValueToString(self.raw)) }
        }
        pub fn operand_count(self) -> u32 {
            unsafe { LLVMGetNumOperands(self.raw).max(0) as u32 }
        }
        pub fn operand(self, i: u32) -> Value<'m> {
            assert!(i < self.operand_count());
            Value::must(unsafe { LLVMGetOperand(self.raw, i) })
        }
        pub fn as_block(self) -> Block<'m> {
            Block::must(unsafe { LLVMValueAsBasicBlock(self.raw) })
        }

        // Instructions.
        pub fn opcode(self) -> LLVMOpcode {
            unsafe { LLVMGetInstructionOpcode(self.raw) }
        }
        pub fn debug_location(self) -> Option<Md<'m>> {
            Md::wrap(unsafe { LLVMInstructionGetDebugLoc(self.raw) })
        }
        pub fn nuw_nsw(self) -> (bool, bool) {
            unsafe { (LLVMGetNUW(self.raw) != 0, LLVMGetNSW(self.raw) != 0) }
        }
        pub fn exact(self) -> bool {
            unsafe { LLVMGetExact(self.raw) != 0 }
        }
        pub fn icmp_predicate(self) -> llvm_sys::LLVMIntPredicate {
            unsafe { LLVMGetICmpPredicate(self.raw) }
        }
        pub fn fcmp_predicate(self) -> llvm_sys::LLVMRealPredicate {
            unsafe { LLVMGetFCmpPredicate(self.raw) }
        }
        pub fn gep_source(self) -> Ty<'m> {
            Ty::must(unsafe { LLVMGetGEPSourceElementType(self.raw) })
        }
        pub fn is_inbounds(self) -> bool {
            unsafe { LLVMIsInBounds(self.raw) != 0 }
        }
        pub fn allocated_type(self) -> Ty<'m> {
            Ty::must(unsafe { LLVMGetAllocatedType(self.raw) })
        }
        pub fn alignment(self) -> u32 {
            unsafe { LLVMGetAlignment(self.raw) }
        }
        pub fn is_volatile(self) -> bool {
            unsafe { LLVMGetVolatile(self.raw) != 0 }
        }
        pub fn ordering(self) -> LLVMAtomicOrdering {
            unsafe { LLVMGetOrdering(self.raw) }
        }
        /// Success and failure ordering, and weakness, of a compare-exchange.
        pub fn cmpxchg(self) -> (LLVMAtomicOrdering, LLVMAtomicOrdering, bool) {
            unsafe {
                (
                    LLVMGetCmpXchgSuccessOrdering(self.raw),
                    LLVMGetCmpXchgFailureOrdering(self.raw),
                    LLVMGetWeak(self.raw) != 0,
                )
            }
        }
        pub fn rmw_op(self) -> LLVMAtomicRMWBinOp {
            unsafe { LLVMGetAtomicRMWBinOp(self.raw) }
        }
        pub fn incoming(self) -> impl Iterator<Item = (Value<'m>, Block<'m>)> {
            let count = unsafe { LLVMCountIncoming(self.raw) };
            (0..count).map(move |i| unsafe {
                (
                    Value::must(LLVMGetIncomingValue(self.raw, i)),
                    Block::must(LLVMGetIncomingBlock(self.raw, i)),
                )
            })
        }
        /// Of `extractvalue` and `insertvalue`.
        pub fn indices(self) -> Vec<u32> {
            unsafe {
                let count = LLVMGetNumIndices(self.raw) as usize;
                std::slice::from_raw_parts(LLVMGetIndices(self.raw), count).to_vec()
            }
        }
        pub fn shuffle_mask(self) -> Vec<Option<u32>> {
            unsafe {
                (0..LLVMGetNumMaskElements(self.raw))
                    .map(|i| u32::try_from(LLVMGetMaskValue(self.raw, i)).ok())
                    .collect()
            }
        }
        pub fn successors(self) -> impl Iterator<Item = Block<'m>> {
            let count = unsafe { LLVMGetNumSuccessors(self.raw) };
            (0..count).map(move |i| Block::must(unsafe { LLVMGetSuccessor(self.raw, i) }))
        }

        // Calls.
        pub fn called(self) -> Value<'m> {
            Value::must(unsafe { LLVMGetCalledValue(self.raw) })
        }
        pub fn call_argument_count(self) -> u32 {
            unsafe { LLVMGetNumArgOperands(self.raw) }
        }
        /// `index` counts arguments from 0; None asks the call itself.
        pub fn call_attribute(self, index: Option<u32>, kind: u32) -> Option<Option<Ty<'m>>> {
            let at = index.map_or(llvm_sys::LLVMAttributeFunctionIndex, |i| i + 1);
            unsafe {
                let attribute = LLVMGetCallSiteEnumAttribute(self.raw, at, kind);
                if attribute.is_null() {
                    return None;
                }
                let typed = LLVMIsTypeAttribute(attribute) != 0;
                Some(if typed { Ty::wrap(LLVMGetTypeAttributeValue(attribute)) } else { None })
            }
        }

        // Inline assembly.
        pub fn asm_text(self) -> String {
            let mut len = 0;
            unsafe {
                let data = LLVMGetInlineAsmAsmString(self.raw, &mut len);
                lossy(text(data, len))
            }
        }
        pub fn asm_constraints(self) -> String {
            let mut len = 0;
            unsafe {
                let data = LLVMGetInlineAsmConstraintString(self.raw, &mut len);
                lossy(text(data, len))
            }
        }

        // Functions and globals.
        pub fn value_type(self) -> Ty<'m> {
            Ty::must(unsafe { LLVMGlobalGetValueType(self.raw) })
        }
        pub fn is_declaration(self) -> bool {
            unsafe { LLVMIsDeclaration(self.raw) != 0 }
        }
        pub fn linkage(self) -> LLVMLinkage {
            unsafe { LLVMGetLinkage(self.raw) }
        }
        pub fn param_count(self) -> u32 {
            unsafe { LLVMCountParams(self.raw) }
        }
        pub fn params(self) -> Vec<Value<'m>> {
            unsafe {
                let mut out = vec![std::ptr::null_mut(); LLVMCountParams(self.raw) as usize];
                LLVMGetParams(self.raw, out.as_mut_ptr());
                out.into_iter().map(Value::must).collect()
            }
        }
        pub fn blocks(self) -> impl Iterator<Item = Block<'m>> {
            let first = Block::wrap(unsafe { LLVMGetFirstBasicBlock(self.raw) });
            std::iter::successors(first, |b| Block::wrap(unsafe { LLVMGetNextBasicBlock(b.raw) }))
        }
        /// `index` counts parameters from 0; None asks the function itself.
        pub fn function_attribute(self, index: Option<u32>, kind: u32) -> Option<Option<Ty<'m>>> {
            let at = index.map_or(llvm_sys::LLVMAttributeFunctionIndex, |i| i + 1);
            unsafe {
                let attribute = LLVMGetEnumAttributeAtIndex(self.raw, at, kind);
                if attribute.is_null() {
                    return None;
                }
                let typed = LLVMIsTypeAttribute(attribute) != 0;
                Some(if typed { Ty::wrap(LLVMGetTypeAttributeValue(attribute)) } else { None })
            }
        }
        /// The name without type suffixes, if this function is an intrinsic.
        pub fn intrinsic(self) -> Option<String> {
            unsafe {
                let id = LLVMGetIntrinsicID(self.raw);
                if id == 0 {
                    return None;
                }
                let mut len = 0;
                let data = LLVMIntrinsicGetName(id, &mut len);
                Some(lossy(text(data, len)))
            }
        }
        pub fn subprogram(self) -> Option<Md<'m>> {
            Md::wrap(unsafe { LLVMGetSubprogram(self.raw) })
        }
        pub fn initializer(self) -> Option<Value<'m>> {
            Value::wrap(unsafe { LLVMGetInitializer(self.raw) })
        }
        pub fn is_global_constant(self) -> bool {
            unsafe { LLVMIsGlobalConstant(self.raw) != 0 }
        }
        pub fn is_thread_local(self) -> bool {
            unsafe { LLVMIsThreadLocal(self.raw) != 0 }
        }
        pub fn aliasee(self) -> Value<'m> {
            Value::must(unsafe { LLVMAliasGetAliasee(self.raw) })
        }
        /// Metadata of that kind attached to a global.
        pub fn global_metadata(self, kind: u32) -> Option<Md<'m>> {
            unsafe {
                let mut count = 0;
                let entries = LLVMGlobalCopyAllMetadata(self.raw, &mut count);
                let found = (0..count as u32)
                    .find(|&i| LLVMValueMetadataEntriesGetKind(entries, i) == kind)
                    .and_then(|i| Md::wrap(LLVMValueMetadataEntriesGetMetadata(entries, i)));
                LLVMDisposeValueMetadataEntries(entries);
                found
            }
        }

        // Constants.
        pub fn int_low_word(self) -> u64 {
            unsafe { LLVMConstIntGetZExtValue(self.raw) }
        }
        pub fn const_opcode(self) -> LLVMOpcode {
            unsafe { LLVMGetConstOpcode(self.raw) }
        }
        pub fn aggregate_element(self, i: u32) -> Option<Value<'m>> {
            Value::wrap(unsafe { LLVMGetAggregateElement(self.raw, i) })
        }
        /// The bytes of a constant array of `i8`.
        pub fn string_bytes(self) -> &'m [u8] {
            let mut len = 0;
            unsafe {
                let data = LLVMGetAsString(self.raw, &mut len);
                text(data, len)
            }
        }
        pub fn block_address(self) -> (Value<'m>, Block<'m>) {
            unsafe {
                (
                    Value::must(LLVMGetBlockAddressFunction(self.raw)),
                    Block::must(LLVMGetBlockAddressBasicBlock(self.raw)),
                )
            }
        }

        // Metadata as a value.
        pub fn as_metadata(self) -> Option<Md<'m>> {
            (self.kind() == LLVMValueKind::LLVMMetadataAsValueValueKind)
                .then(|| Md::must(unsafe { LLVMValueAsMetadata(self.raw) }))
        }
        pub fn metadata_string(self) -> Option<String> {
            let mut len = 0;
            unsafe {
                let data = LLVMGetMDString(self.raw, &mut len);
                (!data.is_null()).then(|| lossy(text(data, len as usize)))
            }
        }
    }
}
