internal import Containment
internal import PagerModel
internal import PagerWire

/// Who writes a journal: its first record.
struct JournalHistory: FieldObject, Hashable {
    /// Of the file; another one needs another reader.
    var format = 1
    var version = ""
    var name = ""
    var history = ""
    var epoch = 0.0
    var uikit = 18
    var clock = ClockMode.real

    init() {}

    init(_ identity: Service.Identity) {
        version = Service.version
        name = identity.name
        history = identity.history
        epoch = identity.epoch
        uikit = identity.release.rawValue
        clock = identity.clock
    }

    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("format", &format, "of the file")
        try visitor.required("version", &version, "of the daemon")
        try visitor.required("name", &name, "the instance")
        try visitor.required("history", &history, "changes whenever seq starts over")
        try visitor.required("epoch", &epoch, "Unix time at which the history began")
        try visitor.required("uikit", &uikit, "the release that is reproduced")
        try visitor.required("clock", &clock, "real or manual")
    }
}

/// Brings a service to where the last daemon with this journal left it.
struct Restoring {
    let path: String
    /// Bytes up to the end of the last whole record.
    private(set) var end = 0
    private(set) var records = 0
    /// Where the snapshot ends, and how many records stand behind it.
    private(set) var snapshot = (end: 0, records: 0)
    /// When the last record was written, on the daemon's clock.
    private(set) var time = Instant.zero
    /// What is wrong with the end of the file, and that it is cut off.
    private(set) var warning: String?

    init(path: String) { self.path = path }

    /// The history that the file goes on with, nil for an empty file.
    ///
    /// - Throws: `StartProblem` for what is no journal, or not of such a daemon.
    func history(
        in bytes: UnsafeRawBufferPointer, for identity: Service.Identity
    ) throws(StartProblem) -> JournalHistory? {
        let first: JournalRecord
        do {
            first = try JournalRecord(in: bytes, at: 0)
        } catch {
            // A daemon that died over its first record has accepted nothing.
            if error == .nothing || (error == .cut && !hasRecord(in: bytes, after: 0)) {
                return nil
            }
            throw StartProblem(
                "\(path) is no journal of pagerd; name another --journal, or move it away")
        }
        guard first.kind == .history,
            let value = try? JSONParser.parse(Array(first.body)),
            let history = try? JournalHistory(reading: value), history.format == 1
        else { throw StartProblem("\(path) is the journal of another version of pagerd") }
        guard history.uikit == identity.release.rawValue, history.clock == identity.clock else {
            throw StartProblem(
                "the journal \(path) was begun with --uikit \(history.uikit) --clock "
                    + "\(history.clock.rawValue); start with these, or name another --journal")
        }
        return history
    }

    /// Does again what the records tell.
    ///
    /// - Throws: `StartProblem` with the place of a record that is damaged or does not fit.
    mutating func restore(
        _ service: inout Service, from bytes: UnsafeRawBufferPointer
    ) throws(StartProblem) {
        while let record = try next(in: bytes) {
            if record.kind != .history {
                do {
                    try service.restore(record)
                } catch {
                    throw StartProblem(
                        "the journal \(path), byte \(end): \(error). It was written by another "
                            + "pagerd (this is \(Service.version)): start that one, or move the "
                            + "journal away")
                }
            }
            end += record.length
            records += 1
            snapshot = record.kind == .snapshot ? (end, 0) : (snapshot.end, snapshot.records + 1)
            time = max(time, record.time)
        }
    }

    /// The record at the end of those that were read; nil where there is none.
    ///
    /// - Throws: `StartProblem` where records stand behind a damaged one.
    private mutating func next(in bytes: UnsafeRawBufferPointer) throws(StartProblem)
        -> JournalRecord?
    {
        do {
            return try JournalRecord(in: bytes, at: end)
        } catch {
            if let place = place(ofRecordIn: bytes, after: end) {
                throw StartProblem(
                    "the journal \(path) is damaged at byte \(end), and whole again from byte "
                        + "\(place) on. Nothing is left out silently: bring back a copy, or cut "
                        + "it there with `truncate -s \(end) \(path)` to keep what stands before")
            }
            // It was whole on the disk before the file took its place: no crash has cut it.
            if error != .nothing, JournalRecord.isSnapshot(in: bytes, at: end) {
                throw StartProblem(
                    "the journal \(path) has lost the end of the snapshot at byte \(end), and "
                        + "nothing stands before it. Bring back a copy, or move it away to begin "
                        + "with nothing")
            }
            if error != .nothing {
                warning =
                    "the journal \(path) ends in the middle of a record at byte \(end), as after "
                    + "a crash; the \(bytes.count - end) bytes from there on are cut off"
            }
            return nil
        }
    }

    private func hasRecord(in bytes: UnsafeRawBufferPointer, after place: Int) -> Bool {
        self.place(ofRecordIn: bytes, after: place) != nil
    }

    /// The next place at which a whole record stands.
    private func place(ofRecordIn bytes: UnsafeRawBufferPointer, after start: Int) -> Int? {
        var place = start + 1
        while place + JournalRecord.headerBytes <= bytes.count {
            if bytes[place] == JournalRecord.magic[0],
                (try? JournalRecord(in: bytes, at: place)) != nil
            {
                return place
            }
            place += 1
        }
        return nil
    }
}
