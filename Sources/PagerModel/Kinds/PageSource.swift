/// The option `dataSource` of a container that keeps only some of its pages in memory.
public struct PageSource: FieldObject, Hashable {
    public var readAhead = 1
    public var keep = 2
    public var timeout = 10.0

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field(
            "readAhead", &readAhead,
            "pages (or a page controller's turns) to request ahead on each side, 0 to `keep`")
        v.field("keep", &keep, Self.keepDoc)
        v.field("timeout", &timeout, Self.timeoutDoc)
    }

    private static let keepDoc =
        "pages (or turns) to keep on each side, 1 to \(Limits.offscreenPages); others are released"
    private static let timeoutDoc =
        "seconds after which an unanswered request means no page, above 0 and at most "
        + "\(Int(Limits.seconds))"

    /// Checks that the values are within their limits.
    ///
    /// - Throws: `invalidArgument` or `limitExceeded` with the option as the path.
    public func check() throws(CommandError) {
        guard keep >= 1 else {
            throw .invalidArgument(
                "must be at least 1, got \(keep)", path: "dataSource.keep")
        }
        guard keep <= Limits.offscreenPages else {
            throw CommandError(
                .limitExceeded,
                "must be at most \(Limits.offscreenPages), got \(keep)",
                path: "dataSource.keep")
        }
        guard (0...keep).contains(readAhead) else {
            throw .invalidArgument(
                "must be between 0 and \(keep), the value of `keep`, got \(readAhead)",
                path: "dataSource.readAhead")
        }
        guard timeout > 0, timeout <= Limits.seconds else {
            throw .invalidArgument(
                "must be above 0 and at most \(Int(Limits.seconds)) s, got \(timeout)",
                path: "dataSource.timeout")
        }
    }
}

/// The side of an existing page on which a container requests a new page from its data source.
public enum PageSide: String, FieldEnumeration, BitwiseCopyable {
    case before, after
}

/// A container's request to its data source for a page that has not been supplied yet.
public struct PageRequest: FieldObject, Hashable {
    public var request = 0
    public var side = PageSide.after
    public var beside = Identifier(unchecked: "")

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("request", &request, "its number, for `supply`")
        v.required("side", &side, "where `beside` needs a neighbour")
        v.required("beside", &beside, "the container's first or last page")
    }
}

/// The result of a request for a page.
public enum PageRequestOutcome: String, FieldEnumeration, BitwiseCopyable {
    /// A page was supplied.
    case supplied
    /// The data source does not have a page on the requested side.
    case none
    /// The request was not answered in time.
    case timedOut
    /// The list of pages changed, so the requested page is no longer needed.
    case withdrawn
}

/// An answer to a request for a page.
public struct PageAnswer: Declared, Hashable {
    public static let summary = "Answers a request for a page."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .requestNotFound, .duplicateController,
        .controllerInUse, .wouldCreateCycle, .hierarchyInconsistency, .limitExceeded,
    ]
    public var request = 0
    public var page: Identifier?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("request", &request, "its number")
        v.required("page", &page, "the page; null: none on that side")
    }
}

/// The events of a container with a data source.
public enum PageSourceEvents {
    public struct PageNeeded: EventDeclaration {
        public static let name: StaticString = "pageNeeded"
        public static let summary =
            "The container needs a page at one end, from the command `supply`."
        public static let changes: [RecordChange] = [.set("requests")]
        public static let check: CheckForm? = CheckForm(arguments: ["request", "side", "beside"])
        public var request: Int?
        public var side = PageSide.after
        public var beside = Handle.none
        public var requests = Value.null

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("request", &request, "its number, unique in the container")
            v.field("side", &side, "where `beside` needs a neighbour")
            v.field("beside", &beside, "the container's first or last page")
            v.field("requests", &requests, "all open requests, with this one")
        }
    }

    public struct RequestEnded: EventDeclaration {
        public static let name: StaticString = "requestEnded"
        public static let summary = "A request for a page ended."
        public static let changes: [RecordChange] = [.set("requests")]
        public static let check: CheckForm? = CheckForm(arguments: ["request", "outcome", "page"])
        public var request: Int?
        public var outcome = PageRequestOutcome.supplied
        public var page = Handle.none
        public var requests = Value.null

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("request", &request, "its number")
            v.field("outcome", &outcome, "how it ended")
            v.field("page", &page, "null: none")
            v.field("requests", &requests, "those that are still open")
        }
    }

    public struct PagesReleased: EventDeclaration {
        public static let name: StaticString = "pagesReleased"
        public static let summary = "Pages far from the selected one were released."
        public var pages = [Handle]()

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("pages", &pages, "the released pages")
        }
    }
}
