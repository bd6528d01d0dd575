//! `rethread check`: front end, exploration, report.

use crate::accept_command::accepted;
use crate::args::{Check, Explore, Format, Order, SolverName};
use crate::build_info::build_info;
use crate::checks::parse_checks;
use crate::fail::{BUGS, Ending, FAILED, Failure, INCOMPLETE, OK};
use crate::interrupt::Interrupt;
use crate::listener::Listener;
use crate::memory;
use crate::progress::Display;
use crate::reductions;
use rethread_explore::{BugKind, CheckSet, Options, Outcome, SearchOrder, SummaryLimits, Verdict};
use rethread_ir::{LoadOptions, Program, link_models, load};
use rethread_report::accepted::Accepted;
use rethread_report::emit::{markdown, sha256::sha256_hex};
use rethread_report::source::Sources;
use rethread_report::terminal::{Palette, bug_text, report, sentence};
use rethread_report::{OutDir, Report, Run, json};
use rethread_solver::{BackendKind, Config};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub fn run(options: &Check) -> Ending {
    let interrupt = Interrupt::listen()?;
    let checks = parse_checks(options.how.checks.as_deref().unwrap_or("default"))
        .map_err(|e| Failure(format!("--checks: {e}")))?;
    let (reduce, preset) = (options.how.reduce.as_deref(), options.how.preset.as_deref());
    reductions::for_one_program(reduce, preset).map_err(Failure)?;
    let explore_options = explore_options(&options.how, &checks)?;
    let program = load_program(options, &checks)?;
    let run = Run { accepted: accepted()?, ..describe(options, &program, &checks)? };

    let mut out = OutDir::create(&options.how.out, &run)?;
    let mut display = Display::new(options.how.quiet);
    let mut listener = Listener::new(&mut out, &run, &mut display, interrupt);
    let explored = rethread_explore::check(&program, &explore_options, &mut listener);
    display.finish();
    let moved = out.moved_to().map(Path::to_path_buf);
    let outcome = match explored {
        Ok(outcome) => {
            let verdict = run.accepted.verdict(&outcome, &Sources::new(run.source_folder()));
            Outcome { verdict, ..outcome }
        }
        Err(error) => {
            out.abandon();
            return Err(Failure(error.to_string()));
        }
    };
    if let Some(moved) = moved {
        display.say(&format!("the earlier {} is now {}", options.how.out.display(), moved.display()));
    }
    Ok(finish(options, &outcome, &run, out))
}

pub fn load_program(options: &Check, checks: &CheckSet) -> Result<Program, Failure> {
    let inputs: Vec<PathBuf> = options.files.iter().map(PathBuf::from).collect();
    let mut how = LoadOptions {
        clang_flags: options.how.clang_flags.clone(),
        compile_commands: options.compile_commands.clone(),
        find_signed_shifts: checks.contains(BugKind::Overflow),
        ..LoadOptions::default()
    };
    let mut program = load(&inputs, &how)?;
    if !options.how.models.is_empty() {
        how.compile_commands = None;
        let models: Vec<PathBuf> = options.how.models.iter().map(PathBuf::from).collect();
        link_models(&mut program, &load(&models, &how)?);
    }
    Ok(program)
}

pub fn explore_options(options: &Explore, checks: &CheckSet) -> Result<Options, Failure> {
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
        lineage: None,
        inherits: None,
        // A state that is dropped gives no test: summaries are for those who ask.
        summaries: reductions::is_on("summaries", options.reduce.as_deref(), options.preset.as_deref())
            && (options.reduce.is_some() || options.preset.is_some()),
        summary_limits: SummaryLimits {
            entries: options.summary_entries,
            size: options.summary_size,
            ..SummaryLimits::default()
        },
        schedule_at_all: options.schedule_at.is_some(),
        max_threads: options.max_threads,
        max_context_switches: options.max_context_switches,
        create_may_fail: options.create_may_fail,
        spurious: options.spurious,
        reuse_freed: options.reuse_freed,
        jobs: options.jobs,
        ready: 0,
        fingerprints: false,
        tree_nodes: options.tree_nodes,
    })
}

pub fn describe(options: &Check, program: &Program, checks: &CheckSet) -> Result<Run, Failure> {
    let (on, off): (Vec<BugKind>, Vec<BugKind>) = BugKind::ALL.into_iter().partition(|&k| checks.contains(k));
    Ok(Run {
        version: env!("CARGO_PKG_VERSION").into(),
        files: program.origin.inputs.clone(),
        hashes: hashes(&program.origin.inputs),
        build: build_info(options, program, &on)?,
        sources: None,
        revision: None,
        accepted: Accepted::default(),
        clang: program.origin.clang.clone(),
        checks: on,
        checks_off: off,
        out: Some(options.how.out.display().to_string()),
        suite: !options.how.no_tests,
    })
}

/// Of the files that can be read.
fn hashes(files: &[String]) -> BTreeMap<String, String> {
    let hash = |file: &String| Some((file.clone(), sha256_hex(&std::fs::read(file).ok()?)));
    files.iter().filter_map(hash).collect()
}

fn finish(options: &Check, outcome: &Outcome, run: &Run, out: OutDir) -> u8 {
    let result = json::Result::of(outcome, run);
    let sources = Sources::new(run.source_folder());
    let about = Report::new(outcome, run, &sources);
    let written = publish(&options.how, &about, out, result, &|about| match options.how.quiet {
        true => in_short(outcome, about.run, &sources),
        false => report(outcome, about.run, &sources, &Palette::colours()),
    });
    match (written, outcome.verdict) {
        (false, _) | (true, Verdict::Error) => FAILED,
        (true, Verdict::Ok) => OK,
        (true, Verdict::Bugs) => BUGS,
        (true, Verdict::Incomplete) => INCOMPLETE,
    }
}

/// Writes and prints everything; a file that cannot be written keeps nothing from being printed. True if all were.
pub fn publish(
    how: &Explore,
    about: &Report,
    out: OutDir,
    result: json::Result,
    text: &dyn Fn(&Report) -> String,
) -> bool {
    let mut failures: Vec<String> = Vec::new();
    if let Err(e) = out.finish(about, &result) {
        failures.push(e.to_string());
    }
    // What could not be written is not said to be there.
    let run = &Run { suite: about.run.suite && failures.is_empty(), ..about.run.clone() };
    let about = &Report { run, ..*about };
    let json = result.to_text() + "\n";
    for emit in &how.emit {
        if let Err(e) = emit.write(about, &how.out, &json) {
            failures.push(e.to_string());
        }
    }
    let failed = (!failures.is_empty()).then(|| failures.join("; "));
    let printed = if how.is_json() {
        let result = match &failed {
            Some(message) => result.failed(message),
            None => result,
        };
        crate::print(&(result.to_text() + "\n"))
    } else if how.format == Format::Markdown {
        crate::print(&markdown::text(about))
    } else {
        crate::print(&text(about))
    };
    let failed: Vec<String> = failed.into_iter().chain(printed.err().map(|e| e.0)).collect();
    for message in &failed {
        // Standard output has its object already.
        crate::fail::fail(message, false);
    }
    failed.is_empty()
}

fn in_short(outcome: &Outcome, run: &Run, sources: &Sources) -> String {
    let mut text: String = outcome
        .bugs
        .iter()
        .enumerate()
        .filter(|(_, bug)| run.accepted.reason(bug, sources).is_none())
        .map(|(i, bug)| bug_text(bug, i, run, sources, &Palette::colours()) + "\n")
        .collect();
    text.push_str(&sentence(outcome, run, sources));
    text.push('\n');
    text
}
