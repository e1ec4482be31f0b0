internal import PagerModel

/// The tree of controllers, drawn.
enum Drawing {
    /// One line a controller: what is on screen has a filled mark.
    static func tree(_ roots: [Value]) -> [String] {
        if roots.isEmpty { return ["nothing there"] }
        var lines: [String] = []
        for root in roots { draw(root, first: "", rest: "", &lines) }
        return lines
    }

    private static func draw(
        _ record: Value, first: String, rest: String, _ lines: inout [String]
    ) {
        lines.append(first + label(record))
        let children = record["children"]?.array ?? []
        for (index, child) in children.enumerated() {
            let isLast = index == children.count - 1
            draw(
                child, first: rest + (isLast ? "└─ " : "├─ "),
                rest: rest + (isLast ? "   " : "│  "), &lines)
        }
    }

    private static func label(_ record: Value) -> String {
        let appearance = record["appearance"]?.string ?? ""
        let isVisible = record["window"]?.string != nil && appearance != "disappeared"
        var words = [
            isVisible ? "●" : "○", record["id"]?.string ?? "?", record["kind"]?.string ?? "?",
            appearance,
        ]
        if let title = record["title"]?.string { words.append("\"\(title)\"") }
        let parent = record["parent"]?.string
        if parent == nil, let window = record["window"]?.string { words.append("in \(window)") }
        let members = (record["pages"] ?? record["controllers"])?.array ?? []
        if let selected = record["selected"]?.string, let index = record["index"]?.integer {
            words.append("shows \(selected), \(index + 1) of \(members.count)")
        } else if let top = record["top"]?.string {
            words.append("shows \(top), \(members.count) deep")
        }
        if let presenting = record["presentingViewController"]?.string, parent == nil {
            words.append("presented by \(presenting)")
        }
        return words.joined(separator: " ")
    }
}
