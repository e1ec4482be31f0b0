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
