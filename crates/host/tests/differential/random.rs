//! Seeded values that reach the corners of floating point.

/// SplitMix64 (Steele, Lea, Flood 2014): small, and the same everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn one_in(&mut self, chances: u64) -> bool {
        self.below(chances) == 0
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    /// An integer of any size, often near a power of two.
    pub fn integer(&mut self) -> u64 {
        let shift = self.below(64);
        match self.below(4) {
            0 => self.next() >> shift,
            1 => (1u64 << shift).wrapping_add(self.below(3)).wrapping_sub(1),
            2 => (self.next() >> shift).wrapping_neg(),
            _ => self.below(3),
        }
    }

    pub fn double(&mut self) -> f64 {
        let magnitude = match self.below(9) {
            0 => f64::from_bits(self.next()),
            1 => self.below(2000) as f64 / 2f64.powi(self.below(8) as i32),
            2 => (self.next() >> self.below(64)) as f64,
            3 => f64::from_bits(self.next() >> 12 >> self.below(52)),
            4 => 10f64.powi(self.below(40) as i32 - 20),
            5 => self.below(100_000) as f64 / 10f64.powi(self.below(9) as i32),
            6 => self.pick(&[0.0, f64::INFINITY, f64::NAN, f64::MAX, f64::MIN_POSITIVE, 5e-324, 0.5, 9.5]),
            7 => 2f64.powi(self.below(80) as i32 - 40) - 2f64.powi(self.below(80) as i32 - 60),
            _ => (self.next() >> 11) as f64 / (1u64 << 53) as f64,
        };
        if self.one_in(3) { -magnitude } else { magnitude }
    }

    pub fn float(&mut self) -> f32 {
        if self.one_in(2) { f32::from_bits(self.next() as u32) } else { self.double() as f32 }
    }

    /// An 80-bit pattern; invalid encodings too.
    pub fn long_double(&mut self) -> u128 {
        let shift = self.below(64);
        let mantissa = match self.below(5) {
            0 => self.next(),
            1 => self.next() << shift | 1 << 63,
            2 => u64::MAX << shift,
            3 => 1 << 63,
            _ => self.next() | 1 << 63,
        };
        let exponent = match self.below(8) {
            0 => self.below(0x8000),
            1 => 0,
            2 => 0x7fff,
            3 => self.pick(&[1, 2, 0x7ffe]),
            _ => 16383 - 70 + self.below(140),
        };
        u128::from(mantissa) | u128::from(exponent) << 64 | u128::from(self.below(2)) << 79
    }
}
