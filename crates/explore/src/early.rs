//! What is taken up before its time: beside a step that comes before it and is not explored to its end.
//!
//! What is explored from a node is all that does not begin with a step that sleeps there, provided that those steps
//! found what they had to find first (the proof of optimal DPOR, Abdulla, Aronis, Jonsson, Sagonas). So what is taken
//! up early is kept (`Behind`) as far as a step sleeps whose exploration is not over (`Open`): what such a step still
//! finds, and begins like this, is planned where it parts from what was explored. From where no such step sleeps any
//! more everything is explored, whatever others find; that is so at the end of a plan at the latest, where nobody
//! sleeps. When nothing can be found any more that begins like it, nothing is kept.
//!
//! Locks: regions are never locked under the lock of a node, except those where nobody explores.

use crate::node::Plans;
use crate::trace::Ways;
use crate::wakeup::{Later, Reversal, Sleeper, Wake, list_of, planned_at};
use rethread_engine::Touches;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A step taken from a node, as those see it that are begun beside it.
#[derive(Debug)]
pub struct Open {
    /// Somebody explores behind it.
    running: AtomicBool,
    /// Others planned something behind it since that was last looked through.
    news: AtomicBool,
    /// What comes before it and was not over when it was begun.
    before: Vec<Arc<Open>>,
    /// What was found out once stays so.
    over: AtomicBool,
}

impl Open {
    pub fn new(before: Vec<Arc<Open>>) -> Arc<Open> {
        let [news, over] = [const { AtomicBool::new(false) }; 2];
        Arc::new(Open { running: AtomicBool::new(true), news, before, over })
    }

    pub fn runs(&self, running: bool) {
        self.running.store(running, Ordering::Release);
    }

    /// Is all that is planned behind it known to those who explore there?
    fn is_settled(&self) -> bool {
        self.before.iter().all(|b| b.is_over()) && !self.news.load(Ordering::Acquire)
    }

    /// Was everything explored that begins with it, and does not begin with what comes before it?
    pub fn is_over(&self) -> bool {
        // In this order: it is taken up again only because of news, which come from what comes before it.
        let over =
            self.over.load(Ordering::Acquire) || !self.running.load(Ordering::Acquire) && self.is_settled();
        if over {
            self.over.store(true, Ordering::Release);
        }
        over
    }
}

/// A step that was taken up early. What is explored before it may still find sequences that begin with it and
/// part from its plan before the end of it.
pub struct Early {
    pub handle: u64,
    pub mark: u32,
    pub touches: Touches,
    pub behind: Behind,
}

impl Early {
    pub fn is_settled(&self) -> bool {
        self.behind.0.open.is_settled()
    }
}

/// What is behind a step that was taken up early, as far as it is kept.
#[derive(Clone)]
pub struct Behind(Arc<Region>);

struct Region {
    open: Arc<Open>,
    planned: Mutex<Planned>,
}

/// By the decisions made after the step: plans for whoever comes there, or the node that was made there. None: nothing
/// is missing from there on.
struct Planned {
    later: Later,
    nodes: Vec<(Ways, Option<Arc<Plans>>)>,
}

/// Where somebody comes behind such a step.
pub enum Place {
    /// A node that others find; is it new?
    Kept { plans: Arc<Plans>, is_new: bool, loose: bool },
    /// What is planned here is all that has to be known, unless something was lost.
    Free(Vec<Wake>, bool),
    /// Somebody was here.
    Done,
}

impl Behind {
    pub fn new(open: Arc<Open>, later: Later) -> Behind {
        Behind(Arc::new(Region { open, planned: Mutex::new(Planned { later, nodes: Vec::new() }) }))
    }

    pub fn open(&self) -> &Arc<Open> {
        &self.0.open
    }

    fn lock(&self) -> MutexGuard<'_, Planned> {
        self.0.planned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plans a sequence where this was decided; None: whatever was decided.
    pub fn insert(&self, reversal: Reversal<'_>, ways: Option<Ways>) {
        let mut planned = self.lock();
        let Planned { later, nodes } = &mut *planned;
        // Also where it was not decided to the end: a step comes first that nobody could see where the sequence was found.
        let agrees = |n: &&(Ways, _)| ways.as_ref().is_none_or(|w| n.0.agrees(w));
        let found: Vec<_> = nodes.iter().filter(agrees).cloned().collect();
        match ways {
            // Also where nobody has come, and nothing is planned yet.
            None => reversal.clone().insert_everywhere(later, true),
            Some(ways) if !nodes.iter().any(|n| n.0 == ways) => {
                reversal.clone().insert(list_of(later, Some(ways)))
            }
            Some(_) => {}
        }
        drop(planned);
        found.iter().filter_map(|n| n.1.as_ref()).for_each(|n| n.insert(reversal.clone()));
        // After it is there: whoever looks for it in between says that there are no news.
        self.0.open.news.store(true, Ordering::Release);
    }

    /// The place where this was decided and these steps sleep.
    pub fn enter(&self, ways: &Ways, sleep: &mut Vec<Sleeper>) -> Place {
        let mut planned = self.lock();
        let Planned { later, nodes } = &mut *planned;
        let (plan, loose) = planned_at(later, ways);
        match nodes.iter().find(|n| n.0 == *ways) {
            Some((_, Some(node))) => return Place::Kept { plans: node.clone(), is_new: false, loose },
            Some((_, None)) => return Place::Done,
            None => {}
        }
        if sleep.iter().all(Sleeper::is_over) {
            nodes.push((ways.clone(), None));
            return Place::Free(plan, loose);
        }
        let node = Plans::new(std::mem::take(sleep), plan, Vec::new());
        nodes.push((ways.clone(), Some(node.clone())));
        Place::Kept { plans: node, is_new: true, loose }
    }

    /// Was something planned here that nobody has taken up? To be asked when nobody explores here any more.
    pub fn waits(&self) -> bool {
        let news = &self.0.open.news;
        if !news.load(Ordering::Acquire) {
            return false;
        }
        let waits = self.lock().nodes.iter().filter_map(|n| n.1.as_ref()).any(|node| node.lock().waits());
        news.store(waits, Ordering::Release);
        waits
    }
}
