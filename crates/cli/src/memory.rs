//! The default of `--max-memory`: three quarters of what this process may have. A run that is killed
//! for memory has lost what it knew; one that stops by itself has not.

use std::fs::read_to_string;

pub fn default_limit() -> Option<u64> {
    let machine = read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
    let container = read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|t| t.trim().parse().ok());
    let least = [machine, container].into_iter().flatten().min()?;
    Some(least / 4 * 3)
}

fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|l| l.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

#[cfg(test)]
mod tests {
    #[test]
    fn meminfo() {
        assert_eq!(super::total("MemTotal:       16384 kB\nMemFree: 1 kB\n"), Some(16 << 20));
        assert_eq!(super::total("nonsense"), None);
    }
}
