public import PagerModel

/// Turns events into the two frames that are published: topic and payload.
///
/// One encoder serves for as long as its process runs. A turn is opened by `begin` and closed by
/// `end`; between them the encoder holds on to the context and the log, so neither should be
/// changed before `end`, or all they hold is copied. Encoding an event allocates nothing but what
/// the frames need to grow.
public struct EventEncoder {
    /// The payload of the last event.
    public private(set) var payload = JSONWriter(reserving: 512)
    /// `CATEGORY.SUBJECT.EVENT` of the last event.
    public private(set) var topic = ByteBuffer(reserving: 128)

    /// What the context answers. Closures: an existential would be copied for each question.
    private var name: ((Handle) -> String)?
    private var style: (Int) -> TransitionStyle? = { _ in nil }
    private var log = EventLog()
    /// The cause as it ends each payload of the turn, the comma before it included.
    private var cause = JSONWriter()
    private var styles = StyleCache()
    private var stamp = EventStamp(
        seq: 0, previousInCategory: 0, previousOfSubject: 0, revision: 0, time: .zero)
    private var subject = ""
    /// What the events of one moment have in common: revision and time.
    private var moment = ByteBuffer(reserving: 64)
    private var momentRevision = -1
    private var momentTime = Instant.zero

    public init() {}

    /// Opens a turn.
    public mutating func begin(
        _ context: some EventContext, _ log: EventLog, cause: EventCause? = nil
    ) {
        name = { context.name(of: $0) }
        style = { context.style(at: $0) }
        self.log = log
        write(cause)
    }

    /// Closes the turn and lets go of context and log.
    public mutating func end() {
        name = nil
        style = { _ in nil }
        log = EventLog()
        cause.clear()
    }

    /// Encodes an event of the turn's log into `topic` and `payload`. O(bytes written).
    public mutating func encode(_ event: Event, _ stamp: EventStamp) {
        precondition(name != nil, "events are encoded between begin and end")
        self.stamp = stamp
        subject = name(of: event.subject)
        event.body.visit(&self)
        close()
    }

    /// Encodes an event of a plugin, of which the engine knows nothing. Needs no open turn.
    public mutating func encode(
        _ event: PluginEvent, of plugin: String, _ stamp: EventStamp, cause: EventCause? = nil
    ) {
        self.stamp = stamp
        subject = plugin
        if name == nil { write(cause) }
        event.visit(&self)
        close()
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

    private mutating func close() {
        payload.buffer.append(cause.buffer)
        payload.endObject()
    }

    private func name(of handle: Handle) -> String {
        name?(handle) ?? ""
    }
}

extension EventEncoder: EventVisitor {
    public mutating func event(
        _ category: EventCategory, _ name: StaticString, _ doc: StaticString
    ) {
        writeTopic(category, name)
        // In the writer's raw parts: half of all bytes published are these.
        payload.clear()
        payload.append("{\"seq\":")
        payload.digits(UInt64(stamp.seq))
        payload.append(",\"prev\":[")
        payload.digits(UInt64(stamp.previousInCategory))
        payload.append(",")
        payload.digits(UInt64(stamp.previousOfSubject))
        writeMoment()
        payload.buffer.append(category.rawValue)
        payload.append("\",\"subject\":")
        payload.string(subject)
        payload.append(",\"event\":\"")
        payload.append(name)
        payload.append("\"")
    }

    private mutating func writeMoment() {
        if momentRevision != stamp.revision || momentTime != stamp.time {
            momentRevision = stamp.revision
            momentTime = stamp.time
            var json = JSONWriter()
            json.append("],\"revision\":")
            json.digits(UInt64(stamp.revision))
            json.append(",\"time\":")
            json.seconds(stamp.time)
            json.append(",\"category\":\"")
            moment = json.buffer
        }
        payload.buffer.append(moment)
    }

    private mutating func writeTopic(_ category: EventCategory, _ name: StaticString) {
        topic.removeAll()
        topic.append(category.rawValue)
        topic.append(Ascii.dot)
        topic.append(subject)
        topic.append(Ascii.dot)
        topic.append(name)
    }

    public mutating func flag(_ name: StaticString, _ value: Bool, _ doc: StaticString) {
        payload.key(plain: name)
        payload.bool(value)
    }

    public mutating func count(_ name: StaticString, _ value: Int32, _ doc: StaticString) {
        payload.key(plain: name)
        if value < 0 { payload.null() } else { payload.integer(Int(value)) }
    }

    public mutating func number(_ name: StaticString, _ value: Double, _ doc: StaticString) {
        payload.key(plain: name)
        payload.number(value)
    }

    public mutating func reference(_ name: StaticString, _ value: Handle, _ doc: StaticString) {
        payload.key(plain: name)
        write(value)
    }

    public mutating func transition(
        _ name: StaticString, _ value: TransitionID, _ doc: StaticString
    ) {
        payload.key(plain: name)
        payload.transition(value)
    }

    public mutating func field<T: FieldValue>(
        _ name: StaticString, _ value: T, _ doc: StaticString
    ) {
        payload.key(plain: name)
        value.write(to: &payload)
    }

    public mutating func optional<T: FieldValue>(
        _ name: StaticString, _ value: T?, _ doc: StaticString
    ) {
        payload.key(plain: name)
        if let value { value.write(to: &payload) } else { payload.null() }
    }

    public mutating func text(_ name: StaticString, _ value: LogIndex, _ doc: StaticString) {
        payload.key(plain: name)
        payload.string(log.text(value))
    }

    public mutating func list(_ name: StaticString, _ value: LogIndex, _ doc: StaticString) {
        payload.key(plain: name)
        payload.beginArray()
        for handle in log.list(value) { write(handle) }
        payload.endArray()
    }

    public mutating func value(_ name: StaticString, _ value: LogIndex, _ doc: StaticString) {
        payload.key(plain: name)
        log.value(value).write(to: &payload)
    }

    public mutating func creation(_ record: LogIndex, _ doc: StaticString) {
        log.creation(record).writeMembers(to: &payload, writesNull: true)
    }

    public mutating func detail(_ value: LogIndex) {
        let detail = log.detail(value)
        guard let style = style(detail.style) else { return }
        payload.key(plain: "transition")
        payload.transition(detail.transition)
        payload.key(plain: "from")
        write(detail.from)
        payload.key(plain: "to")
        write(detail.to)
        payload.key(plain: "style")
        payload.string(style.name)
        payload.key(plain: "direction")
        payload.string(detail.direction.rawValue)
        payload.key(plain: "duration")
        payload.number(detail.duration)
        payload.key(plain: "curve")
        payload.string(detail.curve.rawValue)
        payload.key(plain: "options")
        detail.options.write(to: &payload)
        payload.key(plain: "animated")
        payload.bool(detail.animated)
        payload.key(plain: "interactive")
        payload.bool(detail.interactive)
        payload.key(plain: "tracks")
        styles.write(style, at: detail.style, reversed: detail.reversed, to: &payload)
    }

    private mutating func write(_ handle: Handle) {
        if handle.isNone { payload.null() } else { payload.string(name(of: handle)) }
    }
}
