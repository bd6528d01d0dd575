//! Up to 4 KiB of memory: bytes, and cells where a byte is more than a byte.
//!
//! A cell covers `len` bytes with one value that has no byte pattern of its own (a term), or that has
//! one but means more (a pointer with its object). Concrete data has no cells and no bitmap, and the
//! fast path checks just that.

use crate::Value;
use serde::{Deserialize, Serialize};

pub const PAGE: u64 = 4096;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    pub offset: u32,
    pub len: u32,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Page {
    bytes: Box<[u8]>,
    /// One bit a byte, set where something was written; None if everywhere.
    init: Option<Box<[u64]>>,
    /// How many bytes are not initialised.
    missing: u32,
    /// Sorted by offset, never overlapping; the bytes under a cell count as initialised.
    cells: Vec<Cell>,
}

/// What a range of a page holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Read {
    /// Only bytes (little endian, at most eight of them).
    Bytes(u64),
    /// Exactly one cell.
    Cell(Value),
    /// Byte by byte is the only way.
    Mixed,
}

/// One byte of a page.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Byte {
    Concrete(u8),
    /// Byte `index` of a cell of `len` bytes.
    Of {
        value: Value,
        len: u32,
        index: u32,
    },
    Uninit,
}

impl Page {
    pub fn new(len: usize, initialised: bool) -> Page {
        let (init, missing) = if initialised {
            (None, 0)
        } else {
            (Some(vec![0; len.div_ceil(64)].into_boxed_slice()), len as u32)
        };
        Page { bytes: vec![0; len].into_boxed_slice(), init, missing, cells: Vec::new() }
    }

