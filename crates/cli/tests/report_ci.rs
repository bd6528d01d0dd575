//! The workflow files of docs/ci.md: they are YAML, and the commands in them are ones that rethread takes.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

fn blocks() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ci.md");
    let page = std::fs::read_to_string(path).unwrap();
    let blocks = page.split("```yaml\n").skip(1);
    blocks.map(|b| b.split("```").next().unwrap().to_string()).collect()
}

/// The words of `rethread diff` in a block, with its line ends joined as the shell or YAML does.
fn command(block: &str) -> Vec<String> {
    let from = block.find("rethread diff").expect("it runs rethread diff");
    let text = block[from..].split(" > rethread.md").next().unwrap().replace("\\\n", " ");
    text.split_whitespace().skip(1).map(|w| w.trim_matches('"').to_string()).collect()
}

#[test]
fn the_blocks_are_yaml() {
    let blocks = blocks();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        let mut python = Command::new("/usr/bin/python3")
            .args(["-c", "import sys, yaml; assert isinstance(yaml.safe_load(sys.stdin), dict)"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        python.stdin.take().unwrap().write_all(block.as_bytes()).unwrap();
        assert!(python.wait().unwrap().success(), "{block}");
    }
}

#[test]
fn rethread_takes_the_commands() {
    let folder = tempfile::tempdir().unwrap();
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").args([
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@example.org",
        ]);
        assert!(command.arg("-C").arg(folder.path()).args(args).status().unwrap().success());
    };
    git(&["init", "-q"]);
    std::fs::create_dir(folder.path().join("src")).unwrap();
    for body in ["return 0;", "return 1;"] {
        let text = format!("int main(void) {{ {body} }}\n");
        std::fs::write(folder.path().join("src/queue.c"), text).unwrap();
        git(&["add", "src"]);
        git(&["commit", "-q", "-m", "one"]);
    }
    for block in blocks() {
        let words =
            command(&block).into_iter().map(|w| if w.contains("..") { "HEAD~..HEAD".into() } else { w });
        let words: Vec<String> = words.collect();
        assert!(
            words.contains(&"--git".to_string()) && words.iter().any(|w| w.starts_with("sarif=")),
            "{words:?}"
        );
        let told =
            Command::new(env!("CARGO_BIN_EXE_rethread")).current_dir(folder.path()).args(&words).output();
        let told = told.unwrap();
        assert_eq!(told.status.code(), Some(0), "{words:?}: {}", String::from_utf8_lossy(&told.stderr));
        assert!(String::from_utf8_lossy(&told.stdout).starts_with("## rethread: No new bug"));
        for file in ["rethread.sarif", "rethread.xml", "rethread-report/index.html"] {
            assert!(folder.path().join(file).exists(), "{file}");
        }
    }
}
