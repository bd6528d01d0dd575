//! Calls, returns, and what a thread does before and after its functions.

use super::Executor;
use crate::code::{ArgSlot, Call, SwitchTable, Target};
use crate::decode::function_object;
use crate::error::{Failure, Interrupt, Step};
use crate::init;
use crate::machine::{Callable, Machine};
use crate::object::{ObjName, Object, Region, Size};
use crate::state::{Extra, Frame, OnReturn, State, Status, Task};
use crate::touch::{Gate, Touch};
use crate::value::{Kind, ObjId, Value};
use rethread_analysis::FRAME_BYTES;
use rethread_ir::{FuncId, LocId};
use rethread_testcase::BugKind;
use smallvec::SmallVec;
use std::sync::Arc;

pub(crate) const UNINIT_EXIT: &str = "the exit code depends on memory that was never written";

/// A struct argument that the callee gets a copy of.
struct ByVal {
    from: (ObjId, u64),
    size: u64,
    align: u64,
    to: Copied,
    /// See `Object::kin`.
    kin: Option<rethread_analysis::Object>,
}

/// What becomes a pointer to the copy: a parameter's register, or an argument beyond the declared ones.
enum Copied {
    Param(usize),
    Extra(usize),
}

impl Executor {
    /// Called with an empty stack: what comes next?
    pub(super) fn next_task(&mut self, machine: &Machine, state: &mut State) -> Step<()> {
        match state.thread().task {
            Task::Construct(n) => match machine.program.constructors.get(n).filter(|_| !machine.open_world) {
                Some(&f) => {
                    // The C library calls constructors with the arguments of main.
                    let args = self.main_arguments(machine, state, f.0);
                    state.thread_mut().task = Task::Construct(n + 1);
                    self.push_frame(machine, state, f.0, args, Vec::new(), OnReturn::Drop)
                }
                None => {
                    state.thread_mut().task = Task::Enter;
                    Ok(())
                }
            },
            Task::Enter => {
                let args = if machine.open_world {
                    self.open_world(machine, state)
                } else {
                    self.main_arguments(machine, state, machine.entry.0)
                };
                state.thread_mut().task = Task::Leave;
                self.push_frame(machine, state, machine.entry.0, args, Vec::new(), OnReturn::Deliver)
            }
            Task::Leave => self.end_process(state, Value::Int(0)),
            Task::Finish { round, key } => self.finish_thread(machine, state, round, key),
            Task::Destruct(n, code) => {
                match machine.program.destructors.get(n).filter(|_| !machine.open_world) {
                    Some(&f) => {
                        state.thread_mut().task = Task::Destruct(n + 1, code);
                        self.push_frame(machine, state, f.0, Vec::new(), Vec::new(), OnReturn::Drop)
                    }
                    None => self.end_process(state, code),
                }
            }
        }
    }

    /// The end of the process: everything that other threads still do can come before or be cut off.
    pub(crate) fn end_process<T>(&mut self, state: &mut State, code: Value) -> Step<T> {
        self.turn(state, Gate::Open, "exit", &[Touch::EXIT])?;
        Err(Interrupt::Exit(self.exit_code(state, code)))
    }

