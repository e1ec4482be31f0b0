internal import PagerJournal
internal import Containment
internal import PagerModel
internal import PagerWire
internal import SystemCalls

extension Service {
    /// The version of the engine's behaviour.
    ///
    /// It increases with each release in which a command leads to different events or a different
    /// state than before. A journal contains commands instead of their effects, so the commands in
    /// a journal of an earlier release may lead to a different state. `BehaviourTests` fails if the
    /// behaviour changes without a new version.
    package static let behaviour = 15
}

extension JournalHistory {
    init(_ identity: Service.Identity) {
        self.init()
        version = Service.version
        behaviour = Service.behaviour
        name = identity.name
        history = identity.history
        epoch = identity.epoch
        uikit = identity.release.rawValue
        clock = identity.clock
        seal = identity.seal
    }

    /// Reads the header of a journal from the body of the journal's first record.
    ///
    /// - Throws: `StartProblem` if the body is not a header that this version can read, or if a
    ///   newer version wrote the journal.
    init(_ body: FileBytes, of path: String) throws(StartProblem) {
        guard let value = try? JSONParser.parse(Array(body)), let format = value["format"]?.integer
        else {
            throw StartProblem(
                "the first record of the journal \(path) is not a header of a pagerd journal")
        }
        guard Self.formats.contains(format), let history = try? Self(reading: value) else {
            throw StartProblem(
                "the journal \(path) has format \(format), and this pagerd (\(Service.version)) "
                    + "reads format 1 to \(Self.formats.upperBound): start the pagerd that wrote it, "
                    + "or name another --journal")
        }
        guard history.behaviour <= Service.behaviour else {
            throw StartProblem(
                "the journal \(path) was written by a newer pagerd (\(history.version), behaviour "
                    + "\(history.behaviour); this one is \(Service.version) with behaviour "
                    + "\(Service.behaviour)): start that version, or name another --journal")
        }
        self = history
    }

    /// Checks that a daemon with this identity can continue the journal.
    ///
    /// - Throws: `StartProblem` if the iOS release or the clock mode of the journal is different.
    func check(_ identity: Service.Identity, _ path: String) throws(StartProblem) {
        guard uikit == identity.release.rawValue, clock == identity.clock else {
            throw StartProblem(
                "the journal \(path) was created with --uikit \(uikit) --clock "
                    + "\(clock.rawValue); start with these, or name another --journal")
        }
    }
}
