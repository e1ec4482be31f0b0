public import PagerModel

/// The part of a daemon's state that a book (a file that describes windows and pages) can contain.
public struct LiveState: Sendable {
    package let windows: [WindowRecord]
    /// The controllers in order of creation.
    package let controllers: [ControllerRecord]
    package let styles: [TransitionStyle]
    /// The views, with and without controllers, in order of creation.
    package let views: [ViewRecord]
    /// A map from the id of each presented controller to the description of its presentation.
    package let presentations: TextDictionary<ModalGet.Reply>
    public let vocabulary: BookVocabulary
    /// A sentence for each part of the state that no book can describe.
    package internal(set) var omissions: [String] = []
    /// The alarms that `withoutAlarms` has removed from this copy of the state, and that are on
    /// screen.
    package internal(set) var alarms: [Alarm] = []
    /// The controllers that `withoutAlarms` has removed from this copy of the state.
    var alarmRecords: [ControllerRecord] = []
    private let viewPlaces: TextDictionary<Int>
    private let places: TextDictionary<Int>
    /// A map from the id of each controller to the id of its owner. If the controller is in a
    /// container's list (such as the pages of a pager) or slot (such as a column of a split), the
    /// owner is that container. For any other child, the owner is the parent.
    private let owners: TextDictionary<String>
    /// A map from the id of each container to the ids in its list (such as the pages of a pager) or
    /// in its slots (such as the columns of a split).
    private let lists: TextDictionary<[String]>
    /// The ids of all controllers in lists (such as the pages of a pager) and in slots (such as the
    /// columns of a split).
    private let members: TextSet
    /// A map from the id of a split's primary column to the columns that the collapsed split has
    /// put onto the primary column's stack. The split also lists these columns. Controllers that
    /// clients have pushed afterwards are above them.
    private let collapsed: TextDictionary<[String]>

    /// Creates a state from records.
    ///
    /// - Parameters:
    ///   - styles: All styles of the daemon, including the built-in ones.
    ///   - views: The views without a controller, and those of controllers whose views are loaded.
    ///   - presentations: The presentations of presented controllers.
    ///   - vocabulary: The controller kinds and transition styles that the daemon has before it
    ///     shows a book.
    /// - Throws: `invalidParams` for an impossible state: two records with the same id, a record in
    ///   two places or inside itself, or more than `Limits.depth` levels.
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
        collapsed = Self.collapsed(lists)
        for (stack, columns) in collapsed {
            for column in columns { owners[column] = stack }
        }
        self.owners = owners
        self.lists = lists
        members = all
        try checkNesting()
    }

    /// Finds the columns that collapsed splits have put onto stacks; see the property `collapsed`.
    /// Such columns are in a controller's list, and the controller's container lists them too.
    private static func collapsed(_ lists: TextDictionary<[String]>) -> TextDictionary<[String]> {
        var collapsed: TextDictionary<[String]> = [:]
        for members in lists.values where members.count > 1 {
            let all = TextSet(members)
            for member in members {
                let columns = (lists[member] ?? []).filter { all.contains($0) }
                if !columns.isEmpty { collapsed[member] = columns }
            }
        }
        return collapsed
    }

    /// Creates a state from a JSON object.
    ///
    /// The members `windows`, `controllers` and `views` have the same form as in a snapshot. The
    /// member `vocabulary` has the `kinds` and `styles` from the result of `server.describe`. The
    /// other members are `styles`, `presentations` and `omissions`.
    ///
    /// - Throws: `invalidParams` with the path of a value that is missing, has the wrong type, or
    ///   is impossible.
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

    package func view(_ id: String) -> ViewRecord? { viewPlaces[id].map { views[$0] } }

    package subscript(_ id: String) -> ControllerRecord? { places[id].map { controllers[$0] } }

    package func owner(of id: String) -> String? { owners[id] }

    /// Returns the presenter of a controller, or nil if it is not presented.
    package func presenter(of id: String) -> String? {
        guard let record = self[id], record.parent == nil else { return nil }
        return record.presentingViewController?.text
    }

    /// Returns the columns that a collapsed split has put onto a controller's stack. The split also
    /// lists these columns.
    func collapsedMembers(of id: String) -> [String] { collapsed[id] ?? [] }

    /// Returns the ids of a controller's contents: its list (such as the pages of a pager) or the
    /// controllers in its slots (such as the columns of a split). Empty for a kind without a list
    /// or slots.
    func contents(of id: String) -> [String] { lists[id] ?? [] }

    /// Returns the ids in a controller's list or slots, without the columns that a collapsed split
    /// has put onto the list; see `collapsedMembers(of:)`.
    func ownContents(of id: String) -> [String] {
        guard let columns = collapsed[id].map({ TextSet($0) }) else { return contents(of: id) }
        return contents(of: id).filter { !columns.contains($0) }
    }

    /// Returns whether a controller is in the list or a slot of a container. If so, the container
    /// inserts the controller's view. O(1).
    package func isContents(_ id: String) -> Bool { members.contains(id) }

    /// Returns the ids of those children of a controller that are neither in its list nor in one of
    /// its slots. Such a child was added with `controller.addChild`, or a transition is moving it.
    func children(of id: String) -> [String] {
        (self[id]?.children ?? []).map(\.text).filter { !isContents($0) }
    }

    /// Returns whether a controller's kind has a list, such as `pages`, or slots.
    package func isContainer(_ id: String) -> Bool {
        self[id].map { vocabulary[$0.kind].contents != nil } ?? false
    }

    /// Returns whether a child of a container with a list or slots is appearing or disappearing,
    /// because a transition adds or removes it.
    func isPassing(_ child: String, through container: String) -> Bool {
        let appearance = self[child]?.appearance
        return isContainer(container) && (appearance == .appearing || appearance == .disappearing)
    }

    /// The controllers sorted so that containers precede their members.
    var outerFirst: [ControllerRecord] {
        func depth(_ id: String) -> Int { owner(of: id).map { depth($0) + 1 } ?? 0 }
        return controllers.map { (depth($0.id.text), $0) }
            .sorted { ($0.0, $0.1.id.text) < ($1.0, $1.1.id.text) }.map(\.1)
    }

    /// Returns the id of the nearest controller whose view contains the view `id`. Returns nil if
    /// there is none.
    func nearestController(around id: String) -> String? {
        var current = view(id)?.superview?.text
        while let id = current, self[id] == nil { current = view(id)?.superview?.text }
        return current
    }

    /// Returns the outermost ancestor of a controller, or the controller itself if it has no
    /// parent.
    func familyRoot(of id: String) -> String {
        var current = id
        while let parent = self[current]?.parent { current = parent.text }
        return current
    }
}

extension LiveState {
    /// Returns all options of a controller, including those with default values. For an unknown
    /// kind, includes all kind-specific members of the record.
    func completeOptions(of record: ControllerRecord) -> [Value.Member] {
        let general = Value(fields: record.options, writesNull: true).members ?? []
        // Numbers are compared as parsed: 1 and 1.0 are the same duration.
        let own = try? vocabulary[record.kind].options?.read(record.ofKind)
        return general + (own ?? record.ofKind)
    }
}

extension BookContents {
    /// Returns the ids in the list or slots of a controller's record.
    func members(of record: ControllerRecord) -> [String] {
        switch form {
        case .list: (record.ofKind[members[0]]?.array ?? []).compactMap(\.string)
        case .slots: keys.compactMap { record.ofKind[$0]?.string }
        }
    }
}

extension [Value.Member] {
    subscript(_ name: String) -> Value? { first { $0.name == name }?.value }
}
