public struct ViewCreate: Command {
    public typealias Reply = IDReply
    public static let method = "view.create"
    public static let summary = "Creates a view without a controller."
    public static let errors: [ErrorName] = [.idTaken, .invalidArgument, .limitExceeded]
    public var id: Identifier?
    public var frame = Frame(.zero)
    public init() {}

    public init(id: Identifier? = nil, frame: Frame = Frame(.zero)) {
        self.id = id
        self.frame = frame
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "default: the daemon assigns one")
        try visitor.defaulted("frame", &frame, "in the future superview's coordinates")
    }
}

public struct ViewDestroy: Command {
    public typealias Reply = NoFields
    public static let method = "view.destroy"
    public static let summary =
        "Destroys a view without a controller; removes it and its subviews from the tree."
    public static let errors: [ErrorName] = [.viewNotFound, .controllerInUse]
    public var view = Identifier(unchecked: "")
    public init() {}

    public init(view: Identifier) {
        self.view = view
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("view", &view, "one without a controller")
    }
}

public struct ViewAddSubview: Command {
    public typealias Reply = NoFields
    public static let method = "view.addSubview"
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

    public init(
        view: Identifier, to: Identifier, above: Identifier? = nil, below: Identifier? = nil,
        at: Int? = nil
    ) {
        self.view = view
        self.to = to
        self.above = above
        self.below = below
        self.at = at
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("view", &view, "the view to insert")
        try visitor.required("to", &to, "the new superview, not a window")
        try visitor.optional("above", &above, "insert in front of this subview")
        try visitor.optional("below", &below, "insert behind this subview")
        try visitor.optional("at", &at, "index among the subviews, back to front")
    }
}

public struct ViewRemoveFromSuperview: Command {
    public typealias Reply = NoFields
    public static let method = "view.removeFromSuperview"
    public static let summary = "Removes a view from its superview."
    public static let errors: [ErrorName] = [.viewNotFound, .controllerInUse]
    public var view = Identifier(unchecked: "")
    public init() {}

    public init(view: Identifier) {
        self.view = view
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("view", &view, "the view")
    }
}

public struct ViewSet: Command {
    public typealias Reply = NoFields
    public static let method = "view.set"
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

    public init(
        view: Identifier, frame: Frame? = nil, hidden: Bool? = nil, alpha: Double? = nil,
        clipsToBounds: Bool? = nil, backgroundColor: String? = nil,
        autoresizing: Autoresizing? = nil, transform: AffineTransform? = nil
    ) {
        self.view = view
        self.frame = frame
        self.hidden = hidden
        self.alpha = alpha
        self.clipsToBounds = clipsToBounds
        self.backgroundColor = backgroundColor
        self.autoresizing = autoresizing
        self.transform = transform
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("view", &view, "the view")
        try visitor.optional("frame", &frame, "in the superview's coordinates")
        try visitor.optional("hidden", &hidden, "causes no appearance callbacks [3.10]")
        try visitor.optional("alpha", &alpha, "0 to 1")
        try visitor.optional("clipsToBounds", &clipsToBounds, "clips subviews")
        try visitor.optional("backgroundColor", &backgroundColor, "a CSS colour")
        try visitor.optional(
            "autoresizing", &autoresizing, "how the frame follows the superview's size")
        try visitor.optional(
            "transform", &transform, "about the view's centre; `{}`: the identity [13.10]")
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

    public init(view: Identifier) {
        self.view = view
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("view", &view, "the view")
    }
}
