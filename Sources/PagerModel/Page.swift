/// Which part of a list a command asks for.
public struct ListRange: Hashable, Sendable {
    public var after: String?
    public var limit: Int?

    public init() {}

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
    ]

    /// The errors of a command that takes one.
    public static let errors: [ErrorName] = [.tooLarge, .staleRevision, .invalidArgument]
}

/// Collects the elements of one page: at most as many as were asked for, at most
/// `Limits.pageBytes` bytes of JSON, and at least one.
public struct Page<Element: FieldValue> {
    public private(set) var elements: [Element] = []
    private let request: ListRange
    private var length = JSONLength()

    /// - Throws: `invalidArgument` for a limit out of range.
    public init(_ request: ListRange) throws(Refusal) {
        if let limit = request.limit, !(1...Limits.nodes).contains(limit) {
            throw .invalidArgument("1 to \(Limits.nodes)", path: "limit")
        }
        self.request = request
    }

    /// Bytes that may still be added; none are left where the page is full.
    public var bytesLeft: Int { max(Limits.pageBytes - length.bytes, 0) }

    /// Adds an element; false where it belongs on the next page.
    ///
    /// - Throws: `tooLarge` where the list was asked for as a whole.
    public mutating func add(_ element: Element) throws(Refusal) -> Bool {
        if let limit = request.limit, elements.count >= limit { return false }
        element.write(to: &length)
        guard length.bytes <= Limits.pageBytes || (request.isPaged && elements.isEmpty) else {
            if request.isPaged { return false }
            throw .listTooLarge
        }
        elements.append(element)
        return true
    }
}

extension Refusal {
    /// The list does not fit into one reply.
    public static var listTooLarge: Refusal {
        Refusal(
            .tooLarge,
            "the list takes more than \(Limits.pageBytes) bytes; ask for pages with limit, and go "
                + "on with after")
    }
}
