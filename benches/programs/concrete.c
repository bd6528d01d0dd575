// Concrete code: arithmetic, loads and stores in a plain loop.
volatile unsigned acc;

int main(void)
{
    for (unsigned i = 0; i < 5000000; i++)
        acc = acc * 1664525u + 1013904223u + i;
    return 0;
}
