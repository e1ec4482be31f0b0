public import PagerModel

/// What a daemon shows now, as far as a book can say it.
public struct Running: Sendable {
    let windows: [WindowRecord]
    /// In the order in which they were made.
    let controllers: [ControllerRecord]
    /// Those that are not built in.
    let styles: [TransitionStyle]
    private let places: [String: Int]
    /// The container in whose list a controller stands, or whose child it is.
    private let owners: [String: String]
    /// By the primary, the secondary column that a narrow split has put on its stack.
    private let collapsed: [String: String]

    /// - Parameter styles: all of the daemon's, the built-in ones too.
    public init(
        windows: [WindowRecord], controllers: [ControllerRecord], styles: [TransitionStyle]
    ) {
        self.windows = windows
        self.controllers = controllers
        let builtIn = Set(TransitionStyle.builtIn.map(\.name))
        self.styles = styles.filter { !builtIn.contains($0.name) }
        places = Dictionary(
            uniqueKeysWithValues: controllers.enumerated().map { ($1.id.text, $0) })
        var owners: [String: String] = [:]
        for controller in controllers {
            for child in controller.children { owners[child.text] = controller.id.text }
        }
        for controller in controllers {
            for member in controller.members { owners[member] = controller.id.text }
        }
        self.owners = owners
        let splits = controllers.filter { $0.ofKind["collapsed"] == true }.map(\.members)
        collapsed = Dictionary(
            splits.filter { $0.count == 2 }.map { ($0[0], $0[1]) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Reads `windows` and `controllers` as a snapshot has them, and `styles`.
    ///
    /// - Throws: `invalidParams` with the path of what is missing or of another form.
    public init(reading value: Value) throws(Refusal) {
        self.init(
            windows: try Self.read(value, "windows"),
            controllers: try Self.read(value, "controllers"),
            styles: try Self.read(value, "styles"))
    }

    private static func read<T: FieldValue>(
        _ value: Value, _ name: String
    ) throws(Refusal) -> [T] {
        do {
            return try [T](reading: value[name] ?? .null)
        } catch {
            throw error.inside(name)
        }
    }

    /// A book that brings this about: YAML.
    public var book: String { YAMLWriter.text(of: BookWriter(running: self).book()) }

    subscript(_ id: String) -> ControllerRecord? { places[id].map { controllers[$0] } }

    func owner(of id: String) -> String? { owners[id] }

    /// Who presents a controller, nil where it is not presented itself.
    func presenter(of id: String) -> String? {
        guard let record = self[id], record.parent == nil else { return nil }
        return record.presentingViewController?.text
    }

    /// The secondary column that a narrow split has put on this primary's stack.
    func collapsedColumn(on primary: String) -> String? { collapsed[primary] }

    /// The containers before what is in them.
    var outerFirst: [ControllerRecord] {
        func depth(_ id: String) -> Int { owner(of: id).map { depth($0) + 1 } ?? 0 }
        return controllers.map { (depth($0.id.text), $0) }
            .sorted { ($0.0, $0.1.id.text) < ($1.0, $1.1.id.text) }.map(\.1)
    }

    /// The outermost container of a controller.
    func familyRoot(of id: String) -> String {
        var current = id
        while let parent = self[current]?.parent { current = parent.text }
        return current
    }
}

extension ControllerRecord {
    /// The members of its list; the children, where its kind has none.
    var members: [String] {
        switch kind {
        case "pager": names(in: "pages")
        case "tabBar", "navigation", "page": names(in: "controllers")
        case "split": ["primary", "secondary"].compactMap { ofKind[$0]?.string }
        default: children.map(\.text)
        }
    }

    /// All its options in their full form, and what else its kind tells of itself.
    var completeOptions: [Value.Member] {
        let general = Value(fields: options, writesNull: true).members ?? []
        guard let own = Shape(kind).options else { return general + ofKind }
        // Numbers as they are read, not as they were written: 1 and 1.0 are the same duration.
        var decoder = FieldDecoder(ofKind.filter { own.names.contains($0.name) })
        return general + ((try? own.read(&decoder)) ?? ofKind)
    }

    private func names(in member: String) -> [String] {
        (ofKind[member]?.array ?? []).compactMap(\.string)
    }
}

extension [Value.Member] {
    subscript(_ name: String) -> Value? { first { $0.name == name }?.value }
}
