public import PagerModel

/// The positions of an event's two frames, first the topic and then the payload, in the bytes of
/// its transaction.
public struct EventFrames: Sendable, BitwiseCopyable {
    public let seq: Int
    public let start: Int
    public let payload: Int
    public let end: Int

    public init(seq: Int, start: Int, payload: Int, end: Int) {
        self.seq = seq
        self.start = start
        self.payload = payload
        self.end = end
    }
}

/// An encoder that turns each event into its two published frames: topic and payload.
///
/// One encoder serves the whole process. `begin` opens a transaction and `end` closes it. While a
/// transaction is open, the encoder retains the context and the attachments, so changing either of
/// them would copy it. Encoding an event allocates memory only if the buffer must grow.
public struct EventEncoder {
    /// The bytes of the events encoded since the last call of `removeAll`, one event after the
    /// other.
    private var out = JSONWriter(reserving: 16_384)
    /// The position of each event's frames in `bytes`.
    public private(set) var frames: [EventFrames] = []

    /// Whether a transaction is open. Checking `context` for nil instead would copy the context.
    private var isOpen = false
    private var context: (any EventContext)?
    private let events: DeclaredEvents
    /// The bytes of `events.texts`.
    private var texts = ByteBuffer()
    private var attachments = EventAttachments()
    private var names = NameInterner()
    /// The encoded cause of the transaction, with a preceding comma. It is the last member in the
    /// payload of each event. Empty if the transaction has no cause.
    private var cause = JSONWriter()
    private var styles = EncodedStyleCache()
    private var stamp = EventStamp(
        seq: 0, previousInCategory: 0, previousOfSubject: 0, revision: 0, time: .zero)
    private var subject = NameInterner.Span()
    private var payload = 0
    /// The revision and the time of the last event, as JSON. The encoder copies this JSON into the
    /// next event if the next event has the same revision and time.
    private var moment = JSONWriter()
    private var momentRevision = -1
    private var momentTime = Instant.zero

    /// Creates an encoder.
    ///
    /// - Parameter events: The events that the engine and its container kinds declare.
    public init(_ events: DeclaredEvents = .builtIn) {
        self.events = events
        let bytes = events.texts.bytes
        texts.append(bytes.span)
    }

    /// The bytes of all encoded events. `frames` has the positions of the events' frames in these
    /// bytes.
    public var bytes: ByteBuffer { out.buffer }

    /// Removes all encoded events, but keeps their memory for later events.
    public mutating func removeAll() {
        out.clear()
        frames.removeAll(keepingCapacity: true)
    }

    /// Opens a transaction. Until `end`, `encode` accepts the events that have these attachments,
    /// and the payload of each event contains `cause`.
    public mutating func begin(
        _ context: some EventContext, _ attachments: EventAttachments, cause: EventCause? = nil
    ) {
        isOpen = true
        self.context = context
        self.attachments = attachments
        write(cause)
    }

    /// Closes the transaction and releases the context and the attachments.
    public mutating func end() {
        isOpen = false
        context = nil
        attachments = EventAttachments()
        names.removeAll()
        cause.clear()
    }

    /// Encodes an event of the transaction's log. O(number of bytes written).
    public mutating func encode(_ event: EventRecord, _ stamp: EventStamp) {
        precondition(isOpen, "events are encoded between begin and end")
        self.stamp = stamp
        subject = span(of: event.subject)
        let start = out.buffer.count
        let number = Int(event.number.index)
        writeHeading(events.texts.headings[number])
        var word = 0
        for field in events.all[number].fields.indices {
            write(event, number, field, &word)
        }
        close(start)
    }

    private mutating func write(_ cause: EventCause?) {
        self.cause.clear()
        guard let cause else { return }
        self.cause.buffer.append(Ascii.comma)
        self.cause.key(plain: "cause")
        self.cause.beginObject()
        self.cause.key(plain: "client")
        self.cause.string(cause.client)
        self.cause.key(plain: "id")
        cause.id.write(to: &self.cause)
        self.cause.endObject()
    }

    private mutating func close(_ start: Int) {
        var writer = ByteWriter(out.buffer.end(reserving: cause.buffer.count &+ 1))
        writer.put(cause.buffer)
        writer.put(Ascii.closeBrace)
        out.buffer.advance(writer.written)
        frames.append(
            EventFrames(
                seq: stamp.seq, start: start, payload: payload, end: out.buffer.count))
    }
}

