public import LibC

// System calls that read or fill memory. They keep their names but have Swift types: a path is a
// `String`, and a buffer is an array with bounds checks. Results and `errno` are those of the
// system.

/// Returns the system's message for an error number.
public func errorText(_ code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
}

// MARK: - environment, user and time

/// Returns the value of an environment variable, or nil if it is not set.
public func environmentVariable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
}

/// Returns the user's home folder, or nil if the user is unknown.
public func homeFolder(of user: uid_t) -> String? {
    guard let entry = unsafe getpwuid(user) else { return nil }
    return unsafe String(cString: entry.pointee.pw_dir)
}

/// Returns the time of a clock, such as `CLOCK_MONOTONIC`.
public func clockTime(_ clock: clockid_t) -> timespec {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return time
}

/// Returns a Unix time in the time zone of this machine, in a format of `strftime`.
public func localTime(_ seconds: Int, _ format: String) -> String {
    var time = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&time, &parts) != nil else { return "\(seconds)" }
    var bytes = [CChar](repeating: 0, count: 64)
    let count = unsafe strftime(&bytes, bytes.count, format, &parts)
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

// MARK: - descriptors

public func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
    unsafe LibC.open(path, flags, mode)
}

/// Reads up to `bytes.count` bytes into the array. Returns the number of bytes read. On an error,
/// returns -1 and sets `errno`.
@discardableResult
public func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Int {
    unsafe LibC.read(descriptor, &bytes, bytes.count)
}

/// Reads up to `bytes.count` bytes into the array, starting at an offset of the file. Returns the
/// number of bytes read. On an error, returns -1 and sets `errno`.
public func pread(_ descriptor: Int32, into bytes: inout [UInt8], at position: Int) -> Int {
    unsafe LibC.pread(descriptor, &bytes, bytes.count, off_t(position))
}

/// Returns up to `count` bytes at an offset of a file. The result is empty at the end of the file
/// and after an error.
public func bytes(of descriptor: Int32, at position: Int, count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        initialized = unsafe max(
            LibC.pread(descriptor, buffer.baseAddress, count, off_t(position)), 0)
    }
}

/// Writes the first `count` bytes of the array. Returns the number of bytes written. On an error,
/// returns -1 and sets `errno`.
///
/// - Precondition: `bytes` has at least `count` elements.
@discardableResult
public func write(_ descriptor: Int32, _ bytes: [UInt8], _ count: Int) -> Int {
    precondition((0...bytes.count).contains(count), "write of \(count) bytes of \(bytes.count)")
    return unsafe LibC.write(descriptor, bytes, count)
}

@discardableResult
public func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
    unsafe bytes.withUnsafeBytes { unsafe LibC.write(descriptor, $0.baseAddress, $0.count) }
}

/// Writes all bytes. On an error, returns false and sets `errno`.
@discardableResult
public func write(all bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = write(descriptor, rest)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}

@discardableResult
public func pwrite(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>, _ position: off_t) -> Int {
    unsafe bytes.withUnsafeBytes {
        unsafe LibC.pwrite(descriptor, $0.baseAddress, $0.count, position)
    }
}

/// Creates a pipe whose ends are not inherited by other programs. On an error, returns nil and sets
/// `errno`.
public func pipeEnds() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}

// MARK: - names in folders

/// Reads the status of the file at a path, following symbolic links. Returns 0. On an error,
/// returns -1 and sets `errno`.
public func stat(at path: String, _ status: inout stat) -> Int32 {
    unsafe fstatat(AT_FDCWD, path, &status, 0)
}

public func lstat(_ path: String, _ status: inout stat) -> Int32 {
    unsafe LibC.lstat(path, &status)
}

public func fstat(_ descriptor: Int32, _ status: inout stat) -> Int32 {
    unsafe LibC.fstat(descriptor, &status)
}

/// Returns the status of the file system that contains a path. On an error, returns nil and sets
/// `errno`.
public func fileSystem(of path: String) -> statvfs? {
    var status = statvfs()
    return unsafe statvfs(path, &status) == 0 ? status : nil
}

public func access(_ path: String, _ mode: Int32) -> Int32 { unsafe LibC.access(path, mode) }

@discardableResult
public func unlink(_ path: String) -> Int32 { unsafe LibC.unlink(path) }

public func rename(_ old: String, _ new: String) -> Int32 { unsafe LibC.rename(old, new) }

public func link(_ old: String, _ new: String) -> Int32 { unsafe LibC.link(old, new) }

public func mkdir(_ path: String, _ mode: mode_t) -> Int32 { unsafe LibC.mkdir(path, mode) }

@discardableResult
public func rmdir(_ path: String) -> Int32 { unsafe LibC.rmdir(path) }

@discardableResult
public func chmod(_ path: String, _ mode: mode_t) -> Int32 { unsafe LibC.chmod(path, mode) }

