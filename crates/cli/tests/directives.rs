//! The directives of test programs: what is understood, and that nothing else passes.

mod support;

use std::time::Duration;
use support::directives::{Expectation, Role, parse};

fn program(source: &str) -> Expectation {
    match parse("prog.c", source) {
        Ok(Role::Program(expectation)) => *expectation,
        other => panic!("not a program: {other:?}"),
    }
}

fn refused(source: &str) -> String {
    match parse("prog.c", source) {
        Err(why) => why,
        Ok(role) => panic!("accepted as {role:?}"),
    }
}

#[test]
fn everything_is_read() {
    let e = program(
        "// args: --checks +overflow --text \"a b\" -- -DX\n// files: a.c b.c\n// verdict: bugs\n\
         // bug: assert 17\n// bug: null a.c:3\n// runs baseline: 6 1\n// exit: 1\n\
         // bound: max-loop\n// assumption: mystery\n// time: 60s\n// no-replay: because\n\nint main;\n",
    );
    assert_eq!(e.args, ["--checks", "+overflow", "--text", "a b", "--", "-DX"]);
    assert_eq!(e.files, ["a.c", "b.c"]);
    assert_eq!(e.verdict, "bugs");
    let bugs: Vec<_> = e.bugs.iter().map(|(k, f, l, _)| (k.as_str(), f.as_str(), *l)).collect();
    assert_eq!(bugs, [("assert", "prog.c", 17), ("null", "a.c", 3)]);
    assert_eq!(e.runs["baseline"], (6, 1));
    assert_eq!(e.exit, 1);
    assert!(e.bounds.contains("max-loop"));
    assert_eq!(e.assumptions, ["mystery"]);
    assert_eq!(e.budget, Duration::from_secs(60));
    assert_eq!(e.no_replay.as_deref(), Some("because"));
}

#[test]
fn the_exit_code_follows_from_the_verdict() {
    assert_eq!(program("// verdict: ok\n").exit, 0);
    assert_eq!(program("// verdict: bugs\n// bug: leak 1\n").exit, 1);
    assert_eq!(program("// verdict: error\n// message: asm\n").exit, 2);
    assert_eq!(program("// verdict: incomplete\n// bound: max-time\n").exit, 3);
}

#[test]
fn prose_is_not_a_directive() {
    let e = program("// A program about loops.\n// verdict: ok\n// Note that 3: three is odd\n");
    assert_eq!(e.verdict, "ok");
}

#[test]
fn directives_end_with_the_first_other_line() {
    let e = program("// verdict: ok\n\n// bug: assert 3\n");
    assert!(e.bugs.is_empty());
}

#[test]
fn llvm_text_has_its_own_comments() {
    assert!(matches!(parse("p.ll", "; verdict: ok\n"), Ok(Role::Program(_))));
    assert!(parse("p.ll", "// verdict: ok\n").is_err());
}

#[test]
fn a_part_names_its_program() {
    assert_eq!(parse("b.c", "// part of: prog.c\n"), Ok(Role::PartOf("prog.c".into())));
    assert!(refused("// part of: whole.c\n// verdict: ok\n").contains("no expectations"));
}

#[test]
fn bugs_of_a_change_have_a_status() {
    let parse = |source: &str| parse("prog.new.c", source);
    let source = "// changed: 3\n// deleted:\n// verdict: bugs\n// bug: new assert 17\n// bug: present null 3\n\
                  // bug: fixed race 4 5\n";
    let Ok(Role::Program(e)) = parse(source) else { panic!("not a program") };
    let bugs: Vec<_> = e.bugs.iter().map(|(k, f, l, o)| (k.as_str(), f.as_str(), *l, *o)).collect();
    let expected = [
        ("fixed race", "prog.old.c", 4, 5),
        ("new assert", "prog.new.c", 17, 0),
        ("present null", "prog.new.c", 3, 0),
    ];
    assert_eq!(bugs, expected);
    // Only what is new counts.
    assert!(parse("// verdict: ok\n// bug: present null 3\n").is_ok());
    let refused = |source: &str, why: &str| {
        let message = parse(source).unwrap_err();
        assert!(message.contains(why), "{source:?}: {message}");
    };
    refused("// verdict: bugs\n// bug: fixed null 3\n", "verdict bugs with 0 bugs");
    refused("// verdict: bugs\n// bug: assert 3\n", "`assert` is none of new, present, fixed");
    refused("// verdict: ok\n// changed: three\n", "not a number");
}

#[test]
fn malformed_directives_are_refused_with_their_line() {
    for (source, why) in [
        ("int main;\n", "no directives"),
        ("// args: --x\n", "no `verdict:`"),
        ("// verdict: fine\n", "prog.c:1"),
        ("// verdict: ok\n// verdict: ok\n", "given twice"),
        ("// verdict: ok\n// bugs: assert 3\n", "prog.c:2: `// bugs: assert 3`: unknown directive"),
        ("// verdict: ok\n// bug: assert 3\n", "verdict ok with 1 bugs"),
        ("// verdict: bugs\n", "verdict bugs with 0 bugs"),
        ("// bug: asert 3\n", "not a kind"),
        ("// bug: assert\n", "a kind and a line"),
        ("// bug: assert x\n", "not a number"),
        ("// bug: assert 3\n// bug: assert 3\n", "named twice"),
        ("// runs fastest: 1 0\n", "a preset is one of"),
        ("// runs baseline: 1\n", "two numbers"),
        ("// runs baseline: 1 0\n// runs baseline: 1 0\n", "given twice"),
        ("// exit: zero\n", "not a number"),
        ("// time: 60\n", "a time is"),
        ("// args: \"open\n", "not closed"),
        ("// args:\n", "a value is missing"),
        ("// verdict: error\n", "needs a `message:`"),
        ("// verdict: ok\n// message: asm\n", "only an error"),
        ("// verdict: ok\n// bound: max-loop\n", "incomplete"),
    ] {
        let message = refused(source);
        assert!(message.contains(why), "{source:?}: {message}");
    }
}
