//! Line and function coverage in LCOV's tracefile format (`geninfo(1)`).

use rethread_explore::Coverage;
use std::fmt::Write;

pub fn text(coverage: &Coverage) -> String {
    let mut t = String::from("TN:rethread\n");
    for (file, lines) in &coverage.lines {
        let _ = writeln!(t, "SF:{file}");
        if let Some(functions) = coverage.functions.get(file) {
            for (name, (line, _)) in functions {
                let _ = writeln!(t, "FN:{line},{name}");
            }
            for (name, (_, times)) in functions {
                let _ = writeln!(t, "FNDA:{times},{name}");
            }
            let hit = functions.values().filter(|(_, n)| *n > 0).count();
            let _ = writeln!(t, "FNF:{}\nFNH:{hit}", functions.len());
        }
        for (line, times) in lines {
            let _ = writeln!(t, "DA:{line},{times}");
        }
        let hit = lines.values().filter(|&&n| n > 0).count();
        let _ = writeln!(t, "LF:{}\nLH:{hit}\nend_of_record", lines.len());
    }
    t
}

#[cfg(test)]
mod tests {
    #[test]
    fn tracefile() {
        insta::assert_snapshot!(super::text(&crate::sample::outcome().coverage));
    }
}
