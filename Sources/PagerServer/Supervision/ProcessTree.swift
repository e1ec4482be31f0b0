internal import Glibc
internal import SystemCalls

/// Who has started whom.
enum ProcessTree {
    /// More generations than any tree of processes has; a reused number must not make a circle.
    private static let generations = 256

    /// Whether a process is another or was started from it.
    static func descends(_ pid: pid_t, from ancestor: pid_t) -> Bool {
        var current = pid
        for _ in 0..<generations {
            if current == ancestor { return true }
            guard current > 1, let parent = parent(of: current) else { return false }
            current = parent
        }
        return false
    }

    /// Whether a process is a program, one of its group, or was started from it.
    static func isProgram(_ pid: UInt32?, of leader: pid_t?) -> Bool {
        guard let pid = pid.map({ pid_t(bitPattern: $0) }), let leader else { return false }
        return getpgid(pid) == leader || descends(pid, from: leader)
    }

    /// Nil where there is no such process.
    static func parent(of pid: pid_t) -> pid_t? {
        let file = open("/proc/\(pid)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = read(file, into: &buffer)
        // `PID (NAME) STATE PARENT ...`, and the name may hold anything.
        guard count > 0, let end = buffer[..<count].lastIndex(of: UInt8(ascii: ")")) else {
            return nil
        }
        let fields = buffer[(end + 1)..<count].split(separator: UInt8(ascii: " "))
        return fields.count > 1 ? pid_t(String(decoding: fields[1], as: UTF8.self)) : nil
    }
}
