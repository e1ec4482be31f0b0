public import Containment
package import PagerModel
internal import PagerWire

/// Functions that record the events of a scene as text.
extension Scene {
    /// Returns the callbacks and events that the closure causes, in order, as text such as
    /// `detail.viewWillAppear(true)` or `stack.navigation.didShow(detail,true)`. Check files use
    /// the same form.
    ///
    /// The result contains neither earlier events nor events without such a form, such as
    /// `parentChanged`.
    ///
    /// - Parameter groups: the event groups to return, such as `appear`, `move` or `pager`; nil for
    ///   all. docs/reference/CHECKS.md lists them.
    public mutating func record(
        _ groups: Set<String>? = nil, _ body: (inout Scene) throws -> Void
    ) rethrows -> [String] {
        drain { _ in }
        try body(&self)
        if let problem = problem(of: groups ?? []) { return [problem] }
        return drain { $0.sentences(of: groups.map { TextSet($0) }) }
    }

    /// Returns an error message for the first name in `groups` that is not the name of an event
    /// group. Returns nil if all names are valid.
    ///
    /// Recordings return this message in place of the callbacks. Otherwise, a test that expects no
    /// callbacks of a misspelt group would pass.
    package func problem(of groups: some Sequence<String>) -> String? {
        let known = CheckForms(events).kinds
        guard let group = groups.first(where: { !known.contains($0) }) else { return nil }
        return "no callbacks belong to the group \(quoted(group))"
            + Spelling.question(about: group, among: known.sorted())
    }

    /// Returns the events since the last `drain` as text, such as `detail.viewWillAppear(true)`.
    /// O(events).
    ///
    /// - Parameter groups: the event groups to return; nil for all.
    package func sentences(of groups: TextSet?) -> [String] {
        let forms = CheckForms(events)
        var encoder = EventEncoder(events)
        let stamp = EventStamp(
            seq: 0, previousInCategory: 0, previousOfSubject: 0, revision: 0, time: now)
        encoder.begin(self, log)
        for event in log.events { encoder.encode(event, stamp) }
        encoder.end()
        let bytes = encoder.bytes.array
        return encoder.frames.compactMap { frame in
            guard let value = try? JSONParser.parse(Array(bytes[frame.payload..<frame.end])),
                let token = CheckToken(event: value, forms),
                groups?.contains(token.kind) ?? true
            else { return nil }
            return token.text
        }
    }
}
