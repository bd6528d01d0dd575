//! One object: its name, its size, its content.

use crate::page::{Byte, PAGE, Page, Read};
use crate::{Value, value::ObjId};
use imbl::OrdMap;
use rethread_expr::Term;
use rethread_ir::LocId;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The name of a thread: its parent's and how many that one had created before.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ThreadName(pub Arc<[u32]>);

impl ThreadName {
    pub fn main() -> ThreadName {
        ThreadName(Arc::from([]))
    }
}

impl ThreadName {
    pub fn is_main(&self) -> bool {
        self.0.is_empty()
    }

    /// The child it creates after `before` others.
    pub fn child(&self, before: u32) -> ThreadName {
        ThreadName(self.0.iter().copied().chain([before]).collect())
    }

    /// A number that looks like a `pthread_t` and depends on the name alone.
    pub fn handle(&self) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        std::hash::Hash::hash(&self.0, &mut hasher);
        0x7f00_0000_0000 | (std::hash::Hasher::finish(&hasher) >> 28) << 6 & 0xff_ffff_ffff | 0x40
    }
}

impl std::fmt::Display for ThreadName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("main")?;
        self.0.iter().try_for_each(|n| write!(f, ".{n}"))
    }
}

/// What two runs, two schedules and two versions agree on (DESIGN.md, section 2).
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum ObjName {
    Global(u32),
    Function(u32),
    /// A thread-local global of a thread.
    Local {
        global: u32,
        thread: ThreadName,
    },
    /// `count` allocations of that thread at that site came before.
    Heap {
        thread: ThreadName,
        site: Site,
        count: u32,
    },
    /// Frame `frame` (counting the calls of the thread), `slot` allocations in it came before.
    Stack {
        thread: ThreadName,
        frame: u64,
        slot: u32,
    },
    /// Something the environment made: arguments, lazily created inputs.
    Environment(Arc<str>),
}

impl ObjName {
    /// The name as a number, the same in every run.
    pub fn key(&self) -> u64 {
        // The largest numbers are not of objects.
        hash_of(self) >> 2 | if matches!(self, ObjName::Stack { .. }) { OF_STACK } else { 0 }
    }
}

/// Set in the keys of stack objects, clear in those of others.
const OF_STACK: u64 = 1 << 62;

/// Is this the key or the spot of a stack object?
pub fn is_of_stack(key: u64) -> bool {
    key >> 62 == 1
}

fn hash_of(value: impl std::hash::Hash) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    value.hash(&mut hasher);
    std::hash::Hasher::finish(&hasher)
}

/// What stack objects of a frame this deep are called while they live: whichever call it is, one at most does.
pub fn spot(thread: &ThreadName, depth: u32, slot: u32) -> u64 {
    hash_of((thread, depth, slot)) >> 2 | OF_STACK
}

