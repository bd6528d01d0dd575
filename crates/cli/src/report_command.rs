//! `rethread report`: a site of a result, or the result in other formats. Nothing is explored or compiled.

use crate::args::Report as Options;
use crate::fail::{Ending, Failure, OK};
use rethread_report::emit::{Emit, Format};
use rethread_report::snapshot::Snapshot;
use std::path::{Path, PathBuf};

/// Where the site goes if nobody says.
const SITE: &str = "rethread-report";

pub fn run(options: &Options) -> Ending {
    let snapshot = Snapshot::read(&options.out)?;
    let json = read(&options.out.join("result.json"))?;
    let site = options.output.clone().or_else(|| options.emit.is_empty().then(|| PathBuf::from(SITE)));
    let site = site.map(|path| Emit { format: Format::Html, path });
    for emit in site.iter().chain(&options.emit) {
        emit.write(&snapshot.report(), &options.out, &json)?;
        if emit.format == Format::Html {
            crate::print(&format!("{}\n", emit.path.join("index.html").display()))?;
        }
    }
    Ok(OK)
}

fn read(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|e| Failure(format!("cannot read {}: {e}", path.display())))
}
