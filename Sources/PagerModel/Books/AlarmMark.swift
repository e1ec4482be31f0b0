/// The mark of the controllers of an alarm, a page that `pagerctl alarm` shows over all others.
package enum AlarmMark {
    /// The beginning of their ids. Content alone is no mark, because a book and each plugin may
    /// have any.
    package static let prefix = "alarm-"
    /// A member of their content.
    package static let member = Value.Member("alarm", true)

    package static func isAlarm(id: String?, content: Value?) -> Bool {
        id?.hasPrefix(prefix) == true && content?[member.name] == member.value
    }

    /// Returns those of some controllers that are related to no other object, directly or through
    /// each other: a client that uses a controller of an alarm in another place keeps it there.
    ///
    /// - Parameter relations: Pairs of an object and its parent, superview, list or presenter.
    package static func unused(
        _ controllers: TextSet, _ relations: [(String, String)]
    ) -> TextSet {
        var related: TextDictionary<[String]> = [:]
        var used: [String] = []
        for (first, second) in relations {
            switch (controllers.contains(first), controllers.contains(second)) {
            case (true, true):
                related[first] = related[first, default: []] + [second]
                related[second] = related[second, default: []] + [first]
            case (true, false): used.append(first)
            case (false, true): used.append(second)
            case (false, false): continue
            }
        }
        var unused = controllers
        while let next = used.popLast() {
            if unused.remove(next) { used += related[next] ?? [] }
        }
        return unused
    }
}
