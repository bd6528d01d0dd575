// part of: multi_file_bad.c

extern int shared;
static int secret = 2;

int other_secret(int by) {
    shared = by;
    return secret + (by & 1);
}
