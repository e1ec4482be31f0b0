internal import CLinux
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

/// A variable in the environment of a program, and so of all processes that it starts, by which
/// they are found after they have left its process group.
struct ProgramMark {
    static let name = "PAGERD_PROGRAM"

    let value: String

    init() { value = String(UInt64.random(in: .min ... .max), radix: 16) }

    /// The most rounds of killing, so that a program that starts processes all the time does not
    /// stop the daemon.
    private static let rounds = 16

    /// Kills all processes with the mark. O(processes of the machine).
    func killAll() {
        for _ in 0..<Self.rounds where !killOnce() { return }
    }

    /// Returns whether there was a process to kill.
    private func killOnce() -> Bool {
        let entry = Array("\(Self.name)=\(value)".utf8)
        var hasKilled = false
        for name in names(in: "/proc") ?? [] {
            guard let pid = pid_t(String(decoding: name, as: UTF8.self)) else { continue }
            // A descriptor never refers to another process, unlike an id.
            let descriptor = linux_pidfd_open(pid)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            guard environment(of: pid).contains(where: { $0.elementsEqual(entry) }) else {
                continue
            }
            if linux_pidfd_signal(descriptor, SIGKILL) == 0 { hasKilled = true }
        }
        return hasKilled
    }

    /// The entries of a process's environment, as it was when its program began. None for an ended
    /// process and for those of other users.
    private func environment(of pid: pid_t) -> [ArraySlice<UInt8>] {
        let file = open("/proc/\(pid)/environ", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        return bytes(of: file, at: 0, count: 256 << 10).split(separator: 0)
    }
}
