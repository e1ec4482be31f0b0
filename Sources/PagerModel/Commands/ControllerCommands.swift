public struct ControllerCreate: Command {
    public typealias Reply = IDReply
    public static let method = "controller.create"
    public static let access: Access? = .hosted(.create)
    public static let summary = "Creates a controller of a kind."
    public static let errors: [ErrorName] = [
        .idTaken, .kindUnknown, .invalidArgument, .limitExceeded,
    ]
    public var id: Identifier?
    public var kind = ""
    public var options: [Value.Member] = []
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "default: the daemon assigns one")
        v.required("kind", &kind, Kinds.sentence)
        v.rest(&options, of: ControllerOptions.self, "options of every controller and of its kind")
    }
}

public struct ControllerUpdate: Command {
    public static let method = "controller.update"
    public static let access: Access? = .hosted(.content)
    public static let summary = "Changes options of a controller; omitted ones keep their values."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .invalidArgument, .limitExceeded,
    ]
    public var id = Identifier(unchecked: "")
    public var options: [Value.Member] = []
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the controller")
        v.rest(
            &options, of: ControllerOptions.self,
            "options to change, of every controller and of its kind")
    }
}

public struct ControllerDestroy: Command {
    public static let method = "controller.destroy"
    public static let access: Access? = .hosted(.create)
    public static let summary = "Destroys a controller that is neither contained nor presented."
    public static let errors: [ErrorName] = [.controllerNotFound, .controllerInUse]
    public var id = Identifier(unchecked: "")
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the controller")
    }
}

public struct ControllerGet: Command {
    public typealias Reply = ControllerRecord
    public static let method = "controller.get"
    public static let onlyReads = true
    public static let summary = "Returns the record of a controller."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public var id = Identifier(unchecked: "")
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the controller")
    }
}

public struct ControllerTree: Command {
    public struct Reply: Fields {
        public var controllers: [ControllerRecord] = []
        public var next: String?
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("controllers", &controllers, "records that contain their children's records")
            v.field("next", &next, "`after` for the next page; absent at the end")
        }
    }
    public static let method = "controller.tree"
    public static let pagedList: String? = "controllers"
    public static let onlyReads = true
    public static let summary =
        "Returns a controller with its descendants, or all controllers, as trees."
    public static let errors: [ErrorName] = [.controllerNotFound] + ListRange.errors
    public var root: Identifier?
    public var range = ListRange()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("root", &root, "the top of the tree; default: every controller without a parent")
        range.visit(&v)
    }
}

public struct ControllerList: Command {
    public struct Reply: Fields {
        public var controllers: [ControllerRecord] = []
        public var next: String?
        public init() {}
        public mutating func visit(_ v: inout some FieldVisitor) {
            v.required("controllers", &controllers, "in order of creation")
            v.field("next", &next, "`after` for the next page; absent at the end")
        }
    }
    public static let method = "controller.list"
    public static let pagedList: String? = "controllers"
    public static let onlyReads = true
    public static let summary = "Returns all controllers."
    public static let errors = ListRange.errors
    public var range = ListRange()
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        range.visit(&v)
    }
}

public struct ControllerCall: Command {
    public static let method = "controller.call"
    public static let access: Access? = .grant(.contain)
    public static let summary =
        "Calls an appearance callback directly, which UIKit discourages [4.13]."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public enum Method: String, FieldEnumeration {
        case viewWillAppear, viewIsAppearing, viewDidAppear, viewWillDisappear, viewDidDisappear
    }
    public var id = Identifier(unchecked: "")
    public var callback = Method.viewWillAppear
    public var animated = false
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the controller")
        v.required("callback", &callback, "the method to call")
        v.field("animated", &animated, "passed to the callback")
    }
}
