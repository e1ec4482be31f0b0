internal import PagerModel
internal import PagerWire

/// Functions that apply the events of container kinds, such as pagers, to the copied records. The
/// daemon declares which members of a record each event changes.
extension Mirror {
    mutating func applyKind(
        _ category: String, _ name: String, _ subject: String, _ event: Value
    ) {
        guard let changes = changes.changes(category, name),
            var record = controllerRecords[subject]
        else { return }
        for change in changes { record.carryOut(change, of: event) }
        controllerRecords[subject] = record
    }
}

extension MirrorRecord {
    fileprivate mutating func carryOut(_ change: RecordChange, of event: Value) {
        switch change {
        case .set(let member, let field): self[member] = event[field]
        case .select(let list, let field): select(event[field]?.integer, in: list)
        case .reselect(let list):
            let selected = self["selected"]?.string
            let place = selected.flatMap { id in elements(list).firstIndex { $0.string == id } }
            select(place, in: list)
        case .last(let member, let list): self[member] = elements(list).last ?? .null
        }
    }

    private mutating func select(_ index: Int?, in list: String) {
        let elements = elements(list)
        let place = index.flatMap { elements.indices.contains($0) ? $0 : nil }
        self["index"] = place.map { .integer($0) } ?? .null
        self["selected"] = place.map { elements[$0] } ?? .null
    }

    /// Returns the elements of the list in the member `list`, including null elements. Returns an
    /// empty array if the member's value is not a list.
    private func elements(_ list: String) -> [Value] { self[list]?.array ?? [] }
}
