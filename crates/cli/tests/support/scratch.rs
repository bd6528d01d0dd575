//! A folder for one run, and a small program with threads for what is not about the program.

/// Two data races, and an assertion that one of them breaks.
pub const RACE: &str = "\
#include <pthread.h>
#include <assert.h>
int x, y;
static void *worker(void *arg) { (void)arg; x = x + 1; y = 1; return 0; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
";

/// A new folder with these files.
pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    files.iter().for_each(|(name, text)| std::fs::write(folder.path().join(name), text).unwrap());
    folder
}
