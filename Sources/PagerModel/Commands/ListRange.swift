/// The part of a list that a command requests.
public struct ListRange: Declared, Hashable {
    public var after: String?
    public var limit: Int?

    public init() {}

    /// Whether the client asks for a page. A whole list must fit into one reply.
    public var isPaged: Bool { after != nil || limit != nil }

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("after", &after, "`next` of the previous page")
        v.field("limit", &limit, "items per page; default: the whole list")
    }

    /// The errors that a range adds to those of a command.
    public static let errors: [ErrorName] = [.tooLarge, .staleRevision, .invalidArgument]
}

/// A builder of one page of a list in a reply. The page has at most the requested number of
/// elements and at most `Limits.listBytes` bytes of JSON. An element that is larger than
/// `Limits.listBytes` gets a page of its own.
public struct ListPortion<Element: FieldValue> {
    public private(set) var elements: [Element] = []
    private let request: ListRange
    private var length = JSONLength()

    /// Creates a builder for the part of a list that `request` asks for. The part is empty at
    /// first.
    ///
    /// - Throws: `invalidArgument` if the `limit` of the request is outside of its range.
    public init(_ request: ListRange) throws(CommandError) {
        if let limit = request.limit, !(1...Limits.askedElements).contains(limit) {
            throw .invalidArgument(
                "must be between 1 and \(Limits.askedElements), got \(limit)", path: "limit")
        }
        self.request = request
    }

    /// The number of bytes that can still be added to the page. 0 if the page is full.
    public var bytesLeft: Int { max(Limits.listBytes - length.bytes, 0) }

    /// Adds an element. Returns false if the element belongs to the next page.
    ///
    /// - Throws: `tooLarge` if the element does not fit and the client requested the whole list.
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

/// The start of a list's next page: `next` of a reply, and `after` of the request for it.
public struct ListCursor: CustomStringConvertible {
    /// The revision of the state to which all pages of the list belong.
    public let revision: Int
    public let position: Int

    public init(revision: Int, position: Int) {
        self.revision = revision
        self.position = position
    }

    /// Parses a cursor. Returns nil for a string that is not a cursor.
    public init?(_ text: String) {
        // The length is checked before the split, because a split of a long text could create one
        // part per byte.
        guard text.utf8.count <= Limits.cursorBytes else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            .map { Int(String(Substring($0))) }
        guard parts.count == 2, let revision = parts[0], let position = parts[1], position >= 0
        else {
            return nil
        }
        self.init(revision: revision, position: position)
    }

    /// Parses a cursor of a list whose state has a revision.
    ///
    /// - Throws: `invalidArgument` for a string that is not a cursor, `staleRevision` if the state
    ///   has changed since the cursor's revision.
    public init(_ text: String, at revision: Int) throws(CommandError) {
        guard let cursor = ListCursor(text) else { throw .foreignCursor }
        guard cursor.revision == revision else {
            throw CommandError(
                .staleRevision,
                "the state has changed from revision \(cursor.revision) to \(revision); request "
                    + "the first page again",
                path: "after")
        }
        self = cursor
    }

    public var description: String { "\(revision)-\(position)" }
}

extension CommandError {
    /// The error for a value of `after` that is not the `next` of an earlier reply.
    public static var foreignCursor: CommandError {
        .invalidArgument("`after` must be the `next` of the previous page", path: "after")
    }

    /// The error for a list that does not fit into one reply.
    public static var listTooLarge: CommandError {
        CommandError(
            .tooLarge,
            "the list takes more than \(Limits.listBytes) bytes; request pages with limit and "
                + "after")
    }

    /// The error for a tree that does not fit into one reply.
    public static var treeTooLarge: CommandError {
        CommandError(
            .tooLarge,
            "the tree takes more than \(Limits.listBytes) bytes; request pages with limit, a "
                + "root further down, or controller.list")
    }
}
