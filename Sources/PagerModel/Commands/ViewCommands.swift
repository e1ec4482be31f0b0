public struct ViewCreate: Command {
    public typealias Reply = IDReply
    public static let method = "view.create"
    public static let access: Access? = .grant(.contain)
    public static let summary = "Creates a view without a controller."
    public static let errors: [ErrorName] = [.idTaken, .invalidArgument, .limitExceeded]
    public var id: Identifier?
    public var frame = Frame(.zero)
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "default: the daemon assigns one")
        v.field("frame", &frame, "in the future superview's coordinates")
    }
}

public struct ViewDestroy: Command {
    public static let method = "view.destroy"
    public static let access: Access? = .grant(.contain)
    public static let summary =
        "Destroys a view without a controller; removes it and its subviews from the tree."
    public static let errors: [ErrorName] = [.viewNotFound, .controllerInUse]
    public var view = Identifier(unchecked: "")
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("view", &view, "one without a controller")
    }
}

public struct ViewAddSubview: Command {
    public static let method = "view.addSubview"
    public static let access: Access? = .grant(.contain)
    public static let summary =
        "Inserts a view into another; a controller's view has the controller's id."
    public static let errors: [ErrorName] = [
        .viewNotFound, .wouldCreateCycle, .hierarchyInconsistency, .controllerInUse,
        .invalidArgument, .indexOutOfRange, .limitExceeded,
    ]
    public var view = Identifier(unchecked: "")
    public var to = Identifier(unchecked: "")
    public var above: Identifier?
    public var below: Identifier?
    public var at: Int?
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("view", &view, "the view to insert")
        v.required("to", &to, "the new superview, not a window")
        v.field("above", &above, "insert in front of this subview")
        v.field("below", &below, "insert behind this subview")
        v.field("at", &at, "index among the subviews, back to front")
    }
}

public struct ViewRemoveFromSuperview: Command {
    public static let method = "view.removeFromSuperview"
    public static let access: Access? = .grant(.contain)
    public static let summary = "Removes a view from its superview."
    public static let errors: [ErrorName] = [.viewNotFound, .controllerInUse]
    public var view = Identifier(unchecked: "")
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("view", &view, "the view")
    }
}

public struct ViewSet: Command {
    public static let method = "view.set"
    public static let access: Access? = .hosted(.contain)
    public static let summary = "Changes a view; omitted properties keep their values."
    public static let errors: [ErrorName] = [.viewNotFound, .invalidArgument, .limitExceeded]
    public var view = Identifier(unchecked: "")
    public var frame: Frame?
    public var hidden: Bool?
    public var alpha: Double?
    public var clipsToBounds: Bool?
    public var backgroundColor: String?
    public var autoresizing: Autoresizing?
    public var transform: AffineTransform?
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("view", &view, "the view")
        v.field("frame", &frame, "in the superview's coordinates")
        v.field("hidden", &hidden, "causes no appearance callbacks [3.10]")
        v.field("alpha", &alpha, "0 to 1")
        v.field("clipsToBounds", &clipsToBounds, "clips subviews")
        v.field("backgroundColor", &backgroundColor, "a CSS colour")
        v.field("autoresizing", &autoresizing, "how the frame follows the superview's size")
        v.field("transform", &transform, "about the view's centre; `{}`: the identity [13.10]")
    }
}

public struct ViewGet: Command {
    public typealias Reply = ViewRecord
    public static let method = "view.get"
    public static let onlyReads = true
    public static let summary = "Returns the record of a view."
    public static let errors: [ErrorName] = [.viewNotFound]
    public var view = Identifier(unchecked: "")
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("view", &view, "the view")
    }
}

/// The commands for views.
public enum ViewCommands {
    public static let all: [any Command.Type] = [
        ViewCreate.self, ViewDestroy.self, ViewAddSubview.self, ViewRemoveFromSuperview.self,
        ViewSet.self, ViewGet.self,
    ]
}
