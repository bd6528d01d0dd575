// verdict: ok
// runs dpor: 24 0
// runs cia: 0 0
// runs scia: 0 0
// changed: 16
// deleted:
// impacted: 16 17 18 19 23 30 31 32 33 35
// feeding: 16 39 40 41 42
/* Paper 000, figure 8, the wheel brake system: the switch and the meter are not affected. */
#include <rethread.h>

int AltPress, Meter = 2;
int position, command, brake;

void update(int PedalPos, int BSwitch, int PedalCmd) {
    if (PedalPos <= 0)
        PedalCmd += 1;
    else if (PedalPos == 1)
        PedalCmd += 2;
    else
        PedalCmd = PedalPos;

    PedalCmd = PedalCmd + 1;

    if (BSwitch == 0)
        Meter = 1;
    else if (BSwitch == 1)
        Meter = 2;

    if (PedalCmd == 2)
        AltPress = 0;
    else if (PedalCmd == 3)
        AltPress = 25;
    else
        AltPress = 50;
}

int main(void) {
    rethread_symbolic(&position, sizeof position, "position");
    rethread_symbolic(&command, sizeof command, "command");
    rethread_symbolic(&brake, sizeof brake, "brake");
    update(position, brake, command);
    return 0;
}
