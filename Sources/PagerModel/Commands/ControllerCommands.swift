public struct ControllerCreate: Command {
    public typealias Reply = IDReply
    public static let method = "controller.create"
    public static let summary = "Makes a controller of a kind."
    public static let errors: [ErrorName] = [
        .idTaken, .kindUnknown, .invalidArgument, .limitExceeded,
    ]
    public var id: Identifier?
    public var kind = ""
    public var options: [Value.Member] = []
    public init() {}

    public init(id: Identifier? = nil, kind: String, options: [Value.Member] = []) {
        self.id = id
        self.kind = kind
        self.options = options
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "its name, else one is assigned")
        try visitor.required("kind", &kind, Kinds.sentence)
        try visitor.rest(
            &options, of: ControllerOptions.self,
            "the options of every controller and those of its kind")
    }
}

public struct ControllerUpdate: Command {
    public typealias Reply = NoFields
    public static let method = "controller.update"
    public static let summary = "Changes options of a controller; those left out stay."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .invalidArgument, .limitExceeded,
    ]
    public var id = Identifier(unchecked: "")
    public var options: [Value.Member] = []
    public init() {}

    public init(id: Identifier, options: [Value.Member] = []) {
        self.id = id
        self.options = options
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("id", &id, "the controller")
        try visitor.rest(
            &options, of: ControllerOptions.self,
            "the options to change, of every controller and of its kind")
    }
}

public struct ControllerDestroy: Command {
    public typealias Reply = NoFields
    public static let method = "controller.destroy"
    public static let summary = "Ends a controller that nothing uses any more."
    public static let errors: [ErrorName] = [.controllerNotFound, .controllerInUse]
    public var id = Identifier(unchecked: "")
    public init() {}

    public init(id: Identifier) {
        self.id = id
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("id", &id, "the controller")
    }
}

public struct ControllerGet: Command {
    public typealias Reply = ControllerRecord
    public static let method = "controller.get"
    public static let onlyReads = true
    public static let summary = "Answers a controller's record."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public var id = Identifier(unchecked: "")
    public init() {}

    public init(id: Identifier) {
        self.id = id
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("id", &id, "the controller")
    }
}

public struct ControllerTree: Command {
    public struct Reply: Fields {
        public var controllers: [ControllerRecord] = []
        public var next: String?
        public init() {}
        public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.required("controllers", &controllers, "records whose children are records")
            try visitor.optional("next", &next, "go on with this as `after`; absent at the end")
        }
    }
    public static let method = "controller.tree"
    public static let onlyReads = true
    public static let summary =
        "Answers controllers as a tree, from one or from all without parent."
    public static let errors: [ErrorName] = [.controllerNotFound] + ListRange.errors
    public var root: Identifier?
    public var range = ListRange()
    public init() {}

    public init(root: Identifier? = nil, range: ListRange = ListRange()) {
        self.root = root
        self.range = range
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("root", &root, "where to begin")
        try range.visit(&visitor)
    }
}

public struct ControllerList: Command {
    public struct Reply: Fields {
        public var controllers: [ControllerRecord] = []
        public var next: String?
        public init() {}
        public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.required("controllers", &controllers, "in the order they were made")
            try visitor.optional("next", &next, "go on with this as `after`; absent at the end")
        }
    }
    public static let method = "controller.list"
    public static let onlyReads = true
    public static let summary = "Answers all controllers."
    public static let errors = ListRange.errors
    public var range = ListRange()
    public init() {}

    public init(range: ListRange = ListRange()) {
        self.range = range
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try range.visit(&visitor)
    }
}

public struct ControllerCall: Command {
    public typealias Reply = NoFields
    public static let method = "controller.call"
    public static let summary = "Calls an appearance method directly, which UIKit warns of [4.13]."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public enum Method: String, FieldEnumeration {
        case viewWillAppear, viewIsAppearing, viewDidAppear, viewWillDisappear, viewDidDisappear
    }
    public var id = Identifier(unchecked: "")
    public var callback = Method.viewWillAppear
    public var animated = false
    public init() {}

    public init(id: Identifier, callback: Method, animated: Bool = false) {
        self.id = id
        self.callback = callback
        self.animated = animated
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("id", &id, "the controller")
        try visitor.required("callback", &callback, "which method")
        try visitor.defaulted("animated", &animated, "its argument")
    }
}
