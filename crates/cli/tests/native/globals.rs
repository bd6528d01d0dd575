//! The statements that print a program's globals, from clang's syntax tree.
//!
//! Scalars, arrays and structs of them, static or not. Pointers are null or not. Left out: constants,
//! thread-local ones, unions, and what threads synchronise by, whose bytes are the C library's own affair.

use crate::support::process;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const BUDGET: Duration = Duration::from_secs(60);

const SYNCHRONISATION: [&str; 8] =
    ["pthread_", "sem_t", "mtx_t", "cnd_t", "thrd_t", "tss_t", "once_flag", "jmp_buf"];

const WORDS: [&str; 10] =
    ["char", "short", "int", "long", "unsigned", "signed", "float", "double", "bool", "_Bool"];

/// Struct name, or identity in the tree, or typedef's name, to fields (name, type).
type Records = BTreeMap<String, Vec<(String, String)>>;

/// C statements, one a line, for `NATIVE_SHOW`.
pub fn statements(source: &Path, include: &Path, scratch: &Path) -> Result<String, String> {
    let mut clang = Command::new("clang-19");
    clang.args(["-w", "-fsyntax-only", "-Xclang", "-ast-dump=json"]).arg("-I").arg(include).arg(source);
    let dumped = process::run(&mut clang, scratch, BUDGET)?;
    let tree: Value =
        serde_json::from_slice(&dumped.stdout).map_err(|e| format!("{e}\n{}", dumped.complaint()))?;
    let nodes = tree["inner"].as_array().ok_or("clang's tree is empty")?;
    let mut records = Records::new();
    nodes.iter().for_each(|node| remember(node, &mut records));

    let mut variables: BTreeMap<&str, String> = BTreeMap::new();
    for node in nodes.iter().filter(|n| n["kind"] == "VarDecl" && is_own(n) && n["tls"].is_null()) {
        let name = node["name"].as_str().ok_or("a variable without a name")?;
        variables.insert(name, type_of(node));
    }
    let mut text = String::new();
    for (name, kind) in variables {
        if !kind.starts_with("const ") || kind.contains('*') {
            show(name, name, &kind, &records, 0, &mut text);
        }
    }
    Ok(text)
}

/// Declared in the file itself and not in a header.
fn is_own(node: &Value) -> bool {
    let place = |loc: &Value| loc["includedFrom"].is_null() && !loc["offset"].is_null();
    place(&node["loc"]) || place(&node["loc"]["expansionLoc"])
}

fn remember(node: &Value, records: &mut Records) {
    let inner = || node["inner"].as_array().into_iter().flatten();
    match node["kind"].as_str() {
        Some("RecordDecl") if node["tagUsed"] == "struct" && node["completeDefinition"] == true => {
            let fields: Vec<_> = inner()
                .filter(|n| n["kind"] == "FieldDecl")
                .filter_map(|n| Some((n["name"].as_str()?.to_string(), type_of(n))))
                .collect();
            for key in [&node["name"], &node["id"]].into_iter().filter_map(Value::as_str) {
                records.insert(key.to_string(), fields.clone());
            }
        }
        Some("TypedefDecl") => {
            let tag = inner().find_map(|n| n["ownedTagDecl"]["id"].as_str());
            let fields = tag.and_then(|id| records.get(id)).cloned();
            if let (Some(name), Some(fields)) = (node["name"].as_str(), fields) {
                records.insert(name.to_string(), fields);
            }
        }
        _ => {}
    }
}

/// As it is written, unless that is a name for a struct with a name.
fn type_of(node: &Value) -> String {
    let written = node["type"]["qualType"].as_str().unwrap_or_default();
    match node["type"]["desugaredQualType"].as_str() {
        Some(meant) if meant.starts_with("struct ") && !meant.contains("unnamed") => meant.to_string(),
        _ => written.to_string(),
    }
}

fn show(name: &str, value: &str, kind: &str, records: &Records, depth: usize, text: &mut String) {
    if let Some((element, length)) = array(kind) {
        let i = format!("native_{depth}");
        text.push_str(&format!("for (int {i} = 0; {i} < {length}; {i}++) {{\n"));
        show(name, &format!("{value}[{i}]"), &element, records, depth + 1, text);
        text.push_str("}\n");
        return;
    }
    if is_scalar(kind) {
        text.push_str(&format!("NATIVE_SHOW(\"{name}\", {value});\n"));
        return;
    }
    let plain = kind.trim_start_matches("volatile ");
    let (record, atomic) = match plain.strip_prefix("_Atomic(").and_then(|k| k.strip_suffix(')')) {
        Some(inside) => (inside, true),
        None => (plain, false),
    };
    let Some(fields) = records.get(record.trim_start_matches("struct ")) else { return };
    if SYNCHRONISATION.iter().any(|s| record.starts_with(s)) {
        return;
    }
    // A field of an atomic struct can only be read from a copy.
    let whole = if atomic { format!("native_copy_{depth}") } else { value.to_string() };
    if atomic {
        text.push_str(&format!("{{ {record} {whole} = {value};\n"));
    }
    for (field, kind) in fields {
        show(&format!("{name}.{field}"), &format!("{whole}.{field}"), kind, records, depth + 1, text);
    }
    if atomic {
        text.push_str("}\n");
    }
}

/// `int[2][3]` is two of `int[3]`.
fn array(kind: &str) -> Option<(String, &str)> {
    let open = kind.find('[')?;
    let base = &kind[..open];
    // `int (*)[3]` and `_Atomic(int[3])` are none.
    if base.ends_with(')') && !base.starts_with("_Atomic(") {
        return None;
    }
    let (length, rest) = kind[open + 1..].split_once(']')?;
    Some((format!("{}{rest}", base.trim_end()), length))
}

fn is_scalar(kind: &str) -> bool {
    let kind = kind.strip_prefix("_Atomic(").and_then(|k| k.strip_suffix(')')).unwrap_or(kind).trim();
    let known = |word: &str| {
        WORDS.contains(&word)
            || matches!(word, "volatile" | "const" | "size_t" | "ssize_t")
            || (word.starts_with("atomic_") && word != "atomic_flag")
            || word.trim_start_matches('u').starts_with("int") && word.ends_with("_t")
    };
    kind.ends_with('*') || kind.contains("(*)") || kind.starts_with("enum ") || {
        // long double has a value that `%a` of the machine shows in its own way.
        kind != "long double" && kind.split(' ').all(known)
    }
}
