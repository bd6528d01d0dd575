//! Random edits of an abstract program, as a person would make them: statements, guards, conditions, declarations, locks, calls and
//! threads, added, deleted, modified and moved.
//!
//! An edit that leads to a program that would not end, or take too long, is undone and another one is tried (`valid`).

mod statements;
mod threads;
mod valid;

use crate::ast::*;
use crate::generate::Generator;
use crate::rng::Rng;

/// What an edit does, as the tally says it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Edit {
    StatementAdded,
    StatementDeleted,
    StatementModified,
    StatementMoved,
    GuardAdded,
    GuardDeleted,
    ConditionModified,
    DeclarationAdded,
    DeclarationModified,
    LockAdded,
    LockDeleted,
    LockModified,
    LockMoved,
    CallAdded,
    ResultModified,
    ThreadAdded,
    ThreadDeleted,
    ThreadModified,
    ThreadMoved,
}

impl Edit {
    pub const ALL: [Edit; 19] = [
        Edit::StatementAdded,
        Edit::StatementDeleted,
        Edit::StatementModified,
        Edit::StatementMoved,
        Edit::GuardAdded,
        Edit::GuardDeleted,
        Edit::ConditionModified,
        Edit::DeclarationAdded,
        Edit::DeclarationModified,
        Edit::LockAdded,
        Edit::LockDeleted,
        Edit::LockModified,
        Edit::LockMoved,
        Edit::CallAdded,
        Edit::ResultModified,
        Edit::ThreadAdded,
        Edit::ThreadDeleted,
        Edit::ThreadModified,
        Edit::ThreadMoved,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Edit::StatementAdded => "statement added",
            Edit::StatementDeleted => "statement deleted",
            Edit::StatementModified => "statement modified",
            Edit::StatementMoved => "statement moved",
            Edit::GuardAdded => "guard added",
            Edit::GuardDeleted => "guard deleted",
            Edit::ConditionModified => "condition modified",
            Edit::DeclarationAdded => "declaration added",
            Edit::DeclarationModified => "declaration modified",
            Edit::LockAdded => "lock added",
            Edit::LockDeleted => "lock deleted",
            Edit::LockModified => "lock modified",
            Edit::LockMoved => "lock moved",
            Edit::CallAdded => "call added",
            Edit::ResultModified => "result modified",
            Edit::ThreadAdded => "thread added",
            Edit::ThreadDeleted => "thread deleted",
            Edit::ThreadModified => "thread modified",
            Edit::ThreadMoved => "thread moved",
        }
    }
}

/// Edits that are tried until one fits.
const ATTEMPTS: usize = 40;

/// The program with one edit. None if none was found, as in an empty program.
pub fn edit(ast: &Ast, rng: Rng) -> Option<(Ast, Edit)> {
    edit_by(&Edit::ALL, ast, rng)
}

/// The same with one of these.
pub(crate) fn edit_by(kinds: &[Edit], ast: &Ast, rng: Rng) -> Option<(Ast, Edit)> {
    let mut g = Generator::again(ast.clone(), rng);
    for _ in 0..ATTEMPTS {
        let which = g.rng.pick(kinds);
        let done = g.attempt(which);
        if done.is_some() && g.ast != *ast && valid::is_valid(&g.ast) {
            return Some((g.ast, which));
        }
        g.ast = ast.clone();
        g.survey();
    }
    None
}

impl Generator {
    /// None if there is nothing of that kind to edit.
    fn attempt(&mut self, which: Edit) -> Option<()> {
        match which {
            Edit::StatementAdded => {
                let added = self.fragment(1);
                self.insert(added);
                Some(())
            }
            Edit::StatementDeleted => self.delete(),
            Edit::StatementModified => self.modify(),
            Edit::StatementMoved => self.move_statement(),
            Edit::GuardAdded => self.add_guard(),
            Edit::GuardDeleted => self.delete_guard(),
            Edit::ConditionModified => self.modify_condition(),
            Edit::DeclarationAdded => self.add_declaration(),
            Edit::DeclarationModified => self.modify_declaration(),
            Edit::LockAdded => self.add_lock(),
            Edit::LockDeleted => self.delete_lock(),
            Edit::LockModified => self.modify_lock(),
            Edit::LockMoved => self.shift(&|k| matches!(k, Kind::Sync(..))),
            Edit::CallAdded => self.add_call(),
            Edit::ResultModified => self.modify_result(),
            Edit::ThreadAdded => self.add_thread(),
            Edit::ThreadDeleted => self.delete_thread(),
            Edit::ThreadModified => self.modify_thread(),
            Edit::ThreadMoved => self.shift(&|k| matches!(k, Kind::Create(_) | Kind::Join(_))),
        }
    }

    /// The number of a statement that is one of these.
    fn some(&mut self, is: &dyn Fn(&Kind) -> bool) -> Option<usize> {
        let statements = self.ast.statements();
        let all: Vec<usize> = (0..statements.len()).filter(|&n| is(&statements[n].kind)).collect();
        (!all.is_empty()).then(|| self.rng.pick(&all))
    }
}