/// Functions that encode an event's members.
extension EventEncoder {
    private mutating func writeHeading(_ heading: EventTexts.Heading) {
        // These members are half of all published bytes, so they are written with one capacity
        // check.
        noteMoment()
        let subject = names[subject]
        let room =
            heading.count &+ 2 &* subject.count &+ moment.buffer.count
            &+ 3 &* DecimalDigits.most &+ 32
        var writer = ByteWriter(out.buffer.end(reserving: room))
        writer.put(text(heading.topic))
        writer.put(subject)
        writer.put(text(heading.name))
        payload = out.buffer.count &+ writer.written
        writer.put("{\"seq\":")
        writer.put(digits: UInt64(stamp.seq))
        writer.put(",\"prev\":[")
        writer.put(digits: UInt64(stamp.previousInCategory))
        writer.put(Ascii.comma)
        writer.put(digits: UInt64(stamp.previousOfSubject))
        writer.put(moment.buffer)
        writer.put(text(heading.subject))
        writer.put(subject)
        writer.put(text(heading.ending))
        out.buffer.advance(writer.written)
    }

    @inline(__always)
    private func text(_ range: EventTexts.Range) -> BytePart {
        texts.part(from: range.start, count: range.count)
    }

    @inline(__always)
    private mutating func noteMoment() {
        if momentRevision != stamp.revision || momentTime != stamp.time { writeMoment() }
    }

    private mutating func writeMoment() {
        momentRevision = stamp.revision
        momentTime = stamp.time
        moment.clear()
        moment.append("],\"revision\":")
        moment.digits(UInt64(stamp.revision))
        moment.append(",\"time\":")
        moment.seconds(stamp.time)
        moment.append(",\"category\":\"")
    }

    /// Writes one field of an event. The event stores its fields in units of 8 bytes; `word` is the
    /// index of the field's first unit. Advances `word` to the next field.
    private mutating func write(
        _ event: EventRecord, _ number: Int, _ field: Int, _ word: inout Int
    ) {
        let value = event[word]
        word &+= 1
        let name = events.texts.headings[number].firstKey &+ field
        switch events.all[number].fields[field].form {
        case .flag: write(name, value != 0)
        case .reference:
            key(name)
            write(EventRecord.reference(value))
        case .index:
            key(name)
            if let index = EventRecord.index(value) { out.integer(index) } else { out.null() }
        case .number:
            key(name)
            out.number(Double(bitPattern: value))
        case .choice(let names):
            key(name)
            out.string(names[Int(value)])
        case .transition:
            key(name)
            out.transition(TransitionID(value))
        case .size:
            key(name)
            event.size(at: word &- 1).write(to: &out)
            word &+= 1
        case .frame:
            key(name)
            event.frame.write(to: &out)
            word &+= 3
        case .text:
            key(name)
            out.string(attachments.text(EventRecord.attachment(value)))
        case .list:
            key(name)
            write(attachments.list(EventRecord.attachment(value)))
        case .value:
            key(name)
            attachments.value(EventRecord.attachment(value)).write(to: &out)
        case .members:
            for member in attachments.value(EventRecord.attachment(value)).members ?? [] {
                out.key(member.name)
                member.value.write(to: &out)
            }
        case .creation:
            attachments.creation(EventRecord.attachment(value)).writeMembers(
                to: &out, writesNull: true)
        case .detail: write(attachments.detail(EventRecord.attachment(value)))
        }
    }

    private mutating func write(_ name: Int, _ flag: Bool) {
        let key = events.texts.keys[name]
        var writer = ByteWriter(out.buffer.end(reserving: key.count &+ 5))
        writer.put(text(key))
        writer.put(flag ? "true" : "false")
        out.buffer.advance(writer.written)
    }

    private mutating func write(_ detail: TransitionDetail) {
        guard let context else { return }
        let style = context.style(at: detail.style)
        key("transition")
        out.transition(detail.transition)
        key("from")
        write(detail.from)
        key("to")
        write(detail.to)
        key("style")
        out.string(style.name)
        key("direction")
        out.string(detail.direction.rawValue)
        key("duration")
        out.number(detail.duration)
        key("curve")
        out.string(detail.curve.rawValue)
        key("options")
        detail.options.write(to: &out)
        key("animated")
        out.bool(detail.animated)
        key("interactive")
        out.bool(detail.interactive)
        key("tracks")
        styles.write(style, at: detail.style, reversed: detail.reversed, to: &out)
    }

    private mutating func write(_ handles: [Handle]) {
        // The cache of names is too small for a long list.
        if handles.count > NameInterner.most, let context { return out.names(of: handles, context) }
        out.beginArray()
        for handle in handles { write(handle) }
        out.endArray()
    }

