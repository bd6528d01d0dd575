//! Tests: the inputs of a path under a model of its condition.

use crate::options::Options;
use rethread_engine::{Executor, Happening, State};
use rethread_solver::Model;
use rethread_testcase::{End, EndKind, Input, ScheduleStep, TEST_VERSION, Test};

/// The test that takes this path and ends as said.
pub fn test(
    exec: &mut Executor,
    state: &State,
    model: &Model,
    options: &Options,
    id: u64,
    how: EndKind,
    (schedule, standing): (Vec<ScheduleStep>, Vec<ScheduleStep>),
) -> Test {
    let mut inputs = Vec::new();
    let mut args = options.args.clone();
    let symbolic_args = options.sym_args.map_or(0, |(n, _)| n as usize);
    for (i, input) in state.inputs.iter().enumerate() {
        let mut bytes = Vec::new();
        for part in input.parts.iter() {
            bytes.extend(exec.terms.eval(part.term, model).to_bytes_le());
        }
        // Symbolic arguments are the first inputs of a program that has any.
        if i < symbolic_args && input.name.strip_prefix("arg").is_some_and(|n| n == i.to_string()) {
            let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
            bytes.truncate(end);
            args.push(bytes);
            continue;
        }
        let sizes: Vec<usize> = input.parts.iter().map(|p| p.bytes as usize).collect();
        let value = match input.parts.first() {
            // A pointer that was made up: its number means nothing, whether it is null does.
            Some(p) if state.lazy.contains_key(&p.term) => match bytes.iter().all(|&b| b == 0) {
                true => "null".to_string(),
                false => format!("{:#x}", bytes.iter().rev().fold(0u64, |a, &b| a << 8 | u64::from(b))),
            },
            _ => readable(&input.name, &bytes, &sizes),
        };
        inputs.push(Input { name: input.name.to_string(), bytes, value });
    }
    let stdin = match options.sym_stdin {
        None => options.stdin.clone(),
        Some(n) => (0..n)
            .map(|i| {
                let t = exec.stdin_byte(i);
                exec.terms.eval(t, model).low_u64() as u8
            })
            .collect(),
    };
    let is_bug = matches!(how, EndKind::Bug { .. });
    Test {
        version: TEST_VERSION,
        id: id.to_string(),
        inputs,
        args,
        stdin,
        entry: options.entry.clone(),
        schedule,
        standing,
        threads: state.threads.len().saturating_sub(1) as u32,
        environment: environment(exec, state),
        end: End {
            how,
            stdout: state.stdout.render(&exec.terms, model),
            stderr: state.stderr.render(&exec.terms, model),
        },
        // Where it went one way of two, or decided on what nobody wrote, its end need not be what the inputs give; a bug is one all
        // the same.
        replayable: !state.unreplayable && (is_bug || !state.one_sided && !asks_unwritten(exec, state)),
    }
}

/// Does what it did, or what it printed, depend on memory that was never written?
fn asks_unwritten(exec: &Executor, state: &State) -> bool {
    let printed = state.stdout.terms().chain(state.stderr.terms());
    state.path.constraints().chain(printed).any(|t| exec.terms.flags(t).has_uninit)
}

/// What a native run has to be told to do as its environment.
fn environment(exec: &Executor, state: &State) -> Vec<ScheduleStep> {
    let step = |h: &Happening| {
        let place = exec.machine.place(h.at, "");
        ScheduleStep {
            thread: state.threads[h.thread].name.to_string(),
            place: format!("{}:{}:{}", place.file, place.line, place.column),
            count: u64::from(h.count),
            what: h.what.into(),
            wakes: Vec::new(),
        }
    };
    state.environment.happened.iter().map(step).collect()
}

/// An input for a person: a number where it is one, numbers where they are several of one size, text
/// where it is text, else hex.
fn readable(name: &str, bytes: &[u8], parts: &[usize]) -> String {
    if let [first @ (2 | 4 | 8), _, ..] = parts
        && parts.iter().all(|p| p == first)
    {
        let numbers: Vec<String> = bytes.chunks(*first).map(|c| readable("", c, &[*first])).collect();
        return format!("[{}]", numbers.join(", "));
    }
    let mut raw = [0; 8];
    if matches!(bytes.len(), 1 | 2 | 4 | 8) {
        raw[..bytes.len()].copy_from_slice(bytes);
        let v = u64::from_le_bytes(raw);
        if name.starts_with("nondet_float") {
            return format!("{:?}", f32::from_bits(v as u32));
        }
        if name.starts_with("nondet_double") {
            return format!("{:?}", f64::from_bits(v));
        }
        let shift = 64 - 8 * bytes.len() as u32;
        let signed = ((v << shift) as i64) >> shift;
        let unsigned = ["nondet_u", "nondet_size_t", "nondet_bool"].iter().any(|p| name.starts_with(p));
        return if unsigned || signed >= 0 { v.to_string() } else { signed.to_string() };
    }
    let text_end = bytes.iter().rposition(|&b| b != 0).map_or(0, |i| i + 1);
    let text = &bytes[..text_end];
    if !text.is_empty() && text.iter().all(|b| b.is_ascii_graphic() || b" \t\n".contains(b)) {
        return format!("{:?}", String::from_utf8_lossy(text));
    }
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn inputs_read_as_what_they_are() {
        assert_eq!(readable("x", &[0xff, 0xff, 0xff, 0xff], &[4]), "-1");
        assert_eq!(readable("nondet_uint", &[0xff, 0xff, 0xff, 0xff], &[4]), "4294967295");
        assert_eq!(readable("x", &[7], &[1]), "7");
        assert_eq!(readable("buf", b"abc\0\0", &[1; 5]), "\"abc\"");
        assert_eq!(readable("buf", &[1, 2, 3], &[1; 3]), "010203");
        assert_eq!(readable("nondet_double", &1.5f64.to_le_bytes(), &[8]), "1.5");
        assert_eq!(readable("a", &[1, 0, 0xff, 0xff], &[2, 2]), "[1, -1]");
    }
}
