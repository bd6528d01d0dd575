//! `rethread diff`: two versions of a program, what changed, and which bugs are new, still there and fixed.

use crate::accept_command::accepted;
use crate::args::{Diff, FailOn};
use crate::check::{explore_options, publish};
use crate::checks::parse_checks;
use crate::fail::{BUGS, Ending, FAILED, Failure, INCOMPLETE, OK, plain};
use crate::impact_command::Affected;
use crate::interrupt::Interrupt;
use crate::listener::Listener;
use crate::progress::Display;
use crate::reductions;
use crate::versions::Versions;
use rethread_analysis::Match;
use rethread_diff::{Answer, Compiled, Finding, Heritage, Memory, Settings, Status};
use rethread_explore::{Bug, Explored, Observer, Options, Outcome, Progress, Remainder, Test, Verdict};
use rethread_report::change::{Change, Changed, Done, report};
use rethread_report::source::Sources;
use rethread_report::terminal::Palette;
use rethread_report::value::count;
use rethread_report::{OutDir, Report, Run, json};
use rethread_store::Store;
use std::path::Path;
use std::time::{Duration, Instant};

pub fn run(options: &Diff) -> Ending {
    let interrupt = Interrupt::listen()?;
    let how = &options.how;
    let checks = parse_checks(how.checks.as_deref().unwrap_or("default"))
        .map_err(|e| Failure(format!("--checks: {e}")))?;
    let explore = explore_options(how, &checks)?;
    let settings = Settings {
        impact: reductions::is_on("impact", how.reduce.as_deref(), how.preset.as_deref()),
        carry: explore.summaries && reductions::is_on("carry", how.reduce.as_deref(), how.preset.as_deref()),
        options: explore,
    };
    let versions = Versions::of(options, &interrupt)?;
    let of = |version: &'static str| move |e: Failure| Failure(format!("the {version} version: {}", e.0));
    let before = versions.old.load(&checks).map_err(of("old"))?;
    let now = versions.new.load(&checks).map_err(of("new"))?;
    for (program, version) in [(&before, "old"), (&now, "new")] {
        rethread_engine::entry(program, how.entry.as_deref()).map_err(|e| of(version)(e.into()))?;
    }
    let matched =
        rethread_diff::matched(&before, &now, &settings.options).map_err(|e| Failure(e.to_string()))?;
    let affected = Affected::of(&matched, &checks, how.reuse_freed);
    let run = Run { accepted: accepted()?, ..versions.new.describe(&now, &checks)? };

    let store = options.store.open()?.map(|opened| opened.store);
    let memory = |program, run: Option<&Run>| {
        let memory = Memory::of(store.as_ref(), program, &settings.options);
        match run {
            Some(run) => memory.compiled_from(compiled(run)),
            None => memory,
        }
    };
    let old = memory(&before, versions.old.describe(&before, &checks).ok().as_ref());
    let new = memory(&now, Some(&run));
    let pair = Pair { matched: &matched, settings: &settings, old, new, interrupt };
    let mut out = OutDir::create(&how.out, &run)?;
    let mut display = Display::new(how.quiet);
    let explored = pair.explore(affected.summary(), &mut display, &mut out, &run);
    display.finish();
    for note in versions.notes.iter().chain(&warnings(store.as_ref())) {
        crate::complain(&format!("warning: {}\n", plain(note)));
    }
    let moved = out.moved_to().map(Path::to_path_buf);
    let (change, answer) = match explored {
        Ok(explored) => explored,
        Err(failure) => {
            out.abandon();
            return Err(failure);
        }
    };
    if let Some(moved) = moved {
        display.say(&format!("the earlier {} is now {}", how.out.display(), moved.display()));
    }
    let mut outcome = change.old.as_ref().map_or_else(|| answer.outcome.clone(), |old| answer.told(old));
    let unknown = change.unchanged && change.old.is_none();
    if unknown {
        outcome.notes.push("nothing is known of the bugs of either version".into());
    }
    let findings = answer.findings;
    let verdict = verdict(&findings, &outcome, unknown, options.fail_on, &run);
    let result = json::Result::of_change(&change, affected.change(), &findings, &outcome, &run, verdict);
    let sources = Sources::new(run.source_folder());
    let old_sources = Sources::new(&versions.old.source_folder());
    let changed = Changed { change, findings, pairs: affected.pairs(), old_sources };
    let about = Report { change: Some(&changed), ..Report::new(&outcome, &run, &sources) };
    let (change, findings) = (&changed.change, &changed.findings);
    let written = publish(how, &about, out, result, &|about| match how.quiet {
        true => about.sentence() + "\n",
        false => report(change, findings, &outcome, about.run, &sources, &Palette::colours()),
    });
    Ok(match (written, verdict) {
        (false, _) => FAILED,
        (true, Verdict::Ok) => OK,
        (true, Verdict::Bugs) => BUGS,
        (true, Verdict::Incomplete) => INCOMPLETE,
        (true, Verdict::Error) => FAILED,
    })
}

