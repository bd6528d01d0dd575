#!/usr/bin/env python3
"""How long `rethread diff` takes for a large program of which nothing but the layout changed.

Writes a C program with threads of about LINES lines (10,000) and the same one with other indentation, comments, blank lines and broken
lines, and lets `diff` compare them: the time of all of it, and what clang takes of that.

    scripts/large-program.py [--lines N] [--times N] [--keep FOLDER] [RETHREAD]
"""

import argparse
import os
import re
import subprocess
import tempfile
import time

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

"""

# About a hundred lines: a table behind a lock, what is done with it, and a thread that does it.
PART = """struct item_N {
    int key;
    int value;
    struct item_N *next;
};

struct table_N {
    pthread_mutex_t lock;
    struct item_N *slots[8];
    int used;
    int hits;
    int misses;
};

static struct table_N table_N = { .lock = PTHREAD_MUTEX_INITIALIZER };
static int total_N;

static unsigned hash_N(int key) {
    unsigned h = (unsigned)key * 2654435761u;
    h ^= h >> 15;
    h += N;
    return h % 8;
}

static struct item_N *find_N(struct table_N *t, int key) {
    struct item_N *item = t->slots[hash_N(key)];
    while (item != NULL) {
        if (item->key == key) {
            t->hits++;
            return item;
        }
        item = item->next;
    }
    t->misses++;
    return NULL;
}

static int insert_N(struct table_N *t, int key, int value) {
    struct item_N *item = find_N(t, key);
    if (item != NULL) {
        item->value = value;
        return 0;
    }
    item = malloc(sizeof *item);
    if (item == NULL)
        return -1;
    item->key = key;
    item->value = value;
    item->next = t->slots[hash_N(key)];
    t->slots[hash_N(key)] = item;
    t->used++;
    return 1;
}

static int remove_N(struct table_N *t, int key) {
    struct item_N **link = &t->slots[hash_N(key)];
    while (*link != NULL) {
        struct item_N *item = *link;
        if (item->key == key) {
            *link = item->next;
            free(item);
            t->used--;
            return 1;
        }
        link = &item->next;
    }
    return 0;
}

static int sum_N(struct table_N *t) {
    int sum = 0;
    for (int i = 0; i < 8; i++) {
        for (struct item_N *item = t->slots[i]; item != NULL; item = item->next) {
            sum += item->value;
        }
    }
    return sum;
}

static void *work_N(void *arg) {
    int from = *(int *)arg;
    for (int i = 0; i < 4; i++) {
        pthread_mutex_lock(&table_N.lock);
        insert_N(&table_N, from + i, i);
        if (i % 2 == 1) {
            remove_N(&table_N, from + i - 1);
        }
        total_N = sum_N(&table_N);
        assert(table_N.used >= 0);
        pthread_mutex_unlock(&table_N.lock);
    }
    return NULL;
}

static void run_N(void) {
    pthread_t threads[2];
    int from[2] = { N, N + 100 };
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work_N, &from[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(table_N.used <= 8);
}

"""


def program(lines):
    parts = -(-(lines - HEAD.count("\n")) // (PART.count("\n") + 1))
    text = HEAD + "".join(re.sub(r"\bN\b|(?<=_)N\b", str(n), PART) for n in range(parts))
    calls = "".join(f"    run_{n}();\n" for n in range(parts))
    return f"{text}int main(void) {{\n{calls}    return 0;\n}}\n"


def edited(text):
    """The same code with another layout."""
    out = ["/* The same program. */"]
    for n, line in enumerate(text.splitlines()):
        indent = len(line) - len(line.lstrip())
        line = "\t" * (indent // 4) + line.lstrip()
        if n % 7 == 3 and line and not line.startswith("#"):
            line += "  // A remark."
        if n % 11 == 5:
            out += ["", "/* " + "What follows is as it was. " * 2 + "*/"]
        line = line.replace(" = ", "\n\t\t= ") if n % 13 == 2 and not line.startswith("#") else line
        out.append(line)
    return "\n".join(out) + "\n"


def seconds(command, folder):
    """By the clock, and of the processor, children included: a busy machine makes the former longer."""
    began, before = time.monotonic(), os.times()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return time.monotonic() - began, spent, done


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--lines", type=int, default=10_000)
    arguments.add_argument("--times", type=int, default=5)
    arguments.add_argument("--keep", metavar="FOLDER")
    arguments.add_argument("rethread", nargs="?", default="rethread")
    a = arguments.parse_args()
    folder = a.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    old = program(a.lines)
    new = edited(old)
    for name, text in (("old.c", old), ("new.c", new)):
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    print(f"{old.count(chr(10))} and {new.count(chr(10))} lines")
    clang = "clang-19 -O1 -g -Xclang -disable-llvm-passes -emit-llvm -c -o /dev/null".split()
    rethread = a.rethread if os.sep not in a.rethread else os.path.abspath(a.rethread)
    flags = ["--color", "never", "--no-store", "--out", os.path.join(folder, "out")]
    rows = {"clang alone, both": [], "diff": []}
    for _ in range(a.times):
        alone = [seconds([*clang, name], folder) for name in ("old.c", "new.c")]
        rows["clang alone, both"].append([sum(t[k] for t in alone) for k in (0, 1)])
        *spent, done = seconds([rethread, "diff", "old.c", "new.c", *flags], folder)
        assert "nothing changed, nothing was explored" in done.stdout, done.stdout + done.stderr
        rows["diff"].append(spent)
    best = {name: [min(t[k] for t in times) for k in (0, 1)] for name, times in rows.items()}
    best["after compilation"] = [d - c for d, c in zip(best["diff"], best["clang alone, both"])]
    print("best of", a.times, "times, by the clock and of the processor:")
    for name, (clock, processor) in best.items():
        print(f"{name:20} {clock:5.2f} s {processor:5.2f} s")


if __name__ == "__main__":
    main()
