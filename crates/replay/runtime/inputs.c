/* Recorded inputs, handed out by name.
 *
 * RETHREAD_INPUTS names a file of records: length of the name (4 bytes), name, size (4 bytes), bytes.
 * The k-th time the program asks for `x` it gets the record `x`, then `x#1`, `x#2`, ...
 * An input that was not recorded, or not with this size, ends the run: it left the recorded path. */
#define _GNU_SOURCE
#include "events.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define WEAK __attribute__((weak))

static const unsigned char *records, *records_end, *next;

__attribute__((constructor(102))) static void open_inputs(void) {
#ifdef RETHREAD_EXPORTED
    records = next = rethread_inputs;
    records_end = records + rethread_inputs_size;
#else
    const char *path = getenv("RETHREAD_INPUTS");
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    struct stat info;
    if (fd >= 0 && fstat(fd, &info) == 0 && info.st_size > 0) {
        void *at = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (at != MAP_FAILED) {
            records = next = at;
            records_end = records + info.st_size;
        }
    }
    if (fd >= 0)
        close(fd);
    unsetenv("RETHREAD_INPUTS");
#endif
}

struct record {
    const unsigned char *name, *bytes;
    uint32_t name_length, size;
};

static const unsigned char *read_record(const unsigned char *at, struct record *record) {
    memcpy(&record->name_length, at, 4);
    record->name = at + 4;
    memcpy(&record->size, record->name + record->name_length, 4);
    record->bytes = record->name + record->name_length + 4;
    return record->bytes + record->size;
}

static int is_named(const struct record *record, const char *name, const char *suffix) {
    size_t a = strlen(name), b = strlen(suffix);
    return record->name_length == a + b && memcmp(record->name, name, a) == 0 &&
           memcmp(record->name + a, suffix, b) == 0;
}

/* Programs ask in the order of the records, so the next one is nearly always it. */
static int find(const char *name, const char *suffix, struct record *record) {
    for (int pass = 0; pass < 2; pass++) {
        const unsigned char *at = pass == 0 ? next : records;
        while (at < records_end) {
            at = read_record(at, record);
            if (is_named(record, name, suffix)) {
                next = at;
                return 1;
            }
        }
    }
    return 0;
}

/* How often each name was asked for before. Two names of one hash would share a count: with 64 bits
 * that does not happen by chance. */
static struct {
    uint64_t hash, count;
} *asked;
static size_t asked_room, asked_used;