    /// Destructors of thread-specific data, then the thread has ended and whoever joins it goes on.
    fn finish_thread(&mut self, machine: &Machine, state: &mut State, round: u32, key: u32) -> Step<()> {
        // PTHREAD_DESTRUCTOR_ITERATIONS of glibc.
        const ROUNDS: u32 = 4;
        for key in key..state.keys.len() as u32 {
            let value = state.thread().specific.get(&key).copied().unwrap_or(Value::NULL);
            let Some(Some(destructor)) = state.keys.get(key as usize).copied() else { continue };
            if value == Value::NULL || destructor == Value::NULL {
                continue;
            }
            let f = self.callee(machine, state, destructor)?;
            let function = &machine.program.functions[f as usize];
            if function.is_declaration() {
                let what = format!(
                    "thread {} ends, and its specific data has the destructor `{}`, which has no body",
                    state.thread().name,
                    function.name
                );
                return Err(Interrupt::Unsupported(what));
            }
            let thread = state.thread_mut();
            thread.specific.remove(&key);
            thread.task = Task::Finish { round, key: key + 1 };
            return self.push_frame(machine, state, f, vec![value], Vec::new(), OnReturn::Drop);
        }
        if round + 1 < ROUNDS && !state.thread().specific.is_empty() && key > 0 {
            state.thread_mut().task = Task::Finish { round: round + 1, key: 0 };
            return Ok(());
        }
        let me = state.current;
        let locals: Vec<ObjId> = state.thread().locals.values().copied().collect();
        self.touch_whole(state, &locals, "thread end")?;
        for o in locals {
            state.memory.remove(o, LocId::NONE);
        }
        state.thread_mut().status = Status::Ended;
        let over = !self.is_looking_ahead() && state.threads.iter().all(|t| t.status == Status::Ended);
        if over && self.has_late_functions() {
            let what = "the last thread ends, and functions run then that main's return would have run (destructors, atexit)";
            return Err(Interrupt::Unsupported(what.into()));
        }
        for t in 0..state.threads.len() {
            if state.threads[t].status == Status::Joining(me) {
                state.thread_at(t).status = Status::Ready;
            }
        }
        Err(Interrupt::Rest)
    }

    /// Are there functions, maybe, that the end of the process runs?
    fn has_late_functions(&self) -> bool {
        let program = &self.machine.program;
        let kept = |name| program.find_function(name).is_some_and(|f| !program.function(f).is_declaration());
        !self.machine.open_world
            && (!program.destructors.is_empty()
                || ["atexit", "on_exit", "__cxa_atexit"].into_iter().any(kept))
    }

    /// `__rethread_exit`: the stack is dropped, destructors run, the process ends.
    pub(crate) fn exit(&mut self, state: &mut State, code: Value) -> Step<()> {
        let none = self.machine.program.destructors.is_empty() || self.machine.open_world;
        // exit() called from a destructor: the rest is skipped, as libc does.
        if none || matches!(state.thread().task, Task::Destruct(..)) {
            return self.end_process(state, code);
        }
        let thread = state.thread_mut();
        thread.task = Task::Destruct(0, code);
        thread.top = None;
        Ok(())
    }

    /// As many of argc, argv and envp as the function wants; they are made once.
    fn main_arguments(&mut self, machine: &Machine, state: &mut State, function: u32) -> Vec<Value> {
        let params = &machine.code(function).params;
        if params.is_empty() {
            return Vec::new();
        }
        let made = match &state.arguments {
            Some(made) => made.clone(),
            None => {
                let made: Arc<[Value]> = self.make_arguments(state).into();
                state.arguments = Some(made.clone());
                made
            }
        };
        let mut args: Vec<Value> = made.iter().copied().take(params.len()).collect();
        args.resize(params.len(), Value::Int(0));
        args.into_iter().zip(params).map(|(v, p)| self.fit(state, v, p.kind)).collect()
    }

