package import PagerModel
internal import PagerWire
package import SystemCalls

/// The first record of a journal: a description of the daemon that wrote the file.
package struct JournalHistory: FieldObject, Hashable {
    /// The file formats that this version of pagerd can read. Format 1 has no behaviour version.
    /// Formats 1 and 2 have no seal (a secret number that the records contain).
    package static let formats = 1...3

    package var format = formats.upperBound
    package var version = ""
    /// The behaviour version of the daemon that wrote the file. Daemons with the same behaviour
    /// version turn the same commands into the same events and state. 1 if the file contains no
    /// behaviour version.
    package var behaviour = 1
    package var name = ""
    package var history = ""
    package var epoch = 0.0
    package var uikit = 18
    package var clock = ClockMode.real
    /// The secret number (seal) that all other records in the file contain.
    package var seal: JournalSeal {
        get { JournalSeal(number: UInt64(max(0, sealNumber))) }
        set { sealNumber = Int(newValue.number) }
    }
    private var sealNumber = 0

    package init() {}

    package mutating func visit(_ v: inout some FieldVisitor) {
        v.required("format", &format, "the format of the file")
        v.required("version", &version, "the version of the daemon")
        v.field("behaviour", &behaviour, "the version of the daemon's behaviour")
        v.required("name", &name, "the instance")
        v.required("history", &history, "id of the event sequence; if it changes, take a snapshot")
        v.required("epoch", &epoch, "Unix time at which the daemon's clock was 0")
        v.required("uikit", &uikit, "the iOS release that is reproduced")
        v.required("clock", &clock, "real or manual")
        v.field("seal", &sealNumber, "the seal of all other records in the file")
    }

    /// Returns the seal that the body of a journal's first record contains, or `.none` if the body
    /// cannot be decoded.
    package static func seal(_ body: FileBytes) -> JournalSeal {
        let value = try? JSONParser.parse(Array(body))
        return value.flatMap { try? Self(reading: $0) }?.seal ?? .none
    }
}