    pub fn from_bytes(bytes: &[u8]) -> Page {
        Page { bytes: bytes.into(), init: None, missing: 0, cells: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Nothing but initialised bytes?
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.missing == 0 && self.cells.is_empty()
    }

    /// The bytes, if the page is plain.
    pub fn plain_bytes(&self) -> Option<&[u8]> {
        self.is_plain().then_some(&self.bytes)
    }

    /// Read up to eight bytes of a plain page.
    #[inline]
    pub fn get_plain(&self, at: usize, len: usize) -> u64 {
        match len {
            4 => u64::from(u32::from_le_bytes(self.bytes[at..at + 4].try_into().unwrap())),
            8 => u64::from_le_bytes(self.bytes[at..at + 8].try_into().unwrap()),
            1 => u64::from(self.bytes[at]),
            _ => {
                let mut raw = [0; 8];
                raw[..len].copy_from_slice(&self.bytes[at..at + len]);
                u64::from_le_bytes(raw)
            }
        }
    }

    /// Write up to eight bytes to a plain page.
    #[inline]
    pub fn set_plain(&mut self, at: usize, len: usize, value: u64) {
        match len {
            4 => self.bytes[at..at + 4].copy_from_slice(&(value as u32).to_le_bytes()),
            8 => self.bytes[at..at + 8].copy_from_slice(&value.to_le_bytes()),
            1 => self.bytes[at] = value as u8,
            _ => self.bytes[at..at + len].copy_from_slice(&value.to_le_bytes()[..len]),
        }
    }

    fn is_init(&self, at: usize) -> bool {
        self.init.as_ref().is_none_or(|b| b[at / 64] >> (at % 64) & 1 == 1)
    }

    fn set_init(&mut self, at: usize, len: usize) {
        let Some(bits) = &mut self.init else { return };
        for i in at..at + len {
            let bit = 1 << (i % 64);
            if bits[i / 64] & bit == 0 {
                bits[i / 64] |= bit;
                self.missing -= 1;
            }
        }
        if self.missing == 0 {
            self.init = None;
        }
    }

    /// Index of the first cell that ends after `at`.
    fn first_cell(&self, at: u32) -> usize {
        self.cells.partition_point(|c| c.offset + c.len <= at)
    }

    pub fn read(&self, at: usize, len: usize) -> Read {
        if let Some(c) = self.cells.get(self.first_cell(at as u32))
            && (c.offset as usize) < at + len
        {
            return if c.offset as usize == at && c.len as usize == len {
                Read::Cell(c.value)
            } else {
                Read::Mixed
            };
        }
        if len > 8 || (self.missing > 0 && (at..at + len).any(|i| !self.is_init(i))) {
            return Read::Mixed;
        }
        Read::Bytes(self.get_plain(at, len))
    }

    pub fn byte(&self, at: usize) -> Byte {
        if let Some(c) = self.cells.get(self.first_cell(at as u32))
            && c.offset as usize <= at
        {
            return Byte::Of { value: c.value, len: c.len, index: at as u32 - c.offset };
        }
        if self.is_init(at) { Byte::Concrete(self.bytes[at]) } else { Byte::Uninit }
    }

    /// The cells that lie partly inside and partly outside of the range: they have to be split
    /// before the range is overwritten.
    pub fn straddling(&self, at: usize, len: usize) -> Vec<Cell> {
        let end = (at + len) as u32;
        self.cells[self.first_cell(at as u32)..]
            .iter()
            .take_while(|c| c.offset < end)
            .filter(|c| (c.offset as usize) < at || c.offset + c.len > end)
            .cloned()
            .collect()
    }

    /// Is there such a cell?
    #[inline]
    pub fn straddled(&self, at: usize, len: usize) -> bool {
        let end = (at + len) as u32;
        self.cells[self.first_cell(at as u32)..]
            .iter()
            .take_while(|c| c.offset < end)
            .any(|c| (c.offset as usize) < at || c.offset + c.len > end)
    }

    /// Removes every cell that overlaps the range.
    fn drop_cells(&mut self, at: usize, len: usize) {
        let from = self.first_cell(at as u32);
        let end = (at + len) as u32;
        let upto = from + self.cells[from..].iter().take_while(|c| c.offset < end).count();
        self.cells.drain(from..upto);
    }

    pub fn write_bytes(&mut self, at: usize, bytes: &[u8]) {
        if !self.cells.is_empty() {
            self.drop_cells(at, bytes.len());
        }
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        self.set_init(at, bytes.len());
    }

    pub fn write_u64(&mut self, at: usize, len: usize, value: u64) {
        self.write_bytes(at, &value.to_le_bytes()[..len]);
    }

    pub fn write_cell(&mut self, at: usize, len: usize, value: Value) {
        // One pointer after the other in the same variable.
        let i = self.first_cell(at as u32);
        if let Some(c) = self.cells.get_mut(i)
            && (c.offset as usize, c.len as usize) == (at, len)
        {
            c.value = value;
            return;
        }
        self.drop_cells(at, len);
        self.set_init(at, len);
        let i = self.first_cell(at as u32);
        self.cells.insert(i, Cell { offset: at as u32, len: len as u32, value });
    }

    /// Forgets what was written to the range.
    pub fn write_uninit(&mut self, at: usize, len: usize) {
        self.drop_cells(at, len);
        let size = self.bytes.len();
        let bits = self.init.get_or_insert_with(|| vec![u64::MAX; size.div_ceil(64)].into_boxed_slice());
        for i in at..at + len {
            let bit = 1 << (i % 64);
            if bits[i / 64] & bit != 0 {
                bits[i / 64] &= !bit;
                self.missing += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ObjId;

    #[test]
    fn initialisation_is_tracked_by_byte() {
        let mut p = Page::new(70, false);
        assert_eq!(p.read(0, 4), Read::Mixed);
        p.write_u64(0, 4, 0x0403_0201);
        assert_eq!(p.read(0, 4), Read::Bytes(0x0403_0201));
        assert_eq!(p.read(2, 4), Read::Mixed);
        assert_eq!(p.byte(4), Byte::Uninit);
        p.write_bytes(4, &[7; 66]);
        assert!(p.is_plain());
        p.write_uninit(69, 1);
        assert_eq!(p.byte(69), Byte::Uninit);
        assert_eq!(p.byte(68), Byte::Concrete(7));
    }

    #[test]
    fn a_cell_is_read_whole_or_byte_by_byte() {
        let mut p = Page::new(32, true);
        let v = Value::Ptr(ObjId(3), 8);
        p.write_cell(8, 8, v);
        assert_eq!(p.read(8, 8), Read::Cell(v));
        assert_eq!(p.read(8, 4), Read::Mixed);
        assert_eq!(p.read(0, 8), Read::Bytes(0));
        assert_eq!(p.read(4, 8), Read::Mixed);
        assert_eq!(p.byte(9), Byte::Of { value: v, len: 8, index: 1 });
        assert_eq!(p.straddling(12, 8).len(), 1);
        assert!(p.straddling(8, 8).is_empty());
        assert!(p.straddled(12, 8) && p.straddled(4, 8) && p.straddled(9, 2));
        assert!(!p.straddled(8, 8) && !p.straddled(0, 8) && !p.straddled(16, 8) && !p.straddled(0, 32));
        p.write_cell(8, 8, Value::Ptr(ObjId(3), 16));
        assert_eq!(p.read(8, 8), Read::Cell(Value::Ptr(ObjId(3), 16)));
        assert_eq!(p.cells().len(), 1);
        p.write_u64(8, 8, 1);
        assert!(p.is_plain());
    }
}
