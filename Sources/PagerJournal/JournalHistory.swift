package import PagerModel
internal import PagerWire
package import SystemCalls

/// The first record of a journal: which daemon wrote the file, and with which settings.
package struct JournalHistory: FieldObject, Hashable {
    /// Layouts of the file that this pagerd reads. Format 1 has no behaviour number, and format 2 no
    /// seal.
    package static let formats = 1...3

    package var format = formats.upperBound
    package var version = ""
    /// The number of the behaviour of the daemon that wrote the file. Files without one are of the first.
    package var behaviour = 1
    package var name = ""
    package var history = ""
    package var epoch = 0.0
    package var uikit = 18
    package var clock = ClockMode.real
    /// That of the other records.
    package var seal: JournalSeal {
        get { JournalSeal(number: UInt64(max(0, sealNumber))) }
        set { sealNumber = Int(newValue.number) }
    }
    private var sealNumber = 0

    package init() {}

    package mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
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

    /// The seal that the body of a first record tells; none where it cannot be read.
    package static func seal(_ body: FileBytes) -> JournalSeal {
        let value = try? JSONParser.parse(Array(body))
        return value.flatMap { try? Self(reading: $0) }?.seal ?? .none
    }
}
