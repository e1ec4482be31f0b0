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
    package static let behaviour = 6
}

/// The first record of a journal: which daemon wrote the file, and with which settings.
struct JournalHistory: FieldObject, Hashable {
    /// Layouts of the file that this pagerd reads. Format 1 has no behaviour number, and format 2 no
    /// seal.
    static let formats = 1...3

    var format = formats.upperBound
    var version = ""
    /// `Service.behaviour` of the daemon that wrote the file. Files without one are of the first.
    var behaviour = 1
    var name = ""
    var history = ""
    var epoch = 0.0
    var uikit = 18
    var clock = ClockMode.real
    /// That of the other records.
    var seal: JournalSeal { JournalSeal(number: UInt64(max(0, sealNumber))) }
    private var sealNumber = 0

    init() {}

    init(_ identity: Service.Identity) {
        version = Service.version
        behaviour = Service.behaviour
        name = identity.name
        history = identity.history
        epoch = identity.epoch
        uikit = identity.release.rawValue
        clock = identity.clock
        sealNumber = Int(identity.seal.number)
    }

    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("format", &format, "of the file")
        try visitor.required("version", &version, "of the daemon")
        try visitor.defaulted("behaviour", &behaviour, "which events and state commands lead to")
        try visitor.required("name", &name, "the instance")
        try visitor.required("history", &history, "changes whenever seq starts over")
        try visitor.required("epoch", &epoch, "Unix time of the clock's zero")
        try visitor.required("uikit", &uikit, "the release that is reproduced")
        try visitor.required("clock", &clock, "real or manual")
        try visitor.defaulted("seal", &sealNumber, "in each other record of the file")
    }
}

extension JournalHistory {
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

    /// The seal that the body of a first record tells; none where it cannot be read.
    static func seal(_ body: FileBytes) -> JournalSeal {
        let value = try? JSONParser.parse(Array(body))
        return value.flatMap { try? Self(reading: $0) }?.seal ?? .none
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
