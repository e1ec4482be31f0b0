import Containment
import PagerModel

public enum GateKind: KindDeclaration {
    public struct Options: Fields {
        public var closed = false
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("closed", &closed, "whether persons may not come here, pop it or swipe it away")
        }
    }
    public static let name: StaticString = "gate"
}

/// A page that decides about actions of a person. While it is closed, a person cannot select it by
/// a tap or a swipe, pop it from a stack, or drag it away as a sheet. As in UIKit, programmatic
/// changes need no decision.
public struct Gate: ContainerKind {
    public typealias Declaration = GateKind

    public init() {}

    public func answer(_ question: Question, in scene: Scene) -> Bool? {
        // As a container, which a client may make of any controller, it has no opinion.
        guard let state = try? scene.state(Gate.self, of: question.controller) else { return nil }
        return state.options.closed ? false : nil
    }
}
