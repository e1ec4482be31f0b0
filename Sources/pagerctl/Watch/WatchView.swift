internal import PagerClient
internal import PagerModel

/// The content of `pagerctl watch`: the tree, the events, the running transition and the keys.
struct WatchView {
    var name = ""
    var mirror = Mirror()
    /// The latest events as lines, oldest first.
    var events: [(category: String, line: String)] = []
    /// The id of the controller under the cursor. Nil if there is none.
    var chosen: String?
    /// The index of the selected event filter in `filters`.
    var filter = 0
    /// A message for the user: the last error, or the reason why the program waits.
    var notice = ""

    static let filters = ["all", "lifecycle", "pager", "transition", "containment", "presentation"]
    private static let kept = 2_000
    private static let keys = "←→ turn  ↑↓ choose  ⏎ show  p pause  f filter  q quit"

    mutating func note(_ event: Value) {
        events.append((event["category"]?.string ?? "", EventLine.text(event)))
        if events.count > Self.kept { events.removeFirst(Self.kept / 4) }
    }

    // MARK: Tree

    /// Returns the controllers with their lines, in the order in which the tree shows them.
    private static func rows(_ controllers: [Value]) -> [(id: String, line: String)] {
        var byID = TextDictionary<Value>()
        for record in controllers.reversed() { byID[record["id"]?.string ?? ""] = record }
        let contents = { (record: Value) in inside(record, byID) }
        let contained = Set<TextKey>(controllers.flatMap(contents).map { TextKey($0) })
        let roots = controllers.filter { !contained.contains(TextKey($0["id"]?.string ?? "")) }
        return Drawing.rows(roots) { contents($0).compactMap { byID[$0] } }
    }

    /// Returns the ids to draw below a record. For a container, returns the ids of its pages,
    /// controllers or columns, even if these are not its children now. For any other record,
    /// returns the ids of its children. A column that a collapsed split has moved to a stack is
    /// drawn only below the stack.
    private static func inside(
        _ record: Value, _ byID: TextDictionary<Value>
    ) -> [String] {
        let columns = ["primary", "supplementary", "secondary"].compactMap { record[$0]?.string }
        if !columns.isEmpty {
            return columns.filter { column in
                let parent = byID[column]?["parent"]?.string
                return parent == nil || parent == record["id"]?.string
            }
        }
        let list = record["pages"] ?? record["controllers"] ?? record["children"]
        return (list?.array ?? []).compactMap(\.string)
    }

    /// Moves the cursor by a number of rows.
    mutating func choose(by step: Int) {
        let rows = Self.rows(mirror.controllers)
        guard !rows.isEmpty else { return chosen = nil }
        let now = rows.firstIndex { $0.id == chosen }
        let next = now.map { min(max($0 + step, 0), rows.count - 1) } ?? 0
        chosen = rows[next].id
    }

    // MARK: Lines

    func lines(width: Int, height: Int) -> [String] {
        let body = max(height - 3, 1)
        let isWide = width >= 90
        let left = isWide ? width * 2 / 5 : width
        let upper = isWide ? body : (body + 1) / 2
        // `controllers` sorts the records at each access, so read it only once per drawing.
        let controllers = mirror.controllers
        let tree = treeLines(Self.rows(controllers), left, upper)
        let shown = events.filter { filter == 0 || $0.category == Self.filters[filter] }
        let stream = shown.suffix(isWide ? body : body - upper).map(\.line)
        var lines = [Self.inverse(Columns.fit(headline(controllers), width))]
        if isWide {
            for row in 0..<body {
                let event = row < stream.count ? stream[row] : ""
                lines.append(tree[row] + "│" + Columns.fit(" " + event, width - left - 1))
            }
        } else {
            lines += tree
            for row in 0..<(body - upper) {
                lines.append(Columns.fit(row < stream.count ? stream[row] : "", width))
            }
        }
        lines.append(Columns.fit(motion ?? notice, width))
        lines.append(Self.inverse(Columns.fit(Self.keys, width)))
        return Array(lines.suffix(height))
    }

    private func headline(_ controllers: [Value]) -> String {
        let parts = ShownState(
            windows: mirror.windows, controllers: controllers,
            transitions: mirror.transitions
        ).parts.map(\.text)
        let filter = filter == 0 ? "" : "  [\(Self.filters[filter])]"
        return "\(name): \(parts.isEmpty ? "no windows" : parts.joined(separator: "; "))"
            + "  #\(mirror.seq)\(filter)"
    }

    /// Returns the lines of the tree that fit into the height, including the line with the cursor.
    private func treeLines(
        _ rows: [(id: String, line: String)], _ width: Int, _ height: Int
    ) -> [String] {
        let cursor = rows.firstIndex { $0.id == chosen } ?? 0
        let start = min(max(cursor - height / 2, 0), max(rows.count - height, 0))
        return (0..<height).map { offset in
            let row = start + offset
            guard row < rows.count else { return Columns.fit("", width) }
            let text = Columns.fit(rows[row].line, width)
            return rows[row].id == chosen ? Self.inverse(text) : text
        }
    }

    /// The first running transition as text, such as `book curlUp a → b  ████░░░░`. Nil if no
    /// transition is running.
    private var motion: String? {
        guard let transition = mirror.transitions.first else { return nil }
        let part = { (name: String) in transition[name]?.string ?? "-" }
        var text = "\(part("container")) \(part("style")) \(part("from")) → \(part("to"))"
        if transition["interactive"] == true {
            let progress = transition["progress"]?.double ?? 0
            let filled = Int((min(max(progress, 0), 1) * 20).rounded())
            text +=
                "  " + String(repeating: "█", count: filled)
                + String(repeating: "░", count: 20 - filled)
        }
        return text
    }

    private static func inverse(_ text: String) -> String { "\u{1B}[7m\(text)\u{1B}[0m" }
}
