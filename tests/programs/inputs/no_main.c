// verdict: error
// message: main

int helper(int x) {
    return x + 1;
}
