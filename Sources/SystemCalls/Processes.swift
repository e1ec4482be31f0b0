public import CLinux
public import LibC
internal import Synchronization

// Processes, signals, threads, epoll sets and terminals: calls that exist only on Linux or have a
// different form there. Package.swift excludes this file on other systems.

// MARK: - environment and limits

public func unsetenv(_ name: String) { unsafe LibC.unsetenv(name) }

/// Returns all environment variables as `NAME=VALUE`.
public func environmentEntries() -> [String] {
    var entries: [String] = []
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
        entries.append(unsafe String(cString: text))
        unsafe entry += 1
    }
    return entries
}

/// Returns the limit on the number of open descriptors of this process, or nil if the system does
/// not report it.
public func descriptorLimit() -> rlimit? {
    var limit = rlimit()
    return unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit : nil
}

@discardableResult
public func setDescriptorLimit(_ limit: rlimit) -> Bool {
    var limit = limit
    return unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
}

/// Returns the name of this machine, or nil if the system does not report it.
public func hostName() -> String? {
    var name = [CChar](repeating: 0, count: 65)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return nil }
    return String(
        decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

@discardableResult
public func setlocale(_ category: Int32, _ locale: String) -> Bool {
    unsafe LibC.setlocale(category, locale) != nil
}

// MARK: - time

/// A date and time in UTC, split into fields.
public struct CalendarTime {
    public let year, month, day, hour, minute, second: Int32

    public init(_ seconds: time_t) {
        var seconds = seconds
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        year = unsafe parts.tm_year + 1900
        month = unsafe parts.tm_mon + 1
        day = unsafe parts.tm_mday
        hour = unsafe parts.tm_hour
        minute = unsafe parts.tm_min
        second = unsafe parts.tm_sec
    }
}

/// Returns whether the system clock is synchronized with a time source.
public func isClockSynchronized() -> Bool {
    var state = timex()
    return unsafe adjtimex(&state) != TIME_ERROR
}

// MARK: - processes

/// Settings for starting a program.
public struct SpawnOptions {
    /// The working folder of the program, or nil for that of this process.
    public var folder: String?
    /// The file that becomes the program's standard input.
    public var inputFile: String?
    /// The descriptors that are duplicated for the program, each with its number in this process
    /// and its number in the program.
    public var streams: [(here: Int32, there: Int32)] = []
    /// The lowest descriptor that is closed in the program. All higher ones are closed too. If nil,
    /// no descriptor is closed.
    public var closesFrom: Int32?
    /// The signals whose handling is reset to the default; nil for all.
    public var defaultSignals: [Int32]? = []
    /// Whether the program leads a new process group.
    public var leadsGroup = false

    public init() {}
}

/// Starts a program, which is searched for in `PATH`. In the program, no signal is blocked.
///
/// - Parameters:
///   - words: the executable and its arguments.
///   - environment: the complete environment of the program, as entries `NAME=VALUE`.
/// - Returns: the process id and the code 0. If the program cannot be started, `code` is the error
///   number.
public func spawn(
    _ words: [String], environment: [String], _ options: SpawnOptions
) -> (pid: pid_t, code: Int32) {
    precondition(!words.isEmpty, "words must contain the program's name")
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    if let folder = options.folder {
        unsafe posix_spawn_file_actions_addchdir_np(&actions, folder)
    }
    if let file = options.inputFile {
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, file, O_RDONLY, 0)
    }
    for (here, there) in options.streams {
        unsafe posix_spawn_file_actions_adddup2(&actions, here, there)
    }
    if let first = options.closesFrom {
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, first)
    }
    var attributes = spawnAttributes(options)
    let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    let entries = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer {
        unsafe posix_spawn_file_actions_destroy(&actions)
        unsafe posix_spawnattr_destroy(&attributes)
        unsafe (arguments + entries).forEach { unsafe free($0) }
    }
    var pid: pid_t = 0
    let code = unsafe posix_spawnp(&pid, words[0], &actions, &attributes, arguments, entries)
    return (pid, code)
}

private func spawnAttributes(_ options: SpawnOptions) -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    var signals = signalSet([])
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    if let names = options.defaultSignals {
        signals = signalSet(names)
    } else {
        unsafe sigfillset(&signals)
    }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    if options.leadsGroup {
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        flags |= POSIX_SPAWN_SETPGROUP
    }
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    return attributes
}

@discardableResult
public func waitpid(_ pid: pid_t, _ status: inout Int32, _ options: Int32) -> pid_t {
    unsafe LibC.waitpid(pid, &status, options)
}

// MARK: - signals

func signalSet(_ signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    return set
}

public func unblockSignals(_ signals: [Int32]) {
    var set = signalSet(signals)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
}

/// Blocks signals and returns a nonblocking descriptor that delivers them. On an error, returns a
/// negative number and sets `errno`.
public func blockedSignals(_ signals: [Int32]) -> Int32 {
    var set = signalSet(signals)
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    return unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
}

/// Returns the next signal from a descriptor that `blockedSignals` returned, or nil if no signal is
/// waiting.
public func nextSignal(_ descriptor: Int32) -> Int32? {
    var info = signalfd_siginfo()
    let count = unsafe LibC.read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size)
    return count > 0 ? Int32(bitPattern: info.ssi_signo) : nil
}

/// The write end of the pipe that `signalBytes` creates; the signal handler writes to it. -1 if
/// there is no pipe.
private let signalPipe = Atomic<Int32>(-1)

