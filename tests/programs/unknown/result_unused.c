// verdict: ok
// assumption: notify
// runs baseline: 1 0

void notify(int);

int main(void) {
    notify(3);
    return 0;
}
