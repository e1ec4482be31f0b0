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
/// transaction is open, the encoder retains the context and the log, so changing either of them
/// would copy it. Encoding an event allocates memory only if the buffer must grow.
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
    /// The name of each field as JSON, with a comma before it and a colon after it: where it is in
    /// `keys`, and for each event the index of its first field.
    private var places: [(start: Int, count: Int)] = []
    private var firstPlaces: [Int] = []
    private var keys = ByteBuffer()
    private var log = Self.nothing
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

    private static let nothing = EventLog()

    /// Creates an encoder.
    ///
    /// - Parameter events: The events that the engine and its container kinds declare.
    public init(_ events: DeclaredEvents = .builtIn) {
        self.events = events
        for event in events.all {
            firstPlaces.append(places.count)
            for field in event.fields {
                let start = keys.count
                keys.append(Array(",\"\(field.name)\":".utf8).span)
                places.append((start, keys.count - start))
            }
        }
    }

    /// The bytes of all encoded events. `frames` has the positions of the events' frames in these
    /// bytes.
    public var bytes: ByteBuffer { out.buffer }

    /// Removes all encoded events, but keeps their memory for later events.
    public mutating func removeAll() {
        out.clear()
        frames.removeAll(keepingCapacity: true)
    }

    /// Opens a transaction. Until `end`, `encode` accepts the events of `log`, and the payload of
    /// each event contains `cause`.
    public mutating func begin(
        _ context: some EventContext, _ log: EventLog, cause: EventCause? = nil
    ) {
        isOpen = true
        self.context = context
        self.log = log
        write(cause)
    }

    /// Closes the transaction and releases the context and the log.
    public mutating func end() {
        isOpen = false
        context = nil
        log = Self.nothing
        names.removeAll()
        cause.clear()
    }

    /// Encodes an event of the transaction's log. O(number of bytes written).
    public mutating func encode(_ event: EventRecord, _ stamp: EventStamp) {
        precondition(isOpen, "events are encoded between begin and end")
        self.stamp = stamp
        subject = span(of: event.subject)
        let start = out.buffer.count
        let number = Int(event.place.number)
        writeHeading(event.category, events.all[number].name)
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
    private mutating func writeHeading(_ category: EventCategory, _ name: StaticString) {
        // These members are half of all published bytes, so they are written with one capacity
        // check.
        noteMoment()
        let (category, subject) = (events.name(of: category), names[subject])
        let texts = category.utf8CodeUnitCount &+ subject.count &+ name.utf8CodeUnitCount
        let room = 2 &* texts &+ moment.buffer.count &+ 3 &* DecimalDigits.most &+ 64
        var writer = ByteWriter(out.buffer.end(reserving: room))
        writer.put(category)
        writer.put(Ascii.dot)
        writer.put(subject)
        writer.put(Ascii.dot)
        writer.put(name)
        payload = out.buffer.count &+ writer.written
        writer.put("{\"seq\":")
        writer.put(digits: UInt64(stamp.seq))
        writer.put(",\"prev\":[")
        writer.put(digits: UInt64(stamp.previousInCategory))
        writer.put(Ascii.comma)
        writer.put(digits: UInt64(stamp.previousOfSubject))
        writer.put(moment.buffer)
        writer.put(category)
        writer.put("\",\"subject\":\"")
        writer.put(subject)
        writer.put("\",\"event\":\"")
        writer.put(name)
        writer.put(Ascii.quote)
        out.buffer.advance(writer.written)
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
        let name = firstPlaces[number] &+ field
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
            out.string(log.text(EventRecord.attachment(value)))
        case .list:
            key(name)
            write(log.list(EventRecord.attachment(value)))
        case .value:
            key(name)
            log.value(EventRecord.attachment(value)).write(to: &out)
        case .members:
            for member in log.value(EventRecord.attachment(value)).members ?? [] {
                out.key(member.name)
                member.value.write(to: &out)
            }
        case .creation:
            log.creation(EventRecord.attachment(value)).writeMembers(to: &out, writesNull: true)
        case .detail: write(log.detail(EventRecord.attachment(value)))
        }
    }

    private mutating func write(_ name: Int, _ flag: Bool) {
        let (start, count) = places[name]
        var writer = ByteWriter(out.buffer.end(reserving: count &+ 5))
        writer.put(keys.part(from: start, count: count))
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
        let (start, count) = places[name]
        var writer = ByteWriter(out.buffer.end(reserving: count))
        writer.put(keys.part(from: start, count: count))
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
