/* Which code belongs to which place: the line table of this very executable (DWARF 5, section 6.2), for programs that
 * are built without rethread. Guarantee: rows as `lines.rs` reads them; none if there is no table. */
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct line_row {
    uint64_t low, high;
    const char *folder, *name;
    uint32_t line, column;
};
struct line_file {
    const char *name;
    uint64_t folder;
};
struct section {
    const uint8_t *at, *end;
};
static struct section line_section, line_strings, strings;
static struct line_row *rows;
static size_t row_count, row_room;

static uint64_t fixed(const uint8_t **at, unsigned size) {
    uint64_t value = 0;
    memcpy(&value, *at, size);
    *at += size;
    return value;
}
/* Seven bits a byte, the lowest first; SIGN: the highest bit that is there stands for all above it. */
static uint64_t leb(const uint8_t **at, int sign) {
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte;
    do {
        byte = *(*at)++;
        value |= (uint64_t)(byte & 127) << shift;
        shift += 7;
    } while (byte & 128 && shift < 64);
    return sign && byte & 64 && shift < 64 ? value | -((uint64_t)1 << shift) : value;
}
static uint64_t uleb(const uint8_t **at) { return leb(at, 0); }
static int64_t sleb(const uint8_t **at) { return (int64_t)leb(at, 1); }

/* One field of an entry of the lists of folders and files: a text or a number. */
static uint64_t field(const uint8_t **at, uint64_t form, const char **text) {
    switch (form) {
    case 0x08: /* string */
        *text = (const char *)*at;
        *at += strlen(*text) + 1;
        return 0;
    case 0x1f: *text = (const char *)line_strings.at + fixed(at, 4); return 0;
    case 0x0e: *text = (const char *)strings.at + fixed(at, 4); return 0;
    case 0x0b: return fixed(at, 1);
    case 0x05: return fixed(at, 2);
    case 0x06: return fixed(at, 4);
    case 0x0f: return uleb(at);
    case 0x1e: *at += 16; return 0;
    case 0x09: {
        uint64_t size = uleb(at);
        *at += size;
        return 0;
    }
    }
    return 0;
}

