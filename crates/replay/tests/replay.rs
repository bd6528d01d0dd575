//! Small programs of every kind of end, with tests written by hand: the true end is confirmed, a false
//! one (another line, another output, another kind) is not.

use rethread_replay::{Options, Outcome, Replayer};
use rethread_testcase::{
    BUILD_FILE, BUILD_VERSION, BugKind, Build, End, EndKind, Entry, Input, Parameter, Place, Scalar,
    ScheduleStep, TEST_VERSION, Test, TestSource, Unit,
};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

/// One for all: it compiles the runtime once.
static REPLAYER: OnceLock<Replayer> = OnceLock::new();

/// A program in a folder of its own. A line of it is named by a comment.
struct Case {
    folder: tempfile::TempDir,
    text: String,
    build: Build,
}

impl Case {
    fn new(text: &str) -> Case {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("prog.c"), text).unwrap();
        let build = Build {
            version: BUILD_VERSION,
            cwd: folder.path().into(),
            name: "prog".into(),
            inputs: vec![Unit { file: "prog.c".into(), ..Unit::default() }],
            ..Build::default()
        };
        Case { folder, text: text.into(), build }
    }

    fn line(&self, mark: &str) -> u32 {
        let mark = format!("/*{mark}*/");
        let index = self.text.lines().position(|l| l.contains(&mark));
        index.unwrap_or_else(|| panic!("no {mark}")) as u32 + 1
    }

    fn bug(&self, kind: BugKind, mark: &str) -> Test {
        let place =
            Place { file: "prog.c".into(), line: self.line(mark), column: 0, function: String::new() };
        test(EndKind::Bug { bug: kind, place })
    }

    fn outcomes(&self, tests: &[Test]) -> Vec<Outcome> {
        let options = || Options { timeout: Duration::from_secs(20), ..Options::default() };
        let replayer = REPLAYER.get_or_init(|| Replayer::new(options()).unwrap());
        let verdicts = replayer.replay(&self.build, tests).unwrap();
        assert!(verdicts.iter().map(|v| &v.id).eq(tests.iter().map(|t| &t.id)));
        verdicts.into_iter().map(|v| v.outcome).collect()
    }

    fn outcome(&self, test: &Test) -> Outcome {
        self.outcomes(std::slice::from_ref(test)).remove(0)
    }

    #[track_caller]
    fn same(&self, test: &Test) {
        let outcome = self.outcome(test);
        assert_eq!(outcome, Outcome::Same, "{outcome:#?}");
    }

    /// It diverges, and the message says what was seen.
    #[track_caller]
    fn diverges(&self, test: &Test, seen: &str) {
        match self.outcome(test) {
            Outcome::Diverged(how) => assert!(how.got.contains(seen), "{how:#?}"),
            other => panic!("{other:?}"),
        }
    }

    /// With this input the bug is at this mark, and not at another line.
    #[track_caller]
    fn fail_at(&self, expected: &[(i32, BugKind, &str)]) {
        let mut tests = Vec::new();
        for &(n, kind, mark) in expected {
            let mut test = self.bug(kind, mark);
            test.inputs = vec![int("nondet_int", n)];
            tests.push(test.clone());
            if let EndKind::Bug { place, .. } = &mut test.end.how {
                place.line += 1;
            }
            tests.push(test);
        }
        for (pair, (_, kind, mark)) in self.outcomes(&tests).chunks(2).zip(expected) {
            assert_eq!(pair[0], Outcome::Same, "{kind} at {mark}: {:#?}", pair[0]);
            assert!(matches!(pair[1], Outcome::Diverged(_)), "{kind} beside {mark}: {:#?}", pair[1]);
        }
    }
}

fn test(how: EndKind) -> Test {
    Test {
        version: TEST_VERSION,
        id: "t1".into(),
        inputs: vec![],
        args: vec![],
        stdin: vec![],
        entry: None,
        schedule: vec![],
        standing: vec![],
        threads: 0,
        environment: vec![],
        end: End { how, stdout: vec![], stderr: vec![] },
        replayable: true,
    }
}

fn exit(code: i32) -> Test {
    test(EndKind::Exit { code })
}

