internal import Containment
internal import PagerModel
internal import PagerWire

extension Journal {
    /// A service as the last daemon left it.
    struct Restored {
        var service: Service
        /// When the last record was written, on the daemon's clock.
        var time: Instant
        /// What was cut off at the end of the file.
        var warning: String?
        /// Whether the file had records.
        var isOld: Bool
    }

    /// The journal that the configuration names, nil for none.
    ///
    /// - Throws: `StartProblem`.
    static func chosen(by configuration: Configuration) throws(StartProblem) -> Journal? {
        switch configuration.journal {
        case .none: return nil
        case .file(let path): return try Journal(path: path, configuration)
        case .standard:
            return try Journal(path: try standardPath(configuration.name), configuration)
        }
    }

    private static func standardPath(_ name: String) throws(StartProblem) -> String {
        let advice = "set PAGERD_STATE_DIR, or start with --journal FILE or --journal none"
        guard let directory = StateDirectory() else {
            throw StartProblem("there is no folder for the journal: \(advice)")
        }
        do throws(StateDirectory.Problem) {
            try directory.prepare()
        } catch {
            throw StartProblem("\(error); \(advice)")
        }
        return directory.journal(name)
    }

    /// Reads the file into a service that goes on with its history, and begins to write.
    ///
    /// - Throws: `StartProblem`.
    mutating func restore(
        _ identity: inout Service.Identity, adding additions: Plugins
    ) throws -> Restored {
        var restoring = Restoring(path: path)
        var restored = try withBytes { bytes in
            let history = try restoring.history(in: bytes, for: identity)
            if let history {
                identity.history = history.history
                identity.epoch = history.epoch
            }
            var service = Service(identity, adding: additions)
            // What is restored goes out to nobody.
            service.wanted = []
            if history != nil { try restoring.restore(&service, from: bytes) }
            service.wanted = .all
            return Restored(
                service: service, time: restoring.time, warning: restoring.warning,
                isOld: history != nil)
        }
        try cut(at: restoring.end, snapshot: restoring.snapshot)
        try renewIfInDoubt(restored.service)
        restored.service.ledger.isKept = true
        if !restored.isOld {
            restored.service.ledger.add(
                .history, at: .zero, restored.service.point, json: Value(JournalHistory(identity)))
        }
        return restored
    }

    /// Room for one message and what comes of it besides. Returns what keeps it from that.
    mutating func makeRoom(for bytes: Int) -> String? { reserve(bytes + Self.slack) }

    private static let slack = 64 << 10

    /// Writes what has been accepted.
    ///
    /// - Throws: `StartProblem`.
    mutating func record(_ service: inout Service) throws(StartProblem) {
        if service.ledger.isEmpty { return }
        try append(service.ledger.bytes, count: service.ledger.count)
        service.ledger.clear()
    }
}

extension Service {
    /// What the start brings: those who were connected are not, the configuration's plugins are
    /// expected, the book is shown.
    ///
    /// - Throws: `Refusal` of a command of the book.
    mutating func begin(_ configuration: Configuration, isRestored: Bool, at time: Instant) throws {
        begin(at: Self.monotonic())
        beginBoot()
        if isRestored { restart(at: time) }
        expect(configuration.pluginConfigurations.map { ExpectedPlugin($0) })
        if let book = configuration.book { try load(book(running())) }
    }

    /// This process goes on with the history from here.
    private mutating func beginBoot() {
        let boot = boots.begin(at: point.seq)
        ledger.add(.boots, at: present, point, json: Value([boot]))
    }
}
