internal import Glibc

/// Who started whom, by the kernel's word.
enum ProcessTree {
    /// Whether a process is another, or was started by it, directly or not.
    static func contains(_ pid: UInt32?, under root: Int32) -> Bool {
        guard var current = pid.map({ Int32(bitPattern: $0) }) else { return false }
        for _ in 0..<64 {
            if current == root { return true }
            guard current > 1, let parent = parent(of: current) else { return false }
            current = parent
        }
        return false
    }

    /// The fourth field of /proc/PID/stat; the name before it may hold anything.
    private static func parent(of pid: Int32) -> Int32? {
        guard let file = fopen("/proc/\(pid)/stat", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 512)
        guard fgets(&line, Int32(line.count), file) != nil else { return nil }
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        return fields.count > 1 ? Int32(fields[1]) : nil
    }
}