fn int(name: &str, value: i32) -> Input {
    Input { name: name.into(), bytes: value.to_le_bytes().to_vec(), value: value.to_string() }
}

const ECHO: &str = r#"
#include <stdio.h>
#include <rethread.h>
int main(int argc, char **argv) {
    int x, y;
    rethread_symbolic(&x, sizeof x, "x");
    rethread_symbolic(&y, sizeof y, "x");
    rethread_assume(x > 0);
    printf("%d %d %d %s\n", x, y, argc, argc > 1 ? argv[1] : "-");
    fprintf(stderr, "%d\n", getchar());
    return x + y;
}
"#;

#[test]
fn exits_compare_code_and_output() {
    let case = Case::new(ECHO);
    let mut right = exit(7);
    right.inputs = vec![int("x", 3), int("x#1", 4)];
    right.args = vec![b"\xffz".to_vec()];
    right.stdin = b"A".to_vec();
    right.end.stdout = b"3 4 2 \xffz\n".to_vec();
    right.end.stderr = b"65\n".to_vec();
    case.same(&right);

    let mut wrong = right.clone();
    wrong.end.how = EndKind::Exit { code: 8 };
    case.diverges(&wrong, "exit 7");
    let mut wrong = right.clone();
    wrong.end.stdout = b"3 5".to_vec();
    case.diverges(&wrong, "another standard output: from byte 2 on \"4 2");
    let mut wrong = right.clone();
    wrong.stdin = b"B".to_vec();
    case.diverges(&wrong, "another standard error");
    let mut wrong = right.clone();
    wrong.inputs.pop();
    case.diverges(&wrong, "the input x#1, which the test does not have at");
    let mut wrong = right.clone();
    wrong.inputs[0].bytes.push(0);
    case.diverges(&wrong, "4 bytes of the input x, which has another size");
    let mut wrong = right.clone();
    wrong.inputs[0] = int("x", -3);
    case.diverges(&wrong, "a false assume");

    // The same input, expected to be assumed away.
    let mut assumed = test(EndKind::Assume);
    assumed.inputs = vec![int("x", -3), int("x#1", 4)];
    case.same(&assumed);
    assumed.inputs[0] = int("x", 3);
    case.diverges(&assumed, "exit 7");

    // Cut by a bound: what was written until then comes first.
    let mut bound = right.clone();
    bound.end =
        End { how: EndKind::Bound { bound: "max-loop".into() }, stdout: b"3 4".to_vec(), stderr: vec![] };
    case.same(&bound);
    bound.end.stdout = b"4".to_vec();
    case.diverges(&bound, "another standard output");
}

#[test]
fn output_before_a_failure_is_compared() {
    let case = Case::new(
        "#include <stdio.h>\n#include <assert.h>\n\
         int main(void) {\n    printf(\"before\");\n    assert(0); /*here*/\n}\n",
    );
    let mut test = case.bug(BugKind::Assert, "here");
    test.end.stdout = b"before".to_vec();
    case.same(&test);
    test.end.stdout = b"".to_vec();
    case.diverges(&test, "another standard output");
}

