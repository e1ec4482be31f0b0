public import LibC

// MARK: - waiting

/// Waits until one of the events in `wishes` occurs on its descriptor, or until `milliseconds` have
/// passed. A negative number means no timeout. Returns the result of poll(2).
public func poll(_ wishes: inout [pollfd], _ milliseconds: Int32) -> Int32 {
    unsafe LibC.poll(&wishes, nfds_t(wishes.count), milliseconds)
}

/// Waits until a descriptor is readable, or until `milliseconds` have passed. Returns the result of
/// poll(2).
public func awaitInput(_ descriptor: Int32, _ milliseconds: Int32) -> Int32 {
    var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe LibC.poll(&wish, 1, milliseconds)
}

#if os(Linux)
    /// Whether the other end has closed a connection, even if its bytes are still to be read.
    public func hasHungUp(_ descriptor: Int32) -> Bool {
        // The C library hides POLLRDHUP in POSIX mode.
        var wish = pollfd(fd: descriptor, events: 0x2000, revents: 0)
        return unsafe LibC.poll(&wish, 1, 0) > 0
    }
#endif

// MARK: - sockets

/// The maximum length in bytes of the path of a Unix domain socket.
public let longestSocketName = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

/// Creates a nonblocking Unix domain socket that other programs do not inherit. On an error,
/// returns a negative number and sets `errno`.
public func localSocket() -> Int32 {
    #if canImport(Darwin)
        let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #else
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { return descriptor }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return descriptor
}

/// Connects a Unix domain socket. Returns the result of `connect`, or -1 with `ENAMETOOLONG` if the
/// name is too long.
///
/// - Parameter name: a path, or a byte 0 followed by a name in the abstract namespace.
public func connect(_ descriptor: Int32, toLocal name: [UInt8]) -> Int32 {
    guard name.count <= longestSocketName else {
        errno = ENAMETOOLONG
        return -1
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
    let length = MemoryLayout<sa_family_t>.size + name.count + (name.first == 0 ? 0 : 1)
    return unsafe withUnsafePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe LibC.connect(descriptor, $0, socklen_t(length))
        }
    }
}

/// Listens on a port of 127.0.0.1, and returns the port. 0 chooses a free port. If the port is not
/// available, returns nil and sets `errno`.
public func listen(_ descriptor: Int32, onPort port: UInt16) -> UInt16? {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = unsafe withUnsafeMutablePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe bind(descriptor, $0, size) == 0 && LibC.listen(descriptor, SOMAXCONN) == 0
                && getsockname(descriptor, $0, &size) == 0
        }
    }
    return isListening ? UInt16(bigEndian: address.sin_port) : nil
}

/// Sets a socket option to an integer.
@discardableResult
public func setsockopt(
    _ descriptor: Int32, _ level: Int32, _ option: Int32, to number: Int32
) -> Int32 {
    var number = number
    return unsafe LibC.setsockopt(
        descriptor, level, option, &number, socklen_t(MemoryLayout<Int32>.size))
}

/// Receives up to `most` bytes. Returns the bytes, and the result of `recv` as `count`.
public func receive(_ descriptor: Int32, atMost most: Int) -> (bytes: [UInt8], count: Int) {
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, initialized in
        unsafe count = recv(descriptor, buffer.baseAddress, most, 0)
        initialized = max(count, 0)
    }
    return (bytes, count)
}

public func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>, _ flags: Int32) -> Int {
    unsafe bytes.withUnsafeBytes {
        unsafe LibC.send(descriptor, $0.baseAddress, $0.count, flags)
    }
}
