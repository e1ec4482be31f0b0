internal import PagerClient
internal import PagerModel
internal import PagerWire

/// Functions that format replies as readable text.
enum Report {
    /// Returns the lines to print for a reply.
    ///
    /// - Parameter selection: The page that the command's container shows now; it is printed
    ///   instead of the transition's id. Nil if the page is not known.
    static func lines(
        _ reply: Reply, of method: String, _ selection: String? = nil
    ) -> [String] {
        if let selection {
            return [reply.transition == nil ? "\(selection): nothing moved" : selection]
        }
        switch method {
        case EventsReplay.method:
            let tail =
                reply.result["complete"] == false ? ["(older events are no longer kept)"] : []
            return tail + reply.events.map { EventLine.text($0) }
        case ControllerTree.method:
            return Drawing.tree(reply.result["controllers"]?.array ?? [])
        case Batch.method:
            return batch(reply.result["results"]?.array ?? [])
        case ServerDescribe.method: return [reply.result.prettyJSON]
        default: return lines(reply.own)
        }
    }

    /// Returns the lines to print for a command that has changed the pages of a container, or nil
    /// for any other command. Such a command need not move to another page.
    ///
    /// - Parameter selection: The page that the container shows now, if it shows one.
    static func change(
        of method: String, _ params: [Value.Member], _ selection: String?
    ) -> [String]? {
        func param(_ name: String) -> Value? { params.first { $0.name == name }?.value }
        let done: String
        switch method {
        case PagerRemove.method: done = "removed \(param("page")?.string?.printable ?? "a page")"
        case PagerSetPages.method: done = "set \(count(param("pages"), "page"))"
        case TabBarSetControllers.method: done = "set \(count(param("controllers"), "tab"))"
        default: return nil
        }
        return [selection.map { "\(done): \($0)" } ?? done]
    }

    private static func count(_ list: Value?, _ noun: String) -> String {
        let count = list?.array?.count ?? 0
        return "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    private static func batch(_ results: [Value]) -> [String] {
        let count = results.count { $0["error"] == nil }
        return ["executed \(count) command\(count == 1 ? "" : "s")"]
    }

    /// Returns members as aligned lines, with lists of records as tables below them.
    static func lines(_ members: [Value.Member]) -> [String] {
        if members.isEmpty { return ["ok"] }
        if members.count == 1, let only = members.first {
            if only.name == "transition" {
                return [only.value.string ?? "nothing moved"]
            }
            if Cell.isScalar(only.value) { return [Cell.text(only.value)] }
            if let records = only.value.array, isTable(records) { return table(records) }
            if let records = only.value.array, records.isEmpty { return ["none"] }
        }
        let width = members.map(\.name.utf8.count).max() ?? 0
        var lines: [String] = []
        var tables: [Value.Member] = []
        for member in members {
            if let records = member.value.array, !records.isEmpty, isTable(records) {
                tables.append(member)
            } else {
                lines.append("\(pad(member.name, width))  \(Cell.text(member.value))")
            }
        }
        for member in tables {
            lines += ["", member.name] + table(member.value.array ?? []).map { "  " + $0 }
        }
        return lines
    }

    private static func isTable(_ items: [Value]) -> Bool {
        !items.isEmpty && items.allSatisfy { $0.members != nil }
    }

    /// The columns of the tables for known types of records. A table of other records has a column
    /// for each member that is neither a list nor an object.
    private static let columns: [[String]] = [
        ["id", "kind", "title", "parent", "appearance", "window"],
        ["id", "size", "root"],
        ["transition", "container", "from", "to", "style", "duration", "interactive", "progress"],
        ["id", "superview", "window", "frame", "hidden"],
    ]

    static func table(_ records: [Value]) -> [String] {
        let first = records.first?.members ?? []
        let names =
            columns.first { wanted in
                wanted.allSatisfy { name in first.contains { $0.name == name } }
            } ?? first.filter { Cell.isScalar($0.value) }.map(\.name)
        let rows =
            [names.map { $0.printable.uppercased() }]
            + records.map { record in names.map { Cell.text(record[$0] ?? .null).printable } }
        let widths = names.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, text in
                column == names.count - 1 ? text : pad(text, widths[column])
            }
            return cells.joined(separator: "  ")
        }
    }

    static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
