/// The events of a container with a data source.
public enum PageSourceEvents {
    public struct PageNeeded: EventDeclaration {
        public static let name: StaticString = "pageNeeded"
        public static let summary: StaticString =
            "The container needs a page at one end, from the command `supply`."
        public static let changes: [RecordChange] = [.set("requests", to: "requests")]
        public static let check: CheckForm? = CheckForm(arguments: ["request", "side", "beside"])
        public var request: Int?
        public var side = PageSide.after
        public var beside = Handle.none
        public var requests = Value.null

        public init() {}

        public init(request: Int, side: PageSide, beside: Handle, requests: Value) {
            self.request = request
            self.side = side
            self.beside = beside
            self.requests = requests
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.index("request", &request, "its number, unique in the container")
            v.choice("side", &side, "where `beside` needs a neighbour")
            v.reference("beside", &beside, "the container's first or last page")
            v.value("requests", &requests, "all open requests, with this one")
        }
    }

    public struct RequestEnded: EventDeclaration {
        public static let name: StaticString = "requestEnded"
        public static let summary: StaticString = "A request for a page ended."
        public static let changes: [RecordChange] = [.set("requests", to: "requests")]
        public static let check: CheckForm? = CheckForm(arguments: ["request", "outcome", "page"])
        public var request: Int?
        public var outcome = PageRequestOutcome.supplied
        public var page = Handle.none
        public var requests = Value.null

        public init() {}

        public init(request: Int, outcome: PageRequestOutcome, page: Handle, requests: Value) {
            self.request = request
            self.outcome = outcome
            self.page = page
            self.requests = requests
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.index("request", &request, "its number")
            v.choice("outcome", &outcome, "how it ended")
            v.reference("page", &page, "null: none")
            v.value("requests", &requests, "those that are still open")
        }
    }

    public struct PagesReleased: EventDeclaration {
        public static let name: StaticString = "pagesReleased"
        public static let summary: StaticString = "Pages far from the selected one were released."
        public var pages = [Handle]()

        public init() {}

        public init(pages: [Handle]) {
            self.pages = pages
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.list("pages", &pages, "the released pages")
        }
    }
}
