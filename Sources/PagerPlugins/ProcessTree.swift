internal import Glibc
internal import SystemCalls

/// The parent-child relationships of processes.
package enum ProcessTree {
    /// The maximum number of generations to follow, more than any process tree has. The limit
    /// prevents an endless loop if process ids are reused.
    private static let generations = 256

    /// Returns whether a process is a descendant of another process, or that process itself.
    package static func descends(_ pid: Int32, from ancestor: Int32) -> Bool {
        var current = pid
        for _ in 0..<generations {
            if current == ancestor { return true }
            guard current > 1, let parent = parent(of: current) else { return false }
            current = parent
        }
        return false
    }

    /// Returns whether a process belongs to a program: whether it is in the process group of the
    /// program's first process `leader`, or is a descendant of that process.
    package static func isProgram(_ pid: UInt32?, of leader: Int32?) -> Bool {
        guard let pid = pid.map({ Int32(bitPattern: $0) }), let leader else { return false }
        return getpgid(pid) == leader || descends(pid, from: leader)
    }

    /// Returns the parent of a process, or nil if there is no such process.
    package static func parent(of pid: Int32) -> Int32? {
        let file = open("/proc/\(pid)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = read(file, into: &buffer)
        // The format is `PID (NAME) STATE PARENT ...`, and the name may contain any characters.
        guard count > 0, let end = buffer[..<count].lastIndex(of: UInt8(ascii: ")")) else {
            return nil
        }
        let fields = buffer[(end + 1)..<count].split(separator: UInt8(ascii: " "))
        return fields.count > 1 ? Int32(String(decoding: fields[1], as: UTF8.self)) : nil
    }
}
