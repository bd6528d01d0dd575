//! SHA-256 (FIPS 180-4), for the file hashes in witnesses and the identity of SARIF results.
//!
//! Cost: linear, a few hundred megabytes a second; nothing secret is hashed here.

fn round_constants() -> [u32; 64] {
    // The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    let mut constants = [0; 64];
    let primes = (2u64..).filter(|n| (2..*n).all(|d| n % d != 0));
    for (slot, prime) in constants.iter_mut().zip(primes) {
        *slot = root_fraction(prime, 3);
    }
    constants
}

/// The first 32 bits of the fractional part of the `degree`th root of `n`, exactly.
fn root_fraction(n: u64, degree: u32) -> u32 {
    // floor(root(n) * 2^32) = floor(root(n * 2^(32 * degree))): the largest r with r^degree <= that.
    let target = (u128::from(n)) << (32 * degree);
    let (mut low, mut high) = (0u128, 1u128 << 37);
    while high - low > 1 {
        let middle = (low + high) / 2;
        match middle.checked_pow(degree) {
            Some(power) if power <= target => low = middle,
            _ => high = middle,
        }
    }
    low as u32
}

pub fn sha256(message: &[u8]) -> [u8; 32] {
    let k = round_constants();
    let mut state: [u32; 8] = [2, 3, 5, 7, 11, 13, 17, 19].map(|p| root_fraction(p, 2));
    let mut tail = message[message.len() / 64 * 64..].to_vec();
    tail.push(0x80);
    while tail.len() % 64 != 56 {
        tail.push(0);
    }
    tail.extend((message.len() as u64 * 8).to_be_bytes());
    for block in message.chunks_exact(64).chain(tail.chunks_exact(64)) {
        compress(&mut state, block, &k);
    }
    let mut digest = [0; 32];
    for (bytes, word) in digest.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    digest
}

fn compress(state: &mut [u32; 8], block: &[u8], k: &[u32; 64]) {
    let mut w = [0u32; 64];
    for (word, bytes) in w.iter_mut().zip(block.chunks_exact(4)) {
        *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    for i in 16..64 {
        let s0 = w[i - 15].rotate_right(7) ^ w[i - 15].rotate_right(18) ^ (w[i - 15] >> 3);
        let s1 = w[i - 2].rotate_right(17) ^ w[i - 2].rotate_right(19) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for i in 0..64 {
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let t1 = h.wrapping_add(s1).wrapping_add(choice).wrapping_add(k[i]).wrapping_add(w[i]);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let t2 = s0.wrapping_add((a & b) ^ (a & c) ^ (b & c));
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(t1), c, b, a, t1.wrapping_add(t2));
    }
    for (word, new) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(new);
    }
}

pub fn sha256_hex(message: &[u8]) -> String {
    crate::value::hex(&sha256(message))
}

#[cfg(test)]
mod tests {
    use super::sha256_hex;

    #[test]
    fn examples_of_the_standard() {
        assert_eq!(sha256_hex(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(sha256_hex(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(
            sha256_hex(b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        );
        assert_eq!(
            sha256_hex(&vec![b'a'; 1_000_000]),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        );
    }
}
