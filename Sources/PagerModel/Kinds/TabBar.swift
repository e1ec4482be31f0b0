/// The declaration of the kind `tabBar`, a tab bar controller.
public enum TabBarKind: KindDeclaration {
    public typealias Options = TabBarOptions
    public typealias Record = TabBarRecord

    public static let name: StaticString = "tabBar"
    public static let subject = "the tab bar controller"
    public static let commands: [any Command.Type] = [
        TabBarSetControllers.self, TabBarSelect.self, TabBarBack.self, TabBarForward.self,
        TabBarRemove.self, TabBarNext.self, TabBarPrevious.self,
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
    public var motion = MotionOptions()

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("backBehavior", &backBehavior, BackBehavior.doc)
        motion.visit(&v)
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

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("controllers", &controllers, "the tabs, in order")
        v.field("index", &index, "that of the selected tab")
        v.field("selected", &selected, "the selected tab")
        v.field("back", &back, "which tabBar.back selects")
        v.field("forward", &forward, "which tabBar.forward selects")
        v.field(
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

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the tab bar controller; default: the only one")
        v.required("controllers", &controllers, "all tabs, in order")
        v.field(
            "selected", &selected,
            "the tab to show; default: the selected one if it stays, else the one at its index, "
                + "else the first [7.8]")
        v.field("index", &index, "of the tab to show; or give `selected`")
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
    public var motion = TransitionRequest.notAnimated
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the tab bar controller; default: the only one")
        v.field("index", &index, "its index; or give `controller`")
        v.field("controller", &controller, "its id; or give `index`")
        v.field(
            "user", &user,
            "a tap of the user; plugins decide first, the delegate is called, and a tap on the "
                + "selected tab pops its stack to the root [7.5]")
        motion.visit(&v)
    }
}

public struct TabBarRemove: Command {
    public typealias Reply = TransitionReply
    public static let method = "tabBar.remove"
    public static let summary =
        "Removes a tab; if it is selected, the one at its index is selected, else the first [7.8]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .notAChild, .hierarchyInconsistency, .vetoed,
    ]
    public var id: Identifier?
    public var controller = Identifier(unchecked: "")
    public var user = false
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the tab bar controller; default: the only one")
        v.required("controller", &controller, "the tab to remove")
        v.field("user", &user, "the user removes it; plugins decide first")
    }
}

/// The events of a tab bar controller.
extension TabBarKind {
    public struct DidSelect: EventDeclaration {
        public static let name: StaticString = "didSelect"
        public static let summary = "The user tapped a tab; the delegate is called [7.5]."
        public static let check: CheckForm? = CheckForm(group: "delegate")
        public var controller = Handle.none
        public var index: Int?

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("controller", &controller, "the tapped tab")
            v.field("index", &index, "its index")
        }
    }

    public struct SelectionChanged: EventDeclaration {
        public static let name: StaticString = "selectionChanged"
        public static let summary = "The selected tab changed."
        public static let changes: [RecordChange] = [.select("controllers", at: "index")]
        public static let check: CheckForm? = nil
        public var controller = Handle.none
        public var index: Int?

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("controller", &controller, "the selected tab; null: none")
            v.field("index", &index, "its index")
        }
    }

    public struct ControllersChanged: EventDeclaration {
        public static let name: StaticString = "controllersChanged"
        public static let summary = "The list of tabs changed."
        public static let changes: [RecordChange] = [.set("controllers"), .reselect("controllers")]
        public static let check: CheckForm? = nil
        public var controllers = [Handle]()

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("controllers", &controllers, "all tabs")
        }
    }
}

extension TabBarKind {
    public struct BarHiddenChanged: EventDeclaration {
        public static let name: StaticString = "barHiddenChanged"
        public static let summary = "The bar was hidden or shown [7.9]."
        public static let changes: [RecordChange] = [.set("barHidden", to: "hidden")]
        public var hidden = false

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("hidden", &hidden, "whether the bar is hidden")
        }
    }
}

extension TabBarKind: AncestorDeclaration {
    package static let ancestorProperty = AncestorProperty.tabBarController
}

public struct TabBarBack: Command {
    public typealias Reply = TransitionReply
    public static let method = "tabBar.back"
    public static let summary =
        "Goes back as backBehavior says; does nothing if there is no such tab."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .transitionInProgress, .nothingToShow, .limitExceeded,
        .hierarchyInconsistency, .vetoed, .kindUnknown, .invalidArgument,
    ]
    public var id: Identifier?
    public var user = false
    public var motion = TransitionRequest.notAnimated
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the tab bar controller; default: the only one")
        v.field(
            "user", &user,
            "the user selects; plugins decide first, and the delegate is called [7.5]")
        motion.visit(&v)
    }
}

public struct TabBarNext: Command {
    public typealias Reply = TransitionReply
    public static let method = "tabBar.next"
    public static let summary =
        "Selects the next tab that is not disabled; does nothing if there is none."
    public static let errors = TabBarBack.errors
    public var id: Identifier?
    public var user = false
    public var motion = TransitionRequest.notAnimated
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the tab bar controller; default: the only one")
        v.field(
            "user", &user,
            "the user selects; plugins decide first, and the delegate is called [7.5]")
        motion.visit(&v)
    }
}

public struct TabBarPrevious: Command {
    public typealias Reply = TransitionReply
    public static let method = "tabBar.previous"
    public static let summary =
        "Selects the previous tab that is not disabled; does nothing if there is none."
    public static let errors = TabBarBack.errors
    public var id: Identifier?
    public var user = false
    public var motion = TransitionRequest.notAnimated
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the tab bar controller; default: the only one")
        v.field(
            "user", &user,
            "the user selects; plugins decide first, and the delegate is called [7.5]")
        motion.visit(&v)
    }
}

public struct TabBarForward: Command {
    public typealias Reply = TransitionReply
    public static let method = "tabBar.forward"
    public static let summary =
        "Undoes the last tabBar.back; does nothing once another tab was selected."
    public static let errors = TabBarBack.errors
    public var id: Identifier?
    public var user = false
    public var motion = TransitionRequest.notAnimated
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the tab bar controller; default: the only one")
        v.field(
            "user", &user,
            "the user selects; plugins decide first, and the delegate is called [7.5]")
        motion.visit(&v)
    }
}

extension TabBarKind: SelectingKindDeclaration {
    public static let historySummary: String =
        "What tabBar.back and tabBar.forward select has changed."
    public static var backDoc: String { "which tabBar.back selects; null: none" }
    public static var forwardDoc: String { "which tabBar.forward selects; null: none" }
}
