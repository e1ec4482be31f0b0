public import PagerModel

/// What a daemon shows now, as far as a book can say it.
public struct Running: Sendable {
    let windows: [WindowRecord]
    /// In the order in which they were made.
    let controllers: [ControllerRecord]
    /// Those that are not built in.
    let styles: [TransitionStyle]
    /// Views of controllers, and plain ones, in the order in which they were made.
    let views: [ViewRecord]
    /// How controllers are presented, by their ids.
    let presentations: [String: ModalGet.Reply]
    /// What no book can say, a sentence each.
    var omissions: [String] = []
    private let viewPlaces: [String: Int]
    private let places: [String: Int]
    /// The container in whose list a controller stands, or whose child it is.
    private let owners: [String: String]
    /// By the primary, the secondary column that a narrow split has put on its stack.
    private let collapsed: [String: String]

    /// - Parameters:
    ///   - styles: all of the daemon's, the built-in ones too.
    ///   - views: plain ones, and those of controllers whose views are loaded.
    ///   - presentations: of the controllers that are presented.
    public init(
        windows: [WindowRecord], controllers: [ControllerRecord], styles: [TransitionStyle],
        views: [ViewRecord] = [], presentations: [ModalGet.Reply] = []
    ) {
        self.windows = windows
        self.views = views
        self.presentations = Dictionary(
            presentations.map { ($0.id.text, $0) }, uniquingKeysWith: { $1 })
        viewPlaces = Dictionary(
            views.enumerated().map { ($1.id.text, $0) }, uniquingKeysWith: { $1 })
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

    /// Reads `windows`, `controllers` and `views` as a snapshot has them, `styles`, `presentations`
    /// and `omissions`.
    ///
    /// - Throws: `invalidParams` with the path of what is missing or of another form.
    public init(reading value: Value) throws(Refusal) {
        self.init(
            windows: try Self.read(value, "windows"),
            controllers: try Self.read(value, "controllers"),
            styles: try Self.read(value, "styles"),
            views: value["views"] == nil ? [] : try Self.read(value, "views"),
            presentations: value["presentations"] == nil
                ? [] : try Self.read(value, "presentations"))
        omissions = (value["omissions"]?.array ?? []).compactMap(\.string)
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

    /// A book that brings this about: YAML, after a comment for each thing that it cannot say.
    public var book: String {
        let writer = BookWriter(running: self)
        let comments = (omissions + writer.omissions).map {
            "# not in this book: \($0.printable)\n"
        }
        return comments.joined() + YAMLWriter.text(of: writer.book())
    }

    func view(_ id: String) -> ViewRecord? { viewPlaces[id].map { views[$0] } }

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
