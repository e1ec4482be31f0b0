/// The declaration of the kind `split`, a split view controller.
public enum SplitKind: KindDeclaration {
    public typealias Options = SplitOptions
    public typealias Record = SplitRecord

    public static let name: StaticString = "split"
    public static let subject = "the split controller"
    public static let commands: [any Command.Type] = [
        SplitSetColumns.self, SplitShowDetail.self, SplitSetDisplayMode.self, SplitShow.self,
        SplitHide.self,
    ]
    public static let events: [any EventDeclaration.Type] = [
        CollapseSecondary.self, SeparateSecondary.self, DisplayModeChanged.self,
        ColumnsChanged.self, TopColumnForCollapsing.self, SupplementaryChanged.self,
    ]
    public static let book = BookForm(
        contents: .slots(
            ["primary", "secondary"], orAlso: ["supplementary"], called: "columns",
            setBy: SplitSetColumns.self, frames: .written),
        settings: [
            BookSetting(
                "displayMode", SplitDisplayMode.automatic, "which columns are shown",
                setBy: SplitSetDisplayMode.self, param: "mode")
        ])
}

/// A column of a split view controller, like `UISplitViewController.Column`.
public enum SplitColumn: String, FieldEnumeration, BitwiseCopyable {
    case primary, supplementary, secondary
}

/// The secondary column after two columns have expanded.
public enum SeparatedSecondary: String, FieldEnumeration, BitwiseCopyable {
    case top, column
}

/// The decisions of a split view controller's delegate.
public struct SplitOptions: Fields, Hashable {
    public var topColumn = SplitColumn.secondary
    public var separateSecondary = SeparatedSecondary.top

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted(
            "topColumn", &topColumn,
            "on top after three columns have collapsed; columns after it are not shown [8.7]")
        try visitor.defaulted(
            "separateSecondary", &separateSecondary,
            "the secondary column after two have expanded. top: the top of the primary's "
                + "stack; column: the one before the collapse [8.8]")
    }
}

/// The members, other than options, of a split view controller's record.
public struct SplitRecord: Fields, Hashable {
    public var primary: Identifier?
    public var secondary: Identifier?
    public var collapsed = false
    public var displayMode = SplitDisplayMode.automatic
    public var supplementary: Identifier?

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("primary", &primary, "the primary column")
        try visitor.optional("secondary", &secondary, "the secondary column")
        try visitor.required("collapsed", &collapsed, "the window is too narrow for two columns")
        try visitor.required("displayMode", &displayMode, "which columns are shown")
        try visitor.optional(
            "supplementary", &supplementary, "between primary and secondary; null: two columns")
    }
}

public struct SplitSetColumns: Command {
    public typealias Reply = NoFields
    public static let method = "split.setColumns"
    public static let summary = "Sets or removes the two or three columns [8.1] [8.6]."
    public static let errors: [ErrorName] = [
        .invalidArgument,
        .controllerNotFound, .wrongKind, .duplicateController, .controllerInUse,
        .wouldCreateCycle, .hierarchyInconsistency, .limitExceeded,
    ]
    public var id: Identifier?
    public var primary: Identifier?
    public var secondary: Identifier?
    public var supplementary: Identifier?
    public init() {}

    public init(
        id: Identifier? = nil, primary: Identifier?, secondary: Identifier?,
        supplementary: Identifier? = nil
    ) {
        self.id = id
        self.primary = primary
        self.secondary = secondary
        self.supplementary = supplementary
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the split view controller; default: the only one")
        try visitor.nullable("primary", &primary, "null: none")
        try visitor.nullable("secondary", &secondary, "null: none")
        try visitor.optional(
            "supplementary", &supplementary,
            "between primary and secondary; without it there are two columns")
    }
}

public struct SplitShowDetail: Command {
    public typealias Reply = TransitionReply
    public static let method = "split.showDetail"
    public static let summary =
        "Replaces the secondary column: showDetailViewController(_:sender:)."
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
        try visitor.optional("id", &id, "the split view controller; default: the only one")
        try visitor.required("controller", &controller, "the new secondary column")
    }
}

public struct SplitSetDisplayMode: Command {
    public typealias Reply = NoFields
    public static let method = "split.setDisplayMode"
    public static let summary = "Shows or hides the primary and the supplementary column [8.6]."
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
        try visitor.optional("id", &id, "the split view controller; default: the only one")
        try visitor.required("mode", &mode, "the display mode")
    }
}

public struct SplitShow: Command {
    public typealias Reply = NoFields
    public static let method = "split.show"
    public static let summary = "Shows a column: show(_:) [8.9]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .nothingToShow, .invalidArgument,
        .hierarchyInconsistency,
    ]
    public var id: Identifier?
    public var column = SplitColumn.primary
    public init() {}

    public init(id: Identifier? = nil, column: SplitColumn) {
        self.id = id
        self.column = column
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the split view controller; default: the only one")
        try visitor.required("column", &column, "the column to show")
    }
}

public struct SplitHide: Command {
    public typealias Reply = NoFields
    public static let method = "split.hide"
    public static let summary = "Hides a column: hide(_:) [8.9]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .nothingToShow, .invalidArgument,
        .hierarchyInconsistency,
    ]
    public var id: Identifier?
    public var column = SplitColumn.primary
    public init() {}

    public init(id: Identifier? = nil, column: SplitColumn) {
        self.id = id
        self.column = column
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("id", &id, "the split view controller; default: the only one")
        try visitor.required("column", &column, "the column to hide")
    }
}

/// The events of a split view controller.
extension SplitKind {
    public struct CollapseSecondary: EventDeclaration {
        public static let name: StaticString = "collapseSecondary"
        public static let summary: StaticString =
            "The split collapses: the secondary column is pushed onto the primary."
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
        public static let summary: StaticString =
            "The split expands: the secondary column is separated from the primary."
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
            v.choice("mode", &mode, "the new display mode")
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
            v.flag("collapsed", &collapsed, "only one column is shown")
        }
    }
}

extension SplitKind {
    public struct TopColumnForCollapsing: EventDeclaration {
        public static let name: StaticString = "topColumnForCollapsing"
        public static let summary: StaticString =
            "The delegate decides which of three columns is on top after a collapse [8.7]."
        public static let check: CheckForm? = CheckForm(group: "delegate")
        public var proposed = SplitColumn.secondary
        public var column = SplitColumn.secondary

        public init() {}

        public init(column: SplitColumn) {
            self.column = column
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.choice("proposed", &proposed, "always the secondary column")
            v.choice("column", &column, "the decision: the option `topColumn`")
        }
    }

    public struct SupplementaryChanged: EventDeclaration {
        public static let name: StaticString = "supplementaryChanged"
        public static let summary: StaticString = "The supplementary column changed."
        public static let changes: [RecordChange] = [.set("supplementary", to: "supplementary")]
        public static let check: CheckForm? = nil
        public var supplementary = Handle.none

        public init() {}

        public init(supplementary: Handle) {
            self.supplementary = supplementary
        }

        @inlinable
        public mutating func visit<V: EventVisitor>(_ v: inout V) {
            v.reference("supplementary", &supplementary, "null: two columns")
        }
    }
}

// The options conform to `Archived` in their own module, so that the compiler specializes `fields`.
extension SplitOptions: Archived {
    public mutating func visit(_ archive: inout Archive) { archive.fields(&self) }
}

extension SplitKind: AncestorDeclaration {
    package static let ancestorProperty = AncestorProperty.splitViewController
}
