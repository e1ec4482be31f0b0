internal import PagerJournal
internal import Containment
internal import PagerModel
internal import PagerWire
internal import SystemCalls

extension Service {
    /// The number of the daemon's behaviour: which events and which state commands lead to.
    ///
    /// It is raised with every change of events or state. A journal holds commands and not what they
    /// did, so the commands of an older number may lead elsewhere now. `BehaviourTests` refuses a
    /// change without a new number.
    package static let behaviour = 11
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

    /// Reads the body of a record.
    ///
    /// - Throws: `StartProblem` where a newer pagerd wrote the journal, or the body is no header.
    init(_ body: FileBytes, of path: String) throws(StartProblem) {
        guard let value = try? JSONParser.parse(Array(body)), let format = value["format"]?.integer
        else {
            throw StartProblem("the first record of the journal \(path) is no header of pagerd's")
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
                    + "\(Service.behaviour)): start that one, or name another --journal")
        }
        self = history
    }

    /// Checks that a daemon of this identity can go on with the journal.
    ///
    /// - Throws: `StartProblem` for another release or clock.
    func check(_ identity: Service.Identity, _ path: String) throws(StartProblem) {
        guard uikit == identity.release.rawValue, clock == identity.clock else {
            throw StartProblem(
                "the journal \(path) was begun with --uikit \(uikit) --clock "
                    + "\(clock.rawValue); start with these, or name another --journal")
        }
    }
}
