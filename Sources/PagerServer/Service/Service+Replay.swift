internal import PagerModel
internal import PagerWire

/// Replies with stored events.
extension Service {
    /// Returns the reason why some events after `since` are not available, or nil if all are.
    ///
    /// - Parameter boot: The id of the daemon process that published event `since`. Nil if the
    ///   client does not send it.
    func gap(after since: Int, of boot: String?) -> ReplayGap? {
        if let boot, !boots.reached(since, in: boot, latest: recorder.seq) { return .forked }
        return recorder.reaches(backTo: since) ? nil : .forgotten
    }

    /// Replies with stored events, byte for byte as they were published. If the client's last event
    /// is not in this daemon's history (reason `forked`), the list is empty.
    mutating func replay(_ command: EventsReplay, _ context: RequestContext) throws(CommandError) {
        guard command.since >= 0 else {
            throw .invalidArgument("must be at least 0, got \(command.since)", path: "since")
        }
        guard (1...Limits.askedElements).contains(command.limit) else {
            throw .invalidArgument(
                "must be between 1 and \(Limits.askedElements), got \(command.limit)",
                path: "limit")
        }
        guard command.topic.utf8.count <= Limits.topicBytes else {
            throw .invalidArgument(
                "must have at most \(Limits.topicBytes) bytes, got \(command.topic.utf8.count)",
                path: "topic")
        }
        let kinds = try command.plugin.map { (name) throws(CommandError) in
            Set<Int>(plugins.kinds(of: try plugin(named: name).name))
        }
        var reply = EventsReplay.Reply()
        reply.boot = identity.boot
        reply.history = identity.history
        reply.oldest = recorder.history.oldest
        reply.latest = recorder.seq
        reply.reason = gap(after: command.since, of: command.boot)
        reply.complete = reply.reason == nil
        let since = reply.reason == .forked ? recorder.seq : command.since
        let (recorder, scene) = (recorder, scene)
        self.reply(context) { json in
            json.key(plain: "events")
            json.beginArray()
            var (count, last, bytes) = (0, 0, 0)
            let prefix = Array(command.topic.utf8)
            func take(_ seq: Int, _ payload: ArraySlice<UInt8>) -> Bool {
                if count == command.limit || (count > 0 && bytes + payload.count > Limits.listBytes)
                {
                    reply.next = last
                    return false
                }
                (count, last, bytes) = (count + 1, seq, bytes + payload.count)
                json.raw(payload)
                return true
            }
            if let kinds {
                recorder.replayDeliveries(since: since, of: kinds, scene) {
                    $1.starts(with: prefix) ? take($0, $2) : true
                }
            } else {
                recorder.replay(since: since, prefix: prefix, scene) { take($0, $2) }
            }
            json.endArray()
            reply.writeMembers(to: &json)
            return .events
        }
    }
}
