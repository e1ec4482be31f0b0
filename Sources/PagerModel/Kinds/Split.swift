/// What clients know of a split controller.
public enum SplitKind: KindDeclaration {
    public typealias Record = SplitRecord

    public static let name: StaticString = "split"
    public static let subject = "the split controller"
    public static let commands: [any Command.Type] = [
        SplitSetColumns.self, SplitShowDetail.self, SplitSetDisplayMode.self,
    ]
    public static let events: [any EventDeclaration.Type] = [
        CollapseSecondary.self, SeparateSecondary.self, DisplayModeChanged.self,
        ColumnsChanged.self,
    ]
    public static let book = BookForm(
        contents: .slots(
            ["primary", "secondary"], called: "columns", setBy: SplitSetColumns.self,
            frames: .written),
        settings: [
            BookSetting(
                "displayMode", SplitDisplayMode.automatic, "which columns are shown",
                setBy: SplitSetDisplayMode.self, param: "mode")
        ])
}

/// What the record of a split controller has.
public struct SplitRecord: Fields, Hashable {
    public var primary: Identifier?
    public var secondary: Identifier?
    public var collapsed = false
    public var displayMode = SplitDisplayMode.automatic

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("primary", &primary, "the column at the side")
        try visitor.optional("secondary", &secondary, "the other column")
        try visitor.required(
            "collapsed", &collapsed, "whether the window is too narrow for two columns")
        try visitor.required("displayMode", &displayMode, "which columns are shown")
    }
}

public struct SplitSetColumns: Command {
    public typealias Reply = NoFields
    public static let method = "split.setColumns"
    public static let summary = "Gives a split its two columns, or takes them away [8.1]."
    public static let errors: [ErrorName] = [
        .invalidArgument,
        .controllerNotFound, .wrongKind, .duplicateController, .controllerInUse,
        .wouldCreateCycle, .hierarchyInconsistency, .limitExceeded,
    ]
    public var id: Identifier?
    public var primary: Identifier?
    public var secondary: Identifier?
    public init() {}

    public init(id: Identifier? = nil, primary: Identifier?, secondary: Identifier?) {
        self.id = id
        self.primary = primary
        self.secondary = secondary
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the split; may be left out where there is only one")
        try visitor.nullable("primary", &primary, "the primary column, null for none")
        try visitor.nullable("secondary", &secondary, "the secondary column, null for none")
    }
}

public struct SplitShowDetail: Command {
    public typealias Reply = TransitionReply
    public static let method = "split.showDetail"
    public static let summary = "showDetailViewController(_:sender:)."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .duplicateController, .controllerInUse,
        .wouldCreateCycle, .hierarchyInconsistency, .nothingToShow, .limitExceeded,
    ]
    public var id: Identifier?
    public var controller = Identifier(unchecked: "")
    public init() {}

    public init(id: Identifier? = nil, controller: Identifier) {
        self.id = id
        self.controller = controller
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the split; may be left out where there is only one")
        try visitor.required("controller", &controller, "the secondary column to be")
    }
}

public struct SplitSetDisplayMode: Command {
    public typealias Reply = NoFields
    public static let method = "split.setDisplayMode"
    public static let summary = "Shows or hides the primary column."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .hierarchyInconsistency,
    ]
    public var id: Identifier?
    public var mode = SplitDisplayMode.automatic
    public init() {}

    public init(id: Identifier? = nil, mode: SplitDisplayMode) {
        self.id = id
        self.mode = mode
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the split; may be left out where there is only one")
        try visitor.required("mode", &mode, "the display mode")
    }
}

/// The events of a split controller.
extension SplitKind {
    public struct CollapseSecondary: EventDeclaration {
        public static let name: StaticString = "collapseSecondary"
        public static let summary: StaticString = "The secondary column goes onto the primary."
        public static let check: CheckForm? = CheckForm(group: "delegate", arguments: [])
        public var secondary = Handle.none

        public init() {}

        public init(secondary: Handle) {
            self.secondary = secondary
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.reference("secondary", &secondary, "the secondary column")
        }
    }

    public struct SeparateSecondary: EventDeclaration {
        public static let name: StaticString = "separateSecondary"
        public static let summary: StaticString = "The secondary column comes off the primary."
        public static let check: CheckForm? = CheckForm(group: "delegate", arguments: [])
        public var secondary = Handle.none

        public init() {}

        public init(secondary: Handle) {
            self.secondary = secondary
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.reference("secondary", &secondary, "the secondary column")
        }
    }

    public struct DisplayModeChanged: EventDeclaration {
        public static let name: StaticString = "displayModeChanged"
        public static let summary: StaticString = "The display mode changed."
        public static let changes: [RecordChange] = [.set("displayMode", to: "mode")]
        public var mode = SplitDisplayMode.automatic

        public init() {}

        public init(mode: SplitDisplayMode) {
            self.mode = mode
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.choice("mode", &mode, "the new one")
        }
    }

    public struct ColumnsChanged: EventDeclaration {
        public static let name: StaticString = "columnsChanged"
        public static let summary: StaticString = "The columns changed."
        public static let changes: [RecordChange] = [
            .set("primary", to: "primary"), .set("secondary", to: "secondary"),
            .set("collapsed", to: "collapsed"),
        ]
        public static let check: CheckForm? = nil
        public var primary = Handle.none
        public var secondary = Handle.none
        public var collapsed = false

        public init() {}

        public init(primary: Handle, secondary: Handle, collapsed: Bool) {
            self.primary = primary
            self.secondary = secondary
            self.collapsed = collapsed
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.reference("primary", &primary, "the primary column")
            v.reference("secondary", &secondary, "the secondary column")
            v.flag("collapsed", &collapsed, "whether only one column is shown")
        }
    }
}

extension SplitKind: AncestorDeclaration {
    package static let ancestorProperty = AncestorProperty.splitViewController
}