#[test]
fn assertions_of_every_dialect() {
    let case = Case::new(
        r#"
#include <assert.h>
#include <stdlib.h>
#include "klee/klee.h"
int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int);
void reach_error(void) { } /* what it does is not asked */
static void check(int c) { if (!c) { reach_error(); /*reach*/ } }
void klee_user(int n) { klee_assert(n != 3); /*klee*/ }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == 0) assert(n); /*assert*/
    if (n == 1) check(0);
    if (n == 2) __VERIFIER_assert(n == 3); /*verifier*/
    klee_user(n);
    if (n == 4) abort(); /*abort*/
    if (n == 5) klee_report_error(__FILE__, __LINE__, "m", "s"); /*report*/
    if (n == 6) exit(9);
    if (n == 7) klee_silent_exit(2);
    return klee_int("k") + klee_range(0, 10, "k");
}
"#,
    );
    let at = |n| [int("nondet_int", n)];
    case.fail_at(&[
        (0, BugKind::Assert, "assert"),
        (1, BugKind::Assert, "reach"),
        (2, BugKind::Assert, "verifier"),
        (3, BugKind::Assert, "klee"),
        (4, BugKind::Abort, "abort"),
        (5, BugKind::Assert, "report"),
    ]);
    for (n, code) in [(6, 9), (7, 2)] {
        let mut test = exit(code);
        test.inputs = at(n).to_vec();
        case.same(&test);
    }
    let mut test = exit(12);
    test.inputs = vec![int("nondet_int", 8), int("k", 7), int("k#1", 5)];
    case.same(&test);

    // Where they are not looked for they are an end like any other.
    let mut test = exit(128 + 6);
    test.inputs = at(4).to_vec();
    case.same(&test);

    // An abort is not an assertion, nor the other way round.
    let mut wrong = case.bug(BugKind::Assert, "abort");
    wrong.inputs = at(4).to_vec();
    case.diverges(&wrong, "abort at");
    let mut wrong = case.bug(BugKind::Abort, "assert");
    wrong.inputs = at(0).to_vec();
    case.diverges(&wrong, "assert at");
}

#[test]
fn an_assertion_function_with_a_body_fails_at_its_caller() {
    let case = Case::new(
        "#include <stdlib.h>\nvoid reach_error(void);\n\
         void __VERIFIER_assert(int c) {\n    if (!c) {\n        reach_error(); /*inner*/\n    }\n}\n\
         int other(void) { return 0; }\n\
         int main(void) {\n    other();\n    __VERIFIER_assert(0); /*caller*/\n}\n",
    );
    case.fail_at(&[(0, BugKind::Assert, "caller")]);
    case.same(&case.bug(BugKind::Assert, "inner"));
}

const MEMORY: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
const int fixed = 3;
int table[4];
struct s { long a; int b; };
static int *gone(int n) { int local = n; return &local; } /* dangles */
static int deep(int n) {
    volatile char keep[512]; keep[0] = n;
    return deep(n + 1) + keep[0];  /*deep*/
}
int main(void) {
    int n = __VERIFIER_nondet_int(), zero = 0, unset;
    int *p = malloc(8);
    struct s *none = 0;
    void (*jump)(void) = 0;
    switch (n) {
    case 0: none->b = 1; break; /*null*/
    case 1: jump(); break; /*jump*/
    case 2: zero = strlen((char *)none); break; /*strlen*/
    case 3: p[2] = 1; break; /*heap*/
    case 4: table[n] = 1; break; /*global*/
    case 5: p[-1] = 1; break; /*below*/
    case 6: p[50000000] = 1; break; /*far*/
    case 7: memcpy(p, table, 12); break; /*memcpy*/
    case 8: { int array[4]; array[n] = 1; break; } /*stack*/
    case 9: free(p); zero = *p; break; /*freed*/
    case 10: zero = *gone(1); break; /*returned*/
    case 11: free(p);
        free(p); break; /*twice*/
    case 12: free(p + 1); break; /*inside*/
    case 13: free(&zero); break; /*notheap*/
    case 14: *(int *)&fixed = 4; break; /*const*/
    case 15: *(char *)"literal" = 'L'; break; /*literal*/
    case 16: deep(0); break;
    case 17: if (unset) zero = 1; break; /*branch*/
    case 18: printf("%d\n", p[1]); break; /*output*/
    case 19: zero = table[p[0] & 3]; break; /*address*/
    case 20: { int array[4]; int *q = array; q[n] = 1; break; } /*stackptr*/
    }
    return zero;
}
"#;

#[test]
fn invalid_accesses() {
    let case = Case::new(MEMORY);
    use BugKind::*;
    case.fail_at(&[
        (0, Null, "null"),
        (1, Null, "jump"),
        (2, Null, "strlen"),
        (3, Bounds, "heap"),
        (4, Bounds, "global"),
        (5, Bounds, "below"),
        (6, Bounds, "far"),
        (7, Bounds, "memcpy"),
        (8, Bounds, "stack"),
        (20, Bounds, "stackptr"),
        (9, UseAfterFree, "freed"),
        (10, UseAfterFree, "returned"),
        (11, DoubleFree, "twice"),
        (12, InvalidFree, "inside"),
        (13, InvalidFree, "notheap"),
        (14, ConstWrite, "const"),
        (15, ConstWrite, "literal"),
        (17, Uninit, "branch"),
        (18, Uninit, "output"),
        (19, Uninit, "address"),
    ]);
}