/// A place in decoded code.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Site {
    pub function: u32,
    pub pc: u32,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Region {
    Global,
    Function,
    Heap,
    Stack,
    Environment,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Size {
    Known(u64),
    /// A 64-bit term.
    Symbolic(Term),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Content {
    /// One page of exactly the object's size.
    Small(Page),
    /// Pages that differ from the fill, by number.
    Large { pages: OrdMap<u64, Arc<Page>>, initialised: bool },
    /// An array term (64-bit index, bytes): after a write at an offset that may be anywhere.
    Array(Term),
    /// A local variable whose scope has ended (it may begin again).
    Ended,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Object {
    pub name: ObjName,
    pub region: Region,
    pub size: Size,
    pub align: u64,
    pub read_only: bool,
    /// Where it was allocated.
    pub made_at: LocId,
    /// The name as a number.
    pub key: u64,
    /// A name that only living objects have, and one at a time: of a stack object it does not say which call it is
    /// of. Of others it is the key.
    pub spot: u64,
    /// What the static analysis calls it.
    pub kin: Option<rethread_analysis::Object>,
    /// Scalar sizes by offset inside one repeated element, for symbolic content; empty if unknown.
    pub shape: Arc<[u8]>,
    content: Content,
}

/// Where inside an object's pages a range starts.
fn split(offset: u64) -> (u64, usize) {
    (offset / PAGE, (offset % PAGE) as usize)
}

impl Object {
    pub fn new(
        name: ObjName,
        region: Region,
        size: Size,
        align: u64,
        initialised: bool,
        made_at: LocId,
    ) -> Object {
        let content = match size {
            // A function's code is not data: it must not look like a small object to the fast path.
            Size::Known(n) if n <= PAGE && region != Region::Function => {
                Content::Small(Page::new(n as usize, initialised))
            }
            _ => Content::Large { pages: OrdMap::new(), initialised },
        };
        let key = name.key();
        Object {
            name,
            region,
            size,
            align,
            read_only: false,
            made_at,
            key,
            spot: key,
            kin: None,
            shape: Arc::from([]),
            content,
        }
    }

    /// Gives it another key than its name's. Not for stack objects.
    pub fn rename(&mut self, key: u64) {
        (self.key, self.spot) = (key, key);
    }

    /// The scope of a local variable ends.
    pub fn end(&mut self) {
        self.content = Content::Ended;
    }

    /// The scope of a local variable begins: nothing is written yet.
    pub fn begin(&mut self) {
        let fresh = Object::new(self.name.clone(), self.region, self.size, self.align, false, self.made_at);
        self.content = fresh.content;
    }

    pub fn has_ended(&self) -> bool {
        matches!(self.content, Content::Ended)
    }

    /// The page, if the object is small.
    #[inline]
    pub fn small(&self) -> Option<&Page> {
        match &self.content {
            Content::Small(p) => Some(p),
            _ => None,
        }
    }

    #[inline]
    pub fn small_mut(&mut self) -> Option<&mut Page> {
        match &mut self.content {
            Content::Small(p) => Some(p),
            _ => None,
        }
    }

    /// Is the content kept in several pages?
    pub fn is_large(&self) -> bool {
        matches!(self.content, Content::Large { .. })
    }

    pub fn as_array(&self) -> Option<Term> {
        match self.content {
            Content::Array(t) => Some(t),
            _ => None,
        }
    }

    pub fn set_array(&mut self, array: Term) {
        self.content = Content::Array(array);
    }

    /// Nothing was ever written (large objects only: small ones answer false).
    pub fn is_untouched(&self) -> Option<bool> {
        match &self.content {
            Content::Large { pages, initialised } if pages.is_empty() => Some(*initialised),
            _ => None,
        }
    }

    /// The range must lie inside the object, which must not be an array.
    pub fn read(&self, offset: u64, len: u64) -> Read {
        match &self.content {
            Content::Small(p) => p.read(offset as usize, len as usize),
            Content::Large { pages, initialised } => {
                let (page, at) = split(offset);
                if at as u64 + len > PAGE {
                    return Read::Mixed;
                }
                match pages.get(&page) {
                    Some(p) => p.read(at, len as usize),
                    None if *initialised && len <= 8 => Read::Bytes(0),
                    None => Read::Mixed,
                }
            }
            Content::Array(_) | Content::Ended => Read::Mixed,
        }
    }

    pub fn byte(&self, offset: u64) -> Byte {
        match &self.content {
            Content::Small(p) => p.byte(offset as usize),
            Content::Large { pages, initialised } => {
                let (page, at) = split(offset);
                match pages.get(&page) {
                    Some(p) => p.byte(at),
                    None if *initialised => Byte::Concrete(0),
                    None => Byte::Uninit,
                }
            }
            Content::Array(_) | Content::Ended => unreachable!("arrays are read through terms"),
        }
    }

    /// Applies `f` to every page that the range touches: (page, start in it, length, done before).
    fn each_page(&mut self, offset: u64, len: u64, mut f: impl FnMut(&mut Page, usize, usize, usize)) {
        match &mut self.content {
            Content::Small(p) => f(p, offset as usize, len as usize, 0),
            Content::Large { pages, initialised } => {
                let mut done = 0;
                while done < len {
                    let (number, at) = split(offset + done);
                    let n = (PAGE - at as u64).min(len - done);
                    let page = pages
                        .entry(number)
                        .or_insert_with(|| Arc::new(Page::new(PAGE as usize, *initialised)));
                    f(Arc::make_mut(page), at, n as usize, done as usize);
                    done += n;
                }
            }
            Content::Array(_) | Content::Ended => unreachable!("arrays are written through terms"),
        }
    }

    pub fn write_bytes(&mut self, offset: u64, bytes: &[u8]) {
        self.each_page(offset, bytes.len() as u64, |p, at, n, done| {
            p.write_bytes(at, &bytes[done..done + n])
        });
    }

    pub fn write_uninit(&mut self, offset: u64, len: u64) {
        self.each_page(offset, len, |p, at, n, _| p.write_uninit(at, n));
    }

    /// Whole pages of a large object share one.
    pub fn fill(&mut self, offset: u64, len: u64, byte: u8) {
        let chunk = [byte; PAGE as usize];
        let (first, last) = (offset.div_ceil(PAGE), (offset + len) / PAGE);
        if !matches!(self.content, Content::Large { .. }) || first >= last {
            return self.each_page(offset, len, |p, at, n, _| p.write_bytes(at, &chunk[..n]));
        }
        let head = first * PAGE - offset;
        let tail = offset + len - last * PAGE;
        self.each_page(offset, head, |p, at, n, _| p.write_bytes(at, &chunk[..n]));
        self.each_page(last * PAGE, tail, |p, at, n, _| p.write_bytes(at, &chunk[..n]));
        if let Content::Large { pages, initialised } = &mut self.content {
            let page = Arc::new(Page::from_bytes(&chunk));
            for number in first..last {
                if byte == 0 && *initialised {
                    pages.remove(&number);
                } else {
                    pages.insert(number, page.clone());
                }
            }
        }
    }

    /// Makes a page of this object equal to one of another by sharing it; false if they have no pages.
    /// `blank` is kept by the caller for pages that the other has never touched.
    pub fn share_page(
        &mut self,
        number: u64,
        from: &Object,
        theirs: u64,
        blank: &mut Option<Arc<Page>>,
    ) -> bool {
        let (
            Content::Large { pages, initialised },
            Content::Large { pages: source, initialised: source_initialised },
        ) = (&mut self.content, &from.content)
        else {
            return false;
        };
        match source.get(&theirs) {
            Some(page) => _ = pages.insert(number, page.clone()),
            None if initialised == source_initialised => _ = pages.remove(&number),
            None => {
                let new = || Arc::new(Page::new(PAGE as usize, *source_initialised));
                pages.insert(number, blank.get_or_insert_with(new).clone());
            }
        }
        true
    }

    /// The bytes of a range that holds nothing else.
    pub fn plain(&self, offset: u64, len: u64) -> Option<Vec<u8>> {
        match &self.content {
            Content::Small(p) => {
                p.plain_bytes().map(|b| b[offset as usize..(offset + len) as usize].to_vec())
            }
            Content::Large { pages, initialised } => {
                let mut out = Vec::with_capacity(len as usize);
                while (out.len() as u64) < len {
                    let (number, at) = split(offset + out.len() as u64);
                    let n = (PAGE as usize - at).min(len as usize - out.len());
                    match pages.get(&number) {
                        Some(p) => out.extend_from_slice(&p.plain_bytes()?[at..at + n]),
                        None if *initialised => out.resize(out.len() + n, 0),
                        None => return None,
                    }
                }
                Some(out)
            }
            Content::Array(_) | Content::Ended => None,
        }
    }

    /// The numbers of the pages that were written to, if the object is large; and whether the rest
    /// is zero (else nobody wrote it).
    pub fn touched(&self) -> Option<(Vec<u64>, bool)> {
        match &self.content {
            Content::Large { pages, initialised } => Some((pages.keys().copied().collect(), *initialised)),
            _ => None,
        }
    }

    /// The value must not cross a page: `fits_page` tells.
    pub fn write_cell(&mut self, offset: u64, len: u64, value: Value) {
        self.each_page(offset, len, |p, at, n, _| p.write_cell(at, n, value));
    }

    /// Does the range lie in one page?
    pub fn fits_page(&self, offset: u64, len: u64) -> bool {
        matches!(self.content, Content::Small(_)) || offset % PAGE + len <= PAGE
    }

    /// Cells that a write to the range would cut, as (offset, length, value).
    pub fn straddling(&self, offset: u64, len: u64) -> Vec<(u64, u64, Value)> {
        let mut out = Vec::new();
        let mut add = |base: u64, p: &Page, at: usize, n: usize| {
            out.extend(
                p.straddling(at, n)
                    .into_iter()
                    .map(|c| (base + u64::from(c.offset), u64::from(c.len), c.value)),
            );
        };
        match &self.content {
            Content::Small(p) => add(0, p, offset as usize, len as usize),
            Content::Large { pages, .. } => {
                for number in [offset / PAGE, (offset + len).saturating_sub(1) / PAGE] {
                    if let Some(p) = pages.get(&number) {
                        let base = number * PAGE;
                        let from = offset.max(base) - base;
                        let to = (offset + len).min(base + PAGE) - base;
                        add(base, p, from as usize, (to - from) as usize);
                    }
                }
                out.dedup();
            }
            Content::Array(_) | Content::Ended => {}
        }
        out
    }

    /// Every pointer cell: what the object points to.
    pub fn pointees(&self) -> Vec<ObjId> {
        let of = |p: &Page| -> Vec<ObjId> {
            p.cells()
                .iter()
                .filter_map(|c| match c.value {
                    Value::Ptr(o, _) | Value::PtrTerm(o, _) => Some(o),
                    _ => None,
                })
                .collect()
        };
        match &self.content {
            Content::Small(p) => of(p),
            Content::Large { pages, .. } => pages.values().flat_map(|p| of(p)).collect(),
            Content::Array(_) | Content::Ended => Vec::new(),
        }
    }
}
