//! `--emit FORMAT=PATH`: the outcome for other tools, one file a format.

pub mod junit;
pub mod lcov;
pub mod markdown;
pub mod sarif;
pub mod sha256;
pub mod witness;

use crate::Error;
use crate::out::write;
use crate::report::Report;
use crate::site::Site;
use std::path::{Path, PathBuf};
use std::str::FromStr;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Format {
    Json,
    Sarif,
    Junit,
    Markdown,
    Witness,
    Lcov,
    Html,
}

const FORMATS: [(&str, Format); 7] = [
    ("json", Format::Json),
    ("sarif", Format::Sarif),
    ("junit", Format::Junit),
    ("markdown", Format::Markdown),
    ("witness", Format::Witness),
    ("lcov", Format::Lcov),
    ("html", Format::Html),
];

/// One `--emit`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Emit {
    pub format: Format,
    pub path: PathBuf,
}

impl FromStr for Emit {
    type Err = String;

    fn from_str(text: &str) -> Result<Emit, String> {
        let names = || FORMATS.map(|(name, _)| name).join(", ");
        let Some((name, path)) = text.split_once('=') else {
            return Err(format!("expected FORMAT=PATH, with FORMAT one of {}", names()));
        };
        let format = FORMATS.iter().find(|(n, _)| *n == name).map(|&(_, f)| f);
        match format {
            None => Err(format!("unknown format `{name}`; there are {}", names())),
            Some(_) if path.is_empty() => Err(format!("no path after `{name}=`")),
            Some(format) => Ok(Emit { format, path: path.into() }),
        }
    }
}

impl Emit {
    /// `out` is the output folder; what was recorded there over time is in the page. `json` is `result.json`.
    pub fn write(&self, report: &Report, out: &Path, json: &str) -> Result<(), Error> {
        if self.format == Format::Html {
            return Site::of(report, out)?.write(&self.path);
        }
        if let Some(folder) = self.path.parent().filter(|p| !p.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|e| Error::io("create folder", folder, &e))?;
        }
        let text = match self.format {
            Format::Json | Format::Html => json.to_string(),
            Format::Sarif => sarif::text(report),
            Format::Junit => junit::text(report),
            Format::Markdown => markdown::text(report),
            Format::Witness => witness::text(report, &witness::now()),
            Format::Lcov => lcov::text(&report.outcome.coverage),
        };
        write(&self.path, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use crate::source::Sources;

    #[test]
    fn formats_are_parsed() {
        let emit: Emit = "sarif=out/a=b.sarif".parse().unwrap();
        assert_eq!(emit, Emit { format: Format::Sarif, path: "out/a=b.sarif".into() });
        assert!("sarif".parse::<Emit>().unwrap_err().contains("FORMAT=PATH"));
        assert!("pdf=x".parse::<Emit>().unwrap_err().contains("unknown format `pdf`"));
        assert!("lcov=".parse::<Emit>().unwrap_err().contains("no path"));
    }

    #[test]
    fn every_format_writes_its_file() {
        let folder = sample::folder();
        let (outcome, run, sources) = (sample::outcome(), sample::run(), Sources::new(folder.path()));
        let report = Report::new(&outcome, &run, &sources);
        for (name, format) in FORMATS {
            let emit = Emit { format, path: folder.path().join("deep/er").join(name) };
            emit.write(&report, folder.path(), "{}").unwrap();
            assert!(emit.path.exists(), "{name}");
        }
    }
}
