//! `--emit FORMAT=PATH`: the outcome for other tools, one file a format.

pub mod html;
pub mod junit;
pub mod lcov;
pub mod markdown;
pub mod sarif;
pub mod sha256;
pub mod witness;

use crate::out::write;
use crate::source::Sources;
use crate::{Error, Run};
use rethread_explore::Outcome;
use std::path::PathBuf;
use std::str::FromStr;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Format {
    Sarif,
    Junit,
    Markdown,
    Witness,
    Lcov,
    Html,
}

const FORMATS: [(&str, Format); 6] = [
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
    pub fn write(&self, outcome: &Outcome, run: &Run, sources: &Sources) -> Result<(), Error> {
        let folder = match self.format {
            Format::Html => Some(self.path.as_path()),
            _ => self.path.parent().filter(|p| !p.as_os_str().is_empty()),
        };
        if let Some(folder) = folder {
            std::fs::create_dir_all(folder).map_err(|e| Error::io("create folder", folder, &e))?;
        }
        match self.format {
            Format::Sarif => write(&self.path, sarif::text(outcome, run, sources)),
            Format::Junit => write(&self.path, junit::text(outcome, run)),
            Format::Markdown => write(&self.path, markdown::text(outcome, run, sources)),
            Format::Witness => write(&self.path, witness::text(outcome, run, &witness::now())),
            Format::Lcov => write(&self.path, lcov::text(&outcome.coverage)),
            Format::Html => html::pages(outcome, run, sources)
                .into_iter()
                .try_for_each(|(name, page)| write(&self.path.join(name), page)),
        }
    }
}

/// For XML and HTML, in text and in double-quoted attributes. XML 1.0 has no way to write most
/// control characters, so they are replaced.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

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
        let sources = Sources::new(folder.path());
        for (name, format) in FORMATS {
            let emit = Emit { format, path: folder.path().join("deep/er").join(name) };
            emit.write(&sample::outcome(), &sample::run(), &sources).unwrap();
            assert!(emit.path.exists(), "{name}");
        }
    }
}
