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
        .controllerNotFound, .invalidArgument, .kindUnknown, .limitExceeded,
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

public struct ControllerAddChild: Command {
    public static let method = "controller.addChild"
    public static let access: Access? = .grant(.contain)
    public static let summary =
        "Adds a child: addChild(_:), which calls willMove(toParent:) first [1.1]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wouldCreateCycle, .hierarchyInconsistency, .controllerInUse,
        .limitExceeded,
    ]
    public var parent = Identifier(unchecked: "")
    public var child = Identifier(unchecked: "")
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("parent", &parent, "the container")
        v.required("child", &child, "the controller to add")
    }
}

public struct ControllerRemoveFromParent: Command {
    public static let method = "controller.removeFromParent"
    public static let access: Access? = .grant(.contain)
    public static let summary =
        "Removes a child: removeFromParent(), which calls didMove(nil) afterwards [1.2]."
    public static let errors: [ErrorName] = [.controllerNotFound, .notAChild, .controllerInUse]
    public var id = Identifier(unchecked: "")
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the child")
    }
}

public struct ControllerWillMove: Command {
    public static let method = "controller.willMove"
    public static let access: Access? = .grant(.contain)
    public static let summary = "Calls willMove(toParent:), as before a removal [1.2]."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public var id = Identifier(unchecked: "")
    public var parent: Identifier?
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the child")
        v.required("parent", &parent, "the future parent; null before removal")
    }
}

public struct ControllerDidMove: Command {
    public static let method = "controller.didMove"
    public static let access: Access? = .grant(.contain)
    public static let summary = "Calls didMove(toParent:), as after addChild [1.3]."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public var id = Identifier(unchecked: "")
    public var parent: Identifier?
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the child")
        v.required("parent", &parent, "the parent; null after removal")
    }
}

public struct ControllerBeginAppearanceTransition: Command {
    public static let method = "controller.beginAppearanceTransition"
    public static let access: Access? = .grant(.contain)
    public static let summary = "Calls beginAppearanceTransition(_:animated:) of a child [4]."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public var id = Identifier(unchecked: "")
    public var appearing = true
    public var animated = false
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the child")
        v.required("appearing", &appearing, "true to appear, false to disappear")
        v.required("animated", &animated, "passed to the callbacks")
    }
}

public struct ControllerEndAppearanceTransition: Command {
    public static let method = "controller.endAppearanceTransition"
    public static let access: Access? = .grant(.contain)
    public static let summary = "Calls endAppearanceTransition() of a child [4]."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public var id = Identifier(unchecked: "")
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the child")
    }
}

public struct ControllerLoadViewIfNeeded: Command {
    public static let method = "controller.loadViewIfNeeded"
    public static let access: Access? = .grant(.contain)
    public static let summary = "Loads the view if it is not loaded: loadViewIfNeeded() [12.6]."
    public static let errors: [ErrorName] = [.controllerNotFound]
    public var id = Identifier(unchecked: "")
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "the controller")
    }
}

public struct ControllerTransition: Command {
    public typealias Reply = TransitionReply
    public static let method = "controller.transition"
    public static let access: Access? = .grant(.contain)
    public static let summary =
        "Replaces one child by another: "
        + "transition(from:to:duration:options:animations:completion:) [5]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .noCommonParent, .notAChild, .controllerInUse,
        .transitionInProgress, .invalidArgument, .wouldCreateCycle, .hierarchyInconsistency,
        .limitExceeded, .kindUnknown, .viewNotFound,
    ]
    public var container = Identifier(unchecked: "")
    public var from = Identifier(unchecked: "")
    public var to = Identifier(unchecked: "")
    public var duration = 0.0
    public var options: TransitionOptions = []
    public var edges = false
    public var interactive = false
    public var interruption: Interruption?
    public var curve: TransitionCurve?
    public var transition: String?
    public var animations: [AlongsideView] = []
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("container", &container, "the parent of both")
        v.required("from", &from, "the child that leaves")
        v.required("to", &to, "the child that appears")
        v.required("duration", &duration, "seconds; 0: not animated")
        v.field("options", &options, "UIView.AnimationOptions")
        v.field("edges", &edges, "also calls willMove, addChild, didMove and removeFromParent")
        v.field("interactive", &interactive, "a client sets the progress")
        v.field(
            "interruption", &interruption, "if a transition of the container runs; default: reject")
        v.field("curve", &curve, "default: that of `options`, else of the style")
        v.field("transition", &transition, "the style; default: that of `options`")
        v.field(
            "animations", &animations,
            "views with their final values, at most \(Limits.alongside) [5.11]")
    }
}

