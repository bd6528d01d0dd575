/* Included by shift_header_bad.c. */
static inline int times_eight(int x) {
    return x << 3;
}
static inline unsigned times_eight_u(unsigned x) {
    return x << 3;
}
