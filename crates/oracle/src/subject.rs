//! A seed, its program in both back ends, and the verdict on it.

use crate::ast::Ast;
use crate::compare::{Complaint, Verdict, Wrong, compare, findings};
use crate::generate::generate;
use crate::setting::{Discard, Setting, explore, options};
use crate::{c, lower};
use rethread_ir::{LoadOptions, Program};

/// One program in so many goes through C and clang as well.
const COMPILED: u64 = 20;
/// One in so many is also explored by several jobs.
const PARALLEL: u64 = 10;
/// Handles of threads are scheduling points in compiled programs: those must be smaller.
const SMALLER: f64 = 32.0;

/// The program of a seed.
pub fn program_of(seed: u64) -> Ast {
    generate(seed, if is_compiled(seed) { SMALLER } else { 1.0 })
}

pub fn is_compiled(seed: u64) -> bool {
    seed.is_multiple_of(COMPILED)
}

/// The settings that are compared for a seed.
pub fn settings_of(seed: u64) -> Vec<Setting> {
    let mut settings = Setting::ALL.to_vec();
    if seed % PARALLEL == 1 {
        settings.extend(Setting::PARALLEL);
    }
    settings
}

/// The program without clang. Sets the lines of the statements.
pub fn direct(ast: &mut Ast) -> Program {
    let lines = c::print(ast).lines().count() as u32;
    lower::lower(ast, lines)
}

/// The program from its C text.
pub fn compiled(ast: &mut Ast) -> Result<Program, Discard> {
    from_text(&c::print(ast))
}

/// A program given as C.
pub(crate) fn from_text(text: &str) -> Result<Program, Discard> {
    let failed = |e: &dyn std::error::Error| Discard::Compiler(e.to_string());
    let folder = tempfile::tempdir().map_err(|e| failed(&e))?;
    let path = folder.path().join("oracle.c");
    std::fs::write(&path, text).map_err(|e| failed(&e))?;
    rethread_ir::load(&[path], &LoadOptions::default()).map_err(|e| failed(&e))
}

/// Judges a program under these settings; through C too if asked to.
pub fn judge(ast: &mut Ast, settings: &[Setting], through_c: bool) -> Verdict {
    let program = direct(ast);
    let verdict = match compare(&program, settings) {
        Verdict::Agree(agreement) => match compare(&program, &Setting::SLICES) {
            Verdict::Agree(slices) => Verdict::Agree(agreement.and(slices)),
            other => other,
        },
        other => other,
    };
    match verdict {
        Verdict::Agree(_) if through_c => judge_compiled(ast, &program, settings),
        verdict => verdict,
    }
}

/// The compiled program under all settings, and its bugs against those of the direct one.
fn judge_compiled(ast: &mut Ast, direct: &Program, settings: &[Setting]) -> Verdict {
    let program = match compiled(ast) {
        Ok(program) => program,
        Err(discard) => return Verdict::Discarded(discard),
    };
    let agreement = match compare(&program, settings) {
        Verdict::Agree(agreement) => agreement,
        other => return other,
    };
    let Ok(Ok(outcome)) = explore(direct, &options(Setting::TRUTH)) else {
        return Verdict::Agree(agreement);
    };
    let bugs = findings(&outcome);
    if bugs == agreement.bugs {
        return Verdict::Agree(agreement);
    }
    let what = Wrong::Compiled {
        only_c: agreement.bugs.difference(&bugs).cloned().collect(),
        only_direct: bugs.difference(&agreement.bugs).cloned().collect(),
    };
    Verdict::Mismatch(vec![Complaint { setting: Setting::TRUTH, what }])
}
