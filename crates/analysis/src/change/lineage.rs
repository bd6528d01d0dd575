//! What the parts of a program are called so that all its versions agree.
//!
//! Guarantee: in two versions the same name is given only to what [`Match`] says is the same, or to what that is in a version
//! in between.

use super::matching::Match;
use crate::Site;
use rethread_ir::{FuncId, GlobalId, Program};
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// Names of the functions, instructions and globals of one version.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Lineage {
    functions: Vec<u64>,
    /// By function, block and instruction.
    sites: Vec<Vec<Vec<u64>>>,
    globals: Vec<u64>,
}

fn name(parts: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    parts.hash(&mut hasher);
    hasher.finish().rotate_left(23).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Lineage {
    /// Of a program without ancestors; `seed` is one that no other version has.
    pub fn first(program: &Program, seed: u64) -> Lineage {
        let numbered = |n: usize| 0..n as u32;
        let sites = |f: u32, of: &rethread_ir::Function| {
            let block = |(b, block): (u32, &rethread_ir::Block)| {
                numbered(block.insts.len()).map(|i| name((seed, 1u8, f, b, i))).collect()
            };
            (0..).zip(&of.blocks).map(block).collect()
        };
        Lineage {
            functions: numbered(program.functions.len()).map(|f| name((seed, 2u8, f))).collect(),
            sites: (0..).zip(&program.functions).map(|(f, of)| sites(f, of)).collect(),
            globals: numbered(program.globals.len()).map(|g| name((seed, 3u8, g))).collect(),
        }
    }

    /// Of the new version; these are the names of the old one.
    pub fn next(&self, matched: &Match, seed: u64) -> Lineage {
        let mut out = Lineage::first(matched.new, seed);
        for (f, to) in (0..).zip(&mut out.functions) {
            if let Some(old) = matched.function_of(FuncId(f)) {
                *to = self.functions[old.0 as usize];
            }
        }
        for (g, to) in (0..).zip(&mut out.globals) {
            if let Some(old) = matched.global_of(GlobalId(g)) {
                *to = self.globals[old.0 as usize];
            }
        }
        for (function, blocks) in (0..).zip(&mut out.sites) {
            for (block, insts) in (0..).zip(blocks) {
                for (inst, to) in (0..).zip(insts) {
                    if let Some(old) = matched.old_of(Site { function, block, inst }) {
                        *to = self.site(old);
                    }
                }
            }
        }
        out
    }

    /// Are these the names of this program?
    pub fn fits(&self, program: &Program) -> bool {
        let same = |(f, sites): (&rethread_ir::Function, &Vec<Vec<u64>>)| {
            f.blocks.len() == sites.len() && f.blocks.iter().zip(sites).all(|(b, s)| b.insts.len() == s.len())
        };
        self.functions.len() == program.functions.len()
            && self.globals.len() == program.globals.len()
            && self.sites.len() == program.functions.len()
            && program.functions.iter().zip(&self.sites).all(same)
    }

    pub fn function(&self, f: u32) -> u64 {
        self.functions[f as usize]
    }

    pub fn global(&self, g: u32) -> u64 {
        self.globals[g as usize]
    }

    pub fn site(&self, s: Site) -> u64 {
        self.sites[s.function as usize][s.block as usize][s.inst as usize]
    }
}
