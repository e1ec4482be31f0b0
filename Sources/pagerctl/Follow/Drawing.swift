internal import PagerModel

/// The tree of controllers as text.
enum Drawing {
    /// Returns one line per controller. A filled mark means that the controller is on screen.
    static func tree(_ roots: [Value]) -> [String] {
        if roots.isEmpty { return ["no controllers"] }
        return rows(roots) { $0["children"]?.array ?? [] }.map(\.line)
    }

    /// Returns the id of each controller and the line that draws it, from the roots down.
    ///
    /// - Parameter inside: Returns the records that are drawn below a record.
    static func rows(
        _ roots: [Value], inside: (Value) -> [Value]
    ) -> [(id: String, line: String)] {
        var rows: [(id: String, line: String)] = []
        for root in roots { draw(root, first: "", rest: "", depth: 0, inside, &rows) }
        return rows
    }

    private static func draw(
        _ record: Value, first: String, rest: String, depth: Int, _ inside: (Value) -> [Value],
        _ rows: inout [(id: String, line: String)]
    ) {
        // This limit prevents an endless loop if a record is in several lists or inside itself.
        // pagerd never sends such records.
        guard depth < Limits.depth, rows.count < Limits.nodes else { return }
        rows.append((record["id"]?.string ?? "", first + label(record)))
        let children = inside(record)
        for (index, child) in children.enumerated() {
            let isLast = index == children.count - 1
            draw(
                child, first: rest + (isLast ? "└─ " : "├─ "),
                rest: rest + (isLast ? "   " : "│  "), depth: depth + 1, inside, &rows)
        }
    }

    private static func label(_ record: Value) -> String {
        let appearance = record["appearance"]?.string ?? ""
        var words = [
            record.isOnScreen ? "●" : "○", record["id"]?.string ?? "?",
            record["kind"]?.string ?? "?",
            appearance,
        ]
        if let title = record["title"]?.string { words.append("\"\(title)\"") }
        let parent = record["parent"]?.string
        if parent == nil, let window = record["window"]?.string { words.append("in \(window)") }
        let members = (record["pages"] ?? record["controllers"])?.array ?? []
        if let selected = record["selected"]?.string, let index = record["index"]?.integer {
            let place = ListPlace(index: index, count: members.count)
            words.append("shows \(selected), \(place.text)")
        } else if let top = record["top"]?.string {
            words.append("shows \(top), \(members.count) deep")
        }
        if let presenting = record["presentingViewController"]?.string, parent == nil {
            words.append("presented by \(presenting)")
        }
        return words.joined(separator: " ")
    }
}

extension Value {
    /// Whether the controller is visible.
    var isOnScreen: Bool { self["window"]?.string != nil && self["appearance"] != "disappeared" }
    /// Whether the controller belongs to an alarm: a page that `pagerctl alarm` shows over all
    /// others.
    var isAlarm: Bool { AlarmMark.isAlarm(id: self["id"]?.string, content: self["content"]) }
}

extension [Value] {
    /// The records of the visible controllers that have no visible children.
    var shown: [Value] {
        let visible = filter(\.isOnScreen)
        let ids = Set<TextKey>(visible.compactMap { $0["id"]?.string.map { TextKey($0) } })
        return visible.filter { record in
            !(record["children"]?.array ?? []).contains { ids.contains(TextKey($0.string ?? "")) }
        }
    }
}