#[test]
fn a_kind_that_is_not_the_one() {
    let case = Case::new(MEMORY);
    let mut wrong = case.bug(BugKind::DoubleFree, "freed");
    wrong.inputs = vec![int("nondet_int", 9)];
    case.diverges(&wrong, "heap-use-after-free at");
    let mut wrong = exit(0);
    wrong.inputs = vec![int("nondet_int", 0)];
    case.diverges(&wrong, "SIGSEGV on address 0x8 at");
    // Nothing is wrong with this run.
    let kinds = [BugKind::Bounds, BugKind::Null, BugKind::Uninit, BugKind::Overflow];
    let tests = kinds.map(|kind| {
        let mut wrong = case.bug(kind, "heap");
        wrong.inputs = vec![int("nondet_int", 99)];
        wrong
    });
    for outcome in case.outcomes(&tests) {
        assert!(matches!(&outcome, Outcome::Diverged(how) if how.got == "exit 0"), "{outcome:#?}");
    }
}

#[test]
fn the_stack_overflows_somewhere_in_the_recursion() {
    let case = Case::new(MEMORY);
    let mut test = case.bug(BugKind::StackOverflow, "deep");
    test.inputs = vec![int("nondet_int", 16)];
    case.same(&test);
    let function = |test: &mut Test, name: &str| {
        if let EndKind::Bug { place, .. } = &mut test.end.how {
            place.function = name.into();
            place.line = 1;
        }
    };
    function(&mut test, "deep");
    case.same(&test);
    function(&mut test, "gone");
    case.diverges(&test, "stack-overflow at");
}

#[test]
fn arithmetic() {
    let case = Case::new(
        r#"
#include <stdio.h>
#include <limits.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    volatile int r = 0;
    puts("first");
    if (n == 0) r = 1 / n; /*div*/
    if (n == 0x40000000) r = n + n; /*add*/
    if (n == -1) r = 1 << n; /*shift*/
    if (n == INT_MIN) r = -n; /*neg*/
    if (n == 5) __builtin_unreachable(); /*unreachable*/
    puts("last");
    return 0;
}
"#,
    );
    use BugKind::*;
    for (n, kind, mark) in [
        (0, DivByZero, "div"),
        (0x4000_0000, Overflow, "add"),
        (-1, Overflow, "shift"),
        (i32::MIN, Overflow, "neg"),
        (5, Unreachable, "unreachable"),
    ] {
        let mut test = case.bug(kind, mark);
        test.inputs = vec![int("nondet_int", n)];
        test.end.stdout = b"first\n".to_vec();
        case.same(&test);
        // An overflow does not stop the run: what comes after it may be recorded too.
        if kind == Overflow {
            test.end.stdout = b"first\nlast\n".to_vec();
            case.same(&test);
        }
        test.end.stdout = b"last\n".to_vec();
        case.diverges(&test, "another standard output");
        test.end.stdout = b"first\n".to_vec();
        if let EndKind::Bug { place, .. } = &mut test.end.how {
            place.line += 1;
        }
        case.diverges(&test, "");
    }
}

#[test]
fn leaks_are_where_they_were_allocated() {
    let case = Case::new(
        r#"
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static void work(int early) {
    int *p = malloc(sizeof *p); /*here*/
    if (!p || early > 10)
        return;
    free(p);
}
int main(void) {
    work(__VERIFIER_nondet_int());
    return 0;
}
"#,
    );
    case.fail_at(&[(11, BugKind::Leak, "here")]);
    let mut none = case.bug(BugKind::Leak, "here");
    none.inputs = vec![int("nondet_int", 3)];
    case.diverges(&none, "exit 0");
}

