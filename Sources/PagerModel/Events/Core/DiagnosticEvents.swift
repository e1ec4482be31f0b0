/// Log messages of UIKit, discouraged calls, and reactions that failed.
public enum DiagnosticEvents {
    static let all: [any CoreEvent.Type] = [
        Unbalanced.self, Misuse.self, Warning.self,
    ]
}

extension DiagnosticEvents {
    public struct Unbalanced: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(53, .diagnostic) }
        public static let name: StaticString = "unbalanced"
        public static let summary = "UIKit's log message about unbalanced calls [4.14]."
        public static let check: CheckForm? = CheckForm(group: "log")
        public var message = ""

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("message", &message, "UIKit's text")
        }
    }

    public struct Misuse: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(54, .diagnostic) }
        public static let name: StaticString = "misuse"
        public static let summary = "A call that UIKit discourages, or a reaction that failed."
        public static let check: CheckForm? = CheckForm(group: "log")
        public var message = ""

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("message", &message, "what is wrong")
        }
    }

    public struct Warning: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(55, .diagnostic) }
        public static let name: StaticString = "warning"
        public static let summary = "UIKit's log message for an ignored call."
        public static let check: CheckForm? = CheckForm(group: "log")
        public var message = ""

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("message", &message, "UIKit's text")
        }
    }
}
