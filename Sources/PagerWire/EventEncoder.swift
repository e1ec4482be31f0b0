public import PagerModel

/// Where the two frames of an event lie in the bytes of its turn: topic, then payload.
public struct EventFrames: Sendable, BitwiseCopyable {
    public let start: Int
    public let payload: Int
    public let end: Int

    public init(start: Int, payload: Int, end: Int) {
        self.start = start
        self.payload = payload
        self.end = end
    }
}

/// Turns events into the two frames that are published: topic and payload.
///
/// One encoder serves for as long as its process runs. A turn is opened by `begin` and closed by
/// `end`; between them the encoder holds on to the context and the log, so neither should be
/// changed before `end`, or all they hold is copied. Encoding an event allocates nothing but what
/// the frames need to grow.
public struct EventEncoder {
    /// The events since `removeAll`, one behind the other, in memory that is kept.
    private var out = JSONWriter(reserving: 16_384)
    /// Where each of them lies.
    public private(set) var frames: [EventFrames] = []

    /// Whether a turn is open. Not for the context to say: to look at it is to copy it.
    private var isOpen = false
    private var context: (any EventContext)?
    /// The kinds' events.
    private let events: DeclaredEvents
    private var log = Self.nothing
    private var names = NameCache()
    /// The cause as it ends each payload of the turn, the comma before it included.
    private var cause = JSONWriter()
    private var styles = StyleCache()
    private var stamp = EventStamp(
        seq: 0, previousInCategory: 0, previousOfSubject: 0, revision: 0, time: .zero)
    private var subject = NameCache.Span()
    private var payload = 0
    /// What the events of one moment have in common: revision and time.
    private var moment = JSONWriter()
    private var momentRevision = -1
    private var momentTime = Instant.zero

    private static let nothing = EventLog()

    /// - Parameter events: those of the scene whose events are encoded.
    public init(_ events: DeclaredEvents = .builtIn) { self.events = events }

    /// The bytes that the frames lie in.
    public var bytes: ByteBuffer { out.buffer }

    /// Forgets the events, keeps the memory.
    public mutating func removeAll() {
        out.clear()
        frames.removeAll(keepingCapacity: true)
    }

    /// Opens a turn.
    public mutating func begin(
        _ context: some EventContext, _ log: EventLog, cause: EventCause? = nil
    ) {
        isOpen = true
        self.context = context
        self.log = log
        write(cause)
    }

    /// Closes the turn and lets go of context and log.
    public mutating func end() {
        isOpen = false
        context = nil
        log = Self.nothing
        names.removeAll()
        cause.clear()
    }

    /// Encodes an event of the turn's log. O(bytes written).
    public mutating func encode(_ event: Event, _ stamp: EventStamp) {
        precondition(isOpen, "events are encoded between begin and end")
        self.stamp = stamp
        subject = span(of: event.subject)
        let start = out.buffer.count
        event.body.visit(&self)
        close(start)
    }

    /// Encodes an event of a plugin, of which the engine knows nothing. Needs no open turn.
    public mutating func encode(
        _ event: PluginEvent, of plugin: String, _ stamp: EventStamp, cause: EventCause? = nil
    ) {
        self.stamp = stamp
        subject = names.add(plugin)
        if !isOpen { write(cause) }
        let start = out.buffer.count
        event.visit(&self)
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
        var pen = Pen(out.buffer.end(reserving: cause.buffer.count &+ 1))
        pen.put(cause.buffer)
        pen.put(Ascii.closeBrace)
        out.buffer.advance(pen.written)
        frames.append(
            EventFrames(start: start, payload: payload, end: out.buffer.count))
    }
}

