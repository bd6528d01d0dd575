//! C source as spans: comments, strings, numbers, keywords, directives. Enough to read by, no parser.
//!
//! Guarantee: the texts of the spans of a line are the line.

const KEYWORDS: [&str; 40] = [
    "alignas",
    "auto",
    "break",
    "case",
    "const",
    "continue",
    "default",
    "do",
    "else",
    "enum",
    "extern",
    "for",
    "goto",
    "if",
    "inline",
    "register",
    "restrict",
    "return",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "volatile",
    "while",
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Generic",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "nullptr",
    "true",
    "false",
    "NULL",
    "thread_local",
    "static_assert",
    "typeof",
];
const TYPES: [&str; 12] = [
    "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool", "_Bool",
    "_Complex",
];

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    pub class: &'static str,
    pub text: String,
}

pub fn lines(source: &[String]) -> Vec<Vec<Span>> {
    let mut inside = false;
    source.iter().map(|line| spans(line, &mut inside)).collect()
}

/// `inside`: the line begins within a block comment, and then whether the next one does.
fn spans(line: &str, inside: &mut bool) -> Vec<Span> {
    let mut out: Vec<Span> = Vec::new();
    let mut rest = line;
    let directive = !*inside && line.trim_start().starts_with('#');
    while !rest.is_empty() {
        let (class, len) = match () {
            _ if *inside => {
                let end = rest.find("*/");
                *inside = end.is_none();
                ("hc", end.map_or(rest.len(), |e| e + 2))
            }
            _ if rest.starts_with("//") => ("hc", rest.len()),
            _ if rest.starts_with("/*") => {
                let end = rest[2..].find("*/");
                *inside = end.is_none();
                ("hc", end.map_or(rest.len(), |e| e + 4))
            }
            _ if rest.starts_with(['"', '\'']) => ("hs", quoted(rest)),
            _ if rest.starts_with(is_word) => word(rest, directive),
            _ => {
                let special = |(i, c): (usize, char)| {
                    let opens = rest[i..].starts_with("//") || rest[i..].starts_with("/*");
                    (opens || is_word(c) || c == '"' || c == '\'').then_some(i)
                };
                let end = rest.char_indices().skip(1).find_map(special);
                (if directive { "hp" } else { "" }, end.unwrap_or(rest.len()))
            }
        };
        let (text, after) = rest.split_at(len);
        match out.last_mut().filter(|s| s.class == class) {
            Some(span) => span.text.push_str(text),
            None => out.push(Span { class, text: text.into() }),
        }
        rest = after;
    }
    out
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn word(rest: &str, directive: bool) -> (&'static str, usize) {
    let len = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    let text = &rest[..len];
    let class = match text {
        _ if directive => "hp",
        _ if text.starts_with(|c: char| c.is_ascii_digit()) => "hn",
        _ if KEYWORDS.contains(&text) => "hk",
        _ if TYPES.contains(&text) || text.ends_with("_t") => "ht",
        _ if rest[len..].starts_with('(') => "hf",
        _ => "",
    };
    (class, len)
}

/// How long the literal at the beginning is; to the end of the line if it does not end.
fn quoted(rest: &str) -> usize {
    let quote = rest.chars().next();
    let mut escaped = false;
    for (i, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if Some(c) == quote => return i + 1,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str) -> String {
        let lines = lines(&text.lines().map(str::to_string).collect::<Vec<_>>());
        let shown =
            |line: &Vec<Span>| line.iter().map(|s| format!("{}[{}]", s.class, s.text)).collect::<String>();
        lines.iter().map(|l| shown(l) + "\n").collect()
    }

    #[test]
    fn c_is_told_apart() {
        assert_eq!(
            marked("#include <a.h>\nint x = 0x1f; /* a\n\"b */ f(\"\\\"//\");"),
            "hp[#include <a.h>]\nht[int][ x = ]hn[0x1f][; ]hc[/* a]\nhc[\"b */][ ]hf[f][(]hs[\"\\\"//\"][);]\n"
        );
    }

    #[test]
    fn nothing_is_lost() {
        for text in ["'", "\"\\", "a/b/ /", "é \"ü", "/*", "*/", "#", "x='\\''+\"'\""] {
            let lines = lines(&[text.to_string()]);
            assert_eq!(lines[0].iter().map(|s| s.text.as_str()).collect::<String>(), text);
        }
    }
}
