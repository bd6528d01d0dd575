// args: --entry update
// verdict: ok
// runs baseline: 24 0

/* Paper 002, figure 3(a): the wheel brake system before the change. */
int AltPress, Meter;

void update(int PedalPos, int BSwitch, int PedalCmd) {
    AltPress = 0;
    Meter = 2;
    if (PedalPos == 0)
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
