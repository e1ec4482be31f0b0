internal import Glibc
internal import SystemCalls

/// A socket for notifications to systemd, or to another service manager that sets `$NOTIFY_SOCKET`,
/// in the format of sd_notify(3).
///
/// Errors are ignored, so that a missing listener has no effect.
package struct NotifySocket: ~Copyable {
    private let descriptor: Int32
    /// Whether the service manager has a watchdog that ends the daemon if the daemon stops pinging
    /// it.
    private let isWatched: Bool

    /// Reads the service manager's variables and removes them from the environment, so that plugins
    /// do not send notifications in the daemon's name.
    package init() {
        let address = Self.take("NOTIFY_SOCKET")
        let watchdog = Self.take("WATCHDOG_USEC")
        let watched = Self.take("WATCHDOG_PID").flatMap { Int32($0) } ?? getpid()
        descriptor = address.map { Self.connect($0) } ?? -1
        isWatched = watchdog != nil && watched == getpid()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static func take(_ name: String) -> String? {
        defer { unsetenv(name) }
        return environmentVariable(name)
    }

    /// Connects a socket to an address: a path, or `@` followed by an abstract name. Returns the
    /// descriptor, or -1 if the connection fails.
    private static func connect(_ address: String) -> Int32 {
        var name = Array(address.utf8)
        guard let first = name.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "@")
        else { return -1 }
        if first == UInt8(ascii: "@") { name[0] = 0 }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return -1 }
        let result = SystemCalls.connect(descriptor, toLocal: name)
        if result == 0 { return descriptor }
        close(descriptor)
        return -1
    }

    /// Notifies the service manager that the sockets are ready.
    package func ready(_ status: String) { say("READY=1\nSTATUS=\(status)") }

    package func status(_ status: String) { say("STATUS=\(status)") }

    /// Notifies the service manager that the daemon is stopping.
    package func stopping() { say("STOPPING=1\nSTATUS=ending") }

    /// Pings the service manager's watchdog, if there is one. Skips the ping if the manager is
    /// busy.
    package func alive() {
        if isWatched { say("WATCHDOG=1", wait: false) }
    }

    private func say(_ text: String, wait: Bool = true) {
        guard descriptor >= 0 else { return }
        let flags = Int32(MSG_NOSIGNAL) | (wait ? 0 : Int32(MSG_DONTWAIT))
        let bytes = Array(text.utf8)[...]
        while send(descriptor, bytes, flags) < 0, errno == EINTR {}
    }
}
