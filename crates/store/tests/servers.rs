//! Real memcached and Redis servers on the loopback interface: results are shared through them, and
//! whatever they do, nothing wrong is read and the local database goes on by itself.

mod support;

use rethread_store::{Location, Space, Store};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use support::{has, key, put, scratch, value};

struct Server {
    process: Child,
    port: u16,
    redis: bool,
    _folder: tempfile::TempDir,
}

impl Server {
    fn memcached() -> Server {
        Server::start(false)
    }

    fn redis() -> Server {
        Server::start(true)
    }

    fn start(redis: bool) -> Server {
        loop {
            let folder = scratch();
            let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
            let number = port.to_string();
            let mut command = match redis {
                true => Command::new("redis-server"),
                false => Command::new("memcached"),
            };
            match redis {
                true => command.args(["--port", &number, "--bind", "127.0.0.1", "--save", ""]),
                false => {
                    command.args(["-l", "127.0.0.1", "-p", &number, "-U", "0", "-u", "root", "-m", "64"])
                }
            };
            command
                .current_dir(folder.path())
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            let mut process =
                command.spawn().expect("the server is installed by scripts/setup.sh --with-tests");
            loop {
                if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                    return Server { process, port, redis, _folder: folder };
                }
                // Another process got the port first.
                if process.try_wait().unwrap().is_some() {
                    break;
                }
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }

    fn location(&self) -> Location {
        let scheme = if self.redis { "redis" } else { "memcache" };
        format!("{scheme}://127.0.0.1:{}", self.port).parse().unwrap()
    }

    fn signal(&self, name: &str) {
        let pid = self.process.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    }

    fn stop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn open(folder: &Path, server: &Location) -> Store {
    opened(folder, server, 60)
}

/// Servers that answer have all the time they need; how busy this machine is is not tested.
fn opened(folder: &Path, server: &Location, seconds: u64) -> Store {
    Store::open_in(folder, Some(server), Duration::from_secs(seconds)).unwrap().store
}

/// Larger than memcached takes in one piece, in the last case by far.
const LARGE: [usize; 4] = [999_000, 1_000_000, 1_048_576, 20_000_003];

fn large(size: usize) -> Vec<u8> {
    (0..size).map(|i| (i / 7 + size) as u8).collect()
}

fn results_are_shared(mut server: Server) {
    // Too much for the memory some systems set aside for files.
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let location = server.location();
    let writer = open(folders[0].path(), &location);
    for n in 0..30 {
        put(&writer, Space::Result, n);
    }
    for size in LARGE {
        writer.put(&[(Space::Frontier, key(size as u64), "large", large(size))]);
    }
    assert_eq!(writer.warnings(), [""; 0]);
    let reader = open(folders[1].path(), &location);
    let check = |reader: &Store| {
        assert!((0..30).all(|n| has(reader, Space::Result, n)));
        for size in LARGE {
            assert!(reader.get(Space::Frontier, key(size as u64)) == Some(large(size)), "{size}");
        }
    };
    check(&reader);
    assert!(!has(&reader, Space::Result, 30));
    assert!(!has(&reader, Space::Program, 1));
    assert_eq!(reader.warnings(), [""; 0]);
    // What was read once is here, with its label, whatever becomes of the server.
    server.stop();
    check(&reader);
    assert_eq!(reader.warnings(), [""; 0]);
    assert_eq!(reader.list_local().iter().filter(|e| e.label == "large").count(), LARGE.len());
}

#[test]
fn results_are_shared_by_memcached() {
    results_are_shared(Server::memcached());
}

#[test]
fn results_are_shared_by_redis() {
    results_are_shared(Server::redis());
}

/// In the middle of a run the server is gone, or does not answer any more.
fn without_server(mut server: Server, signal: &str) {
    let folder = scratch();
    let store = opened(folder.path(), &server.location(), 5);
    for n in 0..10 {
        put(&store, Space::Result, n);
    }
    assert_eq!(store.warnings(), [""; 0]);
    match signal {
        "-KILL" => server.stop(),
        other => server.signal(other),
    }
    for n in 10..40 {
        assert!(!has(&store, Space::Result, n));
        put(&store, Space::Result, n);
    }
    assert!((0..40).all(|n| has(&store, Space::Result, n)));
    let warnings = store.warnings();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains("is not used any more in this run"), "{warnings:?}");
    assert!(warnings[0].contains(&server.location().to_string()), "{warnings:?}");
}

#[test]
fn memcached_is_killed_in_the_middle() {
    without_server(Server::memcached(), "-KILL");
}

#[test]
fn memcached_hangs_in_the_middle() {
    without_server(Server::memcached(), "-STOP");
}

#[test]
fn redis_is_killed_in_the_middle() {
    without_server(Server::redis(), "-KILL");
}

#[test]
fn redis_hangs_in_the_middle() {
    without_server(Server::redis(), "-STOP");
}

#[test]
fn nobody_listens() {
    for scheme in ["redis", "memcache"] {
        let folder = scratch();
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let store = opened(folder.path(), &format!("{scheme}://127.0.0.1:{free}").parse().unwrap(), 2);
        assert_eq!(store.get(Space::Result, key(5)), None);
        put(&store, Space::Result, 5);
        assert!(has(&store, Space::Result, 5));
        assert_eq!(store.warnings().len(), 1, "{:?}", store.warnings());
    }
}

/// A server that speaks something else.
#[test]
fn something_else_listens() {
    for scheme in ["redis", "memcache"] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let _ = std::io::Write::write_all(&mut stream.unwrap(), b"220 mail.example ESMTP\r\n");
            }
        });
        let folder = scratch();
        let store = opened(folder.path(), &format!("{scheme}://127.0.0.1:{port}").parse().unwrap(), 2);
        put(&store, Space::Result, 5);
        assert!(has(&store, Space::Result, 5));
        assert_eq!(store.warnings().len(), 1, "{:?}", store.warnings());
    }
}