    /// argc, argv and envp.
    fn make_arguments(&mut self, state: &mut State) -> Vec<Value> {
        let mut strings = vec![init::string(&mut state.memory, "argv[0]", b"program")];
        let given = self.options.args.clone();
        for (i, a) in given.iter().enumerate() {
            strings.push(init::string(&mut state.memory, &format!("argv[{}]", i + 1), a));
        }
        if let Some((n, len)) = self.options.sym_args {
            for i in 0..n {
                let name = format!("argv[{}]", strings.len());
                let o = init::string(&mut state.memory, &name, &vec![0; len as usize]);
                self.make_symbolic(state, o, 0, u64::from(len), &format!("arg{i}"), true);
                self.nothing_after_the_end(state, o, u64::from(len));
                strings.push(o);
            }
        }
        let argc = strings.len() as u64;
        let array = Object::new(
            ObjName::Environment(Arc::from("argv")),
            Region::Environment,
            Size::Known((argc + 1) * 8),
            16,
            true,
            LocId::NONE,
        );
        let argv = state.memory.add(array);
        for (i, s) in strings.iter().enumerate() {
            let object = state.memory.get_mut(argv).expect("just added");
            object.write_cell(i as u64 * 8, 8, Value::Ptr(*s, 0));
        }
        let env = Object::new(
            ObjName::Environment(Arc::from("envp")),
            Region::Environment,
            Size::Known(8),
            16,
            true,
            LocId::NONE,
        );
        let envp = state.memory.add(env);
        vec![Value::Int(argc), Value::Ptr(argv, 0), Value::Ptr(envp, 0)]
    }

    /// A scalar as one of a kind: what a call through a wrong prototype makes of it.
    fn fit(&mut self, state: &mut State, v: Value, kind: Kind) -> Value {
        let width = kind.width();
        match v {
            Value::Int(x) if width <= 64 => Value::Int(x & crate::value::mask(width)),
            Value::Ptr(..) | Value::PtrTerm(..) if width == 64 => v,
            Value::Term(t) if self.terms.width(t) == width => v,
            v => {
                let t = self.term(state, v, width);
                self.value(t)
            }
        }
    }

    /// The same for a value whose kind is known: integers and floats travel in different registers.
    pub(crate) fn passed(&mut self, state: &mut State, v: Value, from: Kind, to: Kind) -> Value {
        if from == to {
            return v;
        }
        if matches!(from, Kind::Float(_)) != matches!(to, Kind::Float(_)) {
            return self.undefined(to);
        }
        self.fit(state, v, to)
    }

    pub(crate) fn undefined(&mut self, kind: Kind) -> Value {
        let width = kind.width();
        Value::Term(self.terms.symbol(&format!("undef:{width}"), width, rethread_expr::SymbolKind::Uninit))
    }

    /// An argument ends at its first zero byte: what follows is not the caller's to choose.
    fn nothing_after_the_end(&mut self, state: &mut State, o: ObjId, len: u64) {
        let zero = self.terms.constant(8, 0);
        for i in 1..len {
            let (before, here) = (self.byte_term(state, o, i - 1), self.byte_term(state, o, i));
            let goes_on = self.terms.ne(before, zero);
            let ended = self.terms.eq(here, zero);
            let either = self.terms.or(goes_on, ended);
            // All bytes zero is a model of it.
            self.solver.assume(&mut self.terms, &mut state.path, either, None);
        }
    }

    /// Starts a function that has a body.
    pub(crate) fn push_frame(
        &mut self,
        machine: &Machine,
        state: &mut State,
        function: u32,
        args: Vec<Value>,
        extra: Vec<Extra>,
        on_return: OnReturn,
    ) -> Step<()> {
        let code = machine.code(function);
        let used = state.thread().top.as_ref().map_or(0, |f| f.stack_bytes);
        let stack_bytes = used + FRAME_BYTES;
        if stack_bytes > self.options.stack {
            return Failure::interrupt(
                BugKind::StackOverflow,
                format!("the stack grew over {} KiB", self.options.stack >> 10),
            );
        }
        let mut regs = args;
        regs.truncate(code.params.len());
        // Called with too few arguments through a wrong prototype.
        for slot in &code.params[regs.len()..] {
            regs.push(self.undefined(slot.kind));
        }
        regs.resize(code.registers as usize, Value::Int(0));
        let loops = if self.options.max_loop.is_some() { vec![0; code.loops as usize] } else { Vec::new() };
        let thread = state.thread_mut();
        thread.calls += 1;
        let frame = Frame {
            function,
            pc: 0,
            regs,
            objects: Vec::new(),
            serial: thread.calls,
            depth: thread.top.as_ref().map_or(0, |f| f.depth + 1),
            made: 0,
            extra,
            area: None,
            loops,
            stack_bytes,
            on_return,
            caller: thread.top.take(),
        };
        thread.top = Some(Arc::new(frame));
        Ok(())
    }

