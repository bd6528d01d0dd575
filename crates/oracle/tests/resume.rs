//! An exploration that is interrupted, again and again, and goes on each time finds what one finds that is not: the same bugs,
//! and with partial order reduction alone the same classes of runs, none of them twice.

use rethread_explore::{Bug, Explored, Observer, Options, Outcome, Progress, Remainder, Test, go_on};
use rethread_ir::Program;
use rethread_oracle::compare::findings;
use rethread_oracle::rng::Rng;
use rethread_oracle::setting::{Setting, explore, options};
use rethread_oracle::subject::{direct, program_of};
use std::time::Duration;

const PROGRAMS: u64 = 40;
/// Each of them is seen to its end all the same, which takes its time.
const MOST_KILLS: u64 = 30;

const SETTINGS: [Setting; 4] = [
    Setting { schedule_at_all: false, ..Setting::TRUTH },
    Setting { dpor: true, schedule_at_all: false, ..Setting::TRUTH },
    Setting { dpor: true, summaries: true, schedule_at_all: false, ..Setting::TRUTH },
    Setting {
        asserts: true,
        slice: true,
        dpor: true,
        summaries: true,
        schedule_at_all: false,
        ..Setting::TRUTH
    },
];

/// As a process sees it that is killed after so many runs: what was kept then is all there is.
struct Killed {
    after: usize,
    kept: Option<Remainder>,
}

impl Observer for Killed {
    fn test(&mut self, _: &Test) {}
    fn bug(&mut self, _: &Bug) {}
    fn progress(&mut self, _: &Progress) -> bool {
        false
    }
    fn wants_rest(&mut self) -> bool {
        self.after = self.after.saturating_sub(1);
        self.after == 0 && self.kept.is_none()
    }
    fn rest(&mut self, rest: Option<Remainder>) {
        assert!(rest.is_some(), "one worker can always be interrupted");
        self.kept = rest;
    }
}

/// In another process only the text is left.
fn written(rest: Remainder) -> Remainder {
    serde_json::from_slice(&serde_json::to_vec(&rest).unwrap()).unwrap()
}

fn explored(program: &Program, options: &Options, from: Option<Remainder>, who: &mut Killed) -> Explored {
    let goes_on = from.is_some();
    let explored = go_on(program, options, who, from.map(written)).unwrap();
    assert_eq!(explored.resumed, goes_on);
    explored
}

/// Killed between runs.
fn killed(program: &Program, options: &Options, rng: &mut Rng) -> (Outcome, u64) {
    let (mut from, mut times) = (None, 0);
    loop {
        let most = 1 << rng.below(6);
        let after = if times < MOST_KILLS { 1 + rng.below(most) } else { usize::MAX };
        let mut who = Killed { after, kept: None };
        let explored = explored(program, options, from, &mut who);
        match who.kept {
            None => return (explored.outcome, times),
            rest => (from, times) = (rest, times + 1),
        }
    }
}

/// Stopped by the clock, wherever it is just then.
fn stopped(program: &Program, options: &Options, rng: &mut Rng) -> (Outcome, u64) {
    let (mut from, mut times) = (None, 0);
    loop {
        let time = Duration::from_micros(rng.below(300) as u64);
        let max_time = if times < 60 { Some(time) } else { options.max_time };
        let options = Options { max_time, ..options.clone() };
        let nobody = &mut Killed { after: usize::MAX, kept: None };
        let explored = explored(program, &options, from, nobody);
        if explored.rest.is_none() {
            return (explored.outcome, times);
        }
        assert!(explored.outcome.is_cut_short());
        (from, times) = (explored.rest, times + 1);
    }
}

#[test]
fn what_is_interrupted_goes_on() {
    let (mut interrupted, mut with_bugs, mut compared) = (0, 0, 0);
    for seed in 1..=PROGRAMS {
        let program = direct(&mut program_of(seed));
        for setting in SETTINGS {
            let options = options(setting);
            let Ok(whole) = explore(&program, &options).unwrap() else { continue };
            let mut rng = Rng::new(seed);
            for how in [killed, stopped] {
                let (outcome, times) = how(&program, &options, &mut rng);
                let at = format!("seed {seed}, {setting}, interrupted {times} times");
                interrupted += times;
                assert_eq!(findings(&outcome), findings(&whole), "{at}");
                assert_eq!(
                    (outcome.verdict, &outcome.bounds_hit),
                    (whole.verdict, &whole.bounds_hit),
                    "{at}"
                );
                if !setting.summaries {
                    assert_eq!(outcome.coverage.covered(), whole.coverage.covered(), "{at}");
                    let runs = |o: &Outcome| (o.counters.complete, o.counters.infeasible);
                    assert_eq!(runs(&outcome), runs(&whole), "{at}");
                    assert_eq!(outcome.classes, whole.classes, "{at}");
                }
                compared += 1;
            }
            with_bugs += u64::from(!whole.bugs.is_empty());
        }
    }
    println!("{compared} compared, {with_bugs} with bugs, interrupted {interrupted} times");
    assert!(interrupted > 20 * PROGRAMS && with_bugs > PROGRAMS / 4);
}
