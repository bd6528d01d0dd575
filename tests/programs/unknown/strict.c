// args: --strict
// verdict: error
// message: mystery

int mystery(int);

int main(void) {
    return mystery(3);
}
