internal import Glibc
internal import PagerModel

/// What the system tells about a daemon's process; nothing where it is another user's.
struct DaemonProcess {
    let pid: UInt32

    private var links: [String]? {
        guard let directory = opendir("/proc/\(pid)/fd") else { return nil }
        defer { closedir(directory) }
        var links: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var target = [CChar](repeating: 0, count: 4096)
            let count = readlink("/proc/\(pid)/fd/\(name)", &target, target.count)
            guard count > 0 else { continue }
            let bytes = target.prefix(count).map { UInt8(bitPattern: $0) }
            links.append(String(decoding: bytes, as: UTF8.self))
        }
        return links
    }

    /// The most descriptors that it may have.
    private var limit: Int? {
        guard let file = fopen("/proc/\(pid)/limits", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(
                decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix("Max open files") else { continue }
            return text.split(separator: " ").compactMap { Int($0) }.first
        }
        return nil
    }

    /// Each client and plugin that is connected takes one or two.
    func descriptors(of name: String) -> Finding? {
        guard let used = links?.count, let limit else { return nil }
        let text = "\(name) has \(used) of \(limit) file descriptors open"
        if used * 5 < limit * 4 { return Finding(check: "descriptors", text: text) }
        return Finding(
            check: "descriptors", state: .problem, text: text,
            advice: "it will soon accept nobody any more: close clients that are not needed, or "
                + "start it with a higher limit (ulimit -n, LimitNOFILE= in the unit)")
    }

    /// The journal that it writes, found by the end of the name.
    func journal(_ name: String) -> Finding? {
        guard let links else { return nil }
        guard let path = links.first(where: { $0.hasSuffix(".journal") }) else {
            return Finding(
                check: "journal", state: .note,
                text: "\(name) has no journal open: what it holds ends with it",
                advice: "start it without --journal none where it should come back")
        }
        var status = stat()
        guard stat(path, &status) == 0 else {
            return Finding(
                check: "journal", state: .problem,
                text: "\(name) writes a journal that is gone: \(path)",
                advice: "somebody has removed it: pagerctl dump saves what there is as a book")
        }
        return Machine.room(
            for: path, "\(name) has a journal of \(Machine.size(Int(status.st_size))), \(path)")
    }
}
