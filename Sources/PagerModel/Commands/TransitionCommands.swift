public struct TransitionUpdate: Command {
    public static let method = "transition.update"
    public static let access: Access? = .grant(.transition)
    public static let summary = "Sets the progress of an interactive transition."
    public static let errors: [ErrorName] = [
        .transitionNotFound, .notInteractive, .invalidArgument,
    ]
    public var id = TransitionID(0)
    public var progress = 0.0
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the transition")
        v.required("progress", &progress, "0 to 1")
    }
}

public struct TransitionFinish: Command {
    public static let method = "transition.finish"
    public static let access: Access? = .grant(.transition)
    public static let summary = "Completes an interactive transition."
    public static let errors: [ErrorName] = [
        .transitionNotFound, .notInteractive, .hierarchyInconsistency,
    ]
    public var id = TransitionID(0)
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the transition")
    }
}

public struct TransitionCancel: Command {
    public static let method = "transition.cancel"
    public static let access: Access? = .grant(.transition)
    public static let summary = "Cancels an interactive transition."
    public static let errors: [ErrorName] = [
        .transitionNotFound, .notInteractive, .hierarchyInconsistency,
    ]
    public var id = TransitionID(0)
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the transition")
    }
}

public struct TransitionAnimateAlongside: Command {
    public static let method = "transition.animateAlongside"
    public static let access: Access? = .grant(.transition)
    public static let summary =
        "Animates a view alongside a transition: animate(alongsideTransition:) [5.10]."
    public static let errors: [ErrorName] = [
        .transitionNotFound, .viewNotFound, .invalidArgument, .limitExceeded,
    ]
    public var id = TransitionID(0)
    public var change = AlongsideView()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the transition")
        change.visit(&v)
    }
}

public struct TransitionGet: Command {
    public typealias Reply = TransitionRecord
    public static let method = "transition.get"
    public static let onlyReads = true
    public static let summary =
        "Returns a running transition, or one of the last \(Limits.endedTransitions) that ended."
    public static let errors: [ErrorName] = [.transitionNotFound]
    public var id = TransitionID(0)
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the transition")
    }
}

public struct TransitionList: Command {
    public struct Reply: Fields {
        public var transitions: [TransitionRecord] = []
        public var next: String?
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("transitions", &transitions, "in order of their start")
            v.field("next", &next, "`after` for the next page; absent at the end")
        }
    }
    public static let method = "transition.list"
    public static let pagedList: String? = "transitions"
    public static let onlyReads = true
    public static let summary = "Returns the running transitions."
    public static let errors = ListRange.errors
    public var range = ListRange()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        range.visit(&v)
    }
}

public struct TransitionDefine: Command {
    public static let method = "transition.define"
    public static let access: Access? = .grant(.transition)
    public static let summary = "Defines a transition style."
    public static let errors: [ErrorName] = [.idTaken, .invalidArgument, .limitExceeded]
    public var style = TransitionStyle()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        style.visit(&v)
    }
}

public struct TransitionStyles: Command {
    public struct Reply: Fields {
        public var styles: [TransitionStyle] = []
        public var next: String?
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("styles", &styles, "the built-in ones first")
            v.field("next", &next, "`after` for the next page; absent at the end")
        }
    }
    public static let method = "transition.styles"
    public static let pagedList: String? = "styles"
    public static let onlyReads = true
    public static let summary = "Returns all transition styles."
    public static let errors = ListRange.errors
    public var range = ListRange()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        range.visit(&v)
    }
}

/// The commands for transitions and their styles.
public enum TransitionCommands {
    public static let all: [any Command.Type] = [
        TransitionUpdate.self, TransitionFinish.self, TransitionCancel.self,
        TransitionAnimateAlongside.self, TransitionGet.self, TransitionList.self,
        TransitionDefine.self, TransitionStyles.self,
    ]
}

/// The animation options of a command that may start a transition.
///
/// If `transition`, `duration` or `curve` is nil, the container or the transition style determines
/// the value.
public struct TransitionRequest: Fields, Hashable {
    /// Whether to animate: as given, else the command's default.
    public var animated: Bool {
        get { given ?? standard }
        set { given = newValue }
    }
    /// The given value of `animated`. Nil if the command has its default.
    public var given: Bool?
    private var standard = true
    public var interactive = false
    public var interruption: Interruption?
    /// The duration in seconds.
    public var duration: Double?
    public var curve: TransitionCurve?
    /// The name of a transition style.
    public var transition: String?

    public init() {}

    /// Creates a request whose default for `animated` is false.
    static var notAnimated: TransitionRequest {
        var request = TransitionRequest()
        request.standard = false
        return request
    }

    /// Returns the request with the container's default for `animated`, if the container has one.
    public func with(default animated: Bool?) -> TransitionRequest {
        guard let animated, given == nil else { return self }
        var request = self
        request.standard = animated
        return request
    }

    /// Whether the change is animated. An interactive transition is always animated.
    public var moves: Bool { animated || interactive }

    public mutating func visit(_ v: inout some FieldVisitor) {
        visitWithoutStyle(&v)
        v.field("transition", &transition, "the style; default: the container's")
    }

    /// Visits the options of a command that changes a list, whose transition cannot be interactive.
    mutating func visitChange(_ v: inout some FieldVisitor) {
        var (animated, isGiven) = (animated, given != nil)
        v.flag("animated", &animated, isGiven: &isGiven, "whether to animate")
        if isGiven || animated != standard { given = animated }
        v.field("duration", &duration, "seconds; default: the container's, or the style's")
        v.field("curve", &curve, "default: the style's")
        v.field("transition", &transition, "the style; default: the container's")
    }

    /// Visits only the options of the animation, for a command that does not start a transition.
    mutating func visitTiming(_ v: inout some FieldVisitor) {
        var (animated, isGiven) = (animated, given != nil)
        v.flag("animated", &animated, isGiven: &isGiven, "whether to animate")
        if isGiven { given = animated }
        v.field("duration", &duration, "seconds; default: 0.4")
        v.field("curve", &curve, "default: easeInOut")
    }

    /// Visits all fields except `transition`, for a command that declares `transition` elsewhere.
    mutating func visitWithoutStyle(_ v: inout some FieldVisitor) {
        var (animated, isGiven) = (animated, given != nil)
        v.flag("animated", &animated, isGiven: &isGiven, "whether to animate")
        if isGiven || animated != standard { given = animated }
        v.field(
            "interactive", &interactive,
            "a client controls it with transition.update, finish and cancel")
        v.field(
            "interruption", &interruption,
            "if a transition of the container runs; default: replace, but stacks and "
                + "presentations ignore the command, as UIKit does")
        v.field("duration", &duration, "seconds; default: the container's, or the style's")
        v.field("curve", &curve, "default: the style's")
    }
}

/// The result of a command that may start a transition.
public struct TransitionReply: Fields {
    public var transition: TransitionID?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("transition", &transition, "the one that began; null: none")
    }
}

/// The result of a command that may animate a change of a list.
public struct ListReply: Fields {
    public var transition: TransitionID?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("transition", &transition, "the one that began; absent: none")
    }
}

/// The result of a command that creates an object.
public struct IDReply: Fields {
    public var id = Identifier(unchecked: "")

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "its id")
    }
}
