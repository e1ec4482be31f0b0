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
