//! A second truth for programs with threads: the final states of native runs.
//!
//! A program's text gets an epilogue that prints every global when the process ends (`unit`, `globals`). The same text
//! is run natively many times (`machine`) and explored by rethread (`reached`); `verdict` compares.

pub mod globals;
pub mod machine;
pub mod reached;
pub mod unit;
pub mod verdict;
