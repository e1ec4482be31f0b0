internal import CLinux
public import Glibc

// MARK: - waiting

/// Waits until one of some descriptors has what is asked of it, for so many milliseconds, without
/// limit if negative.
public func poll(_ wishes: inout [pollfd], _ milliseconds: Int32) -> Int32 {
    unsafe Glibc.poll(&wishes, nfds_t(wishes.count), milliseconds)
}

/// Waits until a descriptor can be read. Returns like `poll`.
public func awaitInput(_ descriptor: Int32, _ milliseconds: Int32) -> Int32 {
    var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe Glibc.poll(&wish, 1, milliseconds)
}

/// Adds, changes or, with no events, removes a descriptor of an epoll set. Returns like `epoll_ctl`.
@discardableResult
public func epollControl(
    _ set: Int32, _ operation: Int32, _ descriptor: Int32, events: UInt32
) -> Int32 {
    var event = unsafe epoll_event()
    unsafe event.events = events
    unsafe event.data.fd = descriptor
    return unsafe CLinux.epoll_ctl(set, operation, descriptor, &event)
}

/// What a descriptor of an epoll set has.
public struct DescriptorEvents: Sendable {
    public let descriptor: Int32
    public let events: UInt32
}

/// Waits for descriptors of an epoll set. Empty where none has come, and where a signal has.
public func epollWait(_ set: Int32, atMost: Int, _ milliseconds: Int32) -> [DescriptorEvents] {
    var events = unsafe [epoll_event](repeating: epoll_event(), count: atMost)
    let count = unsafe CLinux.epoll_wait(set, &events, Int32(atMost), milliseconds)
    return unsafe events.prefix(Int(max(count, 0))).map {
        unsafe DescriptorEvents(descriptor: $0.data.fd, events: $0.events)
    }
}

/// Takes what was written to an `eventfd`.
public func takeEvents(_ descriptor: Int32) {
    var count: eventfd_t = 0
    unsafe eventfd_read(descriptor, &count)
}

@discardableResult
public func inotifyAddWatch(_ descriptor: Int32, _ path: String, _ mask: UInt32) -> Int32 {
    unsafe Glibc.inotify_add_watch(descriptor, path, mask)
}

// MARK: - sockets

/// The most bytes that the path of a local socket may have.
public let longestSocketName = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

/// Connects a local socket. Returns like `connect`, with `ENAMETOOLONG` for a name that does not fit.
///
/// - Parameter name: a path, or behind a byte 0 a name that is in no folder.
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
            unsafe Glibc.connect(descriptor, $0, socklen_t(length))
        }
    }
}

/// Listens on a port of 127.0.0.1, 0 for any that is free. Returns the port; nil, with `errno`,
/// where it cannot be had.
public func listen(_ descriptor: Int32, onPort port: UInt16) -> UInt16? {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = unsafe withUnsafeMutablePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe bind(descriptor, $0, size) == 0 && Glibc.listen(descriptor, SOMAXCONN) == 0
                && getsockname(descriptor, $0, &size) == 0
        }
    }
    return isListening ? UInt16(bigEndian: address.sin_port) : nil
}

/// Sets an option of a socket to a number.
@discardableResult
public func setsockopt(
    _ descriptor: Int32, _ level: Int32, _ option: Int32, to number: Int32
) -> Int32 {
    var number = number
    return unsafe Glibc.setsockopt(
        descriptor, level, option, &number, socklen_t(MemoryLayout<Int32>.size))
}

/// Receives up to so many bytes. Returns them, and what `recv` has returned.
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
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
    }
}

// MARK: - terminals

public func tcgetattr(_ descriptor: Int32, _ attributes: inout termios) -> Int32 {
    unsafe Glibc.tcgetattr(descriptor, &attributes)
}

@discardableResult
public func tcsetattr(_ descriptor: Int32, _ when: Int32, _ attributes: termios) -> Int32 {
    var attributes = attributes
    return unsafe Glibc.tcsetattr(descriptor, when, &attributes)
}

/// Returns the attributes with which a terminal passes every byte on as it comes.
public func rawAttributes(_ attributes: termios) -> termios {
    var attributes = attributes
    unsafe cfmakeraw(&attributes)
    return attributes
}

/// Returns the size of a terminal in characters, nil for what is no terminal.
public func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
}
