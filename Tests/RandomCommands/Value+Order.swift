package import PagerModel

extension Value {
    /// The value with members sorted by name, because the order of a record's members has no
    /// meaning.
    package var inOrder: Value {
        switch self {
        case .array(let items): .array(items.map(\.inOrder))
        case .object(let members):
            .object(
                members.map { Member($0.name, $0.value.inOrder) }.sorted { $0.name < $1.name })
        default: self
        }
    }
}