/// Returns a descriptor that delivers one byte, the signal's number, each time that one of
/// `signals` arrives. If the pipe cannot be created, returns nil and sets `errno`. After a second
/// call, the first descriptor delivers no more signals.
public func signalBytes(_ signals: [Int32]) -> Int32? {
    guard let ends = pipeEnds() else { return nil }
    for end in [ends.reading, ends.writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    signalPipe.store(ends.writing, ordering: .sequentiallyConsistent)
    for number in signals {
        signal(number) { number in
            let before = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = unsafe LibC.write(signalPipe.load(ordering: .sequentiallyConsistent), &byte, 1)
            errno = before
        }
    }
    return ends.reading
}

// MARK: - threads

/// A POSIX thread.
public struct Thread: Sendable {
    private let thread: pthread_t

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// The reason why a thread could not be created.
    public struct Failure: Error {
        /// The error number.
        public let code: Int32
    }

    /// Starts a thread that runs the closure.
    ///
    /// - Throws: `Failure`, for example if the system allows no more threads.
    public init(_ body: @escaping @Sendable () -> Void) throws(Failure) {
        var thread: pthread_t = 0
        let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        let code = unsafe pthread_create(
            &thread, nil,
            { work in
                guard let work = unsafe work else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
                return nil
            }, work)
        guard code == 0 else {
            unsafe Unmanaged<Work>.fromOpaque(work).release()
            throw Failure(code: code)
        }
        self.thread = thread
    }

    /// Detaches the thread. It must not be joined afterwards.
    public func detach() { pthread_detach(thread) }

    /// Waits until the thread has ended. Call it at most once.
    public func join() { pthread_join(thread, nil) }
}

// MARK: - epoll sets

/// Adds, changes or removes a descriptor in an epoll set. Returns the result of `epoll_ctl`.
@discardableResult
public func epollControl(
    _ set: Int32, _ operation: Int32, _ descriptor: Int32, events: UInt32
) -> Int32 {
    var event = unsafe epoll_event()
    unsafe event.events = events
    unsafe event.data.fd = descriptor
    return unsafe CLinux.epoll_ctl(set, operation, descriptor, &event)
}

/// The events of one descriptor in an epoll set.
public struct DescriptorEvents: Sendable {
    public let descriptor: Int32
    public let events: UInt32
}

/// Waits for events in an epoll set. Returns an empty list after a timeout, a signal or an error.
public func epollWait(_ set: Int32, atMost: Int, _ milliseconds: Int32) -> [DescriptorEvents] {
    var events = unsafe [epoll_event](repeating: epoll_event(), count: atMost)
    let count = unsafe CLinux.epoll_wait(set, &events, Int32(atMost), milliseconds)
    return unsafe events.prefix(Int(max(count, 0))).map {
        unsafe DescriptorEvents(descriptor: $0.data.fd, events: $0.events)
    }
}

/// Resets an `eventfd` to 0.
public func takeEvents(_ descriptor: Int32) {
    var count: eventfd_t = 0
    unsafe eventfd_read(descriptor, &count)
}

@discardableResult
public func inotifyAddWatch(_ descriptor: Int32, _ path: String, _ mask: UInt32) -> Int32 {
    unsafe LibC.inotify_add_watch(descriptor, path, mask)
}

/// A change that inotify reports.
public struct FolderChange {
    /// The number that `inotifyAddWatch` has returned, or -1 if changes were lost.
    public let watch: Int32
    /// The name of the changed entry. Empty if the folder itself has changed.
    public let name: String
}

/// Reads the changes that wait at an inotify descriptor. Empty after an error.
public func inotifyChanges(_ descriptor: Int32) -> [FolderChange] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var rest = buffer[..<max(read(descriptor, into: &buffer), 0)]
    var changes: [FolderChange] = []
    let head = MemoryLayout<inotify_event>.size
    while rest.count >= head {
        let event = unsafe rest.withUnsafeBytes {
            unsafe $0.loadUnaligned(as: inotify_event.self)
        }
        let name = rest.dropFirst(head).prefix(Int(event.len))
        changes.append(
            FolderChange(
                watch: event.wd, name: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)))
        rest = rest.dropFirst(head + name.count)
    }
    return changes
}

// MARK: - terminals

public func tcgetattr(_ descriptor: Int32, _ attributes: inout termios) -> Int32 {
    unsafe LibC.tcgetattr(descriptor, &attributes)
}

@discardableResult
public func tcsetattr(_ descriptor: Int32, _ when: Int32, _ attributes: termios) -> Int32 {
    var attributes = attributes
    return unsafe LibC.tcsetattr(descriptor, when, &attributes)
}

/// Returns a copy of terminal attributes, changed to raw mode: the program receives each byte
/// immediately and unchanged.
public func rawAttributes(_ attributes: termios) -> termios {
    var attributes = attributes
    unsafe cfmakeraw(&attributes)
    return attributes
}

/// Returns the size of a terminal in characters, or nil if the descriptor is not a terminal.
public func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
}

/// A bond between a program and the process that started it: the program ends with that process,
/// even if the process is killed.
///
/// The parent puts `variable` into the program's environment and starts the program on its main
/// thread, because the kernel watches the thread. The program calls `bind` before anything else.
public enum ParentProcess {
    /// The entry of the environment with which this process starts a program that ends with it.
    public static var variable: String { "\(name)=\(getpid())" }

    private static let name = "PAGERD_PARENT"

    /// Ends this program when its parent ends, if the parent has asked for that. Ends it at once if
    /// the parent has ended already.
    public static func bind() {
        guard let text = environmentVariable(name), let parent = pid_t(text) else { return }
        // The programs that this one starts have another parent.
        unsetenv(name)
        linux_end_with_parent(SIGTERM)
        if getppid() != parent { _exit(EXIT_FAILURE) }
    }
}
