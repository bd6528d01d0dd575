//! `rethread-oracle`: compares settings of the loop on random programs (docs/oracle.md).

use clap::Parser;
use rethread_oracle::{pairs, session, show};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

#[derive(Parser)]
#[command(about = "Compares every setting of rethread's loop with plain exploration on random programs")]
struct Args {
    /// How many programs.
    #[arg(long, default_value_t = 20_000)]
    programs: u64,
    /// So many pairs of a program and an edited one instead.
    #[arg(long, value_name = "N", conflicts_with = "programs")]
    pairs: Option<u64>,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Programs at a time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Prints the program of this seed and its runs under every setting, made smaller if they do not agree.
    #[arg(long, value_name = "SEED")]
    show: Option<u64>,
    /// Prints the versions of this seed's chain.
    #[arg(long, value_name = "SEED")]
    show_pairs: Option<u64>,
    /// Looks for the first seed that finds each deliberate defect of the reductions, or those with this in their name.
    #[cfg(feature = "mutants")]
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "")]
    mutants: Option<String>,
}

/// Between two lines of progress.
const TERMINAL: Duration = Duration::from_millis(200);
const FILE: Duration = Duration::from_secs(30);

fn main() -> ExitCode {
    let args = Args::parse();
    if let Some(seed) = args.show {
        print!("{}", show::show(seed));
        return ExitCode::SUCCESS;
    }
    if let Some(seed) = args.show_pairs {
        print!("{}", pairs::show_chain(seed));
        return ExitCode::SUCCESS;
    }
    #[cfg(feature = "mutants")]
    if let Some(name) = &args.mutants {
        return kill_mutants(&args, name);
    }
    let started = Instant::now();
    let news = News::new(started);
    let mismatches = match args.pairs {
        None => {
            let seeds = args.seed..args.seed.saturating_add(args.programs);
            let tally = session::session(
                seeds,
                args.jobs,
                |t| news.tell(t.programs, args.programs, "programs", t.mismatches, t.discards()),
                |mismatch| println!("{mismatch}"),
            );
            println!("{tally}");
            tally.mismatches
        }
        Some(pairs) => {
            let tally = pairs::session(
                pairs::seeds(args.seed, pairs),
                args.jobs,
                |t| news.tell(t.pairs, pairs, "pairs", t.mismatches, t.discarded.values().sum()),
                |mismatch| println!("{mismatch}"),
            );
            println!("{tally}");
            tally.mismatches
        }
    };
    println!("time             {:.0} s", started.elapsed().as_secs_f64());
    ExitCode::from(u8::from(mismatches > 0))
}

/// A line of progress now and then.
struct News {
    started: Instant,
    last: Mutex<Instant>,
    terminal: bool,
}

impl News {
    fn new(started: Instant) -> News {
        News { started, last: Mutex::new(started), terminal: std::io::stderr().is_terminal() }
    }

    fn tell(&self, done: u64, of: u64, what: &str, mismatches: u64, discarded: u64) {
        let Ok(mut last) = self.last.lock() else { return };
        if last.elapsed() < if self.terminal { TERMINAL } else { FILE } {
            return;
        }
        *last = Instant::now();
        let rate = done as f64 / self.started.elapsed().as_secs_f64();
        let end = if self.terminal { "\x1b[K\r" } else { "\n" };
        let _ = write!(
            std::io::stderr(),
            "{done} of {of} {what}, {mismatches} mismatches, {discarded} discarded, {rate:.0} a second{end}"
        );
    }
}

/// A line for each mutant: the seed that finds it, how long that took, and what was seen.
#[cfg(feature = "mutants")]
fn kill_mutants(args: &Args, name: &str) -> ExitCode {
    use rethread_explore::Mutant;
    use rethread_oracle::mutants::{killer, killer_of_change};
    let mut survivors = 0;
    let named = |m: &(bool, Mutant)| format!("{:?}", m.1).contains(name);
    let changes = Mutant::OF_CHANGES.map(|m| (true, m));
    for (of_change, mutant) in Mutant::ALL.map(|m| (false, m)).into_iter().chain(changes).filter(named) {
        let started = Instant::now();
        let seeds = args.seed..args.seed.saturating_add(args.programs);
        let found = match of_change {
            true => killer_of_change(mutant, seeds).map(|seed| (seed, "its chain of versions".into())),
            false => killer(mutant, seeds),
        };
        let time = started.elapsed().as_secs_f64();
        match found {
            Some((seed, how)) => println!("{mutant:?}: seed {seed} after {time:.1} s: {how}"),
            None => {
                survivors += 1;
                println!("{mutant:?}: survives {} programs ({time:.1} s)", args.programs);
            }
        }
    }
    ExitCode::from(u8::from(survivors > 0))
}
