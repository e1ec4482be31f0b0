/// Which part of a list a command asks for.
public struct ListRange: Hashable, Sendable {
    public var after: String?
    public var limit: Int?

    public init() {}

    public init(after: String? = nil, limit: Int? = nil) {
        self.after = after
        self.limit = limit
    }

    /// Whether the list may come in pages. A list that is asked for as a whole is refused where it
    /// takes more than one.
    public var isPaged: Bool { after != nil || limit != nil }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("after", &after, "`next` of the page before")
        try visitor.optional(
            "limit", &limit, "at most so many on one page; without it the whole list")
    }

    /// The commands that take one, and the member of their results that is the list.
    public static let lists = [
        ControllerList.method: "controllers", ControllerTree.method: "controllers",
        WindowList.method: "windows", TransitionList.method: "transitions",
        TransitionStyles.method: "styles", PluginList.method: "plugins",
        PluginControllers.method: "controllers",
    ]

    /// The errors of a command that takes one.
    public static let errors: [ErrorName] = [.tooLarge, .staleRevision, .invalidArgument]
}

/// Collects the elements of one page of a list: at most as many as were asked for, at most
/// `Limits.listBytes` bytes of JSON, and at least one.
public struct ListPortion<Element: FieldValue> {
    public private(set) var elements: [Element] = []
    private let request: ListRange
    private var length = JSONLength()

    /// - Throws: `invalidArgument` for a limit out of range.
    public init(_ request: ListRange) throws(CommandError) {
        if let limit = request.limit, !(1...Limits.askedElements).contains(limit) {
            throw .invalidArgument("1 to \(Limits.askedElements)", path: "limit")
        }
        self.request = request
    }

    /// Bytes that may still be added; none are left where the page is full.
    public var bytesLeft: Int { max(Limits.listBytes - length.bytes, 0) }

    /// Adds an element; false where it belongs on the next page.
    ///
    /// - Throws: `tooLarge` where the list was asked for as a whole.
    public mutating func add(_ element: Element) throws(CommandError) -> Bool {
        if let limit = request.limit, elements.count >= limit { return false }
        element.write(to: &length)
        guard length.bytes <= Limits.listBytes || (request.isPaged && elements.isEmpty) else {
            if request.isPaged { return false }
            throw .listTooLarge
        }
        elements.append(element)
        return true
    }
}

/// Where the next page of a list begins: `next` of one page and `after` of the one behind it.
public struct ListCursor: CustomStringConvertible {
    /// Of the state that all pages show.
    public let revision: Int
    public let place: Int

    public init(revision: Int, place: Int) {
        self.revision = revision
        self.place = place
    }

    /// - Throws: `invalidArgument` for any other text, `staleRevision` where the state has moved on
    ///   from the cursor's.
    public init(_ text: String, at revision: Int) throws(CommandError) {
        // Before it is taken apart: a long text would be taken into as many parts as it has bytes.
        guard text.utf8.count <= Limits.cursorBytes else { throw .foreignCursor }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            .map { Int(String(Substring($0))) }
        guard parts.count == 2, let made = parts[0], let place = parts[1], place >= 0 else {
            throw .foreignCursor
        }
        guard made == revision else {
            throw CommandError(
                .staleRevision,
                "the state has moved on from revision \(made) to \(revision); begin again",
                path: "after")
        }
        self.init(revision: revision, place: place)
    }

    public var description: String { "\(revision)-\(place)" }
}

extension CommandError {
    /// What `after` tells was never the `next` of a page.
    public static var foreignCursor: CommandError {
        .invalidArgument("`after` is the `next` of the page before", path: "after")
    }

    /// The list does not fit into one reply.
    public static var listTooLarge: CommandError {
        CommandError(
            .tooLarge,
            "the list takes more than \(Limits.listBytes) bytes; ask for pages with limit, and go "
                + "on with after")
    }

    /// One tree does not fit into one reply.
    public static var treeTooLarge: CommandError {
        CommandError(
            .tooLarge,
            "the tree takes more than \(Limits.listBytes) bytes; ask for pages with limit, for a "
                + "root further down, or for controller.list")
    }
}