fn name(space: Space, n: u64) -> String {
    format!("rethread:1:{space}:{}", key(n))
}

/// Each change of what the server holds, and what `get` must then say of record 7: nothing, or the truth.
#[test]
fn what_memcached_changed_is_not_used() {
    let server = Server::memcached();
    let raw =
        memcache::Client::connect(format!("memcache://127.0.0.1:{}?protocol=ascii", server.port)).unwrap();
    let folder = scratch();
    let writer = open(folder.path(), &server.location());
    put(&writer, Space::Result, 7);
    put(&writer, Space::Result, 8);
    let good: Vec<u8> = raw.get(&name(Space::Result, 7)).unwrap().unwrap();
    let other: Vec<u8> = raw.get(&name(Space::Result, 8)).unwrap().unwrap();
    let mut changed = vec![other, good[..good.len() - 1].to_vec(), vec![], b"c".to_vec(), b"w".to_vec()];
    changed.push([&b"c"[..], &[0xff; 36]].concat());
    changed.push([&b"c"[..], &[0; 36]].concat());
    changed.push([&good[..], b"!"].concat());
    for at in (0..good.len()).step_by(good.len() / 40) {
        let mut flipped = good.clone();
        flipped[at] ^= 0x10;
        changed.push(flipped);
    }
    for bad in changed {
        raw.set(&name(Space::Result, 7), bad.as_slice(), 0).unwrap();
        let elsewhere = scratch();
        let reader = open(elsewhere.path(), &server.location());
        assert!(!has(&reader, Space::Result, 7));
        // It is computed again, which mends it for everybody.
        put(&reader, Space::Result, 7);
        let third = scratch();
        assert!(has(&open(third.path(), &server.location()), Space::Result, 7));
    }
    assert_eq!(value(7).len(), good.len() - 1 - 88 - "a test".len(), "the layout is as documented");
}

