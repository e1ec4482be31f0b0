internal import Glibc
internal import SystemCalls
internal import PagerModel

/// The operating system's information about a daemon's process. For a process of another user, this
/// information is not available.
struct DaemonProcess {
    let pid: UInt32

    private var links: [String]? {
        let folder = "/proc/\(pid)/fd"
        return names(in: folder)?.compactMap {
            linkTarget("\(folder)/\(String(decoding: $0, as: UTF8.self))")
        }
    }

    /// The maximum number of descriptors that the process may open. Nil if this limit cannot be
    /// read.
    private var limit: Int? {
        let file = open("/proc/\(pid)/limits", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let text = String(decoding: bytes(of: file, at: 0, count: 4096), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Max open files") }
        return line?.split(separator: " ").compactMap { Int($0) }.first
    }

    /// Compares the number of file descriptors that the process has open with the maximum number.
    /// Each connected client or plugin uses one or two descriptors. Returns nil if the number or
    /// the limit is unknown.
    func descriptors(of name: String) -> Diagnosis? {
        guard let used = links?.count, let limit else { return nil }
        let text = "\(name) has \(used) of \(limit) file descriptors open"
        if used * 5 < limit * 4 { return Diagnosis(check: "descriptors", text: text) }
        return Diagnosis(
            check: "descriptors", state: .problem, text: text,
            advice: "it will soon refuse new connections: close unneeded clients, or start the "
                + "daemon with a higher limit (ulimit -n, LimitNOFILE= in the unit)")
    }

    /// Checks the journal of the process: the file with the extension `.journal` that the process
    /// has open. Returns nil if the open files of the process cannot be read.
    ///
    /// - Parameter bytes: The size of the journal's records. The file is larger, because the daemon
    ///   reserves space.
    func journal(of name: String, _ bytes: Int?) -> Diagnosis? {
        guard let links else { return nil }
        guard let path = links.first(where: { $0.hasSuffix(".journal") }) else {
            return Diagnosis(
                check: "journal", state: .note,
                text: "\(name) has no open journal: its state is lost when it ends",
                advice: "start it without --journal none to keep the state")
        }
        var status = stat()
        guard stat(at: path, &status) == 0 else {
            return Diagnosis(
                check: "journal", state: .problem,
                text: "\(name) writes a journal that was removed: \(path)",
                advice: "the file was removed: pagerctl dump saves the state as a book")
        }
        return Machine.room(
            for: path,
            "\(name) has a journal of \(Machine.size(bytes ?? Int(status.st_size))), \(path)")
    }
}