    /// Writes the name of a member, with a comma before it and a colon after it.
    private mutating func key(_ name: Int) {
        let key = events.texts.keys[name]
        var writer = ByteWriter(out.buffer.end(reserving: key.count))
        writer.put(text(key))
        out.buffer.advance(writer.written)
    }

    private mutating func key(_ name: StaticString) {
        var writer = ByteWriter(out.buffer.end(reserving: name.utf8CodeUnitCount &+ 4))
        writer.put(key: name)
        out.buffer.advance(writer.written)
    }

    @inline(__always)
    private mutating func span(of handle: Handle) -> NameInterner.Span {
        names.span(of: handle) ?? add(handle)
    }

    private mutating func add(_ handle: Handle) -> NameInterner.Span {
        names.add(context?.name(of: handle) ?? "", of: handle)
    }

    private mutating func write(_ handle: Handle) {
        if handle.isNone { return out.null() }
        let span = span(of: handle)
        out.separate()
        var writer = ByteWriter(out.buffer.end(reserving: span.count &+ 2))
        writer.put(Ascii.quote)
        writer.put(names[span])
        writer.put(Ascii.quote)
        out.buffer.advance(writer.written)
    }
}

extension ByteWriter {
    @inline(__always)
    fileprivate mutating func put(key name: StaticString) {
        put(Ascii.comma)
        put(Ascii.quote)
        put(name)
        put(Ascii.quote)
        put(Ascii.colon)
    }
}

/// A cache of the keyframe tracks of transition styles as JSON. The encoder copies this JSON into
/// each event instead of encoding the tracks again.
struct EncodedStyleCache: Sendable {
    private struct Entry {
        var tracks: Tracks
        var json: ByteBuffer
    }

    /// The cached JSON of each style: an entry for the forward direction, then one for the reverse
    /// direction.
    private var entries: [Entry?] = []

    init() {}

    /// Writes the keyframe tracks of a style as JSON. If the cache has these tracks, this takes
    /// O(number of bytes written), because tracks that share memory are compared in constant time.
    mutating func write(
        _ style: TransitionStyle, at index: Int, reversed: Bool, to json: inout JSONWriter
    ) {
        let position = 2 * index + (reversed ? 1 : 0)
        if position < entries.count, let entry = entries[position], entry.tracks == style.tracks {
            return json.raw(entry.json)
        }
        var writer = JSONWriter()
        (reversed ? style.tracks.reversed : style.tracks).write(to: &writer)
        while entries.count <= position { entries.append(nil) }
        entries[position] = Entry(tracks: style.tracks, json: writer.buffer)
        json.raw(writer.buffer)
    }
}

/// The sequence numbers, the revision of the state and the time that are published with an event.
public struct EventStamp: Hashable, Sendable, BitwiseCopyable {
    public var seq: Int
    /// The sequence number of the previous event in the same category. 0 if there is no such event.
    public var previousInCategory: Int
    /// The sequence number of the previous event in the same category about the same subject, such
    /// as a controller. 0 if there is no such event.
    public var previousOfSubject: Int
    public var revision: Int
    public var time: Instant

    public init(
        seq: Int, previousInCategory: Int, previousOfSubject: Int, revision: Int, time: Instant
    ) {
        self.seq = seq
        self.previousInCategory = previousInCategory
        self.previousOfSubject = previousOfSubject
        self.revision = revision
        self.time = time
    }
}

/// The request that caused an event: the name of its client, and the id of the request.
public struct EventCause: Hashable, Sendable {
    public var client: String
    public var id: Value

    public init(client: String, id: Value) {
        self.client = client
        self.id = id
    }
}

extension EventCause: Archived {
    public init() { self.init(client: "", id: .null) }

    public mutating func visit(_ archive: inout Archive) {
        client.visit(&archive)
        archive.visit(field: &id)
    }
}

/// The valid categories and event names of topics. A client checks user input against these names
/// before it waits for events.
///
/// A misspelt topic matches no event, so the client would wait forever.
public struct EventWords: Sendable {
    /// The categories, which are the first part of each topic.
    public let categories: [String]
    private let events: [(category: String, name: String)]

    /// The categories and event names of a daemon that has only the built-in container kinds.
    public static let builtIn = EventWords(
        EventDescription.all.map { ($0.category, $0.name) })

    /// Reads the categories and event names from a daemon's description.
    ///
    /// - Parameter description: The result of `server.describe`.
    public init(describedBy description: Value) {
        self.init(
            (description["events"]?.array ?? []).map {
                ($0["category"]?.string ?? "", $0["event"]?.string ?? "")
            })
    }