/// Two versions, and what is known of each.
struct Pair<'a> {
    matched: &'a Match<'a>,
    settings: &'a Settings,
    old: Memory<'a>,
    new: Memory<'a>,
    interrupt: Interrupt,
}

impl Pair<'_> {
    /// What is not known yet, and keeps it: the old version at once, so that an interrupt later does not cost it.
    fn explore(
        &self,
        text: String,
        display: &mut Display,
        out: &mut OutDir,
        run: &Run,
    ) -> Result<(Change, Answer), Failure> {
        let unchanged = self.matched.change().is_empty();
        let known = self.old.recall();
        let whole = known.as_ref().is_some_and(|k| !k.is_cut_short());
        let rest = if unchanged || whole { None } else { self.old.recall_rest() };
        let known = known.filter(|_| rest.is_none());
        let remembered = known.is_some();
        let (mut resumed, mut goes_on) = (None, false);
        let mut again = self.old.why_not().filter(|_| !remembered);
        if unchanged && !self.old.is_kept() {
            again = Some("nothing is kept".into());
        }
        let heritage;
        let old = match known {
            None if !unchanged => {
                if let Some(done) = rest.as_ref().map(Remainder::done) {
                    let runs = count(done.0, "run", "runs");
                    display.say(&format!("exploring the old version goes on where it stopped, after {runs}"));
                    again = None;
                } else if let Some(why) = &again {
                    display.say(&format!("the old version is explored again: {why}"));
                }
                let done = rest.as_ref().map(Remainder::done);
                let (explored, left) = self.explore_old(display, rest)?;
                resumed = done.filter(|_| explored.resumed).map(|(runs, time_s)| Done { runs, time_s });
                goes_on = self.keep_rest(&explored);
                heritage = left;
                Some(explored.outcome)
            }
            known => {
                heritage = self.old.recall_heritage(self.matched.old).filter(|_| self.settings.carry);
                known
            }
        };
        let mut listener = Listener::new(out, run, display, self.interrupt.clone());
        // What was known of the new version may rest on what was not explored of the old one by then.
        let stands = |new: &Outcome| resumed.is_none() || new.bounds_hit.is_empty();
        let known = self.new.recall_answer().filter(|(new, _)| old.is_some() && !unchanged && stands(new));
        let new_remembered = known.is_some();
        let answer = match (&old, known) {
            (Some(old), Some((new, own_bounds))) => {
                let answer = rethread_diff::compare(self.matched, old, new, &mut listener);
                Answer { own_bounds, ..answer }
            }
            (old, _) => self.explore_new(old.as_ref(), heritage.as_ref(), &mut listener)?,
        };
        let change = Change {
            text,
            unchanged,
            remembered,
            again,
            resumed,
            goes_on,
            new_remembered,
            explored: answer.affected,
            old_bounds: old.as_ref().map(|old| old.bounds_hit.clone()).unwrap_or_default(),
            narrowed: answer.narrowed,
            cut_short: is_cut_short(&answer),
            old,
        };
        Ok((change, answer))
    }

    /// True if the next time can go on from there.
    fn keep_rest(&self, explored: &Explored) -> bool {
        if !explored.outcome.is_cut_short() {
            self.old.forget_rest();
        }
        explored.rest.as_ref().is_some_and(|rest| self.old.remember_rest(rest))
    }

    fn explore_old(
        &self,
        display: &mut Display,
        from: Option<Remainder>,
    ) -> Result<(Explored, Option<Heritage>), Failure> {
        let due = Instant::now() + BETWEEN;
        let mut quiet = Quiet { display, interrupt: self.interrupt.clone(), memory: &self.old, due };
        // Nobody looks at its tree.
        let options = &Options { tree_nodes: 0, ..self.settings.options.clone() };
        let program = self.matched.old;
        let (explored, left) = match self.settings.carry {
            true => rethread_diff::explore_first(program, options, &mut quiet, from)
                .map(|(explored, left)| (explored, Some(left))),
            false => rethread_explore::go_on(program, options, &mut quiet, from).map(|k| (k, None)),
        }
        .map_err(|e| Failure(format!("the old version: {e}")))?;
        self.old.remember(&explored.outcome);
        left.iter().for_each(|left| self.old.remember_heritage(left));
        Ok((explored, left))
    }

    /// Only what the change can affect. With the verdicts that are taken over that is a result like any other.
    fn explore_new(
        &self,
        old: Option<&Outcome>,
        heritage: Option<&Heritage>,
        listener: &mut Listener,
    ) -> Result<Answer, Failure> {
        let nothing = Outcome::empty();
        let old_known = old.unwrap_or(&nothing);
        let answer = rethread_diff::diff(self.matched, old_known, heritage, self.settings, listener)
            .map_err(|e| Failure(e.to_string()))?;
        answer.heritage.iter().for_each(|left| self.new.remember_heritage(left));
        match old {
            // What is the same takes as long to explore.
            Some(old) if self.matched.change().is_empty() => {
                self.new.remember(&Outcome { counters: old.counters.clone(), ..answer.outcome.clone() });
            }
            // It would be what is known of the next old version for ever; explored as that, it goes on where it stopped.
            Some(_) if is_cut_short(&answer) => {}
            Some(_) => self.new.remember_answer(&answer.outcome, &answer.own_bounds),
            None => {}
        }
        Ok(answer)
    }
}