    pub(super) fn call(&mut self, machine: &Machine, state: &mut State, call: &Call) -> Step<()> {
        let function = match &call.target {
            Target::Direct(f) => *f,
            Target::Indirect(s) => {
                let v = self.operand(state, *s);
                match v {
                    Value::Term(t) if state.lazy.contains_key(&t) => {
                        match self.lazy_callee(machine, state, call, t)? {
                            Some(f) => f,
                            None => return self.call_of_anything(state, call, t),
                        }
                    }
                    v => self.callee(machine, state, v)?,
                }
            }
        };
        match machine.callables[function as usize] {
            Callable::Code => {
                let code = machine.code(function);
                if code.atomic && state.thread().atomic == 0 {
                    self.turn(state, Gate::Open, "atomic", &[])?;
                }
                self.call_code(machine, state, call, function)?;
                if code.atomic && state.granted && state.thread().atomic == 0 {
                    let serial = state.frame().serial;
                    let thread = state.thread_mut();
                    thread.atomic = 1;
                    thread.atomic_frame = Some(serial);
                }
                if !code.quiet {
                    self.spin_work(state);
                }
                Ok(())
            }
            Callable::Builtin(b) => {
                if !b.quiet {
                    self.spin_work(state);
                }
                let mut args = Vec::with_capacity(call.args.len());
                for a in call.args.iter().flat_map(|a| a.slots.iter()) {
                    let v = self.operand(state, a.src);
                    args.push((if b.reasons { v } else { self.guided_value(v)? }, a.kind));
                }
                if b.looks {
                    self.look_first(state, |this, ahead| (b.run)(this, ahead, &args))?;
                }
                let result = (b.run)(self, state, &args)?;
                self.deliver(state, call, result);
                Ok(())
            }
            Callable::Unknown if self.is_guided() => super::guide::lost(),
            Callable::Unknown => {
                self.spin_work(state);
                let result = self.unknown_call(machine, state, call, function)?;
                for (i, v) in result.into_iter().enumerate() {
                    state.set(call.dst + i as u32, v);
                }
                state.frame_mut().pc += 1;
                Ok(())
            }
        }
    }

    /// Puts a built-in's result in place and goes on behind the call. If the built-in changed the
    /// stack (exit), the call is not there any more.
    fn deliver(&mut self, state: &mut State, call: &Call, result: Option<Value>) {
        if state.thread().top.is_none() {
            return;
        }
        if let (Some(v), Some(kind)) = (result, call.ret.first()) {
            let v = self.fit(state, v, *kind);
            state.set(call.dst, v);
        }
        state.frame_mut().pc += 1;
    }

    fn call_code(&mut self, machine: &Machine, state: &mut State, call: &Call, function: u32) -> Step<()> {
        let declared = machine.program.functions[function as usize].params.len();
        let code = machine.code(function);
        let mut args = Vec::with_capacity(code.registers as usize);
        let mut extra = Vec::new();
        let mut copies = Vec::new();
        for (i, a) in call.args.iter().enumerate() {
            if i >= declared && !code.varargs {
                break;
            }
            if let (Some((size, align)), Some(slot)) = (a.byval, a.slots.first()) {
                let source = self.operand(state, slot.src);
                let from = self.passed_by_value(state, source, size)?;
                let to = if i < declared { Copied::Param(args.len()) } else { Copied::Extra(extra.len()) };
                let kin = machine.sharing.as_ref().and_then(|s| match i < declared {
                    true => s.copied_for(function, i as u32),
                    false => s.varargs(function),
                });
                copies.push(ByVal { from, size, align, to, kin });
            }
            if i < declared {
                for s in a.slots.iter() {
                    let v = self.operand(state, s.src);
                    let to = code.params.get(args.len()).map_or(s.kind, |p| p.kind);
                    args.push(self.passed(state, v, s.kind, to));
                }
            } else {
                extra.extend(a.slots.iter().map(|s| Extra::Scalar(self.operand(state, s.src), s.kind)));
            }
        }
        self.push_frame(machine, state, function, args, extra, OnReturn::Deliver)?;
        for copy in copies {
            self.copy_to_callee(state, copy);
        }
        Ok(())
    }

