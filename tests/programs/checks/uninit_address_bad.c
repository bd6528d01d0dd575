// verdict: bugs
// bug: uninit 10

/* An uninitialised index decides an address. */
static int table[16];

int main(void) {
    unsigned char index[2];
    index[0] = 3;
    return table[index[1] & 15];
}
