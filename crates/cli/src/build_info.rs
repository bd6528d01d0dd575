//! How the program is built, as `build.json` records it for replay.

use crate::args::Check;
use rethread_ir::commands::{CommandsError, jobs};
use rethread_ir::{DebugType, DebugTypeId, Program};
use rethread_testcase::{BUILD_VERSION, BugKind, Build, Entry, Parameter, Scalar, SourceLines, Unit};
use std::path::{Path, PathBuf};

/// What the engine gives the program as `argv[0]`.
const PROGRAM_NAME: &str = "program";

pub fn build_info(options: &Check, program: &Program, checks: &[BugKind]) -> Result<Build, CommandsError> {
    let units = match &options.compile_commands {
        Some(database) => from_database(options, database)?,
        None => options.files.iter().map(|f| unit(f, options)).collect(),
    };
    let sources = units.iter().filter(|unit| is_c(&unit.file)).filter_map(|unit| {
        let folder = unit.directory.clone().unwrap_or_default();
        Some(SourceLines::new(&unit.file, &std::fs::read(folder.join(&unit.file)).ok()?))
    });
    let sources = sources.collect();
    let models = options.how.models.iter().map(|f| unit(f, options));
    Ok(Build {
        version: BUILD_VERSION,
        cwd: std::env::current_dir().unwrap_or_default(),
        inputs: units.into_iter().chain(models).collect(),
        entry: options.how.entry.as_ref().and_then(|name| entry(name, program)),
        sources,
        checks: checks.iter().map(|k| k.name().to_string()).collect(),
        name: PROGRAM_NAME.into(),
    })
}

fn unit(file: &str, options: &Check) -> Unit {
    let flags = if is_c(file) { options.how.clang_flags.clone() } else { Vec::new() };
    Unit { file: file.to_string(), flags, directory: None }
}

fn is_c(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|e| e == "c" || e == "i")
}

/// Bitcode that was named beside the database is taken as it is, like everywhere.
fn from_database(options: &Check, database: &Path) -> Result<Vec<Unit>, CommandsError> {
    let (sources, given): (Vec<&String>, Vec<&String>) = options.files.iter().partition(|f| is_c(f));
    let mut units: Vec<Unit> = given.into_iter().map(|f| unit(f, options)).collect();
    if !sources.is_empty() || units.is_empty() {
        let wanted: Vec<PathBuf> = sources.into_iter().map(PathBuf::from).collect();
        let jobs = jobs(database, &wanted, &options.how.clang_flags)?;
        units.extend(jobs.into_iter().map(|j| Unit {
            file: j.shown,
            flags: j.flags,
            directory: Some(j.directory),
        }));
    }
    Ok(units)
}

fn entry(name: &str, program: &Program) -> Option<Entry> {
    let function = program.function(program.find_function(name)?);
    let parameters = function.debug_params.iter().map(|(name, ty)| {
        let (size, scalar) = shape(program, *ty);
        Parameter { name: name.clone(), size, scalar }
    });
    Some(Entry { function: name.to_string(), file: function.unit.clone(), parameters: parameters.collect() })
}

fn shape(program: &Program, mut ty: DebugTypeId) -> (u64, Scalar) {
    let mut count = 1;
    loop {
        let bytes = |bits: u32| count * u64::from(bits.div_ceil(8));
        return match &program.debug_types[ty.0 as usize] {
            DebugType::Bool | DebugType::Char { .. } => (count, Scalar::Integer),
            DebugType::Int { bits, .. } | DebugType::Enum { bits, .. } => (bytes(*bits), Scalar::Integer),
            DebugType::Float { bits } => (bytes(*bits), Scalar::Float),
            DebugType::Pointer { .. } => (8 * count, Scalar::Pointer),
            DebugType::Struct { size, .. } | DebugType::Union { size, .. } => (size * count, Scalar::Other),
            DebugType::Array { of, count: n } => {
                count *= n.unwrap_or(0);
                ty = *of;
                continue;
            }
            DebugType::Void | DebugType::Function | DebugType::Unknown { .. } => (0, Scalar::Other),
        };
    }
}
