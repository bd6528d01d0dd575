//! Shell completions and manual pages, made from the command line's own definition.

use crate::args::Cli;
use crate::fail::{Ending, Failure, OK};
use clap::CommandFactory;
use std::path::Path;

pub fn completions(shell: clap_complete::Shell) -> Ending {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "rethread", &mut script);
    crate::print(&String::from_utf8_lossy(&script))?;
    Ok(OK)
}

pub fn man(folder: Option<&Path>) -> Ending {
    let Some(folder) = folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        crate::print(&String::from_utf8_lossy(&page))?;
        return Ok(OK);
    };
    let cannot = |e: std::io::Error| Failure(format!("cannot write to {}: {e}", folder.display()));
    std::fs::create_dir_all(folder).map_err(cannot)?;
    clap_mangen::generate_to(Cli::command(), folder).map_err(cannot)?;
    Ok(OK)
}
