/// The events of a container with a data source.
public enum PageSourceEvents {
    public struct PageNeeded: EventDeclaration {
        public static let name: StaticString = "pageNeeded"
        public static let summary: StaticString =
            "The container needs another page at one end; supply it with the command `supply`."
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
            v.index("request", &request, "the number of the request, unique in the container")
            v.choice("side", &side, "the side of `beside` on which a page is needed")
            v.reference("beside", &beside, "the first or the last page of the container")
            v.value("requests", &requests, "all open requests, including this one")
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
            v.index("request", &request, "the number of the request")
            v.choice("outcome", &outcome, "how the request ended")
            v.reference("page", &page, "the supplied page; null: none")
            v.value("requests", &requests, "the requests that are still open")
        }
    }

    public struct PagesReleased: EventDeclaration {
        public static let name: StaticString = "pagesReleased"
        public static let summary: StaticString =
            "The container released pages that are far from the selected one."
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