/// Was exploring the new version?
fn is_cut_short(answer: &Answer) -> bool {
    Outcome { bounds_hit: answer.own_bounds.clone(), ..Outcome::empty() }.is_cut_short()
}

fn compiled(run: &Run) -> Compiled {
    let flags = run.build.inputs.iter().flat_map(|unit| &unit.flags).cloned().collect();
    Compiled { hashes: run.hashes.clone(), flags }
}

fn warnings(store: Option<&Store>) -> Vec<String> {
    store.map(Store::warnings).unwrap_or_default()
}

/// What the exit code says: only what is new counts, unless all was asked for, and nothing that is accepted. `unknown`: nothing
/// changed, so that nothing is new, but what bugs there are nobody knows.
fn verdict(findings: &[Finding], outcome: &Outcome, unknown: bool, fail_on: FailOn, run: &Run) -> Verdict {
    let counts = |status| match fail_on {
        FailOn::New => status == Status::New,
        FailOn::Any => status != Status::Fixed,
    };
    let sources = Sources::new(run.source_folder());
    let mut left = findings.iter().filter(|f| counts(f.status));
    match () {
        _ if left.any(|f| run.accepted.reason(&f.bug, &sources).is_none()) => Verdict::Bugs,
        _ if !outcome.bounds_hit.is_empty() => Verdict::Incomplete,
        _ if unknown && fail_on == FailOn::Any => Verdict::Incomplete,
        _ => Verdict::Ok,
    }
}

/// Between two times that what is left to explore is kept, in case the process is killed.
const BETWEEN: Duration = Duration::from_secs(10);

/// Exploring the old version is nothing to report but how far it is.
struct Quiet<'a> {
    display: &'a mut Display,
    interrupt: Interrupt,
    memory: &'a Memory<'a>,
    /// When what is left is to be kept.
    due: Instant,
}

impl Observer for Quiet<'_> {
    fn test(&mut self, _: &Test) {}
    fn bug(&mut self, _: &Bug) {}
    fn progress(&mut self, progress: &Progress) -> bool {
        self.display.update(progress);
        self.interrupt.asked()
    }
    fn wants_rest(&mut self) -> bool {
        Instant::now() >= self.due
    }
    fn rest(&mut self, rest: Option<Remainder>) {
        let began = Instant::now();
        rest.iter().for_each(|rest| _ = self.memory.remember_rest(rest));
        // What is large takes its time to write: a hundredth of all at most.
        self.due = Instant::now() + BETWEEN.max(began.elapsed() * 100);
    }
}
