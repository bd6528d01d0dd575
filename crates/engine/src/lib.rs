//! The symbolic machine: states, and one step of them.
//!
//! Architecture invariant: the engine never chooses. Where a step has two outcomes it says so and
//! changes nothing ([`Interrupt::Fork`]); which one is taken up, and when, is the explorer's business.
//! Nothing here prints, and nothing is global.
#![forbid(unsafe_code)]

mod ancestry;
mod builtin;
mod checks;
mod clock;
pub mod code;
mod decode;
mod environment;
mod error;
mod exec;
mod facts;
mod init;
mod leak;
mod machine;
mod memory;
mod models;
mod object;
mod output;
mod page;
mod point;
mod relevant;
mod state;
mod sync;
mod touch;
mod value;

pub use ancestry::Ancestry;
pub use builtin::Registry;
pub use checks::CheckSet;
pub use clock::{Clock, ThreadSet};
pub use environment::Happening;
pub use error::{Failure, Interrupt, Step};
pub use exec::{Condition, Executor, Noted, Options, Rest, Traced, Until};
pub use facts::{Fact, Facts, Place, spot_of};
pub use leak::leaks;
pub use machine::{Machine, SetupError, entry};
pub use memory::Memory;
pub use models::add_models;
pub use object::{ObjName, Object, Region, Size, ThreadName, is_of_stack};
pub use output::Output;
pub use relevant::{Relevant, behaviour, may_overflow_stack};
pub use state::{Choices, Creator, Frame, History, Input, InputPart, Phase, State, Status, Stop, Thread};
pub use sync::{MutexKind, Runner, Sync};
pub use touch::{Class, Gate, Pending, SyncPlace, Touch, Touches, dependent};
pub use value::{Kind, ObjId, Value};

/// States and what runs them move between threads: exploration in parallel depends on it.
#[cfg(test)]
mod tests {
    fn is_send<T: Send>() {}

    #[test]
    fn states_and_executors_can_be_sent() {
        is_send::<super::State>();
        is_send::<super::Executor>();
        is_send::<super::Machine>();
    }
}
