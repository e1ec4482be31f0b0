internal import Glibc
internal import SystemCalls

/// Tells systemd, or whoever set `$NOTIFY_SOCKET`, how the daemon is: datagrams as sd_notify(3)
/// sends them.
///
/// Who does not listen is not told; nothing fails with it.
package struct NotifySocket: ~Copyable {
    private let descriptor: Int32
    /// Whether somebody ends the daemon when it says nothing for long.
    private let isWatched: Bool

    /// Takes the variables out of the environment: plugins do not speak for the daemon.
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

    /// A path, or after `@` a name that is in no folder.
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

    /// The sockets answer.
    package func ready(_ status: String) { say("READY=1\nSTATUS=\(status)") }

    package func status(_ status: String) { say("STATUS=\(status)") }

    /// The daemon has begun to end.
    package func stopping() { say("STOPPING=1\nSTATUS=ending") }

    /// The loop goes round. Where the reader is busy the next one will do.
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