/// Creates a folder with a unique name and returns its path. On an error, returns nil and sets
/// `errno`.
///
/// - Parameter template: a path that ends in `XXXXXX`, which is replaced.
public func temporaryFolder(_ template: String) -> String? {
    var path = Array(template.utf8CString)
    guard unsafe mkdtemp(&path) != nil else { return nil }
    return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Returns the absolute path with all links resolved. If there is no such file, returns nil and
/// sets `errno`.
public func realPath(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
}

/// Returns the path of the program `name` in the folder of this executable. If that folder has no
/// such program, returns `name`, which the system searches for in `PATH`.
public func siblingProgram(_ name: String) -> String {
    guard let own = linkTarget("/proc/self/exe"), let slash = own.lastIndex(of: "/") else {
        return name
    }
    let beside = String(own[...slash]) + name
    return access(beside, X_OK) == 0 ? beside : name
}

/// Returns the path that a symbolic link contains. On an error, returns nil and sets `errno`.
public func linkTarget(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink(path, &target, target.count)
    guard count >= 0 else { return nil }
    return String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Returns the name of each entry of a folder except `.` and `..`, as bytes. On an error, returns
/// nil and sets `errno`. O(names).
public func names(in folder: String) -> [[UInt8]]? {
    guard let directory = unsafe opendir(folder) else { return nil }
    defer { unsafe closedir(directory) }
    var names: [[UInt8]] = []
    while true {
        errno = 0
        guard let entry = unsafe readdir(directory) else { return errno == 0 ? names : nil }
        let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
            unsafe Array($0.prefix { $0 != 0 })
        }
        if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
}

// MARK: - mapped files

/// The bytes of a memory-mapped file, or a part of them. If another process shortens the file,
/// reading beyond its end kills this process, so map only files that are locked.
public struct FileBytes: RandomAccessCollection, Sendable {
    @safe private final class Mapping: @unchecked Sendable {
        let bytes: UnsafeRawBufferPointer

        init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

        deinit {
            guard let base = unsafe bytes.baseAddress else { return }
            unsafe munmap(UnsafeMutableRawPointer(mutating: base), bytes.count)
        }
    }

    private let mapping: Mapping
    public let startIndex: Int
    public let endIndex: Int

    private init(_ mapping: Mapping, _ range: Range<Int>) {
        self.mapping = mapping
        startIndex = range.lowerBound
        endIndex = range.upperBound
    }

    /// Maps a whole file. On an error, returns nil and sets `errno`.
    public init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        let count = Int(status.st_size)
        var base: UnsafeMutableRawPointer?
        if count > 0 {
            unsafe base = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
            guard unsafe base != MAP_FAILED else { return nil }
        }
        let mapping = unsafe Mapping(UnsafeRawBufferPointer(start: base, count: count))
        self.init(mapping, 0..<count)
    }

    /// Copies bytes into newly mapped memory.
    public init(_ bytes: [UInt8]) {
        var base: UnsafeMutableRawPointer?
        if !bytes.isEmpty {
            unsafe base = mmap(
                nil, bytes.count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            precondition(unsafe base != MAP_FAILED, "no memory for \(bytes.count) bytes")
            unsafe bytes.withUnsafeBytes {
                unsafe base?.copyMemory(from: $0.baseAddress!, byteCount: $0.count)
            }
        }
        let mapping = unsafe Mapping(UnsafeRawBufferPointer(start: base, count: bytes.count))
        self.init(mapping, 0..<bytes.count)
    }

    public subscript(position: Int) -> UInt8 {
        precondition(position >= startIndex && position < endIndex, "byte \(position) is outside")
        return unsafe mapping.bytes[position]
    }

    public subscript(part: Range<Int>) -> FileBytes {
        precondition(
            part.lowerBound >= startIndex && part.upperBound <= endIndex, "\(part) is outside")
        return FileBytes(mapping, part)
    }

    /// Calls the closure with the bytes, without a copy. O(1).
    public func withSpan<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = unsafe UnsafeBufferPointer(
            rebasing: mapping.bytes.assumingMemoryBound(to: UInt8.self)[startIndex..<endIndex])
        return try body(unsafe bytes.span)
    }

    /// Returns the index of the first occurrence of `byte` at or after `start`, or nil if there is
    /// none. O(distance).
    public func position(of byte: UInt8, from start: Int) -> Int? {
        guard start >= startIndex, start < endIndex, let base = unsafe mapping.bytes.baseAddress,
            let found = unsafe memchr(base + start, Int32(byte), endIndex - start)
        else { return nil }
        return unsafe base.distance(to: UnsafeRawPointer(found))
    }
}

/// The device and inode of a file, which tell whether two names are those of the same file.
///
/// An inode number is reused once the file is removed and closed, so compare it with that of a file
/// that is still open or bound.
public struct FileIdentity: Equatable, Sendable {
    private let device: dev_t
    private let inode: ino_t

    /// The identity of an open file. Nil if the descriptor is not open.
    public init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        (device, inode) = (status.st_dev, status.st_ino)
    }

    /// The identity of the file at a path, of a link itself. Nil if there is none.
    public init?(at path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        (device, inode) = (status.st_dev, status.st_ino)
    }
}
