import PagerModel

/// The declaration of a carousel for clients.
public enum CarouselKind: KindDeclaration {
    public typealias Options = CarouselOptions
    public typealias Record = CarouselRecord

    public static let name: StaticString = "carousel"
    public static let subject = "the carousel"
    public static let commands: [any Command.Type] = [
        CarouselSetPages.self, CarouselNext.self, CarouselPrevious.self,
    ]
    public static let events: [any EventDeclaration.Type] = [
        PagesChanged.self, DidSelect.self, DidSettle.self, Bounced.self,
    ]
    public static let book = BookForm(
        contents: .list("pages", setBy: CarouselSetPages.self).selecting(index: "index"))
}

/// The options of a carousel.
public struct CarouselOptions: Fields {
    public var shown = 3
    public var style = "glide"
    public var duration = 0.5

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("shown", &shown, "pages side by side")
        try visitor.defaulted("style", &style, "the style of a turn")
        try visitor.defaulted("duration", &duration, "seconds of an animated turn")
    }
}

/// The members of a carousel's record in addition to its options.
public struct CarouselRecord: Fields {
    public var pages: [Identifier] = []
    public var index = 0

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("pages", &pages, "in order")
        try visitor.required("index", &index, "of the first visible page")
    }
}

/// One of the two ends of a carousel.
public enum CarouselEdge: String, FieldEnumeration {
    case first, last
}

/// The events of a carousel.
extension CarouselKind {
    public struct PagesChanged: EventDeclaration {
        public static let name: StaticString = "pagesChanged"
        public static let summary: StaticString = "The list of pages or the index in it changed."
        public static let changes: [RecordChange] = [
            .set("pages", to: "pages"), .set("index", to: "index"),
        ]
        var pages: [Handle] = []
        var index: Int?

        public init() {}

        init(pages: [Handle], index: Int) {
            self.pages = pages
            self.index = index
        }

        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.list("pages", &pages, "all pages")
            v.index("index", &index, "of the first visible page")
        }
    }

    public struct DidSelect: EventDeclaration {
        public static let name: StaticString = "didSelect"
        public static let summary: StaticString =
            "The decision for another first page; it may still be moving."
        public static let changes: [RecordChange] = [.set("index", to: "index")]
        var index: Int?

        public init() {}

        init(index: Int) { self.index = index }

        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.index("index", &index, "of the first visible page")
        }
    }

    public struct Bounced: EventDeclaration {
        public static let name: StaticString = "bounced"
        public static let summary: StaticString =
            "There is no page further that way; nothing moved."
        var edge = CarouselEdge.first

        public init() {}

        init(edge: CarouselEdge) { self.edge = edge }

        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.choice("edge", &edge, "which end")
        }
    }

    public struct DidSettle: EventDeclaration {
        public static let name: StaticString = "didSettle"
        public static let summary: StaticString = "The page change of the carousel has ended."
        var index: Int?

        public init() {}

        init(index: Int) { self.index = index }

        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.index("index", &index, "of the first visible page")
        }
    }
}
