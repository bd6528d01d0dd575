//! Edits of the threads themselves: another one, one less, another routine.

use crate::ast::*;
use crate::generate::Generator;

impl Generator {
    /// Another thread of a routine that is there, or of a new and small one; joined with the others, or not.
    pub(super) fn add_thread(&mut self) -> Option<()> {
        if self.ast.threads.len() >= 3 {
            return None;
        }
        let routines = self.ast.starts.len();
        let routine = match routines == 0 || self.chance(40) {
            true => {
                let body = self.fragment(1);
                self.ast.starts.push(Function { body, ..Function::default() });
                self.ast.starts.len() - 1
            }
            false => self.rng.below(routines),
        };
        let t = self.ast.threads.len();
        self.ast.threads.push(routine);
        let joined = self.chance(80);
        let main = &mut self.ast.main.body;
        let created = main.iter().rposition(|s| matches!(s.kind, Kind::Create(_))).map_or(0, |i| i + 1);
        main.insert(created, Kind::Create(t).into());
        let end = main.iter().position(|s| matches!(s.kind, Kind::Join(_))).unwrap_or(main.len());
        if joined {
            main.insert(end, Kind::Join(t).into());
        }
        Some(())
    }

    pub(super) fn delete_thread(&mut self) -> Option<()> {
        let count = self.ast.threads.len();
        let t = (count > 0).then(|| self.rng.below(count))?;
        for f in self.ast.functions_mut() {
            f.body.retain(|s| s.kind != Kind::Create(t) && s.kind != Kind::Join(t));
        }
        Some(())
    }

    /// It runs something else.
    pub(super) fn modify_thread(&mut self) -> Option<()> {
        let (count, routines) = (self.ast.threads.len(), self.ast.starts.len());
        let t = (count > 0).then(|| self.rng.below(count))?;
        self.ast.threads[t] = self.rng.below(routines);
        Some(())
    }
}