    /// Where a struct that is passed by value is: in a variable of the caller's that nobody else knows, as the front end made it.
    fn passed_by_value(&mut self, state: &mut State, from: Value, size: u64) -> Step<(ObjId, u64)> {
        match self.resolve(state, from, size, super::Access::Read)? {
            (o, super::Offset::Known(off)) => Ok((o, off)),
            _ => Err(Interrupt::Unsupported("a struct passed by value from a symbolic address".into())),
        }
    }

    /// What `byval` promises: the running frame, the callee's, owns a copy, which ends with it. In the
    /// caller's the copies of a loop of calls would pile up.
    fn copy_to_callee(&mut self, state: &mut State, copy: ByVal) {
        let o = self.stack_object(state, Size::Known(copy.size), copy.align);
        state.memory.get_mut(o).expect("just added").kin = copy.kin;
        self.copy(state, copy.from, (o, 0), copy.size);
        let frame = state.frame_mut();
        // The caller's variable takes that room already.
        frame.stack_bytes -= copy.size;
        match copy.to {
            // Through a wrong prototype there may be no such parameter.
            Copied::Param(i) => _ = frame.regs.get_mut(i).map(|r| *r = Value::Ptr(o, 0)),
            // A struct passed by value lies in the argument area itself.
            Copied::Extra(i) => frame.extra[i] = Extra::Struct(o, copy.size),
        }
    }

    /// A new stack object of the running frame.
    pub(crate) fn stack_object(&mut self, state: &mut State, size: Size, align: u64) -> ObjId {
        let at = self.machine.location(state);
        let thread = state.thread();
        let frame = state.frame();
        let slot = frame.objects.len() as u32;
        let name = ObjName::Stack { thread: thread.name.clone(), frame: frame.serial, slot };
        let spot = crate::object::spot(&thread.name, frame.depth, slot);
        let mut object = Object::new(name, Region::Stack, size, align, false, at);
        object.spot = spot;
        let id = state.memory.add(object);
        let frame = state.frame_mut();
        frame.objects.push(id);
        frame.made = super::fold(frame.made, u64::from(frame.pc));
        if let Size::Known(n) = size {
            frame.made = super::fold(frame.made, n);
            frame.stack_bytes += n;
        }
        id
    }

    /// The function a pointer points to; forks between several.
    pub(crate) fn callee(&mut self, machine: &Machine, state: &mut State, v: Value) -> Step<u32> {
        let of_object = |o: ObjId| {
            let first = function_object(&machine.program, FuncId(0)).0;
            o.0.checked_sub(first).filter(|&f| (f as usize) < machine.program.functions.len())
        };
        match v {
            Value::Ptr(o, 0) => match of_object(o) {
                Some(f) => Ok(f),
                None if state.memory.get(o).is_none() => self.gone(state, o, "call"),
                None => Failure::interrupt(BugKind::Bounds, "call of something that is not a function"),
            },
            Value::Ptr(..) | Value::PtrTerm(..) => {
                Failure::interrupt(BugKind::Bounds, "call of an address inside an object")
            }
            Value::Int(a) => match state.memory.at_address(a) {
                Some((o, off)) => self.callee(machine, state, Value::Ptr(o, off)),
                None if a < 4096 => Failure::interrupt(BugKind::Null, "call through a null pointer"),
                None => Failure::interrupt(
                    BugKind::Bounds,
                    format!("call of address {a:#x}, which is no function"),
                ),
            },
            Value::Term(t) => {
                let t = self.initialised(state, t, "an address depends on memory that was never written")?;
                if let Some(a) = self.terms.as_u64(t) {
                    return self.callee(machine, state, Value::Int(a));
                }
                let known: Vec<(u64, u32)> =
                    state.memory.exposed().filter_map(|(a, o)| Some((a, of_object(o)?))).collect();
                for (address, f) in known {
                    let k = self.terms.constant(64, address);
                    let here = self.terms.eq(t, k);
                    if self.decide(state, here)? {
                        return Ok(f);
                    }
                }
                // Whatever else it is, it is no function: one end for all of that.
                let page = self.terms.constant(64, 4096);
                let null = self.terms.ult(t, page);
                if self.decide(state, null)? {
                    return Failure::interrupt(BugKind::Null, "call through a null pointer");
                }
                Failure::interrupt(BugKind::Bounds, "call of an address that is no function")
            }
        }
    }

