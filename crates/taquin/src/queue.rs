//! A priority queue in buckets: a stack for each pair (f, g), served by the smallest f and then the largest g.
//!
//! Both operations take constant time as long as f rises slowly, as it does in A*. Among equals the last one in is
//! the first one out, so the order never depends on anything but the calls.

/// A queue of things with two small numbers, f and g.
#[derive(Clone, Debug)]
pub struct BucketQueue<T> {
    /// `stacks[f][g]`.
    stacks: Vec<Vec<Vec<T>>>,
    /// No bucket below has anything.
    least: usize,
    len: usize,
    bytes: usize,
}

impl<T> BucketQueue<T> {
    /// An empty queue.
    pub const fn new() -> BucketQueue<T> {
        BucketQueue {
            stacks: Vec::new(),
            least: 0,
            len: 0,
            bytes: 0,
        }
    }

    /// How many things wait.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing waits.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The memory it takes.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds a thing.
    #[inline]
    pub fn push(&mut self, f: u32, g: u32, thing: T) {
        let (f, g) = (f as usize, g as usize);
        if f >= self.stacks.len() || g >= self.stacks[f].len() {
            self.make_room(f, g);
        }
        let stack = &mut self.stacks[f][g];
        let before = stack.capacity();
        stack.push(thing);
        self.bytes += (stack.capacity() - before) * size_of::<T>();
        self.least = self.least.min(f);
        self.len += 1;
    }

    #[cold]
    fn make_room(&mut self, f: usize, g: usize) {
        if f >= self.stacks.len() {
            let before = self.stacks.capacity();
            self.stacks.resize_with(f + 1, Vec::new);
            self.bytes += (self.stacks.capacity() - before) * size_of::<Vec<Vec<T>>>();
        }
        let column = &mut self.stacks[f];
        let before = column.capacity();
        column.resize_with(column.len().max(g + 1), Vec::new);
        self.bytes += (column.capacity() - before) * size_of::<Vec<T>>();
    }

    /// Takes out a thing with the smallest f, of those with the largest g, the one that came last.
    #[inline]
    pub fn pop(&mut self) -> Option<(u32, u32, T)> {
        let (f, g) = self.front()?;
        let thing = self.stacks[f][g].pop()?;
        self.len -= 1;
        Some((f as u32, g as u32, thing))
    }

    /// What [`pop`](BucketQueue::pop) would give.
    pub fn peek(&mut self) -> Option<(u32, u32, &T)> {
        let (f, g) = self.front()?;
        let thing = self.stacks[f][g].last()?;
        Some((f as u32, g as u32, thing))
    }

    /// The bucket to serve. Empty stacks at the end of a column are dropped so that they are passed over only once.
    #[inline]
    fn front(&mut self) -> Option<(usize, usize)> {
        if self.len == 0 {
            return None;
        }
        loop {
            let column = &mut self.stacks[self.least];
            while let Some(stack) = column.last() {
                if !stack.is_empty() {
                    return Some((self.least, column.len() - 1));
                }
                self.bytes -= stack.capacity() * size_of::<T>();
                column.pop();
            }
            self.least += 1;
        }
    }
}

impl<T> Default for BucketQueue<T> {
    fn default() -> BucketQueue<T> {
        BucketQueue::new()
    }
}
