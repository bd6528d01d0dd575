//! `rethread doctor`: what is installed, what is missing, and the command that mends it.
//!
//! Each line is something rethread really does, tried now: clang compiles a file, a sanitizer links.

use crate::args::Doctor;
use crate::fail::{Ending, FAILED, OK};
use rethread_ir::compile::Clang;
use serde::Serialize;
use std::path::Path;
use std::process::Command;

#[derive(Serialize)]
struct Finding {
    name: &'static str,
    ok: bool,
    /// Nothing works without it.
    required: bool,
    /// What was found, or what went wrong.
    detail: String,
    /// What it is for.
    why: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mend: Option<String>,
}

pub fn run(options: &Doctor) -> Ending {
    let scratch = tempfile::tempdir();
    let mut findings = Vec::new();
    match &scratch {
        Ok(folder) => {
            let (finding, clang) = clang(folder.path());
            findings.push(finding);
            findings.push(llvm());
            findings.push(sanitizers(folder.path(), clang.as_ref()));
        }
        Err(e) => findings.push(Finding {
            name: "temporary files",
            ok: false,
            required: true,
            detail: format!("cannot write to {}: {e}", std::env::temp_dir().display()),
            why: "compiling the program",
            mend: Some("set TMPDIR to a folder you can write to".into()),
        }),
    }
    findings.push(working_folder());
    findings.push(csmith());

    let broken = findings.iter().any(|f| f.required && !f.ok);
    if options.json {
        let object = serde_json::json!({ "ok": !broken, "findings": findings });
        crate::print(&(serde_json::to_string_pretty(&object)? + "\n"))?;
    } else {
        crate::print(&text(&findings, broken))?;
    }
    Ok(if broken { FAILED } else { OK })
}

fn text(findings: &[Finding], broken: bool) -> String {
    use anstyle::AnsiColor::{BrightGreen, BrightRed, BrightYellow};
    use std::fmt::Write;
    let mut t = String::new();
    let width = findings.iter().map(|f| f.name.len()).max().unwrap_or(0);
    for f in findings {
        let (word, colour) = match (f.ok, f.required) {
            (true, _) => ("ok     ", BrightGreen),
            (false, true) => ("MISSING", BrightRed),
            (false, false) => ("missing", BrightYellow),
        };
        let style = colour.on_default();
        let _ = writeln!(t, "{style}{word}{style:#}  {:width$}  {}", f.name, f.detail);
        if let Some(mend) = &f.mend {
            let _ = writeln!(t, "{:width$}  needed for {}; mend it with", "", f.why, width = width + 9);
            let _ = writeln!(t, "{:width$}      {mend}", "", width = width + 9);
        }
    }
    t.push_str(if broken { "rethread cannot check programs yet.\n" } else { "rethread is ready.\n" });
    t
}

/// Standard output and error together, if it ran and succeeded; else why not.
fn output(command: &mut Command) -> Result<String, String> {
    let result = command.output().map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => "not found".to_string(),
        _ => e.to_string(),
    })?;
    let text = [result.stdout, result.stderr].concat();
    let text = String::from_utf8_lossy(&text).trim().to_string();
    if result.status.success() { Ok(text) } else { Err(format!("{}: {text}", result.status)) }
}

fn apt(packages: &str) -> Option<String> {
    // Debian shows who is root in the environment; without it, asking for sudo does no harm.
    let sudo = if std::env::var("USER").is_ok_and(|u| u == "root") { "" } else { "sudo " };
    Some(format!("{sudo}apt-get install {packages}"))
}

