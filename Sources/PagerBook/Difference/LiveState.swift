public import PagerModel

/// What a daemon shows now, as far as a book can say it.
public struct LiveState: Sendable {
    let windows: [WindowRecord]
    /// In the order in which they were made.
    let controllers: [ControllerRecord]
    let styles: [TransitionStyle]
    /// Views of controllers, and plain ones, in the order in which they were made.
    let views: [ViewRecord]
    /// How controllers are presented, by their ids.
    let presentations: TextDictionary<ModalGet.Reply>
    public let vocabulary: BookVocabulary
    /// What no book can say, a sentence each.
    var omissions: [String] = []
    private let viewPlaces: TextDictionary<Int>
    private let places: TextDictionary<Int>
    /// The container in whose list a controller stands, or whose child it is.
    private let owners: TextDictionary<String>
    /// The list or slots of each container.
    private let lists: TextDictionary<[String]>
    /// All that lists and slots have.
    private let members: TextSet
    /// For a controller, the last members of its list, as far as the list of the container around
    /// it has them too: a narrow split puts its other columns onto the primary column's stack.
    private let collapsed: TextDictionary<[String]>

    /// - Parameters:
    ///   - styles: all of the daemon's, the built-in ones too.
    ///   - views: plain ones, and those of controllers whose views are loaded.
    ///   - presentations: of the controllers that are presented.
    ///   - vocabulary: what the daemon has before anything is shown.
    /// - Throws: `invalidParams` for what no daemon has: two records of one id, a record in two
    ///   places or inside itself, or more than `Limits.depth` levels.
    public init(
        windows: [WindowRecord], controllers: [ControllerRecord], styles: [TransitionStyle],
        views: [ViewRecord] = [], presentations: [ModalGet.Reply] = [],
        vocabulary: BookVocabulary = .builtIn
    ) throws(CommandError) {
        self.vocabulary = vocabulary
        self.windows = windows
        self.views = views
        self.presentations = TextDictionary(
            presentations.map { ($0.id.text, $0) }, uniquingKeysWith: { $1 })
        viewPlaces = TextDictionary(
            views.enumerated().map { ($1.id.text, $0) }, uniquingKeysWith: { $1 })
        self.controllers = controllers
        self.styles = styles
        places = TextDictionary(
            controllers.enumerated().map { ($1.id.text, $0) }, uniquingKeysWith: { $1 })
        var owners: TextDictionary<String> = [:]
        for controller in controllers {
            for child in controller.children { owners[child.text] = controller.id.text }
        }
        var lists: TextDictionary<[String]> = [:]
        var all: TextSet = []
        for controller in controllers {
            let members = vocabulary[controller.kind].contents?.members(of: controller) ?? []
            lists[controller.id.text] = members
            for member in members { owners[member] = controller.id.text }
            all.formUnion(members)
        }
        self.owners = owners
        self.lists = lists
        members = all
        collapsed = Self.collapsed(lists)
        try checkNesting()
    }

    /// The controllers that two lists have, by those in whose lists they are last.
    private static func collapsed(_ lists: TextDictionary<[String]>) -> TextDictionary<[String]> {
        var collapsed: TextDictionary<[String]> = [:]
        for members in lists.values where members.count > 1 {
            let all = TextSet(members)
            for member in members {
                let inner = lists[member] ?? []
                let last = inner.reversed().prefix { all.contains($0) }
                if !last.isEmpty { collapsed[member] = last.reversed() }
            }
        }
        return collapsed
    }

    /// Reads `windows`, `controllers` and `views` as a snapshot has them, `styles`, `presentations`,
    /// `omissions`, and `vocabulary`, which has `kinds` and `styles` as `server.describe` tells them.
    ///
    /// - Throws: `invalidParams` with the path of what is missing or of another form, or that no
    ///   daemon has.
    public init(reading value: Value) throws(CommandError) {
        try self.init(
            windows: try Self.read(value, "windows"),
            controllers: try Self.read(value, "controllers"),
            styles: try Self.read(value, "styles"),
            views: value["views"] == nil ? [] : try Self.read(value, "views"),
            presentations: value["presentations"] == nil
                ? [] : try Self.read(value, "presentations"),
            vocabulary: BookVocabulary(describedBy: value["vocabulary"] ?? .null))
        omissions = (value["omissions"]?.array ?? []).compactMap(\.string)
    }

    private static func read<T: FieldValue>(
        _ value: Value, _ name: String
    ) throws(CommandError) -> [T] {
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

    /// The last members of a controller's list that the list of the container around it has too.
    func collapsedMembers(of id: String) -> [String] { collapsed[id] ?? [] }

    /// The contents of a controller: its list, or what is in its slots. Empty for a kind that has
    /// only children that a client adds.
    func contents(of id: String) -> [String] { lists[id] ?? [] }

    /// The contents without the last members that the container around it has in its own contents,
    /// as a narrow split has those of its primary column.
    func ownContents(of id: String) -> [String] {
        contents(of: id).dropLast(collapsedMembers(of: id).count)
    }

    /// Whether a container has a controller in its contents, and so places its view. O(1).
    func isContents(_ id: String) -> Bool { members.contains(id) }

    /// The children that a client has added, and those between two places of their containers.
    func children(of id: String) -> [String] {
        (self[id]?.children ?? []).map(\.text).filter { !isContents($0) }
    }

    /// The containers before what is in them.
    var outerFirst: [ControllerRecord] {
        func depth(_ id: String) -> Int { owner(of: id).map { depth($0) + 1 } ?? 0 }
        return controllers.map { (depth($0.id.text), $0) }
            .sorted { ($0.0, $0.1.id.text) < ($1.0, $1.1.id.text) }.map(\.1)
    }

    /// The controller in whose view the view of another lies, nil where it lies in none.
    func nearestController(around id: String) -> String? {
        var current = view(id)?.superview?.text
        while let id = current, self[id] == nil { current = view(id)?.superview?.text }
        return current
    }

    /// The outermost container of a controller.
    func familyRoot(of id: String) -> String {
        var current = id
        while let parent = self[current]?.parent { current = parent.text }
        return current
    }
}

extension LiveState {
    /// All options of a controller in their full form, and what else an unknown kind tells of it.
    func completeOptions(of record: ControllerRecord) -> [Value.Member] {
        let general = Value(fields: record.options, writesNull: true).members ?? []
        // Numbers as they are read, not as they were written: 1 and 1.0 are the same duration.
        let own = try? vocabulary[record.kind].options?.read(record.ofKind)
        return general + (own ?? record.ofKind)
    }
}

extension BookContents {
    /// The ids in a record.
    fileprivate func members(of record: ControllerRecord) -> [String] {
        switch form {
        case .list: (record.ofKind[members[0]]?.array ?? []).compactMap(\.string)
        case .slots: keys.compactMap { record.ofKind[$0]?.string }
        }
    }
}

extension [Value.Member] {
    subscript(_ name: String) -> Value? { first { $0.name == name }?.value }
}