#[test]
fn a_run_that_does_not_end_is_ended() {
    let case = Case::new("#include <unistd.h>\nint main(void) { for (;;) pause(); }\n");
    let replayer =
        Replayer::new(Options { timeout: Duration::from_millis(300), ..Options::default() }).unwrap();
    let tests = [exit(0), test(EndKind::Bound { bound: "max-loop".into() })];
    let verdicts = replayer.replay(&case.build, &tests).unwrap();
    assert!(matches!(&verdicts[0].outcome, Outcome::Diverged(d) if d.got == "a run that does not end"));
    assert_eq!(verdicts[1].outcome, Outcome::Same);
}

#[test]
fn a_large_allocation_succeeds_and_a_large_run_is_ended() {
    let case = Case::new(
        "#include <stdlib.h>\n#include <string.h>\n\
         int main(int argc, char **argv) {\n    char *p = malloc(3ul << 30);\n    if (!p) return 1;\n\
         if (argc > 1) memset(p, 1, 3ul << 30);\n    return 0;\n}\n",
    );
    let options = Options { memory_mib: 256, ..Options::default() };
    let replayer = Replayer::new(options).unwrap();
    let greedy = Test { args: vec![b"all".to_vec()], ..exit(0) };
    let verdicts = replayer.replay(&case.build, &[exit(0), greedy]).unwrap();
    assert_eq!(verdicts[0].outcome, Outcome::Same);
    let outcome = &verdicts[1].outcome;
    assert!(
        matches!(outcome, Outcome::Diverged(d) if d.got == "a run that uses too much memory"),
        "{outcome:#?}"
    );
}

#[test]
fn what_cannot_be_replayed_says_why() {
    let case = Case::new("int main(void) { return 0; } /*here*/\n");
    let why = |test: &Test| match case.outcome(test) {
        Outcome::NotReplayable(why) => why,
        other => panic!("{other:?}"),
    };
    let unknown = Test { replayable: false, ..exit(0) };
    assert!(why(&unknown).contains("only rethread decided"));
    // As rethread wrote them before it said what is done.
    let step = ScheduleStep { thread: "main".into(), place: "prog.c:1:1".into(), ..Default::default() };
    assert!(why(&Test { schedule: vec![step], ..exit(0) }).contains("schedule"));
    assert!(why(&Test { entry: Some("f".into()), ..exit(0) }).contains("entry f"));
}

#[test]
fn an_entry_is_called_with_its_arguments() {
    let mut case = Case::new(
        r#"
#include <assert.h>
int limit;
static int f(int a, double d, _Bool b, long l) {
    assert(!(a == -5 && d == 2.5 && b && l == 1L << 40 && limit == 8)); /*here*/
    return a;
}
int main(void) { return 77; }
"#,
    );
    let parameter = |name: &str, size, scalar| Parameter { name: name.into(), size, scalar };
    let entry = Entry {
        function: "f".into(),
        file: "prog.c".into(),
        parameters: vec![
            parameter("a", 4, Scalar::Integer),
            parameter("d", 8, Scalar::Float),
            parameter("b", 1, Scalar::Integer),
            parameter("l", 8, Scalar::Integer),
        ],
    };
    case.build.entry = Some(entry);
    let input =
        |name: &str, bytes: &[u8]| Input { name: name.into(), bytes: bytes.into(), value: String::new() };
    let mut failing = case.bug(BugKind::Assert, "here");
    failing.entry = Some("f".into());
    failing.inputs = vec![
        int("arg:a", -5),
        input("arg:d", &2.5f64.to_le_bytes()),
        input("arg:b", &[1]),
        input("arg:l", &(1u64 << 40).to_le_bytes()),
        int("global:limit", 8),
    ];
    case.same(&failing);
    let mut passing = failing.clone();
    passing.inputs[4] = int("global:limit", 9);
    passing.end.how = EndKind::Exit { code: 0 };
    case.same(&passing);
    failing.inputs = passing.inputs.clone();
    case.diverges(&failing, "exit 0");

    if let Some(entry) = &mut case.build.entry {
        entry.parameters[0].scalar = Scalar::Pointer;
    }
    assert_eq!(
        case.outcome(&failing),
        Outcome::NotReplayable("the parameter a of the entry f is a pointer".into())
    );
}