fn clang(folder: &Path) -> (Finding, Option<Clang>) {
    let mut finding = Finding {
        name: "clang",
        ok: false,
        required: true,
        detail: String::new(),
        why: "compiling C (bitcode needs none)",
        mend: apt("clang-19"),
    };
    let clang = match Clang::find() {
        Ok(clang) => clang,
        Err(e) => {
            finding.detail = e.to_string();
            return (finding, None);
        }
    };
    let source = folder.join("try.c");
    let program =
        "#include <stdio.h>\n#include <assert.h>\nint main(void) { assert(1); return puts(\"\") < 0; }\n";
    let compiled = std::fs::write(&source, program).map_err(|e| e.to_string()).and_then(|()| {
        output(
            Command::new(&clang.path)
                .args(["-c", "-emit-llvm", "-o"])
                .arg(folder.join("try.bc"))
                .arg(&source),
        )
    });
    match compiled {
        Ok(_) => {
            finding.ok = true;
            finding.mend = None;
            finding.detail = clang.version.clone();
            (finding, Some(clang))
        }
        Err(e) => {
            let first = e.lines().find(|l| l.contains("error")).unwrap_or(&e);
            finding.detail = format!("{}, but it cannot compile: {first}", clang.version);
            finding.mend = apt("clang-19 libc6-dev");
            (finding, None)
        }
    }
}

/// It is linked into this binary, so it is there; which one it is can still differ from clang's.
fn llvm() -> Finding {
    let detail = output(Command::new("llvm-config-19").arg("--version"));
    Finding {
        name: "LLVM library",
        ok: true,
        required: true,
        detail: detail.map_or("linked into this binary".into(), |v| format!("{v}, linked into this binary")),
        why: "reading bitcode",
        mend: None,
    }
}

fn sanitizers(folder: &Path, clang: Option<&Clang>) -> Finding {
    let mut finding = Finding {
        name: "sanitizers",
        ok: false,
        required: false,
        detail: "not tried: no clang".into(),
        why: "rethread replay",
        mend: apt("libclang-rt-19-dev"),
    };
    if let Some(clang) = clang {
        let built = output(
            Command::new(&clang.path)
                .args(["-fsanitize=address,undefined", "-o"])
                .arg(folder.join("try"))
                .arg(folder.join("try.c")),
        );
        match built.and_then(|_| output(&mut Command::new(folder.join("try")))) {
            Ok(_) => {
                finding.ok = true;
                finding.mend = None;
                finding.detail = "address and undefined link and run".into();
            }
            Err(e) => finding.detail = e.lines().last().unwrap_or_default().to_string(),
        }
    }
    finding
}

fn working_folder() -> Finding {
    let here = std::env::current_dir().map(|p| p.display().to_string()).unwrap_or_else(|_| ".".into());
    let written = tempfile::Builder::new().prefix(".rethread-doctor").tempfile_in(".");
    Finding {
        name: "working folder",
        ok: written.is_ok(),
        required: false,
        detail: match &written {
            Ok(_) => format!("{here} can be written"),
            Err(e) => format!("{here} cannot be written: {e}"),
        },
        why: "writing rethread-out",
        mend: written.is_err().then(|| "rethread check --out DIR with a folder you can write to".into()),
    }
}

fn csmith() -> Finding {
    let found = output(Command::new("csmith").arg("--version"));
    Finding {
        name: "csmith",
        ok: found.is_ok(),
        required: false,
        detail: found
            .as_ref()
            .map_or_else(|e| e.clone(), |v| v.lines().next().unwrap_or_default().to_string()),
        why: "rethread's own tests (make test)",
        mend: found.is_err().then(|| apt("csmith libcsmith-dev")).flatten(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_gap_comes_with_its_mend() {
        let findings = [
            Finding {
                name: "clang",
                ok: false,
                required: true,
                detail: "clang-19: not found".into(),
                why: "compiling C (bitcode needs none)",
                mend: Some("sudo apt-get install clang-19".into()),
            },
            Finding {
                name: "working folder",
                ok: true,
                required: false,
                detail: "/src can be written".into(),
                why: "writing rethread-out",
                mend: None,
            },
        ];
        let shown = anstream::adapter::strip_str(&text(&findings, true)).to_string();
        insta::assert_snapshot!(shown);
    }
}
