internal import Containment
internal import PagerModel
internal import PagerWire

/// Functions for the two lists that a reconnecting plugin receives: the controllers that it hosts,
/// and the events that it has missed. Each list is divided into pages, because the whole list may
/// be too large for one message.
extension Service {
    /// Returns the plugin with the given name.
    ///
    /// - Throws: `invalidArgument` if there is no such plugin.
    func plugin(named name: Identifier) throws(CommandError) -> Plugin {
        guard let plugin = plugins[name.text] else {
            throw .invalidArgument(
                "there is no plugin \(name); plugin.list returns all plugins", path: "name")
        }
        return plugin
    }

    /// Returns the controllers that a plugin hosts.
    func hosted(by name: String) -> [Handle] {
        plugins.kinds(of: name).flatMap { scene.controllers(ofKind: $0) }
    }

    /// Returns the requested part of the list of controllers that a plugin hosts. A client can
    /// request the list in several parts. A controller that exists during all of these requests is
    /// in exactly one part. O(size of the part + number of indexes that destroyed controllers have
    /// left empty).
    ///
    /// - Throws: `tooLarge` if the client requested the whole list at once and the list is too
    ///   large, `invalidArgument` for an invalid limit or cursor.
    func controllers(
        of name: String, _ range: ListRange
    ) throws(CommandError) -> PluginControllers.Reply {
        var page = try ListPortion<ControllerRecord>(range)
        var reply = PluginControllers.Reply()
        let start = try range.after.map { (text) throws(CommandError) in try HostedPlace(text) }
        for kind in plugins.kinds(of: name) {
            if let start, kind < start.kind { continue }
            let first = start.map { $0.kind == kind ? $0.place : 0 } ?? 0
            try scene.forEachController(ofKind: kind, from: first) {
                (place, controller) throws(CommandError) in
                guard try page.add(scene.record(controller: controller)) else {
                    reply.next = HostedPlace(kind: kind, place: place).description
                    return false
                }
                return true
            }
            if reply.next != nil { break }
        }
        reply.controllers = page.elements
        return reply
    }

    /// Returns the first page of the list of events that a plugin has missed, including events
    /// about destroyed controllers.
    func missedEvents(
        since: Int, in boot: String?, of name: String
    ) -> MissedEvents {
        var missed = MissedEvents()
        missed.reason = gap(after: since, of: boot)
        missed.complete = missed.reason == nil
        if missed.reason == .forked { return missed }
        var (last, bytes) = (0, 0)
        recorder.replayDeliveries(since: since, of: Set<Int>(plugins.kinds(of: name)), scene) {
            seq, _, payload in
            guard let event = try? JSONParser.parse(Array(payload)) else { return true }
            guard bytes == 0 || bytes + payload.count <= limits.catchUpBytes else {
                missed.next = last
                missed.complete = false
                return false
            }
            (last, bytes) = (seq, bytes + payload.count)
            missed.events.append(event)
            return true
        }
        return missed
    }
}

/// The start of a page in the list of a plugin's controllers: a kind, and a position among the
/// controllers of that kind.
private struct HostedPlace: CustomStringConvertible {
    let kind: Int
    let place: Int

    init(kind: Int, place: Int) {
        self.kind = kind
        self.place = place
    }

    /// Parses a cursor.
    ///
    /// - Throws: `invalidArgument` for a text that is not a cursor.
    init(_ text: String) throws(CommandError) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            .map { Int(String(Substring($0))) }
        guard parts.count == 2, let kind = parts[0], let place = parts[1], kind >= 0, place >= 0
        else { throw .foreignCursor }
        self.init(kind: kind, place: place)
    }

    var description: String { "\(kind)-\(place)" }
}
