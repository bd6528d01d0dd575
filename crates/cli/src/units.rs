//! Times as `90s` and `10m`, sizes as `512M` and `4G`.

use std::time::Duration;

pub fn parse_time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let milliseconds = match unit {
        "ms" => 1.0,
        "s" => 1e3,
        "m" | "min" => 60e3,
        "h" => 3600e3,
        "d" => 86_400e3,
        "" => return Err(format!("no unit; say {text}s for seconds or {text}m for minutes")),
        _ => return Err("expected a time such as 500ms, 90s, 10m or 2h".into()),
    };
    let number: f64 = number.parse().map_err(|_| "expected a time such as 500ms, 90s, 10m or 2h")?;
    // A century is as good as no limit, and keeps the arithmetic on instants in range.
    Ok(Duration::from_secs_f64((number * milliseconds / 1e3).min(3.2e9)))
}

pub fn parse_size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let factor: u64 = match unit {
        "K" | "k" | "KiB" => 1 << 10,
        "M" | "MiB" => 1 << 20,
        "G" | "GiB" => 1 << 30,
        "T" | "TiB" => 1 << 40,
        "" => return Err(format!("no unit; say {text}M for mebibytes or {text}G for gibibytes")),
        _ => return Err("expected a size such as 512M or 4G".into()),
    };
    let number: f64 = number.parse().map_err(|_| "expected a size such as 512M or 4G")?;
    Ok((number * factor as f64) as u64)
}

/// The digits, and what follows them.
fn split(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(parse_time("90s").unwrap(), Duration::from_secs(90));
        assert_eq!(parse_time("10m").unwrap(), Duration::from_secs(600));
        assert_eq!(parse_time("2d").unwrap(), Duration::from_secs(2 * 86_400));
        assert_eq!(parse_time("1.5h").unwrap(), Duration::from_secs(5400));
        assert_eq!(parse_time("250ms").unwrap(), Duration::from_millis(250));
        assert!(parse_time("90").unwrap_err().contains("90s"));
        for bad in ["", "s", "1x", "-1s", "1..2s", "ten"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
        assert!(parse_time("99999999999999999999h").is_ok());
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_size("512M").unwrap(), 512 << 20);
        assert_eq!(parse_size("4G").unwrap(), 4 << 30);
        assert!(parse_size("512").unwrap_err().contains("512M"));
        for bad in ["", "M", "1X", "-1G"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }
}
