public import PagerModel

/// A writer of JSON-RPC 2.0 replies.
///
/// A result is an object with the method's own members and the common members of all results. If a
/// method writes a common member itself, as a snapshot does with `seq`, the writer does not repeat
/// it.
public enum ReplyWriter {
    /// The values of the common members, which the results of all methods can have.
    public struct Extras: Sendable {
        /// Whether the command was applied. False if UIKit would only log a message, or if an
        /// option prevents an action of the user.
        public var applied: Bool
        /// The lines that UIKit would log for the command.
        public var diagnostics: [String]
        /// The reason why an action of the user was not applied. Nil if there is no such
        /// reason.
        public var reason: IgnoredReason?
        /// The payloads of the command's events, as published.
        public var events: [ArraySlice<UInt8>]?
        /// Whether `events` contains all events of the command, not only the first ones.
        public var hasAllEvents = true
        /// The id of the plugin decision for which the command waits. Nil if the command does not
        /// wait.
        public var pending: String?
        /// The sequence number and the revision of the state after the command. Nil for a result
        /// that does not contain these numbers, such as the result of one command in a batch.
        public var point: StatePoint?

        public init(
            applied: Bool = true, diagnostics: [String] = [], reason: IgnoredReason? = nil,
            events: [ArraySlice<UInt8>]? = nil, pending: String? = nil, point: StatePoint?
        ) {
            self.applied = applied
            self.diagnostics = diagnostics
            self.reason = reason
            self.events = events
            self.pending = pending
            self.point = point
        }
    }

    /// The common members that a method has written into its result. `ReplyWriter` does not write
    /// them again.
    public struct Own: OptionSet, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        public static let applied = Own(rawValue: 1)
        public static let diagnostics = Own(rawValue: 2)
        public static let events = Own(rawValue: 4)
        public static let seq = Own(rawValue: 8)
        public static let revision = Own(rawValue: 16)

        init(name: String) {
            switch name {
            case "applied": self = .applied
            case "diagnostics": self = .diagnostics
            case "events": self = .events
            case "seq": self = .seq
            case "revision": self = .revision
            default: self = []
            }
        }
    }

    /// Writes a complete reply, whose result consists of `fields` and the common members. O(number
    /// of bytes written).
    public static func result<F: Fields>(
        id: Value?, _ fields: F, _ extras: Extras, to json: inout JSONWriter
    ) {
        open(id, &json)
        json.key(plain: "result")
        resultObject(fields, extras, to: &json)
        json.endObject()
    }

    /// Writes a complete reply. `members` writes the members of the result, and returns which of
    /// the common members, such as `seq`, it has written. O(number of bytes written).
    public static func result<Failure: Error>(
        id: Value?, _ extras: Extras, to json: inout JSONWriter,
        members: (inout JSONWriter) throws(Failure) -> Own
    ) throws(Failure) {
        open(id, &json)
        json.key(plain: "result")
        json.beginObject()
        finish(extras, without: try members(&json), &json)
        json.endObject()
        json.endObject()
    }

    /// Writes only the object `result` of a reply, for one command of a batch.
    public static func resultObject<F: Fields>(
        _ fields: F, _ extras: Extras, to json: inout JSONWriter
    ) {
        assert(fields.isComplete, "\(F.self) needs \(fields.unsetField ?? "nothing")")
        json.beginObject()
        var writer = MemberWriter()
        // The writer is swapped in and out, because assigning it would copy the bytes written so
        // far.
        swap(&writer.json, &json)
        var fields = fields
        fields.visit(&writer)
        swap(&writer.json, &json)
        finish(extras, without: writer.own, &json)
        json.endObject()
    }

    /// Writes a complete error reply. O(number of bytes written).
    public static func error(
        id: Value?, _ refusal: CommandError, point: StatePoint?, to json: inout JSONWriter
    ) {
        open(id, &json)
        json.key(plain: "error")
        errorObject(refusal, point: point, to: &json)
        json.endObject()
    }

    /// Writes only the object `error` of a reply, for one command of a batch.
    public static func errorObject(
        _ refusal: CommandError, point: StatePoint?, to json: inout JSONWriter
    ) {
        json.beginObject()
        json.key(plain: "code")
        json.integer(refusal.name.code)
        json.key(plain: "message")
        json.string(refusal.message)
        json.key(plain: "data")
        json.beginObject()
        json.key(plain: "name")
        json.string(refusal.name.rawValue)
        if let path = refusal.path {
            json.key(plain: "path")
            json.string(path)
        }
        if let exception = refusal.exception {
            json.key(plain: "exception")
            json.string(exception)
        }
        for detail in refusal.details where !errorMembers.contains(detail.name) {
            json.key(detail.name)
            detail.value.write(to: &json)
        }
        if let point { write(point, without: [], &json) }
        json.endObject()
        json.endObject()
    }

    /// The names of the standard members of an error's `data`. Details of an error that have these
    /// names are omitted.
    private static let errorMembers = ["name", "path", "exception", "seq", "revision"]
}

extension ReplyWriter {
    private static func open(_ id: Value?, _ json: inout JSONWriter) {
        json.beginObject()
        json.key(plain: "jsonrpc")
        json.string(plain: "2.0")
        json.key(plain: "id")
        (id ?? .null).write(to: &json)
    }

    private static func finish(_ extras: Extras, without own: Own, _ json: inout JSONWriter) {
        if !extras.applied, !own.contains(.applied) {
            json.key(plain: "applied")
            json.bool(false)
        }
        if !extras.diagnostics.isEmpty, !own.contains(.diagnostics) {
            json.key(plain: "diagnostics")
            extras.diagnostics.write(to: &json)
        }
        if let reason = extras.reason {
            json.key(plain: "reason")
            reason.write(to: &json)
        }
        if let pending = extras.pending {
            json.key(plain: "pending")
            json.string(pending)
        }
        if let events = extras.events, !own.contains(.events) {
            json.key(plain: "events")
            json.beginArray()
            for event in events { json.raw(event) }
            json.endArray()
            if !extras.hasAllEvents {
                json.key(plain: "complete")
                json.bool(false)
            }
        }
        if let point = extras.point { write(point, without: own, &json) }
    }

    private static func write(_ point: StatePoint, without own: Own, _ json: inout JSONWriter) {
        if !own.contains(.seq) {
            json.key(plain: "seq")
            json.integer(point.seq)
        }
        if !own.contains(.revision) {
            json.key(plain: "revision")
            json.integer(point.revision)
        }
    }
}

/// A visitor that writes declared fields, and stores which of them are common members of all
/// results.
private struct MemberWriter: FieldVisitor {
    var json = JSONWriter()
    var own: ReplyWriter.Own = []

    private mutating func key(_ name: String) {
        own.insert(ReplyWriter.Own(name: name))
        json.key(name)
    }

    mutating func field<T: FieldValue>(_ name: String, _ value: inout T, _ text: String) {
        key(name)
        value.write(to: &json)
    }

    mutating func field<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String) {
        if !T.isAbsent(&value) { required(name, &value, text) }
    }

    mutating func required<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String) {
        key(name)
        T.write(&value, to: &json)
    }

    mutating func rest<Form: Fields>(
        _ members: inout [Value.Member], of form: Form.Type, _ text: String
    ) {
        for member in members {
            key(member.name)
            member.value.write(to: &json)
        }
    }
}
