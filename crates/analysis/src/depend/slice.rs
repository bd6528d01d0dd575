//! The answer: a set of instructions.

use crate::Site;
use rethread_ir::Program;

/// Instructions that others depend on, or that depend on others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slice {
    /// By function, block and instruction; None is everything.
    inside: Option<Vec<Vec<Vec<bool>>>>,
}

impl Slice {
    pub(super) fn everything() -> Slice {
        Slice { inside: None }
    }

    pub(super) fn of(program: &Program, sites: impl IntoIterator<Item = Site>) -> Slice {
        let blocks =
            |f: &rethread_ir::Function| f.blocks.iter().map(|b| vec![false; b.insts.len()]).collect();
        let mut inside: Vec<Vec<Vec<bool>>> = program.functions.iter().map(blocks).collect();
        for s in sites {
            // A function without body has no instructions to show.
            if let Some(block) = inside[s.function as usize].get_mut(s.block as usize) {
                block[s.inst as usize] = true;
            }
        }
        Slice { inside: Some(inside) }
    }

    /// Is every instruction in it, because the program was too much for the analysis?
    pub fn is_everything(&self) -> bool {
        self.inside.is_none()
    }

    pub fn contains(&self, site: Site) -> bool {
        let Some(inside) = &self.inside else { return true };
        let block = inside.get(site.function as usize).and_then(|f| f.get(site.block as usize));
        block.and_then(|b| b.get(site.inst as usize)).is_some_and(|&i| i)
    }
}
