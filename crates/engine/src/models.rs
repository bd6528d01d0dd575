//! libc in C, compiled when rethread was built.

use rethread_ir::{Function, Linkage, Program, Type};
use std::sync::LazyLock;

/// Read once: who explores many small programs would do little else.
static MODELS: LazyLock<Program> = LazyLock::new(|| {
    let written = include_bytes!(concat!(env!("OUT_DIR"), "/models.bin"));
    postcard::from_bytes(written).expect("written by the build script")
});

/// Gives the program bodies for the libc functions it uses and does not define.
pub fn add_models(program: &mut Program) {
    // The end of main goes through exit, also if nobody calls it.
    if program.find_function("exit").is_none() {
        let int = program.types.intern(Type::Int(32));
        let void = program.types.intern(Type::Void);
        program.functions.push(Function {
            name: "exit".into(),
            unit: String::new(),
            linkage: Linkage::External,
            params: vec![rethread_ir::Param { ty: int, byval: None, debug: None }],
            ret: void,
            varargs: false,
            noreturn: true,
            regs: vec![rethread_ir::RegInfo { name: "code".into(), ty: int }],
            blocks: Vec::new(),
            loc: None,
            debug_params: Vec::new(),
            is_model: true,
        });
    }
    rethread_ir::link_models(program, &MODELS);
}
