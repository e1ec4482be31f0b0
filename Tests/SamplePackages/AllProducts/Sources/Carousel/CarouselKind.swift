import PagerModel

/// The declaration of a carousel for clients.
public enum CarouselKind: KindDeclaration {
    public struct Options: Fields {
        public var shown = 3
        public var style = "glide"
        public var duration = 0.5
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("shown", &shown, "pages side by side")
            v.field("style", &style, "the style of a turn")
            v.field("duration", &duration, "seconds of an animated turn")
        }
    }

    public struct Record: Fields {
        public var pages: [Identifier] = []
        public var index = 0
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("pages", &pages, "in order")
            v.required("index", &index, "of the first visible page")
        }
    }

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

/// One of the two ends of a carousel.
enum CarouselEdge: String, FieldEnumeration {
    case first, last
}

/// The events of a carousel.
extension CarouselKind {
    struct PagesChanged: EventDeclaration {
        static let name: StaticString = "pagesChanged"
        static let summary = "The list of pages or the index in it changed."
        static let changes: [RecordChange] = [.set("pages"), .set("index")]
        var pages: [Handle] = []
        var index: Int?
        mutating func visit(_ v: inout some FieldVisitor) {
            v.field("pages", &pages, "all pages")
            v.field("index", &index, "of the first visible page")
        }
    }

    struct DidSelect: EventDeclaration {
        static let name: StaticString = "didSelect"
        static let summary = "The decision for another first page; it may still be moving."
        static let changes: [RecordChange] = [.set("index")]
        var index: Int?
        mutating func visit(_ v: inout some FieldVisitor) {
            v.field("index", &index, "of the first visible page")
        }
    }

    struct Bounced: EventDeclaration {
        static let name: StaticString = "bounced"
        static let summary = "There is no page further that way; nothing moved."
        var edge = CarouselEdge.first
        mutating func visit(_ v: inout some FieldVisitor) {
            v.field("edge", &edge, "which end")
        }
    }

    struct DidSettle: EventDeclaration {
        static let name: StaticString = "didSettle"
        static let summary = "The page change of the carousel has ended."
        var index: Int?
        mutating func visit(_ v: inout some FieldVisitor) {
            v.field("index", &index, "of the first visible page")
        }
    }
}