/// The commands for controllers of all kinds.
public enum ControllerCommands {
    public static let all: [any Command.Type] = [
        ControllerCreate.self, ControllerUpdate.self, ControllerDestroy.self, ControllerGet.self,
        ControllerTree.self, ControllerList.self, ControllerCall.self, ControllerAddChild.self,
        ControllerRemoveFromParent.self, ControllerWillMove.self, ControllerDidMove.self,
        ControllerBeginAppearanceTransition.self, ControllerEndAppearanceTransition.self,
        ControllerLoadViewIfNeeded.self, ControllerTransition.self,
    ]
}

/// The part of a list that a command requests.
public struct ListRange: Declared, Hashable {
    public var after: String?
    public var limit: Int?

    public init() {}

    /// Whether the client asks for a page. A whole list must fit into one reply.
    public var isPaged: Bool { after != nil || limit != nil }

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("after", &after, "`next` of the previous page")
        v.field("limit", &limit, "items per page; default: the whole list")
    }

    /// The errors that a range adds to those of a command.
    public static let errors: [ErrorName] = [.tooLarge, .staleRevision, .invalidArgument]
}

/// A builder of one page of a list in a reply. The page has at most the requested number of
/// elements and at most `Limits.listBytes` bytes of JSON. An element that is larger than
/// `Limits.listBytes` gets a page of its own.
public struct ListPortion<Element: FieldValue> {
    public private(set) var elements: [Element] = []
    private let request: ListRange
    private var length = JSONLength()

    /// Creates a builder for the part of a list that `request` asks for. The part is empty at
    /// first.
    ///
    /// - Throws: `invalidArgument` if the `limit` of the request is outside of its range.
    public init(_ request: ListRange) throws(CommandError) {
        if let limit = request.limit, !(1...Limits.askedElements).contains(limit) {
            throw .invalidArgument(
                "must be between 1 and \(Limits.askedElements), got \(limit)", path: "limit")
        }
        self.request = request
    }

    /// The number of bytes that can still be added to the page. 0 if the page is full.
    public var bytesLeft: Int { max(Limits.listBytes - length.bytes, 0) }

    /// Adds an element. Returns false if the element belongs to the next page.
    ///
    /// - Throws: `tooLarge` if the element does not fit and the client requested the whole list.
    public mutating func add(_ element: Element) throws(CommandError) -> Bool {
        if let limit = request.limit, elements.count >= limit { return false }
        element.write(to: &length)
        guard length.bytes <= Limits.listBytes || (request.isPaged && elements.isEmpty) else {
            if request.isPaged { return false }
            throw .listTooLarge
        }
        elements.append(element)
        return true
    }
}

/// The start of a list's next page: `next` of a reply, and `after` of the request for it.
public struct ListCursor: CustomStringConvertible {
    /// The revision of the state to which all pages of the list belong.
    public let revision: Int
    public let position: Int

    public init(revision: Int, position: Int) {
        self.revision = revision
        self.position = position
    }

    /// Parses a cursor. Returns nil for a string that is not a cursor.
    public init?(_ text: String) {
        // The length is checked before the split, because a split of a long text could create one
        // part per byte.
        guard text.utf8.count <= Limits.cursorBytes else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            .map { Int(String(Substring($0))) }
        guard parts.count == 2, let revision = parts[0], let position = parts[1], position >= 0
        else {
            return nil
        }
        self.init(revision: revision, position: position)
    }

    /// Parses a cursor of a list whose state has a revision.
    ///
    /// - Throws: `invalidArgument` for a string that is not a cursor, `staleRevision` if the state
    ///   has changed since the cursor's revision.
    public init(_ text: String, at revision: Int) throws(CommandError) {
        guard let cursor = ListCursor(text) else { throw .foreignCursor }
        guard cursor.revision == revision else {
            throw CommandError(
                .staleRevision,
                "the state has changed from revision \(cursor.revision) to \(revision); request "
                    + "the first page again",
                path: "after")
        }
        self = cursor
    }

    public var description: String { "\(revision)-\(position)" }
}

extension CommandError {
    /// The error for a value of `after` that is not the `next` of an earlier reply.
    public static var foreignCursor: CommandError {
        .invalidArgument("`after` must be the `next` of the previous page", path: "after")
    }

    /// The error for a list that does not fit into one reply.
    public static var listTooLarge: CommandError {
        CommandError(
            .tooLarge,
            "the list takes more than \(Limits.listBytes) bytes; request pages with limit and "
                + "after")
    }

    /// The error for a tree that does not fit into one reply.
    public static var treeTooLarge: CommandError {
        CommandError(
            .tooLarge,
            "the tree takes more than \(Limits.listBytes) bytes; request pages with limit, a "
                + "root further down, or controller.list")
    }
}