extension EventEncoder: EventVisitor {
    public mutating func event(
        _ category: EventCategory, _ name: StaticString, _ doc: StaticString
    ) {
        // In raw parts and with one look at the room: half of all bytes published are these.
        noteMoment()
        let (category, subject) = (events.name(of: category), names[subject])
        let texts = category.utf8CodeUnitCount &+ subject.count &+ name.utf8CodeUnitCount
        let room = 2 &* texts &+ moment.buffer.count &+ 3 &* DecimalDigits.most &+ 64
        var pen = Pen(out.buffer.end(reserving: room))
        pen.put(category)
        pen.put(Ascii.dot)
        pen.put(subject)
        pen.put(Ascii.dot)
        pen.put(name)
        payload = out.buffer.count &+ pen.written
        pen.put("{\"seq\":")
        pen.put(digits: UInt64(stamp.seq))
        pen.put(",\"prev\":[")
        pen.put(digits: UInt64(stamp.previousInCategory))
        pen.put(Ascii.comma)
        pen.put(digits: UInt64(stamp.previousOfSubject))
        pen.put(moment.buffer)
        pen.put(category)
        pen.put("\",\"subject\":\"")
        pen.put(subject)
        pen.put("\",\"event\":\"")
        pen.put(name)
        pen.put(Ascii.quote)
        out.buffer.advance(pen.written)
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

    public mutating func flag(_ name: StaticString, _ value: Bool, _ doc: StaticString) {
        var pen = Pen(out.buffer.end(reserving: name.utf8CodeUnitCount &+ 9))
        pen.put(key: name)
        pen.put(value ? "true" : "false")
        out.buffer.advance(pen.written)
    }

    public mutating func count(_ name: StaticString, _ value: Int32, _ doc: StaticString) {
        key(name)
        if value < 0 { out.null() } else { out.integer(Int(value)) }
    }

    public mutating func number(_ name: StaticString, _ value: Double, _ doc: StaticString) {
        key(name)
        out.number(value)
    }

    public mutating func reference(_ name: StaticString, _ value: Handle, _ doc: StaticString) {
        key(name)
        write(value)
    }

    public mutating func transition(
        _ name: StaticString, _ value: TransitionID, _ doc: StaticString
    ) {
        key(name)
        out.transition(value)
    }

    public mutating func field<T: FieldValue>(
        _ name: StaticString, _ value: T, _ doc: StaticString
    ) {
        key(name)
        value.write(to: &out)
    }

    public mutating func optional<T: FieldValue>(
        _ name: StaticString, _ value: T?, _ doc: StaticString
    ) {
        key(name)
        if let value { value.write(to: &out) } else { out.null() }
    }

    public mutating func text(_ name: StaticString, _ value: LogIndex, _ doc: StaticString) {
        key(name)
        out.string(log.text(value))
    }

    public mutating func list(_ name: StaticString, _ value: LogIndex, _ doc: StaticString) {
        key(name)
        write(log.list(value))
    }

    public mutating func value(_ name: StaticString, _ value: LogIndex, _ doc: StaticString) {
        key(name)
        log.value(value).write(to: &out)
    }

    public mutating func creation(_ record: LogIndex, _ doc: StaticString) {
        log.creation(record).writeMembers(to: &out, writesNull: true)
    }

    public mutating func detail(_ value: LogIndex) {
        guard let context else { return }
        let detail = log.detail(value)
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

    public mutating func ofKind(_ record: KindEventRecord) {
        let place = Int(record.number)
        event(record.category, events.all[place].name, events.all[place].summary)
        for field in events.all[place].fields.indices {
            let word = record[field]
            key(events.all[place].fields[field].name)
            switch events.all[place].fields[field].form {
            case .reference: write(KindEventRecord.reference(word))
            case .index:
                if let index = KindEventRecord.index(word) {
                    out.integer(index)
                } else {
                    out.null()
                }
            case .number: out.number(Double(bitPattern: word))
            case .flag: out.bool(word != 0)
            case .choice(let names): out.string(names[Int(word)])
            case .text: out.string(log.text(KindEventRecord.place(word)))
            case .list: write(log.list(KindEventRecord.place(word)))
            case .value: log.value(KindEventRecord.place(word)).write(to: &out)
            }
        }
    }

    private mutating func write(_ handles: [Handle]) {
        out.beginArray()
        for handle in handles { write(handle) }
        out.endArray()
    }

    /// A member's name, after the heading or another member.
    private mutating func key(_ name: StaticString) {
        var pen = Pen(out.buffer.end(reserving: name.utf8CodeUnitCount &+ 4))
        pen.put(key: name)
        out.buffer.advance(pen.written)
    }

    @inline(__always)
    private mutating func span(of handle: Handle) -> NameCache.Span {
        names.span(of: handle) ?? add(handle)
    }

    private mutating func add(_ handle: Handle) -> NameCache.Span {
        names.add(context?.name(of: handle) ?? "", of: handle)
    }

    private mutating func write(_ handle: Handle) {
        if handle.isNone { return out.null() }
        let span = span(of: handle)
        out.separate()
        var pen = Pen(out.buffer.end(reserving: span.count &+ 2))
        pen.put(Ascii.quote)
        pen.put(names[span])
        pen.put(Ascii.quote)
        out.buffer.advance(pen.written)
    }
}

extension Pen {
    @inline(__always)
    fileprivate mutating func put(key name: StaticString) {
        put(Ascii.comma)
        put(Ascii.quote)
        put(name)
        put(Ascii.quote)
        put(Ascii.colon)
    }
}
