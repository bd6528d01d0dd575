// args: --entry nowhere
// verdict: error
// message: nowhere

int somewhere(void) {
    return 0;
}