    pub(super) fn ret(&mut self, machine: &Machine, state: &mut State, slots: &[ArgSlot]) -> Step<()> {
        let values: SmallVec<[(Value, Kind); 2]> =
            slots.iter().map(|s| (self.operand(state, s.src), s.kind)).collect();
        let at = machine.code(state.frame().function).locs[state.frame().pc as usize];
        let bottom = state.frame().caller.is_none();
        let deliver = state.frame().on_return == OnReturn::Deliver;
        if bottom && deliver && state.thread().task == Task::Leave && !machine.open_world {
            return self.return_from_main(machine, state, values.first().copied());
        }
        if state.threads.len() > 1 && !state.frame().objects.is_empty() {
            let objects = self.living(state, &state.frame().objects);
            self.touch_whole(state, &objects, "return")?;
        }
        let thread = state.thread_mut();
        let mut top = thread.top.take().expect("returning from a frame");
        let frame = Arc::make_mut(&mut top);
        let objects = std::mem::take(&mut frame.objects);
        thread.top = frame.caller.take();
        if thread.atomic_frame == Some(frame.serial) {
            thread.atomic_frame = None;
            thread.atomic = 0;
        }
        if bottom && deliver {
            thread.result = values.first().map_or(Value::NULL, |v| v.0);
        }
        self.remove_objects(state, objects, at);
        if bottom {
            return Ok(());
        }
        self.name_frame(state);
        if deliver {
            let caller = state.frame();
            if let crate::code::Op::Call(call) = &machine.code(caller.function).ops[caller.pc as usize] {
                for (i, kind) in call.ret.iter().enumerate() {
                    let v = match values.get(i) {
                        Some(&(v, from)) => self.passed(state, v, from, *kind),
                        None => self.undefined(*kind),
                    };
                    state.set(call.dst + i as u32, v);
                }
            }
            state.frame_mut().pc += 1;
        }
        Ok(())
    }

    /// Those whose scope has not ended yet.
    pub(crate) fn living(&self, state: &State, objects: &[ObjId]) -> Vec<ObjId> {
        let lives = |o: &ObjId| state.memory.get(*o).is_some_and(|object| !object.has_ended());
        objects.iter().copied().filter(lives).collect()
    }

    /// Objects end, and with them the synchronisation objects that lie in them.
    pub(crate) fn remove_objects(&mut self, state: &mut State, objects: Vec<ObjId>, at: LocId) {
        for o in objects {
            state.memory.remove(o, at);
            if !state.sync.is_empty() {
                state.sync.retain(|place, _| place.0 != o);
            }
        }
    }

