internal import PagerJournal
internal import PagerModel
internal import PagerWire

extension PendingRecords {
    /// Adds a journal record of a message from a plugin. If the message has several frames, pass
    /// nil, because the record then does not contain the message.
    mutating func add(
        plugin message: Span<UInt8>?, from connection: PluginConnection,
        at time: Instant, _ point: StatePoint
    ) {
        add(message == nil ? .pluginFrames : .pluginMessage, at: time, point) { body in
            body.append(connection.peer)
            body.append(optional: connection.pid)
            let routing = connection.recordedRouting
            body.append(number: UInt64(routing.count))
            body.append(contentsOf: routing)
            if let message { body.append(contentsOf: message) }
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(optional number: UInt32?) {
        append(number: number.map { UInt64($0) + 1 } ?? 0)
    }
}
