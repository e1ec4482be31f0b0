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
    private let viewIndexes: TextDictionary<Int>
    private let indexes: TextDictionary<Int>
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
        viewIndexes = TextDictionary(
            views.enumerated().map { ($1.id.text, $0) }, uniquingKeysWith: { $1 })
        let controllers = controllers.map(\.withoutBreakpoints)
        self.controllers = controllers
        self.styles = styles
        indexes = TextDictionary(
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

    package func view(_ id: String) -> ViewRecord? { viewIndexes[id].map { views[$0] } }

    package subscript(_ id: String) -> ControllerRecord? { indexes[id].map { controllers[$0] } }

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

extension LiveState {
    /// An alarm that is on screen, above everything else in its window.
    package struct Alarm: Sendable {
        package let id: String
        package let presenter: String
        let window: String
    }

    /// A copy of this state without alarms. An alarm is a page that covers the book's pages for a
    /// while and is not part of the book. In the copy, the pagers that an alarm has paused for this
    /// while are not paused. A controller of an ended alarm that a client uses stays in the copy.
    ///
    /// O(number of controllers and views).
    public var withoutAlarms: LiveState { withoutAlarms(keeping: []) }

    /// - Parameter ids: Controllers that stay in the copy, unless their alarm is on screen.
    func withoutAlarms(keeping ids: TextSet) -> LiveState {
        let marked = TextSet(
            controllers.filter { AlarmMark.isAlarm(id: $0.id.text, content: $0.options.content) }
                .map(\.id.text))
        if marked.isEmpty || !alarmRecords.isEmpty { return self }
        let shown = shownOverRoots
        var alarms = AlarmMark.unused(marked, relations(besides: shown)).subtracting(ids)
        for alarm in shown where marked.contains(alarm) {
            alarms.formUnion(([alarm] + contents(of: alarm)).filter(marked.contains))
        }
        let parts = controllers.filter { alarms.contains($0.id.text) }
        let paused = TextSet(
            parts.filter { $0.presentingViewController != nil }.flatMap(Self.pausedPagers))
        var others = try? LiveState(
            windows: windows.map { window in
                var window = window
                if window.root.map({ alarms.contains($0.text) }) == true { window.root = nil }
                return window
            },
            controllers: controllers.filter { !alarms.contains($0.id.text) }.map { record in
                paused.contains(record.id.text) ? Self.resumed(record) : record
            },
            styles: styles, views: views.filter { !alarms.contains($0.id.text) },
            presentations: presentations.values.filter { !alarms.contains($0.id.text) },
            vocabulary: vocabulary)
        others?.omissions =
            omissions
            + parts.filter { presenter(of: $0.id.text) != nil }.map { "the alarm \($0.id)" }
        others?.alarms = parts.compactMap { part in
            guard let presenter = presenter(of: part.id.text), !alarms.contains(presenter),
                let window = part.window
            else { return nil }
            return Alarm(id: part.id.text, presenter: presenter, window: window.text)
        }
        others?.alarmRecords = parts
        // If the state is valid, it is also valid without its alarms, so this does not fail.
        return others ?? self
    }

    /// The controllers that are presented over the roots of windows.
    private var shownOverRoots: TextSet {
        var shown: TextSet = []
        for window in windows {
            var top = window.root?.text
            while let id = top {
                top = self[id]?.presentedViewController?.text
                if top.map({ shown.insert($0) }) == false { break }
            }
        }
        return shown
    }

    /// Returns the relations between controllers, except the presentations of `shown`.
    private func relations(besides shown: TextSet) -> [(String, String)] {
        let windows = TextSet(windows.map(\.id.text))
        return controllers.flatMap { record -> [(String, String)] in
            let id = record.id.text
            let superview = record.superview.map(\.text).flatMap {
                windows.contains($0) ? nil : $0
            }
            let presenter = shown.contains(id) ? nil : presenter(of: id)
            return
                ([record.parent?.text, superview, presenter].compactMap(\.self)
                + contents(of: id)).map { (id, $0) }
        }
    }

    /// Returns the pagers that resume when an alarm ends: those in the steps that it executes when
    /// it disappears.
    private static func pausedPagers(by alarm: ControllerRecord) -> [String] {
        let steps = alarm.options.reactions?.steps.filter { $0.callback == .viewDidDisappear }
        return (steps ?? []).flatMap(\.steps).filter { $0.method == PagerResume.method }
            .compactMap { $0.params["id"]?.string }
    }

    private static func resumed(_ pager: ControllerRecord) -> ControllerRecord {
        var pager = pager
        pager.ofKind = pager.ofKind.map { $0.name == "paused" ? .init("paused", false) : $0 }
        return pager
    }
}

/// Functions that check that no record is nested in itself, so that a loop through nested records
/// always ends.
extension LiveState {
    /// Checks that no record is in two places, such as two lists, that none is inside itself, and
    /// that none is nested too deeply.
    ///
    /// - Throws: `invalidParams` with the path of a record.
    func checkNesting() throws(CommandError) {
        _ = try Nesting(of: "windows", called: "window", ids: windows.map(\.id.text))
        try checkContents()
        try checkPresenters()
        try checkViews()
    }

    /// Checks that no controller is in two places, such as two lists, and that no controller
    /// contains itself or is nested too deeply.
    private func checkContents() throws(CommandError) {
        var nesting = try controllerNesting()
        for window in windows {
            guard let root = window.root?.text else { continue }
            try nesting.place(root, "as root of \(window.id)")
        }
        for controller in controllers {
            let id = controller.id.text
            if let presenter = presenter(of: id) {
                try nesting.place(id, "presented by \(presenter)")
            }
            for member in ownContents(of: id) + children(of: id) {
                try nesting.place(member, "in \(id)")
            }
            for member in contents(of: id) + children(of: id) { nesting.put(member, in: id) }
        }
        try nesting.check("contains itself")
    }

    /// Checks that no controller is its own parent or presenter, directly or through other
    /// controllers, and that no controller has too many ancestors and presenters.
    private func checkPresenters() throws(CommandError) {
        var nesting = try controllerNesting()
        for controller in controllers {
            let id = controller.id.text
            guard let outer = controller.parent?.text ?? presenter(of: id) else { continue }
            nesting.put(id, in: outer)
        }
        try nesting.check("is its own parent or presenter")
    }

    private func checkViews() throws(CommandError) {
        var nesting = try Nesting(of: "views", called: "view", ids: views.map(\.id.text))
        for view in views {
            if view.controller == nil, view.superview == nil {
                try nesting.place(view.id.text, "outside of all others")
            }
            for subview in view.subviews {
                try nesting.place(subview.text, "in \(view.id)")
                nesting.put(subview.text, in: view.id.text)
            }
        }
        try nesting.check("contains itself")
    }

    private func controllerNesting() throws(CommandError) -> Nesting {
        try Nesting(of: "controllers", called: "controller", ids: controllers.map(\.id.text))
    }
}

/// A generator of ids for the windows, controllers and views to which the book gives none.
struct DerivedNames {
    private var taken: TextSet
    /// The number that was last appended to each text from which ids are derived. With these
    /// numbers, finding an unused id is fast even if many titles are equal.
    private var numbers: TextDictionary<Int> = [:]

    /// Creates a generator of ids for one book.
    ///
    /// - Parameter taken: The ids that the book gives. They are not assigned to other objects.
    init(taken: TextSet) {
        self.taken = taken
    }

    /// Returns a valid id, derived from the first of `wishes` that has a usable character, or else
    /// `fallback`. If this id is taken, appends `-2`, `-3` and so on.
    mutating func assign(_ wishes: String..., else fallback: Identifier) -> String {
        let base = wishes.lazy.map(Self.letters).first { !$0.isEmpty } ?? fallback.text
        var name = base
        var number = numbers[base] ?? 1
        while !taken.insert(name) {
            number += 1
            let suffix = "-\(number)"
            name = base.prefix(Identifier.maximumLength - suffix.count) + suffix
        }
        numbers[base] = number
        return name
    }

    /// Returns a text that contains only characters allowed in ids. Removes accents, replaces each
    /// run of other characters with one `-`, and removes each `-` at the beginning and at the end.
    /// The result has at most `Identifier.maximumLength` characters.
    static func letters(of text: String) -> String {
        var letters: [UInt8] = []
        for scalar in text.unicodeScalars {
            let plain = scalar.isASCII ? UInt8(scalar.value) : unaccented(scalar)
            if let plain, Identifier.allows(plain) {
                letters.append(plain)
            } else if !scalar.properties.isGraphemeExtend, letters.last != UInt8(ascii: "-") {
                letters.append(UInt8(ascii: "-"))
            }
            // A text may be as long as a file, and its first letter may be preceded by one `-`.
            if letters.count > Identifier.maximumLength { break }
        }
        let trimmed = letters.drop { $0 == UInt8(ascii: "-") }.prefix(Identifier.maximumLength)
        let end = trimmed.lastIndex { $0 != UInt8(ascii: "-") }.map { $0 + 1 }
        return String(decoding: trimmed[..<(end ?? trimmed.startIndex)], as: UTF8.self)
    }

    /// Returns an accented Latin letter without its accent. For example, returns `u` for
    /// `LATIN SMALL LETTER U WITH DIAERESIS`. Returns nil for any other character.
    private static func unaccented(_ scalar: Unicode.Scalar) -> UInt8? {
        let words = scalar.properties.name?.split(separator: " ") ?? []
        guard words.count > 5, words[0] == "LATIN", words[2] == "LETTER", words[4] == "WITH",
            words[3].utf8.count == 1, let letter = words[3].utf8.first
        else { return nil }
        return words[1] == "SMALL" ? letter | 0x20 : letter
    }
}