fn clang(case: &Case, arguments: &[&str]) {
    let status =
        std::process::Command::new("clang-19").current_dir(case.folder.path()).args(arguments).status();
    assert!(status.unwrap().success());
}

#[test]
fn bitcode_under_the_sanitizers() {
    let mut case = Case::new(MEMORY);
    clang(&case, &["-w", "-g", "-O1", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c", "prog.c"]);
    case.build.inputs[0].file = "prog.bc".into();
    case.fail_at(&[
        (0, BugKind::Null, "null"),
        (3, BugKind::Bounds, "heap"),
        (20, BugKind::Bounds, "stackptr"),
        (9, BugKind::UseAfterFree, "freed"),
        (17, BugKind::Uninit, "branch"),
    ]);
    let mut overflow = case.bug(BugKind::Overflow, "heap");
    overflow.inputs = vec![int("nondet_int", 99)];
    assert!(matches!(case.outcome(&overflow), Outcome::NotReplayable(_)));
}

#[test]
fn several_files_flags_and_missing_bodies() {
    let mut case = Case::new(
        "int twice(int);\nint nobody(int);\n\
         int main(int argc, char **argv) { return argc > 1 ? nobody(1) : twice(N); }\n",
    );
    fs::create_dir(case.folder.path().join("sub")).unwrap();
    fs::write(case.folder.path().join("sub/two.c"), "int twice(int n) { return 2 * n; }\n").unwrap();
    case.build.inputs[0].flags = vec!["-DN=21".into(), "-O2".into(), "-Werror".into()];
    let second =
        Unit { file: "two.c".into(), directory: Some(case.folder.path().join("sub")), ..Unit::default() };
    case.build.inputs.push(second);
    case.same(&exit(42));
    let mut calls = exit(0);
    calls.args = vec![b"x".to_vec()];
    case.diverges(&calls, "functions without a body: nobody");
}

#[test]
fn what_does_not_compile_says_so() {
    let case = Case::new("int main(void) { return x; }\n");
    let error = Replayer::new(Options::default()).unwrap().replay(&case.build, &[exit(0)]).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("compiling prog.c failed") && text.contains("undeclared identifier"), "{text}");
}

/// The way from files on disk, as another tool would write them.
#[test]
fn a_suite_from_disk() {
    let case = Case::new(ECHO);
    let out = case.folder.path().join("out");
    fs::create_dir_all(out.join("bugs/1")).unwrap();
    let line = r#"{"version":1,"id":"p1","inputs":[{"name":"x","bytes":"01000000","value":"1"},{"name":"x#1","bytes":"02000000","value":"2"}],"args":[],"stdin":"","entry":null,"schedule":[],"end":{"how":{"kind":"exit","code":3},"stdout":"1 2 1 -\n","stderr":"-1\n"},"replayable":true}"#;
    let wrong = line.replace("p1", "p2").replace("\"code\":3", "\"code\":4");
    fs::write(out.join("suite.jsonl"), format!("{line}\n{wrong}\n")).unwrap();
    fs::write(out.join("bugs/1/test.json"), line).unwrap();
    fs::write(out.join(BUILD_FILE), serde_json::to_string(&case.build).unwrap()).unwrap();
    let keep = case.folder.path().join("kept");
    let options = Options { keep: Some(keep.clone()), ..Options::default() };
    let replayer = Replayer::new(options).unwrap();
    let run = |path: &Path, suffix: &str| {
        let source = TestSource::find(&format!("{}{suffix}", path.display())).unwrap();
        let verdicts = replayer.replay(&source.build().unwrap(), &source.tests().unwrap()).unwrap();
        verdicts.into_iter().map(|v| (v.id, v.outcome == Outcome::Same)).collect::<Vec<_>>()
    };
    assert_eq!(run(&out, ""), [("p1".into(), true), ("p2".into(), false)]);
    assert_eq!(run(&out.join("suite.jsonl"), ":p2"), [("p2".into(), false)]);
    assert_eq!(run(&out.join("bugs/1"), ""), [("p1".into(), true)]);
    assert!(keep.join("program/plain/program").is_file());
}
