/// The events about plugins and about the questions that they answer.
public enum PluginEvents {
    static let all: [any CoreEvent.Type] = [
        Attached.self, Lost.self, Restored.self, Forgotten.self, DecisionRequested.self,
        DecisionMade.self, Diagnostic.self,
    ]
}

extension PluginEvents {
    public struct Attached: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(56, .plugin) }
        public static let name: StaticString = "attached"
        public static let summary = "A plugin has registered."
        public var kinds = HostedKinds()

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.members(&kinds)
        }
    }

    public struct Lost: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(57, .plugin) }
        public static let name: StaticString = "lost"
        public static let summary = "A plugin disconnected; its controllers remain."
        public var reason = ""

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("reason", &reason, "why it disconnected")
        }
    }

    public struct Restored: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(58, .plugin) }
        public static let name: StaticString = "restored"
        public static let summary = "A lost plugin has registered again."
        public var kinds = HostedKinds()

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.members(&kinds)
        }
    }

    public struct Forgotten: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(59, .plugin) }
        public static let name: StaticString = "forgotten"
        public static let summary = "A disconnected plugin was removed with its kinds."
        public static let traits: EventTraits = .endsSubject

        @inlinable public init() {}
    }

    public struct DecisionRequested: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(60, .plugin) }
        public static let name: StaticString = "decisionRequested"
        public static let summary = "A command waits for a plugin's answer."
        public var inquiry = DecisionInquiry()

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.members(&inquiry)
        }
    }

    public struct DecisionMade: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(61, .plugin) }
        public static let name: StaticString = "decisionMade"
        public static let summary = "A plugin made a decision, or its default applied."
        public var inquiry = DecisionInquiry()
        public var verdict = DecisionVerdict()

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.members(&inquiry)
            v.members(&verdict)
        }
    }

    public struct Diagnostic: CoreEvent {
        @inlinable
        public static var number: EventNumber { EventNumber(62, .plugin) }
        public static let name: StaticString = "diagnostic"
        public static let summary = "A plugin sent something invalid."
        public var message = ""

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("message", &message, "what is wrong")
        }
    }
}
