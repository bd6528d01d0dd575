//! Where a store is: a folder, or a server with a folder in front of it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Location {
    Folder(PathBuf),
    /// `host:port` of a memcached
    Memcache(String),
    /// `host:port` or `host:port/database` of a Redis
    Redis(String),
}

/// `.rethread` in the folder that holds `.git`, from `start` upwards; without one, in `start`.
pub fn default_folder(start: &Path) -> PathBuf {
    let root = start.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(start);
    root.join(".rethread")
}

impl FromStr for Location {
    type Err = String;

    fn from_str(text: &str) -> Result<Location, String> {
        const EXPECTED: &str = "expected a folder, memcache://HOST:PORT or redis://HOST:PORT[/DATABASE]";
        let Some((scheme, rest)) = text.split_once("://") else {
            return match text {
                "" => Err(EXPECTED.into()),
                folder => Ok(Location::Folder(folder.into())),
            };
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        match scheme {
            "memcache" => Ok(Location::Memcache(address(rest, 11211).ok_or(EXPECTED)?)),
            "redis" => {
                let (server, database) = match rest.split_once('/') {
                    Some((server, database)) => (server, Some(database)),
                    None => (rest, None),
                };
                let server = address(server, 6379).ok_or(EXPECTED)?;
                match database.map(str::parse::<u16>) {
                    None => Ok(Location::Redis(server)),
                    Some(Ok(number)) => Ok(Location::Redis(format!("{server}/{number}"))),
                    Some(Err(_)) => Err(format!("a database of Redis is a number; {EXPECTED}")),
                }
            }
            other => Err(format!("no store is known for `{other}://`; {EXPECTED}")),
        }
    }
}

/// `host:port`, with the server's usual port if none is given; nothing that a URL could take for more.
fn address(text: &str, usual: u16) -> Option<String> {
    let (host, port) = match text.rsplit_once(':') {
        // An IPv6 address without a port ends in a bracket.
        Some((host, port)) if !port.ends_with(']') => (host, port.parse::<u16>().ok()?),
        _ => (text, usual),
    };
    let bracketed = host.starts_with('[') && host.ends_with(']');
    let fits = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c) || bracketed && "[]:%".contains(c);
    (!host.is_empty() && port != 0 && host.chars().all(fits)).then(|| format!("{host}:{port}"))
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Location::Folder(folder) => folder.display().fmt(f),
            Location::Memcache(server) => write!(f, "memcache://{server}"),
            Location::Redis(server) => write!(f, "redis://{server}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_servers() {
        let parse = |text: &str| text.parse::<Location>();
        assert_eq!(parse(".rethread"), Ok(Location::Folder(".rethread".into())));
        assert_eq!(parse("memcache://cache:11212"), Ok(Location::Memcache("cache:11212".into())));
        assert_eq!(parse("memcache://10.0.0.1"), Ok(Location::Memcache("10.0.0.1:11211".into())));
        assert_eq!(parse("redis://[::1]:7000/3"), Ok(Location::Redis("[::1]:7000/3".into())));
        assert_eq!(parse("redis://[::1]/"), Ok(Location::Redis("[::1]:6379".into())));
        for text in ["folder/x", "memcache://a:1", "redis://a:1/2"] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn mistakes_are_explained() {
        for bad in ["", "memcache://", "memcache://a:0", "memcache://a:b", "redis://:1", "redis://u:p@h:1"] {
            let error = bad.parse::<Location>().unwrap_err();
            assert!(error.contains("expected a folder"), "{bad}: {error}");
        }
        assert!("http://x".parse::<Location>().unwrap_err().contains("`http://`"));
        assert!("redis://h:1/x".parse::<Location>().unwrap_err().contains("a number"));
    }

    #[test]
    fn the_default_is_at_the_root_of_the_repository() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("a/b");
        std::fs::create_dir_all(&inner).unwrap();
        assert_eq!(default_folder(&inner), inner.join(".rethread"));
        // A work tree has a file of that name.
        std::fs::write(folder.path().join(".git"), "gitdir: elsewhere").unwrap();
        assert_eq!(default_folder(&inner), folder.path().join(".rethread"));
    }
}
