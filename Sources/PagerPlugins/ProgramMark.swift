internal import CLinux
internal import Glibc
internal import SystemCalls

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
