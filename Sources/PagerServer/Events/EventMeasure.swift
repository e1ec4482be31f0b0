internal import PagerModel
internal import PagerWire

/// A calculator that determines the published size of events, in bytes, without encoding them.
///
/// The result is an upper bound that does not depend on subscriptions. The limits for a batch and
/// for the stored events use this size. Therefore a replay of the journal must compute the same
/// size.
struct EventMeasure: Sendable {
    /// The position in an event log up to which the events have been measured.
    struct Place: Sendable {
        var events = 0
        var details = 0
        var attachments = 0

        init() {}

        init(endOf log: EventLog) {
            events = log.count
            details = log.attachments.details.count
            attachments = log.attachments.others.count
        }
    }

    /// The maximum size in bytes of an event with the longest names and numbers, without its cause
    /// and its attachments. The value is the sum, rounded up, of 110 for the topic, 270 for the
    /// members that all events have, such as `seq`, and 176 for the fields of the event's type.
    static let eventBytes = 576
    /// The bytes that the `began` event of a transition takes in addition to `eventBytes`, for the
    /// names, the style and the curve of the transition.
    static let detailBytes = 576
    /// The size in bytes that each option of a transition adds to an event.
    static let optionBytes = 28
    /// The bytes that the `created` event of a controller takes in addition to `eventBytes`. The
    /// controller's texts and the fields of its kind are not included.
    static let creationBytes = 1_024

    /// The animation tracks of each style and their size in bytes, by style index. Nil for a style
    /// that has not been measured.
    private var styles: [(tracks: Tracks, bytes: Int)?] = []

    init() {}

    /// Returns the published size, in bytes, of the events after the position `place` in the log.
    /// O(size of the attachments of these events).
    ///
    /// - Parameter cause: The size in bytes, from `bytes(of:)`, of the longest cause of these
    ///   events. A cause is the request that led to an event.
    mutating func bytes(
        of log: EventLog, since place: Place = Place(), _ context: some EventContext, cause: Int
    ) -> Int {
        var bytes = (log.count - place.events) * (Self.eventBytes + cause)
        for detail in log.attachments.details[place.details...] {
            bytes += Self.detailBytes + detail.options.rawValue.nonzeroBitCount * Self.optionBytes
            bytes += tracks(of: context.style(at: detail.style), at: detail.style)
        }
        for attachment in log.attachments.others[place.attachments...] {
            bytes += Self.bytes(of: attachment, context)
        }
        return bytes
    }

    /// Returns the number of bytes that a cause (the request that led to an event) adds to each
    /// event that contains it.
    static func bytes(of cause: EventCause?) -> Int {
        guard let cause else { return 0 }
        return 32 + cause.client.utf8.count + JSONLength.of(cause.id)
    }

    private mutating func tracks(of style: TransitionStyle, at index: Int) -> Int {
        if index < styles.count, let known = styles[index], known.tracks == style.tracks {
            return known.bytes
        }
        let bytes = JSONLength.of(style.tracks)
        while styles.count <= index { styles.append(nil) }
        styles[index] = (style.tracks, bytes)
        return bytes
    }

    private static func bytes(of attachment: EventAttachment, _ context: some EventContext) -> Int {
        switch attachment {
        case .text(let text): JSONLength.of(text)
        case .list(let handles): handles.reduce(2) { $0 + context.name(of: $1).utf8.count + 3 }
        case .value(let value): JSONLength.of(value)
        case .creation(let record): bytes(of: record)
        }
    }

    private static func bytes(of record: CreationRecord) -> Int {
        var length = JSONLength()
        for member in record.ofKind {
            length.key(member.name)
            member.value.write(to: &length)
        }
        record.options.title?.write(to: &length)
        record.options.content?.write(to: &length)
        record.options.reactions?.write(to: &length)
        return creationBytes + length.bytes
    }
}