static uint64_t times_asked(const char *name) {
    uint64_t hash = 14695981039346656037u;
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    hash |= 1;
    if (2 * asked_used >= asked_room) {
        size_t old_room = asked_room, room = old_room ? 2 * old_room : 1024;
        void *old = asked;
        asked = mmap(NULL, room * sizeof *asked, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (asked == MAP_FAILED) {
            __rethread_event("memory", NULL, NULL);
            __rethread_stop();
        }
        asked_room = room;
        __typeof__(asked) from = old;
        for (size_t i = 0; i < old_room; i++) {
            if (!from[i].hash)
                continue;
            size_t slot = from[i].hash / 2 % room;
            while (asked[slot].hash)
                slot = (slot + 1) % room;
            asked[slot] = from[i];
        }
        if (old)
            munmap(old, old_room * sizeof *asked);
    }
    size_t slot = hash / 2 % asked_room;
    while (asked[slot].hash && asked[slot].hash != hash)
        slot = (slot + 1) % asked_room;
    if (!asked[slot].hash) {
        asked[slot].hash = hash;
        asked_used++;
    }
    return asked[slot].count++;
}

__attribute__((visibility("hidden"))) void __rethread_input(void *object, size_t size, const char *name) {
#ifdef RETHREAD_SCHEDULED
    /* What a thread other than the first asks for is named after it too. */
    char own[512];
    if (__rethread_thread_name() && strlen(name) < 256)
        name = strcat(strcat(strcpy(own, name), "@"), __rethread_thread_name());
#endif
    char suffix[24] = "", digits[24];
    struct record record;
    uint64_t before = times_asked(name);
    if (before) {
        suffix[0] = '#';
        strcpy(suffix + 1, __rethread_number(digits, before));
    }
    if (!find(name, suffix, &record)) {
        __rethread_event("missing", name, suffix);
        __rethread_stack();
        __rethread_stop();
    }
    if (record.size != size) {
        __rethread_event("size", name, __rethread_number(digits, size));
        __rethread_stack();
        __rethread_stop();
    }
    memcpy(object, record.bytes, size);
}

/* Globals that were made inputs because exploration started from a function other than main. */
__attribute__((visibility("hidden"))) void __rethread_globals(void) {
    static const char prefix[] = "global:";
    struct record record;
    for (const unsigned char *at = records; at < records_end;) {
        at = read_record(at, &record);
        size_t length = sizeof prefix - 1;
        if (record.name_length <= length || memcmp(record.name, prefix, length) != 0)
            continue;
        char name[512];
        if (record.name_length - length >= sizeof name)
            continue;
        memcpy(name, record.name + length, record.name_length - length);
        name[record.name_length - length] = 0;
        void *global = dlsym(RTLD_DEFAULT, name);
        if (!global) {
            __rethread_event("global", name, NULL);
            __rethread_stop();
        }
        memcpy(global, record.bytes, record.size);
    }
}

/* Where exploration started from another function a constructor calls that one and exits. */
WEAK int main(void) {
    __rethread_event("missing", "main", "");
    __rethread_stop();
}

static void assume(int condition) {
    if (!condition) {
        __rethread_event("assume", NULL, NULL);
        __rethread_stack();
        __rethread_park();
        __rethread_stop();
    }
}

WEAK void rethread_symbolic(void *object, size_t size, const char *name) {
    __rethread_input(object, size, name);
}
WEAK void rethread_assume(int condition) { assume(condition != 0); }

/* KLEE. Names without a meaning outside of it do nothing here. */

WEAK void klee_make_symbolic(void *object, size_t size, const char *name) {
    __rethread_input(object, size, name);
}
WEAK int klee_int(const char *name) {
    int value;
    __rethread_input(&value, sizeof value, name);
    return value;
}
WEAK int klee_range(int begin, int end, const char *name) {
    int value;
    /* A range of one value asks for nothing, as in KLEE. */
    if ((long)begin + 1 == end)
        return begin;
    __rethread_input(&value, sizeof value, name);
    assume(begin <= value && value < end);
    return value;
}
WEAK uintptr_t klee_choose(uintptr_t n) {
    uintptr_t value;
    __rethread_input(&value, sizeof value, "klee_choose");
    assume(value < n);
    return value;
}
WEAK void klee_assume(uintptr_t condition) { assume(condition != 0); }
WEAK void klee_silent_exit(int status) { _exit(status); }
WEAK unsigned klee_is_symbolic(uintptr_t value) { return (void)value, 0; }
WEAK unsigned klee_is_replay(void) { return 1; }
WEAK void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_warning(const char *message) { (void)message; }
WEAK void klee_warning_once(const char *message) { (void)message; }
WEAK void klee_print_expr(const char *message, ...) { (void)message; }
WEAK void klee_print_range(const char *name, int value) { (void)name, (void)value; }
WEAK void klee_stack_trace(void) {}
WEAK void klee_set_forking(unsigned enable) { (void)enable; }
WEAK void klee_mark_global(void *object) { (void)object; }
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK void klee_check_memory_access(const void *address, size_t size) { (void)address, (void)size; }
WEAK void klee_define_fixed_object(void *address, size_t size) { (void)address, (void)size; }
WEAK void klee_alias_function(const char *name, const char *with) { (void)name, (void)with; }
WEAK int klee_get_errno(void) { return errno; }
WEAK float klee_get_valuef(float value) { return value; }
WEAK double klee_get_valued(double value) { return value; }
WEAK long klee_get_valuel(long value) { return value; }
WEAK long long klee_get_valuell(long long value) { return value; }
WEAK int32_t klee_get_value_i32(int32_t value) { return value; }
WEAK int64_t klee_get_value_i64(int64_t value) { return value; }

/* SV-COMP. */

WEAK void __VERIFIER_assume(int condition) { assume(condition != 0); }
WEAK void __VERIFIER_nondet_memory(void *object, size_t size) {
    __rethread_input(object, size, "nondet_memory");
}

#define NONDET(name, type)                                             \
    WEAK type __VERIFIER_nondet_##name(void) {                         \
        type value;                                                    \
        __rethread_input(&value, sizeof value, "nondet_" #name);       \
        return value;                                                  \
    }

NONDET(bool, _Bool)
NONDET(_Bool, _Bool)
NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(unsigned_char, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(unsigned_short, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(unsigned_int, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(unsigned_long, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(int8_t, int8_t)
NONDET(int16_t, int16_t)
NONDET(int32_t, int32_t)
NONDET(int64_t, int64_t)
NONDET(uint8_t, uint8_t)
NONDET(uint16_t, uint16_t)
NONDET(uint32_t, uint32_t)
NONDET(uint64_t, uint64_t)
NONDET(S8, int8_t)
NONDET(s8, int8_t)
NONDET(s16, int16_t)
NONDET(s32, int32_t)
NONDET(s64, int64_t)
NONDET(u8, uint8_t)
NONDET(u16, uint16_t)
NONDET(u32, uint32_t)
NONDET(u64, uint64_t)
NONDET(int128, __int128)
NONDET(uint128, unsigned __int128)
NONDET(size_t, size_t)
NONDET(ssize_t, ssize_t)
NONDET(loff_t, int64_t)
NONDET(pthread_t, unsigned long)
NONDET(sector_t, unsigned long)
NONDET(float, float)
NONDET(double, double)
NONDET(pointer, void *)
NONDET(pchar, char *)
NONDET(charp, char *)
NONDET(const_char_pointer, const char *)