#[test]
fn a_piece_that_memcached_forgot() {
    let server = Server::memcached();
    let raw =
        memcache::Client::connect(format!("memcache://127.0.0.1:{}?protocol=ascii", server.port)).unwrap();
    let folder = scratch();
    let writer = open(folder.path(), &server.location());
    writer.put(&[(Space::Frontier, key(1), "large", large(2_500_000))]);
    let index: Vec<u8> = raw.get(&name(Space::Frontier, 1)).unwrap().unwrap();
    let hash: String = index[5..21].iter().map(|b| format!("{b:02x}")).collect();
    let piece = format!("{}:{hash}:1", name(Space::Frontier, 1));
    let middle: Vec<u8> = raw.get(&piece).unwrap().expect("it is where the index says");
    let read = || {
        let elsewhere = scratch();
        open(elsewhere.path(), &server.location()).get(Space::Frontier, key(1))
    };
    raw.delete(&piece).unwrap();
    assert_eq!(read(), None);
    raw.set(&piece, &middle[1..], 0).unwrap();
    assert_eq!(read(), None);
    raw.set(&piece, middle.as_slice(), 0).unwrap();
    assert!(read() == Some(large(2_500_000)));
}

#[test]
fn what_redis_changed_is_not_used() {
    let server = Server::redis();
    let mut raw =
        redis::Client::open(format!("redis://127.0.0.1:{}", server.port)).unwrap().get_connection().unwrap();
    let folder = scratch();
    let writer = open(folder.path(), &server.location());
    put(&writer, Space::Result, 7);
    let good: Vec<u8> = redis::cmd("GET").arg(name(Space::Result, 7)).query(&mut raw).unwrap();
    for at in (0..good.len()).step_by(good.len() / 40) {
        let mut flipped = good.clone();
        flipped[at] ^= 0x10;
        redis::cmd("SET").arg(name(Space::Result, 7)).arg(&flipped).exec(&mut raw).unwrap();
        let elsewhere = scratch();
        let reader = open(elsewhere.path(), &server.location());
        assert!(!has(&reader, Space::Result, 7));
        assert_eq!(reader.warnings().len(), 1);
    }
    // Something of another type under our name.
    redis::cmd("DEL").arg(name(Space::Result, 7)).exec(&mut raw).unwrap();
    redis::cmd("LPUSH").arg(name(Space::Result, 7)).arg("x").exec(&mut raw).unwrap();
    let elsewhere = scratch();
    let reader = open(elsewhere.path(), &server.location());
    assert!(!has(&reader, Space::Result, 7));
    put(&reader, Space::Result, 7);
    assert!(has(&reader, Space::Result, 7));
}

#[test]
fn redis_lists_what_everybody_wrote() {
    let server = Server::redis();
    let folders = [(); 2].map(|()| scratch());
    let [a, b] = [0, 1].map(|i| open(folders[i].path(), &server.location()));
    put(&a, Space::Result, 1);
    put(&b, Space::Program, 2);
    let names = |store: &Store| store.list().iter().map(|e| (e.space, e.key, e.bytes)).collect::<Vec<_>>();
    let expected = [(Space::Program, 2), (Space::Result, 1)].map(|(s, n)| (s, key(n), value(n).len() as u64));
    assert_eq!(names(&a), expected);
    assert_eq!(names(&b), expected);
    assert_eq!((a.list_local().len(), b.list_local().len()), (1, 1));
    // Another database of the same server is another store.
    let other: Location = format!("{}/3", server.location()).parse().unwrap();
    let elsewhere = scratch();
    assert_eq!(names(&open(elsewhere.path(), &other)), []);
    assert_eq!(a.warnings(), [""; 0]);
}

#[test]
fn memcached_cannot_list() {
    let server = Server::memcached();
    let folder = scratch();
    let store = open(folder.path(), &server.location());
    put(&store, Space::Result, 1);
    assert_eq!(store.list().len(), 1);
    assert!(store.warnings()[0].contains("cannot list"));
}
