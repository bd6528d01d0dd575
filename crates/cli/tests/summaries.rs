//! Figure 3 of paper 003 with k pairs of a load and a store: 2^k classes of orders, for which k + 1 runs are enough. And what bounds of the
//! table cost: runs, not bugs.

use serde_json::Value;
use std::process::Command;

/// One thread reads k variables, the other writes them.
fn program(k: usize) -> String {
    let each = |f: &dyn Fn(usize) -> String| (0..k).map(f).collect::<String>();
    format!(
        "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n{}\
         static void *reader(void *arg) {{ {} return arg; }}\n\
         static void *writer(void *arg) {{ {} return arg; }}\n\
         int main(void) {{ pthread_t t1, t2; pthread_create(&t1, 0, reader, 0); pthread_create(&t2, 0, writer, 0);\
         pthread_join(t1, 0); pthread_join(t2, 0); return 0; }}\n",
        each(&|i| format!("static atomic_int v{i} = 1;\n")),
        each(&|i| format!("assert(v{i} > 0); ")),
        each(&|i| format!("v{i} = 10; ")),
    )
}

#[test]
fn k_pairs_take_k_and_one_runs() {
    for k in [3, 8, 16, 32] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("fig3.c");
        std::fs::write(&file, program(k)).unwrap();
        let out = Command::new(env!("CARGO_BIN_EXE_rethread"))
            .args(["check", "--preset", "ag", "--no-tests", "--json", "--out"])
            .arg(folder.path().join("out"))
            .arg(&file)
            .output()
            .unwrap();
        let answer: Value = serde_json::from_slice(&out.stdout).unwrap();
        let runs = |name: &str| answer["runs"][name].as_u64().unwrap();
        assert_eq!(answer["verdict"], "ok", "k = {k}");
        assert_eq!(runs("complete") + runs("pruned"), k as u64 + 1, "k = {k}");
    }
}

#[test]
fn bounds_are_kept_and_cost_runs_only() {
    let list = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs/threads/scale/list.c");
    let answer = |flags: &[&str]| -> Value {
        let folder = tempfile::tempdir().unwrap();
        let out = Command::new(env!("CARGO_BIN_EXE_rethread"))
            .args(["check", list, "--preset", "ag", "--no-tests", "--json", "--out", "out"])
            .args(flags)
            .current_dir(folder.path())
            .output()
            .unwrap();
        serde_json::from_slice(&out.stdout).unwrap()
    };
    let count = |answer: &Value, name: &str| answer["summaries"][name].as_u64().unwrap();
    let free = answer(&[]);
    assert_eq!(count(&free, "evicted"), 0);
    for entries in [1, 2] {
        let few = answer(&["--summary-entries", &entries.to_string()]);
        assert!(count(&few, "formulas") <= entries * count(&few, "points"), "{few:#}");
        assert!(count(&few, "evicted") > 0 && count(&few, "hits") < count(&free, "hits"), "{few:#}");
        assert_eq!(few["verdict"], free["verdict"]);
    }
    let small = answer(&["--summary-size", "8"]);
    assert!(count(&small, "formulas") < count(&free, "formulas"), "{small:#}");
    assert_eq!(small["verdict"], free["verdict"]);
    assert_eq!(answer(&["--summary-entries", "0"])["verdict"], "error");
}
