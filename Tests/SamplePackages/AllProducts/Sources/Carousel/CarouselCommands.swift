import Containment
import PagerModel

public struct CarouselSetPages: SceneCommand {
    public static let method = "carousel.setPages"
    public static let summary =
        "Sets the pages of a carousel. The shown page stays if it is among them."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .duplicateController, .controllerInUse,
        .indexOutOfRange, .wouldCreateCycle, .limitExceeded,
    ]
    public var id: Identifier?
    public var pages: [Identifier] = []
    public var index: Int?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the carousel; may be left out where there is only one")
        v.required("pages", &pages, "all pages, in order")
        v.field("index", &index, "of the first visible page")
    }

    public struct Plan {
        let carousel: Handle
        let pages: [Handle]
    }

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let carousel = try scene.controller(id, of: Carousel.self)
        let handles = try scene.controllers(pages, at: "pages")
        try scene.checkMembers(handles, of: carousel, at: "pages")
        if let index, !handles.indices.contains(index) {
            throw CommandError(
                .indexOutOfRange, "\(index) is not in 0..<\(handles.count)", path: "index")
        }
        return Plan(carousel: carousel, pages: handles)
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> NoFields {
        scene.attempt(for: plan.carousel) { (scene) throws(CommandError) in
            try Carousel().replace(plan.carousel, plan.pages, index, in: &scene)
        }
        return NoFields()
    }
}

extension Carousel {
    /// Replaces the list. Without an index, the first visible page stays the first.
    fileprivate func replace(
        _ carousel: Handle, _ pages: [Handle], _ index: Int?, in scene: inout Scene
    ) throws(CommandError) {
        if try scene.isRunning(carousel) {
            try scene.supersede(carousel)
            guard try scene.mayStillTake(pages, into: carousel) else { return }
        }
        let old = scene[Carousel.self, carousel]
        let first = old.pages.isEmpty ? nil : pages.firstIndex(of: old.pages[old.index])
        for page in old.pages { try scene.removeMember(page, from: carousel) }
        for page in pages { try scene.addMember(page, to: carousel) }
        scene[Carousel.self, carousel].pages = pages
        let index = min(index ?? first ?? 0, scene[Carousel.self, carousel].lastIndex)
        scene[Carousel.self, carousel].index = index
        let event = CarouselKind.PagesChanged {
            $0.pages = pages
            $0.index = index
        }
        try scene.emit(event, of: carousel)
        try fill(carousel, in: &scene)
    }
}

/// A turn by one page, forward or back.
public struct CarouselTurn<Direction: CarouselDirection>: SceneCommand {
    public typealias Reply = TransitionReply
    public static var method: String { Direction.method }
    public static var summary: String { Direction.summary }
    public static var errors: [ErrorName] {
        [
            .controllerNotFound, .wrongKind, .nothingToShow, .transitionInProgress, .limitExceeded,
            .vetoed, .kindUnknown, .invalidArgument,
        ]
    }
    public var id: Identifier?
    public var user = false
    public var motion = TransitionRequest()

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the carousel; may be left out where there is only one")
        v.field("user", &user, "whether a user swipes; a delegate may refuse it")
        motion.visit(&v)
    }

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Carousel.Turn {
        let carousel = try scene.controller(id, of: Carousel.self)
        return try Carousel().plan(
            carousel, by: Direction.step, user: user, motion, for: self, in: scene)
    }

    public func commit(_ plan: Carousel.Turn, in scene: inout Scene, after _: Validation<Self>)
        -> TransitionReply
    {
        Carousel().turn(plan, motion, in: &scene)
    }
}

public protocol CarouselDirection: Sendable {
    static var method: String { get }
    static var summary: String { get }
    static var step: Int { get }
}

public enum Forward: CarouselDirection {
    public static let method = "carousel.next"
    public static let summary = "Turns by one page; clamped at the end."
    public static let step = 1
}

public enum Back: CarouselDirection {
    public static let method = "carousel.previous"
    public static let summary = "Turns back by one page; clamped at the start."
    public static let step = -1
}

public typealias CarouselNext = CarouselTurn<Forward>
public typealias CarouselPrevious = CarouselTurn<Back>
