internal import PagerModel

/// The transition styles of a scene. No two have the same name. A style keeps its index, because
/// plans and events refer to it by index.
struct StyleTable: Sendable {
    private(set) var all: [TransitionStyle] = []
    private var indexes: [TextKey: Int] = [:]

    init(_ styles: [TransitionStyle]) {
        for style in styles { add(style) }
    }

    var count: Int { all.count }

    subscript(index: Int) -> TransitionStyle { _read { yield all[index] } }

    func index(named name: String) -> Int? { indexes[TextKey(name)] }

    /// Adds a style whose name is not taken.
    mutating func add(_ style: TransitionStyle) {
        indexes[TextKey(style.name)] = all.count
        all.append(style)
    }

    mutating func replace(at index: Int, _ style: TransitionStyle) { all[index] = style }

    /// Archives the styles in order. When reading, the program's definition of a style takes
    /// precedence, and the program's new styles are appended.
    mutating func visit(_ archive: inout Archive) {
        let present = all
        archive.declaration(of: TransitionStyle.self, "a style")
        all.visit(&archive)
        guard archive.isReading else { return }
        archive.require(all.first?.name == present[0].name, "the first style is not none")
        indexes = [:]
        for (index, style) in all.enumerated() { indexes[TextKey(style.name)] = index }
        archive.require(indexes.count == all.count, "two styles have the same name")
        for style in present {
            if let index = index(named: style.name) {
                all[index] = style
            } else {
                add(style)
            }
        }
        archive.styles = all.count
    }
}

extension Scene {
    var styles: StyleTable { _read { yield state.styles } }
}