static void *room(size_t size) {
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

/* A list of folders or files. */
static struct line_file *entries(const uint8_t **at, uint64_t *count) {
    uint64_t types[8], forms[8], kinds = fixed(at, 1);
    for (uint64_t i = 0; i < kinds && i < 8; i++) {
        types[i] = uleb(at);
        forms[i] = uleb(at);
    }
    *count = uleb(at);
    struct line_file *list = room((*count + 1) * sizeof *list);
    for (uint64_t k = 0; list && k < *count; k++)
        for (uint64_t i = 0; i < kinds && i < 8; i++) {
            const char *text = NULL;
            uint64_t number = field(at, forms[i], &text);
            if (types[i] == 1)
                list[k].name = text;
            else if (types[i] == 2)
                list[k].folder = number;
        }
    return list;
}

static void add_row(struct line_row row) {
    if (row_count == row_room) {
        size_t more = row_room ? 2 * row_room : 4096;
        struct line_row *moved = room(more * sizeof *moved);
        if (!moved)
            return;
        if (rows) {
            memcpy(moved, rows, row_count * sizeof *rows);
            munmap(rows, row_room * sizeof *rows);
        }
        rows = moved;
        row_room = more;
    }
    rows[row_count++] = row;
}

/* The program of one unit: what it says a row at a time. */
static void run_lines(const uint8_t *at, const uint8_t *end, const uint8_t *header) {
    unsigned address_size = header[0], shortest = header[6], first = header[11];
    int base = (int8_t)header[9], range = header[10];
    const uint8_t *lengths = header + 12, *lists = lengths + first - 1;
    uint64_t folder_count, file_count;
    struct line_file *folders = entries(&lists, &folder_count), *files = entries(&lists, &file_count);
    if (!folders || !files || !range)
        return;
    uint64_t address = 0, file = 1, line = 1, column = 0;
    struct line_row open = {0};
    int is_open = 0;
    while (at < end) {
        unsigned code = *at++, emit = 0, ends = 0;
        if (code >= first) {
            address += (code - first) / (unsigned)range * shortest;
            line += (uint64_t)(int64_t)(base + (int)((code - first) % (unsigned)range));
            emit = 1;
        } else if (code == 0) {
            uint64_t size = uleb(&at);
            const uint8_t *next = at + size;
            unsigned extended = *at++;
            if (extended == 1)
                emit = ends = 1;
            else if (extended == 2)
                address = fixed(&at, address_size);
            at = next;
        } else if (code == 1) {
            emit = 1;
        } else if (code == 2) {
            address += uleb(&at) * shortest;
        } else if (code == 3) {
            line += (uint64_t)sleb(&at);
        } else if (code == 4) {
            file = uleb(&at);
        } else if (code == 5) {
            column = uleb(&at);
        } else if (code == 8) {
            address += (255 - first) / (unsigned)range * shortest;
        } else if (code == 9) {
            address += fixed(&at, 2);
        } else {
            for (unsigned i = 0; i < lengths[code - 1]; i++)
                uleb(&at);
        }
        if (!emit)
            continue;
        if (is_open && open.low < address) {
            open.high = address;
            add_row(open);
        }
        is_open = !ends && line > 0 && file < file_count;
        if (is_open) {
            uint64_t folder = files[file].folder;
            open = (struct line_row){address, address, folder < folder_count ? folders[folder].name : "",
                                     files[file].name, (uint32_t)line, (uint32_t)column};
        }
        if (ends) {
            address = 0, file = 1, line = 1, column = 0;
        }
    }
}

static int find_sections(const uint8_t *image, size_t size) {
    const Elf64_Ehdr *elf = (const void *)image;
    if (size < sizeof *elf || memcmp(elf->e_ident, ELFMAG, SELFMAG) != 0)
        return 0;
    const Elf64_Shdr *list = (const void *)(image + elf->e_shoff);
    const char *names = (const char *)image + list[elf->e_shstrndx].sh_offset;
    for (unsigned i = 0; i < elf->e_shnum; i++) {
        struct section found = {image + list[i].sh_offset, image + list[i].sh_offset + list[i].sh_size};
        const char *name = names + list[i].sh_name;
        if (strcmp(name, ".debug_line") == 0)
            line_section = found;
        else if (strcmp(name, ".debug_line_str") == 0)
            line_strings = found;
        else if (strcmp(name, ".debug_str") == 0)
            strings = found;
    }
    return line_section.at != NULL;
}

static void sift(size_t at, size_t count) {
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && rows[child].low < rows[child + 1].low)
            child++;
        if (rows[at].low >= rows[child].low)
            return;
        struct line_row moved = rows[at];
        rows[at] = rows[child];
        rows[child] = moved;
    }
}

/* By address; not by qsort, which may allocate. */
static void sort_rows(void) {
    for (size_t i = row_count / 2; i-- > 0;)
        sift(i, row_count);
    for (size_t i = row_count; i-- > 1;) {
        struct line_row moved = rows[0];
        rows[0] = rows[i];
        rows[i] = moved;
        sift(0, i);
    }
}

static void read_lines(void) {
    struct stat info;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &info) != 0)
        return;
    const uint8_t *image = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (image == MAP_FAILED || !find_sections(image, (size_t)info.st_size))
        return;
    for (const uint8_t *at = line_section.at; at + 4 < line_section.end;) {
        uint64_t length = fixed(&at, 4);
        const uint8_t *unit = at, *end = at + length;
        if (fixed(&at, 2) == 5 && end <= line_section.end) {
            const uint8_t *header = at;
            at += 2;
            uint64_t header_length = fixed(&at, 4);
            run_lines(at + header_length, end, header);
        }
        at = unit + length;
    }
    sort_rows();
}

static const struct line_row *row_of(uint64_t offset) {
    size_t low = 0, high = row_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (offset >= rows[middle].high)
            low = middle + 1;
        else
            high = middle;
    }
    return low < row_count && offset >= rows[low].low ? &rows[low] : NULL;
}