    /// `exit(main(...))`.
    fn return_from_main(
        &mut self,
        machine: &Machine,
        state: &mut State,
        v: Option<(Value, Kind)>,
    ) -> Step<()> {
        let code = match v {
            None => Value::Int(0),
            Some((v, kind)) => {
                let t = self.term(state, v, kind.width());
                let t = self.initialised(state, t, UNINIT_EXIT)?;
                let v = self.value(t);
                match kind.width().cmp(&32) {
                    std::cmp::Ordering::Equal => v,
                    std::cmp::Ordering::Less => self.sext(state, v, kind.width(), 32),
                    std::cmp::Ordering::Greater => self.trunc(state, v, kind.width(), 32),
                }
            }
        };
        match machine.exit {
            Some(f) => {
                let at = machine.code(state.frame().function).locs[state.frame().pc as usize];
                if state.threads.len() > 1 && !state.frame().objects.is_empty() {
                    let objects = self.living(state, &state.frame().objects);
                    self.touch_whole(state, &objects, "return")?;
                }
                let objects = std::mem::take(&mut state.frame_mut().objects);
                self.remove_objects(state, objects, at);
                state.thread_mut().top = None;
                self.push_frame(machine, state, f.0, vec![code], Vec::new(), OnReturn::Drop)
            }
            None => self.exit(state, code),
        }
    }

    /// The exit code of a test is one number: the one in the known model, asked for when nothing can
    /// change the model any more. The other codes end the same way.
    pub(crate) fn exit_code(&mut self, state: &mut State, code: Value) -> i32 {
        let t = self.term(state, code, 32);
        self.solver.value(&self.terms, &state.path, t).low_u64() as i32
    }

    pub(super) fn switch(&mut self, state: &mut State, table: &SwitchTable) -> Step<u32> {
        let v = self.operand(state, table.value);
        let t = self.term(state, v, table.width);
        if let Some(x) = self.terms.as_u64(t) {
            return Ok(table.by_value.get(&x).copied().unwrap_or(table.default));
        }
        for &(edge, condition) in self.switch_questions(state, table, t).iter() {
            if self.decide(state, condition)? {
                return Ok(edge);
            }
        }
        Ok(table.default)
    }

    /// One question a target, in order of the cases; cases with the same target go together. A switch
    /// is taken again for every answer, so the last one is remembered.
    fn switch_questions(
        &mut self,
        state: &mut State,
        table: &SwitchTable,
        t: rethread_expr::Term,
    ) -> Arc<[(u32, rethread_expr::Term)]> {
        let key = (state.frame().function, state.frame().pc, t);
        if let Some((known, questions)) = &self.last_switch
            && *known == key
        {
            return questions.clone();
        }
        let mut asked: Vec<(u32, rethread_expr::Term)> = Vec::new();
        let mut place = rustc_hash::FxHashMap::default();
        for &(k, edge) in table.cases.iter().filter(|c| c.1 != table.default) {
            let k = self.term(state, k, table.width);
            let here = self.terms.eq(t, k);
            match place.get(&edge) {
                None => {
                    place.insert(edge, asked.len());
                    asked.push((edge, here));
                }
                Some(&i) => {
                    let either: rethread_expr::Term = asked[i].1;
                    asked[i].1 = self.terms.or(either, here);
                }
            }
        }
        let questions: Arc<[_]> = asked.into();
        self.last_switch = Some((key, questions.clone()));
        questions
    }

    pub(super) fn indirect_branch(
        &mut self,
        state: &mut State,
        v: Value,
        targets: &[(u32, u32)],
    ) -> Step<u32> {
        let here = function_object(&self.machine.program, FuncId(state.frame().function));
        for &(block, edge) in targets {
            let label = u64::from(block) + 1;
            let taken = match v {
                Value::Ptr(o, off) => o == here && off == label,
                v => {
                    let t = self.term(state, v, 64);
                    let t =
                        self.initialised(state, t, "an address depends on memory that was never written")?;
                    let address = state.memory.address(here).wrapping_add(label);
                    let k = self.terms.constant(64, address);
                    let same = self.terms.eq(t, k);
                    self.decide(state, same)?
                }
            };
            if taken {
                return Ok(edge);
            }
        }
        Failure::interrupt(BugKind::Unreachable, "jump to something that is not a label")
    }
}
