/// The declaration of the kind `split`, a split view controller.
public enum SplitKind: KindDeclaration {
    public typealias Options = SplitOptions
    public typealias Record = SplitRecord

    public static let name: StaticString = "split"
    public static let subject = "the split controller"
    public static let commands: [any Command.Type] = [
        SplitSetColumns.self, SplitShowDetail.self, SplitSetDisplayMode.self, SplitShow.self,
        SplitHide.self, SplitSwipe.self,
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

/// The side of a split view controller's primary column, like `primaryEdge`.
public enum SplitEdge: String, FieldEnumeration, BitwiseCopyable {
    case leading, trailing
}

/// The decisions of a split view controller's delegate, and the look of its columns.
public struct SplitOptions: Fields, Hashable {
    public var topColumn = SplitColumn.secondary
    public var separateSecondary = SeparatedSecondary.top
    public var preferredPrimaryColumnWidth: Double?
    public var preferredSupplementaryColumnWidth: Double?
    public var primaryEdge: SplitEdge?
    public var presentsWithGesture: Bool?
    public var drawer: Bool?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field(
            "topColumn", &topColumn,
            "on top after three columns have collapsed; columns after it are not shown [8.7]")
        v.field(
            "separateSecondary", &separateSecondary,
            "the secondary column after two have expanded. top: the top of the primary's stack; "
                + "column: the one before the collapse [8.8]")
        v.ifSet(
            "preferredPrimaryColumnWidth", &preferredPrimaryColumnWidth,
            "in points, above 0, at most that of the split; default: 320, or a part of a narrow one"
        )
        v.ifSet(
            "preferredSupplementaryColumnWidth", &preferredSupplementaryColumnWidth,
            "of three columns, as preferredPrimaryColumnWidth")
        v.ifSet("primaryEdge", &primaryEdge, "the side of the primary column; default: leading")
        v.ifSet(
            "presentsWithGesture", &presentsWithGesture,
            "whether split.swipe shows and hides columns over the secondary one; default: true")
        v.ifSet(
            "drawer", &drawer,
            "true: in a window less than 600 points wide, the columns do not collapse; the others "
                + "are shown over the secondary one, or not at all")
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

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("primary", &primary, "the primary column")
        v.field("secondary", &secondary, "the secondary column")
        v.required("collapsed", &collapsed, "the window is too narrow for two columns")
        v.required("displayMode", &displayMode, "which columns are shown")
        v.field("supplementary", &supplementary, "between primary and secondary; null: two columns")
    }
}

public struct SplitSetColumns: Command {
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

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the split view controller; default: the only one")
        v.required("primary", &primary, "null: none")
        v.required("secondary", &secondary, "null: none")
        v.field(
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

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the split view controller; default: the only one")
        v.required("controller", &controller, "the new secondary column")
    }
}

public struct SplitSetDisplayMode: Command {
    public static let method = "split.setDisplayMode"
    public static let summary = "Shows or hides the primary and the supplementary column [8.6]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .hierarchyInconsistency,
    ]
    public var id: Identifier?
    public var mode = SplitDisplayMode.automatic
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the split view controller; default: the only one")
        v.required("mode", &mode, "the display mode")
    }
}

public struct SplitShow: Command {
    public static let method = "split.show"
    public static let summary = "Shows a column: show(_:) [8.9]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .nothingToShow, .invalidArgument,
        .hierarchyInconsistency,
    ]
    public var id: Identifier?
    public var column = SplitColumn.primary
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the split view controller; default: the only one")
        v.required("column", &column, "the column to show")
    }
}

public struct SplitHide: Command {
    public static let method = "split.hide"
    public static let summary = "Hides a column: hide(_:) [8.9]."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .nothingToShow, .invalidArgument,
        .hierarchyInconsistency,
    ]
    public var id: Identifier?
    public var column = SplitColumn.primary
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the split view controller; default: the only one")
        v.required("column", &column, "the column to hide")
    }
}

public struct SplitSwipe: Command {
    public static let method = "split.swipe"
    public static let summary =
        "Shows or hides a column over the secondary one, as a swipe of the user does."
    public static let errors: [ErrorName] = [
        .controllerNotFound, .wrongKind, .nothingToShow, .unsupported, .hierarchyInconsistency,
    ]
    public var id: Identifier?
    public var direction = SwipeDirection.left
    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the split view controller; default: the only one")
        v.required("direction", &direction, "the finger's direction")
    }
}

/// The events of a split view controller.
extension SplitKind {
    public struct CollapseSecondary: EventDeclaration {
        public static let name: StaticString = "collapseSecondary"
        public static let summary =
            "The split collapses: the secondary column is pushed onto the primary."
        public static let check: CheckForm? = CheckForm(group: "delegate", arguments: [])
        public var secondary = Handle.none

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("secondary", &secondary, "the secondary column")
        }
    }

    public struct SeparateSecondary: EventDeclaration {
        public static let name: StaticString = "separateSecondary"
        public static let summary =
            "The split expands: the secondary column is separated from the primary."
        public static let check: CheckForm? = CheckForm(group: "delegate", arguments: [])
        public var secondary = Handle.none

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("secondary", &secondary, "the secondary column")
        }
    }

    public struct DisplayModeChanged: EventDeclaration {
        public static let name: StaticString = "displayModeChanged"
        public static let summary = "The display mode changed."
        public static let changes: [RecordChange] = [.set("displayMode", to: "mode")]
        public var mode = SplitDisplayMode.automatic

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("mode", &mode, "the new display mode")
        }
    }

    public struct ColumnsChanged: EventDeclaration {
        public static let name: StaticString = "columnsChanged"
        public static let summary = "The columns changed."
        public static let changes: [RecordChange] = [
            .set("primary"), .set("secondary"),
            .set("collapsed"),
        ]
        public static let check: CheckForm? = nil
        public var primary = Handle.none
        public var secondary = Handle.none
        public var collapsed = false

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("primary", &primary, "the primary column")
            v.field("secondary", &secondary, "the secondary column")
            v.field("collapsed", &collapsed, "only one column is shown")
        }
    }
}

extension SplitKind {
    public struct TopColumnForCollapsing: EventDeclaration {
        public static let name: StaticString = "topColumnForCollapsing"
        public static let summary =
            "The delegate decides which of three columns is on top after a collapse [8.7]."
        public static let check: CheckForm? = CheckForm(group: "delegate")
        public var proposed = SplitColumn.secondary
        public var column = SplitColumn.secondary

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("proposed", &proposed, "always the secondary column")
            v.field("column", &column, "the decision: the option `topColumn`")
        }
    }

    public struct SupplementaryChanged: EventDeclaration {
        public static let name: StaticString = "supplementaryChanged"
        public static let summary = "The supplementary column changed."
        public static let changes: [RecordChange] = [.set("supplementary")]
        public static let check: CheckForm? = nil
        public var supplementary = Handle.none

        @inlinable public init() {}

        @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("supplementary", &supplementary, "null: two columns")
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
