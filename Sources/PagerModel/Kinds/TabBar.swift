/// The declaration of the kind `tabBar`, a tab bar controller.
public enum TabBarKind: KindDeclaration {
    public typealias Options = TabBarOptions
    public typealias Record = TabBarRecord

    public static let name: StaticString = "tabBar"
    public static let subject = "the tab bar controller"
    public static let commands: [any Command.Type] = [
        TabBarSetControllers.self, TabBarSelect.self, TabBarBack.self, TabBarForward.self,
    ]
    public static let events: [any EventDeclaration.Type] = [
        DidSelect.self, SelectionChanged.self, ControllersChanged.self,
        SelectionHistoryChanged<TabBarKind>.self, BarHiddenChanged.self,
    ]
    public static let book = BookForm(
        contents: .list("controllers", setBy: TabBarSetControllers.self, frames: .fill)
            .selecting(index: "index", selected: "selected"))
}

/// The options of a tab bar controller.
public struct TabBarOptions: Fields, Hashable {
    public var backBehavior = BackBehavior.none

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("backBehavior", &backBehavior, BackBehavior.doc)
    }
}

/// The members of a tab bar controller's record besides its options.
public struct TabBarRecord: Fields, Hashable {
    public var controllers: [Identifier] = []
    public var index: Int?
    public var selected: Identifier?
    public var back: Identifier?
    public var forward: Identifier?
    public var barHidden = false

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("controllers", &controllers, "the tabs, in order")
        try visitor.optional("index", &index, "that of the selected tab")
        try visitor.optional("selected", &selected, "the selected tab")
        try visitor.optional("back", &back, "which tabBar.back selects")
        try visitor.optional("forward", &forward, "which tabBar.forward selects")
        try visitor.defaulted(
            "barHidden", &barHidden, "a controller on the selected tab's stack hides the bar [7.9]")
    }
}

public struct TabBarSetControllers: Command {
    public typealias Reply = TransitionReply
    public static let method = "tabBar.setControllers"
    public static let summary = "Sets the tabs; all become children at once [7.1]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .duplicateController, .controllerInUse,
        .indexOutOfRange, .notAChild, .wouldCreateCycle, .hierarchyInconsistency, .limitExceeded,
    ]
    public var id: Identifier?
    public var controllers: [Identifier] = []
    public var selected: Identifier?
    public var index: Int?
    public init() {}

    public init(
        id: Identifier? = nil, controllers: [Identifier], selected: Identifier? = nil,
        index: Int? = nil
    ) {
        self.id = id
        self.controllers = controllers
        self.selected = selected
        self.index = index
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the tab bar controller; default: the only one")
        try visitor.required("controllers", &controllers, "all tabs, in order")
        try visitor.optional(
            "selected", &selected,
            "the tab to show; default: the selected one if it stays, else the one at its "
                + "index, else the first [7.8]")
        try visitor.optional("index", &index, "of the tab to show; or give `selected`")
    }
}

public struct TabBarSelect: Command {
    public typealias Reply = TransitionReply
    public static let method = "tabBar.select"
    public static let summary = "Selects a tab by index or name."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .indexOutOfRange, .notAChild, .transitionInProgress,
        .limitExceeded, .vetoed, .hierarchyInconsistency, .kindUnknown, .invalidArgument,
    ]
    public var id: Identifier?
    public var index: Int?
    public var controller: Identifier?
    public var user = false
    public var motion = TransitionRequest(animated: false)
    public init() {}

    public init(
        id: Identifier? = nil, index: Int? = nil, controller: Identifier? = nil, user: Bool = false,
        motion: TransitionRequest = TransitionRequest(animated: false)
    ) {
        self.id = id
        self.index = index
        self.controller = controller
        self.user = user
        self.motion = motion
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the tab bar controller; default: the only one")
        try visitor.optional("index", &index, "its index; or give `controller`")
        try visitor.optional("controller", &controller, "its id; or give `index`")
        try visitor.defaulted(
            "user", &user,
            "a tap of the user; plugins decide first, the delegate is called, and a tap on the "
                + "selected tab pops its stack to the root [7.5]")
        try motion.visit(&visitor)
    }
}

/// The events of a tab bar controller.
extension TabBarKind {
    public struct DidSelect: EventDeclaration {
        public static let name: StaticString = "didSelect"
        public static let summary: StaticString =
            "The user tapped a tab; the delegate is called [7.5]."
        public static let check: CheckForm? = CheckForm(group: "delegate")
        public var controller = Handle.none
        public var index: Int?

        public init() {}

        public init(controller: Handle, index: Int?) {
            self.controller = controller
            self.index = index
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.reference("controller", &controller, "the tapped tab")
            v.index("index", &index, "its index")
        }
    }

    public struct SelectionChanged: EventDeclaration {
        public static let name: StaticString = "selectionChanged"
        public static let summary: StaticString = "The selected tab changed."
        public static let changes: [RecordChange] = [.select("controllers", at: "index")]
        public static let check: CheckForm? = nil
        public var controller = Handle.none
        public var index: Int?

        public init() {}

        public init(controller: Handle, index: Int?) {
            self.controller = controller
            self.index = index
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.reference("controller", &controller, "the selected tab; null: none")
            v.index("index", &index, "its index")
        }
    }

    public struct ControllersChanged: EventDeclaration {
        public static let name: StaticString = "controllersChanged"
        public static let summary: StaticString = "The list of tabs changed."
        public static let changes: [RecordChange] = [
            .set("controllers", to: "controllers"), .reselect("controllers"),
        ]
        public static let check: CheckForm? = nil
        public var controllers = [Handle]()

        public init() {}

        public init(controllers: [Handle]) {
            self.controllers = controllers
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.list("controllers", &controllers, "all tabs")
        }
    }
}

extension TabBarKind {
    public struct BarHiddenChanged: EventDeclaration {
        public static let name: StaticString = "barHiddenChanged"
        public static let summary: StaticString = "The bar was hidden or shown [7.9]."
        public static let changes: [RecordChange] = [.set("barHidden", to: "hidden")]
        public var hidden = false

        public init() {}

        public init(hidden: Bool) {
            self.hidden = hidden
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.flag("hidden", &hidden, "whether the bar is hidden")
        }
    }
}

extension TabBarKind: AncestorDeclaration {
    package static let ancestorProperty = AncestorProperty.tabBarController
}