    private init(_ events: [(category: String, name: String)]) {
        var categories: [String] = []
        for event in events where categories.last != event.category {
            categories.append(event.category)
        }
        self.categories = categories + [Self.server]
        self.events = events
    }

    /// Returns the reason why no topic can begin with this prefix. Returns nil if a topic can begin
    /// with it.
    public func problem(prefix: String) -> String? {
        let parts = prefix.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
        let isWhole = parts.count > 1
        guard categories.contains(where: { isWhole ? $0 == parts[0] : $0.hasPrefix(parts[0]) })
        else {
            if let event = events.first(where: { $0.name == prefix }) {
                return "\(quoted(prefix)) is the name of an event, not the beginning of a topic "
                    + "such as \(event.category).SUBJECT.\(prefix)"
            }
            return "no event category is called \(quoted(parts[0]))"
                + Self.suggestion(parts[0], among: categories)
        }
        if parts.count == 2,
            events.contains(where: { $0.category == parts[0] && $0.name == parts[1] })
        {
            return "a topic is CATEGORY.SUBJECT.EVENT: \(parts[0]).SUBJECT.\(parts[1])"
        }
        guard parts.count > 2, !parts[2].isEmpty else { return nil }
        let names =
            events.filter { $0.category == parts[0] }.map(\.name)
            + (parts[0] == Self.server ? Self.uncounted : [])
        let isKnown = names.contains { parts.count > 3 ? $0 == parts[2] : $0.hasPrefix(parts[2]) }
        if isKnown, parts.count <= 3 { return nil }
        if isKnown { return "a topic must be CATEGORY.SUBJECT.EVENT, got \(quoted(prefix))" }
        return "the category \(parts[0]) has no event called \(quoted(parts[2]))"
            + Self.suggestion(parts[2], among: names)
    }

    /// Returns nil if `word` is a topic, a prefix of a topic, or the name of an event. Otherwise
    /// returns the reason why it is none of these.
    public func problem(event word: String) -> String? {
        if word.utf8.contains(UInt8(ascii: ".")) { return problem(prefix: word) }
        let names = events.map(\.name) + Self.uncounted
        if names.contains(word) || categories.contains(word) { return nil }
        return "there is no event called \(quoted(word))" + Self.suggestion(word, among: names)
    }

    /// The category of the daemon's own messages. Some of them have no sequence number.
    private static let server = DeclaredEvents.builtIn.name(of: .server).description
    /// The names of the daemon's messages without a sequence number that a client delivers.
    private static let uncounted = ["shutdown"]

    private static func suggestion(_ word: String, among words: [String]) -> String {
        let question = Spelling.question(about: word, among: words)
        guard question.isEmpty, words.count <= 20 else { return question }
        return "; the valid words are: \(words.joined(separator: ", "))"
    }
}

/// The names of the controllers, views and windows of a transaction, as bytes. A transaction has
/// few of these objects, but uses each name many times.
struct NameInterner {
    /// The position and length of a name in the buffer.
    struct Span: BitwiseCopyable {
        var start = 0
        var count = 0
    }

    private var known: [(handle: Handle, span: Span)] = []
    private var bytes = ByteBuffer(reserving: 1024)
    private var last = 0

    /// The maximum number of handles whose names are stored. Adding a handle to a full table first
    /// removes all handles from the table.
    static let most = 16

    /// Removes all names, but keeps their memory for later names.
    mutating func removeAll() {
        known.removeAll(keepingCapacity: true)
        bytes.removeAll()
        last = 0
    }

    /// Returns where the name of a handle is stored, or nil if it is not stored.
    @inline(__always)
    mutating func span(of handle: Handle) -> Span? {
        if last < known.count, known[last].handle == handle { return known[last].span }
        return find(handle)
    }

    private mutating func find(_ handle: Handle) -> Span? {
        for index in known.indices where known[index].handle == handle {
            last = index
            return known[index].span
        }
        return nil
    }

    /// Stores the name of a handle, and returns where it is stored. The name must not be stored
    /// yet.
    mutating func add(_ name: String, of handle: Handle) -> Span {
        if known.count == Self.most { known.removeAll(keepingCapacity: true) }
        last = known.count
        let span = add(name)
        known.append((handle, span))
        return span
    }

    /// Stores a name without a handle, and returns where it is stored. `span(of:)` does not find
    /// it.
    mutating func add(_ name: String) -> Span {
        let start = bytes.count
        bytes.append(name)
        return Span(start: start, count: bytes.count - start)
    }

    /// The bytes of a stored name. They are valid until `add` or `removeAll` is called.
    @inline(__always)
    subscript(_ span: Span) -> BytePart { bytes.part(from: span.start, count: span.count) }
}
