//! `rethread check`: front end, exploration, report.

use crate::args::{Check, Order, SolverName};
use crate::build_info::build_info;
use crate::checks::parse_checks;
use crate::fail::{BUGS, Ending, FAILED, Failure, INCOMPLETE, OK};
use crate::interrupt::Interrupt;
use crate::listener::Listener;
use crate::memory;
use crate::progress::Display;
use crate::reductions;
use rethread_explore::{BugKind, CheckSet, Options, Outcome, SearchOrder, Verdict};
use rethread_ir::{LoadOptions, Program, link_models, load};
use rethread_report::source::Sources;
use rethread_report::terminal::{Palette, bug_text, report, sentence};
use rethread_report::{OutDir, Run, json};
use rethread_solver::{BackendKind, Config};
use std::path::{Path, PathBuf};

pub fn run(options: &Check) -> Ending {
    let interrupt = Interrupt::listen()?;
    let checks = parse_checks(options.checks.as_deref().unwrap_or("default"))
        .map_err(|e| Failure(format!("--checks: {e}")))?;
    let explore_options = explore_options(options, &checks)?;
    let program = load_program(options, &checks)?;
    let run = describe(options, &program, &checks)?;

    let mut out = OutDir::create(&options.out, &run)?;
    let mut display = Display::new(options.quiet);
    let mut listener = Listener::new(&mut out, &run, &mut display, interrupt);
    let explored = rethread_explore::check(&program, &explore_options, &mut listener);
    display.finish();
    let moved = out.moved_to().map(Path::to_path_buf);
    let outcome = match explored {
        Ok(outcome) => outcome,
        Err(error) => {
            out.abandon();
            return Err(Failure(error.to_string()));
        }
    };
    if let Some(moved) = moved {
        display.say(&format!("the earlier {} is now {}", options.out.display(), moved.display()));
    }
    Ok(finish(options, &outcome, &run, out))
}

fn load_program(options: &Check, checks: &CheckSet) -> Result<Program, Failure> {
    let inputs: Vec<PathBuf> = options.files.iter().map(PathBuf::from).collect();
    let mut how = LoadOptions {
        clang_flags: options.clang_flags.clone(),
        compile_commands: options.compile_commands.clone(),
        find_signed_shifts: checks.contains(BugKind::Overflow),
        ..LoadOptions::default()
    };
    let mut program = load(&inputs, &how)?;
    if !options.models.is_empty() {
        how.compile_commands = None;
        let models: Vec<PathBuf> = options.models.iter().map(PathBuf::from).collect();
        link_models(&mut program, &load(&models, &how)?);
    }
    Ok(program)
}

fn explore_options(options: &Check, checks: &CheckSet) -> Result<Options, Failure> {
    let mut solver = Config {
        cross_check: options.cross_check,
        memory_limit: options.solver_memory,
        record: options.solver_record.clone(),
        seed: options.seed,
        ..Config::default()
    };
    if let Some(time) = options.solver_time {
        solver.time_limit = Some(time);
    }
    match options.solver {
        SolverName::Auto => {}
        SolverName::Z3 => solver.backend = BackendKind::Z3,
        SolverName::Bitblast => solver.backend = BackendKind::Bitblast,
    }
    let stdin = match &options.stdin {
        None => Vec::new(),
        Some(file) => {
            std::fs::read(file).map_err(|e| Failure(format!("cannot read {}: {e}", file.display())))?
        }
    };
    Ok(Options {
        entry: options.entry.clone(),
        checks: checks.clone(),
        order: match options.order {
            Order::Dfs => SearchOrder::Dfs,
            Order::Bfs => SearchOrder::Bfs,
            Order::Random => SearchOrder::Random,
            Order::Coverage => SearchOrder::Coverage,
        },
        seed: options.seed,
        max_time: options.max_time,
        max_memory: options.max_memory.or_else(memory::default_limit),
        max_depth: options.max_depth,
        max_loop: options.max_loop,
        max_tests: options.max_tests,
        solver,
        sym_args: options.sym_args.as_ref().map(|v| (v[0], v[1])),
        sym_stdin: options.sym_stdin,
        args: options.program_args.iter().map(|a| a.clone().into_bytes()).collect(),
        stdin,
        strict: options.strict,
        malloc_may_fail: options.malloc_may_fail,
        no_tests: options.no_tests,
        rand_symbolic: options.rand_symbolic,
        dpor: reductions::is_on("dpor", options.reduce.as_deref(), options.preset.as_deref()),
        slice: reductions::is_on("slice", options.reduce.as_deref(), options.preset.as_deref()),
        goals: None,
        // A state that is dropped gives no test: summaries are for those who ask.
        summaries: reductions::is_on("summaries", options.reduce.as_deref(), options.preset.as_deref())
            && (options.reduce.is_some() || options.preset.is_some()),
        schedule_at_all: options.schedule_at.is_some(),
        max_threads: options.max_threads,
        max_context_switches: options.max_context_switches,
        create_may_fail: options.create_may_fail,
        spurious: options.spurious,
        reuse_freed: options.reuse_freed,
        jobs: options.jobs,
        ready: 0,
        fingerprints: false,
    })
}

fn describe(options: &Check, program: &Program, checks: &CheckSet) -> Result<Run, Failure> {
    let (on, off): (Vec<BugKind>, Vec<BugKind>) = BugKind::ALL.into_iter().partition(|&k| checks.contains(k));
    Ok(Run {
        version: env!("CARGO_PKG_VERSION").into(),
        files: program.origin.inputs.clone(),
        build: build_info(options, program, &on)?,
        clang: program.origin.clang.clone(),
        checks: on,
        checks_off: off,
        out: Some(options.out.display().to_string()),
        suite: !options.no_tests,
    })
}

/// Writes and prints everything; a file that cannot be written keeps nothing from being printed.
fn finish(options: &Check, outcome: &Outcome, run: &Run, out: OutDir) -> u8 {
    let sources = Sources::new(&run.build.cwd);
    let mut failures: Vec<String> = Vec::new();
    if let Err(e) = out.finish(outcome, run) {
        failures.push(e.to_string());
    }
    // What could not be written is not said to be there.
    let run = &Run { suite: run.suite && failures.is_empty(), ..run.clone() };
    for emit in &options.emit {
        if let Err(e) = emit.write(outcome, run, &sources) {
            failures.push(e.to_string());
        }
    }
    let failed = (!failures.is_empty()).then(|| failures.join("; "));
    if options.json {
        let result = json::Result::of(outcome, run);
        let result = match &failed {
            Some(message) => result.failed(message),
            None => result,
        };
        crate::print(&(result.to_text() + "\n"));
    } else if options.quiet {
        crate::print(&in_short(outcome, run, &sources));
    } else {
        crate::print(&report(outcome, run, &sources, &Palette::colours()));
    }
    match (failed, outcome.verdict) {
        (Some(message), _) => {
            // Standard output has its object already.
            crate::fail::fail(&message, false);
            FAILED
        }
        (None, Verdict::Ok) => OK,
        (None, Verdict::Bugs) => BUGS,
        (None, Verdict::Incomplete) => INCOMPLETE,
        (None, Verdict::Error) => FAILED,
    }
}

fn in_short(outcome: &Outcome, run: &Run, sources: &Sources) -> String {
    let mut text: String = outcome
        .bugs
        .iter()
        .enumerate()
        .map(|(i, bug)| bug_text(bug, i, run, sources, &Palette::colours()) + "\n")
        .collect();
    text.push_str(&sentence(outcome, run));
    text.push('\n');
    text
}
