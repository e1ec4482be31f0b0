internal import PagerModel
internal import PagerWire
internal import Synchronization

/// A log of the requested files that pagerview cannot serve. Each file is logged once, so that an
/// operator can see why a picture is not shown.
final class RefusedFiles: Sendable {
    /// The maximum number of files that are logged. Browsers choose the paths, so without a limit
    /// they could fill the log.
    private static let most = 64

    private let logged = Mutex<Set<[UInt8]>>([])

    func note(_ path: [UInt8], _ reason: String) {
        let isNew = logged.withLock { $0.count < Self.most && $0.insert(path).inserted }
        guard isNew else { return }
        let name = beginning(of: String(decoding: path, as: UTF8.self))
        StandardError.write("pagerview: \(name): \(reason)")
    }
}
